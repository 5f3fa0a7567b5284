internal import AlmanacEvents
internal import AlmanacTime

/// A draft of a decision: the unchanged book, and the events and refusals so far.
///
/// One draft may decide several requests, each with those that were granted before.
struct SessionDraft {
  let book: SessionBook
  var coach: String
  let now: Instant
  /// The moment at which its sessions are booked or taken over.
  private let moment: Instant
  let uids: UIDSource
  let context: BookingContext
  let offer: SlotGrid?
  private(set) var events: [SessionEvent] = []
  var refusals: [SessionRefusal] = []
  private(set) var session: SessionBook.Session?
  /// The sessions that earlier requests of the draft saved, and the clients that they added.
  private var saved: [String: SessionBook.Session] = [:]
  private var added: [PersonKey: Set<PersonKey>] = [:]
  /// The history with the sessions of the draft.
  private(set) var history: BookingHistory
  /// The work of its searches for substitutes, in steps.
  var steps = 0
  /// Whether only the refusals matter, and nothing is recorded.
  private(set) var isTrial = false

  init(
    book: SessionBook, coach: String, now: Instant, uids: UIDSource, context: BookingContext,
    offer: SlotGrid? = nil
  ) {
    (self.book, self.coach, self.now, self.uids) = (book, coach, now, uids)
    (self.context, self.offer, history) = (context, offer, book.history)
    moment = book.moment(ofDecisionAt: now)
  }

  /// Begins with the next request.
  mutating func begin(by coach: String) {
    (self.coach, session, refusals) = (coach, nil, [])
  }

  mutating func record(_ change: SessionChange) {
    if isTrial { return }
    events.append(SessionEvent(number: book.version + events.count + 1, at: now, change))
  }

  /// A draft for a trial request, whose events are discarded.
  var trial: SessionDraft { modified(self) { ($0.session, $0.refusals, $0.isTrial) = (nil, [], true) } }

  /// Participants with the time that the sessions take of them, those of the draft included; nobody sees titles.
  func participants(_ participants: [SlotParticipant], in range: Range<Instant>) -> [SlotParticipant] {
    participants.map { participant in
      var result = participant
      let range = participant.reach(around: range)
      let own = sessions(of: participant.name, overlapping: range)
      let items = participant.busy.items(overlapping: range)
      result.busy = BusyTime(items + own.map { $0.busyItem(of: participant.name, for: "", in: book) })
      return result
    }
  }

  /// Performs a request, unless it was granted before with its key.
  mutating func answer(_ command: SessionCommand, key: String?, _ perform: (inout SessionDraft) -> Void) {
    let requester = coach
    if let key, let answer = book.answers[PersonKey(requester)]?[key] {
      guard answer.command == command else { return refuse(.keyReused) }
      session = answer.session.flatMap { book.sessions[$0] }
      return
    }
    perform(&self)
    guard refusals.isEmpty, let key else { return }
    record(.answered(key: key, command, coach: requester, session: session?.uid))
  }

  /// The decision of a draft of one request.
  var decision: SessionDecision {
    SessionDecision(
      version: book.version, session: refusals.isEmpty ? session : nil, refusals: refusals,
      events: refusals.isEmpty ? events : [])
  }

  private mutating func save(_ session: SessionBook.Session) {
    self.session = session
    if isTrial { return }
    history.replace(current(session.uid), by: session)
    saved[session.uid] = session
    record(.saved(session))
  }

  /// A session as it is with the changes so far.
  func current(_ uid: String) -> SessionBook.Session? { saved[uid] ?? book.sessions[uid] }

  private func isClient(_ client: String) -> Bool {
    book.client(client, of: coach) != nil || added[PersonKey(coach)]?.contains(PersonKey(client)) == true
  }

  /// Adds clients to those of the coach of a session.
  private mutating func addClients(of session: SessionBook.Session) {
    if session.coach.isEmpty { return }
    coach = session.coach
    for client in session.clients where !isClient(client) {
      added[PersonKey(coach), default: []].insert(PersonKey(client))
      record(.clientAdded(SessionBook.Client(client), of: coach))
    }
  }

  mutating func refuse(_ reason: SessionRefusal) { refusals.append(reason) }

