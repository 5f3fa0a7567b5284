import AlmanacEvents
import AlmanacScheduling
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
    try forms.check(events, as: "Array<RecorderEvent>, with its sets")
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
    // Events in the first form, which had the identities of their sets only.
    for name in ["Array<RecorderEvent>", "Array<RecorderEvent>, of a session"] {
      try forms.check(forms.stored([RecorderEvent].self, as: name), as: name, isWritten: false)
    }
    let first = try forms.stored([RecorderEvent].self)
    #expect(
      first.ids == [
        .restStarted(set, lasting: .seconds(90)), .completed(set, next: nil), .completed(set, next: set),
      ])
    var shared = TrainingLibrary(palette: try Palette(of: .teal))
    shared.sharing = SharingTerms(everyone: .use)
    try shared.sharing.set(.curate, for: "marta")
    try shared.add(Machine(id: "rack", coach: "marta", name: "Rack", picture: "rack.jpg", isShared: true))
    try shared.add(Exercise(id: "squat", coach: "marta", name: "Squat", machine: "rack", isShared: true))
    try forms.check(shared, as: "TrainingLibrary, shared")
    try forms.check(shared.sharing)
    var work = Coaching(library: shared)
    try work.request(.addClient(SessionBook.Client("joan", name: "Joan")), by: "marta", now: Gym.start)
    try work.startUnplanned(with: "joan", in: .utc, by: "marta", now: Gym.start, uids: .seeded(1))
    // One of an earlier version does not say when a session was booked.
    try forms.check(forms.stored(Coaching.self))
    try forms.check(work, as: "Coaching, with moments")
    try forms.checkSchema(work)
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
