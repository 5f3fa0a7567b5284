/// How weeks are numbered: the day that begins a week, and how many days of the new year its first week needs.
public struct WeekRule: Sendable, Hashable {
  public let firstWeekday: Weekday
  /// 1…7: the first week of a year is the first that has at least so many days in it.
  public let minimalDays: Int

  /// A number of minimal days outside 1…7 is taken as the nearest in it.
  public init(firstWeekday: Weekday, minimalDays: Int = 4) {
    self.firstWeekday = firstWeekday
    self.minimalDays = Swift.min(Swift.max(minimalDays, 1), 7)
  }

  /// ISO 8601: weeks begin on Monday, and week 1 has at least four days (it holds the first Thursday).
  public static let iso = WeekRule(firstWeekday: .monday, minimalDays: 4)

  /// The first day of week 1 of a year.
  ///
  /// It is a day number rather than a date, as it may lie before `CivilDate.min`.
  public func firstDay(ofYear year: Int) -> Int {
    let newYear = Gregorian.days(year: year, month: 1, day: 1)
    let weekday = Weekday(daysAfterMonday: Gregorian.weekdayIndex(ofDay: newYear))
    let daysBefore = weekday.days(after: firstWeekday)
    return 7 - daysBefore >= minimalDays ? newYear - daysBefore : newYear + 7 - daysBefore
  }

  /// How many weeks a year has by this rule, 52 or 53.
  public func weeks(inYear year: Int) -> Int {
    (firstDay(ofYear: year + 1) - firstDay(ofYear: year)) / 7
  }
}

/// A date as week-based year, week and weekday, by ISO 8601 or any other `WeekRule`.
///
/// ```swift
/// let week = WeekDate(try CivilDate(2027, 1, 3))       // 2026-W53-7
/// ```
public struct WeekDate: Sendable, Hashable {
  public let year: Int
  /// 1…53.
  public let week: Int
  public let weekday: Weekday
  public let rule: WeekRule

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

  /// - Throws: `TimeError` with code `outOfRange` for a week that the year does not have.
  public init(year: Int, week: Int, weekday: Weekday, rule: WeekRule = .iso) throws(TimeError) {
    guard (-9999...9999).contains(year) else {
      throw TimeError(.outOfRange, expected: "a year from -9999 to 9999")
    }
    let last = rule.weeks(inYear: year)
    guard (1...last).contains(week) else {
      throw TimeError(.outOfRange, expected: "a week from 1 to \(last)")
    }
    self.year = year
    self.week = week
    self.weekday = weekday
    self.rule = rule
  }

  public var date: CivilDate {
    let first = rule.firstDay(ofYear: year)
    return CivilDate(daysSinceEpoch: first + (week - 1) * 7 + weekday.days(after: rule.firstWeekday))
  }
}

extension WeekDate: CustomStringConvertible {
  /// The ISO 8601 form, `2026-W53-7`; the last digit is the ISO number of the weekday whatever the rule.
  public var description: String {
    "\(Digits.year(year))-W\(Digits.two(week))-\(weekday.rawValue)"
  }
}
