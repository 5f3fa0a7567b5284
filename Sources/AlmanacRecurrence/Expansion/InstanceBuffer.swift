internal import AlmanacTime

/// The instances that an iterator has computed ahead, in one of three forms: days with one time each, equal steps, or
/// a list of times.
///
/// At most one form is in use at a time, and filling one allocates nothing, so that most calls are a few
/// instructions. The type is usable from inline so that `RecurrenceIterator.next()` is inlined in other modules.
@usableFromInline
struct InstanceBuffer: Sendable {
  // Days: bit n is n days after `base`, a time in seconds.
  private var bits: UInt64 = 0
  private var base: Int64 = 0
  // Steps.
  private var nextStep: Int64 = 0
  private var step: Int64 = 0
  private var stepsLeft: Int = 0
  // Times: `list[listIndex ..< listEnd]`, each in seconds after `listBase`.
  private var list: TimeList
  private var listIndex = 0
  private var listEnd = 0
  private var listBase: Int64 = 0

  init(times: TimeList) {
    list = times
  }

  /// The number of instances left.
  var count: Int { bits.nonzeroBitCount + stepsLeft + (listEnd - listIndex) }

  /// The last instance of the buffer, as it was filled with days or times.
  var last: Int64 {
    bits != 0 ? base + Int64(63 - bits.leadingZeroBitCount) * 86_400 : listBase + list[listEnd - 1]
  }

  // MARK: Reading

  /// The next day or step; `nil` when none is left.
  @inline(__always)
  mutating func nextDayOrStep() -> Int64? {
    if bits != 0 {
      let time = base &+ Int64(truncatingIfNeeded: bits.trailingZeroBitCount) &* 86_400
      bits &= bits &- 1
      return time
    }
    if stepsLeft > 0 {
      let time = nextStep
      nextStep &+= step
      stepsLeft &-= 1
      return time
    }
    return nil
  }

  /// The next time of the list; `nil` when none is left.
  mutating func nextListed() -> Int64? {
    guard listIndex < listEnd else { return nil }
    let time = listBase &+ list[listIndex]
    listIndex &+= 1
    return time
  }

  /// Drops the next instances, at most those that are left.
  mutating func drop(_ count: Int) {
    if bits != 0 {
      for _ in 0..<Swift.min(count, bits.nonzeroBitCount) { bits &= bits &- 1 }
    } else if stepsLeft > 0 {
      nextStep += Int64(count) * step
      stepsLeft -= count
    } else {
      listIndex += count
    }
  }

  /// Drops the last instances, at most `self.count`.
  mutating func dropLast(_ count: Int) {
    if bits != 0 {
      for _ in 0..<count { bits &= ~(1 << UInt64(63 - bits.leadingZeroBitCount)) }
    } else if stepsLeft > 0 {
      stepsLeft -= count
    } else {
      listEnd -= count
    }
  }

  /// Writes the next instances into uninitialized memory from a place on, as many as fit, and returns their number.
  mutating func fill(_ memory: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int) -> Int {
    let written = Swift.min(count, memory.count - start)
    func write(_ time: Int64, at index: Int) {
      memory.initializeElement(at: start &+ index, to: CivilDateTime(uncheckedSecondsSinceEpoch: time))
    }
    if bits != 0 {
      var word = bits
      for index in 0..<written {
        write(base &+ Int64(truncatingIfNeeded: word.trailingZeroBitCount) &* 86_400, at: index)
        word &= word &- 1
      }
      bits = word
    } else if stepsLeft > 0 {
      let (first, step) = (nextStep, step)
      for index in 0..<written { write(first &+ Int64(truncatingIfNeeded: index) &* step, at: index) }
      nextStep += Int64(written) * step
      stepsLeft -= written
    } else {
      for index in 0..<written { write(listBase &+ list[listIndex + index], at: index) }
      listIndex += written
    }
    return written
  }

  // MARK: Filling

  /// Fills the empty buffer with the days of a word at one time of day, within bounds; `false` when none is left.
  mutating func open(days word: UInt64, from day: Int, at time: Int64, in bounds: InstanceBounds) -> Bool {
    base = Int64(day) &* 86_400 &+ time
    bits = word
    if base < bounds.first {
      let low = (bounds.first - base + 86_399) / 86_400
      bits = low > 63 ? 0 : word & (~0 << UInt64(low))
    }
    if base &+ 63 * 86_400 > bounds.last {
      let high = (bounds.last - base).flooredQuotient(86_400)
      bits = high < 0 ? 0 : bits & (~0 >> UInt64(63 - Swift.min(high, 63)))
    }
    return bits != 0
  }

  /// Fills the empty buffer with steps from a first instance up to a last second.
  mutating func open(stepsFrom first: Int64, every step: Int64, upTo last: Int64) {
    nextStep = first
    self.step = step
    stepsLeft = Int((last - first) / step) + 1
  }

  /// Fills the empty buffer with the times of the list after a base, within bounds; `false` when none is left.
  mutating func openList(at base: Int64, in bounds: InstanceBounds) -> Bool {
    listBase = base
    listIndex = 0
    listEnd = list.count
    if bounds.first > base { listIndex = list.firstIndex(from: bounds.first - base) }
    if listEnd > 0, bounds.last - base < list[listEnd - 1] {
      listEnd = list.firstIndex(from: bounds.last - base + 1)
    }
    guard listIndex < listEnd else {
      (listIndex, listEnd) = (0, 0)
      return false
    }
    return true
  }

  /// Replaces the list by the times of a day at the selected positions of the product of days and times: ascending,
  /// each once, in seconds after midnight of the day of bit 0.
  mutating func setList(to positions: [Int], ofTimes times: TimeList, on days: DayBits) {
    let total = days.count * times.count
    list.replaceAll { list in
      for position in positions {
        guard let index = position.index(among: total) else { continue }
        let day = days.bit(at: index / times.count)
        list.append(Int64(day) * 86_400 + times[index % times.count])
      }
    }
  }
}
