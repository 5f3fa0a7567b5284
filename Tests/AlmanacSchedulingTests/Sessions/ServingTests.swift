import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Roles, amounts, names and limits of those who serve in a session")
struct ServingTests {
  private let now: Instant
  private let tuesday: ZonedDateTime
  private let term: Range<Instant>
  private let coaches: [SlotParticipant]
  private let policy = BookingPolicy(every: .minutes(30))

  init() throws { (_, now, tuesday, term, coaches) = try coachingTerm() }

  @Test("one whose role nobody else needs keeps it, when another one has to be replaced")
  func keptRoles() throws {
    var book = SessionBook()
    let people = ["eva", "leo", "mia"].map { SlotParticipant($0) }
    func offer(except uid: String? = nil) throws -> SlotGrid {
      let pool = book.participants(people, in: term, except: uid)
      return try SlotGrid(
        lasting: .hours(1), in: term,
        requiring: [try .any(of: pool, as: SessionBook.coachRole), try .any(of: pool, as: "second")],
        policy: policy, at: now)
    }
    let leads = ChoicePolicy.priority(["leo": 2, "eva": 1])
    let chosen = book.decide(
      SessionRequest(["bob"], at: tuesday), offering: try offer(), choosing: leads, now: now)
    try book.apply(chosen.decision)
    let session = try #require(chosen.decision.session)
    #expect(session.coach == "leo" && session.resources.map { $0.name } == ["eva"])
    let later = tuesday.adding(.days(1))
    _ = book.request(.book(SessionRequest(["x"], at: later)), by: "leo", now: now)
    // By the order of names Eva would be the coach.
    let moved = book.decideMove(
      of: session.uid, by: "leo", to: later, offering: try offer(except: session.uid), now: now)
    #expect(moved.decision.session?.coach == "mia")
    #expect(moved.decision.session?.resources.map { $0.name } == ["eva"])
    #expect(moved.replaced.map { $0.name } == ["leo"])
    #expect(moved.replaced.first?.reasons.map { $0.code } == ["conflict"])
    // With Mia away too, Eva has to lead, and nobody is left beside her.
    _ = book.request(.book(SessionRequest(["y"], at: later)), by: "mia", now: now)
    let refused = book.decideMove(
      of: session.uid, by: "leo", to: later, offering: try offer(except: session.uid), now: now)
    #expect(refused.decision.isRefused)
  }

  @Test("no session takes a person or a thing twice, unless it takes amounts")
  func takenTwice() throws {
    let book = SessionBook()
    func refusals(_ resources: [SessionBook.Session.Resource]) -> [SessionRefusal] {
      book.decide(
        .book(SessionRequest(["bob"], at: tuesday, resources: resources)), by: "eva", now: now
      ).refusals
    }
    #expect(refusals([.init("r1"), .init("R1", as: "room")]) == [.takenTwice("R1")])
    #expect(refusals([.init("eva")]) == [.takenTwice("eva")])
    #expect(refusals([.init("mats", amount: 2, capacity: 9), .init("mats")]) == [.takenTwice("mats")])
    #expect(refusals([.init("mats", amount: 2, capacity: 9), .init("mats", amount: 3, capacity: 9)]) == [])
    let offered = book.decide(
      SessionRequest(["bob"], at: tuesday, resources: [.init("room 1")]),
      offering: try SlotGrid(
        lasting: .hours(1), in: term,
        requiring: [
          try .any(of: coaches, as: SessionBook.coachRole),
          try .any(of: [SlotParticipant("room 1")], as: "room"),
        ], policy: policy, at: now), now: now)
    #expect(offered.decision.refusals == [.takenTwice("room 1")])
  }

