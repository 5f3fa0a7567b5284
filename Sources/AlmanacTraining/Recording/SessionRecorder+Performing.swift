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
