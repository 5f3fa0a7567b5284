/// A record read for a person: which sets were done, changed and skipped, what was noted, and how long it took.
public struct TrainingReport: Sendable, Hashable {
  /// One set with what it belongs to.
  public struct Line: Sendable, Hashable {
    public let exercise: ExerciseSnapshot
    /// The number of the set within its exercise, from 1.
    public let number: Int
    public let set: PerformedSet
  }

  /// All sets in the order of the session.
  public let lines: [Line]
  /// `nil` when nobody measured it.
  public let duration: Duration?

  public var done: [Line] { lines.filter { $0.set.isDone } }
  /// Those of ``done`` that differ from their prescription.
  public var changed: [Line] { lines.filter { $0.set.isChanged } }
  public var skipped: [Line] { lines.filter { $0.set.state == .skipped } }
  /// Those with a note.
  public var notes: [Line] { lines.filter { !$0.set.note.isEmpty } }

  /// The repetitions of all sets done.
  public var repetitions: Int { done.reduce(0) { $0 + ($1.set.repetitions ?? 0) } }

  /// Load times repetitions, over all sets done.
  public var volume: Load { lines.reduce(.none) { $0 + $1.set.volume } }

  /// How long the measured rests were together.
  public var rest: Duration { lines.reduce(.zero) { $0 + ($1.set.rest ?? .zero) } }

  /// The part of the assigned sets that was done, from 0 to 1; `nil` when none was assigned.
  public var adherence: Double? { Adherence(lines.map { $0.set }).ratio }

  init(_ exercises: [PerformedExercise], duration: Duration?) {
    lines = exercises.flatMap { exercise in
      exercise.sets.enumerated().map { Line(exercise: exercise.exercise, number: $0 + 1, set: $1) }
    }
    self.duration = duration
  }
}

extension TrainingRecord {
  public var report: TrainingReport { TrainingReport(exercises, duration: duration) }
}

/// How many of the sets that were assigned were done.
struct Adherence: Sendable, Hashable {
  var assigned = 0
  var done = 0

  init(_ sets: [PerformedSet] = []) {
    for set in sets where !set.isAdded {
      assigned += 1
      if set.isDone { done += 1 }
    }
  }

  var ratio: Double? { assigned == 0 ? nil : Double(done) / Double(assigned) }
}
