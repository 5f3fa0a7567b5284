public import AlmanacTime

/// What can be asked of a roster.
public enum RosterCommand: Sendable, Hashable, Codable {
  /// Books places. One who waits and finds enough places free has them.
  ///
  /// - `waitlist`: whether to wait where there are no places.
  case book(_ member: String, places: Int = 1, channel: String = "", waitlist: Bool = false)
  /// Keeps places for a while, until `confirm` or the end of the hold.
  case hold(_ member: String, places: Int = 1, channel: String = "")
  /// Turns a hold that has not expired into a booking.
  case confirm(_ member: String)
  case cancel(_ member: String)
  case checkIn(_ member: String)
  /// Marks a booking as missed, from the start of the class on.
  case markMissed(_ member: String)
  /// Marks all bookings as missed that nobody checked in, once checking in has closed.
  case releaseAbsent
  /// Does what time brings: ends holds, gives free places to those who wait.
  case settle
  /// New terms: moved, other places, another instructor, cancelled, closed. Asked of a class book it becomes a change
  /// of the series on that date (`ClassChange`); what cannot be different on one date is refused.
  case revise(ClassOccurrence)
}

/// What came of a request.
public enum RosterOutcome: Sendable, Hashable, Codable {
  case confirmed
  case held(until: Instant)
  /// At this place of the waiting list, counted from 1.
  case waitlisted(position: Int)
  case cancelled(isLate: Bool)
  case checkedIn
  case missed
  /// Done, for requests that are about no single booking.
  case done
  /// Every reason why not; nothing changes.
  case refused([BookingRefusal])
}

/// One change of a roster. Applied in order of `number` from an empty roster on, events give its state.
public struct RosterEvent: Sendable, Hashable, Codable {
  public enum Change: Sendable, Hashable, Codable {
    case added(Booking)
    case changed(booking: Int, to: Booking.State)
    case revised(ClassOccurrence)
    /// A request with an idempotency key got its answer.
    case answered(key: String, RosterCommand, RosterOutcome)
  }

  /// The version of the roster that this change makes.
  public let number: Int
  public let at: Instant
  public let change: Change
  private var schema = StoredSchema()

  public init(number: Int, at: Instant, _ change: Change) {
    self.number = number
    self.at = at
    self.change = change
  }
}

/// The answer to a request: its outcome, and the events that make it so once applied.
public struct RosterDecision: Sendable, Hashable {
  /// One who waits and was passed over when places became free, and why.
  public struct Skipped: Sendable, Hashable {
    public let member: String
    public let reasons: [BookingRefusal]
  }

  /// The version on which it was decided, on which alone it may be applied.
  public let version: Int
  public let outcome: RosterOutcome
  /// Empty when the request is refused, changes nothing, or is the repetition of one that was answered.
  public let events: [RosterEvent]
  public let skipped: [Skipped]

  /// Why not; empty when the request is granted.
  public var refusals: [BookingRefusal] {
    if case .refused(let reasons) = outcome { reasons } else { [] }
  }

  public var isRefused: Bool { !refusals.isEmpty }

  /// The bookings that move from the waiting list into places, by number. A claim is one.
  public var promoted: [Int] {
    events.compactMap { event in
      if case .changed(let number, .confirmed) = event.change { number } else { nil }
    }
  }
}

/// What a roster does not know itself but must ask before it gives somebody a place.
public struct BookingContext: Sendable {
  /// Why a member may not take part, in words for people; `nil` when the member may.
  public var ineligibility: @Sendable (_ member: String) -> String?
  /// What else a member has in a half-open range.
  public var commitments: @Sendable (_ member: String, _ interval: Range<Instant>) -> [BusyTime.Item]

  public init(
    ineligibility: @escaping @Sendable (_ member: String) -> String? = { _ in nil },
    commitments: @escaping @Sendable (_ member: String, _ interval: Range<Instant>) -> [BusyTime.Item] = {
      _, _ in
      []
    }
  ) {
    self.ineligibility = ineligibility
    self.commitments = commitments
  }

  /// Everybody may, and nobody has anything else.
  public static let open = BookingContext()
}
