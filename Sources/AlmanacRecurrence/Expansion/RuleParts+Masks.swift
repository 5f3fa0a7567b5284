internal import AlmanacTime

// The days that a rule selects within a month or a year, as bits. Every BY-part given narrows the set, also those
// that the table of RFC 5545 §3.3.10 calls expanding; the frequency only decides within what an ordinal weekday
// counts.

/// Days of one month: bit d is day d. Bit 0 is the day before the month and the bit after its last day is the day
/// after it, to which SKIP moves days that the month does not have.
extension RuleParts {
  /// - Parameters:
  ///   - weekday: The weekday of the first of the month, Monday 0 … Sunday 6.
  ///   - length: Days in the month.
  func monthMask(firstWeekday weekday: Int, length: Int) -> UInt64 {
    let whole = UInt64.ones(1..<(length + 1))
    var mask = hasMonthDays ? monthDayMask(length: length) : whole
    if hasWeekdays { mask &= monthWeekdayMask(firstWeekday: weekday, length: length) }
    return mask
  }

  private func monthDayMask(length: Int) -> UInt64 {
    let whole = UInt64.ones(1..<(length + 1))
    var mask = monthDays & whole
    var fromEnd = monthDaysFromEnd
    var invalidFromEnd = false
    while fromEnd != 0 {
      let day = length + 1 - fromEnd.trailingZeroBitCount
      fromEnd &= fromEnd &- 1
      if day >= 1 { mask |= 1 << UInt64(day) } else { invalidFromEnd = true }
    }
    let invalid = monthDays & ~whole != 0
    switch skip {
    case .omit:
      break
    case .forward:
      if invalid { mask |= 1 << UInt64(length + 1) }
      if invalidFromEnd { mask |= 1 << 1 }
    case .backward:
      if invalid { mask |= 1 << UInt64(length) }
      if invalidFromEnd { mask |= 1 }
    }
    return mask
  }

  private func monthWeekdayMask(firstWeekday: Int, length: Int) -> UInt64 {
    // The days on either side have weekdays too, for those that SKIP moves there.
    let frame = UInt64.ones(0..<(length + 2))
    var mask = UInt64(repeating: weekdays, from: (firstWeekday + 6) % 7) & frame
    for weekday in 0..<7 where ordinalWeekdays & (1 << UInt8(weekday)) != 0 {
      let first = 1 + (weekday - firstWeekday + 7) % 7
      let count = (length - first) / 7 + 1
      mask |= UInt64.ordinals(ordinals[weekday], count: count) { first + 7 * ($0 - 1) }
      mask |= UInt64.ordinals(ordinalsFromEnd[weekday], count: count) { first + 7 * (count - $0) }
    }
    return mask
  }

  func includes(_ month: MonthNumber) -> Bool {
    !hasMonths || (month.isLeap ? leapMonths : months) & (1 << UInt16(month.number)) != 0
  }
}

// MARK: Days of one year

