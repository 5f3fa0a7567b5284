/// What can be done in a session that is being recorded.
public enum RecorderCommand: Sendable, Hashable, Codable {
  /// Makes an exercise the next one.
  case choose(exercise: Int)
  /// Adds an exercise and makes it the next one; without sets it has one of which nothing is prescribed.
  case add(ExerciseSnapshot, sets: [PrescribedSet])
  /// Adds a set like the last one to an exercise.
  case addSet(exercise: Int)
  /// Begins the work of a set, again if it had begun. It ends the rest of another.
  case start(SetID)
  /// One more repetition was done just now. It ends the rest of another set.
  case repetition(SetID)
  /// The work of a set is done: its rest begins.
  case complete(SetID)
  case change(SetID, SetChange)
  case note(SetID, String)
  case skip(SetID)
  /// Skips the sets of an exercise that are left.
  case skipExercise(Int)
  /// Opens a set again that is done or skipped.
  case takeBack(SetID)
  /// Opens the done and skipped sets of an exercise again; an exercise that was added leaves the session.
  case takeBackExercise(Int)
  /// Ends the rest before its time.
  case endRest
  /// Leaves the session for a while: a rest that is running ends.
  case leave
  /// Ends the session: what is open counts as skipped, except a set whose repetitions were being counted, which is
  /// done.
  case finish
  /// Ends the session and drops everything.
  case discard
}

/// How one value of a set is changed.
public enum SetChange: Sendable, Hashable, Codable {
  case repetitions(Int)
  case addRepetitions(Int)
  case load(Load)
  /// Adds a number of the session's load steps.
  case stepLoad(Int)
  case time(Duration)
}

/// What happened in a session besides what was commanded: what a program may want to tell.
public enum RecorderEvent: Sendable, Hashable, Codable {
  case restStarted(SetID, lasting: Duration)
  /// A set is done and closed; `next` is the one to do now.
  case completed(SetID, next: SetID?)
}

/// One set of a session: the number of its exercise in the session and its own number within that, both from 0.
///
/// A session numbers its exercises in the order in which they came into it and gives no number twice, so an
/// identity stays right when an exercise is taken out.
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
