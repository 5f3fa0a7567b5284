import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// Outlook calls every zone that somebody made "Customized Time Zone"; a name of the zone database means that zone,
/// whatever a VTIMEZONE says.
@Suite("Several zones of one name")
struct ZonesOfOneNameTests {
  private static let name = "Customized Time Zone"

  /// A file in which one event begins at noon.
  private func file(uid: String, tzid: String = name, offset: String) throws -> ICSDocument {
    try ICSDocument(
      parsing: calendar([
        "BEGIN:VTIMEZONE", "TZID:\(tzid)", "BEGIN:STANDARD", "DTSTART:16010101T000000",
        "TZOFFSETFROM:\(offset)",
        "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:\(uid)",
        "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\(tzid):20260701T120000", "END:VEVENT",
      ]))
  }

  private func starts(_ document: ICSDocument) -> [String: Instant] {
    let items = document.calendars.flatMap { Array($0.items) }
    return Dictionary(
      uniqueKeysWithValues: items.compactMap { item in
        item.start.map { (item.uid, $0.instant(in: .utc)) }
      })
  }

  @Test("Documents that are read with the same options state the same as each read alone")
  func sharedDefinitions() throws {
    let shared = ICSOptions()
    func text(_ offset: String, after lines: [String] = []) -> String {
      calendar(
        lines + [
          "BEGIN:VTIMEZONE", "TZID:Europe/Madrid", "BEGIN:STANDARD", "DTSTART:16010101T000000",
          "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
          "UID:a", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Madrid:20260701T120000", "END:VEVENT",
        ])
    }
    // Offsets that differ from those of the name, are invalid, or are right; on other lines in the last ones.
    let offsets = ["+0300", "+0300", "+03:00", "+03:00", "3", "3", "+0200", "+0200"]
    let texts = offsets.map { text($0) } + offsets.map { text($0, after: ["X-A:1", "X-B:2"]) }
    for text in texts {
      let (one, other) = (
        try ICSDocument(parsing: text, options: shared), try ICSDocument(parsing: text, options: ICSOptions())
      )
      #expect(one.diagnostics == other.diagnostics)
      #expect(starts(one) == starts(other))
    }
  }

  @Test("What comes into a file keeps its instant; the other zone gets a name of its own")
  func intoAFile() throws {
    var document = try file(uid: "a", offset: "+0300")
    let other = try file(uid: "b", offset: "-0400")
    try document.calendars[0].add(
      #require(other.calendars[0].item(uid: "b")), at: Instant(secondsSinceEpoch: 1_767_225_600))
    let expected = [
      "a": try Instant("2026-07-01T09:00:00Z"), "b": try Instant("2026-07-01T16:00:00Z"),
    ]
    for style in [ICSDocument.Style.asRead, .normalized] {
      let again = try ICSDocument(parsing: document.bytes(style))
      #expect(starts(again) == expected)
      #expect(again.text.split(separator: "\r\n").filter { $0 == "BEGIN:VTIMEZONE" }.count == 2)
    }
    #expect(document.text.contains("DTSTART;TZID=Customized Time Zone 2:20260701T120000"))
  }

  @Test(
    "The same zone from another file is not defined twice, nor is one that the file defines and does not use")
  func sameRules() throws {
    var document = try file(uid: "a", offset: "+0300")
    let change = try document.calendars[0].remove(uid: "a", kind: .event)
    #expect(!change.isEmpty)
    let others = try [file(uid: "b", offset: "+0300"), file(uid: "c", offset: "+0300")]
    for other in others {
      try document.calendars[0].add(
        #require(other.calendars[0].items.first { _ in true }), at: Instant(secondsSinceEpoch: 1_767_225_600))
    }
    #expect(document.text.split(separator: "\r\n").filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
    #expect(
      try starts(ICSDocument(parsing: document.text)).values.allSatisfy {
        $0 == (try? Instant("2026-07-01T09:00:00Z"))
      })
  }

  @Test("A zone defined by a user under a name of the zone database is written under another")
  func databaseName() throws {
    let own = Zone(offset: 5 * 3600, name: "Europe/Berlin")
    let start = ZonedDateTime(try CivilDateTime("2026-07-01T09:00"), in: own)
    var calendar = EventCalendar()
    calendar.insert(Event("A", at: start, uid: "a"))
    let document = ICSDocument([calendar])
    for style in [ICSDocument.Style.asRead, .normalized] {
      let again = try ICSDocument(parsing: document.bytes(style))
      #expect(starts(again) == ["a": try Instant("2026-07-01T04:00:00Z")])
    }
  }

  @Test("Entries of a JSCalendar group keep the zones that each defines (RFC 8984 §4.7.2)")
  func jsCalendar() throws {
    func entry(_ uid: String, _ offset: String) -> String {
      """
      {"@type":"Event","uid":"\(uid)","updated":"2026-01-01T00:00:00Z","start":"2026-07-01T09:00:00",
       "timeZone":"/z","timeZones":{"/z":{"@type":"TimeZone","tzId":"z","standard":[{"@type":"TimeZoneRule",
       "start":"2020-01-01T00:00:00","offsetFrom":"\(offset)","offsetTo":"\(offset)"}]}}}
      """
    }
    let text =
      "{\"@type\":\"Group\",\"uid\":\"g\",\"updated\":\"2026-01-01T00:00:00Z\",\"entries\":["
      + entry("a", "+05:00") + "," + entry("b", "-03:00") + "]}"
    let document = try ICSDocument(jsCalendar: text.utf8)
    let expected = [
      "a": try Instant("2026-07-01T04:00:00Z"), "b": try Instant("2026-07-01T12:00:00Z"),
    ]
    #expect(starts(document) == expected)
    #expect(starts(try ICSDocument(parsing: document.bytes(.normalized))) == expected)
  }
}

@Suite("A TZID without a zone")
struct UnknownZoneTests {
  private let lines = [
    "BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Foo/Bar:20260302T090000",
    "DTEND;TZID=Foo/Bar:20260302T100000", "SUMMARY:A", "END:VEVENT",
  ]

