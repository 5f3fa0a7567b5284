import AlmanacFiles
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session slots`
struct SessionSlots: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "slots", abstract: "List the times at which a coach and a client can have a session.",
    discussion: """
      Without bounds the next seven days, without --hours day and night. In the calendars only the sessions and classes of \
      the two count, in those of --with all items. Each slot can be booked: session book has the same options, and refuses \
      other times for the reasons that --explain lists.
      """)

  @Option(help: ArgumentHelp("The coach.", valueName: "address"))
  var coach: String

  @Option(help: ArgumentHelp("The client. [default: not decided yet]", valueName: "address"))
  var client: String?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @OptionGroup
  var offer: OfferOptions

  @Flag(help: "List also the times that cannot be booked, with the reasons.")
  var explain = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard !coach.isEmpty, client?.isEmpty != true else {
      throw .usage("--coach or --client is empty", expected: "an address or a name")
    }
    let setting = try invocation.setting([], common)
    let range = try bounds.range(aheadElseDays: 7, common, in: setting.zone, &invocation)
    let files = SessionFiles(
      CalendarStore(reading: try invocation.sources(calendars)), at: setting.now, showing: setting.zone)
    let grid = try offer.grid(
      of: coach, with: client, in: files, lasting: length, in: range, at: setting.now, common,
      &invocation)
    try invocation.show(grid, explaining: explain, setting, common)
  }
}

extension OfferOptions {
  /// The slots for a session of a coach and a client, on these terms.
  func grid(
    of coach: String, with client: String?, in files: SessionFiles, lasting length: CalendarDuration?,
    in range: Range<Instant>, at now: Instant, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) -> SlotGrid {
    let zone = invocation.zone(common)
    let length = length ?? .hours(1)
    let policy = policy(common)
    let reach = policy.reach(around: range, lasting: length)
    let others = try others(in: zone, within: reach, common, &invocation)
    return files.book.slots(
      of: coach, with: client ?? coach, lasting: length, in: range,
      hours: availability(in: zone),
      others: files.classes.participants(coach, client, in: reach) + others,
      policy: policy, at: now, viewer: zone)
  }
}
