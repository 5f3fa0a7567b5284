import AlmanacRendering
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
  init(_ error: TrainingError) {
    self = .refused(error.reasons.map { Refusal($0) })
  }
}

extension Refusal {
  init(_ reason: TrainingError.Reason) {
    let words = String(reason.code.rawValue.map { $0 == "_" ? " " : $0 })
    self.init(
      reason.code.rawValue, reason.subject.isEmpty ? words : "\(reason.subject): \(words)",
      expected: reason.expected, property: reason.property)
  }
}
