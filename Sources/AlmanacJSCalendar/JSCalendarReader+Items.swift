import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Events and to-dos.
extension JSCalendarReader {
  /// The item of an object without its changed instances; `nil` for an event without a start.
  mutating func item(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
    guard var item = timedItem(kind, object) else { return nil }
    for row in MemberTable.rows { row.read(&self, object, &item) }
    return ICalendarRest.filled(item, from: object, options)
  }

  /// An item that says when it is, and for how long.
  private mutating func timedItem(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
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
      item = Event("", from: time(start, isDate: isDate), uid: uid).item
    } else {
      item = Todo("", uid: uid).item
      item.start = start.map { time($0, isDate: isDate) }
    }
    readExtent(of: &item, object, due: due.map { time($0, isDate: isDate) })
    return item
  }

  private mutating func readExtent(of item: inout Item, _ object: JSONValue, due: EventTime?) {
    let name = item.kind == .todo ? "estimatedDuration" : "duration"
    let length = duration(name, of: object)
    if let due {
      item.extent = .end(due)
      if let start = item.start, due.isBefore(start) {
        report(
          .warning, .endNotAfterStart, "due", "\(due) is before the start \(start)",
          repair: start.isDate ? "kept, read as lasting one day" : "kept, read as taking no time")
        // A DUE must be later than DTSTART (RFC 5545 §3.8.2.3), and from a date only whole days are counted.
        item.extent = .duration(.days(start.isDate ? 1 : 0))
      }
    } else if let length, let start = item.start {
      item.extent = .duration(length)
      if start.isDate, length.exactSeconds != 0 {
        // Legal here, but no day of iCalendar has hours.
        let days = max(1, (length.civilSeconds + 86_399) / 86_400)
        report(
          .note, .mixedTimeForms, name, "\(length) from a day without a time",
          repair: "kept, read as \(days) days")
        item.extent = .duration(.days(days))
      }
    }
    let last = object.entries("locations").first {
      $0.value.text("relativeTo") == "end" && !$0.value.text("timeZone").isEmpty
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

  mutating func recurrenceID(of object: JSONValue, in item: Item) -> EventTime? {
    guard let start = JSCalendarWriter.anchor(of: item), let id = local("recurrenceId", of: object) else {
      return nil
    }
    let zone = statedZone("recurrenceIdTimeZone", of: object)
    return zone.map { .zoned(ZonedDateTime(id, in: $0)) } ?? (start.isDate ? .date(id.date) : .floating(id))
  }

  mutating func rules(_ name: String, _ object: JSONValue, _ start: EventTime) -> [RecurrenceRule] {
    guard let stated = object[name] else { return [] }
    if stated.elements == nil {
      report(
        .warning, .badValue, name, "no list",
        repair: stated.members == nil ? "kept, not followed" : "read as one")
    }
    let values = stated.elements ?? (stated.members == nil ? [] : [stated])
    let limit = 64
    if values.count > limit {
      report(
        .error, .tooManyValues, name, "more than \(limit) rules",
        repair: "at most \(limit) are followed, all kept")
    }
    return values.prefix(limit).compactMap { value in
      let reader = JSCalendarRuleReader(value, start: start, isExclusion: name == "excludedRecurrenceRules")
      for finding in reader.findings {
        report(
          finding.severity, finding.code, name, finding.message, repair: finding.repair, line: finding.line)
      }
      return reader.rule
    }
  }

  mutating func readLinks(of item: inout Item, _ object: JSONValue) {
    reportLack(of: "an href", in: object.entries("links"), "links") { $0.text("href").isEmpty }
    let links = JSCalendarLinks(object, takesFiles: true)
    (item.attachments, item.images, item.url) = (links.files, links.images, links.url)
    item.unmodelled.parameters += links.parameters
    item.links = links.others
  }

  mutating func readAlerts(of item: inout Item, _ object: JSONValue) {
    let alerts = object.entries("alerts")
    let referred = JSCalendarAlert.referred(alerts)
    var alarms: [Alarm] = []
    for entry in alerts where entry.value.members != nil {
      let alarm = JSCalendarAlert.alarm(
        entry.value, key: entry.name, at: alarms.count, isReferred: referred.contains(entry.name))
      guard let alarm else {
        // RFC 8984 §4.5.2: there may be triggers of other types, which never go off.
        let isOther = !["", "OffsetTrigger", "AbsoluteTrigger"].contains(
          entry.value["trigger"]?.text("@type") ?? "")
        report(
          isOther ? .note : .error, .incompleteAlarm, "alerts",
          "an alert that does not say when in a way that is known", repair: "kept, never goes off",
          line: entry.line)
        continue
      }
      let whole = ICalendarRest.filled(alarm, from: entry.value[ICalendarRest.component], options)
      if whole.action == .email, whole.attendees.isEmpty {
        // Legal here, where it goes to the user.
        report(
          .note, .incompleteAlarm, "alerts", "an alarm by e-mail that does not say to whom",
          repair: "kept as it is, tells nobody", line: entry.line)
      }
      alarms.append(whole)
    }
    item.alarms = alarms
  }
}
