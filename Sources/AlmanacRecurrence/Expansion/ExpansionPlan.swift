internal import AlmanacTime

/// A rule and its start made ready to be run: decided once, shared by all iterators, never changed.
///
/// Every rule becomes one of a few shapes. Whatever steps by days within a year (YEARLY, MONTHLY with an interval
/// that fits the year, WEEKLY and DAILY with filters, and smaller steps that fit the day) is a set of days a year,
/// of which there are fourteen kinds, times a list of times of day.
final class ExpansionPlan: Sendable {
  enum Shape: Sendable {
    /// Nothing, ever.
    case empty
    /// Nothing, as the rule's calendar is not known.
    case unsupported
    /// Equal steps in seconds and nothing to choose.
    case steps(Int64)
    /// A set of days for every `interval`-th year.
    case years(interval: Int, first: Int, YearSet)
    /// A set of days for every `interval`-th month, counted from year 0.
    case months(interval: Int, first: Int)
    /// A set of days for every `interval`-th week, given by the day number of the first week's first day.
    case weeks(interval: Int, first: Int, limited: Bool)
    /// Periods of hours, minutes or seconds that do not fit the day.
    case clock(ClockSteps)
    /// Periods of another calendar.
    case scaled(ScaledSteps)
  }

  /// How the days of a year are found.
  enum YearSet: Sendable {
    /// A YEARLY period.
    case yearly
    /// The MONTHLY periods of the year: bit m for month m.
    case monthly(UInt16)
    /// The days that the limits let through.
    case limited
    /// The same on every `interval`-th day, counted from a day number.
    case grid(interval: Int, first: Int)
  }

  let shape: Shape
  let parts: RuleParts
  /// The calendar by which the rule counts, where it is not the Gregorian.
  let scale: ScaledRule?
  /// Seconds since 1970 on the wall clock.
  let start: Int64
  /// Seconds into the day (or into the clock period), ascending; one or more.
  let times: [Int64]
  /// BYSETPOS where it cannot be settled by the masks alone: with several times a day.
  let positions: [Int]
  /// BYSETPOS that is settled within each mask.
  let maskPositions: [Int]
  let count: Int
  /// No instance later than this.
  let last: Int64

  init(
    shape: Shape, parts: RuleParts, scale: ScaledRule? = nil, start: Int64, times: [Int64],
    positions: [Int] = [],
    maskPositions: [Int] = [], count: Int, last: Int64
  ) {
    self.shape = shape
    self.parts = parts
    self.scale = scale
    self.start = start
    self.times = times
    self.positions = positions
    self.maskPositions = maskPositions
    self.count = count
    self.last = last
  }
}

extension ExpansionPlan {
  /// The set of days of a year's period; beyond the bits that matter it may be incomplete.
  func yearMask(_ set: YearSet, _ shape: YearShape, within needed: Range<Int>) -> DayBits {
    switch set {
    case .yearly:
      return selected(parts.yearlyMask(shape))
    case .monthly(let months):
      var mask = DayBits()
      let limits = parts.monthlyLimits(shape)
      for month in 1...12 where months & (1 << UInt16(month)) != 0 {
        let range = shape.month(month)
        // SKIP may move a date to the day before or after its month.
        guard range.lowerBound - 1 < needed.upperBound, needed.lowerBound <= range.upperBound else {
          continue
        }
        let days = monthMask(
          firstWeekday: shape.weekday(ofBit: range.lowerBound), length: range.count,
          limits: limits?.bits(from: range.lowerBound - 1) ?? ~0)
        mask.insert(days, at: range.lowerBound - 1)
      }
      return mask
    case .limited:
      return parts.limitMask(shape)
    case .grid(let interval, let first):
      var grid = DayBits()
      let low = Swift.max(needed.lowerBound, DayBits.newYear)
      let high = Swift.min(needed.upperBound, shape.days.upperBound)
      var bit = low + (first - shape.newYear + DayBits.newYear - low).flooredRemainder(interval)
      while bit < high {
        grid.insert(bit)
        bit += interval
      }
      return parts.limitMask(shape).intersection(grid)
    }
  }

  /// Whether a year's mask depends on nothing but the kind of year.
  func repeatsByKind(_ set: YearSet) -> Bool {
    switch set {
    case .yearly: !(parts.hasWeeks && parts.hasYearDays)
    case .monthly: !parts.hasWeeks
    case .limited: !parts.hasWeeks
    case .grid: false
    }
  }

  /// The set of days of a MONTHLY period; bit d is day d.
  func monthMask(firstWeekday: Int, length: Int, limits: UInt64 = ~0) -> UInt64 {
    selected(parts.monthMask(firstWeekday: firstWeekday, length: length) & limits)
  }

  /// What BYSETPOS leaves of a period's days.
  func selected(_ days: UInt64) -> UInt64 {
    guard !maskPositions.isEmpty, days != 0 else { return days }
    let count = days.nonzeroBitCount
    var chosen: UInt64 = 0
    for position in maskPositions {
      let index = position > 0 ? position - 1 : count + position
      if (0..<count).contains(index) { chosen |= 1 << UInt64(days.bit(at: index)) }
    }
    return chosen
  }

  func selected(_ days: DayBits) -> DayBits {
    guard !maskPositions.isEmpty else { return days }
    let count = days.count
    var chosen = DayBits()
    for position in maskPositions {
      let index = position > 0 ? position - 1 : count + position
      if (0..<count).contains(index) { chosen.insert(days.bit(at: index)) }
    }
    return chosen
  }
}
