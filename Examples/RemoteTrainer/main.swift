// A remote trainer: workouts that clients run by themselves, set by set. Start it with workouts of your own:
//     RemoteTrainer [FILE] [--as TRAINER-OR-CLIENT] [--now 2026-03-02T18:00] [--zone Europe/Rome]
import Almanac
import AlmanacTraining
import ExampleSupport
import Foundation

let example = Example(file: "workouts.json", now: "2026-03-02T18:00", zone: "Europe/Rome")
let reader = SchedulingWords(.italian, in: example.zone)
var everything = Example.decoded(TrainingLibrary.self, from: example.data, orMember: "library")
/// The trainer of the file, or of the client, for whom the program runs; and a client of theirs, else themselves.
let assigned = example.person.flatMap { everything.routines(assignedTo: $0).first }
let isTrainer = example.person.map { !everything.seen(by: $0).routines.isEmpty } ?? false
guard
  let trainer = isTrainer ? example.person : assigned?.coach ?? example.person ?? everything.coaches.first
else { Example.end("a library without a trainer has nothing to show") }
let clients = everything.seen(by: trainer).routines.compactMap { $0.client }
let client =
  isTrainer || assigned == nil
  ? clients.first { PersonKey($0) != PersonKey(trainer) } ?? trainer : example.person ?? trainer
var library = everything.seen(by: trainer)
let workouts = library.routines(assignedTo: client)
var log = TrainingLog()

func seconds(_ duration: Duration) -> String { "\(duration.components.seconds) s" }

func describe(_ set: PrescribedSet) -> String {
  let work = [
    set.repetitions.map { "\($0)×" }, set.time.map { seconds($0) }, set.load?.description(in: .italian),
  ]
  return work.compactMap { $0 }.joined(separator: " ") + ", rest \(seconds(set.rest))"
}

func name(_ line: SetLine?) -> String {
  line.map { "\($0.exercise.name) \($0.number)/\($0.count)" } ?? "nothing"
}

// R1: workouts with their exercises and sets, each with a colour of its own that is not red; exercises in alphabetical order.
for workout in workouts {
  let about = [workout.details, workout.note].filter { !$0.isEmpty }.joined(separator: "; ")
  example.show("R1", "\(workout.name) \(workout.color?.hex ?? "")\(about.isEmpty ? "" : ": \(about)")")
  for entry in workout.exercises {
    let exercise = library.exercise(entry.exercise)?.name ?? entry.exercise
    for set in entry.sets { example.show("R1", "  \(exercise): \(describe(set))") }
  }
}
example.show("R1", "exercises: \(library.exercises(in: .italian).map { $0.name }.joined(separator: ", "))")
do {
  try library.add(Routine(id: "rosso", coach: trainer, client: client, name: " ", color: .red))
} catch {
  example.show("R1", "refused: \(error.reasons.map { $0.description(in: reader) }.joined(separator: ", "))")
}
// Trainers share exercises; who may change them is said for each.
for exercise in library.exercises where exercise.isShared && PersonKey(exercise.coach) != PersonKey(trainer) {
  let reasons = everything.refusals { library throws(TrainingError) in
    try library.editExercise(exercise.id, by: trainer) { $0.name += "!" }
  }
  let change = reasons.first?.description(in: reader) ?? "may be changed"
  example.show("R1", "\(exercise.name) is shared by \(exercise.coach): \(change)")
}

// A trainer without workouts trains freely with the first exercise of the library.
let workout = workouts.last { !$0.exercises.isEmpty }
@MainActor func recorder(_ id: String, _ workout: Routine?, for person: String) throws -> SessionRecorder {
  if let workout {
    return try SessionRecorder(id: id, running: workout, in: library, for: person, start: example.now)
  }
  var session = try SessionRecorder(id: id, coach: trainer, client: person, start: example.now)
  let exercise = library.exercises.first.flatMap { library.snapshot(ofExercise: $0.id) }
  let set = PrescribedSet(repetitions: 10, rest: .seconds(30))
  try session.apply(.add(exercise ?? ExerciseSnapshot(id: "free", name: "Free"), sets: [set, set]))
  return session
}
var session = try recorder("run-1", workout, for: client)
var clock = Duration.zero

/// Shows the events of the session, which have all that a screen shows.
@MainActor func show(_ events: [RecorderEvent]) {
  for event in events {
    switch event {
    case .restStarted(let set, let length):
      example.show("R2", "\(name(set)) done, rest \(seconds(length))")
    case .completed(let set, let next):
      let about = [next?.exercise.video, next?.exerciseNote].compactMap { $0 }.filter { !$0.isEmpty }
      example.show("R2", (["\(name(set)) complete, next: \(name(next))"] + about).joined(separator: ", "))
    }
  }
}

