public import AlmanacEvents
public import AlmanacTime

extension SessionBook {
  /// A coach's sessions as a calendar, with the names of their clients, and who the coach's clients are: see
  /// `ClientRecord`.
  ///
  /// - Parameter now: DTSTAMP of what is written.
  public func calendar(of coach: String, name: String = "", at now: Instant) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    for session in sessions(of: coach) {
      var event = session.event { person in client(person, of: coach)?.name ?? "" }
      event.stamp = now
      calendar.insert(event)
    }
    for record in clientRecords(of: coach) {
      var journal = record.journal
      journal.stamp = now
      calendar.insert(journal)
    }
    return calendar
  }

  /// Reads the sessions of a calendar: those that `calendar(of:name:at:)` wrote, and appointments that were planned with
  /// another program.
  ///
  /// Of the latter, each instance in the window is a session: of an event with a start in a zone, an organizer, who is
  /// the coach, and one attendee who is required, the client. It is cancelled where it was called off; where it is over
  /// it took place as planned; else it is still to come. An instance of a series is known by the UID and the start
  /// that the series gives it. Whoever has a session is a client of its coach.
  ///
  /// - Parameters:
  ///   - window: In which appointments of other programs begin.
  ///   - now: What is over by then took place.
  /// - Throws: `EventError` with code `too_many_instances` where appointments repeat more often than a query expands.
  public init(
    _ calendar: EventCalendar, in window: Range<Instant>, now: Instant,
    freeCancellationBefore: CalendarDuration = .zero
  ) throws(EventError) {
    self.init(freeCancellationBefore: freeCancellationBefore)
    let items = calendar.currentItems
    for item in items where item.isSession {
      guard let event = item.event, let session = try? Session(event) else { continue }
      take(session, named: event.client?.name ?? "", at: now)
    }
    let agenda = [calendar].agenda(in: window, viewer: .utc, where: { $0.isAppointment })
    for occurrence in try agenda.occurrences {
      guard let event = occurrence.item.event, let session = Session(appointment: occurrence, now: now),
        window.contains(session.interval.lowerBound)
      else { continue }
      take(session, named: event.requiredAttendees.first?.name ?? "", at: now)
    }
    for item in items {
      guard let record = try? ClientRecord(item) else { continue }
      restore(record, at: now)
    }
  }

  private mutating func take(_ session: Session, named name: String, at now: Instant) {
    var changes: [SessionEvent.Change] = [.saved(session)]
    if client(session.client, of: session.coach) == nil {
      changes.append(.clientAdded(Client(session.client, name: name), of: session.coach))
    }
    take(changes, at: now)
  }

  mutating func take(_ changes: [SessionEvent.Change], at now: Instant) {
    let events = changes.enumerated().map { SessionEvent(number: version + 1 + $0, at: now, $1) }
    // They follow this version by their numbers.
    try? apply(events)
  }
}

extension Session {
  /// - Returns: `nil` for an occurrence that is no appointment of two.
  fileprivate init?(appointment occurrence: Occurrence, now: Instant) {
    guard let event = occurrence.item.event, let organizer = event.organizer,
      case .zoned(let start) = occurrence.start, case .zoned(let end) = occurrence.end,
      let attendee = event.requiredAttendees.first
    else { return nil }
    let original = occurrence.recurrenceID.map { "/" + InstantText.written($0.instant(in: start.zone)) }
    let isOver = end.instant <= now
    self.init(
      uid: event.uid + (original ?? ""), coach: CalendarAddress.plain(organizer.address),
      client: CalendarAddress.plain(attendee.address), title: event.summary,
      plan: Plan(start, lasting: .seconds(end.instant.seconds(since: start.instant))), in: start.zone,
      place: event.location, note: event.details,
      state: event.isCancelled ? .cancelled(isLate: false) : isOver ? .completed : .scheduled)
    if state == .completed { (started, ended) = (start.instant, end.instant) }
  }
}

extension Item {
  /// Whether it is one of two that another program planned.
  fileprivate var isAppointment: Bool {
    guard let event, !isSession, event.organizer != nil else { return false }
    return event.requiredAttendees.count == 1
  }
}

extension Event {
  /// Those without whom it does not take place; an attendee is one unless said (RFC 5545 §3.2.16).
  fileprivate var requiredAttendees: [Attendee] {
    attendees.filter { $0.role == nil || $0.role == .required }
  }
}
