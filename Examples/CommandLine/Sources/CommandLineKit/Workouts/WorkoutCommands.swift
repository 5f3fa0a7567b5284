import AlmanacRendering
import AlmanacTime
import AlmanacTraining
import ArgumentParser

/// `almanac workout`
struct WorkoutCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout",
    abstract: "Run training sessions from routines, write them down, look back at them.",
    discussion: """
      Routines, exercises, machines and what was done are kept beside the calendar, in training.json of a folder or \
      NAME.training.json beside NAME.ics; each session is an event of the calendar as well.
      """,
    subcommands: [
      RunWorkout.self, LogWorkout.self, WorkoutHistory.self, RoutineCommands.self, ExerciseCommands.self,
      MachineCommands.self,
    ])
}

extension CommandError {
  /// - Parameter library: Where subjects have the names by which people know them.
  init(_ error: TrainingError, in library: TrainingLibrary = TrainingLibrary()) {
    self = .refused(error.reasons.map { Refusal($0, in: library) })
  }
}

extension Refusal {
  fileprivate init(_ reason: TrainingError.Reason, in library: TrainingLibrary) {
    let words = String(reason.code.rawValue.map { $0 == "_" ? " " : $0 })
    let subject = library.name(ofSubject: reason.subject) ?? reason.subject
    self.init(
      reason.code.rawValue, subject.isEmpty ? words : "\(subject): \(words)", expected: reason.expected,
      property: reason.property)
  }
}

extension TrainingLibrary {
  /// What a refusal is about, `exercise 1c3d…`, by its name: `exercise Squat`.
  fileprivate func name(ofSubject subject: String) -> String? {
    if let exercise = exercises.first(where: { subject == "exercise \($0.id)" }) {
      return "exercise \(exercise.name)"
    }
    return routines.first { subject == "routine \($0.id)" }.map { "routine \($0.name)" }
  }
}
