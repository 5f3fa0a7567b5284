package import AlmanacTime

/// The days of a rule that selects them by weekday, day of the month and month alone, at one time of day: a small
/// cache of what its iterator would produce, for queries over many series.
///
/// Nearly all rules that people make have one. `RecurrenceExpansion.dayPattern` is its only source, and a test
/// compares its bits with the iterator's instances.
///
/// ```swift
/// let pattern = RecurrenceExpansion(set).dayPattern
/// pattern?.days(in: DayPattern.Block(from: monday.daysSinceEpoch))      // bit n: n days after that Monday
/// ```
package struct DayPattern: Sendable, Hashable {
  /// The day numbers of the first and the last instance that are possible.
  package let firstDay: Int32
  package let lastDay: Int32
  /// Seconds into the day.
  package let time: Int32
  /// The days without those bounds.
  package let cycle: Cycle

  /// The days on which there is an instance: bit n is n days after the block's first.
  package func days(in block: Block) -> UInt64 {
    let low = Swift.max(Int(firstDay) - block.first, 0)
    let high = Swift.min(Int(lastDay) - block.first, Block.length - 1)
    return low <= high ? cycle.days(in: block) & UInt64.ones(low..<(high + 1)) : 0
  }
}

extension RecurrenceExpansion {
  /// The days of the set's rule; `nil` for rules that only iterating can answer.
  ///
  /// The instances may be one more, the start when no rule produces it, and fewer, where `isExcepted` is true.
  package var dayPattern: DayPattern? {
    let isStartOnly = plan.additions.allSatisfy { $0.source == .start }
    guard plan.rules.count == 1, plan.exclusions.isEmpty, isStartOnly, plan.startIsShown else { return nil }
    return DayPattern(plan.rules[0], lastKey: plan.lastKeys[0], zone: plan.zone)
  }

  /// Whether EXDATE excludes an instance at a wall-clock time of the start's own clock.
  package func isExcepted(_ local: CivilDateTime) -> Bool {
    if plan.exceptions.isEmpty { return false }
    let key = plan.zone.instant(of: local).secondsSinceEpoch
    return plan.exceptions.contains(KeyedTime(key: key, local: local.secondsSinceEpoch))
  }
}

extension SetPlan {
  /// Whether clocks show the digits of the start; one in a gap may have the same instant as another instance.
  fileprivate var startIsShown: Bool {
    guard case .zoned(let start) = set.start else { return true }
    return zone.local(at: start.instant) == start.local
  }
}

// MARK: Blocks of days

extension DayPattern {
  /// Sixty-four days in a row, as many as a word has bits, with their months: computed once for many patterns.
  package struct Block: Sendable {
    /// The day number of bit 0.
    package let first: Int
    /// The weekday of the first day, Monday 0 … Sunday 6.
    fileprivate let weekday: Int
    // The three or four months that the days lie in, an element each: plain numbers, so that a block copies at once.
    fileprivate let monthCount: Int
    /// 1…12.
    fileprivate let months: SIMD4<Int32>
    fileprivate let years: SIMD4<Int32>
    fileprivate let lengths: SIMD4<Int32>
    /// The weekday of the first day of the month, Monday 0 … Sunday 6.
    fileprivate let weekdays: SIMD4<Int32>
    /// The bit of the first day of the month, negative when it is before the block.
    fileprivate let bits: SIMD4<Int32>

    package static let length = 64

    /// - Parameter first: Days since 1970-01-01, bounded so that all days have dates.
    package init(from first: Int) {
      let first = Swift.min(
        Swift.max(first, CivilDate.min.daysSinceEpoch), CivilDate.max.daysSinceEpoch - Self.length + 1)
      self.first = first
      weekday = Gregorian.weekdayIndex(ofDay: first)
      var (year, month, _) = Gregorian.date(ofDay: first)
      var day = Gregorian.days(year: year, month: month, day: 1)
      var lanes = (months: SIMD4<Int32>(), years: SIMD4<Int32>(), lengths: SIMD4<Int32>())
      var places = (weekdays: SIMD4<Int32>(), bits: SIMD4<Int32>())
      var count = 0
      while day < first + Self.length, count < 4 {
        let length = Gregorian.daysInMonth(year, month)
        lanes.months[count] = Int32(month)
        lanes.years[count] = Int32(year)
        lanes.lengths[count] = Int32(length)
        places.weekdays[count] = Int32(Gregorian.weekdayIndex(ofDay: day))
        places.bits[count] = Int32(day - first)
        count += 1
        day += length
        month += 1
        if month > 12 { (year, month) = (year + 1, 1) }
      }
      monthCount = count
      (months, years, lengths) = lanes
      (weekdays, bits) = places
    }
  }
}

