import AlmanacEvents

/// The texts that the items of a calendar had before they were edited or removed: an item that gets back into the state of
/// one of them gets its text back, byte for byte, so that undoing an edit leaves no trace.
///
/// A text that was read is a range of the source. Of the others, which edits wrote, the last ones are stored.
struct PreviousTexts: Sendable {
  private struct Entry: Sendable {
    let item: Item
    var piece: Int
    let text: RawDocument.Text
    /// The number of entries before it.
    let serial: Int
    var isRead: Bool { if case .source = text { true } else { false } }
  }

  /// The number of texts written by edits that are stored for certain.
  private static let limit = 1000

  private var entries: [ItemID: [Entry]] = [:]
  private var next = 0
  /// The number of entries that are not of the source.
  private var writtenCount = 0

  /// Records the text of an item, in the piece in which it is.
  mutating func record(_ item: Item, _ piece: Int, _ text: RawDocument.Text) {
    var found = entries[item.id] ?? []
    let entry = Entry(item: item, piece: piece, text: text, serial: next)
    if let place = found.firstIndex(where: { $0.piece == piece && $0.item == item }) {
      if !found[place].isRead { found[place] = entry }
    } else {
      found.append(entry)
      if !entry.isRead { writtenCount += 1 }
    }
    next += 1
    entries[item.id] = found
    if writtenCount > 2 * Self.limit { dropOldest() }
  }

  private mutating func dropOldest() {
    let first = next - Self.limit
    entries = entries.mapValues { $0.filter { $0.isRead || $0.serial >= first } }.filter { !$0.value.isEmpty }
    writtenCount = entries.values.reduce(0) { $0 + $1.count { !$0.isRead } }
  }

  /// The text that a piece had for an item in the same state.
  func text(of item: Item, in piece: Int) -> RawDocument.Text? {
    entries[item.id]?.first { $0.piece == piece && $0.item == item }?.text
  }

  /// Matches items that get back into a former state with the pieces that they had in it, if these are matched with items that
  /// are edited too. Overrides that moved with their series may have exchanged their pieces.
  func restorePieces(
    of items: [Item], in former: [(piece: Int, value: Item)], _ matching: inout EditMatching<Item>
  ) {
    guard !entries.isEmpty else { return }
    lazy var places = Dictionary(uniqueKeysWithValues: former.enumerated().map { ($1.piece, $0) })
    for (index, item) in items.enumerated() {
      guard let partner = matching.partners[index], former[partner].value != item,
        let own = entries[item.id]?.filter({ $0.item == item }), !own.isEmpty,
        !own.contains(where: { $0.piece == former[partner].piece }),
        let place = own.lazy.compactMap({ places[$0.piece] }).first
      else { continue }
      matching.exchange(index, place) { other in former[place].value != items[other] }
    }
  }

  /// The piece from which an item in the same state was removed, and its text.
  func removed(_ item: Item, where isFree: (Int) -> Bool) -> (piece: Int, text: RawDocument.Text)? {
    entries[item.id]?.first { isFree($0.piece) && $0.item == item }.map { ($0.piece, $0.text) }
  }

  /// Updates the pieces after others were inserted at a place.
  mutating func movePieces(from place: Int, by count: Int) {
    for id in entries.values.indices {
      for index in entries.values[id].indices where entries.values[id][index].piece >= place {
        entries.values[id][index].piece += count
      }
    }
  }
}
