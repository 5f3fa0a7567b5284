// A personal trainer: sessions with clients, routines and training records. Start it with a calendar of your own:
//     PersonalTrainer [CALENDAR [LIBRARY]] [--as COACH] [--now 2026-03-10T09:00] [--zone Europe/Madrid]
import Almanac
import AlmanacICS
import AlmanacTraining
import ExampleSupport
import Foundation

let example = Example(
  file: "trainer.ics", companion: "trainer-library.json", now: "2026-03-10T09:00", zone: "Europe/Madrid")
let (now, zone, today) = (example.now, example.zone, example.today)
let words = Localization.catalan
let phrases = ViewPhrases(words)
var reader = SchedulingWords(words, in: zone)
let calendars = Example.calendars(of: example.data)
// From the first session of all, ten years back at most.
let first = calendars.first?.items.compactMap { $0.start?.date }.min() ?? today
let seasonStart = min(max(first, today.adding(days: -3650)), today)
let season = QueryWindow(days: seasonStart..<today.adding(days: 90), in: zone).range
reader.name = { [names = calendars.first?.names ?? [:]] in names[PersonKey($0)] ?? $0 }
let everything = Example.decoded(TrainingLibrary.self, from: example.companion, orMember: "library")
let book = Example.reading { try SessionBook(calendars.first ?? EventCalendar(), in: season, now: now) }
var coaching = Coaching(book: book, library: everything)
let coachesOfFiles = (book.coaches + everything.coaches).filter { PersonKey(validating: $0) != nil }
guard let coach = example.person ?? coachesOfFiles.first else {
  Example.end("a calendar and a library without a coach have nothing to show")
}

@MainActor func time(_ instant: Instant) -> String {
  let local = zone.local(at: instant)
  return "\(local.date) \(local.time.clock)"
}

@MainActor func line(_ session: SessionBook.Session) -> String {
  "\(time(session.interval.lowerBound)) \(coaching.book.name(of: session.client, for: coach))"
    + (session.location.isEmpty ? "" : ", \(session.location)")
    + (session.state == .scheduled ? "" : ", \(session.state.description(in: reader))")
}

/// Makes a change; a refused one is shown with its reasons.
@discardableResult @MainActor
func attempt<Result>(
  _ row: String, _ request: String, _ body: () throws(TrainingError) -> Result
) -> Result? {
  do throws(TrainingError) { return try body() } catch {
    let reasons = error.reasons.map { $0.description(in: reader) }
    example.show(row, "\(request): refused: " + reasons.joined(separator: "; "))
    return nil
  }
}

/// Shows the outcome of a request.
@discardableResult @MainActor
func ask(_ row: String, _ request: String, _ body: () throws(TrainingError) -> SessionBook.Session?)
  -> SessionBook.Session?
{
  guard let outcome = attempt(row, request, body) else { return nil }
  example.show(row, "\(request): \(outcome.map { line($0) } ?? "done")")
  return outcome
}

// G1: clients with their last training; a session lasts an hour by default; nobody is booked twice at the same time.
let clients = coaching.clients(of: coach, now: now, in: words)
for summary in clients {
  example.show(
    "G1", "\(summary.client.name), last trained \(summary.lastTrained.map { time($0) } ?? "never")")
}
if clients.isEmpty { example.show("G1", "no clients yet") }
// A coach without clients is their own.
let client = (clients.first { $0.lastTrained != nil } ?? clients.first)?.id ?? coach
if coaching.book.client(client, of: coach) == nil {
  attempt("G1", "add \(client)") { () throws(TrainingError) in
    try coaching.request(.addClient(SessionBook.Client(client)), by: coach, now: now)
  }
}
let other = clients.map { $0.id }.last { $0 != client } ?? client
// The next Friday whose noon is to come.
let thisFriday = today.startOfWeek(from: .monday).adding(days: 4)
let friday = thisFriday.at(.noon).in(zone).instant > now ? thisFriday : thisFriday.adding(days: 7)
let noon = friday.at(.noon).in(zone)
let booked = ask("G1", "book") { () throws(TrainingError) in
  try coaching.request(.schedule(client: client, at: noon, location: "Gimnàs Montjuïc"), by: coach, now: now)
}
let minutes = booked.map { $0.interval.upperBound.seconds(since: $0.interval.lowerBound) / 60 }
example.show("G1", "it lasts \(minutes ?? 0) minutes")
let half = noon.adding(.minutes(30))
for (request, person) in [("at the same time", other), ("a stranger", "stranger@nowhere.example")] {
  ask("G1", request) { () throws(TrainingError) in
    try coaching.request(.schedule(client: person, at: half), by: coach, now: now)
  }
}
var without = coaching
ask("G1", "remove") { () throws(TrainingError) in
  try without.request(.removeClient(client), by: coach, now: now)
}
without = coaching
if let removal = attempt(
  "G1", "with their sessions and routines",
  { () throws(TrainingError) in
    try without.removeClient(client, cancelling: true, routines: .delete, by: coach, now: now)
  })
{
  example.show(
    "G1",
    "with their sessions and routines: \(removal.cancelled.count) cancelled, \(removal.routines.count) deleted"
  )
}

