public import AlmanacScheduling
public import AlmanacTime

extension SessionBook {
  /// Writes down that the session of a record took place, when and as long as the record says: a workout that was
  /// recorded for a booked session completes it.
  ///
  /// One that goes on ends now. Of a record that nobody timed it took as long as was planned, as far as that is over.
  ///
  /// - Returns: The answer to the request; `nil` for a record that belongs to no session of its coach's.
  @discardableResult
  public mutating func complete(by record: TrainingRecord, now: Instant) -> SessionDecision? {
    guard let uid = record.sessionID, let session = session(uid, of: record.coach) else { return nil }
    if session.state == .inProgress { return request(.complete(uid), by: record.coach, now: now) }
    let planned = session.plan?.duration ?? .hours(1)
    let end =
      record.duration.map { record.instant(at: $0) }
      ?? min(record.start.in(session.zone).adding(planned).instant, now)
    return request(
      .record(uid, during: record.start..<max(record.start, end)), by: record.coach, now: now)
  }
}
