import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import ArgumentParser

/// `almanac workout`
struct WorkoutCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout",
    abstract: "Run and record training sessions from routines, and show past ones and progress.",
    discussion: """
      Routines, exercises, machines and training records are stored beside the calendar, in training.json of a folder or in \
      NAME.training.json beside NAME.ics. Each session is also an event of the calendar.
      """,
    subcommands: [
      RunWorkout.self, LogWorkout.self, WorkoutHistory.self, WorkoutProgress.self, RoutineCommands.self,
      ExerciseCommands.self,
      MachineCommands.self, ShareLibrary.self,
    ])
}

extension CommandError {
  /// - Parameter library: The library with the names of exercises and routines, for messages.
  init(_ error: TrainingError, in library: TrainingLibrary = TrainingLibrary()) {
    self = .refused(error.reasons.map { Refusal($0, in: library) })
  }
}

extension CommandError {
  /// The refusals of the session book in the words of a reader; the reasons where they are not its.
  init(_ error: TrainingError, uid: String, in words: SchedulingWords) {
    let refusals = error.reasons.compactMap { $0.refusal }
    self = refusals.isEmpty ? CommandError(error) : CommandError(refusals, uid: uid, in: words)
  }
}

extension Refusal {
  fileprivate init(_ reason: TrainingError.Reason, in library: TrainingLibrary) {
    let subject = reason.namesSubject ? "" : library.name(ofSubject: reason.subject) ?? reason.subject
    self.init(reason, of: subject)
    if reason.code == .sharingNotPermitted { expected = "workout share contribute, which lets coaches share" }
  }
}

extension TrainingLibrary {
  /// The subject of a refusal with the name in place of the id: `exercise Squat` for `exercise 1c3d…`.
  fileprivate func name(ofSubject subject: String) -> String? {
    if let exercise = exercises.first(where: { subject == "exercise \($0.id)" }) {
      return "exercise \(exercise.name)"
    }
    return routines.first { subject == "routine \($0.id)" }.map { "routine \($0.name)" }
  }
}
