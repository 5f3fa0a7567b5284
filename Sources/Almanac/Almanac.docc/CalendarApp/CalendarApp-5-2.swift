import Almanac
import AlmanacFiles
import AlmanacICS

/// A month on the screen, and the list of one of its days.
struct Planner {
  private(set) var file: CalendarFile
  private(set) var navigator: CalendarNavigator
  private var done: [CalendarChange] = []
  private var undone: [CalendarChange] = []
  let zone: Zone
  let today: CivilDate
  let words = Localization.english

  init(opening path: String, in zone: Zone, today: CivilDate) throws(FileError) {
    file = try CalendarFile(opening: path)
    navigator = CalendarNavigator(at: today)
    self.zone = zone
    self.today = today
  }

  var month: MonthView {
    MonthView(
      of: navigator.month, showing: file.document.calendars, in: zone, firstWeekday: .monday, today: today,
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
    record(try file.document.calendars[0].add(form.event(in: zone), at: now))
  }

  mutating func delete(_ item: ViewItem, _ scope: RecurrenceScope, at now: Instant) throws(EventError) {
    record(try file.document.calendars[0].delete(item.occurrence, scope: scope, at: now))
  }

  private mutating func record(_ change: CalendarChange) {
    done.append(change)
    undone = []
  }

  mutating func undo() throws(EventError) {
    guard let change = done.popLast() else { return }
    try file.document.calendars[0].apply(change.inverse)
    undone.append(change)
  }

  mutating func redo() throws(EventError) {
    guard let change = undone.popLast() else { return }
    try file.document.calendars[0].apply(change)
    done.append(change)
  }

  mutating func save(_ summary: String, at now: Instant) throws(FileError) {
    try file.save(summary, at: now)
  }
}

var planner = try Planner(
  opening: "university.ics", in: try Zone("Europe/Madrid"), today: try CivilDate("2026-03-18"))
let form = TaskDraft(
  name: "Essay on groups", date: planner.today, time: try CivilTime(16), lasting: .hours(2), color: .teal)
let now = try Instant("2026-03-18T09:00:00Z")
try planner.add(form, at: now)
do throws(FileError) {
  try planner.save("added \(form.name)", at: now)
} catch {
  print(error.code == .conflict ? "Another program has changed the file." : "\(error)")
}
