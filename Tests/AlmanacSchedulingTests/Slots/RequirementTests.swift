import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Requirements of slots")
struct RequirementTests {
  @Test(
    "slots are those for which a search of all combinations, minute by minute, finds one; the choice is one of them",
    arguments: UInt64(1)...UInt64(rounds(15)))
  func likeNaiveSearch(seed: UInt64) throws {
    let needs = try RandomNeeds(seed: seed)
    let grid = try needs.grid()
    let listed = Set(grid.slots)
    for candidate in grid.candidates {
      let start = candidate.slot.interval.lowerBound
      let isBookable = needs.isBookable(start)
      #expect(listed.contains(candidate.slot) == isBookable)
      #expect(candidate.isAvailable == isBookable)
      #expect(grid.reasons(at: start) == candidate.reasons)
      let choice = grid.choice(at: start)
      #expect(choice.reasons == candidate.reasons)
      guard isBookable else { continue }
      let chosen = needs.pools.map { choice.chosen(for: $0.name).sorted() }
      #expect(needs.combinations(at: start).map { $0.map { $0.sorted() } }.contains(chosen))
      for (pool, part) in zip(needs.pools, choice.parts) {
        #expect(Set(part.others.map { $0.name } + part.chosen) == Set(pool.names))
        #expect(part.others.allSatisfy { !$0.reasons.isEmpty })
      }
    }
  }

  @Test(
    "in order, the choice is the first of all combinations, requirement by requirement",
    arguments: UInt64(1)...UInt64(rounds(7)))
  func firstInOrder(seed: UInt64) throws {
    let needs = try RandomNeeds(seed: seed)
    let grid = try needs.grid()
    for slot in grid {
      let choice = grid.choice(at: slot.interval.lowerBound, by: .inOrder)
      let chosen = needs.pools.map { choice.chosen(for: $0.name) }
      let best = needs.combinations(at: slot.interval.lowerBound)
        .min { $0.flatMap { $0 }.lexicographicallyPrecedes($1.flatMap { $0 }) }
      #expect(chosen == best)
    }
  }

  private func pool(_ names: String...) -> [SlotParticipant] { names.map { SlotParticipant($0) } }

