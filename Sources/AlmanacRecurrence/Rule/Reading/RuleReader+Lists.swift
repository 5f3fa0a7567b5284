import AlmanacTime

extension RuleReader {
  /// One number of a part within its limits; `nil` when it is not, after a report that says `repair`.
  mutating func number(
    of part: RecurrenceRule.Part, in range: Range<Int>, or repair: String
  ) throws(RecurrenceError) -> Int? {
    guard let limits = part.limits(scaled: isScaled) else { return nil }
    let range = trimmed(range)
    let expected = "\(part.name) from \(limits.phrase)"
    guard !range.isEmpty else {
      try fault(.emptyValue, in: part, at: range.lowerBound, expected: expected, repair: repair)
      return nil
    }
    var rest = range
    let sign = takeSign(&rest, allowed: limits.isSigned || !isStrict)
    guard let magnitude = takeDigits(&rest), rest.isEmpty else {
      try fault(.syntax, in: part, at: rest.lowerBound, expected: expected, repair: repair)
      return nil
    }
    guard limits.contains(sign * magnitude) else {
      try fault(.outOfRange, in: part, at: range.lowerBound, expected: expected, repair: repair)
      return nil
    }
    return sign * magnitude
  }

  /// `MO`, `1FR`, `+1FR` or `-2SU`, with commas between.
  mutating func readWeekdays(_ entry: Entry) throws(RecurrenceError) {
    for place in pieces(of: entry.value, at: ",") {
      if let value = try weekdayOrdinal(in: trimmed(place)) { rule.byDay.append(value) }
    }
  }

  private mutating func weekdayOrdinal(in range: Range<Int>) throws(RecurrenceError) -> WeekdayOrdinal? {
    let expected = "a weekday such as MO, 1FR or -2SU"
    guard !range.isEmpty else {
      try fault(.emptyValue, in: .byDay, at: range.lowerBound, expected: expected, repair: "left out")
      return nil
    }
    var rest = range
    let sign = takeSign(&rest, allowed: true)
    let isSigned = rest.lowerBound > range.lowerBound
    let magnitude = takeDigits(&rest)
    if !isStrict { rest = trimmed(rest) }
    guard let weekday = weekday(rest), magnitude != nil || !isSigned else {
      let offset = magnitude == nil && isSigned ? rest.lowerBound : range.lowerBound
      try fault(.syntax, in: .byDay, at: offset, expected: expected, repair: "left out")
      return nil
    }
    guard let magnitude else { return WeekdayOrdinal(weekday) }
    guard let limits = RecurrenceRule.Part.byDay.limits(scaled: isScaled) else { return nil }
    guard limits.contains(sign * magnitude) else {
      let expected = "a number from \(limits.phrase)"
      let repair = magnitude == 0 ? "taken as every one" : "left out"
      try fault(.outOfRange, in: .byDay, at: range.lowerBound, expected: expected, repair: repair)
      return magnitude == 0 ? WeekdayOrdinal(weekday) : nil
    }
    return WeekdayOrdinal(weekday, ordinal: sign * magnitude)
  }

  /// `1` … `12`, with `L` for a leap month, with commas between.
  mutating func readMonths(_ entry: Entry) throws(RecurrenceError) {
    for place in pieces(of: entry.value, at: ",") {
      var range = trimmed(place)
      let isLeap = range.last.map { upper(bytes[$0]) == UInt8(ascii: "L") } ?? false
      if isLeap { range = range.lowerBound..<range.upperBound - 1 }
      if let month = try number(of: .byMonth, in: range, or: "left out") {
        rule.byMonth.append(MonthNumber(month, isLeap: isLeap))
      }
    }
  }
}

/// The bytes of the text.
extension RuleReader {
  /// The text without `RRULE:` or `EXRULE:` before it.
  func bodyRange() -> Range<Int> {
    let whole = trimmed(0..<bytes.count)
    for prefix in ["RRULE:", "EXRULE:"] {
      let end = whole.lowerBound + prefix.utf8.count
      if end <= whole.upperBound, matches(whole.lowerBound..<end, prefix) { return end..<whole.upperBound }
    }
    return whole
  }

  /// The range between separators; one piece when there is none.
  func pieces(of range: Range<Int>, at separator: Unicode.Scalar) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == UInt8(ascii: separator) {
      pieces.append(start..<index)
      start = index + 1
    }
    pieces.append(start..<range.upperBound)
    return pieces
  }

  /// A repairing reader passes over white space at both ends; to a strict one it is a fault like any other byte.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard !isStrict else { return range }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  func matches(_ range: Range<Int>, _ word: String) -> Bool {
    guard range.count == word.utf8.count else { return false }
    var index = range.lowerBound
    for byte in word.utf8 {
      guard upper(bytes[index]) == byte else { return false }
      index += 1
    }
    return true
  }

  func weekday(_ range: Range<Int>) -> Weekday? {
    for weekday in Weekday.allCases where matches(range, weekday.code) { return weekday }
    return nil
  }

  func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

  func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || (65...90).contains(upper(byte))
  }

  func upper(_ byte: UInt8) -> UInt8 { byte >= 97 && byte <= 122 ? byte - 32 : byte }

  /// Takes `+` or `-`: the factor of what follows.
  func takeSign(_ range: inout Range<Int>, allowed: Bool) -> Int {
    guard allowed, let first = range.first else { return 1 }
    let isMinus = bytes[first] == UInt8(ascii: "-")
    guard isMinus || bytes[first] == UInt8(ascii: "+") else { return 1 }
    range = first + 1..<range.upperBound
    return isMinus ? -1 : 1
  }

  /// Takes all the digits that come next; a number beyond every limit stays at one that is.
  func takeDigits(_ range: inout Range<Int>) -> Int? {
    var value = 0
    var index = range.lowerBound
    while index < range.upperBound, isDigit(bytes[index]) {
      value = Swift.min(value * 10 + Int(bytes[index] - 48), 1 << 40)
      index += 1
    }
    guard index > range.lowerBound else { return nil }
    range = index..<range.upperBound
    return value
  }
}
