import AlmanacComponents
import AlmanacMapping
import AlmanacTime

/// Changed instances as patches of their series (RFC 8984 §4.3.5).
struct JSCalendarOverride {
  private let start: EventTime
  private let due: CivilDateTime?
  /// The series without what makes it one, as it stands and in canonical form.
  private let series, canonical: JSONValue
  /// The places of the first instance are those of all: only times differ without a change.
  private lazy var places = Places(of: series)

  init(of series: JSONValue, start: EventTime) {
    self.start = start
    due = try? CivilDateTime(series.text("due"))
    self.series = series.without(["recurrenceRules", "recurrenceOverrides", "excludedRecurrenceRules"])
    canonical = self.series.canonical
  }

  /// The instance as it would be without a change: it starts at its id, and is due as long after it as the first.
  private func unchanged(_ series: JSONValue, at key: CivilDateTime) -> JSONValue {
    var instance = series
    if instance["start"] != nil { instance["start"] = .string(key.description) }
    if let due { instance["due"] = .written(due.adding(seconds: key.seconds(since: start.local))) }
    return instance
  }

  /// The patch that makes an instance of the series.
  func patch(to instance: JSONValue, at key: CivilDateTime) -> [JSONValue.Member] {
    var patch = JSONPatch.differences(from: unchanged(canonical, at: key), to: instance)
      .filter { !MemberTable.fixed.contains($0.path.first ?? "") }
    // Those of an iCalendar component have an order, in which patches of single ones would not put them.
    let words = series.set("keywords")
    if !words.isEmpty, words != instance.set("keywords"), let keywords = instance["keywords"] {
      patch.removeAll { $0.path.first == "keywords" }
      patch.append(JSONPatch(path: ["keywords"], value: keywords))
    }
    return patch.map { JSONValue.Member(name: $0.pointer, value: $0.value ?? .null) }
  }

  /// What a patch makes of an instance.
  enum Result {
    /// With the places of the patch that none may touch.
    case changed(JSONValue, ignored: [JSONValue.Member])
    /// It names a place that is none, and counts for nothing as a whole (RFC 8984 §1.4.9).
    case rejected(pointer: String)
  }

  /// A patch that is rejected costs no more than it has itself, however large the series is.
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
    // No deeper than the object is.
    let pointers = Set(patches.map(\.pointer))
    for patch in patches {
      for count in 1..<patch.path.count where pointers.contains(JSONPatch.pointer(patch.path[..<count])) {
        return .rejected(pointer: patch.pointer)
      }
    }
    let changed = JSONPatch.apply(patches, to: unchanged(series, at: key)) { patch, _ in patch.value }
    return .changed(changed, ignored: ignored)
  }

  /// The objects within an object, by name.
  private struct Places {
    /// `nil` for what is no object.
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
