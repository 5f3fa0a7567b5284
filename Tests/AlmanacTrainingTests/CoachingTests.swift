import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import Foundation
import TestSupport
import Testing

@Suite("The work of coaches, kept consistent")
struct CoachingTests {
  private var coaching = Coaching()
  private let zone: Zone
  private let start: ZonedDateTime
  private let early: Instant
  private var uid = ""

  /// Marta with her client Joan, a session at 18:00, and the routine of the samples.
  init() throws {
    zone = try Zone("Europe/Madrid")
    start = try CivilDateTime("2026-03-02T18:00").in(zone)
    early = start.adding(.hours(-8)).instant
    coaching = Coaching(library: try Gym.library())
    try coaching.request(.addClient(SessionBook.Client("joan", name: "Joan")), by: "marta", now: early)
    uid = try #require(
      try coaching.request(.schedule(client: "joan", at: start), by: "marta", now: early)?.uid)
  }

  @Test("a series of sessions is booked as the book would, all or none of them")
  mutating func series() throws {
    let weekly = RecurrenceRule(.weekly, until: .count(3))
    var book = coaching.book
    let later = start.adding(.hours(3))
    let expected = book.requestSeries(
      SessionRequest(["joan"], at: later), repeating: weekly, by: "marta", now: early, uids: .seeded(1))
    let outcome = coaching.requestSeries(
      SessionRequest(["joan"], at: later), repeating: weekly, by: "marta", now: early, uids: .seeded(1))
    #expect(outcome.isBooked && outcome.refused.isEmpty)
    #expect(coaching.book == book && expected.isBooked)
    // The first of these is taken.
    let refused = coaching.requestSeries(
      SessionRequest(["joan"], at: start), repeating: weekly, by: "marta", now: early)
    #expect(!refused.isBooked && refused.refused.map(\.start) == [start] && coaching.book == book)
  }

  @Test("G3 G5 a workout from start to log has one identity, and its session the times of the recorder")
  mutating func live() throws {
    let workout = try coaching.start(uid, running: "legs", by: "marta", now: start.instant)
    #expect(workout.id == uid && workout.sessionID == uid && workout.client == "joan")
    #expect(coaching.book.session(uid, of: "marta")?.state == .inProgress)
    #expect(coaching.workouts(of: "marta").map(\.id) == [uid])
    let events = try coaching.apply(.complete(SetID(0, 0)), to: uid, by: "marta", at: .seconds(40))
    #expect(events.ids == [.restStarted(SetID(0, 0), lasting: .seconds(90))])
    #expect(try coaching.advance(uid, by: "marta", to: .seconds(130)).count == 1)
    let record = try coaching.finish(uid, by: "marta", at: .seconds(1800))
    #expect(coaching.log.records == [record] && record.report.done.count == 1)
    #expect(coaching.workouts(of: "marta").isEmpty)
    let session = try #require(coaching.book.session(uid, of: "marta"))
    #expect(session.state == .completed && session.started == start.instant)
    #expect(session.ended == record.completion && session.ended == start.adding(.minutes(30)).instant)
    #expect(coaching.lastTrained("joan", by: "marta") == start.instant)
    #expect(refusal { try coaching.finish(uid, by: "marta") } == [.notFound])
  }

  @Test("G3 free training starts a session that was not planned")
  mutating func unplanned() throws {
    let workout = try coaching.startUnplanned(
      with: "joan", in: zone, location: "Park", by: "marta", now: early)
    let session = try #require(coaching.book.session(workout.id, of: "marta"))
    #expect(session.plan == nil && session.location == "Park" && workout.routine == nil)
    try coaching.apply(.add(ExerciseSnapshot(id: "row", name: "Row"), sets: []), to: workout.id, by: "marta")
    try coaching.apply(.complete(SetID(0, 0)), to: workout.id, by: "marta", at: .seconds(60))
    try coaching.apply(.finish, to: workout.id, by: "marta", at: .seconds(600))
    #expect(coaching.log.record(workout.id)?.duration == .seconds(600))
    #expect(coaching.book.session(workout.id, of: "marta")?.state == .completed)
  }

  @Test("R4 a discarded workout leaves no record; a planned session is scheduled again, another is cancelled")
  mutating func discarded() throws {
    let before = try #require(coaching.book.session(uid, of: "marta"))
    try coaching.start(uid, running: "legs", by: "marta", now: start.instant)
    try coaching.apply(.discard, to: uid, by: "marta", at: .seconds(60))
    #expect(coaching.book.session(uid, of: "marta") == before && coaching.log.records.isEmpty)
    #expect(coaching.workouts(of: "marta").isEmpty)
    try coaching.start(uid, running: "legs", by: "marta", now: start.instant)
    try coaching.finish(uid, by: "marta", at: .seconds(60))
    let later = start.adding(.hours(2)).instant
    let free = try coaching.startUnplanned(with: "joan", in: zone, by: "marta", now: later)
    try coaching.apply(.discard, to: free.id, by: "marta", at: .seconds(60))
    #expect(coaching.book.session(free.id, of: "marta")?.state == .cancelled(isLate: false))
    #expect(coaching.lastTrained("joan", by: "marta") == start.instant)
  }

  @Test("G5 afterwards: a planned session is completed, another one is added, each with its record")
  mutating func afterwards() throws {
    let now = start.adding(.hours(5)).instant
    var planned = try coaching.draft(of: uid, running: "legs", by: "marta")
    while let set = planned.next { try planned.apply(.complete(set)) }
    let record = try coaching.log(planned, lasting: .seconds(3000), in: zone, now: now)
    #expect(record.id == uid && record.start == start.instant)
    #expect(coaching.book.session(uid, of: "marta")?.ended == start.adding(.minutes(50)).instant)
    let earlier = start.adding(.hours(-3)).instant
    let other = try coaching.draft(with: "joan", running: "legs", start: earlier, in: zone, by: "marta")
    let logged = try coaching.log(other, in: zone, now: now)
    let session = try #require(coaching.book.session(logged.id, of: "marta"))
    #expect(session.state == .completed && session.summary == "Leg day" && session.plan == nil)
    #expect(session.ended == earlier.adding(seconds: 3600))
    #expect(Set(coaching.log.records.map(\.id)) == Set(coaching.book.sessions(of: "marta").map(\.uid)))
    #expect(refusal { try coaching.log(planned, in: zone, now: now) } == [.alreadyExists])
    // A session that was completed without a record gets one, and does not change.
    let second = try #require(
      try coaching.request(
        .recordUnplanned(client: "joan", during: early..<early.adding(seconds: 600), in: zone), by: "marta",
        now: now))
    try coaching.log(try coaching.draft(of: second.uid, by: "marta"), in: zone, now: now)
    #expect(coaching.book.session(second.uid, of: "marta") == second)
    #expect(coaching.log.record(second.uid)?.start == early)
  }

  /// An untimed recording of the planned session, five minutes late.
  private func late(by coach: String = "marta") throws -> SessionRecorder {
    try SessionRecorder(
      id: uid, coach: coach, client: "joan", start: start.adding(.minutes(5)).instant, sessionID: uid)
  }

  @Test("G5 a workout without a length lasts as its session was planned, or until now if that is earlier")
  mutating func untimed() throws {
    var other = coaching
    try coaching.log(late(), in: zone, now: start.adding(.hours(3)).instant)
    #expect(coaching.book.session(uid, of: "marta")?.started == start.adding(.minutes(5)).instant)
    #expect(coaching.book.session(uid, of: "marta")?.ended == start.adding(.minutes(65)).instant)
    try other.log(late(), in: zone, now: start.adding(.minutes(20)).instant)
    #expect(other.book.session(uid, of: "marta")?.ended == start.adding(.minutes(20)).instant)
  }

  @Test("G3 a session in progress ends now, whatever the recording says")
  mutating func running() throws {
    try coaching.request(.start(uid), by: "marta", now: start.instant)
    let now = start.adding(.minutes(40)).instant
    try coaching.log(late(), lasting: .seconds(60), in: zone, now: now)
    #expect(coaching.book.session(uid, of: "marta")?.started == start.instant)
    #expect(coaching.book.session(uid, of: "marta")?.ended == now)
  }

  @Test(
    "G8 a workout that is not over, or of other people than its session, is refused, and nothing is logged")
  mutating func refusedRecords() throws {
    let before = coaching
    let now = start.adding(.hours(3)).instant
    let early = refusal { try coaching.log(late(), lasting: .seconds(60), in: zone, now: start.instant) }
    #expect(early == [.init(rawValue: "too_early")])
    let pere = try SessionRecorder(id: uid, coach: "marta", client: "pere", start: start.instant)
    #expect(refusal { try coaching.log(pere, in: zone, now: now) } == [.inconsistent])
    let other = try SessionRecorder(
      id: "r", coach: "marta", client: "joan", start: start.instant, sessionID: uid)
    #expect(refusal { try coaching.log(other, in: zone, now: now) } == [.inconsistent])
    // Another coach has no such session, and cannot take its identity.
    #expect(refusal { try coaching.log(late(by: "pau"), in: zone, now: now) } == [.notAClient])
    var shared = coaching
    try shared.request(.addClient(SessionBook.Client("joan")), by: "pau", now: now)
    #expect(refusal { try shared.log(late(by: "pau"), in: zone, now: now) } == [.alreadyExists])
    var discarded = try late()
    try discarded.apply(.discard)
    #expect(refusal { try coaching.log(discarded, in: zone, now: now) } == [.sessionOver])
    #expect(coaching == before)
  }

  @Test("G7 a removed client keeps or deletes routines as said; records stay, and last training too")
  mutating func removal() throws {
    let now = start.instant
    try coaching.start(uid, running: "legs", by: "marta", now: now)
    let error = #expect(throws: TrainingError.self) {
      try coaching.removeClient("joan", routines: .keep, by: "marta", now: now)
    }
    #expect(error?.reasons.first?.code == .init(rawValue: "future_sessions"))
    try coaching.finish(uid, by: "marta", at: .seconds(600))
    let next = try coaching.request(
      .schedule(client: "joan", at: start.adding(.days(7))), by: "marta", now: now)
    let summary = try #require(coaching.clients(of: "marta", now: now.adding(seconds: 900)).first)
    #expect(summary.lastTrained == start.instant && summary.next == next)
    #expect(summary.routines.map(\.id) == ["legs"])
    var other = coaching
    let later = now.adding(seconds: 900)
    let kept = try coaching.removeClient("joan", cancelling: true, routines: .keep, by: "marta", now: later)
    #expect(kept.cancelled.map(\.uid) == [next?.uid] && kept.routines.map(\.id) == ["legs"])
    #expect(coaching.library.routine("legs") != nil && coaching.clients(of: "marta", now: later).isEmpty)
    let deleted = try other.removeClient("joan", cancelling: true, routines: .delete, by: "marta", now: later)
    #expect(deleted.routines.map(\.id) == ["legs"] && other.library.routine("legs") == nil)
    for value in [coaching, other] {
      #expect(value.log.history(of: "joan").map(\.id) == [uid])
      #expect(value.lastTrained("joan", by: "marta") == start.instant)
    }
    // What is kept can be changed, but is assigned to nobody else.
    try coaching.edit { library throws(TrainingError) in
      try library.editRoutine("legs", by: "marta") { $0.name = "Long legs" }
    }
    let reassigned = refusal {
      _ = try coaching.edit { library throws(TrainingError) in
        try library.editRoutine("legs", by: "marta") { $0.client = "pere" }
      }
    }
    #expect(reassigned == [.notAClient] && coaching.library.routine("legs")?.name == "Long legs")
    // A client who returns has the routines that were kept.
    try coaching.request(.addClient(SessionBook.Client("joan")), by: "marta", now: later)
    #expect(coaching.clients(of: "marta", now: later).first?.routines.map(\.id) == ["legs"])
  }

  @Test("G1 the next session of each client of a group is theirs, and names are sorted as the language does")
  mutating func group() throws {
    try coaching.request(.addClient(SessionBook.Client("n", name: "Ñico")), by: "marta", now: early)
    try coaching.request(.addClient(SessionBook.Client("z", name: "Nz")), by: "marta", now: early)
    let request = SessionRequest(["z", "n"], at: start.adding(.days(1)), places: 2)
    let session = try coaching.request(.book(request), by: "marta", now: early)
    let clients = coaching.clients(of: "marta", now: early, in: .spanish)
    #expect(clients.map(\.client.name) == ["Joan", "Nz", "Ñico"])
    #expect(clients.dropFirst().allSatisfy { $0.next == session })
    #expect(coaching.clients(of: "marta", now: early).map(\.client.name) == ["Joan", "Ñico", "Nz"])
  }

  @Test("G1 a routine is assigned to clients of its coach only")
  mutating func assigned() throws {
    let before = coaching
    let reasons = refusal {
      _ = try coaching.edit { library throws(TrainingError) in
        try library.add(Routine(id: "p", coach: "marta", client: "pere", name: "P"), by: "marta")
      }
    }
    #expect(reasons == [.notAClient] && coaching == before)
    let added = try coaching.edit { library throws(TrainingError) in
      try library.add(Routine(id: "j", coach: "marta", client: "joan", name: "J"), by: "marta")
    }
    #expect(coaching.library.routine("j") == added)
    // A client runs their own routines and those for any client.
    try coaching.edit { library throws(TrainingError) in
      try library.add(Routine(id: "any", coach: "marta", name: "Any"), by: "marta")
      try library.add(Routine(id: "pau", coach: "pau", name: "Pau"), by: "pau")
    }
    #expect(coaching.routines(for: "joan", by: "marta").map(\.id) == ["any", "j", "legs"])
    #expect(coaching.routines(for: "pere", by: "marta").map(\.id) == ["any"])
  }

  @Test("G8 another coach reaches neither session nor workout, and runs only routines of their own")
  mutating func own() throws {
    #expect(
      refusal { try coaching.start(uid, by: "pau", now: early) } == [.init(rawValue: "no_such_session")])
    try coaching.request(.addClient(SessionBook.Client("joan")), by: "pau", now: early)
    #expect(
      refusal { try coaching.startUnplanned(with: "joan", running: "legs", in: zone, by: "pau", now: early) }
        == [.notFound])
    try coaching.start(uid, by: "marta", now: start.instant)
    #expect(coaching.workout(uid, of: "pau") == nil && coaching.workouts(of: "pau").isEmpty)
    #expect(refusal { try coaching.apply(.leave, to: uid, by: "pau") } == [.notFound])
    #expect(refusal { try coaching.finish(uid, by: "pau") } == [.notFound])
  }

  @Test("The session of a workout ends with the workout only, and a refusal changes nothing")
  mutating func inUse() throws {
    try coaching.start(uid, running: "legs", by: "marta", now: start.instant)
    let before = coaching
    for command in [SessionCommand.complete(uid), .abandon(uid), .record(uid, during: early..<start.instant)]
    {
      #expect(refusal { try coaching.request(command, by: "marta", now: start.instant) } == [.inUse])
    }
    #expect(refusal { try coaching.start(uid, by: "marta", now: start.instant) } == [.alreadyExists])
    #expect(
      refusal { try coaching.startUnplanned(with: "joan", in: zone, by: "marta", now: start.instant) }
        .contains(.init(rawValue: "conflict")))
    #expect(
      refusal { try coaching.apply(.complete(SetID(9, 9)), to: uid, by: "marta", at: .seconds(1)) } == [
        .notFound
      ]
    )
    let draft = try coaching.draft(of: uid, by: "marta")
    #expect(refusal { try coaching.log(draft, in: zone, now: start.adding(.hours(3)).instant) } == [.inUse])
    #expect(coaching == before)
    // A session that was started elsewhere gets its workout later.
    var other = Coaching(library: coaching.library)
    try other.request(.addClient(SessionBook.Client("joan")), by: "marta", now: early)
    let free = try #require(
      try other.request(.startUnplanned(client: "joan", in: zone), by: "marta", now: early))
    let workout = try other.start(free.uid, by: "marta", now: early.adding(seconds: 60))
    #expect(workout.start == early)
  }

  @Test("Its state survives storing; a workout without its session is refused")
  mutating func coding() throws {
    try coaching.start(uid, running: "legs", by: "marta", now: start.instant)
    try coaching.apply(.complete(SetID(0, 0)), to: uid, by: "marta", at: .seconds(40))
    #expect(try recoded(coaching) == coaching)
    let data = try JSONEncoder().encode(coaching)
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var stale = Coaching(library: coaching.library)
    try stale.request(.addClient(SessionBook.Client("joan")), by: "marta", now: early)
    object["book"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(stale.book))
    let broken = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coaching.self, from: broken) }
  }

  @Test(
    "Random work: every record has its completed session, and every session in progress its workout",
    arguments: 1...rounds(5))
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var coaching = Coaching(library: try Gym.library())
    let uids = UIDSource.seeded(UInt64(seed))
    var now = early
    func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    for _ in 0..<200 {
      now = now.adding(seconds: 60 * chance(240))
      let coach = chance(3) == 0 ? "pau" : "marta"
      let client = chance(3) == 0 ? "pere" : "joan"
      let session = coaching.book.sessions(of: "marta").randomElement(using: &random)?.uid ?? "none"
      let workout = coaching.workouts(of: coach).first
      let time = workout?.elapsed(at: now)
      switch chance(9) {
      case 0: _ = try? coaching.request(.addClient(SessionBook.Client(client)), by: coach, now: now)
      case 1:
        _ = try? coaching.removeClient(
          client, cancelling: chance(2) == 0, routines: chance(4) == 0 ? .delete : .keep, by: coach, now: now)
      case 2, 3:
        let when = now.adding(seconds: 3600 * (1 + chance(40))).in(zone)
        _ = try? coaching.request(.schedule(client: client, at: when), by: coach, now: now, uids: uids)
      case 4: _ = try? coaching.start(session, running: chance(2) == 0 ? "legs" : nil, by: coach, now: now)
      case 5: _ = try? coaching.startUnplanned(with: client, in: zone, by: coach, now: now, uids: uids)
      case 6:
        if let workout, let set = workout.next {
          _ = try? coaching.apply(.complete(set), to: workout.id, by: coach, at: time)
        }
      case 7:
        if let workout {
          _ = try? coaching.apply(chance(3) == 0 ? .discard : .finish, to: workout.id, by: coach, at: time)
        }
      default:
        if let draft = try? coaching.draft(of: session, by: coach) {
          _ = try? coaching.log(draft, in: zone, now: now)
        }
      }
      for coach in ["marta", "pau"] {
        let sessions = coaching.book.sessions(of: coach)
        let records = coaching.log.seen(by: coach).records
        let completed = sessions.filter { $0.state == .completed }
        #expect(Set(records.map(\.id)) == Set(completed.map(\.uid)))
        #expect(
          Set(coaching.workouts(of: coach).map(\.id))
            == Set(sessions.filter { $0.state == .inProgress }.map(\.uid)))
        for record in records {
          #expect(coaching.book.session(record.id, of: coach)?.client == record.client)
        }
      }
    }
    #expect(try recoded(coaching) == coaching)
  }

  @Test("A session with a record, and a cancelled one, has no further draft")
  mutating func recorded() throws {
    let end = start.adding(.hours(3)).instant
    let draft = try coaching.draft(of: uid, by: "marta")
    try coaching.log(draft, in: zone, now: end)
    #expect(refusal { _ = try coaching.draft(of: uid, by: "marta") } == [.alreadyExists])
    let planned = try coaching.request(
      .schedule(client: "joan", at: start.adding(.days(7))), by: "marta", now: end)
    let other = try #require(planned?.uid)
    try coaching.request(.cancel(other), by: "marta", now: end)
    #expect(refusal { _ = try coaching.draft(of: other, by: "marta") } == [.init(rawValue: "wrong_state")])
  }
}
