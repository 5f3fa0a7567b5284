import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

@Suite("Sessions")
struct SessionBookTests {
  let madrid: Zone
  let now: Instant
  let monday: ZonedDateTime
  var book = SessionBook(freeCancellationBefore: .hours(24))

  init() throws {
    madrid = try Zone("Europe/Madrid")
    now = try instant("2026-03-01T12:00", in: madrid)
    monday = try zoned("2026-03-02T10:00", madrid)
    for client in ["bob", "eva"] {
      _ = book.request(.addClient(SessionBook.Client(client)), by: "ana", now: now)
    }
    _ = book.request(.addClient(SessionBook.Client("bob")), by: "leo", now: now)
  }

  mutating func schedule(
    _ client: String = "bob", at start: ZonedDateTime, lasting duration: CalendarDuration = .hours(1),
    by coach: String = "ana"
  ) -> SessionDecision {
    book.request(
      .schedule(client: client, at: start, lasting: duration), by: coach, now: now, uids: .seeded(1))
  }

  @Test("a session is not scheduled or moved into the past; what took place is recorded")
  mutating func past() throws {
    let yesterday = ZonedDateTime(now.adding(seconds: -86_400), in: madrid)
    let refusal = SessionRefusal.notOffered(.tooLate(latest: yesterday.instant))
    #expect(schedule(at: yesterday).refusals == [refusal])
    let session = try #require(schedule(at: monday).session)
    for command in [
      SessionCommand.move(session.uid, to: yesterday), .reassign(session.uid, to: yesterday),
      .book(SessionRequest(["bob"], at: yesterday)),
    ] {
      #expect(book.request(command, by: "ana", now: now).refusals == [refusal])
    }
    let interval = yesterday.instant..<yesterday.adding(.hours(1)).instant
    let record = SessionCommand.recordUnplanned(client: "bob", during: interval, in: madrid)
    #expect(book.request(record, by: "ana", now: now).refusals.isEmpty)
  }

  @Test("a group goes on without its only client, a session for one person does not")
  mutating func lastOfGroup() throws {
    for (places, isCancelled) in [(1, true), (6, false)] {
      let start = monday.adding(.hours(places))
      let request = SessionRequest(["cy"], at: start, places: places)
      let session = try #require(book.request(.book(request), by: "ana", now: now).session)
      #expect(book.request(.removeClient("cy", cancelling: true), by: "ana", now: now).refusals.isEmpty)
      let left = try #require(book.session(session.uid, of: "ana"))
      #expect(left.state == (isCancelled ? .cancelled(isLate: true) : .scheduled))
    }
  }

  @Test(
    "G1 a session has a coach and one of their clients; 60 minutes by default; place and note are optional")
  mutating func scheduling() throws {
    let plain = book.request(.schedule(client: "bob", at: monday), by: "ana", now: now, uids: .seeded(1))
      .session
    #expect(plain?.interval.upperBound.seconds(since: monday.instant) == 3600)
    #expect(plain?.location == "")
    #expect(plain?.state == .scheduled)
    #expect(schedule("zoe", at: monday).refusals.contains(.notAClient("zoe")))
    #expect(schedule("eva", at: monday.adding(.hours(2)), by: "leo").refusals == [.notAClient("eva")])
    let none = schedule("eva", at: monday.adding(.hours(3)), lasting: .zero)
    #expect(none.refusals == [.invalidDuration])
    let endless = schedule("eva", at: monday.adding(.hours(3)), lasting: .hours(.max))
    #expect(endless.refusals == [.invalidDuration])
  }

