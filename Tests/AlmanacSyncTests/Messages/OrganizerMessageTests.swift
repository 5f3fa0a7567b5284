import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

extension MessageTable {
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
    // A publication has no attendees; those of a meeting that I attend stay.
    Row(
      section: "3.2.1", method: "PUBLISH", lines: moved + [newer, "SEQUENCE:3"],
      outcome: .stores(["SUMMARY:Moved", "SEQUENCE:3"] + attendees)),
    Row(
      section: "3.2.1", method: "PUBLISH", me: boss, state: .relayed, lines: moved + [newer, "SEQUENCE:3"],
      organizer: relayed("ORGANIZER", boss), outcome: .refuses("organized_by_me")),
    Row(
      section: "3.2.1", method: "PUBLISH", state: .published, lines: moved + [newer, "SEQUENCE:3"],
      sender: eve, outcome: .refuses("wrong_sender")),
    Row(section: "2.1.5", method: "PUBLISH", state: .published, lines: same, outcome: .changesNothing),
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
    // The attendees have agreed on another organizer: bob, or ana in place of the boss.
    Row(
      section: "3.2.2.4", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: "ORGANIZER:mailto:\(bob)", sender: bob, newOrganizer: bob,
      outcome: .stores(["SUMMARY:Moved", "ORGANIZER:mailto:\(bob)"], without: ["ORGANIZER:mailto:\(boss)"])),
    Row(
      section: "3.2.2.4", method: "REQUEST", me: boss,
      lines: moved + [newer, "SEQUENCE:3", answer(boss)] + attendees, organizer: "ORGANIZER:mailto:\(bob)",
      newOrganizer: "mailto:BOB@example.org", outcome: .stores(["SUMMARY:Moved", "ORGANIZER:mailto:\(bob)"])),
    Row(
      section: "3.2.2.4", method: "REQUEST", lines: moved + [newer, "SEQUENCE:2"] + attendees,
      organizer: "ORGANIZER:mailto:\(bob)", newOrganizer: bob, outcome: .refuses("other_organizer")),
    Row(
      section: "3.2.2.4", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: "ORGANIZER:mailto:\(eve)", newOrganizer: bob, outcome: .refuses("other_organizer")),
    Row(
      section: "3.2.2.4", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"],
      organizer: "ORGANIZER:mailto:\(bob)", newOrganizer: bob, outcome: .refuses("other_organizer")),
    Row(
      section: "3.2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees, sender: eve,
      outcome: .refuses("wrong_sender")),
    // SENT-BY entitles who acts for the organizer already, or whom I trust (RFC 6047 §2.2.1).
    Row(
      section: "2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: sentByEve("ORGANIZER", boss), sender: eve, outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REQUEST", state: .assisted, lines: moved + [newer, "SEQUENCE:3"] + attendees,
      organizer: sentByEve("ORGANIZER", boss), sender: eve, outcome: .stores(["SUMMARY:Moved"])),
    Row(
      section: "2.2", method: "REQUEST", state: .nothing, lines: moved + [newer] + attendees,
      organizer: sentByEve("ORGANIZER", boss), sender: eve, outcome: .refuses("wrong_sender")),
    Row(
      section: "2.2", method: "REQUEST", state: .nothing, lines: moved + [newer] + attendees,
      organizer: sentByEve("ORGANIZER", boss), sender: eve, trusted: [eve],
      outcome: .stores(["SUMMARY:Moved"])),
    Row(
      section: "2.2", method: "REQUEST", lines: moved + [newer, "SEQUENCE:3"] + attendees, sender: eve,
      trusted: [eve], outcome: .refuses("wrong_sender")),
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
    Row(
      section: "3.2.2", method: "REQUEST", state: .unorganized,
      lines: moved + [newer, "SEQUENCE:3"] + attendees, outcome: .refuses("organized_by_me")),
    // The same revision again, to whom the organizer has no answer of; a new one asks again.
    Row(
      section: "3.2.2.2", method: "REQUEST", state: .accepted,
      lines: moved + [newer, "SEQUENCE:2"] + attendees,
      outcome: .stores(["SUMMARY:Moved", "ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:\(ana)"])),
    Row(
      section: "3.2.2.1", method: "REQUEST", state: .accepted,
      lines: moved + [newer, "SEQUENCE:3"] + attendees, outcome: .stores(["SUMMARY:Moved"] + attendees)),
    // An instance of the series, one that it lacks, and one where the series is not known.
    Row(
      section: "3.2.2", method: "REQUEST", state: .series,
      lines: moved + [newer, "SEQUENCE:3", "RECURRENCE-ID:20260310T090000Z"] + attendees,
      outcome: .stores(["RECURRENCE-ID:20260310T090000Z", "SUMMARY:Moved", "SUMMARY:Meeting"])),
    Row(
      section: "3.2.2", method: "REQUEST", state: .series,
      lines: moved + [newer, "SEQUENCE:3", "RECURRENCE-ID:20260311T090000Z"] + attendees,
      outcome: .refusesAndAsks("unknown_instance", "REFRESH")),
    Row(
      section: "3.2.2", method: "REQUEST", state: .nothing,
      lines: moved + [newer, "RECURRENCE-ID:20260311T090000Z"] + attendees,
      outcome: .stores(["RECURRENCE-ID:20260311T090000Z"])),
    Row(section: "3.2.2", method: "REQUEST", lines: same + attendees, outcome: .changesNothing),
    // As iCloud sends it: I am known by EMAIL alone (RFC 7986 §6.2).
    Row(
      section: "3.2.2", method: "REQUEST", state: .nothing,
      lines: moved + [newer, relayed("ATTENDEE", ana)], outcome: .stores(["SUMMARY:Moved"])),
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
    Row(
      section: "3.2.4", method: "ADD", state: .series, lines: moved + [newer, "SEQUENCE:3"],
      outcome: .stores(["RDATE:20260304T100000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "SUMMARY:Moved"])),
    Row(
      section: "3.2.4", method: "ADD", lines: moved + [newer, "SEQUENCE:3"],
      organizer: "ORGANIZER:mailto:\(eve)", outcome: .refuses("other_organizer")),
    Row(
      section: "3.2.4", method: "ADD", lines: moved + [newer, "SEQUENCE:3"], sender: eve,
      outcome: .refuses("wrong_sender")),
  ]

  static let cancelling: [Row] = [
    Row(
      section: "3.2.5", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees,
      outcome: .stores(["STATUS:CANCELLED", "SEQUENCE:3", "SUMMARY:Meeting"])),
    Row(
      section: "2.2", method: "CANCEL", lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"] + attendees,
      organizer: sentByEve("ORGANIZER", boss), sender: eve, outcome: .refuses("wrong_sender")),
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
    Row(
      section: "3.2.5", method: "CANCEL", state: .unorganized, lines: [newer, "SEQUENCE:3"],
      outcome: .refuses("organized_by_me")),
    Row(
      section: "2.1.5", method: "CANCEL", lines: [older, "SEQUENCE:2", "STATUS:CANCELLED"] + attendees,
      outcome: .refuses("stale")),
    Row(
      section: "3.2.5", method: "CANCEL", state: .cancelled,
      lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED"],
      outcome: .stores(["STATUS:CANCELLED", "SEQUENCE:3"])),
    // An instance, it and all later ones, and one that the series lacks.
    Row(
      section: "3.2.5", method: "CANCEL", state: .series,
      lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED", "RECURRENCE-ID:20260310T090000Z"],
      outcome: .stores(["RECURRENCE-ID:20260310T090000Z", "STATUS:CANCELLED", "RRULE:FREQ=WEEKLY;COUNT=3"])),
    Row(
      section: "3.2.5", method: "CANCEL", state: .series,
      lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260310T090000Z"],
      outcome: .stores(["RECURRENCE-ID;RANGE=THISANDFUTURE:20260310T090000Z", "STATUS:CANCELLED"])),
    Row(
      section: "3.2.5", method: "CANCEL", state: .series,
      lines: [newer, "SEQUENCE:3", "STATUS:CANCELLED", "RECURRENCE-ID:20260311T090000Z"],
      outcome: .refusesAndAsks("unknown_instance", "REFRESH")),
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

  static let ofOrganizers = publishing + requesting + adding + cancelling
}

@Suite("Messages of organizers by method, role and state")
struct OrganizerMessageTests {
  @Test("events (§3.2)", arguments: MessageTable.ofOrganizers)
  func events(row: MessageTable.Row) throws { try MessageTable.check(row, "VEVENT", end: "DTEND") }

  @Test("to-dos (§3.4)", arguments: MessageTable.ofOrganizers)
  func todos(row: MessageTable.Row) throws { try MessageTable.check(row, "VTODO", end: "DUE") }

  @Test("a to-do cannot be added without a start (§3.4.4)")
  func addedTodo() throws {
    let adding = MessageTable.Row(
      section: "3.4.4", method: "ADD", lines: ["END:20260304T110000Z", MessageTable.newer, "SEQUENCE:3"],
      outcome: .refuses("missing_property"))
    try MessageTable.check(adding, "VTODO", end: "DUE")
  }
}

@Suite("Messages about journal entries by method, role and state")
struct JournalMessageTests {
  @Test("journal entries (§3.5)", arguments: MessageTable.noting)
  func journals(row: MessageTable.Row) throws { try MessageTable.check(row, "VJOURNAL", end: "X-END") }
}
