import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Sessions that others take over")
struct ReassignmentTests {
  private let madrid: Zone
  private let now: Instant
  private let tuesday: ZonedDateTime
  private let term: Range<Instant>
  private let coaches: [SlotParticipant]
  private let rooms = [SlotParticipant("room 1", capacity: 8), SlotParticipant("room 2", capacity: 20)]

  init() throws { (madrid, now, tuesday, term, coaches) = try coachingTerm() }

  @Test("the sessions of somebody who is ill go to others, and those that cannot are listed with the reasons")
  func reassigning() throws {
    var book = SessionBook()
    for day in 0..<4 {
      let start = tuesday.adding(.days(day))
      _ = book.request(.book(SessionRequest(["bob"], at: start)), by: "eva", now: now)
      if day == 1 { _ = book.request(.book(SessionRequest(["dan"], at: start)), by: "leo", now: now) }
      if day == 2 {
        for other in ["leo", "mia"] {
          _ = book.request(.book(SessionRequest([], at: start)), by: other, now: now)
        }
      }
    }
    let before = book
    let ill = book.reassignment(of: "eva", in: term, among: coaches, now: now)
    #expect(book == before)
    #expect(ill.changes.map { $0.substitute } == ["mia", "mia", "leo"])
    #expect(
      ill.changes[1].others == [
        CandidateVerdict("leo", [.conflict(book.participants(coaches, in: term)[1].busy.items[0], of: "leo")])
      ])
    #expect(ill.impossible.map { $0.session.start.instant } == [tuesday.adding(.days(2)).instant])
    #expect(ill.impossible[0].refusals.map { $0.code } == ["too_few"])
    try book.apply(ill.decision)
    #expect(book.sessions(of: "eva").count == 1)
    #expect(book.sessions(of: "mia", with: "bob").count == 2)
    // Only those who may: with skills.
    let yoga = before.reassignment(of: "eva", in: term, among: coaches, now: now) { coach, _ in
      coach.tags.contains("yoga")
    }
    #expect(yoga.changes.map { $0.substitute } == ["leo", "leo"])
    #expect(yoga.changes[0].others == [CandidateVerdict("mia", [.unsuitable])])
    let unsuitable = before.reassignment(of: "eva", in: term, among: coaches, now: now) { _, _ in false }
    let verdicts = ["leo", "mia"].map { CandidateVerdict($0, [.unsuitable]) }
    #expect(unsuitable.impossible[0].refusals == [.notOffered(.tooFew(of: "coach", needed: 1, verdicts))])
    let nobody = before.reassignment(of: "eva", in: term, among: [], now: now)
    #expect(nobody.changes.isEmpty && nobody.impossible.count == 4)
    #expect(nobody.decision.isRefused)
    let twice = before.reassignment(of: "eva", in: term, among: coaches + coaches, now: now)
    #expect(
      twice.changes.isEmpty && Set(twice.decision.refusals) == [.invalidRequest(.distinctCandidates)])
    // A room is replaced as a coach is.
    var bookOfRooms = SessionBook()
    let resource = SessionBook.Session.Resource("room 1", as: "room")
    _ = bookOfRooms.request(
      .book(SessionRequest(["bob"], at: tuesday, resources: [resource])), by: "eva", now: now)
    let closed = bookOfRooms.reassignment(of: "room 1", in: term, among: rooms, now: now)
    try bookOfRooms.apply(closed.decision)
    #expect(
      bookOfRooms.sessions(of: "eva").flatMap { $0.resources }
        == [SessionBook.Session.Resource("room 2", as: "room", capacity: 20)])
    #expect(bookOfRooms.busy(of: "room 1").items.isEmpty)
  }

  private func friday(_ book: SessionBook, _ policy: BookingPolicy? = nil) throws -> Reassignment {
    var leo = coaches[1]
    leo.policy = policy
    let day = try days("2026-03-06", "2026-03-07", in: madrid)
    return book.reassignment(of: "eva", in: day, among: [leo], now: now)
  }

  @Test("a candidate's own limit of a week counts the sessions of the whole week")
  func weeklyLimit() throws {
    var book = SessionBook()
    for (day, coach) in [(-1, "leo"), (0, "leo"), (3, "eva")] {
      _ = book.request(.book(SessionRequest(["bob"], at: tuesday.adding(.days(day)))), by: coach, now: now)
    }
    let limited = try friday(book, BookingPolicy(weeklyLimit: 2))
    #expect(limited.changes.isEmpty)
    let verdict = CandidateVerdict("leo", [.weeklyLimit(2, of: "leo")])
    #expect(limited.impossible[0].refusals == [.notOffered(.tooFew(of: "coach", needed: 1, [verdict]))])
    #expect(try friday(book, BookingPolicy(weeklyLimit: 3)).changes.map { $0.substitute } == ["leo"])
    // The same for slots on that day, in the reach of the slots' policy.
    var leo = coaches[1]
    leo.policy = BookingPolicy(weeklyLimit: 2)
    let day = try days("2026-03-06", "2026-03-07", in: madrid)
    let reach = BookingPolicy().reach(around: day, lasting: .hours(1))
    let grid = try SlotGrid(
      lasting: .hours(1), in: day, requiring: [try .any(of: book.participants([leo], in: reach))], at: now)
    #expect(grid.slots.isEmpty)
  }

  @Test("so much of a resource is taken over by one of which as much is free")
  func amounts() throws {
    var book = SessionBook()
    func lanes(_ pool: String, _ amount: Int, of capacity: Int) -> SessionBook.Session.Resource {
      SessionBook.Session.Resource(pool, as: "pool", amount: amount, capacity: capacity)
    }
    _ = book.request(
      .book(SessionRequest(["bob"], at: tuesday, resources: [lanes("A", 5, of: 6)])), by: "eva", now: now)
    func moving(to capacity: Int) -> Reassignment {
      book.reassignment(of: "A", in: term, among: [SlotParticipant("B", capacity: capacity)], now: now)
    }
    #expect(moving(to: 4).changes.isEmpty)
    let verdict = CandidateVerdict("B", [.insufficient(free: 4, needed: 5, of: "B")])
    #expect(
      moving(to: 4).impossible[0].refusals == [.notOffered(.tooFew(of: "pool", needed: 1, [verdict]))])
    var other = book
    try other.apply(moving(to: 8).decision)
    #expect(other.sessions(of: "eva")[0].resources == [lanes("B", 5, of: 8)])
    // Beside what others take.
    _ = book.request(
      .book(SessionRequest([], at: tuesday, resources: [lanes("B", 3, of: 8)])), by: "", now: now)
    #expect(moving(to: 8).changes.map { $0.substitute } == ["B"])
    _ = book.request(
      .book(SessionRequest([], at: tuesday, resources: [lanes("B", 1, of: 8)])), by: "", now: now)
    #expect(moving(to: 8).changes.isEmpty)
  }

  @Test("a session for which a least capacity was asked goes to a thing that has it")
  func leastCapacity() throws {
    var book = SessionBook()
    let tables = [SlotParticipant("t1", capacity: 4), SlotParticipant("t2", capacity: 2)]
    let needs = [try Requirement.any(of: tables, as: "table", holding: 3)]
    let grid = try SlotGrid(lasting: .hours(1), in: term, requiring: needs, at: now)
    let booked = book.decide(SessionRequest(["bob"], at: tuesday), offering: grid, now: now)
    #expect(booked.choice.chosen(for: "table") == ["t1"])
    try book.apply(booked.decision)
    let session = try #require(booked.decision.session)
    #expect(session.resources == [.init("t1", as: "table", capacity: 4, holds: 3)])
    #expect(try SessionBook.Session(session.event()) == session)
    func moving(to capacity: Int) -> Reassignment {
      book.reassignment(of: "t1", in: term, among: [SlotParticipant("t3", capacity: capacity)], now: now)
    }
    let verdict = CandidateVerdict("t3", [.insufficient(free: 2, needed: 3, of: "t3")])
    #expect(
      moving(to: 2).impossible[0].refusals == [.notOffered(.tooFew(of: "table", needed: 1, [verdict]))])
    try book.apply(moving(to: 3).decision)
    #expect(book.sessions(of: "")[0].resources == [.init("t3", as: "table", capacity: 3, holds: 3)])
  }

  @Test("a group in a room of a known size goes to no room whose size nobody knows")
  func unknownSize() throws {
    var book = SessionBook()
    let room = SessionBook.Session.Resource("r1", as: "room", capacity: 12)
    let request = SessionRequest(["bob"], at: tuesday, places: 12, resources: [room])
    _ = book.request(.book(request), by: "eva", now: now)
    func moving(to room: SlotParticipant) -> Reassignment {
      book.reassignment(of: "r1", in: term, among: [room], now: now)
    }
    #expect(moving(to: SlotParticipant("r2")).changes.isEmpty)
    #expect(moving(to: SlotParticipant("r2", capacity: 11)).changes.isEmpty)
    #expect(moving(to: SlotParticipant("r2", capacity: 12)).changes.count == 1)
  }

  @Test("a substitute gets from one place to the other in time")
  func travel() throws {
    var book = SessionBook()
    let before = tuesday.adding(.hours(-1))
    _ = book.request(.book(SessionRequest(["ana"], at: before, location: "Sants")), by: "leo", now: now)
    _ = book.request(.book(SessionRequest(["bob"], at: tuesday, location: "Badalona")), by: "eva", now: now)
    var travel = TravelTimes()
    travel.set(.minutes(40), between: "Sants", and: "Badalona")
    func ill(_ travel: TravelTimes) -> Reassignment {
      book.reassignment(of: "eva", in: term, among: [coaches[1]], travel: travel, now: now)
    }
    #expect(ill(.none).changes.map { $0.substitute } == ["leo"])
    guard case .notOffered(.tooFew(_, _, let verdicts)) = ill(travel).impossible.first?.refusals.first else {
      Issue.record("travel does not count")
      return
    }
    #expect(verdicts[0].reasons.map { $0.code } == ["travel"])
  }

  @Test("a commitment that only the client has by now does not keep a session from a substitute")
  func commitmentOfClient() throws {
    var book = SessionBook()
    _ = book.request(.book(SessionRequest(["bob"], at: tuesday)), by: "eva", now: now)
    let context = BookingContext(commitments: { name, interval in
      name == "bob" ? [BusyTime.Item(interval)] : []
    })
    let ill = book.reassignment(of: "eva", in: term, among: coaches, now: now, checking: context)
    #expect(ill.changes.map { $0.substitute } == ["leo"] && ill.impossible.isEmpty)
  }

  @Test("a session in which the coach trains beside others goes on with another coach")
  func coachAmongClients() throws {
    var book = SessionBook()
    // A request has no such group any more, but older books do.
    let group = SessionBook.Session(
      uid: "group", coach: "eva", client: "eva", plan: .init(tuesday, lasting: .hours(1)), in: madrid,
      furtherClients: ["bob"], places: 3)
    try book.apply([SessionEvent(number: 1, at: now, .saved(group))])
    _ = book.request(.book(SessionRequest(["eva"], at: tuesday.adding(.days(1)))), by: "eva", now: now)
    let ill = book.reassignment(of: "eva", in: term, among: coaches, now: now)
    #expect(ill.changes.map { $0.session.clients } == [["eva", "bob"]] && ill.impossible.isEmpty)
  }

  @Test("a group goes to a room that holds it")
  func sizeOfRoom() throws {
    var book = SessionBook()
    let hall = SessionBook.Session.Resource("hall", as: "room", capacity: 20)
    let group = SessionRequest(["bob"], at: tuesday, places: 11, resources: [hall])
    _ = book.request(.book(group), by: "eva", now: now)
    let closed = book.reassignment(of: "hall", in: term, among: rooms, now: now)
    #expect(closed.changes.map { $0.substitute } == ["room 2"])
    #expect(
      closed.changes[0].others == [
        CandidateVerdict("room 1", [.insufficient(free: 8, needed: 11, of: "room 1")])
      ])
  }

  @Test("one who takes part in the session already is busy")
  func takingPart() throws {
    var book = SessionBook()
    let second = SessionBook.Session.Resource("leo", as: "coach")
    _ = book.request(.book(SessionRequest(["bob"], at: tuesday, resources: [second])), by: "eva", now: now)
    let ill = book.reassignment(of: "eva", in: term, among: Array(coaches.prefix(2)), now: now)
    guard case .notOffered(.tooFew(_, _, let verdicts)) = ill.impossible.first?.refusals.first else {
      Issue.record("no verdict")
      return
    }
    #expect(verdicts.map { $0.name } == ["leo"])
    #expect(verdicts[0].reasons.map { $0.code } == ["conflict"])
    // Sessions as a client are no bookings of a coach.
    for day in 1...3 {
      _ = book.request(.book(SessionRequest(["mia"], at: tuesday.adding(.days(day)))), by: "leo", now: now)
    }
    #expect(
      book.history.count(of: "mia") == 0 && book.history.last(of: "mia", before: term.upperBound) == nil)
    #expect(book.history.count(of: "leo") == 4)
    #expect(book.busy(of: "mia").items.count == 3)
  }

  @Test(
    "as many sessions are taken over as can be: of all ways to give them to others, none leaves fewer",
    arguments: UInt64(1)...UInt64(rounds(15)))
  func complete(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var book = SessionBook()
    let (count, names) = (random.int(2...5), ["kim", "leo", "mia"])
    var busy: Set<String> = []
    for hour in 0..<count {
      let start = tuesday.adding(.hours(-hour))
      _ = book.request(.book(SessionRequest(["c\(hour)"], at: start)), by: "eva", now: now)
      for name in names where random.once(in: 3) {
        _ = book.request(.book(SessionRequest(["x\(hour)\(name)"], at: start)), by: name, now: now)
        busy.insert("\(name) \(hour)")
      }
    }
    // Each has a number of further sessions that they may take.
    let limits = names.map { _ in random.int(1...3) }
    let pool = names.enumerated().map { index, name in
      let own = busy.count { $0.hasPrefix(name) }
      return SlotParticipant(name, policy: BookingPolicy(dailyLimit: own + limits[index]))
    }
    let plan = book.reassignment(of: "eva", in: term, among: pool, now: now)
    func most(_ hour: Int, _ left: [Int]) -> Int {
      guard hour < count else { return 0 }
      var best = most(hour + 1, left)
      for index in names.indices where left[index] > 0 && !busy.contains("\(names[index]) \(hour)") {
        var rest = left
        rest[index] -= 1
        best = max(best, 1 + most(hour + 1, rest))
      }
      return best
    }
    #expect(plan.changes.count == most(0, limits))
    #expect(plan.changes.count + plan.impossible.count == count)
    #expect(
      plan.changes.map { $0.session.start.instant } == plan.changes.map { $0.session.start.instant }.sorted())
    try book.apply(plan.decision)
    #expect(book.sessions(of: "eva").count == plan.impossible.count)
  }

  @Test(
    "no way to give a week of sessions to others leaves fewer, with limits of days and weeks and buffers",
    arguments: UInt64(1)...UInt64(rounds(6)))
  func greatest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var book = SessionBook()
    let names = ["kim", "leo", "mia"]
    // The sessions by day and hour, and those of each candidate.
    var times: [(day: Int, hour: Int)] = []
    var own: [String: [(day: Int, hour: Int)]] = [:]
    for day in 0..<4 {
      for hour in 0..<4 where random.once(in: 2) && times.count < 9 {
        times.append((day, hour))
        let start = tuesday.adding(.days(day)).adding(.hours(hour))
        _ = book.request(.book(SessionRequest(["c\(day)\(hour)"], at: start)), by: "eva", now: now)
      }
    }
    for name in names {
      for day in 0..<4 {
        for hour in 0..<4 where random.once(in: 4) {
          own[name, default: []].append((day, hour))
          let start = tuesday.adding(.days(day)).adding(.hours(hour))
          _ = book.request(.book(SessionRequest(["x\(name)\(day)\(hour)"], at: start)), by: name, now: now)
        }
      }
    }
    let daily = names.map { _ in random.int(1...4) }
    let weekly = names.map { _ in random.int(3...7) }
    // A pause of half an hour before and after keeps the hours beside it free.
    let pauses = names.map { _ in random.once(in: 2) }
    let pool = names.indices.map { index in
      SlotParticipant(
        names[index],
        policy: BookingPolicy(
          buffers: pauses[index] ? Buffers(before: .minutes(30), after: .minutes(30)) : .none,
          dailyLimit: daily[index],
          weeklyLimit: weekly[index]))
    }
    func isPossible(_ index: Int, _ taken: [(day: Int, hour: Int)], _ next: (day: Int, hour: Int)) -> Bool {
      let all = taken + (own[names[index]] ?? [])
      return all.count < weekly[index] && all.count { $0.day == next.day } < daily[index]
        && all.allSatisfy { $0.day != next.day || abs($0.hour - next.hour) > (pauses[index] ? 1 : 0) }
    }
    func most(_ number: Int, _ taken: [[(day: Int, hour: Int)]]) -> Int {
      guard number < times.count else { return 0 }
      var best = most(number + 1, taken)
      for index in names.indices where isPossible(index, taken[index], times[number]) {
        var next = taken
        next[index].append(times[number])
        best = max(best, 1 + most(number + 1, next))
      }
      return best
    }
    let plan = book.reassignment(of: "eva", in: term, among: pool, now: now)
    #expect(plan.changes.count == most(0, [[], [], []]))
    #expect(plan.isProvenBest)
    #expect(plan.changes.count + plan.impossible.count == times.count)
    try book.apply(plan.decision)
    #expect(book.sessions(of: "eva").count == plan.impossible.count)
  }

  /// A book with two months of sessions of a coach, more each day than both substitutes may take over.
  private func twoMonths() -> SessionBook {
    var book = SessionBook()
    for day in 0..<42 {
      for hour in 0..<7 {
        let start = tuesday.adding(.days(day)).adding(.hours(hour - 9))
        _ = book.request(.book(SessionRequest(["c\(day) \(hour)"], at: start)), by: "eva", now: now)
      }
    }
    return book
  }

  @Test("the search for more changes tries no more than its budget, and says whether it is complete")
  func budget() throws {
    let book = twoMonths()
    let pool = ["leo", "mia"].map { SlotParticipant($0, policy: BookingPolicy(dailyLimit: 3)) }
    let asked = CallCount()
    let context = BookingContext(commitments: { _, _ in
      asked.number += 1
      return []
    })
    func plan(_ budget: Int) -> Reassignment {
      book.reassignment(
        of: "eva", in: now..<Instant.max, among: pool, now: now, checking: context, budget: budget)
    }
    let small = plan(1)
    // Each session is tried with each of both, and the one who gets it is asked with the client.
    let ofFirst = asked.number
    #expect(!small.isProvenBest && ofFirst <= 42 * 7 * 4)
    #expect(small.changes.count == 42 * 6)
    let more = plan(3_000)
    #expect(asked.number - 2 * ofFirst <= 3_000 * 4)
    #expect(more.changes.count == 42 * 6)
    // Both days are full for both: no plan has more.
    let one = book.reassignment(
      of: "eva", in: now..<tuesday.adding(.hours(12)).instant, among: pool, now: now)
    #expect(one.changes.count == 6 && one.isProvenBest)
  }
}

/// The number of calls of a closure on one thread.
private final class CallCount: @unchecked Sendable {
  var number = 0
}
