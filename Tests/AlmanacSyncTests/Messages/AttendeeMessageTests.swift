import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

extension MessageTable {
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
    // SENT-BY entitles who acts for an attendee already, or whom I trust (RFC 6047 §2.2.1).
    Row(
      section: "2.2", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", sentByEve("ATTENDEE;PARTSTAT=ACCEPTED", ana)], sender: eve,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REPLY", me: boss, state: .assisted,
      lines: [newer, "SEQUENCE:2", sentByEve("ATTENDEE;PARTSTAT=ACCEPTED", bob)], sender: eve,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REPLY", me: boss, state: .assisted,
      lines: [newer, "SEQUENCE:2", sentByEve("ATTENDEE;PARTSTAT=ACCEPTED", ana)], sender: eve,
      outcome: .stores(["SEQUENCE:2", sentByEve("ATTENDEE;PARTSTAT=ACCEPTED", ana)])),
    Row(
      section: "2.2", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", sentByEve("ATTENDEE;PARTSTAT=ACCEPTED", ana)], sender: eve,
      trusted: ["EVE@example.org"],
      outcome: .stores(["SEQUENCE:2"], without: ["ATTENDEE;RSVP=TRUE:mailto:\(ana)"])),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(ana)],
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
    // As Exchange sends it.
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:2", answer(ana)],
      organizer: "", sender: ana, outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(ana)"])),
    // As iCloud sends it: an address that is not a mailbox.
    Row(
      section: "3.2.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", "ATTENDEE;PARTSTAT=ACCEPTED;EMAIL=a@icloud.com:mailto:\(ana)"],
      sender: "a@icloud.com", outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(ana)"])),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, lines: [newer, "SEQUENCE:3", answer(ana)],
      outcome: .refuses("unknown_revision")),
    // An answer states its PARTSTAT, and one that delegates to whom.
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .accepted,
      lines: [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(ana)"], outcome: .refuses("missing_property")),
    Row(
      section: "3.2.2.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", answer(ana, "DELEGATED")], outcome: .refuses("missing_property")),
    // One attendee answers; who else is listed is told apart by the sender.
    Row(
      section: "3.2.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", answer(ana), answer(bob)], outcome: .refuses("several_attendees")),
    Row(
      section: "3.2.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", answer(ana), answer(bob)], sender: bob,
      outcome: .stores(
        [attendees[0], "ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(bob)"], ignoring: ["ATTENDEE"])),
    // A delegate answers before who delegated, and after.
    Row(
      section: "3.2.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2"] + delegation(of: ana, to: eve),
      outcome: .refuses("unknown_delegation")),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .delegated,
      lines: [newer, "SEQUENCE:2"] + delegation(of: ana, to: eve),
      outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:\(ana)\":mailto:\(eve)"])),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .relayed,
      lines: [newer, "SEQUENCE:2", answer(bob)],
      organizer: relayed("ORGANIZER", boss),
      outcome: .stores(["ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(bob)"])),
    // One instance of the series, and one that it lacks.
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .series,
      lines: [newer, "SEQUENCE:2", "RECURRENCE-ID:20260310T090000Z", answer(ana, "DECLINED")],
      outcome: .stores(
        [
          "RECURRENCE-ID:20260310T090000Z", "ATTENDEE;PARTSTAT=DECLINED;RSVP=TRUE:mailto:\(ana)",
          attendees[0],
        ])),
    Row(
      section: "3.2.3", method: "REPLY", me: boss, state: .series,
      lines: [newer, "SEQUENCE:2", "RECURRENCE-ID:20260311T090000Z", answer(ana)],
      outcome: .refuses("unknown_instance")),
    // Who delegates, with the delegate.
    Row(
      section: "3.2.3", method: "REPLY", me: boss,
      lines: [
        newer, "SEQUENCE:2", "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:\(eve)\":mailto:\(ana)",
        "ATTENDEE;DELEGATED-FROM=\"mailto:\(ana)\":mailto:\(eve)",
      ],
      outcome: .stores([
        "ATTENDEE;PARTSTAT=DELEGATED;RSVP=TRUE;DELEGATED-TO=\"mailto:\(eve)\":mailto:\(ana)",
        "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;DELEGATED-FROM=\"mailto:\(ana)\":mailto:\(eve)",
      ])),
  ]

  static let asking: [Row] = [
    // A cancelled item is answered with its cancellation.
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, state: .cancelled,
      lines: [newer, "ATTENDEE:mailto:\(ana)"], outcome: .answers("CANCEL")),
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, state: .series,
      lines: [newer, "RECURRENCE-ID:20260310T090000Z", "ATTENDEE:mailto:\(ana)"],
      outcome: .answers("REQUEST")),
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, state: .series,
      lines: [newer, "RECURRENCE-ID:20260311T090000Z", "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("unknown_instance")),
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
      section: "2.2", method: "REFRESH", me: boss, lines: [newer, sentByEve("ATTENDEE", ana)], sender: eve,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REFRESH", me: boss, state: .assisted,
      lines: [newer, sentByEve("ATTENDEE", ana)], sender: eve, outcome: .answers("REQUEST")),
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
      lines: moved + [newer, "SEQUENCE:3", "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("unknown_revision")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(eve)"], sender: eve,
      outcome: .refuses("not_invited")),
    Row(
      section: "3.2.7", method: "COUNTER", me: bob,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("organized_by_other")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(ana)"], sender: eve,
      outcome: .refuses("wrong_sender")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss, state: .nothing,
      lines: moved + [newer, "SEQUENCE:2", "ATTENDEE:mailto:\(ana)"], outcome: .refuses("unknown_item")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss, state: .series,
      lines: moved + [newer, "SEQUENCE:2", "RECURRENCE-ID:20260310T090000Z", "ATTENDEE:mailto:\(ana)"],
      outcome: .proposes("2026-03-04T10:00:00")),
    Row(
      section: "3.2.7", method: "COUNTER", me: boss, state: .series,
      lines: moved + [newer, "SEQUENCE:2", "RECURRENCE-ID:20260311T090000Z", "ATTENDEE:mailto:\(ana)"],
      outcome: .refuses("unknown_instance")),
    Row(
      section: "3.2.8", method: "DECLINECOUNTER", state: .series,
      lines: [newer, "SEQUENCE:2", "RECURRENCE-ID:20260310T090000Z"], outcome: .changesNothing),
    Row(
      section: "3.2.8", method: "DECLINECOUNTER", lines: [newer, "SEQUENCE:2"], sender: bob,
      outcome: .refuses("wrong_sender")),
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
    // Nobody may be asked for the state of what nobody organizes: a REQUEST states an ORGANIZER.
    Row(
      section: "3.2.6", method: "REFRESH", me: boss, state: .unorganized,
      lines: [newer, "ATTENDEE:mailto:\(ana)"], outcome: .refuses("not_the_organizer")),
  ]

  /// A to-do's answer states how much of the attendee's part is done (RFC 5545 §3.8.1.8).
  static let working: [Row] = [
    Row(
      section: "3.4.3", method: "REPLY", me: boss, state: .alone,
      lines: [newer, "SEQUENCE:2", answer(ana, "IN-PROCESS"), "PERCENT-COMPLETE:70"],
      outcome: .stores(["PERCENT-COMPLETE:70", "STATUS:IN-PROCESS", "SEQUENCE:2"])),
    Row(
      section: "3.4.3", method: "REPLY", me: boss, state: .alone,
      lines: [
        newer, "SEQUENCE:2", answer(ana, "COMPLETED"), "COMPLETED:20260228T120000Z", "STATUS:COMPLETED",
        "PERCENT-COMPLETE:100",
      ],
      outcome: .stores(
        ["PERCENT-COMPLETE:100", "STATUS:COMPLETED", "COMPLETED:20260228T120000Z", "SEQUENCE:2"])),
    // Of two people one has done their part.
    Row(
      section: "3.4.3", method: "REPLY", me: boss,
      lines: [newer, "SEQUENCE:2", answer(ana, "COMPLETED"), "PERCENT-COMPLETE:100"],
      outcome: .stores(
        ["PERCENT-COMPLETE:50", "STATUS:IN-PROCESS", "SEQUENCE:2"],
        without: ["COMPLETED:", "STATUS:COMPLETED"])),
  ]

  /// The answer of a delegate.
  private static func delegation(of person: String, to delegate: String) -> [String] {
    [
      "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:\(person)\":mailto:\(delegate)",
      "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:\(delegate)\":mailto:\(person)",
    ]
  }

  static let ofAttendees = replying + asking
}

