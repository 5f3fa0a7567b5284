extension SessionRecorder {
  /// Carries out a command.
  ///
  /// The time is counted from the start of the session, and is not before one that was passed earlier. It is `nil`
  /// when it was not measured, as in a session recorded afterwards: then no rest runs after a set.
  ///
  /// - Returns: The events in order: rests that ended before the command, and the command's own.
  /// - Throws: ``TrainingError`` with every reason; the session does not change.
  @discardableResult
  public mutating func apply(
    _ command: RecorderCommand, at time: Duration? = nil
  ) throws(TrainingError) -> [RecorderEvent] {
    var (changed, events, reasons) = checked(command, at: time)
    if let error = TrainingError(reasons) { throw error }
    changed.perform(command, at: time, &events)
    self = changed
    return events
  }

  /// Every reason for which ``apply(_:at:)`` would refuse a command; empty when it would not.
  public func refusals(of command: RecorderCommand, at time: Duration? = nil) -> [TrainingError.Reason] {
    checked(command, at: time).reasons
  }

  /// Reports a time to the session: a rest that is over by then ends, and its set is complete.
  ///
  /// Nothing else changes; a later command has the same effect with or without it.
  ///
  /// - Throws: ``TrainingError`` when the time is before one that was passed earlier, or the session is over.
  @discardableResult
  public mutating func advance(to time: Duration) throws(TrainingError) -> [RecorderEvent] {
    if let error = TrainingError(faults(at: time)) { throw error }
    return endRest(by: time)
  }

  /// Ends the session and returns its record; ``RecorderCommand/finish`` and ``record`` in one.
  ///
  /// - Throws: ``TrainingError`` as ``apply(_:at:)`` does.
  public mutating func finish(at time: Duration? = nil) throws(TrainingError) -> TrainingRecord {
    try apply(.finish, at: time)
    return TrainingRecord(self)
  }

  /// The record of a finished session; `nil` before the end and for a discarded one.
  public var record: TrainingRecord? {
    phase == .finished ? TrainingRecord(self) : nil
  }

  /// The session with the rests that end before a command, and the reasons against the command.
  private func checked(
    _ command: RecorderCommand, at time: Duration?
  ) -> (found: SessionRecorder, events: [RecorderEvent], reasons: [TrainingError.Reason]) {
    let reasons = faults(at: time)
    guard reasons.isEmpty else {
      return (self, [], phase == .recording ? reasons + faults(of: command, isTimed: true) : reasons)
    }
    var found = self
    let events = time.map { found.endRest(by: $0) } ?? []
    return (found, events, found.faults(of: command, isTimed: time != nil))
  }

  /// Ends the rest if it is over by a time.
  private mutating func endRest(by time: Duration) -> [RecorderEvent] {
    elapsed = time
    guard let rest, rest.end <= time else { return [] }
    return stopRest(at: rest.end)
  }

  /// Ends the running rest, which closes its set.
  mutating func stopRest(at time: Duration?) -> [RecorderEvent] {
    guard let rest else { return [] }
    self.rest = nil
    update(rest.set) {
      $0.state = .done
      $0.rest = time.map { $0 - rest.start }
    }
    return [completion(of: rest.set)].compactMap { $0 }
  }

  private func completion(of set: SetID) -> RecorderEvent? {
    line(set).map { .completed($0, next: nextLine) }
  }

  /// Changes a set, if it exists.
  mutating func update(_ set: SetID, _ change: (inout PerformedSet) -> Void) {
    updateExercise(set.exercise) { exercise in
      if exercise.sets.indices.contains(set.set) { change(&exercise.sets[set.set]) }
    }
  }

  private mutating func updateExercise(_ number: Int, _ change: (inout PerformedExercise) -> Void) {
    guard let index = exercises.firstIndex(where: { $0.number == number }) else { return }
    change(&exercises[index])
  }
}

