import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// A random schedule of people, rooms and a resource, with the answer worked out minute by minute and by trying every
/// combination.
private struct RandomNeeds {
  let window: Range<Instant>
  let now: Instant
  let zone: Zone
  let minutes: Int
  let policy: BookingPolicy
  let travel: TravelTimes
  let people: [SlotParticipant]
  let mats: SlotParticipant
  /// The names of each pool with the number needed of it.
  let pools: [(name: String, count: Int, names: [String])]
  let all: [String]
  let amounts: [Int]
  /// How the terms of a person are spread over the pools.
  let spread: Int
  /// Minutes of the day, the same on each day.
  let hours: [String: Range<Int>]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    zone = try Zone("Europe/Madrid")
    window = try days("2026-03-02", "2026-03-04", in: zone)
    now = window.lowerBound.adding(seconds: random.int(-10...20) * 3600)
    minutes = random.one(of: [30, 60])
    policy = BookingPolicy(
      every: .minutes(30),
      buffers: Buffers(
        before: .minutes(random.one(of: [0, 10])), after: .minutes(random.one(of: [0, 15])),
        combination: random.one(of: [.shared, .adding])),
      dailyLimit: random.one(of: [nil, nil, 2]))
    var travel = TravelTimes(otherwise: .minutes(random.one(of: [0, 5])))
    travel.set(.minutes(random.one(of: [0, 20, 40])), between: "here", and: "there")
    self.travel = travel
    var hours: [String: Range<Int>] = [:]
    var people: [SlotParticipant] = []
    for name in ["a", "b", "c", "d"] {
      let open = random.one(of: [480, 540, 600])..<random.one(of: [780, 900, 1080])
      hours[name] = open
      var person = SlotParticipant(
        name, availability: try Availability(WeeklyHours(Self.text(open)), in: zone),
        busy: BusyTime(Self.items(&random, from: window.lowerBound, amounts: false)),
        tags: random.once(in: 2) ? ["x"] : [])
      if random.once(in: 3) {
        person.policy = BookingPolicy(
          buffers: Buffers(after: .minutes(random.one(of: [0, 30]))),
          minimumNotice: .minutes(60 * random.int(0...12)),
          dailyLimit: random.one(of: [nil, 1, 2]))
      }
      people.append(person)
    }
    self.people = people
    self.hours = hours
    mats = SlotParticipant(
      "mats", busy: BusyTime(Self.items(&random, from: window.lowerBound, amounts: true)), capacity: 6)
    var pools: [(name: String, count: Int, names: [String])] = []
    for number in 0..<random.int(1...3) {
      let names = ["a", "b", "c", "d"].filter { _ in !random.once(in: 3) }
      guard !names.isEmpty else { continue }
      pools.append(("pool \(number)", random.int(1...min(2, names.count)), names))
    }
    self.pools = pools
    all = random.once(in: 3) ? [random.one(of: ["a", "b", "c"])] : []
    spread = random.int(0...20)
    amounts = random.once(in: 2) ? [random.int(1...4)] + (random.once(in: 2) ? [random.int(1...4)] : []) : []
  }

  private static func text(_ open: Range<Int>) -> String {
    "mon-sun \(open.lowerBound / 60):00-\(open.upperBound / 60):00"
  }

  private static func items(
    _ random: inout SeededGenerator, from first: Instant, amounts: Bool
  ) -> [BusyTime.Item] {
    (0..<random.int(0...6)).map { _ in
      let start = first.adding(seconds: random.int(90...560) * 300)
      return BusyTime.Item(
        start..<start.adding(seconds: random.int(1...24) * 300),
        bufferBefore: .minutes(random.one(of: [0, 0, 10])), isBooking: random.once(in: 2),
        amount: amounts ? random.one(of: [nil, 1, 2, 3]) : nil, place: random.one(of: [nil, "here", "there"]))
    }
  }

  func requirements() throws -> [Requirement] {
    var result: [Requirement] = []
    for number in pools.indices {
      result.append(
        try .any(
          pools[number].count, of: pools[number].names.compactMap { candidate($0, in: number) },
          as: pools[number].name))
    }
    if !all.isEmpty { result.append(.all(people.filter { all.contains($0.name) }, as: "all")) }
    for amount in amounts { result.append(try .amount(amount, of: "mats", among: [mats])) }
    return result
  }

  /// A person as one of the pools that name them states it: each of the terms is stated by at least one of these.
  private func candidate(_ name: String, in number: Int) -> SlotParticipant? {
    guard var person = people.first(where: { $0.name == name }) else { return nil }
    let naming = pools.indices.filter { pools[$0].names.contains(name) }
    let place = naming.firstIndex(of: number) ?? 0
    func isStated(_ shift: Int) -> Bool { (place + shift + spread) % naming.count == 0 || spread % 5 == 0 }
    if !isStated(0) { person.availability = nil }
    if !isStated(1) { person.policy = nil }
    // Some commitments are stated by all, some by one.
    let items = person.busy.items
    person.busy = BusyTime(items.indices.filter { isStated($0) || $0 % 3 == 0 }.map { items[$0] })
    return person
  }

  func grid() throws -> SlotGrid {
    try SlotGrid(
      lasting: .minutes(minutes), in: window, requiring: try requirements(), policy: policy, at: now,
      place: "here", travel: travel, viewer: zone)
  }

  private func gap(_ one: Int, _ other: Int, _ combination: Buffers.Combination) -> Int {
    combination == .shared ? max(one, other) : one + other
  }

  /// The free minutes that a participant needs around an item, before it and after it.
  private func gaps(_ item: BusyTime.Item, _ buffers: Buffers) -> (Int, Int) {
    let time = item.place == "there" ? travel["here", "there"].minutes : 0
    return (
      gap(
        gap(buffers.after.minutes, item.bufferBefore.minutes, buffers.combination), time, buffers.combination),
      gap(
        gap(buffers.before.minutes, item.bufferAfter.minutes, buffers.combination), time, buffers.combination)
    )
  }

  private func isTaken(_ item: BusyTime.Item, at minute: Instant, _ buffers: Buffers) -> Bool {
    let (before, after) = gaps(item, buffers)
    return minute >= item.interval.lowerBound.adding(seconds: -60 * before)
      && minute < item.interval.upperBound.adding(seconds: 60 * after)
  }

  private func bookings(_ person: SlotParticipant, on date: CivilDate) -> Int {
    person.busy.items.filter { $0.isBooking && zone.local(at: $0.interval.lowerBound).date == date }.count
  }

  func isFree(_ name: String, _ start: Instant) -> Bool {
    guard let person = people.first(where: { $0.name == name }), let open = hours[name] else { return false }
    let buffers = person.policy?.buffers ?? policy.buffers
    for minute in 0..<minutes {
      let moment = start.adding(seconds: minute * 60)
      if !open.contains(zone.local(at: moment).time.secondOfDay / 60) { return false }
      if person.busy.items.contains(where: { isTaken($0, at: moment, buffers) }) { return false }
    }
    let date = zone.local(at: start).date
    if let own = person.policy {
      if now.adding(seconds: own.minimumNotice.minutes * 60) > start { return false }
      if let limit = own.dailyLimit, bookings(person, on: date) >= limit { return false }
    }
    if let limit = policy.dailyLimit, pools.first?.names.contains(name) == true,
      bookings(person, on: date) >= limit
    {
      // The limits of the slots count for the candidates of the first pool, in each role.
      return false
    }
    return true
  }

  /// Every way to fill the pools, by trying all of them.
  func combinations(at start: Instant) -> [[[String]]] {
    var used = Set(all)
    func fill(_ pool: Int) -> [[[String]]] {
      guard pool < pools.count else { return [[]] }
      func choose(_ count: Int, from names: ArraySlice<String>) -> [[String]] {
        if count == 0 { return [[]] }
        return names.indices.flatMap { index in
          choose(count - 1, from: names[(index + 1)...]).map { [names[index]] + $0 }
        }
      }
      let free = pools[pool].names.filter { !used.contains($0) && isFree($0, start) }
      return choose(pools[pool].count, from: free[...]).flatMap { chosen -> [[[String]]] in
        used.formUnion(chosen)
        defer { used.subtract(chosen) }
        return fill(pool + 1).map { [chosen] + $0 }
      }
    }
    return fill(0)
  }

  private init(_ other: RandomNeeds, limitless: Bool) {
    (window, now, zone, minutes, travel) = (other.window, other.now, other.zone, other.minutes, other.travel)
    var policy = other.policy
    policy.dailyLimit = nil
    self.policy = policy
    (people, mats, pools, all) = (other.people, other.mats, other.pools, other.all)
    (amounts, hours, spread) = (other.amounts, other.hours, other.spread)
  }

  func isBookable(_ start: Instant) -> Bool {
    guard start >= now else { return false }
    let needed = amounts.reduce(0, +)
    for minute in 0..<minutes where needed > 0 {
      let moment = start.adding(seconds: minute * 60)
      let used = mats.busy.items.filter { isTaken($0, at: moment, policy.buffers) }
        .reduce(0) { $0 + ($1.amount ?? 6) }
      if used + needed > 6 { return false }
    }
    let limitless = RandomNeeds(self, limitless: true)
    guard all.allSatisfy({ pools.isEmpty ? isFree($0, start) : limitless.isFree($0, start) }) else {
      return false
    }
    if pools.isEmpty, let first = all.first, let limit = policy.dailyLimit,
      let person = people.first(where: { $0.name == first }),
      bookings(person, on: zone.local(at: start).date) >= limit
    {
      return false
    }
    return !combinations(at: start).isEmpty
  }
}

@Suite("Requirements of slots")
struct RequirementTests {
  @Test(
    "slots are those for which a search of all combinations, minute by minute, finds one; the choice is one of them",
    arguments: UInt64(1)...60)
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
    arguments: UInt64(1)...25)
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
    let lesson = BusyTime.Item(at(9)..<at(10), summary: "Lesson", place: "Sants")
    var ana = SlotParticipant("ana", busy: BusyTime([lesson]))
    ana.policy = BookingPolicy(
      buffers: Buffers(before: .minutes(15)), minimumNotice: .hours(3), dailyLimit: 4)
    let here = try SlotGrid(
      lasting: .minutes(30), in: day, requiring: [.all([ana])], policy: BookingPolicy(every: .minutes(5)),
      at: at(6), place: "Gràcia", travel: travel)
    #expect(here.reasons(at: at(10).adding(seconds: 600)) == [.buffer(lesson, of: "ana")])
    #expect(here.reasons(at: at(10).adding(seconds: 1200)) == [.travel(lesson, of: "ana")])
    #expect(here.reasons(at: at(10).adding(seconds: 2400)).isEmpty)
    #expect(here.reasons(at: at(7)) == [.tooLate(latest: at(4), of: "ana")])
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