// MARK: Cycles of days

extension DayPattern {
  /// The days that a rule selects by weekday, day of the month and month: equal for all series that fall on the same
  /// days, whenever they begin and end.
  package struct Cycle: Sendable, Hashable {
    /// The unit and the origin of INTERVAL.
    let unit: Unit
    let interval: Int32
    let phase: Int32
    /// Bit 0 for Monday … bit 6 for Sunday.
    let weekdays: UInt8
    /// The place among a month's selected days: 1 for the first, -1 for the last, 0 for all.
    let position: Int8
    /// Bit m for month m.
    let months: UInt16
    /// Bit d for day d.
    let monthDays: UInt32
    /// Bit 31 - d for the d-th day from the end of the month.
    let monthDaysFromEnd: UInt32

    enum Unit: UInt8 {
      case day, week, month, year
    }

    /// The days on which it falls: bit n is n days after the block's first.
    package func days(in block: Block) -> UInt64 {
      var mask = UInt64.max
      if weekdays != Self.allWeekdays, position == 0 {
        mask &= UInt64(repeating: weekdays, from: block.weekday)
      }
      if mask != 0, interval > 1, unit == .day || unit == .week { mask &= grid(block) }
      if mask != 0, selectsInMonths { mask &= daysOfMonths(in: block, among: mask) }
      return mask
    }

    static let allWeekdays: UInt8 = 0x7F
    static let allMonths: UInt16 = 0x1FFE
    static let allMonthDays: UInt32 = 0xFFFF_FFFE

    private var selectsInMonths: Bool {
      months != Self.allMonths || monthDays != Self.allMonthDays || position != 0
        || interval > 1 && (unit == .month || unit == .year)
    }

    /// Every n-th day, or the days of every n-th week.
    private func grid(_ block: Block) -> UInt64 {
      let isWeeks = unit == .week
      let step = Int(interval) * (isWeeks ? 7 : 1)
      var mask: UInt64 = 0
      var bit = (Int(phase) - block.first).flooredRemainder(step)
      if isWeeks {
        // The week in which the block begins.
        if bit > step - 7 { mask = 0x7F >> UInt64(step - bit) }
        while bit < 64 {
          mask |= 0x7F << UInt64(bit)
          bit += step
        }
      } else {
        while bit < 64 {
          mask |= 1 << UInt64(bit)
          bit += step
        }
      }
      return mask
    }

    private func daysOfMonths(in block: Block, among candidates: UInt64) -> UInt64 {
      var mask: UInt64 = 0
      for index in 0..<block.monthCount where isOpen(block.months[index], of: block.years[index]) {
        let length = Int(block.lengths[index])
        // Bit 1 is the first of the month.
        let whole = UInt64.ones(1..<(length + 1))
        let shift = Int(block.bits[index]) - 1
        let visible = shift >= 0 ? whole << UInt64(shift) : whole >> UInt64(-shift)
        if visible & candidates == 0 { continue }
        var days = monthDays == Self.allMonthDays ? whole : selectedDays(length: length) & whole
        if position != 0 {
          days = selected(days & UInt64(repeating: weekdays, from: (Int(block.weekdays[index]) + 6) % 7))
        }
        mask |= shift >= 0 ? days << UInt64(shift) : days >> UInt64(-shift)
      }
      return mask
    }

    private func isOpen(_ month: Int32, of year: Int32) -> Bool {
      if months & (1 << UInt16(month)) == 0 { return false }
      guard interval > 1 else { return true }
      switch unit {
      case .day, .week: return true
      case .month: return (Int(year) * 12 + Int(month) - 1 - Int(phase)).flooredRemainder(Int(interval)) == 0
      case .year: return (Int(year) - Int(phase)).flooredRemainder(Int(interval)) == 0
      }
    }

    private func selectedDays(length: Int) -> UInt64 {
      let fromEnd = UInt64(monthDaysFromEnd)
      let shift = length - 30
      return UInt64(monthDays) | (shift >= 0 ? fromEnd << UInt64(shift) : fromEnd >> UInt64(-shift))
    }

    /// The one day at the position, where it counts from 1 or from -1.
    private func selected(_ days: UInt64) -> UInt64 {
      guard let index = Int(position).index(among: days.nonzeroBitCount) else { return 0 }
      return 1 << UInt64(days.bit(at: index))
    }
  }
}

