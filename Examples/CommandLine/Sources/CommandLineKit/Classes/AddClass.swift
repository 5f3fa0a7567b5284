import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class add`
struct AddClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a class, and print its UID.",
    discussion: """
      It begins on the first date of its rule, from the date of --at or from today on. It is refused if its instructor has another \
      class, a session or an appointment on one of its dates within a year, unless --yes is given.
      """)

  @Argument(help: "The name, in one word or several.")
  var title: [String]

  @Option(
    help: ArgumentHelp("When: 18:00, or 2026-03-02T18:00.", valueName: "when"),
    transform: When.init(argument:))
  var at: When

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long, such as 1h.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration

  @OptionGroup(title: "How often")
  var repeating: RuleOptions

  @Option(help: ArgumentHelp("The number of places.", valueName: "number"))
  var places: Int

  @Option(help: ArgumentHelp("Who leads it.", valueName: "name"), transform: personArgument)
  var instructor: String = ""

  @Option(help: ArgumentHelp("Where.", valueName: "place"), transform: placeOrNowhere)
  var location: String = ""

  @Option(help: ArgumentHelp("A description.", valueName: "text"))
  var note: String = ""

  @OptionGroup
  var marks: MarkOptions

  @Option(
    help: ArgumentHelp(
      "How long before the class booking opens. [default: always open]", valueName: "length"),
    transform: Length.read(_:))
  var opens: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "How long before the class booking closes. [default: when it begins]", valueName: "length"),
    transform: Length.read(_:))
  var closes: CalendarDuration?

  @Option(
    help: ArgumentHelp("The most bookings on the waiting list. [default: any number]", valueName: "number"))
  var waitlistLimit: Int?

  @OptionGroup(title: "Terms")
  var terms: ClassTerms

  @Option(
    help: ArgumentHelp(
      "Who runs the class, such as \"Gym <gym@example.org>\"; iCalendar requires one if there are attendees.",
      valueName: "person"))
  var organizer: String?

  @Flag(name: [.short, .long], help: "Add it although its instructor has other commitments.")
  var yes = false

  @OptionGroup
  var destination: DestinationOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let organizer, Person(organizer) == nil { throw ValidationError(Person.fault(organizer)) }
    try requireRange("--places", places, 1...1_000_000)
    guard at.time != nil else { throw ValidationError("--at is a date (expected a time of day)") }
    try requireRange("--waitlist-limit", waitlistLimit, 0...Int.max)
    if let opens, let closes, opens.civilSeconds <= closes.civilSeconds {
      throw ValidationError("--opens is not before --closes (expected a longer --opens)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try marks.requireNoRed()
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    var store = try invocation.store(calendars, createsMissing: true)
    let destination = try store.destination(named: destination.name, invocation.environment.configuration)
    let uid = store.unusedUID(invocation.environment.uids)
    let series = try series(uid, in: zone, from: zone.local(at: now).date)
    let files = ClassFiles(store, showing: try invocation.schedulingWords(common))
    let impact = files.book.impact(of: ClassEdit([series]), now: now, checking: files.context(at: now))
    try invocation.requireConsent(
      to: Refusal(busyInstructorsOf: impact, of: uid, in: files.words), yes: yes)
    var items: [Item] = []
    for event in series.events {
      var event = event
      event.stamp = now
      event.created = now
      event.organizer = organizer.flatMap { Person($0) }.map { Organizer($0.address, name: $0.name) }
      items.append(.event(event))
    }
    store.insert([items], into: destination)
    try invocation.save(store, "added the class \(series.summary)")
    // The first date of a rule may be on another day than the typed one.
    let isSkipped = series.start.local != series.start.shown || !repeating.repeats
    if isSkipped, let complaint = Complaint(skipping: at, movedTo: series.start.shown) {
      invocation.complain(complaint)
    }
    invocation.print(series.uid, ["version": .version, "uid": .string(series.uid)], common)
  }

  private func series(
    _ uid: String, in zone: Zone, from today: CivilDate
  ) throws(CommandError) -> ClassSeries {
    let name = title.joined(separator: " ")
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw .refused("empty_name", "there is no name", expected: "a name")
    }
    let first = at.eventTime(in: zone, else: today, isRepeating: repeating.repeats)
    guard case .zoned(let start) = try repeating.first(from: first) else {
      throw .refused("missing_time", "there is no time of day", expected: "a time of day")
    }
    let rule = try repeating.recurrence(from: .zoned(start))
    var policy = ClassPolicy(opensBefore: opens, waitlistLimit: waitlistLimit)
    if let closes { policy.closesBefore = closes }
    terms.apply(to: &policy)
    var series = ClassSeries(
      name, from: start, lasting: length, repeating: rule, places: places,
      instructor: instructor, location: location, details: note, policy: policy, uid: uid)
    (series.color, series.categories) = (marks.itemColor?.value, marks.newCategories ?? [])
    for share in terms.channels { series.channelLimits[share.name] = share.places }
    return series
  }
}
