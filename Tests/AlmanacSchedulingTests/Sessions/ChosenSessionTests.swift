import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Sessions of those whom a policy chooses, group sessions and bookings of things")
struct ChosenSessionTests {
  private let madrid: Zone
  private let now: Instant
  private let tuesday: ZonedDateTime
  private let term: Range<Instant>
  private let coaches: [SlotParticipant]
  private let rooms = [SlotParticipant("room 1", capacity: 8), SlotParticipant("room 2", capacity: 20)]
  private let mats = SlotParticipant("mats", capacity: 10)
  private let policy = BookingPolicy(every: .minutes(30))

  init() throws { (madrid, now, tuesday, term, coaches) = try coachingTerm() }

  private func needs(_ book: SessionBook, except uid: String? = nil, size: Int = 1, mats amount: Int = 0)
    throws
    -> [Requirement]
  {
    let pool = book.participants(coaches, in: term, except: uid)
    let halls = book.participants(rooms, in: term, except: uid)
    var needs = [
      try Requirement.any(of: pool, as: SessionBook.coachRole) { $0.tags.contains("yoga") },
      try Requirement.any(of: halls, as: "room") { $0.capacity >= size },
    ]
    if amount > 0 {
      needs.append(try .amount(amount, of: "mats", among: book.participants([mats], in: term, except: uid)))
    }
    return needs
  }

  private func grid(_ book: SessionBook, except uid: String? = nil, size: Int = 1, mats: Int = 0) throws
    -> SlotGrid
  {
    try SlotGrid(
      lasting: .hours(1), in: term, requiring: try needs(book, except: uid, size: size, mats: mats),
      policy: policy,
      at: now)
  }