// MARK: From a rule

extension DayPattern {
  /// - Returns: `nil` for a rule that has other parts.
  fileprivate init?(_ rule: RecurrenceSequence, lastKey: Int64, zone: Zone) {
    let plan = rule.plan
    guard plan.times.count == 1, plan.positions.isEmpty, plan.maskPositions.count <= 1, plan.system == nil,
      let grid = Grid(plan),
      var selected = SelectedDays(
        plan.parts, of: plan.shape, startDay: Int(plan.start.flooredQuotient(86_400)))
    else { return nil }
    if let months = grid.months { selected.months = months }
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
    cycle = Cycle(
      unit: grid.unit, interval: Int32(clamping: grid.interval), phase: Int32(clamping: grid.shortPhase),
      weekdays: selected.weekdays, position: position, months: selected.months, monthDays: selected.monthDays,
      monthDaysFromEnd: selected.monthDaysFromEnd)
  }

  /// The unit and the origin of INTERVAL.
  private struct Grid {
    var unit = Cycle.Unit.day
    var interval = 1
    var phase = 0
    var months: UInt16?
    /// Whether days are selected month by month.
    var isMonthly = false

    /// The first day, month or year from 0 on of the same phase; the phase itself for an interval that is too long.
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

  /// The selected weekdays, months and days of months.
  private struct SelectedDays {
    var weekdays = Cycle.allWeekdays
    var months = Cycle.allMonths
    var monthDays = Cycle.allMonthDays
    var monthDaysFromEnd: UInt32 = 0

    init?(_ parts: RuleParts, of shape: ExpansionPlan.Shape, startDay: Int) {
      // Equal steps select nothing; whole weeks preserve the weekday.
      if case .steps(let seconds) = shape {
        if seconds % (7 * 86_400) == 0 { weekdays = 1 << UInt8(Gregorian.weekdayIndex(ofDay: startDay)) }
        return
      }
      guard !parts.hasYearDays, !parts.hasWeeks, parts.skip == .omit || !parts.hasMonthDays else {
        return nil
      }
      if parts.hasMonths { months = parts.months & Cycle.allMonths }
      if parts.hasWeekdays { weekdays = parts.weekdays }
      if parts.hasMonthDays {
        monthDays = UInt32(truncatingIfNeeded: parts.monthDays)
        monthDaysFromEnd = Self.reversed(parts.monthDaysFromEnd)
      }
      guard parts.hasOrdinals else { return }
      if case .years(_, _, .yearly) = shape, !parts.hasMonths { return nil }
      guard !parts.hasMonthDays, parts.weekdays == 0 else { return nil }
      addOrdinals(of: parts)
      if !Self.haveSameOrdinals(parts) { return nil }
    }

    /// The n-th of a weekday is the one among seven days of the month.
    private mutating func addOrdinals(of parts: RuleParts) {
      monthDays = 0
      weekdays = 0
      var fromEnd: UInt64 = 0
      for weekday in 0..<7 where parts.ordinalWeekdays & (1 << UInt8(weekday)) != 0 {
        weekdays |= 1 << UInt8(weekday)
        for number in 1...5 {
          let week = UInt64.ones(7 * number - 6..<Swift.min(7 * number + 1, 32))
          if parts.ordinals[weekday] & (1 << UInt64(number)) != 0 { monthDays |= UInt32(week) }
          if parts.ordinalsFromEnd[weekday] & (1 << UInt64(number)) != 0 { fromEnd |= week }
        }
      }
      monthDaysFromEnd = Self.reversed(fromEnd)
    }

    /// Whether all weekdays that have ordinals have the same ones.
    private static func haveSameOrdinals(_ parts: RuleParts) -> Bool {
      var first: Int?
      for weekday in 0..<7 where parts.ordinalWeekdays & (1 << UInt8(weekday)) != 0 {
        guard let other = first else {
          first = weekday
          continue
        }
        if parts.ordinals[weekday] != parts.ordinals[other] { return false }
        if parts.ordinalsFromEnd[weekday] != parts.ordinalsFromEnd[other] { return false }
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
