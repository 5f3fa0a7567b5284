import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Series whose rules count by another calendar (RFC 7529).
@Suite("Series of other calendar systems")
struct ScaledSeriesTests {
  private func calendar(knowing systems: CalendarSystems = .gregorian) throws -> EventCalendar {
    var calendar = EventCalendar()
    calendar.calendarSystems = systems
    // Rosh Hashanah of 5784, and one that is moved by hand.
    calendar.insert(
      Event(
        "Rosh Hashanah", from: try CivilDate("2023-09-16"),
        repeating: try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY"), uid: "rosh"))
    var override = Event("Moved", from: try CivilDate("2025-09-24"), uid: "rosh")
    override.recurrenceID = .date(try CivilDate("2025-09-23"))
    calendar.insert(override)
    return calendar
  }

  private let window = QueryWindow(
    days: CivilDate(daysSinceEpoch: 19_600)..<CivilDate(daysSinceEpoch: 21_100), in: .utc
  ).range

  @Test("with the system, all instances and overrides are included")
  func known() throws {
    let calendar = try calendar(knowing: CalendarSystems([.hebrew]))
    let agenda = calendar.agenda(in: window, viewer: .utc)
    // The dates of Rosh Hashanah, as calendars print them.
    #expect(
      try agenda.occurrences.map { "\($0.start) \($0.item.summary)" } == [
        "2023-09-16 Rosh Hashanah", "2024-10-03 Rosh Hashanah", "2025-09-24 Moved",
        "2026-09-12 Rosh Hashanah",
        "2027-10-02 Rosh Hashanah",
      ])
    #expect(agenda.unknownCalendars.isEmpty)
    let next = try calendar.next(after: Instant("2028-01-01T00:00:00Z"), viewer: .utc)
    #expect(next.map(\.start.description) == ["2028-09-21"])
  }

  @Test(
    "without the calendar system its name is reported, the start remains, and the rest is missing from there on"
  )
  func unknown() throws {
    let agenda = try calendar().agenda(in: window, viewer: .utc)
    #expect(agenda.unknownCalendars == ["HEBREW"])
    #expect(agenda.found.map(\.start.description) == ["2023-09-16", "2025-09-24"])
    let missing = try #require(agenda.unexpanded.first)
    #expect(agenda.unexpanded.count == 1 && missing.uid == "rosh" && missing.unknownCalendar == "HEBREW")
    #expect(missing.from == (try Instant("2023-09-16T00:00:00Z")))
    let error = #expect(throws: EventError.self) { try agenda.occurrences }
    #expect(error?.codes == [.unsupportedCalendar])
    #expect(try calendar().next(after: Instant("2028-01-01T00:00:00Z"), viewer: .utc).isEmpty)
  }

  @Test(
    "nothing is missing before the start, nor after UNTIL",
    arguments: [
      ("2023-01-01", nil), ("2023-09-15", nil), ("2023-09-16", "2023-09-16"), ("2025-06-01", "2025-06-01"),
      ("2030-06-01", nil),
    ] as [(String, String?)])
  func bounds(day: String, from: String?) throws {
    var calendar = EventCalendar()
    let rule = try RecurrenceRule("RSCALE=HEBREW;FREQ=MONTHLY;UNTIL=20291231")
    calendar.insert(Event("New moon", from: try CivilDate("2023-09-16"), repeating: rule, uid: "moon"))
    let first = try CivilDate(day)
    let window = QueryWindow(days: first..<first.adding(days: 1), in: .utc).range
    let agenda = calendar.agenda(in: window, viewer: .utc)
    let expected = try from.map { [try Instant("\($0)T00:00:00Z")] } ?? []
    #expect(agenda.unexpanded.map(\.from) == expected)
  }

  @Test("a series that a query leaves out is not reported")
  func unmatched() throws {
    let agenda = try calendar().agenda(in: window, viewer: .utc, matching: OccurrenceQuery(text: "Pesach"))
    #expect(agenda.unexpanded.isEmpty && agenda.unknownCalendars.isEmpty)
  }
}
