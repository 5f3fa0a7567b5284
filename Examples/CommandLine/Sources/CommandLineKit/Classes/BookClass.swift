import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class book`
struct BookClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Book a place in a class on a date, or wait for one.")

  @OptionGroup
  var place: ClassDate

  @Option(help: ArgumentHelp("For whom.", valueName: "address"))
  var member: String

  @Flag(help: "Where no place is free, wait for one.")
  var waitlist = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(place: place, member: member)
    try request.run(.book(member, waitlist: waitlist), calendars, common, in: &invocation)
  }
}

/// `almanac class cancel`
struct CancelClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Undo a booking; the place is free again, or goes to who waits.")

  @OptionGroup
  var place: ClassDate

  @Option(help: ArgumentHelp("Whose booking.", valueName: "address"))
  var member: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(place: place, member: member)
    try request.run(.cancel(member), calendars, common, in: &invocation)
  }
}

/// A request of a member about a class on a date: decided, kept, told.
private struct ClassRequest {
  let place: ClassDate
  let member: String

  func run(
    _ command: RosterCommand, _ calendars: CalendarOptions, _ common: CommonOptions,
    in invocation: inout Invocation
  ) throws(CommandError) {
    guard !member.isEmpty else { throw .usage("--member is empty", expected: "an address or a name") }
    let now = invocation.now(common, in: invocation.zone(common))
    var files = ClassFiles(try invocation.ledger(calendars))
    let title = try files.series(place.uid).title
    let decision = files.book.request(command, of: place.uid, on: place.on, now: now)
    guard !decision.isRefused else { throw CommandError(decision.refusals, uid: place.uid) }
    try files.write(at: now)
    try invocation.save(
      files.ledger, "\(Self.words(decision.outcome).text): \(member), \(title), \(place.on)")
    let promoted = promoted(by: decision, in: files.book)
    let (text, code, position) = Self.words(decision.outcome)
    var line = "\(text): \(title), \(place.on)"
    if !promoted.isEmpty { line += "; has a place now: \(promoted.joined(separator: ", "))" }
    invocation.print(
      line,
      [
        "version": 1, "uid": .string(place.uid), "on": .string(place.on.description),
        "member": .string(member), "outcome": .string(code),
        "position": position.map { JSON.int($0) } ?? .null,
        "promoted": .array(promoted.map { .string($0) }),
      ], common)
  }

  /// Who has been given a place, beside whoever asked.
  private func promoted(by decision: RosterDecision, in book: ClassBook) -> [String] {
    let rosters = book.rosters(of: place.uid, on: place.on)
    let numbers = Set(decision.promoted)
    return rosters.flatMap { $0.bookings }
      .filter { numbers.contains($0.number) && $0.member != member && $0.state == .confirmed }
      .map { $0.member }
  }

  private static func words(_ outcome: RosterOutcome) -> (text: String, code: String, position: Int?) {
    switch outcome {
    case .waitlisted(let position): ("waiting at place \(position)", "waitlisted", position)
    case .cancelled(let isLate): (isLate ? "cancelled late" : "cancelled", "cancelled", nil)
    default: ("confirmed", "confirmed", nil)
    }
  }
}
