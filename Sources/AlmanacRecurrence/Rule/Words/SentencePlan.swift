import AlmanacTime

/// The contents of a sentence for a rule: what languages have an idiom for, and the parts that are listed one by one.
///
/// A plan has the meaning of its rule: each part is either in the idiom or in `details`.
struct SentencePlan {
  enum Days {
    case none
    /// Such as every Monday and Wednesday.
    case weekdays([Weekday])
    /// Such as the first Monday and the last Friday.
    case ordinals([WeekdayOrdinal])
    /// Such as the last weekday.
    case positions([Int], of: DayGroup)
    /// Such as the 15th and the last day, of a month.
    case monthDays([Int])
    /// Such as the 100th day of the year.
    case yearDays([Int])
    /// Such as 6 January and 6 July.
    case dates([(month: Int, day: Int)])
  }

  enum DayGroup {
    case workdays, weekend
  }

  private(set) var frequency: RecurrenceRule.Frequency
  private(set) var interval: Int
  private(set) var days = Days.none
  /// The months of the days; empty for all.
  private(set) var months: [Int] = []
  private(set) var times: [CivilTime] = []
  /// The parts that the other properties do not cover, in their order.
  private(set) var details: [RecurrenceRule.Part]
  let rule: RecurrenceRule

  init(_ rule: RecurrenceRule) {
    let rule = rule.withSortedLists
    self.rule = rule
    frequency = rule.frequency
    interval = rule.interval
    details = RecurrenceRule.Part.allCases.filter { rule.isEffective($0) }
    guard !rule.isScaled, rule.skip == .omit, rule.validate().isEmpty else { return }
    planDays()
    planTimes()
  }

  /// Removes parts from the details.
  private mutating func cover(_ parts: RecurrenceRule.Part...) {
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
      guard frequency == .yearly, rule.byMonth.isEmpty, hasWords(rule.byYearDay) else { return }
      days = .yearDays(Self.inReadingOrder(rule.byYearDay))
      cover(.byYearDay)
    case [.byDay, .bySetPosition]: planPositions()
    default: break
    }
  }

  /// Plans rules such as `every day in January`.
  private mutating func planMonthsAlone() {
    guard interval == 1, frequency == .daily || frequency == .weekly else { return }
    coverMonths()
  }

  private mutating func coverMonths() {
    months = rule.byMonth.map { $0.number }
    cover(.byMonth)
  }

  /// Plans weekdays, with which all frequencies from DAILY on and INTERVAL=1 mean the same.
  private mutating func planWeekdays() {
    guard frequency == .weekly || (interval == 1 && frequency >= .daily) else { return }
    frequency = .weekly
    let weekdays = rule.byDay.map { $0.weekday }
    if weekdays.count == 7 && interval == 1 { frequency = .daily } else { days = .weekdays(weekdays) }
    cover(.byDay)
    if interval == 1 { coverMonths() }
  }

  private mutating func planOrdinals(_ list: [WeekdayOrdinal]) {
    let ordinals = list.map { $0.ordinal }
    guard !ordinals.contains(0), hasWords(ordinals), planMonths() else { return }
    days = .ordinals(list.filter { $0.ordinal > 0 } + list.filter { $0.ordinal < 0 })
    cover(.byDay, .bySetPosition)
  }

  private mutating func planMonthDays(_ list: [Int]) {
    guard hasWords(list) else { return }
    let unplanned = self
    if interval == 1 && rule.byMonth.isEmpty && frequency == .daily { frequency = .monthly }
    guard planMonths() else { return }
    if months.isEmpty {
      guard frequency == .monthly else { return }
      days = .monthDays(Self.inReadingOrder(list))
    } else if list.allSatisfy({ $0 < 0 }) {
      days = .monthDays(list)
    } else {
      let exist = months.allSatisfy { month in
        list.allSatisfy { $0 > 0 && $0 <= YearMonth(clampingYear: 2000, month).length }
      }
      guard exist, list.count * months.count <= 6 else {
        self = unplanned
        return
      }
      days = .dates(months.flatMap { month in list.map { (month, $0) } })
    }
    cover(.byDay, .byMonthDay, .bySetPosition)
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
    } else if let group = DayGroup(weekdays), hasWords(positions), planMonths() {
      days = .positions(positions, of: group)
      cover(.byDay, .bySetPosition)
    }
  }

  /// Plans the months of days, a monthly rule of some months becoming a yearly one; `false` when the idiom has no
  /// place for them.
  private mutating func planMonths() -> Bool {
    guard frequency >= .monthly || rule.byMonth.isEmpty else { return false }
    guard !rule.byMonth.isEmpty else { return frequency >= .monthly }
    if frequency == .monthly {
      guard interval == 1 else { return false }
      frequency = .yearly
    }
    coverMonths()
    return true
  }

  private mutating func planTimes() {
    guard frequency >= .daily, rule.has(.byHour), rule.has(.byMinute), !rule.bySecond.contains(60) else {
      return
    }
    let seconds = rule.bySecond.isEmpty ? [0] : rule.bySecond
    guard rule.byHour.count * rule.byMinute.count * seconds.count <= 6 else { return }
    times = TimeList(hours: rule.byHour, minutes: rule.byMinute, seconds: seconds).all.map {
      CivilTime(uncheckedSecondOfDay: Int($0))
    }
    cover(.byHour, .byMinute, .bySecond)
  }

  /// Whether numbers are few enough for a sentence, those from the end having a word.
  private func hasWords(_ numbers: [Int]) -> Bool {
    numbers.count <= 8 && numbers.allSatisfy { $0 >= -3 }
  }

  /// The numbers that count from the start, then those from the end.
  private static func inReadingOrder(_ numbers: [Int]) -> [Int] {
    numbers.filter { $0 > 0 } + numbers.filter { $0 < 0 }
  }
}

extension SentencePlan.DayGroup {
  /// Creates the group of Monday to Friday, or of Saturday and Sunday, from a sorted list.
  init?(_ weekdays: [Weekday]) {
    switch weekdays {
    case [.monday, .tuesday, .wednesday, .thursday, .friday]: self = .workdays
    case [.saturday, .sunday]: self = .weekend
    default: return nil
    }
  }
}

extension RecurrenceRule {
  /// Whether a part other than frequency, interval and end has an effect.
  fileprivate func isEffective(_ part: Part) -> Bool {
    switch part {
    case .skip: return skip != .omit
    case .calendarScale: return isScaled
    case .weekStart: return weekStart != .monday && usesWeekStart
    default: return has(part)
    }
  }
}