  mutating func perform(_ command: SessionCommand) {
    switch command {
    case .addClient(let client): add(client)
    case .removeClient(let client, let cancelling): remove(client, cancelling: cancelling)
    case .schedule(let client, let start, let duration, let summary, let location, let details):
      let plan = SessionBook.Session.Plan(start, lasting: duration)
      add([client], plan, in: start.zone, summary, location, details) { session, draft in
        draft.checkTime(of: session)
      }
    case .book(let request): book(request)
    case .join(let uid, let client):
      change(uid, from: [.scheduled, .inProgress]) { session, draft in draft.join(client, &session) }
    case .leave(let uid, let client):
      change(uid, from: [.scheduled]) { session, draft in draft.leave(client, &session) }
    case .reassign(let uid, let coach, let resources, let start):
      change(uid, from: [.scheduled]) { session, draft in
        draft.reassign(&session, to: coach, resources, from: start)
      }
    case .move(let uid, let start, let duration):
      change(uid, from: [.scheduled]) { session, draft in draft.move(&session, to: start, lasting: duration) }
    case .edit(let uid, let summary, let location, let details):
      change(uid) { session, _ in
        session.summary = summary ?? session.summary
        session.location = location ?? session.location
        session.details = details ?? session.details
      }
    case .cancel(let uid):
      change(uid, from: [.scheduled]) { session, draft in draft.cancel(&session) }
    case .start(let uid):
      change(uid, from: [.scheduled]) { session, draft in draft.start(&session) }
    case .startUnplanned(let client, let zone, let summary, let location, let details):
      add([client], nil, in: zone, summary, location, details) { session, draft in draft.start(&session) }
    case .complete(let uid):
      change(uid, from: [.inProgress]) { session, draft in
        (session.state, session.ended) = (.completed, draft.now)
      }
    case .abandon(let uid):
      change(uid, from: [.inProgress]) { session, draft in draft.abandon(&session) }
    case .record(let uid, let interval):
      change(uid, from: [.scheduled, .inProgress, .missed]) { session, draft in
        draft.complete(&session, interval)
      }
    case .recordUnplanned(let client, let interval, let zone, let summary, let location, let details):
      add([client], nil, in: zone, summary, location, details) { session, draft in
        draft.complete(&session, interval)
      }
    case .markMissed(let uid):
      change(uid, from: [.scheduled]) { session, draft in draft.markMissed(&session) }
    }
  }

  private mutating func add(_ client: SessionBook.Client) {
    if PersonKey(validating: client.id) == nil { return refuse(.invalidRequest(.client)) }
    guard book.client(client.id, of: coach) == nil else { return refuse(.alreadyAClient(client.id)) }
    record(.clientAdded(client, of: coach))
  }

  private mutating func leave(_ client: String, _ session: inout SessionBook.Session) {
    checkIsBefore(session.interval.lowerBound)
    let others = session.clients.filter { !PersonKey.areSame($0, client) }
    if others.count == session.clients.count { refuse(.notJoined(client)) }
    session.clients = others
  }

  private mutating func move(
    _ session: inout SessionBook.Session, to start: ZonedDateTime, lasting duration: CalendarDuration? = nil
  ) {
    session.move(to: start, lasting: duration)
    checkTime(of: session)
  }

  /// Gives a session to another coach or other resources, and moves it if a start is given; `nil` leaves each as it is.
  private mutating func reassign(
    _ session: inout SessionBook.Session, to coach: String?, _ resources: [SessionBook.Session.Resource]?,
    from start: ZonedDateTime?
  ) {
    let before = session
    session.coach = coach ?? session.coach
    session.resources = resources ?? session.resources
    if session.serving != before.serving { session.reassign(at: moment) }
    check(session)
    if let start {
      move(&session, to: start)
    } else {
      // Participants it already had are not checked again.
      checkConflicts(session, of: session.everyone.filter { !before.has($0, as: session) })
    }
    if refusals.isEmpty { addClients(of: session) }
  }

  private mutating func remove(_ client: String, cancelling: Bool) {
    guard book.client(client, of: coach) != nil else { return refuse(.notAClient(client)) }
    let future = book.sessions(of: coach, with: client).filter {
      $0.state == .inProgress || $0.state == .scheduled && $0.interval.lowerBound >= now
    }
    guard cancelling || future.isEmpty else { return refuse(.futureSessions(future)) }
    for var session in future where session.state == .scheduled {
      // A group goes on without the client.
      if session.places > 1 {
        session.clients.removeAll { PersonKey.areSame($0, client) }
      } else {
        session.state = .cancelled(isLate: isLate(session))
      }
      record(.saved(session))
    }
    if future.contains(where: { $0.state == .inProgress }) { return refuse(.wrongState(.inProgress)) }
    record(.clientRemoved(client, of: coach))
  }

  private func isLate(_ session: SessionBook.Session) -> Bool {
    now > session.start.adding(-book.freeCancellationBefore).instant
  }

  private mutating func cancel(_ session: inout SessionBook.Session) {
    checkIsBefore(session.interval.lowerBound)
    session.state = .cancelled(isLate: isLate(session))
  }

  private mutating func markMissed(_ session: inout SessionBook.Session) {
    let start = session.interval.lowerBound
    if now < start { refuse(.tooEarly(opens: start)) }
    session.state = .missed
  }

