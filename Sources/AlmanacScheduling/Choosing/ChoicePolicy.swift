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
  /// (the quota method of Balinski and Young, 1975). One who could not serve for a while catches up by three bookings at most:
  /// who was absent for longer, or is new, counts from then on as one who is one booking behind the others. So it is booked
  /// soon, and does not get every booking until the others are caught up with.
  ///
  /// - `weights`: The shares, from 0 to 1 000 000; 1 for those who have none. One with 0 serves if nobody else can.
  case shares(weights: [String: Int] = [:], in: Range<Instant>? = nil)
  /// The one whose last booking before the slot is the longest ago; one without any comes first.
  case longestWaiting
  /// The highest priority first; 0 for those who have none.
  case priority([String: Int])
  /// These before the others, in this order: those who served the last time.
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
    return FairShares.isLess(one.numerator, other.denominator, other.numerator, one.denominator)
  }
}

extension ChoicePolicy {
  /// The places of candidates in the order of the policy.
  ///
  /// - Parameter places: The places of the candidates in the order of their names.
  /// - Complexity: O(*n* log *n*), and a look-up of each in the history; see `FairShares.counts(_:_:in:_:)`.
  func order(
    _ candidates: ArraySlice<PreparedParticipant>, placedByName places: [Int], for slot: Slot,
    _ history: BookingHistory
  ) -> [Int] {
    let ranks = ranks(candidates, slot, history)
    guard let first = ranks.first else { return places.indices.sorted { places[$0] < places[$1] } }
    return places.indices.sorted { one, other in
      if first[one] < first[other] { return true }
      if first[other] < first[one] { return false }
      for level in ranks.dropFirst() {
        if level[one] < level[other] { return true }
        if level[other] < level[one] { return false }
      }
      return places[one] < places[other]
    }
  }

  /// The policy for the next session of a series, where those who served in this one come after those who did so before it.
  func after(_ names: @autoclosure () -> [String]) -> ChoicePolicy {
    switch self {
    case .same(let last): .same(as: (last + names()).uniqued { PersonKey($0) })
    case .sequence(let policies): .sequence(policies.map { $0.after(names()) })
    default: self
    }
  }

  /// The ranks of each of the policies that apply one after the other.
  private func ranks(
    _ candidates: ArraySlice<PreparedParticipant>, _ slot: Slot, _ history: BookingHistory
  ) -> [[ChoiceRank]] {
    func numbered(_ number: (PreparedParticipant) -> Int) -> [[ChoiceRank]] {
      [candidates.map { ChoiceRank(numerator: number($0)) }]
    }
    switch self {
    case .inOrder: return [(0..<candidates.count).map { ChoiceRank(numerator: $0) }]
    case .shares(let weights, let window):
      let weights = Self.byPerson(weights)
      let shares = candidates.map { candidate in
        weights.isEmpty ? 1 : Swift.max(0, Swift.min(weights[candidate.key] ?? 1, 1_000_000))
      }
      return [Self.ranks(shares, FairShares.counts(candidates, shares, in: window, history))]
    case .longestWaiting:
      return numbered { candidate in
        let last = history.last(of: candidate.key, before: slot.interval.lowerBound)
        return last.map { Int($0.secondsSinceEpoch) } ?? .min
      }
    case .priority(let priorities):
      let priorities = Self.byPerson(priorities)
      return numbered { -Swift.max(-Int.max, priorities[$0.key] ?? 0) }
    case .same(let last):
      let places = Dictionary(zip(last.map { PersonKey($0) }, last.indices)) { first, _ in first }
      return numbered { places[$0.key] ?? .max }
    case .custom(let number): return numbered { number($0.name, slot, history) }
    case .sequence(let policies): return policies.flatMap { $0.ranks(candidates, slot, history) }
    }
  }

  /// Numbers of persons, of one who is named twice the greater one.
  private static func byPerson(_ numbers: [String: Int]) -> [PersonKey: Int] {
    Dictionary(numbers.map { (PersonKey($0), $1) }, uniquingKeysWith: Swift.max)
  }

  /// One booking more than each has, over its weight; first those whose share of all bookings, the next one included, is
  /// more than they have.
  private static func ranks(_ shares: [Int], _ counts: [Int]) -> [ChoiceRank] {
    let (sum, next) = (shares.reduce(0, +), counts.reduce(1, +))
    return zip(shares, counts).map { share, count in
      let isWithinShare = FairShares.isLess(count, sum, share, next)
      // With a weight of 0 the fewest bookings decide, after everybody else.
      return ChoiceRank(
        tier: share == 0 ? 2 : isWithinShare ? 0 : 1, numerator: count + 1, denominator: Swift.max(1, share))
    }
  }
}
