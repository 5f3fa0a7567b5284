public import AlmanacEvents
public import AlmanacTime

extension SessionBook {
  /// Decides a coach's request at a moment, changing nothing.
  ///
  /// - Parameters:
  ///   - coach: The coach who makes the request. One about another coach's session is refused as `noSuchSession`; such
  ///     sessions conflict nevertheless.
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
      guard answer.command == command else { return refused([.keyReused]) }
      let session = answer.session.flatMap { sessions[$0] }
      return SessionDecision(version: version, session: session, refusals: [], events: [])
    }
    var draft = SessionDraft(
      book: self, coach: coach, now: now, uids: uids, context: context, offer: offer)
    draft.perform(command)
    guard draft.refusals.isEmpty else { return refused(draft.refusals) }
    if let key { draft.record(.answered(key: key, command, coach: coach, session: draft.session?.uid)) }
    return SessionDecision(version: version, session: draft.session, refusals: [], events: draft.events)
  }

  private func refused(_ refusals: [SessionRefusal]) -> SessionDecision {
    SessionDecision(version: version, session: nil, refusals: refusals, events: [])
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
}

/// A draft of a decision: the unchanged book, and the events and refusals so far.
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

  mutating func record(_ change: SessionChange) {
    events.append(SessionEvent(number: book.version + events.count + 1, at: now, change))
  }

  private mutating func save(_ session: Session) {
    self.session = session
    record(.saved(session))
  }

  private mutating func refuse(_ reason: SessionRefusal) { refusals.append(reason) }

  mutating func perform(_ command: SessionCommand) {
    switch command {
    case .addClient(let client):
      guard book.client(client.id, of: coach) == nil else { return refuse(.alreadyAClient(client.id)) }
      record(.clientAdded(client, of: coach))
    case .removeClient(let client, let cancelling): remove(client, cancelling: cancelling)
    case .schedule(let client, let start, let duration, let title, let place, let note):
      let plan = Session.Plan(start, lasting: duration)
      add(client, plan, in: start.zone, title, place, note) { session, draft in
        if session.interval.isEmpty { draft.refuse(.invalidDuration) }
        draft.checkConflicts(session)
      }
    case .move(let uid, let start, let duration):
      change(uid, from: [.scheduled]) { session, draft in
        session.plan = Session.Plan(start, lasting: duration ?? session.plan?.duration ?? .hours(1))
        session.zone = start.zone
        if session.interval.isEmpty { draft.refuse(.invalidDuration) }
        draft.checkConflicts(session)
      }
    case .edit(let uid, let title, let place, let note):
      change(uid) { session, _ in
        session.title = title ?? session.title
        session.place = place ?? session.place
        session.note = note ?? session.note
      }
    case .cancel(let uid):
      change(uid, from: [.scheduled]) { session, draft in draft.cancel(&session) }
    case .start(let uid):
      change(uid, from: [.scheduled]) { session, draft in draft.start(&session) }
    case .startUnplanned(let client, let zone, let title, let place, let note):
      add(client, nil, in: zone, title, place, note) { session, draft in draft.start(&session) }
    case .complete(let uid):
      change(uid, from: [.inProgress]) { session, draft in
        session.state = .completed
        session.ended = draft.now
      }
    case .abandon(let uid):
      change(uid, from: [.inProgress]) { session, draft in draft.abandon(&session) }
    case .record(let uid, let interval):
      change(uid, from: [.scheduled, .inProgress, .missed]) { session, draft in
        draft.complete(&session, interval)
      }
    case .recordUnplanned(let client, let interval, let zone, let title, let place, let note):
      add(client, nil, in: zone, title, place, note) { session, draft in draft.complete(&session, interval) }
    case .markMissed(let uid):
      change(uid, from: [.scheduled]) { session, draft in draft.markMissed(&session) }
    }
  }

  private mutating func remove(_ client: String, cancelling: Bool) {
    guard book.client(client, of: coach) != nil else { return refuse(.notAClient(client)) }
    let future = book.sessions(of: coach, with: client).filter {
      $0.state == .inProgress || $0.state == .scheduled && $0.interval.lowerBound >= now
    }
    guard cancelling || future.isEmpty else { return refuse(.futureSessions(future)) }
    for var session in future where session.state == .scheduled {
      session.state = .cancelled(isLate: isLate(session))
      record(.saved(session))
    }
    if future.contains(where: { $0.state == .inProgress }) { return refuse(.wrongState(.inProgress)) }
    record(.clientRemoved(client, of: coach))
  }

  private func isLate(_ session: Session) -> Bool {
    now > session.start.adding(-book.freeCancellationBefore).instant
  }

  private mutating func cancel(_ session: inout Session) {
    let start = session.interval.lowerBound
    if now >= start { refuse(.tooLate(closed: start)) }
    session.state = .cancelled(isLate: isLate(session))
  }

  private mutating func markMissed(_ session: inout Session) {
    let start = session.interval.lowerBound
    if now < start { refuse(.tooEarly(opens: start)) }
    session.state = .missed
  }

  private mutating func start(_ session: inout Session) {
    session.state = .inProgress
    session.started = now
    checkNothingInProgress(session)
  }

  private func abandon(_ session: inout Session) {
    guard session.plan == nil else { return (session.state, session.started) = (.scheduled, nil) }
    (session.state, session.ended) = (.cancelled(isLate: false), now)
  }

  private mutating func complete(_ session: inout Session, _ interval: Range<Instant>) {
    session.state = .completed
    session.started = interval.lowerBound
    session.ended = interval.upperBound
    checkPast(session)
  }

  /// Adds a session with a client, unless the client or the change gives a reason against it.
  private mutating func add(
    _ client: String, _ plan: Session.Plan?, in zone: Zone, _ title: String, _ place: String, _ note: String,
    _ change: (inout Session, inout SessionDraft) -> Void
  ) {
    let (taken, count) = (book.sessions, book.sessions.count)
    var session = Session(
      uid: uids.freeUID(from: count, taken: count) { taken[$0] == nil }, coach: coach, client: client,
      title: title, plan: plan, in: zone, place: place, note: note)
    if book.client(client, of: coach) == nil { refuse(.notAClient(client)) }
    if let reason = context.ineligibility(client) { refuse(.notEligible(reason)) }
    change(&session, &self)
    if refusals.isEmpty { save(session) }
  }

  /// Changes one of the coach's sessions, if it is in one of the states and the change adds no refusal.
  private mutating func change(
    _ uid: String, from states: [Session.State]? = nil, _ change: (inout Session, inout SessionDraft) -> Void
  ) {
    guard var session = book.session(uid, of: coach) else { return refuse(.noSuchSession) }
    if let states, !states.contains(session.state) { return refuse(.wrongState(session.state)) }
    change(&session, &self)
    if refusals.isEmpty { save(session) }
  }
}

