import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// Each TZID is defined once in a calendar (RFC 5545 §3.8.3.1); merged files define some twice.
@Suite("VTIMEZONEs that say different things")
struct RepeatedZoneTests {
  private func fixed(_ offset: String, tzid: String = "Our Office", from start: String = "19700101")
    -> [String]
  {
    [
      "BEGIN:VTIMEZONE", "TZID:" + tzid, "BEGIN:STANDARD", "DTSTART:\(start)T000000",
      "TZOFFSETFROM:" + offset,
      "TZOFFSETTO:" + offset, "END:STANDARD", "END:VTIMEZONE",
    ]
  }

  private func event(in tzid: String = "Our Office") -> [String] {
    [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\(tzid):20260702T090000",
      "END:VEVENT",
    ]
  }

  @Test("Of two VTIMEZONEs with one TZID the first is used; the other is reported if it differs")
  func twice() throws {
    for lines in [
      fixed("+0500") + fixed("+0600") + event(), fixed("+0500") + event() + fixed("+0600"),
      event() + fixed("+0500") + fixed("+0600"),
    ] {
      let document = try ICSDocument(parsing: calendar(lines))
      #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T04:00")))
      let told = try #require(document.diagnostics.last)
      #expect(document.codes == ["zone_differs"])
      #expect(told.severity == .warning && told.property == "TZID")
      let definitions = document.text.split(separator: "\r\n").enumerated()
        .filter { $0.element == "BEGIN:VTIMEZONE" }.map { $0.offset + 1 }
      #expect(told.line == definitions[1])
      #expect(told.repair == "the definition on line \(definitions[0]) is used")
    }
  }

  @Test("Documents that are read with the same options have zones of their own")
  func sharedOptions() throws {
    let options = ICSOptions()
    for (offset, hour) in [("+0500", "04"), ("+0600", "03"), ("+0500", "04")] {
      let document = try ICSDocument(parsing: calendar(fixed(offset) + event()), options: options)
      #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T\(hour):00")))
    }
  }

  @Test("VTIMEZONEs that are equal, or unused, are not reported")
  func twiceTheSame() throws {
    for lines in [
      fixed("+0500") + fixed("+0500") + event(), fixed("+0500") + fixed("+0500", from: "20200101") + event(),
      fixed("+0500") + fixed("+0600") + event(in: "Asia/Tokyo"),
      // One that says nothing says nothing else.
      fixed("+0500") + ["BEGIN:VTIMEZONE", "TZID:Our Office", "END:VTIMEZONE"] + event(),
    ] {
      let document = try ICSDocument(parsing: calendar(lines))
      #expect(!document.codes.contains("zone_differs"), "\(document.diagnostics)")
    }
  }

  @Test("An IANA name takes precedence over the second VTIMEZONE as over the first")
  func twiceNamed() throws {
    let lines =
      fixed("+0900", tzid: "Asia/Tokyo") + fixed("+0600", tzid: "Asia/Tokyo") + event(in: "Asia/Tokyo")
    let document = try ICSDocument(parsing: calendar(lines))
    #expect(document.codes == ["zone_differs"])
    #expect(document.diagnostics.map(\.severity) == [.note])
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T00:00")))
  }

  @Test(
    "A VTIMEZONE takes precedence over the offset that its name states; the difference is reported",
    arguments: [("+0500", ["zone_differs"]), ("+0200", [])])
  func misnomer(offset: String, codes: [String]) throws {
    let lines = fixed(offset, tzid: "GMT+2") + event(in: "GMT+2")
    let document = try ICSDocument(parsing: calendar(lines))
    #expect(document.codes == codes)
    let hours = offset == "+0500" ? "04:00" : "07:00"
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T" + hours)))
  }
}
