import AlmanacTime
import ArgumentParser

/// `almanac class`
struct ClassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "class",
    abstract: "Manage recurring classes and their bookings.",
    subcommands: [
      AddClass.self, ListClasses.self, ListOffers.self, BookClass.self, CancelClass.self, HoldClass.self,
      ConfirmClass.self, CheckInClass.self, MissClass.self, SettleClass.self, ShowRoster.self,
      ClassStatistics.self, ChangeClass.self, EndClass.self, CloseClasses.self, ExportClasses.self,
    ])
}

extension ArgumentHelp {
  /// The help of an option for a date of a class.
  static var runOfClass: ArgumentHelp {
    ArgumentHelp(
      "The date, in the zone of the class; if it runs several times on the date, the start too: 2026-03-02T18:00.",
      valueName: "date")
  }
}

/// A class and one of its dates.
struct ClassDate: ParsableArguments {
  @Argument(help: "The UID of the class, as class list prints it.")
  var uid: String

  @Option(help: .runOfClass, transform: EventTime.init(argument:))
  var on: EventTime
}
