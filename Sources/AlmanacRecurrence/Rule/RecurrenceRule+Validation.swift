public import AlmanacTime

extension RecurrenceRule {
  /// The violations of RFC 5545 §3.3.10 and RFC 7529, in the order of parts; with a start, also those of parts that
  /// do not go with it.
  ///
  /// An empty list means that `description` is a legal RRULE for that start. `RecurrenceExpansion` reports a start
  /// that does not match its rule.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=2MO")
  /// rule.validate()                   // numbered_weekday in BYDAY: …
  /// ```
  public func validate(for start: EventTime? = nil) -> [RecurrenceViolation] {
    var found = Violations()
    checkScale(into: &found)
    checkLimits(into: &found)
    checkCombination(into: &found)
    if let start {
      checkEnd(for: start, into: &found)
      checkTimes(for: start, into: &found)
    }
    return Part.allCases.flatMap { part in found.all.filter { $0.part == part } }
  }

  private struct Violations {
    var all: [RecurrenceViolation] = []

    mutating func add(_ code: RecurrenceError.Code, _ part: Part, found: String = "", _ expected: String) {
      all.append(RecurrenceViolation(code: code, part: part, found: found, expected: expected))
    }
  }

  /// Whether the rule has RSCALE with a calendar other than the Gregorian.
  var isScaled: Bool {
    guard let calendarScale else { return false }
    return calendarScale != "GREGORIAN"
  }

  private func checkScale(into found: inout Violations) {
    if skip != .omit && calendarScale == nil { found.add(.skipWithoutScale, .skip, "RSCALE with SKIP") }
    if !isScaled, byMonth.contains(where: { $0.isLeap || $0.number == 13 }) {
      found.add(.monthWithoutScale, .byMonth, "RSCALE with a calendar that has such a month")
    }
    let isName = { (byte: UInt8) in (65...90).contains(byte) || (48...57).contains(byte) || byte == 45 }
    if let calendarScale, calendarScale.isEmpty || !calendarScale.utf8.allSatisfy(isName) {
      found.add(.syntax, .calendarScale, "a name of capital letters, digits and '-'")
    }
  }

  private func checkLimits(into found: inout Violations) {
    for part in Part.allCases {
      guard let limits = part.limits(scaled: isScaled) else { continue }
      for value in numbersToCheck(part) where !limits.contains(value) {
        found.add(.outOfRange, part, found: "\(value)", limits.phrase(beside: value))
      }
    }
    if case .until(let until) = end, !(0...9999).contains(until.digits.date.year) {
      found.add(.outOfRange, .until, "a year from 0 to 9999")
    }
  }

  private func numbersToCheck(_ part: Part) -> [Int] {
    switch part {
    case .interval: return [interval]
    case .count: if case .count(let count) = end { return [count] } else { return [] }
    case .byDay: return byDay.filter { $0.ordinal != 0 }.map { $0.ordinal }
    // The thirteenth month is reported as `monthWithoutScale`.
    case .byMonth: return byMonth.map { $0.number }.filter { isScaled || $0 != 13 }
    default: return self[numbers: part]
    }
  }

