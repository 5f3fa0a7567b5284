import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Seasons of teams that share grounds")
struct SeasonVenueTests {
  /// Teams on grounds that have one match a day, on weekends.
  private func plan(_ grounds: [String], _ legs: SeasonPlan.Legs) throws -> SeasonPlan {
    var plan = SeasonPlan(
      "Liga", of: grounds.enumerated().map { .init("T\($0)", at: $1) }, legs: legs, uid: "liga")
    plan.days = SeasonPlan.weekly(from: try date("2026-09-05"), count: plan.roundCount, lasting: 2)
    return plan
  }

  @Test(
    "four teams to a ground are planned in few steps, in any order, with days of rest too",
    arguments: [8, 12, 16, 20], [SeasonPlan.Legs.single, .double])
  func fourToAGround(count: Int, legs: SeasonPlan.Legs) throws {
    for isMixed in [false, true] {
      var plan = try plan((0..<count).map { "H\(isMixed ? $0 % (count / 4) : $0 / 4)" }, legs)
      for rest in [[], [SeasonConstraint.rest(days: 5)]] {
        plan.constraints = rest
        let season = try #require(try plan.outcome(budget: 2_000_000).season)
        #expect(plan.faults(of: season) == [])
      }
    }
  }

  @Test("the most teams there can be, two to a ground", arguments: [SeasonPlan.Legs.single, .double])
  func twoToAGround(legs: SeasonPlan.Legs) throws {
    let plan = try plan((0..<64).map { "H\($0 / 2)" }, legs)
    let season = try #require(try plan.outcome(budget: 2_000_000).season)
    #expect(plan.faults(of: season) == [])
  }

  @Test("two teams to a ground, with so many days of rest that all have to play on the first day")
  func restOnFirstDay() throws {
    for legs in [SeasonPlan.Legs.single, .double] {
      var plan = try plan((0..<12).map { "H\($0 / 2)" }, legs)
      plan.constraints = [.rest(days: 6)]
      let season = try #require(try plan.outcome(budget: 2_000_000).season)
      #expect(plan.faults(of: season) == [])
    }
  }

  @Test("a ground that is closed for some weeks, where all have to play on the first day")
  func closedGround() throws {
    for (count, sharing) in [(7, 1), (8, 2), (10, 2), (12, 3)] {
      for isClosed in [true, false] {
        let grounds = count - sharing
        var plan = try plan((0..<count).map { "H\($0 % grounds)" }, .double)
        let weeks = try date("2026-09-12")..<date("2026-10-03")
        let team = grounds - 1
        plan.constraints = [
          .rest(days: 6), isClosed ? .venueTaken("H\(team)", on: weeks) : .notHome("T\(team)", on: weeks),
        ]
        let season = try #require(try plan.outcome(budget: 2_000_000).season)
        #expect(plan.faults(of: season) == [])
      }
    }
  }

  @Test("in two halls, those who play on a Sunday cannot play on a Saturday again after six days of rest")
  func splitByRest() throws {
    for legs in [SeasonPlan.Legs.single, .double] {
      var plan = try plan((0..<8).map { $0 < 4 ? "A" : "B" }, legs)
      plan.constraints = [.rest(days: 6)]
      let conflict = try #require(try plan.outcome(budget: 2_000_000).conflict)
      #expect(conflict.contains(.rest(days: 6)))
      // In two legs a hall has two matches in every round, and one of them cannot be on a Saturday: one hall suffices.
      #expect(conflict.count == (legs == .double ? 2 : 3))
      plan.constraints = [.rest(days: 5)]
      let season = try #require(try plan.outcome().season)
      #expect(plan.faults(of: season) == [])
      plan.constraints = ["A", "B"].map { .venueCapacity($0, matchesPerDay: 4) } + [.rest(days: 6)]
      #expect(plan.faults(of: try #require(try plan.outcome().season)) == [])
    }
  }

  @Test("two teams that host each round cannot meet: their ground would have one match less than it must")
  func fullGrounds() throws {
    let plan = try plan((0..<12).map { "H\($0 / 5)" }, .single)
    let conflict = try #require(try plan.outcome(budget: 2_000_000).conflict)
    #expect(Set(conflict) == Set((0..<3).map { .venueCapacity("H\($0)", matchesPerDay: 1) }))
  }

  @Test(
    "four teams in one or two halls have a season when a trial of all timetables finds one, whatever the days of rest",
    arguments: UInt64(1)...UInt64(rounds(12)))
  func likeNaiveSearch(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plan = try plan((0..<4).map { _ in random.once(in: 4) ? "B" : "A" }, .single)
    var day = try date("2026-09-05")
    plan.days = (0..<plan.roundCount).map { _ in
      defer { day = day.adding(days: random.int(5...9)) }
      return day..<day.adding(days: random.int(1...3))
    }
    plan.constraints = [.rest(days: random.int(2...8))]
    let exists = NaiveSeasons.exists(plan, under: plan.allConstraints)
    switch try plan.outcome() {
    case .planned(let season): #expect(plan.faults(of: season) == [])
    case .impossible(let conflict, _): #expect(!NaiveSeasons.exists(plan, under: conflict))
    }
    #expect(exists == (try plan.outcome().season != nil))
  }
}
