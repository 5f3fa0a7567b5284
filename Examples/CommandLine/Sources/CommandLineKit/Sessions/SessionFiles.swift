import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

/// The sessions of some calendars, and the files in which they are stored.
struct SessionFiles: Sendable {
  var store: CalendarStore
  var book: SessionBook
  /// The words of refusals.
  private(set) var words: SchedulingWords
  /// The sessions in order of time.
  private(set) var sessions: [SessionBook.Session] = []
  /// The clients who declined a planned session, by its UID.
  private(set) var refusals: [String: [String]] = [:]
  /// The people who accepted a planned group session in another program and have no place, by its UID.
  private(set) var excess: [String: [String]] = [:]
  /// The organizers of appointments that are not read as sessions, as they are neither coaches of other sessions nor named as
  /// coaches.
  private(set) var otherOrganizers: [String] = []
  private let now: Instant
  /// The names of people that a request states; an address for one without.
  private let stated: @Sendable (String) -> String

  /// Reads the sessions and clients. An appointment of two people, which another program planned or wrote anew, is a session
  /// if its organizer is a coach of other sessions or is named. A person who has or had a session with a coach is the coach's client, unless a record
  /// says otherwise.
  ///
  /// - Parameters:
  ///   - freeUntil: How long before its start the cancellation of a session is in time.
  ///   - coaches: Coaches apart from those of marked sessions.
  ///   - repeating: A book with instances of series of appointments, which are sessions too.
  init(
    _ store: CalendarStore, at now: Instant, showing words: SchedulingWords,
    freeUntil: CalendarDuration = .zero,
    coaches: Set<String> = [], repeating: SessionBook? = nil
  ) {
    self.store = store
    self.words = words
    self.now = now
    stated = words.name
    book = SessionBook(freeCancellationBefore: freeUntil)
    let everything = store.everything
    let items = everything.currentItems
    let records = items.compactMap { try? ClientRecord($0) }
    let events = items.compactMap { $0.event }
    let marked = events.compactMap { try? SessionBook.Session($0) }
    let known = Set((coaches + marked.map { $0.coach } + records.map { $0.coach }).map { PersonKey($0) })
    let single = events.compactMap { try? SessionBook.Session(appointment: $0, now: now) }
    let uids = Set((marked + single).map { $0.uid })
    let instances = repeating.map { book in
      book.coaches.flatMap { book.sessions(of: $0) }.filter { !uids.contains($0.uid) }
    }
    let all = single + (instances ?? [])
    let appointments = all.filter { $0.coach.isEmpty || known.contains(PersonKey($0.coach)) }
    otherOrganizers = all.map { $0.coach }.filter { !$0.isEmpty && !known.contains(PersonKey($0)) }.people
    let names = everything.names
    for session in marked + appointments {
      record(.saved(session), at: now)
      for client in session.coach.isEmpty ? [] : session.clients
      where book.client(client, of: session.coach) == nil {
        let named = SessionBook.Client(client, name: names[PersonKey(client)] ?? "")
        record(.clientAdded(named, of: session.coach), at: now)
      }
      sessions.append(session)
    }
    readAnswers(to: events)
    for client in records { book.restore(client, at: now) }
    self.words.name = SchedulingWords.names(everything, records, else: stated)
    sessions.sort { ($0.interval.lowerBound, $0.uid) < ($1.interval.lowerBound, $1.uid) }
  }

  /// Reads who accepted a planned session in another program without having a place, and which clients declined.
  private mutating func readAnswers(to events: [Event]) {
    let planned = Dictionary(sessions.filter { $0.state == .scheduled }.map { ($0.uid, $0) }) { one, _ in one
    }
    for event in events {
      guard let session = planned[event.uid] else { continue }
      if session.places > 1 {
        let known = Set(([session.coach] + session.clients).map { PersonKey($0) })
        excess[event.uid] = event.attendees.filter { attendee in
          attendee.status == .accepted && (attendee.kind == nil || attendee.kind == .individual)
            && (attendee.role == nil || attendee.role == .required || attendee.role == .optional)
            && !known.contains(PersonKey(attendee.address))
        }.map { Person.plain($0.address) }
      }
      let declined = event.attendees.filter { $0.status == .declined }.map { PersonKey($0.address) }
      if !declined.isEmpty {
        refusals[event.uid] = session.clients.filter { declined.contains(PersonKey($0)) }
      }
    }
  }

  /// The sessions of some calendars for a list: with those instances of series of appointments that begin by a year from now.
  /// Requests do not know them as sessions, since a change of one concerns a series. Where a series repeats too often, none are
  /// listed, and a message says so.
  static func listing(
    _ calendars: [CalendarStore.Source], at now: Instant, showing words: SchedulingWords,
    coaches: Set<String>,
    _ invocation: inout Invocation
  ) -> SessionFiles {
    let store = CalendarStore(reading: calendars)
    let window = Instant(secondsSinceEpoch: 0)..<now.adding(seconds: 366 * 86_400)
    var book: SessionBook?
    do throws(EventError) { book = try SessionBook(store.everything, in: window, now: now) } catch {
      for reason in error.reasons {
        invocation.complain(
          Complaint(
            "\(reason.uid): the dates of repeating appointments are not listed, as one repeats too often",
            expected: Phrase(reason.expected)))
      }
    }
    return SessionFiles(store, at: now, showing: words, coaches: coaches, repeating: book)
  }

