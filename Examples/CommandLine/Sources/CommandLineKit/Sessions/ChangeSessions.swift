import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session cancel`
struct CancelSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel a session before it begins.")

  @Argument(help: .itemName)
  var uid: String

  @Option(
    help: ArgumentHelp(
      "How long before its start a cancellation is in time. [default: until it begins]", valueName: "length"),
    transform: Length.read(_:))
  var freeUntil: CalendarDuration?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var change = SessionEdit(uid: uid, action: "cancelled")
    change.freeUntil = freeUntil ?? .zero
    try change.run(calendars, common, in: &invocation) { .cancel($0.uid) }
  }
}

/// `almanac session abandon`
struct AbandonSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "abandon",
    abstract: "Take back the start of a session: a planned one is scheduled again, another is cancelled.")

  @Argument(help: .itemName)
  var uid: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try SessionEdit(uid: uid, action: "abandoned").run(calendars, common, in: &invocation) {
      .abandon($0.uid)
    }
  }
}

/// `almanac session complete`
struct CompleteSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Record that a session took place, or that the client did not come.",
    discussion: "Unless stated, it lasted as planned; a session in progress ends now.")

  @Argument(help: .itemName)
  var uid: String

  @Flag(help: "The client did not come.")
  var missed = false

  @Option(
    help: ArgumentHelp("The actual start; a time alone is on the planned day.", valueName: "when"),
    transform: When.init(argument:))
  var from: When?

  @Option(
    help: ArgumentHelp("The actual end.", valueName: "when"), transform: When.init(argument:))
  var until: When?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    try SessionEdit(uid: uid, action: missed ? "missed" : "completed").run(calendars, common, in: &invocation)
    {
      (session) throws(CommandError) in
      if missed { return .markMissed(session.uid) }
      if session.state == .inProgress, from == nil, until == nil { return .complete(session.uid) }
      var interval = session.interval
      if interval.contains(now) { interval = interval.lowerBound..<now }
      let day = zone.local(at: interval.lowerBound).date
      let start = try from?.start(in: zone, else: day).instant ?? interval.lowerBound
      let end = try until?.start(in: zone, else: day).instant ?? interval.upperBound
      guard start < end else { throw .usage("--until is not after --from", expected: "a later end") }
      return .record(session.uid, during: start..<end)
    }
  }
}

extension SessionCommand {
  /// Whether it takes time, which items that were not read may have.
  fileprivate var takesTime: Bool {
    switch self {
    case .schedule, .book, .join, .reassign, .move: true
    default: false
    }
  }
}

/// A change of one session, which is decided, saved and reported.
struct SessionEdit {
  /// The name of the session: its UID, a handle or a unique title.
  let uid: String
  /// The past participle of the change, for the list of what can be undone.
  let action: Phrase
  var freeUntil = CalendarDuration.zero

  /// - Parameter check: A check of the session before the change.
  func run(
    _ calendars: CalendarOptions, _ common: CommonOptions, in invocation: inout Invocation,
    checking check: (SessionBook.Session, SessionFiles, inout Invocation) throws(CommandError) -> Void = {
      (_, _, _) throws(CommandError) in
    },
    _ command: (SessionBook.Session) throws(CommandError) -> SessionCommand
  ) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let words = try invocation.schedulingWords(common)
    var files = SessionFiles(
      try invocation.store(calendars), at: now, showing: words, freeUntil: freeUntil,
      coaches: invocation.coaches())
    let before = try files.session(uid)
    try check(before, files, &invocation)
    let request = try command(before)
    if request.takesTime {
      try invocation.requireAllRead(in: before.interval, viewer: zone, of: before.uid)
    }
    let session = try files.request(request, by: before.coach, at: now)
    try invocation.save(files.store, "\(action) \(session.everyone), \(session.start.shown)")
    let line = "\(request.result(for: session, in: words)): \(session.everyone), \(session.start.shown)"
    invocation.print(line, ["version": .version, "session": session.json], common)
  }
}

/// `almanac session edit`
struct EditSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the title, the place or the note of a session.",
    discussion: "With --travel or other terms it goes only to a place where session slots would list it.")

  @Argument(help: .itemName)
  var uid: String

  @Option(help: ArgumentHelp("The name.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Where.", valueName: "place"))
  var place: String?

  @Option(help: ArgumentHelp("A text.", valueName: "text"))
  var note: String?

  @OptionGroup
  var offer: OfferOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if place == nil && !(offer.isEmpty && offer.new.isEmpty) {
      throw ValidationError("--travel and other terms are about a new place (expected --place)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try SessionEdit(uid: uid, action: "changed").run(
      calendars, common, in: &invocation,
      checking: { (session, files, invocation) throws(CommandError) in
        if let place, place != session.location {
          try check(place, of: session, files, &invocation)
        }
      }
    ) {
      .edit($0.uid, summary: title, location: place, details: note)
    }
  }

  /// Checks a new place, as it is checked for a new session.
  private func check(
    _ place: String, of session: SessionBook.Session, _ files: SessionFiles, _ invocation: inout Invocation
  ) throws(CommandError) {
    try files.requirePlace(place, offer)
    let now = invocation.now(common, in: invocation.zone(common))
    let start = session.start
    guard !offer.isEmpty, session.state == .scheduled, let plan = session.plan, start.instant >= now else {
      return
    }
    var needs = SessionNeeds(
      coach: session.coach.isEmpty ? nil : session.coach, resources: session.resources,
      clients: session.clients, place: place, moving: session.uid)
    needs.places = session.places
    let grid = try offer.grid(
      of: needs, with: start, in: files, lasting: plan.duration,
      in: start.instant..<start.instant.adding(seconds: 60), at: now, common, &invocation)
    let reasons = grid.reasons(at: start.instant)
    if !reasons.isEmpty {
      throw CommandError(reasons.map { .notOffered($0) }, uid: session.uid, in: files.words)
    }
  }
}
