public import AlmanacTime

/// What many patterns leave open together: a quick way to know that none of them has an instance on a day.
///
/// It may say that there could be one where there is none, never the reverse.
public struct DayPatternUnion: Sendable, Hashable {
  private var weekdays: UInt8 = 0
  private var months: UInt16 = 0
  private var monthDays: UInt32 = 0

  public init() {}

  public mutating func add(_ pattern: DayPattern) {
    weekdays |= pattern.cycle.weekdays
    months |= pattern.cycle.months
    monthDays |= pattern.cycle.possibleMonthDays
  }

  public mutating func merge(_ other: DayPatternUnion) {
    weekdays |= other.weekdays
    months |= other.months
    monthDays |= other.monthDays
  }

  /// Whether one of the patterns may have an instance on a day.
  public func mayContain(_ day: DayFacts) -> Bool {
    weekdays & day.weekday != 0 && months & day.month != 0 && monthDays & day.monthDay != 0
  }

  /// Everything is possible.
  public static let all: DayPatternUnion = {
    var all = DayPatternUnion()
    all.weekdays = .max
    all.months = .max
    all.monthDays = .max
    return all
  }()
}

/// A day as sets of one: what a `DayPatternUnion` is asked with.
public struct DayFacts: Sendable {
  let weekday: UInt8
  let month: UInt16
  let monthDay: UInt32

  public init(_ date: CivilDate) {
    let (_, month, day) = date.fields
    weekday = 1 << UInt8(date.weekday.daysAfterMonday)
    self.month = 1 << UInt16(month)
    monthDay = 1 << UInt32(day)
  }
}

extension DayCycle {
  /// A number by which what falls on the same days stands together.
  public var group: UInt32 {
    if months != Self.allMonths {
      return 2 << 24 | UInt32(months.trailingZeroBitCount) << 8 | UInt32(monthDays.trailingZeroBitCount)
    }
    if possibleMonthDays != Self.allMonthDays {
      return 1 << 24 | UInt32(possibleMonthDays.trailingZeroBitCount) << 8 | UInt32(weekdays)
    }
    return (UInt32(truncatingIfNeeded: phase) & 0xFFFF) << 8 | UInt32(weekdays)
  }

  /// The days that some month has them on; the k-th from the end is one of four. Every weekday is among the first
  /// seven days of a month, and among the last.
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
