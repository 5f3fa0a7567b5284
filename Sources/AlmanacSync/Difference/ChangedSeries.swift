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
    var waiting = Dictionary(grouping: before, by: \.id)
    var added: [ItemID] = []
    for item in after {
      guard let place = waiting[item.id]?.firstIndex(of: item) else {
        added.append(item.id)
        continue
      }
      waiting[item.id]?.remove(at: place)
    }
    changed += before.lazy.map(\.id).filter { waiting[$0]?.isEmpty == false } + added
    var known: Set<ItemID> = []
    return changed.map(\.series).filter { known.insert($0).inserted }
  }
}

extension ItemID {
  /// The identity of the item or of the series as a whole.
  var series: ItemID { recurrenceID == nil ? self : ItemID(uid: uid, kind: kind) }
}
