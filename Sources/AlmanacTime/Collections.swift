extension RandomAccessCollection where Index == Int {
  /// The first index whose element matches, of a collection in which all elements from there on match; the end index where
  /// none does.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  package func partitioningIndex(where matches: (Element) -> Bool) -> Int {
    partitioningIndex(in: startIndex..<endIndex, where: matches)
  }

  /// The same index, searched for in growing steps from a hint, so that a search near the previous one takes few
  /// steps.
  ///
  /// - Parameter hint: The index at which to begin; afterwards the index found.
  /// - Complexity: O(log *d*) in the distance from the hint.
  @inlinable
  @inline(__always)
  package func partitioningIndex(near hint: inout Int, where matches: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    let first = Swift.min(Swift.max(hint, low), high)
    var step = 1
    if first < high, !matches(self[first]) {
      low = first + 1
      while high - low > step, !matches(self[low + step]) {
        low += step + 1
        step *= 2
      }
      if high - low > step { high = low + step }
    } else {
      high = first
      while high - low > step, matches(self[high - step]) {
        high -= step
        step *= 2
      }
      if high - low > step { low = high - step + 1 }
    }
    hint = partitioningIndex(in: low..<high, where: matches)
    return hint
  }

  /// The same index within a range of indexes; the end of the range where no element matches.
  @inlinable
  @inline(__always)
  package func partitioningIndex(in range: Range<Int>, where matches: (Element) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if matches(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Sequence {
  /// The elements whose keys differ from those of all elements before them, in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

/// A copy of a value with a change.
@inlinable
package func modified<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
