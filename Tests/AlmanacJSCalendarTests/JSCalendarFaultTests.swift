import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Content that violates RFC 8984 is reported, never silently dropped, and written again as it was.
@Suite("Errors in JSCalendar")
struct JSCalendarFaultTests {
  private let options = ICSOptions(uids: .seeded(1))

  @Test("An object beyond the limits is stored as JSON, without effect on other objects")
  func limits() throws {
    func event(_ uid: String, _ more: String = "") -> String {
      "{\"@type\":\"Event\",\"uid\":\"\(uid)\",\"start\":\"2026-01-01T09:00:00\"\(more)}"
    }
    let words = (0..<40).map { "\"k\($0)\":true" }.joined(separator: ",")
    let numbers = Array(repeating: "9", count: 1000).joined(separator: ",")
    var limits = ICSLimits.standard
    limits.properties = 30
    for wide in [
      ",\"keywords\":{\(words)}", ",\(words)", ",\"x\":{\"y\":[\(numbers)]}",
    ] {
      let text = "[\(event("1")),\(event("2", wide)),\(event("3"))]"
      let document = try ICSDocument(jsCalendar: Array(text.utf8), options: ICSOptions(limits: limits))
      #expect(document.calendars[0].items.map(\.uid) == ["1", "3"])
      #expect(document.diagnostics.map(\.code) == [.tooManyProperties])
      #expect(document.diagnostics.map(\.uid) == ["2"])
      #expect(try ICSDocument(jsCalendar: Array(text.utf8)).calendars[0].count == 3)
    }
    limits.components = 2
    let three = "[\(event("1")),\(event("2")),\(event("3"))]"
    let group = "{\"@type\":\"Group\",\"uid\":\"g\",\"entries\":\(three)}"
    for text in [three, group] {
      let error = #expect(throws: ICSError.self) {
        try ICSDocument(jsCalendar: Array(text.utf8), options: ICSOptions(limits: limits))
      }
      #expect(error?.code == .tooManyComponents)
    }
    limits.calendars = 1
    let groups = "[\(#"{"@type":"Group","uid":"a"}"#),\(#"{"@type":"Group","uid":"b"}"#)]"
    let error = #expect(throws: ICSError.self) {
      try ICSDocument(jsCalendar: Array(groups.utf8), options: ICSOptions(limits: limits))
    }
    #expect(error?.code == .tooManyCalendars)
  }

  @Test(
    "An object of an unknown type is reported at its line and kept, without effect on others",
    arguments: [#"{"uid":"8"}"#, #"{"@type":"Note","uid":"8"}"#, "8"])
  func types(object: String) throws {
    let event = #"{"@type":"Event","uid":"1","updated":"2026-01-01T00:00:00Z","start":"2026-01-01T09:00:00"}"#
    let document = try ICSDocument(jsCalendar: Array("[\(event),\n\(object)]".utf8))
    #expect(document.calendars[0].items.map(\.uid) == ["1"])
    #expect(document.diagnostics.map(\.code) == [.unknownValue])
    #expect(document.diagnostics.map(\.severity) == [.error])
    if object != "8" { #expect(document.diagnostics.map(\.line) == [2]) }
    #expect(document.jsCalendar().contains(object))
    let error = #expect(throws: ICSError.self) { try ICSDocument(jsCalendar: Array("[\n\(object)]".utf8)) }
    #expect(error?.code == .notJSCalendar)
    #expect(error?.line == (object == "8" ? 1 : 2))
  }

  @Test("What iCalendar cannot state of a stored component is reported, and not exported")
  func storedWords() throws {
    let text = event("DTSTART:20260302T090000Z", "STATUS:COMPLETED")
    let json = try ICSDocument(parsing: text).jsCalendar()
    let document = try ICSDocument(jsCalendar: Array(json.utf8))
    #expect(document.diagnostics.map(\.code) == [.unknownValue])
    #expect(document.diagnostics.map(\.property) == ["iCalComponent"])
    #expect(document.diagnostics.map(\.repair) == ["kept in the file, not exported"])
    #expect(!document.text(.normalized).contains("COMPLETED"))
    #expect(document.jsCalendar() == json)
  }

  private func document(
    _ more: String, type: String = "Event", start: String = "2026-03-02T09:00:00", zone: String? = nil
  ) throws -> (text: String, document: ICSDocument) {
    let zone = zone.map { ",\"timeZone\":\"\($0)\"" } ?? ""
    let text = """
      {"@type":"\(type)","uid":"u","updated":"2026-01-01T00:00:00Z","start":"\(start)"\(zone),
      \(more)}
      """
    return (text, try ICSDocument(jsCalendar: Array(text.utf8), options: options))
  }

  /// Expects the text to be written again as it was read, also after passing through iCalendar text.
  private func expectKept(_ text: String, _ document: ICSDocument) throws {
    for read in [document, try ICSDocument(parsing: document.text, options: options)] {
      #expect(try plainJSON(read.jsCalendar()) == plainJSON(text), "\(read.jsCalendar())")
    }
  }

  @Test(
    "Invalid parts of rules are reported with the codes of RRULE and the line of the part",
    arguments: [
      (#""count":0"#, "out_of_range", "FREQ=DAILY"),
      (#""interval":0"#, "out_of_range", "FREQ=DAILY"),
      (#""interval":1e20"#, "out_of_range", "FREQ=DAILY;INTERVAL=2147483647"),
      (#""interval":"2""#, "bad_value", "FREQ=DAILY;INTERVAL=2"),
      (#""byDay":["mo"]"#, "bad_value", "FREQ=DAILY;BYDAY=MO"),
      (#""byDay":[{"day":"xx"}]"#, "bad_value", "FREQ=DAILY"),
      (#""byDay":{"day":"mo"}"#, "bad_value", "FREQ=DAILY;BYDAY=MO"),
      (#""byDay":[{"day":"mo","nthOfPeriod":2}]"#, "numbered_weekday", "FREQ=DAILY;BYDAY=MO"),
      (#""byMonth":["13"]"#, "out_of_range", "FREQ=DAILY"),
      (#""byMonth":[3]"#, "bad_value", "FREQ=DAILY;BYMONTH=3"),
      (#""byHour":[24]"#, "out_of_range", "FREQ=DAILY"),
      (#""byHour":9"#, "bad_value", "FREQ=DAILY;BYHOUR=9"),
      (#""byMonthDay":[32]"#, "out_of_range", "FREQ=DAILY"),
      (#""byMonthDay":[1.5]"#, "syntax", "FREQ=DAILY"),
      (#""bySetPosition":[0]"#, "out_of_range", "FREQ=DAILY"),
      (#""firstDayOfWeek":"xx""#, "unknown_value", "FREQ=DAILY"),
      (#""rscale":"a;b""#, "bad_value", "FREQ=DAILY"),
      (#""skip":"sometimes""#, "unknown_value", "FREQ=DAILY"),
      (#""until":"soon""#, "until_form", "FREQ=DAILY"),
      (#""until":7"#, "until_form", "FREQ=DAILY"),
      (#""count":3,"until":"soon""#, "until_form", "FREQ=DAILY;COUNT=3"),
      (#""count":3,"until":"2027-01-01T00:00:00""#, "count_with_until", "FREQ=DAILY;UNTIL=20270101T000000"),
    ])
  func parts(part: String, code: String, rule: String) throws {
    let (text, document) = try document(
      "\"recurrenceRules\":[{\"@type\":\"RecurrenceRule\",\"frequency\":\"daily\",\n\(part)}]")
    #expect(document.diagnostics.map(\.code.rawValue) == [code])
    #expect(document.diagnostics.map(\.severity) == [.warning])
    #expect(document.diagnostics.map(\.line) == [3] && document.diagnostics.map(\.uid) == ["u"])
    #expect(document.diagnostics.map(\.property) == ["recurrenceRules"])
    #expect(document.diagnostics.allSatisfy { !$0.repair.isEmpty })
    let item = try #require(document.calendars[0].items.first { _ in true })
    #expect(item.recurrence.rules.map(\.description) == [rule])
    let hasEnd = item.recurrence.rules.contains { $0.end != .never }
    #expect(!hasEnd || document.diagnostics.allSatisfy { !$0.repair.contains("no end") })
    try expectKept(text, document)
  }

  @Test(
    "until in UTC is an instant and a date includes the whole day, although RFC 8984 §4.3.3 requires a local time",
    arguments: [
      ("2026-07-01T10:00:00Z", "Europe/Berlin", "20260701T100000Z"),
      // The last second of the day in Berlin, two hours before that of UTC.
      ("2026-07-01", "Europe/Berlin", "20260701T215959Z"),
      ("2026-07-01", nil, "20260701T235959"),
      ("2026-07-01T12:00:00", "Europe/Berlin", "20260701T100000Z"),
    ] as [(String, String?, String)])
  func until(stated: String, zone: String?, end: String) throws {
    let (text, document) = try document(
      #""recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily","until":"\#(stated)"}]"#, zone: zone)
    let isLegal = stated.count == 19
    #expect(document.diagnostics.map(\.code.rawValue) == (isLegal ? [] : ["until_form"]))
    let item = try #require(document.calendars[0].items.first { _ in true })
    #expect(item.recurrence.rules.map(\.description) == ["FREQ=DAILY;UNTIL=\(end)"])
    try expectKept(text, document)
  }

  @Test("Rules that are not objects, rules without a valid frequency, and rules outside of a list")
  func rules() throws {
    let (text, document) = try document(
      #""recurrenceRules":[5,{"@type":"RecurrenceRule"},{"@type":"RecurrenceRule","frequency":"sometimes"}]"#)
    #expect(
      document.diagnostics.map(\.code.rawValue) == ["bad_value", "missing_frequency", "unknown_value"])
    #expect(document.diagnostics.allSatisfy { $0.severity == .error })
    #expect(try document.onlyEvent().recurrence == .none)
    try expectKept(text, document)
    let (one, single) = try self.document(
      #""recurrenceRules":{"@type":"RecurrenceRule","frequency":"daily","count":3}"#)
    #expect(single.diagnostics.map(\.code) == [.badValue])
    #expect(try single.onlyEvent().recurrence.rules.map(\.description) == ["FREQ=DAILY;COUNT=3"])
    try expectKept(one, single)
  }

  @Test("SKIP requires RSCALE (RFC 7529 §4.1), skip does not require rscale")
  func skip() throws {
    let (text, document) = try document(
      #""recurrenceRules":[{"@type":"RecurrenceRule","frequency":"monthly","skip":"forward"}]"#)
    #expect(document.diagnostics.isEmpty)
    #expect(document.text.contains("RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD\r\n"))
    #expect(try ICSDocument(parsing: document.text, options: options).diagnostics.isEmpty)
    try expectKept(text, document)
  }

  @Test(
    "Members of the wrong type or form are reported with their line",
    arguments: [
      (#""timeZone":1"#, "timeZone", "bad_value"), (#""title":5"#, "title", "bad_value"),
      (#""title":null"#, "title", "bad_value"), (#""description":["x"]"#, "description", "bad_value"),
      (#""privacy":1"#, "privacy", "bad_value"), (#""priority":"1""#, "priority", "out_of_range"),
      (#""priority":11"#, "priority", "out_of_range"), (#""duration":"1h""#, "duration", "bad_value"),
      (#""duration":5"#, "duration", "bad_value"), (#""duration":"-PT1H""#, "duration", "out_of_range"),
      (#""status":"maybe""#, "status", "unknown_value"), (#""alerts":5"#, "alerts", "bad_value"),
      (#""alerts":{"1":{"trigger":{"offset":"soon"}}}"#, "alerts", "incomplete_alarm"),
      (#""alerts":{"1":5}"#, "alerts", "bad_value"), (#""links":[]"#, "links", "bad_value"),
      (#""links":{"1":{"@type":"Link"}}"#, "links", "bad_value"),
      (#""links":{"1":{"href":5}}"#, "links", "bad_value"),
      (#""locations":{"1":"Hall"}"#, "locations", "bad_value"),
      (#""locations":{"1":{"coordinates":"here"}}"#, "locations", "bad_value"),
      (#""virtualLocations":{"1":{"name":"n"}}"#, "virtualLocations", "bad_value"),
      (#""participants":"Ana""#, "participants", "bad_value"),
      (#""participants":{"1":{"name":5}}"#, "participants", "bad_value"),
      (#""keywords":{"a":false}"#, "keywords", "bad_value"), (#""keywords":["a"]"#, "keywords", "bad_value"),
      (#""recurrenceOverrides":[]"#, "recurrenceOverrides", "bad_value"),
      (#""showWithoutTime":"yes""#, "showWithoutTime", "bad_value"),
    ])
  func members(member: String, property: String, code: String) throws {
    let (text, document) = try document("\"sequence\":1,\n\(member)")
    let told = document.diagnostics.filter { $0.severity > .note }
    #expect(told.contains { $0.code.rawValue == code }, "\(told)")
    #expect(!told.isEmpty && told.allSatisfy { $0.property == property && $0.line == 3 && $0.uid == "u" })
    // Nothing says as much as null.
    if !member.hasSuffix("null") { try expectKept(text, document) }
    // Once, not again for each changed instance.
    let days = (3...6).map { "\"2026-03-0\($0)T09:00:00\":{\"color\":\"red\"}" }.joined(separator: ",")
    guard property != "recurrenceOverrides" else { return }
    let (_, series) = try self.document("\"recurrenceOverrides\":{\(days)},\n\(member)")
    #expect(series.diagnostics.filter { $0.property == property }.count <= told.count + 1)
  }

  @Test("An unknown privacy is read as private, and is preserved in both directions")
  func privacy() throws {
    let (text, document) = try document(#""privacy":"staff""#)
    #expect(try document.onlyEvent().classification == .private)
    #expect(document.text.contains("CLASS:PRIVATE\r\n"))
    #expect(document.diagnostics.map(\.code) == [.unknownValue])
    try expectKept(text, document)
    let given = event("DTSTART:20260302T090000Z", "CLASS:X-STAFF")
    let json = try ICSDocument(parsing: given, options: options).jsCalendar()
    #expect(json.contains(#""privacy":"private""#))
    let back = try ICSDocument(jsCalendar: Array(json.utf8), options: options)
    #expect(back.text.contains("CLASS:X-STAFF\r\n") && !back.text.contains("CLASS:PRIVATE"))
    // Who makes it public means that.
    let made = json.replacing(#""privacy":"private""#, with: #""privacy":"public""#)
    #expect(
      try ICSDocument(jsCalendar: Array(made.utf8), options: options).onlyEvent().classification == .public)
  }

  @Test("A duration from a date is in whole days, and a due time before the start is repaired")
  func lengths() throws {
    let (text, hours) = try document(
      #""showWithoutTime":true,"duration":"PT5H""#, start: "2026-03-02T00:00:00")
    #expect(try hours.onlyEvent().extent == .duration(.days(1)))
    #expect(hours.text.contains("DURATION:P1D\r\n") && hours.diagnostics.map(\.code) == [.mixedTimeForms])
    try expectKept(text, hours)
    let (negative, left) = try document(#""duration":"-PT1H""#)
    #expect(left.text.contains("DURATION;JSPTR=duration:\"-PT1H\"\r\n"))
    try expectKept(negative, left)
    let (late, task) = try document(#""due":"2026-03-02T08:00:00""#, type: "Task")
    #expect(task.diagnostics.map(\.code) == [.endNotAfterStart])
    #expect(task.diagnostics.map(\.property) == ["due"])
    try expectKept(late, task)
    // RFC 5545 §3.8.2.3: a DUE is later than DTSTART.
    #expect(!task.text.contains("\r\nDUE") && task.text.contains("\r\nDURATION:PT0S\r\n"))
    #expect(task.calendars[0].items.map { $0.todo?.due } == task.calendars[0].items.map(\.start))
    let (past, days) = try document(
      #""showWithoutTime":true,"due":"2026-03-01T00:00:00""#, type: "Task", start: "2026-03-02T00:00:00")
    #expect(days.diagnostics.map(\.code) == [.endNotAfterStart])
    #expect(!days.text.contains("\r\nDUE") && days.text.contains("\r\nDURATION:P1D\r\n"))
    try expectKept(past, days)
  }

  @Test("An e-mail alert without recipients and an alert with an unknown trigger are reported")
  func alerts() throws {
    let (text, document) = try document(
      #"""
      "alerts":{"1":{"@type":"Alert","action":"email","trigger":{"@type":"OffsetTrigger","offset":"PT0S"}},
      "2":{"@type":"Alert","trigger":{"@type":"x.example:Sunset"}}}
      """#)
    #expect(document.diagnostics.map(\.code) == [.incompleteAlarm, .incompleteAlarm])
    #expect(document.diagnostics.map(\.line) == [2, 3])
    #expect(document.diagnostics.map(\.severity) == [.note, .note])
    try expectKept(text, document)
  }

  @Test("A participant with the key of another is reported, and the result can be written again")
  func repeatedKey() throws {
    let (_, document) = try document(
      """
      "participants":{"1":{"@type":"Person","sendTo":{"imip":"mailto:a@example.org"},"roles":{"attendee":true}},
      "2":{"@type":"Participant","sendTo":{"imip":"mailto:b@example.org"},"roles":{"owner":true}},
      "2":{"@type":"Participant","sendTo":{"imip":"mailto:c@example.org"},"roles":{"attendee":true},
      "delegatedFrom":{"mailto:a@example.org":true},"participationStatus":"needs-action","expectReply":true}}
      """)
    #expect(document.codes == ["repeated_property"] && document.diagnostics.map(\.property) == ["2"])
    let once = document.jsCalendar(uids: .seeded(1))
    #expect(try ICSDocument(jsCalendar: once.utf8).jsCalendar(uids: .seeded(1)) == once)
    #expect(once.contains("c@example.org") && !once.contains("b@example.org"))
  }

  @Test("Of two entries of one UID the last is current, also when it is read again")
  func repeatedUID() throws {
    func entry(_ title: String) -> String {
      #"{"@type":"Event","uid":"a","updated":"2026-01-01T00:00:00Z","title":"\#(title)","start":"2026-03-02T09:00:00"}"#
    }
    let text = #"{"@type":"Group","uid":"g","entries":[\#(entry("One")),\#(entry("Two"))]}"#
    let document = try ICSDocument(jsCalendar: text.utf8, options: options)
    #expect(document.calendars[0].series(uid: "a")?.main?.summary == "Two")
    let once = document.jsCalendar(uids: .seeded(1))
    let again = try ICSDocument(jsCalendar: once.utf8, options: options)
    #expect(again.calendars[0].series(uid: "a")?.main?.summary == "Two")
    #expect(again.jsCalendar(uids: .seeded(1)) == once)
  }

  @Test("Numbers are written with the digits that were read")
  func numbers() throws {
    let numbers = ["1e400", "-0.0", "123456789012345678901234567890", "1.50", "1E+2", "0.1e-7"]
    let spelled = numbers.enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: ",")
    let (text, given) = try document(
      "\"x\":{\(spelled)},\"recurrenceRules\":[{\"frequency\":\"daily\",\"count\":3}],"
        + "\"recurrenceOverrides\":{\"2026-03-03T09:00:00\":{\"x/k2\":123456789012345678901234567891}}")
    #expect(text.contains("1e400") && given.diagnostics.isEmpty)
    // One that JSON does not spell like this has the same value when it is.
    let (_, signed) = try document(#""x":[+1.50,+01.50e99999999999999999999,-.5e-99999999999999999999]"#)
    let legal = #""x":[1.50,1.50e99999999999999999999,-0.5e-99999999999999999999]"#
    #expect(signed.jsCalendar().contains(legal), "\(signed.jsCalendar())")
    for read in [given, try ICSDocument(parsing: given.text, options: options)] {
      let written = read.jsCalendar()
      for (index, number) in numbers.enumerated() {
        #expect(written.contains("\"k\(index)\":\(number)"), "\(written)")
      }
      #expect(written.contains(#""x/k2":123456789012345678901234567891"#), "\(written)")
    }
  }

  @Test("Control characters and unpaired surrogates are reported")
  func characters() throws {
    let (_, controls) = try document(
      "\n\"title\":\"a\\u0001b\\bc\",\n\"description\":\"\\ud800x\",\n\"x\":{\"y\":\"\u{7F}\"}")
    #expect(
      controls.diagnostics.map(\.code.rawValue) == ["control_character", "undecodable", "control_character"])
    #expect(controls.diagnostics.map(\.line) == [3, 4, 5])
    #expect(controls.diagnostics.map(\.property) == ["title", "description", "y"])
    #expect(controls.diagnostics.allSatisfy { $0.uid == "u" && $0.severity == .warning })
    #expect(try controls.onlyEvent().summary == "abc" && controls.onlyEvent().details == "\u{FFFD}x")
    // A whole pair, and line breaks of a text.
    let (text, legal) = try document(#""title":"\ud83d\ude00","description":"a\nb\tc""#)
    #expect(legal.diagnostics.isEmpty)
    #expect(try legal.onlyEvent().summary == "\u{1F600}")
    try expectKept(text, legal)
    // Half a pair takes nothing of what follows it with it.
    for (text, read) in [
      (#"x\ud800\u0041\u0042y"#, "x\u{FFFD}ABy"), (#"\ud800\ud83d\ude00"#, "\u{FFFD}\u{1F600}"),
      (#"\ud800\u0001z"#, "\u{FFFD}z"), (#"\udc00\ud800"#, "\u{FFFD}\u{FFFD}"),
    ] {
      let (_, halves) = try document("\"title\":\"\(text)\"")
      #expect(try halves.onlyEvent().summary == read)
      #expect(halves.diagnostics.contains { $0.code.rawValue == "undecodable" })
    }
    let broken =
      Array(#"{"@type":"Event","uid":"u","start":"2026-01-01T09:00:00","title":""#.utf8) + [0xFF]
      + Array("\"}".utf8)
    #expect(try ICSDocument(jsCalendar: broken).diagnostics.map(\.code.rawValue) == ["undecodable"])
    let jCal =
      #"["vcalendar",[],[["vevent",[["uid",{},"text","u"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],["dtstart",{},"date","2026-01-01"],["summary",{},"text","a\u0001b"]],[]]]]"#
    let read = try ICSDocument(jCal: Array(jCal.utf8))
    #expect(read.diagnostics.contains { $0.code.rawValue == "control_character" && $0.line == 1 })
    #expect(try read.onlyEvent().summary == "ab")
  }

  @Test("A line break in a URI is reported and removed")
  func uris() throws {
    let (text, document) = try document(
      """
      "links":{"1":{"@type":"Link","href":"https://x.example/\\r\\nX-A:1"}},
      "virtualLocations":{"1":{"@type":"VirtualLocation","uri":"https://x.example/\\na"}},
      "participants":{"1":{"@type":"Participant","sendTo":{"imip":"mailto:a\\n@x.example"},"roles":{"attendee":true}}}
      """)
    #expect(document.diagnostics.map(\.code.rawValue) == Array(repeating: "control_character", count: 3))
    #expect(document.diagnostics.map(\.property) == ["links", "virtualLocations", "participants"])
    #expect(document.diagnostics.map(\.line) == [2, 3, 4])
    #expect(try document.onlyEvent().attachments.map(\.content) == [.uri("https://x.example/X-A:1")])
    #expect(try document.onlyEvent().conferences.map(\.uri) == ["https://x.example/a"])
    #expect(try document.onlyEvent().attendees.map(\.address) == ["mailto:a@x.example"])
    #expect(!document.text.contains("\nX-A"))
    try expectKept(text, document)
    let (_, once) = try self.document(
      #""links":{"1":{"@type":"Link","href":"https://x.example/\n\u007fb"}}"#)
    #expect(once.diagnostics.map(\.code.rawValue) == ["control_character"])
    #expect(try once.onlyEvent().attachments.map(\.content) == [.uri("https://x.example/b")])
  }
}
