internal import AlmanacTime

/// One year of a calendar system as the masks see it: its days as bits, with room for a month on either side.
struct ScaledYear {
  struct Slot {
    let month: MonthNumber
    /// The bits of the month's days; they may begin before bit 0.
    let bits: Range<Int>
  }

  /// The bit of the year's first day: a multiple of seven, so that bits tell weekdays.
  static let newYear = 35

  let firstDay: Int
  let length: Int
  /// Of the first day, Monday 0 … Sunday 6.
  let firstWeekday: Int
  /// The months of the year.
  let months: [Slot]
  /// The last two months of the year before and the first two of the year after, where they are needed: enough for
  /// what weeks and SKIP reach.
  let monthsBefore: [Slot]
  let monthsAfter: [Slot]
  let lengthBefore: Int
  let lengthAfter: Int

  init(_ year: CalendarYear, of system: CalendarSystem, withNeighbours: Bool) {
    let origin = year.firstDay - Self.newYear
    func slots(_ months: [CalendarMonth]) -> [Slot] {
      months.map { Slot(month: $0.number, bits: ($0.firstDay - origin)..<($0.endDay - origin)) }
    }
    let before = withNeighbours ? system.year(before: year) : nil
    let after = withNeighbours ? system.year(after: year) : nil
    firstDay = year.firstDay
    length = year.length
    firstWeekday = Gregorian.weekdayIndex(ofDay: year.firstDay)
    months = slots(year.months)
    monthsBefore = slots(Array(before?.months.suffix(2) ?? []))
    monthsAfter = slots(Array(after?.months.prefix(2) ?? []))
    lengthBefore = before?.length ?? 0
    lengthAfter = after?.length ?? 0
  }

  /// The day number of bit 0.
  var origin: Int { firstDay - Self.newYear }
  /// The bits of the year's own days.
  var days: Range<Int> { Self.newYear..<(Self.newYear + length) }

  func weekday(ofBit bit: Int) -> Int { (firstWeekday + bit).flooredRemainder(7) }

  /// The bit of the first day of week 1 of the year that begins at a bit: the first with four days in that year.
  func firstWeek(ofYearAt bit: Int, startingOn weekStart: Int) -> Int {
    let daysBefore = (weekday(ofBit: bit) - weekStart + 7) % 7
    return daysBefore <= 3 ? bit - daysBefore : bit + 7 - daysBefore
  }

  /// The bits of the year's weeks: from the first day of week 1 to the first of the next year's.
  func weeks(startingOn weekStart: Int) -> Range<Int> {
    firstWeek(
      ofYearAt: Self.newYear, startingOn: weekStart)..<firstWeek(
        ofYearAt: days.upperBound, startingOn: weekStart)
  }
}
