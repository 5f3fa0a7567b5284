/// A month as it lies in one year of a calendar system.
public struct CalendarMonth: Sendable, Hashable {
  public let number: MonthNumber
  /// Days since 1970-01-01.
  public let firstDay: Int
  /// Days.
  public let length: Int

  /// The day number after the month's last.
  public var endDay: Int { firstDay + length }
}

/// One year of a calendar system: its months in order, placed on day numbers (1970-01-01 is day 0).
public struct CalendarYear: Sendable, Hashable {
  /// Counts up by one from year to year.
  public let number: Int
  /// How many months lie between some fixed month of the system and the first of this year.
  public let monthsBefore: Int
  public let months: [CalendarMonth]
  public let firstDay: Int
  /// Days.
  public let length: Int

  /// - Parameters:
  ///   - number: Counts the years; any fixed origin will do.
  ///   - monthsBefore: Counts the months of all years before this one; any fixed origin will do.
  ///   - firstDay: Days since 1970-01-01.
  ///   - months: Number and length of each, in order of time and so of number, a leap month after the month whose
  ///     number it bears.
  /// - Returns: `nil` for what can be no year: no months or more than 14, months not in order or of more than 62
  ///   days, more than 400 days in all, or numbers far from any date that there is.
  public init?(
    number: Int, monthsBefore: Int, firstDay: Int, months lengths: [(number: MonthNumber, length: Int)]
  ) {
    guard (1...14).contains(lengths.count), number.magnitude < 1 << 20, monthsBefore.magnitude < 1 << 24,
      firstDay.magnitude < 1 << 23
    else { return nil }
    var months: [CalendarMonth] = []
    var day = firstDay
    for (month, length) in lengths {
      guard (1...62).contains(length), (1...13).contains(month.number) else { return nil }
      if let last = months.last, !last.number.precedes(month) { return nil }
      months.append(CalendarMonth(number: month, firstDay: day, length: length))
      day += length
    }
    guard day - firstDay <= 400 else { return nil }
    self.number = number
    self.monthsBefore = monthsBefore
    self.months = months
    self.firstDay = firstDay
    length = day - firstDay
  }

  /// The day number after the year's last.
  public var endDay: Int { firstDay + length }

  /// Whether a day number lies in the year.
  public func contains(_ day: Int) -> Bool { day >= firstDay && day < endDay }

  /// The place in `months` of the month of a day; `nil` outside the year.
  func index(ofDay day: Int) -> Int? {
    months.firstIndex { day >= $0.firstDay && day < $0.endDay }
  }
}

extension MonthNumber {
  /// Whether this month comes before another in a year: 5, 5L, 6.
  func precedes(_ other: MonthNumber) -> Bool {
    number != other.number ? number < other.number : !isLeap && other.isLeap
  }
}
