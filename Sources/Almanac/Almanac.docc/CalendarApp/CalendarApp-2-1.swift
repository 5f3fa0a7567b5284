import Almanac
import AlmanacICS
import Foundation

/// A month on the screen, and the list of one of its days.
struct Planner {
  private(set) var document: ICSDocument
  private(set) var navigator: CalendarNavigator
  let zone: Zone
  let today: CivilDate

  init(_ document: ICSDocument, in zone: Zone, today: CivilDate) {
    self.document = document
    navigator = CalendarNavigator(at: today)
    self.zone = zone
    self.today = today
  }

  var month: MonthView {
    MonthView(
      of: navigator.month, showing: document.calendars, in: zone, firstWeekday: .monday, today: today,
      selected: navigator.selected)
  }

  mutating func step(by months: Int) { navigator.step(by: months) }
  mutating func select(_ date: CivilDate) { navigator.select(date) }
}

let bytes = try Data(contentsOf: URL(filePath: "university.ics"))
var planner = Planner(
  try ICSDocument(parsing: bytes), in: try Zone("Europe/Madrid"), today: try CivilDate("2026-03-18"))
for week in planner.month.weeks {
  print(week.days.map { $0.isInMonth ? "\($0.date.dayOfMonth)" : "" }.joined(separator: "\t"))
}
