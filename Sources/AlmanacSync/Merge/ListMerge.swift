internal import AlmanacComponents

/// The identity of an entry in a list: its key, and its number among the entries of that key, counted from 1.
struct EntryKey: Sendable, Hashable {
  let text: String
  let number: Int

  /// The identities of entries with some keys; those that repeat a key are numbered in order.
  static func numbered(_ keys: [String]) -> [EntryKey] {
    var counts: [String: Int] = [:]
    return keys.map { key in
      counts[key, default: 0] += 1
      return EntryKey(text: key, number: counts[key, default: 1])
    }
  }
}

/// A three-way merge of lists whose entries are identified by keys: entries that one side added, changed or removed are
/// added, changed or removed in the result.
///
/// The entries are in the order of our side, followed by those that only the other side has. Entries that repeat a key
/// are matched in order.
struct ListMerge<Entry> {
  private(set) var merged: [Entry] = []

  /// The states of an entry that both sides changed differently, or that one changed and the other removed.
  struct Dispute {
    let key: EntryKey
    /// The entry in the base, on our side and on the other side.
    let states: [Entry?]
    /// The side whose entry is used until the conflict is resolved: ours, or the one that has it.
    var provisional: MergeSide { states[1] == nil ? .theirs : .ours }

    func state(of side: MergeSide) -> Entry? { states[side.index] }
  }

  /// - Parameters:
  ///   - lists: The entries of the base, of our side and of the other side.
  ///   - keys: Their keys.
  ///   - isEqual: Whether two entries of one key state the same.
  ///   - decide: Returns the entry for the result; `nil` for none.
  /// - Complexity: O(*n*) in the number of entries.
  init(
    _ lists: [[Entry]], keys: [[String]], isEqual: (Entry, Entry) -> Bool, decide: (Dispute) -> Entry?
  ) {
    let keys = keys.map(EntryKey.numbered)
    let places = keys.map { Dictionary(firstOf: zip($0, $0.indices)) }
    for key in keys[1] + keys[2].filter({ places[1][$0] == nil }) {
      let states = zip(places, lists).map { places, list in places[key].map { list[$0] } }
      let dispute = Dispute(key: key, states: states)
      let side = MergeSide(ofChange: states, isEqual)
      let result = side.map(dispute.state(of:)) ?? decide(dispute)
      if let result { merged.append(result) }
    }
  }
}

extension ListMerge where Entry: Equatable {
  init(_ lists: [[Entry]], keys: [[String]], decide: (Dispute) -> Entry?) {
    self.init(lists, keys: keys, isEqual: ==, decide: decide)
  }
}

extension Array {
  /// Replaces the entry of a key by the entry of another list, or removes it if that list has none.
  func resolving(
    _ key: EntryKey, keys: [String], as chosen: [Element], keys chosenKeys: [String]
  ) -> [Element] {
    let entry = EntryKey.numbered(chosenKeys).firstIndex(of: key).map { chosen[$0] }
    var entries = self
    if let place = EntryKey.numbered(keys).firstIndex(of: key) {
      entries.replaceSubrange(place...place, with: [entry].compactMap { $0 })
    } else if let entry {
      entries.append(entry)
    }
    return entries
  }
}
