import AlmanacTime

extension RuleReader {
  /// UNTIL in one of its three forms; a repairing reader takes whatever says a day.
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
      let repair = "the nearest is taken"
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

/// Takes an UNTIL apart whatever its punctuation: `2026-6-30`, `20260630T2359`, `2026-06-30 23:59:59.000+02:00`,
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

    /// The date, a day that the month does not have taken as its last.
    var date: CivilDate? {
      guard (1...12).contains(month), (1...31).contains(day) else { return nil }
      let month = YearMonth(year, month)
      return month.firstDay.adding(days: Swift.min(day, month.length) - 1)
    }
  }

  mutating func read() -> Found? {
    var found = Found()
    let isNamed = skipZoneName()
    guard let year = digits(4), takeSeparator(), let month = digits(2), takeSeparator(), let day = digits(2)
    else { return nil }
    (found.year, found.month, found.day) = (year, month, day)
    guard let date = found.date else { return nil }
    found.isImpossible = date.dayOfMonth != day
    let hasT = takeAny(of: "Tt ")
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
      let hasColon = takeAny(of: ":")
      guard let part = digits(2) else {
        if hasColon { return false }
        break
      }
      parts[index] = part
    }
    if takeAny(of: ".,") { while digits(1) != nil {} }
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
    if takeAny(of: "Zz") {
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
    let sign = reader.takeSign(&rest, allowed: true)
    guard let hours = digits(2) else { return false }
    _ = takeAny(of: ":")
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

  /// Exactly so many digits; fewer (of two) only before punctuation or the end.
  private mutating func digits(_ count: Int) -> Int? {
    var value = 0
    var taken = 0
    var index = rest.lowerBound
    while taken < count, index < rest.upperBound, reader.isDigit(reader.bytes[index]) {
      value = value * 10 + Int(reader.bytes[index] - 48)
      (taken, index) = (taken + 1, index + 1)
    }
    guard taken == count || (taken == 1 && count == 2) else { return nil }
    rest = index..<rest.upperBound
    return value
  }

  /// Punctuation between the fields of a date need not be there.
  private mutating func takeSeparator() -> Bool {
    _ = takeAny(of: "-/.")
    return true
  }

  private mutating func skipSpaces() {
    while takeAny(of: " ") {}
  }

  private mutating func takeAny(of choices: StaticString) -> Bool {
    guard let first = rest.first else { return false }
    let byte = reader.bytes[first]
    guard choices.withUTF8Buffer({ $0.contains(byte) }) else { return false }
    rest = first + 1..<rest.upperBound
    return true
  }
}
