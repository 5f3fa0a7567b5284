import ArgumentParser

/// The command `almanac`, of which all others are subcommands.
struct AlmanacRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "Show, search, change and exchange calendars.",
    subcommands: [
      Month.self, Week.self, Day.self, Year.self, List.self, Search.self, Show.self, Add.self, Edit.self,
      Delete.self, Done.self, Undo.self, Import.self, Reply.self, ChangeMessages.self, Export.self,
      Convert.self, Diff.self,
      Merge.self,
      Synchronize.self, Validate.self, Busy.self,
      Slots.self, AlarmCommands.self, SessionCommands.self, ClassCommand.self, SeasonCommands.self,
      WorkoutCommands.self,
      Expand.self, Zones.self,
      Completions.self,
    ])
}

/// A command that runs without global state: its input, output and environment come with the invocation.
protocol AlmanacCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// The file to which the output is written; `nil` and `-` for standard output.
  var outputPath: String? { get }

  /// The supported values of `--format`.
  static var formats: [OutputFormat] { get }

  func run(in invocation: inout Invocation) throws(CommandError)
}

extension AlmanacCommand {
  var outputPath: String? { common.output }
  static var formats: [OutputFormat] { [.text, .json] }
}
