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
    func phrase(_ row: String, _ fields: [Substring: String], on days: Range<CivilDate>) -> String {
      words.phrase(row, fields.merging(["days": words.days(days)]) { own, _ in own })
    }
    switch self {
    case .venueTaken(let venue, let days):
      return ("venue_taken", phrase("venue taken", ["venue": venue], on: days))
    case .venueCapacity(let venue, 1):
      return ("venue_capacity", words.phrase("one at venue", ["venue": venue]))
    case .venueCapacity(let venue, let count):
      return ("venue_capacity", words.phrase("several at venue", ["venue": venue, "count": "\(count)"]))
    case .notHome(let team, let days):
      return ("not_home", phrase("no home match", ["team": team], on: days))
    case .meeting(let one, let other, let days):
      return ("meeting", phrase("meeting", ["one": one, "other": other], on: days))
    case .notMeeting(let one, let other, let days):
      return ("not_meeting", phrase("no meeting", ["one": one, "other": other], on: days))
    case .rest(let days) where days <= 0: return ("rest", words.phrase("one match a day"))
    case .rest(let days): return ("rest", words.phrase("rest", ["count": "\(days)"], count: days))
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
