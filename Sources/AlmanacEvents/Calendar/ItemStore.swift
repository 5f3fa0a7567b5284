internal import AlmanacTime

/// An item and its number, which is its place in the document.
struct NumberedItem: TreeElement {
  typealias Summary = NoSummary<NumberedItem>

  let number: Int
  let item: Item

  var key: Int { number }
}

/// That an item of a UID has a number.
struct UIDEntry: TreeElement {
  typealias Summary = NoSummary<UIDEntry>

  struct Key: Comparable, Sendable {
    let uid: String
    let number: Int

    static func < (one: Key, other: Key) -> Bool {
      one.uid != other.uid ? one.uid < other.uid : one.number < other.number
    }
  }

  let key: Key
}

/// The items of a calendar by number and by UID, with the index of where they are.
struct ItemStore: Sendable {
  private var items = OrderedTree<NumberedItem>()
  private var uids = OrderedTree<UIDEntry>()
  private(set) var index = OccurrenceIndex()
  /// The number of the next item that is added.
  private(set) var nextNumber = 0

  var count: Int { items.count }

  /// The numbers of the items of a UID, ascending.
  func numbers(uid: String) -> [Int] {
    var numbers: [Int] = []
    uids.forEach(from: UIDEntry.Key(uid: uid, number: 0)) { entry in
      guard entry.key.uid == uid else { return false }
      numbers.append(entry.key.number)
      return true
    }
    return numbers
  }

  /// The items of a UID, in the order of the document.
  func entries(uid: String) -> [NumberedItem] {
    numbers(uid: uid).compactMap { items[$0] }
  }

  subscript(number: Int) -> Item? { items[number]?.item }

  /// Puts an item at a number, or takes away what is there. O(log n + items of the UID).
  mutating func set(_ number: Int, to item: Item?) {
    set([(number, item)])
  }

  /// Several changes, of which later ones hold. The index is brought up to date once for each UID.
  mutating func set(_ changes: [(number: Int, item: Item?)]) {
    var touched: [String] = []
    var isTouched: Set<String> = []
    func touch(_ item: Item?) {
      guard let uid = item?.uid, changes.count == 1 || isTouched.insert(uid).inserted else { return }
      if touched.last != uid { touched.append(uid) }
    }
    for change in changes {
      touch(items[change.number]?.item)
      touch(change.item)
    }
    for uid in touched { index.remove(SeriesPlacement(entries(uid: uid))) }
    for change in changes { put(change.item, at: change.number) }
    for uid in touched { index.insert(SeriesPlacement(entries(uid: uid))) }
  }

  private mutating func put(_ item: Item?, at number: Int) {
    let old: NumberedItem?
    if let item {
      old = items.insert(NumberedItem(number: number, item: item))
      uids.insert(UIDEntry(key: UIDEntry.Key(uid: item.uid, number: number)))
      nextNumber = Swift.max(nextNumber, number + 1)
    } else {
      old = items.remove(number)
    }
    if let old, old.item.uid != item?.uid {
      uids.remove(UIDEntry.Key(uid: old.item.uid, number: number))
    }
  }
}

extension ItemStore: Sequence {
  struct Iterator: IteratorProtocol {
    private var base: OrderedTree<NumberedItem>.Iterator

    fileprivate init(_ items: OrderedTree<NumberedItem>) {
      base = items.makeIterator()
    }

    mutating func next() -> NumberedItem? {
      base.next()
    }
  }

  func makeIterator() -> Iterator {
    Iterator(items)
  }
}

/// Stores are equal when their items are, in order; the numbers may differ.
extension ItemStore: Hashable {
  static func == (lhs: ItemStore, rhs: ItemStore) -> Bool {
    lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.item == $1.item }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for entry in self { hasher.combine(entry.item) }
  }
}
