package import AlmanacTime

/// Dates, floating times and times in a zone: which of them a time is, beside another.
extension EventTime {
  /// Whether both are dates, both floating or both in a zone.
  package func hasSameForm(as other: EventTime) -> Bool {
    switch (self, other) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): true
    default: false
    }
  }

  /// Whether it comes before another time of the same form.
  package func isBefore(_ other: EventTime) -> Bool {
    if case .zoned(let mine) = self, case .zoned(let theirs) = other { return mine.instant < theirs.instant }
    return local < other.local
  }

  /// The same time in the form of another, as far as digits allow: how a recurrence id names an instance of a
  /// series that starts in another form. A date among timed instances is that day at the start's time of day.
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