// G2: the month marks the days with sessions; the selected day lists them, or says that there are none.
var navigator = CalendarNavigator(at: today)
navigator.select(friday)
navigator.step(by: 1)
navigator.step(years: 1)
example.show("G2", "a month and a year on: \(words.date(navigator.month))")
navigator.show(.month, at: today)
let month = MonthView(
  of: navigator.month, showing: [coaching.book.calendar(of: coach, at: now)], in: zone, firstWeekday: .monday,
  today: today, selected: navigator.selected)
let marked = month.days.filter { $0.isInMonth && $0.count > 0 }.map { "\($0.date.dayOfMonth)" }
example.show("G2", "\(words.date(month.month)): \(marked.joined(separator: " "))")
for date in [friday, friday.adding(days: 2)] {
  let items = month[date]?.items ?? []
  example.show("G2", "\(words.date(date, .full)): " + (items.isEmpty ? phrases.nothing : ""))
  for item in items {
    example.show("G2", "  \(item.localStart.time.clock) \(item.item.summary)")
  }
}

// G3: any colleague who is free takes over the sessions of a week, and the same hour for five weeks goes to whoever waits the
// longest; a refused date has the nearest free hours beside it. The book itself stays as it is here.
let office = Availability(try WeeklyHours("mon-fri 08:00-20:00"), in: zone)
let colleagues = ["marc@trainer.example", "rosa@trainer.example"].map {
  SlotParticipant($0, availability: office)
}
var colleagueBook = coaching.book
let holiday = QueryWindow(days: friday.adding(days: 3)..<friday.adding(days: 10), in: zone).range
let takeover = colleagueBook.reassignment(of: coach, in: holiday, among: colleagues, now: now)
example.show(
  "G3", "a week off: \(takeover.changes.count) sessions taken over, \(takeover.impossible.count) cannot be")
try colleagueBook.apply(takeover.decision)
let weeks = QueryWindow(days: friday..<friday.adding(days: 42), in: zone).range
let pool = try Requirement.any(
  of: colleagueBook.participants(colleagues, in: weeks), as: SessionBook.coachRole)
let offer = try SlotGrid(lasting: .hours(1), in: weeks, requiring: [pool], at: now)
let (series, _) = colleagueBook.decideSeries(
  SessionRequest(["guest@clients.example"], at: friday.adding(days: 4).at(.noon).in(zone)),
  repeating: RecurrenceRule(.weekly, until: .count(5)), .skipping, by: "", now: now, offering: [offer],
  choosing: .sequence([.longestWaiting, .fewestBookings(in: weeks)]))
for date in series.dates {
  let nearest = date.alternatives.map { time($0.interval.lowerBound) }.joined(separator: ", ")
  example.show(
    "G3",
    "  \(time(date.start.instant)) \(date.choice?.everyone.first ?? "")\(nearest.isEmpty ? "" : "free: " + nearest)"
  )
}

