public import AlmanacEvents
public import AlmanacScheduling
public import AlmanacTime

/// Workouts that are recorded as they happen.
extension Coaching {
  /// A coach's workouts in progress, by start.
  public func workouts(of coach: String) -> [SessionRecorder] {
    workouts.filter { PersonKey.areSame($0.coach, coach) }
  }

  /// All workouts in progress, by start.
  var workouts: [SessionRecorder] {
    recorders.values.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
  }

  /// The workout in progress of an identity; `nil` also for another coach's.
  public func workout(_ id: String, of coach: String) -> SessionRecorder? {
    recorders[id].flatMap { PersonKey.areSame($0.coach, coach) ? $0 : nil }
  }

  /// Starts a planned session and a client's workout now; of a session in progress only the workout.
  ///
  /// - Parameters:
  ///   - uid: The UID of the session.
  ///   - routine: The identity of a routine that the coach sees; `nil` for free training.
  ///   - client: One of the clients of a group session; `nil` for its first client.
  ///   - coach: The coach of the session.
  ///   - now: The start of the session, unless it is in progress.
  @discardableResult
  public mutating func start(
    _ uid: String, running routine: String? = nil, for client: String? = nil, by coach: String, now: Instant
  ) throws(TrainingError) -> SessionRecorder {
    var draft = self
    let current = draft.book.session(uid, of: coach)
    let session =
      current?.state == .inProgress ? current : try draft.request(.start(uid), by: coach, now: now)
    guard let session else { throw Self.unknown(uid) }
    let recorder = try draft.recorder(
      of: session, running: routine, for: client, start: session.started ?? now)
    guard draft.recorders[recorder.id] == nil, log.record(recorder.id) == nil else {
      throw TrainingError(
        .init(.alreadyExists, of: "workout \(recorder.id)", expected: "one that is not recorded yet"))
    }
    draft.recorders[recorder.id] = recorder
    self = draft
    return recorder
  }

  /// Starts a session that was not planned, and its workout, now.
  ///
  /// - Parameters:
  ///   - client: A client of the coach.
  ///   - routine: The identity of a routine that the coach sees; `nil` for free training.
  ///   - zone: The zone of the session.
  ///   - location: The place of the session; empty for none.
  ///   - details: A note on the session; empty for none.
  ///   - coach: The coach of the session.
  ///   - now: The start of the session.
  ///   - uids: The source of the session's UID.
  @discardableResult
  public mutating func startUnplanned(
    with client: String, running routine: String? = nil, in zone: Zone, location: String = "",
    details: String = "", by coach: String, now: Instant, uids: UIDSource = .random
  ) throws(TrainingError) -> SessionRecorder {
    var draft = self
    let command = SessionCommand.startUnplanned(
      client: client, in: zone, location: location, details: details)
    guard let session = try draft.request(command, by: coach, now: now, uids: uids) else {
      throw Self.unknown("")
    }
    let recorder = try draft.start(session.uid, running: routine, by: coach, now: now)
    self = draft
    return recorder
  }

  /// Carries out a command of a workout.
  ///
  /// ``RecorderCommand/finish`` does what ``finish(_:by:at:)`` does. ``RecorderCommand/discard`` ends the workout without a
  /// record: a planned session is scheduled again, another one is cancelled. A group session ends with the last of its
  /// workouts in progress, and is completed if any of them has a record.
  ///
  /// The time is counted from the start of the workout; it is `nil` when it was not measured.
  ///
  /// - Returns: The events, with what a screen shows.
  @discardableResult
  public mutating func apply(
    _ command: RecorderCommand, to id: String, by coach: String, at time: Duration? = nil
  ) throws(TrainingError) -> [RecorderEvent] {
    var draft = self
    var recorder = try draft.find(id, by: coach)
    let events = try recorder.apply(command, at: time)
    draft.recorders[id] = recorder.phase == .recording ? recorder : nil
    if let record = recorder.record { try draft.log.add(record) }
    let uid = recorder.sessionUID
    if recorder.phase != .recording, !draft.isRecorded(uid, by: coach) {
      let last = draft.lastCompletion(of: uid, by: coach)
      let end = recorder.instant(at: time ?? recorder.elapsed)
      try draft.request(last == nil ? .abandon(uid) : .complete(uid), by: coach, now: max(end, last ?? end))
    }
    self = draft
    return events
  }