  @Test("who serves in a group has no place of it; alone a coach is their own client")
  func coachInGroup() throws {
    var book = SessionBook()
    func refusals(_ clients: [String], places: Int) -> [SessionRefusal] {
      book.decide(.book(SessionRequest(clients, at: tuesday, places: places)), by: "eva", now: now).refusals
    }
    #expect(refusals(["eva"], places: 1) == [])
    #expect(refusals(["ann", "Eva"], places: 2) == [.takenTwice("Eva")])
    #expect(refusals(["eva"], places: 3) == [.takenTwice("eva")])
    let group = SessionRequest(["ann"], at: tuesday, places: 3, resources: [.init("leo", as: "assistant")])
    let uid = try #require(book.request(.book(group), by: "eva", now: now).session?.uid)
    for client in ["EVA", "leo"] {
      #expect(
        book.decide(.join(uid, client: client), by: "eva", now: now).refusals == [.takenTwice(client)])
    }
    #expect(!book.decide(.join(uid, client: "bob"), by: "eva", now: now).isRefused)
    // Nor does one of them take the group over.
    #expect(book.decide(.reassign(uid, coach: "ann"), by: "eva", now: now).refusals == [.takenTwice("ann")])
  }

  @Test("things are told apart as people are, whatever the letters")
  func letters() throws {
    var book = SessionBook()
    let court = SessionRequest([], at: tuesday, resources: [SessionBook.Session.Resource("Court 2")])
    #expect(!book.request(.book(court), by: "", now: now).isRefused)
    let again = SessionRequest([], at: tuesday, resources: [SessionBook.Session.Resource("court 2")])
    #expect(book.request(.book(again), by: "", now: now).refusals.map { $0.code } == ["conflict"])
    var travel = TravelTimes()
    travel.set(.minutes(40), between: "Sants", and: "Badalona")
    #expect(travel["sants", "BADALONA"] == .minutes(40))
    #expect(travel["sants", "SANTS"].isZero)
  }

  @Test("what somebody attends as a client does not count towards their own limit")
  func ownTrainings() throws {
    var book = SessionBook()
    _ = book.request(.book(SessionRequest(["leo"], at: tuesday)), by: "eva", now: now)
    var leo = SlotParticipant("leo")
    leo.policy = BookingPolicy(dailyLimit: 1)
    func reasons() throws -> [Unavailability] {
      try SlotGrid(
        lasting: .hours(1), in: term, requiring: [try .any(of: book.participants([leo], in: term))],
        policy: policy, at: now
      ).reasons(at: tuesday.adding(.hours(1)).instant)
    }
    #expect(try reasons().isEmpty)
    _ = book.request(.book(SessionRequest(["bob"], at: tuesday.adding(.hours(-2)))), by: "leo", now: now)
    #expect(try reasons().map { $0.code } == ["too_few"])
  }

  @Test("an amount of one of several resources is taken from one that has as much free")
  func amountsOfPools() throws {
    var book = SessionBook()
    let pools = [SlotParticipant("pool a", capacity: 3), SlotParticipant("pool b", capacity: 4)]
    func chosen(lanes: Int) throws -> ChosenSession {
      let needs = try Requirement.any(of: book.participants(pools, in: term), as: "lanes", taking: lanes)
      let offer = try SlotGrid(lasting: .hours(1), in: term, requiring: [needs], policy: policy, at: now)
      let result = book.decide(
        SessionRequest([], at: tuesday), offering: offer, choosing: .inOrder, now: now)
      try book.apply(result.decision)
      return result
    }
    var taken: [String: Int] = [:]
    for (lanes, expected) in [(2, "pool a"), (2, "pool b"), (1, "pool a"), (2, "pool b"), (1, nil)] {
      let resource = try chosen(lanes: lanes).decision.session?.resources.first
      #expect(resource?.name == expected)
      if let resource { taken[resource.name, default: 0] += resource.amount ?? 100 }
      #expect(resource == nil || resource?.capacity == (resource?.name == "pool a" ? 3 : 4))
    }
    #expect(taken == ["pool a": 3, "pool b": 4])
    let verdicts = try chosen(lanes: 4).choice.reasons
    guard case .tooFew("lanes", 1, let candidates) = verdicts.first else {
      Issue.record("\(verdicts)")
      return
    }
    let free: [Unavailability] = [
      .insufficient(free: 3, needed: 4, of: "pool a"), .insufficient(free: 0, needed: 4, of: "pool b"),
    ]
    #expect(candidates.flatMap { $0.reasons } == free)
    #expect(throws: SchedulingError.self) { try Requirement.any(of: pools, taking: 0) }
  }

  @Test("a further calendar must be free, and is no part of the session")
  func furtherCalendar() throws {
    let book = SessionBook()
    let atWork = tuesday.adding(.days(1)).instant..<term.upperBound
    let work = SlotParticipant("work", busy: BusyTime([BusyTime.Item(atWork)]))
    let offer = try SlotGrid(
      lasting: .hours(1), in: term,
      requiring: [
        try .any(of: coaches, as: SessionBook.coachRole), .all([SlotParticipant("room 1")], as: "room"),
        .free([work]),
      ], policy: policy, at: now)
    let chosen = book.decide(SessionRequest(["bob"], at: tuesday), offering: offer, now: now)
    #expect(chosen.decision.session?.resources.map { $0.name } == ["room 1"])
    #expect(!chosen.choice.everyone.contains("work"))
    let later = book.decide(
      SessionRequest(["bob"], at: tuesday.adding(.days(1))), offering: offer, now: now)
    #expect(later.decision.refusals.map { $0.code } == ["conflict"])
  }
}
