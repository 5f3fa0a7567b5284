public import AlmanacTime

extension SessionRecorder {
  /// The exercise with a number.
  public subscript(exercise number: Int) -> PerformedExercise? {
    exercises.first { $0.number == number }
  }

  /// A set as it stood at the latest time told.
  public subscript(set: SetID) -> PerformedSet? {
    guard let exercise = self[exercise: set.exercise], exercise.sets.indices.contains(set.set) else {
      return nil
    }
    return exercise.sets[set.set]
  }

  /// The sets in the order of their identities.
  public var sets: [SetID] {
    exercises.flatMap { exercise in
      exercise.sets.indices.map { SetID(exercise: exercise.number, set: $0) }
    }
  }

  /// The set to do next: the first open one of the chosen exercise; else the first from where the work is, and after
  /// the last exercise those left out before. `nil` when none is open.
  public var next: SetID? {
    var first: SetID?
    var following: SetID?
    for exercise in exercises {
      for (index, set) in exercise.sets.enumerated() where set.state == .open {
        let id = SetID(exercise: exercise.number, set: index)
        if exercise.number == chosen { return id }
        first = first ?? id
        if id >= place { following = following ?? id }
      }
    }
    return following ?? first
  }

  /// What an exercise is in the session; `nil` when it has none of that number.
  public func state(ofExercise number: Int) -> ExerciseState? {
    guard let exercise = self[exercise: number] else { return nil }
    if exercise.sets.contains(where: { $0.state == .open }) { return number == chosen ? .chosen : .open }
    return exercise.sets.contains { $0.isDone } ? .done : .skipped
  }

  /// The rest that runs, as it stands at a time since the start; `nil` when none does.
  ///
  /// At the end of the rest and after it the countdown is over, until the time is told to the session.
  public func countdown(at time: Duration) -> RestCountdown? {
    guard let rest else { return nil }
    let passed = max(time.boundedToSession - rest.start, .zero)
    return RestCountdown(
      set: rest.set, total: rest.total, end: rest.end, remaining: max(rest.total - passed, .zero), next: next)
  }

  /// The rest that runs, as it stands at an instant.
  public func countdown(at instant: Instant) -> RestCountdown? {
    countdown(at: elapsed(at: instant))
  }

  /// The instant of a time since the start, to the second below.
  public func instant(at time: Duration) -> Instant {
    start.adding(seconds: Int(clamping: time.components.seconds))
  }

  /// The time since the start of the session, negative before it.
  public func elapsed(at instant: Instant) -> Duration {
    .seconds(instant.seconds(since: start))
  }
}
