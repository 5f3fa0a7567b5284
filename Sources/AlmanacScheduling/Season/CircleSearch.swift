internal import AlmanacComponents

/// The search for the team of each number of the circle method: depth first with the fewest choices first, with forward
/// checking of what two teams can have, and a look whether the teams left can be matched with the numbers left.
struct CircleSearch {
  private let rules: SeasonRules
  private let table: RoundRobin
  private let limits: HostLimits
  /// The round in which a number is at home against another one, by both; −1 for none.
  private var meetings: [Int]
  /// The rounds in which a number is at home, by the number.
  private var homeRounds: [RoundSet]
  /// The numbers that are at home in a round, as bits.
  private var hosts: [UInt64]
  private var steps = SearchSteps(0)

  init(_ rules: SeasonRules, _ table: RoundRobin, _ limits: HostLimits) {
    self.rules = rules
    self.table = table
    self.limits = limits
    meetings = Array(repeating: -1, count: table.count * table.count)
    homeRounds = Array(repeating: RoundSet(), count: table.count)
    hosts = Array(repeating: 0, count: table.rounds.count)
    for (round, pairings) in table.rounds.enumerated() {
      for pairing in pairings {
        meetings[pairing.home * table.count + pairing.away] = round
        homeRounds[pairing.home].insert(round)
        hosts[round] |= 1 << UInt64(pairing.home)
      }
    }
  }

  /// The first arrangement that satisfies the rules; `nil` where there is none, or the steps do not suffice.
  mutating func run(_ steps: inout SearchSteps) -> [[SeasonRules.Option]]? {
    guard steps.take(rules.teamCount * table.count) else { return nil }
    self.steps = steps
    defer { steps = self.steps }
    var domains = numbersAtFirst()
    guard !domains.contains(0), let links = links() else { return nil }
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
    let begun = limits.groups.map { group in group.teams.contains { domains[$0].nonzeroBitCount == 1 } }
    func rank(_ team: Int) -> (Int, Int, Int) {
      let isBegun = limits.groupOfTeam[team].map { begun[$0] } ?? false
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
      numbers.reduce(0) { bits, number in
        homeRounds[number].subtracting(rules.hostingRounds[team]).isEmpty ? bits | 1 << UInt64(number) : bits
      }
    }
  }

  /// The numbers that two teams can have together. Whether a team can host all home rounds of its number is checked apart.
  ///
  /// - Returns: `nil` if the steps do not suffice.
  private mutating func links() -> Links? {
    var links = Links(repeating: Array(repeating: [], count: rules.teamCount), count: rules.teamCount)
    for one in 0..<rules.teamCount {
      for other in (one + 1)..<Swift.max(rules.teamCount, one + 1) {
        let apart = limits.roundsApart(one, other)
        let isNamed = rules.isNamed(one, other)
        guard isNamed || !apart.isEmpty else { continue }
        guard steps.take(table.count) else { return nil }
        let numbers = numbersBeside(apart)
        links[one][other] = isNamed ? playable(one, other, numbers) : numbers
        links[other][one] = isNamed ? playable(other, one, numbers) : numbers
      }
    }
    return links
  }

  /// For each number, those that are not at home with it in some rounds.
  private func numbersBeside(_ apart: RoundSet) -> [UInt64] {
    (0..<table.count).map { number in
      var taken: UInt64 = 1 << UInt64(number)
      var left = homeRounds[number].intersection(apart)
      while let round = left.removeFirst() { taken |= hosts[round] }
      return ~taken
    }
  }

  /// For each number of one team, those of the numbers of another with which the two meet in rounds and windows that allow it.
  private func playable(_ one: Int, _ other: Int, _ numbers: [UInt64]) -> [UInt64] {
    let (home, away) = (rules.rounds(of: one, other), rules.rounds(of: other, one))
    let windows = rules.windows(of: one, other).map { window in
      (home: rules.rounds(of: one, other, within: window), away: rules.rounds(of: other, one, within: window))
    }
    func isAllowed(_ number: Int, _ against: Int) -> Bool {
      let (first, second) = (
        meetings[number * table.count + against], meetings[against * table.count + number]
      )
      func isOn(_ rounds: RoundSet, _ round: Int) -> Bool { round >= 0 && rounds.contains(round) }
      return (first < 0 || home.contains(first)) && (second < 0 || away.contains(second))
        && windows.allSatisfy { isOn($0.home, first) || isOn($0.away, second) }
    }
    return numbers.enumerated().map { number, allowed in
      (0..<table.count).reduce(0) { bits, against in
        allowed >> UInt64(against) & 1 == 1 && isAllowed(number, against) ? bits | 1 << UInt64(against) : bits
      }
    }
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
      if let group = limits.groupOfTeam[fixed], !share(limits.groups[group], &domains, &queue) {
        return false
      }
    }
    return true
  }

  /// Removes the numbers with which too many or too few teams of a group would be at home in a round; `false` where a team has
  /// no number left.
  private func share(_ group: HostLimits.Group, _ domains: inout [UInt64], _ queue: inout [Int]) -> Bool {
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
}
