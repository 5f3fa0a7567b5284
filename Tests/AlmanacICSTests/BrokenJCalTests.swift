import AlmanacEvents
import AlmanacICS
import Testing

@Suite("jCal that is broken")
struct BrokenJCalTests {
  /// A calendar with one event, each of whose properties stands on a line of its own, from line 5 on.
  private func event(_ properties: String...) -> String {
    let head = [
      #"["vcalendar","#, #" [["version",{},"text","2.0"],["prodid",{},"text","-//T//T//EN"]],"#,
      #" [["vevent",[["uid",{},"text","a@x"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],"#,
      #"  ["dtstart",{},"date","2026-03-02"]"#,
    ]
    let tail = [#"  ],[]]]"#, "]"]
    return (head + properties.map { "  ," + $0 } + tail).joined(separator: "\n")
  }

  private func read(_ text: String) throws -> ICSDocument { try ICSDocument(jCal: Array(text.utf8)) }

  // RFC 7265 §3.4: a property is an array of a name, an object, a type and at least one value.
  @Test(
    "An invalid property is dropped alone, and is reported with its line, UID and name",
    arguments: [
      (#"["summary",{},"text"]"#, "bad_property", "SUMMARY"),
      (#"["summary",{},5,"a"]"#, "bad_property", "SUMMARY"),
      (#"["summary",{}]"#, "bad_property", "SUMMARY"),
      (#"["summary"]"#, "bad_property", "SUMMARY"), ("[]", "bad_property", ""),
      ("null", "bad_property", ""),
      (#"{"summary":"a"}"#, "bad_property", ""), (#""summary""#, "bad_property", ""),
      (#"[5,{},"text","a"]"#, "bad_property", ""), (#"["x y",{},"text","a"]"#, "invalid_name", "X Y"),
      (#"["x\r\ny",{},"text","a"]"#, "invalid_name", "X  Y"), (#"["",{},"text","a"]"#, "invalid_name", ""),
      (#"["summary",{},"text",null]"#, "bad_value", "SUMMARY"),
      (#"["summary",{},"text",{"a":1}]"#, "bad_value", "SUMMARY"),
      (#"["summary",{},"text",[["a"]]]"#, "bad_value", "SUMMARY"),
      (#"["geo",{},"float",[1,null]]"#, "bad_value", "GEO"),
      (#"["x-fl",{},"float",1e500]"#, "bad_value", "X-FL"),
    ])
  func property(json: String, code: String, name: String) throws {
    let text = event(json, #"["location",{},"text","Hall"]"#)
    let document = try read(text)
    let event = try document.onlyEvent()
    #expect(event.uid == "a@x" && event.location == "Hall" && event.summary == "")
    let only = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1)
    #expect(only.code.rawValue == code && only.severity == .error && only.line == 5)
    #expect(only.uid == "a@x" && only.property == name && only.repair == "ignored")
    let error = #expect(throws: ICSError.self) {
      try ICSDocument(jCal: Array(text.utf8), options: .strict)
    }
    #expect(error?.code == .refused && error?.line == 5)
  }

  @Test(
    "An empty list is reported",
    arguments: [#"["categories",{},"text"]"#, #"["categories",{},"text",[]]"#])
  func emptyList(json: String) throws {
    let document = try read(event(json, #"["summary",{},"text","Algebra"]"#))
    #expect(try document.onlyEvent().summary == "Algebra")
    #expect(try document.onlyEvent().categories == [])
    let only = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1)
    #expect(only.severity == .warning && only.line == 5 && only.property == "CATEGORIES")
  }

  @Test("The valid values of a list are read")
  func listWithGap() throws {
    let document = try read(event(#"["categories",{},"text","a",null,"b"]"#))
    #expect(try document.onlyEvent().categories == ["a", "b"])
    #expect(document.diagnostics.map(\.code) == [.badValue])
    #expect(document.diagnostics.first?.repair == "the others are read")
  }

  @Test(
    "Invalid parameters are dropped alone",
    arguments: [
      ("null", Diagnostic.Severity.warning), ("[]", .warning), (#""language=ca""#, .error),
      (#"["a"]"#, .error),
      (#"{"x y":"a"}"#, .error), (#"{"x-a":null}"#, .error), (#"{"x-a":{}}"#, .error),
      (#"{"x-a":[]}"#, .error),
      (#"{"value":"uri"}"#, .warning),
    ])
  func parameters(json: String, severity: Diagnostic.Severity) throws {
    let document = try read(event("[\"summary\",\(json),\"text\",\"Algebra\"]"))
    #expect(try document.onlyEvent().summary == "Algebra")
    let only = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1)
    #expect(only.code == .badParameter && only.severity == severity && only.line == 5)
    #expect(only.uid == "a@x" && only.property == "SUMMARY")
    #expect(document.text.contains("\r\nSUMMARY:Algebra\r\n"))
  }

  @Test("A property named BEGIN or END opens and closes nothing", arguments: ["begin", "END"])
  func balance(name: String) throws {
    let document = try read(
      event("[\"\(name)\",{},\"unknown\",\"VEVENT\"]", #"["location",{},"text","Hall"]"#))
    #expect(try document.onlyEvent().location == "Hall")
    #expect(document.diagnostics.map(\.code) == [.invalidName])
  }

  @Test(
    "An invalid component is dropped alone",
    arguments: [
      "null", "5", "[]", #"["vevent"]"#, #"["vevent",[["uid",{},"text","b"]]]"#, #"["vevent",null,[]]"#,
      #"["vevent",[["uid",{},"text","b"]],null]"#, #"["v event",[],[["vevent",[],[]]]]"#, #"[5,[],[]]"#,
      #"{"vevent":[]}"#,
    ])
  func component(json: String) throws {
    let start = #"["dtstart",{},"date","2026-03-02"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"]"#
    let text = """
      ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","-//T//T//EN"]],[
      ["vevent",[["uid",{},"text","a"],\(start)],[]],
      \(json),
      ["vevent",[["uid",{},"text","c"],\(start)],[
       \(json)]]]]
      """
    let document = try read(text)
    #expect(document.calendars.flatMap { $0.items.map(\.uid) } == ["a", "c"])
    #expect(document.diagnostics.map(\.code) == [.badComponent, .badComponent])
    #expect(document.diagnostics.map(\.line) == [3, 5])
    // What is not a component has no UID, or one of its own; within another it is that one's.
    #expect(document.diagnostics.map(\.uid) == [json.contains(#""b""#) ? "b" : "", "c"])
    let error = #expect(throws: ICSError.self) {
      try ICSDocument(jCal: Array(text.utf8), options: .strict)
    }
    #expect(error?.code == .refused && error?.line == 3)
  }

  @Test("Elements after a component's components are reported")
  func extra() throws {
    let document = try read(
      #"["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","T"]],[],"more"]"#)
    #expect(document.calendars.count == 1)
    #expect(document.diagnostics.map(\.severity) == [.warning])
  }

  @Test("Of several objects, those that are not calendars are reported")
  func several() throws {
    let document = try read(
      """
      [["vcalendar",[["name",{},"text","One"]],[]],
       ["vcard",[],[["vevent",[],[]]]],
       ["vcalendar",[["name",{},"text","Two"]],[]]]
      """)
    #expect(document.calendars.map(\.name) == ["One", "Two"])
    #expect(document.diagnostics.filter { $0.code == .badComponent }.map(\.line) == [2])
  }

  // RFC 7265 §3.2: the first element of a jCal object is "vcalendar".
  @Test(
    "Input that is not jCal is refused with its line",
    arguments: [
      (#"["vcard",[],[]]"#, 1), ("\n\n" + #"["vcard",[["fn",{},"text","A"]],[["vevent",[],[]]]]"#, 3),
      (#"["vcalendar"]"#, 1), ("\n" + #"["vcalendar",null,[]]"#, 2), (#"["vcalendar",[],null]"#, 1),
      (#"["vcalendar",[["version",{},"text","2.0"]]]"#, 1), (#"[["vcard",[],[]]]"#, 1), ("[1,2,3]", 1),
      ("\n\"vcalendar\"", 2), ("[\"vcalendar\",\n[\n", 3), ("[\"vcalendar\",[],[]]\n5", 2), ("\n\n[]", 3),
      (String(repeating: "[", count: 100_000), 1),
    ])
  func refused(text: String, line: Int) throws {
    let error = #expect(throws: ICSError.self) { try ICSDocument(jCal: Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.code == .notJCal || text == "\n\n[]" && error?.code == .empty)
  }

  // MARK: Lines

  @Test("Diagnostics of values have the line of the JSON on which the property begins")
  func lineOfValue() throws {
    let document = try read(event(#"["priority",{},"integer","abc"]"#))
    let only = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1)
    #expect(only.property == "PRIORITY" && only.line == 5 && only.uid == "a@x")
    let error = #expect(throws: ICSError.self) {
      try ICSDocument(
        jCal: Array(event(#"["priority",{},"integer","abc"]"#).utf8), options: .strict)
    }
    #expect(error?.line == 5)
    #expect(error?.expected.contains("line 5: ") == true)
  }

  @Test("Properties over several lines of the JSON, and over several of iCalendar, keep their lines")
  func linesOfFoldsAndSpreads() throws {
    let long = String(repeating: "abc ", count: 100)
    let document = try read(
      event(
        "[\"description\",{},\"text\",\"\(long)\"]",
        "[\n   \"duration\",\n   {},\n   \"duration\",\n   \"long\"\n  ]",
        "[\"comment\",{},\"text\",\"a raw\nbreak\"]", #"["status",{},"text","MAYBE"]"#))
    #expect(document.diagnostics.map(\.property) == ["DURATION", "STATUS"])
    #expect(document.diagnostics.map(\.line) == [6, 14])
  }

  @Test("Diagnostics of a component have the line on which it begins; they are in the order of the lines")
  func linesOfComponents() throws {
    let document = try read(
      """
      ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","T"]],[
       ["vevent",
        [["uid",{},"text","a"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"]],
        []],
       ["vevent",
        [["uid",{},"text","b"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],
         ["dtstart",{},"date","2026-02-30"]],
        [["valarm",[
          ["action",{},"text"],
          ["trigger",{},"duration","soon"]],[]]]]]]
      """)
    #expect(document.diagnostics.map(\.line) == document.diagnostics.map(\.line).sorted())
    #expect(document.diagnostics.first { $0.code == .missingStart }?.line == 2)
    #expect(document.diagnostics.first { $0.code == .badTime }?.line == 7)
    let action = document.diagnostics.first { $0.property == "ACTION" && $0.code == .badProperty }
    #expect(action?.line == 9 && action?.uid == "b")
    #expect(document.diagnostics.contains { $0.line == 10 })
    #expect(document.diagnostics.allSatisfy { (2...10).contains($0.line) })
  }

  @Test("Exceeded limits are reported with the JSON's line")
  func limits() throws {
    var options = ICSOptions(limits: ICSLimits(components: 3))
    let text = "[\"vcalendar\",[],[\n[\"vevent\",[],[]],\n[\"vevent\",[],[]],\n[\"vevent\",[],[]]]]"
    let error = #expect(throws: ICSError.self) { try ICSDocument(jCal: Array(text.utf8), options: options) }
    #expect(error?.code == .tooManyComponents && error?.line == 4)
    options = ICSOptions(limits: ICSLimits(diagnostics: 2))
    let broken = event("null", "null", "null", #"["priority",{},"integer","abc"]"#)
    #expect(try ICSDocument(jCal: Array(broken.utf8), options: options).diagnostics.map(\.line) == [5, 6])
  }

  @Test("Components and values too deep cost themselves", arguments: [17, 18, 19, 30, 5000])
  func depth(_ depth: Int) throws {
    let nested =
      String(repeating: #"["x-a",[],["#, count: depth) + String(repeating: "]]", count: depth)
    let value = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let text = """
      ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","T"]],[
      \(nested),
      ["vevent",[["uid",{},"text","a"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],
       ["dtstart",{},"date","2026-03-02"],
       ["x-a",{},"unknown",\(value)]],[]]]]
      """
    let document = try read(text)
    #expect(try document.onlyEvent().uid == "a")
    #expect(document.diagnostics.map(\.code.rawValue) == ["too_deep", "bad_value"])
    #expect(document.diagnostics.first?.line == 2)
    #expect(document.diagnostics.last?.line == 5)
  }

  // RFC 5545 §3.6: only a calendar holds events.
  @Test(
    "An event or a calendar within an event is ignored and reported", arguments: ["vevent", "vcalendar"])
  func nested(inner: String) throws {
    let document = try read(
      """
      ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","T"]],[
       ["vevent",
        [["uid",{},"text","a"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],
         ["dtstart",{},"date","2026-03-02"]],
        [["\(inner)",[["uid",{},"text","b"]],[]],
         ["x-own",[["uid",{},"text","c"]],[]]]]]]
      """)
    #expect(try document.onlyEvent().unmodelled.components.map(\.name) == ["X-OWN"])
    #expect(document.diagnostics.map(\.code) == [.badComponent])
    #expect(document.diagnostics.map(\.line) == [5])
  }

  @Test("A component of more lines, or with a longer line, than the limits allow is in the text only")
  func refusedComponents() throws {
    let long = String(repeating: "x", count: 200)
    for (limits, code) in [
      (ICSLimits(properties: 6), "too_many_properties"), (ICSLimits(lineLength: 200), "line_too_long"),
    ] {
      let text = event(#"["summary",{},"text","\#(long)"]"#, #"["comment",{},"text","b"]"#)
      let document = try ICSDocument(jCal: Array(text.utf8), options: ICSOptions(limits: limits))
      #expect(document.calendars.map(\.count) == [0])
      #expect(document.text.contains("COMMENT:b\r\n"))
      let only = try #require(document.diagnostics.first)
      #expect(document.diagnostics.count == 1)
      #expect(only.code.rawValue == code && only.uid == "a@x")
      #expect(only.line == (code == "line_too_long" ? 5 : 3))
    }
  }

  @Test("Parameters beyond the limit are ignored and reported")
  func manyParameters() throws {
    let names = (1...5).map { #""x-\#($0)":"a""# }.joined(separator: ",")
    let text = event(#"["summary",{\#(names)},"text","Algebra"]"#)
    let options = ICSOptions(limits: ICSLimits(parameters: 3))
    let document = try ICSDocument(jCal: Array(text.utf8), options: options)
    #expect(try document.onlyEvent().summary == "Algebra")
    #expect(document.text.contains("SUMMARY;X-1=a;X-2=a;X-3=a:Algebra\r\n"))
    #expect(document.diagnostics.map(\.code.rawValue) == ["too_many_parameters"])
  }

  @Test("Components outside of any calendar are read and reported with their lines")
  func outside() throws {
    let start = #"["dtstart",{},"date","2026-03-02"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"]"#
    let document = try read("[\n[\"vevent\",[[\"uid\",{},\"text\",\"a\"],\(start)],[]]]")
    #expect(try document.onlyEvent().uid == "a")
    #expect(document.diagnostics.map(\.code.rawValue) == ["outside_calendar"])
    #expect(document.diagnostics.map(\.line) == [2])
  }

  // MARK: Numbers

  // RFC 5545 §3.3.7: float = (["+"] / "-") 1*DIGIT ["." 1*DIGIT]; RFC 8259 §6 has exponents.
  @Test(
    "Numbers are written without exponents",
    arguments: [
      ("2e3", "2000"), ("2E+3", "2000"), ("2.0e3", "2000"), ("-1.25e1", "-12.5"),
      ("37.386013e0", "37.386013"),
      ("5e-1", "0.5"), ("-1.5e-3", "-0.0015"), ("0e0", "0"), ("0.5", "0.5"), ("12.25e-1", "1.225"),
      ("-7", "-7"),
      ("0e99999999999", "0"), ("\"2e3\"", "2000"), ("120e-1", "12.0"),
    ])
  func floats(json: String, written: String) throws {
    let document = try read(event("[\"x-fl\",{},\"float\",\(json)]"))
    #expect(document.text.contains("\r\nX-FL;VALUE=FLOAT:\(written)\r\n"), "\(document.text)")
    #expect(document.diagnostics.isEmpty)
  }

  @Test("Places and whole numbers in any form of JSON's are read")
  func numbers() throws {
    let document = try read(
      event(
        #"["geo",{},"float",[3.7e1,-1.2e2]]"#, #"["priority",{},"integer",5.0]"#,
        #"["sequence",{},"integer",20e-1]"#, #"["x-n",{},"integer",1e2,3.00]"#,
        #"["rrule",{},"recur",{"freq":"DAILY","interval":2.0,"count":1e1}]"#))
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    for line in [
      "GEO:37;-120", "PRIORITY:5", "SEQUENCE:2", "X-N;VALUE=INTEGER:100,3",
      "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=10",
    ] {
      #expect(document.text.contains("\r\n\(line)\r\n"), "\(line)")
    }
    let event = try document.onlyEvent()
    #expect(event.geo == (try Geo(latitude: 37, longitude: -120)))
    #expect(event.sequence == 2)
  }

  @Test("A number that is no whole one is not an integer")
  func fraction() throws {
    let document = try read(event(#"["priority",{},"integer",5.5]"#))
    #expect(document.diagnostics.map(\.line) == [5])
    #expect(document.diagnostics.first?.property == "PRIORITY")
  }
}
