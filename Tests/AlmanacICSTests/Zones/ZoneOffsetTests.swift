import AlmanacEvents
import AlmanacTime
import Testing

@testable import AlmanacICS

/// RFC 5545 §3.3.14: a sign, two digits each of hours (00–23), minutes (00–59) and, where there are any, seconds; never
/// -0000.
@Suite("Offsets from UTC in a VTIMEZONE")
struct ZoneOffsetTests {
  private func zone(_ from: String, _ to: String) -> [String] {
    [
      "BEGIN:VTIMEZONE", "TZID:Our Office", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:" + from,
      "TZOFFSETTO:" + to, "END:STANDARD", "END:VTIMEZONE",
    ]
  }

  private let event = [
    "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Our Office:20260702T120000",
    "END:VEVENT",
  ]

  @Test(
    "Legal offsets are read without a diagnostic",
    arguments: [
      ("+0000", 0), ("+0100", 3600), ("-0500", -18_000), ("+0545", 20_700), ("-033015", -12_615),
      ("+2359", 86_340), ("+235959", 86_399), ("+1400", 50_400), ("+000000", 0),
    ])
  func legal(text: String, seconds: Int) throws {
    let document = try ICSDocument(parsing: calendar(zone(text, text) + event))
    #expect(document.diagnostics == [])
    let noon = try utc("2026-07-02T12:00")
    #expect(try document.onlyEvent().start.instant(in: .utc) == noon.adding(seconds: -seconds))
  }

  @Test(
    "An unambiguous offset is read, reported, and written legally",
    arguments: [
      ("+01:00", "+0100"), ("+01:00:00", "+0100"), ("+01", "+0100"), ("+1", "+0100"), ("0100", "+0100"),
      ("01:00", "+0100"),
      ("\u{2212}0100", "-0100"),
      ("-1:30", "-0130"), (" +0100 ", "+0100"), ("-0000", "+0000"), ("-000000", "+0000"), ("+23:59", "+2359"),
    ])
  func repaired(text: String, legal: String) throws {
    let document = try ICSDocument(parsing: calendar(zone(text, text) + event))
    #expect(document.codes == ["bad_value", "bad_value"], "\(document.diagnostics)")
    #expect(document.diagnostics.map(\.property) == ["TZOFFSETFROM", "TZOFFSETTO"])
    let meant = try ICSDocument(parsing: calendar(zone(legal, legal) + event))
    #expect(
      try document.onlyEvent().start.instant(in: .utc) == (try meant.onlyEvent().start.instant(in: .utc)))
    #expect(document.text.contains("TZOFFSETTO:" + text + "\r\n"))
    // A zone of offset 0 is written as UTC, without a VTIMEZONE.
    let written = document.text(.normalized)
    #expect(legal == "+0000" ? written.contains("120000Z") : written.contains("TZOFFSETTO:" + legal + "\r\n"))
  }

  @Test(
    "An invalid offset is reported, and its observance is ignored",
    arguments: [
      "+010", "+0160", "+01000", "+9900", "+2400", "abc", "+ 100", "+01000000", "+", "", "01", "+01:0",
      "+1:2:3",
      "--0100", "+0100Z", "+-100",
    ])
  func refused(text: String) throws {
    for (from, to) in [(text, "+0100"), ("+0100", text)] {
      let document = try ICSDocument(parsing: calendar(zone(from, to) + event))
      #expect(document.codes == ["bad_time_zone", "bad_value", "unknown_zone"], "\(document.diagnostics)")
      #expect(document.diagnostics.allSatisfy { $0.severity == .warning })
      #expect(try document.onlyEvent().start == .floating(CivilDateTime("2026-07-02T12:00")))
      #expect(document.text.contains("TZOFFSETTO:" + to + "\r\n"))
    }
  }

  @Test("The other observances of the VTIMEZONE are used")
  func others() throws {
    var lines = zone("+0500", "+0500")
    lines.insert(
      contentsOf: [
        "BEGIN:DAYLIGHT", "DTSTART:20260401T000000", "TZOFFSETFROM:+0500", "TZOFFSETTO:+0660", "END:DAYLIGHT",
      ], at: 7)
    let document = try ICSDocument(parsing: calendar(lines + event))
    #expect(document.codes == ["bad_value"])
    #expect(document.diagnostics.first?.line == 14)
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T07:00")))
  }

  @Test(
    "In jCal an offset is a text with colons (RFC 7265 §3.6); a number could be minutes or hours",
    arguments: [
      (#""-05:00""#, -18_000 as Int?), (#""+05:45:30""#, 20_730), (#""-0500""#, -18_000), (#""+05""#, 18_000),
      ("-300", nil), ("-1000", nil), (#""+05:60""#, nil), (#""5""#, nil),
    ])
  func jCal(json: String, seconds: Int?) throws {
    let text = """
      ["vcalendar", [["version", {}, "text", "2.0"], ["prodid", {}, "text", "x"]], [
        ["vtimezone", [["tzid", {}, "text", "Our Office"]], [["standard", [
          ["dtstart", {}, "date-time", "1970-01-01T00:00:00"],
          ["tzoffsetfrom", {}, "utc-offset", \(json)], ["tzoffsetto", {}, "utc-offset", \(json)]], []]]],
        ["vevent", [["uid", {}, "text", "1"], ["dtstamp", {}, "date-time", "2026-01-01T00:00:00Z"],
          ["dtstart", {"tzid": "Our Office"}, "date-time", "2026-07-02T12:00:00"]], []]]]
      """
    let document = try ICSDocument(jCal: text.utf8)
    let start = try document.onlyEvent().start
    let noon = try utc("2026-07-02T12:00")
    #expect(start.zone.map { $0.offset(at: noon) } == seconds, "\(document.diagnostics)")
    if seconds == nil { #expect(document.codes.contains("bad_value")) }
  }
}
