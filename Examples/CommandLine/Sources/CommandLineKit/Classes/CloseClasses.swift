import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class close`
struct CloseClasses: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close all classes, or one, in a period; bookings in it are called off.",
    discussion: """
      The bookings that are called off are shown first. Unless --yes is given, classes are closed only after an answer \
      that begins with y. A class that is added later is not closed. The command class change --on DATE --restore opens a date again.
      """)

  @Argument(help: "The UID of a class. [default: all classes]")
  var uid: String?

  @Option(help: "From a date or a time on.", transform: EventTime.init(argument:))
  var from: EventTime

  @Option(
    help: "Up to a date, which is included, or a time, which is not.", transform: EventTime.init(argument:))
  var until: EventTime

  @Option(help: ArgumentHelp("The reason, shown to the members.", valueName: "text"))
  var reason: String = ""

  @Flag(help: "Do not close dates that have bookings.")
  var spareBooked = false

  @OptionGroup
  var preview: PreviewOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let end = until.isDate ? until.adding(.days(1)) : until
    guard from.instant(in: zone) < end.instant(in: zone) else {
      throw .usage("--until is not after --from", expected: "an end later than \(from)")
    }
    var files = ClassFiles(
      try invocation.store(calendars, isPreview: preview.dryRun),
      showing: try invocation.schedulingWords(common))
    var classes = files.book.series
    if let uid { classes = [try files.series(try files.uid(named: uid))] }
    guard !classes.isEmpty else { throw CommandError([.noSuchClass], uid: "", in: files.words) }
    let period = ClosedPeriod(from: from, to: end, reason)
    let book = files.book
    let uids = Set(classes.map { $0.uid })
    let edit = book.closing(period, sparingBooked: spareBooked) { uids.contains($0.uid) }
    let impact = files.book.apply(edit, now: now).impact
    guard try invocation.approves(Preview(impact, in: files.words), of: files.store, preview, common) else {
      return
    }
    try files.write(at: now)
    try invocation.save(files.store, "closed \(classes.count) classes from \(from)")
  }
}

/// `almanac class calendar`
struct ExportClasses: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Write all classes, or the bookings of one member, as iCalendar.")

  static let formats = [OutputFormat.text]

  @Option(
    help: ArgumentHelp(
      "The member whose bookings are written. [default: the classes without bookings]", valueName: "address"),
    transform: personArgument)
  var member: String?

  @Option(
    help: ArgumentHelp(
      "Who runs the classes, such as \"Gym <gym@example.org>\". [default: the stored organizer of each class]",
      valueName: "person"))
  var organizer: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let organizer, Person(organizer) == nil { throw ValidationError(Person.fault(organizer)) }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    let files = ClassFiles(
      CalendarStore(reading: try invocation.sources(calendars)),
      showing: try invocation.schedulingWords(common))
    let stated = organizer.flatMap { Person($0) }.map { Organizer($0.address, name: $0.name) }
    let organizer = { uid in stated ?? files.store.item(ItemID(uid: uid))?.organizer }
    let stamps = Dictionary(
      files.store.everything.items.compactMap { item in item.stamp.map { (item.uid, $0) } },
      uniquingKeysWith: { max($0, $1) })
    let calendar =
      member.map { files.book.calendar(of: $0, organizer: organizer, at: now, changed: { stamps[$0] }) }
      ?? files.book.publicCalendar(organizer: organizer, at: now, changed: { stamps[$0] })
    invocation.output.write(document: calendar.exported(at: now))
  }
}
