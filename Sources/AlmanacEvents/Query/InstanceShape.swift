internal import AlmanacRecurrence
internal import AlmanacTime

/// The way in which an item turns the start of an instance into the times of an occurrence (RFC 5545 §3.8.5.3).
///
/// DTEND and DUE fix one length for all instances: exact seconds between times in zones, wall-clock seconds between
/// floating times, days between dates. DURATION is nominal. Without either a date lasts its day and a time has no length.
/// A to-do happens at its due time, else at its start, and has no length, or the whole day.
struct InstanceShape: Sendable {
  let kind: Item.Kind
  let length: Length

  enum Length: Sendable, Equatable {
    case none
    case days(Int)
    case wall(Int)
    /// Exact seconds, and the zone in which the end is stated.
    case exact(Int, Zone)
    case nominal(CalendarDuration)
    /// The distance from a start of one form to an end of another: the end moves on its own clock as the start does.
    case shifted(from: CivilDateTime, to: EventTime)
  }

  init(_ item: Item, from start: EventTime) {
    kind = item.kind
    switch kind {
    case .event: length = Length(from: start, item.extent)
    case .todo where item.start != nil: length = Length(from: start, due: item.extent)
    case .todo, .journal: length = .none
    }
  }

  /// The start and the end, not included, of the occurrence of an instance.
  ///
  /// - Parameter extent: The length of an added PERIOD, in place of the item's.
  func times(of start: EventTime, extent: RecurrenceDate.Extent? = nil) -> (start: EventTime, end: EventTime)
  {
    let length = extent.map { Length(from: start, Extent($0)) } ?? length
    switch kind {
    case .event:
      let end = length.end(from: start)
      return (start, end.isBefore(start) ? start : end)
    case .todo: return length.end(from: start).dayOrMoment
    case .journal: return start.dayOrMoment
    }
  }

  /// An upper bound of the seconds from the start of an instance to the end of its occurrence.
  var reach: Int {
    switch kind {
    case .event: length.reach
    case .todo: length.reach + EventTime.longestDay
    case .journal: EventTime.longestDay
    }
  }
}

extension InstanceShape.Length {
  /// The length of an event or of an added period.
  init(from start: EventTime, _ extent: Extent) {
    switch (start, extent) {
    case (.date(let first), .end(let end)):
      let isBegun = !end.isDate && end.local.time > .midnight
      self = .days(Swift.max(1, end.date.days(since: first) + (isBegun ? 1 : 0)))
    case (.date, .duration(let duration)):
      self = .days(Swift.max(1, duration.civilSeconds.flooredQuotient(86_400)))
    case (.date, .implied):
      self = .days(1)
    case (.zoned(let start), .end(.zoned(let end))):
      self = .exact(Swift.max(0, end.instant.seconds(since: start.instant)), end.zone)
    case (.zoned(let start), .end(let end)):
      self = .exact(Swift.max(0, start.zone.instant(of: end.local).seconds(since: start.instant)), start.zone)
    case (.floating(let start), .end(let end)):
      self = .wall(Swift.max(0, end.local.seconds(since: start)))
    case (_, .duration(let duration)):
      self = duration.civilSeconds > 0 ? .nominal(duration) : .none
    case (_, .implied):
      self = .none
    }
  }

  /// The length from the start of a to-do to its due time.
  init(from start: EventTime, due extent: Extent) {
    switch (start, extent) {
    case (.date(let first), .end(.date(let due))):
      self = .days(Swift.max(0, due.days(since: first)))
    case (_, .end(let due)) where !start.hasSameForm(as: due):
      self = .shifted(from: start.local, to: due)
    case (.date, .duration(let duration)):
      self = .days(Swift.max(0, duration.civilSeconds.flooredQuotient(86_400)))
    case (.date, .implied):
      self = .none
    default:
      self = Self(from: start, extent)
    }
  }

  func end(from start: EventTime) -> EventTime {
    switch self {
    case .none: start
    case .days(let days): .date(start.date.adding(days: days))
    case .exact(let seconds, let zone) where start.zone != nil:
      .zoned(start.instant(in: zone).adding(seconds: seconds).in(zone))
    case .wall(let seconds), .exact(let seconds, _): start.with(local: start.local.adding(seconds: seconds))
    case .nominal(let duration): start.adding(duration)
    case .shifted(let from, let to):
      to.with(local: to.local.adding(seconds: start.local.seconds(since: from)))
    }
  }

  /// An upper bound in seconds for any zone.
  var reach: Int {
    switch self {
    case .none: 0
    case .days(let days): days * 86_400 + Zone.longestShift
    case .wall(let seconds): seconds + Zone.longestShift
    case .exact(let seconds, _): seconds
    case .nominal(let duration):
      Swift.max(0, duration.civilSeconds) + (duration.nominalDays == 0 ? 0 : Zone.longestShift)
    case .shifted(let from, let to): Swift.max(0, to.local.seconds(since: from)) + 2 * Zone.longestShift
    }
  }
}

extension Extent {
  /// The length of an added PERIOD.
  init(_ extent: RecurrenceDate.Extent) {
    switch extent {
    case .end(let end): self = .end(end)
    case .duration(let duration): self = .duration(duration)
    }
  }
}

extension EventTime {
  /// More seconds than any civil day has.
  static let longestDay = 2 * Zone.longestShift

  /// The whole day of a date, or the moment of a time.
  var dayOrMoment: (start: EventTime, end: EventTime) {
    guard case .date(let date) = self else { return (self, self) }
    return (self, .date(date.adding(days: 1)))
  }
}
