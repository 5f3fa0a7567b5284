/// Taking in a whole file.
extension ItemStore {
  /// Puts items behind all others. Into a store of nothing O(n log n) at the cost of a sort, else one by one.
  ///
  /// - Parameter entries: By ascending numbers, all of them new.
  mutating func append(_ entries: [NumberedItem]) {
    guard count == 0, let last = entries.last else { return set(entries.map { ($0.number, $0.item) }) }
    var keys = entries.indices.map { place in
      (key: UIDEntry.Key(uid: entries[place].item.uid, number: entries[place].number), place: place)
    }
    keys.sort { $0.key < $1.key }
    let groups = Self.groups(of: entries, by: keys)
    load(
      items: OrderedTree(ContiguousArray(entries)),
      uids: OrderedTree(ContiguousArray(keys.map { UIDEntry(key: $0.key) })), groups: groups,
      nextNumber: last.number + 1)
  }

  /// The items of each UID, in the order of the first of each.
  private static func groups(
    of entries: [NumberedItem], by keys: [(key: UIDEntry.Key, place: Int)]
  ) -> some Sequence<[NumberedItem]> {
    // Few UIDs have several items: those wait at the place of their first, the others are marked.
    var groups: [Int: [NumberedItem]] = [:]
    var isLater = [Bool](repeating: false, count: entries.count)
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end].key.hash == keys[start].key.hash { end += 1 }
      if end - start > 1 {
        // Different UIDs may share a hash.
        var firsts: [String: Int] = [:]
        for (_, place) in keys[start..<end] {
          let first = firsts[entries[place].item.uid] ?? place
          firsts[entries[place].item.uid] = first
          groups[first, default: []].append(entries[place])
          isLater[place] = place != first
        }
      }
      start = end
    }
    return entries.indices.lazy.filter { !isLater[$0] }.map { groups[$0] ?? [entries[$0]] }
  }
}
