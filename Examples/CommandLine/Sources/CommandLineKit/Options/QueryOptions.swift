import AlmanacEvents
import ArgumentParser

/// The items to be listed.
struct QueryOptions: ParsableArguments {
  @Option(
    name: .customLong("category"),
    help: ArgumentHelp(
      "Only items of this category, in any case; may be given several times.", valueName: "name"))
  var categories: [String] = []

  @Option(help: ArgumentHelp("Only items with this text in their name, note or location.", valueName: "text"))
  var text: String = ""

  @Option(help: ArgumentHelp("Only items that this person attends or organizes.", valueName: "address"))
  var attendee: String = ""

  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp(
      "Only items of this kind: event, todo or journal; may be given several times.", valueName: "kind"))
  var kinds: [Choice<Item.Kind>] = []

  var query: OccurrenceQuery {
    var query = OccurrenceQuery(
      categories: categories, text: text, attendee: Person(attendee)?.address ?? attendee)
    if !kinds.isEmpty { query.kinds = Set(kinds.map { $0.value }) }
    return query
  }
}
