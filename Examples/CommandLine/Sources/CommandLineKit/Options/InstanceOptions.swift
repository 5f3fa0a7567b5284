import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// Which instance of a series a command is about.
struct InstanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The one instance of a date or a time: whose original start (recurrenceID in JSON) it is, wherever it was moved; "
        + "else that starts then; else that goes on then.", valueName: "date"),
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
