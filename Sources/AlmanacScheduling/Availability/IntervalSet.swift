internal import AlmanacTime

/// A set of seconds as ascending ranges that neither overlap nor touch.
struct IntervalSet: Sendable, Hashable {
  private(set) var ranges: [Range<Int64>]

  static let empty = IntervalSet([])

  /// The seconds of ranges in any order, overlapping or not.
  init(_ unsorted: [Range<Int64>]) {
    ranges = []
    ranges.reserveCapacity(unsorted.count)
    let isSorted = zip(unsorted, unsorted.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
    for range in isSorted ? unsorted : unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      append(range)
    }
  }

  /// - Parameter range: A range that starts no earlier than all others.
  private mutating func append(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    if let last = ranges.last, range.lowerBound <= last.upperBound {
      ranges[ranges.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }

  /// Whether all of a range is in the set.
  ///
  /// Complexity: O(log *n*).
  func covers(_ range: Range<Int64>) -> Bool {
    var hint = ranges.count / 2
    return covers(range, near: &hint)
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
  /// Complexity: O(log *n* + answer).
  func ranges(within range: Range<Int64>) -> [Range<Int64>] {
    let first = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    return ranges[first...].prefix { $0.lowerBound < range.upperBound }
      .map { $0.clamped(to: range) }
      .filter { !$0.isEmpty }
  }

  func union(_ other: IntervalSet) -> IntervalSet {
    if other.ranges.isEmpty { return self }
    return ranges.isEmpty ? other : IntervalSet(ranges + other.ranges)
  }

  /// Complexity: O(*n* + *m*).
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

  /// Complexity: O(*n* + *m*).
  func subtracting(_ other: IntervalSet) -> IntervalSet {
    guard let first = other.ranges.first, let last = other.ranges.last else { return self }
    var complement = zip(other.ranges, other.ranges.dropFirst()).map { $0.upperBound..<$1.lowerBound }
    complement.insert(Int64.min..<first.lowerBound, at: 0)
    complement.append(last.upperBound..<Int64.max)
    return intersection(IntervalSet(complement))
  }
}
