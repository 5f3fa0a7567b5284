import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The properties of an item that `add` and `edit` set.
struct ItemOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When: 2026-03-02T09:00, 2026-03-02 for whole days, \"tomorrow 09:00\"; for a to-do when it is due, or with "
        + "--for, --until or --repeat when it begins.",
      valueName: "when"),
    transform: When.init(argument:))
  var at: When?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long: 90m, 1h30m, 2d.", valueName: "length"), transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(
    help: ArgumentHelp("Up to a time, or a date, which is included.", valueName: "when"),
    transform: When.init(argument:))
  var until: When?

  @OptionGroup
  var repeating: RuleOptions

  @OptionGroup
  var marks: MarkOptions

  @Option(help: ArgumentHelp("Where.", valueName: "place"))
  var location: String?

  @Option(help: ArgumentHelp("A text of any length.", valueName: "text"))
  var note: String?

  @Option(
    name: .customLong("alarm"),
    help: ArgumentHelp("How long before, such as 15m; may be given several times.", valueName: "length"),
    transform: Length.read(_:))
  var alarms: [CalendarDuration] = []

  @OptionGroup
  var people: PeopleOptions

  func validate() throws {
    if length != nil && until != nil {
      throw ValidationError("--for and --until both set the end (expected one)")
    }
  }
}

/// The colour and the categories of an item or a class.
struct MarkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A CSS name or #rrggbb, but no red, which marks days with several items.", valueName: "color"),
    transform: color(_:))
  var itemColor: CalendarColor?

  @Option(
    name: .customLong("category"),
    help: ArgumentHelp("A subject; may be given several times.", valueName: "name"))
  var categories: [String] = []

  /// The stated categories, none if only an empty one is; `nil` if there are none.
  var newCategories: [String]? { categories.isEmpty ? nil : categories.filter { !$0.isEmpty } }
}

private func color(_ text: String) throws -> CalendarColor {
  do throws(ColorError) { return try CalendarColor(text) } catch {
    throw ArgumentFault("\(text) is not a colour", expected: error.expected)
  }
}

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
