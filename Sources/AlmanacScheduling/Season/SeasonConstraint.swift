public import AlmanacTime

/// A condition on the dates of a season. All ranges of days are half-open.
public enum SeasonConstraint: Sendable, Hashable {
  /// A venue cannot be had on these days.
  case venueTaken(String, on: Range<CivilDate>)
  /// A venue has at most so many matches a day, from 1 to 64. Of several such constraints the lowest number holds; a venue
  /// that none names has one match a day.
  case venueCapacity(String, matchesPerDay: Int)
  /// A team has no home match on these days.
  case notHome(String, on: Range<CivilDate>)
  /// Two teams meet on one of these days: a derby.
  case meeting(String, String, on: Range<CivilDate>)
  /// Two teams do not meet on these days.
  case notMeeting(String, String, on: Range<CivilDate>)
  /// Every team has at least so many days without a match between two of its matches, from 0 to 366.
  case rest(days: Int)
}

extension SeasonConstraint: SchedulingRefusal {
  public func wording(_ moment: (Instant) -> String) -> (code: String, phrase: String) {
    switch self {
    case .venueTaken(let venue, let days): ("venue_taken", "\(venue) is taken \(Self.words(days))")
    case .venueCapacity(let venue, 1): ("venue_capacity", "\(venue) has one match a day")
    case .venueCapacity(let venue, let count): ("venue_capacity", "\(venue) has \(count) matches a day")
    case .notHome(let team, let days): ("not_home", "\(team) has no home match \(Self.words(days))")
    case .meeting(let one, let other, let days): ("meeting", "\(one) meets \(other) \(Self.words(days))")
    case .notMeeting(let one, let other, let days):
      ("not_meeting", "\(one) does not meet \(other) \(Self.words(days))")
    case .rest(let days) where days <= 0: ("rest", "a team has one match a day at most")
    case .rest(let days): ("rest", "\(days) days of rest between two matches of a team")
    }
  }

  private static func words(_ days: Range<CivilDate>) -> String {
    let last = days.upperBound.adding(days: -1)
    return last <= days.lowerBound ? "on \(days.lowerBound)" : "from \(days.lowerBound) to \(last)"
  }

  /// The teams and the venues that it names, and its days.
  var parts: (teams: [String], venues: [String], days: Range<CivilDate>?) {
    switch self {
    case .venueTaken(let venue, let days): ([], [venue], days)
    case .venueCapacity(let venue, _): ([], [venue], nil)
    case .notHome(let team, let days): ([team], [], days)
    case .meeting(let one, let other, let days), .notMeeting(let one, let other, let days):
      ([one, other], [], days)
    case .rest: ([], [], nil)
    }
  }
}
