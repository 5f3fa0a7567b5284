import Almanac
import AlmanacICS
import Foundation

let bytes = try Data(contentsOf: URL(filePath: "university.ics"))
let document = try ICSDocument(parsing: bytes)
for diagnostic in document.diagnostics where diagnostic.severity > .note { print(diagnostic) }

let zone = try Zone("Europe/Madrid")
let today = try CivilDate("2026-03-18")
let month = MonthView(
  of: today.yearMonth, showing: document.calendars, in: zone, firstWeekday: .monday, today: today)

for day in month.days where day.isInMonth && day.count > 0 {
  print(day.date, day.items.map(\.item.summary))
}
