internal import AlmanacTime

/// A rule and its start prepared for expansion: immutable, shared by all iterators.
///
/// Every rule has one of a few shapes. All that steps by days within a year (YEARLY, MONTHLY with an interval that
/// fits the year, WEEKLY and DAILY with filters, and smaller steps that fit the day) is a set of days for each year,
/// of which there are fourteen kinds, times a list of times of day.
final class ExpansionPlan: Sendable {
  enum Shape: Sendable, Equatable {
    /// No instances.
    case empty
    /// No instances, as the expansion does not have the rule's calendar.
    case unsupported
    /// Equal steps in seconds without any limit.
    case steps(Int64)
    /// A set of days for every `interval`-th year of the rule's calendar.
    case years(interval: Int, first: Int, YearSet)
    /// A set of days for every `interval`-th month, by the calendar's running count: from year 0 in the Gregorian.
    case months(interval: Int, first: Int)
    /// A set of days for every `interval`-th week, counted from the day number of the first week's first day.
    case weeks(interval: Int, first: Int, limited: Bool)
    /// Periods of hours, minutes or seconds that do not fit the day.
    case clock(ClockSteps)
  }

  /// The way in which the days of a year are found.
  enum YearSet: Sendable, Equatable {
    /// One YEARLY period.
    case yearly
    /// The MONTHLY periods of the year: bit m for month m.
    case monthly(UInt16)
    /// The days that the limits allow.
    case limited
    /// Every `interval`-th day, counted from a day number, of those that the limits allow.
    case grid(interval: Int, first: Int)
  }

  let shape: Shape
  let parts: RuleParts
  /// The calendar in which the rule counts, where it is not the Gregorian.
  let system: CalendarSystem?
  /// Seconds since 1970 on the wall clock.
  let start: Int64
  /// Seconds into the day, or into the clock period, ascending; one or more.
  let times: TimeList
  /// BYSETPOS where the masks alone cannot apply it: with several times a day.
  let positions: [Int]
  /// BYSETPOS that is applied within each mask.
  let maskPositions: [Int]
  let count: Int
  /// The wall-clock second after which there is no instance.
  let last: Int64

  /// - Parameter start: The first instance in place of the rule's start.
  init(
    _ shape: Shape, of planner: Planner, from start: Int64? = nil, times: TimeList = TimeList([0]),
    positions: [Int] = [], maskPositions: [Int] = []
  ) {
    self.shape = shape
    parts = planner.parts
    system = planner.system
    self.start = start ?? planner.start.secondsSinceEpoch
    self.times = times
    self.positions = positions
    self.maskPositions = maskPositions
    count = planner.count
    last = planner.last
  }
}

/// Times in ascending order. Many times of a day are stored as the hours, minutes and seconds that combine to them,
/// since calendars store the plans of their series, and a rule of a few hundred bytes can have 86 400 times a day.
struct TimeList: Sendable, Hashable {
  /// The times, or the seconds of the hours.
  private var list: [Int64]
  private var minutes: [Int] = []
  private var seconds: [Int] = []
  private(set) var count: Int

  init(_ times: [Int64]) { (list, count) = (times, times.count) }

  /// - Parameters:
  ///   - hours: In ascending order, as the others.
  init(hours: [Int], minutes: [Int], seconds: [Int]) {
    count = hours.count * minutes.count * seconds.count
    if count > 1440 {
      list = hours.map { Int64($0) * 3600 }
      (self.minutes, self.seconds) = (minutes, seconds)
      return
    }
    list = Self.times(hours.map { Int64($0) * 3600 }, minutes, seconds)
  }

  private static func times(_ hours: [Int64], _ minutes: [Int], _ seconds: [Int]) -> [Int64] {
    var times: [Int64] = []
    times.reserveCapacity(hours.count * minutes.count * seconds.count)
    for hour in hours {
      for minute in minutes {
        let base = hour + Int64(minute * 60)
        for second in seconds { times.append(base + Int64(second)) }
      }
    }
    return times
  }

  subscript(index: Int) -> Int64 {
    if seconds.isEmpty { return list[index] }
    let (minute, second) = index.quotientAndRemainder(dividingBy: seconds.count)
    let (hour, rest) = minute.quotientAndRemainder(dividingBy: minutes.count)
    return list[hour] + Int64(minutes[rest] * 60 + seconds[second])
  }

  /// All of them.
  var all: [Int64] { seconds.isEmpty ? list : Self.times(list, minutes, seconds) }

