internal import AlmanacTime

/// The periods of a rule that steps by days or more, opened one after another: each is a set of days, read word by
/// word.
struct DayPeriods: Sendable {
  /// The open period: the words still to be read are `words[wordIndex...]`, and bit 0 of the first word of all is the
  /// day number `firstDay`.
  private var words = SIMD8<UInt64>()
  private var wordIndex = 8
  private var firstDay = 0
  /// The days left of a word that is read day by day, bit 0 being the day number `remainingFirst`.
  private var remainingDays: UInt64 = 0
  private var remainingFirst = 0
  /// The next period to open, as the plan's shape counts them: a year, a month, or the day number at which a week
  /// begins; `Int.max` beyond the end of the rule's calendar.
  private var next: Int
  /// A day of the period before, from which another calendar is searched for the next one.
  private var nearDay: Int
  private var kinds = YearKinds()

  /// Creates the periods from the one that contains a day, or from an earlier one.
  init(_ plan: ExpansionPlan, from day: Int) {
    next = Self.firstPeriod(of: plan, from: day)
    nearDay = day
  }

  private static func firstPeriod(of plan: ExpansionPlan, from day: Int) -> Int {
    let (unit, interval, first): (CalendarUnit, Int, Int)
    switch plan.shape {
    case .years(let every, let origin, _): (unit, interval, first) = (.years, every, origin)
    case .months(let every, let origin): (unit, interval, first) = (.months, every, origin)
    case .weeks(let every, let origin, _): return aligned(day - 6, first: origin, interval: every * 7)
    case .empty, .unsupported, .steps, .clock: return 0
    }
    let before = plan.parts.reachesBeyondPeriod ? 1 : 0
    guard let system = plan.system else {
      let (year, month, _) = Gregorian.date(ofDay: day)
      let place = unit == .years ? year : year * 12 + month - 1
      return aligned(place - before, first: first, interval: interval)
    }
    guard let year = system.year(containing: day), let month = year.index(ofDay: day) else { return Int.max }
    let place = unit == .years ? year.number : year.monthsBefore + month
    let period = aligned(place - before, first: first, interval: interval)
    // The system's first period has none before it.
    return system.year(containing: period, of: unit, near: year) == nil ? period + interval : period
  }

  /// The last period of a grid that is not later than a place, and not before the first.
  static func aligned(_ place: Int, first: Int, interval: Int) -> Int {
    place <= first ? first : first + (place - first) / interval * interval
  }

  // MARK: Reading

  /// The next word of days that is not empty, with the day number of its bit 0; `nil` when there is none.
  mutating func nextWord(_ plan: ExpansionPlan, _ search: inout PeriodSearch) -> (word: UInt64, first: Int)? {
    while true {
      while wordIndex < 8 {
        let word = words[wordIndex]
        wordIndex &+= 1
        if word != 0 { return (word, firstDay &+ (wordIndex &- 1) &* 64) }
      }
      guard openNext(plan, &search) else { return nil }
    }
  }

  /// The next day, read from the same words; `nil` when there is none.
  mutating func nextDay(_ plan: ExpansionPlan, _ search: inout PeriodSearch) -> Int? {
    while remainingDays == 0 {
      guard let (word, first) = nextWord(plan, &search), first <= search.bounds.lastDay else { return nil }
      let before = search.bounds.firstDay - first
      remainingDays = before <= 0 ? word : before > 63 ? 0 : word & (~0 << UInt64(before))
      remainingFirst = first
    }
    let day = remainingFirst + remainingDays.trailingZeroBitCount
    remainingDays &= remainingDays &- 1
    return day
  }

