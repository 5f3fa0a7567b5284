internal import AlmanacRecurrence
internal import AlmanacTime

/// What an item makes of one start: when the occurrence is, from when to when (RFC 5545 §3.8.5.3).
///
/// DTEND and DUE fix one length for all instances: exact seconds between times in zones, digits between floating
/// ones, days between dates. DURATION is nominal. Without either a date lasts its day and a time takes none.
/// A to-do is when it is due, else when it starts, and takes no time, or its whole day.
struct InstanceShape: Sendable {
  let kind: Item.Kind
  let length: Length

  enum Length: Sendable, Equatable {
    case none
    case days(Int)
    case wall(Int)
    /// Seconds, and the zone in which the end is stated.
    case exact(Int, Zone)
    case nominal(CalendarDuration)
    /// From a start of one form to an end of another: the end moves on its own clock as the start does.
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
  /// - Parameter extent: Of an added PERIOD, which has a length of its own.
  func times(of start: EventTime, extent: RecurrenceDate.Extent? = nil) -> (start: EventTime, end: EventTime)
  {
    let length = extent.map { Length(from: start, Extent($0)) } ?? length
    switch kind {
    case .event: return (start, length.end(from: start).notBefore(start))
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
  /// Of an event or an added period.
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

  /// From the start of a to-do until it is due.
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
    case .none:
      return start
    case .days(let days):
      return .date(start.date.adding(days: days))
    case .wall(let seconds):
      return start.with(local: start.local.adding(seconds: seconds))
    case .exact(let seconds, let zone):
      guard case .zoned(let zoned) = start else {
        return start.with(local: start.local.adding(seconds: seconds))
      }
      return .zoned(ZonedDateTime(zoned.instant.adding(seconds: seconds), in: zone))
    case .nominal(let duration):
      return start.adding(duration)
    case .shifted(let from, let to):
      return to.with(local: to.local.adding(seconds: start.local.seconds(since: from)))
    }
  }

  /// An upper bound in seconds, whatever the clocks do.
  var reach: Int {
    switch self {
    case .none: 0
    case .days(let days): days * 86_400 + EventTime.longestShift
    case .wall(let seconds): seconds + EventTime.longestShift
    case .exact(let seconds, _): seconds
    case .nominal(let duration):
      Swift.max(0, duration.civilSeconds) + (duration.nominalDays == 0 ? 0 : EventTime.longestShift)
    case .shifted(let from, let to): Swift.max(0, to.local.seconds(since: from)) + 2 * EventTime.longestShift
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
  /// More seconds than any clock was ever changed by: Samoa skipped a whole day.
  static let longestShift = 90_000
  /// More seconds than any civil day lasts.
  static let longestDay = 2 * longestShift

  /// A date as that whole day, a time as the moment.
  var dayOrMoment: (start: EventTime, end: EventTime) {
    guard case .date(let date) = self else { return (self, self) }
    return (self, .date(date.adding(days: 1)))
  }

  /// An end that lies before the start is taken as the start.
  fileprivate func notBefore(_ start: EventTime) -> EventTime {
    isBefore(start) ? start : self
  }
}
