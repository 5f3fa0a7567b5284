public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacScheduling
public import AlmanacTime

/// The work of coaches: their clients and sessions, the library, the workouts in progress and the log, consistent with one
/// another.
///
/// A workout is a session of the book that is being recorded: to start a workout starts its session, to finish it completes
/// the session and adds the record to the log, to discard it takes back the start. Session, recorder and record of one client
/// have one identity, the UID of the session; in a group session those of the further clients have identities of their own. A
/// routine is assigned to clients of its coach only.
///
/// ```swift
/// var coaching = Coaching(book: book, library: library)
/// let workout = try coaching.start("appointment-12", running: "legs", by: "marta", now: now)
/// try coaching.apply(.complete(SetID(exercise: 0, set: 0)), to: workout.id, by: "marta", at: .seconds(40))
/// let record = try coaching.finish(workout.id, by: "marta", at: .seconds(1800))
/// coaching.lastTrained("joan", by: "marta")                   // the start of the session
/// ```
///
/// Every change names the coach who makes it, and reaches that coach's own only. A refused change changes nothing; the
/// error has every reason, with the ``TrainingError/Reason/refusal`` of the session book where it is its.
public struct Coaching: Sendable, Hashable {
  /// The sessions and clients of the coaches; requests go through ``request(_:by:now:key:uids:checking:offering:)``.
  public internal(set) var book: SessionBook
  /// The machines, exercises and routines; changes go through ``edit(_:)``.
  public internal(set) var library: TrainingLibrary
  /// The records of the finished workouts.
  public internal(set) var log: TrainingLog
  /// The workouts in progress by their identities.
  var recorders: [String: SessionRecorder] = [:]

  /// Creates the work of coaches. The parts are not compared with one another.
  ///
  /// - Parameters:
  ///   - book: The sessions and clients.
  ///   - library: The machines, exercises and routines.
  ///   - log: The records of finished workouts.
  ///   - workouts: The workouts in progress, such as those that were saved.
  public init(
    book: SessionBook = SessionBook(), library: TrainingLibrary = TrainingLibrary(),
    log: TrainingLog = TrainingLog(), workouts: [SessionRecorder] = []
  ) {
    self.book = book
    self.library = library
    self.log = log
    recorders = Dictionary(workouts.map { ($0.id, $0) }) { _, last in last }
  }

  /// Makes a request about sessions and clients, as `SessionBook` describes.
  ///
  /// A client is removed with the routines kept. The session of a workout in progress ends with the workout only.
  ///
  /// - Returns: The session of the request; `nil` for one about a client.
  /// - Throws: ``TrainingError`` with every refusal, or with `TrainingError.Code.inUse` for the session of a workout.
  @discardableResult
  public mutating func request(
    _ command: SessionCommand, by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) throws(TrainingError) -> SessionBook.Session? {
    var reasons: [TrainingError.Reason] = []
    switch command {
    case .complete(let uid), .record(let uid, _), .abandon(let uid):
      reasons.require(
        !isRecorded(uid, by: coach), .inUse, of: "session \(uid)",
        expected: "one whose workouts are finished or discarded")
    default: break
    }
    if let error = TrainingError(reasons) { throw error }
    var draft = book
    let decision = draft.request(
      command, by: coach, now: now, key: key, uids: uids, checking: context, offering: offer)
    let subject = command.subject
    if let error = TrainingError(decision.refusals.map { .init($0, of: subject) }) { throw error }
    book = draft
    return decision.session
  }

  /// Plans a session on each instance of a rule, as `SessionBook.decideSeries` describes: all or none of them, or those that
  /// are not refused.
  ///
  /// - Returns: Each date with its session, or with its refusals and the nearest slots on offer.
  public mutating func requestSeries(
    _ request: SessionRequest, repeating rule: RecurrenceRule, _ mode: BatchMode = .allOrNothing,
    by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offers: [SlotGrid] = [],
    choosing policy: ChoicePolicy = .fewestBookings(), alternatives: Int = 3
  ) -> BatchOutcome<PlannedSession> {
    book.requestSeries(
      request, repeating: rule, mode, by: coach, now: now, key: key, uids: uids, checking: context,
      offering: offers, choosing: policy, alternatives: alternatives)
  }

  /// Changes the library.
  ///
  /// - Returns: The value that the closure returns.
  /// - Throws: The error of the closure, or `TrainingError.Code.notAClient` with a reason for each routine that the
  ///   change assigns to a person who is not a client of its coach.
  @discardableResult
  public mutating func edit<Result>(
    _ change: (inout TrainingLibrary) throws(TrainingError) -> Result
  ) throws(TrainingError) -> Result {
    var draft = library
    let result = try change(&draft)
    var reasons: [TrainingError.Reason] = []
    for routine in draft.routines where routine != library.routine(routine.id) {
      guard let client = routine.client else { continue }
      // A routine that was assigned before stays so, also to a person who is no client any more.
      if let former = library.routine(routine.id), PersonKey.areSame(former.client ?? "", client),
        PersonKey.areSame(former.coach, routine.coach)
      {
        continue
      }
      reasons.require(
        book.client(client, of: routine.coach) != nil, .notAClient, of: routine.subject, "client",
        expected: "a client of the coach")
    }
    if let error = TrainingError(reasons) { throw error }
    library = draft
    return result
  }
}

/// Clients.
extension Coaching {
  /// A client of a coach with what a list of clients shows.
  public struct ClientSummary: Sendable, Hashable, Identifiable {
    /// The client, with the name to show.
    public let client: SessionBook.Client
    /// The start of the last training; `nil` where there is none.
    public let lastTrained: Instant?
    /// The next scheduled session; `nil` where there is none.
    public let next: SessionBook.Session?
    /// The routines assigned to the client, alphabetically.
    public let routines: [Routine]

