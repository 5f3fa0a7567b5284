/// A time in one of the three forms of iCalendar (RFC 5545 §3.3.4, §3.3.5): a whole day, a time on the clock of the
/// viewer, or a time on the clocks of a zone (UTC being one).
public enum EventTime: Sendable, Hashable {
  /// A whole day: `VALUE=DATE` (RFC 5545 §3.3.4).
  case date(CivilDate)
  /// A wall-clock time without a zone, which happens on the viewer's clock (RFC 5545 §3.3.5, form 1).
  case floating(CivilDateTime)
  /// A time in UTC or with a TZID (RFC 5545 §3.3.5, forms 2 and 3).
  case zoned(ZonedDateTime)

  /// A time on UTC clocks.
  public static func utc(_ instant: Instant) -> EventTime {
    .zoned(ZonedDateTime(instant, in: .utc))
  }

  /// The wall-clock digits; a date is its midnight.
  public var local: CivilDateTime {
    switch self {
    case .date(let date): date.startOfDay
    case .floating(let local): local
    case .zoned(let zoned): zoned.local
    }
  }

  /// The date of the wall-clock digits.
  public var date: CivilDate { local.date }

  /// The time with its zone; `nil` for a date or a floating time, which `instant(in:)` resolves for a viewer.
  public var zonedTime: ZonedDateTime? {
    if case .zoned(let zoned) = self { zoned } else { nil }
  }

  /// The zone, of a zoned time.
  public var zone: Zone? { zonedTime?.zone }

  /// Whether it is a whole day.
  public var isDate: Bool {
    if case .date = self { true } else { false }
  }

  /// The instant for a viewer: dates and floating times happen on the viewer's clock.
  public func instant(in viewer: Zone) -> Instant {
    if case .zoned(let zoned) = self { zoned.instant } else { viewer.instant(of: local) }
  }

  /// Another wall-clock time in the same form; of a date only the day is used.
  public func with(local: CivilDateTime) -> EventTime {
    switch self {
    case .date: .date(local.date)
    case .floating: .floating(local)
    case .zoned(let zoned): .zoned(ZonedDateTime(local, in: zoned.zone))
    }
  }

  /// The time a duration later; a date moves by whole days, hours being counted from its midnight.
  public func adding(_ duration: CalendarDuration) -> EventTime {
    switch self {
    case .date(let date): .date(date.adding(days: duration.civilSeconds.flooredQuotient(86_400)))
    case .floating(let local): .floating(local.adding(duration))
    case .zoned(let zoned): .zoned(zoned.adding(duration))
    }
  }
}

// MARK: Times of different forms

extension EventTime {
  /// Whether both are dates, both floating or both in a zone.
  package func hasSameForm(as other: EventTime) -> Bool {
    switch (self, other) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): true
    default: false
    }
  }

  /// Whether it is before another time of the same form.
  package func isBefore(_ other: EventTime) -> Bool {
    if case .zoned(let mine) = self, case .zoned(let theirs) = other { return mine.instant < theirs.instant }
    return local < other.local
  }

  /// Seconds since 1970: of the instant of a time in a zone, else of the digits as if they were UTC.
  @inlinable
  package var seconds: Int64 {
    if case .zoned(let zoned) = self { zoned.instant.secondsSinceEpoch } else { local.secondsSinceEpoch }
  }

  /// The corresponding time in the form of another one: the instance that a recurrence id names in a series that starts
  /// in another form. A date in a series of times is that day at the start's time of day.
  package func conformed(to start: EventTime) -> EventTime {
    switch (self, start) {
    case (.date, .date), (.floating, .floating): self
    case (_, .date): .date(date)
    case (.zoned(let zoned), .floating): .floating(zoned.local)
    case (.date(let date), .floating(let local)): .floating(date.at(local.time))
    case (.date(let date), .zoned(let zoned)): .zoned(date.at(zoned.local.time).in(zoned.zone))
    case (.floating(let local), .zoned(let zoned)): .zoned(local.in(zoned.zone))
    case (.zoned(let mine), .zoned(let zoned)): .zoned(mine.in(zoned.zone))
    }
  }
}

extension EventTime: CustomStringConvertible {
  /// `2026-03-02`, `2026-03-02T09:00:00`, or RFC 9557 with offset and zone.
  public var description: String {
    switch self {
    case .date(let date): date.description
    case .floating(let local): local.description
    case .zoned(let zoned): zoned.description
    }
  }
}
