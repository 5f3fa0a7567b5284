internal import AlmanacTime

/// A plan by numbers: its teams, venues and rounds counted from 0, the days of a round as bits, the first day the lowest.
struct SeasonFrame: Sendable {
  let plan: SeasonPlan
  /// The constraints of the plan, each once, and those that hold without being stated.
  let constraints: [SeasonConstraint]
  /// The days of each constraint, by its index and the round.
  let constraintDays: [[UInt64]]
  /// The days of each round.
  let days: [[CivilDate]]
  let venueNames: [String]
  /// The venues of each team, the preferred one first.
  let venues: [[Int]]
  let teamIndex: [String: Int]
  let venueIndex: [String: Int]

  var teamCount: Int { plan.teams.count }
  var roundCount: Int { days.count }
  var isDouble: Bool { plan.legs == .double }
  /// The matches of a round.
  var roundSize: Int { teamCount / 2 }

  /// - Parameter plan: A plan that has been checked.
  init(_ plan: SeasonPlan) {
    self.plan = plan
    let days = plan.days.prefix(plan.roundCount).map { range in
      (0..<range.upperBound.days(since: range.lowerBound)).map { range.lowerBound.adding(days: $0) }
    }
    self.days = days
    venueNames = plan.teams.flatMap { $0.venues }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    let venueIndex = Dictionary(venueNames.enumerated().map { ($1, $0) }) { first, _ in first }
    self.venueIndex = venueIndex
    venues = plan.teams.map { $0.venues.compactMap { venueIndex[$0] } }
    teamIndex = Dictionary(plan.teams.enumerated().map { ($1.name, $0) }) { first, _ in first }
    constraints = plan.constraints.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } + plan.unstated
    constraintDays = constraints.map { constraint in
      let range = constraint.parts.days
      return days.map { days in
        days.indices.reduce(0) { range?.contains(days[$1]) == true ? $0 | 1 << UInt64($1) : $0 }
      }
    }
  }

  /// The teams in groups: those that share a venue are in one, directly or through others, if the condition holds for them.
  func teamsByVenues(where isShared: (Int) -> Bool) -> [[Int]] {
    var groups: [(teams: [Int], venues: Set<Int>)] = []
    for team in 0..<teamCount {
      var group = (teams: [team], venues: Set(venues[team]))
      if isShared(team) {
        let shared = groups.filter { isShared($0.teams[0]) && !$0.venues.isDisjoint(with: group.venues) }
        groups.removeAll { isShared($0.teams[0]) && !$0.venues.isDisjoint(with: group.venues) }
        for other in shared { group = (group.teams + other.teams, group.venues.union(other.venues)) }
      }
      groups.append(group)
    }
    return groups.map { $0.teams }
  }

  /// All days of a round.
  func allDays(_ round: Int) -> UInt64 {
    days[round].count >= 64 ? .max : (1 << UInt64(days[round].count)) - 1
  }
}

extension SeasonPlan {
  /// The constraints that hold without being stated: one match a day at each venue that teams share, if no constraint states
  /// its capacity.
  var unstated: [SeasonConstraint] {
    var uses: [String: Int] = [:]
    for venue in teams.flatMap({ Set($0.venues) }) { uses[venue, default: 0] += 1 }
    for case .venueCapacity(let venue, _) in constraints { uses[venue] = nil }
    return uses.filter { $0.value > 1 }.keys.sorted().map { .venueCapacity($0, matchesPerDay: 1) }
  }
}
