public import AlmanacTime

extension RecurrenceRule.Until {
  /// The same end in the form that RFC 5545 §3.3.10 asks for with such a start.
  ///
  /// For a start in a zone it is UTC: a date includes that civil day in the start's zone, a local time is read in
  /// it. For a floating start it is local: a date includes its day, UTC keeps its digits. For a date it is a date:
  /// that of the digits, or for UTC that in `calendarZone`. What has the right form stays as it is.
  public func conforming(to start: EventTime, calendarZone: Zone = .utc) -> RecurrenceRule.Until {
    switch (start, self) {
    case (.date, .date), (.floating, .local), (.zoned, .utc): self
    case (.date, .local(let local)): .date(local.date)
    case (.date, .utc(let utc)):
      .date(calendarZone.local(at: Instant(secondsSinceEpoch: utc.secondsSinceEpoch)).date)
    case (.floating, .date(let date)): .local(date.lastSecond)
    case (.floating, .utc(let utc)): .local(utc)
    case (.zoned(let zoned), .date(let date)): .utc(zoned.zone.instant(of: date.lastSecond).utc)
    case (.zoned(let zoned), .local(let local)): .utc(zoned.zone.instant(of: local).utc)
    }
  }
}

extension RecurrenceRule {
  /// The same rule with UNTIL in the form that RFC 5545 §3.3.10 asks for with such a start, fit for printing.
  public func conforming(to start: EventTime, calendarZone: Zone = .utc) -> RecurrenceRule {
    guard case .until(let until) = end else { return self }
    var rule = self
    rule.end = .until(until.conforming(to: start, calendarZone: calendarZone))
    return rule
  }
}

extension CivilDate {
  var lastSecond: CivilDateTime { at(CivilTime(uncheckedSecondOfDay: 86_399)) }
}
