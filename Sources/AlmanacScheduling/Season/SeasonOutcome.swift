public import AlmanacEvents
internal import AlmanacTime

/// A planned season, or the constraints that make it impossible.
public enum SeasonOutcome: Sendable, Hashable {
  /// A season in which all constraints hold.
  case planned(Season)
  /// Constraints that cannot hold together, in their order: there is a proof that no timetable satisfies them, whoever meets
  /// whom in which round and wherever. They are the fewest for which there is a proof of the kinds that the search knows; those
  /// of at most 6 teams are mostly decided by a look through all timetables.
  ///
  /// - `isProvenSmallest`: Whether fewer constraints were all tried; `false` where the steps ended before. A season may then be
  ///   impossible without some of the constraints.
  case impossible([SeasonConstraint], isProvenSmallest: Bool)
}

extension SeasonPlan {
  /// The most steps of a search for a season: about a second on a computer of 2020.
  public static let defaultBudget = 16_000_000

  /// Plans the season: the rounds of the matches, their home teams, venues and days, so that all constraints hold. Each
  /// match has the first of its home team's venues and the first day that it can have.
  ///
  /// ```swift
  /// switch try plan.outcome() {
  /// case .planned(let season): for round in season.rounds { print(round.number, season.byes(in: round)) }
  /// case .impossible(let constraints, _): print(constraints.map { $0.description })
  /// }
  /// ```
  ///
  /// Equal plans have equal seasons, apart from a new UID.
  ///
  /// - Parameters:
  ///   - budget: The most steps of the search: matches, teams or days that are looked at.
  ///   - uids: The source of the season's UID if the plan has none. The UIDs in the season's calendar begin with it.
  /// - Throws: `SchedulingError` with code
  ///   - `outOfRange` for fewer than 2 or more than 64 teams, a team without venues or with more than 16, fewer days than
  ///     rounds, a round without days or before the one before, and at the index of a constraint for its number;
  ///   - `duplicate` at the index of a team with the name of another or a venue that is named twice, or of a constraint that
  ///     names a team twice;
  ///   - `notFound` at the index of a constraint about an unknown team or venue;
  ///   - `budgetExceeded` where the steps suffice neither for a season nor for a proof that there is none.
  /// - Complexity: O(*n*³) for *n* teams without constraints; else within the budget.
  public func outcome(budget: Int = defaultBudget, uids: UIDSource = .random) throws(SchedulingError)
    -> SeasonOutcome
  {
    try checkTeams()
    try checkDays()
    try checkConstraints()
    var search = SeasonSearch(self, budget: budget)
    switch try search.outcome() {
    case .planned(var season):
      if season.uid.isEmpty { season.uid = uids.uid(number: 0) }
      return .planned(season)
    case let impossible: return impossible
    }
  }
}

/// The faults of a plan.
extension SeasonPlan {
  func checkTeams() throws(SchedulingError) {
    guard (2...64).contains(teams.count) else {
      throw SchedulingError(.outOfRange, at: teams.count, expected: "from 2 to 64 teams")
    }
    var names: Set<String> = []
    for (index, team) in teams.enumerated() {
      guard !team.name.isEmpty, names.insert(team.name).inserted else {
        throw SchedulingError(.duplicate, at: index, expected: "a name for each team, once")
      }
      guard (1...16).contains(team.venues.count) else {
        throw SchedulingError(.outOfRange, at: index, expected: "from 1 to 16 venues of \(team.name)")
      }
      guard Set(team.venues).count == team.venues.count else {
        throw SchedulingError(.duplicate, at: index, expected: "each venue of \(team.name) once")
      }
    }
  }

  func checkConstraints() throws(SchedulingError) {
    for (index, constraint) in constraints.enumerated() { try check(constraint, at: index) }
  }

  private func checkDays() throws(SchedulingError) {
    guard days.count >= roundCount else {
      throw SchedulingError(.outOfRange, at: days.count, expected: "the days of \(roundCount) rounds")
    }
    for (index, range) in days.enumerated() {
      guard range.upperBound < .max else {
        throw SchedulingError(
          .outOfRange, at: index, expected: "days before \(CivilDate.max), the last date that there is")
      }
      guard (1...64).contains(range.upperBound.days(since: range.lowerBound)),
        index == 0 || days[index - 1].upperBound <= range.lowerBound
      else {
        throw SchedulingError(
          .outOfRange, at: index, expected: "from 1 to 64 days after those of the round before")
      }
    }
  }

  private func check(_ constraint: SeasonConstraint, at index: Int) throws(SchedulingError) {
    let (named, places, _) = constraint.parts
    let names = teams.map { $0.name }
    if let name = named.first(where: { !names.contains($0) }) {
      throw SchedulingError(
        .notFound, at: index, expected: Self.expectation(of: "team", name, constraint, names))
    }
    if Set(named).count < named.count {
      throw SchedulingError(
        .duplicate, at: index, expected: "two teams that are not the same in “\(constraint)”")
    }
    let venues = Set(teams.flatMap { $0.venues }).sorted()
    if let name = places.first(where: { !venues.contains($0) }) {
      throw SchedulingError(
        .notFound, at: index, expected: Self.expectation(of: "venue", name, constraint, venues))
    }
    switch constraint {
    case .rest(let days) where !(0...366).contains(days):
      throw SchedulingError(.outOfRange, at: index, expected: "from 0 to 366 days of rest, not \(days)")
    case .venueCapacity(let venue, let count) where !(1...64).contains(count):
      throw SchedulingError(
        .outOfRange, at: index, expected: "from 1 to 64 matches a day at \(venue), not \(count)")
    default: break
    }
  }

  private static func expectation(
    of kind: String, _ name: String, _ constraint: SeasonConstraint, _ names: [String]
  ) -> String {
    "a \(kind) of the season instead of “\(name)” in “\(constraint)”: \(names.joined(separator: ", "))"
  }
}
