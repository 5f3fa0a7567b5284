public import AlmanacTime

/// Moving over many instances at once, window by window.
extension RecurrenceIterator {
  /// Gives only instances of a part, both ends included; COUNT is already in the end.
  mutating func limit(from first: Int64, upTo end: Int64) {
    remaining = Int.max
    floor = Swift.max(plan.start, first)
    ceiling = Swift.min(plan.last, end)
    if floor <= ceiling { open(at: floor) } else { outcome = .finished }
  }

  /// Drops so many instances, none for a negative number, and gives the next.
  public mutating func advance(by distance: Int) -> CivilDateTime? {
    var left = Swift.max(distance, 0)
    while windowCount <= left {
      left -= windowCount
      dropWindow()
      guard refill() else { return nil }
    }
    dropFromWindow(left)
    return next()
  }

  /// How many instances are left; they are used up.
  mutating func countRest() -> Int {
    var count = 0
    repeat {
      count += windowCount
      dropWindow()
    } while refill()
    return count
  }

  /// The last of all that are left; they are used up.
  mutating func lastOfRest() -> CivilDateTime? {
    var result: CivilDateTime?
    repeat {
      if windowCount > 0 {
        dropFromWindow(windowCount - 1)
        result = next()
      }
    } while refill()
    return result
  }

  /// Appends the next instances, at most so many.
  public mutating func append(to array: inout [CivilDateTime], limit: Int) {
    var left = limit
    while left > 0 {
      if bits != 0 {
        left -= appendDays(to: &array, limit: left)
      } else if stepsLeft > 0 {
        left -= appendSteps(to: &array, limit: left)
      } else if let time = nextFromList() {
        array.append(time)
        left -= 1
      } else {
        return
      }
    }
  }

  private mutating func appendDays(to array: inout [CivilDateTime], limit: Int) -> Int {
    var word = bits
    let taken = Swift.min(word.nonzeroBitCount, limit)
    for _ in 0..<taken {
      let time = base &+ Int64(truncatingIfNeeded: word.trailingZeroBitCount) &* 86_400
      array.append(CivilDateTime(uncheckedSecondsSinceEpoch: time))
      word &= word &- 1
    }
    bits = word
    return taken
  }

  private mutating func appendSteps(to array: inout [CivilDateTime], limit: Int) -> Int {
    let taken = Swift.min(stepsLeft, limit)
    let first = stepNext
    let step = step
    array.append(
      contentsOf: (0..<taken).lazy.map { index in
        CivilDateTime(uncheckedSecondsSinceEpoch: first &+ Int64(truncatingIfNeeded: index) &* step)
      })
    stepNext += Int64(taken) * step
    stepsLeft -= taken
    return taken
  }

  private mutating func dropWindow() {
    dropFromWindow(windowCount)
  }

  /// Drops instances of the window, at most those that are there.
  private mutating func dropFromWindow(_ count: Int) {
    if bits != 0 {
      for _ in 0..<Swift.min(count, bits.nonzeroBitCount) { bits &= bits &- 1 }
    } else if stepsLeft > 0 {
      stepNext += Int64(count) * step
      stepsLeft -= count
    } else {
      listIndex += count
    }
  }
}
