/// A point in time: seconds since 1970-01-01T00:00:00 UTC, leap seconds not counted (POSIX time).
///
/// Any `Int64` is an instant. Those outside `Instant.min ... Instant.max` have no date of their own: clocks show
/// the end of the calendar's range.
public struct Instant: Sendable, Hashable {
  public let secondsSinceEpoch: Int64

  public init(secondsSinceEpoch seconds: Int64) {
    secondsSinceEpoch = seconds
  }

  /// The instant of the earliest `CivilDateTime` in UTC.
  public static let min = Instant(secondsSinceEpoch: CivilDateTime.min.secondsSinceEpoch)
  /// The instant of the latest `CivilDateTime` in UTC.
  public static let max = Instant(secondsSinceEpoch: CivilDateTime.max.secondsSinceEpoch)

  /// The instant a number of seconds later; what would overflow gives the first or the last `Int64`.
  public func adding(seconds: Int) -> Instant {
    let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(Int64(seconds))
    return Instant(secondsSinceEpoch: overflow ? (seconds < 0 ? Int64.min : Int64.max) : sum)
  }

  /// Seconds from another instant to this one; what would overflow gives the end of `Int`.
  public func seconds(since other: Instant) -> Int {
    let (difference, overflow) = secondsSinceEpoch.subtractingReportingOverflow(other.secondsSinceEpoch)
    return overflow ? (self < other ? Int.min : Int.max) : Int(clamping: difference)
  }

  /// What clocks in a zone show at this instant.
  public func `in`(_ zone: Zone) -> ZonedDateTime {
    ZonedDateTime(self, in: zone)
  }

  /// What clocks on UTC show at this instant.
  public var utc: CivilDateTime { CivilDateTime(secondsSinceEpoch: secondsSinceEpoch) }
}

extension Instant: Comparable {
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
  }
}
