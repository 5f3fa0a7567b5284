/// A date with a time of day, without a zone: what a wall clock and a wall calendar show together.
///
/// Stored as seconds since 1970-01-01T00:00:00 on that wall, every day having 86 400, so that recurrence is
/// integer arithmetic. Two values are compared as the digits are; only a zone makes an `Instant` of one.
///
/// ```swift
/// let start = try CivilDateTime("2026-03-02T09:00")
/// start.date.weekday                        // .monday
/// start.adding(.minutes(90))                // 2026-03-02T10:30:00
/// let instant = try start.in(Zone("Europe/Madrid")).instant
/// ```
public struct CivilDateTime: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00 of the same wall clock.
  public let secondsSinceEpoch: Int64

  /// Trusts that the number lies in `CivilDateTime.min ... CivilDateTime.max`.
  public init(uncheckedSecondsSinceEpoch seconds: Int64) {
    secondsSinceEpoch = seconds
  }

  /// The wall-clock time a number of seconds after 1970-01-01T00:00:00; beyond the range it gives the range's end.
  public init(secondsSinceEpoch seconds: Int64) {
    secondsSinceEpoch = Swift.min(Swift.max(seconds, Self.min.secondsSinceEpoch), Self.max.secondsSinceEpoch)
  }

  public init(_ date: CivilDate, _ time: CivilTime) {
    secondsSinceEpoch = Int64(date.day) &* 86_400 &+ Int64(time.second32)
  }

  /// - Throws: `TimeError` with code `outOfRange` for a field that the calendar or the clock does not have.
  public init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0, _ second: Int = 0)
    throws(TimeError)
  {
    self.init(try CivilDate(year, month, day), try CivilTime(hour, minute, second))
  }

  /// -9999-01-01T00:00:00.
  public static let min = CivilDateTime(CivilDate.min, .midnight)
  /// 9999-12-31T23:59:59.
  public static let max = CivilDateTime(CivilDate.max, CivilTime(uncheckedSecondOfDay: 86_399))

  public var date: CivilDate {
    CivilDate(uncheckedDaysSinceEpoch: Int(secondsSinceEpoch.flooredQuotient(86_400)))
  }

  public var time: CivilTime {
    CivilTime(uncheckedSecondOfDay: Int(secondsSinceEpoch.flooredRemainder(86_400)))
  }
}

extension CivilDateTime {
  /// The wall-clock time a number of seconds later, every day having 86 400; beyond the range, the range's end.
  public func adding(seconds: Int) -> CivilDateTime {
    let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(Int64(seconds))
    return overflow ? (seconds < 0 ? .min : .max) : CivilDateTime(secondsSinceEpoch: sum)
  }

  /// The wall-clock time a duration later: days first, then hours, minutes and seconds.
  public func adding(_ duration: CalendarDuration) -> CivilDateTime {
    adding(seconds: duration.civilSeconds)
  }

  /// The same time of day a number of days later.
  public func adding(days: Int) -> CivilDateTime {
    date.adding(days: days).at(time)
  }

  /// Seconds from another wall-clock time to this one.
  public func seconds(since other: CivilDateTime) -> Int {
    Int(secondsSinceEpoch - other.secondsSinceEpoch)
  }

  /// This wall-clock time in a zone: in a fold the first of the two, in a gap moved forward by the gap.
  public func `in`(_ zone: Zone) -> ZonedDateTime {
    ZonedDateTime(self, in: zone)
  }
}

extension CivilDateTime: Comparable {
  public static func < (lhs: CivilDateTime, rhs: CivilDateTime) -> Bool {
    lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
  }
}
