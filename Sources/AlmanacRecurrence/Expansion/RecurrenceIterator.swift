public import AlmanacTime

/// Gives the instances of a rule one after another, as wall-clock times.
///
/// Instances lie ready in a window: equal steps, a word of days as bits, or a list of times. Only when a window is
/// used up is the next one made, without allocating, so that most calls are a few instructions.
public struct RecurrenceIterator: IteratorProtocol, Sendable {
  let plan: ExpansionPlan

  // The window of days with one time: bit n is n days after `base`, a time in seconds.
  var bits: UInt64 = 0
  var base: Int64 = 0
  // The window of equal steps.
  var stepNext: Int64 = 0
  var step: Int64 = 0
  var stepsLeft: Int = 0
  // The window of times: `list[listIndex ..< listEnd]`, each in seconds after `listBase`.
  var list: [Int64]
  var listIndex = 0
  var listEnd = 0
  var listBase: Int64 = 0

  /// How many more instances COUNT allows.
  var remaining: Int
  /// Nothing earlier than this is given, nor later than `ceiling`.
  var floor: Int64
  var ceiling: Int64

  // The period that is open: words of days still to be taken, bit 0 of the first being this day number.
  var words = SIMD8<UInt64>()
  var wordIndex = 8
  var periodDay = 0
  /// The next period to open: a year, a month, a day number of a week, or a clock period's start.
  var period = 0
  /// Days of a word that still wait to be taken one by one, as there are several times each.
  var waiting: UInt64 = 0
  var waitingDay = 0
  /// How many years were opened, and the masks of the fourteen kinds of year as far as they were kept.
  var openedYears = 0
  var cache: [SIMD8<UInt64>] = []
  var known: UInt32 = 0
  /// For bulk: the instances of each kind of year as seconds, and where each kind has them.
  var yearSeconds: [Int64] = []
  var yearRanges: [Range<Int>] = []
  /// Periods that may still be tried without finding an instance, of how many.
  var budget: Int
  let fullBudget: Int
  /// Instances by the second at which a day's first clock period begins, -1 where not yet counted, and those of a cycle.
  var dayCounts: [Int32] = []
  var cycleCount = 0
  var limitYear = Int.min
  var limitMask = DayBits()
  /// The days of the year whose limits these are, where another calendar counts.
  var limitDays = 0..<0

  /// Why there are no more instances.
  public internal(set) var outcome: ExpansionOutcome = .running

  /// All instances of a plan.
  init(_ plan: ExpansionPlan, budget: Int) {
    self.init(plan, budget: budget, from: plan.start, upTo: plan.last, remaining: plan.count)
  }

  /// The instances of a part, both ends included.
  init(_ plan: ExpansionPlan, budget: Int, from: Int64, upTo: Int64, remaining: Int) {
    self.plan = plan
    self.budget = budget
    fullBudget = budget
    self.remaining = remaining
    list = plan.times
    floor = Swift.max(plan.start, from)
    ceiling = Swift.min(plan.last, upTo)
    if floor <= ceiling { open(at: floor) } else { outcome = .finished }
  }

  /// The next instance; `nil` when there is none, and `outcome` then says why.
  public mutating func next() -> CivilDateTime? {
    if bits != 0 {
      let time = base &+ Int64(truncatingIfNeeded: bits.trailingZeroBitCount) &* 86_400
      bits &= bits &- 1
      return CivilDateTime(uncheckedSecondsSinceEpoch: time)
    }
    if stepsLeft > 0 {
      let time = stepNext
      stepNext &+= step
      stepsLeft &-= 1
      return CivilDateTime(uncheckedSecondsSinceEpoch: time)
    }
    return nextFromList()
  }

  @inline(never)
  mutating func nextFromList() -> CivilDateTime? {
    if listIndex < listEnd {
      let time = listBase &+ list[listIndex]
      listIndex &+= 1
      return CivilDateTime(uncheckedSecondsSinceEpoch: time)
    }
    return refill() ? next() : nil
  }
}

/// How an expansion stands.
public enum ExpansionOutcome: Sendable, Hashable {
  case running
  /// All instances were given, or the calendar's last year was reached.
  case finished
  /// The rule tried as many periods as its budget allows without finding an instance.
  case budgetExceeded
  /// The rule counts in a calendar that the expansion was not given; such rules are ignored (RFC 7529 §4.1).
  case unsupportedCalendar
}
