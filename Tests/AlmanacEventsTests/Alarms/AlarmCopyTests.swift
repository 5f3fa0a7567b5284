import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// An alarm at an instant goes off once, whatever was made of the series that has it; and so does one that was put
/// off (RFC 9074 §7).
@Suite("Copies of alarms")
struct AlarmCopyTests {
  private let utc = Zone.utc

  private func instant(_ text: String) throws -> Instant { try Instant("2026-03-\(text):00Z") }

  private func id(_ day: String, _ kind: Item.Kind = .event) throws -> ItemID {
    ItemID(uid: "d", kind: kind, recurrenceID: .zoned(try CivilDateTime("2026-03-\(day)T10:00").in(utc)))
  }

  /// Every day at 10:00, ten times from 2 March.
  private func daily(_ alarm: Alarm) throws -> EventCalendar {
    var event = Event(
      "d", from: try CivilDateTime("2026-03-02T10:00").in(utc), lasting: .hours(1),
      repeating: RecurrenceRule(.daily, until: .count(10)), uid: "d")
    event.alarms = [alarm]
    var calendar = EventCalendar()
    calendar.insert(event)
    return calendar
  }

  /// A quarter of an hour before; the first was put off at 09:58 until 10:10.
  private func snoozed() throws -> EventCalendar {
    var calendar = try daily(Alarm(.before(.minutes(15)), uid: "quarter"))
    let signal = try #require(calendar.nextAlarms(after: try instant("02T00:00"), viewer: utc).first)
    try calendar.snooze(
      signal, until: try instant("02T10:10"), at: try instant("02T09:58"), uids: .seeded(1))
    return calendar
  }

  private func signals(_ calendar: EventCalendar, on day: String) throws -> [String] {
    try calendar.alarms(in: try instant("\(day)T00:00")..<(try instant("\(day)T23:59")), viewer: utc)
      .map(\.instant.description)
  }

  @Test("a split leaves an alarm at an instant in the part during which it goes off")
  func split() throws {
    for (day, half) in [("05", "d"), ("08", "rest")] {
      var calendar = try daily(Alarm(.absolute(try instant("\(day)T08:00"))))
      try calendar.edit(try id("06"), scope: .this, at: nil) { $0.location = "Elsewhere" }
      try calendar.edit(try id("07"), scope: .this, at: nil) { $0.location = "Elsewhere" }
      try calendar.edit(try id("06"), scope: .thisAndFuture, at: nil, uids: UIDSource { _ in "rest" }) {
        $0.summary = "Later"
      }
      let found = try calendar.alarms(in: try instant("01T00:00")..<(try instant("20T00:00")), viewer: utc)
      #expect(found.map { "\($0.item.uid) \($0.instant)" } == ["\(half) 2026-03-\(day)T08:00:00Z"])
      // The other half has not become one without alarms, for which defaults would count.
      let defaults = DefaultAlarms(timed: [Alarm(.before(.minutes(1)))])
      let all = try calendar.alarms(
        in: try instant("01T00:00")..<(try instant("20T00:00")), viewer: utc, defaults: defaults)
      #expect(all == found)
    }
  }

