import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining

extension Invocation {
  /// The sessions of the calendars, to be changed; a calendar that is missing is created.
  mutating func sessionFiles(
    _ calendars: CalendarOptions, _ common: CommonOptions, at now: Instant
  ) throws(CommandError) -> SessionFiles {
    SessionFiles(
      try store(calendars, createsMissing: true), at: now, showing: try schedulingWords(common))
  }
}

/// The sessions of workouts.
extension SessionFiles {
  /// The coaches' work of the calendars.
  ///
  /// - Parameter workouts: Workouts in progress.
  func coaching(_ training: TrainingFile, workouts: [SessionRecorder] = []) -> Coaching {
    Coaching(book: book, library: training.library, log: training.log, workouts: workouts)
  }

  /// Starts the session of a workout that begins, or adds it. A session that has begun or is over does not change.
  ///
  /// - Parameter destination: The calendar for a session that was not booked.
  mutating func start(
    _ workout: SessionRecorder, at now: Instant, into destination: CalendarStore.Destination
  ) throws(CommandError) {
    guard let booked = book.session(workout.sessionUID, of: workout.coach) else {
      try add(workout.client, of: workout.coach, at: now)
      let command = SessionCommand.startUnplanned(
        client: workout.client, in: words.zone, summary: workout.routine?.name ?? "")
      _ = try request(
        command, by: workout.coach, at: now, uids: UIDSource { _ in workout.sessionUID }, into: destination)
      return
    }
    if booked.state == .scheduled { _ = try request(.start(booked.uid), by: booked.coach, at: now) }
  }

  /// Logs a workout, and completes its session or adds it.
  ///
  /// - Parameters:
  ///   - others: The workouts in progress of others in the group, with which the session goes on.
  ///   - end: The end of the session if it is in progress.
  ///   - destination: The calendar for a session that was not booked.
  mutating func log(
    _ workout: SessionRecorder, beside others: [SessionRecorder], in training: inout TrainingFile,
    endingAt end: Instant, at now: Instant, into destination: CalendarStore.Destination
  ) throws(CommandError) {
    let (uid, coach) = (workout.sessionUID, workout.coach)
    let booked = book.session(uid, of: coach)
    if booked == nil { try add(workout.client, of: coach, at: now) }
    var coaching = coaching(training, workouts: others)
    do throws(TrainingError) { try coaching.log(workout, in: words.zone, now: end) } catch {
      throw CommandError(error, uid: uid, in: words)
    }
    (book, training.log) = (coaching.book, coaching.log)
    guard let session = book.session(uid, of: coach), session != booked else { return }
    try write(session, at: now, in: booked == nil ? destination : nil)
  }

  /// Discards a workout: a planned session is scheduled again, another one is removed, and the session of a group goes on with
  /// the workouts of others or is completed with their records.
  ///
  /// - Parameters:
  ///   - workout: The workout as it is saved.
  ///   - others: The workouts in progress of others in the group.
  mutating func discard(
    _ workout: SessionRecorder, beside others: [SessionRecorder], in training: TrainingFile, at now: Instant
  ) throws(CommandError) {
    let (uid, coach) = (workout.sessionUID, workout.coach)
    guard let begun = book.session(uid, of: coach), begun.state == .inProgress else { return }
    var coaching = coaching(training, workouts: others + [workout])
    do throws(TrainingError) {
      try coaching.apply(.discard, to: workout.id, by: coach)
    } catch {
      throw CommandError(error, uid: uid, in: words)
    }
    book = coaching.book
    guard let session = book.session(uid, of: coach), session != begun else { return }
    if case .cancelled = session.state {
      try store.removeItem(ItemID(uid: uid))
    } else {
      try write(session, at: now, in: nil)
    }
  }
}