  @Test("one person for two requirements goes where nobody else can, and says so")
  func matching() throws {
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    let needs = [
      try Requirement.any(of: pool("ana", "bea"), as: "coach"),
      try Requirement.any(of: pool("ana"), as: "first aid"),
    ]
    let grid = try SlotGrid(lasting: .hours(1), in: day, requiring: needs, at: .min)
    let choice = grid.choice(at: day.lowerBound, by: .inOrder)
    #expect(choice.chosen(for: "coach") == ["bea"])
    #expect(choice.chosen(for: "first aid") == ["ana"])
    #expect(choice.parts[0].others == [CandidateVerdict("ana", [.serves("first aid")])])
    let twice = try SlotGrid(
      lasting: .hours(1), in: day,
      requiring: [
        try .any(of: pool("ana"), as: "coach"), try .any(of: pool("ana"), as: "first aid"),
      ], at: .min)
    #expect(
      twice.reasons(at: day.lowerBound)
        == [.tooFew(of: "first aid", needed: 1, [CandidateVerdict("ana", [.serves("coach")])])])
    let fixed = try SlotGrid(
      lasting: .hours(1), in: day,
      requiring: [.all(pool("ana"), as: "client"), try .any(of: pool("ana"), as: "coach")], at: .min)
    #expect(
      fixed.reasons(at: day.lowerBound).map { $0.description }
        == ["none can serve (coach): ana: serves as client"])
  }

  @Test("pools, counts, resources and amounts that cannot be are refused, saying what can")
  func badInput() throws {
    func error(_ make: () throws -> Requirement) -> SchedulingError? {
      do { _ = try make() } catch { return error as? SchedulingError }
      return nil
    }
    #expect(
      error { try .any(of: [], as: "coach") }
        == SchedulingError(.emptyPool, expected: "a candidate for coach"))
    #expect(error { try .any(of: pool("a")) { $0.tags.contains("x") } }?.code == .emptyPool)
    for count in [3, 0, -1, Int.min] {
      #expect(
        error { try .any(count, of: pool("a", "b")) }
          == SchedulingError(.outOfRange, expected: "from 1 to 2, the candidates of the pool"))
    }
    #expect(
      error { try .any(of: pool("a", "b", "a")) }
        == SchedulingError(.duplicate, at: 2, expected: "a once in the pool"))
    let mats = [SlotParticipant("mats", capacity: 6)]
    #expect(
      error { try .amount(1, of: "balls", among: mats) }
        == SchedulingError(.notFound, expected: "one of mats"))
    #expect(error { try .amount(1, of: "balls", among: []) }?.expected == "a resource")
    for amount in [7, 0, -3] {
      #expect(
        error { try .amount(amount, of: "mats", among: mats) }
          == SchedulingError(.outOfRange, expected: "from 1 to 6, the capacity of mats"))
    }
  }

  @Test("reasons of a resource, of travel and of a participant's own terms")
  func reasons() throws {
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    func at(_ hour: Int) -> Instant { day.lowerBound.adding(seconds: hour * 3600) }
    let mats = SlotParticipant(
      "mats",
      busy: BusyTime([
        BusyTime.Item(at(10)..<at(12), amount: 2), BusyTime.Item(at(11)..<at(13), amount: 3),
        BusyTime.Item(at(15)..<at(16)),
      ]), capacity: 6)
    let grid = try SlotGrid(
      lasting: .hours(2), in: day, requiring: [try .amount(2, of: "mats", among: [mats])],
      policy: BookingPolicy(every: .hours(1)), at: .min)
    #expect(grid.reasons(at: at(9)).isEmpty)
    #expect(grid.reasons(at: at(10)) == [.insufficient(free: 1, needed: 2, of: "mats")])
    #expect(grid.reasons(at: at(12)).isEmpty)
    #expect(
      grid.reasons(at: at(14)).map { $0.description } == ["0 free, 2 needed (mats)"])
    var travel = TravelTimes()
    travel.set(.minutes(40), between: "Gràcia", and: "Sants")
    let lesson = BusyTime.Item(at(9)..<at(10), summary: "Lesson", location: "Sants")
    var ana = SlotParticipant("ana", busy: BusyTime([lesson]))
    ana.policy = BookingPolicy(
      buffers: Buffers(before: .minutes(15)), minimumNotice: .hours(3), dailyLimit: 4)
    let here = try SlotGrid(
      lasting: .minutes(30), in: day, requiring: [.all([ana])], policy: BookingPolicy(every: .minutes(5)),
      at: at(6), location: "Gràcia", travel: travel)
    #expect(here.reasons(at: at(10).adding(seconds: 600)) == [.buffer(lesson, of: "ana")])
    #expect(here.reasons(at: at(10).adding(seconds: 1200)) == [.travel(lesson, of: "ana")])
    #expect(here.reasons(at: at(10).adding(seconds: 2400)).isEmpty)
    #expect(here.reasons(at: at(7)) == [.tooLate(latest: at(4), of: "ana")])
  }

  /// Whether bookings can be given a lane each, so that each lane is free for some minutes between two of them: all ways are tried.
  private func fit(_ bookings: [Range<Int>], lanes: Int, gap: Int) -> Bool {
    func place(_ next: Int, _ taken: [[Range<Int>]]) -> Bool {
      guard next < bookings.count else { return true }
      return taken.indices.contains { lane in
        let own = bookings[next]
        let isFree = taken[lane].allSatisfy {
          own.lowerBound >= $0.upperBound + gap || $0.lowerBound >= own.upperBound + gap
        }
        guard isFree else { return false }
        var taken = taken
        taken[lane].append(own)
        return place(next + 1, taken)
      }
    }
    return place(0, Array(repeating: [], count: lanes))
  }

  @Test(
    "a lane is offered exactly when all bookings have one, with the buffers between them", arguments: 0..<60)
  func lanes(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    func at(_ minute: Int) -> Instant { day.lowerBound.adding(seconds: minute * 60) }
    let (lanes, gap) = (Int.random(in: 1...3, using: &random), 15 * Int.random(in: 0...3, using: &random))
    var booked: [Range<Int>] = []
    for _ in 0..<6 {
      let start = 15 * Int.random(in: 32...44, using: &random)
      let next = start..<start + 15 * Int.random(in: 1...6, using: &random)
      if fit(booked + [next], lanes: lanes, gap: gap) { booked.append(next) }
    }
    for buffers in [
      Buffers(after: .minutes(gap)), Buffers(before: .minutes(gap)),
      Buffers(before: .minutes(gap), after: .minutes(gap)),
    ] {
      let items = booked.map {
        BusyTime.Item(
          at($0.lowerBound)..<at($0.upperBound), bufferBefore: buffers.before, bufferAfter: buffers.after,
          amount: 1)
      }
      let pool = SlotParticipant("lanes", busy: BusyTime(items), capacity: lanes)
      let grid = try SlotGrid(
        lasting: .minutes(45), in: day, requiring: [try .amount(1, of: "lanes", among: [pool])],
        policy: BookingPolicy(every: .minutes(15), buffers: buffers), at: .min)
      for start in stride(from: 7 * 60, to: 14 * 60, by: 15) {
        let isOffered = grid.reasons(at: at(start)).isEmpty
        #expect(
          isOffered == fit(booked + [start..<start + 45], lanes: lanes, gap: gap),
          "\(start / 60):\(start % 60)")
      }
    }
  }

  @Test("the largest numbers neither trap nor wrap")
  func largest() throws {
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    let items = (0..<3).map { _ in BusyTime.Item(day, amount: .max) }
    var mats = SlotParticipant("mats", busy: BusyTime(items), capacity: .max)
    #expect(mats.capacity == 1_000_000_000)
    mats.capacity = .min
    #expect(mats.capacity == 1)
    mats.capacity = .max
    let all = try Requirement.amount(1_000_000_000, of: "mats", among: [mats])
    let grid = try SlotGrid(lasting: .hours(1), in: day, requiring: [all, all], at: .min)
    #expect(grid.slots.isEmpty)
    #expect(grid.reasons(at: day.lowerBound).map { $0.code } == ["insufficient", "insufficient"])
    let choice = ChoicePolicy.custom { name, _, _ in name == "a" ? .max : .min }
    let pools = try SlotGrid(lasting: .hours(1), in: day, requiring: [try .any(of: pool("a", "b"))], at: .min)
    #expect(pools.choice(at: day.lowerBound, by: choice).everyone == ["b"])
    let shares = ChoicePolicy.shares(weights: ["a": .max, "b": .min])
    #expect(pools.choice(at: day.lowerBound, by: shares).everyone == ["a"])
    #expect(pools.choice(at: day.lowerBound, by: .priority(["a": .min, "b": .max])).everyone == ["b"])
  }

  @Test("a choice without explanation has no others")
  func unexplained() throws {
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    let grid = try SlotGrid(
      lasting: .hours(1), in: day, requiring: [try .any(of: pool("ana", "bea"))], at: .min)
    let (whole, brief) = (grid.choice(at: day.lowerBound), grid.choice(at: day.lowerBound, explaining: false))
    #expect(whole.parts[0].others.map { $0.name } == ["bea"])
    #expect(brief.parts[0].others.isEmpty && brief.everyone == whole.everyone)
  }

  @Test("a reserved choice is taken for the next one")
  func reserving() throws {
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    var grid = try SlotGrid(
      lasting: .hours(1), in: day,
      requiring: [
        try .any(of: pool("ana", "bea"), as: "coach"),
        try .amount(2, of: "mats", among: [SlotParticipant("mats", capacity: 5)]),
      ], at: .min)
    var served: [String] = []
    for _ in 0..<2 {
      let choice = grid.choice(at: day.lowerBound)
      served += choice.chosen(for: "coach")
      grid.reserve(choice)
    }
    #expect(served == ["ana", "bea"])
    let left = grid.choice(at: day.lowerBound)
    #expect(left.reasons.map { $0.code } == ["insufficient", "too_few"])
    #expect(left.parts.isEmpty)
    #expect(grid.choice(at: day.lowerBound.adding(seconds: 3600)).isAvailable)
  }
}
