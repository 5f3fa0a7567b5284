internal import AlmanacComponents

/// The search for the team of each number of the circle method: depth first with the fewest choices first, with forward
/// checking of what two teams can have, and a look whether the teams left can be matched with the numbers left.
struct CircleSearch {
  private let rules: SeasonRules
  private let table: RoundRobin
  /// The rounds in which two numbers meet, and whether the first is at home, by the first and the second number.
  private var meetings: [[(round: Int, isHome: Bool)]]
  /// The rounds in which a number is at home, by the number.
  private var homeRounds: [RoundSet]
  /// The groups of teams that share venues, and the group of each team; −1 for none.
  private let groups: [Group]
  private var groupOfTeam: [Int]
  /// The days of each round on which teams that share a venue are at home, as bits.
  private let days: UInt64
  private var steps = SearchSteps(0)

  /// Teams of which only some can be at home at a time.
  private struct Group {
    let teams: [Int]
    /// The most and the fewest of them that are at home, by round.
    let most: [Int]
    let least: [Int]
  }

  init(_ rules: SeasonRules, _ table: RoundRobin, on days: UInt64 = .max) {
    self.rules = rules
    self.table = table
    self.days = days
    meetings = Array(repeating: [], count: table.count * table.count)
    homeRounds = Array(repeating: RoundSet(), count: table.count)
    groups = Self.groups(rules, on: days)
    groupOfTeam = Array(repeating: -1, count: rules.teamCount)
    for (index, group) in groups.enumerated() {
      for team in group.teams { groupOfTeam[team] = index }
    }
    for (round, pairings) in table.rounds.enumerated() {
      for pairing in pairings {
        meetings[pairing.home * table.count + pairing.away].append((round, true))
        meetings[pairing.away * table.count + pairing.home].append((round, false))
        homeRounds[pairing.home].insert(round)
      }
    }
  }

  /// The first arrangement that satisfies the rules; `nil` where there is none, or the steps do not suffice.
  mutating func run(_ steps: inout SearchSteps) -> [[SeasonRules.Option]]? {
    guard steps.take(rules.teamCount * table.count) else { return nil }
    self.steps = steps
    defer { steps = self.steps }
    var domains = numbersAtFirst()
    let links = links()
    guard !domains.contains(0) else { return nil }
    let given = domains.indices.filter { domains[$0].nonzeroBitCount == 1 }
    guard propagate(&domains, from: given, links) else { return nil }
    return draw(domains, links)
  }

  /// Gives each team a number, the team with the fewest choices first, then the days; `nil` where that cannot be.
  private mutating func draw(_ domains: [UInt64], _ links: Links) -> [[SeasonRules.Option]]? {
    guard RoundSet.areDistinct(domains.map { RoundSet(low: $0) }, below: 64) else { return nil }
    guard let team = nextTeam(domains) else { return rules.arrangement(timetable(domains), &steps) }
    var rest = domains[team]
    while rest != 0 {
      guard steps.take(domains.count) else { return nil }
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      var next = domains
      next[team] = 1 << UInt64(number)
      if propagate(&next, from: [team], links), let found = draw(next, links) { return found }
    }
    return nil
  }

  /// The team with the fewest choices, first among those who share a venue with one that has its number; `nil` if all have
  /// theirs.
  private func nextTeam(_ domains: [UInt64]) -> Int? {
    let begun = groups.map { group in group.teams.contains { domains[$0].nonzeroBitCount == 1 } }
    func rank(_ team: Int) -> (Int, Int, Int) {
      let isBegun = groupOfTeam[team] >= 0 && begun[groupOfTeam[team]]
      return (isBegun ? 0 : 1, domains[team].nonzeroBitCount, team)
    }
    return domains.indices.filter { domains[$0].nonzeroBitCount > 1 }.min { rank($0) < rank($1) }
  }

  private func timetable(_ domains: [UInt64]) -> Timetable {
    var teams = [Int](repeating: -1, count: table.count)
    for (team, domain) in domains.enumerated() { teams[domain.trailingZeroBitCount] = team }
    return Timetable(
      table.rounds.map { $0.map { (home: teams[$0.home], away: teams[$0.away]) } }, teams: rules.teamCount,
      isDouble: rules.frame.isDouble)
  }
}

/// The numbers that the rules allow, as bits.
extension CircleSearch {
  /// For two teams, the numbers that the second may have for each number of the first; none for teams without a link.
  private typealias Links = [[[UInt64]]]

  /// The numbers with which a team can host in all rounds in which the number is at home.
  private func numbersAtFirst() -> [UInt64] {
    // With an odd number of teams, the last number is the bye's.
    let numbers = 0..<rules.teamCount
    return (0..<rules.teamCount).map { team in
      let closed = (0..<rules.roundCount).filter { rules.hostingDays(team, $0) == 0 }
      return numbers.reduce(0) { bits, number in
        closed.contains(where: homeRounds[number].contains) ? bits : bits | 1 << UInt64(number)
      }
    }
  }

