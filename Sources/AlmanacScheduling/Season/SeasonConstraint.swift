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
  public func wording(in words: SchedulingWords) -> (code: String, phrase: String) {
    switch self {
    case .venueTaken(let venue, let days):
      ("venue_taken", words.phrase("venue taken", ["venue": venue, "days": words.days(days)]))
    case .venueCapacity(let venue, 1):
      ("venue_capacity", words.phrase("one at venue", ["venue": venue]))
    case .venueCapacity(let venue, let count):
      ("venue_capacity", words.phrase("several at venue", ["venue": venue, "count": "\(count)"]))
    case .notHome(let team, let days):
      ("not_home", words.phrase("no home match", ["team": team, "days": words.days(days)]))
    case .meeting(let one, let other, let days):
      ("meeting", words.phrase("meeting", ["one": one, "other": other, "days": words.days(days)]))
    case .notMeeting(let one, let other, let days):
      ("not_meeting", words.phrase("no meeting", ["one": one, "other": other, "days": words.days(days)]))
    case .rest(let days) where days <= 0: ("rest", words.phrase("one match a day"))
    case .rest(let days): ("rest", words.phrase("rest", ["count": "\(days)"], count: days))
    }
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
