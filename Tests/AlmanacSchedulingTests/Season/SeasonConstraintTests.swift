import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Seasons under constraints")
struct SeasonConstraintTests {
  private func plan(_ count: Int, _ legs: SeasonPlan.Legs = .double, lasting length: Int = 2) throws
    -> SeasonPlan
  {
    var plan = SeasonPlan("Liga", of: (0..<count).map { .init("T\($0)") }, legs: legs, uid: "liga")
    plan.days = SeasonPlan.weekly(from: try date("2026-09-05"), count: plan.roundCount, lasting: length)
    return plan
  }

  /// A plan with constraints of all kinds at random.
  private func randomPlan(
    _ seed: UInt64, teams: ClosedRange<Int>, constraints: ClosedRange<Int>, rest: Int = 3
  ) throws
    -> SeasonPlan
  {
    var random = SeededGenerator(seed: seed)
    let count = random.int(teams)
    // The naive search of all days of four teams in two legs, or of five, would be long.
    let legs = count > 4 ? .single : random.one(of: [SeasonPlan.Legs.single, .double])
    let isLong = count > 4 || count == 4 && legs == .double
    var plan = try self.plan(count, legs, lasting: isLong ? 1 : random.int(1...2))
    if random.once(in: 2) { plan.teams[1].venues = plan.teams[0].venues }
    if random.once(in: 4) { plan.teams[2].venues = plan.teams[0].venues }
    if random.once(in: 4) { plan.teams[1].venues.append("Hall") }
    let names = plan.teams.map { $0.name }
    func days() -> Range<CivilDate> {
      let round = random.one(of: plan.days)
      return random.once(in: 2) ? round : round.lowerBound..<round.lowerBound.adding(days: 1)
    }
    for _ in 0..<random.int(constraints) {
      let one = random.one(of: names)
      let other = random.one(of: names.filter { $0 != one })
      switch random.int(0...6) {
      case 0: plan.constraints.append(.venueTaken(random.one(of: plan.teams).venues[0], on: days()))
      case 1, 2: plan.constraints.append(.notHome(one, on: days()))
      case 3: plan.constraints.append(.meeting(one, other, on: days()))
      case 4: plan.constraints.append(.notMeeting(one, other, on: days()))
      case 5:
        plan.constraints.append(.venueCapacity(plan.teams[0].venues[0], matchesPerDay: random.int(1...2)))
      default: plan.constraints.append(.rest(days: random.int(0...rest)))
      }
    }
    return plan
  }

