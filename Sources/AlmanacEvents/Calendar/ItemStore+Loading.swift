/// Taking in a whole file.
extension ItemStore {
  /// Puts items behind all others. Into a store of nothing O(n log n) at the cost of a sort, else one by one.
  ///
  /// - Parameter entries: By ascending numbers, all of them new.
  mutating func append(_ entries: [NumberedItem]) {
    guard count == 0, let last = entries.last else { return set(entries.map { ($0.number, $0.item) }) }
    let order = Self.orderByUID(entries)
    load(
      items: OrderedTree(ContiguousArray(entries)),
      uids: OrderedTree(
        ContiguousArray(
          order.map { UIDEntry(key: UIDEntry.Key(uid: entries[$0].item.uid, number: entries[$0].number)) })),
      placements: Self.placements(of: entries, by: order), nextNumber: last.number + 1)
  }

  /// The places of the entries by UID, those of one UID in their order.
  private static func orderByUID(_ entries: [NumberedItem]) -> [Int] {
    // Most UIDs are told apart by their first bytes. Bytes of ASCII are in the order of the texts as far as no mark that
    // combines with the last of them may follow, so one byte less is compared.
    var keys = entries.indices.map { place in
      let bytes = entries[place].item.uid.leadingBytes
      return (leading: bytes >> 8, isASCII: bytes & 0x8080_8080_8080_8080 == 0, place: place)
    }
    keys.sort { one, other in
      if one.leading != other.leading, one.isASCII, other.isASCII { return one.leading < other.leading }
      let (uid, otherUID) = (entries[one.place].item.uid, entries[other.place].item.uid)
      return uid == otherUID ? one.place < other.place : uid < otherUID
    }
    return keys.map { $0.place }
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
