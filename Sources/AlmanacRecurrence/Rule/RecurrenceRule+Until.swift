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
    var looser = UntilReader(reader: self, rest: range)
    let found = looser.read()
    let isLegalForm = isLegalForm(range)
    let expected = "20260630, 20260630T215959 or 20260630T215959Z"
    guard let found, let date = found.date else {
      try fault(
        .untilForm, in: .until, at: looser.rest.lowerBound, expected: expected, repair: "left out: no end")
      return nil
    }
    if !isLegalForm {
      try fault(.untilForm, in: .until, at: range.lowerBound, expected: expected, repair: "read as \(date)")
    }
    if found.isImpossible {
      let expected = "a date and a time that exist"
      let repair = "the nearest is used"
      try fault(.untilImpossible, in: .until, at: range.lowerBound, expected: expected, repair: repair)
    }
    guard let time = found.time else { return .date(date) }
    let local = date.at(time).adding(days: found.carriesDay ? 1 : 0)
    switch found.zone {
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

  enum Zone {
    case none, utc, named
    case offset(Int)
  }

  struct Found {
    var year = 0
    var month = 0
    var day = 0
    var time: CivilTime?
    /// 24:00 is midnight of the next day.
    var carriesDay = false
    var zone = Zone.none
    var isImpossible = false

    /// The date; a day that the month does not have is its last.
    var date: CivilDate? {
      guard (1...12).contains(month), (1...31).contains(day) else { return nil }
      let month = YearMonth(year, month)
      return month.firstDay.adding(days: Swift.min(day, month.length) - 1)
    }
  }

  mutating func read() -> Found? {
    var found = Found()
    let isNamed = skipZoneName()
    guard let year = digits(4), skipSeparator(), let month = digits(2), skipSeparator(), let day = digits(2)
    else { return nil }
    (found.year, found.month, found.day) = (year, month, day)
    guard let date = found.date else { return nil }
    found.isImpossible = date.dayOfMonth != day
    let hasT = skip(anyOf: "Tt ")
    if let hour = digits(2) {
      guard readTime(after: hour, into: &found) else { return nil }
    } else if !rest.isEmpty && !hasT {
      return nil
    }
    found.zone = isNamed ? .named : .none
    return readZone(into: &found) && rest.isEmpty ? found : nil
  }

  private mutating func readTime(after hour: Int, into found: inout Found) -> Bool {
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
    found.carriesDay = parts == [24, 0, 0]
    let bounded = [parts[0] % 24, Swift.min(parts[1], 59), Swift.min(parts[2], 59)]
    // 23:59:60 is a leap second, and legal.
    found.isImpossible = found.isImpossible || parts[0] > 23 || parts[1] > 59 || parts[2] > 60
    let second = bounded[0] * 3600 + bounded[1] * 60 + bounded[2]
    found.time = CivilTime(secondOfDay: parts[0] > 24 ? 86_399 : second)
    return true
  }

  /// `Z`, an offset or a name in brackets.
  private mutating func readZone(into found: inout Found) -> Bool {
    skipSpaces()
    guard let next = rest.first else { return true }
    if skip(anyOf: "Zz") {
      found.zone = .utc
      return true
    }
    if reader.bytes[next] == UInt8(ascii: "[") {
      found.zone = .named
      rest = rest.upperBound..<rest.upperBound
      return true
    }
    guard reader.bytes[next] == UInt8(ascii: "+") || reader.bytes[next] == UInt8(ascii: "-") else {
      return false
    }
    let sign = reader.readSign(&rest, allowed: true)
    guard let hours = digits(2) else { return false }
    _ = skip(anyOf: ":")
    found.zone = .offset(sign * (hours * 3600 + (digits(2) ?? 0) * 60))
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

  private mutating func skipSpaces() {
    while skip(anyOf: " ") {}
  }

  private mutating func skip(anyOf choices: StaticString) -> Bool {
    guard let first = rest.first else { return false }
    let byte = reader.bytes[first]
    guard choices.withUTF8Buffer({ $0.contains(byte) }) else { return false }
    rest = first + 1..<rest.upperBound
    return true
  }
}
