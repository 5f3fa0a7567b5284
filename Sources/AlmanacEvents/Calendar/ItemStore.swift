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
      one.uid < other.uid || one.uid == other.uid && one.number < other.number
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
    let old = items[number]?.item
    if let old, old.uid != item?.uid { set(old, at: number, to: nil) }
    if let item { set(old?.uid == item.uid ? old : nil, at: number, to: item) }
  }

  /// Changes an item, puts one in, or takes one out, of a UID.
  private mutating func set(_ old: Item?, at number: Int, to item: Item?) {
    guard let uid = (item ?? old)?.uid else { return }
    var entries = entries(uid: uid)
    let before = SeriesPlacement(entries)
    entries.removeAll { $0.number == number }
    if let item {
      let place = entries.firstIndex { $0.number > number } ?? entries.endIndex
      entries.insert(NumberedItem(number: number, item: item), at: place)
    }
    put(item, at: number, isNew: old == nil, uid: uid)
    index.replace(before, by: SeriesPlacement(entries))
  }

  /// Several changes at once: the index is brought up to date once for each UID.
  mutating func set(_ changes: [(number: Int, item: Item?)]) {
    if changes.count == 1 { return set(changes[0].number, to: changes[0].item) }
    var touched: [String] = []
    var isTouched: Set<String> = []
    for change in changes {
      for uid in [items[change.number]?.item.uid, change.item?.uid] {
        if let uid, isTouched.insert(uid).inserted { touched.append(uid) }
      }
    }
    for uid in touched { index.replace(SeriesPlacement(entries(uid: uid)), by: SeriesPlacement([])) }
    for change in changes {
      let old = items[change.number]?.item
      if let old, old.uid != change.item?.uid { put(nil, at: change.number, isNew: false, uid: old.uid) }
      guard let item = change.item else { continue }
      put(item, at: change.number, isNew: old?.uid != item.uid, uid: item.uid)
    }
    for uid in touched { index.replace(SeriesPlacement([]), by: SeriesPlacement(entries(uid: uid))) }
  }

  private mutating func put(_ item: Item?, at number: Int, isNew: Bool, uid: String) {
    let key = UIDEntry.Key(uid: uid, number: number)
    if let item {
      items.insert(NumberedItem(number: number, item: item))
      if isNew { uids.insert(UIDEntry(key: key)) }
      nextNumber = Swift.max(nextNumber, number + 1)
    } else {
      items.remove(number)
      uids.remove(key)
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