extension RuleParts {
  /// The days of a YEARLY period. With BYWEEKNO the year is week-based and may reach into its neighbours.
  ///
  /// SKIP replaces missing months after BYMONTH, missing days after BYWEEKNO, BYYEARDAY and BYMONTHDAY; BYDAY applies
  /// to the days so moved (RFC 7529 §4.1).
  func yearlyMask<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = DayBits(0..<DayBits.size)
    if hasWeeks { mask = weekMask(year, in: year.weeks(startingOn: weekStart)) }
    if hasYearDays { mask = mask.intersection(yearDayMask(year)) }
    if hasMonthDays || hasOrdinals && countsInMonth {
      mask = mask.intersection(monthlyMask(year))
    } else {
      if hasMonths { mask = mask.intersection(wholeMonths(year)) }
      if hasWeekdays { mask = mask.intersection(weekdayMask(year)) }
      if !hasWeeks && !hasYearDays && !hasMonths { mask = mask.intersection(DayBits(year.days)) }
    }
    return mask
  }

  /// The days that the parts allow where they only limit: in rules that step by weeks or less.
  func limitMask<Year: YearShape>(_ year: Year) -> DayBits {
    var limits = self
    // Limits make no dates, so there are none for SKIP to move.
    limits.skip = .omit
    var mask = DayBits(year.days)
    if hasMonthDays {
      var days = limits
      days.hasWeekdays = false
      days.ordinalWeekdays = 0
      mask = mask.intersection(days.monthlyMask(year))
    } else if hasMonths {
      mask = mask.intersection(limits.wholeMonths(year))
    }
    if hasYearDays {
      mask = mask.intersection(limits.yearDays(of: Year.self, length: year.length, at: Year.newYear))
    }
    if hasWeeks { mask = mask.intersection(limits.weeksOfCalendarYear(year)) }
    if hasWeekdays { mask = mask.intersection(limits.weekdayMask(year)) }
    return mask
  }

  /// The days that BYYEARDAY and BYWEEKNO allow in a MONTHLY rule, for which RFC 5545 does not define them; `nil` where
  /// both are absent.
  func monthlyLimits<Year: YearShape>(_ year: Year) -> DayBits? {
    guard hasYearDays || hasWeeks else { return nil }
    var limits = self
    limits.hasMonths = false
    limits.hasMonthDays = false
    limits.hasWeekdays = false
    limits.ordinalWeekdays = 0
    return limits.limitMask(year)
  }

  /// The union of the months' sets. Ordinals count within the year unless BYMONTH is given.
  private func monthlyMask<Year: YearShape>(_ year: Year) -> DayBits {
    var parts = self
    let countsInYear = hasOrdinals && !countsInMonth
    if countsInYear { parts.hasWeekdays = false }
    var mask = DayBits()
    year.forEachMonth(selectedBy: self) { month in
      let weekday = year.weekday(ofBit: month.lowerBound)
      let days = parts.monthMask(firstWeekday: weekday, length: month.count)
      mask.insert(days, at: month.lowerBound - 1)
    }
    return countsInYear ? mask.intersection(weekdayMask(year)) : mask
  }

  private func wholeMonths<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = DayBits()
    year.forEachMonth(selectedBy: self) { mask.insert($0) }
    return mask
  }

  private func weekdayMask<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = DayBits(repeating: weekdays, from: year.firstWeekday)
    for weekday in 0..<7 where ordinalWeekdays & (1 << UInt8(weekday)) != 0 {
      let first = (weekday - year.firstWeekday + 7) % 7
      let count = (year.length - first + 6) / 7
      for number in 0..<count {
        let fromStart = ordinals[weekday] & (1 << UInt64(number + 1))
        let fromEnd = ordinalsFromEnd[weekday] & (1 << UInt64(count - number))
        if fromStart | fromEnd != 0 { mask.insert(Year.newYear + first + 7 * number) }
      }
    }
    return mask
  }

  /// The selected weeks of a week-based year. Weeks that it does not have, while the calendar's longest years do, are
  /// what SKIP moves, each to the neighbouring week.
  private func weekMask<Year: YearShape>(_ year: Year, in bits: Range<Int>) -> DayBits {
    let (first, count) = (bits.lowerBound, bits.count / 7)
    var mask = DayBits()
    for week in 1...Year.mostWeeks {
      let isOmitted = week > count && skip == .omit
      if weeks & (1 << UInt64(week)) != 0, !isOmitted {
        mask.insertWeek(week <= count ? week : skip == .forward ? count + 1 : count, from: first)
      }
      if weeksFromEnd & (1 << UInt64(week)) != 0, !isOmitted {
        mask.insertWeek(week <= count ? count + 1 - week : skip == .forward ? 1 : 0, from: first)
      }
    }
    return mask
  }

  /// The days whose own week is selected; the first and the last may belong to a neighbouring week-based year.
  private func weeksOfCalendarYear<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = weekMask(year, in: year.weeks(startingOn: weekStart))
    let (before, after) = (year.lengthBefore, year.lengthAfter)
    for (bit, length) in [(Year.newYear - before, before), (year.days.upperBound, after)] where length > 0 {
      mask.formUnion(weekMask(year, in: year.weeks(ofYearAt: bit, length: length, startingOn: weekStart)))
    }
    return mask
  }

  /// With weeks also the days of the neighbouring years, into which a week-based year reaches.
  private func yearDayMask<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = yearDays(of: Year.self, length: year.length, at: Year.newYear)
    guard hasWeeks else { return mask }
    let before = year.lengthBefore
    mask.formUnion(yearDays(of: Year.self, length: before, at: Year.newYear - before))
    mask.formUnion(yearDays(of: Year.self, length: year.lengthAfter, at: year.days.upperBound))
    return mask
  }

  /// The selected days of one year of a length, its first day placed at a bit.
  private func yearDays<Year: YearShape>(of _: Year.Type, length: Int, at newYear: Int) -> DayBits {
    var mask = DayBits()
    func isMoved(_ day: Int) -> Bool { skip != .omit && day <= Year.longestYear }
    yearDays.forEachBit { day in
      if day <= length {
        mask.insert(newYear + day - 1)
      } else if isMoved(day) {
        mask.insert(newYear + (skip == .forward ? length : length - 1))
      }
    }
    yearDaysFromEnd.forEachBit { day in
      if day <= length {
        mask.insert(newYear + length - day)
      } else if isMoved(day) {
        mask.insert(newYear - (skip == .forward ? 0 : 1))
      }
    }
    return mask
  }
}

extension UInt64 {
  /// The bits of the ordinals that are at most `count`, each placed by its number.
  fileprivate static func ordinals(_ ordinals: UInt64, count: Int, place: (Int) -> Int) -> UInt64 {
    var mask: UInt64 = 0
    var left = ordinals & ones(1..<(count + 1))
    while left != 0 {
      mask |= 1 << UInt64(place(left.trailingZeroBitCount))
      left &= left &- 1
    }
    return mask
  }
}
