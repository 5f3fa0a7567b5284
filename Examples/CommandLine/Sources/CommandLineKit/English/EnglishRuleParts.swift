import AlmanacRecurrence
import AlmanacTime

/// The clauses of an English phrase, before they are checked to form a rule.
struct EnglishRuleParts {
  struct Time {
    let time: CivilTime
    var hasSeconds = false

    /// The time in one half of the day; `nil` for an hour outside 1…12.
    func onHalfDay(isAfternoon: Bool) -> Time? {
      guard (1...12).contains(time.hour) else { return nil }
      let second = time.secondOfDay % 43_200 + (isAfternoon ? 43_200 : 0)
      return Time(time: CivilTime(uncheckedSecondOfDay: second), hasSeconds: hasSeconds)
    }
  }

  /// Monday to Friday, or Saturday and Sunday.
  enum DayGroup {
    case workdays, weekend
  }

  var frequency: RecurrenceRule.Frequency?
  var interval = 1
  var weekdays: [Weekday] = []
  var ordinals: [WeekdayOrdinal] = []
  var positions: [Int] = []
  var positionGroup = DayGroup.workdays
  var monthDays: [Int] = []
  var dates: [(month: Int, day: Int)] = []
  var months: [Int] = []
  var isOfYear = false
  var times: [Time] = []
  var end = RecurrenceRule.End.never
  /// The offsets of the days and the times in the text.
  var daysOffset = 0
  var timesOffset = 0

  /// The rule of all clauses.
  ///
  /// - Parameter length: The UTF-8 length of the text, the offset of a missing clause.
  func rule(at length: Int) throws(RecurrenceError) -> RecurrenceRule {
    var rule = RecurrenceRule(frequency ?? .daily, every: interval, until: end)
    rule.byMonth = months.map { MonthNumber($0) }
    let kinds = [weekdays.isEmpty, ordinals.isEmpty, positions.isEmpty, monthDays.isEmpty, dates.isEmpty]
    switch kinds.firstIndex(of: false) {
    case .none: try setBare(&rule, at: length)
    case .some where kinds.filter({ !$0 }).count > 1:
      throw contradiction("one kind of days: weekdays, days of the month or dates")
    case 0: try setWeekdays(&rule)
    case 1: try setOrdinals(&rule)
    case 2: try setPositions(&rule)
    case 3: try setMonthDays(&rule)
    default: try setDates(&rule)
    }
    try setTimes(&rule)
    guard let violation = rule.validate().first else { return rule }
    throw RecurrenceError(violation.code, at: daysOffset, expected: violation.expected)
  }

  private func contradiction(_ expected: String, at offset: Int? = nil) -> RecurrenceError {
    RecurrenceError(.contradiction, at: offset ?? daysOffset, expected: expected)
  }

  private func setBare(_ rule: inout RecurrenceRule, at length: Int) throws(RecurrenceError) {
    guard frequency != nil else {
      throw RecurrenceError(.missingFrequency, at: length, expected: "how often, such as 'every week'")
    }
  }

  private func setWeekdays(_ rule: inout RecurrenceRule) throws(RecurrenceError) {
    let isEveryDay = frequency == .daily && interval == 1
    guard frequency == nil || frequency == .weekly || isEveryDay else {
      throw contradiction("weeks with weekdays, or 'the first' of a weekday")
    }
    guard !isOfYear else { throw contradiction("'the first' of a weekday") }
    rule.frequency = .weekly
    rule.byDay = Weekday.week(from: .monday).filter { weekdays.contains($0) }.map { WeekdayOrdinal($0) }
  }

  private func setOrdinals(_ rule: inout RecurrenceRule) throws(RecurrenceError) {
    rule.frequency = isOfYear ? .yearly : try monthsOrYears()
    rule.byDay = ordinals
    guard rule.frequency == .monthly || isOfYear || !months.isEmpty else {
      throw contradiction("'of the month', 'of the year' or a month")
    }
  }

  private func setPositions(_ rule: inout RecurrenceRule) throws(RecurrenceError) {
    rule.frequency = try monthsOrYears()
    let weekdays: [Weekday] =
      positionGroup == .workdays ? Array(Weekday.week(from: .monday).prefix(5)) : [.saturday, .sunday]
    rule.byDay = weekdays.map { WeekdayOrdinal($0) }
    rule.bySetPosition = positions
    guard rule.frequency == .yearly else { return }
    // Positions count within the year; those of each month are a monthly rule's.
    if interval == 1 && !months.isEmpty {
      rule.frequency = .monthly
    } else if months.count != 1 {
      throw contradiction("'of the month' or one month")
    }
  }

  private func setMonthDays(_ rule: inout RecurrenceRule) throws(RecurrenceError) {
    if isOfYear && months.isEmpty {
      guard frequency == nil || frequency == .yearly else {
        throw contradiction("years with days of the year")
      }
      rule.frequency = .yearly
      rule.byYearDay = monthDays
      return
    }
    rule.frequency = try monthsOrYears()
    rule.byMonthDay = monthDays
    guard rule.frequency == .monthly || !months.isEmpty else { throw contradiction("a month for the day") }
  }

  /// The frequency of days: yearly with months, else monthly.
  private func monthsOrYears() throws(RecurrenceError) -> RecurrenceRule.Frequency {
    switch frequency {
    case nil: return months.isEmpty ? .monthly : .yearly
    case .monthly, .yearly: return frequency ?? .monthly
    default: throw contradiction("months or years with such days")
    }
  }

  private func setDates(_ rule: inout RecurrenceRule) throws(RecurrenceError) {
    guard frequency == nil || frequency == .yearly, months.isEmpty else {
      throw contradiction("years with dates")
    }
    rule.frequency = .yearly
    let (months, days) = (Set(dates.map { $0.month }).sorted(), Set(dates.map { $0.day }).sorted())
    let all = Set(dates.map { $0.month * 32 + $0.day })
    guard months.count * days.count == all.count else {
      throw contradiction("the same days in each month; other dates need a rule each")
    }
    rule.byMonth = months.map { MonthNumber($0) }
    rule.byMonthDay = days
  }

  private func setTimes(_ rule: inout RecurrenceRule) throws(RecurrenceError) {
    guard !times.isEmpty else { return }
    guard rule.frequency >= .daily else {
      throw contradiction("no times of day with hours, minutes or seconds", at: timesOffset)
    }
    let hours = Set(times.map { $0.time.hour }).sorted()
    let minutes = Set(times.map { $0.time.minute }).sorted()
    let seconds = Set(times.map { $0.time.second }).sorted()
    guard hours.count * minutes.count * seconds.count == Set(times.map { $0.time }).count else {
      throw contradiction("the same minutes in each hour; other times need a rule each", at: timesOffset)
    }
    (rule.byHour, rule.byMinute) = (hours, minutes)
    if times.contains(where: { $0.hasSeconds }) { rule.bySecond = seconds }
  }
}
