public import AlmanacEvents
public import AlmanacTime

/// The time in which a person or a thing is available: usual hours, other hours on single dates, closed periods; all on
/// the clocks of the schedule's own zone.
///
/// Wall-clock hours are resolved on each date: across a change of clocks 09:00 stays 09:00. Hours that begin or end in
/// a gap do so where the clocks skip; those that begin or end at a time that occurs twice do so at its first.
///
/// ```swift
/// var coach = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: try Zone("Europe/Madrid"))
/// coach.overrides[try CivilDate("2026-03-20")] = []                    // not that Friday
/// coach.closures = [ClosedPeriod(days: august, "Summer")]
/// let free = try coach.slots(lasting: .minutes(30), in: week, around: [calendar], at: now)
/// ```
public struct Availability: Sendable, Hashable {
  /// The usual hours.
  public enum Pattern: Sendable, Hashable {
    /// Hours of each weekday; time outside them is unavailable.
    case weekly(WeeklyHours)
    /// The statements of VAVAILABILITY (RFC 7953); time outside them is available.
    case statements([AvailabilityStatement])
  }

  /// The usual available time, which `overrides` replace on single dates and `closures` reduce.
  public var pattern: Pattern
  /// The zone of the hours, the overrides and the closures.
  public var zone: Zone
  /// The dates with hours of their own in place of the usual ones; an empty array closes the date.
  ///
  /// They replace the hours that begin on the date, in the schedule's own zone: a night from 22:00 to 02:00 belongs to
  /// Friday as a whole, so closing Saturday leaves it open to its end, and closing Friday also closes its part on
  /// Saturday. A window of a statement belongs likewise to the date on which it begins; a window longer than a day, and
  /// time outside all statements, belong to each date from midnight to midnight.
  public var overrides: [CivilDate: [OpeningHours]] = [:]
  /// The periods without available time, which overrule hours and overrides.
  public var closures: [ClosedPeriod] = []

  /// Creates a schedule of weekly hours; an empty array for a date in `overrides` closes that date.
  public init(
    _ hours: WeeklyHours, in zone: Zone, overrides: [CivilDate: [OpeningHours]] = [:],
    closures: [ClosedPeriod] = []
  ) {
    pattern = .weekly(hours)
    self.zone = zone
    self.overrides = overrides
    self.closures = closures
  }

  /// Creates a schedule of VAVAILABILITY statements (RFC 7953), without overrides and closures; floating times and
  /// dates are in `zone`.
  public init(_ statements: [AvailabilityStatement], in zone: Zone) {
    pattern = .statements(statements)
    self.zone = zone
  }

  /// The available time within a half-open range of instants, ascending; ranges that touch are joined.
  ///
  /// - Complexity: O(days of the range).
  public func openPeriods(in window: Range<Instant>) -> [Range<Instant>] {
    OpenTime(self, in: window.seconds).open.ranges.map { $0.instants }
  }

