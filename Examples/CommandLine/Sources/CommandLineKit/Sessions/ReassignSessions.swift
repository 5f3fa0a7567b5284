import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session reassign`
struct ReassignSessions: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "reassign", abstract: "Give the sessions of a coach or a thing to others.",
    discussion: """
      Each session goes to one of --to who is free, in fairness. All are given to others or none; with --skip those that can be, \
      and the others are listed.
      """)

  @Argument(
    help: "The coach who is ill, or the thing that is not to be had.", transform: Person.identity(in:))
  var name: String

  @Option(
    help: ArgumentHelp("Those who can take over: leo,mia; may be given several times.", valueName: "names"),
    transform: Pool.init(argument:))
  var to: [Pool]

  @OptionGroup(title: "Choices")
  var suitability: SuitabilityOptions

  @OptionGroup
  var choice: ChoiceOptions

  @OptionGroup
  var offer: OfferOptions

  @Flag(help: "Give those sessions to others that can be, and list the others.")
  var skip = false

  @Option(
    help: ArgumentHelp(
      "The most steps of the search for more. [default: \(Reassignment.defaultBudget), about a second]",
      valueName: "number"))
  var steps: Int?

  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try requireRange("--steps", steps, 1...1_000_000_000_000)
    if case .same = choice.choose {
      throw ValidationError(
        "--choose same is about one session (expected fewest, fewest-in:4w, waiting or listed)")
    }
    if to.contains(where: { $0.names.contains { PersonKey($0) == PersonKey(name) } }) {
      throw ValidationError("--to names \(name) itself (expected those who take over)")
    }
    if !suitability.tagged.names().isEmpty || !suitability.holds.names().isEmpty {
      throw ValidationError("--tagged and --holds are about all of --to (expected words, or a number)")
    }
    if offer.terms.with.contains(where: { $0.name == nil }) {
      throw ValidationError("--with is that of a substitute (expected a name, such as leo=leo.ics)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let ahead = now..<Instant.max
    let range = try bounds.openRange(common, in: zone, &invocation)?.clamped(to: ahead) ?? ahead
    let words = try invocation.schedulingWords(common)
    var files = SessionFiles(
      try invocation.store(calendars, isPreview: dryRun), at: now, showing: words,
      coaches: invocation.coaches(name, or: to.flatMap { $0.names }))
    let reassignment = try plan(files, in: range, at: now, &invocation)
    try invocation.requireAllRead(in: range, viewer: zone)
    reportClasses(files, in: range, &invocation)
    let (changes, impossible) = (reassignment.changes, reassignment.impossible)
    guard !changes.isEmpty || !impossible.isEmpty else {
      let near: Phrase = KnownNames(files).nearest(to: name).map { "; did you mean \($0)?" } ?? ""
      throw .refused(
        "no_such_session", "\(name) has no sessions then\(near)",
        expected: "a coach or a thing with planned sessions")
    }
    let isRefused = !impossible.isEmpty && (changes.isEmpty || !skip)
    let refusal = CommandError.refused(impossible.flatMap { $0.reasons(in: words) })
    guard dryRun || !isRefused else { throw refusal }
    if !dryRun {
      try files.apply(reassignment, at: now)
      try invocation.save(files.store, "reassigned \(changes.count) sessions of \(name)")
    }
    show(reassignment, in: words, &invocation)
    // A preview shows all, and ends as the change would.
    if isRefused { throw .ended(.refused, refusal.complaints) }
  }

  /// Reports the classes that the coach instructs in a range, or within a year of one without end: they get a substitute by
  /// another command.
  private func reportClasses(
    _ files: SessionFiles, in range: Range<Instant>, _ invocation: inout Invocation
  ) {
    let end = Swift.min(range.upperBound, range.lowerBound.adding(seconds: 366 * 86_400))
    let dates = files.classes.occurrences(in: range.lowerBound..<end).filter {
      $0.status == .scheduled && PersonKey($0.instructor) == PersonKey(name)
    }
    for (uid, dates) in Dictionary(grouping: dates, by: { $0.uid }).sorted(by: { $0.key < $1.key }) {
      let days = dates.prefix(5).map { "\($0.start.local.date)" } + (dates.count > 5 ? ["…"] : [])
      invocation.complain(
        Complaint(
          "\(dates[0].summary): \(name) still instructs it on \(days.joined(separator: ", "))",
          expected: Phrase(verbatim: "class change \(uid) --on DATE --instructor NAME")))
    }
  }

  private func show(_ reassignment: Reassignment, in words: SchedulingWords, _ invocation: inout Invocation) {
    switch common.format {
    case .text:
      let changes = reassignment.changes.map { ($0.session, "\(name) → \($0.substitute)") }
      let impossible = reassignment.impossible.map { ($0.session, $0.refusals.words(in: words)) }
      for (session, result) in changes + impossible {
        let clients = session.clients.joined(separator: ", ")
        invocation.output.writeLine(SafeText.singleLine("\(session.start.shown)  \(clients)  \(result)"))
      }
      if !reassignment.isProvenBest {
        invocation.complain(Complaint("another plan may give more of the sessions to others"))
      }
    default:
      let made = reassignment.changes.map { change -> JSON in
        [
          "session": change.session.json, "to": .string(change.substitute),
          "others": .array(change.others.map { $0.json(in: words) }),
        ]
      }
      let refused = reassignment.impossible.map { entry -> JSON in
        [
          "session": entry.session.json,
          "refused": .array(entry.refusals.map { Refusal($0, in: words).json }),
        ]
      }
      invocation.write([
        "version": .version, "dryRun": .bool(dryRun), "reassigned": .array(made),
        "impossible": .array(refused), "provenBest": .bool(reassignment.isProvenBest),
      ])
    }
  }

  /// The plan for the sessions in a range.
  private func plan(
    _ files: SessionFiles, in range: Range<Instant>, at now: Instant, _ invocation: inout Invocation
  ) throws(CommandError) -> Reassignment {
    let pool = SessionNeeds.Pool(
      role: SessionBook.coachRole, names: to.flatMap { $0.names }.unique, count: 1,
      tags: Set(suitability.tagged.shared() ?? []), holds: suitability.holds.shared())
    var needs = SessionNeeds(pools: [pool], tags: suitability.tag)
    try needs.requireNames(offer.names + choice.names + suitability.names)
    let known = KnownNames(files)
    // A substitute may be named much like the one it stands in for.
    try known.require(
      needs.candidates + [name], except: offer.names + offer.new + suitability.names + [name])
    try known.requireRole(of: name, for: needs.candidates, except: offer.new)
    let terms = PersonalTerms(offer, in: files.words.zone, common)
    let affected = files.sessions(of: name, in: range).map { $0.start }
    let start = affected.first ?? now.in(files.words.zone)
    // The range may have no end, unlike the calendars that are expanded.
    let end = affected.last.map { $0.adding(.days(1)) } ?? start
    let reach = terms.reach(around: start.instant..<Swift.max(start.instant, end.instant), lasting: .days(1))
    let calendars = try offer.calendars(in: files.words.zone, within: reach, common, &invocation)
    let participants = ParticipantSource(files, terms, in: range, for: needs, with: calendars.own)
    let taken = files.sessions(of: name, in: range).flatMap { $0.resources }.filter { $0.name.isOf(name) }
    let most = taken.compactMap { $0.amount ?? $0.holds }.max()
    for other in needs.candidates {
      let stated = suitability.capacity.own(of: other)
      needs.capacities[PersonKey(other)] =
        most == nil
        ? stated ?? known.capacity(of: other) : try known.capacity(of: other, stated: stated, taking: most)
    }
    let suitable = needs
    return files.book.reassignment(
      of: name, in: range,
      among: needs.candidates.map { name in
        participants.candidate(
          name, isLeading: true, capacity: needs.capacities[PersonKey(name)] ?? 1,
          tags: needs.tags(of: name))
      },
      policy: terms.policy,
      choosing: choice.policy(from: start, to: affected.last ?? start),
      travel: terms.travel, now: now, checking: .commitments(files.commitments, visibleTo: ""),
      budget: steps ?? Reassignment.defaultBudget
    ) { candidate, _ in
      suitable.isSuitable(candidate.name, in: pool) && candidate.capacity >= pool.holds ?? 1
    }
  }
}

extension Reassignment.Impossible {
  /// The refusals, each with the session.
  fileprivate func reasons(in words: SchedulingWords) -> [Refusal] {
    refusals.map { refusal in
      let plain = Refusal(refusal, in: words)
      let people = session.clients.joined(separator: ", ")
      let when = words.moment(session.start.instant) + (people.isEmpty ? "" : ", \(people)")
      var named = Refusal(
        plain.code, "\(when): \(plain.message)", in: words, expected: "others as --to, or --skip",
        uid: session.uid)
      named.details = [.init("start", .string(session.start.description))] + plain.details
      return named
    }
  }
}
