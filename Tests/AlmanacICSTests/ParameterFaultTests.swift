import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import Testing

/// RFC 5545 §3.2: a comma in a value needs quotes, and no parameter occurs twice; sabre/vobject and icalendar of Python read the
/// name of each person below as a whole.
@Suite("Parameters that the RFCs do not allow")
struct ParameterFaultTests {
  private static let people = [
    "ORGANIZER;CN=Müller, Anna:mailto:anna@example.org",
    #"ATTENDEE;CN=Doe, John;MEMBER="mailto:g1@example.org";MEMBER="mailto:g2@example.org";X-A=1;X-A=2:mailto:john@example.org"#,
  ]

  private func document() throws -> ICSDocument {
    try ICSDocument(parsing: event("DTSTART:20260302T090000Z", Self.people[0], Self.people[1]))
  }

  @Test("Names keep their commas, lists have all values, and each fault is reported with its line")
  func model() throws {
    let document = try document()
    let event = try document.onlyEvent()
    #expect(event.organizer?.name == "Müller, Anna")
    #expect(event.attendees.map(\.name) == ["Doe, John"])
    #expect(event.attendees[0].groups == ["mailto:g1@example.org", "mailto:g2@example.org"])
    #expect(event.attendees[0].parameters == [Parameter("X-A", ["1", "2"])])
    #expect(
      document.diagnostics.map { "\($0.line) \($0.code.rawValue) \($0.uid) \($0.property)" } == [
        "8 unquoted_comma 1 ORGANIZER", "9 unquoted_comma 1 ATTENDEE", "9 repeated_parameter 1 ATTENDEE",
        "9 repeated_parameter 1 ATTENDEE",
      ])
    #expect(document.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test("Normalized, as jCal and as JSCalendar the same is written, without faults")
  func forms() throws {
    let document = try document()
    let forms = [
      try ICSDocument(parsing: document.text(.normalized)), try ICSDocument(jCal: document.jCal.utf8),
      try ICSDocument(jCal: document.jCal(.normalized).utf8),
      try ICSDocument(jsCalendar: Array(document.jsCalendar().utf8)),
    ]
    for form in forms {
      #expect(try form.onlyEvent().organizer == document.onlyEvent().organizer)
      #expect(try form.onlyEvent().attendees == document.onlyEvent().attendees)
      #expect(form.codes == [])
    }
  }

  @Test("Of a parameter with one value the first is used, and the other reported")
  func single() throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "ATTENDEE;CN=a;CN=b:mailto:john@example.org"))
    #expect(try document.onlyEvent().attendees.map(\.name) == ["a"])
    #expect(document.diagnostics.map(\.repair) == ["the first is used"])
  }

  @Test("jCal of a program that divided a name is joined and reported")
  func jCal() throws {
    let document = try ICSDocument(
      jCal: Array(
        #"""
        ["vcalendar", [["version", {}, "text", "2.0"], ["prodid", {}, "text", "x"]], [["vevent", [
          ["uid", {}, "text", "1"], ["dtstamp", {}, "date-time", "2026-01-01T00:00:00Z"],
          ["dtstart", {}, "date-time", "2026-03-02T09:00:00Z"],
          ["attendee", {"cn": ["Doe", " John"]}, "cal-address", "mailto:john@example.org"]], []]]]
        """#.utf8))
    #expect(try document.onlyEvent().attendees.map(\.name) == ["Doe, John"])
    #expect(document.diagnostics.map { "\($0.line) \($0.code.rawValue)" } == ["4 bad_parameter"])
  }

  @Test("The name of Apple's place keeps its commas")
  func place() throws {
    let document = try ICSDocument(
      parsing: event(
        "DTSTART:20260302T090000Z",
        "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Café, Barcelona:geo:41.387200,2.170100"))
    #expect(try document.onlyEvent().location == "Café, Barcelona")
    #expect(document.codes == [])
  }

  @Test(
    "Types and encodings that are missing or that no RFC has are reported, and the value is read",
    arguments: [
      ("SUMMARY;ENCODING=QUOTED-PRINTABLE:M=C3=BCnchen", "unknown_value"),
      ("RDATE;VALUE=PERIOD:20260305T110000Z", "time_form"), ("RDATE:20260306T110000Z/PT3H", "time_form"),
      ("RDATE;VALUE=DATE-TIME:20260311", "time_form"), ("CONFERENCE:https://example.org/", "bad_parameter"),
      ("IMAGE:https://example.org/a.png", "bad_parameter"),
    ])
  func types(line: String, code: String) throws {
    let document = try ICSDocument(parsing: event("DTSTART:20260302T090000Z", line))
    #expect(
      document.diagnostics.map { "\($0.line) \($0.severity) \($0.code.rawValue)" } == ["8 warning \(code)"])
    #expect(!document.diagnostics[0].repair.isEmpty)
    let event = try document.onlyEvent()
    #expect(
      event.summary == "M=C3=BCnchen" || event.recurrence.additions.count == 1 || event.conferences.count == 1
        || event.images.count == 1)
  }

  @Test(
    "Types and encodings that are stated as the RFCs have them are not reported",
    arguments: [
      "SUMMARY;ENCODING=8BIT:a", "RDATE;VALUE=PERIOD:20260305T110000Z/PT1H", "RDATE:20260306T110000Z",
      "RDATE;VALUE=DATE-TIME:20260311T090000Z", "RDATE;VALUE=DATE:20260311",
      "CONFERENCE;VALUE=URI:https://example.org/", "IMAGE;VALUE=URI:https://example.org/a.png",
      "IMAGE;VALUE=BINARY;ENCODING=BASE64:QUJD",
    ])
  func legalTypes(line: String) throws {
    #expect(try ICSDocument(parsing: event("DTSTART:20260302T090000Z", line)).codes == [])
  }
}