  /// The available time within a half-open range of instants that nothing takes, ascending; ranges that touch are joined.
  /// Buffers do not count; for times at which something can be booked, see `slots(lasting:in:around:rules:policy:at:)`.
  ///
  /// ```swift
  /// let busy = BusyTime(calendars, in: week, viewer: office.zone)
  /// for free in office.freePeriods(in: week, around: busy) { print(free.lowerBound.in(office.zone), free.upperBound.in(office.zone)) }
  /// ```
  /// - Complexity: O(days of the range + *n*) for *n* busy periods.
  public func freePeriods(in window: Range<Instant>, around busy: BusyTime) -> [Range<Instant>] {
    let taken = busy.periods.filter { $0.kind != .free }.map { $0.interval.seconds }
    let open = OpenTime(self, in: window.seconds).open
    return open.subtracting(IntervalSet(taken)).ranges.map { $0.instants }
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

/// A period without available time: a holiday, a closure for works.
///
/// ```swift
/// ClosedPeriod(on: try CivilDate("2026-04-23"), "Sant Jordi")
/// ClosedPeriod(days: august, "Summer")
/// ```
public struct ClosedPeriod: Sendable, Hashable, Codable {
  /// The start, included; of a date its midnight. Dates and floating times are in the schedule's own zone.
  public var start: EventTime
  /// The end, not included: of days the first one after.
  public var end: EventTime
  /// The reason to show to people; may be empty.
  public var reason: String

  /// A period from a time up to another, which is not included. Dates and floating times are in the schedule's own zone.
  public init(from start: some EventTimeConvertible, to end: some EventTimeConvertible, _ reason: String = "")
  {
    self.start = start.eventTime
    self.end = end.eventTime
    self.reason = reason
  }

  /// Creates a period of whole days, from a half-open range of dates in the schedule's own zone.
  public init(days: Range<CivilDate>, _ reason: String = "") {
    self.init(from: days.lowerBound, to: days.upperBound, reason)
  }

  /// Creates a period of one whole day in the schedule's own zone.
  public init(on day: CivilDate, _ reason: String = "") {
    self.init(days: day..<day.adding(days: 1), reason)
  }

  /// The seconds since 1970; empty when the end is not later than the start.
  func seconds(in zone: Zone) -> Range<Int64> {
    let lower = start.instant(in: zone).secondsSinceEpoch
    return lower..<Swift.max(lower, end.instant(in: zone).secondsSinceEpoch)
  }
}

/// Coded as the zone, the `hours` or `statements`, the overrides by date, and the closures.
extension Availability: Codable {
  private enum Key: String, CodingKey {
    case schema, zone, hours, statements, overrides, closures
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    _ = try container.decode(StoredSchema.self, forKey: .schema)
    let zone = try container.decode(Zone.self, forKey: .zone)
    if let hours = try container.decodeIfPresent(WeeklyHours.self, forKey: .hours) {
      self.init(hours, in: zone)
    } else {
      self.init(try container.decode([AvailabilityStatement].self, forKey: .statements), in: zone)
    }
    overrides = try container.decodeIfPresent([CivilDate: [OpeningHours]].self, forKey: .overrides) ?? [:]
    closures = try container.decodeIfPresent([ClosedPeriod].self, forKey: .closures) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(StoredSchema(), forKey: .schema)
    try container.encode(zone, forKey: .zone)
    switch pattern {
    case .weekly(let hours): try container.encode(hours, forKey: .hours)
    case .statements(let statements): try container.encode(statements, forKey: .statements)
    }
    if !overrides.isEmpty { try container.encode(overrides, forKey: .overrides) }
    if !closures.isEmpty { try container.encode(closures, forKey: .closures) }
  }
}

extension Availability {
  /// The slots within a half-open range of instants around what calendars take.
  ///
  /// - Parameters:
  ///   - duration: The duration of a slot, from a minute to 366 days.
  ///   - window: The half-open range in which slots start.
  ///   - calendars: The calendars whose items take time.
  ///   - rules: The items of the calendars that take time, and the person whose time it is.
  ///   - policy: The buffers, limits, notice and days ahead, by default none of them.
  ///   - now: The present, for the policy's notice and days ahead: a slot in the past cannot be booked.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  /// - Throws: `SchedulingError` with code `outOfRange` for a duration or step of less than a minute, or a duration of
  ///   more than 366 days.
  public func slots(
    lasting duration: CalendarDuration, in window: Range<Instant>, around calendars: [EventCalendar] = [],
    rules: BusyRules = .standard, policy: BookingPolicy = BookingPolicy(), at now: Instant,
    viewer: Zone? = nil
  ) throws(SchedulingError) -> SlotGrid {
    let busy = BusyTime(
      calendars, in: policy.reach(around: SlotGrid.searched(in: window, at: now), lasting: duration),
      viewer: zone,
      rules: rules, countsSessions: policy.isLimited)
    return try SlotGrid(
      lasting: duration, in: window, for: [SlotParticipant("", availability: self, busy: busy)],
      policy: policy, at: now, viewer: viewer)
  }

  /// The slots on days of the schedule's own zone.
  ///
  /// - Throws: `SchedulingError` with code `outOfRange` for a duration or step of less than a minute, or a duration of
  ///   more than 366 days.
  public func slots(
    lasting duration: CalendarDuration, on days: Range<CivilDate>, around calendars: [EventCalendar] = [],
    rules: BusyRules = .standard, policy: BookingPolicy = BookingPolicy(), at now: Instant,
    viewer: Zone? = nil
  ) throws(SchedulingError) -> SlotGrid {
    try slots(
      lasting: duration, in: QueryWindow(days: days, in: zone).range, around: calendars, rules: rules,
      policy: policy, at: now, viewer: viewer)
  }
}
