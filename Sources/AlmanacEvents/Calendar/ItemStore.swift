internal import AlmanacRecurrence
internal import AlmanacTime

/// An item with its number: numbers ascend in the order of the document.
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
    // The closure captures the tree alone: copying the store would cost more than the look-up.
    uids.forEach(from: first) { [items] entry in
      guard entry.key.hash == first.hash else { return false }
      if let item = items[entry.key.number], item.item.uid.isSpelled(like: uid) { entries.append(item) }
      return true
    }
    return entries
  }

  subscript(number: Int) -> Item? { items[number]?.item }

  /// Stores an item under a number, or removes the item of that number.
  ///
  /// - Complexity: O(log *n* + items of the series).
  mutating func set(_ number: Int, to item: Item?) {
    let id = item.map { SeriesID($0) }
    if let old = items[number].map({ SeriesID($0.item) }), old != id {
      set(number, to: nil, of: old, among: entries(of: old))
    }
    if let item, let id { set(number, to: item, of: id, among: entries(of: id)) }
  }

  /// Stores or removes an item of a series.
  ///
  /// - Parameters:
  ///   - number: The number of an item of the series, or a new one.
  ///   - before: All items of the series.
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

  /// Makes several changes at once, updating the indexes once for each series.
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

  /// Replaces the trees of items and of UIDs.
  mutating func load(items: OrderedTree<NumberedItem>, uids: OrderedTree<UIDEntry>, nextNumber: Int) {
    self.items = items
    self.uids = uids
    self.nextNumber = nextNumber
  }

  /// Fills the empty indexes.
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

// MARK: Loading a whole file

extension ItemStore {
  /// Adds items after all others. In an empty store this costs one sort, else one insertion each.
  ///
  /// - Parameter entries: Items with new numbers, ascending.
  /// - Complexity: O(*n* log *n*).
  mutating func append(_ entries: [NumberedItem]) {
    guard count == 0, let last = entries.last else { return set(entries.map { ($0.number, $0.item) }) }
    let keys = entries.map { UIDEntry(key: UIDEntry.Key(uid: $0.item.uid, number: $0.number)) }
    load(
      items: OrderedTree(ContiguousArray(entries)), uids: OrderedTree(ContiguousArray(keys)),
      nextNumber: last.number + 1)
    let groups = SeriesGroups(entries, sharing: sharedNumbers)
    load(
      groups.lazy.map { $0.others.isEmpty ? SeriesPlacement($0.first) : SeriesPlacement($0.all) },
      alarms: groups.filter { $0.hasAlarms }.map { $0.all })
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

/// Items by their series, in order of the first of each.
private struct SeriesGroups: Sequence {
  struct Group {
    let first: NumberedItem
    /// The items after the first; nearly always empty.
    let others: [NumberedItem]

    var hasAlarms: Bool { first.item.hasAlarms || others.contains { $0.item.hasAlarms } }
    var all: [NumberedItem] { [first] + others }
  }

  private let entries: [NumberedItem]
  /// The other items of a series by the number of the first.
  private var others: [Int: [NumberedItem]] = [:]
  private var later: Set<Int> = []

  /// - Parameters:
  ///   - entries: The items with ascending numbers.
  ///   - shared: The numbers of the items of each series that has several.
  init(_ entries: [NumberedItem], sharing shared: [[Int]]) {
    self.entries = entries
    let later = Set(shared.lazy.flatMap { $0.dropFirst() })
    self.later = later
    if later.isEmpty { return }
    let items = Dictionary(
      uniqueKeysWithValues: entries.lazy.filter { later.contains($0.number) }.map { ($0.number, $0) })
    for numbers in shared { others[numbers[0]] = numbers.dropFirst().compactMap { items[$0] } }
  }

  func makeIterator() -> some IteratorProtocol<Group> {
    entries.lazy.filter { !later.contains($0.number) }
      .map { Group(first: $0, others: others[$0.number] ?? []) }.makeIterator()
  }
}
