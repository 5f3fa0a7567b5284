internal import AlmanacTime

/// A node of an `OrderedTree`: a leaf of elements or an inner node of children, never empty.
///
/// A node is written only while a single tree refers to it; a shared node is copied first. This makes the reference safe to
/// send.
final class TreeNode<Element: TreeElement>: @unchecked Sendable {
  typealias Key = Element.Key

  // A node is written only while a single tree refers to it, so accesses never overlap and need no check at run time.
  @exclusivity(unchecked) private(set) var elements: ContiguousArray<Element>
  @exclusivity(unchecked) private(set) var children: ContiguousArray<Child>

  /// The most elements or children of a node.
  private var capacity: Int { isLeaf ? Element.leafCapacity : Self.innerCapacity }

  /// The most children. They are few, as an edit beside an older copy counts a reference to each child along its path.
  private static var innerCapacity: Int { 12 }

  struct Child: Sendable {
    fileprivate(set) var node: TreeNode
    /// The lowest key below.
    fileprivate(set) var first: Key
    fileprivate(set) var summary: Element.Summary
  }

  init(elements: ContiguousArray<Element>) {
    self.elements = elements
    children = []
  }

  init(children: ContiguousArray<Child>) {
    elements = []
    self.children = children
  }

  private func copy() -> TreeNode {
    isLeaf ? TreeNode(elements: elements) : TreeNode(children: children)
  }

  var isLeaf: Bool { children.isEmpty }

  private var size: Int { isLeaf ? elements.count : children.count }

  private var isSparse: Bool { size < capacity / 4 }

  var onlyChild: Child? { children.count == 1 ? children[0] : nil }

  /// The index of the first element whose key is not less.
  func elementIndex(of key: Key) -> Int {
    elements.partitioningIndex { !($0.key < key) }
  }

  /// The index of the child to which a key belongs.
  func childIndex(of key: Key) -> Int {
    children.partitioningIndex(in: 1..<children.count) { !($0.first <= key) } - 1
  }
}

// MARK: Making whole trees

extension TreeNode {
  /// A tree of elements that are in order, every node full; `nil` of none.
  static func tree(of elements: ContiguousArray<Element>) -> Child? {
    var level = ContiguousArray<Child>()
    for start in stride(from: 0, to: elements.count, by: Element.leafCapacity) {
      let end = Swift.min(start + Element.leafCapacity, elements.count)
      level.append(Child(TreeNode(elements: ContiguousArray(elements[start..<end]))))
    }
    while level.count > 1 {
      var above = ContiguousArray<Child>()
      for start in stride(from: 0, to: level.count, by: innerCapacity) {
        let end = Swift.min(start + innerCapacity, level.count)
        above.append(Child(TreeNode(children: ContiguousArray(level[start..<end]))))
      }
      level = above
    }
    return level.first
  }
}

// MARK: Iteration

extension TreeNode {
  func forEachLeaf(
    where mayMatch: (Element.Summary) -> Bool, _ body: (UnsafeBufferPointer<Element>) -> Void
  ) {
    if isLeaf { return elements.withUnsafeBufferPointer(body) }
    // Reading through pointers does not copy children.
    children.withUnsafeBufferPointer { children in
      for index in children.indices where mayMatch(children[index].summary) {
        children[index].node.forEachLeaf(where: mayMatch, body)
      }
    }
  }
}

// MARK: Insertion

extension TreeNode {
  /// - Returns: The new sibling where this node was full and had to be split.
  fileprivate func insert(_ element: Element, replacing replaced: inout Element?) -> Child? {
    if isLeaf { return insertIntoNode(element, replacing: &replaced) }
    let index = childIndex(of: element.key)
    guard let sibling = children[index].insert(element, replacing: &replaced) else { return nil }
    guard children.count >= capacity else {
      children.insert(sibling, at: index + 1)
      return nil
    }
    return Child(TreeNode(children: Self.split(&children, inserting: sibling, at: index + 1)))
  }

  private func insertIntoNode(_ element: Element, replacing replaced: inout Element?) -> Child? {
    let index = elementIndex(of: element.key)
    if index < elements.count, elements[index].key == element.key {
      replaced = elements[index]
      elements[index] = element
      return nil
    }
    guard elements.count >= capacity else {
      elements.insert(element, at: index)
      return nil
    }
    return Child(TreeNode(elements: Self.split(&elements, inserting: element, at: index)))
  }

  /// Splits full members and inserts one: in the middle, but at the end where the new one is the last, so that nodes filled
  /// in order stay full.
  ///
  /// - Returns: The second part.
  private static func split<Member>(
    _ members: inout ContiguousArray<Member>, inserting member: Member, at index: Int
  ) -> ContiguousArray<Member> {
    let cut = index == members.count ? index : members.count / 2
    var rest = ContiguousArray(members[cut...])
    members = ContiguousArray(members[..<cut])
    if rest.isEmpty || index > cut {
      rest.insert(member, at: index - cut)
    } else {
      members.insert(member, at: index)
    }
    return rest
  }
}

// MARK: Removal

extension TreeNode {
  fileprivate func remove(_ key: Key) -> Element? {
    if isLeaf {
      let index = elementIndex(of: key)
      guard index < elements.count, elements[index].key == key else { return nil }
      return elements.remove(at: index)
    }
    let index = childIndex(of: key)
    guard let removed = children[index].remove(key) else { return nil }
    if children[index].node.size == 0 {
      children.remove(at: index)
    } else if children[index].node.isSparse {
      mergeIfPossible(index + 1 < children.count ? index : index - 1)
    }
    return removed
  }

  /// Merges two neighbouring children when they are small enough together.
  private func mergeIfPossible(_ index: Int) {
    guard index >= 0, index + 1 < children.count else { return }
    let (one, other) = (children[index].node, children[index + 1].node)
    guard one.size + other.size <= one.capacity * 3 / 4 else { return }
    let merged =
      one.isLeaf
      ? TreeNode(elements: one.elements + other.elements) : TreeNode(children: one.children + other.children)
    children[index] = Child(merged)
    children.remove(at: index + 1)
  }
}

/// Edits through a child, which first copies a shared node and then updates the summary.
extension TreeNode.Child {
  init(_ node: TreeNode) {
    self.node = node
    first = node.isLeaf ? node.elements[0].key : node.children[0].first
    summary = node.summary
  }

  mutating func insert(_ element: Element, replacing replaced: inout Element?) -> TreeNode.Child? {
    makeUnique()
    let sibling = node.insert(element, replacing: &replaced)
    if sibling == nil && replaced == nil {
      if element.key < first { first = element.key }
      summary.add(element)
    } else {
      self = Self(node)
    }
    return sibling
  }

  mutating func remove(_ key: Element.Key) -> Element? {
    makeUnique()
    guard let removed = node.remove(key) else { return nil }
    if !node.elements.isEmpty || !node.children.isEmpty { self = Self(node) }
    return removed
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&node) { node = node.copy() }
  }
}

extension TreeNode {
  fileprivate var summary: Element.Summary {
    var summary = Element.Summary()
    // Reading through pointers does not copy elements.
    elements.withUnsafeBufferPointer { elements in
      for index in elements.indices { summary.add(elements[index]) }
    }
    children.withUnsafeBufferPointer { children in
      for index in children.indices { summary.merge(children[index].summary) }
    }
    return summary
  }
}
