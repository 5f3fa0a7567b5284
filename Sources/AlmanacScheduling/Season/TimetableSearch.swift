internal import AlmanacComponents

/// The search for a timetable by small changes: for one in which every match can be played, then for one with few breaks.
///
/// A change is made if the timetable gets no worse than it is, or than it was some changes ago (late acceptance; Burke and
/// Bykov, 2017). The changes are those of round robins: two teams, two rounds, home and away, or the matches of some teams
/// in two rounds change places.
struct TimetableSearch {
  /// Two teams that have to meet on certain days, with the rounds of such days in which each of them can be at home.
  private struct Meeting {
    let one: Int
    let other: Int
    let roundsOfOne: RoundSet
    let roundsOfOther: RoundSet

    /// The rounds in which a team can be at home against the other one; `nil` for other teams.
    func rounds(_ home: Int, _ away: Int) -> RoundSet? {
      (home, away) == (one, other) ? roundsOfOne : (home, away) == (other, one) ? roundsOfOther : nil
    }
  }

  private let rules: SeasonRules
  private let meetings: [Meeting]
  private var random: SeededNumbers
  private(set) var table: Timetable
  /// The matches of each round that cannot be played in it.
  private var unplayable: [Int]
  private var breaks: [Int]
  private var imbalances: [Int]
  private var sums = Sums()
  /// The numbers before the last change, of the rounds and the teams that have others since.
  private var former:
    (rounds: [(round: Int, unplayable: Int)], teams: [(team: Int, breaks: Int, imbalance: Int)])
  private var matching: VenueMatching
  /// The timetable of those found with the fewest violations; only recorded if teams alone change places.
  private(set) var fewest: (violations: Int, table: Timetable)
  /// Whether only teams change places, so that the breaks stay as they are.
  private let changesTeamsAlone: Bool
  /// Whether each pair meets once in each half of a double round robin, as it does in the first timetable.
  private let keepsHalves: Bool
  /// The breaks that a violation may cost.
  private let violationCost: Int
  private static let imbalanceCost = 4

  /// The faults of all rounds, meetings and teams.
  private struct Sums {
    var unplayable = 0
    var missed = 0
    var breaks = 0
    var imbalances = 0
  }

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
    meetings = rules.windows.map { window in
      Meeting(
        one: window.one, other: window.other,
        roundsOfOne: rules.rounds(of: window.one, window.other, within: window),
        roundsOfOther: rules.rounds(of: window.other, window.one, within: window))
    }
    fewest = (.max, table)
    random = SeededNumbers(seed: seed)
    matching = VenueMatching(rules)
    unplayable = Array(repeating: 0, count: table.roundCount)
    breaks = Array(repeating: 0, count: table.teamCount)
    imbalances = breaks
    former = ([], [])
    for round in 0..<table.roundCount { count(round) }
    for team in 0..<table.teamCount { count(team: team) }
    sums.missed = meetings.count { isMissed($0) }
  }

  /// The matches and the meetings that cannot be.
  var violations: Int { sums.unplayable + sums.missed }

  private var cost: Int {
    violationCost * violations + Self.imbalanceCost * sums.imbalances + sums.breaks
  }
}

/// The search.
extension TimetableSearch {
  /// Changes the timetable until it gets no better.
  ///
  /// - Parameters:
  ///   - memory: The number of changes between a timetable and the earlier one with whose cost its own is compared; a longer
  ///     memory finds better timetables and takes longer.
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
      let before = sums
      table.apply(change)
      update(after: change)
      let next = cost
      if next <= current || next <= past[round % memory] {
        current = next
        if violations == 0, next < best?.cost ?? .max { best = (next, table) }
        if changesTeamsAlone, violations < fewest.violations { fewest = (violations, table) }
      } else {
        table.apply(change)
        restore(before)
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
    former.rounds.removeAll(keepingCapacity: true)
    former.teams.removeAll(keepingCapacity: true)
    switch change {
    case .teams(let one, let other):
      for round in 0..<table.roundCount { count(round) }
      for team in [one, other] { count(team: team) }
    case .rounds(let one, let other):
      for round in [one, other] { count(round) }
      for team in 0..<table.count { count(team: team) }
    case .matches(let teams, let one, let other):
      for round in [one, other] { count(round) }
      for team in teams { count(team: team) }
    case .inBothHalves(let teams, let one, let other):
      for round in [one, other] {
        count(round)
        count(round + table.roundCount / 2)
      }
      for team in teams { count(team: team) }
    case .homes(let team, let round):
      let opponent = table.opponent(team, round)
      for (home, away) in [(team, opponent), (opponent, team)] {
        if let round = table.round(home, away) { count(round) }
        count(team: home)
      }
    }
    sums.missed = meetings.count { isMissed($0) }
  }