  @Test(
    "a season is planned when a trial of all timetables finds one; a conflict is the smallest",
    arguments: UInt64(1)...UInt64(rounds(8)))
  func likeNaiveSearch(seed: UInt64) throws {
    let plan = try randomPlan(seed, teams: 3...(seed % 8 == 0 ? 5 : 4), constraints: 3...9, rest: 8)
    switch try plan.outcome(budget: SeasonPlan.testBudget) {
    case .planned(let season): #expect(plan.faults(of: season) == [])
    case .impossible(let conflict, _):
      #expect(!NaiveSeasons.exists(plan, under: conflict))
      let all = plan.allConstraints.reduce(into: [SeasonConstraint]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      #expect(conflict.allSatisfy(all.contains))
      for subset in 0..<(1 << all.count) where subset.nonzeroBitCount == conflict.count - 1 {
        let fewer = all.indices.filter { subset >> $0 & 1 == 1 }.map { all[$0] }
        #expect(NaiveSeasons.exists(plan, under: fewer), "\(fewer)")
      }
    }
  }

  @Test(
    "a ground that is closed on two weekends in succession costs few breaks: teams can begin with two away matches"
  )
  func reversed() throws {
    var plan = try self.plan(20)
    plan.constraints = [.notHome("T1", on: plan.days[0].lowerBound..<plan.days[1].upperBound)]
    let season = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
    #expect(plan.faults(of: season) == [])
    // The table that begins with breaks has two more than the least.
    #expect(season.breaks <= 2 * 20 - 2)
    plan.isMirrored = true
    let mirrored = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
    #expect(plan.faults(of: mirrored) == [])
    #expect(mirrored.breaks == 3 * 20 - 6)
  }

  @Test("a mirrored season stays mirrored under constraints; what no mirrored one can be is no proof")
  func mirrored() throws {
    var plan = try self.plan(12)
    plan.isMirrored = true
    // More than the table of the circle can have.
    for team in 0..<12 {
      let first = plan.days[team % 3 * 3]
      plan.constraints.append(
        .notHome("T\(team)", on: first.lowerBound..<plan.days[team % 3 * 3 + 1].upperBound))
      if team % 4 == 0 { plan.constraints.append(.meeting("T\(team)", "T\(team + 1)", on: plan.days[team])) }
    }
    plan.constraints = Array(plan.constraints.prefix(8))
    let season = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
    #expect(plan.faults(of: season) == [])
    for (first, second) in zip(season.rounds, season.rounds.dropFirst(11)) {
      #expect(
        Set(first.fixtures.map { [$0.home, $0.away] }) == Set(second.fixtures.map { [$0.away, $0.home] }))
    }
    // Away in both halves of the same round.
    var apart = try self.plan(6)
    apart.constraints = [.notHome("T1", on: apart.days[2]), .notHome("T1", on: apart.days[7])]
    #expect(try apart.outcome().season != nil)
    apart.isMirrored = true
    #expect { try apart.outcome(budget: 200_000) } throws: {
      ($0 as? SchedulingError)?.code == .budgetExceeded
    }
  }

  @Test("a team can be away in both halves of the same round, and three times in succession")
  func unmirrored() throws {
    var plan = try self.plan(20)
    plan.constraints = [.notHome("T8", on: plan.days[9]), .notHome("T8", on: plan.days[28])]
    #expect(plan.faults(of: try #require(try plan.outcome().season)) == [])
    plan = try self.plan(6, .single)
    plan.constraints = [.notHome("T1", on: plan.days[0].lowerBound..<plan.days[2].upperBound)]
    let season = try #require(try plan.outcome().season)
    #expect(plan.faults(of: season) == [])
    // Three away matches in succession, and one break more than the least.
    #expect(season.breaks <= 6)
    for side in season.sides {
      #expect((2...3).contains(season.matches(of: side).count { $0.fixture.home == side }))
    }
  }

  @Test(
    "thirty weekends without a home match, thirty derbies, and mixtures of both, are planned",
    arguments: ["home", "meet", "home meet", "home day meet not", "venue home", "not"], UInt64(1)...1)
  func random(kinds: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plan = try self.plan(20)
    if kinds.contains("venue") { plan.teams[1].venues = ["T0"] }
    let kinds = kinds.split(separator: " ")
    for _ in 0..<30 {
      let one = "T\(random.int(0...9))"
      let other = "T\(random.int(10...19))"
      let days = plan.days[random.int(0...33)]
      let window = days.lowerBound..<days.lowerBound.adding(days: 30)
      switch random.one(of: kinds) {
      case "home": plan.constraints.append(.notHome(random.one(of: [one, other]), on: days))
      case "day":
        plan.constraints.append(.notHome(one, on: days.lowerBound..<days.lowerBound.adding(days: 1)))
      case "meet": plan.constraints.append(.meeting(one, other, on: window))
      case "not": plan.constraints.append(.notMeeting(one, other, on: window))
      default:
        let day = days.lowerBound..<days.lowerBound.adding(days: 1)
        plan.constraints.append(.venueTaken(random.one(of: plan.teams).venues[0], on: day))
      }
    }
    let season = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
    #expect(plan.faults(of: season) == [])
  }

  /// Rounds of any form: those of a circle of random teams in random order, with random home teams.
  private func plantedRounds(_ plan: SeasonPlan, _ random: inout SeededGenerator) -> [Round] {
    let count = plan.teams.count + plan.teams.count % 2
    let names = (plan.teams.map { $0.name } + (count > plan.teams.count ? [""] : [])).shuffled(using: &random)
    var rounds: [[Fixture]] = []
    for round in 0..<count - 1 {
      var pairs = [(names[round], names[count - 1])]
      for step in 1..<count / 2 {
        pairs.append((names[(round + step) % (count - 1)], names[(round - step + count - 1) % (count - 1)]))
      }
      rounds.append(
        pairs.filter { $0.0 != "" && $0.1 != "" }
          .map { random.once(in: 2) ? Fixture($0.0, $0.1) : Fixture($0.1, $0.0) })
    }
    if plan.legs == .double { rounds += rounds.map { $0.map { Fixture($0.away, $0.home) } } }
    return rounds.shuffled(using: &random).enumerated().map { Round($0 + 1, on: plan.days[$0], fixtures: $1) }
  }

  @Test(
    "constraints that some season satisfies are never impossible; such plans succeed",
    arguments: UInt64(1)...4)
  func planted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plan = try self.plan(random.int(7...9), random.one(of: [.single, .double]))
    let rounds = plantedRounds(plan, &random)
    for _ in 0..<20 {
      let round = random.one(of: rounds)
      let match = random.one(of: round.fixtures)
      switch random.int(0...3) {
      case 0: plan.constraints.append(.notHome(match.away, on: round.days))
      case 1: plan.constraints.append(.venueTaken(match.away, on: round.days))
      case 2:
        let early = round.days.lowerBound.adding(days: -7 * random.int(0...3))
        plan.constraints.append(.meeting(match.home, match.away, on: early..<round.days.upperBound))
      default:
        let other = random.one(of: round.fixtures)
        guard other != match else { continue }
        plan.constraints.append(.notMeeting(match.home, other.away, on: round.days))
      }
    }
    let season = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
    #expect(plan.faults(of: season) == [])
  }

  @Test("one ground with too few days is found by counting, whatever the other constraints")
  func pigeonhole() throws {
    for count in [8, 14, 20] {
      var plan = try self.plan(count)
      for index in plan.teams.indices { plan.teams[index].venues = ["Hall"] }
      plan.constraints = [.notHome("T3", on: plan.days[3]), .rest(days: 2)]
      #expect(
        try plan.outcome(budget: 1_000_000)
          == .impossible([.venueCapacity("Hall", matchesPerDay: 1)], isProvenSmallest: true))
      // A ground that has as many matches as are played on one of the days is enough.
      plan.constraints.append(.venueCapacity("Hall", matchesPerDay: count / 4 + 1))
      let season = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
      #expect(plan.faults(of: season) == [])
    }
  }

  @Test(
    "three teams have too many home matches for one ground; in a hall of two matches, or with a second ground, they do not"
  )
  func sharedGrounds() throws {
    var plan = try self.plan(6, lasting: 1)
    for index in 0..<3 { plan.teams[index].venues = ["Park"] }
    #expect(try plan.outcome().conflict == [.venueCapacity("Park", matchesPerDay: 1)])
    plan.constraints = [.venueCapacity("Park", matchesPerDay: 2)]
    #expect(plan.faults(of: try #require(try plan.outcome().season)) == [])
    plan.constraints = []
    plan.teams[2].venues = ["Park", "Hall"]
    let season = try #require(try plan.outcome().season)
    #expect(plan.faults(of: season) == [])
    #expect(season.matches.contains { $0.fixture.location == "Hall" })
    #expect(season.matches(of: "T2").contains { $0.fixture.location == "Park" })
    // A fourth team with a ground of its own besides makes no room for the three.
    plan.teams[2].venues = ["Park"]
    plan.teams[3].venues = ["Own", "Park"]
    #expect(
      try plan.outcome() == .impossible([.venueCapacity("Park", matchesPerDay: 1)], isProvenSmallest: true))
  }

  @Test("days of rest that two successive rounds allow, and three do not", arguments: [7, 8, 9, 12])
  func restOverRounds(count: Int) throws {
    // Rounds of two days, one a week: eight days lie between the first of one and the second of the next.
    var plan = try self.plan(count)
    plan.constraints = [.rest(days: 7)]
    #expect(try plan.outcome() == .impossible([.rest(days: 7)], isProvenSmallest: true))
    plan.constraints = [.rest(days: 6)]
    #expect(plan.faults(of: try #require(try plan.outcome().season)) == [])
  }

  @Test("the smallest conflicts of several kinds, proven")
  func conflicts() throws {
    var plan = try self.plan(20)
    let days = plan.days
    func conflict(_ constraints: [SeasonConstraint], beside others: [SeasonConstraint] = []) throws -> Bool {
      plan.constraints = others + constraints
      return try plan.outcome() == .impossible(constraints, isProvenSmallest: true)
    }
    let others: [SeasonConstraint] =
      (0..<10).map { .notHome("T\($0 + 8)", on: days[$0 * 3]) } + [.rest(days: 2)]
    #expect(
      try conflict(
        [.notHome("T1", on: days[0]), .meeting("T0", "T1", on: days[0]), .notHome("T0", on: days[0])],
        beside: others))
    #expect(
      try conflict([.meeting("T0", "T1", on: days[4]), .meeting("T0", "T2", on: days[4])], beside: others))
    #expect(try conflict([.rest(days: 8)], beside: others.dropLast()))
    // Nineteen home matches, and eighteen rounds for them.
    #expect(try conflict([.notHome("T0", on: days[18].lowerBound..<days[37].upperBound)], beside: others))
    // Eleven teams without a home match in a round: nine are left for ten matches.
    #expect(try conflict((0..<11).map { .notHome("T\($0)", on: days[5]) }))
    var shared = try self.plan(6, lasting: 1)
    let venues = [["Park"], ["T1"], ["Hall", "Park"], ["Park"], ["T4", "Hall"], ["Park"]]
    for (index, venues) in venues.enumerated() { shared.teams[index].venues = venues }
    let free = shared.days[3].upperBound..<shared.days[3].upperBound.adding(days: 1)
    shared.constraints = [
      .meeting("T2", "T0", on: free), .venueCapacity("Park", matchesPerDay: 3),
      .venueCapacity("Hall", matchesPerDay: 3),
    ]
    #expect(try shared.outcome() == .impossible([.meeting("T2", "T0", on: free)], isProvenSmallest: true))
    plan = try self.plan(isAtLength ? 64 : 32)
    #expect(
      try conflict(
        [.meeting("T1", "T2", on: days[0]), .meeting("T1", "T3", on: days[0])],
        beside: (10..<plan.teams.count - 14).map { .notHome("T\($0)", on: days[$0 % 19]) }))
    // Where the steps end before, some of the constraints may have nothing to do with it, and the outcome says so.
    let unreduced = try plan.outcome(budget: isAtLength ? 50_000 : 10_000)
    #expect(unreduced.isProvenSmallest == false)
    #expect(try #require(unreduced.conflict).count > 2)
    plan = try self.plan(4)
    plan.constraints = [.notHome("T0", on: plan.days[0])]
    #expect(throws: SchedulingError(.budgetExceeded, expected: "a larger budget, or fewer constraints")) {
      try plan.outcome(budget: 3)
    }
  }
}
