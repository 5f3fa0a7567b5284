internal import AlmanacRecurrence
public import AlmanacTime

/// The stated end or length of an item: DTEND or DUE, DURATION, or neither.
///
/// In a series an end fixes one exact length for all instances, and a duration a nominal one, whose days and weeks follow
/// the wall clock (RFC 5545 §3.8.5.3).
public enum Extent: Sendable, Hashable {
  /// No statement: an event on a date lasts that day, one at a time has no length, and a to-do has no due time.
  case implied
  /// The end, not included: the first moment or the first day after.
  case end(EventTime)
  case duration(CalendarDuration)

  /// The end, not included, of an event that starts at `start`.
  public func end(from start: EventTime) -> EventTime {
    switch self {
    case .end(let end): return end
    case .duration(let duration): return start.adding(duration)
    case .implied:
      if case .date(let date) = start { return .date(date.adding(days: 1)) }
      return start
    }
  }
}

/// A type whose values can be the start or the end of an item: a date, a wall-clock time, a time in a zone.
public protocol EventTimeConvertible {
  var eventTime: EventTime { get }
}

extension EventTime: EventTimeConvertible {
  public var eventTime: EventTime { self }
}

extension CivilDate: EventTimeConvertible {
  public var eventTime: EventTime { .date(self) }
}

extension CivilDateTime: EventTimeConvertible {
  public var eventTime: EventTime { .floating(self) }
}

extension ZonedDateTime: EventTimeConvertible {
  public var eventTime: EventTime { .zoned(self) }
}

/// The form of a time: a date, a floating time or a time in a zone.
extension EventTime {
  /// Whether both are dates, both floating or both in a zone.
  package func hasSameForm(as other: EventTime) -> Bool {
    OccurrenceTimes.Form(self) == OccurrenceTimes.Form(other)
  }

  /// Whether it is before another time of the same form.
  package func isBefore(_ other: EventTime) -> Bool {
    if case .zoned(let mine) = self, case .zoned(let theirs) = other { return mine.instant < theirs.instant }
    return local < other.local
  }

  /// The corresponding time in the form of another one: the instance that a recurrence id names in a series that starts in
  /// another form. A date in a series of times stands for that day at the start's time of day.
  package func conformed(to start: EventTime) -> EventTime {
    switch (self, start) {
    case (.date, .date), (.floating, .floating): return self
    case (_, .date): return .date(date)
    case (.zoned(let zoned), .floating): return .floating(zoned.local)
    case (.date(let date), .floating(let local)): return .floating(date.at(local.time))
    case (.date(let date), .zoned(let zoned)): return .zoned(date.at(zoned.local.time).in(zoned.zone))
    case (.floating(let local), .zoned(let zoned)): return .zoned(local.in(zoned.zone))
    case (.zoned(let mine), .zoned(let zoned)): return .zoned(mine.in(zoned.zone))
    }
  }
}

extension Item {
  /// The item with its times of instances as programs compare them: RECURRENCE-ID in the form and the zone of the
  /// series' DTSTART, EXDATE in its form (RFC 5545 §3.8.4.4, §3.8.5.1).
  ///
  /// An exception of another form becomes the instances that it excludes, unless they are more than a day can have.
  ///
  /// - Parameter start: The DTSTART of the series: of the item itself, or of the one whose instance it changes.
  public func conformed(to start: EventTime) -> Item {
    var conformed = self
    if let id = recurrenceID {
      if !id.hasSameForm(as: start) || id.zone != start.zone {
        conformed.recurrenceID = id.conformed(to: start)
      }
    } else if recurrence.exceptions.contains(where: { !$0.hasSameForm(as: start) }) {
      let set = recurrence.set(from: start)
      conformed.recurrence.exceptions = recurrence.exceptions.flatMap { exception in
        if exception.hasSameForm(as: start) { return [exception] }
        let instances = set.instances(excludedBy: exception)
        return instances.count > RecurrenceSet.mostOfADay ? [exception] : instances
      }
    }
    return conformed
  }
}
