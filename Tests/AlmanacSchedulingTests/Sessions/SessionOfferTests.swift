import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Offered sessions can be booked, and no others")
struct SessionOfferTests {
  private let coaches = ["eva", "leo"]
  private let people = ["bob", "cyd", "dan", "eva"]

  private func randomBook(_ random: inout SeededGenerator, from first: ZonedDateTime) -> SessionBook {
    var book = SessionBook()
    let now = first.instant.adding(seconds: -86_400)
    for coach in coaches {
      for person in people.prefix(random.int(1...4)) {
        _ = book.request(.addClient(SessionBook.Client(person)), by: coach, now: now)
      }
    }
    for number in 0..<random.int(0...40) {
      let coach = random.one(of: coaches)
      let start = first.adding(.minutes(random.int(-20...350) * 15))
      let decision = book.request(
        .schedule(client: random.one(of: people), at: start, lasting: .minutes(random.int(1...8) * 15)),
        by: coach, now: now, uids: UIDSource { "s\(number)-\($0)" })
      guard let uid = decision.session?.uid else { continue }
      if random.once(in: 6) { _ = book.request(.cancel(uid), by: coach, now: now) }
      if random.once(in: 6) { _ = book.request(.markMissed(uid), by: coach, now: start.instant) }
    }
    return book
  }

