import AlmanacTime
import ArgumentParser

/// `almanac session slots`
struct SessionSlots: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "slots", abstract: "List the times at which a coach and a client can have a session.",
    discussion: """
      Without bounds the next seven days, without --hours day and night. In the calendars only the sessions and classes of \
      those who take part count, in those of --with all items. Each slot can be booked: session book has the same options, and \
      refuses other times for the reasons that --explain lists; without --every and --hours a session may begin at any minute.
      """)

  @Option(
    help: ArgumentHelp("The coach. [default: of --any-of]", valueName: "address"),
    transform: Person.identity(in:))
  var coach: String?

  @OptionGroup(title: "Choices")
  var pools: PoolOptions

  @Option(
    help: ArgumentHelp(
      "The client; may be given several times. [default: not decided yet]", valueName: "address"),
    transform: Person.identity(in:))
  var client: [String] = []

  @Option(
    help: ArgumentHelp("The most clients of a group. [default: those of --client]", valueName: "number"))
  var places: Int?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(help: ArgumentHelp("Where the sessions take place, for --travel.", valueName: "place"))
  var place: String = ""

  @OptionGroup
  var offer: OfferOptions

  @Flag(help: "List also the times that cannot be booked and those who are not chosen, with the reasons.")
  var explain = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try pools.validate(beside: coach)
    try requireRange("--places", places, 1...100_000)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try requirePeople(coach, client)
    try invocation.listSlots(
      of: coach, pools, with: client, places: places, lasting: length ?? .hours(1), offer, place: place,
      bounds, explaining: explain, calendars, common)
  }
}

/// Checks that no coach and no client has an empty name.
func requirePeople(_ coach: String?, _ clients: [String]) throws(CommandError) {
  if coach?.isEmpty == true || clients.contains("") {
    throw .usage("--coach or --client is empty", expected: "an address or a name for each")
  }
}
