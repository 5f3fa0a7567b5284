/// The items of a calendar by their number, which is their place in the document, and the numbers by UID.
struct ItemStore: Sendable {
  private var entries: [(number: Int, item: Item)] = []
  private var numbersByUID: [String: [Int]] = [:]
  /// The number of the next item that is added.
  private(set) var nextNumber = 0

  var count: Int { entries.count }

  /// The numbers of the items of a UID, ascending.
  func numbers(uid: String) -> [Int] {
    numbersByUID[uid] ?? []
  }

  subscript(number: Int) -> Item? {
    let index = position(of: number)
    return index < entries.count && entries[index].number == number ? entries[index].item : nil
  }

  /// Puts an item at a number, or takes away what is there.
  mutating func set(_ number: Int, to item: Item?) {
    let index = position(of: number)
    let exists = index < entries.count && entries[index].number == number
    if exists { unlist(number, uid: entries[index].item.uid) }
    if let item {
      if exists { entries[index].item = item } else { entries.insert((number, item), at: index) }
      list(number, uid: item.uid)
      nextNumber = Swift.max(nextNumber, number + 1)
    } else if exists {
      entries.remove(at: index)
    }
  }

  /// The index of the first entry whose number is not less.
  private func position(of number: Int) -> Int {
    if let last = entries.last, last.number < number { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func list(_ number: Int, uid: String) {
    var numbers = numbersByUID[uid] ?? []
    numbers.insert(number, at: numbers.firstIndex { $0 > number } ?? numbers.endIndex)
    numbersByUID[uid] = numbers
  }

  private mutating func unlist(_ number: Int, uid: String) {
    let numbers = numbersByUID[uid]?.filter { $0 != number } ?? []
    numbersByUID[uid] = numbers.isEmpty ? nil : numbers
  }
}

extension ItemStore: Sequence {
  struct Iterator: IteratorProtocol {
    private var base: IndexingIterator<[(number: Int, item: Item)]>

    fileprivate init(_ entries: [(number: Int, item: Item)]) {
      base = entries.makeIterator()
    }

    mutating func next() -> (number: Int, item: Item)? {
      base.next()
    }
  }

  func makeIterator() -> Iterator {
    Iterator(entries)
  }
}

/// Stores are equal when their items are, in order; the numbers may differ.
extension ItemStore: Hashable {
  static func == (lhs: ItemStore, rhs: ItemStore) -> Bool {
    lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.item == $1.item }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (_, item) in self { hasher.combine(item) }
  }
}
