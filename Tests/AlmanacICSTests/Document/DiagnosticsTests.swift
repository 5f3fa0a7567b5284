import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Repairs, each reported")
struct DiagnosticsTests {
  /// The end that is read, and the code of the diagnostic.
  @Test(
    "Ends and durations",
    arguments: [
      (
        ["DTSTART:20260304T150000Z", "DTEND:20260304T140000Z"], "2026-03-04T15:00:00Z",
        "end_not_after_start"
      ),
      (["DTSTART;VALUE=DATE:20260304", "DTEND;VALUE=DATE:20260304"], "2026-03-05", "end_not_after_start"),
      (
        ["DTSTART:20260304T150000Z", "DTEND;VALUE=DATE:20260305"], "2026-03-05T00:00:00Z",
        "mixed_time_forms"
      ),
      (["DTSTART;VALUE=DATE:20260304", "DTEND:20260305T100000Z"], "2026-03-06", "mixed_time_forms"),
      (["DTSTART;VALUE=DATE:20260304", "DTEND:20260306T000000"], "2026-03-06", "mixed_time_forms"),
      (["DTSTART:20260304T150000", "DTEND:20260304T160000Z"], "2026-03-04T16:00:00", "mixed_time_forms"),
      (
        ["DTSTART:20260304T150000", "DTEND:20260304T160000", "DURATION:PT3H"], "2026-03-04T16:00:00",
        "end_and_duration"
      ),
      (["DTSTART:20260304T150000", "DURATION:-PT3H"], "2026-03-04T15:00:00", "out_of_range"),
      (["DTSTART;VALUE=DATE:20260304", "DURATION:PT36H"], "2026-03-06", "mixed_time_forms"),
      (["DTSTART:20260304T150000", "DURATION:soon"], "2026-03-04T15:00:00", "bad_value"),
      (["DTSTART:20260304T150000", "DURATION:PT"], "2026-03-04T15:00:00", "bad_value"),
    ])
  func ends(lines: [String], end: String, code: String) throws {
    let text = calendar(["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
    let document = try ICSDocument(parsing: text)
    #expect(try document.onlyEvent().end.description == end)
    #expect(document.codes == [code])
    #expect(document.diagnostics.first?.uid == "1")
    #expect(document.text == text)
  }

  private func ofOneUID(_ summary: String, _ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:" + summary] + lines + ["END:VEVENT"]
  }

  @Test("Items that share a UID: what does not hold, and overrides of no instance")
  func identities() throws {
    let text = calendar(
      ofOneUID("Earlier", "DTSTART:20260302T080000", "RRULE:FREQ=WEEKLY;COUNT=3")
        + ofOneUID("Orphan", "RECURRENCE-ID:20260310T100000", "DTSTART:20260310T110000")
        + ofOneUID("New", "RECURRENCE-ID;VALUE=DATE:20260309", "DTSTART:20260309T120000", "SEQUENCE:1")
        + ofOneUID("Old", "RECURRENCE-ID:20260309T100000", "DTSTART:20260309T110000")
        + ofOneUID("Later", "DTSTART:20260302T100000", "RRULE:FREQ=WEEKLY;COUNT=3"))
    let document = try ICSDocument(parsing: text)
    #expect(
      document.diagnostics.map { "\($0.line) \($0.severity) \($0.code.rawValue) \($0.property) \($0.uid)" }
        == [
          "4 note superseded UID 1", "11 note orphan_override RECURRENCE-ID 1",
          "18 warning mixed_time_forms RECURRENCE-ID 1", "26 note superseded RECURRENCE-ID 1",
        ])
    let shown = document.calendars[0].series(uid: "1")
    #expect(shown?.main?.summary == "Later" && shown?.overrides.map { $0.summary } == ["Orphan", "New"])
    #expect(document.text == text)
  }

  @Test(
    "An earlier state of an instance that its series no longer has is kept, not shown",
    arguments: [
      ("SEQUENCE:2", "RRULE:FREQ=WEEKLY", "20260316", true),
      ("SEQUENCE:2", "RRULE:FREQ=WEEKLY", "20260309", false),
      ("SEQUENCE:1", "RRULE:FREQ=WEEKLY", "20260316", false),
      ("SEQUENCE:2", "LOCATION:Hall", "20260316", false),
    ])
  func earlierStates(main: String, own: String, day: String, isDropped: Bool) throws {
    // The series excludes the 16th; recurring-ical-events (issues 148, 163, 253) has it so too.
    let text = calendar(
      ofOneUID(
        "Series", "DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=WEEKLY", main, "EXDATE;VALUE=DATE:20260316")
        + ofOneUID(
          "Earlier", "RECURRENCE-ID;VALUE=DATE:\(day)", "DTSTART;VALUE=DATE:20260320", "SEQUENCE:1", own))
    let document = try ICSDocument(parsing: text)
    let shown = document.calendars[0].series(uid: "1")
    #expect(shown?.overrides.map { $0.summary } == (isDropped ? [] : ["Earlier"]))
    #expect(document.diagnostics.contains { $0.code == .superseded } == isDropped)
    #expect(document.text == text)
  }

  @Test("An event, a to-do and a journal entry of one UID are separate items, each edited separately")
  func kindsOfOneUID() throws {
    let event = ofOneUID("Event", "DTSTART:20260302T080000", "SEQUENCE:4")
    let others = ["VTODO", "VJOURNAL"].map { kind in
      ofOneUID(kind, "DTSTART:20260303T080000").map { $0.replacing("VEVENT", with: kind) }
    }
    var document = try ICSDocument(parsing: calendar(others[0] + event + others[1]))
    #expect(document.diagnostics.isEmpty)
    #expect(document.calendars[0].currentItems.map { $0.summary } == ["VTODO", "Event", "VJOURNAL"])
    var todo = try #require(document.calendars[0].item(uid: "1", kind: .todo))
    todo.summary = "Essay"
    try document.calendars[0].update(todo, at: nil)
    #expect(
      document.text
        == calendar(others[0] + event + others[1]).replacing("SUMMARY:VTODO", with: "SUMMARY:Essay"))
    let back = try ICSDocument(jsCalendar: Array(document.jsCalendar(uids: .seeded(1)).utf8))
    #expect(Set(back.calendars.flatMap { $0.items }.map { $0.summary }) == ["Essay", "Event", "VJOURNAL"])
  }

