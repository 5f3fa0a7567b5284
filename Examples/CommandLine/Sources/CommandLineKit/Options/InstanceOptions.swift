import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// Which instance of a series a command is about.
struct InstanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The one instance of a date or a time: whose original start (recurrenceID in JSON) it is, wherever it was moved; "
        + "else that is shown as starting then; else that goes on then. A date alone is not an original start of a "
        + "timed series: an instance that was moved to another day is named by the time that it was moved from, such "
        + "as 2026-03-09T09:00. Where several may be meant, their original starts are told.",
      valueName: "date"),
    transform: EventTime.init(argument:))
  var on: EventTime?
}

/// Of which kind the item of a UID is, where a calendar has several.
struct KindOptions: ParsableArguments {
  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp(
      "Where items of several kinds have the UID: event, todo or journal.", valueName: "kind"))
  var choice: Choice<Item.Kind>?

  var kind: Item.Kind? { choice?.value }
}
