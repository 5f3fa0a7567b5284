extension SessionRecorder {
  typealias Reason = TrainingError.Reason

  /// The reasons against any command, and against one at a time.
  func faults(at time: Duration?) -> [Reason] {
    var faults: [Reason] = []
    faults.require(
      phase == .recording, .sessionOver, of: "session", expected: "one that is neither finished nor discarded"
    )
    guard faults.isEmpty, let time else { return faults }
    faults.require(
      time >= elapsed, .timeRunsBackwards, of: "session", "time", expected: "a time not before \(elapsed)")
    faults.require(
      time < elapsed || TrainingLimits.elapsed.contains(time), .outOfRange, of: "session", "time",
      expected: "at most 366 days after the start")
    return faults
  }

  /// Every reason against a command, at the latest time that was passed.
  func faults(of command: RecorderCommand, isTimed: Bool) -> [Reason] {
    var faults: [Reason] = []
    switch command {
    case .choose(let number), .skipExercise(let number):
      require(number, .nothingOpen, expected: "an exercise with a set left", &faults) {
        $0.contains { $0.state == .open }
      }
    case .add(let exercise, let sets):
      let subject = "exercise \(exercise.id)"
      faults = sets.faults(of: subject)
      faults.require(!exercise.id.isEmpty, .emptyIdentity, of: "exercise", expected: "an identity")
      faults.require(!exercise.name.isBlank, .emptyName, of: subject, "name", expected: "a name")
      faults.require(
        exercises.count < TrainingLimits.exercises, .tooMany, of: "session", "exercises",
        expected: "at most 1000")
    case .addSet(let number):
      require(number, .tooMany, "sets", expected: "at most 1000", &faults) { $0.count < TrainingLimits.sets }
    case .repetition(let set):
      require(set, [.open], &faults)
      if let counted = self[set], counted.isCounting {
        requireRepetitions((counted.repetitions ?? 0) + 1, of: set, &faults)
      }
    case .complete(let set):
      require(set, [.open], &faults)
      if isTimed, let rest, rest.set != set {
        faults.append(.init(.restRunning, of: "set \(rest.set)", expected: "one rest at a time"))
      }
    case .start(let set), .skip(let set):
      require(set, [.open], &faults)
    case .change(let set, let change):
      require(set, [.open, .resting], &faults)
      require(change, of: set, &faults)
    case .note(let set, _):
      require(set, [.open, .resting], &faults)
    case .takeBack(let set):
      require(set, [.resting, .done, .skipped], &faults)
    case .takeBackExercise(let number):
      if self[exercise: number]?.isAdded == true { break }
      require(number, .nothingDone, expected: "one with a set done or skipped", &faults) {
        $0.contains { $0.state != .open }
      }
    case .endRest:
      faults.require(rest != nil, .notResting, of: "session", expected: "a rest that is running")
    case .leave, .finish, .discard: break
    }
    return faults
  }

  /// Adds the reason why a set does not exist or has another state.
  private func require(_ id: SetID, _ allowed: [PerformedSet.State], _ faults: inout [Reason]) {
    guard let set = self[id] else {
      return faults.append(.init(.notFound, of: "set \(id)", expected: "a set of this session"))
    }
    let code: TrainingError.Code =
      switch set.state {
      case .open: .setOpen
      case .resting: .setResting
      case .done: .setClosed
      case .skipped: .setSkipped
      }
    let expected = allowed.map { $0.rawValue }.joined(separator: " or ")
    faults.require(allowed.contains(set.state), code, of: "set \(id)", expected: "a set that is \(expected)")
  }

  /// Adds the reason why an exercise does not exist or has other sets.
  private func require(
    _ number: Int, _ code: TrainingError.Code, _ property: String = "", expected: String,
    _ faults: inout [Reason], _ isAllowed: ([PerformedSet]) -> Bool
  ) {
    guard let exercise = self[exercise: number] else {
      return faults.append(
        .init(.notFound, of: "exercise \(number)", expected: "an exercise of this session"))
    }
    faults.require(isAllowed(exercise.sets), code, of: exercise.subject, property, expected: expected)
  }

  /// Adds the reason why a set cannot have a value.
  private func require(_ change: SetChange, of id: SetID, _ faults: inout [Reason]) {
    let set = self[id]
    switch change {
    case .repetitions(let count): requireRepetitions(count, of: id, &faults)
    case .addRepetitions(let count):
      let (sum, overflow) = (set?.repetitions ?? 0).addingReportingOverflow(count)
      requireRepetitions(overflow ? -1 : sum, of: id, &faults)
    case .load(let load): faults.require(load, of: "set \(id)")
    case .stepLoad(let steps): faults.require((set?.load ?? .none) + loadStep * steps, of: "set \(id)")
    case .time(let time): faults.require(time, of: "set \(id)", "time")
    }
  }

  private func requireRepetitions(_ count: Int, of id: SetID, _ faults: inout [Reason]) {
    faults.require(
      TrainingLimits.repetitions.contains(count), .outOfRange, of: "set \(id)", "repetitions",
      expected: "0 to 100000")
  }
}

