import AlmanacComponents
import AlmanacMapping
import AlmanacTime

/// Conversion between overrides and patches of their series (RFC 8984 §4.3.5).
struct JSCalendarOverride {
  private let start: EventTime
  private let due: CivilDateTime?
  /// The series without its recurrence and its method, as written and in canonical form.
  private let series, canonical: JSONValue
  /// The paths of objects in the series; without a patch all instances have the same
  /// ones, since only times differ.
  private lazy var places = Places(of: series)

  init(of series: JSONValue, start: EventTime) {
    self.start = start
    due = try? CivilDateTime(series.text("due"))
    self.series = series.without([
      "method", "recurrenceRules", "recurrenceOverrides", "excludedRecurrenceRules",
    ])
    canonical = self.series.canonical
  }

  /// The instance without a patch: it starts at its key, and is due as long after its
  /// start as the first instance.
  private func unchanged(_ series: JSONValue, at key: CivilDateTime) -> JSONValue {
    var instance = series
    if instance["start"] != nil { instance["start"] = .string(key.description) }
    if let due { instance["due"] = .written(due.adding(seconds: key.seconds(since: start.local))) }
    return instance
  }

  /// The patch that turns the series into the instance.
  func patch(to instance: JSONValue, at key: CivilDateTime) -> [JSONValue.Member] {
    var patch = JSONPatch.differences(from: unchanged(canonical, at: key), to: instance)
      .filter { !MemberTable.fixed.contains($0.path.first ?? "") }
    // iCalendar preserves the order of categories, which patches of single keywords would lose.
    let words = series.set("keywords")
    if !words.isEmpty, words != instance.set("keywords"), let keywords = instance["keywords"] {
      patch.removeAll { $0.path.first == "keywords" }
      patch.append(JSONPatch(path: ["keywords"], value: keywords))
    }
    return patch.map { JSONValue.Member(name: $0.pointer, value: $0.value ?? .null) }
  }

  /// The result of applying a patch.
  enum Result {
    /// The instance, and the changes ignored because no patch may make them.
    case changed(JSONValue, ignored: [JSONValue.Member])
    /// The patch contains a path to a nonexistent object and is invalid as a whole (RFC 8984 §1.4.9).
    case rejected(pointer: String)
  }

  /// The instance with a patch applied. Rejecting a patch takes time linear in the patch,
  /// however large the series is.
  mutating func instance(changedBy patch: [JSONValue.Member], at key: CivilDateTime) -> Result {
    var ignored: [JSONValue.Member] = []
    var patches: [JSONPatch] = []
    for member in patch {
      let path = JSONPatch.path(member.name)
      if MemberTable.fixed.contains(path.first ?? "") {
        ignored.append(member)
      } else if places.hasObject(at: path.dropLast()) {
        patches.append(JSONPatch(path: path, value: member.value == .null ? nil : member.value))
      } else {
        return .rejected(pointer: member.name)
      }
    }
    // Paths may not be prefixes of each other. The loop is bounded by the depth of the object.
    let pointers = Set(patches.map(\.pointer))
    for patch in patches {
      for count in 1..<patch.path.count where pointers.contains(JSONPatch.pointer(patch.path[..<count])) {
        return .rejected(pointer: patch.pointer)
      }
    }
    let changed = JSONPatch.apply(patches, to: unchanged(series, at: key)) { patch, _ in patch.value }
    return .changed(changed, ignored: ignored)
  }

  /// The nested objects of an object, by name.
  private struct Places {
    /// `nil` for a value that is not an object.
    private let inner: [String: Places]?

    init(of value: JSONValue) {
      inner = value.members.map { members in
        Dictionary(firstOf: members.map { ($0.name, Places(of: $0.value)) })
      }
    }

    func hasObject(at path: ArraySlice<String>) -> Bool {
      guard let inner else { return false }
      guard let name = path.first else { return true }
      return inner[name]?.hasObject(at: path.dropFirst()) ?? false
    }
  }
}
