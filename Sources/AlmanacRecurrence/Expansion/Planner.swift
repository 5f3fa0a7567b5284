internal import AlmanacTime

/// Turns a rule and a start into an `ExpansionPlan`.
struct Planner {
  let rule: RecurrenceRule
  let start: CivilDateTime
  /// Whether the start is a date: parts that select times are ignored (RFC 5545 §3.3.10, BYSECOND, BYMINUTE, BYHOUR).
  let isDate: Bool
  let interval: Int
  let parts: RuleParts
  /// The rule's calendar, where it is not the Gregorian and the rule selects days by it.
  let system: CalendarSystem?
  /// The number of instances that COUNT allows.
  let count: Int
  /// The wall-clock second after which UNTIL allows no instance.
  let last: Int64
  private let isSupported: Bool

  init(_ rule: RecurrenceRule, from start: EventTime, calendars: CalendarSystems) {
    self.rule = rule
    self.start = start.local
    isDate = start.isDate
    interval = Swift.min(Swift.max(rule.interval, 1), Int(Int32.max))
    if case .count(let number) = rule.end { count = number } else { count = Int.max }
    last = Swift.min(rule.lastTime(for: start), .max).secondsSinceEpoch
    let date = start.date
    var implied = rule
    var named: CalendarSystem?
    if let name = rule.calendarScale, !CalendarSystems.isGregorian(name) {
      named = calendars[name]
      isSupported = named != nil
      let day = date.daysSinceEpoch
      if let year = named?.year(containing: day), let index = year.index(ofDay: day) {
        let month = year.months[index]
        implied = rule.implyingDays(
          month: month.number, day: day - month.firstDay + 1, weekday: date.weekday)
      }
    } else {
      isSupported = true
      let (_, month, day) = date.fields
      implied = rule.implyingDays(month: MonthNumber(month), day: day, weekday: date.weekday)
    }
    var parts = RuleParts(implied, stated: rule)
    // Days and weeks by themselves are the same in all calendars.
    system = rule.frequency >= .monthly || !parts.onlyWeekdays ? named : nil
    // Only months and years make dates that may not exist.
    if system == nil, rule.frequency < .monthly { parts.skip = .omit }
    self.parts = parts
  }

  func plan() -> ExpansionPlan {
    guard isSupported else { return ExpansionPlan(.unsupported, of: self) }
    let selectsNothing = !rule.bySetPosition.isEmpty && selectedPositions.isEmpty
    guard count > 0, last >= start.secondsSinceEpoch, !selectsNothing else {
      return ExpansionPlan(.empty, of: self)
    }
    return rule.frequency >= .daily ? dayPlan() : clockPlan()
  }

  // MARK: Steps of a day and more

  private func dayPlan() -> ExpansionPlan {
    var times = timesInPeriod()
    var positions = selectedPositions
    if rule.frequency == .daily, !positions.isEmpty {
      times = Self.select(positions, from: times)
      positions = []
    }
    guard times.count > 0 else { return ExpansionPlan(.empty, of: self) }
    let shape = dayShape(times: times, hasPositions: !positions.isEmpty)
    let isOnceADay = times.count == 1
    return ExpansionPlan(
      shape, of: self, times: times, positions: isOnceADay ? [] : positions,
      maskPositions: isOnceADay ? positions : [])
  }

  private func dayShape(times: TimeList, hasPositions: Bool) -> ExpansionPlan.Shape {
    if let system { return shape(in: system) }
    switch rule.frequency {
    case .yearly:
      let year = GregorianYear(start.date.year)
      let first = firstYear(year.number, year) { GregorianYear(year.number + $0) }
      return .years(interval: interval, first: first - periodsBefore, .yearly)
    case .monthly:
      return monthShape(plainSet: !(hasPositions && times.count > 1))
    case .weekly:
      if !hasPositions, parts.onlyWeekdays, parts.weekdays.nonzeroBitCount == 1, times.count == 1,
        parts.weekdays == 1 << UInt8(start.date.weekday.daysAfterMonday), times[0] == timeOfStart
      {
        return .steps(Int64(interval) * 7 * 86_400)
      }
      if !hasPositions, interval == 1 { return .years(interval: 1, first: start.date.year, .limited) }
      return .weeks(interval: interval, first: firstWeek, limited: !parts.onlyWeekdays)
    default:
      if !parts.limitsDays, times.count == 1, times[0] == timeOfStart {
        return .steps(Int64(interval) * 86_400)
      }
      return neverFallsOnWeekday ? .empty : .years(interval: 1, first: start.date.year, everyDay)
    }
  }