// G3: an hour for the coach, a client and one of the colleagues in the fortnight after next, the best first; where there is none,
// who is in the way.
let fortnight = QueryWindow(days: friday.adding(days: 17)..<friday.adding(days: 31), in: zone).range
let meeting = try SlotGrid(
  lasting: .hours(1), in: fortnight,
  requiring: [
    .all(
      colleagueBook.participants(
        [SlotParticipant(coach, availability: office), SlotParticipant(client)], in: fortnight)), pool,
  ], at: now)
for found in meeting.ranked(limit: 3).slots {
  let missing = found.missing.map { $0.description(in: reader) }.joined(separator: "; ")
  example.show(
    "G3", "  together \(time(found.slot.interval.lowerBound))\(missing.isEmpty ? "" : " without \(missing)")")
}

// G3: the next sessions in order, of which the first is started; or a session that was not planned.
let library = coaching.library.seen(by: coach)
let next = coaching.book.nextSessions(of: coach, from: now, limit: 4)
let trainee = next.first?.client ?? client
let routine = coaching.routines(for: trainee, by: coach).first { !$0.exercises.isEmpty }
for session in next { example.show("G3", line(session)) }
// A session that the file has left in progress ends before another one starts.
for session in coaching.book.sessions(of: coach) where session.state == .inProgress {
  ask("G3", "end") { () throws(TrainingError) in
    try coaching.request(.complete(session.uid), by: coach, now: now)
  }
}
let planned = next.first.flatMap { session in
  attempt("G3", "start") { () throws(TrainingError) in
    try coaching.start(session.uid, running: routine?.id, by: coach, now: session.start.instant)
  }
}
let unplanned =
  planned
  ?? attempt("G3", "start") { () throws(TrainingError) in
    try coaching.startUnplanned(with: trainee, running: routine?.id, in: zone, by: coach, now: now)
  }
guard let workout = unplanned else { Example.end("no session can be started") }
let uid = workout.id
@MainActor func sessionOfWorkout() -> String {
  coaching.book.session(uid, of: coach).map { line($0) } ?? "gone"
}
example.show("G3", "start: \(sessionOfWorkout())")
ask("G3", "and another") { () throws(TrainingError) in
  let other = try coaching.startUnplanned(with: client, in: zone, by: coach, now: workout.start)
  return coaching.book.session(other.id, of: coach)
}

// G4: the exercises of a routine in any order; a skipped exercise is restored, and the coach finishes at any time.
@MainActor func perform(_ command: RecorderCommand, at seconds: Int) {
  attempt("G4", "\(command)") { () throws(TrainingError) in
    try coaching.apply(command, to: uid, by: coach, at: .seconds(seconds))
  }
}
@MainActor func states() -> String {
  guard let recorder = coaching.workout(uid, of: coach) else { return "" }
  return recorder.exercises.map { exercise in
    "\(exercise.exercise.name) \(recorder.state(ofExercise: exercise.number).map { "\($0)" } ?? "")"
  }
  .joined(separator: ", ")
}
if workout.exercises.isEmpty {
  let any = library.exercises.first.flatMap { library.snapshot(ofExercise: $0.id) }
  perform(.add(any ?? ExerciseSnapshot(id: "free", name: "free exercise"), sets: []), at: 5)
}
let name = routine?.name ?? "free training"
let last = max(workout.exercises.count - 1, 0)
perform(.choose(exercise: last), at: 10)
example.show("G4", "\(name): \(states())")
if routine != nil {
  perform(.skipExercise(last), at: 20)
  perform(.takeBackExercise(last), at: 25)
  example.show("G4", "restored: \(states())")
}

