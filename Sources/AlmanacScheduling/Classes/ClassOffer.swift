public import AlmanacEvents
public import AlmanacTime

/// A class on one date as somebody who asks for places finds it.
public struct ClassOffer: Sendable, Hashable, Identifiable {
  public let occurrence: ClassOccurrence
  /// How many places somebody new finds free.
  public let free: Int
  /// How many bookings wait.
  public let waiting: Int
  /// What the member has of it already.
  public let booking: Booking?
  /// Every reason why the places cannot be booked; none when they can.
  public let refusals: [BookingRefusal]

  public var isBookable: Bool { refusals.isEmpty }

  public var id: ItemID { occurrence.id }
}

extension ClassBook {
  /// The classes on all dates within a half-open range as a member finds them, in order of start.
  ///
  /// What is listed as bookable can be booked on the same book at the same moment, and what is not is refused for the
  /// reasons that are given here: it is the same decision.
  public func offers(
    to member: String, in window: Range<Instant>, places: Int = 1, channel: String = "", now: Instant,
    checking context: BookingContext = .open
  ) -> [ClassOffer] {
    occurrences(in: window).compactMap { occurrence in
      let place = Key(uid: occurrence.uid, original: occurrence.original.instant)
      guard let roster = roster(of: place.uid, at: place.original) else { return nil }
      let checking = checking(context, except: place)
      let decision = roster.decide(
        .book(member, places: places, channel: channel), at: now, checking: checking)
      return ClassOffer(
        occurrence: roster.occurrence, free: roster.freePlaces(at: now, checking: checking),
        waiting: roster.waitlist.count,
        booking: roster.booking(of: member), refusals: decision.refusals)
    }
  }
}
