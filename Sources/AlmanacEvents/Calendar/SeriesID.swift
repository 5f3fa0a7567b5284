internal import AlmanacTime

/// What the item and the overrides of its instances have in common.
struct SeriesID: Sendable, Hashable {
  let uid: String
  let kind: Item.Kind

  init(uid: String, kind: Item.Kind) {
    self.uid = uid
    self.kind = kind
  }

  static func == (one: SeriesID, other: SeriesID) -> Bool {
    one.kind == other.kind && one.uid.isSpelled(like: other.uid)
  }

  init(_ item: Item) {
    self.init(uid: item.uid, kind: item.kind)
  }

  /// Those that a UID may name: the one of a kind, or one of each.
  static func all(uid: String, kind: Item.Kind? = nil) -> [SeriesID] {
    let kinds = kind.map { [$0] } ?? Item.Kind.allCases
    return kinds.map { SeriesID(uid: uid, kind: $0) }
  }

  /// One of its instances, or with `nil` the series as a whole.
  func instance(_ recurrenceID: EventTime?) -> ItemID {
    ItemID(uid: uid, kind: kind, recurrenceID: recurrenceID)
  }
}

extension ItemID {
  var series: SeriesID { SeriesID(uid: uid, kind: kind) }
}
