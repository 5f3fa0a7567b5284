public import AlmanacTime

/// A day on which a match could be played, with the constraints that it would break.
public struct FixtureDate: Sendable, Hashable {
  /// The day, within the range passed to `SeasonPlan.dates(for:of:in:)`.
  public let date: CivilDate
  /// The first of the home team's venues at which the match breaks no constraint, else the one at which it breaks the
  /// fewest.
  public let venue: String
  /// Empty for a day on which the match can be played.
  public let broken: [SeasonConstraint]
}

extension SeasonPlan {
  /// The days of a range as dates for a match, such as one that was postponed: each with every constraint that stands in the
  /// way, by the dates of the other matches.
  ///
  /// That a team plays once a day, and a venue that no constraint names has one match a day, holds without being stated.
  /// If several matches are postponed, each counts once it has a date: give one its date before you ask for the next, or both
  /// may be offered the same day.
  ///
  /// ```swift
  /// let dates = try plan.dates(for: postponed.id, of: season, in: march)
  /// if let free = dates.first(where: { $0.broken.isEmpty }) { print(free.date, free.venue) }
  /// ```
  ///
  /// - Returns: The days in order, at most 3 660; none for an empty range.
  /// - Throws: `SchedulingError` with code `notFound` for a match that the season does not have, or of a team that the plan does
  ///   not have, and as `outcome(budget:uids:)` does for teams and constraints.
  /// - Complexity: O(days × (constraints + matches)).
  public func dates(for id: Match.ID, of season: Season, in range: Range<CivilDate>) throws(SchedulingError)
    -> [FixtureDate]
  {
    try checkTeams()
    try checkConstraints()
    guard let match = season.match(id) else { throw .noMatch(id) }
    let names = teams.map { $0.name }
    for side in match.sides where !names.contains(side) {
      throw SchedulingError(
        .notFound, at: id.round,
        expected: "a team of the plan instead of “\(side)”: \(names.joined(separator: ", "))")
    }
    let venues = teams.filter { $0.name == match.fixture.home }.flatMap { $0.venues }
    let others = season.matches.filter { $0.id != id }
    let count = Swift.min(3_660, range.upperBound.days(since: range.lowerBound))
    return (0..<Swift.max(0, count)).map { offset in
      let day = range.lowerBound.adding(days: offset)
      let choices = venues.map { venue in
        FixtureDate(date: day, venue: venue, broken: broken(match, on: day, at: venue, others))
      }
      return choices.dropFirst().reduce(choices[0]) { $1.broken.count < $0.broken.count ? $1 : $0 }
    }
  }

  /// The constraints that a match breaks on a day, by the dates of the other matches.
  private func broken(_ match: Match, on day: CivilDate, at venue: String, _ others: [Match])
    -> [SeasonConstraint]
  {
    let near = others.filter { !Set($0.sides).isDisjoint(with: match.sides) }
    let meetings = others.filter { Set($0.sides) == Set(match.sides) }
    let hosted = others.count { $0.fixture.location == venue && $0.fixture.day == day }
    let isResting = constraints.contains { if case .rest = $0 { true } else { false } }
    let isLimited = constraints.contains { if case .venueCapacity(venue, _) = $0 { true } else { false } }
    let unstated: [SeasonConstraint] =
      (isResting ? [] : [.rest(days: 0)]) + (isLimited ? [] : [.venueCapacity(venue, matchesPerDay: 1)])
    return (constraints + unstated).filter { constraint in
      switch constraint {
      case .venueTaken(let taken, let days): taken == venue && days.contains(day)
      case .venueCapacity(let limited, let count): limited == venue && hosted >= count
      case .notHome(let team, let days): team == match.fixture.home && days.contains(day)
      case .notMeeting(let one, let other, let days):
        Set([one, other]) == Set(match.sides) && days.contains(day)
      case .meeting(let one, let other, let days):
        Set([one, other]) == Set(match.sides) && !days.contains(day)
          && !meetings.contains { $0.fixture.day.map(days.contains) ?? false }
      case .rest(let days): near.contains { $0.fixture.day.map { abs(day.days(since: $0)) <= days } ?? false }
      }
    }
  }
}

extension Fixture {
  /// The day on which it is played, if that is known.
  fileprivate var day: CivilDate? {
    guard case .fixed(let time) = date else { return nil }
    return time.date
  }
}
