internal import AlmanacEvents

extension EventCalendar {
  /// The identities of the items and series, without recurrence ids, that differ from those of another calendar, each
  /// once: in this calendar's order, then the added ones in the order of the other.
  ///
  /// - Complexity: O(*n*); items in the same order are compared without hashing.
  func changedSeries(to other: EventCalendar) -> [ItemID] {
    var (before, after) = (Array(items)[...], Array(other.items)[...])
    var changed: [ItemID] = []
    while let one = before.first, let another = after.first {
      if one != another {
        guard one.id == another.id else { break }
        changed.append(one.id)
      }
      before = before.dropFirst()
      after = after.dropFirst()
    }
    while let one = before.last, one == after.last {
      before = before.dropLast()
      after = after.dropLast()
    }
    // Equal items may be in another place, and several may have one identity.
    let (old, new) = (Dictionary(grouping: before, by: \.id), Dictionary(grouping: after, by: \.id))
    var seen: Set<ItemID> = []
    let ids = (before.lazy.map(\.id) + after.lazy.map(\.id)).filter { seen.insert($0).inserted }
    changed += ids.filter { !Self.areSame(old[$0] ?? [], new[$0] ?? []) }
    var known: Set<ItemID> = []
    return changed.map(\.series).filter { known.insert($0).inserted }
  }

  /// Whether two lists have the same items in whatever order.
  private static func areSame(_ one: [Item], _ other: [Item]) -> Bool {
    if one.count != other.count || one == other { return one.count == other.count }
    if one.count == 1 { return false }
    let counts = [one, other].map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
    return counts[0] == counts[1]
  }
}

extension ItemID {
  /// The identity of the item or of the series as a whole.
  var series: ItemID { recurrenceID == nil ? self : ItemID(uid: uid, kind: kind) }
}