// R2: each exercise has its sets; a done set starts its rest, which warns before its end and then completes the set.
let title = workout?.name ?? "free training"
example.show("R2", "\(title): \(session.sets.count) sets, first \(name(session.nextLine))")
var isFirst = true
while let set = session.next {
  clock += .seconds(40)
  show(try session.apply(.complete(set), at: clock))
  guard let rest = session.countdown(at: clock) else { continue }
  if isFirst {
    // R3: a set can be changed and noted during its rest, the load in steps; after the rest it is closed.
    isFirst = false
    for change in [SetChange.addRepetitions(-2), .stepLoad(1)] {
      // A set of a fixed time has no repetitions to change.
      guard session.refusals(of: .change(set, change), at: clock).isEmpty else { continue }
      try session.apply(.change(set, change), at: clock)
    }
    try session.apply(.note(set, "Faticoso"), at: clock)
    let deviation = session[set]?.deviation?.description(in: .italian) ?? ""
    example.show("R3", "\(name(session.line(set))): \(deviation)")
    for left in [Duration.seconds(11), .seconds(10), .zero] where left <= rest.total {
      let phase = session.countdown(at: rest.end - left).map { "\($0.phase)" } ?? "none"
      example.show("R2", "\(seconds(left)) left: \(phase)")
    }
    if let other = session.sets.dropFirst().first {
      let refusals = session.refusals(of: .complete(other), at: clock)
      example.show(
        "R2", "another set meanwhile: \(refusals.map { $0.description(in: reader) }.joined(separator: ", "))")
    }
    show(try session.advance(to: rest.end))
    let closed = session.refusals(of: .change(set, .addRepetitions(1)), at: rest.end)
    example.show("R3", "after its rest: \(closed.map { $0.description(in: reader) }.joined(separator: ", "))")
  } else if session.sets.last == session.next {
    // Leaving the session stops the countdown; the last set is skipped.
    clock += .seconds(5)
    show(try session.apply(.leave, at: clock))
    if let last = session.next { try session.apply(.skip(last), at: clock) }
    continue
  } else {
    show(try session.advance(to: rest.end))
  }
  clock = rest.end
}

// R4: the report of a session, or the discarded session.
let record = try session.finish(at: clock)
let report = record.report
example.show(
  "R4", "\(report.done.count) done, \(report.changed.count) changed, \(report.skipped.count) skipped")
example.show("R4", report.notes.map { "note: \($0.exercise.name) \($0.number), \($0.set.note)" })
example.show(
  "R4",
  "\(seconds(report.duration ?? .zero)), of them \(seconds(report.rest)) of rest; \(report.volume.description(in: .italian))"
)
var dropped = try recorder("run-0", workout, for: client)
try dropped.apply(.discard, at: .seconds(5))
example.show("R4", "discarded: \(dropped.record == nil ? "no record" : "a record")")
try log.add(record)

// R5: the history in order of time, with the colours at that time; the trainer sees that of the client, and the progress.
for (days, other) in workouts.enumerated() {
  let start = example.now.adding(seconds: -86_400 * (days + 1))
  var run = try SessionRecorder(id: "before-\(days)", running: other, in: library, for: client, start: start)
  while let set = run.next { try run.apply(.complete(set)) }
  try log.add(try run.finish())
}
if let workout { try library.editRoutine(workout.id) { $0.color = .olive } }
let seen = log.seen(by: trainer)
for record in seen.history(of: client, by: .completion) {
  let date = example.zone.local(at: record.completion).date
  example.show("R5", "\(date) \(record.routine?.name ?? "free training") \(record.color?.hex ?? "")")
}
for progress in seen.progress(of: client, zone: example.zone, in: .italian) {
  for point in progress.points {
    let words = progress.description(of: point, in: .italian)
    example.show("R5", "\(progress.exercise.name), \(Localization.italian.date(point.date)): \(words)")
  }
}
example.show("R5", seen.statistics(of: client).description(in: .italian))

// R6: the trainer can also be their own client.
let own = library.routines(assignedTo: trainer)
if own.isEmpty { example.show("R6", "no workouts of their own") }
for own in own {
  var run = try recorder("own-\(own.id)", own, for: trainer)
  while let set = run.next { try run.apply(.complete(set)) }
  try log.add(try run.finish())
}
for record in log.seen(by: trainer).history(of: trainer) {
  example.show("R6", "\(record.client): \(record.routine?.name ?? "free"), \(record.report.done.count) sets")
}
