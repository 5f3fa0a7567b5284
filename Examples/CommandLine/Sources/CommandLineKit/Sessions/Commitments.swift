import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

/// What people have beside what is being booked: nobody is in a class and in a session at once.
extension BookingContext {
  /// The sessions of some calendars, for those who book classes.
  static func sessions(_ book: SessionBook) -> BookingContext {
    BookingContext(commitments: { book.busy(of: $0).items(overlapping: $1) })
  }

  /// The classes of some calendars, for a coach, who is told of classes of others only when they are.
  static func classes(_ book: ClassBook, toldTo coach: String) -> BookingContext {
    BookingContext(commitments: { book.items(of: $0, in: $1, toldTo: coach) })
  }
}

extension ClassBook {
  /// Those of a coach and a client who must have time for a session.
  func participants(
    _ coach: String, _ client: String?, in window: Range<Instant>
  ) -> [SlotParticipant] {
    [coach, client ?? coach].people.map { person in
      SlotParticipant(person, busy: BusyTime(items(of: person, in: window, toldTo: coach)))
    }
  }

  /// They do not count towards limits of sessions.
  fileprivate func items(
    of person: String, in window: Range<Instant>, toldTo coach: String
  ) -> [BusyTime.Item] {
    let isOwn = PersonKey(person) == PersonKey(coach)
    return busy(of: person, in: window).items.map { item in
      isOwn
        ? BusyTime.Item(item.interval, id: item.id, summary: item.summary, kind: item.kind)
        : BusyTime.Item(item.interval, kind: item.kind)
    }
  }
}
