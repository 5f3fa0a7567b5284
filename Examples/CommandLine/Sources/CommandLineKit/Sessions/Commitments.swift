import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

/// The commitments of people beside their sessions: the classes in which they have a place or that they instruct, and the
/// appointments that they organize or attend.
struct Commitments: Sendable {
  private let classes: ClassBook
  private var appointments: [PersonKey: EventCalendar] = [:]
  private let zone: Zone
  private let now: Instant

  /// - Parameters:
  ///   - classes: The classes of the calendar.
  ///   - sessions: The UIDs of the events that are sessions.
  ///   - zone: The zone in which dates and floating times are read.
  ///   - now: The present, at which holds may be over.
  init(
    _ calendar: EventCalendar, _ classes: ClassBook, except sessions: Set<String>, in zone: Zone,
    at now: Instant
  ) {
    (self.classes, self.zone, self.now) = (classes, zone, now)
    for event in calendar.items.compactMap({ $0.event }) {
      guard let organizer = event.organizer, !event.attendees.isEmpty, !sessions.contains(event.uid),
        classes.series(event.uid) == nil
      else { continue }
      for person in Set(([organizer.address] + event.attendees.map { $0.address }).map { PersonKey($0) }) {
        appointments[person, default: EventCalendar()].insert(event)
      }
    }
  }

  /// The appointments of a person.
  func appointments(of person: String, in window: Range<Instant>) -> [BusyTime.Item] {
    appointments[PersonKey(person)].map {
      BusyTime([$0], in: window, viewer: zone, rules: BusyRules(owner: person)).items
    } ?? []
  }

  /// The commitments of a person, which do not count towards limits of sessions.
  ///
  /// - Parameter coach: Who sees only the times of other people's commitments.
  func items(of person: String, in window: Range<Instant>, visibleTo coach: String) -> [BusyTime.Item] {
    let isOwn = PersonKey(person) == PersonKey(coach)
    let items = classes.busy(of: person, in: window, at: now).items + appointments(of: person, in: window)
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
  /// The sessions and appointments of some calendars, for bookings of classes.
  static func sessions(_ book: SessionBook, _ commitments: Commitments) -> BookingContext {
    BookingContext(commitments: { person, window in
      book.busy(of: person).items(overlapping: window) + commitments.appointments(of: person, in: window)
    })
  }

  /// Commitments beside sessions, for sessions of a coach, who sees only the times of those of other people.
  static func commitments(_ commitments: Commitments, visibleTo coach: String) -> BookingContext {
    BookingContext(commitments: { commitments.items(of: $0, in: $1, visibleTo: coach) })
  }
}
