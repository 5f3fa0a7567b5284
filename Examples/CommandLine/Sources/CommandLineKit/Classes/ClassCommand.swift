import AlmanacTime
import ArgumentParser

/// `almanac class`
struct ClassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "class",
    abstract: "Keep classes that recur and have places: book, cancel, see who comes.",
    subcommands: [
      AddClass.self, ListClasses.self, ListOffers.self, BookClass.self, CancelClass.self, HoldClass.self,
      ConfirmClass.self, CheckInClass.self, MissClass.self, SettleClass.self, ShowRoster.self,
      ClassStatistics.self, ChangeClass.self, EndClass.self, CloseClasses.self, ExportClasses.self,
    ])
}

/// Which class on which date, and for whom.
struct ClassDate: ParsableArguments {
  @Argument(help: "The UID of the class, as class list prints it.")
  var uid: String

  @Option(help: "The date, on the clocks of the class.", transform: CivilDate.init(argument:))
  var on: CivilDate
}
