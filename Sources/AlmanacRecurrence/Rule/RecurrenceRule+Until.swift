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
    guard let until = try? reader.until(in: whole) else { return nil }
    self = until
  }
}

extension RecurrenceRule {
  /// The same rule with UNTIL in the form that RFC 5545 §3.3.10 requires for a start.
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

extension RuleReader {
  /// UNTIL in one of its three forms; a repairing reader accepts any form with a date.
  mutating func until(in range: Range<Int>) throws(RecurrenceError) -> RecurrenceRule.Until? {
    var until = UntilReader(reader: self, rest: range)
    let expected = "20260630, 20260630T215959 or 20260630T215959Z"
    guard until.read() else {
      try fault(
        .untilForm, in: .until, at: until.rest.lowerBound, expected: expected, repair: "left out: no end")
      return nil
    }
    let date = until.date
    if !isLegalForm(range) {
      try fault(.untilForm, in: .until, at: range.lowerBound, expected: expected, repair: "read as \(date)")
    }
    if until.isImpossible {
      let expected = "a date and a time that exist"
      let repair = "the nearest is used"
      try fault(.untilImpossible, in: .until, at: range.lowerBound, expected: expected, repair: repair)
    }
    guard let time = until.time else { return .date(date) }
    let local = date.at(time).adding(days: until.carriesDay ? 1 : 0)
    switch until.zone {
    case .none: return .local(local)
    case .utc: return .utc(local)
    case .offset(let seconds):
      try fault(.untilZone, in: .until, at: range.lowerBound, expected: expected, repair: "turned to UTC")
      return .utc(local.adding(seconds: -seconds))
    case .named:
      try fault(.untilZone, in: .until, at: range.lowerBound, expected: expected, repair: "zone left out")
      return .local(local)
    }
  }

  /// `dddddddd`, with `Tdddddd` and `Z` or without.
  private func isLegalForm(_ range: Range<Int>) -> Bool {
    let pattern = "00000000T000000Z".utf8
    guard [8, 15, 16].contains(range.count) else { return false }
    for (index, mark) in zip(range, pattern) {
      let byte = upper(bytes[index])
      guard mark == UInt8(ascii: "0") ? isDigit(byte) : byte == mark else { return false }
    }
    return true
  }
}

/// A reader of UNTIL with any punctuation: `2026-6-30`, `20260630T2359`, `2026-06-30 23:59:59.000+02:00`,
/// `TZID=Europe/Madrid:20260630T235959`.
private struct UntilReader {
  let reader: RuleReader
  var rest: Range<Int>

  /// A day that the month does not have is its last.
  private(set) var date = CivilDate.min
  private(set) var time: CivilTime?
  /// 24:00 is midnight of the next day.
  private(set) var carriesDay = false
  private(set) var zone = Zone.none
  private(set) var isImpossible = false

  enum Zone {
    case none, utc, named
    case offset(Int)
  }

  /// Reads the whole text; `false` for one without a date or with more than a date, a time and a zone.
  mutating func read() -> Bool {
    if skipZoneName() { zone = .named }
    guard let year = digits(4), skipSeparator(), let month = digits(2), skipSeparator(), let day = digits(2),
      (1...12).contains(month), (1...31).contains(day)
    else { return false }
    let length = YearMonth(year, month).length
    date = YearMonth(year, month).firstDay.adding(days: Swift.min(day, length) - 1)
    isImpossible = day > length
    let hasT = skip(anyOf: "Tt ")
    if let hour = digits(2) {
      guard readTime(after: hour) else { return false }
    } else if !rest.isEmpty && !hasT {
      return false
    }
    while skip(anyOf: " ") {}
    return rest.isEmpty || readZone() && rest.isEmpty
  }

  private mutating func readTime(after hour: Int) -> Bool {
    var parts = [hour, 0, 0]
    for index in 1...2 {
      let hasColon = skip(anyOf: ":")
      guard let part = digits(2) else {
        if hasColon { return false }
        break
      }
      parts[index] = part
    }
    if skip(anyOf: ".,") { while digits(1) != nil {} }
    carriesDay = parts == [24, 0, 0]
    let second = parts[0] % 24 * 3600 + Swift.min(parts[1], 59) * 60 + Swift.min(parts[2], 59)
    time = CivilTime(secondOfDay: parts[0] > 24 ? 86_399 : second)
    // 23:59:60 is a leap second, and legal.
    isImpossible = isImpossible || parts[0] > 23 || parts[1] > 59 || parts[2] > 60
    return true
  }

  /// `Z`, an offset or a name in brackets.
  private mutating func readZone() -> Bool {
    if skip(anyOf: "Zz") {
      zone = .utc
      return true
    }
    if skip(anyOf: "[") {
      zone = .named
      rest = rest.upperBound..<rest.upperBound
      return true
    }
    let isMinus = rest.first.map { reader.bytes[$0] == UInt8(ascii: "-") } ?? false
    guard skip(anyOf: "+-"), let hours = digits(2) else { return false }
    _ = skip(anyOf: ":")
    zone = .offset((isMinus ? -1 : 1) * (hours * 3600 + (digits(2) ?? 0) * 60))
    return true
  }

  /// `TZID=Europe/Madrid:` before the value.
  private mutating func skipZoneName() -> Bool {
    let end = rest.lowerBound + 5
    guard end <= rest.upperBound, reader.matches(rest.lowerBound..<end, "TZID=") else { return false }
    guard let colon = reader.bytes[rest].firstIndex(of: UInt8(ascii: ":")) else { return false }
    rest = colon + 1..<rest.upperBound
    return true
  }

  /// Exactly `count` digits; one digit in place of two only before punctuation or the end.
  private mutating func digits(_ count: Int) -> Int? {
    let digits = rest.prefix(count).prefix { reader.isDigit(reader.bytes[$0]) }
    guard digits.count == count || (digits.count == 1 && count == 2) else { return nil }
    rest = digits.endIndex..<rest.upperBound
    return digits.reduce(0) { $0 * 10 + Int(reader.bytes[$1] - 48) }
  }

  /// Skips punctuation between the fields of a date, if there is any.
  private mutating func skipSeparator() -> Bool {
    _ = skip(anyOf: "-/.")
    return true
  }

  private mutating func skip(anyOf choices: StaticString) -> Bool {
    guard let first = rest.first else { return false }
    let byte = reader.bytes[first]
    guard choices.withUTF8Buffer({ $0.contains(byte) }) else { return false }
    rest = first + 1..<rest.upperBound
    return true
  }
}