/// The checks of times.
extension SessionDraft {
  /// Refuses a session at a time at which coach or client have another commitment.
  ///
  /// The reasons of the slots on offer come first; conflicts that arose after the offer was made are added.
  private mutating func checkConflicts(_ session: Session) {
    let reported = offer?.refusals(of: session) ?? []
    refusals += reported
    for person in Session.people(session.coach, session.client) {
      let others = book.sessions(with: person) {
        $0.uid != session.uid && $0.conflicts(with: session.interval)
      }
      let items = others.map { $0.busyItem(for: coach) } + context.commitments(person, session.interval)
      refusals += items.map { .conflict($0, of: person) }.filter { !reported.contains($0) }
    }
  }

  /// Refuses a session that begins now if sessions are in progress; planned sessions do not conflict.
  ///
  /// The coach's own session is in progress until the coach ends it; another coach's as long as was planned, so that a
  /// forgotten one blocks nobody.
  private mutating func checkNothingInProgress(_ session: Session) {
    refuse(session) { [coach] other in
      other.state == .inProgress
        && (PersonKey.areSame(other.coach, coach) || other.conflicts(with: session.interval))
    }
  }

  /// Refuses a record of a session that is not over, or of a time at which coach or client had another session; planned
  /// ones give way.
  private mutating func checkPast(_ session: Session) {
    if session.interval.isEmpty { refuse(.invalidDuration) }
    if session.interval.upperBound > now { refuse(.tooEarly(opens: session.interval.upperBound)) }
    refuse(session) { $0.state != .scheduled && $0.conflicts(with: session.interval) }
  }

  /// Refuses a session for other sessions of its people.
  private mutating func refuse(_ session: Session, for isConflict: (Session) -> Bool) {
    for person in Session.people(session.coach, session.client) {
      let others = book.sessions(with: person) { $0.uid != session.uid && isConflict($0) }
      refusals += others.map { .conflict($0.busyItem(for: coach), of: person) }
    }
  }
}

extension Session {
  /// The persons who need time, each once: a coach may be their own client.
  static func people(_ coach: String, _ client: String) -> [String] {
    PersonKey.areSame(coach, client) ? [coach] : [coach, client]
  }

  /// The session as busy time, with its identity and title for its coach and its client only.
  func busyItem(for person: String) -> BusyTime.Item {
    let isOwn = PersonKey.areSame(person, coach) || PersonKey.areSame(person, client)
    return BusyTime.Item(
      interval, id: isOwn ? ItemID(uid: uid) : nil, summary: isOwn ? (title.isEmpty ? client : title) : "",
      isBooking: true)
  }
}
