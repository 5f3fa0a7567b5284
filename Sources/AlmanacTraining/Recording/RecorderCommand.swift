/// A command to a session that is being recorded.
public enum RecorderCommand: Sendable, Hashable, Codable {
  /// Makes an exercise the next one.
  case choose(exercise: Int)
  /// Adds an exercise and makes it the next one; without sets it has one without a prescription.
  case add(ExerciseSnapshot, sets: [PrescribedSet])
  /// Adds a set like the last one to an exercise.
  case addSet(exercise: Int)
  /// Begins the work of a set, again if it had begun, and ends the rest of another set.
  case start(SetID)
  /// Counts a repetition that was done just now, and ends the rest of another set.
  case repetition(SetID)
  /// Completes the work of a set, whose rest begins.
  case complete(SetID)
  /// Changes a value of an open or resting set.
  case change(SetID, SetChange)
  /// Replaces the note on an open or resting set; an empty text removes it.
  case note(SetID, String)
  /// Skips an open set, whose values are then `nil`.
  case skip(SetID)
  /// Skips the open sets of an exercise.
  case skipExercise(Int)
  /// Reopens a set that is done or skipped.
  case takeBack(SetID)
  /// Reopens the done and skipped sets of an exercise; an exercise that was added is removed.
  case takeBackExercise(Int)
  /// Ends the rest before its time.
  case endRest
  /// Leaves the session for a while, which ends a running rest.
  case leave
  /// Ends the session. Open sets are skipped, except one with counted repetitions, which is done.
  case finish
  /// Ends the session without a record.
  case discard

  private enum AddCodingKeys: String, CodingKey { case _0 = "exercise", sets }
  private enum StartCodingKeys: String, CodingKey { case _0 = "set" }
  private enum RepetitionCodingKeys: String, CodingKey { case _0 = "set" }
  private enum CompleteCodingKeys: String, CodingKey { case _0 = "set" }
  private enum ChangeCodingKeys: String, CodingKey { case _0 = "set", _1 = "to" }
  private enum NoteCodingKeys: String, CodingKey { case _0 = "set", _1 = "note" }
  private enum SkipCodingKeys: String, CodingKey { case _0 = "set" }
  private enum SkipExerciseCodingKeys: String, CodingKey { case _0 = "exercise" }
  private enum TakeBackCodingKeys: String, CodingKey { case _0 = "set" }
  private enum TakeBackExerciseCodingKeys: String, CodingKey { case _0 = "exercise" }
}

/// A change of one value of a set.
public enum SetChange: Sendable, Hashable, Codable {
  /// Sets the repetitions, from 0 to 100 000.
  case repetitions(Int)
  /// Adds a number to the repetitions, or subtracts one; the sum is from 0 to 100 000.
  case addRepetitions(Int)
  /// Sets the load, from 0 to 10 000 kg.
  case load(Load)
  /// Adds a number of load steps of the session.
  case stepLoad(Int)
  /// Sets the time of the work, from 0 to 24 hours.
  case time(Duration)

  private enum RepetitionsCodingKeys: String, CodingKey { case _0 = "count" }
  private enum AddRepetitionsCodingKeys: String, CodingKey { case _0 = "count" }
  private enum LoadCodingKeys: String, CodingKey { case _0 = "load" }
  private enum StepLoadCodingKeys: String, CodingKey { case _0 = "steps" }
  private enum TimeCodingKeys: String, CodingKey { case _0 = "duration" }
}

/// An event in a session that a program may want to announce, with the sets as they are after it.
public enum RecorderEvent: Sendable, Hashable, Codable {
  /// A set is done, and the rest prescribed for it begins.
  case restStarted(SetLine, lasting: Duration)
  /// A set is done and closed; `next` is the set to do now.
  case completed(SetLine, next: SetLine?)

  private enum RestStartedCodingKeys: String, CodingKey { case _0 = "set", lasting }
  private enum CompletedCodingKeys: String, CodingKey { case _0 = "set", next }
}

/// A set of a session with its exercise, as a screen, a timer or a report shows it.
///
/// ```swift
/// for case .completed(let set, let next?) in try session.advance(to: time) {
///   print("\(set.exercise.name) \(set.number)/\(set.count) is done")      // Squat 1/3 is done
///   print(next.exercise.name, next.set.prescribed?.repetitions ?? 0)      // Squat 8
/// }
/// ```
public struct SetLine: Sendable, Hashable, Identifiable {
  public let id: SetID
  /// The exercise as copied into the session.
  public let exercise: ExerciseSnapshot
  /// The routine's note on the exercise.
  public let exerciseNote: String
  /// The number of the set within its exercise, from 1.
  public let number: Int
  /// The number of sets of the exercise.
  public let count: Int
  /// The target, as `prescribed`, and what was done.
  public let set: PerformedSet

  fileprivate init(_ exercise: PerformedExercise, at index: Int, _ set: PerformedSet) {
    id = SetID(exercise: exercise.number, set: index)
    self.exercise = exercise.exercise
    exerciseNote = exercise.note
    number = index + 1
    count = exercise.sets.count
    self.set = set
  }
}

extension PerformedExercise {
  /// The sets with this exercise.
  var lines: [SetLine] { sets.enumerated().map { SetLine(self, at: $0, $1) } }
}

extension SetLine: Codable {
  private enum CodingKeys: String, CodingKey { case id, exercise, exerciseNote, number, count, set }

  /// Reads a set. The first version stored its identity only; such a set has no name and no values.
  public init(from decoder: any Decoder) throws {
    if let id = try? SetID(from: decoder) {
      let unknown = PerformedSet(nil, isAdded: false)
      (self.id, exercise, exerciseNote) = (id, ExerciseSnapshot(id: "", name: ""), "")
      (number, count, set) = (0, 0, unknown)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(SetID.self, forKey: .id)
    exercise = try container.decode(ExerciseSnapshot.self, forKey: .exercise)
    exerciseNote = try container.decode(String.self, forKey: .exerciseNote)
    number = try container.decode(Int.self, forKey: .number)
    count = try container.decode(Int.self, forKey: .count)
    set = try container.decode(PerformedSet.self, forKey: .set)
    if let error = TrainingError(set.inconsistencies(of: "set \(id)")) { throw error.decoding(decoder) }
  }
}

/// One set of a session: the number of its exercise in the session and its own number within that, both from 0.
///
/// A session numbers its exercises in the order in which they are added and gives no number twice, so an identity stays
/// valid when an exercise is removed.
public struct SetID: Sendable, Hashable, Codable {
  /// The number of the exercise in the session, from 0.
  public let exercise: Int
  /// The number of the set within the exercise, from 0.
  public let set: Int

  /// Creates an identity from two numbers, each from 0; a session need not have the set.
  public init(exercise: Int, set: Int) {
    self.exercise = exercise
    self.set = set
  }
}

extension SetID: Comparable {
  public static func < (lhs: SetID, rhs: SetID) -> Bool {
    (lhs.exercise, lhs.set) < (rhs.exercise, rhs.set)
  }
}

extension SetID: CustomStringConvertible {
  /// `2.0` for the first set of exercise 2.
  public var description: String { "\(exercise).\(set)" }
}
