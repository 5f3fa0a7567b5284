import AlmanacComponents
import AlmanacMapping
import AlmanacTime

/// Changed instances as patches of their series (RFC 8984 §4.3.5).
struct JSCalendarOverride {
  private let start: EventTime
  private let due: CivilDateTime?
  /// The series without what makes it one, as it stands and in canonical form.
  private let series: [JSONValue.Member]
  private let canonical: [JSONValue.Member]
  /// The places of the first instance are those of all: only times differ without a change.
  private lazy var places = JSONLookup(.object(unchanged(series, at: start.local)))

  init(of series: JSONValue, start: EventTime) {
    self.start = start
    due = series["due"]?.text.flatMap { try? CivilDateTime($0) }
    self.series = (series.members ?? []).filter {
      !["recurrenceRules", "recurrenceOverrides", "excludedRecurrenceRules"].contains($0.name)
    }
    canonical = JSONValue.object(self.series).canonical.members ?? []
  }

  /// The instance as it would be without a change: it starts at its id, and is due as long after it as the first.
  private func unchanged(_ members: [JSONValue.Member], at key: CivilDateTime) -> [JSONValue.Member] {
    var members = members
    if let place = members.firstIndex(where: { $0.name == "start" }) {
      members[place] = JSONValue.Member(name: "start", value: .string(key.description))
    }
    if let due, let place = members.firstIndex(where: { $0.name == "due" }) {
      let moved = due.adding(seconds: key.seconds(since: start.local)).description
      members[place] = JSONValue.Member(name: "due", value: .string(moved))
    }
    return members
  }

  /// The patch that makes an instance of the series.
  func patch(to instance: JSONValue, at key: CivilDateTime) -> [JSONValue.Member] {
    let found = JSONPatch.differences(
      from: unchanged(canonical, at: key), to: instance.canonical.members ?? [])
    var spelled = JSONLookup(instance)
    var patch = found.filter { !MemberTable.fixed.contains($0.path.first ?? "") }
      .map { JSONValue.Member(name: $0.pointer, value: spelled.value(at: $0.path) ?? .null) }
    // Those of an iCalendar component have an order, in which patches of single ones would not put them.
    let words = (JSONValue.object(series)["keywords"]?.set ?? [], instance["keywords"]?.set ?? [])
    if words.0 != words.1, !words.0.isEmpty, let keywords = instance["keywords"] {
      patch.removeAll { JSONPatch.path($0.name).first == "keywords" }
      patch.append(JSONValue.Member(name: "keywords", value: keywords))
    }
    return patch
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
        continue
      }
      guard places.isObject(at: path.dropLast()) else { return .rejected(pointer: member.name) }
      patches.append(JSONPatch(path: path, value: member.value == .null ? nil : member.value, former: nil))
    }
    // No deeper than the object is.
    let pointers = Set(patches.map(\.pointer))
    for patch in patches where patch.path.count > 1 {
      for count in 1..<patch.path.count
      where pointers.contains(JSONPatch.pointer(Array(patch.path[..<count]))) {
        return .rejected(pointer: patch.pointer)
      }
    }
    let base = JSONValue.object(unchanged(series, at: key))
    return .changed(JSONPatch.apply(patches, to: base) { patch, _ in patch.value }, ignored: ignored)
  }
}

/// Finds values in an object by their paths, many of them in linear time.
struct JSONLookup {
  private let root: JSONValue
  /// By the pointer of an object, its members.
  private var objects: [String: [String: JSONValue]] = [:]

  init(_ root: JSONValue) { self.root = root }

  /// What stands at a path through objects; itself at none.
  mutating func value(at path: some Sequence<String>) -> JSONValue? {
    var value = root
    var pointer = ""
    for name in path {
      guard let members = value.members else { return nil }
      let named: [String: JSONValue]
      if let known = objects[pointer] {
        named = known
      } else {
        named = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        objects[pointer] = named
      }
      guard let inner = named[name] else { return nil }
      value = inner
      pointer += "/" + JSONPatch.pointer([name])
    }
    return value
  }

  mutating func isObject(at path: some Sequence<String>) -> Bool { value(at: path)?.members != nil }
}
