internal import AlmanacTime

/// Periods of another calendar. `period` is the day number at which the next one begins, so that nothing of the
/// calendar is kept here; beyond its last year it is `Int.max`.
extension RecurrenceIterator {
  /// Goes to the period of a day, or one before it.
  mutating func openScaled(_ steps: ScaledSteps, at day: Int) {
    period = Int.max
    guard let system = plan.scale?.system, let year = system.year(containing: day) else { return }
    switch steps {
    case .years(let interval, let first):
      let place = Self.aligned(year.number - 1, first: first, interval: interval)
      if let target = system.year(holding: place, in: .years, near: year) {
        period = target.firstDay
      } else if interval == 1 {
        // The system's first year has none before it.
        period = year.firstDay
      }
    case .months(let interval, let first):
      let month = year.monthsBefore + (year.index(ofDay: day) ?? 0)
      let place = Self.aligned(month - 1, first: first, interval: interval)
      guard let target = system.year(holding: place, in: .months, near: year) else { return }
      period = target.months[place - target.monthsBefore].firstDay
    case .weeks(let interval, let first):
      period = Self.aligned(day - 6, first: first, interval: interval * 7)
    case .days:
      period = year.firstDay
    }
  }

  /// Opens the next period that chooses any day; `false` when there is none, or none within the budget.
  mutating func openScaledPeriod(_ steps: ScaledSteps) -> Bool {
    guard let scale = plan.scale else { return false }
    let lastDay = Int(ceiling.flooredQuotient(86_400))
    while budget > 0 {
      // SKIP and weeks move a date by little more than a month.
      guard period != Int.max, period - 64 <= lastDay else { return false }
      words = SIMD8()
      wordIndex = 0
      switch steps {
      case .years(let interval, _): openScaledYear(scale, interval)
      case .months(let interval, _): openScaledMonth(scale, interval)
      case .weeks(let interval, _): openScaledWeek(scale, interval)
      case .days(let interval, let first): openScaledDays(scale, interval, first)
      }
      if words != SIMD8() {
        budget = fullBudget
        return true
      }
      budget -= steps.cost
    }
    outcome = .budgetExceeded
    return false
  }

  private mutating func openScaledYear(_ scale: ScaledRule, _ interval: Int) {
    guard let year = scale.system.year(containing: period) else { return end() }
    let shape = ScaledYear(year, of: scale.system, withNeighbours: scale.parts.reachesBeyondYear)
    words = plan.selected(scale.parts.yearlyMask(shape)).words
    periodDay = shape.origin
    let next =
      interval == 1
      ? scale.system.year(after: year)
      : scale.system.year(holding: year.number + interval, in: .years, near: year)
    period = next?.firstDay ?? Int.max
  }

  private mutating func openScaledMonth(_ scale: ScaledRule, _ interval: Int) {
    guard let year = scale.system.year(containing: period), let index = year.index(ofDay: period) else {
      return end()
    }
    let month = year.months[index]
    if scale.parts.includes(month.number) {
      let weekday = Gregorian.weekdayIndex(ofDay: month.firstDay)
      words[0] = plan.monthMask(firstWeekday: weekday, length: month.length)
    }
    periodDay = month.firstDay - 1
    let place = year.monthsBefore + index + interval
    guard let target = scale.system.year(holding: place, in: .months, near: year) else { return end() }
    period = target.months[place - target.monthsBefore].firstDay
  }

  private mutating func openScaledWeek(_ scale: ScaledRule, _ interval: Int) {
    var week: UInt64 = 0
    for offset in 0..<7 {
      guard loadLimits(of: period + offset, scale) else { return end() }
      if isInLimits(period + offset) { week |= 1 << UInt64(offset) }
    }
    words[0] = plan.selected(week)
    periodDay = period
    period += interval * 7
  }

  private mutating func openScaledDays(_ scale: ScaledRule, _ interval: Int, _ first: Int) {
    guard let year = scale.system.year(containing: period) else { return end() }
    let shape = ScaledYear(year, of: scale.system, withNeighbours: scale.parts.hasWeeks)
    var mask = scale.parts.limitMask(shape)
    if interval > 1 {
      var grid = DayBits()
      var bit = (first - year.firstDay).flooredRemainder(interval) + ScaledYear.newYear
      while bit < shape.days.upperBound {
        grid.insert(bit)
        bit += interval
      }
      mask = mask.intersection(grid)
    }
    words = mask.words
    periodDay = shape.origin
    period = scale.system.year(after: year)?.firstDay ?? Int.max
  }

  private mutating func end() {
    period = Int.max
  }
}

/// Limits by the days of another calendar, for rules that step by weeks, hours, minutes or seconds.
extension RecurrenceIterator {
  /// Makes `limitMask` that of the year of a day; `false` where the calendar ends.
  private mutating func loadLimits(of day: Int, _ scale: ScaledRule) -> Bool {
    if limitDays.contains(day) { return true }
    guard let year = scale.system.year(containing: day) else { return false }
    limitMask = scale.parts.limitMask(
      ScaledYear(year, of: scale.system, withNeighbours: scale.parts.hasWeeks))
    limitDays = year.firstDay..<year.endDay
    return true
  }

  private func isInLimits(_ day: Int) -> Bool {
    limitMask.contains(day - limitDays.lowerBound + ScaledYear.newYear)
  }

  /// Whether a day is let through, for periods of hours and less.
  mutating func isAllowed(day: Int, _ scale: ScaledRule) -> Bool {
    loadLimits(of: day, scale) && isInLimits(day)
  }

  /// The first day after one that is let through; `nil` when there is none, or none within the budget.
  mutating func nextAllowedDay(after day: Int, _ scale: ScaledRule) -> Int? {
    let lastDay = Int(ceiling.flooredQuotient(86_400))
    var day = day + 1
    while day <= lastDay, loadLimits(of: day, scale) {
      for candidate in day..<limitDays.upperBound where isInLimits(candidate) { return candidate }
      day = limitDays.upperBound
      budget -= ScaledSteps.days(interval: 1, first: 0).cost
      guard budget > 0 else {
        outcome = .budgetExceeded
        return nil
      }
    }
    return nil
  }
}
