import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

// Commitments of people, so that nobody is in a class and in a session at the same time.

extension BookingContext {
  /// The sessions of some calendars, for bookings of classes.
  static func sessions(_ book: SessionBook) -> BookingContext {
    BookingContext(commitments: { book.busy(of: $0).items(overlapping: $1) })
  }

  /// The classes of some calendars, for sessions of a coach, who sees only the times of other people's classes.
  static func classes(_ book: ClassBook, visibleTo coach: String) -> BookingContext {
    BookingContext(commitments: { book.items(of: $0, in: $1, visibleTo: coach) })
  }
}

extension ClassBook {
  /// The participants of a session, who must be free: the coach and, if stated, the client.
  func participants(
    _ coach: String, _ client: String?, in window: Range<Instant>
  ) -> [SlotParticipant] {
    [coach, client ?? coach].people.map { participant($0, in: window, visibleTo: coach) }
  }

  /// A participant with the time of their classes.
  ///
  /// - Parameter coach: Who sees only the times of other people's classes; `nil` for the person.
  func participant(
    _ person: String, availability: Availability? = nil, in window: Range<Instant>,
    visibleTo coach: String? = nil
  ) -> SlotParticipant {
    SlotParticipant(
      person, availability: availability,
      busy: BusyTime(items(of: person, in: window, visibleTo: coach ?? person)))
  }

  /// The classes of a person, which do not count towards limits of sessions.
  fileprivate func items(
    of person: String, in window: Range<Instant>, visibleTo coach: String
  ) -> [BusyTime.Item] {
    let isOwn = PersonKey(person) == PersonKey(coach)
    return busy(of: person, in: window).items.map { item in
      isOwn
        ? BusyTime.Item(
          item.interval, id: item.id, summary: item.summary, kind: item.kind, place: item.place)
        : BusyTime.Item(item.interval, kind: item.kind, place: item.place)
    }
  }
}
