import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Planned seasons")
struct SeasonPlanTests {
  private func plan(_ count: Int, _ legs: SeasonPlan.Legs = .single, lasting length: Int = 2) throws
    -> SeasonPlan
  {
    var plan = SeasonPlan("Liga", of: (0..<count).map { .init("T\($0)") }, legs: legs)
    plan.days = SeasonPlan.weekly(from: try date("2026-09-05"), count: plan.roundCount, lasting: length)
    return plan
  }

  /// Home (true) and away (false) of each team over the rounds, without pauses.
  private func patterns(_ rounds: [[(home: String, away: String)]]) -> [String: [Bool]] {
    var result: [String: [Bool]] = [:]
    for pairing in rounds.flatMap({ $0 }) {
      result[pairing.home, default: []].append(true)
      result[pairing.away, default: []].append(false)
    }
    return result
  }

  @Test(
    "each meets each other once, or twice; home and away are in balance; the breaks are the fewest",
    arguments: 2...24)
  func roundRobin(count: Int) throws {
    for legs in [SeasonPlan.Legs.single, .double] {
      let plan = try self.plan(count, legs)
      let rounds = try plan.pairings()
      #expect(rounds.count == plan.roundCount)
      var met: [Set<String>: Int] = [:]
      for round in rounds {
        let teams = round.flatMap { [$0.home, $0.away] }
        #expect(Set(teams).count == teams.count)
        #expect(teams.count == count / 2 * 2)
        for pairing in round { met[[pairing.home, pairing.away], default: 0] += 1 }
      }
      #expect(met.count == count * (count - 1) / 2)
      #expect(met.values.allSatisfy { $0 == (legs == .single ? 1 : 2) })
      let patterns = patterns(rounds)
      for pattern in patterns.values {
        let home = pattern.count { $0 }
        #expect(abs(2 * home - pattern.count) <= (legs == .single ? 1 : 0))
      }
      let breaks = patterns.values.reduce(0) { sum, pattern in
        sum + zip(pattern, pattern.dropFirst()).count { $0 == $1 }
      }
      if count % 2 == 0, count > 2 {
        // Known facts: n − 2 in a single round robin, 3n − 6 in a mirrored one (de Werra).
        #expect(breaks == (legs == .single ? count - 2 : 3 * count - 6))
      } else if count % 2 == 1, legs == .single {
        #expect(breaks == 0)
      }
    }
  }

  /// Whether a season satisfies the constraints, by looking at every match and every pair of matches.
  private func violations(_ season: Season, _ plan: SeasonPlan) -> [SeasonConstraint] {
    func day(_ match: Match) -> CivilDate {
      guard case .fixed(let time) = match.fixture.date else { return .min }
      return time.date
    }
    let venue = Dictionary(plan.teams.map { ($0.name, $0.venue) }) { one, _ in one }
    var rest = 0
    for constraint in plan.constraints { if case .rest(let days) = constraint { rest = max(rest, days) } }
    var broken: [SeasonConstraint] = []
    for one in season.matches {
      if !one.round.days.contains(day(one)) { broken.append(.rest(days: -1)) }
      for other in season.matches where other.id != one.id {
        let distance = abs(day(one).days(since: day(other)))
        if !Set(one.sides).isDisjoint(with: other.sides), distance <= rest {
          broken.append(.rest(days: rest))
        }
        if distance == 0, venue[one.fixture.home] == venue[other.fixture.home] {
          broken.append(.oneMatchADay(at: one.fixture.home))
        }
      }
    }
    for constraint in plan.constraints {
      let isHeld: Bool =
        switch constraint {
        case .venueTaken(let taken, let days):
          !season.matches.contains { venue[$0.fixture.home] == taken && days.contains(day($0)) }
        case .notHome(let team, let days):
          !season.matches.contains { $0.fixture.home == team && days.contains(day($0)) }
        case .meeting(let one, let other, let days):
          season.matches.contains { Set($0.sides) == [one, other] && days.contains(day($0)) }
        case .notMeeting(let one, let other, let days):
          !season.matches.contains { Set($0.sides) == [one, other] && days.contains(day($0)) }
        case .rest, .oneMatchADay: true
        }
      if !isHeld { broken.append(constraint) }
    }
    return broken
  }

