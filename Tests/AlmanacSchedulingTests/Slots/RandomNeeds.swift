import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport

/// A random schedule of people, rooms and a resource, with the answer worked out minute by minute and by trying every
/// combination.
struct RandomNeeds {
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
        amount: amounts ? random.one(of: [nil, 1, 2, 3]) : nil,
        location: random.one(of: [nil, "here", "there"]))
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
      location: "here", travel: travel, viewer: zone)
  }

  private func gap(_ one: Int, _ other: Int, _ combination: Buffers.Combination) -> Int {
    combination == .shared ? max(one, other) : one + other
  }

  /// The free minutes that a participant needs around an item, before it and after it.
  private func gaps(_ item: BusyTime.Item, _ buffers: Buffers) -> (Int, Int) {
    let time = item.location == "there" ? travel["here", "there"].minutes : 0
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
    // What the time before every item has in common counts once, after each.
    let common = mats.busy.items.map { gaps($0, policy.buffers).0 }.min() ?? 0
    for minute in 0..<(minutes + common) where needed > 0 {
      let moment = start.adding(seconds: minute * 60)
      let used = mats.busy.items.filter { item in
        let (before, after) = gaps(item, policy.buffers)
        return moment >= item.interval.lowerBound.adding(seconds: 60 * (common - before))
          && moment < item.interval.upperBound.adding(seconds: 60 * after)
      }.reduce(0) { $0 + ($1.amount ?? 6) }
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
