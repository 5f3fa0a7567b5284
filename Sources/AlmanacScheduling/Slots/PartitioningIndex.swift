extension RandomAccessCollection where Index == Int {
  /// The first place, in a collection in order, from which on a condition holds.
  ///
  /// It is looked for in growing steps from where the last search ended, so a search that goes on a little further
  /// costs next to nothing. O(log distance), so O(log n).
  ///
  /// - Parameter hint: Where to begin, and where the search ended.
  @inline(__always)
  func partitioningIndex(near hint: inout Int, where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
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
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    hint = low
    return low
  }

  /// The same without knowing where. O(log n).
  @inline(__always)
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var hint = (startIndex + endIndex) / 2
    return partitioningIndex(near: &hint, where: holds)
  }
}
