public import AlmanacTime

/// A member's booking of a class on one date.
public struct Booking: Sendable, Hashable, Codable, Identifiable {
  public enum State: Sendable, Hashable, Codable {
    /// The places are reserved until this instant, not included, for a member who has yet to confirm.
    case held(until: Instant)
    case confirmed
    case waiting
    case checkedIn
    /// The member did not come; the places are free again.
    case missed
    case cancelled(isLate: Bool)
    /// A hold that was not confirmed in time.
    case expired
    /// The class does not take place.
    case calledOff
  }

  /// The number in its roster, counted from 0 in the order in which bookings were made, which is the order of the
  /// waiting list too.
  public let number: Int
  /// A mail address without `mailto:`, compared without regard to case, or any other name.
  public let member: String
  public let places: Int
  /// The channel through which it was made (`web`, `partner`, …); empty when unknown.
  public let channel: String
  public let madeAt: Instant
  public var state: State
  public var changedAt: Instant
  private var schema = StoredSchema()

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
}

extension Booking.State {
  /// Whether it occupies places.
  public var takesPlaces: Bool {
    switch self {
    case .held, .confirmed, .checkedIn: true
    case .waiting, .missed, .cancelled, .expired, .calledOff: false
    }
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
}

extension Booking.State {
  /// The state of a code; `nil` for an unknown word, and for a hold without its end.
  public init?(code: String, until: Instant? = nil) {
    let all: [Booking.State] = [
      .confirmed, .waiting, .checkedIn, .missed, .cancelled(isLate: false), .cancelled(isLate: true),
      .expired, .calledOff,
    ]
    let held = until.map { Booking.State.held(until: $0) }
    guard let state = (all + [held].compactMap { $0 }).first(where: { $0.code == code }) else { return nil }
    self = state
  }
}

/// The numbers of bookings by outcome, of a class on one date, of a series, or of a member.
public struct BookingStatistics: Sendable, Hashable {
  /// All bookings, each counted once however many places it takes.
  public var made = 0
  public var confirmed = 0
  public var held = 0
  public var waiting = 0
  public var checkedIn = 0
  public var missed = 0
  public var cancelledInTime = 0
  public var cancelledLate = 0
  public var expired = 0
  public var calledOff = 0

  init(_ bookings: some Sequence<Booking>) {
    for booking in bookings { count(booking) }
  }

  private mutating func count(_ booking: Booking) {
    made += 1
    switch booking.state {
    case .held: held += 1
    case .confirmed: confirmed += 1
    case .waiting: waiting += 1
    case .checkedIn: checkedIn += 1
    case .missed: missed += 1
    case .cancelled(let isLate):
      if isLate { cancelledLate += 1 } else { cancelledInTime += 1 }
    case .expired: expired += 1
    case .calledOff: calledOff += 1
    }
  }
}

extension Roster {
  /// The numbers of its bookings by outcome.
  ///
  /// Complexity: O(*n*) in the bookings.
  public var statistics: BookingStatistics { BookingStatistics(bookings) }
}
