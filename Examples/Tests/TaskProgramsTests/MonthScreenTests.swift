import Almanac
import Testing

/// The model of a month screen: its days, the selected day's list, edits with undo and redo.
private struct MonthModel {
  private(set) var calendar: EventCalendar
  private(set) var navigator: CalendarNavigator
  private(set) var selected: CivilDate
  private var undoable: [CalendarChange] = []
  private var redoable: [CalendarChange] = []
  let zone: Zone
  let today: CivilDate

  init(_ calendar: EventCalendar, in zone: Zone, today: CivilDate) {
    self.calendar = calendar
    self.zone = zone
    self.today = today
    selected = today
    navigator = CalendarNavigator(at: today)
  }

  var month: MonthView {
    MonthView(
      of: navigator.month, showing: [calendar], in: zone, firstWeekday: .monday, today: today,
      selected: selected)
  }
  var list: [String] { month.selectedDay?.items.map(\.item.summary) ?? [] }
  var canUndo: Bool { !undoable.isEmpty }

  mutating func select(_ date: CivilDate) { selected = date }
  mutating func step(by months: Int) { navigator.step(by: months) }

  mutating func edit(
    _ item: ViewItem, _ scope: RecurrenceScope, at now: Instant, _ change: (inout Item) -> Void
  ) throws {
    undoable.append(try calendar.edit(item.occurrence, scope: scope, at: now, change: change))
    redoable = []
  }
  mutating func delete(_ item: ViewItem, _ scope: RecurrenceScope, at now: Instant) throws {
    undoable.append(try calendar.delete(item.occurrence, scope: scope, at: now))
    redoable = []
  }
  mutating func undo() throws {
    guard let change = undoable.popLast() else { return }
    try calendar.apply(change.inverse)
    redoable.append(change)
  }
  mutating func redo() throws {
    guard let change = redoable.popLast() else { return }
    try calendar.apply(change)
    undoable.append(change)
  }
}

@Test("A month screen with edits, undo and redo")
func monthScreen() throws {
  let madrid = try Zone("Europe/Madrid")
  let now = try Instant("2026-02-20T10:30:00Z")
  var course = EventCalendar(name: "Spring term")
  let start = try CivilDateTime("2026-03-02T09:00").in(madrid)
  let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(24))
  try course.add(
    Event("Algebra", from: start, lasting: .minutes(90), repeating: rule, color: .steelBlue), at: now)
  try course.add(Event("Trip", from: CivilDate("2026-03-07"), lasting: .days(3)), at: now)

  var model = MonthModel(course, in: madrid, today: try CivilDate("2026-03-18"))
  // March 2026 begins on a Sunday: six weeks, 23 February to 5 April.
  #expect(model.month.weeks.count == 6)
  #expect(model.month.days.first?.date == (try CivilDate("2026-02-23")))
  #expect(model.month.days.filter(\.isToday).map(\.date) == [model.today])
  func lessons() -> [Int] {
    model.month.days.filter { $0.isInMonth && $0.items.contains { $0.item.summary == "Algebra" } }.map(
      \.date.dayOfMonth)
  }
  #expect(lessons() == [2, 4, 9, 11, 16, 18, 23, 25, 30])
  // Saturday to Monday is a bar in two rows, and Monday has the lesson too.
  #expect(model.month.weeks[1].segments.first { $0.item.item.summary == "Trip" }?.columns == 5..<7)
  #expect(model.month.weeks[2].segments.first { $0.item.item.summary == "Trip" }?.columns == 0..<1)
  #expect(model.month.days.first { $0.date.dayOfMonth == 9 && $0.isInMonth }?.items.count == 2)

  model.select(try CivilDate("2026-03-04"))
  #expect(model.list == ["Algebra"])
  let before = model.month
  let fourth = try #require(model.month.selectedDay?.items.first)
  try model.edit(fourth, .this, at: now) { $0.move(byDays: 1) }
  #expect(lessons() == [2, 5, 9, 11, 16, 18, 23, 25, 30])
  #expect(
    model.month.changes(since: before).days == [try CivilDate("2026-03-04"), try CivilDate("2026-03-05")])
  try model.undo()
  #expect(lessons() == [2, 4, 9, 11, 16, 18, 23, 25, 30])
  #expect(model.calendar == course)

  model.select(try CivilDate("2026-03-16"))
  let later = try #require(model.month.selectedDay?.items.first)
  try model.delete(later, .thisAndFuture, at: now)
  #expect(lessons() == [2, 4, 9, 11])
  try model.undo()
  #expect(lessons().count == 9)
  try model.redo()
  #expect(lessons().count == 4)
  try model.undo()

  model.step(by: 1)
  #expect(model.month.month == (try YearMonth(2026, 4)))
  // April: 1, 6, 8, 13, 15, 20, 22, 27, 29.
  #expect(lessons() == [1, 6, 8, 13, 15, 20, 22, 27, 29])
}