  /// Whether a DAILY rule steps by whole weeks from a weekday that it does not allow.
  private var neverFallsOnWeekday: Bool {
    interval % 7 == 0 && parts.hasWeekdays && parts.ordinals.isEmpty
      && parts.weekdays & (1 << UInt8(start.date.weekday.daysAfterMonday)) == 0
  }

  /// The days of a year in equal steps, with or without limits.
  private var everyDay: ExpansionPlan.YearSet {
    interval == 1 ? .limited : .grid(interval: interval, first: start.date.daysSinceEpoch)
  }

  /// The year that YEARLY counts from: where weeks are counted, the week-based year of the start.
  ///
  /// RFC 5545 leaves open from where an INTERVAL counts when the start is not an instance; then it is the start's
  /// calendar year.
  ///
  /// - Parameters:
  ///   - number: The number of the start's calendar year.
  ///   - neighbour: Returns the year a number of years later, 1 or -1; `nil` where the calendar ends.
  private func firstYear<Year: YearShape>(_ number: Int, _ year: Year, neighbour: (Int) -> Year?) -> Int {
    if parts.weeks.isEmpty { return number }
    if interval == 1 { return number - 1 }
    let day = start.date.daysSinceEpoch
    let (weeks, bit) = (year.weeks(startingOn: parts.weekStart), day - year.origin)
    let distance = bit < weeks.lowerBound ? -1 : bit < weeks.upperBound ? 0 : 1
    guard distance != 0, let other = neighbour(distance) else { return number }
    return parts.yearlyMask(other).contains(day - other.origin) ? number + distance : number
  }

  /// The day number of the first day of the start's week.
  private var firstWeek: Int {
    start.date.daysSinceEpoch - (start.date.weekday.daysAfterMonday - parts.weekStart + 7) % 7
  }

  private func monthShape(plainSet: Bool) -> ExpansionPlan.Shape {
    let (year, month, _) = start.date.fields
    guard plainSet, 12 % interval == 0 || interval % 12 == 0 else {
      return .months(interval: interval, first: year * 12 + month - 1 - periodsBefore)
    }
    var months: UInt16 = 0
    for index in stride(from: (month - 1) % interval, to: 12, by: interval) {
      months |= 1 << UInt16(index + 1)
    }
    months &= parts.gregorianMonths
    guard months != 0 else { return .empty }
    return .years(interval: Swift.max(1, interval / 12), first: year - periodsBefore, .monthly(months))
  }

  /// A date that SKIP moves forward may come from the period before the start's.
  private var periodsBefore: Int { rule.skip == .forward && interval == 1 ? 1 : 0 }

  private var timeOfStart: Int64 { start.secondsSinceEpoch.flooredRemainder(86_400) }

  /// The positions of BYSETPOS within their limits, ascending, each once.
  private var selectedPositions: [Int] {
    if rule.bySetPosition.isEmpty { return [] }
    return Set(rule.bySetPosition.filter { (1...385).contains($0.magnitude) }).sorted()
  }

  // MARK: Other calendars

  /// The shape of a rule that steps by days or more of a calendar.
  private func shape(in system: CalendarSystem) -> ExpansionPlan.Shape {
    let day = start.date.daysSinceEpoch
    guard let year = system.year(containing: day), let month = year.index(ofDay: day) else { return .empty }
    switch rule.frequency {
    case .yearly:
      let first = firstYear(year.number, ScaledYear(year, of: system, withNeighbours: true)) { distance in
        let other = distance < 0 ? system.year(before: year) : system.year(after: year)
        return other.map { ScaledYear($0, of: system, withNeighbours: true) }
      }
      return .years(interval: interval, first: first, .yearly)
    case .monthly: return .months(interval: interval, first: year.monthsBefore + month)
    case .weekly: return .weeks(interval: interval, first: firstWeek, limited: true)
    default: return .years(interval: 1, first: year.number, everyDay)
    }
  }

  // MARK: Times

