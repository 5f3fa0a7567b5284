import AlmanacTime

/// What a rule says, sorted into what languages have an idiom for and what is listed part by part.
///
/// A plan never says less or more than the rule: a part is either in the idiom or in `details`.
struct RulePlan {
  enum Days {
    case none
    /// Every Monday and Wednesday.
    case weekdays([Weekday])
    /// The first Monday and the last Friday.
    case ordinals([WeekdayOrdinal])
    /// The last weekday.
    case positions([Int], of: DayGroup)
    /// The 15th and the last day, of a month.
    case monthDays([Int])
    /// The 100th day of the year.
    case yearDays([Int])
    /// 6 January and 6 July.
    case dates([(month: Int, day: Int)])
  }

  enum DayGroup {
    case workdays, weekend
  }

  private(set) var frequency: RecurrenceRule.Frequency
  private(set) var interval: Int
  private(set) var days = Days.none
  /// The months in which, or of which, the days are; empty for all.
  private(set) var months: [Int] = []
  private(set) var times: [CivilTime] = []
  /// What is not said above, in the order of parts.
  private(set) var details: [RecurrenceRule.Part]
  let rule: RecurrenceRule

  init(_ rule: RecurrenceRule) {
    var rule = rule
    rule.sortLists()
    self.rule = rule
    frequency = rule.frequency
    interval = rule.interval
    details = RecurrenceRule.Part.allCases.filter { rule.has($0) }
    guard !rule.isScaled, rule.skip == .omit, rule.validate().isEmpty else { return }
    planDays()
    planTimes()
  }

  private mutating func take(_ parts: RecurrenceRule.Part...) {
    details = details.filter { !parts.contains($0) }
  }

  private mutating func planDays() {
    let dayParts: [RecurrenceRule.Part] = [.byDay, .byMonthDay, .byYearDay, .byWeekNumber, .bySetPosition]
    let present = dayParts.filter { rule.has($0) }
    switch present {
    case []: planMonthsAlone()
    case [.byDay]: rule.hasNumberedWeekdays ? planOrdinals(rule.byDay) : planWeekdays()
    case [.byMonthDay]: planMonthDays(rule.byMonthDay)
    case [.byYearDay]:
      guard frequency == .yearly, rule.byMonth.isEmpty, isSayable(rule.byYearDay) else { return }
      days = .yearDays(Self.inReadingOrder(rule.byYearDay))
      take(.byYearDay)
    case [.byDay, .bySetPosition]: planPositions()
    default: break
    }
  }

  /// `every day in January`.
  private mutating func planMonthsAlone() {
    guard interval == 1, frequency == .daily || frequency == .weekly else { return }
    takeMonths()
  }

  private mutating func takeMonths() {
    months = rule.byMonth.map { $0.number }
    take(.byMonth)
  }

  /// From day to day all frequencies with such a list say the same.
  private mutating func planWeekdays() {
    guard frequency == .weekly || (interval == 1 && frequency >= .daily) else { return }
    frequency = .weekly
    let weekdays = rule.byDay.map { $0.weekday }
    if weekdays.count == 7 && interval == 1 { frequency = .daily } else { days = .weekdays(weekdays) }
    take(.byDay)
    if interval == 1 { takeMonths() }
  }

  private mutating func planOrdinals(_ list: [WeekdayOrdinal]) {
    let ordinals = list.map { $0.ordinal }
    guard !ordinals.contains(0), isSayable(ordinals), settleMonths() else { return }
    days = .ordinals(list.filter { $0.ordinal > 0 } + list.filter { $0.ordinal < 0 })
    take(.byDay, .bySetPosition)
  }

  private mutating func planMonthDays(_ list: [Int]) {
    guard isSayable(list) else { return }
    if interval == 1 && rule.byMonth.isEmpty && frequency == .daily { frequency = .monthly }
    guard settleMonths() else { return }
    if months.isEmpty {
      guard frequency == .monthly else { return }
      days = .monthDays(Self.inReadingOrder(list))
    } else if list.allSatisfy({ $0 < 0 }) {
      days = .monthDays(list)
    } else {
      let exist = months.allSatisfy { month in
        list.allSatisfy { $0 > 0 && $0 <= YearMonth(2000, month).length }
      }
      guard exist, list.count * months.count <= 6 else { return giveBackMonths() }
      days = .dates(months.flatMap { month in list.map { (month, $0) } })
    }
    take(.byDay, .byMonthDay, .bySetPosition)
  }

