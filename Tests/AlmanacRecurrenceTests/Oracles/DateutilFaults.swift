import AlmanacRecurrence
import AlmanacTime

extension Dateutil {
  /// The deviations of python-dateutil 2.9.0 from RFC 5545.
  static let faults: [KnownFault] = [
    KnownFault(
      name: "month of the start",
      reason: """
        YEARLY with BYMONTHDAY but without BYMONTH takes the day of all months. "Information, not contained in the \
        rule, necessary to determine the various recurrence instance start time and dates are derived from the \
        Start Time (DTSTART)": the month; libical and the reference file have it so.
        """
    ) { item in
      let rule = item.rule
      return rule.frequency == .yearly && !rule.byMonthDay.isEmpty && rule.byMonth.isEmpty
        && rule.byYearDay.isEmpty
        && rule.byWeekNumber.isEmpty
    },
    KnownFault(
      name: "weekday of the start",
      reason: """
        BYWEEKNO without a part that chooses days takes the whole week. The weekday is derived from DTSTART as the \
        month above.
        """
    ) { item in !item.rule.byWeekNumber.isEmpty && !item.rule.choosesDays },
    KnownFault(
      name: "years of weeks",
      reason: """
        BYWEEKNO is counted within calendar years, not within the years that the weeks make: INTERVAL and BYSETPOS then \
        part. "Week number one of the calendar year is the first week that contains at least four (4) days in that \
        calendar year": a week has one year.
        """
    ) { item in
      let rule = item.rule
      return !rule.byWeekNumber.isEmpty && (rule.interval > 1 || !rule.bySetPosition.isEmpty)
    },
    KnownFault(
      name: "numbered and plain weekdays",
      reason: """
        BYDAY with numbered and plain weekdays gives days that are both; it is a "COMMA-separated list of days", all of \
        them.
        """
    ) { item in item.rule.hasOrdinals && item.rule.byDay.contains { $0.ordinal == 0 } },
    KnownFault(
      name: "first week",
      reason: """
        BYSETPOS of WEEKLY counts in the first week from the start on. The set is that of the whole interval, as in \
        the other frequencies: "within the set of recurrence instances specified by the rule".
        """
    ) { item in
      item.rule.frequency == .weekly && !item.rule.bySetPosition.isEmpty
        && item.start.date.weekday != item.rule.weekStart
    },
    KnownFault(
      name: "weeks at the turn of the year",
      reason: """
        The days of January that belong to the last week of the year before are given a week 53 that the year does not \
        have, where the week does not start on Monday. Weeks count by WKST, and a year has a 53rd when 53 of their \
        fourth days lie in it.
        """
    ) { item in
      item.rule.weekStart != .monday && item.rule.byWeekNumber.contains { abs($0) > 51 || $0 == -1 }
    },
  ]
}