  /// Reports a time to a workout, as ``SessionRecorder/advance(to:)`` describes.
  @discardableResult
  public mutating func advance(
    _ id: String, by coach: String, to time: Duration
  ) throws(TrainingError) -> [RecorderEvent] {
    var recorder = try find(id, by: coach)
    let events = try recorder.advance(to: time)
    recorders[id] = recorder
    return events
  }

  /// Ends a workout: its record is in the log, and its session is completed unless workouts of others in its group are in
  /// progress. The time is counted from the start of the workout; it is `nil` when it was not measured.
  @discardableResult
  public mutating func finish(
    _ id: String, by coach: String, at time: Duration? = nil
  ) throws(TrainingError) -> TrainingRecord {
    try apply(.finish, to: id, by: coach, at: time)
    guard let record = log.record(id) else { throw Self.unknown(id) }
    return record
  }

  private func find(_ id: String, by coach: String) throws(TrainingError) -> SessionRecorder {
    guard let recorder = workout(id, of: coach) else {
      throw TrainingError(.init(.notFound, of: "workout \(id)", expected: "a workout in progress"))
    }
    return recorder
  }

  /// Whether a workout of a session is in progress.
  func isRecorded(_ uid: String, by coach: String) -> Bool {
    recorders.values.contains { $0.sessionUID == uid && PersonKey.areSame($0.coach, coach) }
  }

  /// The end of the last workout of a session that has a record.
  private func lastCompletion(of uid: String, by coach: String) -> Instant? {
    log.records.filter { $0.sessionUID == uid && PersonKey.areSame($0.coach, coach) }
      .map { $0.completion }.max()
  }

  private static func unknown(_ uid: String) -> TrainingError {
    TrainingError(.init(.noSuchSession, of: "session \(uid)"))
  }

  private func recorder(
    of session: SessionBook.Session, running routine: String?, for client: String?, start: Instant
  ) throws(TrainingError) -> SessionRecorder {
    let stated = client ?? session.client
    guard let client = session.clients.first(where: { PersonKey.areSame($0, stated) }),
      let workout = session.workoutID(of: client)
    else {
      throw TrainingError(.init(.notJoined(stated), of: "session \(session.uid)"))
    }
    guard let id = routine else {
      return try SessionRecorder(
        id: workout, coach: session.coach, client: client, start: start, sessionID: session.uid)
    }
    guard let routine = library.routine(id), PersonKey.areSame(routine.coach, session.coach) else {
      throw TrainingError(.init(.notFound, of: "routine \(id)", expected: "one of the coach's"))
    }
    return try SessionRecorder(
      id: workout, running: routine, in: library, for: client, start: start, sessionID: session.uid)
  }
}

/// Workouts that are recorded afterwards.
extension Coaching {
  /// A recorder for a planned session that took place, to be filled in and given to ``log(_:lasting:in:now:)``.
  ///
  /// A session that has a record or was cancelled is refused here already, before anybody fills the recorder in.
  ///
  /// - Parameters:
  ///   - uid: The UID of the session.
  ///   - routine: The identity of a routine of the coach; `nil` for free training.
  ///   - client: One of the clients of a group session; `nil` for its first client.
  ///   - start: The start; `nil` for the planned one.
  ///   - coach: The coach of the session.
  /// - Throws: ``TrainingError`` for a session that is not the coach's or the client's, has a record or was cancelled.
  public func draft(
    of uid: String, running routine: String? = nil, for client: String? = nil, start: Instant? = nil,
    by coach: String
  ) throws(TrainingError) -> SessionRecorder {
    guard let session = book.session(uid, of: coach) else { throw Self.unknown(uid) }
    let recorder = try recorder(
      of: session, running: routine, for: client, start: start ?? session.interval.lowerBound)
    var reasons: [TrainingError.Reason] = []
    reasons.require(
      log.record(recorder.id) == nil, .alreadyExists, of: "record \(recorder.id)",
      expected: "a session that is not recorded yet")
    if case .cancelled = session.state {
      reasons.append(.init(.wrongState(session.state), of: "session \(uid)"))
    }
    if let error = TrainingError(reasons) { throw error }
    return recorder
  }

