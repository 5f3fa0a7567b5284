internal import AlmanacTime

/// One Gregorian year as the masks see it. There are only fourteen kinds: by its length and its first weekday.
struct YearShape {
  let year: Int
  /// The day number of 1 January.
  let newYear: Int
  let isLeap: Bool
  /// Of 1 January, Monday 0 … Sunday 6.
  let firstWeekday: Int

  init(_ year: Int) {
    self.year = year
    newYear = Gregorian.days(year: year, month: 1, day: 1)
    isLeap = Gregorian.isLeap(year)
    firstWeekday = Gregorian.weekdayIndex(ofDay: newYear)
  }

  var length: Int { isLeap ? 366 : 365 }
  /// 0…13.
  var kind: Int { firstWeekday * 2 + (isLeap ? 1 : 0) }
  /// The bits of the year's own days.
  var days: Range<Int> { DayBits.newYear..<(DayBits.newYear + length) }

  /// The bits of a month, 1…12; 0 and 13 are the neighbouring years' December and January.
  func month(_ month: Int) -> Range<Int> {
    switch month {
    case 0: return (DayBits.newYear - 31)..<DayBits.newYear
    case 13: return days.upperBound..<(days.upperBound + 31)
    default:
      let first = DayBits.newYear + Gregorian.daysBeforeMonth(month, leap: isLeap)
      return first..<(DayBits.newYear + Gregorian.daysBeforeMonth(month + 1, leap: isLeap))
    }
  }

  func weekday(ofBit bit: Int) -> Int { (firstWeekday + bit) % 7 }

  /// The bit of the first day of week 1, -3…3 days from 1 January.
  func firstWeek(startingOn weekStart: Int) -> Int {
    let daysBefore = (firstWeekday - weekStart + 7) % 7
    return daysBefore <= 3 ? DayBits.newYear - daysBefore : DayBits.newYear + 7 - daysBefore
  }

  /// 52 or 53, in weeks that begin on a weekday and count from the first with four days in the year.
  func weekCount(startingOn weekStart: Int) -> Int {
    let next = YearShape(year + 1)
    let nextFirst = next.firstWeek(startingOn: weekStart) - DayBits.newYear + next.newYear
    return (nextFirst - newYear + DayBits.newYear - firstWeek(startingOn: weekStart)) / 7
  }
}

/// The days that a rule chooses within one year. Every part given narrows the set, whichever of them the table of
/// RFC 5545 §3.3.10 calls expanding; what differs by frequency is only to what an ordinal weekday refers.
extension RuleParts {
  /// The set of a YEARLY period; with BYWEEKNO the year is week-based and may reach into its neighbours.
  func yearlyMask(_ shape: YearShape) -> DayBits {
    var mask = hasWeeks ? weekMask(shape) : DayBits(0..<512)
    if hasYearDays { mask = mask.intersection(yearDayMask(shape)) }
    if hasMonthDays || hasOrdinals && countsInMonth {
      mask = mask.intersection(monthlyMask(shape))
    } else {
      if hasMonths { mask = mask.intersection(wholeMonths(shape)) }
      if hasWeekdays { mask = mask.intersection(weekdayMask(shape)) }
      if !hasWeeks && !hasYearDays { mask = mask.intersection(DayBits(shape.days)) }
    }
    return mask
  }

  /// The sets of the year's months together, each as MONTHLY has it.
  ///
  /// With ordinals but without BYMONTH in a YEARLY rule, ordinals count within the year.
  private func monthlyMask(_ shape: YearShape) -> DayBits {
    var mask = DayBits()
    var parts = self
    let countsInYear = hasOrdinals && !countsInMonth
    if countsInYear { parts.hasWeekdays = false }
    for month in hasWeeks ? 0...13 : 1...12 where includes(month: (month + 11) % 12 + 1) {
      parts.insertMonth(month, of: shape, into: &mask)
    }
    return countsInYear ? mask.intersection(weekdayMask(shape)) : mask
  }

  /// Adds the set of one month to a year's.
  func insertMonth(_ month: Int, of shape: YearShape, into mask: inout DayBits) {
    let range = shape.month(month)
    let weekday = shape.weekday(ofBit: range.lowerBound + 35)
    let days = monthMask(firstWeekday: weekday, length: range.count)
    if range.lowerBound > 0 {
      mask.insert(days, at: range.lowerBound - 1)
    } else {
      mask.insert(days >> UInt64(1 - range.lowerBound), at: 0)
    }
  }

  func includes(month: Int) -> Bool {
    !hasMonths || months & (1 << UInt16(month)) != 0
  }

  private func wholeMonths(_ shape: YearShape) -> DayBits {
    var mask = DayBits()
    for month in hasWeeks ? 0...13 : 1...12 where includes(month: (month + 11) % 12 + 1) {
      mask.insert(shape.month(month))
    }
    return mask
  }

