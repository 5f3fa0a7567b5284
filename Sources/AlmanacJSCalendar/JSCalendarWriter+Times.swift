import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// When items happen, and how they repeat.
extension JSCalendarWriter {
  /// A time as digits and a zone. The second pass of a fold, which digits cannot say, is written in UTC.
  private mutating func written(
    _ time: EventTime, isEndless: Bool = false
  ) -> (local: CivilDateTime, zone: String?) {
    guard case .zoned(let zoned) = time else { return (time.local, nil) }
    guard zoned.zone.instant(of: zoned.local) == zoned.instant else {
      return (zoned.instant.utc, "Etc/UTC")
    }
    return (zoned.local, zones.name(of: zoned.zone, at: zoned.instant, isEndless: isEndless))
  }

  mutating func addStart(of item: Item, to object: inout JSONValue) {
    guard let anchor = Self.anchor(of: item) else { return }
    let (local, zone) = written(anchor, isEndless: item.isRecurring)
    if item.start != nil { object["start"] = .written(local) }
    object["timeZone"] = .written(zone)
    if anchor.isDate { object["showWithoutTime"] = .bool(true) }
  }

  mutating func addRecurrenceID(of item: Item, to object: inout JSONValue) {
    guard case .alone = role, let id = item.recurrenceID else { return }
    let (local, zone) = written(id)
    object["recurrenceId"] = .written(local)
    object["recurrenceIdTimeZone"] = .written(zone)
  }

  mutating func addExtent(of item: Item, to object: inout JSONValue) {
    if item.kind == .todo {
      addDue(of: item, Self.anchor(of: item), to: &object)
    } else if let start = item.start {
      addDuration(of: item, from: start, to: &object)
    }
  }

  private mutating func addDuration(of item: Item, from start: EventTime, to object: inout JSONValue) {
    switch item.extent {
    case .implied: if start.isDate { object["duration"] = .string("P1D") }
    case .duration(let duration): object["duration"] = .written(duration)
    case .end(let end):
      object["duration"] = .written(Self.length(from: start, to: end))
      guard let zone = end.zone, let own = start.zone, zone != own else { return }
      // The place at which it ends has its own clock (RFC 8984 §4.2.5).
      let name = zones.name(of: zone, at: end.instant(in: own))
      let place = JSONValue.typed("Location", ["relativeTo": .string("end"), "timeZone": .string(name)])
      object["locations"] = .map([JSONKey.stated(for: "DTEND", in: item.unmodelled) ?? "end"], [place])
    }
  }

  /// An end says one exact length (RFC 5545 §3.8.5.3).
  private static func length(from start: EventTime, to end: EventTime) -> CalendarDuration {
    guard !start.isDate else { return .days(end.date.days(since: start.date)) }
    let zone = start.zone ?? end.zone ?? .utc
    return CalendarDuration(.seconds(end.instant(in: zone).seconds(since: start.instant(in: zone))))
  }

  private func addDue(of item: Item, _ anchor: EventTime?, to object: inout JSONValue) {
    switch item.extent {
    case .implied: break
    case .duration(let duration): object["estimatedDuration"] = .written(duration)
    case .end(let due):
      // One zone serves both.
      if let zone = anchor?.zone, due.zone != nil, object["timeZone"] != .string("Etc/UTC") {
        object["due"] = .written(zone.local(at: due.instant(in: zone)))
      } else {
        object["due"] = .written(anchor?.zone == nil ? due.local : due.instant(in: .utc).utc)
      }
    }
  }

  func addRecurrence(of item: Item, to object: inout JSONValue) {
    guard role.series == nil, let start = Self.anchor(of: item), item.recurrence != .none else { return }
    let recurrence = item.recurrence
    func rules(_ rules: [RecurrenceRule]) -> JSONValue? {
      .list(rules.map { JSCalendarRule.object($0, start: start) })
    }
    object["recurrenceRules"] = rules(recurrence.rules)
    object["excludedRecurrenceRules"] = rules(recurrence.exclusionRules)
    var overrides: [String: JSONValue] = [:]
    for addition in recurrence.additions {
      let length: CalendarDuration? =
        switch addition.extent {
        case .duration(let duration): duration
        case .end(let end): Self.length(from: addition.start, to: end)
        case nil: nil
        }
      overrides[Self.instance(addition.start, of: start).description] = .object(
        length.map { [JSONValue.Member(name: "duration", value: .string($0.description))] } ?? [])
    }
    for exception in recurrence.exceptions {
      overrides[Self.instance(exception, of: start).description] = .set(["excluded"])
    }
    object["recurrenceOverrides"] = .map(
      overrides.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) })
  }
}