  /// The index of the first time that is not before another one; `count` if all are.
  func firstIndex(from time: Int64) -> Int { (0..<count).partitioningIndex { self[$0] >= time } }

  /// Replaces the times by those that a closure appends in any order, each once, in the same memory.
  mutating func replaceAll(_ append: (inout [Int64]) -> Void) {
    (minutes, seconds) = ([], [])
    list.removeAll(keepingCapacity: true)
    append(&list)
    list.sort()
    list.removeRepetitions()
    count = list.count
  }
}

extension Array where Element == Int64 {
  /// Removes elements equal to the one before.
  fileprivate mutating func removeRepetitions() {
    var kept = 0
    for index in indices where index == 0 || self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeLast(count - kept)
  }
}

extension ExpansionPlan {
  /// The set of days of a Gregorian year; outside the needed bits it may be incomplete.
  func yearMask(_ set: YearSet, _ year: GregorianYear, within needed: Range<Int>) -> DayBits {
    guard case .monthly(let months) = set else { return mask(set, of: year, within: needed) }
    var mask = DayBits()
    let limits = parts.selectsInYear ? parts.yearLimits(year) : nil
    for month in year.months(near: needed) where months & (1 << UInt16(month)) != 0 {
      let bits = year.month(month)
      // SKIP may move a date to the day before or after its month.
      guard bits.lowerBound - 1 < needed.upperBound, needed.lowerBound <= bits.upperBound else { continue }
      let days = monthMask(
        firstWeekday: year.weekday(ofBit: bits.lowerBound), length: bits.count,
        limits: limits?.bits(from: bits.lowerBound - 1) ?? ~0)
      mask.insert(days, at: bits.lowerBound - 1)
    }
    return mask
  }

  /// The set of days of a year of any calendar; outside the needed bits it may be incomplete. For `.monthly` it is the
  /// set that the limits of the year allow, as the days of each month are selected separately.
  func mask<Year: YearShape>(_ set: YearSet, of year: Year, within needed: Range<Int>) -> DayBits {
    switch set {
    case .yearly: return selected(parts.yearlyMask(year))
    case .monthly, .limited: return parts.limitMask(year)
    case .grid(let interval, let first):
      let grid = DayBits(every: interval, from: first - year.origin, in: needed.clamped(to: year.days))
      return parts.limitMask(year).intersection(grid)
    }
  }

  /// The set of days of a MONTHLY period; bit d is day d.
  func monthMask(firstWeekday: Int, length: Int, limits: UInt64 = ~0) -> UInt64 {
    selected(parts.monthMask(firstWeekday: firstWeekday, length: length) & limits)
  }

  /// The set of days of the MONTHLY period of a month that begins on a day number.
  func days<Year: YearShape>(
    of month: MonthNumber, from first: Int, length: Int, in year: @autoclosure () -> Year
  ) -> UInt64 {
    guard parts.includes(month) else { return 0 }
    var limits: UInt64 = ~0
    if parts.selectsInYear {
      let year = year()
      limits = parts.yearLimits(year).bits(from: first - 1 - year.origin)
    }
    return monthMask(firstWeekday: Gregorian.weekdayIndex(ofDay: first), length: length, limits: limits)
  }

  /// The days of a period that BYSETPOS selects.
  func selected(_ days: UInt64) -> UInt64 {
    guard !maskPositions.isEmpty, days != 0 else { return days }
    var selected: UInt64 = 0
    for position in maskPositions {
      guard let index = position.index(among: days.nonzeroBitCount) else { continue }
      selected |= 1 << UInt64(days.bit(at: index))
    }
    return selected
  }

  private func selected(_ days: DayBits) -> DayBits {
    guard !maskPositions.isEmpty else { return days }
    let count = days.count
    var selected = DayBits()
    for position in maskPositions {
      if let index = position.index(among: count) { selected.insert(days.bit(at: index)) }
    }
    return selected
  }
}

extension Int {
  /// The index of this position of BYSETPOS, which counts from 1 or from -1, in a set of instances; `nil` outside it.
  func index(among count: Int) -> Int? {
    let (fromEnd, _) = count.addingReportingOverflow(self)
    let index = self > 0 ? self - 1 : fromEnd
    return index >= 0 && index < count ? index : nil
  }
}

extension ExpansionPlan {
  /// The share of the budget that a year of another calendar costs, as calls of the calendar may be slow.
  static let yearCost = 1000

  /// The share that a period of another calendar costs.
  var periodCost: Int {
    switch shape {
    case .months: 80
    case .weeks: 20
    default: Self.yearCost
    }
  }
}
