// A personal trainer: sessions with clients, routines and training records. Start it with a calendar of your own:
//     PersonalTrainer [CALENDAR [LIBRARY]] [--now 2026-03-10T09:00]
import Almanac
import AlmanacICS
import AlmanacTraining
import ExampleSupport
import Foundation

let example = Example(
  file: "trainer.ics", companion: "trainer-library.json", now: "2026-03-10T09:00", zone: "Europe/Madrid")
let (now, zone, today) = (example.now, example.zone, example.today)
let (coach, biel) = ("laia@trainer.example", "biel.casals@clients.example")
let words = Localization.catalan
let phrases = ViewPhrases(words)
let spring = QueryWindow(days: YearMonth(2026, 2).firstDay..<YearMonth(2026, 6).firstDay, in: zone).range
let calendars = Example.reading { try ICSDocument(parsing: example.data).calendars }
var book = try SessionBook(calendars.first ?? EventCalendar(), in: spring, now: now)
let everything = Example.reading {
  try JSONDecoder().decode(TrainingLibrary.self, from: Data(example.companion))
}

@MainActor func time(_ instant: Instant) -> String {
  let local = zone.local(at: instant)
  return "\(local.date) \(local.time.description.prefix(5))"
}

@MainActor func line(_ session: Session) -> String {
  let name = book.client(session.client, of: coach)?.name ?? session.client
  return "\(time(session.interval.lowerBound)) \(name)" + (session.place.isEmpty ? "" : ", \(session.place)")
    + (session.state == .scheduled ? "" : ", \(session.state.code)")
}

/// Shows the outcome of a request.
@discardableResult @MainActor
func ask(_ row: String, _ request: String, _ decision: SessionDecision) -> Session? {
  let answer =
    decision.isRefused
    ? "refused: " + decision.refusals.map { "\($0.code), \($0)" }.joined(separator: "; ")
    : decision.session.map { line($0) } ?? "done"
  example.show(row, "\(request): \(answer)")
  return decision.session
}

// G1: clients with their last training; a session lasts an hour by default; nobody is booked twice at the same time.
for client in book.clients(of: coach) {
  let last = book.lastTrained(client.id, by: coach).map { time($0) } ?? "never"
  example.show("G1", "\(client.name), last trained \(last)")
}
let friday = today.startOfWeek(from: .monday).adding(days: 4)
let noon = friday.at(.noon).in(zone)
let booked = ask(
  "G1", "book", book.request(.schedule(client: biel, at: noon, place: "Gimnàs Montjuïc"), by: coach, now: now)
)
example.show(
  "G1", "it lasts \((booked?.interval).map { $0.upperBound.seconds(since: $0.lowerBound) / 60 } ?? 0) minutes"
)
let half = noon.adding(.minutes(30))
ask(
  "G1", "at the same time",
  book.request(.schedule(client: "nuria.pons@clients.example", at: half), by: coach, now: now))
ask("G1", "a stranger", book.request(.schedule(client: "eve@clients.example", at: half), by: coach, now: now))
ask("G1", "remove", book.request(.removeClient(biel), by: coach, now: now))

// G2: the month marks the days with sessions; the selected day lists them, or says that there are none.
var navigator = CalendarNavigator(at: today)
navigator.select(friday)
navigator.step(by: 1)
navigator.step(years: 1)
example.show("G2", "a month and a year on: \(words.date(navigator.month))")
navigator.show(.month, at: today)
let sessions = book.calendar(of: coach, at: now)
let month = MonthView(
  of: navigator.month, showing: [sessions], in: zone, firstWeekday: .monday, today: today,
  selected: navigator.selected)
let marked = month.days.filter { $0.isInMonth && $0.count > 0 }.map { "\($0.date.dayOfMonth)" }
example.show("G2", "\(words.date(month.month)): \(marked.joined(separator: " "))")
for date in [friday, friday.adding(days: 2)] {
  let items = month[date]?.items ?? []
  example.show("G2", "\(words.date(date, .full)): " + (items.isEmpty ? phrases.nothing : ""))
  for item in items {
    example.show("G2", "  \(item.localStart.time.description.prefix(5)) \(item.item.summary)")
  }
}

// G3: the next sessions in order, of which the first is started; or a session that was not planned.
let next = book.nextSessions(of: coach, from: now, limit: 4)
for session in next { example.show("G3", line(session)) }
guard let first = next.first,
  let session = ask("G3", "start", book.request(.start(first.uid), by: coach, now: first.start.instant))
