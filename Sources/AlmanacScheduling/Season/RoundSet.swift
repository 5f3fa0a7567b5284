/// A set of rounds, as many as 64 teams can have: numbers from 0 to 127.
struct RoundSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  /// The numbers below a bound.
  init(below count: Int) {
    low = count >= 64 ? .max : (1 << UInt64(count)) - 1
    high = count <= 64 ? 0 : count >= 128 ? .max : (1 << UInt64(count - 64)) - 1
  }

  init(_ round: Int) { insert(round) }

  var isEmpty: Bool { low | high == 0 }
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The lowest number; `nil` in an empty set.
  var first: Int? {
    low != 0 ? low.trailingZeroBitCount : high != 0 ? 64 + high.trailingZeroBitCount : nil
  }

  func contains(_ round: Int) -> Bool {
    (round < 64 ? low >> UInt64(round) : high >> UInt64(round - 64)) & 1 == 1
  }

  mutating func insert(_ round: Int) {
    if round < 64 { low |= 1 << UInt64(round) } else { high |= 1 << UInt64(round - 64) }
  }

  mutating func remove(_ round: Int) {
    if round < 64 { low &= ~(1 << UInt64(round)) } else { high &= ~(1 << UInt64(round - 64)) }
  }

  /// Exchanges whether one and whether the other number is in the set.
  mutating func exchange(_ one: Int, _ other: Int) {
    guard contains(one) != contains(other) else { return }
    for round in [one, other] {
      if contains(round) { remove(round) } else { insert(round) }
    }
  }

  /// How many times two successive numbers below a bound are one in the set and one not.
  func changes(below count: Int) -> Int {
    var next = RoundSet()
    next.low = low >> 1 | high << 63
    next.high = high >> 1
    next.low ^= low
    next.high ^= high
    return next.intersection(RoundSet(below: count - 1)).count
  }

  mutating func removeFirst() -> Int? {
    guard let first else { return nil }
    remove(first)
    return first
  }

  func union(_ other: RoundSet) -> RoundSet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  func intersection(_ other: RoundSet) -> RoundSet {
    var result = self
    result.low &= other.low
    result.high &= other.high
    return result
  }

  func subtracting(_ other: RoundSet) -> RoundSet {
    var result = self
    result.low &= ~other.low
    result.high &= ~other.high
    return result
  }
}
