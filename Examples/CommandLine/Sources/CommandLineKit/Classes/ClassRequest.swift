import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

/// A request about one run of a class, which is decided, saved and answered.
struct ClassRequest {
  var classDate: ClassDate
  /// The member; `nil` for a request that concerns all.
  let member: String?

  func run(
    _ command: RosterCommand, _ calendars: CalendarOptions, _ common: CommonOptions,
    in invocation: inout Invocation
  ) throws(CommandError) {
    guard member?.isEmpty != true else { throw .usage("--member is empty", expected: "an address or a name") }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    var files = ClassFiles(
      try invocation.store(calendars), showing: try invocation.schedulingWords(common))
    var request = self
    request.classDate.uid = try files.uid(named: classDate.uid)
    try request.decide(command, &files, at: now, in: zone, common, &invocation)
  }

  private func decide(
    _ command: RosterCommand, _ files: inout ClassFiles, at now: Instant, in zone: Zone,
    _ common: CommonOptions,
    _ invocation: inout Invocation
  ) throws(CommandError) {
    let words = files.words
    let run = try files.run(classDate.uid, on: classDate.on, at: now)
    let title = run.summary
    let decision = files.book.request(command, of: run, now: now, checking: files.context(at: now))
    guard !decision.isRefused else {
      throw CommandError(decision.refusals, uid: classDate.uid, in: words)
    }
    if command.takesPlaces {
      try invocation.requireAllRead(in: run.start.instant..<run.end.instant, viewer: zone, of: classDate.uid)
    }
    try files.write(at: now)
    let outcome = decision.outcome.description(in: words)
    let name = files.book.name(of: run)
    try invocation.save(files.store, "\(outcome): \(member.map { "\($0), " } ?? "")\(title), \(name)")
    let promoted = files.book.promoted(by: decision, of: run, asking: member)
    let others = Phrase(promoted: promoted, in: words)
    invocation.print(
      "\(outcome): \(title: title), \(name)\(others)",
      [
        "version": .version, "uid": .string(classDate.uid), "on": .string(run.start.local.date.description),
        "start": .string(run.start.description), "member": JSON(member),
        "outcome": .string(decision.outcome.code),
        "position": decision.outcome.positionJSON,
        "promoted": .array(promoted.map { .string($0) }),
        "until": JSON(Self.end(of: decision.outcome)?.in(zone).description),
      ], common)
  }

  /// The end of a hold.
  private static func end(of outcome: RosterOutcome) -> Instant? {
    if case .held(let until) = outcome { until } else { nil }
  }
}

extension ClassBook {
  /// The members who got a place by a decision that was applied, other than the one who asked.
  func promoted(
    by decision: RosterDecision, of run: ClassOccurrence, asking member: String?
  ) -> [String] {
    let roster = roster(of: run.uid, at: run.original.instant)
    let numbers = Set(decision.promoted)
    let asking = member.map { PersonKey($0) }
    return (roster?.bookings ?? [])
      .filter { numbers.contains($0.number) && PersonKey($0.member) != asking && $0.state == .confirmed }
      .map { $0.member }
  }
}

extension Phrase {
  /// The members promoted from the waiting list, to be appended to another message; empty if there are none.
  init(promoted: [String], in words: SchedulingWords) {
    let names = promoted.map { Person.text($0, words.name($0)) }.joined(separator: ", ")
    let others: Phrase = promoted.isEmpty ? "" : "; got a place: \(names)"
    self = others
  }
}

extension RosterCommand {
  /// Whether it asks for places, which bookings that were not read may have.
  fileprivate var takesPlaces: Bool {
    switch self {
    case .book, .hold, .confirm, .revise: true
    default: false
    }
  }
}

extension RosterOutcome {
  /// The place in the waiting list.
  var positionJSON: JSON {
    if case .waitlisted(let position) = self { .int(position) } else { .null }
  }
}
