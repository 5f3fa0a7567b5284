// A remote trainer: workouts that clients run by themselves, set by set. Start it with workouts of your own:
//     RemoteTrainer [FILE] [--now 2026-03-02T18:00]
import Almanac
import AlmanacTraining
import ExampleSupport
import Foundation

let example = Example(file: "workouts.json", now: "2026-03-02T18:00", zone: "Europe/Rome")
let (trainer, client) = ("marco@remote.example", "giulia@clients.example")
var library = Example.reading {
  try JSONDecoder().decode(TrainingLibrary.self, from: Data(example.data))
}
var log = TrainingLog()

func seconds(_ duration: Duration) -> String { "\(duration.components.seconds) s" }

func describe(_ set: PrescribedSet) -> String {
  let work = [set.repetitions.map { "\($0)×" }, set.time.map { seconds($0) }, set.load.map { "\($0)" }]
  return work.compactMap { $0 }.joined(separator: " ") + ", rest \(seconds(set.rest))"
}

func name(_ set: SetID?, in session: SessionRecorder) -> String {
  guard let set, let exercise = session[exercise: set.exercise] else { return "nothing" }
  return "\(exercise.exercise.name) \(set.set + 1)/\(exercise.sets.count)"
}

// R1: workouts with their exercises and sets, each with a colour of its own that is not red; exercises in alphabetical order.
for workout in library.routines(assignedTo: client) {
  let about = [workout.details, workout.note].filter { !$0.isEmpty }.joined(separator: "; ")
  example.show("R1", "\(workout.name) \(workout.color?.hex ?? "")\(about.isEmpty ? "" : ": \(about)")")
  for entry in workout.exercises {
    let exercise = library.exercise(entry.exercise)?.name ?? entry.exercise
    for set in entry.sets { example.show("R1", "  \(exercise): \(describe(set))") }
  }
}
example.show("R1", "exercises: \(library.exercises.map { $0.name }.joined(separator: ", "))")
do {
  try library.add(Routine(id: "rosso", coach: trainer, client: client, name: " ", color: .red))
} catch {
  example.show("R1", "refused: \(error.reasons.map { $0.code.rawValue }.joined(separator: ", "))")
}

guard let workout = library.routines(assignedTo: client).last(where: { !$0.exercises.isEmpty }) else {
  Example.end("a client without workouts has nothing to run")
}
var session = try SessionRecorder(
  id: "run-1", running: workout, in: library, for: client, start: example.now)
var clock = Duration.zero

/// Shows the events of the session.
@MainActor func show(_ events: [RecorderEvent]) {
  for event in events {
    switch event {
    case .restStarted(let set, let length):
      example.show("R2", "\(name(set, in: session)) done, rest \(seconds(length))")
    case .completed(let set, let next):
      example.show("R2", "\(name(set, in: session)) complete, next: \(name(next, in: session))")
    }
  }
}

// R2: each exercise has its sets; a done set starts its rest, which warns before its end and then completes the set.
example.show("R2", "\(workout.name): \(session.sets.count) sets, first \(name(session.next, in: session))")
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
    let deviation = session[set]?.deviation
    example.show(
      "R3",
      "\(name(set, in: session)): \(deviation?.repetitions ?? 0) repetitions, \(deviation?.load ?? .none)")
    for left in [Duration.seconds(11), .seconds(10), .zero] where left <= rest.total {
      let phase = session.countdown(at: rest.end - left).map { "\($0.phase)" } ?? "none"
      example.show("R2", "\(seconds(left)) left: \(phase)")
    }
    if let other = session.sets.dropFirst().first {
      let refusals = session.refusals(of: .complete(other), at: clock)
      example.show(
        "R2", "another set meanwhile: \(refusals.map { $0.code.rawValue }.joined(separator: ", "))")
    }
    show(try session.advance(to: rest.end))
    let closed = session.refusals(of: .change(set, .addRepetitions(1)), at: rest.end)
    example.show("R3", "after its rest: \(closed.map { $0.code.rawValue }.joined(separator: ", "))")
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
  "R4", "\(seconds(report.duration ?? .zero)), of them \(seconds(report.rest)) of rest; \(report.volume)")
var dropped = try SessionRecorder(id: "run-0", running: workout, in: library, for: client, start: example.now)
try dropped.apply(.discard, at: .seconds(5))
example.show("R4", "discarded: \(dropped.record == nil ? "no record" : "a record")")
try log.add(record)

// R5: the history in order of time, with the colours at that time; the trainer sees that of the client.
for (days, other) in library.routines(assignedTo: client).enumerated() {
  let start = example.now.adding(seconds: -86_400 * (days + 1))
  var run = try SessionRecorder(id: "before-\(days)", running: other, in: library, for: client, start: start)
  while let set = run.next { try run.apply(.complete(set)) }
  try log.add(try run.finish())
}
try library.editRoutine(workout.id) { $0.color = .olive }
for record in log.seen(by: trainer).history(of: client) {
  let date = example.zone.local(at: record.start).date
  example.show("R5", "\(date) \(record.routine?.name ?? "free training") \(record.color?.hex ?? "")")
}
let statistics = log.seen(by: trainer).statistics(of: client)
let adherence = statistics.report.adherence.map { "\(Int(($0 * 100).rounded())) %" } ?? "none assigned"
example.show("R5", "\(statistics.sessions) sessions, adherence \(adherence), \(statistics.report.volume)")

// R6: the trainer can also be their own client.
for workout in library.routines(assignedTo: trainer) {
  var run = try SessionRecorder(
    id: "own-\(workout.id)", running: workout, in: library, for: trainer, start: example.now)
  while let set = run.next { try run.apply(.complete(set)) }
  try log.add(try run.finish())
}
for record in log.seen(by: trainer).history(of: trainer) {
  example.show("R6", "\(record.client): \(record.routine?.name ?? ""), \(record.report.done.count) sets")
}
