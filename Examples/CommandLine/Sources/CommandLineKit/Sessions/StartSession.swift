import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The people and properties of a session that was not planned.
struct UnplannedSession: ParsableArguments {
  @Option(help: ArgumentHelp("The coach.", valueName: "address"), transform: Person.identity(in:))
  var coach: String?

  @Option(help: ArgumentHelp("The client.", valueName: "address"), transform: Person.identity(in:))
  var client: String?

  @Option(help: ArgumentHelp("Where.", valueName: "place"))
  var place: String = ""

  @Option(help: ArgumentHelp("A text.", valueName: "text"))
  var note: String = ""

  @OptionGroup
  var destination: DestinationOptions
}

/// `almanac session start`
struct StartSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a planned session, or with --coach and --client one that was not planned.",
    discussion: "The command session complete ends it.")

  @Argument(help: "The UID, as session list prints it. [default: a new session]")
  var uid: String?

  @OptionGroup(title: "A session that was not planned")
  var unplanned: UnplannedSession

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    let hasPeople = unplanned.coach?.isEmpty == false && unplanned.client?.isEmpty == false
    guard (uid != nil) != hasPeople else {
      throw ValidationError("the session to start is not clear (expected a UID, or --coach and --client)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    if let uid {
      return try SessionEdit(uid: uid, action: "started").run(calendars, common, in: &invocation) {
        .start($0.uid)
      }
    }
    let zone = invocation.zone(common)
    try invocation.addUnplanned(unplanned, "started", calendars, common) { client in
      .startUnplanned(client: client, in: zone, location: unplanned.place, details: unplanned.note)
    }
  }
}

/// `almanac session record`
struct RecordSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a past session that was not planned.",
    discussion: "A planned session is recorded by session complete.")

  @OptionGroup
  var unplanned: UnplannedSession

  @Option(help: ArgumentHelp("The start.", valueName: "when"), transform: When.init(argument:))
  var from: When

  @Option(help: ArgumentHelp("The end.", valueName: "when"), transform: When.init(argument:))
  var until: When

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    guard unplanned.coach?.isEmpty == false, unplanned.client?.isEmpty == false else {
      throw ValidationError("the coach or the client is missing (expected --coach and --client)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let start = try from.start(in: zone, else: zone.local(at: now).date)
    let end = try until.start(in: zone, else: start.local.date)
    guard start.instant < end.instant else {
      throw .usage("--until is not after --from", expected: "a later end")
    }
    try invocation.addUnplanned(unplanned, "recorded", calendars, common) { client in
      .recordUnplanned(
        client: client, during: start.instant..<end.instant, in: zone, location: unplanned.place,
        details: unplanned.note)
    }
  }
}

extension Invocation {
  /// Adds a session that was not planned, and its client.
  fileprivate mutating func addUnplanned(
    _ unplanned: UnplannedSession, _ action: Phrase, _ calendars: CalendarOptions, _ common: CommonOptions,
    _ command: (String) -> SessionCommand
  ) throws(CommandError) {
    let zone = zone(common)
    let now = now(common, in: zone)
    let (coach, client) = (unplanned.coach ?? "", unplanned.client ?? "")
    let store = try store(calendars, createsMissing: true)
    let destination = try store.destination(named: unplanned.destination.name, environment.configuration)
    let uid = store.unusedUID(environment.uids)
    var files = SessionFiles(store, at: now, showing: try schedulingWords(common), coaches: coaches())
    try files.add(client, of: coach, at: now)
    let session = try files.request(
      command(client), by: coach, at: now, uids: UIDSource { _ in uid }, into: destination)
    try save(files.store, "\(action) \(coach) and \(client)")
    print(session.uid, ["version": .version, "uid": .string(session.uid), "session": session.json], common)
  }
}
