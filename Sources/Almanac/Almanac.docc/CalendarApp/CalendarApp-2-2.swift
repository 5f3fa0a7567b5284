import Almanac
import AlmanacICS
import Foundation

/// A month on the screen, and the list of one of its days.
struct Planner {
  private(set) var document: ICSDocument
  private(set) var navigator: CalendarNavigator
  let zone: Zone
  let today: CivilDate
  let words = Localization.english

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

  /// The selected day: the time and the title of each item.
  var list: [String] {
    (month.selectedDay?.items ?? []).map { item in
      let time = item.isAllDay ? "all day" : words.time(item.localStart.time)
      return "\(time) \(item.item.summary)"
    }
  }
}

let bytes = try Data(contentsOf: URL(filePath: "university.ics"))
var planner = Planner(
  try ICSDocument(parsing: bytes), in: try Zone("Europe/Madrid"), today: try CivilDate("2026-03-18"))
planner.select(try CivilDate("2026-03-19"))
for line in planner.list { print(line) }
