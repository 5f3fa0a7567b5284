internal import AlmanacComponents
internal import AlmanacTime

/// Proofs that no timetable satisfies the rules, by counting and matching. A proof holds for every timetable in which each
/// pair meets once, or once at the home of each; where none is found, there may be a timetable or not.
struct SeasonProof {
  private let rules: SeasonRules
  /// The most teams of each group that can be at home, by round and in all.
  private let hosts: [[Int]]
  private let hosted: [Int]
  private var frame: SeasonFrame { rules.frame }

  init(_ rules: SeasonRules) {
    self.rules = rules
    hosts = rules.groups.map { group in (0..<rules.roundCount).map { rules.mostHosts(group, $0) } }
    hosted = hosts.map { $0.reduce(0, +) }
  }

  /// The rounds in which fewer teams can be at home, each on a day at a venue, than there are matches.
  var roundsWithoutHosts: [Int] {
    (0..<rules.roundCount).filter { round in hosts.reduce(0) { $0 + $1[round] } < frame.roundSize }
  }

  /// Whether it is proven that there is no timetable.
  ///
  /// - Parameters:
  ///   - countingHosts: Whether rounds without enough hosts are a proof.
  ///   - steps: Those that it takes are taken, but it comes to its end without them.
  func isImpossible(countingHosts: Bool = true, _ steps: inout SearchSteps) -> Bool {
    // The rules, the hosts and the rounds of the meetings take as long as so many steps.
    _ = steps.take(3 * rules.teamCount * rules.roundCount)
    if countingHosts, !roundsWithoutHosts.isEmpty { return true }
    if !areRoundsApart || !areHostsEnough || areVenuesFull(&steps) || !areDerbiesApart { return true }
    if isSplitByRest(&steps) { return true }
    let search = ExhaustiveSearch(rules)
    guard let rounds = search.roundsAtFirst() else { return true }
    return !(0..<rules.teamCount).allSatisfy {
      RoundSet.areDistinct(search.rounds(of: $0, rounds), below: rules.roundCount)
    }
  }

  /// Whether some team can play in successive rounds, each time as early as the days of rest allow. With an even number of teams
  /// all play in each round; with an odd number *n* some play in any *n* − 1 successive ones, as one has the bye in each.
  private var areRoundsApart: Bool {
    let length =
      rules.teamCount % 2 == 0 ? rules.roundCount : Swift.min(rules.teamCount - 1, rules.roundCount)
    return (0...(rules.roundCount - length)).allSatisfy { first in
      var earliest = CivilDate.min
      return frame.days[first..<(first + length)].allSatisfy { days in
        guard let day = days.first(where: { $0 >= earliest }) else { return days.isEmpty }
        earliest = day.adding(days: rules.rest + 1)
        return true
      }
    }
  }

  /// Whether the teams that share venues can have all their home matches there, and all matches a home.
  private var areHostsEnough: Bool {
    var sum = 0
    for (group, hosted) in zip(rules.groups, hosted) {
      let homes = homeMatches(of: group)
      if hosted < homes.lowerBound { return false }
      sum += Swift.min(hosted, homes.upperBound)
    }
    return sum >= frame.roundSize * rules.roundCount
  }

  /// Whether teams have more home matches than their venues have room for, although others of their group have further
  /// venues.
  private func areVenuesFull(_ steps: inout SearchSteps) -> Bool {
    for group in rules.groups where group.count > 2 {
      for venues in Set(group.map { Set(frame.venues[$0]) }) {
        let teams = group.filter { venues.isSuperset(of: frame.venues[$0]) }
        guard teams.count > 1, teams.count < group.count else { continue }
        _ = steps.take(teams.count * rules.roundCount)
        let hosted = (0..<rules.roundCount).reduce(0) { $0 + rules.mostHosts(teams, $1) }
        if hosted < homeMatches(of: teams).lowerBound { return true }
      }
    }
    return false
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
      return RoundSet.areDistinct(
        narrowest.sorted { $0.key < $1.key }.map { $0.value }, below: rules.roundCount)
    }
  }
}

