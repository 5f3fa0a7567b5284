import ArgumentParser

/// The command `almanac`, of which all others are subcommands.
struct AlmanacRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "Show, search, change and exchange calendars.",
    discussion: """
      Without a command: late to-dos, today and what comes next.

      Exit status: 0 done, 1 refused by a rule of the calendar, 64 wrong command line, 65 data that cannot be read, \
      66 no such file, 73 a file that cannot be written.
      """,
    version: version,
    subcommands: [
      Today.self, Month.self, Week.self, Day.self, Year.self, List.self, TodoList.self, NowCommand.self,
      Search.self, Show.self, Add.self, Edit.self, Delete.self, Done.self, MoveItem.self, CopyItem.self,
      Undo.self,
      Redo.self, ListCalendars.self, ShowConfiguration.self,
      Import.self, Reply.self, ChangeMessages.self, Export.self,
      Convert.self, Diff.self,
      Merge.self,
      Synchronize.self, Validate.self, Busy.self,
      Slots.self, AlarmCommands.self, Notify.self, SessionCommands.self, ClassCommand.self,
      SeasonCommands.self,
      WorkoutCommands.self,
      Expand.self, Zones.self,
      Completions.self, Manual.self,
    ],
    defaultSubcommand: Today.self)

  /// The version of the project; there is no release yet.
  static let version = "almanac, unreleased"
}

/// A command that runs without global state: its input, output and environment come with the invocation.
protocol AlmanacCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// The file to which the output is written; `nil` and `-` for standard output.
  var outputPath: String? { get }

  /// The supported values of `--format`.
  static var formats: [OutputFormat] { get }

  /// Whether its JSON has rows, which `--format` also gives as lines.
  static var hasRows: Bool { get }

  /// Whether its output has the times of the item that it adds or changes, so that they are not said before.
  var saysTimes: Bool { get }

  func run(in invocation: inout Invocation) throws(CommandError)
}

extension AlmanacCommand {
  var outputPath: String? { common.output }
  static var formats: [OutputFormat] { [.text, .json] }
  static var hasRows: Bool { formats.contains(.json) }
  var saysTimes: Bool { false }
}
