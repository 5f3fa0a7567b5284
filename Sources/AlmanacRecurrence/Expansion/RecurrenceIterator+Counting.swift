internal import AlmanacTime

/// Passing over stretches whose instances need only be counted: whole words of days, whole periods of chosen
/// positions, whole days of clock periods. So a COUNT of thousands of millions costs no more than one of thousands.
extension RecurrenceIterator {
  /// Passes over instances, at most so many, and says how many; none where the next ones have to be made to be known.
  ///
  /// It is for the place between two windows.
  mutating func pass(atMost limit: Int) -> Int {
    guard outcome == .running, plan.parts.skip == .omit else { return 0 }
    let allowed = Swift.min(limit, remaining)
    let passed: Int
    switch plan.shape {
    case .empty, .unsupported, .steps: return 0
    case .clock(let steps): passed = passDays(of: steps, atMost: allowed)
    default: passed = plan.positions.isEmpty ? passWords(atMost: allowed) : passPeriods(atMost: allowed)
    }
    if remaining != Int.max { remaining -= passed }
    return passed
  }

  /// Whether all times of a range of days lie within the bounds.
  private func isWithinBounds(from first: Int, to last: Int) -> Bool {
    Int64(first) * 86_400 >= floor && (Int64(last) + 1) * 86_400 <= ceiling
  }

  // MARK: Days

  private mutating func passWords(atMost limit: Int) -> Int {
    guard waiting == 0 else { return 0 }
    var passed = 0
    while true {
      while wordIndex < 8 {
        let word = words[wordIndex]
        if word != 0 {
          let first = periodDay &+ wordIndex &* 64
          guard isWithinBounds(from: first, to: first &+ 63) else { return passed }
          let count = word.nonzeroBitCount &* plan.times.count
          guard count <= limit - passed else { return passed }
          passed += count
        }
        wordIndex &+= 1
      }
      guard openPeriod() else { return passed }
    }
  }

  // MARK: Chosen positions

  private mutating func passPeriods(atMost limit: Int) -> Int {
    var passed = 0
    var knownTotal = -1
    var count = 0
    while wordIndex == 0 || openPeriod() {
      guard isWithinBounds(from: periodDay, to: periodDay + DayBits.size) else { return passed }
      let total = DayBits(words: words).count * plan.times.count
      if total != knownTotal {
        knownTotal = total
        count = plan.positionCount(of: total)
      }
      guard count <= limit - passed else { return passed }
      passed += count
      wordIndex = 8
    }
    return passed
  }

  // MARK: Clock periods

  private mutating func passDays(of steps: ClockSteps, atMost limit: Int) -> Int {
    // A longer step has at most one period a day. Counting a day looks at up to 86 400 times, a cycle at as many.
    guard steps.step < 86_400, listIndex == listEnd, limit > 4_096 else { return 0 }
    guard var passed = passRestOfDay(of: steps, atMost: limit) else { return 0 }
    if !steps.limitsDays { passed += passCycles(of: steps, atMost: limit - passed) }
    var day = Int64(period).flooredQuotient(86_400)
    while isWithinBounds(from: Int(day), to: Int(day)) {
      if steps.limitsDays, !isAllowed(day: Int(day)) {
        guard let next = nextAllowedDay(after: Int(day)) else { return passed }
        goTo(day: Int64(next), by: steps.step)
        day = Int64(period).flooredQuotient(86_400)
        continue
      }
      let count = countOfDay(from: Int64(period) - day * 86_400, steps)
      guard count <= limit - passed else { return passed }
      passed += count
      day += 1
      goTo(day: day, by: steps.step)
    }
    return passed
  }

  /// Passes over what is left of a day that is begun; `nil` when it has to be gone through.
  private mutating func passRestOfDay(of steps: ClockSteps, atMost limit: Int) -> Int? {
    let day = Int64(period).flooredQuotient(86_400)
    let offset = Int64(period) - day * 86_400
    guard offset >= steps.step else { return 0 }
    guard Int64(period) >= floor, (day + 1) * 86_400 <= ceiling else { return nil }
    let isChosen = !steps.limitsDays || isAllowed(day: Int(day))
    let count = isChosen ? steps.count(from: offset) * plan.times.count : 0
    guard count <= limit else { return nil }
    goTo(day: day + 1, by: steps.step)
    return count
  }

  /// The first period that begins on a day or later.
  private mutating func goTo(day: Int64, by step: Int64) {
    let distance = day * 86_400 - Int64(period)
    if distance > 0 { period += Int((distance + step - 1) / step * step) }
  }

  /// Passes over as many whole cycles, after which the periods fall on the same times of day, as there may be.
  private mutating func passCycles(of steps: ClockSteps, atMost limit: Int) -> Int {
    let cycle = steps.step * (86_400 / steps.commonDivisor)
    guard Int64(period) >= floor, ceiling - Int64(period) >= cycle, limit > 4_096 else { return 0 }
    if cycleCount == 0 { countCycle(of: steps) }
    let cycles = Swift.min(limit / Swift.max(cycleCount, 1), Int((ceiling - Int64(period)) / cycle))
    guard cycles > 0 else { return 0 }
    period += cycles * Int(cycle)
    return cycles * cycleCount
  }

  private mutating func countCycle(of steps: ClockSteps) {
    var offset = Int64(period).flooredRemainder(86_400)
    for _ in 0..<(steps.step / steps.commonDivisor) {
      cycleCount += countOfDay(from: offset, steps)
      let rest = (86_400 - offset) % steps.step
      offset = rest == 0 ? 0 : steps.step - rest
    }
  }

  /// The instances of the periods of one day, the first of which begins at a second of it.
  private mutating func countOfDay(from offset: Int64, _ steps: ClockSteps) -> Int {
    if dayCounts.isEmpty { dayCounts = Array(repeating: -1, count: Int(steps.step / steps.commonDivisor)) }
    let index = Int(offset / steps.commonDivisor)
    if dayCounts[index] < 0 {
      dayCounts[index] = Int32(steps.count(from: offset) * plan.times.count)
    }
    return Int(dayCounts[index])
  }
}

extension ClockSteps {
  /// How many periods are allowed from a second of the day to the day's end.
  fileprivate func count(from offset: Int64) -> Int {
    var count = 0
    var time = offset
    while time < 86_400 {
      if allows(timeOfDay: time) { count += 1 }
      time += step
    }
    return count
  }
}

extension ExpansionPlan {
  /// How many instances BYSETPOS leaves of a set: those that are named from its start and from its end count once.
  func positionCount(of total: Int) -> Int {
    var fromStart = DayBits()
    for position in positions where position > 0 && position <= total { fromStart.insert(position) }
    var count = fromStart.count
    for position in positions where position < 0 && -position <= total {
      let place = total + position + 1
      if place >= DayBits.size || !fromStart.contains(place) { count += 1 }
    }
    return count
  }
}
