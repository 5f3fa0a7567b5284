/// A three-way merge of lists whose entries are identified by keys: entries that one side added, changed or removed are
/// added, changed or removed in the result.
///
/// The entries are in the order of our side, followed by those that only the other side has. Entries that repeat a key
/// are matched in order.
struct ListMerge<Entry> {
  private(set) var merged: [Entry] = []

  /// - Parameters:
  ///   - lists: The entries of the base, of our side and of the other side.
  ///   - keys: Their keys.
  ///   - isEqual: Whether two entries of one key state the same.
  ///   - decide: Chooses a side where both sides changed an entry differently, or one changed it and the other removed
  ///     it. It gets the key and the side whose entry stays for want of a decision: ours, or the one that has it.
  init(
    _ lists: [[Entry]], keys: [[String]], isEqual: (Entry, Entry) -> Bool,
    decide: (String, MergeSide) -> MergeSide
  ) {
    let keys = keys.map(Self.numbered)
    let places = keys.map { Dictionary(zip($0, $0.indices)) { first, _ in first } }
    func entry(_ key: String, _ side: Int) -> Entry? { places[side][key].map { lists[side][$0] } }
    for key in keys[1] + keys[2].filter({ places[1][$0] == nil }) {
      let (base, ours, theirs) = (entry(key, 0), entry(key, 1), entry(key, 2))
      func isUnchanged(_ entry: Entry?) -> Bool {
        guard let base, let entry else { return base == nil && entry == nil }
        return isEqual(base, entry)
      }
      let result: Entry?
      if let ours, let theirs, isEqual(ours, theirs) {
        result = ours
      } else if isUnchanged(theirs) {
        result = ours
      } else if isUnchanged(ours) {
        result = theirs
      } else {
        result = decide(Self.title(key), ours == nil ? .theirs : .ours) == .theirs ? theirs : ours
      }
      if let result { merged.append(result) }
    }
  }

  /// The keys, with a number behind those that repeat one before them.
  private static func numbered(_ keys: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return keys.map { key in
      counts[key, default: 0] += 1
      let count = counts[key, default: 1]
      return count == 1 ? key : "\(key)\(separator)\(count)"
    }
  }

  private static var separator: Character { "\u{0}" }

  private static func title(_ key: String) -> String { String(key.prefix { $0 != separator }) }
}

extension ListMerge where Entry: Equatable {
  init(_ lists: [[Entry]], keys: [[String]], decide: (String, MergeSide) -> MergeSide) {
    self.init(lists, keys: keys, isEqual: ==, decide: decide)
  }
}
