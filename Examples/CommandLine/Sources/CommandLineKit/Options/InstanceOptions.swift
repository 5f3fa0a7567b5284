import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The instance of a series that a command concerns.
struct InstanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "One instance by a date or a time: its original start (recurrenceID in JSON), wherever it was moved; else the "
        + "start at which it is shown; else a time at which it lasts. A date alone is not an original start of a "
        + "timed series: an instance that was moved to another day is named by the time from which it was moved, such "
        + "as 2026-03-09T09:00. If several instances match, their original starts are listed.",
      valueName: "date"),
    transform: EventTime.init(argument:))
  var on: EventTime?
}

/// The kind of an item, if a calendar has items of several kinds with one UID.
struct KindOptions: ParsableArguments {
  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp(
      "The kind, if items of several kinds have the UID: event, todo or journal.", valueName: "kind"))
  var choice: Choice<Item.Kind>?

  var kind: Item.Kind? { choice?.value }
}
