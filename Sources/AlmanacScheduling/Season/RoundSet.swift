internal import AlmanacComponents

/// A set of rounds, as many as 64 teams can have: numbers from 0 to 127.
typealias RoundSet = SmallNumberSet

extension RoundSet {
  /// Creates the set of the numbers below a bound that satisfy a condition.
  init(below count: Int, where condition: (Int) -> Bool) {
    self.init()
    for number in 0..<count where condition(number) { insert(number) }
  }

  /// Exchanges whether one and whether the other number is in the set.
  mutating func exchange(_ one: Int, _ other: Int) {
    guard contains(one) != contains(other) else { return }
    self = symmetricDifference(RoundSet(one).union(RoundSet(other)))
  }

  /// The number of successive numbers below a bound of which one is in the set and one is not.
  func changes(below count: Int) -> Int {
    symmetricDifference(predecessors).intersection(RoundSet(below: count - 1)).count
  }

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
