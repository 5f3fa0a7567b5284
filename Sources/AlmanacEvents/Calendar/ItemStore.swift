internal import AlmanacRecurrence

/// An item with its number. Items are numbered in the order of the document, and a number never changes; after items
/// were removed it is no longer the index of the item.
struct NumberedItem: TreeElement {
  typealias Summary = NoSummary<NumberedItem>

  let number: Int
  let item: Item

  var key: Int { number }

  static var leafCapacity: Int { 8 }
}

/// The number of an item under the hash of its UID. Without the text itself an entry is quick to copy.
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

/// The items of a calendar by number and by UID, with the indexes of their occurrences and alarms.
struct ItemStore: Sendable {
  private var items = OrderedTree<NumberedItem>()
  private(set) var uids = OrderedTree<UIDEntry>()
  private(set) var index = OccurrenceIndex()
  private(set) var alarms = AlarmIndex()
  /// The number of the next item that is added.
  private(set) var nextNumber = 0
  /// The systems by which rules with RSCALE are expanded.
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
    for entry in uids.elements(from: first) {
      guard entry.key.hash == first.hash else { break }
      if let item = items[entry.key.number], item.item.uid.isSpelled(like: uid) { entries.append(item) }
    }
    return entries
  }

  subscript(number: Int) -> Item? { items[number]?.item }

  /// Stores an item under a number, or removes the item of that number.
  ///
  /// - Complexity: O(log *n* + items of the series).
  mutating func set(_ number: Int, to item: Item?) { set([(number, item)]) }

  /// Stores or removes an item of a series.
  ///
  /// - Parameters:
  ///   - number: The number of an item of the series, or a new one.
  ///   - before: All items of the series.
  mutating func set(_ number: Int, to item: Item?, among before: [NumberedItem]) {
    var after = before
    let place = before.firstIndex { $0.number >= number } ?? before.endIndex
    if place < before.endIndex, before[place].number == number { after.remove(at: place) }
    if let item { after.insert(NumberedItem(number: number, item: item), at: place) }
    put(item, at: number)
    updateIndexes(from: before, to: after)
  }

  /// Makes several changes at once, updating the indexes once for each series.
  ///
  /// - Complexity: O(*m* log *n* + items of the series) for *m* changes.
  mutating func set(_ changes: [(number: Int, item: Item?)]) {
    var before: [SeriesID: [NumberedItem]] = [:]
    for change in changes {
      for case let item? in [items[change.number]?.item, change.item] {
        let id = SeriesID(item)
        if before[id] == nil { before[id] = entries(of: id) }
      }
    }
    for change in changes { put(change.item, at: change.number) }
    for (id, entries) in before { updateIndexes(from: entries, to: self.entries(of: id)) }
  }

  /// Replaces the entries of a series in the indexes.
  private mutating func updateIndexes(from before: [NumberedItem], to after: [NumberedItem]) {
    let stays = before.count == 1 && after.count == 1 && before[0].item.hasSameSchedule(as: after[0].item)
    index.replace(stays ? .none : SeriesPlacement(before), by: SeriesPlacement(after))
    alarms.replace(before, by: after)
  }

  private mutating func put(_ item: Item?, at number: Int) {
    let new = item.map { NumberedItem(number: number, item: $0) }
    let old = new.map { items.insert($0) } ?? items.remove(number)
    if let old, let new, old.item.uid.isSpelled(like: new.item.uid) { return }
    if let old { uids.remove(UIDEntry.Key(uid: old.item.uid, number: number)) }
    if let new {
      uids.insert(UIDEntry(key: UIDEntry.Key(uid: new.item.uid, number: number)))
      nextNumber = Swift.max(nextNumber, number + 1)
    }
  }
}

extension ItemStore: Sequence {
  func makeIterator() -> OrderedTree<NumberedItem>.Iterator { items.makeIterator() }
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

// MARK: Loading a whole file

extension ItemStore {
  /// Adds items after all others. In an empty store this costs one sort, else one insertion each.
  ///
  /// - Parameter entries: Items with new numbers, ascending.
  /// - Complexity: O(*n* log *n*).
  mutating func append(_ entries: [NumberedItem]) {
    guard count == 0, let last = entries.last else { return set(entries.map { ($0.number, $0.item) }) }
    let keys = entries.map { UIDEntry(key: UIDEntry.Key(uid: $0.item.uid, number: $0.number)) }
    items = OrderedTree(ContiguousArray(entries))
    uids = OrderedTree(ContiguousArray(keys))
    nextNumber = last.number + 1
    let shared = sharedNumbers.map { numbers in numbers.compactMap { items[$0] } }
    let inShared = Set(shared.joined().lazy.map { $0.number })
    let alone = entries.lazy.filter { !inShared.contains($0.number) }
    index.load(alone, shared)
    alarms.load(alone.filter { $0.item.hasAlarms }.map { [$0] } + shared)
  }

  /// The numbers of the items of each series that has several: ascending, and in order of the first.
  ///
  /// - Complexity: O(*n*), without reading most of the items.
  var sharedNumbers: [[Int]] {
    var shared: [[Int]] = []
    var run: [UIDEntry.Key] = []
    func endRun() {
      if run.count > 1 { shared += numbersBySeries(run) }
      run.removeAll(keepingCapacity: true)
    }
    uids.forEachLeaf(where: { _ in true }) { leaf in
      for entry in leaf {
        if let last = run.last, last.hash != entry.key.hash { endRun() }
        run.append(entry.key)
      }
    }
    endRun()
    return shared.sorted { $0[0] < $1[0] }
  }

  /// Groups the numbers of keys with one hash, which different series may have.
  private func numbersBySeries(_ keys: [UIDEntry.Key]) -> [[Int]] {
    Dictionary(grouping: keys.map { $0.number }) { self[$0].map { SeriesID($0) } }.values
      .filter { $0.count > 1 }
  }
}
