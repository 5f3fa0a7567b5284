import AlmanacEvents
import AlmanacICS
import Foundation
import Testing

@Suite("jCal")
struct JCalTests {
  private func json(_ text: String) throws -> NSArray {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSArray)
  }

  /// RFC 7265, appendix B.1 and B.2.
  private let examples: [(iCalendar: [String], jCal: String)] = [
    (
      [
        "BEGIN:VCALENDAR", "CALSCALE:GREGORIAN", "PRODID:-//Example Inc.//Example Calendar//EN",
        "VERSION:2.0", "BEGIN:VEVENT", "DTSTAMP:20080205T191224Z", "DTSTART;VALUE=DATE:20081006",
        "SUMMARY:Planning meeting", "UID:4088E990AD89CB3DBB484909", "END:VEVENT", "END:VCALENDAR",
      ],
      #"""
      ["vcalendar",
        [["calscale", {}, "text", "GREGORIAN"],
         ["prodid", {}, "text", "-\/\/Example Inc.\/\/Example Calendar\/\/EN"],
         ["version", {}, "text", "2.0"]],
        [["vevent",
          [["dtstamp", {}, "date-time", "2008-02-05T19:12:24Z"], ["dtstart", {}, "date", "2008-10-06"],
           ["summary", {}, "text", "Planning meeting"], ["uid", {}, "text", "4088E990AD89CB3DBB484909"]],
          []]]]
      """#
    ),
    (
      [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example Corp.//Example Client//EN", "BEGIN:VTIMEZONE",
        "LAST-MODIFIED:20040110T032845Z", "TZID:US/Eastern", "BEGIN:DAYLIGHT", "DTSTART:20000404T020000",
        "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4", "TZNAME:EDT", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400",
        "END:DAYLIGHT", "END:VTIMEZONE", "BEGIN:VEVENT", "DTSTAMP:20060206T001121Z",
        "DTSTART;TZID=US/Eastern:20060102T120000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=5",
        "RDATE;TZID=US/Eastern;VALUE=PERIOD:20060102T150000/PT2H", "SUMMARY:Event #2",
        "UID:12345@example.com",
        "END:VEVENT", "END:VCALENDAR",
      ],
      #"""
      ["vcalendar",
        [["version", {}, "text", "2.0"], ["prodid", {}, "text", "-//Example Corp.//Example Client//EN"]],
        [["vtimezone",
          [["last-modified", {}, "date-time", "2004-01-10T03:28:45Z"], ["tzid", {}, "text", "US/Eastern"]],
          [["daylight",
            [["dtstart", {}, "date-time", "2000-04-04T02:00:00"],
             ["rrule", {}, "recur", {"freq": "YEARLY", "byday": "1SU", "bymonth": 4}],
             ["tzname", {}, "text", "EDT"], ["tzoffsetfrom", {}, "utc-offset", "-05:00"],
             ["tzoffsetto", {}, "utc-offset", "-04:00"]], []]]],
         ["vevent",
          [["dtstamp", {}, "date-time", "2006-02-06T00:11:21Z"],
           ["dtstart", {"tzid": "US/Eastern"}, "date-time", "2006-01-02T12:00:00"],
           ["duration", {}, "duration", "PT1H"], ["rrule", {}, "recur", {"freq": "DAILY", "count": 5}],
           ["rdate", {"tzid": "US/Eastern"}, "period", ["2006-01-02T15:00:00", "PT2H"]],
           ["summary", {}, "text", "Event #2"], ["uid", {}, "text", "12345@example.com"]], []]]]
      """#
    ),
  ]

  @Test("The examples of RFC 7265, both ways")
  func rfcExamples() throws {
    for example in examples {
      let text = example.iCalendar.joined(separator: "\r\n") + "\r\n"
      let document = try ICSDocument(parsing: text)
      #expect(try json(document.jCal) == json(example.jCal))
      let read = try ICSDocument(jCal: Array(example.jCal.utf8))
      #expect(read.calendars == document.calendars)
      #expect(try json(read.jCal) == json(example.jCal))
    }
  }

  @Test("Structured and typed values of RFC 7265 §3.4 and §3.6")
  func values() throws {
    let text = event(
      "DTSTART:20260302T100000Z", "GEO:37.386013;-122.082932", "REQUEST-STATUS:2.0;Success",
      "CATEGORIES:a\\,b,c",
      "ATTENDEE;DELEGATED-TO=\"mailto:a@x.org\",\"mailto:b@x.org\":mailto:c@x.org", "X-FOO:a\\,b;c",
      "PRIORITY:2",
      "X-TRUE;VALUE=BOOLEAN:TRUE", "ATTACH;VALUE=BINARY;ENCODING=BASE64:AAEC")
    let jCal = try ICSDocument(parsing: text).jCal
    for part in [
      #"["geo",{},"float",[37.386013,-122.082932]]"#, #"["request-status",{},"text",["2.0","Success"]]"#,
      #"["categories",{},"text","a,b","c"]"#,
      #"["attendee",{"delegated-to":["mailto:a@x.org","mailto:b@x.org"]},"cal-address","mailto:c@x.org"]"#,
      #"["x-foo",{},"unknown","a\\,b;c"]"#, #"["priority",{},"integer",2]"#, #"["x-true",{},"boolean",true]"#,
      // The type says how the bytes are written (RFC 7265 §3.6.1).
      #"["attach",{},"binary","AAEC"]"#,
    ] {
      #expect(jCal.contains(part), "\(part)")
    }
  }

  @Test("Values of lists and of X- properties that give a type have its form, each of several")
  func typedValues() throws {
    let lines = [
      "X-NUMBERS;VALUE=INTEGER:5,6", "X-CLOCK;VALUE=TIME:123000Z", "X-DAYS;VALUE=DATE:20260302,20260303",
      "X-HEIGHT;VALUE=FLOAT:1.5", "LOCATION-TYPE:bar,a\\,b",
    ]
    let text = calendar(["BEGIN:VEVENT", "UID:1", "DTSTART:20260302T100000Z"] + lines + ["END:VEVENT"])
    let jCal = try ICSDocument(parsing: text).jCal
    for part in [
      #"["x-numbers",{},"integer",5,6]"#, #"["x-clock",{},"time","12:30:00Z"]"#,
      #"["x-days",{},"date","2026-03-02","2026-03-03"]"#, #"["x-height",{},"float",1.5]"#,
      #"["location-type",{},"text","bar","a,b"]"#,
    ] {
      #expect(jCal.contains(part), "\(part)")
    }
    let again = try ICSDocument(jCal: Array(jCal.utf8))
    for line in lines { #expect(again.text.contains("\r\n\(line)\r\n")) }
  }

  @Test(
    "Numbers keep their digits, in JSON's form (RFC 8259 §6); other values are text",
    arguments: [
      ("X-A;VALUE=INTEGER:9007199254740993", #"["x-a",{},"integer",9007199254740993]"#),
      ("X-A;VALUE=INTEGER:123456789012345678901", #"["x-a",{},"integer",123456789012345678901]"#),
      ("X-A;VALUE=INTEGER:+007", #"["x-a",{},"integer",7]"#),
      ("X-A;VALUE=FLOAT:-0.10", #"["x-a",{},"float",-0.10]"#),
      ("X-A;VALUE=FLOAT:5.", #"["x-a",{},"float",5]"#),
      ("X-A;VALUE=FLOAT:1.2.3", #"["x-a",{},"float","1.2.3"]"#),
      ("X-A;VALUE=FLOAT:-", #"["x-a",{},"float","-"]"#),
      ("X-A;VALUE=BOOLEAN:false", #"["x-a",{},"boolean",false]"#),
      ("X-A;VALUE=BOOLEAN:perhaps", #"["x-a",{},"boolean","perhaps"]"#),
    ])
  func numbers(_ line: String, _ expected: String) throws {
    let jCal = try ICSDocument(parsing: event("DTSTART:20260302T100000Z", line)).jCal
    #expect(jCal.contains(expected))
  }

  @Test("Bytes that do not say how they are written are in Base64, and say so in iCalendar")
  func binary() throws {
    // RFC 7265 §3.6.1.
    let jCal =
      #"["vcalendar",[],[["vevent",[["uid",{},"text","1"],["dtstart",{},"date","2026-03-02"],["attach",{},"binary","SGVsbG8gV29ybGQh"]],[]]]]"#
    let document = try ICSDocument(jCal: Array(jCal.utf8))
    #expect(document.text.contains("\r\nATTACH;VALUE=BINARY;ENCODING=BASE64:SGVsbG8gV29ybGQh\r\n"))
    #expect(try document.onlyEvent().attachments.map(\.content) == [.bytes(Array("Hello World!".utf8))])
  }

  @Test("Bytes whose type is not stated are of type binary, without a parameter for their encoding")
  func encoding() throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:20260302T100000Z", "ATTACH;FMTTYPE=a/b;ENCODING=BASE64:SGVsbG8gV29ybGQh"))
    let jCal = document.jCal
    #expect(jCal.contains(#"["attach",{"fmttype":"a/b"},"binary","SGVsbG8gV29ybGQh"]"#))
    #expect(try ICSDocument(jCal: Array(jCal.utf8)).onlyEvent() == document.onlyEvent())
  }

  @Test(
    "Texts of unknown properties keep their commas, those between values and those within them",
    arguments: [
      ("a,b", #""a","b""#), ("a\\,b", #""a,b""#), ("a\\,b,c", #""a,b","c""#), ("a,,b", #""a","","b""#),
      ("", #""""#),
    ])
  func unknownTexts(value: String, expected: String) throws {
    let line = "X-MULTI;VALUE=TEXT:" + value
    var text = event("DTSTART:20260302T100000Z", line)
    for _ in 0..<3 {
      let jCal = try ICSDocument(parsing: text).jCal
      #expect(jCal.contains(#"["x-multi",{},"text",\#(expected)]"#))
      text = try ICSDocument(jCal: Array(jCal.utf8)).text
      #expect(text.contains("\r\n\(line)\r\n"))
    }
  }

  @Test("Every file of the corpus round-trips through jCal")
  func corpus() throws {
    let options = ICSOptions(uids: .seeded(1))
    for folder in ["Tests/AlmanacICSTests/Corpus", "Examples/Data"] {
      for file in try files(in: folder) {
        let document = try ICSDocument(parsing: file.bytes, options: options)
        let again = try ICSDocument(jCal: Array(document.jCal.utf8), options: options)
        #expect(again.calendars.map(\.name) == document.calendars.map(\.name), "\(file.name)")
        // Lines that are none have no place in jCal; values that broke their type are mended.
        guard !document.diagnostics.contains(where: { $0.severity > .note }) else { continue }
        #expect(
          again.calendars.map { $0.items.map(\.withoutNames) }
            == document.calendars.map { $0.items.map(\.withoutNames) },
          "\(file.name)")
        #expect(again.jCal == document.jCal, "\(file.name)")
      }
    }
  }

  @Test("The parts of jCal are its text, for one calendar, several and none")
  func parts() throws {
    let texts = ["A", "B", "C"].map {
      event("DTSTART;TZID=Europe/Madrid:20260302T100000", "SUMMARY:\($0) \u{1F382}")
    }
    for count in 0...3 {
      let calendars = try texts.prefix(count).flatMap { try ICSDocument(parsing: $0).calendars }
      for style in [ICSDocument.Style.asRead, .normalized] {
        var parts: [String] = []
        let document = ICSDocument(calendars)
        document.writeJCal(style) { parts.append(String(decoding: $0, as: UTF8.self)) }
        #expect(parts.joined() == document.jCal(style))
        #expect(try json(parts.joined()).count == (count == 1 ? 3 : count))
        #expect(!parts.joined().contains("\u{FFFD}"))
      }
    }
  }

  @Test("A document made of calendars has the jCal of its text")
  func newDocuments() throws {
    for file in try files(in: "Tests/AlmanacICSTests/Corpus") {
      let document = ICSDocument(try ICSDocument(parsing: file.bytes).calendars)
      #expect(document.jCal == (try ICSDocument(parsing: document.bytes)).jCal, "\(file.name)")
    }
  }

  @Test(
    "Input that is not jCal is refused, with its position",
    arguments: [
      "", "{", "[", #"["vcalendar"]"#, #"["vcalendar",[],[],"#, "null", "[1,2,3]",
      String(repeating: "[", count: 100_000),
    ])
  func refused(text: String) {
    #expect(throws: ICSError.self) { try ICSDocument(jCal: Array(text.utf8)) }
  }

  @Test("A word with escapes is the text that both forms state (RFC 5545 §3.3.11, RFC 7265 §3.6)")
  func escapedWords() throws {
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nMETHOD:X-A\\,B\r\nBEGIN:VEVENT\r\nUID:1\r\n\
      DTSTAMP:20260101T000000Z\r\nDTSTART:20260310T100000Z\r\nBEGIN:VALARM\r\nTRIGGER:-PT15M\r\n\
      ACTION:DISP\\AY\r\nEND:VALARM\r\nEND:VEVENT\r\nBEGIN:VAVAILABILITY\r\nUID:2\r\n\
      DTSTAMP:20260101T000000Z\r\nBUSYTYPE:X-\\;C\r\nEND:VAVAILABILITY\r\nEND:VCALENDAR\r\n
      """
    let document = try ICSDocument(parsing: text)
    let calendar = try #require(document.calendars.first)
    let item = try #require(calendar.item(uid: "1"))
    #expect(calendar.method == "X-A,B")
    #expect(calendar.availabilities.map { $0.busyKind?.rawValue } == ["X-;C"])
    #expect(item.alarms.map { $0.action.rawValue } == [#"DISP\AY"#])
    let texts = [document.text, ICSDocument([calendar]).text]
    for document in try texts.map({ try ICSDocument(parsing: $0) })
      + [ICSDocument(jCal: Array(document.jCal.utf8))]
    {
      let again = try #require(document.calendars.first)
      #expect(again.method == calendar.method && again.availabilities == calendar.availabilities)
      #expect(again.item(uid: "1")?.alarms == item.alarms)
    }
  }

  @Test("Nothing in a text can begin a line")
  func injection() throws {
    let text =
      #"["vcalendar",[],[["vevent",[["uid",{},"text","1"],["dtstart",{},"date","2026-03-02"],["summary",{"language":"a\r\nX-B:1"},"text","a\r\nX-C:1"],["x-d",{},"unknown","e\r\nX-F:1"],["url",{},"uri","g\nX-H:1"]],[]]]]"#
    let document = try ICSDocument(jCal: Array(text.utf8))
    #expect(
      !document.text.contains("\nX-B") && !document.text.contains("\nX-C") && !document.text.contains("\nX-F")
    )
    #expect(!document.text.contains("\nX-H"))
  }
}

extension Item {
  /// jCal has names of properties in one case only.
  fileprivate var withoutNames: Item {
    var item = self
    for index in item.unmodelled.properties.indices {
      item.unmodelled.properties[index].name = item.unmodelled.properties[index].name.uppercased()
      item.unmodelled.properties[index].parameters = item.unmodelled.properties[index].parameters.filter {
        $0.name != "VALUE"
      }
    }
    return item
  }
}