    public var id: String { client.id }
  }

  /// Whether the routines that are assigned to a removed client are kept or deleted; records always stay.
  public enum RoutinesOfClient: String, Sendable, Hashable, CaseIterable {
    /// They stay assigned, for a client who returns.
    case keep
    /// They are removed from the library.
    case delete
  }

  /// The changes that the removal of a client made.
  public struct ClientRemoval: Sendable, Hashable {
    /// The sessions that were cancelled, by start.
    public let cancelled: [SessionBook.Session]
    /// The routines that were assigned to the client, deleted or kept.
    public let routines: [Routine]
  }

  /// A coach's clients, in the alphabetical order of a language, or without one in that which most languages share.
  ///
  /// - Complexity: O(*c* · *n* log *n*) with *c* clients and *n* sessions, records and routines.
  public func clients(of coach: String, now: Instant, in localization: Localization? = nil) -> [ClientSummary]
  {
    let next = book.nextSessions(of: coach, from: now)
    return book.clients(of: coach, in: localization).map { client in
      ClientSummary(
        client: client, lastTrained: lastTrained(client.id, by: coach),
        next: next.first { $0.clients.contains { PersonKey.areSame($0, client.id) } },
        routines: routines(assignedTo: client.id, by: coach))
    }
  }

  /// The start of the last training of a client by a coach: of a completed session or of a record, whichever is later.
  public func lastTrained(_ client: String, by coach: String) -> Instant? {
    let record = log.records.last {
      PersonKey.areSame($0.coach, coach) && PersonKey.areSame($0.client, client)
    }
    return [book.lastTrained(client, by: coach), record?.start].compactMap { $0 }.max()
  }

  /// The routines that a client can run: the coach's own ones for any client or for this one, alphabetically.
  public func routines(for client: String, by coach: String) -> [Routine] {
    library.routines.filter { routine in
      PersonKey.areSame(routine.coach, coach)
        && routine.client.map { PersonKey.areSame($0, client) } ?? true
    }
  }

  /// The coach's routines that are assigned to a client, alphabetically.
  private func routines(assignedTo client: String, by coach: String) -> [Routine] {
    routines(for: client, by: coach).filter { $0.client != nil }
  }

  /// Removes a client of a coach.
  ///
  /// - Parameters:
  ///   - client: The identity of the client.
  ///   - cancelling: Whether future sessions are cancelled; otherwise they are the reason of a refusal.
  ///   - fate: Whether the routines that are assigned to the client are kept or deleted.
  ///   - coach: The coach who removes the client.
  ///   - now: The present, from which sessions are future ones.
  /// - Throws: ``TrainingError`` with the refusals of the session book, such as the future sessions, which come first.
  @discardableResult
  public mutating func removeClient(
    _ client: String, cancelling: Bool = false, routines fate: RoutinesOfClient, by coach: String,
    now: Instant
  ) throws(TrainingError) -> ClientRemoval {
    var draft = self
    let assigned = routines(assignedTo: client, by: coach)
    let before = draft.book.sessions(of: coach, with: client).filter { $0.state == .scheduled }
    try draft.request(.removeClient(client, cancelling: cancelling), by: coach, now: now)
    if fate == .delete {
      for routine in assigned { try draft.library.removeRoutine(routine.id, by: coach) }
    }
    let cancelled = before.compactMap { draft.book.session($0.uid, of: coach) }.filter {
      $0.state != .scheduled
    }
    self = draft
    return ClientRemoval(cancelled: cancelled, routines: assigned)
  }
}

extension SessionCommand {
  /// The client or the session that it concerns.
  fileprivate var subject: String {
    switch self {
    case .addClient(let client): "client \(client.id)"
    case .removeClient(let client, _): "client \(client)"
    case .schedule(let client, _, _, _, _, _), .startUnplanned(let client, _, _, _, _),
      .recordUnplanned(let client, _, _, _, _, _):
      "session with \(client)"
    case .book(let request): "session with \(request.clients.joined(separator: ", "))"
    case .join(let uid, _), .leave(let uid, _), .reassign(let uid, _, _, _), .move(let uid, _, _),
      .edit(let uid, _, _, _), .cancel(let uid), .start(let uid), .complete(let uid),
      .record(let uid, _), .abandon(let uid), .markMissed(let uid):
      "session \(uid)"
    }
  }
}

/// Coded as `schema`, `book`, `library`, `log` and the `workouts` in progress, by start.
extension Coaching: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let book: SessionBook
    let library: TrainingLibrary
    let log: TrainingLog
    let workouts: [SessionRecorder]
  }

  /// Reads the work of coaches; a workout without a session in progress of its people is an error.
  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(book: stored.book, library: stored.library, log: stored.log)
    var reasons: [TrainingError.Reason] = []
    for workout in stored.workouts {
      let session = book.session(workout.sessionUID, of: workout.coach)
      let isConsistent =
        session?.state == .inProgress && session?.workoutID(of: workout.client) == workout.id
        && workout.phase == .recording && recorders[workout.id] == nil
      reasons.require(
        isConsistent, .inconsistent, of: "workout \(workout.id)", expected: "one for a session in progress")
      recorders[workout.id] = workout
    }
    if let error = TrainingError(reasons) { throw error.decoding(decoder) }
  }

  public func encode(to encoder: any Encoder) throws {
    try Stored(book: book, library: library, log: log, workouts: workouts).encode(to: encoder)
  }
}
