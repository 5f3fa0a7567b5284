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
  /// The number of places is not known, since another program dropped it from the file of the class.
  case placesUnknown
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
}

extension BookingRefusal: SchedulingRefusal {
  public func wording(_ moment: (Instant) -> String) -> (code: String, phrase: String) {
    switch self {
    case .notAClassDay(let next):
      (
        "not_a_class_day",
        "not a day of the class"
          + (next.isEmpty ? "" : ", which next runs on \(next.map { "\($0)" }.joined(separator: ", "))")
      )
    case .noSuchClass: ("no_such_class", "no such class")
    case .classCancelled(let reason): ("class_cancelled", "the class is cancelled\(Self.appended(reason))")
    case .closed(let period): ("closed", "closed\(Self.appended(period.reason))")
    case .full(let free, let waiting): ("full", "full (\(free) free, \(waiting) waiting)")
    // The code of a closed class, on which callers that do not know this case rely.
    case .placesUnknown: ("closed", "the number of places is not known")
    case .channelFull(let channel, let limit):
      ("channel_full", "no more than \(limit) places through \(channel)")
    case .waitlistFull(let limit): ("waitlist_full", "the waiting list is full (\(limit) bookings)")
    case .alreadyBooked: ("already_booked", "already booked")
    case .alreadyWaiting(let position): ("already_waiting", "already on the waiting list: number \(position)")
    case .conflict(let item): ("conflict", "busy at that time\(Self.appended(item.summary))")
    case .tooEarly(let opens): ("too_early", "possible only from \(moment(opens))")
    case .tooLate(let closed): ("too_late", "possible only until \(moment(closed))")
    case .notEligible(let reason): ("not_eligible", reason)
    case .notBooked: ("not_booked", "no booking")
    case .wrongState(let state): ("wrong_state", "the booking is \(state.code.replacing("_", with: " "))")
    case .invalidPlaces(let most): ("invalid_places", "a booking takes 1 to \(most) places")
    case .placesTaken(let taken): ("places_taken", "\(taken) places are booked already")
    case .termsOfSeries: ("terms_of_series", "this can be changed only for all dates of the class")
    case .keyReused: ("key_reused", "the key was used for another request")
    }
  }
}
