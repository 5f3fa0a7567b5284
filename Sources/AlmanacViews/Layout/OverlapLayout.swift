internal import AlmanacTime

/// Lays out half-open ranges of one day side by side where they overlap.
///
/// The ranges are divided into clusters that do not overlap; within one each gets the lowest column that is free at its
/// start, by start, longer ones first. So a cluster has the least possible number of columns. Ranges for which no column
/// below a limit is left share the last one, those that overlap in one place. Then each place grows to the right up to the
/// nearest column of a place that it overlaps. No two places overlap, and none could be wider.
///
/// - Complexity: O(*n* log *n*), and for the growth O(columns · log *n*) for each place with free columns beside it.
struct OverlapLayout {
  /// The place of one range, or of several that share it.
  struct Place {
    /// The index of the first range.
    let first: Int
    /// The indexes of the ranges that share the place with the first one.
    var others: [Int] = []
    /// The union of the ranges.
    var range: Range<Int>
    var columns = 0..<1
    /// The number of columns of the cluster.
    var count = 1

    fileprivate mutating func add(_ later: Place) {
      others.append(later.first)
      range = range.lowerBound..<max(range.upperBound, later.range.upperBound)
    }
  }

  /// The places in the order of their first ranges.
  private(set) var places: [Place] = []
  private let lastColumn: Int

  /// - Parameters:
  ///   - ranges: The ranges, none empty; of equal ones the earlier gets the lower column.
  ///   - times: The times that decide on the order, if the ranges are rounded; those that begin earlier have no later range.
  ///   - limit: The most columns, at least one.
  init(_ ranges: [Range<Int>], by times: [Range<Int>]? = nil, columns limit: Int) {
    lastColumn = max(limit, 1) - 1
    let keys = times ?? ranges
    let order = ranges.indices.sorted {
      (keys[$0].lowerBound, keys[$1].upperBound, $0) < (keys[$1].lowerBound, keys[$0].upperBound, $1)
    }
    var cluster: [Place] = []
    var end = Int.min
    for index in order {
      if ranges[index].lowerBound >= end {
        lay(cluster)
        cluster = []
      }
      cluster.append(Place(first: index, range: ranges[index]))
      end = max(end, ranges[index].upperBound)
    }
    lay(cluster)
    places.sort { $0.first < $1.first }
  }

  private mutating func lay(_ cluster: [Place]) {
    guard cluster.count > 1 else { return places += cluster }
    let columns = columns(of: cluster)
    for (column, own) in columns.enumerated() {
      for var place in own {
        let beside = columns[(column + 1)...].firstIndex { $0.overlaps(place.range) }
        place.columns = column..<(beside ?? columns.count)
        place.count = columns.count
        places.append(place)
      }
    }
  }

  /// The places of a cluster by column, each at the lowest one that is free.
  private func columns(of cluster: [Place]) -> [[Place]] {
    var columns: [[Place]] = []
    // The column of each place; `nil` for the last column, which is shared.
    var own: [Int?] = []
    // The columns that are free again, the lowest last.
    var free: [Int] = []
    var ending = cluster.indices.sorted { cluster[$0].range.upperBound < cluster[$1].range.upperBound }[...]
    for place in cluster {
      while let next = ending.first, cluster[next].range.upperBound <= place.range.lowerBound {
        ending.removeFirst()
        guard let column = own[next] else { continue }
        free.insert(column, at: free.partitioningIndex { $0 < column })
      }
      let column = free.popLast() ?? min(columns.count, lastColumn)
      own.append(column < lastColumn ? column : nil)
      if column == columns.count { columns.append([]) }
      let last = columns[column].count - 1
      if column == lastColumn, last >= 0, columns[column][last].range.upperBound > place.range.lowerBound {
        columns[column][last].add(place)
      } else {
        columns[column].append(place)
      }
    }
    return columns
  }
}

extension [OverlapLayout.Place] {
  /// Whether one of the places, which follow each other in time, overlaps a range.
  fileprivate func overlaps(_ range: Range<Int>) -> Bool {
    let next = partitioningIndex { $0.range.upperBound > range.lowerBound }
    return next < count && self[next].range.lowerBound < range.upperBound
  }
}
