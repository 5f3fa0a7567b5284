public import AlmanacTime

/// Produces the instances of a rule one after another, as wall-clock times.
///
/// Instances are computed ahead into a buffer; only when it is used up is the next one filled, from the periods of
/// the rule.
public struct RecurrenceIterator: IteratorProtocol, Sendable {
  let plan: ExpansionPlan
  private var buffer: InstanceBuffer
  /// The number of instances that COUNT allows after those of the buffer.
  private var remaining: Int
  private var search: PeriodSearch
  private var days: DayPeriods
  private var clock: ClockPeriods
  /// Whether there are more instances, and if not, why.
  public private(set) var outcome: ExpansionOutcome

  /// Creates an iterator of all instances of a plan.
  init(_ plan: ExpansionPlan, budget: Int) {
    self.init(plan, budget: budget, from: plan.start, upTo: plan.last, remaining: plan.count)
  }

  /// Creates an iterator of the instances from one wall-clock second to another, both included.
  init(_ plan: ExpansionPlan, budget: Int, from: Int64, upTo: Int64, remaining: Int) {
    // Every property is set once: setting one again would copy the whole iterator.
    let first = Swift.max(plan.start, from)
    let last = Swift.min(plan.last, upTo)
    self.plan = plan
    self.remaining = remaining
    buffer = InstanceBuffer(times: plan.times)
    search = PeriodSearch(
      bounds: InstanceBounds(first: first, last: last), budget: SearchBudget(budget))
    days = DayPeriods(plan, from: Int(first.flooredQuotient(86_400)))
    clock = ClockPeriods(plan.shape, from: first)
    if case .unsupported = plan.shape {
      outcome = .unsupportedCalendar
    } else {
      outcome = first <= last ? .running : .finished
    }
  }

  /// The next instance; `nil` when there is none, for the reason in `outcome`.
  public mutating func next() -> CivilDateTime? {
    if let time = buffer.nextDayOrStep() { return CivilDateTime(uncheckedSecondsSinceEpoch: time) }
    return nextListed()
  }

  @inline(never)
  mutating func nextListed() -> CivilDateTime? {
    if let time = buffer.nextListed() { return CivilDateTime(uncheckedSecondsSinceEpoch: time) }
    return refill() ? next() : nil
  }
}

/// The state of an expansion.
public enum ExpansionOutcome: Sendable, Hashable {
  /// There may be more instances; the state until `next()` returns `nil`.
  case running
  /// All instances were produced, or the calendar's last year was reached.
  case finished
  /// The rule tried as many periods as its budget allows without finding an instance.
  case budgetExceeded
  /// The RSCALE of the rule names a calendar that the expansion does not have; such rules are ignored (RFC 7529 §4.1).
  case unsupportedCalendar
}

// MARK: Filling the buffer

extension RecurrenceIterator {
  /// Fills the empty buffer with at least one instance; `false` when there is none.
  private mutating func refill() -> Bool {
    guard outcome == .running, remaining > 0, fillBuffer() else {
      if outcome == .running { outcome = search.budget.isExceeded ? .budgetExceeded : .finished }
      return false
    }
    guard remaining != Int.max else { return true }
    // COUNT is subtracted once for each filled buffer, so that single instances need no check.
    if buffer.count > remaining { buffer.dropLast(buffer.count - remaining) }
    remaining -= buffer.count
    return true
  }

  private mutating func fillBuffer() -> Bool {
    switch plan.shape {
    case .empty, .unsupported: false
    case .steps(let step): openSteps(step)
    case .clock(let steps): openClock(steps)
    case .years, .months, .weeks:
      if !plan.positions.isEmpty {
        openPositions()
      } else if plan.times.count == 1 {
        openDays(at: plan.times[0])
      } else {
        openTimesOfDay()
      }
    }
  }

  /// All steps within the bounds.
  private mutating func openSteps(_ step: Int64) -> Bool {
    let stepsBefore = (search.bounds.first - plan.start + step - 1) / step
    let first = plan.start + stepsBefore * step
    guard first <= search.bounds.last else { return false }
    buffer.open(stepsFrom: first, every: step, upTo: search.bounds.last)
    search.bounds.first = search.bounds.last + 1
    return true
  }