  @Test("The last of several equal items is current; an override without its series is not an orphan")
  func equalItems() throws {
    let one = ofOneUID("One", "DTSTART:20260302T080000")
    #expect(try ICSDocument(parsing: calendar(one + one + one)).diagnostics.map { $0.line } == [4, 10])
    let alone = ofOneUID("Alone", "RECURRENCE-ID:20260310T100000", "DTSTART:20260310T110000")
    #expect(try ICSDocument(parsing: calendar(alone)).diagnostics.isEmpty)
  }

  @Test("A series with thousands of overrides is read without a report")
  func manyOverrides() throws {
    let first = Instant(secondsSinceEpoch: 1_767_261_600)
    let overrides = (0..<5000).flatMap { hour in
      let start = first.adding(seconds: hour * 3600).in(.utc).local.description.filter {
        $0 != "-" && $0 != ":"
      }
      return ofOneUID("Changed", "RECURRENCE-ID:\(start)Z", "DTSTART:\(start)Z")
    }
    let text = calendar(ofOneUID("Series", "DTSTART:20260101T100000Z", "RRULE:FREQ=HOURLY") + overrides)
    let document = try ICSDocument(parsing: text)
    #expect(document.diagnostics.isEmpty && document.calendars[0].series(uid: "1")?.overrides.count == 5000)
  }