  /// The seconds into a day, or into a smaller period of the frequency, at which there is an instance, ascending.
  private func timesInPeriod() -> TimeList {
    guard !isDate else { return TimeList([0]) }
    let time = start.time
    return TimeList(
      hours: rule.frequency < .daily ? [0] : Self.values(rule.byHour, in: 0...23, else: time.hour),
      minutes: rule.frequency < .hourly ? [0] : Self.values(rule.byMinute, in: 0...59, else: time.minute),
      seconds: rule.frequency < .minutely ? [0] : Self.values(seconds, in: 0...59, else: time.second))
  }

  /// BYSECOND with 60 read as 59, as RFC 5545 §3.3.12 asks of programs without leap seconds.
  private var seconds: [Int] { rule.bySecond.map { $0 == 60 ? 59 : $0 } }

  /// The values of a part in ascending order, each once; the fallback where the part is absent.
  private static func values(_ part: [Int], in range: ClosedRange<Int>, else fallback: Int) -> [Int] {
    part.isEmpty ? [fallback] : Set(part.filter { range.contains($0) }).sorted()
  }

  /// The times that BYSETPOS selects from a list, ascending, each once.
  private static func select(_ positions: [Int], from times: TimeList) -> TimeList {
    TimeList(Set(positions.compactMap { $0.index(among: times.count) }).sorted().map { times[$0] })
  }
}

// MARK: Periods of hours, minutes and seconds

extension Planner {
  private func clockPlan() -> ExpansionPlan {
    let unit: Int64 = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    let step = Int64(interval) * unit
    let first = start.secondsSinceEpoch.flooredQuotient(unit) * unit
    let positions = selectedPositions
    var times = timesInPeriod()
    if !positions.isEmpty { times = Self.select(positions, from: times) }
    guard times.count > 0, !isDate else { return ExpansionPlan(.empty, of: self) }

    let steps = ClockSteps(
      step: step, first: first, hours: bits(rule.byHour, below: 24, limits: true),
      minutes: bits(rule.byMinute, below: 60, limits: rule.frequency <= .minutely),
      seconds: bits(seconds, below: 60, limits: rule.frequency == .secondly),
      limitsDays: parts.limitsDays)
    if !steps.limitsDays, steps.allowsAllTimes, times.count == 1 { return stepPlan(steps, time: times[0]) }
    if 86_400 % step == 0, let plan = dailyPlan(steps, times: times) { return plan }
    return ExpansionPlan(canMatch(steps) ? .clock(steps) : .empty, of: self, times: times)
  }

  private func bits(_ part: [Int], below limit: Int, limits: Bool) -> UInt64 {
    guard limits, !part.isEmpty else { return ~0 }
    var bits: UInt64 = 0
    for value in part where (0..<limit).contains(value) { bits |= 1 << UInt64(value) }
    return bits
  }

  /// A rule without limits: one instance every step, beginning with the first that is not before the start.
  private func stepPlan(_ steps: ClockSteps, time: Int64) -> ExpansionPlan {
    // The time within the period is the start's own, or one that BYMINUTE or BYSECOND selects in every period.
    var instance = steps.first + time
    if instance < start.secondsSinceEpoch { instance += steps.step }
    return ExpansionPlan(
      instance <= last ? .steps(steps.step) : .empty, of: self, from: instance,
      times: TimeList([instance.flooredRemainder(86_400)]))
  }

  /// Steps that fit the day: the same times on every day that the limits allow; `nil` for more times a day than
  /// minutes, as calendars store the plans of their series.
  private func dailyPlan(_ steps: ClockSteps, times: TimeList) -> ExpansionPlan? {
    var all: [Int64] = []
    for period in stride(from: steps.first.flooredRemainder(steps.step), to: 86_400, by: Int(steps.step))
    where steps.allows(timeOfDay: period) {
      guard all.count + times.count <= 1440 else { return nil }
      all += times.all.map { period + $0 }
    }
    var year = start.date.year
    if let system, let own = system.year(containing: start.date.daysSinceEpoch) { year = own.number }
    let shape = all.isEmpty ? ExpansionPlan.Shape.empty : .years(interval: 1, first: year, .limited)
    return ExpansionPlan(shape, of: self, times: TimeList(all))
  }

  /// Whether any time of day that the steps can reach is allowed. Steps reach all times that are a multiple of the
  /// greatest common divisor of step and day away from the first.
  private func canMatch(_ steps: ClockSteps) -> Bool {
    let divisor = steps.commonDivisor
    let times = stride(from: steps.first.flooredRemainder(divisor), to: 86_400, by: Int(divisor))
    return times.contains { steps.allows(timeOfDay: $0) }
  }
}
