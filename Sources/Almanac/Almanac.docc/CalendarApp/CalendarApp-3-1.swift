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

  /// The faults of a form, each beside its field.
  func faults(of form: TaskDraft) -> [(field: TaskDraft.Field, message: String)] {
    TaskDraft.Field.allCases.flatMap { field in
      form.violations(of: field).map { (field, $0.description(in: words)) }
    }
  }
}

let bytes = try Data(contentsOf: URL(filePath: "university.ics"))
var planner = Planner(
  try ICSDocument(parsing: bytes), in: try Zone("Europe/Madrid"), today: try CivilDate("2026-03-18"))

var form = TaskDraft(name: "2nd essay", date: planner.today)
for fault in planner.faults(of: form) { print(fault.field, fault.message) }
