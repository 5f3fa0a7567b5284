internal import AlmanacEvents
public import AlmanacTime

/// The recording of a training session: a value that commands change, one after the other.
///
/// Each command has the time since the session's start at which it happens, or none. So a session can be recorded live,
/// each repetition as it happens, or afterwards, and both give the same type of record. The recorder has no clock: a
/// rest ends when a later time is given to it.
///
/// ```swift
/// var session = try SessionRecorder(
///   id: "2026-03-02-joan", running: legs, in: library, for: "joan", start: now, sessionID: "appointment-12")
/// let first = SetID(exercise: 0, set: 0)
/// try session.apply(.complete(first), at: .seconds(40))            // rests 90 s
/// session.countdown(at: .seconds(122))?.phase                       // .lastTenSeconds
/// try session.apply(.change(first, .addRepetitions(-1)), at: .seconds(122))
/// try session.advance(to: .seconds(130))                            // set 0.0 is completed, next is 0.1
/// let record = try session.finish(at: .seconds(1800))
/// ```
///
/// A set is open, then resting, then done; it can be changed until its rest ends. One rest runs at a time; after the
/// last open set there is none. Sets may be done in any order.
///
/// A refused command changes nothing. The state is `Codable`: a session that is saved after each command continues from
/// there after a crash.
public struct SessionRecorder: Sendable, Hashable {
  /// The phase of a session, which accepts commands only while it is recorded.
  public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
    /// Commands change the session.
    case recording
    /// Ended; ``SessionRecorder/record`` is its record.
    case finished
    /// Ended without a record; the exercises are removed.
    case discarded
  }

  /// The state of an exercise in the session.
  public enum ExerciseState: Sendable, Hashable {
    /// Some of its sets are open.
    case open
    /// The open exercise that was chosen as the next one.
    case chosen
    /// No set is open, and at least one was done.
    case done
    /// No set is open, and none was done.
    case skipped
  }

  /// The identity of the record.
  public let id: String
  /// The UID of the appointment; `nil` for an unplanned session.
  public let sessionID: String?
  /// The name or address of the coach, compared as `PersonKey` does.
  public let coach: String
  /// The name or address of the client, compared as `PersonKey` does.
  public let client: String
  /// The routine; `nil` in free training.
  public private(set) var routine: RoutineSnapshot?
  /// The difference of load of one step.
  public let loadStep: Load
  // Stored in the coded form.
  private let startSeconds: Int64

  /// The exercises by number.
  public internal(set) var exercises: [PerformedExercise] = []
  /// The number of the exercise that was chosen as the next one.
  public internal(set) var chosen: Int?
  /// The latest time given to the recorder.
  public internal(set) var elapsed: Duration = .zero
  /// Whether the session is being recorded, or how it ended.
  public internal(set) var phase: Phase = .recording
  var rest: RunningRest?
  /// The set of the latest work; the search for the next set begins here.
  var place = SetID(exercise: 0, set: 0)
  var nextNumber = 0
  /// The length of the finished session.
  var total: Duration?
  private var schema = StoredSchema()

  /// Creates the recorder of a session with the exercises of a routine.
  ///
  /// - Parameters:
  ///   - id: The identity of the record; a log refuses a second one.
  ///   - routine: A routine for this client or for any.
  ///   - library: The library that has the exercises of the routine.
  ///   - client: The identity of the client.
  ///   - start: The start of the session, from which its times are counted.
  ///   - sessionID: The UID of the appointment, if there is one.
  ///   - loadStep: The difference of load of one step, by default a pair of 1 kg plates.
  /// - Throws: ``TrainingError`` with every reason: the routine is another client's, or cannot be in this library.
  public init(
    id: String, running routine: Routine, in library: TrainingLibrary, for client: String, start: Instant,
    sessionID: String? = nil, loadStep: Load = .kilograms(2)
  ) throws(TrainingError) {
    var faults = routine.faults(in: library, by: nil)
    faults.require(
      routine.client.map { PersonKey.areSame($0, client) } ?? true, .notAssigned, of: routine.subject,
      "client", expected: "the client it is for")
    try self.init(
      id: id, coach: routine.coach, client: client, start: start, sessionID: sessionID, loadStep: loadStep,
      faults)
    self.routine = RoutineSnapshot(routine)
    for entry in routine.exercises {
      if let exercise = library.snapshot(ofExercise: entry.exercise) {
        add(exercise, entry.sets, note: entry.note, isAdded: false)
      }
    }
  }

  /// Creates the recorder of free training, to which commands add the exercises.
  ///
  /// - Throws: ``TrainingError`` with every reason.
  public init(
    id: String, coach: String, client: String, start: Instant, sessionID: String? = nil,
    loadStep: Load = .kilograms(2)
  ) throws(TrainingError) {
    try self.init(
      id: id, coach: coach, client: client, start: start, sessionID: sessionID, loadStep: loadStep, [])
  }

  private init(
    id: String, coach: String, client: String, start: Instant, sessionID: String?, loadStep: Load,
    _ faults: [Reason]
  ) throws(TrainingError) {
    var faults = faults
    faults.require(!id.isEmpty, .emptyIdentity, of: "session", "id", expected: "an identity")
    for (person, property) in [(coach, "coach"), (client, "client")] {
      faults.require(person, of: "session", property)
    }
    faults.require(
      Self.allows(loadStep: loadStep), .outOfRange, of: "session", "loadStep",
      expected: "above 0 to 10000 kg")
    if let error = TrainingError(faults) { throw error }
    self.id = id
    self.sessionID = sessionID
    self.coach = coach
    self.client = client
    self.loadStep = loadStep
    startSeconds = start.secondsSinceEpoch
  }

  /// The start, in whole seconds, from which all times of the session count.
  public var start: Instant { Instant(secondsSinceEpoch: startSeconds) }

  /// The UID of the session; the identity of the workout if it names no session.
  public var sessionUID: String { sessionID ?? id }

  static func allows(loadStep: Load) -> Bool { loadStep > .none && TrainingLimits.load.contains(loadStep) }

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

  /// Reads a session; one that no recorder could have made is an error.
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

