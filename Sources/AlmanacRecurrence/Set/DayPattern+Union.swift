package import AlmanacTime

extension DayPattern {
  /// The weekdays, months and days of the month that any of many patterns selects: a quick test that none of them has
  /// an instance on a day. The test may succeed without an instance; it never fails with one.
  package struct Union: Sendable, Hashable {
    private var weekdays: UInt8 = 0
    private var months: UInt16 = 0
    private var monthDays: UInt32 = 0

    package init() {}

    package mutating func add(_ pattern: DayPattern) {
      weekdays |= pattern.cycle.weekdays
      months |= pattern.cycle.months
      monthDays |= pattern.cycle.possibleMonthDays
    }

    package mutating func merge(_ other: Union) {
      weekdays |= other.weekdays
      months |= other.months
      monthDays |= other.monthDays
    }

    /// Whether one of the patterns may have an instance on a day.
    package func mayContain(_ day: Day) -> Bool {
      weekdays & day.weekday != 0 && months & day.month != 0 && monthDays & day.monthDay != 0
    }

    /// A union of every day.
    package static let all: Union = {
      var all = Union()
      all.weekdays = .max
      all.months = .max
      all.monthDays = .max
      return all
    }()
  }

  /// A day as sets of one element, for testing a `Union`.
  package struct Day: Sendable {
    let weekday: UInt8
    let month: UInt16
    let monthDay: UInt32

    package init(_ date: CivilDate) {
      let (_, month, day) = date.fields
      weekday = 1 << UInt8(date.weekday.daysAfterMonday)
      self.month = 1 << UInt16(month)
      monthDay = 1 << UInt32(day)
    }
  }
}

extension DayPattern.Cycle {
  /// A number by which series that fall on the same days sort next to each other.
  package var group: UInt32 {
    if months != Self.allMonths {
      return 2 << 24 | UInt32(months.trailingZeroBitCount) << 8 | UInt32(monthDays.trailingZeroBitCount)
    }
    if possibleMonthDays != Self.allMonthDays {
      return 1 << 24 | UInt32(possibleMonthDays.trailingZeroBitCount) << 8 | UInt32(weekdays)
    }
    return (UInt32(truncatingIfNeeded: phase) & 0xFFFF) << 8 | UInt32(weekdays)
  }

  /// The days of the month that are possible in some month; the k-th from the end is one of four. Every weekday is
  /// among the first seven days of a month, and among the last.
  fileprivate var possibleMonthDays: UInt32 {
    if monthDays == Self.allMonthDays, weekdays != 0 {
      if position == 1 { return 0b1111_1110 }
      if position == -1 { return ~0 << 22 }
    }
    guard monthDaysFromEnd != 0 else { return monthDays }
    let fromLongest = monthDaysFromEnd << 1
    var days = monthDays
    for missing: UInt32 in 0...3 { days |= fromLongest >> missing }
    return days & Self.allMonthDays
  }
}
