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

  mutating func add(_ form: TaskDraft, at now: Instant) throws(EventError) {
    try document.calendars[0].add(form.event(in: zone), at: now)
  }
}

let bytes = try Data(contentsOf: URL(filePath: "university.ics"))
var planner = Planner(
  try ICSDocument(parsing: bytes), in: try Zone("Europe/Madrid"), today: try CivilDate("2026-03-18"))

var form = TaskDraft(name: "2nd essay", date: planner.today)
for fault in planner.faults(of: form) { print(fault.field, fault.message) }

form.name = "Essay on groups"
form.time = try CivilTime(16)
form.duration = .hours(2)
form.color = .teal

let now = try Instant("2026-03-18T09:00:00Z")
try planner.add(form, at: now)
planner.select(planner.today)
for line in planner.list { print(line) }
