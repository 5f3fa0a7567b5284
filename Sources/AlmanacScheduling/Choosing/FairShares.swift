internal import AlmanacEvents
internal import AlmanacTime

/// The bookings that count for each candidate of a choice by shares.
///
/// While all can always serve, these are all bookings. One who was absent, or is new, has fewer, and would get every booking
/// until the others are caught up with. So where one is more than two bookings behind, all are gone through in the order in
/// which they were made, and one who is then more than two behind somebody who is chosen, counts from then on as one who is
/// next (as in start-time fair queueing; Goyal, Vin and Cheng, 1996).
struct FairShares {
  private let shares: [Int]
  /// The bookings of each that count.
  private var counts: [Int]
  /// The most bookings before a choice that anybody chosen had, for each share: a fraction.
  private var most = (bookings: 0, share: 1)

  /// - Parameter shares: From 0 to 1 000 000.
  /// - Complexity: O(*n* log *b*) for *n* candidates with *b* bookings each; O(*n* *b* log *n*) where one is more than two bookings
  ///   behind.
  static func counts(
    _ candidates: ArraySlice<PreparedParticipant>, _ shares: [Int], in window: Range<Instant>?,
    _ history: BookingHistory
  ) -> [Int] {
    let all = candidates.map { history.count(of: $0.key, in: window) }
    guard isSomebodyLate(all, shares) else { return all }
    let order = candidates.enumerated().sorted { $0.element.key.text < $1.element.key.text }
    var bookings: [(made: Instant, start: Instant, place: Int)] = []
    bookings.reserveCapacity(all.reduce(0, +))
    for (place, entry) in order.enumerated() {
      for service in history.services(of: entry.element.key, in: window) {
        bookings.append((service.made, service.start, place))
      }
    }
    bookings.sort { $0 < $1 }
    var result = FairShares(shares: shares, counts: shares.map { _ in 0 })
    for booking in bookings { result.add(order[booking.place].offset) }
    for index in shares.indices { result.raise(index) }
    return result.counts
  }

  /// Whether a candidate is more than two bookings behind its share.
  private static func isSomebodyLate(_ counts: [Int], _ shares: [Int]) -> Bool {
    let (sum, all) = (shares.reduce(0, +), counts.reduce(0, +))
    return counts.indices.contains { isLess(counts[$0] + 2, sum, shares[$0], all) }
  }

  private mutating func add(_ index: Int) {
    raise(index)
    if shares[index] > 0, Self.isLess(most.bookings, shares[index], counts[index], most.share) {
      most = (counts[index], shares[index])
    }
    counts[index] += 1
  }

  /// Raises a count that is more than two behind to the highest with which it goes before the one who was chosen with the most.
  private mutating func raise(_ index: Int) {
    guard Self.isLess(counts[index] + 2, most.share, shares[index], most.bookings) else { return }
    let after = (most.bookings + 1).multipliedFullWidth(by: shares[index])
    let (due, rest) = most.share.dividingFullWidth(after)
    counts[index] = Swift.max(counts[index], (rest > 0 ? due + 1 : due) - 2)
  }

  /// Whether the product of two numbers is less than that of two others.
  private static func isLess(_ one: Int, _ factor: Int, _ other: Int, _ otherFactor: Int) -> Bool {
    let (left, right) = (one.multipliedFullWidth(by: factor), other.multipliedFullWidth(by: otherFactor))
    return (left.high, left.low) < (right.high, right.low)
  }
}
