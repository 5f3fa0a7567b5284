internal import AlmanacTime

/// A set of seconds as ascending ranges that neither overlap nor touch.
struct IntervalSet: Sendable, Hashable {
  private(set) var ranges: [Range<Int64>]

  static let empty = IntervalSet([])

  /// The seconds of ranges in any order, overlapping or not.
  init(_ unsorted: [Range<Int64>]) {
    ranges = unsorted.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
      .joiningNeighbours { $1.lowerBound <= $0.upperBound ? $0.hull(with: $1) : nil }
  }

  /// Whether all of a range is in the set.
  ///
  /// - Parameter hint: The place at which the last search ended.
  /// - Complexity: O(log distance from the last search).
  func covers(_ range: Range<Int64>, near hint: inout Int) -> Bool {
    let index = ranges.partitioningIndex(near: &hint) { $0.upperBound > range.lowerBound }
    guard index < ranges.count else { return false }
    return ranges[index].lowerBound <= range.lowerBound && ranges[index].upperBound >= range.upperBound
  }

  /// The parts of a range that are in the set, ascending.
  ///
  /// - Complexity: O(log *n* + answer).
  func ranges(within range: Range<Int64>) -> [Range<Int64>] {
    let first = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    return ranges[first...].prefix { $0.lowerBound < range.upperBound }
      .map { $0.clamped(to: range) }
      .filter { !$0.isEmpty }
  }

  func union(_ other: IntervalSet) -> IntervalSet { IntervalSet(ranges + other.ranges) }

  /// - Complexity: O(*n* + *m*).
  func intersection(_ other: IntervalSet) -> IntervalSet {
    var result: [Range<Int64>] = []
    var index = 0
    var otherIndex = 0
    while index < ranges.count, otherIndex < other.ranges.count {
      let common = ranges[index].clamped(to: other.ranges[otherIndex])
      if !common.isEmpty { result.append(common) }
      if ranges[index].upperBound < other.ranges[otherIndex].upperBound {
        index += 1
      } else {
        otherIndex += 1
      }
    }
    return IntervalSet(result)
  }

  /// - Complexity: O(*n* + *m*).
  func subtracting(_ other: IntervalSet) -> IntervalSet {
    if other.ranges.isEmpty { return self }
    return intersection(IntervalSet(other.ranges.gaps(in: Int64.min..<Int64.max)))
  }
}

extension Range {
  /// The range from the start of the earlier range to the end of the later one.
  func hull(with other: Range) -> Range {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension Sequence {
  /// The elements, with those that can be joined to the one before them joined.
  func joiningNeighbours(_ join: (Element, Element) -> Element?) -> [Element] {
    reduce(into: []) { result, next in
      if let last = result.last, let joined = join(last, next) {
        result[result.count - 1] = joined
      } else {
        result.append(next)
      }
    }
  }
}
