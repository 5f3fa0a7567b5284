internal import AlmanacTime

/// Proofs that no timetable satisfies the rules, by counting and matching. A proof holds for every timetable in which each
/// pair meets once, or once at the home of each; where none is found, there may be a timetable or not.
struct SeasonProof {
  private let rules: SeasonRules
  private var frame: SeasonFrame { rules.frame }

  init(_ rules: SeasonRules) { self.rules = rules }

  /// Whether it is proven that there is no timetable.
  var isImpossible: Bool {
    if !areRoundsApart || !areHostsEnough || !areDerbiesApart { return true }
    let search = ExhaustiveSearch(rules)
    guard let rounds = search.roundsAtFirst() else { return true }
    return !(0..<rules.teamCount).allSatisfy {
      Self.areDistinct(search.rounds(of: $0, rounds), rules.roundCount)
    }
  }

  /// Whether successive rounds are far enough apart for the days of rest. Some team plays in both: all do, or with an odd
  /// number of teams all but two.
  private var areRoundsApart: Bool {
    zip(frame.days, frame.days.dropFirst()).allSatisfy { round, next in
      guard let first = round.first, let last = next.last else { return true }
      return last.days(since: first) > rules.rest
    }
  }

  /// Whether each round has as many teams that can be at home, each on a day at a venue, as it has matches; and whether the
  /// teams that share venues can have all their home matches there.
  private var areHostsEnough: Bool {
    let groups = teamsByVenues()
    var hosted = [Int](repeating: 0, count: groups.count)
    for round in 0..<rules.roundCount {
      var sum = 0
      for (index, group) in groups.enumerated() {
        let hosts = mostHosts(group, round)
        hosted[index] += hosts
        sum += hosts
      }
      if sum < frame.roundSize { return false }
    }
    return groups.indices.allSatisfy { index in
      let count = groups[index].count
      // In a single round robin, a team can be away in all matches but those against others that share its venues.
      return hosted[index] >= (frame.isDouble ? count * (rules.teamCount - 1) : count * (count - 1) / 2)
    }
  }

  /// Whether the meetings of a team that have to be on certain days can be in different rounds.
  private var areDerbiesApart: Bool {
    if rules.windows.isEmpty { return true }
    return (0..<rules.teamCount).allSatisfy { team in
      var narrowest: [Int: RoundSet] = [:]
      for window in rules.windows where window.one == team || window.other == team {
        let opponent = window.one == team ? window.other : window.one
        let rounds = rules.rounds(of: team, opponent, within: window)
          .union(rules.rounds(of: opponent, team, within: window))
        if rounds.count < narrowest[opponent]?.count ?? .max { narrowest[opponent] = rounds }
      }
      return Self.areDistinct(narrowest.sorted { $0.key < $1.key }.map { $0.value }, rules.roundCount)
    }
  }

  private func mostHosts(_ teams: [Int], _ round: Int) -> Int {
    let hosts = teams.filter { rules.hostingDays($0, round) != 0 }
    guard hosts.count > 1, rules.isContested[hosts[0]] else { return Swift.min(hosts.count, frame.roundSize) }
    let options = hosts.map { rules.options(ofHost: $0, round) }
    return Swift.min(VenueMatching(options, rules).size, frame.roundSize)
  }

  /// The teams in groups such that no two groups share a venue that can be too small.
  private func teamsByVenues() -> [[Int]] {
    var groups: [(teams: [Int], venues: Set<Int>)] = []
    for team in 0..<rules.teamCount {
      var group = (teams: [team], venues: Set(frame.venues[team]))
      if rules.isContested[team] {
        let shared = groups.filter {
          rules.isContested[$0.teams[0]] && !$0.venues.isDisjoint(with: group.venues)
        }
        groups.removeAll { rules.isContested[$0.teams[0]] && !$0.venues.isDisjoint(with: group.venues) }
        for other in shared { group = (group.teams + other.teams, group.venues.union(other.venues)) }
      }
      groups.append(group)
    }
    return groups.map { $0.teams }
  }

  /// Whether each of some matches can have a round of its own, by augmenting paths.
  private static func areDistinct(_ matches: [RoundSet], _ roundCount: Int) -> Bool {
    // The match of each round that is not free.
    var owners = [Int](repeating: -1, count: roundCount)
    var free = RoundSet(below: roundCount)
    var seen = RoundSet()
    func place(_ match: Int) -> Bool {
      if let round = matches[match].intersection(free).first {
        owners[round] = match
        free.remove(round)
        return true
      }
      var left = matches[match].subtracting(seen)
      while let round = left.removeFirst() {
        seen.insert(round)
        if place(owners[round]) {
          owners[round] = match
          return true
        }
        left = left.subtracting(seen)
      }
      return false
    }
    return matches.indices.allSatisfy { match in
      seen = RoundSet()
      return place(match)
    }
  }
}
