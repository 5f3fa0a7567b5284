internal import AlmanacEvents
public import AlmanacTime

/// The rule by which those who serve are chosen among those who can. Ties are decided by name.
///
/// ```swift
/// let fair = ChoicePolicy.shares(weights: ["eva": 2], in: quarter)           // Eva twice as often as the others
/// let loyal = ChoicePolicy.sequence([.same(as: lastTime), fair])
/// let choice = grid.choice(at: start, by: loyal, history: book.history)
/// ```
public enum ChoicePolicy: Sendable {
  /// In the order in which the pool lists them.
  case inOrder
  /// Each by shares of the bookings that begin in a half-open range; `nil` for all bookings.
  ///
  /// While all can always serve, the number of bookings of each is within one of the exact share, after every booking
  /// (the quota method of Balinski and Young, 1975). One who could not serve for a while catches up as far as the range
  /// reaches back.
  ///
  /// - `weights`: The shares, from 0 to 1 000 000; 1 for those who have none. One with 0 serves if nobody else can.
  /// - `credits`: Bookings that count beside those of the history, such as `BookingHistory.credit(joining:weights:weight:in:)` for
  ///   one who was added later.
  case shares(weights: [String: Int] = [:], in: Range<Instant>? = nil, credits: [String: Int] = [:])
  /// The one whose last booking before the slot is the longest ago; one without any comes first.
  case longestWaiting
  /// The highest priority first; 0 for those who have none.
  case priority([String: Int])
  /// These before the others: those who served the last time.
  case same(as: [String])
  /// The lowest number first.
  case custom(@Sendable (_ name: String, _ slot: Slot, _ history: BookingHistory) -> Int)
  /// By the first policy; ties by the next one.
  indirect case sequence([ChoicePolicy])

  /// The fewest bookings that begin in a half-open range; `nil` for all bookings.
  public static func fewestBookings(in window: Range<Instant>? = nil) -> ChoicePolicy {
    .shares(in: window)
  }
}

/// The place of a candidate in the order of a policy: the lowest is first.
private struct ChoiceRank {
  /// 0 for those who may serve before they exceed their share, 1 for the others.
  var tier = 0
  var numerator = 0
  var denominator = 1

  static func < (one: ChoiceRank, other: ChoiceRank) -> Bool {
    if one.tier != other.tier { return one.tier < other.tier }
    if one.denominator == other.denominator { return one.numerator < other.numerator }
    let left = one.numerator.multipliedFullWidth(by: other.denominator)
    let right = other.numerator.multipliedFullWidth(by: one.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension ChoicePolicy {
  /// The indexes of names in the order of the policy.
  ///
  /// - Complexity: O(*n* log *n*), and a look-up of each in the history.
  func order(_ names: [String], for slot: Slot, _ history: BookingHistory) -> [Int] {
    let ranks = ranks(names, slot, history)
    return names.indices.sorted { one, other in
      for level in ranks.indices {
        if ranks[level][one] < ranks[level][other] { return true }
        if ranks[level][other] < ranks[level][one] { return false }
      }
      return (names[one], one) < (names[other], other)
    }
  }

  /// The ranks of each of the policies that apply one after the other.
  private func ranks(_ names: [String], _ slot: Slot, _ history: BookingHistory) -> [[ChoiceRank]] {
    func numbered(_ number: (String) -> Int) -> [[ChoiceRank]] {
      [names.map { ChoiceRank(numerator: number($0)) }]
    }
    switch self {
    case .inOrder: return [names.indices.map { ChoiceRank(numerator: $0) }]
    case .shares(let weights, let window, let credits):
      return [Self.shares(names, weights, credits) { history.count(of: $0, in: window) }]
    case .longestWaiting:
      return numbered { name in
        history.last(of: name, before: slot.interval.lowerBound).map { Int($0.secondsSinceEpoch) } ?? .min
      }
    case .priority(let priorities): return numbered { -Swift.max(-Int.max, priorities[$0] ?? 0) }
    case .same(let last):
      let keys = Set(last.map { PersonKey($0) })
      return numbered { keys.contains(PersonKey($0)) ? 0 : 1 }
    case .custom(let number): return numbered { number($0, slot, history) }
    case .sequence(let policies): return policies.flatMap { $0.ranks(names, slot, history) }
    }
  }

  /// One booking more than each has, over its weight; first those whose share of all bookings, the next one included, is
  /// more than they have.
  private static func shares(
    _ names: [String], _ weights: [String: Int], _ credits: [String: Int], _ count: (String) -> Int
  ) -> [ChoiceRank] {
    let shares = names.map { Self.weight(of: $0, in: weights) }
    let counts = names.map { count($0) + Swift.max(0, Swift.min(credits[$0] ?? 0, 1_000_000_000)) }
    let (sum, next) = (shares.reduce(0, +), counts.reduce(1, +))
    return zip(shares, counts).map { share, count in
      let owed = share.multipliedFullWidth(by: next)
      let had = count.multipliedFullWidth(by: sum)
      let isWithinShare = (had.high, had.low) < (owed.high, owed.low)
      // With a weight of 0 the fewest bookings decide, after everybody else.
      return ChoiceRank(
        tier: share == 0 ? 2 : isWithinShare ? 0 : 1, numerator: count + 1, denominator: Swift.max(1, share))
    }
  }

  fileprivate static func weight(of name: String, in weights: [String: Int]) -> Int {
    Swift.max(0, Swift.min(weights[name] ?? 1, 1_000_000))
  }
}

extension BookingHistory {
  /// The bookings with which one who joins a pool is credited, so as not to get every further booking until the others are
  /// caught up with: the mean of the others, by weight, rounded down.
  ///
  /// ```swift
  /// let credit = history.credit(joining: ["eva", "leo"])
  /// let policy = ChoicePolicy.shares(credits: ["new": credit])
  /// ```
  ///
  /// - Parameters:
  ///   - pool: The others.
  ///   - weights: The shares of the others; 1 for those who have none.
  ///   - weight: The share of the one who joins.
  ///   - window: The half-open range in which bookings begin; `nil` for all bookings.
  public func credit(
    joining pool: [String], weights: [String: Int] = [:], weight: Int = 1, in window: Range<Instant>? = nil
  ) -> Int {
    let sum = pool.reduce(0) { $0 + ChoicePolicy.weight(of: $1, in: weights) }
    let bookings = pool.reduce(0) { $0 + count(of: $1, in: window) }
    return sum == 0 ? 0 : Swift.max(0, Swift.min(weight, 1_000_000)) * bookings / sum
  }
}