  @Test(
    "Times in other ways than RFC 5545 writes them",
    arguments: [
      ("DTSTART:2026-03-02T09:00:00Z", "2026-03-02T09:00:00Z", "time_form"),
      ("DTSTART:2026-03-02", "2026-03-02", "time_form"),
      ("DTSTART:20260302T0900", "2026-03-02T09:00:00", "time_form"),
      ("DTSTART:20260302T090000.000Z", "2026-03-02T09:00:00Z", "time_form"),
      ("DTSTART:20260302T090000+0100", "2026-03-02T08:00:00Z", "time_form"),
      ("DTSTART:20260302T240000", "2026-03-03T00:00:00", "time_form"),
      ("DTSTART:2026-3-2 9:00", "2026-03-02T09:00:00", "time_form"),
      ("DTSTART: 20260302T090000", "2026-03-02T09:00:00", "time_form"),
      ("DTSTART;VALUE=DATE:20260302T000000", "2026-03-02", "time_form"),
      ("DTSTART;TZID=Europe/Madrid;VALUE=DATE:20260302", "2026-03-02", "date_with_zone"),
      ("DTSTART;TZID=Europe/Madrid:20260302", "2026-03-02", "date_with_zone"),
      (
        "DTSTART;TZID=Europe/Madrid:20260302T080000Z", "2026-03-02T09:00:00+01:00[Europe/Madrid]",
        "utc_with_zone"
      ),
      ("DTSTART;TZID=Mars/Olympus:20260302T080000", "2026-03-02T08:00:00", "unknown_zone"),
      (
        "DTSTART;TZID=/mozilla.org/20050126_1/Europe/Madrid:20260302T090000",
        "2026-03-02T09:00:00+01:00[Europe/Madrid]", "zone_name"
      ),
      ("DTSTART;TZID=europe/madrid:20260302T090000", "2026-03-02T09:00:00+01:00[Europe/Madrid]", "zone_name"),
      (
        "DTSTART;TZID=Romance Standard Time:20260302T090000", "2026-03-02T09:00:00+01:00[Europe/Paris]",
        "zone_name"
      ),
    ])
  func times(line: String, start: String, code: String) throws {
    let document = try ICSDocument(parsing: event(line))
    #expect(try document.onlyEvent().start.description == start)
    #expect(document.codes == [code])
    #expect(document.diagnostics.first?.line == 7)
  }

  @Test(
    "Times that do not exist, or are none",
    arguments: [
      "20260230", "20261301", "20260302T250000", "20260302T096000", "next Tuesday", "", "00000000",
      "20260230T100000Z",
    ])
  func impossible(value: String) throws {
    let text = event("DTSTART:" + value)
    let document = try ICSDocument(parsing: text)
    #expect(document.calendars[0].count == 0)
    #expect(document.codes.sorted() == ["bad_time", "missing_start"])
    #expect(document.calendars[0].unmodelled.components.map(\.name) == ["VEVENT"])
    #expect(document.text == text)
  }

  @Test(
    "UNTIL of another type than the start's",
    arguments: [
      ("DTSTART;VALUE=DATE:20260302", "20260309T100000Z", "20260309"),
      ("DTSTART;VALUE=DATE:20260302", "20260309T100000", "20260309"),
      ("DTSTART:20260302T100000", "20260309", "20260309T235959"),
      ("DTSTART:20260302T100000", "20260309T100000Z", "20260309T100000"),
      ("DTSTART;TZID=Europe/Madrid:20260302T100000", "20260309", "20260309T225959Z"),
      ("DTSTART;TZID=Europe/Madrid:20260302T100000", "20260709T100000", "20260709T080000Z"),
    ])
  func until(start: String, until: String, expected: String) throws {
    let document = try ICSDocument(parsing: event(start, "RRULE:FREQ=DAILY;UNTIL=\(until)"))
    #expect(try document.onlyEvent().recurrence.rules.map(\.description) == ["FREQ=DAILY;UNTIL=\(expected)"])
    #expect(document.codes == ["until_value_type"])
  }

  @Test("A date compares with an instant in the calendar's zone")
  func untilInZone() throws {
    let text = calendar([
      "X-WR-TIMEZONE:Pacific/Auckland", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
      "DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=DAILY;UNTIL=20260308T110000Z", "END:VEVENT",
    ])
    let event = try ICSDocument(parsing: text).onlyEvent()
    #expect(event.recurrence.rules.map(\.description) == ["FREQ=DAILY;UNTIL=20260309"])
  }

  @Test(
    "A zone defined after the components applies to them, in one task and in several")
  func lateZone() async throws {
    let text = calendar([
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260302",
      "RRULE:FREQ=DAILY;UNTIL=20260308T110000Z", "END:VEVENT", "X-WR-TIMEZONE:Pacific/Auckland",
    ])
    let one = try ICSDocument(parsing: text)
    let many = try await ICSDocument.parsing(Array(text.utf8), tasks: 2)
    #expect(try one.onlyEvent().recurrence.rules.map(\.description) == ["FREQ=DAILY;UNTIL=20260309"])
    #expect(one.calendars == many.calendars)
    #expect(one.diagnostics == many.diagnostics)
    #expect(one.codes == ["until_value_type"])
  }

