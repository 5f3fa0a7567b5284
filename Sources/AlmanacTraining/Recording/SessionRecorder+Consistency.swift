extension SessionRecorder {
  /// What a session that was read from somewhere has that no recorder would have made.
  ///
  /// Commands rely on what is checked here: times within what can be added, numbers in order, one rest.
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
  /// What an exercise that was read from somewhere has that no recorder would have made.
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
