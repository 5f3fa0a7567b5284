public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension SessionBook {
  /// A coach's sessions and clients as a calendar: an event for each session, and a `ClientRecord` for each client.
  /// The DTSTAMP of every item is `now`.
  public func calendar(of coach: String, name: String = "", at now: Instant) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    let events = sessions(of: coach).map { $0.event { client($0, of: coach)?.name ?? "" } }
    calendar.insert(events, stampedAt: now)
    calendar.insert(clientRecords(of: coach).map { $0.journal }, stampedAt: now)
    return calendar
  }

  /// The time that sessions take of a coach, a client or a thing, for everybody to subscribe to (METHOD:PUBLISH): an event
  /// for each, without people, and without a title, a place or a note of its own. For classes it is
  /// `ClassBook.publicCalendar(name:organizer:at:changed:)`.
  ///
  /// - Parameters:
  ///   - person: The identity of the person or the thing.
  ///   - summary: The title of each event, such as "Busy".
  ///   - name: The name of the calendar; empty for none.
  ///   - organizer: The ORGANIZER of each event; published events need one (RFC 5546 §3.2.1).
  ///   - now: The DTSTAMP of every event.
  public func publicCalendar(
    of person: String, titled summary: String, name: String = "", organizer: Organizer? = nil, at now: Instant
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    calendar.method = "PUBLISH"
    let events = sessions(with: person) { $0.takesTime }.map { session in
      var event = Event(summary, at: session.interval.lowerBound.in(session.zone), uid: session.uid)
      event.extent = .end(.zoned(session.interval.upperBound.in(session.zone)))
      event.organizer = organizer
      return event
    }
    calendar.insert(events, stampedAt: now)
    return calendar
  }

  /// Reads the sessions of a calendar: those that `calendar(of:name:at:)` wrote, and appointments that were planned with
  /// another program.
  ///
  /// An appointment is an event with a start in a zone, an organizer, who is the coach, and one required attendee, the
  /// client. Each of its instances that begin in the window is a session: cancelled where the event is, completed as
  /// planned where it is over, else scheduled. The UID of a session of a series has the instance's original start added.
  /// Everybody with a session is a client of its coach.
  ///
  /// - Parameters:
  ///   - calendar: The calendar to read.
  ///   - window: The half-open range in which appointments of other programs begin.
  ///   - now: The instant by which an appointment counts as over.
  ///   - freeCancellationBefore: The notice of a cancellation; one that comes later is late.
  /// - Throws: `EventError` with code `too_many_instances` where appointments repeat more often than a query expands.
  public init(
    _ calendar: EventCalendar, in window: Range<Instant>, now: Instant,
    freeCancellationBefore: CalendarDuration = .zero
  ) throws(EventError) {
    self.init(freeCancellationBefore: freeCancellationBefore)
    let items = calendar.currentItems
    for item in items where item.isSession {
      guard let event = item.event, let session = try? Session(event) else { continue }
      add(session, names: event.attendees, at: now)
    }
    let agenda = [calendar].agenda(in: window, viewer: .utc, where: { $0.isAppointment })
    for occurrence in try agenda.occurrences {
      guard let event = occurrence.item.event,
        let session = Session(appointment: occurrence, now: now),
        window.contains(session.interval.lowerBound)
      else { continue }
      add(session, names: event.attendees, at: now)
    }
    for item in items {
      guard let record = try? ClientRecord(item) else { continue }
      restore(record, at: now)
    }
  }

  /// - Parameter attendees: The people with their names.
  private mutating func add(_ session: Session, names attendees: [Attendee], at now: Instant) {
    var changes = [SessionChange.saved(session)]
    for id in session.coach.isEmpty ? [] : session.clients where client(id, of: session.coach) == nil {
      let name = attendees.first { PersonKey.areSame($0.address, id) }?.name ?? ""
      changes.append(.clientAdded(Client(id, name: name), of: session.coach))
    }
    record(changes, at: now)
  }

  mutating func record(_ changes: [SessionChange], at now: Instant) {
    let events = changes.enumerated().map { SessionEvent(number: version + 1 + $0, at: now, $1) }
    // The numbers follow this version.
    try? apply(events)
  }
}

extension SessionBook.Session {
  /// The session of an occurrence; `nil` for one that is not an appointment of two people.
  fileprivate init?(appointment occurrence: Occurrence, now: Instant) {
    guard var event = occurrence.item.event else { return nil }
    (event.start, event.extent) = (occurrence.start, .end(occurrence.end))
    if let original = occurrence.recurrenceID?.instant(in: .utc) {
      event.uid += "/" + InstantText.written(original)
    }
    (event.recurrence, event.recurrenceID) = (Recurrence(), nil)
    try? self.init(appointment: event, now: now)
  }

