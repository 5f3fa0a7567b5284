extension TextScanner {
  /// `2026-03-02` or `20260302`; a sign brings a year of six digits (or four, for negative years).
  mutating func date() throws(TimeError) -> CivilDate {
    let year = try year()
    let extended = take("-")
    let month = try month()
    if extended { try expect("-", "'-' between month and day") }
    let start = offset
    let day = try digits(2, "two digits of a day")
    return try Self.placing(at: start) { () throws(TimeError) in try CivilDate(year, month, day) }
  }

  /// `2026-03` or `202603`.
  mutating func yearMonth() throws(TimeError) -> YearMonth {
    let year = try year()
    _ = take("-")
    return YearMonth(year, try month())
  }

  private mutating func month() throws(TimeError) -> Int {
    try field("a month", 1...12)
  }

  /// Two digits of a field and their range, the fault being where the field begins.
  private mutating func field(_ name: String, _ range: ClosedRange<Int>) throws(TimeError) -> Int {
    let start = offset
    let value = try digits(2, "two digits of \(name)")
    guard range.contains(value) else {
      throw TimeError(
        .outOfRange, at: start, expected: "\(name) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Four digits, or a sign and six (or four, for negative years); `limit` bounds the magnitude.
  mutating func year(limit: Int = 9999) throws(TimeError) -> Int {
    let start = offset
    guard let sign = takeAny(of: "+-") else { return try digits(4, "four digits of a year") }
    let year = try digits(isDigit(ahead: 4) && isDigit(ahead: 5) ? 6 : 4, "four or six digits of a year")
    guard year <= limit else {
      throw TimeError(.outOfRange, at: start, expected: "a year from -\(limit) to \(limit)")
    }
    return sign == UInt8(ascii: "-") ? -year : year
  }

  /// `09:00`, `09:00:30` or `090030`, `0900`. A fraction of a second is read and dropped; a leap second
  /// (`60`) is read as 59, as RFC 5545 §3.3.12 asks of those who do not support it.
  mutating func time() throws(TimeError) -> CivilTime {
    let hour = try field("an hour", 0...23)
    let extended = take(":")
    let minute = try field("a minute", 0...59)
    var second = 0
    if extended ? take(":") : isDigit() {
      second = Swift.min(try field("a second", 0...60), 59)
      if takeAny(of: ".,") != nil { try skipDigits("the digits of a fraction of a second") }
    }
    return CivilTime(uncheckedSecondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// A date and a time with `T` (or a space, or `t`) between them.
  mutating func dateTime() throws(TimeError) -> CivilDateTime {
    let date = try date()
    guard takeAny(of: "Tt ") != nil else {
      throw TimeError(.syntax, at: offset, expected: "'T' between date and time")
    }
    return CivilDateTime(date, try time())
  }

  /// `Z`, `+01:00`, `+0100`, `+01` or with seconds, in seconds east of Greenwich.
  mutating func utcOffset() throws(TimeError) -> Int {
    if takeAny(of: "Zz") != nil { return 0 }
    guard let sign = takeAny(of: "+-") else {
      throw TimeError(.syntax, at: offset, expected: "'Z' or an offset such as +01:00")
    }
    var seconds = try field("an offset's hours", 0...23) * 3600
    let extended = take(":")
    if extended || isDigit() {
      seconds += try field("an offset's minutes", 0...59) * 60
      if extended ? take(":") : isDigit() { seconds += try field("an offset's seconds", 0...59) }
    }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}

extension TimeError {
  /// Reads the whole of a text with one reader.
  static func reading<T>(_ text: String, _ read: (inout TextScanner) throws(TimeError) -> T)
    throws(TimeError) -> T
  {
    var scanner = TextScanner(text)
    let value = try read(&scanner)
    try scanner.expectEnd()
    return value
  }
}
