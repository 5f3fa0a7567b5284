internal import AlmanacEvents
internal import AlmanacTime

/// The days of the matches.
extension SeasonSearch {
  /// A match with the earlier ones that its day depends on, by their indexes.
  private struct Dated {
    let round: Int
    let home: Int
    let away: Int
    var free: UInt64
    /// The last match before of either team.
    var before: [Int] = []
    /// The matches of the round at the venue.
    var beside: [Int] = []
    /// The first meetings of a pair of teams that must meet on certain days, with those days of both.
    var pairs: [(first: Int, days: UInt64, own: UInt64)] = []
  }

  /// The season with a day for each match; `nil` where that cannot be.
  mutating func schedule(
    _ numbers: [Int], _ active: [SeasonConstraint], _ hosting: [[UInt64]]
  ) throws(SchedulingError) -> Season? {
    var team = [Int](repeating: -1, count: table.count)
    for (place, number) in numbers.enumerated() { team[number] = place }
    guard let matches = dated(team, active, hosting) else { return nil }
    let rest = rest(active)
    var chosen = [Int](repeating: -1, count: matches.count)
    var culprits = [Set<Int>](repeating: [], count: matches.count)
    var place = 0
    while place < matches.count {
      try step()
      let match = matches[place]
      var day = chosen[place] + 1
      while day < 64, match.free >> UInt64(day) != 0 {
        if match.free & 1 << UInt64(day) != 0 {
          let conflict = conflict(of: match, on: day, matches, chosen, rest)
          if conflict == nil { break }
          if let conflict, conflict >= 0 { culprits[place].insert(conflict) }
        }
        day += 1
      }
      if day < 64, match.free >> UInt64(day) != 0 {
        chosen[place] = day
        place += 1
        if place < matches.count { (chosen[place], culprits[place]) = (-1, []) }
        continue
      }
      guard let back = culprits[place].max() else { return nil }
      culprits[back].formUnion(culprits[place].subtracting([back]))
      place = back
    }
    return season(matches, chosen)
  }

  /// An earlier match with which a day is in conflict, or −1 for a conflict with none; `nil` for no conflict.
  private func conflict(of match: Dated, on day: Int, _ matches: [Dated], _ chosen: [Int], _ rest: Int)
    -> Int?
  {
    let date = days[match.round][day]
    for other in match.before where date.days(since: days[matches[other].round][chosen[other]]) <= rest {
      return other
    }
    if let other = match.beside.first(where: { chosen[$0] == day }) { return other }
    for pair in match.pairs where pair.own & 1 << UInt64(day) == 0 {
      if pair.first < 0 || pair.days & 1 << UInt64(chosen[pair.first]) == 0 { return pair.first }
    }
    return nil
  }

  /// The matches in order of the rounds; `nil` where one has no day.
  private func dated(_ team: [Int], _ active: [SeasonConstraint], _ hosting: [[UInt64]]) -> [Dated]? {
    var matches: [Dated] = []
    var last = [Int](repeating: -1, count: plan.teams.count)
    let single = Set(
      active.compactMap { if case .oneMatchADay(let venue) = $0 { venue } else { nil } })
    for (round, pairings) in table.rounds.enumerated() {
      let first = matches.count
      for (home, away) in pairings.map({ (team[$0.home], team[$0.away]) }).sorted(by: { $0.0 < $1.0 }) {
        var match = Dated(round: round, home: home, away: away, free: hosting[home][round])
        match.before = [last[home], last[away]].filter { $0 >= 0 }
        let venue = plan.teams[home].venue
        if single.contains(venue) {
          match.beside = (first..<matches.count).filter { plan.teams[matches[$0].home].venue == venue }
        }
        for constraint in active { limit(&match, constraint, matches) }
        if match.free == 0 { return nil }
        (last[home], last[away]) = (matches.count, matches.count)
        matches.append(match)
      }
    }
    return matches
  }

  private func limit(_ match: inout Dated, _ constraint: SeasonConstraint, _ matches: [Dated]) {
    switch constraint {
    case .notMeeting(let one, let other, let range) where isPair(match, one, other):
      match.free &= ~bits(match.round, within: range)
    case .meeting(let one, let other, let range) where isPair(match, one, other):
      let own = bits(match.round, within: range)
      let first = matches.firstIndex { isPair($0, one, other) }
      // Of two meetings the last decides whether one of them was on the days.
      guard first != nil || plan.legs == .single else { return }
      match.pairs.append((first ?? -1, first.map { bits(matches[$0].round, within: range) } ?? 0, own))
    default: break
    }
  }

  private func isPair(_ match: Dated, _ one: String, _ other: String) -> Bool {
    let (home, away) = (plan.teams[match.home].name, plan.teams[match.away].name)
    return (home, away) == (one, other) || (home, away) == (other, one)
  }

  private func season(_ matches: [Dated], _ chosen: [Int]) -> Season {
    var rounds = table.rounds.indices.map { Round($0 + 1, on: plan.days[$0]) }
    for (match, day) in zip(matches, chosen) {
      let date = days[match.round][day]
      let start: EventTime = plan.kickOff.map { .zoned(date.at($0).in(plan.zone)) } ?? .date(date)
      rounds[match.round].fixtures.append(
        Fixture(
          plan.teams[match.home].name, plan.teams[match.away].name, on: .fixed(start), lasting: plan.duration,
          location: plan.teams[match.home].venue))
    }
    return Season(plan.name, rounds: rounds, uid: plan.uid)
  }
}
