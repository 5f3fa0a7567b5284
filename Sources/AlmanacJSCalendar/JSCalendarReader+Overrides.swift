import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// The changed instances of a series.
extension JSCalendarReader {
  private static let property = "recurrenceOverrides"

  /// What the overrides of a series are read into.
  private struct Found {
    var items: [Item] = []
    /// Put into the series in one go, as there may be many.
    var recurrence: Recurrence
    /// Kept as they stand.
    var unread: [JSONValue.Member] = []
    var isLimitTold = false
  }

  mutating func overrides(
    _ value: JSONValue?, of whole: JSONValue, _ start: EventTime, _ kind: Item.Kind, into main: inout Item
  ) -> [Item] {
    guard let members = value?.members, !members.isEmpty else {
      if let value, value != .object([]) {
        keep([JSONPatch(path: [Self.property], value: value, former: nil)], in: &main.unmodelled)
      }
      return []
    }
    let expansion = RecurrenceExpansion(main.recurrence.set(from: start))
    var series = JSCalendarOverride(of: whole, start: start)
    let limit = options.limits.values
    var found = Found(recurrence: main.recurrence)
    let placeOfSeries = place
    for (index, member) in members.enumerated() {
      guard let key = try? CivilDateTime(member.name), member.value.members != nil, index < limit else {
        if index < limit {
          report(
            .warning, .badTime, Self.property, "\(member.name.prefix(60)) names no instance",
            repair: "kept, not shown", line: member.line)
        } else {
          tellLimit(&found, "more than \(limit) of them", member)
        }
        found.unread.append(member)
        continue
      }
      place = JSCalendarPlaceOfFault(patch: member)
      let id = start.with(local: key)
      override(member, at: key, id, isNew: !expansion.contains(id), &series, of: main, kind, into: &found)
      place = placeOfSeries
    }
    main.recurrence = found.recurrence
    if !found.unread.isEmpty {
      let patch = JSONPatch(path: [Self.property], value: .object(found.unread), former: nil)
      keep([patch], in: &main.unmodelled)
    }
    return found.items
  }

  /// - Parameter isNew: Whether the rules give no such instance.
  private mutating func override(
    _ member: JSONValue.Member, at key: CivilDateTime, _ id: EventTime, isNew: Bool,
    _ series: inout JSCalendarOverride, of main: Item, _ kind: Item.Kind, into found: inout Found
  ) {
    let changes = member.value.members ?? []
    if member.value["excluded"]?.isTrue ?? false {
      found.recurrence.exceptions.append(id)
      if changes.count > 1 { found.unread.append(member) }
      return
    }
    // Where the rules give it already, one that says nothing says so again, as RDATE may.
    if changes.isEmpty || isNew && changes.allSatisfy({ $0.name == "duration" }) {
      let length = duration("duration", of: member.value)
      if changes.count > 0, length == nil { found.unread.append(member) }
      found.recurrence.additions.append(RecurrenceDate(id, extent: length.map { .duration($0) }))
      return
    }
    let reading =
      room.isEmpty ? .hidden : instance(member, at: key, id, &series, of: main, kind, into: &found)
    if room.isEmpty {
      tellLimit(&found, "changes that repeat more of a series than a document may", member)
    }
    if isNew, reading != .hidden { found.recurrence.additions.append(RecurrenceDate(id)) }
    if reading != .changed { found.unread.append(member) }
  }

  /// What a changed instance is read as.
  private enum Reading {
    case changed
    /// Without a change.
    case unchanged
    /// Not at all: the rules give it or nothing does.
    case hidden
  }

  private mutating func tellLimit(_ found: inout Found, _ message: String, _ member: JSONValue.Member) {
    guard !found.isLimitTold else { return }
    found.isLimitTold = true
    report(
      .error, .tooManyValues, Self.property, "\(message), from \(member.name.prefix(60)) on",
      repair: "kept, not shown", line: member.line)
  }

  private mutating func instance(
    _ member: JSONValue.Member, at key: CivilDateTime, _ id: EventTime,
    _ series: inout JSCalendarOverride, of main: Item, _ kind: Item.Kind, into found: inout Found
  ) -> Reading {
    let object: JSONValue
    switch series.instance(changedBy: member.value.members ?? [], at: key) {
    case .rejected(let pointer):
      report(
        .error, .badValue, Self.property, "\(pointer.prefix(60)) is no place that \(member.name) may change",
        repair: "kept, read as without a change", line: member.line)
      return .unchanged
    case .changed(let changed, let ignored):
      object = changed
      for place in ignored {
        report(
          .warning, .badValue, Self.property, "\(place.name.prefix(60)) of \(member.name) may not be changed",
          repair: "left out", line: place.line)
      }
    }
    guard room.take(object) else { return .hidden }
    tellTypes(of: object)
    guard var item = item(kind, object) else { return .hidden }
    (item.recurrenceID, item.recurrence) = (id, .none)
    keepRest(of: JSONObject(object.members ?? []), of: &item, as: .override(of: main))
    guard !isTooLong(item, of: object) else {
      let limit = options.limits.properties
      report(
        .error, .tooManyProperties, Self.property, "at most \(limit) lines in an instance",
        repair: "kept, not shown",
        line: member.line)
      return .hidden
    }
    found.items.append(item)
    return .changed
  }
}
