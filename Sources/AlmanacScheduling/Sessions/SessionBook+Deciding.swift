public import AlmanacEvents
public import AlmanacTime

extension SessionBook {
  /// Decides a coach's request at a moment, changing nothing.
  ///
  /// - Parameters:
  ///   - coach: The coach who makes the request; sessions of other coaches do not exist for it.
  ///   - key: The idempotency key. A granted request that is repeated with its key is answered with the session as it is
  ///     now and changes nothing. Each coach has keys of their own; one that the coach used for another request is
  ///     refused. A refusal is not stored: the next attempt is decided anew.
  ///   - uids: The source of the UIDs of new sessions.
  ///   - context: The eligibility and the other commitments of coach and client.
  ///   - offer: The slots that can be booked (see `slots`); a session can be scheduled and moved only to one of them.
  public func decide(
    _ command: SessionCommand, by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) -> SessionDecision {
    if let key, let answer = answers[PersonKey(coach)]?[key] {
      guard answer.command == command else {
        return SessionDecision(version: version, session: nil, refusals: [.keyReused], events: [])
      }
      let session = answer.session.flatMap { sessions[$0] }
      return SessionDecision(version: version, session: session, refusals: [], events: [])
    }
    var draft = SessionDraft(
      book: self, coach: coach, now: now, uids: uids, context: context, offer: offer)
    draft.perform(command)
    guard draft.refusals.isEmpty else {
      return SessionDecision(version: version, session: nil, refusals: draft.refusals, events: [])
    }
    if let key { draft.record(.answered(key: key, command, coach: coach, session: draft.session?.uid)) }
    return SessionDecision(version: version, session: draft.session, refusals: [], events: draft.events)
  }

  /// Decides a coach's request and applies the decision.
  @discardableResult
  public mutating func request(
    _ command: SessionCommand, by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) -> SessionDecision {
    let decision = decide(
      command, by: coach, now: now, key: key, uids: uids, checking: context, offering: offer)
    // The decision was made on this version just now.
    try? apply(decision)
    return decision
  }

  func newUID(_ source: UIDSource) -> String {
    for attempt in 0...sessions.count {
      let uid = source.uid(number: sessions.count + attempt)
      if !uid.isEmpty, sessions[uid] == nil { return uid }
    }
    return UIDSource.random.uid(number: sessions.count)
  }
}

/// A decision under way: the book as it is, and the events and refusals so far.
struct SessionDraft {
  let book: SessionBook
  let coach: String
  let now: Instant
  let uids: UIDSource
  let context: BookingContext
  let offer: SlotGrid?
  private(set) var events: [SessionEvent] = []
  private(set) var refusals: [SessionRefusal] = []
  private(set) var session: Session?

  mutating func record(_ change: SessionEvent.Change) {
    events.append(SessionEvent(number: book.version + events.count + 1, at: now, change))
  }

  private mutating func save(_ session: Session) {
    self.session = session
    record(.saved(session))
  }

  private mutating func refuse(_ reason: SessionRefusal) {
    refusals.append(reason)
  }

  mutating func perform(_ command: SessionCommand) {
    switch command {
    case .addClient(let client): add(client)
    case .removeClient(let client, let cancelling): remove(client, cancelling: cancelling)
    case .schedule(let client, let start, let duration, let title, let place, let note):
      schedule(
        Session(
          uid: book.newUID(uids), coach: coach, client: client, title: title,
          plan: Session.Plan(start, lasting: duration), in: start.zone, place: place, note: note))
    case .move(let uid, let start, let duration): move(uid, to: start, lasting: duration)
    case .edit(let uid, let title, let place, let note):
      change(uid) { session, _ in
        session.title = title ?? session.title
        session.place = place ?? session.place
        session.note = note ?? session.note
      }
    case .cancel(let uid): cancel(uid)
    case .start(let uid): start(uid)
    case .startUnplanned(let client, let zone, let title, let place, let note):
      startUnplanned(
        Session(
          uid: book.newUID(uids), coach: coach, client: client, title: title, plan: nil, in: zone,
          place: place, note: note, state: .inProgress, started: now))
    case .complete(let uid): complete(uid)
    case .record(let uid, let interval): record(uid, during: interval)
    case .recordUnplanned(let client, let interval, let zone, let title, let place, let note):
      recordUnplanned(
        Session(
          uid: book.newUID(uids), coach: coach, client: client, title: title, plan: nil, in: zone,
          place: place, note: note, state: .completed, started: interval.lowerBound,
          ended: interval.upperBound))
    case .markMissed(let uid): markMissed(uid)
    }
  }
}

/// Clients.
extension SessionDraft {
  private mutating func add(_ client: Client) {
    if book.client(client.id, of: coach) != nil { return refuse(.alreadyAClient(client.id)) }
    record(.clientAdded(client, of: coach))
  }

  private mutating func remove(_ client: String, cancelling: Bool) {
    guard book.client(client, of: coach) != nil else { return refuse(.notAClient(client)) }
    let open = book.sessions(of: coach, with: client).filter {
      $0.state == .scheduled || $0.state == .inProgress
    }
    let future = open.filter { $0.state == .inProgress || $0.interval.lowerBound >= now }
    guard cancelling || future.isEmpty else { return refuse(.futureSessions(future)) }
    for var session in future where session.state == .scheduled {
      session.state = .cancelled(isLate: isLate(session))
      record(.saved(session))
    }
    if let running = future.first(where: { $0.state == .inProgress }) {
      return refuse(.wrongState(running.state))
    }
    record(.clientRemoved(client, of: coach))
  }
}