  private func randomPlan(
    _ seed: UInt64, teams: ClosedRange<Int>, constraints: ClosedRange<Int>, rest: Int = 3
  ) throws -> SeasonPlan {
    var random = SeededGenerator(seed: seed)
    let count = random.int(teams)
    var plan = try self.plan(count, random.one(of: [.single, .double]), lasting: random.int(1...2))
    if random.once(in: 2) { plan.teams[1].venue = plan.teams[0].venue }
    let names = plan.teams.map { $0.name }
    func days() -> Range<CivilDate> {
      let round = random.one(of: plan.days)
      return random.once(in: 2) ? round : round.lowerBound..<round.lowerBound.adding(days: 1)
    }
    for _ in 0..<random.int(constraints) {
      let one = random.one(of: names)
      let other = random.one(of: names.filter { $0 != one })
      switch random.int(0...5) {
      case 0: plan.constraints.append(.venueTaken(random.one(of: plan.teams).venue, on: days()))
      case 1, 2: plan.constraints.append(.notHome(one, on: days()))
      case 3: plan.constraints.append(.meeting(one, other, on: days()))
      case 4: plan.constraints.append(.notMeeting(one, other, on: days()))
      default: plan.constraints.append(.rest(days: random.int(0...rest)))
      }
    }
    return plan
  }

  /// Whether any order of the teams and any days of the matches satisfy the constraints: all are tried.
  private func existsNaively(_ plan: SeasonPlan) throws -> Bool {
    func orders(_ rest: [SeasonPlan.Team]) -> [[SeasonPlan.Team]] {
      if rest.isEmpty { return [[]] }
      return rest.indices.flatMap { index -> [[SeasonPlan.Team]] in
        var others = rest
        let first = others.remove(at: index)
        return orders(others).map { [first] + $0 }
      }
    }
    for order in orders(plan.teams) {
      var drawn = plan
      drawn.teams = order
      let rounds = try drawn.pairings()
      let places = rounds.enumerated().flatMap { number, round in round.map { (number, $0) } }
      for choice
        in 0..<(plan.days[0].contains(plan.days[0].lowerBound.adding(days: 1)) ? 1 << places.count : 1)
      {
        var made = plan.days.prefix(rounds.count).enumerated().map { Round($0 + 1, on: $1) }
        for (place, (number, pairing)) in places.enumerated() {
          let day = plan.days[number].lowerBound.adding(days: choice >> place & 1)
          made[number].fixtures.append(Fixture(pairing.home, pairing.away, on: .fixed(.date(day))))
        }
        if violations(Season("", rounds: made), plan).isEmpty { return true }
      }
    }
    return false
  }

  @Test(
    "a plan exists when a trial of all draws and days finds one; a conflict has no smaller one",
    arguments: UInt64(1)...60)
  func likeNaiveSearch(seed: UInt64) throws {
    var plan = try randomPlan(seed, teams: 3...4, constraints: 2...6)
    // With two legs and two days the trial of all would be long.
    if plan.legs == .double, plan.teams.count == 4 {
      plan.days = plan.days.map { $0.lowerBound..<$0.lowerBound.adding(days: 1) }
    }
    switch try plan.outcome() {
    case .planned(let season):
      #expect(violations(season, plan).isEmpty)
      #expect(try existsNaively(plan))
    case .impossible(let conflict):
      #expect(try !existsNaively(plan))
      // The fewest: all of them fail, and every set of fewer constraints has a plan beside what holds unstated.
      let stated = conflict.filter { plan.constraints.contains($0) }
      var alone = plan
      alone.constraints = stated
      #expect(try !existsNaively(alone))
      // What holds unstated is in each of the naive search's sets.
      guard Set(plan.teams.map { $0.venue }).count == plan.teams.count else { return }
      let all = Array(Set(plan.constraints))
      for subset in 0..<(1 << all.count) where subset.nonzeroBitCount < conflict.count {
        alone.constraints = all.indices.filter { subset >> $0 & 1 == 1 }.map { all[$0] }
        #expect(try existsNaively(alone))
      }
    }
  }