/// The rest that keeps some teams on late days, and so apart from those on early days.
extension SeasonProof {
  /// Days of successive rounds such that a team on a late day of one round, by rest, has a late day in the next one.
  private struct Chain {
    /// The first round.
    let round: Int
    /// For each round of the chain, the first of its late days, from 0.
    var firstLate: [Int]
  }

  /// Whether rest and full venues split the teams.
  ///
  /// A team that plays late in a round plays late in all later rounds, and one that plays early has played early in all earlier
  /// rounds. If a venue is full on the early days of round *r*, some teams play late then; if one is full on the late days of a
  /// later round *s*, others play early. These meet those before *r* or after *s* only, which may be too few rounds.
  private func isSplitByRest(_ steps: inout SearchSteps) -> Bool {
    // A team that has a bye is free to change its day.
    guard rules.rest > 0, rules.hasContests, rules.teamCount % 2 == 0 else { return false }
    let chains = chains
    _ = steps.take(chains.reduce(0) { $0 + 2 * rules.teamCount * $1.firstLate.count })
    return chains.contains { isSplit($0) }
  }

  /// The maximal chains.
  private var chains: [Chain] {
    var result: [Chain] = []
    var seen: Set<[Int]> = []
    for round in 0..<rules.roundCount {
      for firstLate in 1..<Swift.max(frame.days[round].count, 1) where !seen.contains([round, firstLate]) {
        var chain = Chain(round: round, firstLate: [firstLate])
        while let next = nextLate(round + chain.firstLate.count - 1, chain.firstLate.last ?? 0) {
          seen.insert([round + chain.firstLate.count, next])
          chain.firstLate.append(next)
        }
        if chain.firstLate.count > 1 { result.append(chain) }
      }
    }
    return result
  }

  /// The first day of the next round on which a team can play that played on a day of a round, or later; `nil` if it is the
  /// first one, or there is none.
  private func nextLate(_ round: Int, _ day: Int) -> Int? {
    guard round + 1 < rules.roundCount, day < frame.days[round].count else { return nil }
    let earliest = frame.days[round][day].adding(days: rules.rest + 1)
    return frame.days[round + 1].firstIndex { $0 >= earliest }.flatMap { $0 > 0 ? $0 : nil }
  }

  private func isSplit(_ chain: Chain) -> Bool {
    let legs = frame.isDouble ? 2 : 1
    let bounds = chain.firstLate.enumerated().map { offset, first in
      let round = chain.round + offset
      let early = (UInt64(1) << UInt64(first)) - 1
      return (
        late: 2 * leastMatches(round, beside: early),
        early: 2 * leastMatches(round, beside: frame.allDays(round) & ~early)
      )
    }
    return bounds.indices.contains { first in
      bounds[first].late > 0
        && bounds.indices[(first + 1)...].contains { last in
          let others = rules.roundCount - (last - first + 1)
          let (late, early) = (bounds[first].late, bounds[last].early)
          return early > 0 && Swift.max(late, early) * legs > others
        }
    }
  }

  /// The fewest matches of a round that are not on some of its days: those for which the venues have no room on these days.
  private func leastMatches(_ round: Int, beside days: UInt64) -> Int {
    let most = rules.groups.map { rules.mostHosts($0, round, on: days) }
    let beside = zip(leastHosts(round), most).reduce(0) { $0 + Swift.max(0, $1.0 - $1.1) }
    return Swift.max(beside, frame.roundSize - most.reduce(0, +))
  }

  /// The fewest home matches that each group of teams has in a round: those that it cannot have in the other rounds.
  private func leastHosts(_ round: Int) -> [Int] {
    rules.groups.enumerated().map { index, group in
      Swift.max(0, homeMatches(of: group).lowerBound - (hosted[index] - hosts[index][round]))
    }
  }

  /// The fewest and the most home matches of a group of teams. In a single round robin, a team can be away in all matches but
  /// those against others of the group.
  private func homeMatches(of group: [Int]) -> ClosedRange<Int> {
    let inner = group.count * (group.count - 1) / 2
    let others = group.count * (rules.teamCount - group.count)
    return frame.isDouble ? (2 * inner + others)...(2 * inner + others) : inner...(inner + others)
  }
}
