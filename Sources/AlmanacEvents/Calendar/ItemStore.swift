internal import AlmanacRecurrence
internal import AlmanacTime

/// An item and its number, which is its place in the document.
struct NumberedItem: TreeElement {
  typealias Summary = NoSummary<NumberedItem>

  let number: Int
  let item: Item

  var key: Int { number }

  static var leafCapacity: Int { 8 }
}

/// That an item whose UID has this hash has a number. Without the text itself, entries are quick to copy.
struct UIDEntry: TreeElement {
  typealias Summary = NoSummary<UIDEntry>

  struct Key: Comparable, Sendable {
    let hash: Int
    let number: Int

    init(uid: String, number: Int) {
      // Seeded anew by each process, so that no file can be made to collide; the order never shows.
      var hasher = Hasher()
      hasher.combine(uid)
      hash = hasher.finalize()
      self.number = number
    }

    static func < (one: Key, other: Key) -> Bool {
      one.hash != other.hash ? one.hash < other.hash : one.number < other.number
    }
  }

  let key: Key

  static var leafCapacity: Int { 48 }
}

/// The items of a calendar by number and by UID, with the index of where they are.
struct ItemStore: Sendable {
  private var items = OrderedTree<NumberedItem>()
  private(set) var uids = OrderedTree<UIDEntry>()
  private(set) var index = OccurrenceIndex()
  private(set) var alarms = AlarmIndex()
  /// The number of the next item that is added.
  private(set) var nextNumber = 0
  /// By which rules with RSCALE are expanded.
  var calendarSystems = CalendarSystems.gregorian

  var count: Int { items.count }

  /// The items of a series, in the order of the document.
  func entries(of id: SeriesID) -> [NumberedItem] {
    var entries = entries(uid: id.uid)
    entries.removeAll { $0.item.kind != id.kind }
    return entries
  }

  /// The items of a UID, whatever their kind, in the order of the document.
  func entries(uid: String) -> [NumberedItem] {
    var entries: [NumberedItem] = []
    let first = UIDEntry.Key(uid: uid, number: 0)
    // Of the store the closure takes only the one tree: a copy of all costs more than the look-up.
    uids.forEach(from: first) { [items] entry in
      guard entry.key.hash == first.hash else { return false }
      if let item = items[entry.key.number], item.item.uid.isSpelled(like: uid) { entries.append(item) }
      return true
    }
    return entries
  }

  subscript(number: Int) -> Item? { items[number]?.item }

  /// Puts an item at a number, or takes away what is there. O(log n + items of the series).
  mutating func set(_ number: Int, to item: Item?) {
    let id = item.map { SeriesID($0) }
    if let old = items[number].map({ SeriesID($0.item) }), old != id {
      set(number, to: nil, of: old, among: entries(of: old))
    }
    if let item, let id { set(number, to: item, of: id, among: entries(of: id)) }
  }

  /// The same for those who have looked already: the number is one of the series', or nobody's.
  ///
  /// - Parameter before: All items of the series.
  mutating func set(_ number: Int, to item: Item?, of id: SeriesID, among before: [NumberedItem]) {
    var after = before
    let place = before.firstIndex { $0.number >= number } ?? before.endIndex
    let isNew = place == before.endIndex || before[place].number != number
    if !isNew { after.remove(at: place) }
    if let item { after.insert(NumberedItem(number: number, item: item), at: place) }
    put(item, at: number, isNew: isNew, of: id)
    let stays = before.count == 1 && after.count == 1 && before[0].item.hasSameTimes(as: after[0].item)
    index.replace(stays ? .none : SeriesPlacement(before), by: SeriesPlacement(after))
    alarms.replace(before, by: after)
  }

  /// Several changes at once: the index is brought up to date once for each series.
  mutating func set(_ changes: [(number: Int, item: Item?)]) {
    if changes.count == 1 { return set(changes[0].number, to: changes[0].item) }
    var touched: [SeriesID] = []
    var isTouched: Set<SeriesID> = []
    for change in changes {
      for item in [items[change.number]?.item, change.item] {
        if let id = item.map({ SeriesID($0) }), isTouched.insert(id).inserted { touched.append(id) }
      }
    }
    for id in touched {
      let entries = entries(of: id)
      index.replace(SeriesPlacement(entries), by: .none)
      alarms.replace(entries, by: [])
    }
    for change in changes {
      let old = items[change.number].map { SeriesID($0.item) }
      let new = change.item.map { SeriesID($0) }
      if let old, old != new { put(nil, at: change.number, isNew: false, of: old) }
      if let item = change.item, let new { put(item, at: change.number, isNew: old != new, of: new) }
    }
    for id in touched {
      let entries = entries(of: id)
      index.replace(.none, by: SeriesPlacement(entries))
      alarms.replace([], by: entries)
    }
  }

  /// Takes over trees that were made at once.
  mutating func load(items: OrderedTree<NumberedItem>, uids: OrderedTree<UIDEntry>, nextNumber: Int) {
    self.items = items
    self.uids = uids
    self.nextNumber = nextNumber
  }

  /// Puts into the index, which has nothing yet, where the items are.
  ///
  /// - Parameter groups: The items of each series that has alarms.
  mutating func load(_ placements: some Sequence<SeriesPlacement>, alarms groups: [[NumberedItem]]) {
    index.load(placements)
    alarms.load(groups)
  }

  private mutating func put(_ item: Item?, at number: Int, isNew: Bool, of id: SeriesID) {
    let key = UIDEntry.Key(uid: id.uid, number: number)
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
