import AlmanacEvents
import AlmanacTime
import AlmanacTraining
import TestSupport
import Testing

@Suite("Training in its stored forms")
struct FrozenFormTests {
  @Test("Stored forms decode and re-encode unchanged")
  func forms() throws {
    var forms = try FrozenForms()
    var library = try Gym.library()
    try library.add(
      Exercise(
        id: "row", coach: "marta", name: "Row", subtitle: "S", details: "D", video: "https://example.org/v"))
    try forms.check(library)
    try forms.check(library.machines)
    try forms.check(library.exercises)
    try forms.check(library.routines)
    var session = try Gym.session()
    _ = try session.apply(.start(SetID(0, 0)), at: .seconds(10))
    _ = try session.apply(.repetition(SetID(0, 0)), at: .milliseconds(12_500))
    _ = try session.apply(.change(SetID(0, 0), .load(.kilograms(62.5))), at: .seconds(13))
    _ = try session.apply(.note(SetID(0, 0), "Deep"), at: .seconds(14))
    let events = try session.apply(.complete(SetID(0, 0)), at: .seconds(20))
    try forms.check(events, as: "Array<RecorderEvent>, of a session")
    try forms.check(session)
    _ = try session.apply(.skip(SetID(1, 1)), at: .seconds(30))
    let record = try session.finish(at: .seconds(600))
    try forms.check(session, as: "SessionRecorder, finished")
    try forms.check(record)
    try forms.check(record.exercises)
    var log = TrainingLog()
    try log.add(record)
    try log.add(try Self.freeRecord())
    // An array of records in the first form, which had no room for a number.
    try forms.check(log, isWritten: false)
    try forms.checkSchema(log)
    try forms.checkSchema(library)
    for machine in library.machines { try forms.checkSchema(machine) }
    for exercise in library.exercises { try forms.checkSchema(exercise) }
    for routine in library.routines { try forms.checkSchema(routine) }
    try forms.checkSchema(session)
    try forms.checkSchema(record)
    try forms.check([Gym.squatSet, Gym.plankSet, PrescribedSet(repetitions: 1, rest: .milliseconds(1500))])
    try forms.check([Load.none, .kilograms(62.5), .pounds(45)])
    let set = SetID(1, 2)
    let exercise = ExerciseSnapshot(id: "row", name: "Row", machine: "Rower")
    try forms.check([
      RecorderCommand.choose(exercise: 1), .add(exercise, sets: [Gym.plankSet]), .addSet(exercise: 0),
      .start(set),
      .repetition(set), .complete(set), .change(set, .repetitions(8)), .change(set, .addRepetitions(-1)),
      .change(set, .load(.kilograms(1))), .change(set, .stepLoad(2)), .change(set, .time(.seconds(3))),
      .note(set, "n"), .skip(set), .skipExercise(1), .takeBack(set), .takeBackExercise(1), .endRest, .leave,
      .finish,
      .discard,
    ])
    try forms.check([
      RecorderEvent.restStarted(set, lasting: .seconds(90)), .completed(set, next: nil),
      .completed(set, next: set),
    ])
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  private static func freeRecord() throws -> TrainingRecord {
    var session = try Gym.freeSession(start: Gym.start.adding(seconds: 86_400))
    _ = try session.apply(
      .add(ExerciseSnapshot(id: "row", name: "Row", machine: "Rower"), sets: [Gym.plankSet]), at: .seconds(1))
    _ = try session.apply(.complete(SetID(0, 0)), at: nil)
    return try session.finish()
  }
}
