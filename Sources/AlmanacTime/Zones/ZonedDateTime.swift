/// A wall-clock time in a zone together with the instant it means.
///
/// Made from a wall-clock time, a time in a gap keeps its digits in `local` and means the instant moved by the gap:
/// an appointment at a skipped time is still called by that time (its recurrence id), and happens later.
///
/// ```swift
/// let start = try ZonedDateTime("2026-03-02T09:00:00+01:00[Europe/Madrid]")
/// start.adding(.days(30)).local           // 09:00 again, across the change of clocks
/// ```
public struct ZonedDateTime: Sendable, Hashable {
  public let local: CivilDateTime
  public let zone: Zone
  public let instant: Instant

  /// A wall-clock time in a zone: in a fold the first, in a gap moved forward by the gap.
  public init(_ local: CivilDateTime, in zone: Zone) {
    self.local = local
    self.zone = zone
    instant = zone.instant(of: local)
  }

  /// Trusts that the instant is what the zone makes of the wall-clock time.
  public init(unchecked local: CivilDateTime, in zone: Zone, at instant: Instant) {
    self.local = local
    self.zone = zone
    self.instant = instant
  }

  /// A wall-clock time in a zone, gaps and folds decided by the caller.
  ///
  /// - Throws: `TimeError` with code `ambiguousTime`, only with `.refuse`.
  public init(_ local: CivilDateTime, in zone: Zone, _ choice: Disambiguation) throws(TimeError) {
    self.local = local
    self.zone = zone
    instant = try zone.instant(of: local, choice)
  }

  /// What clocks in a zone show at an instant.
  public init(_ instant: Instant, in zone: Zone) {
    self.instant = instant
    self.zone = zone
    local = zone.local(at: instant)
  }

  /// The same instant on the clocks of another zone.
  public func `in`(_ other: Zone) -> ZonedDateTime {
    other == zone ? self : ZonedDateTime(instant, in: other)
  }

  /// A duration later: weeks and days on the wall clock, then hours, minutes and seconds in exact time
  /// (RFC 5545 §3.3.6).
  public func adding(_ duration: CalendarDuration) -> ZonedDateTime {
    var result = self
    if duration.nominalDays != 0 {
      result = ZonedDateTime(local.adding(days: duration.nominalDays), in: zone)
    }
    guard duration.exactSeconds != 0 else { return result }
    return ZonedDateTime(result.instant.adding(seconds: duration.exactSeconds), in: zone)
  }
}
