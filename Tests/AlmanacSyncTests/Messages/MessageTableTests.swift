import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// The outcomes that RFC 5546 §3 gives for each method, role and state.
@Suite("Messages by method, role and state")
struct MessageTableTests {
  /// One row: a message that a person receives in a state of their calendar, with the outcome.
  struct Row: Sendable, CustomTestStringConvertible {
    let section: String
    let method: String
    var me = ana
    var state = State.invited
    /// The lines of the message beside UID and ORGANIZER.
    let lines: [String]
    var organizer = "ORGANIZER:mailto:\(boss)"
    var sender: String?
    let outcome: Outcome

    var testDescription: String {
      "§\(section) METHOD:\(method) for \(me) who has \(state): \(lines.joined(separator: " ")) → \(outcome)"
    }
  }

  enum Outcome: Sendable {
    /// The calendar has these lines afterwards, and not the others.
    case stores([String], without: [String] = [])
    /// Nothing changes, and a message of this method is to be sent.
    case answers(String)
    /// Nothing changes, and the proposal has this start.
    case proposes(String)
    case changesNothing
    case refuses(String)
    /// The same with a message to be sent.
    case refusesAndAsks(String, String)
  }

  enum State: Sendable {
    case nothing
    /// Invited by the boss: SEQUENCE 2, DTSTAMP of 1 February.
    case invited
    /// The same, cancelled.
    case cancelled
    /// Published by the boss, without attendees.
    case published
    /// An item without an organizer.
    case unorganized
  }

  static let boss = "boss@example.org"
  static let ana = "ana@example.org"
  static let bob = "bob@example.org"
  static let eve = "eve@example.org"

  static let attendees = ["ATTENDEE;RSVP=TRUE:mailto:\(ana)", "ATTENDEE;RSVP=TRUE:mailto:\(bob)"]

  /// The times of a message about a new state.
  static let moved = ["DTSTART:20260304T100000Z", "END:20260304T110000Z", "SUMMARY:Moved"]
  static let newer = "DTSTAMP:20260301T000000Z"
  static let older = "DTSTAMP:20260101T000000Z"

  static func answer(_ person: String, _ status: String = "ACCEPTED") -> String {
    "ATTENDEE;PARTSTAT=\(status):mailto:\(person)"
  }

  static let publishing: [Row] = [
    Row(
      section: "3.2.1", method: "PUBLISH", state: .nothing, lines: moved + [newer],
      outcome: .stores(["DTSTART:20260304T100000Z"])),
    Row(
      section: "3.2.1", method: "PUBLISH", state: .published, lines: moved + [newer, "SEQUENCE:3"],
      outcome: .stores(["DTSTART:20260304T100000Z", "SEQUENCE:3"])),
    Row(
      section: "2.1.5", method: "PUBLISH", state: .published, lines: moved + [newer, "SEQUENCE:1"],
      outcome: .refuses("stale")),
    Row(
      section: "2.1.5", method: "PUBLISH", state: .published, lines: moved + [older, "SEQUENCE:2"],
      outcome: .refuses("stale")),
    Row(
      section: "3.2.1", method: "PUBLISH", me: boss, lines: moved + [newer, "SEQUENCE:3"],
      outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.1", method: "PUBLISH", state: .unorganized, lines: moved + [newer, "SEQUENCE:3"],
      outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.1", method: "PUBLISH", state: .nothing, lines: moved + [newer], organizer: "",
      outcome: .refuses("missing_property")),
    Row(
      section: "3.2.1", method: "PUBLISH", state: .nothing, lines: moved + [newer] + attendees,
      outcome: .stores(["SUMMARY:Moved"], without: ["ATTENDEE"])),
    Row(
      section: "3.2.1", method: "PUBLISH", state: .published, lines: moved + [newer, "SEQUENCE:3"],
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
  ]

  static let requesting: [Row] = [
    Row(
      section: "3.2.2", method: "REQUEST", state: .nothing, lines: moved + [newer] + attendees,
      outcome: .stores(["SUMMARY:Moved"] + attendees)),
    Row(
      section: "3.2.2.1", method: "REQUEST", lines: moved + [older, "SEQUENCE:3"] + attendees,
      outcome: .stores(["DTSTART:20260304T100000Z", "SEQUENCE:3"])),
    Row(
      section: "3.2.2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:2"] + attendees,
      outcome: .stores(["SUMMARY:Moved"])),
    Row(
      section: "2.1.5", method: "REQUEST", lines: moved + [older, "SEQUENCE:2"] + attendees,
      outcome: .refuses("stale")),
    Row(
      section: "2.1.5", method: "REQUEST", lines: moved + [newer, "SEQUENCE:1"] + attendees,
      outcome: .refuses("stale")),
    Row(
      section: "4.2.9", method: "REQUEST", state: .cancelled,
      lines: moved + [newer, "SEQUENCE:1"] + attendees,
      outcome: .refuses("stale")),
    Row(
      section: "3.2.2", method: "REQUEST", state: .cancelled,
      lines: moved + [newer, "SEQUENCE:3"] + attendees,
      outcome: .stores(["SUMMARY:Moved"], without: ["STATUS:CANCELLED"])),
    Row(
      section: "3.2.2", method: "REQUEST", me: eve, state: .nothing, lines: moved + [newer] + attendees,
      outcome: .refuses("me_not_invited")),
    Row(
      section: "3.2.2", method: "REQUEST", me: boss, lines: moved + [newer, "SEQUENCE:3"] + attendees,
      outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
    Row(
      section: "3.2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees, sender: eve,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: "ORGANIZER;SENT-BY=\"mailto:\(eve)\":mailto:\(boss)", sender: eve,
      outcome: .stores(["SUMMARY:Moved"])),
    Row(
      section: "3.2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"],
      outcome: .refuses("missing_property")),
    Row(
      section: "3.2.2.3", method: "REQUEST", me: eve, state: .nothing,
      lines: moved + [
        newer, "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:\(eve)\":mailto:\(ana)",
        "ATTENDEE;RSVP=TRUE;DELEGATED-FROM=\"mailto:\(ana)\":mailto:\(eve)",
      ], sender: ana, outcome: .stores(["SUMMARY:Moved"])),
    Row(
      section: "3.2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: "ORGANIZER;EMAIL=b@icloud.com:mailto:\(boss)", sender: "b@icloud.com",
      outcome: .stores(["SUMMARY:Moved"])),
  ]

