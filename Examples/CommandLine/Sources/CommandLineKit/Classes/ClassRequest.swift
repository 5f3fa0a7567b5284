import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

/// A request of a member about a class on a date: decided, kept, told.
struct ClassRequest {
  let place: ClassDate
  /// `nil` for a request that is about nobody alone.
  let member: String?

  func run(
    _ command: RosterCommand, _ calendars: CalendarOptions, _ common: CommonOptions,
    in invocation: inout Invocation
  ) throws(CommandError) {
    guard member?.isEmpty != true else { throw .usage("--member is empty", expected: "an address or a name") }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    var files = ClassFiles(try invocation.store(calendars))
    let title = try files.series(place.uid).title
    let sessions = SessionFiles(files.store, at: now, showing: zone).book
    let decision = files.book.request(
      command, of: place.uid, on: place.on, now: now, checking: .sessions(sessions))
    guard !decision.isRefused else { throw CommandError(decision.refusals, uid: place.uid, showing: zone) }
    try files.write(at: now)
    try invocation.save(
      files.store,
      "\(Self.words(decision.outcome).text): \(member.map { "\($0), " } ?? "")\(title), \(place.on)")
    let promoted = promoted(by: decision, in: files.book)
    let (text, code, position) = Self.words(decision.outcome)
    var line = "\(text): \(title), \(place.on)"
    if let until = Self.end(of: decision.outcome) { line += ", until \(zone.words(of: until))" }
    if !promoted.isEmpty { line += "; has a place now: \(promoted.joined(separator: ", "))" }
    invocation.print(
      line,
      [
        "version": 1, "uid": .string(place.uid), "on": .string(place.on.description),
        "member": JSON(member), "outcome": .string(code),
        "position": position.map { JSON.int($0) } ?? .null,
        "promoted": .array(promoted.map { .string($0) }),
        "until": JSON(Self.end(of: decision.outcome)?.in(zone).description),
      ], common)
  }

  /// Who has been given a place, beside whoever asked.
  private func promoted(by decision: RosterDecision, in book: ClassBook) -> [String] {
    let rosters = book.rosters(of: place.uid, on: place.on)
    let numbers = Set(decision.promoted)
    let asking = member.map { PersonKey($0) }
    return rosters.flatMap { $0.bookings }
      .filter { numbers.contains($0.number) && PersonKey($0.member) != asking && $0.state == .confirmed }
      .map { $0.member }
  }

  static func words(_ outcome: RosterOutcome) -> (text: String, code: String, position: Int?) {
    switch outcome {
    case .waitlisted(let position): ("waiting at place \(position)", "waitlisted", position)
    case .cancelled(let isLate): (isLate ? "cancelled late" : "cancelled", "cancelled", nil)
    case .held: ("held", "held", nil)
    case .checkedIn: ("checked in", "checked_in", nil)
    case .missed: ("missed", "missed", nil)
    case .done: ("done", "done", nil)
    case .refused: ("refused", "refused", nil)
    case .confirmed: ("confirmed", "confirmed", nil)
    }
  }

  /// When a hold ends.
  private static func end(of outcome: RosterOutcome) -> Instant? {
    if case .held(let until) = outcome { until } else { nil }
  }
}