  /// The whole of the next period, with the day number of its bit 0; `nil` when there is none.
  mutating func nextPeriod(
    _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> (days: DayBits, first: Int)? {
    guard wordIndex == 0 || openNext(plan, &search) else { return nil }
    wordIndex = 8
    return (DayBits(words: words), firstDay)
  }

  private mutating func open(_ words: SIMD8<UInt64>, at first: Int) {
    self.words = words
    firstDay = first
    wordIndex = 0
  }

  private mutating func open(_ word: UInt64, at first: Int) {
    var words = SIMD8<UInt64>()
    words[0] = word
    open(words, at: first)
  }

  /// Opens the next period; `false` when there is none within the bounds, or none with a day within the budget.
  private mutating func openNext(_ plan: ExpansionPlan, _ search: inout PeriodSearch) -> Bool {
    if let system = plan.system { return openNext(of: system, plan, &search) }
    switch plan.shape {
    case .years(let interval, _, let set): return openYear(interval, set, plan, search.bounds)
    case .months(let interval, _): return openMonth(interval, plan, search.bounds)
    case .weeks(let interval, _, let limited): return openWeek(interval, limited: limited, plan, &search)
    case .empty, .unsupported, .steps, .clock: return false
    }
  }

  // MARK: Gregorian periods

  private mutating func openYear(
    _ interval: Int, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan, _ bounds: InstanceBounds
  ) -> Bool {
    guard next <= 9999, !kinds.isNever else { return false }
    let year = GregorianYear(next)
    guard year.origin <= bounds.lastDay else { return false }
    next &+= interval
    if let words = kinds.open(year, set, plan) {
      open(words, at: year.origin)
    } else {
      let needed = Self.bits(of: bounds, from: year.origin)
      open(plan.yearMask(set, year, within: needed).words, at: year.origin)
    }
    return true
  }

  /// The bits within bounds, bit 0 being a day number.
  private static func bits(of bounds: InstanceBounds, from origin: Int) -> Range<Int> {
    let low = Swift.max(bounds.firstDay - origin, 0)
    let high = Swift.min(bounds.lastDay - origin + 1, DayBits.size)
    return low < high ? low..<high : 0..<0
  }

  private mutating func openMonth(_ interval: Int, _ plan: ExpansionPlan, _ bounds: InstanceBounds) -> Bool {
    let year = next.flooredQuotient(12)
    let month = next - year * 12 + 1
    guard year <= 9999 else { return false }
    let first = Gregorian.days(year: year, month: month, day: 1)
    guard first - 1 <= bounds.lastDay else { return false }
    next &+= interval
    let days = plan.days(
      of: MonthNumber(month), from: first, length: Gregorian.daysInMonth(year, month), in: GregorianYear(year)
    )
    open(days, at: first - 1)
    return true
  }

  private mutating func openWeek(
    _ interval: Int, limited: Bool, _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> Bool {
    let first = next
    guard first <= Swift.min(CivilDate.max.daysSinceEpoch, search.bounds.lastDay) else { return false }
    let weekdays = plan.parts.hasWeekdays ? plan.parts.weekdays : 0x7F
    var week = UInt64(repeating: weekdays, from: plan.parts.weekStart) & 0x7F
    if limited {
      guard let allowed = search.nextAllowed(after: first - 1, plan) else { return false }
      if allowed >= first + 7 {
        // The weeks before have no day that the limits allow.
        let week = Self.aligned(allowed, first: first, interval: interval * 7)
        next = allowed < week + 7 ? week : week + interval * 7
        open(0, at: first)
        return true
      }
      for offset in 0..<7 {
        guard search.limits.load(yearOf: first + offset, plan) else { return false }
        if !search.limits.allows(first + offset, plan) { week &= ~(1 << UInt64(offset)) }
      }
    }
    next &+= interval * 7
    open(plan.selected(week), at: first)
    return true
  }
}

// MARK: Periods of another calendar

extension DayPeriods {
  /// Opens the next period with a day; `false` when there is none within the bounds, or none within the budget.
  private mutating func openNext(
    of system: CalendarSystem, _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> Bool {
    while search.budget.spend(plan.periodCost) {
      let isOpen =
        switch plan.shape {
        case .years(let interval, _, let set): openYear(of: system, interval, set, plan, search.bounds)
        case .months(let interval, _): openMonth(of: system, interval, plan, search.bounds)
        case .weeks(let interval, _, _): openWeek(interval, limited: true, plan, &search)
        case .empty, .unsupported, .steps, .clock: false
        }
      guard isOpen else { return false }
      if words != SIMD8() {
        search.budget.reset()
        return true
      }
    }
    return false
  }

  private mutating func openYear(
    of system: CalendarSystem, _ interval: Int, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan,
    _ bounds: InstanceBounds
  ) -> Bool {
    guard let year = nextYear(of: .years, in: system, bounds) else { return false }
    next += interval
    let shape = ScaledYear(year, of: system, withNeighbours: plan.parts.reachesBeyondPeriod)
    open(plan.mask(set, of: shape, within: 0..<DayBits.size).words, at: shape.origin)
    return true
  }

  private mutating func openMonth(
    of system: CalendarSystem, _ interval: Int, _ plan: ExpansionPlan, _ bounds: InstanceBounds
  ) -> Bool {
    guard let year = nextYear(of: .months, in: system, bounds) else { return false }
    let month = year.months[next - year.monthsBefore]
    next += interval
    let days = plan.days(
      of: month.number, from: month.firstDay, length: month.length,
      in: ScaledYear(year, of: system, withNeighbours: plan.parts.reachesBeyondPeriod))
    open(days, at: month.firstDay - 1)
    return true
  }

  /// The year of the next period; `nil` where the calendar or the bounds end.
  private mutating func nextYear(
    of unit: CalendarUnit, in system: CalendarSystem, _ bounds: InstanceBounds
  ) -> CalendarYear? {
    // SKIP and weeks move a date by little more than a month.
    guard next != Int.max, let near = system.year(containing: nearDay),
      let year = system.year(containing: next, of: unit, near: near), year.firstDay - 64 <= bounds.lastDay
    else { return nil }
    nearDay = year.firstDay
    return year
  }
}

// MARK: Counting and writing whole periods

extension DayPeriods {
  /// Skips whole words of days of at most `limit` instances, and returns the number of instances: 0 where the next ones
  /// have to be produced to be counted.
  mutating func skipWords(atMost limit: Int, _ plan: ExpansionPlan, _ search: inout PeriodSearch) -> Int {
    guard remainingDays == 0 else { return 0 }
    var skipped = 0
    while true {
      while wordIndex < 8 {
        let word = words[wordIndex]
        if word != 0 {
          let first = firstDay &+ wordIndex &* 64
          guard search.bounds.containsDays(first, first &+ 63) else { return skipped }
          let count = word.nonzeroBitCount &* plan.times.count
          guard count <= limit - skipped else { return skipped }
          skipped += count
        }
        wordIndex &+= 1
      }
      guard openNext(plan, &search) else { return skipped }
    }
  }

  /// Skips whole periods of selected positions of at most `limit` instances, and returns the number of instances.
  mutating func skipPeriods(atMost limit: Int, _ plan: ExpansionPlan, _ search: inout PeriodSearch) -> Int {
    var skipped = 0
    var countedTotal = -1
    var count = 0
    while wordIndex == 0 || openNext(plan, &search) {
      guard search.bounds.containsDays(firstDay, firstDay + DayBits.size) else { return skipped }
      let total = DayBits(words: words).count * plan.times.count
      if total != countedTotal {
        countedTotal = total
        // An instance that is selected from both ends counts once.
        count = Set(plan.positions.compactMap { $0.index(among: total) }).count
      }
      guard count <= limit - skipped else { return skipped }
      skipped += count
      wordIndex = 8
    }
    return skipped
  }

  /// Writes the instances of whole years, at most `limit`, and returns their number.
  ///
  /// It is 0 when the next year has to be read word by word: the first, which the start may cut, one that a bound or
  /// the limit cuts, or one of a rule whose years do not repeat by kind with one time a day.
  mutating func fillYears(
    _ buffer: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int, atMost limit: Int,
    _ plan: ExpansionPlan, _ bounds: InstanceBounds
  ) -> Int {
    while wordIndex < 8, words[wordIndex] == 0 { wordIndex &+= 1 }
    guard case .years(let interval, _, let set) = plan.shape, wordIndex == 8, plan.times.count == 1,
      plan.parts.skip == .omit, plan.system == nil
    else { return 0 }
    var filled = 0
    while next <= 9999 {
      let year = GregorianYear(next)
      let base = Int64(year.origin) * 86_400 + plan.times[0]
      guard base >= bounds.first, base + Int64(DayBits.size) * 86_400 <= bounds.last,
        let instances = kinds.secondsRange(of: year, set, plan), instances.count <= limit - filled
      else { break }
      for index in instances {
        let time = CivilDateTime(uncheckedSecondsSinceEpoch: base &+ kinds.seconds[index])
        buffer.initializeElement(at: start &+ filled, to: time)
        filled &+= 1
      }
      next &+= interval
    }
    return filled
  }
}
