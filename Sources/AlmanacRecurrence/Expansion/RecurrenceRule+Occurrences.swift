public import AlmanacTime

extension RecurrenceRule {
  /// The instances of the rule from a wall-clock start.
  ///
  /// UNTIL is compared by digits, a UTC one too; a rule of a start in a zone needs `occurrences(from:)` with an
  /// `EventTime`.
  ///
  /// - Parameter calendars: The systems by which rules with RSCALE may count; a rule of any other has no instances.
  public func occurrences(
    from start: CivilDateTime, calendars: CalendarSystems = .gregorian
  ) -> RecurrenceSequence {
    occurrences(from: .floating(start), calendars: calendars)
  }

  /// The instances of the rule from a date, as the midnights of their days. Parts that choose times are ignored.
  public func occurrences(from start: CivilDate, calendars: CalendarSystems = .gregorian)
    -> RecurrenceSequence
  {
    occurrences(from: .date(start), calendars: calendars)
  }

  /// The instances of the rule from any start, as wall-clock times of the start's own clock; UNTIL is resolved in
  /// the start's zone.
  public func occurrences(from start: EventTime, calendars: CalendarSystems = .gregorian)
    -> RecurrenceSequence
  {
    let planner = Planner(self, start: start.local, isDate: start.isDate, calendars: calendars)
    return RecurrenceSequence(planner.plan(until: lastTime(for: start)))
  }

  /// The latest wall-clock time that UNTIL lets through, on the start's own clock.
  ///
  /// A date includes its day; a local time is read in the start's zone; a UTC time on a floating start is compared
  /// by its digits, and on a date by its date.
  func lastTime(for start: EventTime) -> CivilDateTime {
    guard case .until(let until) = end else { return .max }
    switch (until, start) {
    case (.date(let date), .date):
      return date.startOfDay
    case (.date(let date), _):
      return date.at(CivilTime(uncheckedSecondOfDay: 86_399))
    case (.local(let local), .date), (.utc(let local), .date):
      return local.date.startOfDay
    case (.local(let local), _), (.utc(let local), .floating):
      return local
    case (.utc(let utc), .zoned(let zoned)):
      return zoned.zone.lastLocal(notAfter: Instant(secondsSinceEpoch: utc.secondsSinceEpoch))
    }
  }
}

extension Zone {
  /// The latest wall-clock time whose instant, the first one in a fold, is not after another.
  func lastLocal(notAfter instant: Instant) -> CivilDateTime {
    let shown = local(at: instant)
    guard case .fold(let first, let second) = resolve(shown), instant >= second else { return shown }
    // The second pass: everything up to the end of the first pass is before it.
    var change = instant
    for transition in transitions(in: first..<instant.adding(seconds: 1)) { change = transition.instant }
    let offsetBefore = shown.secondsSinceEpoch - first.secondsSinceEpoch
    return CivilDateTime(secondsSinceEpoch: change.secondsSinceEpoch + offsetBefore - 1)
  }
}
