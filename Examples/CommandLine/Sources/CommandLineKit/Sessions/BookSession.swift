import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session book`
struct BookSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Book a session, and print its UID.",
    discussion:
      """
      The coach and the client must be free of other sessions, classes and appointments in the same calendars. The first booking adds \
      the client. With --repeat all dates are booked or none; with --skip those that can be booked. The other dates are listed \
      with the reasons and the nearest free times. With hours or other terms, only slots that session slots lists on these terms \
      can be booked. With --any-of one of the named is the coach, or with another role a room or a court, which may be booked \
      without a coach and without a client. With --places it is a group, which clients join and leave.
      """)

  @Option(
    help: ArgumentHelp("The coach. [default: of --any-of]", valueName: "address"),
    transform: Person.identity(in:))
  var coach: String?

  @OptionGroup(title: "Choices")
  var pools: PoolOptions

  @Option(
    help: ArgumentHelp("The client; several in a group.", valueName: "address"),
    transform: Person.identity(in:))
  var client: [String] = []

  @Option(
    help: ArgumentHelp("The most clients of a group. [default: those of --client]", valueName: "number"))
  var places: Int?

  @Option(help: ArgumentHelp("When: 2026-03-02T18:00.", valueName: "when"), transform: When.init(argument:))
  var at: When

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(help: ArgumentHelp("The name. [default: those of the people]", valueName: "text"))
  var title: String = ""

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

  @Flag(help: "Print also who of --any-of was not chosen, and why.")
  var explain = false

  @OptionGroup
  var destination: DestinationOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if skip && repeating.isEmpty {
      throw ValidationError("--skip is about several dates (expected --repeat)")
    }
    try pools.validate(beside: coach)
    try requireRange("--places", places, 1...100_000)
    if client.isEmpty && places == nil && (coach != nil || pools.choosesCoach) {
      throw ValidationError("nobody comes (expected --client, or --places for a group that is still empty)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try requirePeople(coach, client)
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let start = try at.start(in: zone, isRepeating: repeating.repeats)
    let store = try invocation.store(calendars, createsMissing: true)
    let destination = try store.destination(named: destination.name, invocation.environment.configuration)
    let uid = store.unusedUID(invocation.environment.uids)
    let words = try invocation.schedulingWords(common)
    var files = SessionFiles(
      store, at: now, showing: words, coaches: invocation.coaches(coach, or: pools.candidates))
    let rule = try repeating.recurrence(from: .zoned(start))
    let windows =
      rule.map { SessionBook.windows(ofSeries: start, repeating: $0) }
      ?? [start.instant..<start.instant.adding(seconds: 60)]
    let needs = try invocation.needs(
      of: coach, pools, with: client, places: places, at: place, in: files, hours: offer)
    // The slots before the client is added, as session slots lists them.
    let grids = try offers(
      start, repeating: rule, in: windows, needs, in: files, at: now, &invocation)
    try invocation.requireAllRead(
      in: start
        .instant..<Swift.max(
          windows.last?.upperBound ?? start.instant, start.adding(length ?? .hours(1)).instant), viewer: zone)
    if let coach {
      for client in client { try files.add(client, of: coach, at: now) }
    }
    // The last part of a series ends a week after its last date.
    let last = rule == nil ? start : windows.last.map { $0.upperBound.adding(seconds: -7 * 86_400).in(zone) }
    let policy = pools.choice.policy(
      from: start, to: last ?? start,
      after: files.lastServing(client, before: start.instant))
    let request = SessionRequest(
      client, at: start, lasting: length ?? .hours(1), places: places ?? Swift.max(1, client.count),
      summary: title, location: place, details: note)
    if let rule {
      return try book(
        request, rule, offering: grids, choosing: policy, in: destination, &files, at: now, &invocation)
    }
    let (session, choice) = try book(
      request, uid: uid, offering: grids.first, choosing: policy, in: destination, &files, at: now)
    try invocation.save(files.store, "booked \(session.everyone), \(session.start.shown)")
    reportSkipped(start, &invocation)
    report(session, choice, in: words, &invocation)
  }

  /// Books one date, on the slots of a grid if there is one, and chooses its people if there are pools.
  private func book(
    _ request: SessionRequest, uid: String, offering grid: SlotGrid?, choosing policy: ChoicePolicy,
    in destination: CalendarStore.Destination, _ files: inout SessionFiles, at now: Instant
  ) throws(CommandError) -> (SessionBook.Session, SlotChoice?) {
    let requester = coach ?? ""
    let uids = UIDSource { _ in uid }
    if let grid, !pools.isEmpty {
      return try files.request(
        request, offering: grid, choosing: policy, by: requester, at: now, uids: uids, into: destination)
    }
    let session = try files.request(
      .book(request), by: requester, at: now, uids: uids, offering: grid, into: destination)
    return (session, nil)
  }

  /// Reports a session with its people, if they were chosen, and, if asked for, why others were not.
  private func report(
    _ session: SessionBook.Session, _ choice: SlotChoice?, in words: SchedulingWords,
    _ invocation: inout Invocation
  ) {
    let (uid, json) = (JSON.string(session.uid), session.json)
    guard let choice else {
      return invocation.print(session.uid, ["version": .version, "uid": uid, "session": json], common)
    }
    invocation.print(
      "\(session.uid)  \(session.everyone)",
      ["version": .version, "uid": uid, "session": json, "chosen": choice.json(in: words)], common)
    guard explain, common.format == .text else { return }
    for line in choice.exclusions(in: words) { invocation.output.writeLine(SafeText.singleLine(line)) }
  }

  /// Reports a start that the clocks skip.
  private func reportSkipped(_ start: ZonedDateTime, _ invocation: inout Invocation) {
    if let complaint = Complaint(skipping: at, movedTo: start.shown) { invocation.complain(complaint) }
  }

  /// The slots on the terms of the options; none for one date without terms.
  ///
  /// - Parameter windows: The ranges in which they start.
  private func offers(
    _ start: ZonedDateTime, repeating rule: RecurrenceRule?, in windows: [Range<Instant>],
    _ needs: SessionNeeds, in files: SessionFiles, at now: Instant, _ invocation: inout Invocation
  ) throws(CommandError) -> [SlotGrid] {
    let hasTerms = !(offer.isEmpty && pools.isEmpty)
    // Without terms what took place already can be booked.
    let isPast = !hasTerms && start.instant < now
    guard hasTerms || isPast || rule != nil else { return [] }
    return try windows.map { (window) throws(CommandError) in
      try offer.grid(
        of: needs, with: start, repeating: rule, in: files, lasting: length ?? .hours(1), in: window,
        at: isPast ? nil : now,
        common, &invocation)
    }
  }

  private func book(
    _ request: SessionRequest, _ rule: RecurrenceRule, offering grids: [SlotGrid],
    choosing policy: ChoicePolicy, in destination: CalendarStore.Destination, _ files: inout SessionFiles,
    at now: Instant, _ invocation: inout Invocation
  ) throws(CommandError) {
    let first = files.store.unusedUID(invocation.environment.uids)
    let words = files.words
    let series = try files.requestSeries(
      request, repeating: rule, skip ? .skipping : .allOrNothing, by: coach ?? "", at: now,
      uids: UIDSource { "\(first)-\($0)" }, offering: grids, choosing: policy, into: destination)
    guard series.isBooked else {
      throw .refused(series.refused.flatMap { $0.reasons(in: words, else: skip ? [] : ["--skip"]) })
    }
    let booked = series.dates.filter { $0.refusals.isEmpty }
    let people = ([coach ?? "coaches"] + client).joined(separator: ", ")
    try invocation.save(files.store, "booked \(booked.count) sessions of \(people)")
    reportSkipped(request.start, &invocation)
    invocation.print(
      series.dates.flatMap { $0.lines(explaining: explain, in: words) },
      ["version": .version, "dates": .array(series.dates.map { $0.json(in: words) })], common)
  }
}

extension PlannedSession {
  /// The refusals, each with the date and the nearest free times.
  ///
  /// - Parameter others: What else would be accepted.
  fileprivate func reasons(in words: SchedulingWords, else others: [String]) -> [Refusal] {
    let times = alternatives.map { words.moment($0.interval.lowerBound) }
    return refusals.map { refusal in
      let plain = Refusal(refusal, in: words)
      if case .tooManyDates = refusal { return plain }
      let other = (times + others).isEmpty ? nil : Phrase.any(of: times + others)
      var dated = Refusal(
        plain.code, "\(words.moment(start.instant)): \(plain.message)", in: words, expected: other)
      if times.isEmpty, let expected = plain.expected {
        dated.expected = other.map { "\(expected), or \($0)" } ?? expected
      }
      dated.details =
        [.init("start", .string(start.description)), .init("alternatives", alternativesJSON)] + plain.details
      return dated
    }
  }

  private var alternativesJSON: JSON { .array(alternatives.map { .string($0.start.description) }) }

  /// The date with its session, or with the reasons and the nearest free times.
  fileprivate func lines(explaining: Bool, in words: SchedulingWords) -> [String] {
    if refusals.isEmpty {
      let chosen = choice.map { "  \($0.words)" } ?? ""
      let exclusions = explaining ? choice?.exclusions(in: words) ?? [] : []
      return ["\(start.shown)  \(session?.uid ?? "")\(chosen)"] + exclusions.map { "  \($0)" }
    }
    var reasons = refusals.map { $0.words(in: words) }
    if !alternatives.isEmpty {
      let times = alternatives.map { words.moment($0.interval.lowerBound) }
      let free: Phrase = "free: \(times.joined(separator: ", "))"
      reasons.append(free.text(in: words.localization))
    }
    return ["\(start.shown)  \(reasons.joined(separator: "; "))"]
  }

  fileprivate func json(in words: SchedulingWords) -> JSON {
    let isBooked = refusals.isEmpty
    return [
      "start": .string(start.description), "uid": JSON(isBooked ? session?.uid : nil),
      "session": isBooked ? session?.json ?? .null : .null,
      "chosen": choice?.json(in: words) ?? .array([]),
      "refused": .array(refusals.map { Refusal($0, in: words).json }), "alternatives": alternativesJSON,
    ]
  }
}

extension ZonedDateTime {
  /// The local time; one that the zone skips is moved forward by the gap, as it is in calendars.
  var shown: CivilDateTime { instant.in(zone).local }
}
