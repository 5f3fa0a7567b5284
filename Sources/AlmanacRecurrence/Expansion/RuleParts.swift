internal import AlmanacTime

/// The parts of a rule that select days, with those that the start implies.
///
/// Values outside their part's limits are 0, which selects nothing; `RecurrenceRule.validate(for:)` reports them.
struct RuleParts: Sendable, Equatable {
  /// Bit m for month m, 1…13; bit 0 where the part is present.
  private var months: UInt16 = 0
  /// Bit m for the leap month of number m; the Gregorian calendar has none.
  private var leapMonths: UInt16 = 0
  /// Days of the month and of the year and weeks of the year, negative ones counted from the end.
  var monthDays: [Int]
  var yearDays: [Int]
  var weeks: [Int]
  /// Bit 0 for every Monday … bit 6 for every Sunday.
  var weekdays: UInt8 = 0
  /// The weekdays with a number, of those of a month or a year.
  var ordinals: [WeekdayOrdinal] = []
  /// Whether ordinals count within the month: BYMONTH is given, or the rule is MONTHLY. A month that comes from the
  /// start does not make them so (RFC 5545 §3.3.10 with erratum 1913: "when the BYMONTH rule part is present").
  var countsInMonth: Bool
  /// Monday 0 … Sunday 6.
  var weekStart: Int
  var skip: RecurrenceRule.Skip

  /// - Parameter stated: The rule without the parts that the start implies.
  init(_ rule: RecurrenceRule, stated: RecurrenceRule) {
    func bounded(_ value: Int, _ most: UInt) -> Int { (1...most).contains(value.magnitude) ? value : 0 }
    weekStart = rule.weekStart.daysAfterMonday
    skip = rule.skip
    monthDays = rule.byMonthDay.map { bounded($0, 31) }
    yearDays = rule.byYearDay.map { bounded($0, 385) }
    weeks = rule.byWeekNumber.map { bounded($0, 55) }
    countsInMonth = rule.frequency == .monthly || !stated.byMonth.isEmpty
    if !rule.byMonth.isEmpty { months = 1 }
    for month in rule.byMonth where (1...13).contains(month.number) {
      if month.isLeap { leapMonths |= 1 << UInt16(month.number) } else { months |= 1 << UInt16(month.number) }
    }
    // Ordinals count only within months and years, and not within a year's weeks (RFC 5545 §3.3.10, BYDAY); elsewhere
    // they mean every such weekday.
    let ordinalsCount = rule.frequency == .monthly || rule.frequency == .yearly && weeks.isEmpty
    for day in rule.byDay {
      if day.ordinal == 0 || !ordinalsCount {
        weekdays |= 1 << UInt8(day.weekday.daysAfterMonday)
      } else {
        ordinals.append(WeekdayOrdinal(day.weekday, ordinal: bounded(day.ordinal, 55)))
      }
    }
  }

  var hasMonths: Bool { months != 0 }

  /// The Gregorian months: bit m for month m.
  var gregorianMonths: UInt16 { hasMonths ? months & 0x1FFE : 0x1FFE }

  func includes(_ month: MonthNumber) -> Bool {
    !hasMonths || (month.isLeap ? leapMonths : months) & (1 << UInt16(month.number)) != 0
  }

  var hasWeekdays: Bool { weekdays != 0 || !ordinals.isEmpty }

  /// Whether any part selects among days.
  var limitsDays: Bool { hasWeekdays || !onlyWeekdays }

  /// Whether no part but BYDAY selects among days.
  var onlyWeekdays: Bool { !hasMonths && monthDays.isEmpty && !selectsInYear }

  /// Whether BYYEARDAY or BYWEEKNO is present.
  var selectsInYear: Bool { !yearDays.isEmpty || !weeks.isEmpty }

  /// Whether a period may contain days of its neighbours: by weeks that begin in one year and end in the next, or by
  /// dates that SKIP moves.
  var reachesBeyondPeriod: Bool { !weeks.isEmpty || skip != .omit }
}

extension RecurrenceRule {
  /// The rule with the parts that its start implies (RFC 5545 §3.3.10, "information … from the DTSTART"): the month
  /// of a yearly day of the month, and the day where the rule selects none.
  ///
  /// - Parameters:
  ///   - month: The start's month in the rule's calendar.
  ///   - day: The start's day of that month.
  func implyingDays(month: MonthNumber, day: Int, weekday: Weekday) -> RecurrenceRule {
    var rule = self
    let selectsDays = !byDay.isEmpty || !byMonthDay.isEmpty || !byYearDay.isEmpty
    let isByDate = frequency == .yearly && byYearDay.isEmpty && byWeekNumber.isEmpty && byMonth.isEmpty
    if isByDate, !selectsDays || !byMonthDay.isEmpty { rule.byMonth = [month] }
    guard !selectsDays, frequency >= .weekly else { return rule }
    if frequency == .weekly || !byWeekNumber.isEmpty {
      rule.byDay = [WeekdayOrdinal(weekday)]
    } else {
      rule.byMonthDay = [day]
    }
    return rule
  }
}

extension RuleParts {
  /// The place, 1 to `count`, of a day or a week that is counted from the start or from the end; `nil` where there is
  /// none.
  ///
  /// One that does not exist, but does in the longest month or year, is moved by SKIP: backward to the one before it,
  /// at least to 0, the last one before the period; forward to the one after it, at most to `count` + 1, the first one
  /// after the period.
  func place(of number: Int, among count: Int, longest: Int) -> Int? {
    let place = number > 0 ? number : count + 1 + number
    if number != 0, place >= 1, place <= count { return place }
    guard skip != .omit, number != 0, number.magnitude <= longest else { return nil }
    return skip == .forward
      ? Swift.max(1, Swift.min(place, count + 1)) : Swift.max(0, Swift.min(place, count))
  }
}

extension WeekdayOrdinal {
  /// The day, counted from 0, that this is among a number of days; `nil` where there is none.
  ///
  /// - Parameter firstWeekday: The weekday of the first day, Monday 0 … Sunday 6.
  func day(among length: Int, from firstWeekday: Int) -> Int? {
    let first = (weekday.daysAfterMonday - firstWeekday + 7) % 7
    let count = (length - first + 6) / 7
    let place = ordinal > 0 ? ordinal : count + 1 + ordinal
    return ordinal != 0 && place >= 1 && place <= count ? first + 7 * (place - 1) : nil
  }
}
