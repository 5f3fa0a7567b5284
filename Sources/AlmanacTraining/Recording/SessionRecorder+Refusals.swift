extension SessionRecorder {
  typealias Reason = TrainingError.Reason

  func timeFaults(_ time: Duration?) -> [Reason] {
    guard let time else { return [] }
    if time < elapsed {
      return [.init(.timeRunsBackwards, of: "session", "time", expected: "a time not before \(elapsed)")]
    }
    return TrainingLimits.elapsed.contains(time)
      ? [] : [.init(.outOfRange, of: "session", "time", expected: "at most 366 days after the start")]
  }

  var phaseFaults: [Reason] {
    phase == .recording
      ? [] : [.init(.sessionOver, of: "session", expected: "one that is neither finished nor discarded")]
  }

  /// Every reason against a command, at the latest time that was passed.
  func faults(of command: RecorderCommand, isTimed: Bool) -> [Reason] {
    switch command {
    case .choose(let number):
      return exerciseFaults(number, .nothingOpen, "an exercise with a set left") { $0.state == .open }
    case .add(let exercise, let sets):
      return additionFaults(exercise, sets)
    case .addSet(let number):
      return setAdditionFaults(number)
    case .start(let set), .repetition(let set):
      return stateFaults(set, allowing: [.open]) + countFaults(command, set)
    case .complete(let set):
      return stateFaults(set, allowing: [.open]) + (isTimed ? restFaults(besides: set) : [])
    case .change(let set, let change):
      return stateFaults(set, allowing: [.open, .resting]) + changeFaults(change, of: set)
    case .note(let set, _):
      return stateFaults(set, allowing: [.open, .resting])
    case .skip(let set):
      return stateFaults(set, allowing: [.open])
    case .skipExercise(let number):
      return exerciseFaults(number, .nothingOpen, "an exercise with a set left") { $0.state == .open }
    case .takeBack(let set):
      return stateFaults(set, allowing: [.resting, .done, .skipped])
    case .takeBackExercise(let number):
      if self[exercise: number]?.isAdded == true { return [] }
      return exerciseFaults(number, .nothingDone, "one with a set done or skipped") { $0.state != .open }
    case .endRest:
      return rest == nil ? [.init(.notResting, of: "session", expected: "a rest that is running")] : []
    case .leave, .finish, .discard:
      return []
    }
  }

  private func stateFaults(_ id: SetID, allowing allowed: [PerformedSet.State]) -> [Reason] {
    guard let set = self[id] else {
      return [.init(.notFound, of: "set \(id)", expected: "a set of this session")]
    }
    if allowed.contains(set.state) { return [] }
    let code: TrainingError.Code =
      switch set.state {
      case .open: .setOpen
      case .resting: .setResting
      case .done: .setClosed
      case .skipped: .setSkipped
      }
    let expected = allowed.map { $0.rawValue }.joined(separator: " or ")
    return [.init(code, of: "set \(id)", expected: "a set that is \(expected)")]
  }

  private func restFaults(besides set: SetID) -> [Reason] {
    guard let rest, rest.set != set else { return [] }
    return [.init(.restRunning, of: "set \(rest.set)", expected: "one rest at a time")]
  }

  private func exerciseFaults(
    _ number: Int, _ code: TrainingError.Code, _ expected: String, has isMet: (PerformedSet) -> Bool
  ) -> [Reason] {
    guard let exercise = self[exercise: number] else {
      return [.init(.notFound, of: "exercise \(number)", expected: "an exercise of this session")]
    }
    return exercise.sets.contains(where: isMet) ? [] : [.init(code, of: exercise.subject, expected: expected)]
  }

  private func additionFaults(_ exercise: ExerciseSnapshot, _ sets: [PrescribedSet]) -> [Reason] {
    let subject = "exercise \(exercise.id)"
    var reasons = sets.faults(of: subject)
    if exercise.id.isEmpty {
      reasons.append(.init(.emptyIdentity, of: "exercise", expected: "an identity"))
    }
    if exercise.name.isBlank {
      reasons.append(.init(.emptyName, of: subject, "name", expected: "a name"))
    }
    if exercises.count >= TrainingLimits.exercises {
      reasons.append(.init(.tooMany, of: "session", "exercises", expected: "at most 1000"))
    }
    return reasons
  }

  private func setAdditionFaults(_ number: Int) -> [Reason] {
    guard let exercise = self[exercise: number] else {
      return [.init(.notFound, of: "exercise \(number)", expected: "an exercise of this session")]
    }
    return exercise.sets.count < TrainingLimits.sets
      ? [] : [.init(.tooMany, of: exercise.subject, "sets", expected: "at most 1000")]
  }

  private func countFaults(_ command: RecorderCommand, _ id: SetID) -> [Reason] {
    guard case .repetition = command, let set = self[id], set.isCounting,
      (set.repetitions ?? 0) >= TrainingLimits.repetitions.upperBound
    else { return [] }
    return [.init(.outOfRange, of: "set \(id)", "repetitions", expected: "0 to 100000")]
  }

  private func changeFaults(_ change: SetChange, of id: SetID) -> [Reason] {
    let set = self[id]
    switch change {
    case .repetitions(let count):
      return repetitionFaults(count, of: id)
    case .addRepetitions(let count):
      let (sum, overflow) = (set?.repetitions ?? 0).addingReportingOverflow(count)
      return repetitionFaults(overflow ? -1 : sum, of: id)
    case .load(let load):
      return load.fault(of: "set \(id)").map { [$0] } ?? []
    case .stepLoad(let steps):
      let load = (set?.load ?? .none) + loadStep * steps
      return load.fault(of: "set \(id)").map { [$0] } ?? []
    case .time(let time):
      return time.fault(of: "set \(id)", "time").map { [$0] } ?? []
    }
  }

  private func repetitionFaults(_ count: Int, of id: SetID) -> [Reason] {
    TrainingLimits.repetitions.contains(count)
      ? [] : [.init(.outOfRange, of: "set \(id)", "repetitions", expected: "0 to 100000")]
  }
}

