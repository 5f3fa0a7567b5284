public import AlmanacTime

extension RecurrenceRule {
  /// The rule without what RFC 5545 §3.3.10 forbids and its expansion passes over, so that others read it the same way:
  /// numbers of weekdays where none count, times of day beside a date, a BYSETPOS alone that chooses the only instance
  /// there is. The instances stay as they are.
  ///
  /// ```swift
  /// try RecurrenceRule("FREQ=WEEKLY;BYDAY=1MO,TU").withoutIdleParts()     // FREQ=WEEKLY;BYDAY=MO,TU
  /// try RecurrenceRule("FREQ=WEEKLY;BYMONTHDAY=13").withoutIdleParts()    // the same: it limits the days
  /// ```
  public func withoutIdleParts(for start: EventTime? = nil) -> RecurrenceRule {
    var rule = self
    if let start, start.isDate, frequency >= .daily {
      (rule.bySecond, rule.byMinute, rule.byHour) = ([], [], [])
    }
    let weekdaysCount = frequency == .monthly || frequency == .yearly && byWeekNumber.isEmpty
    if hasNumberedWeekdays, !weekdaysCount {
      rule.byDay = []
      for day in byDay where !rule.byDay.contains(where: { $0.weekday == day.weekday }) {
        rule.byDay.append(WeekdayOrdinal(day.weekday))
      }
    }
    let choosesTheOnlyOne = rule.bySetPosition.contains { $0 == 1 || $0 == -1 }
    if choosesTheOnlyOne, !rule.hasPartsBesidePosition, skip == .omit, !isScaled { rule.bySetPosition = [] }
    return rule
  }
}