extension SessionRecorder {
  /// Carries out a command that is not refused.
  mutating func perform(_ command: RecorderCommand, at time: Duration?, _ events: inout [RecorderEvent]) {
    switch command {
    case .choose(let number):
      chosen = number
    case .add(let exercise, let sets):
      chosen = nextNumber
      add(exercise, sets, note: "", isAdded: true)
    case .addSet(let number):
      updateExercise(number) { $0.sets.append(PerformedSet($0.sets.last?.prescribed, isAdded: true)) }
    case .start(let set):
      place = set
      events += stopRest(at: time)
      update(set) { $0.begin(at: time) }
    case .repetition(let set):
      place = set
      events += stopRest(at: time)
      update(set) { $0.countRepetition(at: time) }
    case .complete(let set):
      complete(set, at: time, &events)
    case .change(let set, let change):
      update(set) { [loadStep] in $0.apply(change, step: loadStep) }
    case .note(let set, let text):
      update(set) { $0.note = text }
    case .skip(let set):
      update(set) { $0.skip() }
      updateChoice()
    case .skipExercise(let number):
      updateExercise(number) { $0.updateOpenSets { $0.skip() } }
      updateChoice()
    case .takeBack(let set):
      reopen(set)
    case .takeBackExercise(let number):
      reopenExercise(number)
    case .endRest, .leave:
      events += stopRest(at: time)
    case .finish:
      chosen = nil
      for index in exercises.indices { exercises[index].updateOpenSets { $0.completeOrSkip() } }
      events += stopRest(at: time)
      removeUnusedAdditions()
      (total, phase) = (time, .finished)
    case .discard:
      (rest, chosen, exercises) = (nil, nil, [])
      phase = .discarded
    }
  }

  /// Completes a set; a rest follows where the time is measured and a set is open.
  private mutating func complete(_ set: SetID, at time: Duration?, _ events: inout [RecorderEvent]) {
    place = set
    update(set) {
      $0.state = .done
      $0.completion = time
    }
    updateChoice()
    guard let time, next != nil, let pause = self[set]?.prescribed?.rest, pause > .zero else {
      events += [completion(of: set)].compactMap { $0 }
      return
    }
    update(set) { $0.state = .resting }
    rest = RunningRest(set: set, start: time, total: pause)
    if let line = line(set) { events.append(.restStarted(line, lasting: pause)) }
  }

  private mutating func reopen(_ set: SetID) {
    if rest?.set == set { rest = nil }
    place = set
    update(set) { $0.reopen() }
  }

  private mutating func reopenExercise(_ number: Int) {
    guard let exercise = self[exercise: number] else { return }
    for (index, set) in exercise.sets.enumerated().reversed() where set.state != .open {
      reopen(SetID(exercise: number, set: index))
    }
    if exercise.isAdded {
      exercises.removeAll { $0.number == number }
      updateChoice()
    }
  }

  /// Removes skipped sets that were added in the session and have no note: they were never assigned.
  private mutating func removeUnusedAdditions() {
    for index in exercises.indices {
      exercises[index].sets.removeAll { $0.isAdded && $0.state == .skipped && $0.note.isEmpty }
    }
    exercises.removeAll { $0.sets.isEmpty }
  }

  /// Clears the choice of an exercise without an open set.
  private mutating func updateChoice() {
    if let number = chosen, state(ofExercise: number) != .chosen { chosen = nil }
  }
}

extension PerformedExercise {
  fileprivate mutating func updateOpenSets(_ change: (inout PerformedSet) -> Void) {
    for index in sets.indices where sets[index].state == .open { change(&sets[index]) }
  }
}

extension PerformedSet {
  mutating func apply(_ change: SetChange, step: Load) {
    switch change {
    case .repetitions(let count): changeRepetitions(to: count)
    case .addRepetitions(let count): changeRepetitions(to: (repetitions ?? 0) + count)
    case .load(let load): self.load = load
    case .stepLoad(let steps): load = (load ?? .none) + step * steps
    case .time(let time): self.time = time
    }
  }

  /// Completes an open set with counted repetitions, and skips any other, at the end of the session.
  mutating func completeOrSkip() {
    if isCounting, let repetitions, repetitions > 0 { state = .done } else { skip() }
  }
}
