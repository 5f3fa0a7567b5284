public import AlmanacEvents
public import AlmanacTime

/// The record of one session, independent of later changes of its routine and exercises.
public struct TrainingRecord: Sendable, Hashable, Identifiable {
  public let id: String
  /// The UID of its appointment; `nil` for an unplanned session.
  public let sessionID: String?
  /// The name or address of the coach, compared as `PersonKey` does.
  public let coach: String
  /// The name or address of the client, compared as `PersonKey` does.
  public let client: String
  /// The routine; `nil` for free training.
  public let routine: RoutineSnapshot?
  /// The exercises; every set is done or skipped.
  public let exercises: [PerformedExercise]
  /// The length of the session; `nil` when it was not measured.
  public let duration: Duration?
  private let startSeconds: Int64
  private var schema = StoredSchema()

  init(_ session: SessionRecorder) {
    id = session.id
    sessionID = session.sessionID
    coach = session.coach
    client = session.client
    routine = session.routine
    exercises = session.exercises.map { modified($0) { $0.exercise = $0.exercise.summary } }
    duration = session.total
    startSeconds = session.start.secondsSinceEpoch
  }

  /// The start of the session, in whole seconds.
  public var start: Instant { Instant(secondsSinceEpoch: startSeconds) }

  /// The moment of completion, to the second below: the start of a session whose length was not measured.
  public var completion: Instant { instant(at: duration ?? .zero) }

  /// The UID of the session; the identity of the record if it names no session.
  var sessionUID: String { sessionID ?? id }

  /// The colour of the routine at the time.
  public var color: CalendarColor? { routine?.color }

  /// The instant of a time since the start, to the second below.
  public func instant(at time: Duration) -> Instant { start.adding(time) }
}

extension TrainingRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, id, sessionID, coach, client, routine, exercises, duration
    case startSeconds = "start"
  }

  /// Reads a record; one that no session could have made is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schema = try container.decode(StoredSchema.self, forKey: .schema)
    id = try container.decode(String.self, forKey: .id)
    sessionID = try container.decodeIfPresent(String.self, forKey: .sessionID)
    coach = try container.decode(String.self, forKey: .coach)
    client = try container.decode(String.self, forKey: .client)
    routine = try container.decodeIfPresent(RoutineSnapshot.self, forKey: .routine)
    exercises = try container.decode([PerformedExercise].self, forKey: .exercises)
    duration = try container.decodeIfPresent(Duration.self, forKey: .duration)
    startSeconds = try container.decode(Int64.self, forKey: .startSeconds)
    var reasons = exercises.flatMap { $0.inconsistencies }
    let isClosed = exercises.allSatisfy { $0.sets.allSatisfy { $0.state == .done || $0.state == .skipped } }
    reasons.require(!id.isEmpty, .emptyIdentity, of: "record", "id", expected: "an identity")
    reasons.require(
      TrainingLimits.elapsed.contains(duration ?? .zero), .inconsistent, of: "record", "duration",
      expected: "0 to 366 days")
    reasons.require(isClosed, .inconsistent, of: "record", "exercises", expected: "sets done or skipped")
    if let error = TrainingError(reasons) { throw error.decoding(decoder) }
  }
}
