extension RandomAccessCollection where Index == Int {
  /// The first index at which a condition holds, of a collection in which it holds from there on; the end index where
  /// it holds nowhere.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    partitioningIndex(in: startIndex..<endIndex, where: holds)
  }

  /// The same index, searched for in growing steps from a hint: a search a little further on than the last one costs
  /// next to nothing.
  ///
  /// - Parameter hint: The index at which to begin; afterwards the index found.
  /// - Complexity: O(log *d*) in the distance from the hint.
  @inlinable
  @inline(__always)
  package func partitioningIndex(near hint: inout Int, where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    let first = Swift.min(Swift.max(hint, low), high)
    var step = 1
    if first < high, !holds(self[first]) {
      low = first + 1
      while high - low > step, !holds(self[low + step]) {
        low += step + 1
        step *= 2
      }
      if high - low > step { high = low + step }
    } else {
      high = first
      while high - low > step, holds(self[high - step]) {
        high -= step
        step *= 2
      }
      if high - low > step { low = high - step + 1 }
    }
    hint = partitioningIndex(in: low..<high, where: holds)
    return hint
  }

  @inlinable
  @inline(__always)
  package func partitioningIndex(in range: Range<Int>, where holds: (Element) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
