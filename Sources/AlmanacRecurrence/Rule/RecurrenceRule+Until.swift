public import AlmanacTime

extension RecurrenceRule.Until {
  /// The same end in the form that RFC 5545 §3.3.10 requires for a start.
  ///
  /// For a start in a zone the form is UTC: a date includes that civil day in the start's zone, a local time is read
  /// in it. For a floating start it is local: a date includes its day, UTC is read by its digits. For a date it is a
  /// date: that of the digits, or for UTC that in `calendarZone`. An end of the required form is returned unchanged.
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

  /// Reads the value of UNTIL, in any form with a date; `nil` for anything else.
  package init?(repairing text: String) {
    var reader = RuleReader(text, isStrict: false)
    let whole = reader.trimmed(0..<reader.bytes.count)
    guard let until = try? reader.until(in: whole, or: "ignored") else { return nil }
    self = until
  }
}

extension RecurrenceRule {
  /// The same rule with UNTIL in the form that RFC 5545 §3.3.10 requires for a start.
  public func conforming(to start: EventTime, calendarZone: Zone = .utc) -> RecurrenceRule {
    guard case .until(let until) = end else { return self }
    return modified(self) { $0.end = .until(until.conforming(to: start, calendarZone: calendarZone)) }
  }
}

extension CivilDate {
  var lastSecond: CivilDateTime { at(CivilTime(uncheckedSecondOfDay: 86_399)) }
}

extension RuleReader {
  /// UNTIL in one of its three forms; a repairing reader accepts any form with a date.
  ///
  /// - Parameter repair: What is reported of a value that cannot be read.
  mutating func until(
    in range: Range<Int>, or repair: String
  ) throws(RecurrenceError) -> RecurrenceRule.Until? {
    let expected = "20260630, 20260630T215959 or 20260630T215959Z"
    let until: LenientTime
    do throws(TimeError) { until = try LenientTime(Array(bytes[range])) } catch {
      let offset = range.lowerBound + error.offset
      try fault(.untilForm, in: .until, at: offset, expected: expected, repair: repair)
      return nil
    }
    if !isLegalForm(range) {
      let repair = "read as \(until.date)"
      try fault(.untilForm, in: .until, at: range.lowerBound, expected: expected, repair: repair)
    }
    if until.isImpossible || until.isEndOfDay {
      let expected = "a date and a time that exist"
      let repair = "the nearest is used"
      try fault(.untilImpossible, in: .until, at: range.lowerBound, expected: expected, repair: repair)
    }
    guard until.time != nil else { return .date(until.date) }
    switch until.zone {
    case .none: return .local(until.local)
    case .utc: return .utc(until.local)
    case .offset(let seconds):
      try fault(.untilZone, in: .until, at: range.lowerBound, expected: expected, repair: "turned to UTC")
      return .utc(until.local.adding(seconds: -seconds))
    case .named:
      try fault(.untilZone, in: .until, at: range.lowerBound, expected: expected, repair: "zone ignored")
      return .local(until.local)
    }
  }

  /// `dddddddd`, with `Tdddddd` and `Z` or without.
  private func isLegalForm(_ range: Range<Int>) -> Bool {
    let pattern = "00000000T000000Z".utf8
    return [8, 15, 16].contains(range.count)
      && zip(range, pattern).allSatisfy { index, mark in
        mark == UInt8(ascii: "0") ? isDigit(bytes[index]) : upper(bytes[index]) == mark
      }
  }
}
