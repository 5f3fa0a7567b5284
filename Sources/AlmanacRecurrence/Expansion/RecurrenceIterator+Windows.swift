internal import AlmanacTime

extension RecurrenceIterator {
  /// Makes the next window that holds an instance; `false` when there is none.
  mutating func refill() -> Bool {
    guard outcome == .running, remaining > 0, refillUncounted() else {
      if outcome == .running { outcome = .finished }
      return false
    }
    trimToCount()
    return true
  }

  private mutating func refillUncounted() -> Bool {
    switch plan.shape {
    case .empty, .unsupported: return false
    case .steps: return openSteps()
    case .clock(let steps): return openClock(steps)
    default: return plan.positions.isEmpty ? openDays() : openPositions()
    }
  }

  /// COUNT is taken off window by window, so that single instances need no check.
  private mutating func trimToCount() {
    guard remaining != Int.max else { return }
    let excess = windowCount - remaining
    if excess > 0 {
      if bits != 0 {
        for _ in 0..<excess { bits &= ~(1 << UInt64(63 - bits.leadingZeroBitCount)) }
      } else if stepsLeft > 0 {
        stepsLeft -= excess
      } else {
        listEnd -= excess
      }
    }
    remaining -= windowCount
  }

  /// How many instances lie ready.
  var windowCount: Int { bits.nonzeroBitCount + stepsLeft + (listEnd - listIndex) }

  // MARK: Steps

  private mutating func openSteps() -> Bool {
    guard case .steps(let seconds) = plan.shape, stepNext <= ceiling else { return false }
    step = seconds
    stepsLeft = Int((ceiling - stepNext) / seconds) + 1
    return true
  }

  // MARK: Days

  /// A word of days; or, with several times a day, the times of the next day.
  private mutating func openDays() -> Bool {
    if plan.times.count > 1 { return openTimesOfDay() }
    let time = plan.times[0]
    // The first and the last day whose time lies within the bounds.
    let firstDay = (floor - time + 86_399).flooredQuotient(86_400)
    let lastDay = (ceiling - time).flooredQuotient(86_400)
    while let (word, day) = nextWord() {
      guard day <= lastDay else { return false }
      let clipped = Self.clip(word, at: Int64(day), to: firstDay, lastDay)
      if clipped != 0 {
        bits = clipped
        base = Int64(day) * 86_400 + time
        if plan.parts.skip != .omit { floor = base + Int64(64 - clipped.leadingZeroBitCount) * 86_400 }
        return true
      }
    }
    return false
  }

  private static func clip(_ word: UInt64, at day: Int64, to first: Int64, _ last: Int64) -> UInt64 {
    var word = word
    if first > day { word = first - day > 63 ? 0 : word & (~0 << UInt64(first - day)) }
    if last < day + 63 { word = last < day ? 0 : word & (~0 >> UInt64(63 - (last - day))) }
    return word
  }

  private mutating func openTimesOfDay() -> Bool {
    while true {
      while waiting == 0 {
        guard let (word, day) = nextWord() else { return false }
        guard Int64(day) * 86_400 <= ceiling else { return false }
        waiting = word
        waitingDay = day
      }
      let day = waitingDay + waiting.trailingZeroBitCount
      waiting &= waiting &- 1
      if openList(at: Int64(day) * 86_400) {
        if plan.parts.skip != .omit { floor = listBase + list[listEnd - 1] + 1 }
        return true
      }
      if Int64(day) * 86_400 > ceiling { return false }
    }
  }

  /// Makes a window of the list at a base, within the bounds; `false` when nothing is left of it.
  private mutating func openList(at base: Int64) -> Bool {
    listBase = base
    listIndex = 0
    listEnd = list.count
    if floor > base { listIndex = list.partitionPoint { $0 >= floor - base } }
    if listEnd > 0, ceiling - base < list[listEnd - 1] {
      listEnd = list.partitionPoint { $0 > ceiling - base }
    }
    if listIndex >= listEnd {
      listIndex = 0
      listEnd = 0
      return false
    }
    return true
  }

