public import AlmanacEvents
public import AlmanacTime

/// A class on one date, with the terms on which it is booked.
public struct ClassOccurrence: Sendable, Hashable, Codable, Identifiable {
  public enum Status: Sendable, Hashable, Codable {
    case scheduled
    case cancelled(reason: String)
    case closed(ClosedPeriod)
  }

  /// The identity of the series.
  public var uid: String
  /// The start that the recurrence gives it: with the series its identity, wherever it is moved.
  public var original: ZonedDateTime
  public var start: ZonedDateTime
  /// Not included.
  public var end: ZonedDateTime
  public var title: String
  public var details: String
  public var location: String
  public var instructor: String
  /// Whether somebody else than usual instructs.
  public var isSubstituted: Bool
  public var note: String
  public var places: Int
  public var channelLimits: [String: Int]
  public var status: Status
  public var policy: ClassPolicy

  /// The series and the recurrence id: what bookings are kept by.
  public var id: ItemID { ItemID(uid: uid, recurrenceID: .zoned(original)) }

  public var isMoved: Bool { start.instant != original.instant }

  public var interval: Range<Instant> { start.instant..<Swift.max(start.instant, end.instant) }
}

/// The instants that the policy names.
extension ClassOccurrence {
  /// `nil` when it was always open.
  public var opens: Instant? { policy.opensBefore.map { start.adding(-$0).instant } }

  /// The last instant at which it may be booked.
  public var closes: Instant { start.adding(-policy.closesBefore).instant }

  /// The last instant at which a cancellation is not late.
  public var freeCancellationEnds: Instant { start.adding(-policy.freeCancellationBefore).instant }

  /// The last instant at which places go to the waiting list by themselves.
  public var promotionEnds: Instant { start.adding(-policy.promotesUntilBefore).instant }

  public var checkInOpens: Instant { start.adding(-policy.checkInOpensBefore).instant }

  /// The last instant at which people may check in.
  public var checkInCloses: Instant { start.adding(policy.checkInClosesAfter).instant }
}
