public import AlmanacEvents
public import AlmanacTime

/// A stretch of time in which nothing can be had: a holiday, a closure for works.
///
/// ```swift
/// ClosedPeriod(on: try CivilDate("2026-04-23"), "Sant Jordi")
/// ClosedPeriod(days: august, "Summer")
/// ```
public struct ClosedPeriod: Sendable, Hashable, Codable {
  public var start: EventTime
  /// Not included: of days the first one after.
  public var end: EventTime
  /// What people are told.
  public var reason: String

  /// From a time up to another, which is not included. Dates and floating times are of the schedule's own zone.
  public init(from start: some EventTimeConvertible, to end: some EventTimeConvertible, _ reason: String = "")
  {
    self.start = start.eventTime
    self.end = end.eventTime
    self.reason = reason
  }

  public init(days: Range<CivilDate>, _ reason: String = "") {
    self.init(from: days.lowerBound, to: days.upperBound, reason)
  }

  public init(on day: CivilDate, _ reason: String = "") {
    self.init(days: day..<day.adding(days: 1), reason)
  }

  /// In seconds since 1970; empty when the end is not later than the start.
  func seconds(in zone: Zone) -> Range<Int64> {
    let lower = start.instant(in: zone).secondsSinceEpoch
    return lower..<Swift.max(lower, end.instant(in: zone).secondsSinceEpoch)
  }
}