  @Test(
    "One broken property costs nothing else",
    arguments: [
      ("RRULE:FREQ=FORTNIGHTLY", "unknown_value"), ("RRULE:COUNT=3", "missing_frequency"),
      ("RRULE:FREQ=DAILY;INTERVAL=0", "out_of_range"), ("EXDATE:20260230T100000Z", "bad_time"),
      ("RDATE;VALUE=PERIOD:20260302T100000Z/20260301T100000Z", "bad_value"), ("GEO:north", "bad_value"),
      ("GEO:95;10", "bad_value"), ("PRIORITY:abc", "bad_value"), ("PRIORITY:12", "out_of_range"),
      ("SEQUENCE:-1", "out_of_range"), ("STATUS:MAYBE", "unknown_value"), ("STATUS:DRAFT", "unknown_value"),
      ("TRANSP:GLASS", "unknown_value"), ("CLASS:", "unknown_value"), ("CLASS:top secret", "unknown_value"),
      ("COLOR:#12", "bad_value"), ("COLOR:crimson", "reserved_color"),
      ("ATTACH;VALUE=BINARY;ENCODING=BASE64:?", "bad_value"), ("CREATED:20260101T000000", "not_utc"),
      ("SUMMARY:another", "repeated_property"), ("this is no line", "invalid_name"),
    ])
  func brokenProperty(line: String, code: String) throws {
    let text = event("DTSTART:20260302T100000Z", "SUMMARY:kept", line, "LOCATION:also kept")
    let document = try ICSDocument(parsing: text)
    let event = try document.onlyEvent()
    #expect((event.summary, event.location) == ("kept", "also kept"))
    #expect(document.codes == [code])
    #expect(document.diagnostics.first?.line == 9)
    #expect(document.text == text)
  }

