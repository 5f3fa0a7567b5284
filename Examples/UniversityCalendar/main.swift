// A student's calendar: months, weeks, days and lists of coloured tasks. Start it with an .ics file of your own:
//     UniversityCalendar [FILE] [--now 2026-03-11T09:00]
import Almanac
import AlmanacICS
import AlmanacRendering
import ExampleSupport

let example = Example(file: "university.ics", now: "2026-03-11T09:00", zone: "Europe/Madrid")
let (today, zone, now) = (example.today, example.zone, example.now)
var calendars = Example.calendars(of: example.data)
guard !calendars.isEmpty else { Example.end("there is no calendar in the file") }
let renderer = TextRenderer(localization: .catalan, width: 76)
let words = renderer.localization

func plain(_ lines: [StyledText]) -> [String] { lines.map { $0.plain } }

func clock(_ time: CivilDateTime) -> String { String(time.time.description.prefix(5)) }

// U1: whole weeks from Monday, with days of the neighbouring months; today is marked, and the selected day listed below.
let selected = today.adding(days: 1)
let month = MonthView(
  of: today.yearMonth, showing: calendars, in: zone, firstWeekday: .monday, today: today, selected: selected)
example.show("U1", plain(renderer.lines(month)))

// U2: a day has the colour of its only task, or is red for several tasks; or it is red only if their colours differ.
var differing = ViewOptions.standard
differing.dayColor = .differing
let other = MonthView(of: today.yearMonth, showing: calendars, in: zone, options: differing)
for day in month.days where day.isInMonth && day.count > 0 {
  let color = day.color.map { "\($0)" } ?? "none"
  let byDifference = other[day.date]?.color.map { "\($0)" } ?? "none"
  example.show(
    "U2", "\(day.date) \(color) (\(day.count))" + (color == byDifference ? "" : ", or \(byDifference)"))
}

// U3: a week as rows, one per day, with its only task or the number of tasks.
let week = WeekView(of: today, showing: calendars, in: zone, firstWeekday: .monday, today: today)
example.show("U3", "\(renderer.phrases.week(week.number))")
for day in week.days {
  let name = words.name(of: day.date.weekday)
  switch day.summary {
  case .nothing: example.show("U3", "\(name): –")
  case .single(let item): example.show("U3", "\(name): \(item.item.summary)")
  case .several(let count): example.show("U3", "\(name): \(renderer.phrases.several) (\(count))")
  }
}

// U4: the hours of a day, with overlapping tasks side by side.
let day = DayView(of: today, showing: calendars, in: zone, today: today, now: now)
example.show("U4", "\(words.date(day.date, .full)), \(day.column.hours.count) h")
for box in day.column.boxes {
  example.show(
    "U4",
    "\(clock(box.item.localStart))–\(clock(box.item.localEnd)) \(box.item.item.summary), "
      + "\(box.columns.lowerBound + 1)/\(box.columnCount)")
}

// U5: all tasks from today on, `day | name`, however far ahead; of series without an end those of a year, and from when on
// there are more.
let list = ListView(from: today, showing: calendars, in: zone, today: today)
example.show("U5", plain(renderer.lines(list, style: .table)))

// U6: each view preserves its position; after a change, only the days that differ are redrawn.
var navigator = CalendarNavigator(at: today)
navigator.step(by: 1)
navigator.show(.week, at: today)
navigator.step(by: -1)
navigator.show(.day, at: selected)
navigator.step(by: 1)
example.show(
  "U6", "month \(navigator[.month].yearMonth), week of \(navigator[.week]), day \(navigator[.day])")
navigator.show(.month)
example.show("U6", "back in \(navigator.view.rawValue) \(navigator.month)")

// U7: a task has a name, a date and a time; all broken rules are reported, and nothing is saved.
let drafts = [
  TaskDraft(name: "", date: today, time: .noon, color: .steelBlue),
  TaskDraft(name: "2n lliurament", date: nil, time: nil, color: .crimson),
  TaskDraft(
    name: "Lliurament de Swift", date: selected, time: .noon, lasting: .hours(1), color: .darkOrange,
    details: "Pràctica 2", categories: ["Pràctiques"]),
]
for draft in drafts {
  do {
    let task = try draft.event(in: zone)
    try calendars[0].add(task, at: now, uids: .seeded(1))
    example.show("U7", "saved: \(draft.name)")
  } catch {
    example.show(
      "U7", "not saved: \(error.reasons.map { $0.description(in: .catalan) }.joined(separator: ", "))")
  }
}
if var task = calendars[0].items.first(where: { $0.isTask })?.event {
  task.summary = "2n lliurament"
  do throws(EventError) { try calendars[0].update(task, at: now) } catch {
    example.show(
      "U7", "not renamed: \(error.reasons.map { $0.description(in: .catalan) }.joined(separator: ", "))")
  }
  var form = TaskDraft(task, in: zone)
  form.name = "Segon lliurament"
  do throws(EventError) {
    try calendars[0].update(form.event(), at: now)
    example.show("U7", "renamed: \(form.name)")
  } catch {
    example.show(
      "U7", "not renamed: \(error.reasons.map { $0.description(in: .catalan) }.joined(separator: ", "))")
  }
}
let changed = MonthView(
  of: today.yearMonth, showing: calendars, in: zone, firstWeekday: .monday, today: today, selected: selected)
example.show(
  "U6", "redrawn: \(changed.changes(since: month).days.map { "\($0)" }.joined(separator: ", "))")

// U8: one task is deleted, or all of a subject after they were listed; a deletion can be undone.
var calendar = calendars[0]
let subject = calendar.items.first { !$0.categories.isEmpty }?.categories.first ?? ""
let uids = Set(calendar.items(category: subject).map { $0.uid })
example.show("U8", "\(subject): \(uids.count) would be deleted: \(uids.sorted().joined(separator: ", "))")
let removal = calendar.remove(category: subject)
example.show("U8", "\(calendar.items(category: subject).count) left, \(calendar.count) items")
try calendar.apply(removal.inverse)
example.show("U8", "restored: \(calendar.count) items")
if let one = calendar.items.first(where: { $0.recurrenceID == nil && !$0.isRecurring }) {
  try calendar.remove(uid: one.uid)
  example.show("U8", "removed one: \(one.summary), \(calendar.count) items")
}

// U9: the meaning of missing bounds.
let windows = [
  ("no bounds", try QueryWindow(now: now, in: zone, firstWeekday: .monday)),
  ("from today", try QueryWindow(from: .date(today), now: now, in: zone, firstWeekday: .monday)),
  ("until today", try QueryWindow(to: .date(today), now: now, in: zone, firstWeekday: .monday)),
]
for (name, window) in windows {
  let (first, end) = (zone.local(at: window.range.lowerBound), zone.local(at: window.range.upperBound))
  let found = calendars.agenda(in: window.range, viewer: zone).found
  example.show("U9", "\(name): \(first.date) to \(end.date), \(found.count) items")
}

// U10: names in the user's language.
example.show("U10", words.list(Weekday.week(from: .monday).map { words.name(of: $0) }))
example.show("U10", words.list((1...12).map { words.name(ofMonth: $0) }))
