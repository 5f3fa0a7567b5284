/// The days that a rule chooses within one year of a calendar system. As in the Gregorian calendar every part given
/// narrows the set; RFC 7529 §4.1 adds where SKIP comes in: months that the year does not have are replaced after
/// BYMONTH, days that it does not have after BYWEEKNO, BYYEARDAY and BYMONTHDAY, and BYDAY sees what was moved.
extension RuleParts {
  /// The set of a YEARLY period.
  func yearlyMask(_ year: ScaledYear) -> DayBits {
    let months = chosenMonths(year)
    var mask = hasWeeks ? weekMask(year) : DayBits(0..<512)
    if hasYearDays { mask = mask.intersection(yearDayMask(year)) }
    if hasMonthDays || hasOrdinals && hasMonths {
      mask = mask.intersection(monthlyMask(months, of: year))
    } else {
      if hasMonths { mask = mask.intersection(wholeMonths(months)) }
      if hasWeekdays { mask = mask.intersection(weekdayMask(year)) }
      if !hasWeeks && !hasYearDays && !hasMonths { mask = mask.intersection(DayBits(year.days)) }
    }
    return mask
  }

  /// The days that the parts let through where they only limit: in rules that step by weeks or less.
  func limitMask(_ year: ScaledYear) -> DayBits {
    var limits = self
    limits.skip = .omit
    var mask = DayBits(year.days)
    let months = year.months.filter { includes($0.month) }
    if hasMonths { mask = mask.intersection(limits.wholeMonths(months)) }
    if hasMonthDays {
      var days = limits
      days.hasWeekdays = false
      mask = mask.intersection(days.monthlyMask(months, of: year))
    }
    if hasYearDays { mask = mask.intersection(limits.ownYearDays(year.length, at: ScaledYear.newYear)) }
    if hasWeeks { mask = mask.intersection(limits.weeksOfCalendarYear(year)) }
    if hasWeekdays { mask = mask.intersection(limits.weekdayMask(year)) }
    return mask
  }

  // MARK: Months

  /// The months that BYMONTH chooses; with weeks those of the neighbouring years too.
  private func chosenMonths(_ year: ScaledYear) -> [ScaledYear.Slot] {
    let candidates = hasWeeks ? year.monthsBefore + year.months + year.monthsAfter : year.months
    guard hasMonths else { return candidates }
    var chosen = candidates.filter { includes($0.month) }
    guard skip != .omit else { return chosen }
    for number in 1...13 {
      for isLeap in [false, true] {
        let month = MonthNumber(number, isLeap: isLeap)
        guard includes(month), !year.months.contains(where: { $0.month == month }) else { continue }
        if let moved = replacement(for: month, in: year) { chosen.append(moved) }
      }
    }
    return chosen
  }

  /// What SKIP puts in the place of a month that the year does not have.
  private func replacement(for month: MonthNumber, in year: ScaledYear) -> ScaledYear.Slot? {
    let next = year.months.firstIndex { month.precedes($0.month) } ?? year.months.count
    if skip == .forward { return next < year.months.count ? year.months[next] : year.monthsAfter.first }
    return next > 0 ? year.months[next - 1] : year.monthsBefore.last
  }

  private func wholeMonths(_ months: [ScaledYear.Slot]) -> DayBits {
    var mask = DayBits()
    for slot in months { mask.insert(slot.bits) }
    return mask
  }

  /// The sets of months together, each as MONTHLY has it; ordinals without BYMONTH count within the year.
  private func monthlyMask(_ months: [ScaledYear.Slot], of year: ScaledYear) -> DayBits {
    var parts = self
    let countsInYear = hasOrdinals && !hasMonths
    if countsInYear { parts.hasWeekdays = false }
    var mask = DayBits()
    for slot in months {
      let first = slot.bits.lowerBound
      let days = parts.monthMask(firstWeekday: year.weekday(ofBit: first), length: slot.bits.count)
      // Bit 0 of a month's days is the day before it.
      if first > 0 { mask.insert(days, at: first - 1) } else { mask.insert(days >> UInt64(1 - first), at: 0) }
    }
    return countsInYear ? mask.intersection(weekdayMask(year)) : mask
  }

  // MARK: Weekdays and weeks

  private func weekdayMask(_ year: ScaledYear) -> DayBits {
    var mask = DayBits()
    for lane in 0..<7 {
      let first = (lane - year.firstWeekday + 7) % 7
      if weekdays & (1 << UInt8(lane)) != 0 { mask.formUnion(DayBits(everySeventhFrom: first)) }
      guard hasOrdinals else { continue }
      let count = (year.length - first + 6) / 7
      for number in 0..<count {
        let fromStart = ordinals[lane] & (1 << UInt64(number + 1))
        let fromEnd = ordinalsFromEnd[lane] & (1 << UInt64(count - number))
        if fromStart | fromEnd != 0 { mask.insert(ScaledYear.newYear + first + 7 * number) }
      }
    }
    return mask
  }

  private func weekMask(_ year: ScaledYear) -> DayBits {
    let range = year.weeks(startingOn: weekStart)
    return weekMask(from: range.lowerBound, count: range.count / 7, longest: 55)
  }

  private func weeksOfCalendarYear(_ year: ScaledYear) -> DayBits {
    var mask = weekMask(year)
    for (bit, length) in [
      (ScaledYear.newYear - year.lengthBefore, year.lengthBefore), (year.days.upperBound, year.lengthAfter),
    ] where length > 0 {
      let first = year.firstWeek(ofYearAt: bit, startingOn: weekStart)
      let end = year.firstWeek(ofYearAt: bit + length, startingOn: weekStart)
      mask.formUnion(weekMask(from: first, count: (end - first) / 7, longest: 55))
    }
    return mask
  }

  // MARK: Days of the year

  private func yearDayMask(_ year: ScaledYear) -> DayBits {
    var mask = ownYearDays(year.length, at: ScaledYear.newYear)
    guard hasWeeks else { return mask }
    mask.formUnion(ownYearDays(year.lengthBefore, at: ScaledYear.newYear - year.lengthBefore))
    mask.formUnion(ownYearDays(year.lengthAfter, at: year.days.upperBound))
    return mask
  }

  private func ownYearDays(_ length: Int, at newYear: Int) -> DayBits {
    var mask = DayBits()
    yearDays.forEachBit { day in
      if day <= length {
        mask.insert(newYear + day - 1)
      } else if skip != .omit {
        mask.insert(newYear + (skip == .forward ? length : length - 1))
      }
    }
    yearDaysFromEnd.forEachBit { day in
      if day <= length {
        mask.insert(newYear + length - day)
      } else if skip != .omit {
        mask.insert(newYear - (skip == .forward ? 0 : 1))
      }
    }
    return mask
  }
}
