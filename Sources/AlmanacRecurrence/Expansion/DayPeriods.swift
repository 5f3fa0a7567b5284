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
  /// The next period to open, as the plan's shape counts them: a year, a month, or the day number at which a week or
  /// a period of another calendar begins; `Int.max` beyond such a calendar's end.
  private var next: Int
  private var kinds = YearKinds()

  /// The periods from the one in which a day lies, or one a little before it.
  init(_ plan: ExpansionPlan, from day: Int) {
    next = Self.firstPeriod(of: plan, from: day)
  }

  private static func firstPeriod(of plan: ExpansionPlan, from day: Int) -> Int {
    switch plan.shape {
    case .years(let interval, let first, _):
      let year = Gregorian.date(ofDay: day).year
      let earliest = plan.parts.reachesBeyondPeriod ? year - 1 : year
      return aligned(earliest, first: first, interval: interval)
    case .months(let interval, let first):
      let (year, month, _) = Gregorian.date(ofDay: day)
      let number = year * 12 + month - 1
      let earliest = plan.parts.reachesBeyondPeriod ? number - 1 : number
      return aligned(earliest, first: first, interval: interval)
    case .weeks(let interval, let first, _):
      return aligned(day - 6, first: first, interval: interval * 7)
    case .scaled(let steps):
      return firstPeriod(of: steps, plan.system, from: day) ?? Int.max
    case .empty, .unsupported, .steps, .clock:
      return 0
    }
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
    switch plan.shape {
    case .years(let interval, _, let set): return openYear(interval, set, plan, search.bounds)
    case .months(let interval, _): return openMonth(interval, plan, search.bounds)
    case .weeks(let interval, _, let limited): return openWeek(interval, limited: limited, plan, &search)
    case .scaled(let steps): return openScaled(steps, plan, &search)
    case .empty, .unsupported, .steps, .clock: return false
    }
  }

  // MARK: Gregorian periods

  private mutating func openYear(
    _ interval: Int, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan, _ bounds: InstanceBounds
  ) -> Bool {
    guard next <= 9999 else { return false }
    let year = GregorianYear(next)
    guard year.origin <= bounds.lastDay else { return false }
    next &+= interval
    if kinds.open(year, set, plan) {
      open(kinds.words(of: year, set, plan), at: year.origin)
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
    wordIndex = 8
    guard plan.parts.includes(MonthNumber(month)) else { return true }
    var limits: UInt64 = ~0
    if plan.parts.hasYearDays || plan.parts.hasWeeks {
      let year = GregorianYear(year)
      limits = plan.parts.monthlyLimits(year)?.bits(from: first - 1 - year.origin) ?? ~0
    }
    let mask = plan.monthMask(
      firstWeekday: Gregorian.weekdayIndex(ofDay: first), length: Gregorian.daysInMonth(year, month),
      limits: limits)
    open(mask, at: first - 1)
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
  /// The day number at which the period of a day begins, or an earlier one; `nil` outside the calendar.
  private static func firstPeriod(
    of steps: ExpansionPlan.ScaledSteps, _ system: CalendarSystem?, from day: Int
  ) -> Int? {
    guard let system, let year = system.year(containing: day) else { return nil }
    switch steps {
    case .years(let interval, let first):
      let place = aligned(year.number - 1, first: first, interval: interval)
      if let target = system.year(holding: place, in: .years, near: year) { return target.firstDay }
      // The system's first year has none before it.
      return interval == 1 ? year.firstDay : nil
    case .months(let interval, let first):
      let month = year.monthsBefore + (year.index(ofDay: day) ?? 0)
      let place = aligned(month - 1, first: first, interval: interval)
      guard let target = system.year(holding: place, in: .months, near: year) else { return nil }
      return target.months[place - target.monthsBefore].firstDay
    case .weeks(let interval, let first):
      return aligned(day - 6, first: first, interval: interval * 7)
    case .days:
      return year.firstDay
    }
  }

  /// Opens the next period with a day; `false` when there is none within the bounds, or none within the budget.
  private mutating func openScaled(
    _ steps: ExpansionPlan.ScaledSteps, _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> Bool {
    guard let system = plan.system else { return false }
    while search.budget.spend(steps.cost) {
      // SKIP and weeks move a date by little more than a month.
      guard next != Int.max, next - 64 <= search.bounds.lastDay else { return false }
      if case .weeks(let interval, _) = steps {
        guard openWeek(interval, limited: true, plan, &search) else { return false }
      } else {
        guard let year = system.year(containing: next) else { return false }
        openScaled(steps, year, system, plan)
      }
      if words != SIMD8() {
        search.budget.reset()
        return true
      }
    }
    return false
  }

  private mutating func openScaled(
    _ steps: ExpansionPlan.ScaledSteps, _ year: CalendarYear, _ system: CalendarSystem, _ plan: ExpansionPlan
  ) {
    func shape() -> ScaledYear {
      ScaledYear(year, of: system, withNeighbours: plan.parts.reachesBeyondPeriod)
    }
    switch steps {
    case .years(let interval, _):
      open(.yearly, of: shape(), plan)
      let following =
        interval == 1
        ? system.year(after: year)
        : system.year(holding: year.number + interval, in: .years, near: year)
      next = following?.firstDay ?? Int.max
    case .days(let set):
      open(set, of: shape(), plan)
      next = system.year(after: year)?.firstDay ?? Int.max
    case .months(let interval, _):
      let index = year.index(ofDay: next) ?? 0
      let month = year.months[index]
      var days: UInt64 = 0
      if plan.parts.includes(month.number) {
        var limits: UInt64 = ~0
        if plan.parts.hasYearDays || plan.parts.hasWeeks {
          let shape = shape()
          limits = plan.parts.monthlyLimits(shape)?.bits(from: month.firstDay - 1 - shape.origin) ?? ~0
        }
        let weekday = Gregorian.weekdayIndex(ofDay: month.firstDay)
        days = plan.monthMask(firstWeekday: weekday, length: month.length, limits: limits)
      }
      open(days, at: month.firstDay - 1)
      let place = year.monthsBefore + index + interval
      let target = system.year(holding: place, in: .months, near: year)
      next = target.map { $0.months[place - $0.monthsBefore].firstDay } ?? Int.max
    case .weeks:
      break
    }
  }

  private mutating func open(_ set: ExpansionPlan.YearSet, of year: ScaledYear, _ plan: ExpansionPlan) {
    open(plan.mask(set, of: year, within: 0..<DayBits.size).words, at: year.origin)
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
        count = plan.positionCount(of: total)
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
      plan.parts.skip == .omit
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

/// The days of the fourteen kinds of Gregorian year, for rules whose years repeat by kind: computed on first use,
/// once enough years have been opened to be worth it.
private struct YearKinds: Sendable {
  private struct Kind {
    var words: SIMD8<UInt64>?
    /// The place of its instances in `seconds`.
    var range: Range<Int>?
  }

  private var openedYears = 0
  private var kinds: [Kind] = []
  /// The instances of kinds one after another, in seconds after midnight of the first bit's day.
  private(set) var seconds: [Int64] = []

  /// Whether masks are stored for a year that is being opened: not for the first two, nor for a rule whose years do
  /// not repeat.
  mutating func open(_ year: GregorianYear, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan) -> Bool {
    openedYears &+= 1
    guard openedYears > 2, plan.repeatsByKind(set) else { return false }
    if kinds.isEmpty { kinds = Array(repeating: Kind(), count: 14) }
    return true
  }

  /// The mask of a year, of which `open` returned `true`.
  mutating func words(of year: GregorianYear, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan)
    -> SIMD8<UInt64>
  {
    if let words = kinds[year.kind].words { return words }
    let words = plan.yearMask(set, year, within: 0..<DayBits.size).words
    kinds[year.kind].words = words
    return words
  }

  /// The place in `seconds` of a year's instances; `nil` where no masks are stored.
  mutating func secondsRange(of year: GregorianYear, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan)
    -> Range<Int>?
  {
    guard !kinds.isEmpty else { return nil }
    if let range = kinds[year.kind].range { return range }
    let first = seconds.count
    DayBits(words: words(of: year, set, plan)).forEachBit { seconds.append(Int64($0) * 86_400) }
    kinds[year.kind].range = first..<seconds.count
    return first..<seconds.count
  }
}
