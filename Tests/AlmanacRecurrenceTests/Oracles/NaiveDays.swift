import AlmanacRecurrence
import AlmanacTime

/// Which days a rule chooses, asked day by day.
struct NaiveDays {
  private let rule: RecurrenceRule
  private let start: CivilDate
  private(set) var firstYear: Int
  /// The parts as the start completes them.
  private let months: [Int]
  private let monthDays: [Int]
  private let weekdays: [WeekdayOrdinal]

  init(_ rule: RecurrenceRule, from start: CivilDate) {
    self.rule = rule
    self.start = start
    var months = rule.byMonth.map(\.number)
    var monthDays = rule.byMonthDay
    var weekdays = rule.byDay
    let choosesDays = !(rule.byDay.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty)
    switch rule.frequency {
    case .yearly:
      if rule.byWeekNumber.isEmpty {
        let needsMonth = !choosesDays || !rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
        if needsMonth, months.isEmpty { months = [start.month] }
        if !choosesDays { monthDays = [start.dayOfMonth] }
      } else if !choosesDays {
        weekdays = [WeekdayOrdinal(start.weekday)]
      }
    case .monthly where rule.byWeekNumber.isEmpty:
      if !choosesDays { monthDays = [start.dayOfMonth] }
    case .monthly, .weekly:
      if !choosesDays { weekdays = [WeekdayOrdinal(start.weekday)] }
    default:
      break
    }
    self.months = months
    self.monthDays = monthDays
    self.weekdays = weekdays
    firstYear = start.year
    // The week-based year of a start that is an instance; else it is open from where years are counted.
    if !rule.byWeekNumber.isEmpty, rule.frequency == .yearly, rule.interval > 1, isAllowed(start) {
      firstYear = week(of: start).year
    }
  }

  // MARK: Periods

  func days(ofYear year: Int) -> [CivilDate] {
    guard let newYear = try? CivilDate(year, 1, 1) else { return [] }
    if !rule.byWeekNumber.isEmpty {
      return (-7..<380).map { newYear.adding(days: $0) }.filter { isAllowed($0) && week(of: $0).year == year }
    }
    if rule.skip != .omit, rule.byYearDay.isEmpty, !monthDays.isEmpty {
      return (1...12).flatMap {
        months.isEmpty || months.contains($0) ? movedDays(ofMonth: $0, in: year) : []
      }.ordered()
    }
    if rule.skip != .omit, !rule.byYearDay.isEmpty { return movedDays(ofYear: year) }
    return (0..<PlainYear.daysInYear(year)).map { newYear.adding(days: $0) }.filter(isAllowed)
  }

  func days(ofMonth month: Int, in year: Int) -> [CivilDate] {
    guard months.isEmpty || months.contains(month) else { return [] }
    if rule.skip != .omit, !monthDays.isEmpty { return movedDays(ofMonth: month, in: year).ordered() }
    guard let first = try? CivilDate(year, month, 1) else { return [] }
    return (0..<PlainYear.daysInMonth(year, month)).map { first.adding(days: $0) }.filter(isAllowed)
  }

  // MARK: SKIP

  /// The days of BYMONTHDAY, those that the month does not have moved out of it (RFC 7529 §4.1), then limited by
  /// BYDAY.
  private func movedDays(ofMonth month: Int, in year: Int) -> [CivilDate] {
    guard let first = try? CivilDate(year, month, 1) else { return [] }
    let length = PlainYear.daysInMonth(year, month)
    return monthDays.map { moved($0, length: length, first: first) }.filter(isWeekdayAllowed)
  }

  private func movedDays(ofYear year: Int) -> [CivilDate] {
    guard let first = try? CivilDate(year, 1, 1) else { return [] }
    let length = PlainYear.daysInYear(year)
    return rule.byYearDay.map { moved($0, length: length, first: first) }.filter(isWeekdayAllowed).ordered()
  }

  private func moved(_ number: Int, length: Int, first: CivilDate) -> CivilDate {
    if number > length { return first.adding(days: rule.skip == .forward ? length : length - 1) }
    if number < -length { return first.adding(days: rule.skip == .forward ? 0 : -1) }
    return first.adding(days: number > 0 ? number - 1 : length + number)
  }

  private func isWeekdayAllowed(_ date: CivilDate) -> Bool {
    weekdays.isEmpty || weekdays.contains { $0.weekday == date.weekday }
  }

  // MARK: One day

  /// Whether every part of the rule allows a day.
  func isAllowed(_ date: CivilDate) -> Bool {
    let (year, month, day) = date.fields
    guard months.isEmpty || months.contains(month) else { return false }
    guard isNumbered(day, of: PlainYear.daysInMonth(year, month), by: monthDays) else { return false }
    guard isNumbered(date.dayOfYear, of: PlainYear.daysInYear(year), by: rule.byYearDay) else { return false }
    if !rule.byWeekNumber.isEmpty {
      let (weekYear, number) = week(of: date)
      guard isNumbered(number, of: weekCount(weekYear), by: rule.byWeekNumber) else { return false }
    }
    return weekdays.isEmpty || weekdays.contains { matches($0, date) }
  }

  private func isNumbered(_ number: Int, of count: Int, by part: [Int]) -> Bool {
    part.isEmpty || part.contains(number) || part.contains(number - count - 1)
  }

  /// A numbered weekday counts within the month in MONTHLY and where BYMONTH is given, else within the year.
  private func matches(_ ordinal: WeekdayOrdinal, _ date: CivilDate) -> Bool {
    guard ordinal.weekday == date.weekday else { return false }
    let counts = rule.frequency == .monthly || rule.frequency == .yearly && rule.byWeekNumber.isEmpty
    if ordinal.ordinal == 0 || !counts { return true }
    let (year, month, day) = date.fields
    if rule.frequency == .monthly || !rule.byMonth.isEmpty {
      let length = PlainYear.daysInMonth(year, month)
      return ordinal.ordinal == (day - 1) / 7 + 1 || -ordinal.ordinal == (length - day) / 7 + 1
    }
    let length = PlainYear.daysInYear(year)
    return ordinal.ordinal == (date.dayOfYear - 1) / 7 + 1
      || -ordinal.ordinal == (length - date.dayOfYear) / 7 + 1
  }

  // MARK: Weeks

  /// A week belongs to the year in which its fourth day lies, and is numbered by that day.
  private func week(of date: CivilDate) -> (year: Int, number: Int) {
    let fourth = date.startOfWeek(from: rule.weekStart).adding(days: 3)
    return (fourth.year, (fourth.dayOfYear - 1) / 7 + 1)
  }

  private func weekCount(_ year: Int) -> Int {
    let fourthWeekday = rule.weekStart.advanced(by: 3)
    guard let newYear = try? CivilDate(year, 1, 1) else { return 52 }
    // A year has each weekday 52 times, and those of its last one or two days once more.
    return 52 + (364..<PlainYear.daysInYear(year)).count { newYear.adding(days: $0).weekday == fourthWeekday }
  }
}

extension [CivilDate] {
  /// In order, each once.
  fileprivate func ordered() -> [CivilDate] { Set(self).sorted() }
}

/// The lengths of years and months, by the definition.
private enum PlainYear {
  static func daysInYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

  static func daysInMonth(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 400) || year.isMultiple(of: 4) && !year.isMultiple(of: 100)
  }
}
