/// Taking in a whole file.
extension ItemStore {
  /// Puts items behind all others. Into a store of nothing O(n log n) at the cost of a sort, else one by one.
  ///
  /// - Parameter entries: By ascending numbers, all of them new.
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

  /// The numbers of the items of each series that has several: ascending, and in order of the first. O(n), without a
  /// look at most of the items.
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

  /// Of keys of one hash, which different series may have.
  private func numbersBySeries(_ keys: [UIDEntry.Key]) -> [[Int]] {
    Dictionary(grouping: keys.map { $0.number }) { self[$0].map { SeriesID($0) } }.values
      .filter { $0.count > 1 }
  }
}

/// Items by their series, in order of the first of each.
private struct SeriesGroups: Sequence {
  struct Group {
    let first: NumberedItem
    /// Empty where there is but one, as is nearly always so.
    let others: [NumberedItem]

    var hasAlarms: Bool { first.item.hasAlarms || others.contains { $0.item.hasAlarms } }
    var all: [NumberedItem] { [first] + others }
  }

  private let entries: [NumberedItem]
  /// By the number of the first.
  private var others: [Int: [NumberedItem]] = [:]
  private var later: Set<Int> = []

  /// - Parameters:
  ///   - entries: By ascending numbers.
  ///   - shared: The numbers of those that share a series.
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