else { Example.end("a coach without sessions has nothing to show") }
ask(
  "G3", "and another",
  book.request(.startUnplanned(client: biel, in: zone), by: coach, now: first.start.instant))

// G4: the exercises of a routine in any order; a skipped exercise is restored, and the coach finishes at any time.
let library = everything.seen(by: coach)
guard let routine = library.routines.first(where: { $0.client == nil && !$0.exercises.isEmpty }) else {
  Example.end("a library without routines has nothing to show")
}
var recorder = try SessionRecorder(
  id: "live", running: routine, in: library, for: session.client, start: session.start.instant,
  sessionID: session.uid)
@MainActor func states() -> String {
  recorder.exercises.map {
    "\($0.exercise.name) \(recorder.state(ofExercise: $0.number).map { "\($0)" } ?? "")"
  }
  .joined(separator: ", ")
}
let last = recorder.exercises.count - 1
try recorder.apply(.choose(exercise: last), at: .seconds(10))
example.show("G4", "\(routine.name): \(states())")
try recorder.apply(.skipExercise(last), at: .seconds(20))
try recorder.apply(.takeBackExercise(last), at: .seconds(25))
example.show("G4", "restored: \(states())")

// G5: in a live session each repetition is timed; a session that is recorded afterwards has no times.
let set = SetID(exercise: 0, set: 0)
try recorder.apply(.start(set), at: .seconds(60))
for repetition in 1...4 { try recorder.apply(.repetition(set), at: .seconds(60 + 3 * repetition)) }
try recorder.apply(.complete(set), at: .seconds(75))
let live = try recorder.finish(at: .seconds(1800))
var log = TrainingLog()
try log.add(live)
let day = first.start.adding(.days(-7))
var afterwards = try SessionRecorder(
  id: "afterwards", running: routine, in: library, for: session.client, start: day.instant)
while let open = afterwards.next { try afterwards.apply(.complete(open)) }
try log.add(try afterwards.finish())
for record in log.records {
  guard let set = record.exercises.first?.sets.first else { continue }
  let times = set.repetitionTimes.compactMap { $0 }.map { "\($0.components.seconds) s" }.joined(
    separator: ", ")
  example.show(
    "G5",
    "\(record.id): \(set.repetitions ?? 0) repetitions" + (times.isEmpty ? ", not timed" : " at \(times)"))
}
book.complete(by: live, now: live.instant(at: .seconds(1800)))
example.show("G5", "its session: \(book.session(session.uid, of: coach).map { line($0) } ?? "gone")")

// G6: the sets of each session, and the totals.
for record in log.history(of: session.client) {
  let report = record.report
  let sets = record.exercises.map {
    "\($0.exercise.name) \($0.sets.filter { $0.isDone }.count)/\($0.sets.count)"
  }
  example.show(
    "G6", "\(time(record.start)): \(sets.joined(separator: ", ")); \(report.repetitions) repetitions")
}
let statistics = log.statistics(of: session.client)
example.show("G6", "last trained \(log.lastTrained(client: session.client).map { time($0) } ?? "never")")
example.show(
  "G6", "\(routine.name) last used \(log.lastUsed(routine: routine.id).map { time($0) } ?? "never")")
example.show(
  "G6",
  "\(statistics.sessions) sessions, \(statistics.report.done.count) sets, \(statistics.report.volume)")

// G7: exercises name machines; a machine in use is not deleted, and the history still has a deleted routine.
var own = everything
try own.editExercise("esquat") { $0.name = "Esquat profund" }
example.show("G7", own.seen(by: coach).exercises.map { "\($0.name)\($0.machine.map { " (\($0))" } ?? "")" })
for id in ["rack", "banc"] {
  do { try own.removeMachine(id) } catch { example.show("G7", "\(error)") }
}
try own.removeRoutine(routine.id)
example.show("G7", "deleted: \(routine.name); the history has \(log.records[0].routine?.name ?? "nothing")")

// G8: a coach sees only their own sessions, clients and routines.
let pol = "pol@trainer.example"
example.show("G8", "\(pol): \(book.sessions(of: pol).count) sessions, \(book.clients(of: pol).count) clients")
example.show("G8", "\(pol): \(everything.seen(by: pol).routines.map { $0.name }.joined(separator: ", "))")
example.show("G8", "\(coach): \(library.routines.map { $0.name }.joined(separator: ", "))")
ask("G8", "\(pol) cancels", book.request(.cancel(booked?.uid ?? ""), by: pol, now: now))
