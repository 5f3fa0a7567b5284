package import AlmanacTime

/// The days of a rule that selects them by weekday, day of the month and month alone, at one time of day: a small
/// cache of what its iterator would produce, for queries over many series.
///
/// Nearly all rules that people make have one. `RecurrenceExpansion.dayPattern` is its only source, and a test
/// compares its bits with the iterator's instances.
///
/// ```swift
/// let pattern = RecurrenceExpansion(set).dayPattern
/// pattern?.cycle.days(in: DayPattern.Block(from: monday.daysSinceEpoch))      // bit n: n days after that Monday
/// ```
package struct DayPattern: Sendable, Hashable {
  /// The day numbers of the first and the last instance that are possible.
  package let firstDay: Int32
  package let lastDay: Int32
  /// Seconds into the day.
  package let time: Int32
  /// The days without those bounds.
  package let cycle: Cycle
}

extension RecurrenceExpansion {
  /// The days of the set's rule; `nil` for rules that only iterating can answer.
  ///
  /// The set may also have its start as an instance, and lacks the instances for which `isExcepted(_:)` is true.
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
    /// The months that the days lie in.
    fileprivate let months: ClosedRange<YearMonth>

    package static let length = 64

    /// - Parameter first: Days since 1970-01-01, bounded so that all days have dates.
    package init(from first: Int) {
      let first = Swift.min(
        Swift.max(first, CivilDate.min.daysSinceEpoch), CivilDate.max.daysSinceEpoch - Self.length + 1)
      self.first = first
      weekday = Gregorian.weekdayIndex(ofDay: first)
      months =
        CivilDate(daysSinceEpoch: first)
        .yearMonth...CivilDate(daysSinceEpoch: first + Self.length - 1).yearMonth
    }
  }
}

// MARK: Cycles of days

extension DayPattern {
  /// The days that a rule selects by weekday, day of the month and month: equal for all series that fall on the same
  /// days, whenever they begin and end.
  package struct Cycle: Sendable, Hashable {
    /// The unit and the origin of INTERVAL.
    private var unit = Unit.day
    private var interval: Int32 = 1
    private var phase: Int32 = 0
    /// Bit 0 for Monday … bit 6 for Sunday.
    fileprivate private(set) var weekdays = allWeekdays
    /// The place among a month's selected days: 1 for the first, -1 for the last, 0 for all.
    private var position: Int8 = 0
    /// Bit m for month m.
    fileprivate private(set) var months = allMonths
    /// Bit d for day d.
    private var monthDays = allMonthDays
    /// Bit 31 - d for the d-th day from the end of the month.
    private var monthDaysFromEnd: UInt32 = 0

    private enum Unit: UInt8 {
      case day, week, month, year
    }

    private static let allWeekdays: UInt8 = 0x7F
    private static let allMonths: UInt16 = 0x1FFE
    private static let allMonthDays: UInt32 = 0xFFFF_FFFE

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

    private var selectsInMonths: Bool {
      months != Self.allMonths || monthDays != Self.allMonthDays || position != 0
        || interval > 1 && (unit == .month || unit == .year)
    }

    /// Every n-th day, or the days of every n-th week.
    private func grid(_ block: Block) -> UInt64 {
      let period: UInt64 = unit == .week ? 0x7F : 1
      let step = Int(interval) * (unit == .week ? 7 : 1)
      var mask: UInt64 = 0
      // The period before the block may reach into it.
      let first = (Int(phase) - block.first).flooredRemainder(step) - step
      for bit in stride(from: first, to: Block.length, by: step) { mask |= period << bit }
      return mask
    }

    private func daysOfMonths(in block: Block, among candidates: UInt64) -> UInt64 {
      var mask: UInt64 = 0
      for month in block.months where includes(month) {
        let first = month.firstDay.daysSinceEpoch
        // Bit 1 of the month's days is its first, bit 0 of the block's the block's.
        let shift = first - 1 - block.first
        let whole = UInt64.ones(1..<(month.length + 1))
        if (whole << shift) & candidates == 0 { continue }
        var days = whole
        if monthDays != Self.allMonthDays {
          days &= UInt64(monthDays) | UInt64(monthDaysFromEnd) << (month.length - 30)
        }
        if position != 0 {
          days &= UInt64(repeating: weekdays, from: (Gregorian.weekdayIndex(ofDay: first) + 6) % 7)
          days = Int(position).index(among: days.nonzeroBitCount).map { 1 << UInt64(days.bit(at: $0)) } ?? 0
        }
        mask |= days << shift
      }
      return mask
    }

    private func includes(_ month: YearMonth) -> Bool {
      if months & (1 << UInt16(month.month)) == 0 { return false }
      guard interval > 1, unit == .month || unit == .year else { return true }
      let place = unit == .year ? month.year : month.year * 12 + month.month - 1
      return (place - Int(phase)).flooredRemainder(Int(interval)) == 0
    }
  }
}

