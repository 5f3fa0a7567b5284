/// An element of an `OrderedTree`: it has a unique key, by which elements are sorted, and contributes to the summaries of
/// the nodes above it, such as the latest end.
protocol TreeElement: Sendable {
  associatedtype Key: Comparable & Sendable
  associatedtype Summary: TreeSummary where Summary.Element == Self

  var key: Key { get }

  /// The most elements of a leaf. Large leaves are scanned fast; small ones are copied fast where elements have references.
  static var leafCapacity: Int { get }
}

extension TreeElement {
  static var leafCapacity: Int { 16 }
}

/// A value computed from some elements together.
protocol TreeSummary: Sendable {
  associatedtype Element

  init()
  mutating func add(_ element: Element)
  mutating func merge(_ other: Self)
}

/// The summary of trees that need none.
struct NoSummary<Element>: TreeSummary {
  mutating func add(_ element: Element) {}
  mutating func merge(_ other: NoSummary) {}
}

/// A sorted collection in which an edit costs O(log *n*) even while older copies are alive: a B+ tree whose nodes copies
/// share, and of which an edit copies only those along its path.
struct OrderedTree<Element: TreeElement>: Sendable {
  private(set) var count = 0
  private var root: TreeNode<Element>.Child?

  init() {}

  /// A tree of many elements with different keys.
  ///
  /// - Complexity: O(*n* log *n*); O(*n*) when they are sorted.
  init(_ elements: consuming ContiguousArray<Element>) {
    // The calendar of a file in a folder has a single item.
    let isSorted =
      elements.count < 2
      || elements.indices.dropFirst().allSatisfy { !(elements[$0].key < elements[$0 - 1].key) }
    if !isSorted { elements.sort { $0.key < $1.key } }
    count = elements.count
    root = TreeNode.tree(of: elements)
  }

  /// The summary of all elements; `nil` when there are none.
  var summary: Element.Summary? { root?.summary }

  /// Inserts an element, or replaces the one that has its key.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  mutating func insert(_ element: Element) -> Element? {
    guard root != nil else {
      root = TreeNode.Child(TreeNode(elements: [element]))
      count = 1
      return nil
    }
    var replaced: Element?
    if let sibling = root?.insert(element, replacing: &replaced), let old = root {
      root = TreeNode.Child(TreeNode(children: [old, sibling]))
    }
    if replaced == nil { count += 1 }
    return replaced
  }

  @discardableResult
  mutating func remove(_ key: Element.Key) -> Element? {
    guard let removed = root?.remove(key) else { return nil }
    count -= 1
    if count == 0 { root = nil }
    while let only = root?.node.onlyChild { root = only }
    return removed
  }

  subscript(key: Element.Key) -> Element? {
    var node = root?.node
    while let inner = node, !inner.isLeaf { node = inner.children[inner.childIndex(of: key)].node }
    guard let leaf = node else { return nil }
    let index = leaf.elementIndex(of: key)
    return index < leaf.elements.count && leaf.elements[index].key == key ? leaf.elements[index] : nil
  }

  /// The elements from a key on, in order.
  func elements(from key: Element.Key) -> IteratorSequence<Iterator> {
    IteratorSequence(Iterator(root?.node, from: key))
  }

  /// Calls a closure with the leaves in order, without those below nodes whose summary does not match. Reading elements in
  /// place avoids counting their references.
  func forEachLeaf(
    where mayMatch: (Element.Summary) -> Bool, _ body: (UnsafeBufferPointer<Element>) -> Void
  ) {
    if let root, mayMatch(root.summary) { root.node.forEachLeaf(where: mayMatch, body) }
  }
}

extension OrderedTree: Sequence {
  struct Iterator: IteratorProtocol {
    private var path: [(node: TreeNode<Element>, index: Int)] = []

    fileprivate init(_ root: TreeNode<Element>?, from key: Element.Key? = nil) {
      path.reserveCapacity(8)
      if let root { descend(root, to: key) }
    }

    /// Descends to the first element, or to the first one whose key is not less than another.
    private mutating func descend(_ node: TreeNode<Element>, to key: Element.Key? = nil) {
      if node.isLeaf { return path.append((node, key.map { node.elementIndex(of: $0) } ?? 0)) }
      let index = key.map { node.childIndex(of: $0) } ?? 0
      path.append((node, index))
      descend(node.children[index].node, to: key)
    }

    mutating func next() -> Element? {
      while let (node, index) = path.last {
        if node.isLeaf, index < node.elements.count {
          path[path.count - 1].index = index + 1
          return node.elements[index]
        }
        path.removeLast()
        guard let parent = path.last else { return nil }
        path[path.count - 1].index = parent.index + 1
        if parent.index + 1 < parent.node.children.count {
          descend(parent.node.children[parent.index + 1].node)
        }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator {
    Iterator(root?.node)
  }

  var underestimatedCount: Int { count }
}
