/// A set of rounds, as many as 64 teams can have: numbers from 0 to 127.
struct RoundSet: Hashable, Sendable {
  private var bits: UInt128 = 0

  init() {}

  init(bits: UInt128) { self.bits = bits }

  /// The numbers below a bound.
  init(below count: Int) { bits = count >= 128 ? .max : (1 << count) - 1 }

  init(_ round: Int) { insert(round) }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  /// The lowest number; `nil` in an empty set.
  var first: Int? { isEmpty ? nil : bits.trailingZeroBitCount }

  func contains(_ round: Int) -> Bool { bits >> round & 1 == 1 }

  mutating func insert(_ round: Int) { bits |= 1 << round }

  mutating func remove(_ round: Int) { bits &= ~(1 << round) }

  /// Exchanges whether one and whether the other number is in the set.
  mutating func exchange(_ one: Int, _ other: Int) {
    if contains(one) != contains(other) { bits ^= 1 << one | 1 << other }
  }

  /// The number of successive numbers below a bound of which one is in the set and one is not.
  func changes(below count: Int) -> Int {
    RoundSet(bits: bits ^ bits >> 1).intersection(RoundSet(below: count - 1)).count
  }

  mutating func removeFirst() -> Int? {
    guard let first else { return nil }
    remove(first)
    return first
  }

  func union(_ other: RoundSet) -> RoundSet { RoundSet(bits: bits | other.bits) }
  func intersection(_ other: RoundSet) -> RoundSet { RoundSet(bits: bits & other.bits) }
  func subtracting(_ other: RoundSet) -> RoundSet { RoundSet(bits: bits & ~other.bits) }

  /// Whether each of some sets can have a number of its own, by augmenting paths.
  static func areDistinct(_ sets: [RoundSet], below bound: Int) -> Bool {
    // The set of each number that is not free.
    var owners = [Int](repeating: -1, count: bound)
    var free = RoundSet(below: bound)
    var seen = RoundSet()
    func place(_ set: Int) -> Bool {
      if let round = sets[set].intersection(free).first {
        owners[round] = set
        free.remove(round)
        return true
      }
      var left = sets[set].subtracting(seen)
      while let round = left.removeFirst() {
        seen.insert(round)
        if place(owners[round]) {
          owners[round] = set
          return true
        }
        left = left.subtracting(seen)
      }
      return false
    }
    return sets.indices.allSatisfy { set in
      seen = RoundSet()
      return place(set)
    }
  }
}
