/// The search for a timetable by small changes: for one in which every match can be played, then for one with few breaks.
///
/// A change is made if the timetable gets no worse than it is, or than it was some changes ago (late acceptance; Burke and
/// Bykov, 2017). The changes are those of round robins: two teams, two rounds, home and away, or the matches of some teams
/// in two rounds change places.
struct TimetableSearch {
  private let rules: SeasonRules
  private var random: SeededNumbers
  private(set) var table: Timetable
  /// The matches of each round that cannot be played in it.
  private var unplayable: [Int]
  private var breaks: [Int]
  private var imbalances: [Int]
  private var missedWindows = 0
  /// The timetable of those found with the fewest violations.
  private(set) var fewest: (violations: Int, table: Timetable)
  /// Whether only teams change places, so that the breaks stay as they are.
  private let changesTeamsAlone: Bool
  /// Whether each pair meets once in each half of a double round robin, as it does in the first timetable.
  private let keepsHalves: Bool

  /// - Parameter violationCost: How many breaks a violation may cost: many lead to a timetable sooner, few to one with few
  ///   breaks.
  init(
    _ rules: SeasonRules, from table: Timetable, violationCost: Int, seed: Int,
    changesTeamsAlone: Bool = false, keepsHalves: Bool = true
  ) {
    self.keepsHalves = keepsHalves && rules.frame.isDouble
    self.violationCost = violationCost
    self.changesTeamsAlone = changesTeamsAlone
    self.rules = rules
    self.table = table
    fewest = (.max, table)
    random = SeededNumbers(seed: seed)
    unplayable = []
    breaks = []
    imbalances = []
    unplayable = (0..<table.roundCount).map { countUnplayable($0) }
    breaks = (0..<table.teamCount).map { table.breaks($0) }
    imbalances = (0..<table.teamCount).map { table.imbalance($0) }
    missedWindows = rules.windows.count { isMissed($0) }
  }

  /// The matches and the meetings that cannot be.
  var violations: Int { unplayable.reduce(missedWindows, +) }

  private var cost: Int {
    violationCost * violations + Self.imbalanceCost * imbalances.reduce(0, +) + breaks.reduce(0, +)
  }

  /// The breaks that a violation may cost.
  private let violationCost: Int
  private static let imbalanceCost = 4
}

/// The search.
extension TimetableSearch {
  /// Changes the timetable until it gets no better.
  ///
  /// - Parameters:
  ///   - memory: How many changes ago the timetable is with which one is compared: more find better ones, and take longer.
  ///   - steps: The steps that are left; a match that is looked at is one.
  /// - Returns: The best timetable in which every match can be played; `nil` if there was none.
  mutating func run(memory: Int, _ steps: inout SearchSteps) -> Timetable? {
    var current = cost
    var past = [Int](repeating: current, count: memory)
    var best = violations == 0 ? (cost: current, table: table) : nil
    var lowest = current
    var idle = 0
    var round = 0
    while idle < 20 * memory + 1_000, !(changesTeamsAlone && best != nil), steps.take(stepsOfChange) {
      let change = nextChange()
      let before = (unplayable, breaks, imbalances, missedWindows)
      table.apply(change)
      update(after: change)
      let next = cost
      if next <= current || next <= past[round % memory] {
        current = next
        if violations == 0, next < best?.cost ?? .max { best = (next, table) }
        if changesTeamsAlone, violations < fewest.violations { fewest = (violations, table) }
      } else {
        table.apply(change)
        (unplayable, breaks, imbalances, missedWindows) = before
      }
      past[round % memory] = Swift.min(current, past[round % memory])
      idle = current < lowest ? 0 : idle + 1
      lowest = Swift.min(lowest, current)
      round += 1
    }
    return best?.table
  }

  private var stepsOfChange: Int { 4 * table.count }

  private mutating func update(after change: Timetable.Change) {
    let rounds: [Int]
    let teams: [Int]
    switch change {
    case .teams(let one, let other): (rounds, teams) = (Array(0..<table.roundCount), [one, other])
    case .rounds(let one, let other): (rounds, teams) = ([one, other], Array(0..<table.count))
    case .matches(let own, let one, let other): (rounds, teams) = ([one, other], own)
    case .inBothHalves(let own, let one, let other):
      let half = table.roundCount / 2
      (rounds, teams) = ([one, other, one + half, other + half], own)
    case .homes(let team, let round):
      let opponent = table.opponent(team, round)
      teams = [team, opponent]
      rounds = [table.round(team, opponent), table.round(opponent, team)].compactMap { $0 }
    }
    for round in rounds { unplayable[round] = countUnplayable(round) }
    for team in teams where !table.isBye(team) {
      breaks[team] = table.breaks(team)
      imbalances[team] = table.imbalance(team)
    }
    missedWindows = rules.windows.count { isMissed($0) }
  }
}

