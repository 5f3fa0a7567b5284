import AlmanacScheduling
import AlmanacTime
import TestSupport

extension SeasonOutcome {
  var season: Season? {
    if case .planned(let season) = self { season } else { nil }
  }

  var conflict: [SeasonConstraint]? {
    if case .impossible(let constraints, _) = self { constraints } else { nil }
  }

  var isProvenSmallest: Bool? {
    if case .impossible(_, let isProvenSmallest) = self { isProvenSmallest } else { nil }
  }
}

extension Match {
  /// The day of a match with a date.
  var day: CivilDate {
    if case .fixed(let time) = fixture.date { time.date } else { .min }
  }
}

extension Season {
  /// Two home or two away matches of a team in succession.
  var breaks: Int {
    sides.reduce(0) { sum, side in
      let pattern = matches(of: side).map { $0.fixture.home == side }
      return sum + zip(pattern, pattern.dropFirst()).count { $0 == $1 }
    }
  }
}

extension SeasonPlan {
  /// The steps of a search in tests: an eighth of the default, which is used at length.
  static let testBudget = isAtLength ? defaultBudget : 2_000_000

  /// The constraints with those that hold unstated: each venue that teams share has one match a day.
  var allConstraints: [SeasonConstraint] {
    var result = constraints
    for venue in Set(teams.flatMap { $0.venues }).sorted() {
      let isStated = constraints.contains { if case .venueCapacity(venue, _) = $0 { true } else { false } }
      if !isStated, teams.count(where: { $0.venues.contains(venue) }) > 1 {
        result.append(.venueCapacity(venue, matchesPerDay: 1))
      }
    }
    return result
  }

  /// What is wrong with a season, by a look at every match and every pair of matches.
  func faults(of season: Season) -> [String] {
    structureFaults(of: season) + allConstraints.filter { !holds($0, in: season) }.map { "\($0)" }
  }

  private func structureFaults(of season: Season) -> [String] {
    var faults: [String] = []
    var met: [[String]: Int] = [:]
    for round in season.rounds {
      let sides = round.fixtures.flatMap { [$0.home, $0.away] }
      if Set(sides).count != teams.count / 2 * 2 || sides.count != Set(sides).count {
        faults.append("round \(round.number) has \(sides)")
      }
    }
    for match in season.matches {
      met[legs == .double ? match.sides : match.sides.sorted(), default: 0] += 1
      if !match.round.days.contains(match.day) { faults.append("\(match.sides) on \(match.day)") }
      let venues = teams.first { $0.name == match.fixture.home }?.venues ?? []
      if !venues.contains(match.fixture.location) {
        faults.append("\(match.sides) at \(match.fixture.location)")
      }
    }
    let pairs = teams.count * (teams.count - 1) / (legs == .double ? 1 : 2)
    if met.count != pairs || met.values.contains(where: { $0 != 1 }) { faults.append("pairs meet \(met)") }
    if season.rounds.count != roundCount { faults.append("\(season.rounds.count) rounds") }
    return faults
  }

  private func holds(_ constraint: SeasonConstraint, in season: Season) -> Bool {
    let matches = season.matches
    switch constraint {
    case .venueTaken(let venue, let days):
      return !matches.contains { $0.fixture.location == venue && days.contains($0.day) }
    case .notHome(let team, let days):
      return !matches.contains { $0.fixture.home == team && days.contains($0.day) }
    case .meeting(let one, let other, let days):
      return matches.contains { Set($0.sides) == [one, other] && days.contains($0.day) }
    case .notMeeting(let one, let other, let days):
      return !matches.contains { Set($0.sides) == [one, other] && days.contains($0.day) }
    case .venueCapacity(let venue, let count):
      var hosted: [CivilDate: Int] = [:]
      for match in matches where match.fixture.location == venue { hosted[match.day, default: 0] += 1 }
      return hosted.values.allSatisfy { $0 <= count }
    case .rest(let rest):
      return matches.allSatisfy { one in
        matches.allSatisfy { other in
          one.id == other.id || Set(one.sides).isDisjoint(with: other.sides)
            || abs(one.day.days(since: other.day)) > rest
        }
      }
    }
  }
}
