public import AlmanacTime

extension SessionRecorder {
  /// Carries out a command.
  ///
  /// - Parameter time: When, since the start of the session: not before a time told earlier. `nil` when nobody measured
  ///   it, as in a session recorded afterwards: then no rest runs after a set.
  /// - Returns: What happened in order: rests that ended before the command and what it did itself.
  /// - Throws: ``TrainingError`` with every reason; the session stays as it was.
  @discardableResult
  public mutating func apply(
    _ command: RecorderCommand, at time: Duration? = nil
  ) throws(TrainingError) -> [RecorderEvent] {
    var (changed, events, reasons) = examined(command, at: time)
    if let error = TrainingError(reasons) { throw error }
    changed.perform(command, at: time, &events)
    self = changed
    return events
  }

  /// Carries out a command at an instant, to the second.
  @discardableResult
  public mutating func apply(
    _ command: RecorderCommand, at instant: Instant
  ) throws(TrainingError) -> [RecorderEvent] {
    try apply(command, at: elapsed(at: instant))
  }

  /// Every reason why a command would be refused; empty when it would not. It is what ``apply(_:at:)`` asks.
  public func refusals(of command: RecorderCommand, at time: Duration? = nil) -> [TrainingError.Reason] {
    examined(command, at: time).reasons
  }

  /// Tells the time: a rest that is over by then ends, and its set is complete.
  ///
  /// It changes nothing else: telling it or not makes no difference to what a later command does.
  ///
  /// - Throws: ``TrainingError`` when the time is before one told earlier or the session is over.
  @discardableResult
  public mutating func advance(to time: Duration) throws(TrainingError) -> [RecorderEvent] {
    if let error = TrainingError(phaseFaults.isEmpty ? timeFaults(time) : phaseFaults) { throw error }
    return settle(at: time)
  }

  /// Tells the time as an instant.
  @discardableResult
  public mutating func advance(to instant: Instant) throws(TrainingError) -> [RecorderEvent] {
    try advance(to: elapsed(at: instant))
  }

  /// Ends the session and gives its record; ``RecorderCommand/finish`` and ``record`` in one.
  ///
  /// - Throws: ``TrainingError`` as ``apply(_:at:)`` does.
  public mutating func finish(at time: Duration? = nil) throws(TrainingError) -> TrainingRecord {
    try apply(.finish, at: time)
    return TrainingRecord(self)
  }

  /// Ends the session at an instant, to the second, and gives its record.
  public mutating func finish(at instant: Instant) throws(TrainingError) -> TrainingRecord {
    try finish(at: elapsed(at: instant))
  }

  /// The record of a session that is finished; `nil` before, and when it was discarded.
  public var record: TrainingRecord? {
    phase == .finished ? TrainingRecord(self) : nil
  }

  /// The session as a command finds it, and what is against carrying it out.
  private func examined(
    _ command: RecorderCommand, at time: Duration?
  ) -> (found: SessionRecorder, events: [RecorderEvent], reasons: [TrainingError.Reason]) {
    guard phaseFaults.isEmpty else { return (self, [], phaseFaults) }
    let reasons = timeFaults(time)
    guard reasons.isEmpty else { return (self, [], reasons + faults(of: command, isTimed: true)) }
    var found = self
    let events = time.map { found.settle(at: $0) } ?? []
    return (found, events, found.faults(of: command, isTimed: time != nil))
  }

  /// Ends the rest if it is over by a time.
  private mutating func settle(at time: Duration) -> [RecorderEvent] {
    elapsed = time
    guard let rest, rest.end <= time else { return [] }
    return stopRest(at: rest.end)
  }

  /// Ends the rest that is running, which closes its set.
  mutating func stopRest(at time: Duration?) -> [RecorderEvent] {
    guard let rest else { return [] }
    self.rest = nil
    update(rest.set) {
      $0.state = .done
      $0.rest = time.map { $0 - rest.start }
    }
    return [.completed(rest.set, next: next)]
  }

  /// Changes a set that is known to exist.
  mutating func update(_ set: SetID, _ change: (inout PerformedSet) -> Void) {
    guard let index = exercises.firstIndex(where: { $0.number == set.exercise }),
      exercises[index].sets.indices.contains(set.set)
    else { return }
    change(&exercises[index].sets[set.set])
  }
}
