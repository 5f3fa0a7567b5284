import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Edits of series whose rules count by another calendar (RFC 7529).
@Suite("Edits of series of other calendar systems")
struct ScaledEditTests {
  /// On the second of six Hebrew months, of 29, 30, 29, 30 and 29 days, from Adar 5786; the third is moved by a day.
  private static let days = [
    "2026-02-19", "2026-03-20", "2026-04-20", "2026-05-18", "2026-06-17", "2026-07-16",
  ]

  private func calendar(knowing systems: CalendarSystems = CalendarSystems([.hebrew])) throws -> EventCalendar
  {
    var calendar = EventCalendar()
    calendar.calendarSystems = systems
    let rule = try RecurrenceRule("RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=2;COUNT=6")
    calendar.insert(Event("Second", from: try CivilDate(Self.days[0]), repeating: rule, uid: "a"))
    var moved = Event("Moved", from: try CivilDate("2026-04-20"), uid: "a")
    moved.recurrenceID = .date(try CivilDate("2026-04-19"))
    calendar.insert(moved)
    return calendar
  }

  private func id(_ day: String) throws -> ItemID {
    ItemID(uid: "a", recurrenceID: .date(try CivilDate(day)))
  }

  private func shown(_ calendar: EventCalendar) throws -> [String] {
    let year = try CivilDate("2026-01-01")..<CivilDate("2027-01-01")
    return try calendar.occurrences(in: QueryWindow(days: year, in: .utc).range, viewer: .utc)
      .map { "\($0.start) \($0.item.summary)" }
  }

  private static func expected(_ days: some Sequence<String>, _ name: String = "Second") -> [String] {
    days.map { "\($0) \($0 == "2026-04-20" && name == "Second" ? "Moved" : name)" }
  }

  @Test("A calendar with the system has all instances in every query")
  func known() throws {
    let calendar = try calendar()
    #expect(try shown(calendar) == Self.expected(Self.days))
    let (from, upTo) = (try Instant("2026-01-01T00:00:00Z"), try Instant("2027-01-01T00:00:00Z"))
    let busy = calendar.agenda(
      in: from..<upTo, viewer: .utc, counting: BusyRules.Prepared(.standard)
    ).found
    #expect(busy.map { "\($0.start)".prefix(10) } == Self.days.map { $0[...] })
    #expect(calendar.next(after: from, count: 9, viewer: .utc).count == 6)
    #expect(calendar == (try self.calendar(knowing: .gregorian)))
  }

  @Test("Deleting one instance adds an exception")
  func deleteOne() throws {
    var calendar = try calendar()
    let change = try calendar.delete(id(Self.days[0]), scope: .this, at: nil)
    #expect(try shown(calendar) == Self.expected(Self.days.dropFirst()))
    try calendar.apply(change.inverse)
    #expect(try shown(calendar) == Self.expected(Self.days))
  }

  @Test("From an instance on all are edited or removed, before it none", arguments: 1..<6)
  func future(place: Int) throws {
    let id = try id(place == 2 ? "2026-04-19" : Self.days[place])
    var calendar = try calendar()
    try calendar.edit(id, scope: .thisAndFuture, at: nil, uids: .seeded(1)) { $0.summary = "X" }
    var expected = Self.expected(Self.days[..<place]) + Self.expected(Self.days[place...], "X")
    // A name of its own stays where the series is edited, but for the instance that was.
    if place < 2 { expected[2] = "2026-04-20 Moved" }
    #expect(try shown(calendar) == expected)
    calendar = try self.calendar()
    try calendar.delete(id, scope: .thisAndFuture, at: nil)
    #expect(try shown(calendar) == Self.expected(Self.days[..<place]))
  }

  @Test("Without the calendar system only the series as a whole can be changed")
  func unknown() throws {
    var calendar = try calendar(knowing: .gregorian)
    let before = calendar
    for scope in RecurrenceScope.allCases {
      for day in [Self.days[0], Self.days[3]] {
        let error = #expect(throws: EventError.self) {
          try calendar.delete(try id(day), scope: scope, at: nil)
        }
        #expect(error?.codes == [.unsupportedCalendar])
        let other = #expect(throws: EventError.self) {
          try calendar.edit(try id(day), scope: scope, at: nil) { $0.summary = "X" }
        }
        #expect(other?.reasons.first?.expected.contains("HEBREW") == true)
      }
    }
    #expect(calendar == before)
    #expect(calendar.series(uid: "a")?.orphans == [])
    try calendar.edit(ItemID(uid: "a"), scope: .all, at: nil) { $0.location = "Room 12" }
    #expect(calendar.item(uid: "a")?.recurrence == before.item(uid: "a")?.recurrence)
    #expect(calendar.item(try id("2026-04-19"))?.location == "Room 12")
  }

  @Test("To-dos are completed separately")
  func todos() throws {
    var calendar = EventCalendar()
    calendar.calendarSystems = CalendarSystems([.hebrew])
    var todo = Todo("Second", due: try CivilDate(Self.days[0]), uid: "a")
    todo.recurrence = Recurrence([try RecurrenceRule("RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=2;COUNT=6")])
    calendar.insert(todo)
    var done: [String] = []
    let now = try Instant("2026-02-01T00:00:00Z")
    while let next = calendar.nextOpenInstance(uid: "a") {
      done.append(next.recurrenceID.map { "\($0)" } ?? "")
      try calendar.complete(ItemID(uid: "a"), at: now)
    }
    #expect(done == ["2026-02-19", "2026-03-20", "2026-04-19", "2026-05-18", "2026-06-17", "2026-07-16"])
  }

  @Test("Alarms go off for each instance")
  func alarms() throws {
    var calendar = try calendar()
    try calendar.edit(ItemID(uid: "a"), scope: .all, at: nil) { $0.alarms = [Alarm(.before(.hours(1)))] }
    let (from, upTo) = (try Instant("2026-01-01T00:00:00Z"), try Instant("2027-01-01T00:00:00Z"))
    let signals = try calendar.alarms(in: from..<upTo, viewer: .utc)
    #expect(signals.map { "\($0.instant.adding(seconds: 3600))".prefix(10) } == Self.days.map { $0[...] })
    #expect(try calendar.nextAlarms(after: from, count: 9, viewer: .utc).count == 6)
  }

  @Test("Identities follow a new rule")
  func identities() throws {
    var calendar = try calendar()
    let change = try calendar.edit(ItemID(uid: "a"), scope: .all, at: nil) {
      $0.recurrence.rules = [
        try! RecurrenceRule("RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=2;INTERVAL=2;COUNT=3")
      ]
    }
    #expect(change.identities[try id(Self.days[4])] == (try id(Self.days[4])))
    #expect(change.identities[try id(Self.days[1])] == nil)
  }
}
