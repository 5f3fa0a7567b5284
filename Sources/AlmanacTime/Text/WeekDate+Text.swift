extension WeekDate: CustomStringConvertible {
  /// Reads the ISO 8601 forms `2026-W53-7` and `2026W537`; the last digit is the ISO number of the weekday
  /// whatever the rule.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String, rule: WeekRule = .iso) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.weekDate(rule) }
  }

  /// The ISO 8601 form, `2026-W53-7`; the last digit is the ISO number of the weekday whatever the rule.
  public var description: String {
    "\(Digits.year(year))-W\(Digits.two(week))-\(weekday.rawValue)"
  }
}

extension TextScanner {
  fileprivate mutating func weekDate(_ rule: WeekRule) throws(TimeError) -> WeekDate {
    let year = try year(limit: 10_000)  // the days around New Year may belong to a year beyond the range
    let extended = take("-")
    guard takeAny(of: "Ww") != nil else { throw TimeError(.syntax, at: offset, expected: "'W' and a week") }
    let start = offset
    let week = try digits(2, "two digits of a week")
    if extended { try expect("-", "'-' between week and weekday") }
    let weekdayStart = offset
    let number = try digits(1, "the digit of a weekday")
    guard let weekday = Weekday(rawValue: UInt8(number)) else {
      throw TimeError(.outOfRange, at: weekdayStart, expected: "a weekday from 1 (Monday) to 7 (Sunday)")
    }
    return try Self.placing(at: start) { () throws(TimeError) in
      try WeekDate(year: year, week: week, weekday: weekday, rule: rule)
    }
  }
}
