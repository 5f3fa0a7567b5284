import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import AlmanacViews
import ArgumentParser

/// `almanac session clients`
struct ClientCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Manage the clients of a coach.",
    subcommands: [ListClients.self, AddClient.self, RemoveClient.self], defaultSubcommand: ListClients.self)
}

/// `almanac session clients list`
struct ListClients: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the clients of a coach, with the last session of each.")

  @Option(help: ArgumentHelp("The coach.", valueName: "address"), transform: Person.identity(in:))
  var coach: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let files = SessionFiles.listing(
      try invocation.sources(calendars), at: setting.now, showing: setting.words,
      coaches: invocation.coaches(coach), &invocation)
    let named = files.book.clients(of: coach, in: setting.renderer.localization)
    let clients = named.map { client in
      (client, last: files.book.lastTrained(client.id, by: coach))
    }
    switch common.format {
    case .text:
      let lines = clients.map { client, last in
        let id = client.name == client.id ? "" : "\(client.id)  "
        let trained = last.map { setting.moment(.utc($0)) } ?? "–"
        return StyledText("\(client.name)  ") + StyledText(id + trained, .dim)
      }
      invocation.output.write(setting.text(lines))
    default:
      let values = clients.map { client, last -> JSON in
        [
          "client": .string(client.id), "name": .string(client.name),
          "lastTrained": JSON(last?.in(setting.zone).description),
        ]
      }
      invocation.write(JSON.object([.init("version", .version), .init("clients", .array(values))]))
    }
  }
}

/// `almanac session clients add`
struct AddClient: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a client of a coach.",
    discussion: "The first booking of a session adds the client too.")

  @Argument(help: "The client's address, with or without a name, or another unique name.")
  var client: String

  @Option(help: ArgumentHelp("The coach.", valueName: "address"), transform: Person.identity(in:))
  var coach: String

  @Option(
    help: ArgumentHelp(
      "The name of the client. [default: that beside the address, or the address]", valueName: "name"))
  var name: String = ""

  @OptionGroup
  var destination: DestinationOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let name = name.isEmpty ? Person(client)?.name ?? "" : name
    let client = Person.identity(in: client)
    guard !client.isEmpty, !coach.isEmpty else {
      throw .usage("the client or --coach is empty", expected: "an address or a name for each")
    }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let store = try invocation.store(calendars, createsMissing: true)
    let destination = try store.destination(named: destination.name, invocation.environment.configuration)
    var files = SessionFiles(store, at: now, showing: try invocation.schedulingWords(common))
    try files.requestClient(
      .addClient(SessionBook.Client(client, name: name)), by: coach, at: now, into: destination)
    try invocation.save(files.store, "added \(client) as a client of \(coach)")
    invocation.print(
      "added: \(client), client of \(coach)",
      ["version": .version, "coach": .string(coach), "client": .string(client)], common)
  }
}

/// `almanac session clients remove`
struct RemoveClient: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a client of a coach.",
    discussion: """
      Future sessions, and with --routines delete the routines, are shown first, and cancelled and deleted after an answer that \
      begins with y, or with --yes. Past sessions and training records are preserved.
      """)

  @Argument(help: "The client, as session clients lists it.", transform: Person.identity(in:))
  var client: String

  @Option(help: ArgumentHelp("The coach.", valueName: "address"), transform: Person.identity(in:))
  var coach: String

  @Option(help: "Whether routines that are assigned to the client are kept or deleted.")
  var routines = Choice(Coaching.RoutinesOfClient.keep)

  @OptionGroup
  var preview: PreviewOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let store = try invocation.store(calendars, isPreview: preview.dryRun)
    let setting = try invocation.setting(store.calendars, common)
    var files = SessionFiles(
      store, at: setting.now, showing: setting.words, coaches: invocation.coaches(coach))
    let future = futureSessions(files.book, at: setting.now)
    try files.requestClient(
      .removeClient(client, cancelling: true), by: coach, at: setting.now,
      into: try store.destination(named: nil, invocation.environment.configuration))
    let deleted = try deleteRoutines(in: &files.store, &invocation)
    let lines =
      future.map { [words = files.words] in setting.line($0, in: words) }
      + deleted.map { StyledText("\(title: $0.name)  ") + StyledText($0.id, .dim) }
    let shown = Preview(
      text: lines.isEmpty ? "" : setting.renderer.text(lines),
      json: [
        .init("coach", .string(coach)), .init("client", .string(client)),
        .init("cancelled", .array(future.map { $0.json })),
        .init("deletedRoutines", .array(deleted.map { .string($0.id) })),
      ], question: Self.question(sessions: future.count, routines: deleted.count))
    guard try invocation.approves(shown, of: store, preview, common) else { return }
    try invocation.save(files.store, "removed \(client) from the clients of \(coach)")
    if common.format == .text { invocation.write("removed: \(client)") }
  }

  /// The question whether to cancel sessions and to delete routines; `nil` if there are none.
  private static func question(sessions: Int, routines: Int) -> Phrase? {
    switch (sessions, routines) {
    case (0, 0): nil
    case (1, 0): "Cancel this?"
    case (_, 0): "Cancel these \(sessions)?"
    case (0, 1): "Delete this?"
    case (0, _): "Delete these \(routines)?"
    default: "Cancel the sessions and delete the routines?"
    }
  }

  /// Deletes the routines of the client if the option says so.
  private func deleteRoutines(
    in store: inout CalendarStore, _ invocation: inout Invocation
  ) throws(CommandError) -> [Routine] {
    guard routines.value == .delete else { return [] }
    var training = try TrainingFile(try invocation.locations(calendars))
    let assigned = training.library.seen(by: coach).routines(assignedTo: client)
    do throws(TrainingError) {
      for routine in assigned { try training.library.removeRoutine(routine.id, by: coach) }
    } catch {
      throw CommandError(error)
    }
    if !assigned.isEmpty { try training.stage(in: &store) }
    return assigned
  }

  /// The planned sessions with the client, which would be cancelled.
  private func futureSessions(_ book: SessionBook, at now: Instant) -> [SessionBook.Session] {
    book.decide(.removeClient(client), by: coach, now: now).refusals.flatMap {
      refusal -> [SessionBook.Session] in
      if case .futureSessions(let sessions) = refusal { sessions } else { [] }
    }
  }
}
