internal import AlmanacTime

/// Sixty-four days in a row, as many as a word has bits: made once, and asked of many patterns.
public struct DayBlock: Sendable {
  /// The day number of bit 0.
  public let first: Int
  /// Of the first day, Monday 0 … Sunday 6.
  let weekday: Int
  /// The months that the days lie in, three or four, a lane each: plain numbers, so that a block copies at once.
  let monthCount: Int
  /// 1…12.
  let months: SIMD4<Int32>
  let years: SIMD4<Int32>
  let lengths: SIMD4<Int32>
  /// Of the first day of the month, Monday 0 … Sunday 6.
  let weekdays: SIMD4<Int32>
  /// The bit of the first day of the month, negative when it began before.
  let bits: SIMD4<Int32>

  public static let length = 64

  /// - Parameter first: Days since 1970-01-01; bounded so that all days have dates.
  public init(from first: Int) {
    let first = Swift.min(
      Swift.max(first, CivilDate.min.daysSinceEpoch), CivilDate.max.daysSinceEpoch - Self.length + 1)
    self.first = first
    weekday = Gregorian.weekdayIndex(ofDay: first)
    var (year, month, _) = Gregorian.date(ofDay: first)
    var day = Gregorian.days(year: year, month: month, day: 1)
    var lanes = (months: SIMD4<Int32>(), years: SIMD4<Int32>(), lengths: SIMD4<Int32>())
    var places = (weekdays: SIMD4<Int32>(), bits: SIMD4<Int32>())
    var count = 0
    while day < first + Self.length, count < 4 {
      let length = Gregorian.daysInMonth(year, month)
      lanes.months[count] = Int32(month)
      lanes.years[count] = Int32(year)
      lanes.lengths[count] = Int32(length)
      places.weekdays[count] = Int32(Gregorian.weekdayIndex(ofDay: day))
      places.bits[count] = Int32(day - first)
      count += 1
      day += length
      month += 1
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    monthCount = count
    (months, years, lengths) = lanes
    (weekdays, bits) = places
  }
}