// G5: in a live session each repetition is timed; a session that is recorded afterwards has no times.
let set = SetID(exercise: 0, set: 0)
perform(.start(set), at: 60)
for repetition in 1...4 { perform(.repetition(set), at: 60 + 3 * repetition) }
perform(.complete(set), at: 75)
let live = attempt("G5", "finish") { () throws(TrainingError) in
  try coaching.finish(uid, by: coach, at: .seconds(1800))
}
let past = coaching.book.sessions(of: coach, with: trainee).last {
  $0.interval.upperBound <= now && $0.takesTime && coaching.log.record($0.uid) == nil
}
attempt("G5", "afterwards") { () throws(TrainingError) in
  var afterwards =
    if let past {
      try coaching.draft(of: past.uid, running: routine?.id, by: coach)
    } else {
      try coaching.draft(
        with: trainee, running: routine?.id, start: now.adding(seconds: -7 * 86_400), in: zone, by: coach)
    }
  while let open = afterwards.next { try afterwards.apply(.complete(open)) }
  try coaching.log(afterwards, in: zone, now: now)
}
let log = coaching.log.seen(by: coach)
for record in log.records {
  guard let set = record.exercises.first?.sets.first else { continue }
  let times = set.repetitionTimes.compactMap { $0 }.map { "\($0.components.seconds) s" }
  example.show(
    "G5",
    "\(record.id == uid ? "live" : "afterwards"): \(set.repetitions ?? 0) repetitions"
      + (times.isEmpty ? ", not timed" : " at \(times.joined(separator: ", "))"))
}
example.show("G5", "its session: \(sessionOfWorkout())")

// G6: the sets of each session, the totals, and the progress in each exercise.
for record in log.history(of: trainee, by: .completion) {
  let sets = record.exercises.map { exercise in
    "\(exercise.exercise.name) \(exercise.sets.count { $0.isDone })/\(exercise.sets.count)"
  }
  example.show(
    "G6", "\(time(record.start)): \(sets.joined(separator: ", ")); \(record.report.description(in: words))")
}
let statistics = log.statistics(of: trainee)
example.show("G6", "last trained \(coaching.lastTrained(trainee, by: coach).map { time($0) } ?? "never")")
if let routine {
  example.show("G6", "\(name) last used \(log.lastUsed(routine: routine.id).map { time($0) } ?? "never")")
}
example.show("G6", statistics.description(in: words))
for progress in log.progress(of: trainee, zone: zone, estimating: .brzycki, in: words) {
  for point in progress.points {
    example.show(
      "G6",
      "\(progress.exercise.name), \(words.date(point.date)): \(progress.description(of: point, in: words))")
  }
}

// G7: exercises name machines; a machine in use is not deleted, and the history still has a deleted routine.
if let exercise = library.exercises.first(where: { $0.machine != nil }) ?? library.exercises.first {
  // A shared one may be another coach's.
  attempt("G7", "rename \(exercise.name)") { () throws(TrainingError) in
    try coaching.edit { library throws(TrainingError) in
      try library.editExercise(exercise.id, by: coach) { $0.name += " (nou)" }
    }
  }
}
let own = coaching.library.seen(by: coach)
example.show("G7", own.exercises(in: words).map { "\($0.name)\($0.machine.map { " (\($0))" } ?? "")" })
if own.exercises.isEmpty { example.show("G7", "no exercises yet") }
for machine in own.machines(in: words) {
  let reasons = own.refusals { library throws(TrainingError) in
    try library.removeMachine(machine.id, by: coach)
  }
  example.show("G7", "\(machine.name): \(reasons.first?.description(in: reader) ?? "unused")")
}
if let routine {
  attempt("G7", "delete \(routine.name)") { () throws(TrainingError) in
    try coaching.edit { library throws(TrainingError) in try library.removeRoutine(routine.id, by: coach) }
  }
  example.show("G7", "deleted: \(routine.name); the history has \(live?.routine?.name ?? "nothing")")
}

// G8: a coach sees only their own sessions, clients and routines.
var known: Set<PersonKey> = []
let coaches = (coaching.book.coaches + everything.coaches + [coach]).filter {
  known.insert(PersonKey($0)).inserted
}
for person in coaches.sorted() {
  let names = everything.seen(by: person).routines(in: words).map { $0.name }.joined(separator: ", ")
  let sessions = coaching.book.sessions(of: person).count
  example.show(
    "G8", "\(person): \(sessions) sessions, \(coaching.book.clients(of: person).count) clients; \(names)")
}
let stranger = coaches.filter { PersonKey($0) != PersonKey(coach) }.min() ?? "another@trainer.example"
ask("G8", "\(stranger) cancels") { () throws(TrainingError) in
  try coaching.request(.cancel(booked?.uid ?? uid), by: stranger, now: now)
}
