import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// The clocks of Madrid skip 02:00–03:00 on 29 March 2026: the instance at 02:30 happens at 03:30, and other programs name it by
/// that time, or in UTC.
@Suite("Instances at a time that the clocks skip") struct SkippedTimeEditTests {
  private static let names = [
    "2026-03-29T02:30", "2026-03-29T03:30", "2026-03-29T01:30:00Z",
  ]

  private func id(_ name: String) throws -> EventTime {
    name.hasSuffix("Z") ? .zoned(try ZonedDateTime(name)) : .zoned(try Samples.madrid(name))
  }

  private func series(
    except exceptions: [EventTime] = [], from start: String = "2026-03-27T02:30"
  ) throws -> Event {
    var event = Event(
      "Night shift", from: try Samples.madrid(start), lasting: .hours(1),
      repeating: RecurrenceRule(.daily, until: .count(5)), uid: "n")
    event.recurrence.exceptions = exceptions
    return event
  }

  private func starts(_ calendar: EventCalendar) throws -> [String] {
    let days = try Samples.madrid("2026-03-20T00:00").instant..<Samples.madrid("2026-04-10T00:00").instant
    return try calendar.occurrences(in: days, viewer: Samples.madrid)
      .map { Samples.madrid.local(at: $0.start.instant(in: Samples.madrid)).description }
  }

  @Test("An exception follows a moved series, however it is written", arguments: names)
  func exception(name: String) throws {
    var calendar = EventCalendar()
    try calendar.insert(series(except: [id(name)]))
    #expect(try starts(calendar).count == 4)
    let change = try calendar.edit(ItemID(uid: "n"), scope: .all, at: Samples.stamp) {
      guard var event = $0.event else { return }
      event.move(to: try Samples.madrid("2026-03-27T05:00"))
      $0 = .event(event)
    }
    #expect(
      try starts(calendar) == ["27", "28", "30", "31"].map { "2026-03-\($0)T05:00:00" })
    try calendar.apply(change.inverse)
    #expect(try starts(calendar).count == 4)
  }

  @Test(
    "A changed instance follows a moved series, and its identity too, however it is written", arguments: names
  )
  func override(name: String) throws {
    var calendar = EventCalendar()
    try calendar.insert(series())
    var moved = try series(from: "2026-03-29T11:00")
    moved.recurrence = .none
    moved.recurrenceID = try id(name)
    calendar.insert(moved)
    let old = ItemID(uid: "n", recurrenceID: try id(name))
    let change = try calendar.edit(ItemID(uid: "n"), scope: .all, at: Samples.stamp) {
      guard var event = $0.event else { return }
      event.move(to: try Samples.madrid("2026-03-27T05:00"))
      $0 = .event(event)
    }
    #expect(
      try starts(calendar) == ["27T05", "28T05", "29T11", "30T05", "31T05"].map { "2026-03-\($0):00:00" })
    let new = try #require(change.identities[old])
    #expect(try new.recurrenceID?.instant(in: Zone.utc) == Samples.madrid("2026-03-29T05:00").instant)
    #expect(calendar.item(new) != nil)
  }

  @Test("Instances at 03:30 itself, as the clocks show it, stay apart from a skipped 02:30", arguments: names)
  func shown(name: String) throws {
    var calendar = EventCalendar()
    try calendar.insert(series(except: [id(name)], from: "2026-03-27T03:30"))
    try calendar.edit(ItemID(uid: "n"), scope: .all, at: Samples.stamp) {
      guard var event = $0.event else { return }
      event.move(to: try Samples.madrid("2026-03-27T04:00"))
      $0 = .event(event)
    }
    #expect(
      try starts(calendar) == ["27", "28", "30", "31"].map { "2026-03-\($0)T04:00:00" })
  }
}