  private mutating func planPositions() {
    let isOnceADay = RecurrenceRule.Part.times.allSatisfy { rule[numbers: $0].count <= 1 }
    let isMonthly = frequency == .monthly || (frequency == .yearly && rule.byMonth.count == 1)
    guard isOnceADay, isMonthly, !rule.hasNumberedWeekdays else { return }
    let positions = Self.inReadingOrder(rule.bySetPosition)
    let weekdays = rule.byDay.map { $0.weekday }
    if weekdays.count == 7 {
      guard positions.allSatisfy({ (-31...31).contains($0) }) else { return }
      planMonthDays(rule.bySetPosition)
    } else if let only = weekdays.first, weekdays.count == 1 {
      guard positions.allSatisfy({ (-5...5).contains($0) }) else { return }
      planOrdinals(positions.map { WeekdayOrdinal(only, ordinal: $0) })
    } else if let group = DayGroup(weekdays), isSayable(positions), settleMonths() {
      days = .positions(positions, of: group)
      take(.byDay, .bySetPosition)
    }
  }

  /// Makes `every month in March` of a month rule `every year`; false when the months cannot be said with the days.
  private mutating func settleMonths() -> Bool {
    guard frequency >= .monthly || rule.byMonth.isEmpty else { return false }
    guard !rule.byMonth.isEmpty else { return frequency >= .monthly }
    if frequency == .monthly {
      guard interval == 1 else { return false }
      frequency = .yearly
    }
    takeMonths()
    return true
  }

  private mutating func giveBackMonths() {
    frequency = rule.frequency
    months = []
    details = RecurrenceRule.Part.allCases.filter { details.contains($0) || $0 == .byMonth }
  }

  private mutating func planTimes() {
    guard frequency >= .daily, rule.has(.byHour), rule.has(.byMinute), !rule.bySecond.contains(60) else {
      return
    }
    let seconds = rule.bySecond.isEmpty ? [0] : rule.bySecond
    guard rule.byHour.count * rule.byMinute.count * seconds.count <= 6 else { return }
    for hour in rule.byHour {
      for minute in rule.byMinute {
        for second in seconds {
          times.append(CivilTime(uncheckedSecondOfDay: hour * 3600 + minute * 60 + second))
        }
      }
    }
    take(.byHour, .byMinute, .bySecond)
  }

  /// Few enough, and with a word for those that count from the end.
  private func isSayable(_ numbers: [Int]) -> Bool {
    numbers.count <= 8 && numbers.allSatisfy { $0 >= -3 }
  }

  /// From the start first, then from the end.
  private static func inReadingOrder(_ numbers: [Int]) -> [Int] {
    numbers.filter { $0 > 0 } + numbers.filter { $0 < 0 }
  }
}

extension RulePlan.DayGroup {
  /// Monday to Friday, or Saturday and Sunday; the list is sorted.
  init?(_ weekdays: [Weekday]) {
    switch weekdays {
    case [.monday, .tuesday, .wednesday, .thursday, .friday]: self = .workdays
    case [.saturday, .sunday]: self = .weekend
    default: return nil
    }
  }
}

extension RecurrenceRule {
  /// Whether a part says something that must be told beside frequency, interval and end.
  fileprivate func has(_ part: Part) -> Bool {
    switch part {
    case .frequency, .interval, .count, .until: return false
    case .byDay: return !byDay.isEmpty
    case .byMonth: return !byMonth.isEmpty
    case .skip: return skip != .omit
    case .calendarScale: return isScaled
    case .weekStart:
      let hasWeeks = frequency == .weekly && (interval > 1 && !byDay.isEmpty || !bySetPosition.isEmpty)
      return weekStart != .monday && (hasWeeks || !byWeekNumber.isEmpty)
    default: return !self[numbers: part].isEmpty
    }
  }
}
