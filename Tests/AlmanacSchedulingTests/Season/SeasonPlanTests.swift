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
    for (legs, isMirrored) in [(SeasonPlan.Legs.single, false), (.double, true), (.double, false)] {
      var plan = try self.plan(count, legs)
      plan.isMirrored = isMirrored
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
        // Known facts: n − 2 in a single round robin, 2n − 4 in a double one, 3n − 6 in a mirrored one (de Werra).
        #expect(breaks == (legs == .single ? count - 2 : isMirrored ? 3 * count - 6 : 2 * count - 4))
      } else if count % 2 == 1, legs == .single {
        #expect(breaks == 0)
      }
      guard isMirrored else { continue }
      for (first, second) in zip(rounds, rounds.dropFirst(rounds.count / 2)) {
        #expect(Set(first.map { [$0.home, $0.away] }) == Set(second.map { [$0.away, $0.home] }))
      }
    }
  }

  @Test(
    "under constraints too, two teams meet once in each half, and a team has its bye once in each",
    arguments: [5, 12])
  func halves(count: Int) throws {
    var plan = try self.plan(count, .double)
    let (first, days) = (plan.teams[1].name, plan.days)
    let all = [
      SeasonConstraint.notHome(first, on: days[0].lowerBound..<days[2].upperBound),
      .meeting(plan.teams[0].name, plan.teams[2].name, on: days[0]), .rest(days: 4),
    ]
    for number in 1...3 {
      plan.constraints = Array(all.prefix(number))
      let season = try #require(try plan.outcome(budget: SeasonPlan.testBudget).season)
      #expect(plan.faults(of: season) == [])
      let half = season.rounds.count / 2
      for rounds in [season.rounds[..<half], season.rounds[half...]] {
        let fixtures = rounds.flatMap(\.fixtures)
        #expect(Set(fixtures.map { Set([$0.home, $0.away]) }).count == count * (count - 1) / 2)
        #expect(fixtures.count == count * (count - 1) / 2)
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
    #expect(try code { $0.constraints = [.meeting("T0", "T0", on: days[0])] } ?? ("", 0) == ("duplicate", 0))
    #expect(try code { $0.constraints = [.venueTaken("X", on: days[0])] } ?? ("", 0) == ("not_found", 0))
    #expect(try code { $0.constraints = [.rest(days: -1)] } ?? ("", 0) == ("out_of_range", 0))
    #expect(
      try code { $0.constraints = [.venueCapacity("T0", matchesPerDay: 0)] } ?? ("", 0) == ("out_of_range", 0)
    )
    #expect(try code { $0.teams[2].venues = [] } ?? ("", 0) == ("out_of_range", 2))
    #expect(try code { $0.teams[2].venues = ["a", "a"] } ?? ("", 0) == ("duplicate", 2))
  }

  @Test("an error names the constraint and what is wrong in it")
  func wordsOfErrors() throws {
    func expected(_ change: (inout SeasonPlan) throws -> Void) throws -> String {
      var plan = try self.plan(3)
      try change(&plan)
      do throws(SchedulingError) { _ = try plan.outcome() } catch { return error.expected }
      return ""
    }
    let day = try date("2026-09-05")..<date("2026-09-06")
    #expect(
      try expected { $0.constraints = [.rest(days: 1), .notHome("X", on: day)] }
        == "a team of the season instead of “X” in “X has no home match on 2026-09-05”: T0, T1, T2")
    #expect(
      try expected { $0.constraints = [.venueTaken("Y", on: day)] }
        == "a venue of the season instead of “Y” in “Y is taken on 2026-09-05”: T0, T1, T2")
    #expect(
      try expected { $0.constraints = [.meeting("T1", "T1", on: day)] }
        == "two teams that are not the same in “T1 meets T1 on 2026-09-05”")
    #expect(
      try expected { $0.days = SeasonPlan.weekly(from: try date("9999-12-20"), count: 3, lasting: 2) }
        == "days before 9999-12-31, the last date that there is")
  }

  @Test("the team without a match has the bye; a season without a UID gets a new one")
  func byesAndIdentities() throws {
    let plan = try self.plan(5)
    let season = try #require(try plan.outcome(uids: .seeded(1)).season)
    #expect(season.rounds.map { season.byes(in: $0).count } == [1, 1, 1, 1, 1])
    #expect(season.rounds.flatMap { season.byes(in: $0) }.sorted() == season.sides)
    let other = try #require(try plan.outcome(uids: .seeded(2)).season)
    #expect(!season.uid.isEmpty && season.uid != other.uid)
    let uids = [season, other].map {
      Set($0.calendar(at: Instant(secondsSinceEpoch: 1_770_000_000)).items.map { $0.uid })
    }
    #expect(uids[0].isDisjoint(with: uids[1]))
    var named = plan
    named.uid = "liga"
    #expect(try named.outcome().season?.uid == "liga")
    #expect(try named.outcome() == named.outcome())
  }

  @Test("a planned season is read back from its calendar; a postponed match gets the days that are left")
  func postponed() throws {
    var plan = try self.plan(4, .double)
    plan.kickOff = try time("18:00")
    plan.duration = .minutes(105)
    plan.zone = try Zone("Europe/Madrid")
    plan.teams[1].venues = ["T0"]
    plan.constraints = [.rest(days: 2)]
    var season = try #require(try plan.outcome().season)
    #expect(plan.faults(of: season) == [])
    let read = Season(season.calendar(at: Instant(secondsSinceEpoch: 1_770_000_000)))
    #expect(read.rounds.map { $0.days } == season.rounds.map { $0.days })
    #expect(read.matches.map { $0.sides } == season.matches.map { $0.sides })
    let match = season.matches(of: "T0")[0]
    guard case .fixed(let start) = match.fixture.date else { return }
    season.rounds[0].fixtures[try #require(season.rounds[0].matches.firstIndex { $0.id == match.id })].date =
      .postponed(from: start)
    plan.constraints.append(
      .venueTaken(match.fixture.location, on: try date("2026-09-10")..<date("2026-09-11")))
    let week = try date("2026-09-05")..<date("2026-09-20")
    let dates = try plan.dates(for: match.id, of: season, in: week)
    #expect(dates.count == 15)
    // The naive way: a copy of the season with the match on each day.
    for candidate in dates {
      var copy = season
      copy.rounds[0].fixtures[try #require(copy.rounds[0].matches.firstIndex { $0.id == match.id })].date =
        .fixed(.date(candidate.date))
      copy.rounds[0].days = week
      #expect(candidate.broken.isEmpty == plan.faults(of: copy).isEmpty, "\(candidate)")
    }
    #expect(dates.contains { $0.broken.isEmpty } && dates.contains { !$0.broken.isEmpty })
    #expect(throws: SchedulingError.self) {
      try plan.dates(for: Match.ID(round: 99, home: "A", away: "B"), of: season, in: week)
    }
    // A team of the season that the plan does not have, at home and away.
    for (index, name) in ["T0", "T1"].enumerated() {
      var fewer = plan
      fewer.teams.removeAll { $0.name == name }
      let names = fewer.teams.map { $0.name }.joined(separator: ", ")
      let meeting = try #require(season.matches.first { $0.sides[index] == name })
      #expect(
        throws: SchedulingError(
          .notFound, at: meeting.id.round, expected: "a team of the plan instead of “\(name)”: \(names)")
      ) { try fewer.dates(for: meeting.id, of: season, in: week) }
    }
    plan.constraints = [.notHome("X", on: week)]
    #expect(throws: SchedulingError.self) { try plan.dates(for: match.id, of: season, in: week) }
  }

  @Test("a postponed derby is offered the days on which the derby has to be")
  func postponedDerby() throws {
    for legs in [SeasonPlan.Legs.single, .double] {
      var plan = try self.plan(4, legs)
      plan.constraints = [.meeting("T0", "T1", on: plan.days[0])]
      let season = try #require(try plan.outcome().season)
      let derby = try #require(season.matches.first { Set($0.sides) == ["T0", "T1"] && $0.id.round == 1 })
      let range = plan.days[0].lowerBound..<plan.days[1].lowerBound
      let dates = try plan.dates(for: derby.id, of: season, in: range)
      #expect(
        dates.filter { $0.broken.isEmpty }.map { $0.date }
          == [0, 1].map { range.lowerBound.adding(days: $0) })
      #expect(dates.dropFirst(2).allSatisfy { $0.broken == [plan.constraints[0]] })
      guard legs == .double else { continue }
      // The other meeting of the two is free to be on any day.
      let second = try #require(season.matches.last { Set($0.sides) == ["T0", "T1"] })
      let free = try plan.dates(for: second.id, of: season, in: range)
      #expect(free.contains { $0.broken.isEmpty && $0.date >= plan.days[0].upperBound })
    }
  }

  @Test("a postponed match is offered the first of its venues that is free")
  func postponedVenues() throws {
    var plan = SeasonPlan(
      "", of: [.init("A", atAnyOf: ["Park", "Hall"]), .init("B", at: "Park")], legs: .single)
    plan.days = [try date("2026-09-05")..<date("2026-09-06")]
    plan.constraints = [
      .notHome("B", on: plan.days[0]), .venueTaken("Park", on: try date("2026-09-07")..<date("2026-09-08")),
    ]
    let season = try #require(try plan.outcome().season)
    let week = try date("2026-09-06")..<date("2026-09-09")
    #expect(
      try plan.dates(for: season.matches[0].id, of: season, in: week).map { $0.venue } == [
        "Park", "Hall", "Park",
      ])
  }
}
