internal import AlmanacEvents
public import AlmanacTime

/// The sets of a record, done, changed and skipped, with sums over them.
public struct TrainingReport: Sendable, Hashable {
  /// All sets in the order of the session.
  public let lines: [SetLine]
  /// The length of the session; `nil` when it was not measured.
  public let duration: Duration?

  /// The sets that were done.
  public var done: [SetLine] { lines.filter { $0.set.isDone } }
  /// The sets of ``done`` that differ from their prescription.
  public var changed: [SetLine] { lines.filter { $0.set.isChanged } }
  /// The sets that were skipped, those left open at the end of the session included.
  public var skipped: [SetLine] { lines.filter { $0.set.state == .skipped } }
  /// The sets with a note.
  public var notes: [SetLine] { lines.filter { !$0.set.note.isEmpty } }

  /// The repetitions of all sets done.
  public var repetitions: Int { done.reduce(0) { $0 + ($1.set.repetitions ?? 0) } }

  /// Load times repetitions, over all sets done.
  public var volume: Load { lines.reduce(.none) { $0 + $1.set.volume } }

  /// The sum of the measured rests.
  public var rest: Duration { lines.reduce(.zero) { $0 + ($1.set.rest ?? .zero) } }

  /// The part of the assigned sets that was done, from 0 to 1; `nil` when none was assigned.
  public var adherence: Double? {
    let assigned = lines.filter { !$0.set.isAdded }
    return assigned.isEmpty ? nil : Double(assigned.count { $0.set.isDone }) / Double(assigned.count)
  }

  init(_ exercises: [PerformedExercise], duration: Duration?) {
    lines = exercises.flatMap { $0.lines }
    self.duration = duration
  }
}

extension TrainingRecord {
  /// The sets of the session with their sums, computed at each access.
  public var report: TrainingReport { TrainingReport(exercises, duration: duration) }
}

/// The sums over a client's sessions.
public struct ClientStatistics: Sendable, Hashable {
  /// The sums over one exercise.
  public struct Exercise: Sendable, Hashable {
    /// The exercise with its name in the latest session.
    public internal(set) var exercise: ExerciseSnapshot
    /// The number of sessions in which a set of it was done.
    public internal(set) var sessions = 0
    /// The number of sets done.
    public internal(set) var sets = 0
    /// The sum of the repetitions of the sets done.
    public internal(set) var repetitions = 0
    /// Load times repetitions.
    public internal(set) var volume = Load.none
    /// The heaviest load of a set done.
    public internal(set) var heaviest: Load?
    /// The start of the latest session.
    public internal(set) var last: Instant
  }

  /// The number of sessions, also of those without a set done.
  public let sessions: Int
  /// The earliest start of the sessions; `nil` without sessions.
  public let first: Instant?
  /// The latest start of the sessions; `nil` without sessions.
  public let last: Instant?
  /// The exercises that were done, alphabetically as in ``TrainingLibrary/exercises``; equal names by identity.
  public let exercises: [Exercise]
  /// The sets of all sessions; its duration is the sum of the measured lengths.
  public let report: TrainingReport

  /// - Parameter records: The records by start.
  init(_ records: [TrainingRecord]) {
    var byExercise: [String: Exercise] = [:]
    for record in records {
      let done = record.report.done
      for line in done {
        byExercise[line.exercise.id, default: Exercise(exercise: line.exercise, last: record.start)]
          .add(line, at: record.start)
      }
      for id in Set(done.map { $0.exercise.id }) { byExercise[id]?.sessions += 1 }
    }
    sessions = records.count
    first = records.first?.start
    last = records.last?.start
    exercises = byExercise.values.alphabetical { AlphabeticalKey($0.exercise.name, id: $0.exercise.id) }
    report = TrainingReport(
      records.flatMap { $0.exercises }, duration: records.reduce(.zero) { $0 + ($1.duration ?? .zero) })
  }
}

extension ClientStatistics.Exercise {
  fileprivate mutating func add(_ line: SetLine, at start: Instant) {
    exercise = line.exercise
    last = start
    sets += 1
    repetitions += line.set.repetitions ?? 0
    volume = volume + line.set.volume
    if let load = line.set.load { heaviest = max(heaviest ?? load, load) }
  }
}

extension TrainingLog {
  /// The sums over a client's sessions, all or those that start, or end, within a half-open range of instants.
  public func statistics(
    of client: String, during range: Range<Instant>? = nil, by moment: Moment = .start
  ) -> ClientStatistics {
    ClientStatistics(
      recordsByStart(during: range, by: moment).filter { PersonKey.areSame($0.client, client) })
  }
}
