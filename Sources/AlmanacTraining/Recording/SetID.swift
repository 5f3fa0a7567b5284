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