  private func weekdayMask(_ shape: YearShape) -> DayBits {
    var mask = DayBits()
    for lane in 0..<7 where chooses(lane: lane) {
      let first = (lane - shape.firstWeekday + 7) % 7
      if weekdays & (1 << UInt8(lane)) != 0 { mask.formUnion(DayBits(everySeventhFrom: first)) }
      guard hasOrdinals else { continue }
      let count = (shape.length - first - 1) / 7 + 1
      for number in 1...count {
        let bit = DayBits.newYear + first + 7 * (number - 1)
        let fromStart = ordinals[lane] & (1 << UInt64(number))
        let fromEnd = ordinalsFromEnd[lane] & (1 << UInt64(count + 1 - number))
        if fromStart | fromEnd != 0 { mask.insert(bit) }
      }
    }
    return mask
  }

  private func weekMask(_ shape: YearShape) -> DayBits {
    weekMask(
      from: shape.firstWeek(startingOn: weekStart), count: shape.weekCount(startingOn: weekStart), longest: 53
    )
  }

  /// The chosen weeks of a week-based year whose first begins at a bit. Weeks that it does not have, while the
  /// calendar's longest years do, are what SKIP moves, each to the neighbouring week.
  func weekMask(from first: Int, count: Int, longest: Int) -> DayBits {
    var mask = DayBits()
    for week in 1...longest {
      let skipped = week > count && skip == .omit
      if weeks & (1 << UInt64(week)) != 0, !skipped {
        mask.insertWeek(week <= count ? week : skip == .forward ? count + 1 : count, from: first)
      }
      if weeksFromEnd & (1 << UInt64(week)) != 0, !skipped {
        mask.insertWeek(week <= count ? count + 1 - week : skip == .forward ? 1 : 0, from: first)
      }
    }
    return mask
  }

  private func yearDayMask(_ shape: YearShape) -> DayBits {
    var mask = yearDayMask(length: shape.length, at: DayBits.newYear)
    guard hasWeeks else { return mask }
    let before = Gregorian.daysInYear(shape.year - 1)
    mask.formUnion(yearDayMask(length: before, at: DayBits.newYear - before))
    mask.formUnion(yearDayMask(length: Gregorian.daysInYear(shape.year + 1), at: shape.days.upperBound))
    return mask
  }

  /// The chosen days of one year of a length, its first day placed at a bit.
  private func yearDayMask(length: Int, at newYear: Int) -> DayBits {
    var mask = DayBits()
    yearDays.forEachBit { if $0 <= length { mask.insert(newYear + $0 - 1) } }
    yearDaysFromEnd.forEachBit { if $0 <= length { mask.insert(newYear + length - $0) } }
    guard length == 365, skip != .omit else { return mask }
    if yearDays.contains(366) { mask.insert(newYear + (skip == .forward ? 365 : 364)) }
    if yearDaysFromEnd.contains(366) { mask.insert(newYear + (skip == .forward ? 0 : -1)) }
    return mask
  }
}

/// The days of a year that the parts let through where they only limit: in rules that step by days or less.
extension RuleParts {
  func limitMask(_ shape: YearShape) -> DayBits {
    guard skip == .omit else {
      // What only limits makes no dates, so there are none for SKIP to move.
      var limits = self
      limits.skip = .omit
      return limits.limitMask(shape)
    }
    var mask = DayBits(shape.days)
    if hasMonths { mask = mask.intersection(wholeMonthsOfYear(shape)) }
    if hasMonthDays {
      var days = self
      days.hasWeekdays = false
      var months = DayBits()
      for month in 1...12 { days.insertMonth(month, of: shape, into: &months) }
      mask = mask.intersection(months)
    }
    if hasYearDays { mask = mask.intersection(yearDayMask(length: shape.length, at: DayBits.newYear)) }
    if hasWeeks { mask = mask.intersection(weeksOfCalendarYear(shape)) }
    if hasWeekdays { mask = mask.intersection(weekdayMask(shape)) }
    return mask
  }

  /// What BYYEARDAY and BYWEEKNO let through in a MONTHLY rule, which RFC 5545 does not allow beside it.
  func monthlyLimits(_ shape: YearShape) -> DayBits? {
    guard hasYearDays || hasWeeks else { return nil }
    var limits = RuleParts()
    limits.weekStart = weekStart
    limits.hasYearDays = hasYearDays
    limits.yearDays = yearDays
    limits.yearDaysFromEnd = yearDaysFromEnd
    limits.hasWeeks = hasWeeks
    limits.weeks = weeks
    limits.weeksFromEnd = weeksFromEnd
    return limits.limitMask(shape)
  }

  private func wholeMonthsOfYear(_ shape: YearShape) -> DayBits {
    var mask = DayBits()
    for month in 1...12 where includes(month: month) { mask.insert(shape.month(month)) }
    return mask
  }

  /// The days whose own week is chosen; the first and the last may belong to a neighbouring week-based year.
  private func weeksOfCalendarYear(_ shape: YearShape) -> DayBits {
    var mask = weekMask(shape)
    let before = YearShape(shape.year - 1)
    let after = YearShape(shape.year + 1)
    for neighbour in [before, after] {
      let bits = weekMask(neighbour)
      bits.forEachBit { mask.insert($0 + neighbour.newYear - shape.newYear) }
    }
    return mask
  }
}
