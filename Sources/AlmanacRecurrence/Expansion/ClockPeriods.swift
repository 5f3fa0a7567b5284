internal import AlmanacTime

/// The steps from period to period of an hourly, minutely or secondly rule, and the times of day that BYHOUR, BYMINUTE
/// and BYSECOND allow.
struct ClockSteps: Sendable, Equatable {
  /// Seconds from one period to the next.
  let step: Int64
  /// The start of the first period, in seconds since 1970 on the wall clock.
  let first: Int64
  /// Bit n for hour, minute or second n of the clock; all ones where the part is absent or expands.
  let hours: UInt64
  let minutes: UInt64
  let seconds: UInt64
  /// Whether other parts exclude whole days.
  let limitsDays: Bool

  /// The greatest common divisor of step and day.
  var commonDivisor: Int64 {
    var divisor = step
    var rest = Int64(86_400)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }

  /// Whether a period may begin at any time of day.
  var allowsAllTimes: Bool { hours == ~0 && minutes == ~0 && seconds == ~0 }

  /// Whether a period may begin at a second of the day.
  func allows(timeOfDay time: Int64) -> Bool {
    let time = UInt64(truncatingIfNeeded: time)
    return (hours >> (time / 3600)) & (minutes >> (time / 60 % 60)) & (seconds >> (time % 60)) & 1 != 0
  }

  /// A lower bound of the next second of the day, from one on, that is allowed; 86 400 when there is none. It is the
  /// second itself exactly when that is allowed.
  func earliest(from time: Int64) -> Int64 {
    /// The beginning of the next hour, minute or second of the clock that is allowed; `nil` where the present one is.
    func next(_ allowed: UInt64, of count: Int64, lasting unit: Int64) -> Int64? {
      let value = time / unit % count
      if allowed & (1 << UInt64(value)) != 0 { return nil }
      let later = allowed & UInt64.ones(Int(value)..<Int(count))
      return (time / unit - value + (later == 0 ? count : Int64(later.trailingZeroBitCount))) * unit
    }
    return next(hours, of: 24, lasting: 3600) ?? next(minutes, of: 60, lasting: 60)
      ?? next(seconds, of: 60, lasting: 1) ?? time
  }

  /// The numbers of allowed periods until the end of a day: element *i* is that from the period on that begins at
  /// second *i* · `commonDivisor` + `remainder`.
  fileprivate func countsOfDay(remainder: Int64) -> [Int32] {
    let divisor = commonDivisor
    var counts = Array(repeating: Int32(0), count: Int(86_400 / divisor))
    for index in counts.indices.reversed() {
      let later = index + Int(step / divisor)
      let isAllowed = allows(timeOfDay: Int64(index) * divisor + remainder)
      counts[index] = (isAllowed ? 1 : 0) + (later < counts.count ? counts[later] : 0)
    }
    return counts
  }
}

/// The periods of a rule that steps by hours, minutes or seconds which do not fit the day; unused with other rules.
struct ClockPeriods: Sendable {
  /// The start of the next period, in seconds since 1970 on the wall clock.
  private var next: Int64
  /// The allowed periods of the rest of a day by the second at which its next period begins, divided by the common
  /// divisor of step and day; empty while not counted.
  private var dayCounts: [Int32] = []
  /// The instances of a whole cycle, 0 where not yet counted.
  private var cycleCount = 0

  /// Creates the periods from the one that contains a second, or from an earlier one.
  init(_ shape: ExpansionPlan.Shape, from second: Int64) {
    if case .clock(let steps) = shape {
      next = Int64(DayPeriods.aligned(Int(second) - 3600, first: Int(steps.first), interval: Int(steps.step)))
    } else {
      next = 0
    }
  }

