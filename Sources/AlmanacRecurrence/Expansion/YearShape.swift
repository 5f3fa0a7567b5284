internal import AlmanacTime

/// The layout of one calendar year as bits of a `DayBits`: the year's own days with room for days of its neighbours.
///
/// The masks of a rule are computed from this alone, so that one algorithm serves all calendars.
protocol YearShape {
  /// The bit of the year's first day: a multiple of seven, so that a bit's remainder gives its weekday.
  static var newYear: Int { get }
  /// Days of the longest year of the calendar; SKIP moves no day of the year beyond it.
  static var longestYear: Int { get }
  /// Weeks of the longest year of the calendar; SKIP moves no week beyond it.
  static var maximumWeeks: Int { get }

  /// The day number of the year's first day.
  var firstDay: Int { get }
  /// The length in days.
  var length: Int { get }
  /// The weekday of the first day, Monday 0 … Sunday 6.
  var firstWeekday: Int { get }
  /// Days of the year before and of the year after; 0 where the calendar ends.
  var lengthBefore: Int { get }
  var lengthAfter: Int { get }

  /// Calls the body with the bits of each month that BYMONTH selects, all months where it is absent. With BYWEEKNO,
  /// months of the neighbouring years are included, as a week-based year reaches into them.
  func forEachMonth(selectedBy parts: RuleParts, _ body: (Range<Int>) -> Void)
}

extension YearShape {
  /// The day number of bit 0.
  var origin: Int { firstDay - Self.newYear }
  /// The bits of the year's own days.
  var days: Range<Int> { Self.newYear..<(Self.newYear + length) }

  /// Monday 0 … Sunday 6.
  func weekday(ofBit bit: Int) -> Int { (firstWeekday + bit).flooredRemainder(7) }

  /// The bit of the first day of week 1 of the year that begins at a bit: the first with four days in that year.
  func firstWeek(ofYearAt bit: Int, startingOn weekStart: Int) -> Int {
    let daysBefore = (weekday(ofBit: bit) - weekStart + 7) % 7
    return daysBefore <= 3 ? bit - daysBefore : bit + 7 - daysBefore
  }

  /// The bits of the weeks of the year that begins at a bit: from the first day of week 1 to that of the next year's.
  func weeks(ofYearAt bit: Int, length: Int, startingOn weekStart: Int) -> Range<Int> {
    let first = firstWeek(ofYearAt: bit, startingOn: weekStart)
    return first..<Swift.max(first, firstWeek(ofYearAt: bit + length, startingOn: weekStart))
  }

  /// The bits of the year's own weeks.
  func weeks(startingOn weekStart: Int) -> Range<Int> {
    weeks(ofYearAt: Self.newYear, length: length, startingOn: weekStart)
  }
}

/// A Gregorian year. There are fourteen kinds, by length and first weekday.
struct GregorianYear: YearShape {
  static let newYear = 14
  static let longestYear = 366
  static let maximumWeeks = 53

  let number: Int
  let firstDay: Int
  let isLeap: Bool
  let firstWeekday: Int

  init(_ number: Int) {
    self.number = number
    firstDay = Gregorian.days(year: number, month: 1, day: 1)
    isLeap = Gregorian.isLeap(number)
    firstWeekday = Gregorian.weekdayIndex(ofDay: firstDay)
  }

  var length: Int { isLeap ? 366 : 365 }
  var lengthBefore: Int { Gregorian.daysInYear(number - 1) }
  var lengthAfter: Int { Gregorian.daysInYear(number + 1) }
  /// 0…13.
  var kind: Int { firstWeekday * 2 + (isLeap ? 1 : 0) }
  /// 0…55: the kind together with the lengths of the years on either side.
  var kindAmongNeighbours: Int {
    kind * 4 + (Gregorian.isLeap(number - 1) ? 2 : 0) + (Gregorian.isLeap(number + 1) ? 1 : 0)
  }

  /// The bits of a month, 1…12; 0 and 13 are the neighbouring years' December and January.
  func month(_ month: Int) -> Range<Int> {
    switch month {
    case 0: return (Self.newYear - 31)..<Self.newYear
    case 13: return days.upperBound..<(days.upperBound + 31)
    default:
      let first = Self.newYear + Gregorian.daysBeforeMonth(month, leap: isLeap)
      return first..<(first + Gregorian.daysInMonth(number, month))
    }
  }

  /// The months of the year, 1…12, that may touch a range of bits.
  func months(near bits: Range<Int>) -> ClosedRange<Int> {
    // A month has at most 31 days, the first n have at least 30 n - 1, and SKIP reaches a day beyond.
    let first = Swift.min(Swift.max((bits.lowerBound - Self.newYear) / 31, 1), 12)
    let last = Swift.min(Swift.max((bits.upperBound - Self.newYear + 2) / 30 + 1, first), 12)
    return first...last
  }

  func forEachMonth(selectedBy parts: RuleParts, _ body: (Range<Int>) -> Void) {
    for month in parts.weeks.isEmpty ? 1...12 : 0...13
    where parts.includes(MonthNumber((month + 11) % 12 + 1)) { body(self.month(month)) }
  }
}

/// A year of another calendar (RSCALE, RFC 7529).
struct ScaledYear: YearShape {
  static let newYear = 35
  static let longestYear = 400
  static let maximumWeeks = 55

  let firstDay: Int
  let length: Int
  let firstWeekday: Int
  let lengthBefore: Int
  let lengthAfter: Int
  private let months: [CalendarMonth]
  /// The last two months of the year before and the first two of the year after, enough for weeks and SKIP.
  private let monthsBefore: [CalendarMonth]
  private let monthsAfter: [CalendarMonth]

  /// - Parameter withNeighbours: Whether the neighbouring years are needed.
  init(_ year: CalendarYear, of system: CalendarSystem, withNeighbours: Bool) {
    let before = withNeighbours ? system.year(before: year) : nil
    let after = withNeighbours ? system.year(after: year) : nil
    firstDay = year.firstDay
    length = year.length
    firstWeekday = Gregorian.weekdayIndex(ofDay: year.firstDay)
    months = year.months
    monthsBefore = Array(before?.months.suffix(2) ?? [])
    monthsAfter = Array(after?.months.prefix(2) ?? [])
    lengthBefore = before?.length ?? 0
    lengthAfter = after?.length ?? 0
  }

  /// SKIP replaces selected months that the year does not have (RFC 7529 §4.1).
  func forEachMonth(selectedBy parts: RuleParts, _ body: (Range<Int>) -> Void) {
    let candidates = parts.weeks.isEmpty ? months : monthsBefore + months + monthsAfter
    for month in candidates where parts.includes(month.number) { body(bits(of: month)) }
    guard parts.hasMonths, parts.skip != .omit else { return }
    for number in 1...13 {
      for isLeap in [false, true] {
        let month = MonthNumber(number, isLeap: isLeap)
        guard parts.includes(month), !months.contains(where: { $0.number == month }) else { continue }
        if let other = replacement(for: month, parts.skip) { body(bits(of: other)) }
      }
    }
  }

  /// The bits of a month's days; they may begin before bit 0.
  private func bits(of month: CalendarMonth) -> Range<Int> {
    (month.firstDay - origin)..<(month.endDay - origin)
  }

  private func replacement(for month: MonthNumber, _ skip: RecurrenceRule.Skip) -> CalendarMonth? {
    let next = months.firstIndex { month.precedes($0.number) } ?? months.count
    if skip == .forward { return next < months.count ? months[next] : monthsAfter.first }
    return next > 0 ? months[next - 1] : monthsBefore.last
  }
}
