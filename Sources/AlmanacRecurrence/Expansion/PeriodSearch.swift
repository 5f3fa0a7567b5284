internal import AlmanacTime

/// The state that periods share while the next instance is searched.
struct PeriodSearch: Sendable {
  var bounds: InstanceBounds
  var budget: SearchBudget
  var limits = DayLimits()

  /// The first day after one that the limits allow; `nil` when there is none within the bounds, or none within
  /// the budget.
  mutating func nextAllowed(after day: Int, _ plan: ExpansionPlan) -> Int? {
    var day = day + 1
    while day <= bounds.lastDay, limits.load(yearOf: day, plan) {
      if let allowed = limits.firstAllowed(from: day) { return allowed }
      if limits.isNever { return nil }
      day = limits.days.upperBound
      // Gregorian years are few and quick to compute; another calendar's may be slow.
      if plan.system != nil {
        guard budget.spend(ExpansionPlan.yearCost) else { return nil }
      }
    }
    return nil
  }
}

/// The days that the parts of a rule allow, for rules that step by weeks, hours, minutes or seconds: looked up day by
/// day in the mask of one year, which is replaced when a day lies in another.
struct DayLimits: Sendable {
  private var mask = DayBits()
  /// The day number of the mask's bit 0.
  private var origin = 0
  /// The day numbers of the mask's year.
  private(set) var days = 0..<0
  private var kinds = YearKinds()
  /// Whether no day of any Gregorian year is allowed.
  var isNever: Bool { kinds.isNever }

  /// Loads the mask of the year of a day; `false` where the rule's calendar ends.
  mutating func load(yearOf day: Int, _ plan: ExpansionPlan) -> Bool {
    if days.contains(day) { return true }
    if let system = plan.system {
      guard let year = system.year(containing: day) else { return false }
      let shape = ScaledYear(year, of: system, withNeighbours: !plan.parts.weeks.isEmpty)
      load(plan.parts.limitMask(shape), of: shape)
    } else {
      let year = GregorianYear(Gregorian.date(ofDay: day).year)
      let days = kinds.open(year, .limited, plan).map { DayBits(words: $0) }
      load(days ?? plan.parts.limitMask(year), of: year)
    }
    return true
  }

  private mutating func load<Year: YearShape>(_ days: DayBits, of year: Year) {
    mask = days
    origin = year.origin
    self.days = year.firstDay..<(year.firstDay + year.length)
  }

  /// Whether a day is allowed; `false` where the rule's calendar ends.
  mutating func allows(_ day: Int, _ plan: ExpansionPlan) -> Bool {
    load(yearOf: day, plan) && mask.contains(day - origin)
  }

  /// The first allowed day of the loaded year, from one of its days on.
  func firstAllowed(from day: Int) -> Int? {
    mask.firstBit(from: day - origin).map { origin + $0 }
  }
}

/// The number of periods that an expansion may still try without finding an instance.
struct SearchBudget: Sendable {
  private let full: Int
  private var left: Int
  /// Whether more was requested than is left.
  private(set) var isExceeded = false

  init(_ full: Int) {
    self.full = full
    left = full
  }

  /// Subtracts a share from the budget; `false` when nothing is left of it.
  mutating func spend(_ share: Int) -> Bool {
    guard left > 0 else {
      isExceeded = true
      return false
    }
    left -= share
    return true
  }

  /// Restores the whole budget, once an instance is found.
  mutating func reset() {
    left = full
  }
}

/// The wall-clock seconds within which instances are requested, both ends included.
struct InstanceBounds: Sendable {
  /// Raised past each instance where SKIP or BYSETPOS could produce it twice.
  var first: Int64
  let last: Int64
  /// The day number of the last requested second.
  let lastDay: Int

  init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
    lastDay = Int(last.flooredQuotient(86_400))
  }

  /// The day number of the first requested second.
  var firstDay: Int { Int(first.flooredQuotient(86_400)) }

  /// Whether all times of a range of days, both ends included, are requested.
  func containsDays(_ first: Int, _ last: Int) -> Bool {
    Int64(first) * 86_400 >= self.first && (Int64(last) + 1) * 86_400 <= self.last
  }
}
