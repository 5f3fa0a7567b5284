public import AlmanacTime

/// A request that a roster decides.
public enum RosterCommand: Sendable, Hashable, Codable {
  /// Books places; a member who waits gets them when enough are free.
  ///
  /// - `waitlist`: whether to wait where there are no places.
  case book(_ member: String, places: Int = 1, channel: String = "", waitlist: Bool = false)
  /// Holds places until `confirm` or until the time of `ClassPolicy.holdsFor` is over.
  case hold(_ member: String, places: Int = 1, channel: String = "")
  /// Turns a hold that has not expired into a booking.
  case confirm(_ member: String)
  /// Cancels the member's active booking, before the start of the class and unless it is checked in.
  case cancel(_ member: String)
  /// Checks in a confirmed booking, from `ClassOccurrence.checkInOpens` to `ClassOccurrence.checkInCloses`.
  case checkIn(_ member: String)
  /// Marks a booking as missed; possible from the start of the class on.
  case markMissed(_ member: String)
  /// Marks all bookings that nobody checked in as missed; possible once checking in has closed.
  case releaseAbsent
  /// Ends the holds that are over and gives free places to the waiting list.
  case settle
  /// Replaces the terms: start, places, instructor, cancellation, closure. A class book turns it into a change of the
  /// series on that date (`ClassChange`) and refuses terms that one date cannot have of its own.
  indirect case revise(ClassOccurrence)

  private enum BookCodingKeys: String, CodingKey { case _0 = "member", places, channel, waitlist }
  private enum HoldCodingKeys: String, CodingKey { case _0 = "member", places, channel }
  private enum ConfirmCodingKeys: String, CodingKey { case _0 = "member" }
  private enum CancelCodingKeys: String, CodingKey { case _0 = "member" }
  private enum CheckInCodingKeys: String, CodingKey { case _0 = "member" }
  private enum MarkMissedCodingKeys: String, CodingKey { case _0 = "member" }
  private enum ReviseCodingKeys: String, CodingKey { case _0 = "occurrence" }
}

/// The outcome of a request.
public enum RosterOutcome: Sendable, Hashable, Codable {
  /// The member has the places, booked now, confirmed after a hold, or granted from the waiting list.
  case confirmed
  /// The places are reserved until this instant, not included, for the member to confirm.
  case held(until: Instant)
  /// Waiting, at this place of the list, counted from 1.
  case waitlisted(position: Int)
  /// The booking is cancelled: late if confirmed places were given up after `ClassOccurrence.freeCancellationEnds`.
  case cancelled(isLate: Bool)
  /// The member is checked in.
  case checkedIn
  /// The booking is marked as missed, and its places are free again.
  case missed
  /// Done; the outcome of a request that is about no single booking.
  case done
  /// Refused, with every reason; nothing changes.
  case refused([BookingRefusal])

  private enum RefusedCodingKeys: String, CodingKey { case _0 = "reasons" }

  /// Every reason for the refusal; empty when the request is granted.
  public var refusals: [BookingRefusal] {
    if case .refused(let reasons) = self { reasons } else { [] }
  }
}

/// One change of a roster. Events applied to an empty roster in order of `number` give its state.
public typealias RosterEvent = NumberedChange<RosterChange>

/// The change of a roster that one event records.
public enum RosterChange: Sendable, Hashable, Codable {
  /// A new booking, whose number is the count of bookings before it.
  case added(Booking)
  /// The new state of the booking of a number, from the moment of the event on.
  case changed(booking: Int, to: Booking.State)
  /// The new terms of the class on its date, in place of the former ones.
  indirect case revised(ClassOccurrence)
  /// A request with an idempotency key was granted.
  case answered(key: String, RosterCommand, RosterOutcome)

  private enum AddedCodingKeys: String, CodingKey { case _0 = "booking" }
  private enum RevisedCodingKeys: String, CodingKey { case _0 = "occurrence" }
  private enum AnsweredCodingKeys: String, CodingKey { case key, _1 = "command", _2 = "outcome" }
}

/// The answer to a request: its outcome, and the events that bring it about when they are applied.
public struct RosterDecision: Sendable, Hashable {
  /// A waiting member who was skipped when places became free, with every reason.
  public struct Skipped: Sendable, Hashable {
    /// The member as named in the booking, which remains on the waiting list.
    public let member: String
    /// Every reason, such as too few free places, ineligibility or another commitment.
    public let reasons: [BookingRefusal]
  }

  /// The version on which it was decided; it can be applied to no other.
  public let version: Int
  /// The outcome of the request itself; promotions of other members are in `events` only.
  public let outcome: RosterOutcome
  /// The changes to apply; empty when the request is refused, changes nothing or repeats one that was answered.
  public let events: [RosterEvent]
  /// The waiting members who were passed over when places were last distributed, in the order of the list.
  public let skipped: [Skipped]

  /// Every reason for the refusal; empty when the request is granted.
  public var refusals: [BookingRefusal] { outcome.refusals }

  /// Whether the request is refused, so that nothing changes.
  public var isRefused: Bool { !refusals.isEmpty }

  /// The numbers of the earlier bookings that it confirms: those that move from the waiting list to places, by themselves or
  /// on request, and a hold that `.confirm` confirms.
  public var promoted: [Int] {
    events.compactMap { event in
      if case .changed(let number, .confirmed) = event.change { number } else { nil }
    }
  }
}

/// The caller's answers to the questions that a roster cannot decide itself.
public struct BookingContext: Sendable {
  /// The reason why a member may not take part, in words for people; `nil` when the member may.
  public var ineligibility: @Sendable (_ member: String) -> String?
  /// The other commitments of a member in a half-open range.
  public var commitments: @Sendable (_ member: String, _ interval: Range<Instant>) -> [BusyTime.Item]

  /// Creates a context; by default everybody is eligible and nobody has other commitments.
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

  /// A context in which everybody is eligible and nobody has other commitments.
  public static let open = BookingContext()
}
