/// A month of a year, such as March 2026.
///
/// ```swift
/// let march = try YearMonth(2026, 3)
/// march.length                      // 31
/// march.adding(months: 10)          // 2027-01
/// march.days                        // 2026-03-01 ..< 2026-04-01
/// ```
public struct YearMonth: Sendable, Hashable {
  /// Months since January of year 0.
  let number: Int32

  /// Creates a month of a year.
  ///
  /// - Throws: `TimeError` with code `outOfRange` for a month that is not 1…12, or a year that is not -9999…9999.
  public init(_ year: Int, _ month: Int) throws(TimeError) {
    try TimeError.require("a year", year, in: -9999...9999)
    try TimeError.require("a month", month, in: 1...12)
    self.init(clampingYear: year, month)
  }

  /// Creates a month of a year, bounded to those of the years -9999…9999; the month must be 1…12.
  package init(clampingYear year: Int, _ month: Int) {
    self.init(clamping: Swift.min(Swift.max(year, -20_000), 20_000) * 12 + month - 1)
  }

  private init(clamping number: Int) {
    self.number = Int32(Swift.min(Swift.max(number, -9999 * 12), 9999 * 12 + 11))
  }

  /// -9999…9999; 0 is 1 BC.
  public var year: Int { Int(number).flooredQuotient(12) }

  /// 1…12.
  public var month: Int { Int(number).flooredRemainder(12) + 1 }

  /// Days in the month, 28…31.
  public var length: Int { Gregorian.daysInMonth(year, month) }

  /// The 1st of the month.
  public var firstDay: CivilDate {
    CivilDate(uncheckedDaysSinceEpoch: Gregorian.days(year: year, month: month, day: 1))
  }

  /// The last day of the month, the 28th to the 31st.
  public var lastDay: CivilDate { firstDay.adding(days: length - 1) }

  /// The days of the month, half-open; December 9999 ends one day early, as there is no later date to end it.
  public var days: Range<CivilDate> { firstDay..<firstDay.adding(days: length) }

  /// The month a number of months later, bounded to the range of years.
  public func adding(months: Int) -> YearMonth {
    YearMonth(clamping: Int(number) + Swift.min(Swift.max(months, -500_000), 500_000))
  }

  /// Whole months from another month to this one.
  public func months(since other: YearMonth) -> Int { Int(number) - Int(other.number) }
}

extension YearMonth: Comparable {
  public static func < (lhs: YearMonth, rhs: YearMonth) -> Bool { lhs.number < rhs.number }
}

extension YearMonth: Strideable {
  public func distance(to other: YearMonth) -> Int { other.months(since: self) }

  public func advanced(by months: Int) -> YearMonth { adding(months: months) }
}

extension YearMonth: CustomStringConvertible {
  /// Reads `2026-03` or `202603`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.yearMonth() }
  }

  public var description: String {
    DigitWriter.text { text in
      text.append(year: year)
      text.append("-")
      text.append(month)
    }
  }
}
