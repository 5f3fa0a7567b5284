import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session`
struct SessionCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Keep sessions between coaches and their clients.",
    subcommands: [
      BookSession.self, NextSessions.self, ListSessions.self, MoveSession.self, CancelSession.self,
      CompleteSession.self, ListClients.self,
    ])
}

/// `almanac session book`
struct BookSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Book a session, and print its UID.",
    discussion:
      "Neither coach nor client can be booked twice at once. Whoever is booked first becomes a client.")

  @Option(help: ArgumentHelp("Who trains.", valueName: "address"))
  var coach: String

  @Option(help: ArgumentHelp("Who is trained.", valueName: "address"))
  var client: String

  @Option(help: ArgumentHelp("When: 2026-03-02T18:00.", valueName: "when"), transform: When.init(argument:))
  var at: When

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(help: ArgumentHelp("Where.", valueName: "place"))
  var place: String = ""

  @Option(help: ArgumentHelp("A text.", valueName: "text"))
  var note: String = ""

  @Option(
    name: .customLong("in"), help: ArgumentHelp("The calendar. [default: the first]", valueName: "name"))
  var shelf: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard !coach.isEmpty, !client.isEmpty else {
      throw .usage("--coach and --client are empty", expected: "an address or a name each")
    }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let start = try at.start(in: zone, now: now)
    let ledger = try invocation.ledger(calendars, makesMissing: true)
    let shelf = try ledger.shelf(named: shelf)
    let uid = ledger.newUID(invocation.environment.uids)
    var files = SessionFiles(ledger, at: now)
    files.add(client, of: coach, at: now)
    let session = try files.request(
      .schedule(client: client, at: start, lasting: length ?? .hours(1), place: place, note: note), by: coach,
      at: now, uids: UIDSource { _ in uid }, into: shelf)
    try invocation.save(files.ledger, "booked \(coach) and \(client), \(session.start.local)")
    invocation.print(session.uid, ["version": 1, "uid": .string(session.uid)], common)
  }
}

extension When {
  /// A start on the clocks of a zone.
  ///
  /// - Throws: A refusal for what has no date or no time.
  func start(in zone: Zone, now: Instant, else date: CivilDate? = nil) throws(CommandError) -> ZonedDateTime {
    let today = zone.local(at: now).date
    guard let time = eventTime(in: zone, today: today, else: date) else {
      throw .refused("missing_date", "there is no date", expected: "a date beside the time")
    }
    guard case .zoned(let start) = time else {
      throw .refused("missing_time", "there is no time of day", expected: "a time beside the date")
    }
    return start
  }
}

/// `almanac session move`
struct MoveSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a session that is planned; a time alone keeps the date.")

  @Argument(help: "The UID, as session list prints it.")
  var uid: String

  @Option(help: ArgumentHelp("When.", valueName: "when"), transform: When.init(argument:))
  var at: When

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: as before]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    try SessionChange(uid: uid, what: "moved").run(calendars, common, in: &invocation) {
      (session) throws(CommandError) in
      var when = at
      let shown = zone.local(at: session.start.instant)
      if when.time == nil { when.time = shown.time }
      return .move(uid, to: try when.start(in: zone, now: now, else: shown.date), lasting: length)
    }
  }
}

/// `almanac session cancel`
struct CancelSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel a session before it begins.")

  @Argument(help: "The UID, as session list prints it.")
  var uid: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try SessionChange(uid: uid, what: "cancelled").run(calendars, common, in: &invocation) { _ in .cancel(uid)
    }
  }
}

/// `almanac session complete`
struct CompleteSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Write down that a session took place, or that the client did not come.",
    discussion: "It took as long as was planned; one that goes on ends now.")

  @Argument(help: "The UID, as session list prints it.")
  var uid: String

  @Flag(help: "The client did not come.")
  var missed = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    try SessionChange(uid: uid, what: missed ? "missed" : "completed").run(calendars, common, in: &invocation)
    {
      session in
      if missed { return .markMissed(uid) }
      if session.state == .inProgress { return .complete(uid) }
      let planned = session.interval
      return .record(uid, during: planned.contains(now) ? planned.lowerBound..<now : planned)
    }
  }
}

/// A change of one session: decided, kept, told.
private struct SessionChange {
  let uid: String
  let what: String

  func run(
    _ calendars: CalendarOptions, _ common: CommonOptions, in invocation: inout Invocation,
    _ command: (Session) throws(CommandError) -> SessionCommand
  ) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    var files = SessionFiles(try invocation.ledger(calendars), at: now)
    let before = try files.session(uid)
    let session = try files.request(try command(before), by: before.coach, at: now)
    try invocation.save(files.ledger, "\(what) \(session.coach) and \(session.client)")
    let line = "\(what): \(session.coach), \(session.client), \(session.start.local)"
    invocation.print(line, ["version": 1, "session": session.json], common)
  }
}