@Suite("Messages of attendees by method, role and state")
struct AttendeeMessageTests {
  @Test("events (§3.2)", arguments: MessageTable.ofAttendees)
  func events(row: MessageTable.Row) throws { try MessageTable.check(row, "VEVENT", end: "DTEND") }

  /// RFC 5545 §3.2.12: events are not worked on.
  @Test("an answer of a to-do is none of an event", arguments: ["COMPLETED", "IN-PROCESS"])
  func progressOfEvent(_ status: String) throws {
    let answering = MessageTable.Row(
      section: "3.2.3", method: "REPLY", me: MessageTable.boss,
      lines: [MessageTable.newer, "SEQUENCE:2", MessageTable.answer(MessageTable.ana, status)],
      outcome: .refuses("misplaced_answer"))
    try MessageTable.check(answering, "VEVENT", end: "DTEND")
  }

  @Test("to-dos (§3.4)", arguments: MessageTable.ofAttendees + MessageTable.working)
  func todos(row: MessageTable.Row) throws { try MessageTable.check(row, "VTODO", end: "DUE") }

  @Test("to-dos need no ORGANIZER to ask for their state (§3.4.6)")
  func askingAboutTodo() throws {
    let asking = MessageTable.Row(
      section: "3.4.6", method: "REFRESH", me: MessageTable.boss,
      lines: [MessageTable.newer, "ATTENDEE:mailto:\(MessageTable.ana)"],
      organizer: "", outcome: .answers("REQUEST"))
    try MessageTable.check(asking, "VTODO", end: "DUE")
  }
}
