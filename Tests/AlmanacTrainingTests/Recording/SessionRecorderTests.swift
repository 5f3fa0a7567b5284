import AlmanacTime
import AlmanacTraining
import Testing

@Suite("Recording a session")
struct SessionRecorderTests {
  @Test("R2 running a workout expands each exercise into its sets, as prescribed")
  func unfolding() throws {
    let session = try Gym.session()
    #expect(session.sets == [SetID(0, 0), SetID(0, 1), SetID(0, 2), SetID(1, 0), SetID(1, 1)])
    #expect(
      session.exercises[0].exercise == ExerciseSnapshot(id: "squat", name: "Squat", machine: "Power rack"))
    #expect(session.exercises[0].note == "Deep" && session.routine?.note == "Mind the knee")
    let set = try #require(session[SetID(0, 2)])
    #expect(set.state == .open && set.repetitions == 8 && set.load == .kilograms(60) && set.time == nil)
    #expect(session[SetID(1, 1)]?.time == .seconds(45))
    #expect(session.next == SetID(0, 0))
    #expect(session[SetID(2, 0)] == nil && session[SetID(0, -1)] == nil && session[SetID(.max, .max)] == nil)
  }

  @Test(
    "R2 done starts the rest, it warns in its last ten seconds, and its end completes the set and names the next"
  )
  func countdown() throws {
    var session = try Gym.session()
    #expect(session.countdown(at: .zero) == nil)
    let first = SetID(0, 0)
    #expect(
      try session.apply(.complete(first), at: .seconds(40)).ids == [
        .restStarted(first, lasting: .seconds(90))
      ])
    #expect(session[first]?.state == .resting)
    for (second, remaining, phase) in [
      (40, 90, RestCountdown.Phase.running), (119, 11, .running), (120, 10, .lastTenSeconds),
      (129, 1, .lastTenSeconds), (130, 0, .over), (500, 0, .over), (0, 90, .running),
    ] {
      let countdown = try #require(session.countdown(at: .seconds(second)))
      #expect(countdown.remaining == .seconds(remaining) && countdown.phase == phase, "at \(second)")
      #expect(
        countdown.set.id == first && countdown.total == .seconds(90) && countdown.next?.id == SetID(0, 1))
      #expect(session.instant(at: countdown.end) == Gym.start.adding(seconds: 130))
    }
    #expect(session.countdown(at: .milliseconds(129_999))?.phase == .lastTenSeconds)
    #expect(
      session.countdown(at: session.elapsed(at: Gym.start.adding(seconds: 100)))?.remaining == .seconds(30))
    #expect(try session.advance(to: .seconds(129)).isEmpty)
    #expect(try session.advance(to: .seconds(200)).ids == [.completed(first, next: SetID(0, 1))])
    #expect(session[first]?.state == .done && session.countdown(at: .seconds(200)) == nil)
    #expect(session[first]?.completion == .seconds(40) && session[first]?.rest == .seconds(90))
  }

  @Test("R2 one rest at a time: another set is not done before it is over or ended")
  func oneRest() throws {
    var session = try Gym.session()
    try session.apply(.complete(SetID(0, 0)), at: .seconds(10))
    let before = session
    #expect(refusal { try session.apply(.complete(SetID(0, 1)), at: .seconds(99)) } == [.restRunning])
    #expect(refusal { try session.apply(.complete(SetID(0, 0)), at: .seconds(99)) } == [.setResting])
    #expect(session == before)
    #expect(try session.apply(.endRest, at: .seconds(30)).ids == [.completed(SetID(0, 0), next: SetID(0, 1))])
    #expect(session[SetID(0, 0)]?.rest == .seconds(20))
    #expect(refusal { try session.apply(.endRest, at: .seconds(31)) } == [.notResting])
    try session.apply(.complete(SetID(0, 1)), at: .seconds(50))
    // Beginning the next set ends the rest too.
    #expect(
      try session.apply(.start(SetID(1, 0)), at: .seconds(75)).ids == [
        .completed(SetID(0, 1), next: SetID(1, 0))
      ]
    )
    #expect(session[SetID(0, 1)]?.rest == .seconds(25))
  }

  @Test("R2 no rest after the last set, whichever is the last")
  func lastSet() throws {
    var session = try Gym.session()
    var clock = Duration.zero
    let order = [SetID(1, 1), SetID(0, 2), SetID(1, 0), SetID(0, 0)]
    for set in order {
      clock += .seconds(1000)
      #expect(try session.apply(.complete(set), at: clock).ids.last != .completed(set, next: nil))
      #expect(session.countdown(at: clock) != nil)
    }
    clock += .seconds(1000)
    #expect(try session.advance(to: clock).ids == [.completed(SetID(0, 0), next: SetID(0, 1))])
    #expect(try session.apply(.complete(SetID(0, 1)), at: clock).ids == [.completed(SetID(0, 1), next: nil)])
    #expect(session.countdown(at: clock) == nil && session[SetID(0, 1)]?.state == .done)
    #expect(session.state(ofExercise: 0) == .done && session.next == nil)
  }

  @Test("R2 leaving the workout stops the countdown; a completed set stays completed")
  func leaving() throws {
    var session = try Gym.session()
    try session.apply(.complete(SetID(0, 0)), at: .seconds(10))
    #expect(try session.apply(.leave, at: .seconds(15)).ids == [.completed(SetID(0, 0), next: SetID(0, 1))])
    #expect(session.countdown(at: .seconds(16)) == nil && session[SetID(0, 0)]?.state == .done)
    #expect(try session.apply(.leave, at: .seconds(20)).isEmpty)
    var finished = try Gym.session()
    try finished.apply(.complete(SetID(0, 0)), at: .seconds(10))
    let record = try finished.finish(at: .seconds(12))
    #expect(finished.countdown(at: .seconds(13)) == nil && record.report.done.count == 1)
    var discarded = try Gym.session()
    try discarded.apply(.complete(SetID(0, 0)), at: .seconds(10))
    try discarded.apply(.discard, at: .seconds(12))
    #expect(discarded.countdown(at: .seconds(13)) == nil)
  }

  @Test("R3 repetitions and load are changed per set, the load in steps, and the deviation is computed")
  func changes() throws {
    var session = try Gym.session()
    let set = SetID(0, 1)
    try session.apply(.change(set, .addRepetitions(-2)), at: .seconds(1))
    try session.apply(.change(set, .stepLoad(3)), at: .seconds(2))
    #expect(session[set]?.repetitions == 6 && session[set]?.load == .kilograms(66))
    #expect(session[set]?.deviation?.repetitions == -2 && session[set]?.deviation?.load == .kilograms(6))
    #expect(session[set]?.deviation?.time == nil && session[SetID(0, 0)]?.deviation?.isZero == true)
    try session.apply(.change(SetID(1, 0), .time(.seconds(60))), at: .seconds(3))
    try session.apply(.change(SetID(1, 0), .load(.kilograms(5))), at: .seconds(3))
    #expect(session[SetID(1, 0)]?.deviation?.time == .seconds(15))
    #expect(session[SetID(1, 0)]?.deviation?.load == .kilograms(5))
    for (change, code) in [
      (SetChange.addRepetitions(-7), TrainingError.Code.outOfRange), (.addRepetitions(.max), .outOfRange),
      (.addRepetitions(.min), .outOfRange), (.repetitions(-1), .outOfRange), (.stepLoad(-34), .outOfRange),
      (.stepLoad(.max), .outOfRange), (.stepLoad(.min), .outOfRange), (.load(.kilograms(.nan)), .outOfRange),
      (.time(.seconds(-1)), .outOfRange), (.time(.seconds(Int64.max)), .outOfRange),
    ] {
      #expect(refusal { try session.apply(.change(set, change), at: .seconds(4)) } == [code], "\(change)")
    }
    let library = try Gym.library()
    let routine = try #require(library.routine("legs"))
    var fine = try SessionRecorder(
      id: "x", running: routine, in: library, for: "joan", start: Gym.start, loadStep: .kilograms(0.5))
    try fine.apply(.change(set, .stepLoad(-1)))
    #expect(fine[set]?.load == .kilograms(59.5))
  }

  @Test("R3 a set stays editable until its rest ends; then it is closed, until it is reopened")
  func editable() throws {
    var session = try Gym.session()
    let set = SetID(0, 0)
    try session.apply(.complete(set), at: .seconds(10))
    try session.apply(.change(set, .addRepetitions(-1)), at: .milliseconds(99_999))
    try session.apply(.note(set, "Heavy"), at: .milliseconds(99_999))
    #expect(session[set]?.isChanged == true)
    for command in [
      RecorderCommand.change(set, .addRepetitions(1)), .note(set, ""), .start(set), .repetition(set),
      .skip(set), .complete(set),
    ] {
      #expect(refusal { try session.apply(command, at: .seconds(100)) } == [.setClosed])
      #expect(session.refusals(of: command, at: .seconds(100)).map(\.code) == [.setClosed])
    }
    #expect(session[set]?.state == .resting)
    try session.apply(.takeBack(set), at: .seconds(100))
    #expect(session[set]?.state == .open && session[set]?.note == "Heavy" && session[set]?.repetitions == 7)
    #expect(session[set]?.completion == nil && session[set]?.rest == nil && session.next == set)
    try session.apply(.change(set, .repetitions(8)), at: .seconds(101))
    #expect(refusal { try session.apply(.takeBack(set), at: .seconds(102)) } == [.setOpen])
  }

  @Test("R3 each set has its own note")
  func notes() throws {
    var session = try Gym.session()
    try session.apply(.note(SetID(0, 0), "Easy"))
    try session.apply(.note(SetID(0, 1), "Hard"))
    try session.apply(.skip(SetID(0, 1)))
    #expect(session.exercises[0].sets.map(\.note) == ["Easy", "Hard", ""])
    #expect(refusal { try session.apply(.note(SetID(0, 1), "")) } == [.setSkipped])
  }

  @Test("R4 finishing yields a report of sets done, changed and skipped, notes and the time")
  func report() throws {
    var session = try Gym.session()
    try session.apply(.complete(SetID(0, 0)), at: .seconds(60))
    try session.apply(.change(SetID(0, 0), .stepLoad(1)), at: .seconds(70))
    try session.apply(.complete(SetID(0, 1)), at: .seconds(200))
    try session.apply(.note(SetID(0, 2), "Knee hurts"), at: .seconds(210))
    try session.apply(.skip(SetID(0, 2)), at: .seconds(211))
    try session.apply(.complete(SetID(1, 0)), at: .seconds(400))
    let report = try session.finish(at: .seconds(500)).report
    #expect(report.done.map { "\($0.exercise.name) \($0.number)" } == ["Squat 1", "Squat 2", "Plank 1"])
    #expect(report.changed.map { "\($0.exercise.name) \($0.number)" } == ["Squat 1"])
    #expect(report.skipped.map { "\($0.exercise.name) \($0.number)" } == ["Squat 3", "Plank 2"])
    #expect(report.notes.map(\.set.note) == ["Knee hurts"])
    #expect(report.duration == .seconds(500) && report.repetitions == 16)
    #expect(report.volume == .kilograms(8 * 62 + 8 * 60) && report.adherence == 0.6)
    // Rests of 90 s twice and 30 s.
    #expect(report.rest == .seconds(210))
    #expect(report.skipped.allSatisfy { $0.set.repetitions == nil && $0.set.deviation == nil })
  }

  @Test("R4 or it is all discarded: there is no record, and nothing more can be done")
  func discard() throws {
    var session = try Gym.session()
    try session.apply(.complete(SetID(0, 0)), at: .seconds(60))
    try session.apply(.discard, at: .seconds(61))
    #expect(session.phase == .discarded && session.record == nil && session.exercises.isEmpty)
    for command in [RecorderCommand.finish, .discard, .leave, .complete(SetID(0, 0))] {
      #expect(refusal { try session.apply(command, at: .seconds(70)) } == [.sessionOver])
    }
    #expect(refusal { try session.advance(to: .seconds(70)) } == [.sessionOver])
    var finished = try Gym.session()
    let record = try finished.finish(at: .seconds(5))
    #expect(
      finished.record == record && refusal { _ = try finished.finish(at: .seconds(6)) } == [.sessionOver])
  }

  @Test("R4 an added exercise that was not done is not skipped, and its note is preserved")
  func addedAndNotDone() throws {
    var session = try Gym.session()
    try session.apply(.addSet(exercise: 0))
    try session.apply(.addSet(exercise: 1))
    try session.apply(.note(SetID(1, 2), "No time left"))
    let report = try session.finish().report
    #expect(
      report.skipped.map { "\($0.exercise.name) \($0.number)" }
        == ["Squat 1", "Squat 2", "Squat 3", "Plank 1", "Plank 2", "Plank 3"])
    #expect(report.notes.map(\.set.note) == ["No time left"] && report.adherence == 0)
  }

  @Test("R6 a trainer is also their own client")
  func ownClient() throws {
    var library = try Gym.library()
    let own = Routine(id: "own", coach: "marta", client: "marta", name: "Mine", exercises: [.init("plank")])
    try library.add(own)
    #expect(library.routines(assignedTo: "marta").map(\.id) == ["own"])
    var session = try SessionRecorder(id: "o", running: own, in: library, for: "marta", start: Gym.start)
    try session.apply(.complete(SetID(0, 0)))
    var log = TrainingLog()
    try log.add(session.finish())
    #expect(log.seen(by: "marta").history(of: "marta").map(\.id) == ["o"])
    #expect(log.history(of: "marta").last?.start == Gym.start)
  }

  @Test("A session is refused with every reason: another's routine, what the library lacks, empty identities")
  func beginnings() throws {
    var library = try Gym.library()
    let routine = try #require(library.routine("legs"))
    #expect(
      refusal {
        _ = try SessionRecorder(
          id: "", running: routine, in: TrainingLibrary(), for: "pere", start: Gym.start, loadStep: .none)
      } == [.notFound, .notFound, .notAssigned, .emptyIdentity, .outOfRange])
    let anyone = try library.add(Routine(id: "any", coach: "marta", name: "Any", exercises: [.init("plank")]))
    let session = try SessionRecorder(
      id: "1", running: anyone, in: library, for: "pere", start: Gym.start, sessionID: "appointment-7")
    #expect(session.sessionID == "appointment-7" && session.client == "pere" && session.coach == "marta")
  }

  @Test("Times are refused that run backwards or that no session has, beside what else is wrong")
  func times() throws {
    var session = try Gym.session()
    try session.advance(to: .seconds(100))
    #expect(refusal { try session.advance(to: .milliseconds(99_999)) } == [.timeRunsBackwards])
    #expect(
      refusal { try session.apply(.leave, at: session.elapsed(at: Gym.start.adding(seconds: 99))) } == [
        .timeRunsBackwards
      ])
    #expect(refusal { try session.apply(.leave, at: session.elapsed(at: .max)) } == [.outOfRange])
    #expect(refusal { try session.apply(.leave, at: .seconds(Int64.max)) } == [.outOfRange])
    #expect(
      refusal { try session.apply(.takeBack(SetID(0, 0)), at: .seconds(Int64.min)) }
        == [.timeRunsBackwards, .setOpen])
    #expect(session.countdown(at: .seconds(Int64.max)) == nil)
    try session.apply(.complete(SetID(0, 0)), at: .seconds(100))
    #expect(session.countdown(at: .seconds(Int64.max))?.phase == .over)
    #expect(session.countdown(at: .seconds(Int64.min))?.remaining == .seconds(90))
    #expect(session.countdown(at: session.elapsed(at: .min))?.phase == .running)
  }

  @Test("The result of the documentation's example is as stated")
  func example() throws {
    let library = try Gym.library()
    let legs = try #require(library.routine("legs"))
    var session = try SessionRecorder(
      id: "2026-03-02-joan", running: legs, in: library, for: "joan", start: Gym.start,
      sessionID: "appointment-12")
    let first = SetID(exercise: 0, set: 0)
    try session.apply(.complete(first), at: .seconds(40))
    #expect(session.countdown(at: .seconds(122))?.phase == .lastTenSeconds)
    try session.apply(.change(first, .addRepetitions(-1)), at: .seconds(122))
    #expect(try session.advance(to: .seconds(130)).ids == [.completed(first, next: SetID(0, 1))])
    let record = try session.finish(at: .seconds(1800))
    #expect(record.report.changed.count == 1 && record.id == "2026-03-02-joan")
  }

  @Test("The example of the module's page gives the stated result")
  func pageExample() throws {
    var library = TrainingLibrary()
    try library.add(Exercise(id: "squat", coach: "marta", name: "Squat"))
    let work = PrescribedSet(repetitions: 8, load: .kilograms(60), rest: .seconds(90))
    let legs = try library.add(
      Routine(
        id: "legs", coach: "marta", client: "joan", name: "Leg day",
        exercises: [.init("squat", sets: 2, of: work)]))
    var session = try SessionRecorder(id: "1", running: legs, in: library, for: "joan", start: Gym.start)
    while let set = session.next {
      try session.apply(.start(set), at: session.elapsed)
      try session.apply(.complete(set), at: session.elapsed + .seconds(40))
      if let rest = session.countdown(at: session.elapsed) { try session.advance(to: rest.end) }
    }
    var log = TrainingLog()
    try log.add(session.finish(at: session.elapsed))
    #expect(log.history(of: "joan")[0].report.done.count == 2)
    #expect(log.history(of: "joan")[0].duration == .seconds(170))
    #expect(log.statistics(of: "joan").report.volume == .kilograms(960))
  }

  @Test("one person is one person however the address is written, when listing and when recording")
  func spellings() throws {
    var library = TrainingLibrary()
    try library.add(Machine(id: "rack", coach: "mailto:Coach@x.it", name: "Rack"))
    try library.add(Exercise(id: "squat", coach: "coach@X.it", name: "Squat", machine: "rack"))
    let sets = Routine.Entry("squat", sets: 1, of: Gym.squatSet)
    try library.add(
      Routine(id: "legs", coach: "coach@x.it", client: "Marco@x.it", name: "Legs", exercises: [sets]))
    let listed = try #require(library.routines(assignedTo: "marco@x.it").first)
    let session = try SessionRecorder(
      id: "r", running: listed, in: library, for: "mailto:marco@x.it", start: Gym.start)
    #expect(session.sets.count == 1)
    #expect(throws: TrainingError.self) {
      try SessionRecorder(id: "r", running: listed, in: library, for: "maria@x.it", start: Gym.start)
    }
  }
}
