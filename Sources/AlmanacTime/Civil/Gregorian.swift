extension BinaryInteger {
  /// The quotient rounded towards minus infinity, as needed for times before an epoch.
  @inlinable
  package func flooredQuotient(_ divisor: Self) -> Self {
    let quotient = self / divisor
    return self - quotient * divisor < 0 ? quotient - 1 : quotient
  }

  /// The remainder of the floored division: 0 ..< divisor.
  @inlinable
  package func flooredRemainder(_ divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

extension FixedWidthInteger {
  /// The sum, or the smallest or the largest number where it overflows.
  @inlinable
  package func saturatingAdd(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

/// Arithmetic of the proleptic Gregorian calendar on day numbers (1970-01-01 is day 0).
///
/// The calendar repeats every 400 years of 146 097 days, weekdays included, so each conversion is a few divisions
/// within one such era. Arguments are not checked.
package enum Gregorian {
  /// Days in 400 years, which are also 20 871 whole weeks.
  package static let daysPerEra = 146_097

  /// Whether a year has 366 days.
  @inlinable
  package static func isLeap(_ year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days in a month, 28…31; `month` is 1…12.
  @inlinable
  package static func daysInMonth(_ year: Int, _ month: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : 30 + ((month + (month >> 3)) & 1)
  }

  /// Days in a year, 365 or 366.
  @inlinable
  package static func daysInYear(_ year: Int) -> Int {
    isLeap(year) ? 366 : 365
  }

  /// Days of the year before a month begins; `month` is 1…13, 13 giving the length of the year.
  @inlinable
  package static func daysBeforeMonth(_ month: Int, leap: Bool) -> Int {
    let common = (275 &* month) / 9 &- (month > 2 ? 32 : 30)
    return month > 2 && leap ? common &+ 1 : common
  }

  /// The day number of a date.
  @inlinable
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year &- 1 : year
    let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
    let yearOfEra = shifted &- era &* 400
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* daysPerEra &+ dayOfEra &- 719_468
  }

  /// The date of a day number.
  @inlinable
  package static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day &+ 719_468
    let era = (shifted >= 0 ? shifted : shifted &- 146_096) / daysPerEra
    let dayOfEra = shifted &- era &* daysPerEra
    let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
    let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1)
  }

  /// Days since Monday of a day number, 0…6.
  @inlinable
  package static func weekdayIndex(ofDay day: Int) -> Int {
    let remainder = (day &+ 3) % 7
    return remainder < 0 ? remainder &+ 7 : remainder
  }
}
