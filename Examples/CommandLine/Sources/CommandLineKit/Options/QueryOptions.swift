import AlmanacEvents
import ArgumentParser

/// Which items are wanted.
struct QueryOptions: ParsableArguments {
  @Option(
    name: .customLong("category"),
    help: ArgumentHelp(
      "Only what is filed under this, whatever its case; may be given several times.", valueName: "name"))
  var categories: [String] = []

  @Option(help: ArgumentHelp("Only what has this in its name, its note or its place.", valueName: "text"))
  var text: String = ""

  @Option(help: ArgumentHelp("Only what somebody attends or organises.", valueName: "address"))
  var attendee: String = ""

  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp("Only event, todo or journal; may be given several times.", valueName: "kind"))
  var kinds: [Choice<Item.Kind>] = []

  var query: OccurrenceQuery {
    var query = OccurrenceQuery(
      categories: categories, text: text, attendee: Person(attendee)?.address ?? attendee)
    if !kinds.isEmpty { query.kinds = Set(kinds.map { $0.value }) }
    return query
  }
}
