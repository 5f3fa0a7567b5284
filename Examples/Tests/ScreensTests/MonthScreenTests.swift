import Almanac
import MonthScreen
import Testing

@Suite("A month bound to a screen")
@MainActor
struct MonthScreenTests {
  @Test("shows days and items, steps, selects, and names the days that an edit changes")
  func month() throws {
    let zone = try Zone("America/New_York")
    let today = try CivilDate("2026-03-17")
    let now = zone.instant(of: today.startOfDay)
    let friday = try CivilDate("2026-03-20")
    let first = try CivilDate("2026-02-01")
    var calendar = EventCalendar(name: "Work")
    try calendar.add(
      Event("Lunch", from: try CivilDateTime("2026-03-18T13:00").in(zone), lasting: .hours(1)), at: now)
    let model = MonthModel(
      [calendar], in: zone, today: today, localization: Localization(identifier: "en_US"))
    #expect(model.title == "March 2026" && model.weekdays.first == "Sun" && model.weeks.count == 5)
    #expect(model.month[today]?.isToday == true && model.selectedLines.isEmpty)
    model.select(try CivilDate("2026-03-18"))
    #expect(model.selectedLines == ["1:00 PM Lunch"])
    try calendar.add(
      Event("Walk", from: try CivilDateTime("2026-03-20T18:00").in(zone), lasting: .hours(1)), at: now)
    #expect(model.replace([calendar]) == [friday])
    model.step(by: -1)
    #expect(
      model.title == "February 2026" && model.weeks.first?.days.first?.date == first)
  }
}