  static let replying: [Row] = [
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(ana)],
      outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(ana)", "SEQUENCE:2"])),
    Row(
      section: "2.1.5", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:1", answer(ana)],
      outcome: .refuses("stale")),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(eve)],
      outcome: .refuses("not_invited")),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .nothing,
      lines: [newer, "SEQUENCE:2", answer(ana)],
      outcome: .refuses("unknown_item")),
    Row(
      section: "3.2.3", method: "REPLY", me: bob, lines: [newer, "SEQUENCE:2", answer(ana)],
      outcome: .refuses("organized_by_other")),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .unorganized,
      lines: [newer, "SEQUENCE:2", answer(ana, "DECLINED")],
      outcome: .stores(["ATTENDEE;PARTSTAT=DECLINED;RSVP=TRUE:mailto:\(ana)"])),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2"],
      outcome: .refuses("missing_property")),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(ana)], sender: bob,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REPLY", me: boss,
      lines: [
        newer, "SEQUENCE:2", "ATTENDEE;PARTSTAT=ACCEPTED;SENT-BY=\"mailto:\(eve)\":mailto:\(ana)",
      ], sender: eve,
      outcome: .stores(["SEQUENCE:2"], without: ["ATTENDEE;RSVP=TRUE:mailto:\(ana)"])),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(ana)],
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
    // As Exchange sends it.
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(ana)],
      organizer: "", sender: ana, outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(ana)"])),
    // As iCloud sends it: an address that is no mailbox.
    Row(
      section: "3.2.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", "ATTENDEE;PARTSTAT=ACCEPTED;EMAIL=a@icloud.com:mailto:\(ana)"],
      sender: "a@icloud.com", outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(ana)"])),
  ]

  static let adding: [Row] = [
    Row(
      section: "3.2.4", method: "ADD", lines: moved + [newer, "SEQUENCE:3"],
      outcome: .stores(["RDATE:20260304T100000Z", "SUMMARY:Moved", "SUMMARY:Meeting", "SEQUENCE:3"])),
    Row(
      section: "3.2.4", method: "ADD", lines: moved + [newer, "SEQUENCE:2"], outcome: .refuses("stale")),
    Row(
      section: "3.2.4", method: "ADD", state: .nothing, lines: moved + [newer, "SEQUENCE:3"] + attendees,
      outcome: .refusesAndAsks("unknown_item", "REFRESH")),
    Row(
      section: "3.2.4", method: "ADD", me: boss, lines: moved + [newer, "SEQUENCE:3"],
      outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.4", method: "ADD", lines: moved + [newer, "SEQUENCE:3", "RRULE:FREQ=DAILY"],
      outcome: .stores(["RDATE:20260304T100000Z"], without: ["RRULE:FREQ=DAILY"])),
  ]

  static let cancelling: [Row] = [
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees,
      outcome: .stores(["STATUS:CANCELLED", "SEQUENCE:3", "SUMMARY:Meeting"])),
    Row(
      section: "3.2.5", method: "CANCEL", state: .published, lines: [newer, "SEQUENCE:3"],
      outcome: .stores(["STATUS:CANCELLED"])),
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "ATTENDEE:mailto:\(ana)"],
      outcome: .stores(["STATUS:CANCELLED"])),
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "ATTENDEE:mailto:\(bob)"],
      outcome: .stores([attendees[0]], without: ["STATUS:CANCELLED", attendees[1]])),
    Row(
      section: "2.1.5", method: "CANCEL", lines: [newer, "SEQUENCE:1", "STATUS:CANCELLED"] + attendees,
      outcome: .refuses("stale")),
    Row(
      section: "3.2.5", method: "CANCEL", state: .nothing,
      lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees, outcome: .refuses("unknown_item")),
    Row(
      section: "3.2.5", method: "CANCEL", me: boss,
      lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees,
      outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees,
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees,
      sender: bob, outcome: .refuses("wrong_sender")),
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"],
      organizer: "", outcome: .refuses("missing_property")),
  ]

  static let asking: [Row] = [
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, lines: [newer, "ATTENDEE:mailto:\(ana)"],
      outcome: .answers("REQUEST")),
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, lines: [newer, "ATTENDEE:mailto:\(eve)"],
      outcome: .refuses("not_invited")),
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, state: .nothing,
      lines: [newer, "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("unknown_item")),
    Row(
      section: "3.2.6", method: "REFRESH", me: bob, lines: [newer, "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("organized_by_other")),
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, lines: [newer, "ATTENDEE:mailto:\(ana)"], sender: bob,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(ana)"],
      outcome: .proposes("2026-03-04T10:00:00")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss,
      lines: moved + [newer, "SEQUENCE:1", "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("stale")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(eve)"], sender: eve,
      outcome: .refuses("not_invited")),
    Row(
      section: "3.2.7", method: "COUNTER", me: bob,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("organized_by_other")),
    Row(
      section: "3.2.8", method: "DECLINECOUNTER", lines: [newer, "SEQUENCE:2", "COMMENT:No"],
      outcome: .changesNothing),
    Row(
      section: "3.2.8", method: "DECLINECOUNTER", state: .nothing, lines: [newer, "SEQUENCE:2"],
      outcome: .refuses("unknown_item")),
    Row(
      section: "3.2.8", method: "DECLINECOUNTER", me: boss, lines: [newer, "SEQUENCE:2"],
      outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.8", method: "DECLINECOUNTER", lines: [newer, "SEQUENCE:2"],
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
  ]

  /// Journal entries have no other methods (§3.5).
  static let noting: [Row] =
    publishing.filter { !$0.lines.contains { $0.hasPrefix("ATTENDEE") } } + [
      Row(
        section: "3.5.2", method: "ADD", state: .published,
        lines: ["DTSTART:20260304T100000Z", newer, "SEQUENCE:3", "DESCRIPTION:Added"],
        outcome: .stores(["RDATE:20260304T100000Z", "DESCRIPTION:Added", "SUMMARY:Meeting"])),
      Row(
        section: "3.5.2", method: "ADD", state: .published, lines: [newer, "SEQUENCE:3"],
        outcome: .refuses("missing_property")),
      Row(
        section: "3.5.2", method: "ADD", me: boss, state: .published,
        lines: ["DTSTART:20260304T100000Z", newer, "SEQUENCE:3"], outcome: .refuses("organized_by_me")),
      Row(
        section: "3.5.3", method: "CANCEL", state: .published,
        lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"],
        outcome: .stores(["STATUS:CANCELLED", "SEQUENCE:3", "SUMMARY:Meeting"])),
      Row(
        section: "2.1.5", method: "CANCEL", state: .published, lines: [newer, "SEQUENCE:1"],
        outcome: .refuses("stale")),
      Row(
        section: "3.5.3", method: "CANCEL", state: .nothing, lines: [newer, "SEQUENCE:3"],
        outcome: .refuses("unknown_item")),
      Row(
        section: "3.5.3", method: "CANCEL", state: .published, lines: [newer, "SEQUENCE:3"], sender: eve,
        outcome: .refuses("wrong_sender")),
    ]
    + ["REQUEST", "REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"].map { method in
      Row(
        section: "3.5", method: method, state: .published,
        lines: moved + [newer, "SEQUENCE:3"] + attendees, outcome: .refuses("misplaced_method"))
    }

  @Test("journal entries (§3.5)", arguments: noting)
  func journals(row: Row) throws { try check(row, "VJOURNAL", end: "X-END") }

  @Test(
    "to-dos need no ORGANIZER to ask for their state (§3.4.6), and cannot be added without a start (§3.4.4)")
  func todosAlone() throws {
    let asking = Row(
      section: "3.4.6", method: "REFRESH", me: Self.boss, lines: [Self.newer, "ATTENDEE:mailto:\(Self.ana)"],
      organizer: "", outcome: .answers("REQUEST"))
    try check(asking, "VTODO", end: "DUE")
    let adding = Row(
      section: "3.4.4", method: "ADD", lines: ["END:20260304T110000Z", Self.newer, "SEQUENCE:3"],
      outcome: .refuses("missing_property"))
    try check(adding, "VTODO", end: "DUE")
  }

  @Test("events (§3.2)", arguments: publishing + requesting + replying + adding + cancelling + asking)
  func events(row: Row) throws { try check(row, "VEVENT", end: "DTEND") }

  @Test("to-dos (§3.4)", arguments: publishing + requesting + replying + adding + cancelling + asking)
  func todos(row: Row) throws { try check(row, "VTODO", end: "DUE") }

  private func check(_ row: Row, _ component: String, end: String) throws {
    let before = try state(row.state, component, end: end)
    let text = messageText(
      row.method, component,
      ["UID:m", row.organizer].filter { !$0.isEmpty } + row.lines, end: end)
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    var after = before
    let receipt = after.receive(message, from: row.sender, me: [row.me], at: now)
    switch row.outcome {
    case .stores(let lines, let others):
      #expect(receipt.isAccepted, "\(receipt.refusals)")
      let stored = try storedLines(after)
      for line in lines { #expect(stored.contains(line), "\(line) in \(stored)") }
      for line in others { #expect(!stored.contains { $0.hasPrefix(line) }, "\(line) in \(stored)") }
      var undone = after
      try undone.apply(receipt.change.inverse)
      #expect(differences(before, undone) == [])
    case .answers(let method):
      #expect(receipt.isAccepted && receipt.replies.map(\.method.rawValue) == [method])
      #expect(after == before)
    case .proposes(let start):
      #expect(receipt.isAccepted && receipt.proposals.count == 1)
      #expect(receipt.proposals.first?.start?.local.description.hasPrefix(start.prefix(16)) == true)
      #expect(after == before)
    case .changesNothing: #expect(receipt.isAccepted && receipt.change.isEmpty && after == before)
    case .refuses(let code):
      #expect(receipt.refusals.map(\.code) == [code])
      #expect(receipt.replies.isEmpty && receipt.change.isEmpty && after == before)
    case .refusesAndAsks(let code, let method):
      #expect(receipt.refusals.map(\.code) == [code])
      #expect(receipt.replies.map(\.method.rawValue) == [method] && after == before)
    }
  }

  private func state(_ state: State, _ component: String, end: String) throws -> EventCalendar {
    let own = ["DTSTAMP:20260201T000000Z", "SEQUENCE:2", "SUMMARY:Meeting", "DTSTART:20260303T090000Z"]
    let item = ["BEGIN:\(component)", "UID:m", "\(end):20260303T100000Z"] + own
    let organizer = "ORGANIZER:mailto:\(Self.boss)"
    let lines: [String]
    switch state {
    case .nothing: return EventCalendar()
    case .invited: lines = [organizer] + Self.attendees
    case .cancelled: lines = [organizer, "STATUS:CANCELLED"] + Self.attendees
    case .published: lines = [organizer]
    case .unorganized: lines = Self.attendees
    }
    return try calendar(file(item + lines + ["END:\(component)"]))
  }
}

/// The instant at which messages are received: later than all that the tests receive.
let now = Instant(secondsSinceEpoch: 1_772_600_000)

/// A message as a file; a line `END:…` with a time is that of the end of the kind.
func messageText(_ method: String, _ component: String, _ lines: [String], end: String = "DTEND") -> String {
  let named = lines.map { $0.hasPrefix("END:2") ? end + $0.dropFirst(3) : $0 }
  return file(["BEGIN:\(component)"] + named + ["END:\(component)"])
    .replacing("PRODID:", with: "METHOD:\(method)\r\nPRODID:")
}

/// The content lines of a calendar, not folded.
func storedLines(_ calendar: EventCalendar) throws -> [String] {
  ICSDocument([calendar]).text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: true).map(String.init)
  }
}
