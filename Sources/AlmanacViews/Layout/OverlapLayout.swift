/// Lays out half-open ranges of one day side by side where they overlap.
///
/// The ranges are divided into clusters that do not overlap; within one each gets the lowest column that is free at its
/// start, by start, longer ones first. So a cluster has the least possible number of columns. Then each range grows to
/// the right up to the nearest column of a range that it overlaps. No two boxes overlap, and none could be wider.
///
/// Complexity: O(*n* log *n*).
struct OverlapLayout {
  struct Place: Equatable {
    var columns: Range<Int>
    /// The number of columns of the cluster.
    var count: Int
  }

  private let stretches: [Range<Int>]
  private(set) var places: [Place]

  /// - Parameter stretches: The ranges, none empty; of equal ones the earlier gets the lower column.
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
    let count = assignColumns(cluster)
    grow(cluster, count: count)
  }

  /// A range that has begun and not ended.
  private struct Current: Comparable {
    let end: Int
    let column: Int

    static func < (left: Current, right: Current) -> Bool {
      (left.end, left.column) < (right.end, right.column)
    }
  }

  /// Assigns the lowest free column to each range, and returns the number of columns.
  private mutating func assignColumns(_ cluster: [Int]) -> Int {
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
    // The tree has the ranges to the right of the column, since it is filled from the last column on.
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

/// A column number for each slot of time, which can be lowered, with the least number over a range of slots.
///
/// It is a segment tree without propagation.
///
/// Complexity: O(log slots) for each operation.
struct NearestColumn {
  private let size: Int
  /// The least number below each node.
  private var low: [Int]
  /// The number that was set for all slots below each node.
  private var cover: [Int]

  /// - Parameter beyond: The initial number of every slot.
  init(slots: Int, beyond: Int) {
    var size = 1
    while size < slots { size *= 2 }
    self.size = size
    low = Array(repeating: beyond, count: 2 * size)
    cover = low
  }

  /// Lowers the number of each slot of a non-empty range.
  mutating func lower(_ slots: Range<Int>, to column: Int) {
    visit(slots) { tree, node in
      tree.low[node] = min(tree.low[node], column)
      tree.cover[node] = min(tree.cover[node], column)
    }
    refresh(above: slots.lowerBound + size)
    refresh(above: slots.upperBound - 1 + size)
  }

  /// The least number in a non-empty range.
  mutating func least(in slots: Range<Int>) -> Int {
    var least = Int.max
    visit(slots) { tree, node in least = min(least, tree.low[node]) }
    // Every visited node is below one of these paths.
    for leaf in [slots.lowerBound + size, slots.upperBound - 1 + size] {
      var node = leaf / 2
      while node > 0 {
        least = min(least, cover[node])
        node /= 2
      }
    }
    return least
  }

  /// Visits the fewest nodes that together cover the range.
  private mutating func visit(_ slots: Range<Int>, _ body: (inout NearestColumn, Int) -> Void) {
    var left = slots.lowerBound + size
    var right = slots.upperBound + size
    while left < right {
      if left % 2 == 1 {
        body(&self, left)
        left += 1
      }
      if right % 2 == 1 {
        right -= 1
        body(&self, right)
      }
      left /= 2
      right /= 2
    }
  }

  private mutating func refresh(above leaf: Int) {
    var node = leaf / 2
    while node > 0 {
      low[node] = min(cover[node], low[2 * node], low[2 * node + 1])
      node /= 2
    }
  }
}

/// A binary heap that returns its least element first.
struct MinHeap<Element: Comparable> {
  private var elements: [Element] = []

  var least: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popLeast() -> Element? {
    guard let least = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return least }
    elements[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { return least }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < elements[parent] else { return least }
      elements.swapAt(child, parent)
      parent = child
    }
  }
}
