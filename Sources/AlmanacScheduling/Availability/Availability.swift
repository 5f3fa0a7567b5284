public import AlmanacEvents
public import AlmanacTime

/// When somebody or something can be had: usual hours, other hours on single dates, closed periods; all on the
/// clocks of the schedule's own zone.
///
/// Wall-clock hours are resolved on each date: across a change of clocks 09:00 stays 09:00. Hours that begin or end in
/// a gap do so where the clocks skip; those that begin or end at a time that comes twice do so at the first.
///
/// ```swift
/// var coach = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: try Zone("Europe/Madrid"))
/// coach.overrides[try CivilDate("2026-03-20")] = []                    // not that Friday
/// coach.closures = [ClosedPeriod(days: august, "Summer")]
/// let free = coach.slots(lasting: .minutes(30), in: week, around: [calendar])
/// ```
public struct Availability: Sendable, Hashable {
  /// The usual hours.
  public enum Pattern: Sendable, Hashable {
    case weekly(WeeklyHours)
    /// VAVAILABILITY of RFC 7953: outside of what the statements speak about, all time can be had.
    case statements([AvailabilityStatement])
  }

  public var pattern: Pattern
  /// On whose clocks the hours, the overrides and the closures are meant.
  public var zone: Zone
  /// Dates with hours of their own in place of the usual ones; no hours close the date.
  ///
  /// They replace the hours that begin on the date, in the schedule's own zone: a night from 22:00 to 02:00 is
  /// Friday's whole, so closing Saturday leaves it open to its end, and closing Friday takes away also what lies on
  /// Saturday. Stated hours are no different: a window of a statement belongs to the date on which it begins; one
  /// that lasts longer than a day, and time about which no statement speaks, belong to each date from midnight to
  /// midnight.
  public var overrides: [CivilDate: [OpeningHours]]
  /// In these nothing can be had, whatever the hours and overrides say.
  public var closures: [ClosedPeriod]

  public init(
    _ hours: WeeklyHours, in zone: Zone, overrides: [CivilDate: [OpeningHours]] = [:],
    closures: [ClosedPeriod] = []
  ) {
    pattern = .weekly(hours)
    self.zone = zone
    self.overrides = overrides
    self.closures = closures
  }

  public init(_ statements: [AvailabilityStatement], in zone: Zone) {
    pattern = .statements(statements)
    self.zone = zone
    overrides = [:]
    closures = []
  }
}

extension Availability {
  /// When it is open within a half-open range of instants, in order, neighbours joined.
  ///
  /// O(days of the range).
  public func openPeriods(in window: Range<Instant>) -> [Range<Instant>] {
    OpenTime(self, in: window.seconds).open.ranges.map { range in
      Instant(secondsSinceEpoch: range.lowerBound)..<Instant(secondsSinceEpoch: range.upperBound)
    }
  }
}

extension Range<Instant> {
  var seconds: Range<Int64> { lowerBound.secondsSinceEpoch..<upperBound.secondsSinceEpoch }
}

extension Range<Int64> {
  var instants: Range<Instant> {
    Instant(secondsSinceEpoch: lowerBound)..<Instant(secondsSinceEpoch: upperBound)
  }
}
