internal import AlmanacTime

/// A calendar other than the Gregorian, for rules with RSCALE (RFC 7529): its division of days into months and years.
///
/// It is passed to an expansion, never stored in a rule. Its one function returns the year that contains a day, with
/// its months. Years follow one another without gaps; where the system ends, rules end.
///
/// ```swift
/// let weeks = CalendarSystem(name: "X-FOUR-WEEKS") { day in               // 13 months of 28 days
///   let year = Int((Double(day) / 364).rounded(.down))
///   return CalendarYear(
///     number: year, monthsBefore: year * 13, firstDay: year * 364, months: (1...13).map { (MonthNumber($0), 28) })
/// }
/// ```
public struct CalendarSystem: Sendable {
  /// The value of RSCALE, in upper case: `HEBREW`, `ISLAMIC-CIVIL`.
  public let name: String
  private let find: @Sendable (Int) -> CalendarYear?

  /// - Parameters:
  ///   - name: The value of RSCALE, in either case.
  ///   - yearContaining: Returns the year that contains a day number (days since 1970-01-01), `nil` outside the
  ///     system. It is called for each period of an expansion and should cache what is slow to compute.
  public init(name: String, yearContaining: @escaping @Sendable (Int) -> CalendarYear?) {
    self.name = name.uppercased()
    find = yearContaining
  }

  /// The year that contains a day number (days since 1970-01-01); `nil` outside the system.
  public func year(containing day: Int) -> CalendarYear? {
    guard let year = find(day), year.contains(day) else { return nil }
    return year
  }
}

/// The unit of INTERVAL in a calendar system.
enum CalendarUnit {
  case years
  case months

  /// The numbers of the units of a year.
  func range(of year: CalendarYear) -> Range<Int> {
    switch self {
    case .years: year.number..<(year.number + 1)
    case .months: year.monthsBefore..<(year.monthsBefore + year.months.count)
    }
  }
}

extension CalendarSystem {
  /// The year that contains the unit of a number, searched from any other year by its mean length; `nil` outside the
  /// system.
  ///
  /// Each step leaves less than a tenth of the distance, so a few are enough.
  func year(containing number: Int, of unit: CalendarUnit, near start: CalendarYear) -> CalendarYear? {
    var year = start
    for _ in 0..<40 {
      let range = unit.range(of: year)
      if range.contains(number) { return year }
      let distance = Swift.min(Swift.max(number - range.lowerBound, -1 << 24), 1 << 24)
      let estimate = year.firstDay + distance * year.length / range.count
      let day = distance > 0 ? Swift.max(estimate, year.endDay) : Swift.min(estimate, year.firstDay - 1)
      let reachable = Swift.min(Swift.max(day, CivilDate.min.daysSinceEpoch), CivilDate.max.daysSinceEpoch)
      guard let next = self.year(containing: reachable), next.firstDay != year.firstDay else { return nil }
      year = next
    }
    return nil
  }

  /// The years on either side; `nil` where the system ends or leaves a gap.
  func year(after year: CalendarYear) -> CalendarYear? {
    self.year(containing: year.endDay).flatMap { $0.firstDay == year.endDay ? $0 : nil }
  }

  func year(before year: CalendarYear) -> CalendarYear? {
    self.year(containing: year.firstDay - 1).flatMap { $0.endDay == year.firstDay ? $0 : nil }
  }
}

/// A month of one year of a calendar system.
public struct CalendarMonth: Sendable, Hashable {
  /// The number in its year, as BYMONTH names it; a leap month has that of the month before it (RFC 7529 §4.2).
  public let number: MonthNumber
  /// Days since 1970-01-01.
  public let firstDay: Int
  /// The length in days.
  public let length: Int

  /// The day number after the month's last.
  public var endDay: Int { firstDay + length }
}

/// One year of a calendar system: its months in order, placed on day numbers (1970-01-01 is day 0).
public struct CalendarYear: Sendable, Hashable {
  /// Counts up by one from year to year.
  public let number: Int
  /// The number of months between some fixed month of the system and the first of this year.
  public let monthsBefore: Int
  /// The months in order of time, 1 to 14, without gaps.
  public let months: [CalendarMonth]
  /// The first day of the first month, as days since 1970-01-01.
  public let firstDay: Int
  /// The length in days.
  public let length: Int

  /// - Parameters:
  ///   - number: Counts the years; any fixed origin will do.
  ///   - monthsBefore: Counts the months of all years before this one; any fixed origin will do.
  ///   - firstDay: Days since 1970-01-01.
  ///   - lengths: Number and length of each, in order of time and so of number, where a leap month follows the month of the
  ///     same number.
  /// - Returns: `nil` for an impossible year: no months or more than 14, months out of order or of more than 62 days,
  ///   more than 400 days in all, or numbers far outside the years -9999 to 9999.
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

  /// The index in `months` of the month that contains a day number; `nil` outside the year.
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

/// The calendar systems of an expansion, found by the value of RSCALE.
///
/// Calendars that differ from the Gregorian only in how they number years (ISO8601, BUDDHIST, JAPANESE, ROC) are
/// always supported, as rules never name years. A rule of an unsupported system is ignored (RFC 7529 §4.1): it
/// has no instances, and its iterator's `outcome` is `.unsupportedCalendar`.
///
/// ```swift
/// let newYear = try RecurrenceRule("RSCALE=CHINESE;FREQ=YEARLY")
/// newYear.occurrences(from: try CivilDate(2013, 2, 10), calendars: .foundation)    // AlmanacFoundation
/// ```
public struct CalendarSystems: Sendable {
  private let systems: [CalendarSystem]

  /// Creates the systems of a list, each under its own name.
  public init(_ systems: [CalendarSystem]) {
    self.systems = systems
  }

  /// No systems but those with the Gregorian months and days.
  public static let gregorian = CalendarSystems([])

  /// The system of a name in either case; `nil` for an unsupported one, and for those with the Gregorian months and
  /// days.
  public subscript(name: String) -> CalendarSystem? {
    let name = name.uppercased()
    return Self.isGregorian(name) ? nil : systems.first { $0.name == name }
  }

  /// Whether rules of a calendar can be expanded.
  public func supports(_ name: String) -> Bool {
    Self.isGregorian(name.uppercased()) || self[name] != nil
  }

  /// Whether a calendar, named in upper case, has the Gregorian months and days.
  static func isGregorian(_ name: String) -> Bool {
    switch name {
    case "GREGORIAN", "GREGORY", "ISO8601", "BUDDHIST", "JAPANESE", "ROC": true
    default: false
    }
  }
}

extension RecurrenceRule {
  /// Whether the rule's calendar is among the systems; otherwise the rule has no instances.
  public func isSupported(by calendars: CalendarSystems) -> Bool {
    guard let calendarScale else { return true }
    return calendars.supports(calendarScale)
  }
}
