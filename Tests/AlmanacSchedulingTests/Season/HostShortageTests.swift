import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Rounds without enough teams at home")
struct HostShortageTests {
  private func plan(_ count: Int, _ legs: SeasonPlan.Legs = .double, lasting length: Int) throws -> SeasonPlan
  {
    var plan = SeasonPlan("Liga", of: (0..<count).map { .init("T\($0)") }, legs: legs, uid: "liga")
    plan.days = SeasonPlan.weekly(from: try date("2026-09-05"), count: plan.roundCount, lasting: length)
    return plan
  }

  @Test(
    "of thirty weekends without a home match the fewest that leave nine hosts for ten matches are found in few steps",
    arguments: UInt64(1)...8)
  func manyTeams(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plan = try self.plan(20, lasting: 2)
    for _ in 0..<30 {
      let first = plan.days[random.int(0...5)].lowerBound
      plan.constraints.append(
        .notHome("T\(random.int(0...19))", on: first..<first.adding(days: 7 * random.int(1...2) + 2)))
    }
    plan.constraints = plan.constraints.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    // Each of them has both days of its rounds, so that one is enough for a team, and eleven teams for a round.
    let isShort = plan.days.contains { round in
      let away = plan.constraints.compactMap { constraint -> String? in
        if case .notHome(let team, let days) = constraint, days.contains(round.lowerBound) {
          team
        } else {
          nil
        }
      }
      return Set(away).count >= 11
    }
    guard isShort else { return }
    guard case .impossible(let conflict, let isProvenSmallest) = try plan.outcome(budget: 2_000_000) else {
      Issue.record("a season with a round of nine hosts")
      return
    }
    #expect(conflict.count == 11 && isProvenSmallest)
  }

  /// The most teams that can be at home in a round of one day, by trial of all venues.
  private func mostHosts(_ plan: SeasonPlan, _ round: Int, under constraints: [SeasonConstraint]) -> Int {
    let day = plan.days[round].lowerBound
    var room: [String: Int] = [:]
    for venue in plan.teams.flatMap({ $0.venues }) { room[venue] = .max }
    var away: Set<String> = []
    for constraint in constraints {
      switch constraint {
      case .notHome(let team, let days) where days.contains(day): away.insert(team)
      case .venueTaken(let venue, let days) where days.contains(day): room[venue] = 0
      case .venueCapacity(let venue, let count): room[venue] = min(room[venue] ?? .max, count)
      default: break
      }
    }
    func most(_ teams: ArraySlice<SeasonPlan.Team>, _ room: [String: Int]) -> Int {
      guard let team = teams.first else { return 0 }
      let rest = teams.dropFirst()
      var best = most(rest, room)
      for venue in away.contains(team.name) ? [] : team.venues where room[venue, default: 0] > 0 {
        var left = room
        left[venue, default: 0] -= 1
        best = max(best, 1 + most(rest, left))
      }
      return best
    }
    return most(plan.teams[...], room)
  }

  @Test(
    "with shared venues no fewer constraints leave too few hosts than those that are found",
    arguments: UInt64(1)...UInt64(rounds(12)))
  func sharedVenues(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plan = try self.plan(8, .single, lasting: 1)
    let names = plan.teams.map { $0.name }
    for index in plan.teams.indices {
      if random.once(in: 2) { plan.teams[index].venues = [random.one(of: names)] }
      if random.once(in: 4) { plan.teams[index].venues.append("Hall") }
    }
    let venues = plan.teams.flatMap { $0.venues }
    for _ in 0..<7 {
      let days = plan.days[random.int(0...1)]
      switch random.int(0...3) {
      case 0: plan.constraints.append(.venueTaken(random.one(of: venues), on: days))
      case 1:
        plan.constraints.append(.venueCapacity(random.one(of: venues), matchesPerDay: random.int(1...2)))
      default: plan.constraints.append(.notHome(random.one(of: names), on: days))
      }
    }
    let all = plan.allConstraints.reduce(into: [SeasonConstraint]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let sizes = (0..<(1 << all.count)).compactMap { selection -> Int? in
      let active = all.indices.filter { selection >> $0 & 1 == 1 }.map { all[$0] }
      return (0..<2).contains { mostHosts(plan, $0, under: active) < 4 } ? active.count : nil
    }
    let outcome = try plan.outcome(budget: SeasonPlan.testBudget)
    if let fewest = sizes.min() {
      #expect(try #require(outcome.conflict).count <= fewest)
      #expect(outcome.isProvenSmallest == true)
    } else if let season = outcome.season {
      #expect(plan.faults(of: season) == [])
    }
  }
}
