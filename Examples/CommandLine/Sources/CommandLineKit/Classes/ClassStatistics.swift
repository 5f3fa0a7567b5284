import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac class stats`
struct ClassStatistics: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count the outcomes of bookings of each class, or of one member.")

  @Argument(help: "The UID of a class. [default: all classes]")
  var uid: String?

  @Option(help: ArgumentHelp("A member, in all classes.", valueName: "address"), transform: personArgument)
  var member: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if uid != nil && member != nil {
      throw ValidationError("a class and --member cannot be combined (expected one)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    let files = ClassFiles(
      CalendarStore(reading: try invocation.sources(calendars)),
      showing: try invocation.schedulingWords(common))
    var counted: [(name: String, uid: String, BookingStatistics)] = []
    if let member {
      counted = [(member, "", files.book.statistics(of: member, at: now))]
    } else {
      let classes =
        try uid.map { (uid) throws(CommandError) in [try files.series(try files.uid(named: uid))] }
        ?? files.book.series
      counted = classes.map { ($0.summary, $0.uid, files.book.statistics(ofSeries: $0.uid, at: now)) }
    }
    let values = counted.map { name, uid, statistics in
      JSON.object(
        [.init("name", .string(name)), .init("uid", uid.isEmpty ? .null : .string(uid))]
          + statistics.counts.map { .init($0.0, .int($0.1)) })
    }
    invocation.print(
      counted.map { name, _, statistics in "\(name): \(statistics.description(in: files.words))" },
      ["version": .version, "statistics": .array(values)], common)
  }
}

extension BookingStatistics {
  fileprivate var counts: [(String, Int)] {
    [
      ("made", made), ("confirmed", confirmed), ("held", held), ("waiting", waiting),
      ("checked_in", checkedIn),
      ("missed", missed), ("cancelled", cancelledInTime), ("cancelled_late", cancelledLate),
      ("expired", expired), ("called_off", calledOff),
    ]
  }
}

/// `almanac class offers`
struct ListOffers: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "offers",
    abstract: "List the dates of all classes for a member, with the reasons why some cannot be booked.",
    discussion: "Without bounds the next seven days.")

  @Option(help: ArgumentHelp("The member.", valueName: "address"), transform: Person.identity(in:))
  var member: String

  @Option(help: ArgumentHelp("The number of places.", valueName: "number"))
  var places = 1

  @Option(help: ArgumentHelp("The booking channel.", valueName: "name"))
  var channel = ""

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let range = try bounds.range(elseDays: 7, common, in: setting.zone, &invocation)
    let files = ClassFiles(
      CalendarStore(reading: try invocation.sources(calendars)),
      showing: setting.words)
    let offers = files.book.offers(
      to: member, in: range, places: places, channel: channel, now: setting.now,
      checking: files.context(at: setting.now), in: setting.renderer.localization)
    // Bookings and commitments that are not read may be at any time.
    invocation.recordUnknownTimes(in: range, viewer: setting.zone, ofPeople: true)
    let unread = invocation.refusalsOfUnread.map { $0.localized(invocation.language) }
    switch common.format {
    case .text:
      let names = RunNames(offers.map { $0.occurrence })
      let lines = offers.map { offer in
        let run = offer.occurrence
        let words =
          !unread.isEmpty
          ? unread.map { "\($0.code): \($0.message)" }.joined(separator: "; ")
          : offer.isBookable
            ? offer.description(at: setting.now, in: setting.words)
            : offer.refusals.words(in: setting.words)
        let note = run.note.isEmpty ? "" : " · \(title: run.note)"
        return setting.line(
          run.interval,
          "\(title: run.summary)\(note)\(names.words(of: run).text(in: invocation.language))  \(words)  \(run.uid)"
        )
      }
      invocation.output.write(setting.text(lines))
    default:
      invocation.write([
        "version": .version, "offers": .array(offers.map { $0.json(besides: unread, in: setting.words) }),
      ])
    }
    try invocation.requireComplete(files.book.dates(in: range).unexpanded, in: setting.zone)
  }
}

extension ClassOffer {
  /// - Parameter unread: The reasons why the number of free places is unknown; empty if it is known.
  fileprivate func json(besides unread: [Refusal], in words: SchedulingWords) -> JSON {
    [
      "uid": .string(occurrence.uid), "title": .string(occurrence.summary),
      "start": .string(occurrence.start.description), "end": .string(occurrence.end.description),
      "instructor": .string(occurrence.instructor), "location": .string(occurrence.location),
      "note": .string(occurrence.note),
      "recurrenceID": .string(occurrence.original.description),
      "places": occurrence.knownPlaces.map { .int($0) } ?? .null, "free": unread.isEmpty ? .int(free) : .null,
      "waiting": .int(waiting),
      "bookable": .bool(isBookable && unread.isEmpty), "booking": JSON(booking?.state.code),
      "refused": .array(
        (unread + refusals.map { Refusal($0, uid: occurrence.uid, in: words) }).map { $0.json }),
    ]
  }
}
