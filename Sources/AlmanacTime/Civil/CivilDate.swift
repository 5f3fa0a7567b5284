/// A day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// Years run from -9999 to 9999 (year 0 is 1 BC). A date is stored as the number of days since 1970-01-01,
/// so that comparing, counting and stepping are integer operations; year, month and day are computed.
///
/// ```swift
/// let date = try CivilDate(2026, 1, 31)
/// date.weekday                      // .saturday
/// date.adding(months: 1)            // 2026-02-28: clamped to the end of the month
/// date.adding(days: 40)             // 2026-03-12
/// ```
public struct CivilDate: Sendable, Hashable {
  @usableFromInline let day: Int32

  /// Creates a date without checking it: the number has to be within `CivilDate.min ... CivilDate.max`.
  public init(uncheckedDaysSinceEpoch days: Int) {
    day = Int32(truncatingIfNeeded: days)
  }

  /// Creates the date a number of days after 1970-01-01, bounded to the range.
  public init(daysSinceEpoch days: Int) {
    self.init(uncheckedDaysSinceEpoch: Swift.min(Swift.max(days, Self.minDay), Self.maxDay))
  }

  /// - Throws: `TimeError` with code `outOfRange` for a day that the month does not have, a month that is not
  ///   1…12, or a year that is not -9999…9999.
  public init(_ year: Int, _ month: Int, _ day: Int) throws(TimeError) {
    try TimeError.require("a year", year, in: -9999...9999)
    try TimeError.require("a month", month, in: 1...12)
    try TimeError.require("a day", day, in: 1...Gregorian.daysInMonth(year, month))
    self.init(uncheckedDaysSinceEpoch: Gregorian.days(year: year, month: month, day: day))
  }

  static let minDay = -4_371_587
  static let maxDay = 2_932_896

  /// -9999-01-01.
  public static let min = CivilDate(uncheckedDaysSinceEpoch: minDay)
  /// 9999-12-31.
  public static let max = CivilDate(uncheckedDaysSinceEpoch: maxDay)

  /// Days since 1970-01-01.
  public var daysSinceEpoch: Int { Int(day) }
}

extension CivilDate {
  /// Year, month (1…12) and day (1…31) in one computation.
  public var fields: (year: Int, month: Int, day: Int) { Gregorian.date(ofDay: Int(day)) }

  /// -9999…9999; 0 is 1 BC.
  public var year: Int { fields.year }

  /// 1…12.
  public var month: Int { fields.month }

  /// 1…31.
  public var dayOfMonth: Int { fields.day }

  /// 1…366.
  public var dayOfYear: Int { Int(day) - Gregorian.days(year: year, month: 1, day: 1) + 1 }

  /// The day of the week; 1970-01-01 is a Thursday.
  public var weekday: Weekday { Weekday(daysAfterMonday: Gregorian.weekdayIndex(ofDay: Int(day))) }

  /// The month that contains the date.
  public var yearMonth: YearMonth {
    let (year, month, _) = fields
    return YearMonth(clampingYear: year, month)
  }

  /// The first day of the week that contains this date, or `CivilDate.min` where that would be earlier.
  public func startOfWeek(from first: Weekday) -> CivilDate {
    adding(days: -weekday.days(after: first))
  }
}

extension CivilDate {
  /// The date a number of days later, bounded to the range of `CivilDate`.
  public func adding(days: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: Int(day).saturatingAdd(days))
  }

  /// The same day a number of months later, clamped to the end of a shorter month, and bounded to the range of
  /// `CivilDate`.
  public func adding(months: Int) -> CivilDate {
    let (year, month, dayOfMonth) = fields
    let origin = YearMonth(clampingYear: year, month)
    let target = origin.adding(months: months)
    guard target.months(since: origin) == months else { return months < 0 ? .min : .max }
    return target.firstDay.adding(days: Swift.min(dayOfMonth, target.length) - 1)
  }

  /// The same day a number of months later.
  ///
  /// - Returns: `nil` for a month that does not have the day, and for a date beyond the range of `CivilDate`.
  public func adding(exactMonths months: Int) -> CivilDate? {
    let result = adding(months: months)
    let isExact = result.dayOfMonth == dayOfMonth && result.yearMonth.months(since: yearMonth) == months
    return isExact ? result : nil
  }

  /// The same day a number of years later, 29 February clamped to the 28th in a common year, and bounded to the range
  /// of `CivilDate`.
  public func adding(years: Int) -> CivilDate {
    adding(months: Swift.min(Swift.max(years, -20_000), 20_000) * 12)
  }

  /// Whole days from another date to this one.
  public func days(since other: CivilDate) -> Int { Int(day) - Int(other.day) }

  /// This date at a time of day.
  public func at(_ time: CivilTime) -> CivilDateTime { CivilDateTime(self, time) }

  /// This date at 00:00.
  public var startOfDay: CivilDateTime { CivilDateTime(self, .midnight) }
}

extension CivilDate: Comparable {
  public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.day < rhs.day }
}

/// A half-open range of dates is a collection of days: `for day in monday..<nextMonday`.
extension CivilDate: Strideable {
  public func distance(to other: CivilDate) -> Int { other.days(since: self) }

  public func advanced(by days: Int) -> CivilDate { adding(days: days) }
}

extension CivilDate: CustomStringConvertible {
  /// Reads `2026-03-02` or `20260302`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.date() }
  }

  /// Writes `20260302` or `2026-03-02`; a year outside 0…9999 has a sign and six digits, as ISO 8601 expands it.
  public func formatted(_ form: CivilForm) -> String {
    DigitWriter.text { $0.append(self, form) }
  }

  public var description: String { formatted(.extended) }
}
