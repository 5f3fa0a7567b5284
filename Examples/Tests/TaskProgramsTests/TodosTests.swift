import Almanac
import Testing

@Test("To-dos: overdue ones, a repeated one that is done, alarms of a morning")
func todosWithAlarms() throws {
  let madrid = try Zone("Europe/Madrid")
  let now = try CivilDateTime("2026-03-04T08:00").in(madrid).instant  // a Wednesday
  let made = try Instant("2026-02-20T10:00:00Z")
  var list = EventCalendar(name: "Home")

  try list.add(Todo("Tax return", due: CivilDate("2026-03-02"), uid: "tax"), at: made)
  var dentist = Todo(
    "Call the dentist", due: try CivilDateTime("2026-03-04T09:00").in(madrid), uid: "dentist")
  dentist.alarms = [Alarm(.before(.minutes(30)))]
  try list.add(dentist, at: made)
  // The bins each Wednesday from six to nine in the evening, with reminders an hour and ten minutes before the end.
  let (six, nine) = (try CivilDateTime("2026-02-25T18:00"), try CivilDateTime("2026-02-25T21:00"))
  var bins = Todo(
    "Bins", from: six.in(madrid), due: nine.in(madrid), repeating: RecurrenceRule(.weekly), uid: "bins")
  bins.alarms = [Alarm(.before(.hours(1), .end)), Alarm(.before(.minutes(10), .end))]
  try list.add(bins, at: made)
  try list.add(Todo("Read Tirant lo Blanc", uid: "read"), at: made)  // some day
  #expect(list.todos.count == 4)

  // Late on Wednesday morning: the tax return, and the bins of last week.
  let overdue = try list.overdue(at: now, viewer: madrid)
  #expect(overdue.map(\.item.uid) == ["bins", "tax"])

  // Last week's bins are done; today's are still open.
  try list.complete(overdue[0], at: now)
  #expect(try list.overdue(at: now, viewer: madrid).map(\.item.uid) == ["tax"])
  let today = QueryWindow(days: try CivilDate("2026-03-04")..<CivilDate("2026-03-05"), in: madrid).range
  let open = try list.occurrences(in: today, viewer: madrid).filter { $0.item.todo?.isCompleted == false }
  #expect(open.map(\.item.uid) == ["dentist", "bins"])

  // One that happens once, and its undo.
  let tax = try #require(list.item(uid: "tax")?.todo)
  let change = try list.complete(tax, at: now)
  #expect(list.item(uid: "tax")?.todo?.isCompleted == true)
  #expect(list.item(uid: "tax")?.todo?.completed == now)
  try list.apply(change.inverse)
  #expect(list.item(uid: "tax")?.todo?.isCompleted == false)

  // Alarms from eight to nine, and of the whole day.
  let hour = now..<(now + .hours(1))
  let signals = try list.alarms(in: hour, viewer: madrid)
  #expect(signals.map(\.instant) == [now + .minutes(30)])
  #expect(signals.map(\.item.summary) == ["Call the dentist"])
  let times = try list.alarms(in: today, viewer: madrid).map { $0.instant.in(madrid).local.time.description }
  #expect(times == ["08:30:00", "20:00:00", "20:50:00"])

  // Put off by a quarter of an hour.
  try list.snooze(signals[0], until: now + .minutes(45), at: now + .minutes(30))
  let later = try list.alarms(in: (now + .minutes(31))..<(now + .hours(1)), viewer: madrid)
  #expect(later.map(\.instant) == [now + .minutes(45)])
}
