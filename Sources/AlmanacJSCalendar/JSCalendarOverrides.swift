import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Reading of overrides.
extension JSCalendarReader {
  private static let property = "recurrenceOverrides"
  /// The most searches for an instance in a rule: for each override in each rule of its series.
  private static let maximumSearches = 200_000

  /// A series and the results of reading its overrides.
  private struct Found {
    let main: Item
    var series: JSCalendarOverride
    var items: [Item] = []
    /// The recurrence, assigned to the series once, because each assignment copies it.
    var recurrence: Recurrence
    /// The overrides stored as JSON.
    var unread: [JSONValue.Member] = []
    /// The overrides that may add an instance, or change the time of one.
    var unreadTimes: [JSONValue.Member] = []
    var isLimitReported = false
  }

  /// The overrides of an object, whose exceptions and additional instances are added to its item.
  mutating func overrides(of object: JSONValue, into main: inout Item) -> [Item] {
    guard let value = object[Self.property] else { return [] }
    guard let start = main.moment, let members = value.members else {
      if main.moment == nil {
        report(.warning, .badValue, Self.property, "instances of an object without start")
      }
      if main.moment != nil, value != .null {
        report(.warning, .badValue, Self.property, "not an object")
        main.unmodelled.properties.append(UnmappedJSON.mark(.rdate, for: Self.property, value))
      }
      keep([JSONPatch(path: [Self.property], value: value)], in: &main.unmodelled)
      return []
    }
    let series = JSCalendarOverride(of: object, start: start)
    let expansion = RecurrenceExpansion(RecurrenceSet(start: start, main.recurrence))
    let rules = main.recurrence.rules.count + main.recurrence.exclusionRules.count
    let limit = min(options.limits.values, Self.maximumSearches / max(rules, 1))
    var found = Found(main: main, series: series, recurrence: main.recurrence)
    let linesOfSeries = lines
    for (index, member) in members.enumerated() {
      if index >= limit {
        reportLimit(&found, "more than \(limit) overrides", member)
        found.unread.append(member)
      } else if member.value.members != nil, let key = try? CivilDateTime(member.name) {
        lines = SourceLines(patch: member)
        let id = start.with(local: key)
        override(member, at: key, id, isNew: !expansion.contains(id), &found)
        lines = linesOfSeries
      } else {
        report(
          .warning, .badTime, Self.property, "\(member.name.prefix(60)) names no instance", line: member.line)
        found.unread.append(member)
        found.unreadTimes.append(member)
      }
    }
    main.content.series.recurrence = found.recurrence
    if !found.unreadTimes.isEmpty {
      let times = JSONValue.object(found.unreadTimes)
      main.unmodelled.properties.append(UnmappedJSON.mark(.rdate, for: Self.property, times))
    }
    if !found.unread.isEmpty {
      keep([JSONPatch(path: [Self.property], value: .object(found.unread))], in: &main.unmodelled)
    }
    return found.items
  }

  private mutating func reportLimit(_ found: inout Found, _ message: String, _ member: JSONValue.Member) {
    guard !found.isLimitReported else { return }
    found.isLimitReported = true
    report(
      .error, .tooManyValues, Self.property, "\(message), from \(member.name.prefix(60)) on",
      line: member.line)
  }

  /// - Parameter isNew: Whether the rules do not yield the instance.
  private mutating func override(
    _ member: JSONValue.Member, at key: CivilDateTime, _ id: EventTime, isNew: Bool, _ found: inout Found
  ) {
    let changes = member.value.members ?? []
    if member.value.isTrue("excluded") {
      found.recurrence.exceptions.append(id)
      if changes.count > 1 { found.unread.append(member) }
      return
    }
    // An empty override of an instance that the rules yield anyway repeats it, as an RDATE may.
    if changes.isEmpty || isNew && changes.allSatisfy({ $0.name == "duration" }) {
      let length = duration("duration", of: member.value)
      if changes.count > 0, length == nil {
        found.unread.append(member)
        found.unreadTimes.append(member)
      }
      found.recurrence.additions.append(RecurrenceDate(id, extent: length.map { .duration($0) }))
      return
    }
    let (item, isShown) = budget.isEmpty ? (nil, false) : instance(member, at: key, id, &found)
    if budget.isEmpty {
      reportLimit(
        &found, "the overrides together are too large when each is completed from its series", member)
    }
    if isNew, isShown { found.recurrence.additions.append(RecurrenceDate(id)) }
    if let item {
      found.items.append(item)
    } else {
      found.unread.append(member)
      let times = ["start", "duration", "due", "timeZone", "showWithoutTime"]
      if changes.contains(where: { times.contains($0.name) }) { found.unreadTimes.append(member) }
    }
  }

  /// - Returns: The override, if it could be read, and whether the instance exists, changed or not.
  private mutating func instance(
    _ member: JSONValue.Member, at key: CivilDateTime, _ id: EventTime, _ found: inout Found
  ) -> (changed: Item?, isShown: Bool) {
    let object: JSONValue
    switch found.series.instance(changedBy: member.value.members ?? [], at: key) {
    case .rejected(let pointer):
      report(
        .error, .badValue, Self.property,
        "\(pointer.prefix(60)) is not a place that \(member.name) may change",
        repair: "kept, read as without a change", line: member.line)
      return (nil, true)
    case .changed(let changed, let ignored):
      object = changed
      for place in ignored {
        report(
          .warning, .badValue, Self.property, "\(place.name.prefix(60)) of \(member.name) may not be changed",
          repair: "ignored", line: place.line)
      }
    }
    guard budget.spend(object) else { return (nil, false) }
    reportTypes(of: object)
    guard var item = item(found.main.kind, object) else { return (nil, false) }
    item.recurrenceID = id
    storeUnmodelled(from: object, in: &item, as: .override(of: found.main))
    guard isTooLong(item, of: object) else { return (item, true) }
    let limit = options.limits.properties
    report(
      .error, .tooManyProperties, Self.property, "at most \(limit) lines in an instance", line: member.line)
    return (nil, false)
  }
}

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

/// A limit of what overrides may repeat of their series, because a patch of a few bytes
/// represents a whole object.
///
/// Values are limited by the limit of values, bytes by the limit for one component and by
/// the size of the document.
struct OverrideBudget {
  private var values: Int
  private var bytes: Int

  init(_ limits: ICSLimits, size: Int) {
    values = min(limits.values, .max / 40) * 20
    bytes = min(limits.componentBytes, .max / 4) + min(size, .max / 64) * 16
  }

  /// Subtracts an object; returns whether it was within the limit. Once the limit was exceeded, every later call returns
  /// `false`.
  mutating func spend(_ object: JSONValue) -> Bool {
    values = max(0, values - object.count)
    bytes = max(0, bytes - object.textSize)
    return !isEmpty
  }

  var isEmpty: Bool { values <= 0 || bytes <= 0 }
}

extension JSONValue {
  /// The number of bytes in strings, numbers and names.
  fileprivate var textSize: Int {
    switch self {
    case .string(let text), .number(let text): text.utf8.count
    case .array(let elements): elements.reduce(0) { $0 + $1.textSize }
    case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + $1.value.textSize }
    case .null, .bool: 0
    }
  }
}
