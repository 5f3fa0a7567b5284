internal import AlmanacTime

extension RecurrenceIterator {
  /// Goes to the period in which a time lies, or a little before; nothing that is open stays so.
  mutating func open(at time: Int64) {
    bits = 0
    stepsLeft = 0
    listIndex = 0
    listEnd = 0
    waiting = 0
    wordIndex = 8
    let day = Int(time.flooredQuotient(86_400))
    switch plan.shape {
    case .empty:
      break
    case .unsupported:
      outcome = .unsupportedCalendar
    case .scaled(let steps):
      openScaled(steps, at: day)
    case .steps(let seconds):
      let steps = Swift.max(0, (time - plan.start + seconds - 1).flooredQuotient(seconds))
      stepNext = plan.start + steps * seconds
    case .years(let interval, let first, _):
      let year = Gregorian.date(ofDay: day).year
      period = Self.aligned(reachesIntoNeighbours ? year - 1 : year, first: first, interval: interval)
    case .months(let interval, let first):
      let (year, month, _) = Gregorian.date(ofDay: day)
      let number = year * 12 + month - 1
      period = Self.aligned(reachesIntoNeighbours ? number - 1 : number, first: first, interval: interval)
    case .weeks(let interval, let first, _):
      period = Self.aligned(day - 6, first: first, interval: interval * 7)
    case .clock(let steps):
      period = Self.aligned(Int(time) - 3600, first: Int(steps.first), interval: Int(steps.step))
    }
  }

  /// Whether a period may hold days of the next one: in week-based years, or where SKIP moves a date.
  private var reachesIntoNeighbours: Bool { plan.parts.hasWeeks || plan.parts.skip != .omit }

  /// The last period of a grid that is not later than a place, and not before the first.
  static func aligned(_ place: Int, first: Int, interval: Int) -> Int {
    place <= first ? first : first + (place - first) / interval * interval
  }

  /// Opens the next period: sets its words of days. `false` beyond the calendar's last year.
  mutating func openPeriod() -> Bool {
    switch plan.shape {
    case .years(let interval, _, let set): return openYear(interval, set)
    case .months(let interval, _): return openMonth(interval)
    case .weeks(let interval, _, let limited): return openWeek(interval, limited: limited)
    case .scaled(let steps): return openScaledPeriod(steps)
    default: return false
    }
  }

  private mutating func openYear(_ interval: Int, _ set: ExpansionPlan.YearSet) -> Bool {
    guard period <= 9999 else { return false }
    let shape = YearShape(period)
    periodDay = shape.newYear &- DayBits.newYear
    guard Int64(periodDay) * 86_400 <= ceiling else { return false }
    period &+= interval
    wordIndex = 0
    openedYears &+= 1
    // For a year or two it is not worth keeping masks.
    guard openedYears > 2, plan.repeatsByKind(set) else {
      words = plan.yearMask(set, shape, within: bits(from: floor, upTo: ceiling)).words
      return true
    }
    let kind = shape.kind
    if known & (1 << UInt32(kind)) == 0 {
      if cache.isEmpty { cache = Array(repeating: SIMD8(), count: 14) }
      cache[kind] = plan.yearMask(set, shape, within: 0..<DayBits.size).words
      known |= 1 << UInt32(kind)
    }
    words = cache[kind]
    return true
  }

  /// The bits of the open year that matter for times within bounds.
  private func bits(from first: Int64, upTo last: Int64) -> Range<Int> {
    let low = Swift.max(first.flooredQuotient(86_400) - Int64(periodDay), 0)
    let high = Swift.min(last.flooredQuotient(86_400) - Int64(periodDay) + 1, 512)
    return low < high ? Int(low)..<Int(high) : 0..<0
  }

  private mutating func openMonth(_ interval: Int) -> Bool {
    let year = period.flooredQuotient(12)
    let month = period - year * 12 + 1
    guard year <= 9999 else { return false }
    let first = Gregorian.days(year: year, month: month, day: 1)
    guard Int64(first - 1) * 86_400 <= ceiling else { return false }
    period &+= interval
    guard plan.parts.includes(month: month) else {
      wordIndex = 8
      words = SIMD8()
      return true
    }
    let weekday = Gregorian.weekdayIndex(ofDay: first)
    let length = Gregorian.daysInMonth(year, month)
    periodDay = first - 1
    words = SIMD8()
    words[0] = plan.monthMask(
      firstWeekday: weekday, length: length, limits: limits(ofMonthFrom: first, in: year))
    wordIndex = 0
    return true
  }

  /// Bit d for day d: what the year lets through of a month.
  private func limits(ofMonthFrom first: Int, in year: Int) -> UInt64 {
    guard plan.parts.hasYearDays || plan.parts.hasWeeks else { return ~0 }
    let shape = YearShape(year)
    return plan.parts.monthlyLimits(shape)?.bits(from: first - 1 - shape.newYear + DayBits.newYear) ?? ~0
  }

  private mutating func openWeek(_ interval: Int, limited: Bool) -> Bool {
    let first = period
    guard first <= CivilDate.max.daysSinceEpoch, Int64(first) * 86_400 <= ceiling else { return false }
    period &+= interval * 7
    let weekdays = plan.parts.hasWeekdays ? UInt64(plan.parts.weekdays) : 0x7F
    let shift = UInt64(plan.parts.weekStart)
    var week = (weekdays >> shift | weekdays << (7 - shift)) & 0x7F
    if limited { week &= limits(ofWeekFrom: first) }
    periodDay = first
    words = SIMD8()
    words[0] = plan.selected(week)
    wordIndex = 0
    return true
  }

  /// Which of the seven days from one on the limits let through.
  private mutating func limits(ofWeekFrom first: Int) -> UInt64 {
    var allowed: UInt64 = 0
    for offset in 0..<7 {
      let year = Gregorian.date(ofDay: first + offset).year
      if year != limitYear {
        limitYear = year
        limitMask = plan.parts.limitMask(YearShape(year))
      }
      let bit = first + offset - Gregorian.days(year: year, month: 1, day: 1) + DayBits.newYear
      if limitMask.contains(bit) { allowed |= 1 << UInt64(offset) }
    }
    return allowed
  }
}