  @Test("a copy in an override does not go off again once the alarm is acknowledged")
  func seen() throws {
    var calendar = try daily(Alarm(.absolute(try instant("05T08:00"))))
    try calendar.edit(try id("06"), scope: .this, at: nil) { $0.summary = "Changed" }
    let found = try calendar.alarms(in: try instant("05T00:00")..<(try instant("06T00:00")), viewer: utc)
    #expect(found.map(\.item.summary) == ["d"])
    try calendar.acknowledge(try #require(found.first), at: try instant("05T08:00"))
    #expect(try signals(calendar, on: "05").isEmpty)
  }

  @Test("parameters of UID and ACKNOWLEDGED do not distinguish alarms")
  func parameters() throws {
    for property in ["UID", "ACKNOWLEDGED"] {
      let kept = Unmodelled(parameters: [KeptParameters(property, [Parameter("X-P", "1")])])
      var calendar = try daily(Alarm(.absolute(try instant("05T08:00")), uid: "a", unmodelled: kept))
      try calendar.edit(try id("06"), scope: .this, at: nil) {
        $0.alarms[0].uid = ""
        $0.alarms[0].unmodelled = Unmodelled()
      }
      #expect(try signals(calendar, on: "05") == ["2026-03-05T08:00:00Z"])
    }
  }

  @Test("an override's own alarm at another instant goes off too")
  func own() throws {
    var calendar = try daily(Alarm(.absolute(try instant("05T08:00")), uid: "a"))
    let five = try instant("05T09:00")
    try calendar.edit(try id("06"), scope: .this, at: nil) { $0.alarms[0].trigger = .absolute(five) }
    #expect(try signals(calendar, on: "05") == ["2026-03-05T08:00:00Z", "2026-03-05T09:00:00Z"])
  }

  @Test("a snooze that was dismissed does not go off again by a later instance's copy")
  func dismissed() throws {
    var calendar = try snoozed()
    try calendar.edit(try id("06"), scope: .this, at: nil) { $0.summary = "Changed" }
    let ten = try instant("02T10:00")
    let snooze = try #require(calendar.nextAlarms(after: ten, viewer: utc).first)
    #expect(snooze.instant.description == "2026-03-02T10:10:00Z")
    try calendar.acknowledge(snooze, at: ten)
    let next = try calendar.nextAlarms(after: ten.adding(seconds: 60), viewer: utc)
    #expect(next.map(\.instant.description) == ["2026-03-03T09:45:00Z"])
  }

  @Test("a snooze follows its instance when that is changed, and is dismissed with it")
  func ownInstance() throws {
    var calendar = try snoozed()
    try calendar.edit(try id("02"), scope: .this, at: nil) { $0.summary = "Changed" }
    let ten = try instant("02T10:00")
    let next = try calendar.nextAlarms(after: ten, count: 2, viewer: utc)
    #expect(
      next.map { "\($0.item.summary) \($0.instant)" } == [
        "Changed 2026-03-02T10:10:00Z", "d 2026-03-03T09:45:00Z",
      ])
    try calendar.acknowledge(try #require(next.first), at: ten)
    #expect(
      try calendar.nextAlarms(after: ten, viewer: utc).map(\.instant.description) == ["2026-03-03T09:45:00Z"])
  }

  @Test("a snooze goes off once when the series is split, and not for a removed instance")
  func splitSnooze() throws {
    for (day, count) in [("06", 1), ("03", 1)] {
      var calendar = try snoozed()
      try calendar.edit(try id(day), scope: .thisAndFuture, at: nil) { $0.summary = "Later" }
      #expect(
        try calendar.alarms(in: instant("02T10:00")..<instant("02T23:00"), viewer: utc).count == count)
    }
    for (scope, day) in [(RecurrenceScope.this, "02"), (.this, "03"), (.thisAndFuture, "03")] {
      var calendar = try snoozed()
      try calendar.delete(try id(day), scope: scope, at: nil)
      let rest = try calendar.alarms(in: try instant("02T10:00")..<(try instant("02T23:00")), viewer: utc)
      #expect(rest.count == (day == "02" ? 0 : 1))
    }
  }

  @Test("a snooze of a to-do ends once that instance is done")
  func done() throws {
    var todo = Todo(
      "d", from: try CivilDateTime("2026-03-02T10:00").in(utc),
      repeating: RecurrenceRule(.daily, until: .count(10)), uid: "d")
    todo.alarms = [Alarm(.before(.minutes(15)), uid: "quarter")]
    var calendar = EventCalendar()
    calendar.insert(todo)
    let signal = try #require(calendar.nextAlarms(after: try instant("02T00:00"), viewer: utc).first)
    try calendar.snooze(signal, until: try instant("02T10:10"), at: try instant("02T09:58"))
    let ten = try instant("02T10:00")
    #expect(
      try calendar.nextAlarms(after: ten, viewer: utc).map(\.instant.description) == ["2026-03-02T10:10:00Z"])
    try calendar.complete(ItemID(uid: "d", kind: .todo), at: ten)
    #expect(
      try calendar.nextAlarms(after: ten, viewer: utc).map(\.instant.description) == ["2026-03-03T09:45:00Z"])
    try calendar.reopen(try id("02", .todo), at: ten)
    #expect(
      try calendar.nextAlarms(after: ten, viewer: utc).map(\.instant.description) == ["2026-03-02T10:10:00Z"])
  }

  @Test("a snooze ends when the event is moved to a later time, whose own alarm is still to come")
  func moved() throws {
    var event = Event("", at: try CivilDateTime("2026-03-02T10:00").in(utc), uid: "e")
    event.alarms = [Alarm(.before(.minutes(15)), uid: "quarter")]
    var calendar = EventCalendar()
    calendar.insert(event)
    let signal = try #require(calendar.nextAlarms(after: try instant("02T00:00"), viewer: utc).first)
    try calendar.snooze(signal, until: try instant("02T10:10"), at: try instant("02T09:58"))
    var later = try #require(calendar.item(uid: "e"))
    later.move(to: try CivilDateTime("2026-03-03T10:00").in(utc))
    try calendar.update(later, at: nil)
    let next = try calendar.nextAlarms(after: try instant("02T10:00"), count: 2, viewer: utc)
    #expect(next.map(\.instant.description) == ["2026-03-03T09:45:00Z"])
  }
}
