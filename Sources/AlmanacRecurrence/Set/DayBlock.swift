internal import AlmanacTime

/// Sixty-four days in a row, as many as a word has bits: made once, and asked of many patterns.
public struct DayBlock: Sendable {
  /// The day number of bit 0.
  public let first: Int
  /// Of the first day, Monday 0 … Sunday 6.
  let weekday: Int
  /// The months that the days lie in, three or four.
  let months: [Month]

  struct Month: Sendable {
    /// 1…12.
    let number: Int
    let year: Int
    let length: Int
    /// Of its first day, Monday 0 … Sunday 6.
    let weekday: Int
    /// The bit of its first day, negative when it began before.
    let bit: Int
  }

  /// - Parameter first: Days since 1970-01-01; bounded so that all days have dates.
  public init(from first: Int) {
    let first = Swift.min(
      Swift.max(first, CivilDate.min.daysSinceEpoch), CivilDate.max.daysSinceEpoch - Self.length + 1)
    self.first = first
    weekday = Gregorian.weekdayIndex(ofDay: first)
    var months: [Month] = []
    var (year, number, _) = Gregorian.date(ofDay: first)
    var day = Gregorian.days(year: year, month: number, day: 1)
    while day < first + Self.length {
      let length = Gregorian.daysInMonth(year, number)
      months.append(
        Month(
          number: number, year: year, length: length, weekday: Gregorian.weekdayIndex(ofDay: day),
          bit: day - first))
      day += length
      number += 1
      if number > 12 { (year, number) = (year + 1, 1) }
    }
    self.months = months
  }

  public static let length = 64
}