  @Test(
    "In a message an event may have no start (RFC 5545 §3.6.1), wherever METHOD is",
    arguments: [true, false])
  func messageWithoutStart(methodFirst: Bool) async throws {
    let reply = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "ORGANIZER:mailto:ana@example.org",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org", "END:VEVENT",
    ]
    let text = calendar(methodFirst ? ["METHOD:REPLY"] + reply : reply + ["METHOD:REPLY"])
    let document = try ICSDocument(parsing: text, options: .strict)
    #expect(document.diagnostics.map(\.severity) == [.note])
    #expect(document.codes == ["missing_start"])
    #expect(document.text(.normalized).contains("UID:1\r\n"))
    #expect(try await ICSDocument.parsing(Array(text.utf8)).diagnostics == document.diagnostics)
    #expect(throws: ICSError.self) { try ICSDocument(parsing: calendar(reply), options: .strict) }
  }

  @Test("Addresses that are no URIs are reported; plain mail addresses are understood")
  func addresses() throws {
    let text = event(
      "DTSTART:20260302T100000Z", "ORGANIZER;CN=Ana:ana@example.org", "ATTENDEE:MAILTO:bob@example.org",
      "ATTENDEE:carol@example.org", "ATTENDEE:Dora", "ATTENDEE:")
    let document = try ICSDocument(parsing: text)
    let event = try document.onlyEvent()
    #expect(event.organizer?.address == "mailto:ana@example.org")
    #expect(
      event.attendees.map(\.address) == ["mailto:bob@example.org", "mailto:carol@example.org", "Dora", ""])
    #expect(document.diagnostics.map(\.line) == [8, 10, 11, 12])
    #expect(document.diagnostics.allSatisfy { $0.code == .badValue && $0.severity == .warning })
    #expect(document.text == text)
    #expect(document.text(.normalized).contains("\r\nATTENDEE:mailto:carol@example.org\r\n"))
  }

  @Test("Missing UID and DTSTAMP; a seeded source gives the same UID each time")
  func identity() throws {
    let text = calendar(["BEGIN:VEVENT", "DTSTART:20260302T100000Z", "END:VEVENT"])
    let options = ICSOptions(uids: .seeded(1))
    let document = try ICSDocument(parsing: text, options: options)
    #expect(document.codes == ["missing_uid", "missing_stamp"])
    let uid = try document.onlyItem().uid
    #expect(uid.count == 36)
    #expect(try ICSDocument(parsing: text, options: options).onlyItem().uid == uid)
    #expect(document.text == text)
  }

  @Test("Alarms that say too little")
  func alarms() throws {
    let text = event(
      "DTSTART:20260302T100000Z", "BEGIN:VALARM", "ACTION:AUDIO", "END:VALARM", "BEGIN:VALARM",
      "TRIGGER:-PT5M", "END:VALARM", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "REPEAT:2",
      "END:VALARM",
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:20260302T093000Z", "END:VALARM",
      "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT5M", "SUMMARY:Soon", "DESCRIPTION:Soon", "END:VALARM")
    let document = try ICSDocument(parsing: text)
    let event = try document.onlyEvent()
    let incomplete = document.diagnostics.filter { $0.code == .incompleteAlarm }
    #expect(incomplete.map(\.property) == ["TRIGGER", "ACTION", "REPEAT", "ATTENDEE"])
    #expect(document.codes.filter { $0 != "incomplete_alarm" } == ["time_form"])
    #expect(
      event.alarms.map(\.trigger) == [
        .before(.minutes(5)), .before(.minutes(5)), .absolute(try utc("2026-03-02T09:30")),
        .before(.minutes(5)),
      ])
    #expect(event.unmodelled.components.map(\.name) == ["VALARM"])
  }

  @Test("A component that is never ended, ends nothing else")
  func unterminated() throws {
    let text = calendar([
      "BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z", "DTSTART:20260301", "BEGIN:VEVENT", "UID:b",
      "DTSTAMP:20260101T000000Z", "DTSTART:20260302", "END:VEVENT",
    ])
    let document = try ICSDocument(parsing: text)
    #expect(document.calendars[0].items.map(\.uid) == ["a", "b"])
    #expect(document.codes == ["unterminated_component"])
    #expect(document.diagnostics.map(\.uid) == ["a"])
    #expect(document.text == text)
  }

  @Test(
    "A value that is not a URI is reported and kept",
    arguments: ["URL:www.example.org", "ATTACH:notes.pdf", "CONFERENCE;VALUE=URI:room 4", "URL:"])
  func noURI(_ line: String) throws {
    let text = event("DTSTART:20260302T090000Z", line)
    let document = try ICSDocument(parsing: text)
    #expect(document.diagnostics.map { "\($0.severity) \($0.code.rawValue)" } == ["note bad_value"])
    #expect(document.diagnostics.first?.property == String(line.prefix { $0.isLetter }))
    #expect(document.text == text)
  }

  @Test("Repeated properties of an alarm are read once; empty lines do not count")
  func repeatedInAlarm() throws {
    let text = event(
      "DTSTART:20260302T090000Z", "BEGIN:VALARM", "ACTION:DISPLAY", "ACTION:AUDIO", "TRIGGER:soon",
      "TRIGGER:-PT5M", "TRIGGER:-PT10M", "DESCRIPTION:", "DESCRIPTION:a", "DESCRIPTION:b", "END:VALARM")
    let document = try ICSDocument(parsing: text)
    let alarm = try #require(document.onlyItem().alarms.first)
    #expect((alarm.action, alarm.trigger, alarm.details) == (.display, .before(.minutes(5)), "a"))
    #expect(
      document.diagnostics.map { "\($0.code.rawValue) \($0.property)" } == [
        "repeated_property ACTION", "bad_time TRIGGER", "repeated_property TRIGGER",
        "repeated_property DESCRIPTION",
      ])
    #expect(document.text == text)
  }

  @Test("A strict reader refuses what a lenient one repairs, and reads legal input")
  func strict() throws {
    #expect(throws: ICSError.self) {
      try ICSDocument(parsing: event("DTSTART:20260302T0900"), options: .strict)
    }
    let document = try ICSDocument(parsing: event("DTSTART:20260302T090000Z"), options: .strict)
    #expect(document.calendars[0].count == 1)
  }

  @Test("The broken example: every good component is read, every bad one is reported")
  func brokenExample() throws {
    let file = try #require(try files(in: "Examples/Data").first { $0.name == "broken.ics" })
    let document = try ICSDocument(parsing: file.bytes)
    let uids = Set(document.calendars[0].items.map(\.uid))
    for good in ["good-first", "good-between", "unknown-property", "good-todo", "good-last"] {
      #expect(uids.contains(good + "@broken.example"))
      #expect(!document.diagnostics.contains { $0.uid == good + "@broken.example" })
    }
    for bad in [
      "no-start", "ends-before-start", "garbage-start", "impossible-date", "bad-rule", "unknown-zone",
      "no-colon",
      "unterminated",
    ] {
      #expect(document.diagnostics.contains { $0.uid == bad + "@broken.example" && $0.severity > .note })
    }
    #expect(document.codes.contains("missing_uid"))
    #expect(document.bytes == file.bytes)
  }
}
