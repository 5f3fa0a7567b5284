// The days that a rule selects within a month or a year, as bits. Every BY-part that is present narrows the set, also those
// that the table of RFC 5545 §3.3.10 calls expanding; the frequency only decides within what an ordinal weekday
// counts.

/// Days of one month: bit d is day d. Bit 0 is the day before the month and the bit after its last day is the day
/// after it, to which SKIP moves days that the month does not have.
extension RuleParts {
  /// - Parameters:
  ///   - weekday: The weekday of the first of the month, Monday 0 … Sunday 6.
  ///   - length: Days in the month.
  func monthMask(firstWeekday weekday: Int, length: Int) -> UInt64 {
    var mask = UInt64.ones(1..<(length + 1))
    if !monthDays.isEmpty {
      mask = 0
      for day in monthDays {
        if let place = place(of: day, among: length, longest: 31) { mask |= 1 << UInt64(place) }
      }
    }
    guard hasWeekdays else { return mask }
    // The days on either side have weekdays too, for those that SKIP moves there.
    var matching = UInt64(repeating: weekdays, from: (weekday + 6) % 7)
    for ordinal in ordinals {
      if let day = ordinal.day(among: length, from: weekday) { matching |= 2 << UInt64(day) }
    }
    return mask & matching
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
    if !weeks.isEmpty { mask = weekMask(year, in: year.weeks(startingOn: weekStart)) }
    if !yearDays.isEmpty { mask = mask.intersection(yearDayMask(year)) }
    if !monthDays.isEmpty || !ordinals.isEmpty && countsInMonth {
      mask = mask.intersection(monthlyMask(year))
    } else {
      if hasMonths { mask = mask.intersection(wholeMonths(year)) }
      if hasWeekdays { mask = mask.intersection(weekdayMask(year)) }
      if weeks.isEmpty && yearDays.isEmpty && !hasMonths { mask = mask.intersection(DayBits(year.days)) }
    }
    return mask
  }

  /// The days that the parts allow where they only limit: in rules that step by weeks or less.
  func limitMask<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = selectsInYear ? yearLimits(year) : DayBits(year.days)
    if hasWeekdays { mask = mask.intersection(weekdayMask(year)) }
    guard hasMonths || !monthDays.isEmpty else { return mask }
    // Limits make no dates, so there are none for SKIP to move.
    var limits = self
    limits.skip = .omit
    (limits.weekdays, limits.ordinals) = (0, [])
    return mask.intersection(monthDays.isEmpty ? limits.wholeMonths(year) : limits.monthlyMask(year))
  }

  /// The days that BYYEARDAY and BYWEEKNO allow where they only limit. In a MONTHLY rule they do, for which RFC 5545 does
  /// not define them.
  func yearLimits<Year: YearShape>(_ year: Year) -> DayBits {
    var limits = self
    limits.skip = .omit
    var mask = DayBits(year.days)
    if !yearDays.isEmpty {
      mask = mask.intersection(limits.yearDays(of: year, year.length, at: Year.newYear))
    }
    if !weeks.isEmpty { mask = mask.intersection(limits.weeksOfCalendarYear(year)) }
    return mask
  }

  /// The union of the months' sets. Ordinals count within the year unless BYMONTH is given.
  private func monthlyMask<Year: YearShape>(_ year: Year) -> DayBits {
    if !ordinals.isEmpty, !countsInMonth {
      var days = self
      (days.weekdays, days.ordinals) = (0, [])
      return days.monthlyMask(year).intersection(weekdayMask(year))
    }
    var mask = DayBits()
    year.forEachMonth(selectedBy: self) { month in
      let weekday = year.weekday(ofBit: month.lowerBound)
      mask.insert(monthMask(firstWeekday: weekday, length: month.count), at: month.lowerBound - 1)
    }
    return mask
  }

  private func wholeMonths<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = DayBits()
    year.forEachMonth(selectedBy: self) { mask.insert($0) }
    return mask
  }

  private func weekdayMask<Year: YearShape>(_ year: Year) -> DayBits {
    var mask = DayBits(repeating: weekdays, from: year.firstWeekday)
    for ordinal in ordinals {
      if let day = ordinal.day(among: year.length, from: year.firstWeekday) {
        mask.insert(Year.newYear + day)
      }
    }
    return mask
  }

  /// The selected weeks of a week-based year.
  private func weekMask<Year: YearShape>(_ year: Year, in bits: Range<Int>) -> DayBits {
    var mask = DayBits()
    for week in weeks {
      guard let place = place(of: week, among: bits.count / 7, longest: Year.maximumWeeks) else { continue }
      let first = bits.lowerBound + 7 * (place - 1)
      mask.insert(first..<(first + 7))
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
    var mask = yearDays(of: year, year.length, at: Year.newYear)
    guard !weeks.isEmpty else { return mask }
    let before = year.lengthBefore
    mask.formUnion(yearDays(of: year, before, at: Year.newYear - before))
    mask.formUnion(yearDays(of: year, year.lengthAfter, at: year.days.upperBound))
    return mask
  }

  /// The selected days of a year, or of a neighbouring one, of a length, its first day placed at a bit.
  private func yearDays<Year: YearShape>(of _: Year, _ length: Int, at newYear: Int) -> DayBits {
    var mask = DayBits()
    for day in yearDays {
      if let place = place(of: day, among: length, longest: Year.longestYear) {
        mask.insert(newYear + place - 1)
      }
    }
    return mask
  }
}