  @Test(
    "listed ⇒ bookable, not listed ⇒ refused with the same reasons, also where clocks change",
    arguments: UInt64(1)...UInt64(rounds(10)))
  func sameReasons(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try Zone(random.one(of: ["Europe/Madrid", "Australia/Lord_Howe", "Asia/Kathmandu"]))
    let day = try date(random.one(of: ["2026-03-27", "2026-10-02", "2026-10-23", "2026-04-03"]))
    let first = day.startOfDay.in(zone)
    let book = randomBook(&random, from: first)
    let now = first.instant.adding(seconds: random.int(-20...60) * 3600)
    let duration = CalendarDuration.minutes(random.one(of: [30, 45, 60]))
    var hours = Availability(try WeeklyHours("mon-sun 00:00-05:00,09:00-19:30; sat 22:00-03:00"), in: zone)
    if random.once(in: 2) { hours.closures = [ClosedPeriod(on: day.adding(days: 1))] }
    let policy = BookingPolicy(
      every: .minutes(random.one(of: [15, 30])), buffers: Buffers(after: .minutes(random.one(of: [0, 10]))),
      minimumNotice: .hours(random.one(of: [0, 5])),
      bookable: random.one(of: [.all, .rolling(days: 1), .rollingOpenDays(2)]),
      dailyLimit: random.one(of: [nil, 2]), weeklyLimit: random.one(of: [nil, 5]))
    let client = random.one(of: people)
    let grid = try book.slots(
      of: "eva", with: client, lasting: duration, in: first.instant..<first.adding(.days(4)).instant,
      availability: random.once(in: 4) ? nil : hours, policy: policy, at: now)
    let isClient = book.client(client, of: "eva") != nil

    let minutes = (0..<60).map { _ in grid.searched.lowerBound.adding(seconds: random.int(0...5760) * 60) }
    for start in grid.candidates.map({ $0.slot.interval.lowerBound }) + minutes {
      let reasons = grid.reasons(at: start)
      let decision = book.decide(
        .schedule(client: client, at: start.in(zone), lasting: duration), by: "eva", now: now, offering: grid)
      let refused = decision.refusals.filter { $0.code != "not_a_client" }
      #expect(refused.map { $0.code } == reasons.map { $0.code })
      #expect(refused.map { $0.description } == reasons.map { SessionRefusal(same: $0).description })
      #expect(decision.isRefused == (!reasons.isEmpty || !isClient))
      // And what is offered is free in truth.
      let end = start.in(zone).adding(duration).instant
      let isTaken = coaches.flatMap { book.sessions(of: $0) }.contains { session in
        session.takesTime && [session.coach, session.client].contains { $0 == "eva" || $0 == client }
          && session.interval.overlaps(start..<end)
      }
      if isTaken { #expect(!reasons.isEmpty) }
      if hours.closures.isEmpty, policy == BookingPolicy(every: policy.step), reasons.isEmpty {
        #expect(!isTaken)
      }
    }
  }

  @Test("a session is moved among the slots that are there without it, and has their length")
  func moving() throws {
    let madrid = try Zone("Europe/Madrid")
    let now = try instant("2026-03-01T12:00", in: madrid)
    var book = SessionBook()
    for client in ["bob", "cyd"] {
      _ = book.request(.addClient(SessionBook.Client(client)), by: "eva", now: now)
    }
    let nine = try zoned("2026-03-02T09:00", madrid)
    let one = book.request(.schedule(client: "bob", at: nine), by: "eva", now: now)
    _ = book.request(.schedule(client: "cyd", at: nine.adding(.hours(2))), by: "eva", now: now)
    let uid = try #require(one.session?.uid)
    let hours = Availability(try WeeklyHours("mon 09:00-13:00"), in: madrid)
    let policy = BookingPolicy(every: .minutes(30))
    let week = try days("2026-03-02", "2026-03-09", in: madrid)
    let grid = try book.slots(
      of: "eva", with: "bob", in: week, availability: hours, moving: uid, policy: policy, at: now)
    #expect(grid.clock == ["09:00", "09:30", "10:00", "12:00"])
    for slot in grid {
      #expect(!book.decide(.move(uid, to: slot.start), by: "eva", now: now, offering: grid).isRefused)
    }
    // In a grid that was not made for the move only the session itself is in the way.
    let general = try book.slots(
      of: "eva", with: "bob", in: week, availability: hours, policy: policy, at: now)
    let half = nine.adding(.minutes(30))
    #expect(!general.clock.contains("09:30"))
    #expect(!book.decide(.move(uid, to: half), by: "eva", now: now, offering: general).isRefused)
    let taken = book.decide(.move(uid, to: nine.adding(.hours(2))), by: "eva", now: now, offering: general)
    #expect(taken.refusals.map { $0.code } == ["conflict"])
    let afternoon = try zoned("2026-03-02T16:00", madrid)
    let elsewhere = book.decide(.move(uid, to: afternoon), by: "eva", now: now, offering: grid)
    #expect(elsewhere.refusals == [.notOffered(.outsideHours(of: "eva"))])
    let long = book.decide(
      .move(uid, to: nine, lasting: .minutes(90)), by: "eva", now: now, offering: grid)
    #expect(long.refusals.map { $0.code } == ["other_duration"])
    // A grid made before somebody was faster: what it does not know of is refused all the same.
    var later = book
    _ = later.request(.schedule(client: "cyd", at: nine.adding(.hours(3))), by: "eva", now: now)
    let late = later.decide(.move(uid, to: nine.adding(.hours(3))), by: "eva", now: now, offering: grid)
    #expect(late.refusals.map { $0.code } == ["conflict"])
  }

  @Test("a client's sessions with another coach are given without titles")
  func privacy() throws {
    let madrid = try Zone("Europe/Madrid")
    let now = try instant("2026-03-01T12:00", in: madrid)
    var book = SessionBook()
    for coach in coaches { _ = book.request(.addClient(SessionBook.Client("bob")), by: coach, now: now) }
    let nine = try zoned("2026-03-02T09:00", madrid)
    _ = book.request(.schedule(client: "bob", at: nine, summary: "Secret"), by: "leo", now: now)
    let day = try days("2026-03-02", "2026-03-03", in: madrid)
    let hours = Availability(try WeeklyHours("mon 09:00-10:00"), in: madrid)
    let grid = try book.slots(of: "eva", with: "bob", in: day, availability: hours, at: now)
    #expect(grid.reasons(at: nine.instant).map { $0.description } == ["busy (bob)"])
  }
}

extension SessionRefusal {
  /// How a session is refused for a reason against a slot.
  fileprivate init(same reason: Unavailability) {
    if case .conflict(let item, let name) = reason {
      self = .conflict(item, of: name)
    } else {
      self = .notOffered(reason)
    }
  }
}
