public import AlmanacTime

/// A member's booking of a class on one date.
public struct Booking: Sendable, Hashable, Codable, Identifiable {
  /// The state of a booking. A held, confirmed or checked-in booking occupies places.
  public enum State: Sendable, Hashable {
    /// The places are reserved until this instant, not included, for a member who has yet to confirm.
    case held(until: Instant)
    /// The places are the member's.
    case confirmed
    /// The member is on the waiting list, in the order of the booking numbers, and occupies no places.
    case waiting
    /// The member has come. The booking can no longer be cancelled, only called off with its class.
    case checkedIn
    /// The member did not come; the places are free again.
    case missed
    /// The member cancelled: late if confirmed places were given up after `ClassOccurrence.freeCancellationEnds`.
    case cancelled(isLate: Bool)
    /// A hold that was not confirmed in time.
    case expired
    /// The class does not take place.
    case calledOff
  }

  /// The number in its roster, counted from 0 in the order in which bookings were made, which is the order of the
  /// waiting list too.
  public internal(set) var number: Int
  /// A mail address without `mailto:`, or any other name, compared without regard to case.
  public let member: String
  /// The number of places that it occupies or waits for.
  public internal(set) var places: Int
  /// The channel through which it was made (`web`, `partner`, …); empty when unknown.
  public let channel: String
  /// The moment of the request that made the booking.
  public let madeAt: Instant
  /// The current state.
  public var state: State
  /// The moment of the last change of state; `madeAt` until the first one.
  public var changedAt: Instant
  private var schema = StoredSchema()

  /// Creates a booking for a stored roster, which numbers its bookings anew; `changedAt` is `madeAt` by default.
  public init(
    number: Int, member: String, places: Int = 1, channel: String = "", state: State, madeAt: Instant,
    changedAt: Instant? = nil
  ) {
    self.number = number
    self.member = member
    self.places = places
    self.channel = channel
    self.state = state
    self.madeAt = madeAt
    self.changedAt = changedAt ?? madeAt
  }

  public var id: Int { number }

  func numbered(_ number: Int) -> Booking { modified(self) { $0.number = number } }
}

extension Booking.State {
  /// Whether it occupies places.
  public var takesPlaces: Bool {
    switch self {
    case .held, .confirmed, .checkedIn: true
    case .waiting, .missed, .cancelled, .expired, .calledOff: false
    }
  }

  /// Whether it occupies places at an instant: a hold that is over does not, although no request has expired it yet.
  public func takesPlaces(at now: Instant) -> Bool { at(now).takesPlaces }

  /// The state at an instant, at which a hold that is over has expired.
  func at(_ now: Instant) -> Booking.State {
    if case .held(let until) = self, until <= now { .expired } else { self }
  }

  /// Whether it occupies places or waits for some; a member has at most one such booking of a class.
  public var isActive: Bool { takesPlaces || self == .waiting }

  /// The stable word for scripts and files.
  public var code: String {
    switch self {
    case .held: "held"
    case .confirmed: "confirmed"
    case .waiting: "waiting"
    case .checkedIn: "checked_in"
    case .missed: "missed"
    case .cancelled(let isLate): isLate ? "cancelled_late" : "cancelled"
    case .expired: "expired"
    case .calledOff: "called_off"
    }
  }

  /// The state of a code; `nil` for an unknown word, and for a hold without its end.
  public init?(code: String, until: Instant? = nil) {
    let states = Self.all(heldUntil: until ?? .min)
    guard let state = states.first(where: { $0.code == code }), state != .held(until: .min) else {
      return nil
    }
    self = state
  }

  fileprivate static func all(heldUntil until: Instant) -> [Booking.State] {
    [
      .confirmed, .held(until: until), .waiting, .checkedIn, .missed, .cancelled(isLate: false),
      .cancelled(isLate: true), .expired, .calledOff,
    ]
  }
}

/// Coded as its code; a hold with its end behind it: `held 2026-03-02T08:00:00Z`.
extension Booking.State: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (text) throws(SchedulingError) in
      let words = text.split(separator: " ", maxSplits: 1).map { String($0) }
      let until = words.count > 1 ? try? Instant(words[1]) : nil
      guard let state = Self(code: words.first ?? "", until: until),
        words.count == 1 || state == until.map({ .held(until: $0) })
      else {
        throw SchedulingError(
          .syntax, expected: "one of \(Self.all(heldUntil: .min).map { $0.code }.joined(separator: ", "))")
      }
      return state
    }
  }

  public func encode(to encoder: any Encoder) throws {
    guard case .held(let until) = self else { return try code.encode(to: encoder) }
    try "\(code) \(until)".encode(to: encoder)
  }
}

/// The numbers of bookings by outcome, of a class on one date, of a series, or of a member.
public struct BookingStatistics: Sendable, Hashable {
  /// The numbers by the code of a state.
  private var counts: [String: Int] = [:]

  /// - Parameter now: The instant at which holds that are over count as expired; `nil` counts the states as they are stored.
  init(_ bookings: some Sequence<Booking>, at now: Instant? = nil) {
    for booking in bookings {
      counts[(now.map { booking.state.at($0) } ?? booking.state).code, default: 0] += 1
    }
  }

  /// All bookings, each counted once however many places it takes.
  public var made: Int { counts.values.reduce(0, +) }
  /// The number of confirmed bookings that were neither checked in nor marked as missed.
  public var confirmed: Int { count(.confirmed) }
  /// The number of holds that wait for confirmation. Without an instant for which the numbers are, those are among them that are
  /// over and that no request has expired yet.
  public var held: Int { count(.held(until: .min)) }
  /// The number of bookings on waiting lists.
  public var waiting: Int { count(.waiting) }
  /// The number of bookings whose member has come.
  public var checkedIn: Int { count(.checkedIn) }
  /// The number of bookings whose member did not come.
  public var missed: Int { count(.missed) }
  /// The number of cancellations that were not late, those of held and waiting bookings included.
  public var cancelledInTime: Int { count(.cancelled(isLate: false)) }
  /// The number of late cancellations: of confirmed bookings after `ClassOccurrence.freeCancellationEnds`.
  public var cancelledLate: Int { count(.cancelled(isLate: true)) }
  /// The number of expired bookings: holds that nobody confirmed in time, and second bookings of a member that a
  /// merge ended.
  public var expired: Int { count(.expired) }
  /// The number of bookings that were called off with their class.
  public var calledOff: Int { count(.calledOff) }

  /// The states in which there are bookings, with their numbers.
  var byState: [(state: Booking.State, count: Int)] {
    Booking.State.all(heldUntil: .min).map { ($0, count($0)) }.filter { $0.count > 0 }
  }

  private func count(_ state: Booking.State) -> Int { counts[state.code] ?? 0 }
}

extension Roster {
  /// The numbers of its bookings by outcome.
  ///
  /// - Complexity: O(*n*) in the bookings.
  public var statistics: BookingStatistics { BookingStatistics(bookings) }
}
