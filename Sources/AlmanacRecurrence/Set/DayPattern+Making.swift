public import AlmanacTime

extension RecurrenceExpansion {
  /// The days of the set's rule, where they are as simple as a `DayPattern`; `nil` where only iterating tells.
  ///
  /// There may be one instance more, the start when it is out of step; and fewer, where `isExcepted`.
  public var dayPattern: DayPattern? {
    let isStartOnly = plan.additions.allSatisfy { $0.addition == -2 }
    guard plan.rules.count == 1, plan.exclusions.isEmpty, isStartOnly, plan.startIsShown else { return nil }
    return DayPattern(plan.rules[0], lastKey: plan.lastKeys[0], zone: plan.zone)
  }

  /// Whether EXDATE leaves out an instance at a wall-clock time of the start's own clock.
  public func isExcepted(_ local: CivilDateTime) -> Bool {
    if plan.exceptions.isEmpty { return false }
    let key = plan.zone.instant(of: local).secondsSinceEpoch
    return plan.exceptions.contains(KeyedTime(key: key, local: local.secondsSinceEpoch))
  }
}

extension SetPlan {
  /// Whether clocks show the digits of the start; in a gap it may be one with another instance.
  fileprivate var startIsShown: Bool {
    guard case .zoned(let start) = set.start else { return true }
    return zone.local(at: start.instant) == start.local
  }
}

extension DayPattern {
  /// - Returns: `nil` for a rule that is not as simple.
  init?(_ rule: RecurrenceSequence, lastKey: Int64, zone: Zone) {
    let plan = rule.plan
    guard plan.times.count == 1, plan.positions.isEmpty, plan.maskPositions.count <= 1, plan.scale == nil,
      let grid = Grid(plan),
      var chosen = ChosenDays(
        plan.parts, of: plan.shape, startDay: Int(plan.start.flooredQuotient(86_400)))
    else { return nil }
    if let months = grid.months { chosen.months = months }
    guard let position = Int8(exactly: plan.maskPositions.first ?? 0),
      position == 0 || grid.unit == .month || grid.isMonthly
    else { return nil }
    let time = plan.times[0].flooredRemainder(86_400)
    let first = (rule.from - time + 86_399).flooredQuotient(86_400)
    var last = (Swift.min(rule.upTo, CivilDateTime.max.secondsSinceEpoch) - time).flooredQuotient(86_400)
    let lastTime = CivilDateTime(secondsSinceEpoch: last * 86_400 + time)
    if zone.instant(of: lastTime).secondsSinceEpoch > lastKey { last -= 1 }
    self.time = Int32(time)
    firstDay = Int32(clamping: first)
    lastDay = Int32(clamping: last)
    cycle = DayCycle(
      unit: grid.unit, interval: Int32(clamping: grid.interval), phase: Int32(clamping: grid.shortPhase),
      weekdays: chosen.weekdays, position: position, months: chosen.months, monthDays: chosen.monthDays,
      monthDaysFromEnd: chosen.monthDaysFromEnd)
  }

  /// What INTERVAL counts.
  private struct Grid {
    var unit = DayCycle.Unit.day
    var interval = 1
    var phase = 0
    var months: UInt16?
    /// Whether days are chosen month by month.
    var isMonthly = false

    /// The first of the days, months or years from 0 on that are of the same phase; of an interval that is longer
    /// than history, the phase.
    var shortPhase: Int {
      let length = unit == .week ? 7 * interval : interval
      return length > Int32.max ? phase : phase.flooredRemainder(length)
    }

    init?(_ plan: ExpansionPlan) {
      switch plan.shape {
      case .steps(let seconds):
        guard seconds % 86_400 == 0 else { return nil }
        interval = Int(seconds / 86_400)
        phase = Int(plan.start.flooredQuotient(86_400))
      case .years(_, _, .limited):
        break
      case .years(_, _, .grid(let interval, let first)):
        self.interval = interval
        phase = first
      case .years(let interval, let first, .monthly(let months)):
        unit = .year
        self.interval = interval
        phase = first
        self.months = months
        isMonthly = true
      case .years(let interval, let first, .yearly):
        unit = .year
        self.interval = interval
        phase = first
      case .months(let interval, let first):
        unit = .month
        self.interval = interval
        phase = first
      case .weeks(let interval, let first, _):
        guard plan.parts.hasWeekdays else { return nil }
        unit = .week
        self.interval = interval
        phase = first
      case .empty, .unsupported, .clock, .scaled:
        return nil
      }
    }
  }

  /// Which weekdays, months and days of months.
  private struct ChosenDays {
    var weekdays = DayCycle.allWeekdays
    var months = DayCycle.allMonths
    var monthDays = DayCycle.allMonthDays
    var monthDaysFromEnd: UInt32 = 0

    init?(_ parts: RuleParts, of shape: ExpansionPlan.Shape, startDay: Int) {
      // Equal steps have nothing to choose; whole weeks keep the weekday.
      if case .steps(let seconds) = shape {
        if seconds % (7 * 86_400) == 0 { weekdays = 1 << UInt8(Gregorian.weekdayIndex(ofDay: startDay)) }
        return
      }
      guard !parts.hasYearDays, !parts.hasWeeks, parts.skip == .omit || !parts.hasMonthDays else {
        return nil
      }
      if parts.hasMonths { months = parts.months & DayCycle.allMonths }
      if parts.hasWeekdays { weekdays = parts.weekdays }
      if parts.hasMonthDays {
        monthDays = UInt32(truncatingIfNeeded: parts.monthDays)
        monthDaysFromEnd = Self.reversed(parts.monthDaysFromEnd)
      }
      guard parts.hasOrdinals else { return }
      if case .years(_, _, .yearly) = shape, !parts.hasMonths { return nil }
      guard !parts.hasMonthDays, parts.weekdays == 0 else { return nil }
      addOrdinals(of: parts)
      if !Self.areAlike(parts) { return nil }
    }

    /// The n-th of a weekday is the one among seven days of the month.
    private mutating func addOrdinals(of parts: RuleParts) {
      monthDays = 0
      weekdays = 0
      var fromEnd: UInt64 = 0
      for lane in 0..<7 where parts.ordinals[lane] | parts.ordinalsFromEnd[lane] != 0 {
        weekdays |= 1 << UInt8(lane)
        for number in 1...5 {
          let week = UInt64.ones(7 * number - 6..<Swift.min(7 * number + 1, 32))
          if parts.ordinals[lane] & (1 << UInt64(number)) != 0 { monthDays |= UInt32(week) }
          if parts.ordinalsFromEnd[lane] & (1 << UInt64(number)) != 0 { fromEnd |= week }
        }
      }
      monthDaysFromEnd = Self.reversed(fromEnd)
    }

    /// Whether all weekdays that have ordinals have the same ones.
    private static func areAlike(_ parts: RuleParts) -> Bool {
      var first: Int?
      for lane in 0..<7 where parts.ordinals[lane] | parts.ordinalsFromEnd[lane] != 0 {
        guard let other = first else {
          first = lane
          continue
        }
        if parts.ordinals[lane] != parts.ordinals[other] { return false }
        if parts.ordinalsFromEnd[lane] != parts.ordinalsFromEnd[other] { return false }
      }
      return true
    }

    private static func reversed(_ bits: UInt64) -> UInt32 {
      var reversed: UInt32 = 0
      for bit in 0..<32 where bits & (1 << UInt64(bit)) != 0 { reversed |= 1 << UInt32(31 - bit) }
      return reversed
    }
  }
}
