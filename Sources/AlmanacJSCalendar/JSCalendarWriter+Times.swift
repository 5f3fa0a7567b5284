import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// When items happen, and how they repeat.
extension JSCalendarWriter {
  /// A time as digits and a zone. The second pass of a fold, which digits cannot tell, is told in UTC.
  private mutating func written(
    _ time: EventTime, isEndless: Bool = false
  ) -> (local: CivilDateTime, zone: String?) {
    guard case .zoned(let zoned) = time else { return (time.local, nil) }
    guard zoned.zone.instant(of: zoned.local) == zoned.instant else {
      return (zoned.instant.utc, "Etc/UTC")
    }
    return (zoned.local, zones.name(of: zoned.zone, at: zoned.instant, isEndless: isEndless))
  }

  mutating func addStart(of item: Item, to object: inout JSONObject) {
    guard let anchor = Self.anchor(of: item) else { return }
    let (local, zone) = written(anchor, isEndless: item.isRecurring)
    if item.start != nil { object.add("start", local) }
    object.add("timeZone", zone)
    if anchor.isDate { object["showWithoutTime"] = .bool(true) }
  }

  mutating func addRecurrenceID(of item: Item, to object: inout JSONObject) {
    guard case .alone = role, let id = item.recurrenceID else { return }
    let (local, zone) = written(id)
    object.add("recurrenceId", local)
    object.add("recurrenceIdTimeZone", zone)
  }

  mutating func addExtent(of item: Item, to object: inout JSONObject) {
    if item.kind == .todo {
      addDue(of: item, Self.anchor(of: item), to: &object)
    } else if let start = item.start {
      addDuration(of: item, from: start, to: &object)
    }
  }

  private mutating func addDuration(of item: Item, from start: EventTime, to object: inout JSONObject) {
    switch item.extent {
    case .implied: if start.isDate { object["duration"] = .string("P1D") }
    case .duration(let duration): object.add("duration", duration)
    case .end(let end):
      object.add("duration", Self.length(from: start, to: end))
      guard let zone = end.zone, let own = start.zone, zone != own else { return }
      // The place at which it ends has its own clock (RFC 8984 §4.2.5).
      let key = JSONKey.stated(for: "DTEND", in: item.unmodelled) ?? "end"
      var place = JSONObject(type: "Location")
      place["relativeTo"] = .string("end")
      place["timeZone"] = .string(zones.name(of: zone, at: end.instant(in: own)))
      object.add("locations", JSONObject([JSONValue.Member(name: key, value: place.value)]))
    }
  }

  /// An end says one exact length (RFC 5545 §3.8.5.3).
  private static func length(from start: EventTime, to end: EventTime) -> CalendarDuration {
    let zone = start.zone ?? end.zone ?? .utc
    let seconds = end.instant(in: zone).seconds(since: start.instant(in: zone))
    guard start.isDate else { return CalendarDuration(.seconds(seconds)) }
    return .days(end.date.days(since: start.date))
  }

  private mutating func addDue(of item: Item, _ anchor: EventTime?, to object: inout JSONObject) {
    switch item.extent {
    case .implied: break
    case .duration(let duration): object.add("estimatedDuration", duration)
    case .end(let due):
      // One zone serves both.
      if let zone = anchor?.zone, due.zone != nil, object["timeZone"] != .string("Etc/UTC") {
        object.add("due", zone.local(at: due.instant(in: zone)))
      } else if anchor?.zone != nil {
        object.add("due", due.instant(in: .utc).utc)
      } else {
        object.add("due", due.local)
      }
    }
  }

  mutating func addRecurrence(of item: Item, to object: inout JSONObject) {
    guard role.series == nil, let start = Self.anchor(of: item), item.recurrence != .none else { return }
    let recurrence = item.recurrence
    func rules(_ rules: [RecurrenceRule]) -> JSONValue {
      .array(rules.map { JSCalendarRule.object($0, start: start) })
    }
    if !recurrence.rules.isEmpty { object["recurrenceRules"] = rules(recurrence.rules) }
    if !recurrence.exclusionRules.isEmpty {
      object["excludedRecurrenceRules"] = rules(recurrence.exclusionRules)
    }
    var overrides: [String: JSONValue] = [:]
    for addition in recurrence.additions {
      var change = JSONObject()
      switch addition.extent {
      case .duration(let duration): change.add("duration", duration)
      case .end(let end): change.add("duration", Self.length(from: addition.start, to: end))
      case nil: break
      }
      overrides[Self.instance(addition.start, of: start).description] = change.value
    }
    for exception in recurrence.exceptions {
      overrides[Self.instance(exception, of: start).description] = .object([
        JSONValue.Member(name: "excluded", value: .bool(true))
      ])
    }
    let members = overrides.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) }
    object.add("recurrenceOverrides", JSONObject(members))
  }
}
