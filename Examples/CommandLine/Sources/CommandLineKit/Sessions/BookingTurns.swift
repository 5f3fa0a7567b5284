import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

/// The bookings of the candidates of a pool, from which it is seen who joined it later.
///
/// No calendar says when somebody joined. While all can serve, each has a first booking within one turn, in which everybody is booked by
/// their share; one whose first booking comes later, or who has none yet, joined one turn before. So a newcomer is booked next and
/// then like the others, and does not get every further booking until the others are caught up with.
struct BookingTurns {
  private let weights: [PersonKey: Int]
  /// The bookings by start, each with the one who serves.
  private let bookings: [(start: Instant, person: PersonKey)]

  /// - Parameters:
  ///   - weights: The shares; 1 for those who have none.
  ///   - sessions: By start.
  init(of names: [String], _ weights: [Named<Int>], in sessions: [Session]) {
    self.weights = Dictionary(names.map { (PersonKey($0), weights.own(of: $0) ?? 1) }) { first, _ in first }
    bookings = sessions.filter { $0.takesTime }.flatMap { [people = self.weights] session in
      ([session.coach] + session.resources.map { $0.name }).map { PersonKey($0) }
        .filter { people[$0] != nil }.map { (session.interval.lowerBound, $0) }
    }
  }

  /// When a candidate joined; `nil` for one who was there from the beginning.
  func joined(_ name: String) -> Instant? {
    let person = PersonKey(name)
    let weight = weights[person] ?? 1
    if weight == 0 { return nil }
    let others = weights.reduce(0) { $0 + ($1.key == person ? 0 : $1.value) }
    let turn = (others + weight - 1) / weight
    let before = bookings.firstIndex { $0.person == person } ?? bookings.count
    return turn > 0 && before > turn ? bookings[before - turn].start : nil
  }
}