  /// The UIDs of the sessions that take one of the people of a session at the same time, by its UID.
  var overlaps: [String: [String]] {
    let pairs = sessions.overlaps.flatMap {
      [($0.earlier.uid, $0.later.uid), ($0.later.uid, $0.earlier.uid)]
    }
    return Dictionary(grouping: pairs) { $0.0 }.mapValues { $0.map { $0.1 }.unique }
  }

  /// The classes of the same calendars; read at each call.
  var classes: ClassBook { ClassBook(store.everything) }

  /// The commitments of people beside sessions in the same calendars; read at each call.
  var commitments: Commitments { commitments(with: classes) }

  /// - Parameter classes: The classes of the same calendars.
  func commitments(with classes: ClassBook) -> Commitments {
    Commitments(store.everything, classes, except: Set(sessions.map { $0.uid }), in: words.zone, at: now)
  }

  /// The coaches of the sessions, each once.
  var coaches: [String] { sessions.map { $0.coach }.people }

  /// The session of a UID, a handle or a unique title.
  func session(_ name: String) throws(CommandError) -> SessionBook.Session {
    let uid = try store.calendars.uid(named: name, kind: .event)
    guard let session = sessions.first(where: { $0.uid == uid }) else {
      guard let other = store.item(uid: uid) else {
        throw CommandError([.noSuchSession], uid: uid, in: words)
      }
      throw .refused(
        "no_such_session", "\(title: other.summary) has not the marks of a session, only of an appointment",
        expected: "edit or delete, or the UID of a session, as session list prints it", uid: uid)
    }
    return session
  }

  /// Adds a client of a coach, unless there is one.
  mutating func add(_ client: String, of coach: String, at now: Instant) throws(CommandError) {
    let record = ClientRecord(SessionBook.Client(client), of: coach)
    let isRemoved = store.item(uid: record.uid).flatMap { try? ClientRecord($0) }?.isRemoved ?? false
    if isRemoved { try write(record, at: now, in: nil) }
    guard book.client(client, of: coach) == nil else { return }
    self.record(.clientAdded(SessionBook.Client(client), of: coach), at: now)
  }

  /// Decides the request of a coach about a client, and writes the changes to the store.
  ///
  /// - Parameter destination: The calendar for a new client.
  mutating func requestClient(
    _ command: SessionCommand, by coach: String, at now: Instant, into destination: CalendarStore.Destination
  ) throws(CommandError) {
    let decision = book.request(command, by: coach, now: now)
    guard !decision.isRefused else { throw CommandError(decision.refusals, uid: "", in: words) }
    for event in decision.events {
      switch event.change {
      case .saved(let session): try write(session, at: now, in: nil)
      case .clientAdded(let client, let coach):
        try write(ClientRecord(client, of: coach), at: now, in: destination)
      case .clientRemoved(let id, let coach):
        try write(ClientRecord(SessionBook.Client(id), of: coach, isRemoved: true), at: now, in: destination)
      case .answered: break
      }
    }
  }

  /// - Parameter destination: The calendar for a record that is not stored yet.
  private mutating func write(
    _ client: ClientRecord, at now: Instant, in destination: CalendarStore.Destination?
  ) throws(CommandError) {
    var journal = client.journal
    journal.stamp = now
    let name = words.name(client.coach)
    if name != client.coach { journal.organizer?.name = name }
    guard let old = store.item(uid: client.uid) else {
      journal.created = now
      if let destination { store.insert([[.journal(journal)]], into: destination) }
      return
    }
    // The name of a removed client is preserved.
    if client.isRemoved { journal.summary = old.summary }
    journal.created = old.created
    let (item, me) = (journal, Set([client.coach]))
    let position = try store.itemLocation(uid: client.uid, kind: .journal).main
    _ = try store.makeChange(position) { (calendar) throws(EventError) in
      try calendar.update(item, at: now, by: me)
    }
  }

  private mutating func record(_ change: SessionChange, at now: Instant) {
    // It cannot fail, as it is the next event by its number.
    try? book.apply([SessionEvent(number: book.version + 1, at: now, change)])
  }

  /// Decides the request of a coach, and writes the session to the store.
  ///
  /// - Parameter destination: The calendar for a new session.
  mutating func request(
    _ command: SessionCommand, by coach: String, at now: Instant, uids: UIDSource = .random,
    offering offer: SlotGrid? = nil, into destination: CalendarStore.Destination? = nil
  ) throws(CommandError) -> SessionBook.Session {
    let decision = book.request(
      command, by: coach, now: now, uids: uids, checking: .commitments(commitments, visibleTo: coach),
      offering: offer)
    guard let session = decision.session, !decision.isRefused else {
      throw CommandError(decision.refusals, uid: "", in: words)
    }
    try write(session, at: now, in: destination)
    return session
  }

