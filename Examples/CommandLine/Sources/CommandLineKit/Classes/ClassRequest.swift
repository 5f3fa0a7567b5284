import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

/// A request about a class on a date, which is decided, saved and answered.
struct ClassRequest {
  let classDate: ClassDate
  /// The member; `nil` for a request that concerns all.
  let member: String?

  func run(
    _ command: RosterCommand, _ calendars: CalendarOptions, _ common: CommonOptions,
    in invocation: inout Invocation
  ) throws(CommandError) {
    guard member?.isEmpty != true else { throw .usage("--member is empty", expected: "an address or a name") }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    var files = ClassFiles(try invocation.store(calendars))
    let title = try files.series(classDate.uid).title
    let sessions = SessionFiles(files.store, at: now, showing: zone).book
    let decision = files.book.request(
      command, of: classDate.uid, on: classDate.on, now: now, checking: .sessions(sessions))
    guard !decision.isRefused else {
      throw CommandError(decision.refusals, uid: classDate.uid, showing: zone)
    }
    try files.write(at: now)
    try invocation.save(
      files.store,
      "\(Self.words(decision.outcome).text): \(member.map { "\($0), " } ?? "")\(title), \(classDate.on)")
    let promoted = promoted(by: decision, in: files.book)
    let (text, code, position) = Self.words(decision.outcome)
    var line = "\(text): \(title: title), \(classDate.on)"
    if let until = Self.end(of: decision.outcome) { line += ", until \(zone.words(of: until))" }
    if !promoted.isEmpty { line += "; got a place: \(promoted.joined(separator: ", "))" }
    invocation.print(
      line,
      [
        "version": 1, "uid": .string(classDate.uid), "on": .string(classDate.on.description),
        "member": JSON(member), "outcome": .string(code),
        "position": position.map { JSON.int($0) } ?? .null,
        "promoted": .array(promoted.map { .string($0) }),
        "until": JSON(Self.end(of: decision.outcome)?.in(zone).description),
      ], common)
  }

  /// The members who got a place, other than the one who asked.
  private func promoted(by decision: RosterDecision, in book: ClassBook) -> [String] {
    let rosters = book.rosters(of: classDate.uid, on: classDate.on)
    let numbers = Set(decision.promoted)
    let asking = member.map { PersonKey($0) }
    return rosters.flatMap { $0.bookings }
      .filter { numbers.contains($0.number) && PersonKey($0.member) != asking && $0.state == .confirmed }
      .map { $0.member }
  }

  static func words(_ outcome: RosterOutcome) -> (text: String, code: String, position: Int?) {
    switch outcome {
    case .waitlisted(let position): ("number \(position) on the waiting list", "waitlisted", position)
    case .cancelled(let isLate): (isLate ? "cancelled late" : "cancelled", "cancelled", nil)
    case .held: ("held", "held", nil)
    case .checkedIn: ("checked in", "checked_in", nil)
    case .missed: ("missed", "missed", nil)
    case .done: ("done", "done", nil)
    case .refused: ("refused", "refused", nil)
    case .confirmed: ("confirmed", "confirmed", nil)
    }
  }

  /// The end of a hold.
  private static func end(of outcome: RosterOutcome) -> Instant? {
    if case .held(let until) = outcome { until } else { nil }
  }
}
