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

  @Option(
    help: ArgumentHelp(
      "A CSS name or #rrggbb, but no red, which marks days with several items.", valueName: "color"),
    transform: color(_:))
  var itemColor: CalendarColor?

  @Option(
    name: .customLong("category"),
    help: ArgumentHelp("A subject; may be given several times.", valueName: "name"))
  var categories: [String] = []

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

private func color(_ text: String) throws -> CalendarColor {
  do throws(ColorError) { return try CalendarColor(text) } catch {
    throw ArgumentFault("\(text) is not a colour", expected: error.expected)
  }
}