extension SessionRecorder {
  /// The faults of a decoded session that no recorder would have made.
  ///
  /// Commands rely on these checks: times that can be added, ascending numbers, one rest.
  var inconsistencies: [Reason] {
    var faults: [Reason] = []
    func require(_ isObeyed: Bool, _ property: String, _ expected: String) {
      faults.require(isObeyed, .inconsistent, of: "session", property, expected: expected)
    }
    require(![id, coach, client].contains(""), "id", "identities of session, coach and client")
    require(Self.allows(loadStep: loadStep), "loadStep", "above 0 to 10000 kg")
    require(TrainingLimits.elapsed.contains(elapsed), "elapsed", "0 to 366 days")
    require(TrainingLimits.elapsed.contains(total ?? .zero), "total", "0 to 366 days")
    let numbers = exercises.map { $0.number }
    require(
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && (numbers.first ?? 0) >= 0
        && nextNumber > (numbers.last ?? -1) && nextNumber < 1 << 32,
      "exercises", "numbers in ascending order")
    require(chosen.map { state(ofExercise: $0) == .chosen } ?? true, "chosen", "an exercise that is open")
    let resting = sets.filter { self[$0]?.state == .resting }
    require(resting == (rest.map { [$0.set] } ?? []), "rest", "one for the set that is resting")
    require(phase == .recording || rest == nil, "rest", "none in a session that is over")
    require(
      TrainingLimits.elapsed.contains(rest?.start ?? .zero)
        && TrainingLimits.duration.contains(rest?.total ?? .zero), "rest", "a time within the session")
    return faults + exercises.flatMap { $0.inconsistencies }
  }
}

extension PerformedExercise {
  /// The faults of a decoded exercise that no recorder would have made.
  var inconsistencies: [TrainingError.Reason] {
    sets.enumerated().flatMap { $1.inconsistencies(of: "set \(number).\($0)") }
  }
}

extension PerformedSet {
  func inconsistencies(of subject: String) -> [TrainingError.Reason] {
    var faults = prescribed?.faults(of: subject) ?? []
    func require(_ isObeyed: Bool, _ property: String, _ expected: String) {
      faults.require(isObeyed, .inconsistent, of: subject, property, expected: expected)
    }
    require(TrainingLimits.repetitions.contains(repetitions ?? 0), "repetitions", "0 to 100000")
    require(repetitionTimes.count <= repetitions ?? 0, "repetitionTimes", "no more than repetitions")
    require(TrainingLimits.load.contains(load ?? .none), "load", "0 to 10000 kg")
    require(TrainingLimits.duration.contains(time ?? .zero), "time", "0 to 24 hours")
    let times = [start, completion, rest] + repetitionTimes
    require(times.allSatisfy { TrainingLimits.elapsed.contains($0 ?? .zero) }, "times", "within the session")
    return faults
  }
}