  private func links() -> Links {
    var links = Links(repeating: Array(repeating: [], count: rules.teamCount), count: rules.teamCount)
    for one in 0..<rules.teamCount {
      for other in (one + 1)..<Swift.max(rules.teamCount, one + 1) {
        let isShared = rules.isContested[one] && rules.isContested[other]
        let together = isShared ? roundsTogether(one, other) : RoundSet(below: rules.roundCount)
        guard together.count < rules.roundCount || rules.isNamed(one, other) else { continue }
        let windows = rules.windows(of: one, other)
        for (first, second) in [(one, other), (other, one)] {
          links[first][second] = (0..<table.count).map { number in
            (0..<table.count).reduce(0) { bits, against in
              let isAllowed =
                number != against
                && homeRounds[number].intersection(homeRounds[against]).subtracting(together).isEmpty
                && isAllowed(first, number, second, against, windows)
              return isAllowed ? bits | 1 << UInt64(against) : bits
            }
          }
        }
      }
    }
    return links
  }

  /// The rounds in which both teams can be at home.
  private func roundsTogether(_ one: Int, _ other: Int) -> RoundSet {
    let isApart = groupOfTeam[one] != groupOfTeam[other] && rules.frame.roundSize > 1
    return (0..<rules.roundCount).reduce(into: RoundSet()) { rounds, round in
      let canBe =
        isApart
        ? [one, other].allSatisfy { rules.hostingDays($0, round) & days != 0 }
        : rules.mostHosts([one, other], round, on: days) == 2
      if canBe { rounds.insert(round) }
    }
  }

  /// Whether two teams can meet as two numbers do.
  ///
  /// - Parameter windows: Those of the two teams.
  private func isAllowed(
    _ one: Int, _ number: Int, _ other: Int, _ against: Int, _ windows: [SeasonRules.Window]
  ) -> Bool {
    let meetings = meetings[number * table.count + against]
    func days(_ meeting: (round: Int, isHome: Bool)) -> UInt64 {
      meeting.isHome ? rules.days(one, other, meeting.round) : rules.days(other, one, meeting.round)
    }
    return meetings.allSatisfy { days($0) != 0 }
      && windows.allSatisfy { window in meetings.contains { days($0) & window.days[$0.round] != 0 } }
  }

  /// Removes what the numbers of some teams rule out, with what follows; `false` where a team has no number left.
  private func propagate(_ domains: inout [UInt64], from teams: [Int], _ links: Links) -> Bool {
    var queue = teams
    while let fixed = queue.popLast() {
      let number = domains[fixed].trailingZeroBitCount
      for other in domains.indices where other != fixed {
        let before = domains[other]
        domains[other] &= ~(1 << UInt64(number))
        if !links[fixed][other].isEmpty { domains[other] &= links[fixed][other][number] }
        if domains[other] == 0 { return false }
        if domains[other] != before, domains[other].nonzeroBitCount == 1 { queue.append(other) }
      }
      if groupOfTeam[fixed] >= 0, !share(groups[groupOfTeam[fixed]], &domains, &queue) { return false }
    }
    return true
  }

  /// Removes the numbers with which too many or too few teams of a group would be at home in a round; `false` where a team has
  /// no number left.
  private func share(_ group: Group, _ domains: inout [UInt64], _ queue: inout [Int]) -> Bool {
    let fixed = group.teams.filter { domains[$0].nonzeroBitCount == 1 }
    var (full, needed) = (RoundSet(), RoundSet())
    for round in 0..<rules.roundCount {
      let home = fixed.count { homeRounds[domains[$0].trailingZeroBitCount].contains(round) }
      let rest = group.teams.count - fixed.count
      if home > group.most[round] || home + rest < group.least[round] { return false }
      if home == group.most[round] { full.insert(round) }
      if home + rest == group.least[round] { needed.insert(round) }
    }
    for team in group.teams where domains[team].nonzeroBitCount > 1 {
      var (left, allowed) = (domains[team], UInt64(0))
      while left != 0 {
        let home = homeRounds[left.trailingZeroBitCount]
        if home.intersection(full).isEmpty, needed.subtracting(home).isEmpty { allowed |= left & (~left + 1) }
        left &= left - 1
      }
      if allowed == 0 { return false }
      if allowed != domains[team], allowed.nonzeroBitCount == 1 { queue.append(team) }
      domains[team] = allowed
    }
    return true
  }

  private static func groups(_ rules: SeasonRules, on days: UInt64) -> [Group] {
    let most = rules.groups.map { teams in
      (0..<rules.roundCount).map { rules.mostHosts(teams, $0, on: days) }
    }
    let sums = (0..<rules.roundCount).map { round in most.reduce(0) { $0 + $1[round] } }
    return zip(rules.groups, most).filter { $0.0.count > 1 }.map { teams, most in
      // The matches that the others cannot host.
      let least = (0..<rules.roundCount).map { rules.frame.roundSize - (sums[$0] - most[$0]) }
      return Group(teams: teams, most: most, least: least)
    }
  }
}
