public import AlmanacTime

/// A half-open range of instants for a query, from bounds that may be left out.
///
/// No bounds mean the current week, a start alone the 30 days from it, an end alone the 30 days before it. Days are counted
/// in the zone. A date stands for its midnight, so an end that is a date is not included either.
///
/// ```swift
/// let window = try QueryWindow(from: .date(monday), now: now, in: madrid, firstWeekday: .monday)
/// calendar.occurrences(in: window.range, viewer: madrid)
/// ```
public struct QueryWindow: Sendable, Hashable {
  public let range: Range<Instant>

  /// The number of days of a window with one bound.
  public static let defaultDays = 30

  public init(_ range: Range<Instant>) {
    self.range = range
  }

  /// The week that contains an instant.
  public init(weekOf now: Instant, in zone: Zone, firstWeekday: Weekday) {
    let first = zone.local(at: now).date.startOfWeek(from: firstWeekday)
    self.init(days: first..<first.adding(days: 7), in: zone)
  }

  /// Whole days of a zone.
  public init(days: Range<CivilDate>, in zone: Zone) {
    range = zone.instant(of: days.lowerBound.startOfDay)..<zone.instant(of: days.upperBound.startOfDay)
  }

  /// - Throws: `EventError` with code `end_not_after_start`.
  public init(
    from start: EventTime? = nil, to end: EventTime? = nil, now: Instant, in zone: Zone, firstWeekday: Weekday
  ) throws(EventError) {
    guard let start = start ?? end?.adding(.days(-Self.defaultDays)) else {
      self.init(weekOf: now, in: zone, firstWeekday: firstWeekday)
      return
    }
    let lower = start.instant(in: zone)
    let upper = (end ?? start.adding(.days(Self.defaultDays))).instant(in: zone)
    guard lower < upper else {
      throw EventError(.endNotAfterStart, expected: "an end later than \(start)")
    }
    self.init(lower..<upper)
  }
}
