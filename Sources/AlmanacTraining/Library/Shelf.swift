internal import AlmanacTime

/// What a library keeps: something with an identity, an owner and a name to list it by.
protocol LibraryItem: Sendable, Hashable, Identifiable where ID == String {
  /// What reasons call it.
  static var kind: String { get }
  var coach: String { get }
  var name: String { get }
}

extension LibraryItem {
  var subject: String { "\(Self.kind) \(id)" }
}

extension Machine: LibraryItem {
  static var kind: String { "machine" }
}

extension Exercise: LibraryItem {
  static var kind: String { "exercise" }
}

extension Routine: LibraryItem {
  static var kind: String { "routine" }
}

/// Items of one kind, found by identity and listed by name (those of the same name by identity).
///
/// Finding is O(1), a change O(log n) comparisons and one shift.
struct Shelf<Item: LibraryItem>: Sendable, Hashable {
  private struct Place: Sendable, Hashable, Comparable {
    let key: AlphabeticalKey
    let id: String

    init(_ item: Item) {
      key = AlphabeticalKey(item.name)
      id = item.id
    }

    static func < (lhs: Place, rhs: Place) -> Bool {
      lhs.key == rhs.key ? lhs.id < rhs.id : lhs.key < rhs.key
    }
  }

  private var byID: [String: Item] = [:]
  private var places: [Place] = []

  subscript(id: String) -> Item? { byID[id] }

  var items: [Item] { places.compactMap { byID[$0.id] } }

  /// Puts an item in, in place of the one with its identity.
  mutating func put(_ item: Item) {
    _ = remove(item.id)
    let place = Place(item)
    places.insert(place, at: index(of: place))
    byID[item.id] = item
  }

  mutating func remove(_ id: String) -> Item? {
    guard let item = byID.removeValue(forKey: id) else { return nil }
    let index = index(of: Place(item))
    if places.indices.contains(index) { places.remove(at: index) }
    return item
  }

  func filter(_ isKept: (Item) -> Bool) -> Shelf {
    var kept = Shelf()
    kept.places = places.filter { byID[$0.id].map(isKept) ?? false }
    kept.byID = byID.filter { isKept($0.value) }
    return kept
  }

  /// Where a place is, or would be.
  private func index(of place: Place) -> Int {
    places.partitioningIndex { !($0 < place) }
  }
}
