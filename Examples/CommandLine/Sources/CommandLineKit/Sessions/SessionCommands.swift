import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session`
struct SessionCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Manage sessions of coaches with their clients.",
    subcommands: [
      BookSession.self, SessionSlots.self, FindSession.self, ReassignSessions.self, NextSessions.self,
      ListSessions.self, MoveSession.self,
      EditSession.self,
      CancelSession.self, StartSession.self, AbandonSession.self, CompleteSession.self, RecordSession.self,
      ClientCommands.self,
    ])
}

/// `almanac session book`
struct BookSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Book a session, and print its UID.",
    discussion:
      """
      The coach and the client must be free of other sessions, and of classes in the same calendars. The first booking adds \
      the client. With --repeat all dates are booked or none; with --skip those that can be booked, and the others are \
      listed. With hours or other terms, only slots that session slots lists on these terms can be booked. With --any-of one of \
      the named is the coach, and for refused dates of --repeat the nearest times are listed.
      """)

  @Option(help: ArgumentHelp("The coach. [default: of --any-of]", valueName: "address"))
  var coach: String?

  @OptionGroup(title: "Choices")
  var pools: PoolOptions

  @Option(help: ArgumentHelp("The client.", valueName: "address"))
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

  @OptionGroup
  var offer: OfferOptions

  @OptionGroup(title: "How often")
  var repeating: RuleOptions

  @Flag(help: "With --repeat, book the dates that can be booked, and list the others.")
  var skip = false

  @Option(
    name: .customLong("in"), help: ArgumentHelp("The calendar. [default: the first]", valueName: "name"))
  var destination: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if skip && repeating.isEmpty {
      throw ValidationError("--skip is about several dates (expected --repeat)")
    }
    if pools.anyOf.isEmpty == (coach == nil) {
      throw ValidationError("a session has one coach (expected --coach, or --any-of)")
    }
    if !pools.isEmpty && !offer.terms.with.isEmpty {
      throw ValidationError("--with is about one coach (expected no --any-of or --resource)")
    }
    if !offer.isEmpty && !repeating.isEmpty && pools.isEmpty {
      throw ValidationError("--repeat cannot be combined with hours and terms of slots (expected one date)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard coach?.isEmpty != true, !client.isEmpty else {
      throw .usage("--coach or --client is empty", expected: "an address or a name for each")
    }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let start = try at.start(in: zone, now: now)
    let store = try invocation.store(calendars, createsMissing: true)
    let destination = try store.destination(named: destination)
    let uid = store.unusedUID(invocation.environment.uids)
    var files = SessionFiles(store, at: now, showing: zone)
    let rule = try repeating.recurrence(from: .zoned(start))
    // The slots before the client is added, as session slots lists them.
    let grid = try offer(start, repeating: rule, in: files, at: now, &invocation)
    if let coach { try files.add(client, of: coach, at: now) }
    let request = SessionRequest([client], at: start, lasting: length ?? .hours(1), place: place, note: note)
    if let rule {
      return try book(request, rule, offering: grid, in: destination, &files, at: now, &invocation)
    }
    if let grid, !pools.isEmpty {
      let session = try files.request(
        request, offering: grid, choosing: pools.policy, by: coach ?? "", at: now,
        uids: UIDSource { _ in uid },
        into: destination)
      try invocation.save(files.store, "booked \(session.everyone), \(session.start.local)")
      return invocation.print(
        "\(session.uid)  \(session.everyone)",
        ["version": 1, "uid": .string(session.uid), "session": session.json], common)
    }
    guard let coach else { return }
    let session = try files.request(
      .schedule(client: client, at: start, lasting: length ?? .hours(1), place: place, note: note), by: coach,
      at: now, uids: UIDSource { _ in uid }, offering: grid, into: destination)
    try invocation.save(files.store, "booked \(coach) and \(client), \(session.start.local)")
    invocation.print(session.uid, ["version": 1, "uid": .string(session.uid)], common)
  }

  /// The slots on the terms of the options; `nil` without terms.
  private func offer(
    _ start: ZonedDateTime, repeating rule: RecurrenceRule?, in files: SessionFiles, at now: Instant,
    _ invocation: inout Invocation
  ) throws(CommandError) -> SlotGrid? {
    if offer.isEmpty && pools.isEmpty { return nil }
    var range = start.instant..<start.instant.adding(seconds: 60)
    guard !pools.isEmpty else {
      return try offer.grid(
        of: coach ?? "", with: client, in: files, lasting: length, in: range, at: now, common, &invocation)
    }
    if let rule {
      // With the week before and after, for the nearest times of refused dates.
      let set = RecurrenceSet(start: .zoned(start), Recurrence([rule]))
      let last = RecurrenceExpansion(set).prefix(500).reduce(start.instant) {
        Swift.max($0, $1.start.instant(in: start.zone))
      }
      range = start.instant.adding(seconds: -7 * 86_400)..<last.adding(seconds: 7 * 86_400)
    }
    return try offer.grid(
      of: pools, for: [coach, client].compactMap { $0 }, with: start, in: files, lasting: length ?? .hours(1),
      in: range,
      at: now, common, &invocation)
  }

  private func book(
    _ request: SessionRequest, _ rule: RecurrenceRule, offering grid: SlotGrid?,
    in destination: CalendarStore.Destination, _ files: inout SessionFiles, at now: Instant,
    _ invocation: inout Invocation
  ) throws(CommandError) {
    let first = files.store.unusedUID(invocation.environment.uids)
    let series = try files.requestSeries(
      request, repeating: rule, skip ? .skipping : .allOrNothing, by: coach ?? "", at: now,
      uids: UIDSource { "\(first)-\($0)" }, offering: grid, choosing: pools.policy, into: destination)
    guard series.isBooked else {
      throw CommandError(series.refused.flatMap { $0.refusals }, uid: "", showing: files.zone)
    }
    let booked = series.dates.filter { $0.refusals.isEmpty }
    try invocation.save(
      files.store, "booked \(booked.count) sessions of \(coach ?? "coaches") and \(client)")
    switch common.format {
    case .text:
      for entry in series.dates {
        var reasons = entry.refusals.map { $0.words(showing: files.zone) }
        if !entry.alternatives.isEmpty {
          let times = entry.alternatives.map { files.zone.words(of: $0.interval.lowerBound) }
          reasons.append("free: \(times.joined(separator: ", "))")
        }
        let chosen = entry.choice.map { "  \($0.words)" } ?? ""
        let words =
          entry.refusals.isEmpty ? (entry.session?.uid ?? "") + chosen : reasons.joined(separator: "; ")
        invocation.output.writeLine(SafeText.singleLine("\(entry.start.local)  \(words)"))
      }
    default:
      let dates = series.dates.map { entry -> JSON in
        let isBooked = entry.refusals.isEmpty
        return [
          "start": .string(entry.start.description), "uid": JSON(isBooked ? entry.session?.uid : nil),
          "refused": .array(entry.refusals.map { Refusal($0, showing: files.zone).json }),
          "alternatives": .array(entry.alternatives.map { .string($0.start.description) }),
        ]
      }
      let value: JSON = ["version": 1, "dates": .array(dates)]
      invocation.output.writeLine(value.text())
    }
  }
}

extension When {
  /// A start in a zone.
  ///
  /// - Throws: A refusal if there is no date or no time of day.
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