/// The faults of the timetable.
extension TimetableSearch {
  private func countUnplayable(_ round: Int) -> Int {
    var result = 0
    var contested: [(home: Int, away: Int)] = []
    for home in 0..<table.teamCount where table.isHome(home, round) {
      let away = table.opponent(home, round)
      if table.isBye(away) { continue }
      if rules.days(home, away, round) == 0 {
        result += 1
      } else if rules.isContested[home] {
        contested.append((home, away))
      }
    }
    guard contested.count > 1 else { return result }
    let options = contested.map { rules.options($0.home, $0.away, round) }
    return result + contested.count - VenueMatching(options, rules).size
  }

  private func isMissed(_ window: SeasonRules.Window) -> Bool {
    !isMet(window, window.one, window.other) && !isMet(window, window.other, window.one)
  }

  private func isMet(_ window: SeasonRules.Window, _ home: Int, _ away: Int) -> Bool {
    guard let round = table.round(home, away) else { return false }
    return rules.days(home, away, round) & window.days[round] != 0
  }
}

/// The choice of a change.
extension TimetableSearch {
  private mutating func nextChange() -> Timetable.Change {
    if changesTeamsAlone {
      // One of a match that cannot be is among them, while there is one.
      let match = violations > 0 ? faultyMatch() : nil
      let team = match.map { random.below(2) == 0 ? $0.home : $0.away } ?? random.below(table.teamCount)
      return .teams(team, another(than: team, below: table.teamCount))
    }
    let change = anyChange()
    guard rules.frame.plan.isMirrored, rules.frame.isDouble else { return change }
    // The halves stay mirrored.
    let half = table.roundCount / 2
    switch change {
    case .rounds(let one, let other): return .inBothHalves(Array(0..<table.count), one % half, other % half)
    case .matches(let teams, let one, let other):
      guard one % half != other % half else { return .homes(team: teams[0], round: one) }
      return .inBothHalves(table.chain(of: teams[0], one % half, other % half), one % half, other % half)
    default: return change
    }
  }

  /// A round that may change places with another one.
  private mutating func round(for other: Int) -> Int {
    guard keepsHalves else { return random.below(table.roundCount) }
    let half = table.roundCount / 2
    return random.below(half) + (other < half ? 0 : half)
  }

  private mutating func anyChange() -> Timetable.Change {
    if violations > 0, random.below(2) == 0, let change = mendingChange() { return change }
    let round = random.below(table.roundCount)
    let team = random.below(table.count)
    switch random.below(8) {
    case 0, 1, 2: return .homes(team: team, round: round)
    case 3, 4: return .teams(team, another(than: team, below: table.count))
    case 5: return .rounds(round, self.round(for: round))
    default: return exchange(of: team, round, self.round(for: round))
    }
  }

  private mutating func another(than number: Int, below count: Int) -> Int {
    if count < 2 { return number }
    let other = random.below(count - 1)
    return other < number ? other : other + 1
  }

  private func exchange(of team: Int, _ one: Int, _ other: Int) -> Timetable.Change {
    one == other ? .rounds(one, other) : .matches(of: table.chain(of: team, one, other), one, other)
  }

  /// A change that moves a match which cannot be played to a round in which it can be, or exchanges home and away.
  private mutating func mendingChange() -> Timetable.Change? {
    guard let (home, away) = faultyMatch(), let round = table.round(home, away) else { return nil }
    let kind = random.below(5)
    if kind == 0 { return .homes(team: home, round: round) }
    let target = self.round(for: round)
    guard target != round, isPlayable(home, away, target) else { return nil }
    switch kind {
    case 1: return .rounds(round, target)
    case 2: return exchange(of: home, round, target)
    case 3: return different(home, table.opponent(away, target))
    default: return different(away, table.opponent(home, target))
    }
  }

  private func different(_ one: Int, _ other: Int) -> Timetable.Change? {
    one == other ? nil : .teams(one, other)
  }

  private func isPlayable(_ home: Int, _ away: Int, _ round: Int) -> Bool {
    let days = rules.days(home, away, round) | (rules.frame.isDouble ? 0 : rules.days(away, home, round))
    guard days != 0 else { return false }
    return rules.windows.isEmpty
      || rules.windows(of: home, away).allSatisfy { isMissed($0) ? $0.days[round] & days != 0 : true }
  }

  /// A match that cannot be played in its round, or of a pair that has to meet on other days.
  private mutating func faultyMatch() -> (home: Int, away: Int)? {
    let missed = rules.windows.filter { isMissed($0) }
    if !missed.isEmpty, random.below(violations) < missed.count {
      let window = missed[random.below(missed.count)]
      return random.below(2) == 0 ? (window.one, window.other) : (window.other, window.one)
    }
    let rounds = unplayable.indices.filter { unplayable[$0] > 0 }
    guard !rounds.isEmpty else { return nil }
    let round = rounds[random.below(rounds.count)]
    let matches = table.matches(round)
    let faulty = matches.filter { rules.days($0.home, $0.away, round) == 0 }
    let candidates = faulty.isEmpty ? matches.filter { rules.isContested[$0.home] } : faulty
    return candidates.isEmpty ? nil : candidates[random.below(candidates.count)]
  }
}