extension SessionRecorder {
  /// The exercise with a number.
  public subscript(exercise number: Int) -> PerformedExercise? {
    exercises.first { $0.number == number }
  }

  /// A set at the latest time that was passed.
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

  /// The sets with their exercises, in the order of their identities.
  public var lines: [SetLine] { exercises.flatMap { $0.lines } }

  /// A set with its exercise; `nil` for an unknown one.
  public func line(_ set: SetID) -> SetLine? {
    guard let lines = self[exercise: set.exercise]?.lines, lines.indices.contains(set.set) else { return nil }
    return lines[set.set]
  }

  /// The set to do next, with its exercise.
  public var nextLine: SetLine? { next.flatMap { line($0) } }

  /// The set to do next: the first open one of the chosen exercise, else the first one from the latest work on, else the
  /// first one of all; `nil` when none is open.
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

  /// The state of an exercise; `nil` for an unknown number.
  public func state(ofExercise number: Int) -> ExerciseState? {
    guard let exercise = self[exercise: number] else { return nil }
    if exercise.sets.contains(where: { $0.state == .open }) { return number == chosen ? .chosen : .open }
    return exercise.sets.contains { $0.isDone } ? .done : .skipped
  }

  /// The running rest at a time since the start; `nil` when none is running.
  ///
  /// From the end of the rest on the countdown is over; the rest itself ends when `advance(to:)` or a command reports that time.
  public func countdown(at time: Duration) -> RestCountdown? {
    guard let rest, let set = line(rest.set) else { return nil }
    let passed = max(min(time, TrainingLimits.elapsed.upperBound) - rest.start, .zero)
    return RestCountdown(
      set: set, total: rest.total, end: rest.end, remaining: max(rest.total - passed, .zero), next: nextLine)
  }

  /// The instant of a time since the start, to the second below.
  public func instant(at time: Duration) -> Instant { start.adding(time) }

  /// The time since the start of the session, negative before it.
  public func elapsed(at instant: Instant) -> Duration {
    .seconds(instant.seconds(since: start))
  }
}

extension Instant {
  /// The instant a time later, to the second below.
  func adding(_ time: Duration) -> Instant { adding(seconds: Int(clamping: time.components.seconds)) }
}

/// A rest at one moment, as a timer shows it.
public struct RestCountdown: Sendable, Hashable {
  /// The phase of a rest, by the time left.
  public enum Phase: Sendable, Hashable {
    /// More than ten seconds are left.
    case running
    /// Ten seconds or less are left.
    case lastTenSeconds
    /// Nothing is left; the rest ends with the next time that is reported.
    case over
  }

  /// The set before the rest.
  public let set: SetLine
  /// The length of the whole rest.
  public let total: Duration
  /// The end of the rest, since the start of the session.
  public let end: Duration
  /// The time left, not below zero.
  public let remaining: Duration
  /// The set after the rest; `nil` when none is open.
  public let next: SetLine?

  /// The phase, by ``remaining``.
  public var phase: Phase {
    remaining == .zero ? .over : remaining <= .seconds(10) ? .lastTenSeconds : .running
  }
}

/// The running rest of a session; there is one at most.
struct RunningRest: Sendable, Hashable, Codable {
  let set: SetID
  let start: Duration
  let total: Duration

  var end: Duration { start + total }
}