  @Test("goes with the item into other files, and not into what opens anywhere")
  func taken() throws {
    let item = try ICSDocument(parsing: calendar(lines)).onlyItem()
    #expect(item.start == .floating(try CivilDateTime("2026-03-02T09:00")))
    var calendar = EventCalendar()
    calendar.insert(item)
    let document = ICSDocument([calendar])
    #expect(document.text.contains("DTSTART;TZID=Foo/Bar:20260302T090000\r\n"))
    #expect(document.text.contains("DTEND;TZID=Foo/Bar:20260302T100000\r\n"))
    #expect(document.text(.normalized).contains("DTSTART:20260302T090000\r\n"))
    #expect(try ICSDocument(parsing: document.text).onlyItem() == item)
  }

  @Test("goes with exceptions and additions too")
  func exceptions() throws {
    let dates = [
      "RRULE:FREQ=DAILY;COUNT=4", "EXDATE;TZID=Foo/Bar:20260303T090000",
      "RDATE;TZID=Foo/Bar:20260402T090000",
    ]
    let item = try ICSDocument(parsing: calendar(lines.dropLast() + dates + lines.suffix(1))).onlyItem()
    var target = EventCalendar()
    target.insert(item)
    let document = ICSDocument([target])
    for line in dates { #expect(document.text.contains(line + "\r\n")) }
    #expect(try ICSDocument(parsing: document.text).onlyItem() == item)
    let third = ItemID(uid: "a", recurrenceID: .floating(try CivilDateTime("2026-03-04T09:00")))
    try target.delete(third, scope: .this, at: nil)
    #expect(ICSDocument([target]).text.contains("EXDATE;TZID=Foo/Bar:20260303T090000,20260304T090000\r\n"))
    #expect(ICSDocument([target]).text(.normalized).contains("EXDATE:20260303T090000,20260304T090000\r\n"))
  }

  @Test("goes when the time gets a zone, and stays when it gets another hour")
  func changed() throws {
    var document = try ICSDocument(parsing: calendar(lines))
    var event = try document.onlyEvent()
    event.extent = .implied
    event.start = .floating(try CivilDateTime("2026-03-02T08:00"))
    try document.calendars[0].update(event, at: nil)
    #expect(document.text.contains("DTSTART;TZID=Foo/Bar:20260302T080000\r\n"))
    event.start = .zoned(ZonedDateTime(try CivilDateTime("2026-03-02T08:00"), in: try Zone("Europe/Madrid")))
    try document.calendars[0].update(event, at: nil)
    #expect(document.text.contains("DTSTART;TZID=Europe/Madrid:20260302T080000\r\n"))
    event.start = .date(try CivilDate("2026-03-02"))
    try document.calendars[0].update(event, at: nil)
    #expect(document.text.contains("DTSTART;VALUE=DATE:20260302\r\n"))
  }
}
