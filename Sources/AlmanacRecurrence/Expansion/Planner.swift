internal import AlmanacTime

/// Turns a rule and a start into an `ExpansionPlan`.
struct Planner {
  let rule: RecurrenceRule
  let start: CivilDateTime
  /// A start that is a date: parts that choose times are ignored (RFC 5545 §3.3.10, BYSECOND, BYMINUTE, BYHOUR).
  let isDate: Bool
  let interval: Int
  private(set) var parts: RuleParts
  /// Set for a rule that counts in a calendar other than the Gregorian, when it chooses days by it.
  private(set) var scale: ScaledRule?
  private var isSupported = true

  init(_ rule: RecurrenceRule, start: CivilDateTime, isDate: Bool, calendars: CalendarSystems) {
    self.rule = rule
    self.start = isDate ? start.date.startOfDay : start
    self.isDate = isDate
    interval = Swift.min(Swift.max(rule.interval, 1), Int(Int32.max))
    parts = RuleParts(rule)
    if let name = rule.calendarScale, !CalendarSystems.isGregorian(name) {
      count(in: calendars[name])
    } else {
      parts.fillIn(from: start.date, frequency: rule.frequency)
      // Only months and years make dates that may not exist.
      if rule.frequency < .monthly { parts.skip = .omit }
    }
  }

  /// Takes up another calendar; days and weeks by themselves are the same in all.
  private mutating func count(in system: CalendarSystem?) {
    guard let system else {
      isSupported = false
      return
    }
    parts.fillIn(from: start.date, frequency: rule.frequency, by: system)
    if rule.frequency >= .monthly || !onlyWeekdays { scale = ScaledRule(system: system, parts: parts) }
  }

  /// - Parameter last: The latest wall-clock time that UNTIL allows.
  func plan(until last: CivilDateTime) -> ExpansionPlan {
    let limit = Swift.min(last, .max).secondsSinceEpoch
    let count: Int
    if case .count(let number) = rule.end { count = number } else { count = Int.max }
    let startSeconds = start.secondsSinceEpoch
    guard isSupported else { return plan(.unsupported, times: [0], count: 0, last: limit) }
    let isWithout = !rule.bySetPosition.isEmpty && chosenPositions.isEmpty
    guard count > 0, limit >= startSeconds, !isWithout else {
      return plan(.empty, times: [0], count: 0, last: limit)
    }
    if rule.frequency >= .daily { return dayPlan(count: count, last: limit) }
    return clockPlan(count: count, last: limit)
  }

  func plan(
    _ shape: ExpansionPlan.Shape, times: [Int64], positions: [Int] = [], maskPositions: [Int] = [],
    count: Int,
    last: Int64
  ) -> ExpansionPlan {
    ExpansionPlan(
      shape: shape, parts: parts, scale: scale, start: start.secondsSinceEpoch, times: times,
      positions: positions, maskPositions: maskPositions, count: count, last: last)
  }

  // MARK: Steps of a day and more

  private func dayPlan(count: Int, last: Int64) -> ExpansionPlan {
    var times = timesOfDay()
    var positions = chosenPositions
    if rule.frequency == .daily, !positions.isEmpty {
      times = Self.select(positions, from: times)
      positions = []
    }
    guard !times.isEmpty else { return plan(.empty, times: [0], count: 0, last: last) }
    let shape = dayShape(times: times, hasPositions: !positions.isEmpty)
    let settled = times.count == 1
    return plan(
      shape, times: times, positions: settled ? [] : positions, maskPositions: settled ? positions : [],
      count: count, last: last)
  }

  private func dayShape(times: [Int64], hasPositions: Bool) -> ExpansionPlan.Shape {
    if let scale { return scaledShape(scale) }
    let startDay = start.date.daysSinceEpoch
    switch rule.frequency {
    case .yearly:
      return .years(interval: interval, first: firstYear(of: startDay) - periodsBefore, .yearly)
    case .monthly:
      return monthShape(plainSet: !(hasPositions && times.count > 1))
    case .weekly:
      let first = startDay - (start.date.weekday.daysAfterMonday - parts.weekStart + 7) % 7
      if !hasPositions, onlyWeekdays, parts.weekdays.nonzeroBitCount == 1, times.count == 1,
        parts.weekdays == 1 << UInt8(start.date.weekday.daysAfterMonday), times[0] == timeOfStart
      {
        return .steps(Int64(interval) * 7 * 86_400)
      }
      if !hasPositions, interval == 1 { return .years(interval: 1, first: start.date.year, .limited) }
      return .weeks(interval: interval, first: first, limited: !onlyWeekdays)
    default:
      return dailyShape(interval: interval, times: times)
    }
  }

