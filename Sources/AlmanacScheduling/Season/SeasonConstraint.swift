public import AlmanacTime

/// A condition on the dates of a season. All ranges of days are half-open.
public enum SeasonConstraint: Sendable, Hashable {
  /// A venue cannot be had on these days.
  case venueTaken(String, on: Range<CivilDate>)
  /// A team has no home match on these days.
  case notHome(String, on: Range<CivilDate>)
  /// Two teams meet on one of these days: a derby.
  case meeting(String, String, on: Range<CivilDate>)
  /// Two teams do not meet on these days.
  case notMeeting(String, String, on: Range<CivilDate>)
  /// Every team has at least so many days without a match between two of its matches.
  case rest(days: Int)
  /// A venue has at most one match a day. It holds for each venue that teams share, without being stated.
  case oneMatchADay(at: String)
}

extension SeasonConstraint: SchedulingRefusal {
  public func wording(_ moment: (Instant) -> String) -> (code: String, phrase: String) {
    switch self {
    case .venueTaken(let venue, let days): ("venue_taken", "\(venue) is taken \(Self.words(days))")
    case .notHome(let team, let days): ("not_home", "\(team) has no home match \(Self.words(days))")
    case .meeting(let one, let other, let days): ("meeting", "\(one) meets \(other) \(Self.words(days))")
    case .notMeeting(let one, let other, let days):
      ("not_meeting", "\(one) does not meet \(other) \(Self.words(days))")
    case .rest(let days) where days <= 0: ("rest", "a team has one match a day at most")
    case .rest(let days): ("rest", "\(days) days of rest between two matches of a team")
    case .oneMatchADay(let venue): ("one_match_a_day", "\(venue) has one match a day")
    }
  }

  private static func words(_ days: Range<CivilDate>) -> String {
    let last = days.upperBound.adding(days: -1)
    return last <= days.lowerBound ? "on \(days.lowerBound)" : "from \(days.lowerBound) to \(last)"
  }

  /// The teams and the venues that it names.
  var names: (teams: [String], venues: [String]) {
    switch self {
    case .venueTaken(let venue, _), .oneMatchADay(let venue): ([], [venue])
    case .notHome(let team, _): ([team], [])
    case .meeting(let one, let other, _), .notMeeting(let one, let other, _): ([one, other], [])
    case .rest: ([], [])
    }
  }
}
