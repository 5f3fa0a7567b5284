internal import AlmanacTime

/// The parts of a rule that select days, as bit sets: all values, no references.
///
/// Values outside their part's limits are left out here; `RecurrenceRule.validate(for:)` reports them.
struct RuleParts: Sendable {
  /// Bit m for month m, 1…13. 0 when the part is absent.
  var months: UInt16 = 0
  /// Bit m for the leap month of number m; the Gregorian calendar has none.
  var leapMonths: UInt16 = 0
  /// Bit d for the d-th day of the month, and for the d-th from its end.
  var monthDays: UInt64 = 0
  var monthDaysFromEnd: UInt64 = 0
  /// Bit n for the n-th day of the year, and for the n-th from its end.
  var yearDays = DayBits()
  var yearDaysFromEnd = DayBits()
  /// Bit n for week n, and for the n-th from the end.
  var weeks: UInt64 = 0
  var weeksFromEnd: UInt64 = 0
  /// Bit 0 for every Monday … bit 6 for every Sunday.
  var weekdays: UInt8 = 0
  /// The weekdays that have ordinals, as bits like those.
  var ordinalWeekdays: UInt8 = 0
  /// Element 0 for Monday … 6 for Sunday; bit n for the n-th of them, and for the n-th from the end.
  var ordinals = SIMD8<UInt64>()
  var ordinalsFromEnd = SIMD8<UInt64>()
  /// Whether each part is present: one whose values are all left out matches nothing.
  var hasMonths = false
  var hasMonthDays = false
  var hasYearDays = false
  var hasWeeks = false
  var hasWeekdays = false
  /// Whether ordinals count within the month: BYMONTH is given, or the rule is MONTHLY. A month that comes from the
  /// start does not make them so (RFC 5545 §3.3.10 with erratum 1913: "when the BYMONTH rule part is present").
  private(set) var countsInMonth = false
  /// Monday 0 … Sunday 6.
  var weekStart = 0
  var skip = RecurrenceRule.Skip.omit

  init(_ rule: RecurrenceRule) {
    weekStart = rule.weekStart.daysAfterMonday
    skip = rule.skip
    hasMonths = !rule.byMonth.isEmpty
    for month in rule.byMonth where (1...13).contains(month.number) { insert(month) }
    hasMonthDays = !rule.byMonthDay.isEmpty
    for day in rule.byMonthDay where (1...31).contains(day.magnitude) {
      if day > 0 { monthDays |= 1 << UInt64(day) } else { monthDaysFromEnd |= 1 << UInt64(-day) }
    }
    hasYearDays = !rule.byYearDay.isEmpty
    for day in rule.byYearDay where (1...385).contains(day.magnitude) {
      if day > 0 { yearDays.insert(day) } else { yearDaysFromEnd.insert(-day) }
    }
    hasWeeks = !rule.byWeekNumber.isEmpty
    for week in rule.byWeekNumber where (1...55).contains(week.magnitude) {
      if week > 0 { weeks |= 1 << UInt64(week) } else { weeksFromEnd |= 1 << UInt64(-week) }
    }
    readWeekdays(of: rule)
  }

  /// - Parameter month: A month of a number in 1…13.
  private mutating func insert(_ month: MonthNumber) {
    if month.isLeap { leapMonths |= 1 << UInt16(month.number) } else { months |= 1 << UInt16(month.number) }
  }

  /// Ordinals count only within months and years, and not within a year's weeks (RFC 5545 §3.3.10, BYDAY); elsewhere
  /// they mean every such weekday.
  private mutating func readWeekdays(of rule: RecurrenceRule) {
    hasWeekdays = !rule.byDay.isEmpty
    let counts = rule.frequency == .monthly || rule.frequency == .yearly && !hasWeeks
    countsInMonth = rule.frequency == .monthly || hasMonths
    for day in rule.byDay {
      let index = day.weekday.daysAfterMonday
      if day.ordinal == 0 || !counts {
        weekdays |= 1 << UInt8(index)
      } else if (1...55).contains(day.ordinal.magnitude) {
        ordinalWeekdays |= 1 << UInt8(index)
        if day.ordinal > 0 {
          ordinals[index] |= 1 << UInt64(day.ordinal)
        } else {
          ordinalsFromEnd[index] |= 1 << UInt64(-day.ordinal)
        }
      }
    }
  }

  /// Fills from the start what the rule leaves open (RFC 5545 §3.3.10, "information … from the DTSTART"): the month
  /// of a yearly day of the month, and the day where the rule selects none.
  ///
  /// - Parameters:
  ///   - month: The start's month in the rule's calendar.
  ///   - day: The start's day of that month.
  mutating func fillIn(month: MonthNumber, day: Int, weekday: Weekday, frequency: RecurrenceRule.Frequency) {
    if frequency == .yearly, hasMonthDays, !hasMonths, !hasYearDays, !hasWeeks {
      insert(month)
      hasMonths = true
    }
    guard !hasWeekdays, !hasMonthDays, !hasYearDays else { return }
    switch frequency {
    case .yearly where hasWeeks, .monthly where hasWeeks, .weekly:
      weekdays = 1 << UInt8(weekday.daysAfterMonday)
      hasWeekdays = true
    case .yearly:
      if !hasMonths { insert(month) }
      hasMonths = true
      monthDays = 1 << UInt64(day)
      hasMonthDays = true
    case .monthly:
      monthDays = 1 << UInt64(day)
      hasMonthDays = true
    default:
      break
    }
  }

  var hasOrdinals: Bool { ordinalWeekdays != 0 }

  /// Whether any part selects among days.
  var limitsDays: Bool { hasWeekdays || !onlyWeekdays }

  /// Whether no part but BYDAY selects among days.
  var onlyWeekdays: Bool { !hasMonths && !hasMonthDays && !hasYearDays && !hasWeeks }

  /// Whether a period may contain days of its neighbours: by weeks that begin in one year and end in the next, or by
  /// dates that SKIP moves.
  var reachesBeyondPeriod: Bool { hasWeeks || skip != .omit }
}
