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
    let subject = reason.namesSubject ? "" : library.name(ofSubject: reason.subject)
    self.init(reason, of: subject)
    if reason.code == .sharingNotPermitted { expected = "workout share contribute, which lets coaches share" }
  }
}

extension TrainingLibrary {
  /// The subject of a refusal with the name in place of the id: `exercise Squat` for `exercise 1c3d…`, and `exercise` for one that is
  /// not stored.
  fileprivate func name(ofSubject subject: String) -> Phrase {
    let words = subject.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let kind = words.first.map(String.init) else { return Phrase(verbatim: subject) }
    let id = String(words[1])
    let name: String?
    switch kind {
    case ExerciseKind.word: name = exercise(id)?.name
    case RoutineKind.word: name = routine(id)?.name
    case MachineKind.word: name = machine(id)?.name
    default: return Phrase(verbatim: subject)
    }
    return name.map { "\(Phrase(kind)) \($0)" } ?? Phrase(kind)
  }
}
