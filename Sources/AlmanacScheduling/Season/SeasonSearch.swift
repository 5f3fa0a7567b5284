internal import AlmanacEvents
internal import AlmanacTime

/// The steps that a search may still take.
struct SearchSteps {
  private(set) var left: Int

  init(_ count: Int) { left = count }

  /// Takes steps; `false` if there were too few.
  mutating func take(_ count: Int = 1) -> Bool {
    left -= count
    return left >= 0
  }

  /// Runs a part of a search, which may take at most so many of the steps.
  mutating func share<Result>(_ count: Int, _ part: (inout SearchSteps) -> Result) -> Result {
    let given = Swift.max(0, Swift.min(count, left))
    var steps = SearchSteps(given)
    let result = part(&steps)
    left -= given - Swift.max(0, steps.left)
    return result
  }
}

/// The way from a plan to a season, or to the fewest constraints that cannot hold together:
///
/// 1. a proof by counting and matching that there is no season;
/// 2. the circle method, whose breaks are the fewest: which team gets which number, by a search through the choices and by
///    exchanges of teams;
/// 3. changes of a timetable, until every match can be played and there are few breaks;
/// 4. the search through all timetables.
struct SeasonSearch {
  private let frame: SeasonFrame
  private let rules: SeasonRules
  /// The rules for the first day of each round alone, where a team that plays on a later one has to rest so long that it plays no
  /// earlier in the next round; `nil` elsewhere, or if there is no such season.
  private let firstDays: SeasonRules?
  private var steps: SearchSteps

  init(_ plan: SeasonPlan, budget: Int) {
    frame = SeasonFrame(plan)
    let constraints = Array(frame.constraints.indices)
    let rules = SeasonRules(frame, constraints)
    var steps = SearchSteps(budget)
    let delays = zip(frame.days, frame.days.dropFirst()).contains { days, next in
      guard days.count > 1, let last = days.last, let first = next.first else { return false }
      return first.days(since: last) <= rules.rest
    }
    let narrow = delays ? SeasonRules(frame, constraints, on: 1) : nil
    firstDays = narrow.flatMap { SeasonProof($0).isImpossible(&steps) ? nil : $0 }
    (self.rules, self.steps) = (rules, steps)
  }

  /// The rules by which a season is sought, those of the first days first.
  private var stages: [SeasonRules] { [firstDays, rules].compactMap { $0 } }

  /// - Throws: `SchedulingError` with code `budgetExceeded` where the steps do not suffice.
  mutating func outcome() throws(SchedulingError) -> SeasonOutcome {
    let proof = SeasonProof(rules)
    if proof.isImpossible(&steps) {
      return conflict(isExhaustive: isSmall, withoutHosts: proof.roundsWithoutHosts)
    }
    let circle = circleArrangement()
    if let circle, circle.isLeast || isSmall { return .planned(season(circle.arrangement)) }
    if !isSmall {
      var found = circle?.arrangement
      for rules in stages {
        guard let assigned = assignedArrangement(rules) else { continue }
        found = [found, assigned].compactMap { $0 }.min { breaks($0) < breaks($1) }
        break
      }
      if let found { return .planned(season(found)) }
    }
    var start: [[SeasonRules.Option]]?
    if isSmall, !frame.plan.isMirrored {
      switch steps.share(steps.left / 2, { [rules] in Self.exhaust(rules, &$0) }) {
      case .impossible: return conflict(isExhaustive: true)
      case .found(let arrangement): start = arrangement
      case .undecided: break
      }
    }
    if !isSmall, let firstDays,
      let arrangement = steps.share(steps.left / 4, { [frame] in Self.changed(firstDays, frame, &$0) })
    {
      return .planned(season(arrangement))
    }
    if frame.isDouble, !frame.plan.isMirrored,
      let arrangement = steps.share(steps.left / 4, { [frame, rules] in Self.changed(rules, frame, &$0) })
    {
      return .planned(season(arrangement))
    }
    if let arrangement = changedArrangement(from: start) ?? start { return .planned(season(arrangement)) }
    if frame.plan.isMirrored {
      // Constraints that no season satisfies are impossible for mirrored ones too.
      if isSmall, case .impossible = Self.exhaust(rules, &steps) { return conflict(isExhaustive: true) }
      throw SchedulingError(
        .budgetExceeded, expected: "a second half that is not mirrored, a larger budget, or fewer constraints"
      )
    }
    switch Self.exhaust(rules, &steps) {
    case .impossible: return conflict(isExhaustive: true)
    case .found(let arrangement): return .planned(season(arrangement))
    case .undecided:
      throw SchedulingError(.budgetExceeded, expected: "a larger budget, or fewer constraints")
    }
  }

  /// Whether the timetables are few enough to look through them all at once.
  private var isSmall: Bool { frame.teamCount <= 6 }

  /// Whether a look through all timetables comes to an end with some constraints.
  private var isTractable: Bool { frame.teamCount <= 12 }

