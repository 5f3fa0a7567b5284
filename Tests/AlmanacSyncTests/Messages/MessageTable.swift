import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// The outcomes that RFC 5546 §3 gives for each method, role and state.
enum MessageTable {
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
    var newOrganizer: String?
    var trusted: Set<String> = []
    let outcome: Outcome

    var testDescription: String {
      "§\(section) METHOD:\(method) for \(me) who has \(state): \(lines.joined(separator: " ")) → \(outcome)"
    }
  }

  enum Outcome: Sendable {
    /// The calendar has these lines afterwards, and not the others; the names are those of ignored properties.
    case stores([String], without: [String] = [], ignoring: [String]? = nil)
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
    /// The same as `invited`, each week from 3 March for three weeks.
    case series
    /// The same as `invited`, and ana has accepted.
    case accepted
    /// Invited alone.
    case alone
    /// The same as `invited`, and ana has delegated to eve.
    case delegated
    /// The same as `invited`, where eve acts for the boss and for ana.
    case assisted
    /// The same as `invited`, by addresses that are no mailboxes, as iCloud has them.
    case relayed
  }

  static let boss = "boss@example.org"
  static let ana = "ana@example.org"
  static let bob = "bob@example.org"
  static let eve = "eve@example.org"

  static let attendees = ["ATTENDEE;RSVP=TRUE:mailto:\(ana)", "ATTENDEE;RSVP=TRUE:mailto:\(bob)"]

  /// The times of a message about a new state.
  static let moved = ["DTSTART:20260304T100000Z", "END:20260304T110000Z", "SUMMARY:Moved"]
  /// The present state again.
  static let same = [
    "DTSTAMP:20260201T000000Z", "SEQUENCE:2", "SUMMARY:Meeting", "DTSTART:20260303T090000Z",
    "END:20260303T100000Z",
  ]
  static let newer = "DTSTAMP:20260301T000000Z"
  static let older = "DTSTAMP:20260101T000000Z"

  static func answer(_ person: String, _ status: String = "ACCEPTED") -> String {
    "ATTENDEE;PARTSTAT=\(status):mailto:\(person)"
  }

  /// A person for whom eve acts.
  static func sentByEve(_ property: String, _ person: String) -> String {
    "\(property);SENT-BY=\"mailto:\(eve)\":mailto:\(person)"
  }

  /// A person with an address that is not a mailbox.
  static func relayed(_ property: String, _ person: String) -> String {
    "\(property);EMAIL=\(person):urn:uuid:\(person.prefix(3))"
  }

  /// Receives the message of a row, for a kind of component with a property for its end.
  static func check(_ row: Row, _ component: String, end: String) throws {
    let before = try state(row.state, component, end: end)
    let text = messageText(
      row.method, component,
      ["UID:m", row.organizer].filter { !$0.isEmpty } + row.lines, end: end)
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    var after = before
    let receipt = after.receive(
      message, from: row.sender, me: [row.me], at: now, newOrganizer: row.newOrganizer, trusting: row.trusted)
    switch row.outcome {
    case .stores(let lines, let others, let ignored):
      #expect(receipt.isAccepted, "\(receipt.refusals)")
      if let ignored { #expect(receipt.ignored == ignored) }
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

  static func state(_ state: State, _ component: String, end: String) throws -> EventCalendar {
    let own = ["DTSTAMP:20260201T000000Z", "SEQUENCE:2", "SUMMARY:Meeting", "DTSTART:20260303T090000Z"]
    let item = ["BEGIN:\(component)", "UID:m", "\(end):20260303T100000Z"] + own
    let organizer = "ORGANIZER:mailto:\(boss)"
    let lines: [String]
    switch state {
    case .nothing: return EventCalendar()
    case .invited: lines = [organizer] + attendees
    case .cancelled: lines = [organizer, "STATUS:CANCELLED"] + attendees
    case .published: lines = [organizer]
    case .unorganized: lines = attendees
    case .series: lines = [organizer, "RRULE:FREQ=WEEKLY;COUNT=3"] + attendees
    case .accepted: lines = [organizer, answer(ana), attendees[1]]
    case .alone: lines = [organizer, attendees[0]]
    case .delegated:
      lines = [
        organizer, "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:\(eve)\":mailto:\(ana)",
        "ATTENDEE;PARTSTAT=NEEDS-ACTION;DELEGATED-FROM=\"mailto:\(ana)\":mailto:\(eve)",
      ]
    case .assisted: lines = [sentByEve("ORGANIZER", boss), sentByEve("ATTENDEE", ana), attendees[1]]
    case .relayed: lines = [relayed("ORGANIZER", boss), relayed("ATTENDEE", ana), attendees[1]]
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
