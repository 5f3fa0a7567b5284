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

  /// The sessions of the calendar as their clients, hours and state.
  private func sessions(at time: String) throws -> [String] {
    let list = try gym.done("session list --format json", at: time)
    return try ReadJSON(list.output)["sessions"].array.map { session in
      let clients = session["clients"].array.compactMap { $0.string }
      let hours = ["start", "end"].map { session[$0].string?.dropFirst(11).prefix(5) ?? "" }
      let parts = [
        clients.joined(separator: " "), hours.joined(separator: "-"), session["state"].string ?? "",
      ]
      return parts.joined(separator: " ")
    }
  }

  @Test("a session is in progress while its workout is run, and does not move")
  func inProgress() throws {
    try save()
    #expect(try sessions(at: now).map { $0.hasSuffix("in_progress") } == [true])
    #expect(
      try gym.refused("session move \(session) --at 2026-03-06T08:00", at: now)[0].contains("wrong_state"))
    #expect(try resume("discard\n").lines.last == "discarded")
    #expect(try sessions(at: now) == ["zoe 08:00-09:00 scheduled"])
    #expect(try AlmanacRun("undo", "-c", gym.path).status == .done)
    #expect(try resume("3:00 finish\n").lines.contains { $0.hasPrefix("2 of 3 sets done") })
    #expect(try sessions(at: now) == ["zoe 08:00-08:03 completed"])
  }

  @Test("an unplanned workout takes the time of its people from its start; discarded, it leaves nothing")
  func unplanned() throws {
    let early = "2026-03-05T07:00"
    let run = try gym.done(
      "workout run Legs --client yan", at: early, input: "0:00 done 1.1\n2:00 done 1.2\n")
    let id = try #require(run.lines.last?.split(separator: " ").last)
    for people in ["marta --client pol", "eva --client yan"] {
      let refused = try gym.refused(
        "session book --coach \(people) --at 2026-03-05T07:30", at: "2026-03-05T07:10")
      #expect(refused[0].contains("conflict"), "\(refused)")
    }
    let second = try gym.refused("workout run Legs --client pol", at: "2026-03-05T07:10")
    #expect(second[0].contains("conflict"), "\(second)")
    var other = try gym.done("workout run --resume \(id)", at: early, input: "5:00 discard\n")
    #expect(other.lines.last == "discarded")
    #expect(try sessions(at: now) == ["zoe 08:00-09:00 scheduled"])
    other = try gym.done(
      "session book --coach eva --client yan --at 2026-03-05T07:30", at: "2026-03-05T07:10")
    #expect(other.lines.count == 1)
  }

  @Test("each client of a group has a workout of their own")
  func group() throws {
    let time = "2026-03-06T08:00"
    let group = try gym.done("session book --coach marta --client zoe --client yan --at \(time)").lines[0]
    let log = "workout log Legs --session \(group)"
    #expect(
      try gym.run(log, at: "2026-03-06T10:00").errors == [
        "almanac: the client is missing (expected --client, as the session has several)"
      ])
    let other = try gym.refused("\(log) --client pol", at: "2026-03-06T10:00")
    #expect(other[0].contains("wrong_people: the session is between marta and zoe, yan"), "\(other)")
    // One is run, while the other one is written down.
    let run = "workout run Legs --session \(group)"
    try gym.done("\(run) --client yan", at: time, input: "0:00 done 1.1\n")
    let last = try gym.done("\(run) --client zoe", at: time, input: "2:00 done 1.1\n4:00 finish\n")
    #expect(last.lines.contains { $0.hasPrefix("1 of 3 sets done") })
    #expect(try sessions(at: time).last?.hasSuffix("in_progress") == true)
    let refused = try gym.refused("\(run) --client yan", at: time)
    #expect(refused[0].contains("almanac workout run --resume \(group)/yan"), "\(refused)")
    try gym.done("workout run --resume \(group)/yan", at: time, input: "40:00 finish\n")
    #expect(try sessions(at: time).last == "zoe yan 08:00-08:40 completed")
    let history = try gym.done("workout history", at: "2026-03-06T10:00").output
    #expect(history.contains("yan: 1 session") && history.contains("zoe: 1 session"), "\(history)")
    for client in ["zoe", "yan"] {
      #expect(
        try gym.refused("\(log) --client \(client)", at: "2026-03-06T10:00")[0].contains("already_exists"))
    }
  }
}
