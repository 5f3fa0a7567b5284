import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

// Rows for times and recurrence.

extension MemberTable {
  /// Written here; read by `timedItem` before all other members, because an event without a start is invalid.
  static let start = Row(
    [.dtstart], ["start": .own, "timeZone": .own, "showWithoutTime": .flag],
    write: { writer, item, object in
      guard let anchor = item.moment else { return }
      let (local, zone) = writer.written(anchor, isEndless: item.isRecurring)
      if item.start != nil { object["start"] = .written(local) }
      object["timeZone"] = .written(zone)
      if anchor.isDate { object["showWithoutTime"] = .bool(true) }
    })

  static let recurrenceID = Row(
    [.recurrenceID], ["recurrenceId": .fixed(.own), "recurrenceIdTimeZone": .fixed(.own)]
  ) {
    reader, object, item in
    guard let start = item.moment, let id = reader.local("recurrenceId", of: object) else { return }
    let zone = reader.statedZone("recurrenceIdTimeZone", of: object)
    item.recurrenceID =
      zone.map { .zoned(ZonedDateTime(id, in: $0)) } ?? (start.isDate ? .date(id.date) : .floating(id))
  } write: { writer, item, object in
    guard case .alone = writer.role, let id = item.recurrenceID else { return }
    let (local, zone) = writer.written(id)
    object["recurrenceId"] = .written(local)
    object["recurrenceIdTimeZone"] = .written(zone)
  } keep: { item, _, rest in
    if item.overridesFuture { (rest.recurrenceID, rest.overridesFuture) = (item.recurrenceID, true) }
  } restore: { rest, item in
    item.overridesFuture = rest.overridesFuture
  }

  /// Written here; read together with the start.
  static let extent = Row(
    [.dtend, .due, .duration], ["duration": .own, "due": .own],
    write: { $0.addExtent(of: $1, to: &$2) })

  static let recurrence = Row(
    [.rrule, .exrule, .rdate, .exdate],
    [
      "recurrenceRules": .fixed(.own), "excludedRecurrenceRules": .fixed(.own),
      "recurrenceOverrides": .fixed(.mixedMap),
    ]
  ) { reader, object, item in
    guard let start = item.moment else { return }
    let (rules, isWhole) = reader.rules("recurrenceRules", object, start)
    item.recurrence.rules = rules
    item.recurrence.exclusionRules = reader.rules("excludedRecurrenceRules", object, start).rules
    if !isWhole, let stated = object["recurrenceRules"] {
      item.unmodelled.properties.append(UnmappedJSON.mark(.rrule, for: "recurrenceRules", stated))
    }
    if let stated = object["recurrenceRule"], stated != .null {
      reader.report(.warning, .unknownValue, "recurrenceRule", "a member that RFC 8984 does not have")
      item.unmodelled.properties.append(UnmappedJSON.mark(.rrule, for: "recurrenceRule", stated))
    }
  } write: { writer, item, object in
    guard writer.role.series == nil, let start = item.moment, item.recurrence != .none
    else { return }
    let recurrence = item.recurrence
    func rules(_ rules: [RecurrenceRule]) -> JSONValue? {
      .list(rules.map { JSCalendarRule.object($0, start: start) })
    }
    object["recurrenceRules"] = rules(recurrence.rules)
    object["excludedRecurrenceRules"] = rules(recurrence.exclusionRules)
    var overrides = JSONMap()
    for addition in recurrence.additions {
      let length: CalendarDuration? =
        switch addition.extent {
        case .duration(let duration): duration
        case .end(let end): JSCalendarWriter.length(from: addition.start, to: end)
        case nil: nil
        }
      let key = addition.start.conformed(to: start).local.description
      overrides[key] = ["duration": .written(length)]
    }
    for exception in recurrence.exceptions {
      overrides[exception.conformed(to: start).local.description] = ["excluded": .bool(true)]
    }
    object["recurrenceOverrides"] = .map(overrides.entries.sorted { $0.name < $1.name })
  } keep: { item, main, rest in
    // An instance has no rules in JSCalendar (RFC 8984 §4.3.5).
    if item.recurrenceID != nil, main.recurrenceID == nil { rest.recurrence = item.recurrence }
  } restore: { rest, item in
    if item.recurrence == .none { item.content.series.recurrence = rest.recurrence }
  }
}

// MARK: Reading

extension JSCalendarReader {
  /// An item with its start and its extent; `nil` for an event without a start.
  mutating func timedItem(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
    let start = local("start", of: object)
    let due = kind == .todo ? local("due", of: object) : nil
    let zone = statedZone("timeZone", of: object)
    let isWhole = object.isTrue("showWithoutTime") && zone == nil
    func time(_ local: CivilDateTime, isDate: Bool) -> EventTime {
      if isDate { return .date(local.date) }
      return zone.map { EventTime.zoned(ZonedDateTime(local, in: $0)) } ?? .floating(local)
    }
    let isDate = isWhole && [start, due].compactMap { $0 }.allSatisfy { $0.time == .midnight }
    var item: Item
    if kind == .event {
      guard let start else {
        report(.error, .missingStart, "start", "an Event without a start")
        return nil
      }
      item = Event("", at: time(start, isDate: isDate), uid: uid).item
    } else {
      item = Todo("", uid: uid).item
      item.start = start.map { time($0, isDate: isDate) }
    }
    readExtent(of: &item, object, due: due.map { time($0, isDate: isDate) })
    if let stated = object["timeZone"], stated != .null, zone == nil {
      item.unmodelled.parameters.append(UnmappedJSON.mark(zone: stated.text ?? stated.written))
    }
    return item
  }

