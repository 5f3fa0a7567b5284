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

extension SessionRecorder {
  /// Carries out a command that nothing is against.
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
      forgetChoice()
    case .skipExercise(let number):
      updateExercise(number) { exercise in
        for index in exercise.sets.indices where exercise.sets[index].state == .open {
          exercise.sets[index].skip()
        }
      }
      forgetChoice()
    case .takeBack(let set):
      takeBack(set)
    case .takeBackExercise(let number):
      takeBackExercise(number)
    case .endRest, .leave:
      events += stopRest(at: time)
    case .finish:
      settleOpenSets()
      events += stopRest(at: time)
      dropWhatWasNotDone()
      (total, phase) = (time, .finished)
    case .discard:
      (rest, chosen, exercises) = (nil, nil, [])
      phase = .discarded
    }
  }

  /// There is no rest after the last open set: nothing is left to rest for. Nor when nobody measures the time.
  private mutating func complete(_ set: SetID, at time: Duration?, _ events: inout [RecorderEvent]) {
    place = set
    update(set) {
      $0.state = .done
      $0.completion = time
    }
    forgetChoice()
    guard let time, next != nil, let pause = self[set]?.prescribed?.rest, pause > .zero else {
      events.append(.completed(set, next: next))
      return
    }
    update(set) { $0.state = .resting }
    rest = RunningRest(set: set, start: time, total: pause)
    events.append(.restStarted(set, lasting: pause))
  }

  private mutating func takeBack(_ set: SetID) {
    if rest?.set == set { rest = nil }
    place = set
    update(set) { $0.takeBack() }
  }

  private mutating func takeBackExercise(_ number: Int) {
    guard let exercise = self[exercise: number] else { return }
    for (index, set) in exercise.sets.enumerated().reversed() where set.state != .open {
      takeBack(SetID(exercise: number, set: index))
    }
    if exercise.isAdded {
      exercises.removeAll { $0.number == number }
      forgetChoice()
    }
  }

  private mutating func settleOpenSets() {
    chosen = nil
    for index in exercises.indices {
      for set in exercises[index].sets.indices where exercises[index].sets[set].state == .open {
        exercises[index].sets[set].settle()
      }
    }
  }

  /// A set that was added and not done is not one that was skipped: nobody had asked for it.
  private mutating func dropWhatWasNotDone() {
    for index in exercises.indices {
      exercises[index].sets.removeAll { $0.isAdded && $0.state == .skipped && $0.note.isEmpty }
    }
    exercises.removeAll { $0.sets.isEmpty }
  }

  /// An exercise without an open set cannot be the next.
  private mutating func forgetChoice() {
    if let number = chosen, state(ofExercise: number) != .chosen { chosen = nil }
  }

  private mutating func updateExercise(_ number: Int, _ change: (inout PerformedExercise) -> Void) {
    guard let index = exercises.firstIndex(where: { $0.number == number }) else { return }
    change(&exercises[index])
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

  /// What an open set is when the session ends.
  mutating func settle() {
    if isCounting, let repetitions, repetitions > 0 { state = .done } else { skip() }
  }
}