  private static func exhaust(_ rules: SeasonRules, _ steps: inout SearchSteps) -> ExhaustiveSearch.Verdict {
    // Beyond, the search would hardly come to an end.
    guard rules.teamCount <= 24 else { return .undecided }
    var search = ExhaustiveSearch(rules)
    return search.run(&steps)
  }
}

/// The stages.
extension SeasonSearch {
  /// An arrangement by the circle method, the table with the fewest breaks first.
  ///
  /// - Returns: The arrangement, and whether none has fewer breaks.
  private mutating func circleArrangement() -> (arrangement: [[SeasonRules.Option]], isLeast: Bool)? {
    let tables = RoundRobin.tables(frame.teamCount, frame.plan.legs, isMirrored: frame.plan.isMirrored)
    let stages = stages.map { (rules: $0, limits: HostLimits($0)) }
    _ = steps.take(stages.count * frame.teamCount * frame.roundCount)
    for (place, table) in tables.enumerated() {
      for stage in stages {
        var search = CircleSearch(stage.rules, table, stage.limits)
        if let found = steps.share(steps.left / 32, { search.run(&$0) }) {
          return (found, place == 0 || frame.plan.legs == .single)
        }
      }
    }
    return nil
  }

  private func breaks(_ arrangement: [[SeasonRules.Option]]) -> Int {
    let table = Timetable(
      arrangement.map { $0.map { (home: $0.home, away: $0.away) } }, teams: frame.teamCount,
      isDouble: frame.isDouble)
    return table.allBreaks
  }

  /// An arrangement by the circle method whose teams change places until every match can be played. Its breaks are those of the
  /// table; the one with the fewest comes first, and gets half of the steps. If no table gives one, it is one by changes of the
  /// timetables in which the fewest matches cannot be played.
  private mutating func assignedArrangement(_ rules: SeasonRules) -> [[SeasonRules.Option]]? {
    var closest: [Timetable] = []
    var attempt = 0
    var left = SearchSteps(steps.left / 16)
    for table in RoundRobin.tables(frame.teamCount, frame.plan.legs, isMirrored: frame.plan.isMirrored) {
      var best: (violations: Int, table: Timetable)?
      let found = left.share(left.left / 2) { [frame] steps -> [[SeasonRules.Option]]? in
        while steps.left > 0 {
          var search = TimetableSearch(
            rules, from: Self.start(frame, table, seed: attempt), violationCost: 1, seed: attempt,
            changesTeamsAlone: true)
          attempt += 1
          let assigned = search.run(memory: 20, &steps)
          if search.fewest.violations < best?.violations ?? .max { best = search.fewest }
          if let assigned, let found = rules.arrangement(found: assigned, &steps) { return found }
        }
        return nil
      }
      if let found { return found }
      if let best { closest.append(best.table) }
    }
    _ = steps.take(steps.left / 16)
    return repairedArrangement(closest, rules)
  }

  /// An arrangement by changes of timetables in which few matches cannot be played. Of those found from the first four
  /// timetables it is the one with the fewest breaks.
  private mutating func repairedArrangement(
    _ tables: [Timetable], _ rules: SeasonRules
  ) -> [[SeasonRules.Option]]? {
    steps.share(steps.left / 8) { steps -> [[SeasonRules.Option]]? in
      var best: (breaks: Int, arrangement: [[SeasonRules.Option]])?
      for (seed, table) in tables.prefix(4).enumerated() {
        var search = TimetableSearch(rules, from: table, violationCost: 4, seed: seed)
        let repaired = steps.share(steps.left / Swift.max(1, Swift.min(tables.count, 4) - seed)) {
          search.run(memory: 300, &$0)
        }
        guard let repaired else { continue }
        if repaired.allBreaks < best?.breaks ?? .max, let found = rules.arrangement(found: repaired, &steps) {
          best = (repaired.allBreaks, found)
        }
      }
      return best?.arrangement
    }
  }

  /// A table with its numbers given to the teams by chance.
  private static func start(_ frame: SeasonFrame, _ table: RoundRobin, seed: Int) -> Timetable {
    var random = SeededNumbers(seed: seed)
    let teams = random.shuffled(frame.teamCount)
    return Timetable(
      table.rounds.map { $0.map { (home: teams[$0.home], away: teams[$0.away]) } }, teams: frame.teamCount,
      isDouble: frame.isDouble)
  }

  /// An arrangement by changes of timetables: of the circle method at first, then of random ones.
  private mutating func changedArrangement(from start: [[SeasonRules.Option]]?) -> [[SeasonRules.Option]]? {
    steps.share(isTractable ? steps.left / 4 * 3 : steps.left / 16 * 15) { [frame, rules] in
      Self.changed(rules, frame, from: start, keepsHalves: frame.plan.isMirrored, &$0)
    }
  }

