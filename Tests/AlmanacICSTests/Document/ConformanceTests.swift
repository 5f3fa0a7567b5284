import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// What RFC 5545 forbids or asks for beyond the single value, each told with its line.
@Suite("Reported although readable")
struct ConformanceTests {
  private func told(_ document: ICSDocument) -> [String] {
    document.diagnostics.map { "\($0.line) \($0.severity) \($0.code.rawValue) \($0.uid) \($0.property)" }
  }

  /// §3.3.10: the table of BY-parts and the sentences about BYDAY, BYSETPOS and dates.
  @Test(
    "Parts of rules that do not go together",
    arguments: [
      ("20260302T090000", "FREQ=WEEKLY;BYDAY=1MO,TU", "numbered_weekday", "FREQ=WEEKLY;BYDAY=MO,TU"),
      ("20260302T090000", "FREQ=DAILY;BYDAY=-1FR", "numbered_weekday", "FREQ=DAILY;BYDAY=FR"),
      (
        "20260302T090000", "FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=10", "numbered_weekday_in_week",
        "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=10"
      ),
      ("20260302T090000", "FREQ=MONTHLY;BYWEEKNO=10", "part_not_for_frequency", nil),
      ("20260302T090000", "FREQ=WEEKLY;BYMONTHDAY=2", "part_not_for_frequency", nil),
      ("20260302T090000", "FREQ=DAILY;BYYEARDAY=61", "part_not_for_frequency", nil),
      ("20260302T090000", "FREQ=MONTHLY;BYSETPOS=1", "position_alone", "FREQ=MONTHLY"),
      ("20260302T090000", "FREQ=MONTHLY;BYSETPOS=2", "position_alone", nil),
      ("20260302", "FREQ=DAILY;BYHOUR=9", "time_on_date", "FREQ=DAILY"),
      ("20260302", "FREQ=HOURLY", "time_on_date", nil),
    ])
  func rules(start: String, rule: String, code: String, legal: String?) throws {
    let kind = start.count == 8 ? ";VALUE=DATE" : ""
    for property in ["RRULE", "EXRULE"] {
      let text = event("DTSTART\(kind):\(start)", "RRULE:FREQ=DAILY", "\(property):\(rule)")
      let document = try ICSDocument(parsing: text)
      #expect(told(document) == ["9 warning \(code) 1 \(property)"])
      #expect(document.text == text)
      #expect(document.text(.normalized).contains("\r\n\(property):\(legal ?? rule)\r\n"))
    }
  }

