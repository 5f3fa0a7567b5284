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
  case change(SetID, SetChange)
  case note(SetID, String)
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
}

/// A change of one value of a set.
public enum SetChange: Sendable, Hashable, Codable {
  case repetitions(Int)
  case addRepetitions(Int)
  case load(Load)
  /// Adds a number of load steps of the session.
  case stepLoad(Int)
  case time(Duration)
}

/// An event in a session that a program may want to announce.
public enum RecorderEvent: Sendable, Hashable, Codable {
  case restStarted(SetID, lasting: Duration)
  /// A set is done and closed; `next` is the set to do now.
  case completed(SetID, next: SetID?)
}

/// One set of a session: the number of its exercise in the session and its own number within that, both from 0.
///
/// A session numbers its exercises in the order in which they are added and gives no number twice, so an identity stays
/// valid when an exercise is removed.
public struct SetID: Sendable, Hashable, Codable {
  public let exercise: Int
  public let set: Int

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