  /// A recorder for a session that was not planned, to be filled in and given to ``log(_:lasting:in:now:)``.
  public func draft(
    with client: String, running routine: String? = nil, start: Instant, in zone: Zone, by coach: String,
    uids: UIDSource = .random
  ) throws(TrainingError) -> SessionRecorder {
    let count = log.records.count + recorders.count
    let uid = uids.freeUID(from: count, taken: count) {
      log.record($0) == nil && recorders[$0] == nil && book.session($0, of: coach) == nil
    }
    let session = SessionBook.Session(
      uid: uid, coach: coach, client: client, plan: nil, in: zone, started: start)
    return try recorder(of: session, running: routine, for: client, start: start)
  }

  /// Logs a workout that was recorded afterwards, and completes its session or adds it to the book.
  ///
  /// A session in progress ends now, unless workouts of others in its group are in progress; one that is completed already
  /// does not change. A workout without a length counts as
  /// long as its session was planned, else an hour, at most until now.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, which is finished here unless it is.
  ///   - length: The length of the workout where the recorder measured none.
  ///   - zone: The zone of a session that was not planned.
  ///   - now: The present, at which a session in progress ends.
  /// - Throws: ``TrainingError`` with every reason: it was discarded or is in the log, its people are not those of the
  ///   session, or the session book refuses it.
  @discardableResult
  public mutating func log(
    _ recorder: SessionRecorder, lasting length: Duration? = nil, in zone: Zone, now: Instant
  ) throws(TrainingError) -> TrainingRecord {
    var draft = self
    var recorder = recorder
    if recorder.phase == .recording { try recorder.apply(.finish, at: length) }
    guard let record = recorder.record else {
      throw TrainingError(
        .init(.sessionOver, of: "workout \(recorder.id)", expected: "one that was not discarded"))
    }
    let uid = record.sessionUID
    let session = book.session(uid, of: record.coach)
    var reasons: [TrainingError.Reason] = []
    reasons.require(
      workout(record.id, of: record.coach) == nil, .inUse, of: "workout \(record.id)",
      expected: "one that is finished or discarded")
    reasons.require(
      record.id == (session.map { $0.workoutID(of: record.client) } ?? uid), .inconsistent,
      of: "workout \(record.id)", expected: "the identity and a client of its session")
    if let error = TrainingError(reasons) { throw error }
    try draft.log.add(record)
    let uids = UIDSource { _ in uid }
    if !draft.isRecorded(uid, by: record.coach),
      let command = Self.command(for: record, of: session, in: zone, now: now)
    {
      let end = max(now, draft.lastCompletion(of: uid, by: record.coach) ?? now)
      let changed = try draft.request(
        command, by: record.coach, now: session?.state == .inProgress ? end : now, uids: uids)
      guard changed?.uid == uid else {
        throw TrainingError(
          .init(.alreadyExists, of: "session \(uid)", expected: "an identity that is free"))
      }
    }
    self = draft
    return record
  }

  /// The request that completes the session of a record or adds it; `nil` where it is completed.
  private static func command(
    for record: TrainingRecord, of session: SessionBook.Session?, in zone: Zone, now: Instant
  ) -> SessionCommand? {
    if session?.state == .completed { return nil }
    if let session, session.state == .inProgress { return .complete(session.uid) }
    let planned = session?.plan?.duration ?? .hours(1)
    let plannedEnd = record.start.in(session?.zone ?? zone).adding(planned).instant
    // A record of the future has its planned end, so that it is refused for its time alone.
    let end =
      record.duration.map { record.instant(at: $0) }
      ?? (record.start < now ? min(plannedEnd, now) : plannedEnd)
    let interval = record.start..<max(record.start, end)
    if let session { return .record(session.uid, during: interval) }
    return .recordUnplanned(
      client: record.client, during: interval, in: zone, summary: record.routine?.name ?? "")
  }
}

extension SessionBook.Session {
  /// The identity of the workout of one of its clients: its UID for the first client, and for each other one the UID with
  /// the client; `nil` for anybody else.
  public func workoutID(of client: String) -> String? {
    guard clients.contains(where: { PersonKey.areSame($0, client) }) else { return nil }
    return PersonKey.areSame(self.client, client) ? uid : "\(uid)/\(PersonKey(client).text)"
  }
}