  @Test("Several parts are reported one by one, each with its repair")
  func severalParts() throws {
    let document = try ICSDocument(
      parsing: event("DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=WEEKLY;BYDAY=1MO;BYMONTHDAY=2;BYHOUR=9"))
    #expect(
      document.diagnostics.map(\.repair) == [
        "ignored: a date has no time of day", "read without the numbers, as BYDAY=MO",
        "read as a limit: what is not in BYMONTHDAY is no instance",
      ])
    #expect(document.text(.normalized).contains("\r\nRRULE:FREQ=WEEKLY;BYDAY=MO;BYMONTHDAY=2\r\n"))
  }

  /// §3.6: "The PRODID and VERSION calendar properties … both MUST appear".
  @Test("A calendar without VERSION or PRODID")
  func requiredProperties() throws {
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000", "END:VEVENT",
    ]
    func read(_ lines: [String]) throws -> [String] {
      let bytes = Array(lines.joined(separator: "\r\n").utf8)
      let document = try ICSDocument(parsing: bytes)
      var stream = ICSStream()
      stream.append(bytes)
      stream.finish()
      while try stream.next() != nil {}
      #expect(Set(stream.takeDiagnostics()) == Set(document.diagnostics))
      return told(document)
    }
    #expect(
      try read(["", "BEGIN:VCALENDAR"] + event + ["END:VCALENDAR"]) == [
        "2 note missing_property  VERSION", "2 note missing_property  PRODID",
      ])
    #expect(
      try read(["BEGIN:VCALENDAR"] + event + ["PRODID:x", "END:VCALENDAR"])
        == ["1 note missing_property  VERSION"])
    #expect(
      try read(["BEGIN:VCALENDAR", "PRODID:x", "VERSION:1.0"] + event + ["END:VCALENDAR"])
        == ["3 note unknown_value  VERSION"])
    #expect(try read(["BEGIN:VCALENDAR", "PRODID:x", "VERSION:1.0;2.0"] + event + ["END:VCALENDAR"]) == [])
    #expect(try read(event) == ["1 warning outside_calendar 1 "])
  }

  /// §3.2.17, §3.8.6.3, §3.8.2.4.
  @Test(
    "Values and properties that something else asks for",
    arguments: [
      (
        ["BEGIN:VEVENT", "DTSTART:20260302T090000", "ATTENDEE;RSVP=MAYBE:mailto:a@b.example"],
        "unknown_value ATTENDEE"
      ),
      (["BEGIN:VEVENT", "DTSTART:20260302T090000", "ATTENDEE;RSVP=false:mailto:a@b.example"], ""),
      (
        ["BEGIN:VEVENT", "DTSTART:20260302T090000", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x"]
          + ["TRIGGER;VALUE=DATE-TIME:20260302T080000", "END:VALARM"], "not_utc TRIGGER"
      ),
      (["BEGIN:VTODO", "RRULE:FREQ=DAILY"], "missing_start DTSTART"),
      (["BEGIN:VTODO", "DUE:20260302T090000", "RRULE:FREQ=DAILY"], ""),
      (["BEGIN:VJOURNAL", "RRULE:FREQ=DAILY"], "missing_start DTSTART"),
    ])
  func values(lines: [String], expected: String) throws {
    let end = lines[0].replacing("BEGIN", with: "END")
    let text = calendar([lines[0], "UID:1", "DTSTAMP:20260101T000000Z"] + lines.dropFirst() + [end])
    let document = try ICSDocument(parsing: text)
    let told = document.diagnostics.filter { $0.severity == .warning && $0.uid == "1" }
    #expect(told.map { "\($0.code.rawValue) \($0.property)" } == (expected.isEmpty ? [] : [expected]))
    #expect(document.diagnostics.count == told.count)
  }

  @Test("A local trigger is read as UTC")
  func localTrigger() throws {
    let document = try ICSDocument(
      parsing: event(
        "DTSTART:20260302T090000", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x",
        "TRIGGER;VALUE=DATE-TIME:20260302T080000", "END:VALARM"))
    #expect(try document.onlyEvent().alarms.map(\.trigger) == [.absolute(try utc("2026-03-02T08:00"))])
    #expect(document.diagnostics.map(\.repair) == ["read as UTC"])
  }

  /// §3.6.1 to §3.6.3 list what each component may have.
  @Test("Properties of other kinds of items are kept and reported")
  func misplaced() throws {
    let text = calendar([
      "BEGIN:VJOURNAL", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000",
      "DTEND:20260302T100000",
      "GEO:1;2", "PRIORITY:1", "LOCATION:Hall", "END:VJOURNAL", "BEGIN:VTODO", "UID:2",
      "DTSTAMP:20260101T000000Z", "DTEND:20260302T100000", "PRIORITY:1", "END:VTODO", "BEGIN:VEVENT", "UID:3",
      "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000", "DUE:20260302T100000", "GEO:1;2", "END:VEVENT",
    ])
    let document = try ICSDocument(parsing: text)
    #expect(
      told(document) == [
        "8 note misplaced_property 1 DTEND", "9 note misplaced_property 1 GEO",
        "10 note misplaced_property 1 PRIORITY", "11 note misplaced_property 1 LOCATION",
        "16 note misplaced_property 2 DTEND", "23 note misplaced_property 3 DUE",
      ])
    #expect(document.text == text)
  }
}