  @Test("large plans satisfy their constraints, and conflicts are conflicts", arguments: UInt64(1)...12)
  func large(seed: UInt64) throws {
    let plan = try randomPlan(seed + 100, teams: 8...20, constraints: 10...24, rest: 4)
    switch try plan.outcome() {
    case .planned(let season):
      #expect(violations(season, plan).isEmpty)
      #expect(
        season.matches.count == plan.teams.count * (plan.teams.count - 1) / (plan.legs == .single ? 2 : 1))
    case .impossible(let conflict):
      var alone = plan
      alone.constraints = conflict
      #expect(try alone.outcome() == .impossible(conflict))
      for index in conflict.indices {
        guard plan.constraints.contains(conflict[index]) else { continue }
        alone.constraints = conflict
        alone.constraints.remove(at: index)
        guard case .planned(let season) = try alone.outcome() else {
          Issue.record("\(conflict[index]) can be left out of the conflict")
          continue
        }
        #expect(violations(season, alone).isEmpty)
      }
    }
  }

  @Test("what cannot be is refused at its place; what cannot hold together is named")
  func badInput() throws {
    func code(_ change: (inout SeasonPlan) throws -> Void) throws -> (String, Int)? {
      var plan = try self.plan(4)
      try change(&plan)
      do throws(SchedulingError) { _ = try plan.outcome() } catch {
        return (error.code.rawValue, error.position)
      }
      return nil
    }
    #expect(try code { $0.teams = [] } ?? ("", 0) == ("out_of_range", 0))
    #expect(try code { $0.teams = [.init("a")] } ?? ("", 0) == ("out_of_range", 1))
    #expect(try code { $0.teams = (0..<65).map { .init("\($0)") } } ?? ("", 0) == ("out_of_range", 65))
    #expect(try code { $0.teams[2] = $0.teams[0] } ?? ("", 0) == ("duplicate", 2))
    #expect(try code { $0.teams[3].name = "" } ?? ("", 0) == ("duplicate", 3))
    #expect(try code { $0.days.removeLast() } ?? ("", 0) == ("out_of_range", 2))
    #expect(try code { $0.days[1] = $0.days[0] } ?? ("", 0) == ("out_of_range", 1))
    #expect(
      try code { $0.days[0] = $0.days[0].lowerBound..<$0.days[0].lowerBound } ?? ("", 0) == (
        "out_of_range", 0
      ))
    let days = try self.plan(4).days
    #expect(
      try code { $0.constraints = [.rest(days: 1), .notHome("X", on: days[0])] } ?? ("", 0) == (
        "not_found", 1
      ))
    #expect(try code { $0.constraints = [.meeting("T0", "T0", on: days[0])] } ?? ("", 0) == ("not_found", 0))
    #expect(try code { $0.constraints = [.venueTaken("X", on: days[0])] } ?? ("", 0) == ("not_found", 0))
    #expect(try code { $0.constraints = [.rest(days: -1)] } ?? ("", 0) == ("out_of_range", 0))
    var plan = try self.plan(6)
    plan.constraints = [
      .notHome("T1", on: days[0]), .meeting("T0", "T1", on: days[0]), .notHome("T0", on: days[0]),
      .rest(days: 2),
    ]
    #expect(
      try plan.outcome() == .impossible([plan.constraints[0], plan.constraints[1], plan.constraints[2]]))
    plan.constraints = [.rest(days: 2), .rest(days: 8)]
    #expect(try plan.outcome() == .impossible([.rest(days: 8)]))
    plan.constraints = [.notHome("T0", on: days[0])]
    #expect(throws: SchedulingError(.budgetExceeded, expected: "a larger budget, or fewer constraints")) {
      try plan.outcome(budget: 3)
    }
  }

  @Test("a planned season is read back from its calendar; a postponed match gets the days that are left")
  func postponed() throws {
    var plan = try self.plan(4, .double)
    plan.kickOff = try time("18:00")
    plan.duration = .minutes(105)
    plan.zone = try Zone("Europe/Madrid")
    plan.teams[1].venue = "T0"
    plan.constraints = [.rest(days: 2)]
    guard case .planned(var season) = try plan.outcome() else {
      throw SchedulingError(.notFound, expected: "a season")
    }
    #expect(violations(season, plan).isEmpty)
    let read = Season(season.calendar(at: nil))
    #expect(read.rounds.map { $0.days } == season.rounds.map { $0.days })
    #expect(read.matches.map { $0.sides } == season.matches.map { $0.sides })
    let match = season.matches(of: "T0")[0]
    guard case .fixed(let start) = match.fixture.date else { return }
    season.rounds[0].fixtures[match.id.index].date = .postponed(from: start)
    plan.constraints.append(
      .venueTaken(match.fixture.location, on: try date("2026-09-10")..<date("2026-09-11")))
    let week = try date("2026-09-05")..<date("2026-09-20")
    let dates = plan.dates(for: match.id, of: season, in: week)
    #expect(dates.count == 15)
    // The naive way: a copy of the season with the match on each day.
    for candidate in dates {
      var copy = season
      copy.rounds[0].fixtures[match.id.index].date = .fixed(.date(candidate.date))
      copy.rounds[0].days = week
      #expect(candidate.broken.isEmpty == violations(copy, plan).isEmpty, "\(candidate)")
    }
    #expect(dates.contains { $0.broken.isEmpty } && dates.contains { !$0.broken.isEmpty })
    #expect(plan.dates(for: Match.ID(round: 99, index: 0), of: season, in: week).isEmpty)
  }
}
