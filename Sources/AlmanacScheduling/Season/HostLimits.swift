internal import AlmanacComponents

/// The number of teams that can be at home in a round where they share venues.
struct HostLimits {
  /// Teams of which only some can be at home at a time.
  struct Group {
    let teams: [Int]
    /// The most and the fewest of them that are at home, by round.
    let most: [Int]
    let least: [Int]
  }

  let groups: [Group]
  /// The group of each team; `nil` for none.
  let groupOfTeam: [Int?]
  private let rules: SeasonRules
  /// The rounds in which a team cannot be at home, and those in which it has one day at one venue that has room for one match.
  private let closed: [RoundSet]
  private let single: [RoundSet]

  init(_ rules: SeasonRules) {
    self.rules = rules
    let most = rules.groups.map { teams in
      (0..<rules.roundCount).map { rules.mostHosts(teams, $0) }
    }
    let sums = (0..<rules.roundCount).map { round in most.reduce(0) { $0 + $1[round] } }
    let groups = zip(rules.groups, most).filter { $0.0.count > 1 }.map { teams, most in
      // The matches that the others cannot host.
      let least = (0..<rules.roundCount).map { rules.frame.roundSize - (sums[$0] - most[$0]) }
      return Group(teams: teams, most: most, least: least)
    }
    self.groups = groups
    groupOfTeam = (0..<rules.teamCount).map { team in groups.firstIndex { $0.teams.contains(team) } }
    closed = (0..<rules.teamCount).map { team in
      RoundSet(below: rules.roundCount) { rules.hostingDays(team, $0) == 0 }
    }
    single = (0..<rules.teamCount).map { team in
      RoundSet(below: rules.roundCount) { rules.singlePlace(team, $0) != nil }
    }
  }

  /// The rounds in which only one of two teams can be at home.
  func roundsApart(_ one: Int, _ other: Int) -> RoundSet {
    guard rules.isContested[one], rules.isContested[other] else { return RoundSet() }
    let all = RoundSet(below: rules.roundCount)
    if rules.frame.roundSize < 2 { return all }
    var left = single[one].intersection(single[other])
    var apart = closed[one].union(closed[other])
    while let round = left.removeFirst() {
      if rules.singlePlace(one, round) == rules.singlePlace(other, round) {
        apart.insert(round)
      }
    }
    return apart
  }
}
