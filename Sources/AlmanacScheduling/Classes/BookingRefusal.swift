public import AlmanacTime

/// One reason why a request about a class is refused.
public enum BookingRefusal: Error, Sendable, Hashable, Codable {
  /// The class does not run on that date, with the next dates on which it does, and their times where it runs several times a
  /// day.
  case notAClassDay(next: [EventTime])
  /// The class runs on that date, but at these times, not at the one that was named.
  case notAClassTime([ZonedDateTime])
  /// The class runs several times on that date: at these starts, of which one is to be named.
  case severalRuns([ZonedDateTime])
  /// The book has no class of that UID.
  case noSuchClass
  /// The class is cancelled on that date; the reason is for people and may be empty.
  case classCancelled(reason: String)
  /// The class does not run on that date, which is in this closed period.
  case closed(ClosedPeriod)
  /// Too few places are free.
  case full(free: Int, waiting: Int)
  /// The number of places is not known, since another program dropped it from the file of the class.
  case placesUnknown
  /// Bookings of these starts may be of the date: another program gave the class other times without them (``UnmatchedBookings``).
  case unmatchedBookings(of: [ZonedDateTime])
  /// The channel has used its share of the places.
  case channelFull(String, limit: Int)
  /// The waiting list has as many bookings as it may have: `ClassPolicy.waitlistLimit`, the associated value.
  case waitlistFull(Int)
  /// The member has a held, confirmed or checked-in booking of the class already.
  case alreadyBooked
  /// The member waits already, at this place of the list, counted from 1.
  case alreadyWaiting(position: Int)
  /// The member has another commitment at the time.
  case conflict(BusyTime.Item)
  /// The request is possible from this instant on.
  case tooEarly(opens: Instant)
  /// The request was possible until this instant, included; a cancellation only before it, the start of the class.
  case tooLate(closed: Instant)
  /// The caller's own rule, in its words.
  case notEligible(String)
  /// The member has no active booking.
  case notBooked
  /// The state of the booking does not allow the request.
  case wrongState(Booking.State)
  /// The name of the member is blank or has control characters.
  case invalidMember
  /// A booking takes at least one place and at most this many.
  case invalidPlaces(most: Int)
  /// There cannot be fewer places than are taken.
  case placesTaken(Int)
  /// A term has at most this many dates.
  case tooManyDates(most: Int)
  /// Terms that a class has on all its dates alike, such as policy or limits of channels, cannot differ on one.
  case termsOfSeries
  /// The idempotency key was used for another request.
  case keyReused

  private enum NotAClassTimeCodingKeys: String, CodingKey { case _0 = "starts" }
  private enum SeveralRunsCodingKeys: String, CodingKey { case _0 = "starts" }
  private enum ClosedCodingKeys: String, CodingKey { case _0 = "period" }
  private enum UnmatchedBookingsCodingKeys: String, CodingKey { case of = "starts" }
  private enum ChannelFullCodingKeys: String, CodingKey { case _0 = "channel", limit }
  private enum WaitlistFullCodingKeys: String, CodingKey { case _0 = "limit" }
  private enum ConflictCodingKeys: String, CodingKey { case _0 = "item" }
  private enum NotEligibleCodingKeys: String, CodingKey { case _0 = "reason" }
  private enum WrongStateCodingKeys: String, CodingKey { case _0 = "state" }
  private enum PlacesTakenCodingKeys: String, CodingKey { case _0 = "taken" }
}

extension BookingRefusal: SchedulingRefusal {
  public func wording(in words: SchedulingWords) -> (code: String, phrase: String) {
    switch self {
    case .notAClassDay(let next) where next.isEmpty: ("not_a_class_day", words.phrase("not a class day"))
    case .notAClassDay(let next):
      (
        "not_a_class_day",
        words.phrase("next class days", ["days": words.list(next.map { words.start($0) })])
      )
    // The code of another day, on which callers that do not know this case rely.
    case .notAClassTime(let starts):
      ("not_a_class_day", words.phrase("other class times", ["times": words.times(starts)]))
    case .severalRuns(let starts): ("ambiguous", words.phrase("several runs", ["times": words.times(starts)]))
    case .noSuchClass: ("no_such_class", words.phrase("no such class"))
    case .classCancelled(let reason): ("class_cancelled", words.phrase("class cancelled", because: reason))
    case .closed(let period): ("closed", words.phrase("closed", because: period.reason))
    case .full(let free, let waiting):
      (
        "full",
        words.phrase(
          free > 0 ? "too few places" : "full class", ["free": "\(free)", "waiting": "\(waiting)"],
          count: free)
      )
    // The code of a closed class, on which callers that do not know this case rely.
    case .placesUnknown: ("closed", words.phrase("places unknown"))
    case .unmatchedBookings(let starts):
      (
        "unmatched_bookings",
        words.phrase(
          "unmatched bookings", ["times": words.list(starts.map { words.start(.zoned($0)) })])
      )
    case .channelFull(let channel, let limit):
      ("channel_full", words.phrase("channel full", ["channel": channel, "limit": "\(limit)"], count: limit))
    case .waitlistFull(let limit):
      ("waitlist_full", words.phrase("waiting list full", ["limit": "\(limit)"], count: limit))
    case .alreadyBooked: ("already_booked", words.phrase("already booked"))
    case .alreadyWaiting(let position):
      ("already_waiting", words.phrase("already waiting", ["position": "\(position)"]))
    case .conflict(let item): ("conflict", words.phrase("busy then", because: item.summary))
    case .tooEarly(let opens): ("too_early", words.phrase("opens", ["time": words.moment(opens)]))
    case .tooLate(let closed): ("too_late", words.phrase("closes", ["time": words.moment(closed)]))
    case .notEligible(let reason): ("not_eligible", reason)
    case .notBooked: ("not_booked", words.phrase("not booked"))
    case .wrongState(let state):
      ("wrong_state", words.phrase("booking state", ["state": state.description(in: words)]))
    case .invalidMember: ("invalid_member", words.phrase("invalid member"))
    case .invalidPlaces(let most):
      ("invalid_places", words.phrase("invalid places", ["most": "\(most)"], count: most))
    case .placesTaken(let taken):
      ("places_taken", words.phrase("places taken", ["taken": "\(taken)"], count: taken))
    case .tooManyDates(let most):
      ("too_many_dates", words.phrase("too many dates of a term", ["limit": "\(most)"]))
    case .termsOfSeries: ("terms_of_series", words.phrase("terms of series"))
    case .keyReused: ("key_reused", words.phrase("key reused"))
    }
  }
}
