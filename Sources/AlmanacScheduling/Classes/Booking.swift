public import AlmanacTime

/// Somebody's booking of a class on one date, from its making to its end.
public struct Booking: Sendable, Hashable, Codable, Identifiable {
  public enum State: Sendable, Hashable, Codable {
    /// The places are kept until this instant, not included, for somebody who has yet to confirm.
    case held(until: Instant)
    case confirmed
    case waiting
    case checkedIn
    /// Did not come; the places are free again.
    case missed
    case cancelled(isLate: Bool)
    /// A hold that nobody confirmed.
    case expired
    /// The class was called off.
    case calledOff
  }

  /// Counted from 0 in the order in which a roster's bookings were made; also the order of the waiting list.
  public let number: Int
  /// A plain mail address (`ana@example.org`, which calendars write as `mailto:`), in which case does not matter, or
  /// any other name.
  public let member: String
  public let places: Int
  /// Through what it was made; empty when not said.
  public let channel: String
  public let madeAt: Instant
  public var state: State
  public var changedAt: Instant

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
  /// Whether it uses up places.
  public var takesPlaces: Bool {
    switch self {
    case .held, .confirmed, .checkedIn: true
    case .waiting, .missed, .cancelled, .expired, .calledOff: false
    }
  }

  /// Whether it is still on; a member has at most one such booking of a class.
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
  /// The state of a code; `nil` for a word that is none, and for a hold without its end.
  public init?(code: String, until: Instant? = nil) {
    let all: [Booking.State] = [
      .confirmed, .waiting, .checkedIn, .missed, .cancelled(isLate: false), .cancelled(isLate: true),
      .expired,
      .calledOff,
    ]
    let held = until.map { Booking.State.held(until: $0) }
    guard let state = (all + [held].compactMap { $0 }).first(where: { $0.code == code }) else { return nil }
    self = state
  }
}
