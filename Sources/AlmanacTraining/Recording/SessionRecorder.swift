internal import AlmanacEvents
public import AlmanacTime

/// Records a training session: a value that commands change, one after the other.
///
/// Each command is told the time since the session's start at which it happens; one that is told none is
/// recorded without time. So a session can be recorded live, each repetition as it happens, or afterwards, and both
/// give the same type of record. The recorder has no clock: a rest ends because a later time is told.
///
/// ```swift
/// var session = try SessionRecorder(
///   id: "2026-03-02-joan", running: legs, in: library, for: "joan", start: now, sessionID: "appointment-12")
/// let first = SetID(exercise: 0, set: 0)
/// try session.apply(.complete(first), at: .seconds(40))            // rests 90 s
/// session.countdown(at: .seconds(122))?.phase                       // .lastTenSeconds
/// try session.apply(.change(first, .addRepetitions(-1)), at: .seconds(122))
/// try session.advance(to: .seconds(130))                            // [.completed(0.0, next: 0.1)]
/// let record = try session.finish(at: .seconds(1800))
/// ```
///
/// A set is open, then resting, then done; it can be changed until its rest ends. One rest runs at a time; after the
/// last open set there is none. Sets may be done in any order.
///
/// A refused command changes nothing. The state is `Codable`: a session that was written after each command
/// continues from there after a crash.
public struct SessionRecorder: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
    case recording, finished, discarded
  }

  /// What an exercise is in the session.
  public enum ExerciseState: Sendable, Hashable {
    /// Some of its sets are left.
    case open
    /// The next one, chosen from those that are open.
    case chosen
    /// No set is left, and one at least was done.
    case done
    case skipped
  }

  /// The identity that the record will have.
  public let id: String
  /// The appointment that it was planned as; `nil` for an unplanned one.
  public let sessionID: String?
  public let coach: String
  public let client: String
  /// `nil` in free training.
  public let routine: RoutineSnapshot?
  /// How much a load changes in one step.
  public let loadStep: Load
  // Stored as the number by which it is coded.
  private let startSeconds: Int64

  /// In the order of their numbers.
  public internal(set) var exercises: [PerformedExercise] = []
  /// The number of the exercise chosen as the next.
  public internal(set) var chosen: Int?
  /// The latest time that was told.
  public internal(set) var elapsed: Duration = .zero
  public internal(set) var phase: Phase = .recording
  var rest: RunningRest?
  /// Where the work is: the next set is looked for from here on.
  var place = SetID(exercise: 0, set: 0)
  var nextNumber = 0
  /// How long the finished session was.
  var total: Duration?
  private var schema = StoredSchema()

  /// The beginning of a session from a routine, which unfolds each of its exercises into sets.
  ///
  /// - Parameters:
  ///   - id: The identity of the record; a program that saves it twice is refused the second time.
  ///   - routine: One that is for this client or for any.
  ///   - sessionID: The appointment, if there was one.
  ///   - loadStep: By how much a load changes in a step; the usual pair of smallest plates makes 2 kg.
  /// - Throws: ``TrainingError`` with every reason: the routine is another client's, or cannot be in this library.
  public init(
    id: String, running routine: Routine, in library: TrainingLibrary, for client: String, start: Instant,
    sessionID: String? = nil, loadStep: Load = .kilograms(2)
  ) throws(TrainingError) {
    var reasons = library.faults(of: routine)
    if let assigned = routine.client, !PersonKey.areSame(assigned, client) {
      reasons.append(.init(.notAssigned, of: routine.subject, "client", expected: "the client it is for"))
    }
    try self.init(
      id: id, coach: routine.coach, client: client, routine: RoutineSnapshot(routine), start: start,
      sessionID: sessionID, loadStep: loadStep, reasons)
    for entry in routine.exercises {
      if let exercise = library.snapshot(ofExercise: entry.exercise) {
        add(exercise, entry.sets, note: entry.note, isAdded: false)
      }
    }
  }

  /// The beginning of free training, to which exercises are added as it goes.
  ///
  /// - Throws: ``TrainingError`` with every reason.
  public init(
    id: String, coach: String, client: String, start: Instant, sessionID: String? = nil,
    loadStep: Load = .kilograms(2)
  ) throws(TrainingError) {
    try self.init(
      id: id, coach: coach, client: client, routine: nil, start: start, sessionID: sessionID,
      loadStep: loadStep, [])
  }

  private init(
    id: String, coach: String, client: String, routine: RoutineSnapshot?, start: Instant, sessionID: String?,
    loadStep: Load, _ reasons: [TrainingError.Reason]
  ) throws(TrainingError) {
    var reasons = reasons
    for (value, property) in [(id, "id"), (coach, "coach"), (client, "client")] where value.isEmpty {
      reasons.append(.init(.emptyIdentity, of: "session", property, expected: "an identity"))
    }
    if loadStep <= .none || loadStep > TrainingLimits.load.upperBound {
      reasons.append(.init(.outOfRange, of: "session", "loadStep", expected: "above 0 to 10000 kg"))
    }
    if let error = TrainingError(reasons) { throw error }
    self.id = id
    self.sessionID = sessionID
    self.coach = coach
    self.client = client
    self.routine = routine
    self.loadStep = loadStep
    startSeconds = start.secondsSinceEpoch
  }

  public var start: Instant { Instant(secondsSinceEpoch: startSeconds) }

  mutating func add(_ exercise: ExerciseSnapshot, _ sets: [PrescribedSet], note: String, isAdded: Bool) {
    exercises.append(
      PerformedExercise(number: nextNumber, exercise, sets, note: note, isAdded: isAdded))
    nextNumber += 1
  }
}

extension SessionRecorder: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, id, sessionID, coach, client, routine, loadStep, exercises, chosen, elapsed, phase, rest
    case place, nextNumber, total
    case startSeconds = "start"
  }

  /// Reads a session as it was written; one that no recorder could have written is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schema = try container.decode(StoredSchema.self, forKey: .schema)
    id = try container.decode(String.self, forKey: .id)
    sessionID = try container.decodeIfPresent(String.self, forKey: .sessionID)
    coach = try container.decode(String.self, forKey: .coach)
    client = try container.decode(String.self, forKey: .client)
    routine = try container.decodeIfPresent(RoutineSnapshot.self, forKey: .routine)
    loadStep = try container.decode(Load.self, forKey: .loadStep)
    startSeconds = try container.decode(Int64.self, forKey: .startSeconds)
    exercises = try container.decode([PerformedExercise].self, forKey: .exercises)
    chosen = try container.decodeIfPresent(Int.self, forKey: .chosen)
    elapsed = try container.decode(Duration.self, forKey: .elapsed)
    phase = try container.decode(Phase.self, forKey: .phase)
    rest = try container.decodeIfPresent(RunningRest.self, forKey: .rest)
    place = try container.decode(SetID.self, forKey: .place)
    nextNumber = try container.decode(Int.self, forKey: .nextNumber)
    total = try container.decodeIfPresent(Duration.self, forKey: .total)
    if let error = TrainingError(inconsistencies) { throw error.decoding(decoder) }
  }
}