extension SessionRecorder {
  /// The faults of a decoded session that no recorder would have made.
  ///
  /// Commands rely on these checks: times that can be added, ascending numbers, one rest.
  var inconsistencies: [TrainingError.Reason] {
    var reasons: [TrainingError.Reason] = []
    func require(_ isMet: Bool, _ property: String, _ expected: String) {
      if !isMet { reasons.append(.init(.inconsistent, of: "session", property, expected: expected)) }
    }
    require(![id, coach, client].contains(""), "id", "identities of session, coach and client")
    require(loadStep > .none && TrainingLimits.load.contains(loadStep), "loadStep", "above 0 to 10000 kg")
    require(TrainingLimits.elapsed.contains(elapsed), "elapsed", "0 to 366 days")
    require(total.map { TrainingLimits.elapsed.contains($0) } ?? true, "total", "0 to 366 days")
    let numbers = exercises.map { $0.number }
    require(
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && (numbers.first ?? 0) >= 0
        && nextNumber > (numbers.last ?? -1) && nextNumber < 1 << 32,
      "exercises", "numbers in ascending order")
    require(chosen.map { state(ofExercise: $0) == .chosen } ?? true, "chosen", "an exercise that is open")
    let resting = sets.filter { self[$0]?.state == .resting }
    require(resting == (rest.map { [$0.set] } ?? []), "rest", "one for the set that is resting")
    require(phase == .recording || rest == nil, "rest", "none in a session that is over")
    if let rest {
      require(
        TrainingLimits.elapsed.contains(rest.start) && TrainingLimits.duration.contains(rest.total), "rest",
        "a time within the session")
    }
    return reasons + exercises.flatMap { $0.inconsistencies }
  }
}

extension PerformedExercise {
  /// The faults of a decoded exercise that no recorder would have made.
  var inconsistencies: [TrainingError.Reason] {
    sets.enumerated().flatMap { index, set in
      let subject = "set \(number).\(index)"
      return (set.prescribed?.faults(of: subject) ?? []) + set.inconsistencies(of: subject)
    }
  }
}

extension PerformedSet {
  fileprivate func inconsistencies(of subject: String) -> [TrainingError.Reason] {
    var reasons: [TrainingError.Reason] = []
    func require(_ isMet: Bool, _ property: String, _ expected: String) {
      if !isMet { reasons.append(.init(.inconsistent, of: subject, property, expected: expected)) }
    }
    require(TrainingLimits.repetitions.contains(repetitions ?? 0), "repetitions", "0 to 100000")
    require(repetitionTimes.count <= repetitions ?? 0, "repetitionTimes", "no more than repetitions")
    require(TrainingLimits.load.contains(load ?? .none), "load", "0 to 10000 kg")
    require(TrainingLimits.duration.contains(time ?? .zero), "time", "0 to 24 hours")
    let times = [start, completion, rest] + repetitionTimes
    require(
      times.allSatisfy { TrainingLimits.elapsed.contains($0 ?? .zero) }, "times", "within the session")
    return reasons
  }
}
