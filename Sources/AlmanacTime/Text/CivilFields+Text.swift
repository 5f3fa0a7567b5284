extension TextScanner {
  /// `2026-03-02` or `20260302`; a sign brings a year of six digits (or four, for negative years).
  mutating func date() throws(TimeError) -> CivilDate {
    let start = offset
    let year = try year()
    let extended = take("-")
    let month = try digits(2, "two digits of a month")
    if extended { try expect("-", "'-' between month and day") }
    let day = try digits(2, "two digits of a day")
    return try Self.placing(at: start) { () throws(TimeError) in try CivilDate(year, month, day) }
  }

  /// `2026-03` or `202603`.
  mutating func yearMonth() throws(TimeError) -> YearMonth {
    let year = try year()
    _ = take("-")
    let start = offset
    let month = try digits(2, "two digits of a month")
    guard (1...12).contains(month) else {
      throw TimeError(.outOfRange, at: start, expected: "a month from 01 to 12")
    }
    return YearMonth(year, month)
  }

  private mutating func year() throws(TimeError) -> Int {
    let start = offset
    guard let sign = takeAny(of: "+-") else { return try digits(4, "four digits of a year") }
    let year = try digits(isDigit(ahead: 5) ? 6 : 4, "four or six digits of a year")
    guard year <= 9999 else { throw TimeError(.outOfRange, at: start, expected: "a year from -9999 to 9999") }
    return sign == UInt8(ascii: "-") ? -year : year
  }

  /// `09:00`, `09:00:30` or `090030`, `0900`. A fraction of a second is read and dropped; a leap second
  /// (`60`) is read as 59, as RFC 5545 §3.3.12 asks of those who do not support it.
  mutating func time() throws(TimeError) -> CivilTime {
    let start = offset
    let hour = try digits(2, "two digits of an hour")
    let extended = take(":")
    let minute = try digits(2, "two digits of a minute")
    var second = 0
    if extended ? take(":") : isDigit() {
      second = try digits(2, "two digits of a second")
      if takeAny(of: ".,") != nil { try skipDigits("the digits of a fraction of a second") }
    }
    if second == 60 { second = 59 }
    return try Self.placing(at: start) { () throws(TimeError) in try CivilTime(hour, minute, second) }
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
    let start = offset
    var seconds = try digits(2, "two digits of an offset's hours") * 3600
    let extended = take(":")
    if extended || isDigit() {
      let minutes = try digits(2, "two digits of an offset's minutes")
      guard minutes < 60 else { throw TimeError(.outOfRange, at: start, expected: "minutes below 60") }
      seconds += minutes * 60
      if extended ? take(":") : isDigit() {
        let part = try digits(2, "two digits of an offset's seconds")
        guard part < 60 else { throw TimeError(.outOfRange, at: start, expected: "seconds below 60") }
        seconds += part
      }
    }
    guard seconds < 86_400 else {
      throw TimeError(.outOfRange, at: start, expected: "an offset below 24 hours")
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
