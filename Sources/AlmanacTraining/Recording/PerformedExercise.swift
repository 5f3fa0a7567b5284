/// An exercise of a session with what became of its sets.
public struct PerformedExercise: Sendable, Hashable, Codable {
  /// Its number in the session.
  public let number: Int
  public let exercise: ExerciseSnapshot
  /// What the routine says about it.
  public let note: String
  /// Whether it was added to the session and is not of its routine.
  public let isAdded: Bool
  public internal(set) var sets: [PerformedSet]

  /// Unfolds a prescription into its sets; without one there is a set of which nothing is prescribed.
  init(number: Int, _ exercise: ExerciseSnapshot, _ sets: [PrescribedSet], note: String, isAdded: Bool) {
    self.number = number
    self.exercise = exercise
    self.note = note
    self.isAdded = isAdded
    let prescriptions: [PrescribedSet?] = sets.isEmpty ? [nil] : sets
    self.sets = prescriptions.map { PerformedSet($0, isAdded: isAdded) }
  }

  var subject: String { "exercise \(number)" }
}