  /// A word of days with one time each.
  private mutating func openDays(at time: Int64) -> Bool {
    while let (word, first) = days.nextWord(plan, &search) {
      guard first <= search.bounds.lastDay else { return false }
      if buffer.open(days: word, from: first, at: time, in: search.bounds) {
        if plan.parts.skip != .omit { search.bounds.first = buffer.last + 1 }
        return true
      }
    }
    return false
  }

  /// The times of the next day, where there are several.
  private mutating func openTimesOfDay() -> Bool {
    while let day = days.nextDay(plan, &search) {
      if buffer.openList(at: Int64(day) * 86_400, in: search.bounds) {
        if plan.parts.skip != .omit { search.bounds.first = buffer.last + 1 }
        return true
      }
      if day > search.bounds.lastDay { return false }
    }
    return false
  }

  /// The instances of a whole period that BYSETPOS selects, over days and several times.
  private mutating func openPositions() -> Bool {
    while let (days, first) = days.nextPeriod(plan, &search) {
      guard first <= search.bounds.lastDay else { return false }
      buffer.setList(to: plan.positions, ofTimes: plan.times, on: days)
      if buffer.openList(at: Int64(first) * 86_400, in: search.bounds) {
        search.bounds.first = buffer.last + 1
        return true
      }
    }
    return false
  }

  /// The times of the next clock period.
  private mutating func openClock(_ steps: ClockSteps) -> Bool {
    while let start = clock.nextPeriod(steps, plan, &search) {
      if buffer.openList(at: start, in: search.bounds) {
        search.budget.reset()
        return true
      }
    }
    return false
  }
}

// MARK: Skipping instances

extension RecurrenceIterator {
  /// Skips a number of instances, none for a negative number, and returns the next.
  ///
  /// Whole periods are counted rather than produced.
  package mutating func advance(by distance: Int) -> CivilDateTime? {
    var left = Swift.max(distance, 0)
    while buffer.count <= left {
      left -= buffer.count
      buffer.drop(buffer.count)
      left -= skip(atMost: left)
      guard refill() else { return nil }
    }
    buffer.drop(left)
    return next()
  }

  /// Counts the remaining instances, consuming them.
  mutating func countRemaining() -> Int {
    var count = 0
    repeat {
      count += buffer.count
      buffer.drop(buffer.count)
      count += skip(atMost: Int.max - count)
    } while refill()
    return count
  }

  /// The last of the remaining instances, found by counting them.
  mutating func lastRemaining() -> CivilDateTime? {
    var counting = self
    let count = counting.countRemaining()
    return count > 0 ? advance(by: count - 1) : nil
  }

  /// Skips ranges whose instances need only be counted: words of days, periods of selected positions, days and cycles
  /// of clock periods. The cost does not depend on COUNT.
  ///
  /// The buffer is empty.
  ///
  /// - Returns: The number skipped, at most the limit; 0 where the next instances have to be produced to be counted.
  private mutating func skip(atMost limit: Int) -> Int {
    guard outcome == .running else { return 0 }
    let allowed = Swift.min(limit, remaining)
    let skipped: Int
    switch plan.shape {
    case .empty, .unsupported, .steps: return 0
    case .clock(let steps): skipped = clock.skip(atMost: allowed, steps, plan, &search)
    case .years, .months, .weeks:
      // Periods that SKIP extends may share instances.
      guard plan.parts.skip == .omit else { return 0 }
      skipped =
        plan.positions.isEmpty
        ? days.skipWords(atMost: allowed, plan, &search)
        : days.skipPeriods(atMost: allowed, plan, &search)
    }
    if remaining != Int.max { remaining -= skipped }
    return skipped
  }

  /// Writes the next instances into uninitialized memory, as many as fit, and returns their number: fewer only at the
  /// end.
  ///
  /// Whole buffers and whole years are written at a time, several times faster than `next()`.
  mutating func fill(_ memory: UnsafeMutableBufferPointer<CivilDateTime>) -> Int {
    var filled = 0
    while filled < memory.count {
      if buffer.count == 0 {
        let room = Swift.min(memory.count - filled, remaining)
        let written = days.fillYears(memory, from: filled, atMost: room, plan, search.bounds)
        if remaining != Int.max { remaining -= written }
        filled += written
        if written == 0, !refill() { break }
      }
      filled += buffer.fill(memory, from: filled)
    }
    return filled
  }
}
