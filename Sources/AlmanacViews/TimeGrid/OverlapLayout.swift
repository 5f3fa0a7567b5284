/// Puts half-open stretches of one day side by side where they overlap.
///
/// Stretches are cut into clusters that touch no other; within one each takes the lowest column that is free when it
/// starts, in order of start, the longer first. So a cluster has as many columns as its stretches overlap at most.
/// Then each grows to the right up to the nearest column of a stretch that it overlaps. No two boxes overlap, and
/// none could be wider. O(n log n).
struct OverlapLayout {
  struct Place: Equatable {
    var columns: Range<Int>
    /// The columns of the cluster.
    var count: Int
  }

  private let stretches: [Range<Int>]
  private(set) var places: [Place]

  /// - Parameter stretches: None empty; of equal ones the earlier takes the lower column.
  init(_ stretches: [Range<Int>]) {
    self.stretches = stretches
    places = Array(repeating: Place(columns: 0..<1, count: 1), count: stretches.count)
    let order = stretches.indices.sorted { left, right in
      let (one, two) = (stretches[left], stretches[right])
      if one.lowerBound != two.lowerBound { return one.lowerBound < two.lowerBound }
      return one.upperBound != two.upperBound ? one.upperBound > two.upperBound : left < right
    }
    var cluster: [Int] = []
    var end = Int.min
    for position in order {
      if stretches[position].lowerBound >= end {
        place(cluster)
        cluster = []
      }
      cluster.append(position)
      end = max(end, stretches[position].upperBound)
    }
    place(cluster)
  }

  private mutating func place(_ cluster: [Int]) {
    guard cluster.count > 1 else { return }
    let count = takeColumns(cluster)
    grow(cluster, count: count)
  }

  /// A stretch that is being passed, by its end.
  private struct Current: Comparable {
    let end: Int
    let column: Int

    static func < (left: Current, right: Current) -> Bool {
      (left.end, left.column) < (right.end, right.column)
    }
  }

  /// Gives each the lowest free column, and returns how many there are.
  private mutating func takeColumns(_ cluster: [Int]) -> Int {
    var current = MinHeap<Current>()
    var free = MinHeap<Int>()
    var count = 0
    for position in cluster {
      while let over = current.least, over.end <= stretches[position].lowerBound {
        _ = current.popLeast()
        free.insert(over.column)
      }
      let column = free.popLeast() ?? count
      count = max(count, column + 1)
      places[position].columns = column..<(column + 1)
      current.insert(Current(end: stretches[position].upperBound, column: column))
    }
    return count
  }

  private mutating func grow(_ cluster: [Int], count: Int) {
    var columns = Array(repeating: [Int](), count: count)
    for position in cluster { columns[places[position].columns.lowerBound].append(position) }
    var bounds: [Int] = []
    for position in cluster { bounds += [stretches[position].lowerBound, stretches[position].upperBound] }
    bounds.sort()
    var index: [Int: Int] = [:]
    for bound in bounds where index[bound] == nil { index[bound] = index.count }
    // From the last column on, the tree holds what lies to the right of the column that asks.
    var taken = NearestColumn(slots: index.count, beyond: count)
    for column in columns.indices.reversed() {
      for position in columns[column] {
        let slots = slots(of: position, index)
        places[position] = Place(columns: column..<taken.least(in: slots), count: count)
      }
      for position in columns[column] { taken.lower(slots(of: position, index), to: column) }
    }
  }

  private func slots(of position: Int, _ index: [Int: Int]) -> Range<Int> {
    let stretch = stretches[position]
    return (index[stretch.lowerBound] ?? 0)..<(index[stretch.upperBound] ?? 0)
  }
}