  /// Restores the numbers of a timetable before the last change.
  private mutating func restore(_ sums: Sums) {
    // From the last to the first: a round or a team that was counted twice had its first numbers before.
    for (round, count) in former.rounds.reversed() { unplayable[round] = count }
    for (team, breaks, imbalance) in former.teams.reversed() {
      self.breaks[team] = breaks
      imbalances[team] = imbalance
    }
    self.sums = sums
  }
}

/// The faults of the timetable.
extension TimetableSearch {
  private mutating func count(_ round: Int) {
    let count = countUnplayable(round)
    guard count != unplayable[round] else { return }
    former.rounds.append((round, unplayable[round]))
    sums.unplayable += count - unplayable[round]
    unplayable[round] = count
  }

  private mutating func count(team: Int) {
    if table.isBye(team) { return }
    let (breaks, imbalance) = (table.breaks(team), table.imbalance(team))
    guard breaks != self.breaks[team] || imbalance != imbalances[team] else { return }
    former.teams.append((team, self.breaks[team], imbalances[team]))
    sums.breaks += breaks - self.breaks[team]
    sums.imbalances += imbalance - imbalances[team]
    self.breaks[team] = breaks
    imbalances[team] = imbalance
  }

  private mutating func countUnplayable(_ round: Int) -> Int {
    var hosts = table.hosts(round)
    var result = 0
    var doubtful = hosts & rules.doubtful[round]
    while doubtful != 0 {
      let home = doubtful.trailingZeroBitCount
      doubtful &= doubtful - 1
      guard rules.days(home, table.opponent(home, round), round) == 0 else { continue }
      hosts &= ~(1 << UInt64(home))
      result += 1
    }
    for contest in rules.contests {
      let own = hosts & contest.teams
      guard own & (own &- 1) != 0 else { continue }
      if let room = contest.room, own & rules.limited[round] == 0 {
        result += Swift.max(0, own.nonzeroBitCount - room[round])
      } else {
        result += countWithoutVenue(own, round)
      }
    }
    return result
  }

  /// The matches of teams at home, as bits, for which the venues have no room.
  private mutating func countWithoutVenue(_ hosts: UInt64, _ round: Int) -> Int {
    var (left, result) = (hosts, 0)
    matching.removeAll()
    while left != 0 {
      let home = left.trailingZeroBitCount
      left &= left - 1
      let days = rules.days(home, table.opponent(home, round), round)
      rules.allowVenues(of: home, round, on: days, in: &matching)
      if !matching.addMatch() { result += 1 }
    }
    return result
  }

  private func isMissed(_ meeting: Meeting) -> Bool {
    !isMet(meeting.roundsOfOne, meeting.one, meeting.other)
      && !isMet(meeting.roundsOfOther, meeting.other, meeting.one)
  }

  private func isMet(_ rounds: RoundSet, _ home: Int, _ away: Int) -> Bool {
    table.round(home, away).map(rounds.contains) ?? false
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
    if violations > 0, random.below(2) == 0, let change = repairingChange() { return change }
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
  private mutating func repairingChange() -> Timetable.Change? {
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

  private func isPlayable(_ home: Int, _ away: Int, _ round: Int) -> Bool {
    let days = rules.days(home, away, round) | (rules.frame.isDouble ? 0 : rules.days(away, home, round))
    guard days != 0 else { return false }
    return !meetings.contains { meeting in
      guard let rounds = meeting.rounds(home, away) else { return false }
      return isMissed(meeting) && !rounds.contains(round)
    }
  }

  private func different(_ one: Int, _ other: Int) -> Timetable.Change? {
    one == other ? nil : .teams(one, other)
  }

  /// A match that cannot be played in its round, or of a pair that has to meet on other days.
  private mutating func faultyMatch() -> (home: Int, away: Int)? {
    if sums.missed > 0, random.below(violations) < sums.missed {
      var number = random.below(sums.missed)
      for meeting in meetings where isMissed(meeting) {
        if number == 0 {
          let isFirst = random.below(2) == 0
          return isFirst ? (meeting.one, meeting.other) : (meeting.other, meeting.one)
        }
        number -= 1
      }
    }
    let count = unplayable.count { $0 > 0 }
    guard count > 0 else { return nil }
    var number = random.below(count)
    for round in unplayable.indices where unplayable[round] > 0 {
      if number == 0 { return faultyMatch(in: round) }
      number -= 1
    }
    return nil
  }

  private mutating func faultyMatch(in round: Int) -> (home: Int, away: Int)? {
    let matches = table.matches(round)
    let faulty = matches.filter { rules.days($0.home, $0.away, round) == 0 }
    let candidates = faulty.isEmpty ? matches.filter { rules.isContested[$0.home] } : faulty
    return candidates.isEmpty ? nil : candidates[random.below(candidates.count)]
  }
}
