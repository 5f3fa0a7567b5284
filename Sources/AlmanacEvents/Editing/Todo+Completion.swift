public import AlmanacTime

extension Todo {
  /// Marks it as done: status, percentage and time together (RFC 5545 §3.8.2.1).
  public mutating func complete(at now: Instant) {
    status = .completed
    percentComplete = 100
    completed = now
  }

  /// Marks it as to be done again; nothing of it is done.
  public mutating func reopen() {
    status = .needsAction
    percentComplete = nil
    completed = nil
  }

  /// Says how much of it is done, and with it how it stands: nothing, something, or all of it.
  ///
  /// - Parameter percent: Bounded to 0 … 100.
  public mutating func setProgress(_ percent: Int, at now: Instant) {
    if percent >= 100 { return complete(at: now) }
    reopen()
    guard percent > 0 else { return }
    status = .inProcess
    percentComplete = percent
  }

  /// Whether it should have been done and is not: its due time is reached, or its due day is over, on the viewer's
  /// clock. One that is done or cancelled never is, nor one without a due time.
  ///
  /// Of a to-do that repeats it is about the first instance; `Occurrence.isOverdue(at:viewer:)` is about each.
  public func isOverdue(at now: Instant, viewer: Zone) -> Bool {
    guard !isClosed, let due else { return false }
    return due.dayOrMoment.end.instant(in: viewer) <= now
  }
}

extension Occurrence {
  /// Whether it is a to-do that should have been done by now and is not. See `Todo.isOverdue(at:viewer:)`.
  public func isOverdue(at now: Instant, viewer: Zone) -> Bool {
    guard let todo = item.todo, !todo.isClosed, todo.extent != .implied else { return false }
    return end.instant(in: viewer) <= now
  }
}