  private mutating func start(_ session: inout SessionBook.Session) {
    session.state = .inProgress
    session.started = now
    checkNothingInProgress(session)
  }

  private func abandon(_ session: inout SessionBook.Session) {
    guard session.plan == nil else { return (session.state, session.started) = (.scheduled, nil) }
    (session.state, session.ended) = (.cancelled(isLate: false), now)
  }

  private mutating func complete(_ session: inout SessionBook.Session, _ interval: Range<Instant>) {
    session.state = .completed
    session.started = interval.lowerBound
    session.ended = interval.upperBound
    checkPast(session)
  }

  /// Books a session whose clients may be new to the coach.
  private mutating func book(_ request: SessionRequest) {
    let plan = SessionBook.Session.Plan(request.start, lasting: request.duration)
    add(
      request.clients, plan, in: request.start.zone, request.summary, request.location, request.details,
      places: request.places, request.resources, addingClients: true
    ) { session, draft in
      if request.places < 1 { draft.refuse(.invalidRequest(.places)) }
      draft.check(session)
      draft.checkTime(of: session)
    }
  }

  /// Refuses a session without a coach or a resource, or with an invalid coach, client or resource.
  private mutating func check(_ session: SessionBook.Session) {
    if session.coach.isEmpty {
      if session.resources.isEmpty { refuse(.invalidRequest(.participant)) }
    } else if PersonKey(validating: session.coach) == nil {
      refuse(.invalidRequest(.coach))
    }
    if session.clients.count > session.places { refuse(.full(places: session.places)) }
    var clients: Set<PersonKey> = []
    for client in session.clients {
      guard let key = PersonKey(validating: client) else { return refuse(.invalidRequest(.client)) }
      if !clients.insert(key).inserted { refuse(.alreadyJoined(client)) }
    }
    if let name = session.takenTwice { refuse(.takenTwice(name)) }
    if session.resources.contains(where: { PersonKey(validating: $0.name) == nil }) {
      refuse(.invalidRequest(.resource))
    }
    if session.resources.contains(where: { ($0.amount ?? 1) < 1 }) { refuse(.invalidRequest(.amount)) }
  }

  private mutating func join(_ client: String, _ session: inout SessionBook.Session) {
    if PersonKey(validating: client) == nil { refuse(.invalidRequest(.client)) }
    if session.clients.contains(where: { PersonKey.areSame($0, client) }) {
      return refuse(.alreadyJoined(client))
    }
    if session.state == .scheduled { checkIsBefore(session.interval.upperBound) }
    if session.clients.count >= session.places { refuse(.full(places: session.places)) }
    if let reason = context.ineligibility(client) { refuse(.notEligible(reason)) }
    if session.isServed(by: client) { return refuse(.takenTwice(client)) }
    checkConflicts(session, of: [client])
    session.clients.append(client)
    session.setJoined([PersonKey(client): moment])
    if refusals.isEmpty { addClients(of: session) }
  }

  /// Adds a session, unless its clients or the change give a reason against it.
  ///
  /// - Parameter addingClients: Whether clients whom the coach does not have are added, not refused.
  private mutating func add(
    _ clients: [String], _ plan: SessionBook.Session.Plan?, in zone: Zone, _ summary: String,
    _ location: String, _ details: String, places: Int = 1, _ resources: [SessionBook.Session.Resource] = [],
    addingClients: Bool = false,
    _ change: (inout SessionBook.Session, inout SessionDraft) -> Void
  ) {
    let count = book.sessions.count + saved.count
    let uid = isTrial ? "" : uids.freeUID(from: count, taken: count) { current($0) == nil }
    var session = SessionBook.Session(
      uid: uid, coach: coach, client: "", summary: summary, plan: plan, in: zone, location: location,
      details: details, places: places, resources: resources, created: moment)
    session.clients = clients
    for client in clients {
      if !addingClients && !isClient(client) { refuse(.notAClient(client)) }
      if let reason = context.ineligibility(client) { refuse(.notEligible(reason)) }
    }
    change(&session, &self)
    guard refusals.isEmpty else { return }
    if addingClients { addClients(of: session) }
    save(session)
  }

  /// Changes one of the coach's sessions, if it is in one of the states and the change adds no refusal.
  private mutating func change(
    _ uid: String, from states: [SessionBook.Session.State]? = nil,
    _ change: (inout SessionBook.Session, inout SessionDraft) -> Void
  ) {
    guard var session = current(uid), PersonKey.areSame(session.coach, coach) else {
      return refuse(.noSuchSession)
    }
    if let states, !states.contains(session.state) { return refuse(.wrongState(session.state)) }
    change(&session, &self)
    if refusals.isEmpty { save(session) }
  }
}
