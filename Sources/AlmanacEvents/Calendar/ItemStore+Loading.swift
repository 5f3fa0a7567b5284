/// Taking in a whole file.
extension ItemStore {
  /// Puts items behind all others. Into a store of nothing O(n log n) at the cost of a sort, else one by one.
  ///
  /// - Parameter entries: By ascending numbers, all of them new.
  mutating func append(_ entries: [NumberedItem]) {
    guard count == 0, let last = entries.last else { return set(entries.map { ($0.number, $0.item) }) }
    let order = entries.indices.sorted {
      let (one, other) = (entries[$0].item.uid, entries[$1].item.uid)
      return one == other ? $0 < $1 : one < other
    }
    load(
      items: OrderedTree(ContiguousArray(entries)),
      uids: OrderedTree(
        ContiguousArray(
          order.map { UIDEntry(key: UIDEntry.Key(uid: entries[$0].item.uid, number: entries[$0].number)) })),
      placements: Self.placements(of: entries, by: order), nextNumber: last.number + 1)
  }

  /// Where the items of each UID are, in the order of the first of each.
  ///
  /// - Parameter order: The places of the entries by UID.
  private static func placements(
    of entries: [NumberedItem], by order: [Int]
  ) -> some Sequence<SeriesPlacement> {
    // Few UIDs have several items: those wait at the place of their first, the others are marked.
    var groups: [Int: [NumberedItem]] = [:]
    var isLater = [Bool](repeating: false, count: entries.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, entries[order[end]].item.uid == entries[order[start]].item.uid { end += 1 }
      if end - start > 1 {
        groups[order[start]] = order[start..<end].map { entries[$0] }
        for place in order[start + 1..<end] { isLater[place] = true }
      }
      start = end
    }
    return entries.indices.lazy.filter { !isLater[$0] }.map { place in
      SeriesPlacement(groups[place] ?? [entries[place]])
    }
  }
}