// MARK: From a rule

extension DayPattern {
  /// - Returns: `nil` for a rule that has other parts.
  fileprivate init?(_ rule: RecurrenceSequence, lastKey: Int64, zone: Zone) {
    let plan = rule.plan
    guard plan.times.count == 1, plan.positions.isEmpty, plan.system == nil, let cycle = Cycle(plan) else {
      return nil
    }
    let time = plan.times[0].flooredRemainder(86_400)
    let first = (rule.from - time + 86_399).flooredQuotient(86_400)
    var last = (Swift.min(rule.upTo, CivilDateTime.max.secondsSinceEpoch) - time).flooredQuotient(86_400)
    let lastTime = CivilDateTime(secondsSinceEpoch: last * 86_400 + time)
    if zone.instant(of: lastTime).secondsSinceEpoch > lastKey { last -= 1 }
    self.time = Int32(time)
    firstDay = Int32(clamping: first)
    lastDay = Int32(clamping: last)
    self.cycle = cycle
  }
}

extension DayPattern.Cycle {
  /// - Returns: `nil` for a plan that selects days by other parts.
  fileprivate init?(_ plan: ExpansionPlan) {
    let parts = plan.parts
    months = parts.gregorianMonths
    var isMonthly = false
    switch plan.shape {
    case .steps(let seconds):
      guard seconds % 86_400 == 0 else { return nil }
      let start = Int(plan.start.flooredQuotient(86_400))
      set(.day, every: Int(seconds / 86_400), from: start)
      // Equal steps select nothing; whole weeks preserve the weekday.
      months = Self.allMonths
      if interval % 7 == 0 { weekdays = 1 << UInt8(Gregorian.weekdayIndex(ofDay: start)) }
      return
    case .years(_, _, .limited): break
    case .years(_, _, .grid(let interval, let first)): set(.day, every: interval, from: first)
    case .years(let interval, let first, .monthly(let months)):
      set(.year, every: interval, from: first)
      self.months = months
      isMonthly = true
    case .years(let interval, let first, .yearly):
      if !parts.ordinals.isEmpty, !parts.hasMonths { return nil }
      set(.year, every: interval, from: first)
    case .months(let interval, let first):
      set(.month, every: interval, from: first)
      isMonthly = true
    case .weeks(let interval, let first, _):
      guard parts.hasWeekdays else { return nil }
      set(.week, every: interval, from: first)
    case .empty, .unsupported, .clock: return nil
    }
    guard !parts.selectsInYear, parts.skip == .omit || parts.monthDays.isEmpty,
      let position = Int8(exactly: plan.maskPositions.first ?? 0), plan.maskPositions.count <= 1,
      position == 0 || isMonthly
    else { return nil }
    self.position = position
    if parts.hasWeekdays { weekdays = parts.weekdays }
    if !parts.monthDays.isEmpty { (monthDays, monthDaysFromEnd) = (0, 0) }
    for day in parts.monthDays where day != 0 { insert(monthDay: day) }
    if parts.ordinals.isEmpty { return }
    guard parts.monthDays.isEmpty, parts.weekdays == 0, select(Set(parts.ordinals)) else { return nil }
  }