  /// The next word of days that is not empty, with the day number of its bit 0.
  private mutating func nextWord() -> (UInt64, Int)? {
    while true {
      while wordIndex < 8 {
        let word = words[wordIndex]
        wordIndex &+= 1
        if word != 0 { return (word, periodDay &+ (wordIndex &- 1) &* 64) }
      }
      guard openPeriod() else { return nil }
    }
  }

  // MARK: Chosen positions

  /// BYSETPOS over days and several times: the chosen instances of a whole period as one list.
  private mutating func openPositions() -> Bool {
    while wordIndex == 0 || openPeriod() {
      guard Int64(periodDay) * 86_400 <= ceiling else { return false }
      let days = DayBits(words: words)
      wordIndex = 8
      let times = plan.times
      let total = days.count * times.count
      list.removeAll(keepingCapacity: true)
      for position in plan.positions {
        let (fromEnd, _) = total.addingReportingOverflow(position)
        let index = position > 0 ? position - 1 : fromEnd
        guard (0..<total).contains(index) else { continue }
        let day = days.bit(at: index / times.count)
        list.append(Int64(day) * 86_400 + times[index % times.count])
      }
      list.sort()
      list.removeRepetitions()
      if openList(at: Int64(periodDay) * 86_400) {
        floor = listBase + list[listEnd - 1] + 1
        return true
      }
    }
    return false
  }

  // MARK: Clock periods

  private mutating func openClock(_ steps: ClockSteps) -> Bool {
    while budget > 0 {
      budget -= 1
      let start = Int64(period)
      guard start <= ceiling else { return false }
      let day = start.flooredQuotient(86_400)
      var earliest = start
      if steps.limitsDays, !isAllowed(day: Int(day)) {
        guard let next = nextAllowedDay(after: Int(day)) else { return false }
        earliest = Int64(next) * 86_400
      } else {
        let time = start - day * 86_400
        earliest = day * 86_400 + steps.earliest(from: time)
      }
      if earliest > start {
        period += Int((earliest - start + steps.step - 1) / steps.step * steps.step)
      } else {
        period += Int(steps.step)
        if openList(at: start) {
          budget = fullBudget
          return true
        }
      }
    }
    outcome = .budgetExceeded
    return false
  }

  mutating func isAllowed(day: Int) -> Bool {
    if let scale = plan.scale { return isAllowed(day: day, scale) }
    loadLimits(of: day)
    return limitMask.contains(day - periodDay)
  }

  mutating func nextAllowedDay(after day: Int) -> Int? {
    if let scale = plan.scale { return nextAllowedDay(after: day, scale) }
    var day = day + 1
    let lastDay = Int(ceiling.flooredQuotient(86_400))
    while day <= lastDay {
      loadLimits(of: day)
      var bit = day - periodDay
      while bit < 512 {
        let word = limitMask.words[bit >> 6] >> UInt64(bit & 63)
        if word != 0 { return periodDay + bit + word.trailingZeroBitCount }
        bit = (bit | 63) + 1
      }
      day = Gregorian.days(year: limitYear + 1, month: 1, day: 1)
    }
    return nil
  }

  private mutating func loadLimits(of day: Int) {
    let year = Gregorian.date(ofDay: day).year
    guard year != limitYear else { return }
    let shape = YearShape(year)
    limitYear = year
    limitMask = plan.parts.limitMask(shape)
    periodDay = shape.newYear - DayBits.newYear
  }
}

extension Array where Element == Int64 {
  /// The first index from which a condition holds that, once true, stays true.
  func partitionPoint(_ holds: (Int64) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Drops elements equal to the one before.
  mutating func removeRepetitions() {
    var kept = 0
    for index in indices where index == 0 || self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeLast(count - kept)
  }
}