/// Planning.
extension SessionDraft {
  private mutating func schedule(_ session: Session) {
    checkClient(session)
    if session.interval.isEmpty { refuse(.invalidDuration) }
    checkConflicts(session)
    if refusals.isEmpty { save(session) }
  }

  private mutating func move(_ uid: String, to start: ZonedDateTime, lasting duration: CalendarDuration?) {
    change(uid, from: [.scheduled]) { session, draft in
      session.plan = Session.Plan(start, lasting: duration ?? session.plan?.duration ?? .hours(1))
      session.zone = start.zone
      if session.interval.isEmpty { draft.refuse(.invalidDuration) }
      draft.checkConflicts(session)
    }
  }

  private mutating func cancel(_ uid: String) {
    change(uid, from: [.scheduled]) { session, draft in
      let start = session.interval.lowerBound
      if draft.now >= start { draft.refuse(.tooLate(closed: start)) }
      session.state = .cancelled(isLate: draft.isLate(session))
    }
  }

  fileprivate func isLate(_ session: Session) -> Bool {
    now > session.start.adding(-book.freeCancellationBefore).instant
  }
}

/// Recording.
extension SessionDraft {
  private mutating func start(_ uid: String) {
    change(uid, from: [.scheduled]) { session, draft in
      session.state = .inProgress
      session.started = draft.now
      draft.checkNothingInProgress(session)
    }
  }

  private mutating func startUnplanned(_ session: Session) {
    checkClient(session)
    checkNothingInProgress(session)
    if refusals.isEmpty { save(session) }
  }

  private mutating func complete(_ uid: String) {
    change(uid, from: [.inProgress]) { session, draft in
      session.state = .completed
      session.ended = draft.now
    }
  }

  private mutating func record(_ uid: String, during interval: Range<Instant>) {
    change(uid, from: [.scheduled, .inProgress, .missed]) { session, draft in
      session.state = .completed
      session.started = interval.lowerBound
      session.ended = interval.upperBound
      draft.checkPast(session)
    }
  }

  private mutating func recordUnplanned(_ session: Session) {
    checkClient(session)
    checkPast(session)
    if refusals.isEmpty { save(session) }
  }

  private mutating func markMissed(_ uid: String) {
    change(uid, from: [.scheduled]) { session, draft in
      let start = session.interval.lowerBound
      if draft.now < start { draft.refuse(.tooEarly(opens: start)) }
      session.state = .missed
    }
  }
}

/// Checking.
extension SessionDraft {
  /// Changes one of the coach's sessions, if it is in one of the states and the change adds no refusal.
  private mutating func change(
    _ uid: String, from states: [Session.State]? = nil, _ change: (inout Session, inout SessionDraft) -> Void
  ) {
    guard var session = book.session(uid, of: coach) else { return refuse(.noSuchSession) }
    if let states, !states.contains(session.state) { return refuse(.wrongState(session.state)) }
    change(&session, &self)
    if refusals.isEmpty { save(session) }
  }

  private mutating func checkClient(_ session: Session) {
    if book.client(session.client, of: coach) == nil { refuse(.notAClient(session.client)) }
    if let reason = context.ineligibility(session.client) { refuse(.notEligible(reason)) }
  }

  /// Refuses a session at a time at which coach or client have another commitment.
  ///
  /// The reasons of the slots on offer come first; conflicts that arose after the offer was made are added.
  private mutating func checkConflicts(_ session: Session) {
    let reported = offer?.refusals(of: session) ?? []
    reported.forEach { refuse($0) }
    for person in session.people {
      let others = book.sessions(of: person, conflictingWith: session.interval, except: session.uid)
      for item in others.map({ $0.busyItem(for: coach) }) + context.commitments(person, session.interval) {
        let conflict = SessionRefusal.conflict(item, of: person)
        if !reported.contains(conflict) { refuse(conflict) }
      }
    }
  }

  /// Refuses a session that begins now for sessions in progress; planned ones give way.
  ///
  /// The coach's own session is in progress until the coach ends it; another coach's as long as was planned, so that a
  /// forgotten one blocks nobody.
  private mutating func checkNothingInProgress(_ session: Session) {
    for person in session.people {
      for other in book.sessions(inProgressWith: person, except: session.uid)
      where PersonKey.areSame(other.coach, coach) || other.conflicts(with: session.interval) {
        refuse(.conflict(other.busyItem(for: coach), of: person))
      }
    }
  }

  /// Refuses a record of a session that is not over, or of a time at which coach or client had another session; planned
  /// ones give way.
  private mutating func checkPast(_ session: Session) {
    if session.interval.isEmpty { refuse(.invalidDuration) }
    if session.interval.upperBound > now { refuse(.tooEarly(opens: session.interval.upperBound)) }
    for person in session.people {
      let others = book.sessions(of: person, conflictingWith: session.interval, except: session.uid)
      for other in others where other.state != .scheduled {
        refuse(.conflict(other.busyItem(for: coach), of: person))
      }
    }
  }
}

extension Session {
  fileprivate var people: [String] { PersonKey.areSame(coach, client) ? [coach] : [coach, client] }

  /// The session as busy time, with its identity and title for its coach and its client only.
  func busyItem(for person: String) -> BusyTime.Item {
    let isOwn = PersonKey.areSame(person, coach) || PersonKey.areSame(person, client)
    return BusyTime.Item(
      interval, id: isOwn ? ItemID(uid: uid) : nil, summary: isOwn ? (title.isEmpty ? client : title) : "",
      isBooking: true)
  }
}
