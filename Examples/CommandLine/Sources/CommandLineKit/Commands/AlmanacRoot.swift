import ArgumentParser

/// `almanac`, of which every command is a part.
struct AlmanacRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "Keep calendars: look at them, change them, and know when things happen.",
    subcommands: [
      Month.self, Week.self, Day.self, Year.self, List.self, Search.self, Show.self, Add.self, Edit.self,
      Delete.self, Done.self, Undo.self, Import.self, Reply.self, ChangeMessages.self, Export.self,
      Convert.self, Diff.self,
      Merge.self,
      Synchronize.self, Validate.self, Busy.self,
      Slots.self, AlarmCommands.self, SessionCommands.self, ClassCommand.self, WorkoutCommands.self,
      Expand.self, Zones.self,
      Completions.self,
    ])
}

/// A command that runs on values: all that is outside comes with the invocation.
protocol AlmanacCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// The forms in which it can print.
  static var formats: [OutputFormat] { get }

  func run(in invocation: inout Invocation) throws(CommandError)
}

extension AlmanacCommand {
  static var formats: [OutputFormat] { [.text, .json] }
}