  private func checkCombination(into found: inout Violations) {
    if hasNumberedWeekdays {
      if frequency != .monthly && frequency != .yearly {
        found.add(.numberedWeekday, .byDay, "weekdays without a number, or FREQ=MONTHLY or YEARLY")
      } else if !byWeekNumber.isEmpty {
        found.add(.numberedWeekdayInWeek, .byDay, "weekdays without a number together with BYWEEKNO")
      }
    }
    if !byMonthDay.isEmpty && frequency == .weekly {
      found.add(.partNotForFrequency, .byMonthDay, "a FREQ other than WEEKLY")
    }
    if !byYearDay.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      found.add(.partNotForFrequency, .byYearDay, "a FREQ other than DAILY, WEEKLY and MONTHLY")
    }
    if !byWeekNumber.isEmpty && frequency != .yearly {
      found.add(.partNotForFrequency, .byWeekNumber, "FREQ=YEARLY")
    }
    if !bySetPosition.isEmpty && !hasPartsBesidePosition {
      found.add(.positionAlone, .bySetPosition, "another BY-part with BYSETPOS")
    }
  }

  private func checkEnd(for start: EventTime, into found: inout Violations) {
    guard case .until(let until) = end else { return }
    let legal = until.conforming(to: start)
    if legal != until {
      let form =
        switch start {
        case .date: "a date, as the start is"
        case .floating: "a local time, as the start is"
        case .zoned: "a time in UTC, as the start is in a zone"
        }
      found.add(.untilValueType, .until, found: until.description, form)
    }
    let isBefore =
      switch (legal, start) {
      case (.utc(let utc), .zoned(let zoned)): utc < zoned.instant.utc
      default: legal.digits < start.local
      }
    if isBefore { found.add(.untilBeforeStart, .until, found: until.description, "the start or later") }
  }

  private func checkTimes(for start: EventTime, into found: inout Violations) {
    guard start.isDate else { return }
    if frequency < .daily {
      found.add(
        .timeOnDate, .frequency, found: frequency.code, "DAILY or slower for a start that is a date")
    }
    for part in Part.times where has(part) {
      found.add(.timeOnDate, part, "no times of day for a start that is a date")
    }
  }
}

extension RecurrenceRule {
  var hasNumberedWeekdays: Bool { byDay.contains { $0.ordinal != 0 } }

  var hasPartsBesidePosition: Bool { Part.selecting.contains { $0 != .bySetPosition && has($0) } }
}

extension RecurrenceRule.Until {
  /// The digits of the text; a date's are its midnight.
  var digits: CivilDateTime {
    switch self {
    case .date(let date): date.startOfDay
    case .local(let digits), .utc(let digits): digits
    }
  }
}

extension RecurrenceRule {
  /// Whether instances can depend on the first day of the week (WKST): in weekly rules of several weekdays that leave
  /// weeks out or select by BYSETPOS, and where BYWEEKNO numbers weeks (RFC 5545 §3.3.10).
  package var usesWeekStart: Bool {
    let hasWeeks = frequency == .weekly && (interval > 1 && !byDay.isEmpty || !bySetPosition.isEmpty)
    return hasWeeks || !byWeekNumber.isEmpty
  }

  /// The rule without parts that RFC 5545 §3.3.10 forbids and expansion ignores, so that other programs read it the
  /// same way: ordinals of weekdays where they do not count, times of day for a start that is a date, a BYSETPOS alone that
  /// selects the only instance. The instances are the same.
  ///
  /// ```swift
  /// try RecurrenceRule("FREQ=WEEKLY;BYDAY=1MO,TU").removingIgnoredParts()     // FREQ=WEEKLY;BYDAY=MO,TU
  /// try RecurrenceRule("FREQ=WEEKLY;BYMONTHDAY=13").removingIgnoredParts()    // the same: it limits the days
  /// ```
  package func removingIgnoredParts(for start: EventTime? = nil) -> RecurrenceRule {
    var rule = self
    if let start, start.isDate, frequency >= .daily {
      (rule.bySecond, rule.byMinute, rule.byHour) = ([], [], [])
    }
    let ordinalsCount = frequency == .monthly || frequency == .yearly && byWeekNumber.isEmpty
    if hasNumberedWeekdays, !ordinalsCount {
      rule.byDay = []
      for day in byDay where !rule.byDay.contains(where: { $0.weekday == day.weekday }) {
        rule.byDay.append(WeekdayOrdinal(day.weekday))
      }
    }
    let selectsTheOnlyOne = rule.bySetPosition.contains { $0 == 1 || $0 == -1 }
    if selectsTheOnlyOne, !rule.hasPartsBesidePosition, skip == .omit, !isScaled { rule.bySetPosition = [] }
    return rule
  }
}