  /// Decides a session of those whom a policy chooses, and writes it to the store.
  mutating func request(
    _ request: SessionRequest, offering offer: SlotGrid, choosing policy: ChoicePolicy, by coach: String,
    at now: Instant, uids: UIDSource, into destination: CalendarStore.Destination
  ) throws(CommandError) -> (session: SessionBook.Session, choice: SlotChoice) {
    let chosen = book.decide(
      request, offering: offer, choosing: policy, by: coach, now: now, uids: uids,
      checking: .commitments(commitments, visibleTo: coach))
    return (try write(chosen, at: now, in: destination), chosen.choice)
  }

  /// Decides a new start of a session, with others where those who serve cannot, and writes it to the store.
  mutating func move(
    _ session: SessionBook.Session, to start: ZonedDateTime, offering offer: SlotGrid,
    choosing policy: ChoicePolicy,
    at now: Instant
  ) throws(CommandError) -> (session: SessionBook.Session, moved: ChosenSession) {
    let chosen = book.decideMove(
      of: session.uid, by: session.coach, to: start, offering: offer, choosing: policy, now: now,
      checking: .commitments(commitments, visibleTo: session.coach))
    return (try write(chosen, at: now, in: nil), chosen)
  }

  private mutating func write(
    _ chosen: ChosenSession, at now: Instant, in destination: CalendarStore.Destination?
  ) throws(CommandError) -> SessionBook.Session {
    guard let session = chosen.decision.session, !chosen.decision.isRefused else {
      throw CommandError(chosen.decision.refusals, uid: "", in: words)
    }
    // It was decided on this book just now.
    try? book.apply(chosen.decision)
    try write(session, at: now, in: destination)
    return session
  }

  /// The sessions that take a coach or a thing and begin in a range.
  func sessions(of name: String, in range: Range<Instant>) -> [SessionBook.Session] {
    sessions.filter { session in
      range.contains(session.interval.lowerBound)
        && (session.coach.isOf(name) || session.resources.contains { $0.name.isOf(name) })
    }
  }

  /// The coach and the resources of the last session of clients before an instant; empty if there is none.
  func lastServing(_ clients: [String], before instant: Instant) -> [String] {
    let last = sessions.last { session in
      session.takesTime && session.interval.lowerBound < instant
        && session.clients.contains { client in clients.contains { $0.isOf(client) } }
    }
    return last.map { [$0.coach] + $0.resources.map { $0.name } } ?? []
  }

  /// Writes the sessions of a reassignment to the store.
  mutating func apply(_ reassignment: Reassignment, at now: Instant) throws(CommandError) {
    do throws(SchedulingError) { try book.apply(reassignment.decision) } catch {
      throw .refused(error.code.rawValue, "the sessions have changed", expected: Phrase(error.expected))
    }
    for event in reassignment.decision.events {
      if case .saved(let session) = event.change { try write(session, at: now, in: nil) }
    }
  }

  /// Plans sessions on the instances of a rule, and writes the booked ones to the store.
  mutating func requestSeries(
    _ request: SessionRequest, repeating rule: RecurrenceRule, _ mode: BatchMode, by coach: String,
    at now: Instant, uids: UIDSource, offering offers: [SlotGrid], choosing policy: ChoicePolicy,
    into destination: CalendarStore.Destination
  ) throws(CommandError) -> BatchOutcome<PlannedSession> {
    let series = book.requestSeries(
      request, repeating: rule, mode, by: coach, now: now, uids: uids,
      checking: .commitments(commitments, visibleTo: coach), offering: offers, choosing: policy)
    guard series.isBooked else { return series }
    for session in series.dates.compactMap({ $0.session }) {
      try write(session, at: now, in: destination)
    }
    return series
  }

  /// Writes a session to the store.
  ///
  /// - Parameter destination: The calendar of a new session.
  mutating func write(
    _ session: SessionBook.Session, at now: Instant, in destination: CalendarStore.Destination?
  ) throws(CommandError) {
    let book = book
    let stated = stated
    func name(_ person: String) -> String {
      if stated(person) != person { return stated(person) }
      return book.client(person, of: session.coach).flatMap { $0.name == $0.id ? nil : $0.name } ?? ""
    }
    var event = session.event(names: name)
    event.stamp = now
    if let destination {
      event.created = event.created ?? now
      store.insert([[.event(event)]], into: destination)
    } else {
      let old = store.item(uid: session.uid)?.event
      let before = old?.session(at: now)
      try store.write(event, changing: before?.event { old?.name(of: $0) ?? "" }, at: now)
    }
  }
}

extension Event {
  /// The session of the event, also if it is an appointment of two people that another program planned or wrote.
  fileprivate func session(at now: Instant) -> SessionBook.Session? {
    (try? SessionBook.Session(self)) ?? (try? SessionBook.Session(appointment: self, now: now))
  }

  /// The name of a person in the event.
  fileprivate func name(of person: String) -> String? {
    let people =
      attendees.map { ($0.address, $0.name) } + [organizer].compactMap { $0 }.map { ($0.address, $0.name) }
    return people.first { PersonKey($0.0) == PersonKey(person) }?.1
  }
}
