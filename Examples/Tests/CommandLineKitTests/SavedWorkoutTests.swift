import CommandLineKit
import Testing

@Suite("workout run: a saved run of a session")
struct SavedWorkoutTests {
  private let gym: Gym
  private let session: String
  private let now = "2026-03-05T08:00"

  /// A session, and a routine of three sets.
  init() throws {
    gym = try Gym()
    try gym.done("workout exercise add Squat --coach marta")
    try gym.done("workout routine add Legs --coach marta --exercise Squat:_3x8_60kg_rest_90s")
    session = try gym.done("session book --coach marta --client zoe --at \(now)").lines[0]
  }

  private func save() throws {
    let run = try gym.done(
      "workout run Legs --session \(session)", at: now, input: "0:00 done 1.1\n2:00 done 1.2\n")
    #expect(run.lines.last == "saved: almanac workout run --resume \(session)")
  }

  private func resume(_ input: String) throws -> AlmanacRun {
    try gym.done("workout run --resume \(session)", at: now, input: input)
  }

  @Test("a second run of the session is refused with the way to continue the first, which loses nothing")
  func again() throws {
    try save()
    for command in ["run", "log"] {
      let refused = try gym.refused("workout \(command) Legs --session \(session)", at: now)
      #expect(
        refused == [
          "almanac: \(session): already_exists: a workout of this session is saved "
            + "(expected almanac workout run --resume \(session))"
        ])
    }
    #expect(try resume("3:00 finish\n").lines.contains { $0.hasPrefix("2 of 3 sets done") })
  }

  @Test("a run that was discarded does not prevent another one")
  func discarded() throws {
    try save()
    #expect(try resume("discard\n").lines.last == "discarded")
    try save()
  }

  @Test("undo of a finished run restores it as it was saved, also without a resume")
  func undone() throws {
    try save()
    _ = try resume("3:00 finish\n")
    #expect(try AlmanacRun("undo", "-c", gym.path).status == .done)
    #expect(try resume("4:00 done 1.3\n5:00 finish\n").lines.contains { $0.hasPrefix("3 of 3 sets done") })
    #expect(try AlmanacRun("undo", "-c", gym.path).status == .done)
    #expect(try resume("6:00 finish\n").lines.contains { $0.hasPrefix("3 of 3 sets done") })
    // There is nothing to continue after the end.
    #expect(try gym.refused("workout run --resume \(session)", at: now).count == 1)
  }

  @Test("redo of the end removes the saved run again")
  func redone() throws {
    try save()
    _ = try resume("3:00 finish\n")
    #expect(try AlmanacRun("undo", "-c", gym.path).status == .done)
    #expect(try AlmanacRun("redo", "-c", gym.path).status == .done)
    #expect(try gym.refused("workout run --resume \(session)", at: now).count == 1)
  }

  @Test("a session that has a record, or was cancelled, is refused before anything is recorded")
  func recorded() throws {
    try gym.done("workout log Legs --session \(session)", at: "2026-03-05T10:00")
    let again = try gym.run(
      "workout run Legs --session \(session)", at: "2026-03-05T10:00", input: "0:00 done 1.1\n")
    #expect(again.status == .refused && again.output.isEmpty)
    #expect(again.errors.count == 1 && again.errors.first?.contains("already_exists") == true)
    let other = try gym.done("session book --coach marta --client zoe --at 2026-03-06T08:00").lines[0]
    try gym.done("session cancel \(other)")
    let cancelled = try gym.run(
      "workout run Legs --session \(other)", at: "2026-03-06T08:00", input: "status\n")
    #expect(cancelled.status == .refused && cancelled.output.isEmpty)
    #expect(cancelled.errors.count == 1 && cancelled.errors.first?.contains("wrong_state") == true)
  }
}
