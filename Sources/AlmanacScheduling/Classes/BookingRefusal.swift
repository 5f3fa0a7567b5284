public import AlmanacTime

/// One reason why a request about a class is refused.
public enum BookingRefusal: Sendable, Hashable, Codable {
  /// The class does not run on that date, with the next dates on which it does.
  case notAClassDay(next: [CivilDate])
  case noSuchClass
  case classCancelled(reason: String)
  case closed(ClosedPeriod)
  /// Too few places are free.
  case full(free: Int, waiting: Int)
  /// The channel has used its share of the places.
  case channelFull(String, limit: Int)
  case waitlistFull(Int)
  case alreadyBooked
  /// The member waits already, at this place of the list, counted from 1.
  case alreadyWaiting(position: Int)
  /// The member has another commitment at the time.
  case conflict(BusyTime.Item)
  case tooEarly(opens: Instant)
  case tooLate(closed: Instant)
  /// The caller's own rule, in its words.
  case notEligible(String)
  /// The member has no active booking.
  case notBooked
  /// The state of the booking does not allow the request.
  case wrongState(Booking.State)
  /// A booking takes at least one place and at most this many.
  case invalidPlaces(most: Int)
  /// There cannot be fewer places than are taken.
  case placesTaken(Int)
  /// Terms that a class has on all its dates alike, such as policy or limits of channels, cannot differ on one.
  case termsOfSeries
  /// The idempotency key was used for another request.
  case keyReused

  /// The stable code that scripts rely on.
  public var code: String {
    switch self {
    case .notAClassDay: "not_a_class_day"
    case .noSuchClass: "no_such_class"
    case .classCancelled: "class_cancelled"
    case .closed: "closed"
    case .full: "full"
    case .channelFull: "channel_full"
    case .waitlistFull: "waitlist_full"
    case .alreadyBooked: "already_booked"
    case .alreadyWaiting: "already_waiting"
    case .conflict: "conflict"
    case .tooEarly: "too_early"
    case .tooLate: "too_late"
    case .notEligible: "not_eligible"
    case .notBooked: "not_booked"
    case .wrongState: "wrong_state"
    case .invalidPlaces: "invalid_places"
    case .placesTaken: "places_taken"
    case .termsOfSeries: "terms_of_series"
    case .keyReused: "key_reused"
    }
  }
}

extension BookingRefusal: CustomStringConvertible {
  /// A phrase for a person, with instants in UTC.
  public var description: String { description { "\($0)" } }

  /// A phrase for a person.
  ///
  /// - Parameter moment: Writes an instant on the reader's clock.
  public func description(_ moment: (Instant) -> String) -> String {
    switch self {
    case .notAClassDay(let next):
      next.isEmpty
        ? "not a day of the class" : "not a day of the class, which next runs on \(Self.list(next))"
    case .noSuchClass: "no such class"
    case .classCancelled(let reason):
      reason.isEmpty ? "the class is cancelled" : "the class is cancelled: \(reason)"
    case .closed(let period): period.reason.isEmpty ? "closed" : "closed: \(period.reason)"
    case .full(let free, let waiting): "full (\(free) free, \(waiting) waiting)"
    case .channelFull(let channel, let limit): "no more than \(limit) places through \(channel)"
    case .waitlistFull(let limit): "the waiting list has its \(limit) bookings"
    case .alreadyBooked: "already booked"
    case .alreadyWaiting(let position): "already waiting, at place \(position)"
    case .conflict(let item):
      item.summary.isEmpty ? "taken at that time" : "taken at that time: \(item.summary)"
    case .tooEarly(let opens): "not before \(moment(opens))"
    case .tooLate(let closed): "not after \(moment(closed))"
    case .notEligible(let reason): reason
    case .notBooked: "no booking"
    case .wrongState(let state): "the booking is \(state.code)"
    case .invalidPlaces(let most): "a booking takes 1 to \(most) places"
    case .placesTaken(let taken): "\(taken) places are taken"
    case .termsOfSeries: "this can be changed only for all dates of the class"
    case .keyReused: "the key was used for another request"
    }
  }

  private static func list(_ dates: [CivilDate]) -> String {
    dates.map { $0.description }.joined(separator: ", ")
  }
}
