/// A point in time: seconds since 1970-01-01T00:00:00 UTC, leap seconds not counted (POSIX time).
///
/// Instants outside `Instant.min ... Instant.max` have no date: their wall-clock time is the end of the calendar's range.
public struct Instant: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00 UTC, leap seconds not counted; negative before.
  public let secondsSinceEpoch: Int64

  /// 36 billion years: the most seconds before and after 1970, so that no difference, and no sum with a duration, an offset or an era
  /// of a zone, overflows.
  static let bound: Int64 = 1 << 60

  /// Creates the instant a number of seconds after 1970-01-01T00:00:00 UTC; the number is bounded to -2⁶⁰ ... 2⁶⁰.
  public init(secondsSinceEpoch seconds: Int64) {
    secondsSinceEpoch = Swift.min(Swift.max(seconds, -Self.bound), Self.bound)
  }

  /// The instant of the earliest `CivilDateTime` in UTC.
  public static let min = Instant(secondsSinceEpoch: CivilDateTime.min.secondsSinceEpoch)
  /// The instant of the latest `CivilDateTime` in UTC.
  public static let max = Instant(secondsSinceEpoch: CivilDateTime.max.secondsSinceEpoch)

  /// The instant a number of seconds later, bounded as ``init(secondsSinceEpoch:)`` does.
  public func adding(seconds: Int) -> Instant {
    Instant(secondsSinceEpoch: secondsSinceEpoch.saturatingAdd(Int64(seconds)))
  }

  /// Seconds from another instant to this one, bounded to the range of `Int`.
  public func seconds(since other: Instant) -> Int {
    Int(clamping: secondsSinceEpoch - other.secondsSinceEpoch)
  }

  /// The wall-clock time in a zone at this instant.
  public func `in`(_ zone: Zone) -> ZonedDateTime {
    ZonedDateTime(self, in: zone)
  }

  /// The wall-clock time in UTC at this instant.
  public var utc: CivilDateTime { CivilDateTime(secondsSinceEpoch: secondsSinceEpoch) }
}

extension Instant {
  /// The instant a duration later; a day is 24 hours, a week seven of these days.
  ///
  /// Days on the clocks of a zone, some of which are shorter or longer, are those of `ZonedDateTime.adding(_:)`.
  ///
  /// ```swift
  /// let deadline = now + .hours(1)
  /// deadline - now                          // PT1H
  /// ```
  public static func + (instant: Instant, duration: CalendarDuration) -> Instant {
    instant.adding(seconds: duration.civilSeconds)
  }

  /// The instant a duration earlier; a day is 24 hours.
  public static func - (instant: Instant, duration: CalendarDuration) -> Instant {
    instant + -duration
  }

  /// The exact length from another instant to this one, in hours, minutes and seconds.
  ///
  /// Durations have no order, since a day may be shorter than 24 hours: compare instants, `start + .minutes(90) <= end`, or
  /// seconds, ``seconds(since:)``.
  public static func - (instant: Instant, other: Instant) -> CalendarDuration {
    CalendarDuration(.seconds(instant.seconds(since: other)))
  }

  /// Moves an instant by a duration, as `+` does.
  public static func += (instant: inout Instant, duration: CalendarDuration) {
    instant = instant + duration
  }
}

extension Instant: Comparable {
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
  }
}

extension Instant: CustomStringConvertible {
  /// Reads `2026-03-02T08:00:00Z`, `20260302T080000Z` or a time with an offset, `2026-03-02T09:00:00+01:00`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in
      let civil = try scanner.dateTime()
      return Instant(secondsSinceEpoch: civil.secondsSinceEpoch - Int64(try scanner.utcOffset()))
    }
  }

  /// The UTC time in the basic or the extended form, with `Z`.
  public func formatted(_ form: CivilForm) -> String { utc.formatted(form) + "Z" }

  public var description: String { formatted(.extended) }
}

extension Range<Instant> {
  /// Whether it overlaps a window or begins in it: an empty range is in the window at whose start it is, and not in that
  /// at whose end it is.
  package func overlapsOrBegins(in window: Range<Instant>) -> Bool {
    window.contains(lowerBound) || overlaps(window)
  }
}

extension Sequence {
  /// The parts of a range that none of these ranges, in the order of their starts, covers.
  @inlinable
  package func gaps<Bound>(in whole: Range<Bound>) -> [Range<Bound>] where Element == Range<Bound> {
    var gaps: [Range<Bound>] = []
    var end = whole.lowerBound
    for range in self {
      if range.lowerBound > end { gaps.append(end..<range.lowerBound) }
      end = Swift.max(end, range.upperBound)
    }
    return end < whole.upperBound ? gaps + [end..<whole.upperBound] : gaps
  }
}
