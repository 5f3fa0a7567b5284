import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Rules that count by other calendars, in views")
struct OtherCalendarTests {
  /// The first of Tishri: 23 September 2025, 12 September 2026.
  @Test("A view shows them by the systems of its calendars (RFC 7529)")
  func roshHashanah() throws {
    let rule = try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1")
    var calendar = EventCalendar()
    try calendar.add(
      Event("Rosh Hashanah", from: CivilDate("2025-09-23"), repeating: rule),
      at: Instant(secondsSinceEpoch: 1_767_225_600))
    func days() -> [CivilDate] {
      let month = MonthView(
        of: Sample.month(2026, 9), showing: [calendar], in: .utc, today: nil)
      return month.weeks.flatMap(\.days).filter { !$0.items.isEmpty }.map(\.date)
    }
    #expect(days() == [])
    calendar.calendarSystems = CalendarSystems([.hebrew])
    #expect(days() == [try CivilDate("2026-09-12")])
  }
}
