public import AlmanacTime

/// Moving over many instances at once, window by window.
extension RecurrenceIterator {
  /// Drops so many instances and gives the next.
  public mutating func advance(by distance: Int) -> CivilDateTime? {
    var left = distance
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

  /// Writes the next instances into uninitialised memory and says how many: fewer than fit only at the end.
  ///
  /// Whole windows are written at a time, several times faster than `next()`.
  public mutating func fill(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>) -> Int {
    var filled = 0
    while filled < buffer.count {
      if bits != 0 {
        filled += fillDays(buffer, from: filled)
      } else if stepsLeft > 0 {
        filled += fillSteps(buffer, from: filled)
      } else if let time = nextFromList() {
        buffer.initializeElement(at: filled, to: time)
        filled += 1
      } else {
        break
      }
    }
    return filled
  }

  private mutating func fillDays(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int) -> Int {
    var word = bits
    let taken = Swift.min(word.nonzeroBitCount, buffer.count - start)
    for index in start..<(start + taken) {
      let time = base &+ Int64(truncatingIfNeeded: word.trailingZeroBitCount) &* 86_400
      buffer.initializeElement(at: index, to: CivilDateTime(uncheckedSecondsSinceEpoch: time))
      word &= word &- 1
    }
    bits = word
    return taken
  }

  private mutating func fillSteps(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int) -> Int {
    let taken = Swift.min(stepsLeft, buffer.count - start)
    let first = stepNext
    let step = step
    for index in 0..<taken {
      let time = first &+ Int64(truncatingIfNeeded: index) &* step
      buffer.initializeElement(at: start + index, to: CivilDateTime(uncheckedSecondsSinceEpoch: time))
    }
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
