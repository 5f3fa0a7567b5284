import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// The current one of several items of one identity has the highest SEQUENCE, then the latest DTSTAMP.
@Suite("Edits of items with superseded states") struct SupersededTests {
  private func override(_ summary: String, hour: Int, sequence: Int = 0, stamped day: Int = 1) throws -> Event
  {
    var event = Event(summary, at: try CivilDate("2026-03-03").at(CivilTime(hour, 0)).in(.utc), uid: "a")
    event.recurrenceID = .zoned(try CivilDateTime("2026-03-03T09:00").in(.utc))
    event.sequence = sequence
    event.stamp = try Instant("2026-01-0\(day)T00:00:00Z")
    return event
  }

  private func series(_ overrides: Event...) throws -> EventCalendar {
    var calendar = EventCalendar()
    calendar.insert(
      Event(
        "Series", at: try CivilDateTime("2026-03-02T09:00").in(.utc),
        repeating: RecurrenceRule(.daily, until: .count(3)), uid: "a"))
    calendar.insert(overrides.map(\.item))
    return calendar
  }

  private func shown(_ calendar: EventCalendar) throws -> [String] {
    let days = try CivilDate("2026-03-01")..<CivilDate("2026-04-01")
    return try calendar.occurrences(in: QueryWindow(days: days, in: .utc).range, viewer: .utc)
      .map { "\($0.start.local) \($0.item.summary)" }
  }

  private func id(_ day: Int, hour: Int = 9) throws -> ItemID {
    ItemID(uid: "a", recurrenceID: .zoned(try CivilDate(2026, 3, day).at(CivilTime(hour, 0)).in(.utc)))
  }

  @Test("the current state is still the current one after any edit of the series", arguments: [true, false])
  func current(isFirst: Bool) throws {
    let (new, old) = (try override("New", hour: 15, stamped: 5), try override("Old", hour: 12, stamped: 2))
    let whole = try isFirst ? series(new, old) : series(old, new)
    let third = "2026-03-03T15:00:00 New"
    for now in ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"] {
      var calendar = whole
      try calendar.edit(id(2), scope: .all, at: Instant(now)) {
        $0.move(to: try! CivilDateTime("2026-03-02T10:00").in(.utc))
      }
      #expect(try shown(calendar) == ["2026-03-02T10:00:00 Series", third, "2026-03-04T10:00:00 Series"])
      calendar = whole
      try calendar.edit(id(2), scope: .all, at: Instant(now)) { $0.location = "Room 12" }
      #expect(try shown(calendar) == shown(whole))
      #expect(calendar.item(try id(3))?.location == "Room 12")
      calendar = whole
      try calendar.edit(id(3), scope: .this, at: Instant(now)) { $0.location = "Room 12" }
      #expect(try shown(calendar) == shown(whole))
      calendar = whole
      try calendar.edit(id(3), scope: .thisAndFuture, at: Instant(now)) { $0.location = "Room 12" }
      #expect(try shown(calendar) == shown(whole))
    }
  }

  @Test("deleting an override of a series that is not here does not bring a superseded one to life")
  func alone() throws {
    var calendar = EventCalendar()
    calendar.insert([try override("New", hour: 15, stamped: 5).item, try override("Old", hour: 12).item])
    let change = try calendar.delete(id(3), scope: .this, at: nil)
    #expect(try calendar.count == 0 && change.identities[id(3)] == nil)
  }

  @Test("removal by category goes by the current state and removes superseded ones with it")
  func category() throws {
    func check(_ calendar: EventCalendar, leaves left: [String]) throws {
      var calendar = calendar
      let before = calendar
      let filed = calendar.items(category: "work")
      let change = calendar.remove(category: "work")
      #expect(change.removed == filed && calendar.items(category: "work").isEmpty)
      #expect(calendar.items.map(\.summary) == left)
      try calendar.apply(change.inverse)
      #expect(calendar == before)
    }
    var (old, new) = (try override("Old", hour: 12, sequence: 1), try override("New", hour: 15, sequence: 2))
    old.categories = ["Work"]
    try check(series(old, new), leaves: ["Series", "Old", "New"])
    (old.categories, new.categories) = ([], ["Work"])
    try check(series(old, new), leaves: ["Series"])
    // The same of items that happen once.
    (old.recurrenceID, new.recurrenceID) = (nil, nil)
    var calendar = EventCalendar()
    calendar.insert([old.item, new.item])
    try check(calendar, leaves: [])
    (old.categories, new.categories) = (["Work"], ["Home"])
    calendar = EventCalendar()
    calendar.insert([old.item, new.item])
    try check(calendar, leaves: ["Old", "New"])
  }

  @Test("an override without a series has no identity once it is removed")
  func identities() throws {
    var event = Event(
      "Series", at: try CivilDateTime("2026-03-02T09:00").in(.utc),
      repeating: RecurrenceRule(.daily, until: .count(3)), uid: "a")
    event.recurrence.exceptions = [.zoned(try CivilDateTime("2026-03-03T09:00").in(.utc))]
    var excepted = try override("Back", hour: 10)
    excepted.categories = ["Work"]
    var calendar = EventCalendar()
    calendar.insert([event.item, excepted.item])
    var (one, other) = (calendar, calendar)
    for change in [try one.remove(id(3)), other.remove(category: "Work")] {
      #expect(try change.identities[id(3)] == nil)
      #expect(try change.identities[id(2)] == id(2) && change.gone.map(\.summary) == ["Back"])
    }
    // An instance that the rule has is as the series has it.
    event.recurrence.exceptions = []
    calendar = EventCalendar()
    calendar.insert([event.item, excepted.item])
    var change = try calendar.remove(id(3))
    #expect(try change.identities[id(3)] == id(3))
    // Without the series nothing is left but its overrides.
    calendar.insert(excepted)
    change = try calendar.remove(ItemID(uid: "a"))
    #expect(try change.identities[id(3)] == id(3) && change.identities[id(2)] == nil)
    #expect(change.identities[ItemID(uid: "a")] == nil)
  }

  @Test("a superseded state of a to-do without a time has no alarm")
  func timeless() throws {
    var (old, new) = (Todo("Old", uid: "a"), Todo("New", uid: "a"))
    new.sequence = 1
    let nine = try Instant("2026-03-05T09:00:00Z")
    old.alarms = [Alarm(.absolute(nine))]
    new.alarms = [Alarm(.absolute(nine.adding(seconds: 60)))]
    var calendar = EventCalendar()
    calendar.insert([new.item, old.item])
    let signals = try calendar.alarms(in: nine..<nine.adding(seconds: 3600), viewer: .utc)
    #expect(signals.map(\.item.summary) == ["New"])
  }
}