  private mutating func readExtent(of item: inout Item, _ object: JSONValue, due: EventTime?) {
    if let due {
      item.extent = .end(due)
      if let start = item.start, due.isBefore(start) {
        report(
          .warning, .endNotAfterStart, "due", "\(due) is before the start \(start)",
          repair: start.isDate ? "kept, read as lasting one day" : "kept, read as lasting no time")
        // DUE must be later than DTSTART (RFC 5545 §3.8.2.3); durations from a date are in whole days.
        item.extent = .duration(.days(start.isDate ? 1 : 0))
      }
    } else if item.kind == .event, let length = duration("duration", of: object), let start = item.start {
      item.extent = .duration(length)
      if start.isDate, length.exactSeconds != 0 {
        // Legal in JSCalendar, but durations from a date are in whole days in iCalendar.
        let days = max(1, (length.civilSeconds + 86_399) / 86_400)
        report(
          .note, .mixedTimeForms, "duration", "\(length) from a day without a time",
          repair: "kept, read as \(days) days")
        item.extent = .duration(.days(days))
      }
    }
    let last = object.entries("locations").first {
      $0.value.text("relativeTo") == "end" && !$0.value.text("timeZone").isEmpty
    }
    if item.kind == .event, item.extent == .implied, let stated = object["duration"], stated != .null {
      item.unmodelled.properties.append(UnmappedJSON.mark(.duration, for: "duration", stated))
    }
    guard item.kind == .event, let start = item.start, let own = start.zone, let last,
      let end = zone(last.value.text("timeZone"), "locations"), end != own
    else { return }
    let finish = item.extent.end(from: start).instant(in: own)
    item.extent = .end(.zoned(ZonedDateTime(finish, in: end)))
    if last.name != "end" {
      item.unmodelled.parameters.append(KeptParameters("DTEND", [Parameter(JSONKey.parameter, last.name)]))
    }
  }

  /// The rules of a member, and whether all of it that chooses instances was read.
  fileprivate mutating func rules(
    _ name: String, _ object: JSONValue, _ start: EventTime
  ) -> (rules: [RecurrenceRule], isWhole: Bool) {
    guard let stated = object[name], stated != .null else { return ([], true) }
    if stated.elements == nil {
      report(
        .warning, .badValue, name, "not a list",
        repair: stated.members == nil ? "kept, not followed" : "read as one")
    }
    let values = stated.elements ?? (stated.members == nil ? [] : [stated])
    let limit = 64
    if values.count > limit {
      report(
        .error, .tooManyValues, name, "more than \(limit) rules",
        repair: "at most \(limit) are followed, all kept")
    }
    var isWhole = (stated.elements != nil || stated.members != nil) && values.count <= limit
    let rules = values.prefix(limit).compactMap { value in
      let reader = JSCalendarRuleReader(value, start: start, isExclusion: name == "excludedRecurrenceRules")
      for finding in reader.findings {
        report(
          finding.severity, finding.code, name, finding.message, repair: finding.repair, line: finding.line)
      }
      if reader.hidesInstances { isWhole = false }
      return reader.rule
    }
    return (rules, isWhole)
  }
}

// MARK: Writing

extension JSCalendarWriter {
  /// The local time and the zone of a time. The second pass of a fold, which a local time cannot
  /// state, is written in UTC.
  fileprivate mutating func written(
    _ time: EventTime, isEndless: Bool = false
  ) -> (local: CivilDateTime, zone: String?) {
    guard case .zoned(let zoned) = time else { return (time.local, nil) }
    guard zoned.zone.instant(of: zoned.local) == zoned.instant else {
      return (zoned.instant.utc, "Etc/UTC")
    }
    return (zoned.local, zones.name(of: zoned.zone, at: zoned.instant, isEndless: isEndless))
  }

  fileprivate mutating func addExtent(of item: Item, to object: inout JSONValue) {
    let zone = item.moment?.zone
    if let todo = item.todo {
      // One zone applies to start and due.
      if let zone, todo.due?.zone != nil, object["timeZone"] != "Etc/UTC" {
        object["due"] = .written(todo.due.map { zone.local(at: $0.instant(in: zone)) })
      } else {
        object["due"] = .written(todo.due.map { zone == nil ? $0.local : $0.instant(in: .utc).utc })
      }
      return
    }
    switch (item.extent, item.start) {
    case (.duration(let duration), _): object["duration"] = .written(duration)
    case (.end(let end), let start?):
      object["duration"] = .written(Self.length(from: start, to: end))
      guard let last = end.zone, let zone, last != zone else { return }
      // The location of the end states its zone (RFC 8984 §4.2.5).
      let name = zones.name(of: last, at: end.instant(in: zone))
      let place: JSONValue = ["@type": "Location", "relativeTo": "end", "timeZone": .string(name)]
      object["locations"] = .map([JSONKey.stated(for: "DTEND", in: item.unmodelled) ?? "end"], [place])
    case (.implied, let start?) where start.isDate: object["duration"] = "P1D"
    case (.implied, _), (.end, nil): break
    }
  }

  /// The exact duration to an end (RFC 5545 §3.8.5.3); in days from a date.
  fileprivate static func length(from start: EventTime, to end: EventTime) -> CalendarDuration {
    guard !start.isDate else { return .days(end.date.days(since: start.date)) }
    let zone = start.zone ?? end.zone ?? .utc
    return CalendarDuration(.seconds(end.instant(in: zone).seconds(since: start.instant(in: zone))))
  }
}
