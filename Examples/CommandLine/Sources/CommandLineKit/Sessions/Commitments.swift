import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

/// The commitments of people beside their sessions: the classes in which they have a place or that they instruct, and the
/// repeating appointments that they organize or attend.
struct Commitments: Sendable {
  private let classes: ClassBook
  private var appointments: [PersonKey: EventCalendar] = [:]
  private let zone: Zone

  /// - Parameter zone: The zone in which dates and floating times are read.
  init(_ calendar: EventCalendar, in zone: Zone) {
    (classes, self.zone) = (ClassBook(calendar), zone)
    let events = calendar.items.compactMap { $0.event }.filter {
      $0.organizer != nil && !$0.attendees.isEmpty
    }
    let repeating = Set(events.filter { $0.isRecurring && classes.series($0.uid) == nil }.map { $0.uid })
    for event in events where repeating.contains(event.uid) {
      let people = [event.organizer?.address].compactMap { $0 } + event.attendees.map { $0.address }
      for person in Set(people.map { PersonKey($0) }) {
        appointments[person, default: EventCalendar()].insert(event)
      }
    }
  }

  /// The commitments of a person, which do not count towards limits of sessions.
  ///
  /// - Parameter coach: Who sees only the times of other people's commitments.
  func items(of person: String, in window: Range<Instant>, visibleTo coach: String) -> [BusyTime.Item] {
    let isOwn = PersonKey(person) == PersonKey(coach)
    var items = classes.busy(of: person, in: window).items
    if let own = appointments[PersonKey(person)] {
      items += BusyTime([own], in: window, viewer: zone, rules: BusyRules(owner: person)).items
    }
    return items.map { item in
      isOwn
        ? BusyTime.Item(
          item.interval, id: item.id, summary: item.summary, kind: item.kind, location: item.location)
        : BusyTime.Item(item.interval, kind: item.kind, location: item.location)
    }
  }

  /// A participant with the time of their commitments.
  ///
  /// - Parameter coach: Who sees only the times of other people's commitments; `nil` for the person.
  func participant(
    _ person: String, availability: Availability? = nil, in window: Range<Instant>,
    visibleTo coach: String? = nil
  ) -> SlotParticipant {
    SlotParticipant(
      person, availability: availability,
      busy: BusyTime(items(of: person, in: window, visibleTo: coach ?? person)))
  }
}

extension BookingContext {
  /// The sessions of some calendars, for bookings of classes.
  static func sessions(_ book: SessionBook) -> BookingContext {
    BookingContext(commitments: { book.busy(of: $0).items(overlapping: $1) })
  }

  /// Commitments beside sessions, for sessions of a coach, who sees only the times of those of other people.
  static func commitments(_ commitments: Commitments, visibleTo coach: String) -> BookingContext {
    BookingContext(commitments: { commitments.items(of: $0, in: $1, visibleTo: coach) })
  }
}
