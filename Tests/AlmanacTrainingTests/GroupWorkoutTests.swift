import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import TestSupport
import Testing

@Suite("Workouts of the clients of a group")
struct GroupWorkoutTests {
  private var coaching = Coaching()
  private let zone: Zone
  private let start: ZonedDateTime
  private let early: Instant

  init() throws {
    zone = try Zone("Europe/Madrid")
    start = try CivilDateTime("2026-03-02T18:00").in(zone)
    early = start.adding(.hours(-8)).instant
  }

  /// A group of Zoe and Yan, whose session is booked.
  private mutating func bookGroup() throws -> String {
    let request = SessionRequest(["zoe", "yan"], at: start.adding(.days(1)), places: 3)
    return try #require(try coaching.request(.book(request), by: "marta", now: early)?.uid)
  }

  @Test("G5 each client of a group has a workout and a record, and the session ends with the last workout")
  mutating func groupWorkouts() throws {
    let group = try bookGroup()
    let begin = start.adding(.days(1)).instant
    let zoe = try coaching.start(group, running: nil, by: "marta", now: begin)
    let yan = try coaching.start(group, for: "Yan", by: "marta", now: begin.adding(seconds: 60))
    #expect(zoe.id == group && zoe.client == "zoe" && yan.id != group && yan.sessionID == group)
    #expect(yan.start == begin)
    #expect(refusal { try coaching.start(group, for: "yan", by: "marta", now: begin) } == [.alreadyExists])
    #expect(
      refusal { try coaching.start(group, for: "pere", by: "marta", now: begin) } == [
        .init(rawValue: "not_joined")
      ])
    #expect(try recoded(coaching) == coaching)
    let first = try coaching.finish(group, by: "marta", at: .seconds(600))
    #expect(coaching.book.session(group, of: "marta")?.state == .inProgress)
    // The one that is discarded has no record; the session took place.
    var discarding = coaching
    try discarding.apply(.discard, to: yan.id, by: "marta", at: .seconds(700))
    #expect(discarding.book.session(group, of: "marta")?.state == .completed)
    discarding = coaching
    try discarding.apply(.discard, to: yan.id, by: "marta")
    #expect(discarding.book.session(group, of: "marta")?.ended == begin.adding(seconds: 600))
    var early = coaching
    try early.finish(yan.id, by: "marta", at: .seconds(60))
    #expect(early.book.session(group, of: "marta")?.ended == begin.adding(seconds: 600))
    let second = try coaching.finish(yan.id, by: "marta", at: .seconds(900))
    #expect(coaching.book.session(group, of: "marta")?.ended == begin.adding(seconds: 900))
    #expect(coaching.log.records.map(\.client) == ["zoe", "yan"] && first.id != second.id)
    #expect(coaching.log.history(of: "yan") == [second])
  }

  @Test("G5 records of a group are written down afterwards, in any order, each once")
  mutating func groupRecords() throws {
    let group = try bookGroup()
    let now = start.adding(.days(1)).adding(.hours(3)).instant
    let yan = try coaching.log(
      try coaching.draft(of: group, for: "yan", by: "marta"), lasting: .seconds(1200), in: zone, now: now)
    let session = coaching.book.session(group, of: "marta")
    #expect(session?.state == .completed && session?.ended == session?.started?.adding(seconds: 1200))
    let zoe = try coaching.log(try coaching.draft(of: group, by: "marta"), in: zone, now: now)
    #expect(Set([zoe.client, yan.client]) == ["zoe", "yan"] && Set([zoe.id, yan.id]).count == 2)
    #expect(coaching.book.session(group, of: "marta") == session)
    for client in ["zoe", "yan"] {
      #expect(refusal { try coaching.draft(of: group, for: client, by: "marta") } == [.alreadyExists])
    }
    let other = try SessionRecorder(
      id: group, coach: "marta", client: "yan", start: start.instant, sessionID: group)
    #expect(refusal { try coaching.log(other, in: zone, now: now) } == [.inconsistent])
  }
}
