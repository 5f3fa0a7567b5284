import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining

/// The sessions of some calendars, and the files that they are kept in.
struct SessionFiles: Sendable {
  var store: CalendarStore
  private(set) var book: SessionBook
  /// On whose clocks refusals are told.
  let zone: Zone
  /// In order of time.
  private(set) var sessions: [Session] = []

  /// Everybody with whom a coach has or had a session is the coach's client, unless a record says otherwise.
  ///
  /// - Parameter freeUntil: How long before its start a session is cancelled in time.
  init(_ store: CalendarStore, at now: Instant, showing zone: Zone, freeUntil: CalendarDuration = .zero) {
    self.store = store
    self.zone = zone
    book = SessionBook(freeCancellationBefore: freeUntil)
    let items = store.everything.currentItems
    for item in items {
      guard let event = item.event, let session = try? Session(event) else { continue }
      record(.saved(session), at: now)
      if book.client(session.client, of: session.coach) == nil {
        record(.clientAdded(Client(session.client), of: session.coach), at: now)
      }
      sessions.append(session)
    }
    for item in items {
      if let client = try? ClientRecord(item) { book.restore(client, at: now) }
    }
    sessions.sort { ($0.interval.lowerBound, $0.uid) < ($1.interval.lowerBound, $1.uid) }
  }

  /// The classes of the same calendars, which take time too. Read anew each time.
  var classes: ClassBook { ClassBook(store.everything) }

  /// Everybody who has sessions, once however the address is written.
  var coaches: [String] { sessions.map { $0.coach }.people }

  func session(_ uid: String) throws(CommandError) -> Session {
    guard let session = sessions.first(where: { $0.uid == uid }) else {
      throw CommandError([.noSuchSession], uid: uid, showing: zone)
    }
    return session
  }

  /// Makes somebody a client of a coach, unless they are.
  mutating func add(_ client: String, of coach: String, at now: Instant) throws(CommandError) {
    let known = ClientRecord(Client(client), of: coach)
    let isRemoved = store.item(uid: known.uid).flatMap { try? ClientRecord($0) }?.isRemoved ?? false
    if isRemoved { try keep(known, at: now, in: nil) }
    guard book.client(client, of: coach) == nil else { return }
    record(.clientAdded(Client(client), of: coach), at: now)
  }

  /// Decides what a coach asks about a client, and brings what was decided into the store.
  ///
  /// - Parameter destination: Where a new client is kept.
  mutating func requestClient(
    _ command: SessionCommand, by coach: String, at now: Instant, into destination: CalendarStore.Destination
  ) throws(CommandError) {
    let decision = book.request(command, by: coach, now: now)
    guard !decision.isRefused else { throw CommandError(decision.refusals, uid: "", showing: zone) }
    for event in decision.events {
      switch event.change {
      case .saved(let session): try keep(session, at: now, in: nil)
      case .clientAdded(let client, let coach):
        try keep(ClientRecord(client, of: coach), at: now, in: destination)
      case .clientRemoved(let id, let coach):
        try keep(ClientRecord(Client(id), of: coach, isRemoved: true), at: now, in: destination)
      case .answered: break
      }
    }
  }

  /// - Parameter destination: Where it stands if it is nowhere yet.
  private mutating func keep(
    _ client: ClientRecord, at now: Instant, in destination: CalendarStore.Destination?
  ) throws(CommandError) {
    var journal = client.journal
    journal.stamp = now
    guard let old = store.item(uid: client.uid) else {
      journal.created = now
      if let destination { store.insert([[.journal(journal)]], into: destination) }
      return
    }
    // Who is taken off the list keeps the name that was given.
    if client.isRemoved { journal.summary = old.summary }
    journal.created = old.created
    let (item, me) = (journal, Set([client.coach]))
    let position = try store.place(uid: client.uid, kind: .journal).main
    _ = try store.makeChange(position) { (calendar) throws(EventError) in
      try calendar.update(item, at: now, by: me)
    }
  }

  private mutating func record(_ change: SessionChange, at now: Instant) {
    // It is the next event by its number.
    try? book.apply([SessionEvent(number: book.version + 1, at: now, change)])
  }

  /// Decides a coach's request and brings what was decided into the store.
  ///
  /// - Parameter destination: Where a new session is kept.
  mutating func request(
    _ command: SessionCommand, by coach: String, at now: Instant, uids: UIDSource = .random,
    offering offer: SlotGrid? = nil, into destination: CalendarStore.Destination? = nil
  ) throws(CommandError) -> Session {
    let decision = book.request(
      command, by: coach, now: now, uids: uids, checking: .classes(classes, toldTo: coach), offering: offer)
    guard let session = decision.session, !decision.isRefused else {
      throw CommandError(decision.refusals, uid: "", showing: zone)
    }
    try keep(session, at: now, in: destination)
    return session
  }

  /// Completes the session that a workout was recorded in.
  mutating func complete(by record: TrainingRecord, at now: Instant) throws(CommandError) {
    guard let decision = book.complete(by: record, now: now) else { return }
    guard let session = decision.session, !decision.isRefused else {
      throw CommandError(decision.refusals, uid: record.sessionID ?? "", showing: zone)
    }
    try keep(session, at: now, in: nil)
  }

  /// Plans sessions on the instances of a rule and brings those that are booked into the store.
  mutating func requestSeries(
    client: String, from start: ZonedDateTime, repeating rule: RecurrenceRule,
    lasting length: CalendarDuration,
    _ mode: SeriesMode, place: String, note: String, by coach: String, at now: Instant, uids: UIDSource,
    into destination: CalendarStore.Destination
  ) throws(CommandError) -> SessionSeries {
    let series = book.requestSeries(
      client: client, from: start, repeating: rule, lasting: length, mode, place: place, note: note,
      by: coach, now: now, uids: uids, checking: .classes(classes, toldTo: coach))
    guard series.isBooked else { return series }
    for session in series.entries.compactMap({ $0.session }) { try keep(session, at: now, in: destination) }
    return series
  }

  private mutating func keep(_ session: Session, at now: Instant, in destination: CalendarStore.Destination?)
    throws(CommandError)
  {
    let book = book
    func name(_ person: String) -> String {
      book.client(person, of: session.coach).flatMap { $0.name == $0.id ? nil : $0.name } ?? ""
    }
    var event = session.event(names: name)
    event.stamp = now
    if let destination {
      event.created = now
      store.insert([[.event(event)]], into: destination)
    } else {
      let old = store.item(uid: session.uid)?.event
      let before = old.flatMap { try? Session($0) }
      try store.put(event, changing: before?.event { old?.name(of: $0) ?? "" }, at: now)
    }
  }
}

extension Event {
  /// The name that it has of a person.
  fileprivate func name(of person: String) -> String? {
    let people =
      attendees.map { ($0.address, $0.name) } + [organizer].compactMap { $0 }.map { ($0.address, $0.name) }
    return people.first { PersonKey($0.0) == PersonKey(person) }?.1
  }
}
