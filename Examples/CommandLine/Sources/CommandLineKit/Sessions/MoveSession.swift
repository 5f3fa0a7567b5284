import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session move`
struct MoveSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a planned session; a time alone preserves the date.",
    discussion: """
      With --any-of those who served before serve again in the same roles if they can, else others, and who cannot is printed with \
      the reasons. \
      With hours or other terms it moves only to a slot on these terms.
      """)

  @Argument(help: .itemName)
  var uid: String

  @Option(help: ArgumentHelp("When.", valueName: "when"), transform: When.init(argument:))
  var at: When

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: as before]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @OptionGroup(title: "Choices")
  var pools: PoolOptions

  @OptionGroup
  var offer: OfferOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if length != nil && !(offer.isEmpty && pools.isEmpty) {
      throw ValidationError("--for does not go with a choice or terms (expected no --for)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    guard offer.isEmpty && pools.isEmpty else { return try choose(at: now, in: zone, &invocation) }
    try SessionEdit(uid: uid, action: "moved").run(calendars, common, in: &invocation) {
      (session) throws(CommandError) in
      .move(session.uid, to: try start(of: session, in: zone, now: now), lasting: length)
    }
  }

  /// Moves the session to a slot, with others where those who serve cannot.
  private func choose(at now: Instant, in zone: Zone, _ invocation: inout Invocation) throws(CommandError) {
    let words = try invocation.schedulingWords(common)
    var files = SessionFiles(
      try invocation.store(calendars), at: now, showing: words, coaches: invocation.coaches())
    let session = try files.session(uid)
    let start = try start(of: session, in: zone, now: now)
    let coach = pools.choosesCoach || session.coach.isEmpty ? nil : session.coach
    var needs = try invocation.needs(
      of: coach, pools, with: session.clients, places: session.places, at: session.location, in: files,
      hours: offer)
    needs.moving = session.uid
    // The session keeps everything that the options do not mention.
    let mentioned = needs.pools.map { $0.role }
    needs.resources += session.resources.filter { kept in
      !mentioned.contains(kept.requirement) && !needs.resources.contains { $0.name.isOf(kept.name) }
    }
    let grid = try offer.grid(
      of: needs, with: start, in: files, lasting: session.plan?.duration ?? .hours(1),
      in: start.instant..<start.instant.adding(seconds: 60), at: now, common, &invocation)
    let length = session.plan?.duration ?? .hours(1)
    try invocation.requireAllRead(in: start.instant..<start.adding(length).instant, viewer: zone)
    let policy = pools.choice.policy(
      from: start, to: start,
      after: files.lastServing(session.clients, before: start.instant))
    let (moved, chosen) = try files.move(session, to: start, offering: grid, choosing: policy, at: now)
    try invocation.save(files.store, "moved \(moved.everyone), \(moved.start.shown)")
    switch common.format {
    case .text:
      let line: Phrase = "moved: \(moved.everyone), \(moved.start.shown)"
      invocation.write(line)
      for line in chosen.replaced.map({ $0.exclusion(in: words) }) {
        invocation.output.writeLine(SafeText.singleLine(line))
      }
    default:
      invocation.write([
        "version": .version, "session": moved.json, "chosen": chosen.choice.json(in: words),
        "replaced": .array(chosen.replaced.map { $0.json(in: words) }),
      ])
    }
  }

  private func start(of session: SessionBook.Session, in zone: Zone, now: Instant) throws(CommandError)
    -> ZonedDateTime
  {
    var when = at
    let shown = zone.local(at: session.start.instant)
    if when.time == nil { when.time = shown.time }
    return try when.start(in: zone, else: shown.date)
  }
}

/// The group session and the client of a request without further options.
struct GroupOptions: ParsableArguments {
  @Argument(help: .itemName)
  var uid: String

  @Option(help: ArgumentHelp("The client.", valueName: "address"), transform: Person.identity(in:))
  var client: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions
}

/// A command for one request of a client about a group session.
protocol GroupCommand: AlmanacCommand {
  /// The past participle that says what was done.
  static var action: Phrase { get }
  var options: GroupOptions { get }

  static func request(_ uid: String, _ client: String) -> SessionCommand
}

extension GroupCommand {
  var common: CommonOptions { options.common }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try requirePeople(nil, [options.client])
    let edit = SessionEdit(uid: options.uid, action: Self.action)
    try edit.run(options.calendars, common, in: &invocation) {
      Self.request($0.uid, options.client)
    }
  }
}

/// `almanac session join`
struct JoinSession: GroupCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Add a client to a group session that has a free place.")
  static let action: Phrase = "joined"

  @OptionGroup
  var options: GroupOptions

  static func request(_ uid: String, _ client: String) -> SessionCommand { .join(uid, client: client) }
}

/// `almanac session leave`
struct LeaveSession: GroupCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Take a client out of a group session, which goes on without.")
  static let action: Phrase = "left"

  @OptionGroup
  var options: GroupOptions

  static func request(_ uid: String, _ client: String) -> SessionCommand { .leave(uid, client: client) }
}
