public import AlmanacTime

/// Moving over many instances at once, window by window.
extension RecurrenceIterator {
  /// Drops so many instances, none for a negative number, and gives the next.
  public mutating func advance(by distance: Int) -> CivilDateTime? {
    var left = Swift.max(distance, 0)
    while windowCount <= left {
      left -= windowCount
      dropWindow()
      left -= pass(atMost: left)
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
      count += pass(atMost: Int.max - count)
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
