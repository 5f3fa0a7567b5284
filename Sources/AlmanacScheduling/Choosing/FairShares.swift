internal import AlmanacEvents
internal import AlmanacTime

/// The bookings that count for each candidate of a choice by shares.
///
/// While all can always serve, these are all bookings. One who was absent, or is new, has fewer, and would get every booking
/// until the others are caught up with. So where one is a booking behind, all are gone through in the order in which they were
/// made. Who is more than three behind somebody who is chosen, or one where it is the first booking, was absent, and counts from
/// then on as if it had about as many as that one before the choice (as in start-time fair queueing; Goyal, Vin and Cheng, 1996).
struct FairShares: Sendable {
  private let shares: [Int]
  private let sum: Int
  /// The bookings of each that count, and whether it has one.
  private var counts: [Int]
  private var isKnown: [Bool]
  /// The most bookings before a choice that anybody chosen had, for each share: a fraction.
  private var most = (bookings: 0, share: 1)

  /// - Parameter shares: From 0 to 1 000 000.
  /// - Complexity: O(*n* log *b*) for *n* candidates with *b* bookings each; where one is a booking behind, O(*n* *b* log *n*)
  ///   for the first choice among them, then O(*n*) and what was booked since; see `ShareReplays`.
  static func counts(
    _ candidates: ArraySlice<PreparedParticipant>, _ shares: [Int], in window: Range<Instant>?,
    _ history: BookingHistory
  ) -> [Int] {
    let all = candidates.map { history.count(of: $0.key, in: window) }
    guard isSomebodyLate(all, shares) else { return all }
    var result = history.fairShares(of: candidates.map { $0.key }, shares, in: window)
    for index in shares.indices { result.raise(index) }
    return result.counts
  }

  init(_ shares: [Int]) {
    (self.shares, sum) = (shares, shares.reduce(0, +))
    (counts, isKnown) = (shares.map { _ in 0 }, shares.map { _ in false })
  }

  /// Whether a candidate is a booking or more behind its share.
  private static func isSomebodyLate(_ counts: [Int], _ shares: [Int]) -> Bool {
    let (sum, all) = (shares.reduce(0, +), counts.reduce(0, +))
    return counts.indices.contains { shares[$0] > 0 && !isLess(shares[$0], all, counts[$0] + 1, sum) }
  }

  /// Counts a booking of a candidate, the next in the order in which they were made.
  mutating func add(_ index: Int) {
    raise(index)
    if shares[index] > 0, Self.isLess(most.bookings, shares[index], counts[index], most.share) {
      most = (counts[index], shares[index])
    }
    counts[index] += 1
    isKnown[index] = true
  }

  /// Raises the count of one who was absent. While all can always serve nobody is that far behind.
  private mutating func raise(_ index: Int) {
    let (share, count) = (shares[index], counts[index])
    let isLate =
      isKnown[index]
      ? Self.isLess(count + 3, most.share, share, most.bookings)
      : Self.isLess((count + 1) * sum + share, most.share, share * sum, most.bookings)
    guard isLate else { return }
    let due = most.share.dividingFullWidth(most.bookings.multipliedFullWidth(by: share)).quotient
    // For a large share, the most with which it goes before that one.
    let after = most.share.dividingFullWidth((most.bookings + 1).multipliedFullWidth(by: share))
    let next = (after.remainder > 0 ? after.quotient + 1 : after.quotient) - 2
    counts[index] = Swift.max(count, due, next)
  }

  /// Whether the product of two numbers is less than that of two others.
  static func isLess(_ one: Int, _ factor: Int, _ other: Int, _ otherFactor: Int) -> Bool {
    let (left, right) = (one.multipliedFullWidth(by: factor), other.multipliedFullWidth(by: otherFactor))
    return (left.high, left.low) < (right.high, right.low)
  }
}