  /// Days in equal steps, with whatever limits there are.
  private func dailyShape(interval: Int, times: [Int64]) -> ExpansionPlan.Shape {
    let startDay = start.date.daysSinceEpoch
    if !parts.limitsDays, times.count == 1, times[0] == timeOfStart {
      return .steps(Int64(interval) * 86_400)
    }
    if interval == 1 { return .years(interval: 1, first: start.date.year, .limited) }
    return .years(interval: 1, first: start.date.year, .grid(interval: interval, first: startDay))
  }

  /// The year that YEARLY counts from: where weeks are counted, the week-based year of the start.
  ///
  /// RFC 5545 leaves open from where an INTERVAL counts when the start is no instance; then it is the start's
  /// calendar year, as the big libraries have it.
  private func firstYear(of day: Int) -> Int {
    let calendarYear = start.date.year
    guard parts.hasWeeks else { return calendarYear }
    let rule = WeekRule(firstWeekday: Weekday(daysAfterMonday: parts.weekStart), minimalDays: 4)
    let weekYear = YearShape(WeekDate(start.date, rule: rule).year)
    if interval == 1 { return Swift.min(calendarYear, weekYear.year) }
    let isInstance = parts.yearlyMask(weekYear).contains(day - weekYear.newYear + DayBits.newYear)
    return isInstance ? weekYear.year : calendarYear
  }

  private func monthShape(plainSet: Bool) -> ExpansionPlan.Shape {
    let (year, month, _) = start.date.fields
    guard plainSet, 12 % interval == 0 || interval % 12 == 0 else {
      return .months(interval: interval, first: year * 12 + month - 1 - periodsBefore)
    }
    var months: UInt16 = 0
    var index = (month - 1) % interval
    if interval % 12 == 0 {
      months = 1 << UInt16(month)
    } else {
      while index < 12 {
        months |= 1 << UInt16(index + 1)
        index += interval
      }
    }
    if parts.hasMonths { months &= parts.months }
    guard months != 0 else { return .empty }
    return .years(interval: Swift.max(1, interval / 12), first: year - periodsBefore, .monthly(months))
  }

  /// A date that SKIP moves forward may come from the period before the start's.
  private var periodsBefore: Int { rule.skip == .forward && interval == 1 ? 1 : 0 }

  private var onlyWeekdays: Bool {
    !parts.hasMonths && !parts.hasMonthDays && !parts.hasYearDays && !parts.hasWeeks
  }

  private var timeOfStart: Int64 { start.secondsSinceEpoch.flooredRemainder(86_400) }

  /// The positions of BYSETPOS within their limits, in order, each once.
  var chosenPositions: [Int] {
    var positions: [Int] = []
    for position in rule.bySetPosition.sorted() where (1...385).contains(position.magnitude) {
      if positions.last != position { positions.append(position) }
    }
    return positions
  }

  // MARK: Times

  /// The times of day of a rule that steps by days or more, ascending.
  private func timesOfDay() -> [Int64] {
    guard !isDate else { return [0] }
    let time = start.time
    let hours = Self.values(rule.byHour, in: 0...23, else: time.hour)
    let minutes = Self.values(rule.byMinute, in: 0...59, else: time.minute)
    return Self.product(hours, minutes, seconds(else: time.second))
  }

  /// Second 60 is read as 59, as RFC 5545 §3.3.12 asks of those without leap seconds.
  func seconds(else fallback: Int) -> [Int] {
    Self.values(rule.bySecond.map { $0 == 60 ? 59 : $0 }, in: 0...59, else: fallback)
  }

  /// The values of a part in ascending order, each once; the fallback where the part is absent.
  static func values(_ part: [Int], in range: ClosedRange<Int>, else fallback: Int) -> [Int] {
    guard !part.isEmpty else { return [fallback] }
    var bits: UInt64 = 0
    for value in part where range.contains(value) { bits |= 1 << UInt64(value) }
    var values: [Int] = []
    while bits != 0 {
      values.append(bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
    return values
  }

  /// All times of day of these hours, minutes and seconds, ascending.
  static func product(_ hours: [Int], _ minutes: [Int], _ seconds: [Int]) -> [Int64] {
    var times: [Int64] = []
    times.reserveCapacity(hours.count * minutes.count * seconds.count)
    for hour in hours {
      for minute in minutes {
        for second in seconds { times.append(Int64(hour * 3600 + minute * 60 + second)) }
      }
    }
    return times
  }

  /// What BYSETPOS leaves of a list, ascending, each once.
  static func select(_ positions: [Int], from times: [Int64]) -> [Int64] {
    var chosen: [Int] = []
    for position in positions {
      let (fromEnd, _) = times.count.addingReportingOverflow(position)
      let index = position > 0 ? position - 1 : fromEnd
      if times.indices.contains(index) { chosen.append(index) }
    }
    chosen.sort()
    var result: [Int64] = []
    for index in chosen where result.last != times[index] { result.append(times[index]) }
    return result
  }
}