  /// The start of the next period that the limits allow; `nil` when there is none within the bounds, or none
  /// within the budget.
  mutating func nextPeriod(
    _ steps: ClockSteps, _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> Int64? {
    while search.budget.spend(1) {
      let start = next
      guard start <= search.bounds.last else { return nil }
      let day = start.flooredQuotient(86_400)
      var earliest = day * 86_400 + steps.earliest(from: start - day * 86_400)
      if steps.limitsDays, !search.limits.allows(Int(day), plan) {
        guard let allowed = search.nextAllowed(after: Int(day), plan) else { return nil }
        earliest = Int64(allowed) * 86_400
      }
      guard earliest > start else {
        next += steps.step
        return start
      }
      next += (earliest - start + steps.step - 1) / steps.step * steps.step
    }
    return nil
  }

  // MARK: Counting

  /// Skips whole days or cycles of at most `limit` instances, and returns the number of instances: 0 where the next
  /// ones have to be produced to be counted.
  mutating func skip(
    atMost limit: Int, _ steps: ClockSteps, _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> Int {
    // Counting a day or a cycle visits up to 86 400 times, unless all times of a day are counted at once.
    let least = steps.limitsDays && steps.allowsAllTimes ? 64 : 4_096
    guard limit > least, next >= search.bounds.first else { return 0 }
    if !steps.limitsDays { return skipCycles(of: steps, atMost: limit, plan, search.bounds) }
    // A longer step has at most one period a day.
    return steps.step < 86_400 ? skipDays(of: steps, atMost: limit, plan, &search) : 0
  }

  /// Skips the rest of a day that is begun, and whole days.
  private mutating func skipDays(
    of steps: ClockSteps, atMost limit: Int, _ plan: ExpansionPlan, _ search: inout PeriodSearch
  ) -> Int {
    var skipped = 0
    var day = next.flooredQuotient(86_400)
    while (day + 1) * 86_400 <= search.bounds.last {
      if search.limits.allows(Int(day), plan) {
        let count = countOfDay(from: next - day * 86_400, steps, plan)
        guard count <= limit - skipped else { return skipped }
        skipped += count
        if count > 0 { search.budget.reset() }
        day += 1
      } else {
        guard let allowed = search.nextAllowed(after: Int(day), plan) else { return skipped }
        day = Int64(allowed)
      }
      // The first period that begins on the day or later.
      let distance = day * 86_400 - next
      if distance > 0 { next += (distance + steps.step - 1) / steps.step * steps.step }
      day = next.flooredQuotient(86_400)
    }
    return skipped
  }

  /// Skips as many whole cycles as the limit allows; after a cycle, periods fall on the same times of day.
  private mutating func skipCycles(
    of steps: ClockSteps, atMost limit: Int, _ plan: ExpansionPlan, _ bounds: InstanceBounds
  ) -> Int {
    let periods = 86_400 / steps.commonDivisor
    // A step of many years has no whole cycle left, nor does the product overflow.
    guard (bounds.last - next) / steps.step >= periods else { return 0 }
    let cycle = steps.step * periods
    if cycleCount == 0 {
      let allowed = (0..<periods).count { period in
        steps.allows(timeOfDay: (next + period * steps.step).flooredRemainder(86_400))
      }
      cycleCount = allowed * plan.times.count
    }
    let cycles = Swift.min(limit / Swift.max(cycleCount, 1), Int((bounds.last - next) / cycle))
    next += Int64(cycles) * cycle
    return cycles * cycleCount
  }

  /// The instances of the periods of one day, from one that begins at a second of it.
  private mutating func countOfDay(from offset: Int64, _ steps: ClockSteps, _ plan: ExpansionPlan) -> Int {
    if steps.allowsAllTimes {
      return Int((86_400 - offset + steps.step - 1) / steps.step) * plan.times.count
    }
    let (index, remainder) = offset.quotientAndRemainder(dividingBy: steps.commonDivisor)
    if dayCounts.isEmpty { dayCounts = steps.countsOfDay(remainder: remainder) }
    return Int(dayCounts[Int(index)]) * plan.times.count
  }
}
