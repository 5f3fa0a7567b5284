/// A numbering of weeks: the first weekday, and the number of days of the new year that week 1 needs.
public struct WeekRule: Sendable, Hashable {
  /// The weekday with which weeks begin.
  public let firstWeekday: Weekday
  /// 1…7: the first week of a year is the first with at least this many days in it.
  public let minimalDays: Int

  /// Creates a rule, by default with the four days of ISO 8601. A `minimalDays` outside 1…7 is bounded to it.
  public init(firstWeekday: Weekday, minimalDays: Int = 4) {
    self.firstWeekday = firstWeekday
    self.minimalDays = Swift.min(Swift.max(minimalDays, 1), 7)
  }

  /// ISO 8601: weeks begin on Monday, and week 1 has at least four days (it contains the first Thursday).
  public static let iso = WeekRule(firstWeekday: .monday, minimalDays: 4)

  /// The first day of week 1 of a year.
  ///
  /// The result is a day number (days since 1970-01-01) rather than a date, as it may be before `CivilDate.min`.
  /// Years are bounded to ±1 000 000.
  public func firstDay(ofYear year: Int) -> Int {
    let bounded = Swift.min(Swift.max(year, -1_000_000), 1_000_000)
    let newYear = Gregorian.days(year: bounded, month: 1, day: 1)
    let weekday = Weekday(daysAfterMonday: Gregorian.weekdayIndex(ofDay: newYear))
    let daysBefore = weekday.days(after: firstWeekday)
    return 7 - daysBefore >= minimalDays ? newYear - daysBefore : newYear + 7 - daysBefore
  }

  /// The number of weeks of a year, 52 or 53.
  public func weeks(inYear year: Int) -> Int {
    let yearOfEra = year.flooredRemainder(400)
    return (firstDay(ofYear: yearOfEra + 1) - firstDay(ofYear: yearOfEra)) / 7
  }
}

/// A date as week-based year, week and weekday, by ISO 8601 or any other `WeekRule`.
///
/// ```swift
/// let week = WeekDate(try CivilDate(2027, 1, 3))       // 2026-W53-7
/// ```
public struct WeekDate: Sendable, Hashable {
  /// The week-based year, which around New Year may be the one before or after that of `date`: -10000…10000.
  public let year: Int
  /// 1…53.
  public let week: Int
  /// The day of the week.
  public let weekday: Weekday
  /// The numbering of `year` and `week`. The same day under another rule is a different value.
  public let rule: WeekRule

  /// Creates the week date of a day, by default that of ISO 8601.
  public init(_ date: CivilDate, rule: WeekRule = .iso) {
    let day = date.daysSinceEpoch
    var year = date.year
    if day < rule.firstDay(ofYear: year) {
      year -= 1
    } else if day >= rule.firstDay(ofYear: year + 1) {
      year += 1
    }
    self.year = year
    week = (day - rule.firstDay(ofYear: year)) / 7 + 1
    weekday = date.weekday
    self.rule = rule
  }

  /// - Throws: `TimeError` with code `outOfRange` for a week that the year does not have, or a day outside
  ///   `CivilDate.min ... CivilDate.max`.
  public init(year: Int, week: Int, weekday: Weekday, rule: WeekRule = .iso) throws(TimeError) {
    try TimeError.require("a week", week, in: 1...rule.weeks(inYear: year))
    let day = rule.firstDay(ofYear: year) + (week - 1) * 7 + weekday.days(after: rule.firstWeekday)
    guard (CivilDate.minDay...CivilDate.maxDay).contains(day) else {
      throw TimeError(.outOfRange, expected: "a day of the years -9999 to 9999")
    }
    self.year = year
    self.week = week
    self.weekday = weekday
    self.rule = rule
  }

  /// The day, always within `CivilDate.min ... CivilDate.max`.
  public var date: CivilDate {
    let first = rule.firstDay(ofYear: year)
    return CivilDate(uncheckedDaysSinceEpoch: first + (week - 1) * 7 + weekday.days(after: rule.firstWeekday))
  }
}

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
    DigitWriter.text { text in
      text.append(year: year)
      text.append("-")
      text.append("W")
      text.append(week)
      text.append("-")
      text.append(Int(weekday.rawValue), digits: 1)
    }
  }
}

extension TextScanner {
  fileprivate mutating func weekDate(_ rule: WeekRule) throws(TimeError) -> WeekDate {
    let year = try year(limit: 10_000)  // the days around New Year may belong to a year beyond the range
    let extended = skip("-")
    guard read(anyOf: "Ww") != nil else { throw TimeError(.syntax, at: offset, expected: "'W' and a week") }
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