  @Test(
    "what an offer lists is booked on it, what it does not list is refused for its reasons",
    arguments: UInt64(1)...8)
  func offered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var book = SessionBook()
    let week = tuesday.adding(.days(-1))
    for number in 0..<25 {
      let start = week.adding(.minutes(30 * random.int(32...42) + 1440 * random.int(0...3)))
      let offer = try grid(book, size: random.one(of: [1, 10]), mats: random.int(0...6))
      let reasons = offer.reasons(at: start.instant)
      let chosen = book.decide(
        SessionRequest(["client \(number)"], at: start), offering: offer, now: now,
        uids: UIDSource { "s\(number)-\($0)" })
      #expect(chosen.decision.isRefused == !reasons.isEmpty)
      #expect(chosen.choice.reasons == reasons)
      #expect(Set(chosen.decision.refusals.map { $0.code }) == Set(reasons.map { $0.code }))
      try book.apply(chosen.decision)
      guard let session = chosen.decision.session else { continue }
      #expect(session.coach == chosen.choice.chosen(for: "coach").first)
      #expect(Set(session.resources.map { $0.requirement }).isSubset(of: ["room", "mats"]))
    }
    // Nobody and no room is booked twice at a time, and never more than ten mats.
    let all = ["eva", "leo"].flatMap { book.sessions(of: $0) }
    for one in all {
      let others = all.filter { $0.interval.contains(one.interval.lowerBound) }
      for name in ["eva", "leo", "room 1", "room 2"] {
        #expect(others.count { $0.coach == name || $0.resources.contains { $0.name == name } } <= 1)
      }
      #expect(others.flatMap { $0.resources }.reduce(0) { $0 + ($1.amount ?? 0) } <= 10)
    }
    #expect(!all.contains { $0.coach == "mia" })
  }

  @Test("a request that is sent again is answered with its session, whomever the policy would choose now")
  func repeated() throws {
    var book = SessionBook()
    let request = SessionRequest(["bob"], at: tuesday)
    let once = book.decide(request, offering: try grid(book), now: now, key: "k")
    try book.apply(once.decision)
    #expect(once.decision.session?.coach == "eva")
    let again = book.decide(request, offering: try grid(book), now: now, key: "k")
    #expect(again.decision.session == once.decision.session)
    #expect(again.choice.chosen(for: "coach") == ["eva"])
    #expect(again.choice.everyone == once.choice.everyone)
    #expect(again.decision.events.isEmpty)
    let other = book.decide(
      SessionRequest(["cyd"], at: tuesday), offering: try grid(book), now: now, key: "k")
    #expect(other.decision.refusals == [.keyReused])
    // The slot itself is free.
    #expect(other.choice.isAvailable && !other.choice.everyone.isEmpty)
    // An offer that was made before is checked against the book as it is.
    let stale = try SlotGrid(
      lasting: .hours(1), in: term, requiring: [try .any(of: [coaches[0]], as: "coach")], policy: policy,
      at: now)
    let late = book.decide(SessionRequest(["cyd"], at: tuesday), offering: stale, now: now)
    #expect(late.decision.refusals.map { $0.code } == ["conflict"])
    let long = book.decide(
      SessionRequest(["cyd"], at: tuesday.adding(.hours(1)), lasting: .hours(2)), offering: try grid(book),
      now: now)
    #expect(long.decision.refusals == [.otherDuration(.hours(1))])
  }

  @Test("a move keeps who serves where it can, and says who is replaced and why")
  func moving() throws {
    var book = SessionBook()
    let booked = book.decide(SessionRequest(["bob"], at: tuesday), offering: try grid(book), now: now)
    try book.apply(booked.decision)
    let uid = try #require(booked.decision.session?.uid)
    // The next one goes to Leo, in fairness; Eva is busy an hour later.
    let wednesday = tuesday.adding(.days(1))
    _ = book.request(.book(SessionRequest(["cyd"], at: wednesday)), by: "eva", now: now)
    let kept = book.decideMove(
      of: uid, by: "eva", to: tuesday.adding(.days(2)), offering: try grid(book, except: uid),
      choosing: .longestWaiting, now: now)
    #expect(kept.decision.session?.coach == "eva")
    #expect(kept.replaced.isEmpty)
    let replaced = book.decideMove(
      of: uid, by: "eva", to: wednesday, offering: try grid(book, except: uid), now: now)
    #expect(replaced.decision.session?.coach == "leo")
    #expect(replaced.replaced.map { $0.name } == ["eva"])
    #expect(replaced.replaced[0].reasons.map { $0.code } == ["conflict"])
    try book.apply(replaced.decision)
    #expect(book.sessions(of: "leo").map { $0.start.instant } == [wednesday.instant])
    #expect(book.client("bob", of: "leo") != nil)
    #expect(book.busy(of: "eva").items.count == 1)
    let nowhere = book.decideMove(
      of: uid, by: "leo", to: tuesday.adding(.hours(12)), offering: try grid(book, except: uid), now: now)
    #expect(nowhere.decision.isRefused && nowhere.replaced.isEmpty)
  }

  @Test("a move keeps each in their role, and what the offer does not require")
  func rolesOfMoves() throws {
    var book = SessionBook()
    func two(_ except: String? = nil, of names: [String] = ["eva", "leo", "mia"]) throws -> SlotGrid {
      let pool = book.participants(coaches.filter { names.contains($0.name) }, in: term, except: except)
      return try SlotGrid(
        lasting: .hours(1), in: term, requiring: [try .any(2, of: pool, as: "coach")], policy: policy, at: now
      )
    }
    let mats = SessionBook.Session.Resource("mats", as: "mats", amount: 2, capacity: 6)
    let booked = book.decide(
      SessionRequest(["bob"], at: tuesday, resources: [mats]), offering: try two(),
      choosing: .priority(["leo": 5]), now: now)
    try book.apply(booked.decision)
    let session = try #require(booked.decision.session)
    #expect(session.coach == "leo")
    let wednesday = tuesday.adding(.days(1))
    let moved = book.decideMove(
      of: session.uid, by: "leo", to: wednesday, offering: try two(session.uid), now: now)
    #expect(moved.decision.session?.coach == "leo")
    #expect(Set(moved.decision.session?.resources ?? []) == Set(session.resources))
    #expect(moved.replaced.isEmpty)
    // What it keeps must be free too.
    _ = book.request(
      .book(
        SessionRequest(
          [], at: wednesday, resources: [SessionBook.Session.Resource("mats", amount: 5, capacity: 6)])),
      by: "", now: now)
    let crowded = book.decideMove(
      of: session.uid, by: "leo", to: wednesday, offering: try two(session.uid), now: now)
    #expect(crowded.decision.refusals == [.insufficient(free: 1, needed: 2, of: "mats")])
    // Who is not among the candidates any more.
    let gone = book.decideMove(
      of: session.uid, by: "leo", to: tuesday.adding(.days(2)),
      offering: try two(session.uid, of: ["eva", "mia"]), now: now)
    #expect(gone.replaced == [CandidateVerdict("leo", [.notACandidate])])
  }

  @Test("a group session has places for several clients, each of whom is free at the time")
  func groups() throws {
    var book = SessionBook()
    let made = book.request(
      .book(SessionRequest(["bob"], at: tuesday, places: 3, summary: "Pilates")), by: "eva", now: now)
    let uid = try #require(made.session?.uid)
    func join(_ client: String) -> [SessionRefusal] {
      book.request(.join(uid, client: client), by: "eva", now: now).refusals
    }
    _ = book.request(.book(SessionRequest(["dan"], at: tuesday)), by: "leo", now: now)
    #expect(join("BOB@x") == [])
    #expect(join("bob") == [.alreadyJoined("bob")])
    #expect(join("dan").map { $0.code } == ["conflict"])
    #expect(join("cyd") == [])
    #expect(join("fay") == [.full(places: 3)])
    #expect(join("") == [.invalidRequest(.client), .full(places: 3)])
    #expect(book.session(uid, of: "eva")?.clients == ["bob", "BOB@x", "cyd"])
    #expect(book.sessions(of: "eva", with: "cyd").map { $0.uid } == [uid])
    #expect(book.busy(of: "cyd").items.map { $0.summary } == ["Pilates"])
    // Each client sees their own only.
    _ = book.request(.edit(uid, summary: ""), by: "eva", now: now)
    #expect(book.busy(of: "cyd").items.map { $0.summary } == ["cyd"])
    #expect(book.busy(of: "eva").items.map { $0.summary } == ["bob, BOB@x, cyd"])
    #expect(book.request(.leave(uid, client: "bob"), by: "eva", now: now).refusals.isEmpty)
    #expect(book.request(.leave(uid, client: "bob"), by: "eva", now: now).refusals == [.notJoined("bob")])
    #expect(book.busy(of: "bob").items.isEmpty)
    #expect(join("fay") == [])
    // Nobody leaves a session that has begun, or joins one that is over.
    let (start, end) = (tuesday.instant, tuesday.instant.adding(seconds: 3_600))
    let late = book.decide(.leave(uid, client: "fay"), by: "eva", now: start).refusals
    #expect(late == [.tooLate(closed: start)])
    let gone = book.decide(.join(uid, client: "gil"), by: "eva", now: end).refusals
    #expect(gone.contains(.tooLate(closed: end)))
    _ = book.request(.removeClient("cyd", cancelling: true), by: "eva", now: now)
    #expect(book.session(uid, of: "eva")?.clients == ["BOB@x", "fay"])
    #expect(book.session(uid, of: "eva")?.state == .scheduled)
    let many = book.decide(.book(SessionRequest(["a", "b"], at: tuesday)), by: "mia", now: now)
    #expect(many.refusals == [.full(places: 1)])
    let twice = book.decide(.book(SessionRequest(["a", "a"], at: tuesday, places: 2)), by: "mia", now: now)
    #expect(twice.refusals == [.alreadyJoined("a")])
  }

  @Test("a court or a table is booked without a coach, and without a client whom anybody knows")
  func things() throws {
    var book = SessionBook()
    func request(_ start: ZonedDateTime, _ resource: SessionBook.Session.Resource, _ clients: [String] = [])
      -> SessionDecision
    {
      book.request(
        .book(SessionRequest(clients, at: start, summary: "t", resources: [resource])), by: "", now: now)
    }
    let court = request(tuesday, SessionBook.Session.Resource("court 2"))
    #expect(court.refusals.isEmpty)
    #expect(
      request(tuesday, SessionBook.Session.Resource("court 2")).refusals.map { $0.code } == ["conflict"])
    #expect(request(tuesday, SessionBook.Session.Resource("court 1"), ["walk-in"]).refusals.isEmpty)
    // Who has it is not said, as nobody in particular asks.
    let taken = request(tuesday, SessionBook.Session.Resource("court 1"))
    guard case .conflict(let item, of: "court 1")? = taken.refusals.first else {
      Issue.record("\(taken.refusals)")
      return
    }
    #expect(item.summary.isEmpty && item.id == nil)
    #expect(request(tuesday, SessionBook.Session.Resource("table")).refusals.isEmpty)
    #expect(book.sessions(of: "").count == 3)
    #expect(book.clients(of: "").isEmpty)
    #expect(book.busy(of: "court 2").items.count == 1)
    let uid = try #require(court.session?.uid)
    #expect(!book.request(.move(uid, to: tuesday.adding(.hours(1))), by: "", now: now).isRefused)
    #expect(!book.request(.cancel(uid), by: "", now: now).isRefused)
    #expect(book.busy(of: "court 2").items.isEmpty)
    // So much of a resource.
    func mats(_ amount: Int) -> [SessionRefusal] {
      request(tuesday, SessionBook.Session.Resource("mats", amount: amount, capacity: 10)).refusals
    }
    #expect(mats(6) == [])
    #expect(mats(5) == [.insufficient(free: 4, needed: 5, of: "mats")])
    #expect(mats(4) == [])
    #expect(mats(1) == [.insufficient(free: 0, needed: 1, of: "mats")])
    #expect(mats(0).map { $0.code } == ["invalid_request"])
    #expect(mats(-1).map { $0.code } == ["invalid_request"])
    // Two requirements of one resource add up, in a request and in the book.
    func lanes(_ amounts: [Int], _ start: ZonedDateTime) -> [SessionRefusal] {
      let lanes = amounts.map {
        SessionBook.Session.Resource("lanes", as: "lane \($0)", amount: $0, capacity: 6)
      }
      return book.request(.book(SessionRequest([], at: start, resources: lanes)), by: "", now: now).refusals
    }
    #expect(lanes([4, 3], tuesday) == [.insufficient(free: 6, needed: 7, of: "lanes")])
    #expect(lanes([2, 3], tuesday) == [])
    #expect(book.busy(of: "lanes").items.map { $0.amount } == [5])
    #expect(lanes([2], tuesday) == [.insufficient(free: 1, needed: 2, of: "lanes")])
    let nothing = book.decide(.book(SessionRequest([], at: tuesday)), by: "", now: now)
    #expect(nothing.refusals == [.invalidRequest(.participant)])
    let places = book.decide(.book(SessionRequest([], at: tuesday, places: 0)), by: "eva", now: now)
    #expect(places.refusals == [.invalidRequest(.places)])
    let named = { (coach: String, client: String) in
      book.decide(.book(SessionRequest([client], at: tuesday)), by: coach, now: now).refusals
    }
    #expect(named(" ", "bob") == [.invalidRequest(.coach)])
    let lane = SessionRequest([], at: tuesday, resources: [SessionBook.Session.Resource(" ")])
    #expect(book.decide(.book(lane), by: "eva", now: now).refusals == [.invalidRequest(.resource)])
    #expect(lanes([0], tuesday) == [.invalidRequest(.amount)])
    #expect(named("eva", " ") == [.invalidRequest(.client)])
    #expect(
      book.decide(.addClient(SessionBook.Client("a\nb")), by: "eva", now: now).refusals == [
        .invalidRequest(.client)
      ])
  }

  @Test(
    "groups and bookings of things are read from their events as they were, and without a person another program removed"
  )
  func events() throws {
    var book = SessionBook()
    let mats = SessionBook.Session.Resource("mats", as: "mats", amount: 3, capacity: 10)
    let requests = [
      (
        SessionRequest(
          ["bob@example.org", "cyd@example.org", "walk-in"], at: tuesday, places: 6, resources: [mats]),
        "eva@example.org"
      ),
      (SessionRequest([], at: tuesday.adding(.hours(2)), places: 6), "eva@example.org"),
      (
        SessionRequest([], at: tuesday, resources: [SessionBook.Session.Resource("court 2", as: "court")]), ""
      ),
      (
        SessionRequest(
          ["dan@example.org"], at: tuesday, summary: "Match",
          resources: [SessionBook.Session.Resource("court 1")]), ""
      ),
    ]
    for (request, coach) in requests {
      #expect(!book.request(.book(request), by: coach, now: now).isRefused)
    }
    for coach in ["eva@example.org", ""] {
      let sessions = book.sessions(of: coach)
      #expect(try sessions.map { try SessionBook.Session($0.event()) } == sessions)
      let read = try SessionBook(book.calendar(of: coach, at: now), in: term, now: now)
      #expect(read.sessions(of: coach) == sessions)
      #expect(read.clients(of: coach).map { $0.id } == book.clients(of: coach).map { $0.id })
    }
    let group = try #require(book.sessions(of: "eva@example.org").first)
    var event = group.event()
    #expect(event.summary == "bob@example.org, cyd@example.org, walk-in")
    event.summary = "bob@example.org\\, cyd@example.org\\, walk-in"
    #expect(try SessionBook.Session(event) == group)
    #expect(event.resources == ["mats:3/10"])
    event.attendees.removeAll { $0.address.contains("cyd") }
    #expect(try SessionBook.Session(event).clients == ["bob@example.org", "walk-in"])
    let court = try #require(book.sessions(of: "").first { $0.clients.isEmpty })
    #expect(court.event().organizer == nil)
    #expect(court.event().summary == "court 2")
  }
}
