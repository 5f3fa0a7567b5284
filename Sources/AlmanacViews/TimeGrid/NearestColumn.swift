/// For each slot of time a column number that only ever gets lower; answers the least over a range of slots.
///
/// A segment tree without propagation: O(log slots) an operation.
struct NearestColumn {
  private let size: Int
  /// The least below a node.
  private var low: [Int]
  /// What was set for all that is below a node.
  private var cover: [Int]

  /// - Parameter beyond: The number of every slot to begin with.
  init(slots: Int, beyond: Int) {
    var size = 1
    while size < slots { size *= 2 }
    self.size = size
    low = Array(repeating: beyond, count: 2 * size)
    cover = low
  }

  /// Lowers the number of each slot of a range that is not empty.
  mutating func lower(_ slots: Range<Int>, to column: Int) {
    visit(slots) { tree, node in
      tree.low[node] = min(tree.low[node], column)
      tree.cover[node] = min(tree.cover[node], column)
    }
    refresh(above: slots.lowerBound + size)
    refresh(above: slots.upperBound - 1 + size)
  }

  /// The least number in a range that is not empty.
  mutating func least(in slots: Range<Int>) -> Int {
    var least = Int.max
    visit(slots) { tree, node in least = min(least, tree.low[node]) }
    // Every node that was visited hangs below one of these paths.
    for leaf in [slots.lowerBound + size, slots.upperBound - 1 + size] {
      var node = leaf / 2
      while node > 0 {
        least = min(least, cover[node])
        node /= 2
      }
    }
    return least
  }

  /// The fewest nodes that together cover the range.
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