  private static func changed(
    _ rules: SeasonRules, _ frame: SeasonFrame, from start: [[SeasonRules.Option]]? = nil,
    keepsHalves: Bool = true, _ steps: inout SearchSteps
  ) -> [[SeasonRules.Option]]? {
    var attempt = 0
    while steps.left > 0 {
      var search = TimetableSearch(
        rules, from: Self.start(frame, attempt, start), violationCost: attempt < 1 ? 12 : 60, seed: attempt,
        keepsHalves: keepsHalves)
      let memory = 100 << Swift.min(attempt / 2, 5)
      if let table = search.run(memory: memory, &steps) {
        if let found = rules.arrangement(found: table, &steps) { return found }
      }
      attempt += 1
    }
    return nil
  }

  private static func start(_ frame: SeasonFrame, _ attempt: Int, _ given: [[SeasonRules.Option]]?)
    -> Timetable
  {
    if let given {
      return Timetable(
        given.map { $0.map { (home: $0.home, away: $0.away) } }, teams: frame.teamCount,
        isDouble: frame.isDouble)
    }
    if attempt % 3 == 2,
      let table = Timetable(randomFor: frame.teamCount, isDouble: frame.isDouble, seed: attempt)
    {
      return table
    }
    let tables = RoundRobin.tables(frame.teamCount, frame.plan.legs, isMirrored: frame.plan.isMirrored)
    return Timetable(tables[attempt % 3 % 2].rounds, teams: frame.teamCount, isDouble: frame.isDouble)
  }

  /// The fewest constraints that are proven not to hold together.
  ///
  /// - Parameter rounds: Those with fewer hosts than matches. The constraints for these are counted rather than searched for:
  ///   eleven of twenty teams are a conflict, so that there may be thousands of that size.
  private mutating func conflict(isExhaustive: Bool, withoutHosts rounds: [Int] = []) -> SeasonOutcome {
    let frame = frame
    var isDecided = true
    var search = SmallestConflict(count: frame.constraints.count) { active, steps in
      let rules = SeasonRules(frame, active)
      if SeasonProof(rules).isImpossible(&steps) { return true }
      guard isExhaustive else { return false }
      switch steps.share(Swift.max(steps.left / 16, 1), { Self.exhaust(rules, &$0) }) {
      case .impossible: return true
      case .found: return false
      case .undecided:
        let isFound = steps.share(steps.left / 16) { Self.changed(rules, frame, &$0) } != nil
        if !isFound { isDecided = false }
        return false
      }
    }
    if !isExhaustive, let fewest = HostShortage(frame).run(rounds, &steps) {
      search.counted = (
        fewest, { SeasonProof(SeasonRules(frame, $0)).isImpossible(countingHosts: false, &$1) }
      )
    }
    let (conflict, isSmallest) = search.run(&steps)
    return .impossible(
      conflict.map { frame.constraints[$0] },
      isProvenSmallest: conflict.count == 1 || isSmallest && isDecided)
  }
}

/// The season.
extension SeasonSearch {
  private func season(_ arrangement: [[SeasonRules.Option]]) -> Season {
    let plan = frame.plan
    let rounds = arrangement.enumerated().map { round, matches in
      let fixtures = matches.sorted { $0.home < $1.home }.map { match in
        let day = frame.days[round][match.day]
        let start: EventTime = plan.kickOff.map { .zoned(day.at($0).in(plan.zone)) } ?? .date(day)
        return Fixture(
          plan.teams[match.home].name, plan.teams[match.away].name, on: .fixed(start), lasting: plan.duration,
          location: frame.venueNames[match.venue])
      }
      return Round(round + 1, on: plan.days[round], fixtures: fixtures)
    }
    return Season(plan.name, rounds: rounds, uid: plan.uid)
  }
}

extension SeasonRules {
  /// The most steps for the days of one timetable.
  private var daySteps: Int { Swift.max(50_000, 16 * roundCount * frame.roundSize) }

  /// An arrangement of a timetable in which all matches can be played. It uses steps of the search, with a reserve of its own
  /// where too few are left.
  func arrangement(found table: Timetable, _ steps: inout SearchSteps) -> [[Option]]? {
    var reserve = SearchSteps(daySteps)
    let found = arrangement(table, &reserve)
    _ = steps.take(daySteps - reserve.left)
    return found
  }

  /// A venue and a day for each match of a timetable; `nil` where that cannot be, or the steps do not suffice.
  func arrangement(_ table: Timetable, _ steps: inout SearchSteps) -> [[Option]]? {
    guard steps.take(roundCount * frame.roundSize) else { return nil }
    let options = (0..<roundCount).map { round in
      table.matches(round).map { self.options($0.home, $0.away, round) }
    }
    guard areVenuesFree(options) else { return nil }
    return steps.share(daySteps) { steps in
      var assignment = DayAssignment(self, options)
      guard let chosen = assignment.run(&steps) else { return nil }
      return (0..<roundCount).map { round in
        Array(chosen[(round * frame.roundSize)..<((round + 1) * frame.roundSize)])
      }
    }
  }
}
