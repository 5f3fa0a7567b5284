internal import AlmanacEvents
internal import AlmanacTime

/// Stretches of time that may overlap, in order, each with the latest end up to its place: those that overlap a
/// stretch are found without a look at the others.
struct SortedSpans: Sendable {
  private let spans: [BusySpan]
  private let latestEnds: [Int64]

  /// - Parameter unsorted: In any order.
  init(_ unsorted: [BusySpan]) {
    let isSorted = zip(unsorted, unsorted.dropFirst()).allSatisfy { !Self.isBefore($1, $0) }
    spans = isSorted ? unsorted : unsorted.sorted(by: Self.isBefore)
    var latest = Int64.min
    latestEnds = spans.map { span in
      latest = Swift.max(latest, span.end)
      return latest
    }
  }

  /// The longer first; a total order, so that equal inputs give equal outputs.
  private static func isBefore(_ one: BusySpan, _ other: BusySpan) -> Bool {
    if one.start != other.start { return one.start < other.start }
    return one.end != other.end ? one.end > other.end : one.place < other.place
  }

  /// Whether any starts before `end` and ends after `start`.
  ///
  /// - Parameter hint: The place at which the last search ended.
  /// - Complexity: O(log *d*) in the distance from the last search.
  func overlaps(_ start: Int64, _ end: Int64, near hint: inout Int) -> Bool {
    let count = spans.partitioningIndex(near: &hint) { $0.start >= end }
    return count > 0 && latestEnds[count - 1] > start
  }

  /// The places from the first to the last that start before `end` and end after `start`.
  ///
  /// - Complexity: O(log *n* + answer).
  func places(from start: Int64, upTo end: Int64) -> Range<Int> {
    let count = spans.partitioningIndex { $0.start >= end }
    // Backwards as far as anything can still reach the start.
    var first = count
    while first > 0, latestEnds[first - 1] > start { first -= 1 }
    return first..<count
  }
}

extension SortedSpans: RandomAccessCollection {
  var startIndex: Int { spans.startIndex }
  var endIndex: Int { spans.endIndex }

  subscript(place: Int) -> BusySpan { spans[place] }
}