  /// Selects the n-th of each weekday: the one among seven days of the month.
  ///
  /// - Returns: False unless all weekdays have the same numbers.
  private mutating func select(_ ordinals: Set<WeekdayOrdinal>) -> Bool {
    monthDays = 0
    for day in ordinals {
      weekdays |= 1 << UInt8(day.weekday.daysAfterMonday)
      let number = day.ordinal
      guard ordinals.allSatisfy({ ordinals.contains(WeekdayOrdinal($0.weekday, ordinal: number)) }) else {
        return false
      }
      guard (1...5).contains(day.ordinal.magnitude) else { continue }
      for place in 7 * day.ordinal.magnitude - 6...Swift.min(7 * day.ordinal.magnitude, 31) {
        insert(monthDay: day.ordinal.signum() * Int(place))
      }
    }
    return true
  }

  /// - Parameter day: 1…31 or -31…-1.
  private mutating func insert(monthDay day: Int) {
    if day > 0 { monthDays |= 1 << UInt32(day) } else { monthDaysFromEnd |= 1 << UInt32(31 + day) }
  }

  /// Sets the unit and the origin, which is the first day, month or year of the same phase from 0 on.
  private mutating func set(_ unit: Unit, every interval: Int, from first: Int) {
    self.unit = unit
    self.interval = Int32(clamping: interval)
    let length = unit == .week ? 7 * interval : interval
    phase = Int32(clamping: length > Int32.max ? first : first.flooredRemainder(length))
  }
}

// MARK: Many patterns

extension DayPattern {
  /// The weekdays, months and days of the month that any of many patterns selects: a quick test that none of them has
  /// an instance on a day. The test may succeed without an instance; it never fails with one.
  package struct Union: Sendable, Hashable {
    /// The weekdays in the lowest byte, then the months in two, then the days of the month.
    private var bits: UInt64 = 0

    package init() {}

    private init(weekdays: UInt8, months: UInt16, monthDays: UInt32) {
      bits = UInt64(weekdays) | UInt64(months) << 8 | UInt64(monthDays) << 24
    }

    /// Creates the union of one day.
    package init(_ date: CivilDate) {
      let (_, month, day) = date.fields
      self.init(
        weekdays: 1 << UInt8(date.weekday.daysAfterMonday), months: 1 << UInt16(month),
        monthDays: 1 << UInt32(day))
    }

    /// A union of every day.
    package static let all = Union(weekdays: .max, months: .max, monthDays: .max)

    package mutating func add(_ pattern: DayPattern) {
      let cycle = pattern.cycle
      merge(Union(weekdays: cycle.weekdays, months: cycle.months, monthDays: cycle.possibleMonthDays))
    }

    package mutating func merge(_ other: Union) {
      bits |= other.bits
    }

    /// Whether one of the patterns may have an instance on a day.
    ///
    /// - Parameter day: The union of that day.
    package func mayContain(_ day: Union) -> Bool {
      let common = bits & day.bits
      return common & 0xFF != 0 && common & 0xFF_FF00 != 0 && common >> 24 != 0
    }
  }
}

extension DayPattern.Cycle {
  /// A number by which series that fall on the same days sort next to each other.
  package var group: UInt32 {
    if months != Self.allMonths {
      return 2 << 24 | UInt32(months.trailingZeroBitCount) << 8 | UInt32(monthDays.trailingZeroBitCount)
    }
    if possibleMonthDays != Self.allMonthDays {
      return 1 << 24 | UInt32(possibleMonthDays.trailingZeroBitCount) << 8 | UInt32(weekdays)
    }
    return (UInt32(truncatingIfNeeded: phase) & 0xFFFF) << 8 | UInt32(weekdays)
  }

  /// The days of the month that are possible in some month; the k-th from the end is one of four. Every weekday is
  /// among the first seven days of a month, and among the last.
  fileprivate var possibleMonthDays: UInt32 {
    if monthDays == Self.allMonthDays, weekdays != 0 {
      if position == 1 { return 0b1111_1110 }
      if position == -1 { return ~0 << 22 }
    }
    guard monthDaysFromEnd != 0 else { return monthDays }
    let fromLongest = monthDaysFromEnd << 1
    var days = monthDays
    for missing: UInt32 in 0...3 { days |= fromLongest >> missing }
    return days & Self.allMonthDays
  }
}
