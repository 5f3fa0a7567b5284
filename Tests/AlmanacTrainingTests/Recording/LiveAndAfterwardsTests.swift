import AlmanacTime
import AlmanacTraining
import Testing

@Suite("Sessions from a routine or free, live or afterwards")
struct LiveAndAfterwardsTests {
  @Test(
    "G4 exercises in any order: done, chosen next or open; a done one is taken back; finished at any time")
  func anyOrder() throws {
    var session = try Gym.session()
    try session.apply(.choose(exercise: 1))
    #expect(session.state(ofExercise: 0) == .open && session.state(ofExercise: 1) == .chosen)
    #expect(session.next == SetID(1, 0))
    try session.apply(.complete(SetID(1, 0)))
    #expect(session.next == SetID(1, 1))
    try session.apply(.complete(SetID(1, 1)))
    #expect(session.state(ofExercise: 1) == .done && session.chosen == nil && session.next == SetID(0, 0))
    #expect(refusal { try session.apply(.choose(exercise: 1)) } == [.nothingOpen])
    try session.apply(.takeBackExercise(1))
    #expect(session.state(ofExercise: 1) == .open && session.next == SetID(1, 0))
    #expect(refusal { try session.apply(.takeBackExercise(1)) } == [.nothingDone])
    #expect(refusal { try session.apply(.choose(exercise: 9)) } == [.notFound])
    try session.apply(.skipExercise(0))
    #expect(session.state(ofExercise: 0) == .skipped && session.state(ofExercise: 7) == nil)
    #expect(try session.finish().report.skipped.count == 5)
  }

  @Test("G4 free training: exercises are added as it goes, and an added one can be removed")
  func free() throws {
    var session = try Gym.freeSession()
    #expect(session.next == nil && session.routine == nil && session.sessionID == nil)
    try session.apply(.add(ExerciseSnapshot(id: "squat", name: "Squat"), sets: []))
    try session.apply(.add(ExerciseSnapshot(id: "row", name: "Row"), sets: [Gym.squatSet]))
    #expect(session.state(ofExercise: 1) == .chosen && session.next == SetID(1, 0))
    try session.apply(.takeBackExercise(0))
    try session.apply(.add(ExerciseSnapshot(id: "plank", name: "Plank"), sets: []))
    // A number is not given twice, so identities held elsewhere stay right.
    #expect(session.exercises.map(\.number) == [1, 2])
    try session.apply(.repetition(SetID(2, 0)))
    try session.apply(.addSet(exercise: 2))
    try session.apply(.complete(SetID(1, 0)))
    let record = try session.finish()
    #expect(record.exercises.map(\.exercise.id) == ["row", "plank"])
    #expect(record.exercises.map { $0.sets.map(\.state) } == [[.done], [.done]])
    #expect(record.report.skipped.isEmpty && record.report.adherence == nil)
    #expect(
      refusal { try session.apply(.add(ExerciseSnapshot(id: "", name: " "), sets: [PrescribedSet()])) }
        == [.sessionOver])
    var other = try Gym.freeSession()
    #expect(
      refusal { try other.apply(.add(ExerciseSnapshot(id: "", name: " "), sets: [PrescribedSet()])) }
        == [.nothingPrescribed, .emptyIdentity, .emptyName])
  }

  @Test("G5 live, each repetition is timed as it happens")
  func live() throws {
    var session = try Gym.freeSession()
    try session.apply(.add(ExerciseSnapshot(id: "squat", name: "Squat"), sets: []), at: .seconds(5))
    let set = SetID(0, 0)
    try session.apply(.start(set), at: .milliseconds(10_000))
    for moment in [12_500, 14_700, 17_900] { try session.apply(.repetition(set), at: .milliseconds(moment)) }
    try session.apply(.complete(set), at: .milliseconds(18_200))
    let performed = try #require(session[set])
    #expect(performed.repetitions == 3)
    #expect(performed.repetitionDurations == [.milliseconds(2500), .milliseconds(2200), .milliseconds(3200)])
    #expect(performed.measuredTime == .milliseconds(8200))
    let record = try session.finish(at: session.elapsed(at: Gym.start.adding(seconds: 60)))
    #expect(record.duration == .seconds(60))
    #expect(record.instant(at: performed.completion ?? .zero) == Gym.start.adding(seconds: 18))
  }

  @Test("G5 counting begins from none, a wrong tap is taken off, and one added by hand has no time")
  func counting() throws {
    var session = try Gym.session()
    let set = SetID(0, 0)
    try session.apply(.repetition(set), at: .seconds(1))
    #expect(session[set]?.repetitions == 1)
    try session.apply(.repetition(set), at: .seconds(3))
    try session.apply(.change(set, .addRepetitions(-1)), at: .seconds(4))
    #expect(session[set]?.repetitionTimes == [.seconds(1)])
    try session.apply(.change(set, .addRepetitions(2)), at: .seconds(5))
    try session.apply(.repetition(set), at: .seconds(6))
    #expect(session[set]?.repetitions == 4)
    #expect(session[set]?.repetitionTimes == [.seconds(1), nil, nil, .seconds(6)])
    #expect(session[set]?.repetitionDurations == [nil, nil, nil, nil])
    try session.apply(.start(set), at: .seconds(7))
    #expect(session[set]?.repetitions == 8 && session[set]?.repetitionTimes == [])
  }

  @Test("G5 afterwards gives the same type of record, without the times that were not measured")
  func afterwards() throws {
    var session = try Gym.session()
    #expect(try session.apply(.complete(SetID(0, 0))).ids == [.completed(SetID(0, 0), next: SetID(0, 1))])
    try session.apply(.change(SetID(0, 1), .repetitions(7)))
    try session.apply(.change(SetID(0, 1), .load(.kilograms(55))))
    try session.apply(.complete(SetID(0, 1)))
    try session.apply(.repetition(SetID(0, 2)))
    try session.apply(.repetition(SetID(0, 2)))
    let record: TrainingRecord = try session.finish()
    #expect(record.duration == nil && record.start == Gym.start && record.report.rest == .zero)
    for set in record.exercises.flatMap(\.sets) {
      #expect(set.start == nil && set.completion == nil && set.rest == nil && set.measuredTime == nil)
      #expect(set.repetitionTimes.allSatisfy { $0 == nil })
    }
    #expect(record.exercises[0].sets.map(\.repetitions) == [8, 7, 2])
    // The same commands with times give the same, except for the times.
    var live = try Gym.session()
    for (second, command) in [
      (10, RecorderCommand.complete(SetID(0, 0))), (100, .change(SetID(0, 1), .repetitions(7))),
      (101, .change(SetID(0, 1), .load(.kilograms(55)))), (102, .complete(SetID(0, 1))),
      (200, .repetition(SetID(0, 2))), (203, .repetition(SetID(0, 2))),
    ] { try live.apply(command, at: .seconds(second)) }
    let timed = try live.finish(at: .seconds(300))
    #expect(timed.duration == .seconds(300) && timed.report.rest == .seconds(180))
    let (one, two) = (timed.report.lines.map(\.set), record.report.lines.map(\.set))
    #expect(one.map(\.state) == two.map(\.state) && one.map(\.repetitions) == two.map(\.repetitions))
    #expect(one.map(\.load) == two.map(\.load) && one.map(\.deviation) == two.map(\.deviation))
  }
}