  @Test("G1 neither coach nor client is booked twice at once, and the conflicting sessions are named")
  mutating func doubleBooking() throws {
    let first = try #require(schedule(at: monday).session)
    let coachTaken = schedule("eva", at: monday.adding(.minutes(30)))
    #expect(coachTaken.refusals.map { $0.code } == ["conflict"])
    #expect(coachTaken.refusals.first?.description == "ana is busy: bob")
    // Only the time of another coach's session is reported.
    let clientTaken = schedule("bob", at: monday.adding(.minutes(-30)), by: "leo")
    guard case .conflict(let item, let person) = try #require(clientTaken.refusals.first) else {
      Issue.record("not a conflict")
      return
    }
    #expect(person == "bob")
    #expect(item.interval == first.interval)
    #expect(item.summary == "")
    #expect(item.id == nil)
    // A session that ends when another begins does not conflict with it.
    #expect(!schedule("eva", at: monday.adding(.hours(1))).isRefused)
    #expect(!schedule("eva", at: monday.adding(.hours(-1))).isRefused)
    #expect(book.busy(of: "ana").items.count == 3)
  }

  @Test(
    "G1 clients are added, listed with their last training, and removed with their future sessions named first"
  )
  mutating func clients() throws {
    #expect(book.clients(of: "ana").map { $0.id } == ["bob", "eva"])
    #expect(
      book.decide(.addClient(SessionBook.Client("bob")), by: "ana", now: now).refusals == [
        .alreadyAClient("bob")
      ])
    #expect(book.lastTrained("bob", by: "ana") == nil)
    let past = try instant("2026-02-27T10:00", in: madrid)
    _ = book.request(
      .recordUnplanned(client: "bob", during: past..<past.adding(seconds: 3000), in: madrid), by: "ana",
      now: now)
    #expect(book.lastTrained("bob", by: "ana") == past)
    let future = try #require(schedule(at: monday).session)
    #expect(book.decide(.removeClient("bob"), by: "ana", now: now).refusals == [.futureSessions([future])])
    #expect(!book.request(.removeClient("bob", cancelling: true), by: "ana", now: now).isRefused)
    #expect(book.clients(of: "ana").map { $0.id } == ["eva"])
    #expect(book.session(future.uid, of: "ana")?.state == .cancelled(isLate: true))
    #expect(book.lastTrained("bob", by: "ana") == past)
    #expect(book.decide(.removeClient("bob"), by: "ana", now: now).refusals == [.notAClient("bob")])
  }

  @Test("G2 a month shows which days have sessions, and an empty day has none")
  mutating func days() throws {
    _ = schedule(at: monday)
    _ = schedule("eva", at: monday.adding(.hours(2)))
    let cancelled = try #require(schedule(at: monday.adding(.days(3))).session)
    _ = schedule(at: monday.adding(.days(7)))
    _ = book.request(.cancel(cancelled.uid), by: "ana", now: now)
    let march = try YearMonth(2026, 3).days
    #expect(
      book.days(of: "ana", in: march, viewer: madrid) == [try date("2026-03-02"), try date("2026-03-09")])
    #expect(book.days(of: "leo", in: march, viewer: madrid).isEmpty)
    #expect(
      book.sessions(of: "ana", in: try AlmanacSchedulingTests.days("2026-03-02", "2026-03-03", in: madrid))
        .count == 2)
    #expect(
      book.sessions(of: "ana", in: try AlmanacSchedulingTests.days("2026-03-03", "2026-03-04", in: madrid))
        .isEmpty)
  }

  @Test("G3 the next sessions in order, one step from starting one")
  mutating func next() throws {
    let later = try #require(schedule("eva", at: monday.adding(.days(1))).session)
    let sooner = try #require(schedule(at: monday).session)
    #expect(book.nextSessions(of: "ana", from: now).map { $0.uid } == [sooner.uid, later.uid])
    #expect(book.nextSessions(of: "ana", from: now, limit: 1).map { $0.uid } == [sooner.uid])
    let begins = monday.instant.adding(seconds: 120)
    // Late, it is still the next one, until its time is over.
    #expect(book.nextSessions(of: "ana", from: begins).map { $0.uid } == [sooner.uid, later.uid])
    #expect(book.nextSessions(of: "ana", from: sooner.interval.upperBound).map { $0.uid } == [later.uid])
    let running = book.request(.start(sooner.uid), by: "ana", now: begins).session
    #expect(running?.state == .inProgress)
    #expect(running?.started == begins)
    #expect(book.nextSessions(of: "ana", from: now).map { $0.uid } == [later.uid])
    let done = book.request(.complete(sooner.uid), by: "ana", now: begins.adding(seconds: 3000)).session
    #expect(done?.state == .completed)
    #expect(done?.plan?.interval.lowerBound == monday.instant)
    #expect(done?.interval == begins..<begins.adding(seconds: 3000))
    #expect(book.decide(.start(sooner.uid), by: "ana", now: now).refusals == [.wrongState(.completed)])
  }

  @Test("G3 a session can start unplanned, but one person cannot train twice at once")
  mutating func unplanned() throws {
    _ = schedule("eva", at: now.in(madrid).adding(.minutes(10)))
    let free = book.request(.startUnplanned(client: "bob", in: madrid), by: "ana", now: now, uids: .seeded(1))
    #expect(free.session.map { $0.plan == nil } == true)
    #expect(free.session?.state == .inProgress)
    let again = book.decide(
      .startUnplanned(client: "eva", in: madrid), by: "ana", now: now.adding(seconds: 60))
    #expect(again.refusals.map { $0.code } == ["conflict"])
    let other = book.decide(
      .startUnplanned(client: "bob", in: madrid), by: "leo", now: now.adding(seconds: 60))
    #expect(other.refusals.map { $0.code } == ["conflict"])
  }

  @Test("a session that lasts longer than planned goes on until its coach ends it")
  mutating func overrunning() throws {
    let one = try #require(schedule(at: monday).session)
    let other = try #require(schedule("eva", at: monday.adding(.minutes(90))).session)
    _ = book.request(.start(one.uid), by: "ana", now: monday.instant)
    let late = monday.instant.adding(seconds: 5_400)
    for command: SessionCommand in [.start(other.uid), .startUnplanned(client: "eva", in: madrid)] {
      #expect(book.decide(command, by: "ana", now: late).refusals.map { $0.code } == ["conflict"])
    }
    // Another coach is not kept from training the client by what that coach cannot end.
    #expect(!book.decide(.startUnplanned(client: "bob", in: madrid), by: "leo", now: late).isRefused)
    let early = book.decide(
      .startUnplanned(client: "bob", in: madrid), by: "leo", now: monday.instant.adding(seconds: 60))
    #expect(early.refusals.map { $0.code } == ["conflict"])
    // A session that nobody ended is recorded afterwards.
    let actual = monday.instant..<monday.instant.adding(seconds: 4_000)
    let recorded = book.request(.record(one.uid, during: actual), by: "ana", now: late).session
    #expect(recorded?.state == .completed && recorded?.interval == actual)
    #expect(!book.request(.start(other.uid), by: "ana", now: late).isRefused)
  }

  @Test("G8 a coach sees only their own clients and sessions")
  mutating func privacy() throws {
    let own = try #require(schedule(at: monday).session)
    #expect(book.session(own.uid, of: "leo") == nil)
    #expect(book.sessions(of: "leo").isEmpty)
    #expect(book.sessions(of: "bob").isEmpty)
    #expect(book.clients(of: "leo").map { $0.id } == ["bob"])
    for command: SessionCommand in [
      .cancel(own.uid), .start(own.uid), .move(own.uid, to: monday), .edit(own.uid, details: "x"),
    ] {
      #expect(book.decide(command, by: "leo", now: now).refusals == [.noSuchSession])
    }
    #expect(book.lastTrained("bob", by: "leo") == nil)
  }

  @Test("moving looks for conflicts with all but the session itself")
  mutating func moving() throws {
    let first = try #require(schedule(at: monday).session)
    _ = schedule("eva", at: monday.adding(.hours(2)))
    #expect(!book.decide(.move(first.uid, to: monday.adding(.minutes(30))), by: "ana", now: now).isRefused)
    let refused = book.decide(.move(first.uid, to: monday.adding(.minutes(90))), by: "ana", now: now)
    #expect(refused.refusals.map { $0.code } == ["conflict"])
    let shorter = book.decide(
      .move(first.uid, to: monday.adding(.minutes(90)), lasting: .minutes(30)), by: "ana", now: now)
    #expect(!shorter.isRefused)
  }

  @Test("a cancellation is in time or late; the time is free again")
  mutating func cancelling() throws {
    let early = try #require(schedule(at: monday.adding(.days(1))).session)
    #expect(book.request(.cancel(early.uid), by: "ana", now: now).session?.state == .cancelled(isLate: false))
    let late = try #require(schedule(at: monday).session)
    #expect(book.request(.cancel(late.uid), by: "ana", now: now).session?.state == .cancelled(isLate: true))
    #expect(!schedule(at: monday).isRefused)
    #expect(
      book.decide(.cancel(late.uid), by: "ana", now: now).refusals == [.wrongState(.cancelled(isLate: true))])
  }

  @Test("a session is written down afterwards, or missed")
  mutating func afterwards() throws {
    let one = try #require(schedule(at: monday).session)
    let actual = monday.instant.adding(seconds: 300)..<monday.instant.adding(seconds: 3300)
    #expect(
      book.decide(.record(one.uid, during: actual), by: "ana", now: monday.instant).refusals.map { $0.code }
        == ["too_early"])
    #expect(
      book.decide(.markMissed(one.uid), by: "ana", now: now).refusals == [.tooEarly(opens: monday.instant)])
    let evening = monday.instant.adding(seconds: 40_000)
    #expect(book.request(.markMissed(one.uid), by: "ana", now: evening).session?.state == .missed)
    #expect(
      book.request(.record(one.uid, during: actual), by: "ana", now: evening).session?.interval == actual)
    let overlapping = book.decide(
      .recordUnplanned(client: "eva", during: actual, in: madrid), by: "ana", now: evening)
    #expect(overlapping.refusals.map { $0.code } == ["conflict"])
  }

  @Test("a series of sessions is planned whole or without the dates in conflict")
  mutating func series() throws {
    _ = schedule("eva", at: monday.adding(.days(7)))
    let rule = RecurrenceRule(.weekly, until: .count(4))
    let before = book
    let whole = book.requestSeries(
      SessionRequest(["bob"], at: monday), repeating: rule, by: "ana", now: now, uids: .seeded(1))
    #expect(!whole.isBooked)
    #expect(whole.refused.map { $0.start.local.date.dayOfMonth } == [9])
    #expect(book == before)
    let most = book.requestSeries(
      SessionRequest(["bob"], at: monday), repeating: rule, .skipping, by: "ana", now: now, uids: .seeded(1))
    #expect(most.isBooked)
    #expect(book.sessions(of: "ana", with: "bob").map { $0.start.local.date.dayOfMonth } == [2, 16, 23])
  }

  @Test("the caller's conditions apply: other commitments and who may train")
  mutating func context() throws {
    let item = BusyTime.Item(monday.instant..<monday.instant.adding(seconds: 60), summary: "Dentist")
    let context = BookingContext(
      ineligibility: { $0 == "eva" ? "no medical certificate" : nil },
      commitments: { person, interval in person == "bob" && item.interval.overlaps(interval) ? [item] : [] })
    let bob = book.decide(.schedule(client: "bob", at: monday), by: "ana", now: now, checking: context)
    #expect(bob.refusals == [.conflict(item, of: "bob")])
    let eva = book.decide(.schedule(client: "eva", at: monday), by: "ana", now: now, checking: context)
    #expect(eva.refusals == [.notEligible("no medical certificate")])
  }

  @Test("a session of zero length blocks no slot, and none blocks it")
  mutating func overAtOnce() throws {
    let begun = book.request(.startUnplanned(client: "eva", in: madrid), by: "ana", now: monday.instant)
      .session
    _ = book.request(.complete(try #require(begun).uid), by: "ana", now: monday.instant)
    let grid = try book.slots(
      of: "ana", with: "bob", in: monday.instant..<monday.instant.adding(seconds: 1), at: monday.instant)
    #expect(grid.reasons(at: monday.instant).isEmpty)
    let planned = book.decide(
      .schedule(client: "bob", at: monday), by: "ana", now: monday.instant, offering: grid)
    #expect(planned.refusals.isEmpty)
  }

  @Test("a mail address is one person however it is written")
  mutating func addresses() throws {
    _ = book.request(
      .addClient(SessionBook.Client("mailto:Eva@Example.org")), by: "Ana@Example.org", now: now)
    let again = book.decide(
      .addClient(SessionBook.Client("eva@example.org")), by: "ana@example.org", now: now)
    #expect(again.refusals.map { $0.code } == ["already_a_client"])
    let first = schedule("eva@example.org", at: monday, by: "ana@example.org")
    #expect(!first.isRefused)
    let twice = schedule("EVA@example.org", at: monday, by: "mailto:ana@example.org")
    #expect(twice.refusals.map { $0.code } == ["conflict", "conflict"])
    #expect(book.sessions(of: "ANA@example.org", with: "mailto:eva@example.org").count == 1)
    #expect(book.busy(of: "Eva@example.org").items.count == 1)
    #expect(try stored(book) == book)
  }

  @Test("R4 the start of a session is taken back: a planned one is scheduled as before, another is cancelled")
  func abandoned() throws {
    var book = SessionBook()
    let zone = try Zone("Europe/Madrid")
    let start = try CivilDateTime("2026-03-02T18:00").in(zone)
    let now = start.instant
    _ = book.request(.addClient(SessionBook.Client("bob", name: "Bob")), by: "Ana@example.org", now: now)
    let planned = try #require(
      book.request(.schedule(client: "bob", at: start), by: "ana@example.org", now: now).session)
    #expect(
      book.request(.abandon(planned.uid), by: "ana@example.org", now: now).refusals == [
        .wrongState(.scheduled)
      ])
    _ = book.request(.start(planned.uid), by: "ana@example.org", now: now)
    #expect(book.request(.abandon(planned.uid), by: "leo", now: now).refusals == [.noSuchSession])
    #expect(book.request(.abandon(planned.uid), by: "ana@example.org", now: now).session == planned)
    let free = book.request(.startUnplanned(client: "bob", in: zone), by: "ana@example.org", now: now).session
    let over = book.request(.abandon(free?.uid ?? ""), by: "ana@example.org", now: now.adding(seconds: 60))
      .session
    #expect(over?.state == .cancelled(isLate: false) && over?.ended == now.adding(seconds: 60))
    #expect(book.lastTrained("bob", by: "ana@example.org") == nil)
    #expect(book.coaches == ["ana@example.org"])
    #expect(
      book.name(of: "bob", for: "ana@example.org") == "Bob" && book.name(of: "eve", for: "ana") == "eve")
  }
}