  /// Reads an appointment that was planned with another program, or a session whose marks another program dropped: an event
  /// that takes place once, with a start in a zone, an organizer, who is the coach, and one required attendee, the client. If
  /// RESOURCES states for which requirement something is taken, or how much of it, as `event(names:)` writes it, there may be
  /// several clients or none, and no coach.
  ///
  /// It is cancelled where the event is, missed where the client has declined and it takes no time, completed as planned
  /// where it is over, else scheduled.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for any other event.
  public init(appointment event: Event, now: Instant) throws(SchedulingError) {
    let isSingle = !event.isRecurring && event.recurrenceID == nil && event.almanacKind == nil
    let event = try (isSingle && event.item.isAppointment ? event : nil)
      .represented(as: "an event that takes place once, with an organizer and one required attendee")
    let start = try event.start.zonedTime.represented(as: "a start in a zone")
    let end = event.end.instant(in: start.zone)
    let attendees = event.groupOfClients
    let clients = attendees.map { CalendarAddress.plain($0.address) }
    let isMissed = attendees.first?.status == .declined && event.transparency == .transparent
    let planned: State = isMissed ? .missed : end <= now ? .completed : .scheduled
    self.init(
      uid: event.uid, coach: event.organizer.map { CalendarAddress.plain($0.address) } ?? "",
      client: clients.first ?? "", summary: event.summary(with: attendees),
      plan: Plan(start, lasting: event.duration(from: start)), in: start.zone,
      location: event.location, details: event.details,
      state: event.isCancelled ? .cancelled(isLate: false) : planned,
      furtherClients: Array(clients.dropFirst()), places: Swift.max(1, clients.count),
      resources: event.sessionResources, created: event.created)
    if state == .completed { (started, ended) = (start.instant, end) }
  }
}

extension Item {
  /// Whether it is an appointment of two people that another program planned, or a session whose marks it dropped.
  fileprivate var isAppointment: Bool {
    guard let event, !isSession, event.organizer != nil || event.takesStatedResources else { return false }
    let clients = event.groupOfClients
    let isOfTwo = event.requiredAttendees.count == 1 && clients.first?.isPerson == true
    guard isOfTwo || event.takesStatedResources else { return false }
    // An event that takes no time is a note unless the client missed it. One that the client declined does not take place.
    let isDeclined = clients.first?.status == .declined
    return event.isCancelled || isDeclined == (event.transparency == .transparent)
  }
}

extension Event {
  /// The attendees whose role is REQ-PARTICIPANT, the default (RFC 5545 §3.2.16).
  var requiredAttendees: [Attendee] {
    attendees.filter { $0.role == nil || $0.role == .required }
  }

  /// Whether RESOURCES states for which requirement something is taken, or how much of it.
  var takesStatedResources: Bool {
    SessionBook.Session.Resource.all(in: resources).contains { $0.hasDetails }
  }
}

/// A person's relation to a coach as a calendar item: a journal entry without a date, which other programs show as a note at
/// most.
///
/// It is written beside the sessions, since a client may have none yet, and a person with sessions may be a former
/// client.
public struct ClientRecord: Sendable, Hashable {
  /// The coach as a mail address without `mailto:`, or another name: ORGANIZER (RFC 5545 §3.8.4.3).
  public let coach: String
  /// The person: ATTENDEE (RFC 5545 §3.8.4.1); the name is the SUMMARY.
  public let client: SessionBook.Client
  /// Whether the person is not a client any more.
  public let isRemoved: Bool

  /// Creates the record of a client, or with `isRemoved` of a former client.
  public init(_ client: SessionBook.Client, of coach: String, isRemoved: Bool = false) {
    self.client = client
    self.coach = coach
    self.isRemoved = isRemoved
  }

  /// The UID, made of coach and client so that it is the same in each calendar.
  public var uid: String { "\(coach)/\(client.id)/client" }

  /// The record as a journal entry.
  public var journal: Journal {
    var journal = Journal(client.name, uid: uid)
    journal.organizer = Organizer(CalendarAddress.uri(coach))
    journal.attendees = [Attendee(CalendarAddress.uri(client.id), name: client.name, role: .required)]
    journal.status = isRemoved ? .cancelled : .final
    journal.setAlmanacKind("CLIENT")
    return journal
  }

  /// Reads the record that `journal` wrote, with a name that another program changed.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for any other item.
  public init(_ item: some CalendarItem) throws(SchedulingError) {
    guard item.almanacKind == "CLIENT", let organizer = item.item.organizer,
      let attendee = item.item.attendees.first
    else { throw SchedulingError(.notRepresented, expected: "an item of kind CLIENT with its people") }
    let id = CalendarAddress.plain(attendee.address)
    self.init(
      SessionBook.Client(id, name: item.item.summary), of: CalendarAddress.plain(organizer.address),
      isRemoved: item.item.isCancelled)
  }
}

extension SessionBook {
  /// The records of a coach's clients, and of former clients with sessions, each group by name.
  func clientRecords(of coach: String) -> [ClientRecord] {
    // Nobody is a client of the house.
    if coach.isEmpty { return [] }
    let clients = clients(of: coach)
    let former = Set(sessions(of: coach).flatMap { $0.clients }).subtracting(clients.map { $0.id })
    return clients.map { ClientRecord($0, of: coach) }
      + former.sorted().map { ClientRecord(Client($0), of: coach, isRemoved: true) }
  }

  /// Adds or removes the client of a record that was read from a calendar, after the calendar's sessions. A person with a
  /// session still to come stays a client, since another program may have planned it after the record was written.
  public mutating func restore(_ record: ClientRecord, at now: Instant) {
    let (coach, client) = (record.coach, record.client)
    let isExpected = sessions(of: coach, with: client.id).contains {
      $0.state == .inProgress || ($0.state == .scheduled && $0.interval.lowerBound >= now)
    }
    let isRemoved = record.isRemoved && !isExpected
    self.record(
      [isRemoved ? .clientRemoved(client.id, of: coach) : .clientAdded(client, of: coach)], at: now)
  }
}
