import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacRecurrence
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("JSCalendar")
struct JSCalendarTests {
  private let options = ICSOptions(uids: .seeded(1))

  private func read(_ text: String) throws -> ICSDocument {
    try ICSDocument(jsCalendar: Array(text.utf8), options: options)
  }

  private func example(_ section: String) throws -> EventCalendar {
    let example = try #require(JSCalendarExamples.all.first { $0.section == section })
    return try #require(try read(example.text).calendars.first)
  }

  @Test("The RFC's examples are written as they were read, also after passing through iCalendar text")
  func examples() throws {
    for (section, text) in JSCalendarExamples.all {
      let document = try read(text)
      #expect(document.diagnostics.filter { $0.severity > .note } == [], "\(section)")
      #expect(try plainJSON(document.jsCalendar()) == plainJSON(text), "\(section) \(document.jsCalendar())")
      for style in [ICSDocument.Style.asRead, .normalized] {
        let through = try ICSDocument(parsing: document.text(style), options: options)
        #expect(
          try plainJSON(through.jsCalendar()) == plainJSON(text),
          "\(section) \(through.jsCalendar())\n\(document.text)")
      }
    }
  }

  @Test("Times: zones, whole days, floating, an end in another zone, due")
  func times() throws {
    let simple = try #require(try example("6.1").items.first { _ in true }?.event)
    #expect(simple.start == .zoned(try CivilDateTime("2020-01-15T13:00").in(Zone("America/New_York"))))
    #expect(simple.extent == .duration(try CalendarDuration("PT1H")))
    #expect(simple.stamp == (try utc("2020-01-02T18:23:04")))
    let fool = try #require(try example("6.4").items.first { _ in true }?.event)
    #expect(fool.start == .date(try CivilDate(1900, 4, 1)))
    #expect(fool.recurrence == Recurrence(RecurrenceRule(.yearly)))
    let flight = try #require(try example("6.6").items.first { _ in true }?.event)
    #expect(flight.end == .zoned(try CivilDateTime("2020-04-02T02:30").in(Zone("Asia/Tokyo"))))
    #expect(flight.location == "Frankfurt Airport (FRA)")
    let yoga = try #require(try example("6.7").items.first { _ in true }?.event)
    #expect(yoga.start == .floating(try CivilDateTime("2020-01-01T07:00")))
    let task = try #require(try example("6.5").items.first { _ in true }?.todo)
    #expect(task.due == .zoned(try CivilDateTime("2020-01-19T18:00").in(Zone("Europe/Vienna"))))
    let custom = try #require(try example("4.7.2").items.first { _ in true }?.event)
    #expect(custom.start.instant(in: .utc) == (try utc("2020-07-08T13:00:00")))
  }

  @Test("Overrides: excluded, added and changed instances, patches of inner members")
  func overrides() throws {
    let calculus = try #require(try example("6.9").series(uid: "calculus"))
    let main = try #require(calculus.main)
    let london = try Zone("Europe/London")
    func time(_ text: String) throws -> EventTime { .zoned(try CivilDateTime(text).in(london)) }
    #expect(main.recurrence.exceptions == [try time("2020-04-01T09:00")])
    #expect(
      main.recurrence.additions.map(\.start) == [try time("2020-01-07T14:00"), try time("2020-06-25T09:00")])
    #expect(main.recurrence.rules[0].end == .until(.utc(try CivilDateTime("2020-06-24T08:00"))))
    #expect(calculus.orphans == [])
    let exam = try #require(calculus.overrides.last?.event)
    #expect(exam.recurrenceID == (try time("2020-06-25T09:00")))
    #expect(exam.start == (try time("2020-06-25T10:00")))
    #expect(exam.summary == "Calculus I Exam" && exam.location == "Big Auditorium")
    let team = try #require(try example("6.10").series(uid: "foobar"))
    #expect(team.main?.attendees.map(\.status) == [.accepted, .accepted])
    #expect(team.overrides.first?.attendees.map(\.status) == [.declined, .accepted])
    #expect(team.main?.attendees.last?.role == .chair)
    #expect(team.main?.organizer?.address == "mailto:f245f875-7f63-4a5e-a2c8@schedule.example.com")
    #expect(team.main?.organizer?.name == "Zoe Zelda")
    // Task: the due time goes with the instance.
    let daily = try #require(try example("5.2").series(uid: "task")?.overrides.first?.todo)
    #expect(daily.due?.local == (try CivilDateTime("2020-01-12T09:00")))
  }

  @Test("The members of RFC 8984 §4 are read into the model")
  func members() throws {
    let item = try #require(try example("4, everything else").items.first { _ in true })
    #expect(item.categories == ["a", "b,c"] && item.color == .steelBlue && item.priority == 2)
    #expect(item.classification == .confidential && item.status == .tentative)
    #expect(item.event?.transparency == .transparent && item.sequence == 3)
    #expect(item.created == (try utc("2020-01-01T00:00:00")))
    #expect(
      item.recurrence.rules[0].description
        == "RSCALE=HEBREW;FREQ=MONTHLY;COUNT=7;INTERVAL=2;BYDAY=-1MO;BYMONTH=5L,6;WKST=SU;SKIP=FORWARD")
    #expect(item.recurrence.exclusionRules.map(\.description) == ["FREQ=MONTHLY;BYMONTHDAY=13"])
    #expect(item.relations.map(\.target) == ["other"] && item.relations[0].kind == .first)
    #expect(item.requestStatuses == [RequestStatus(code: "2.0", text: "Success")])
    #expect(item.attachments.map(\.content) == [.uri("https://x.example/1.pdf"), .bytes([0, 1, 2])])
    #expect(item.images.map(\.displays) == [[.badge]] && item.url == "https://x.example/")
    #expect(item.conferences.map(\.features) == [[.phone, .audio]])
    #expect(item.attendees.map(\.address) == ["mailto:ana@x.example", "mailto:ben@x.example", "urn:x:group"])
    #expect(
      item.attendees[0].delegates == ["mailto:ben@x.example"] && item.attendees[0].groups == ["urn:x:group"])
    #expect(item.attendees[0].wantsReply && item.attendees[0].role == .optional)
    #expect(
      item.alarms.map(\.trigger) == [
        .before(.minutes(15)), .absolute(try utc("2020-01-07T09:00:00")), .relative(.zero, to: .end),
      ])
    #expect(item.alarms.map(\.action) == [.display, .display, .email])
    #expect(item.alarms[1].relations == [Relation("1", kind: .snooze)] && item.alarms[0].uid == "1")
  }

  @Test("Changes of the model take precedence over stored JSON")
  func edits() throws {
    let text = try #require(JSCalendarExamples.all.first { $0.section == "6.6" }).text
    var document = try read(text.replacing("\"PT10H30M\"", with: "\"PT630M\""))
    #expect(document.jsCalendar().contains("PT630M"))
    var item = try #require(document.calendars[0].items.first { _ in true })
    item.location = "Gate 5"
    item.summary = "Later"
    item.extent = .duration(.hours(9))
    document.calendars[0].insert(item)
    var calendar = EventCalendar()
    calendar.insert(item)
    let written = ICSDocument([calendar]).jsCalendar()
    for part in ["\"Gate 5\"", "\"Later\"", "\"duration\":\"PT9H\""] {
      #expect(written.contains(part), "\(written)")
    }
    #expect(!written.contains("PT630M") && !written.contains("Frankfurt"))
  }

  @Test("Every calendar of the corpus and the examples is equal after passing through JSCalendar")
  func corpus() throws {
    for folder in ["Tests/AlmanacICSTests/Corpus", "Examples/Data"] {
      for file in try files(in: folder) {
        let document = try ICSDocument(parsing: file.bytes, options: options)
        let text = document.jsCalendar(uids: .seeded(2))
        let again = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
        #expect(try plainJSON(again.jsCalendar(uids: .seeded(2))) == plainJSON(text), "\(file.name)")
        let (mine, theirs) = (document.calendars, again.calendars)
        #expect(theirs.map(\.name) == mine.map(\.name), "\(file.name)")
        #expect(theirs.map(\.details) == mine.map(\.details), "\(file.name)")
        #expect(theirs.map(\.color) == mine.map(\.color), "\(file.name)")
        #expect(theirs.map(\.freeBusy.count) == mine.map(\.freeBusy.count), "\(file.name)")
        #expect(theirs.map(\.availabilities.count) == mine.map(\.availabilities.count), "\(file.name)")
        for (before, after) in zip(mine, theirs) {
          #expect(before.count == after.count, "\(file.name)")
          for item in before.items {
            let others = after.items.filter { $0.uid == item.uid && $0.kind == item.kind }
            let main = before.series(uid: item.uid)?.main
            let wanted = item.comparable(in: main)
            let found = others.map { $0.comparable(in: after.series(uid: item.uid)?.main) }
            #expect(
              found.contains(wanted),
              "\(file.name) \(item.id):\n\(dumped(wanted))\n\(found.map(dumped).joined())")
          }
        }
      }
    }
  }

  @Test(
    "Bytes that are not JSCalendar are refused",
    arguments: [
      ("", 1), ("{", 1), ("{}", 1), ("[]", 1), ("null", 1), ("[1]", 1), (#"{"@type":"Note"}"#, 1),
      (#"["vcalendar",[],[]]"#, 1), (#"{"@type":"Event""#, 1), (#"{"a":"#, 100_000), ("[", 100_000),
    ])
  func refused(part: String, count: Int) {
    let text = String(repeating: part, count: count)
    #expect(throws: ICSError.self) { try ICSDocument(jsCalendar: Array(text.utf8)) }
    var small = ICSLimits.standard
    small.bytes = 10
    let options = ICSOptions(limits: small)
    #expect(throws: ICSError.self) {
      try ICSDocument(jsCalendar: Array(JSCalendarExamples.all[0].text.utf8), options: options)
    }
  }

  @Test("Unreadable content is reported with its line, UID and member, and written again")
  func diagnostics() throws {
    let text = #"""
      {"@type":"Group","uid":"g","updated":"2020-01-01T00:00:00Z","entries":[
      {"@type":"Event","uid":"none","updated":"2020-01-01T00:00:00Z"},
      {"@type":"Event","uid":"bad","updated":"2020-01-01T00:00:00Z","start":"2020-01-01T09:00:00","timeZone":"Nowhere/At all",
       "duration":"long","priority":1e300,"color":"nocolour","recurrenceRules":[{"frequency":"sometimes"}],
       "recurrenceOverrides":{"someday":{"title":"x"},"2020-01-01T09:00:00":{"uid":"other","a/b/c":1}}},
      {"@type":"Task","title":"no uid"}]}
      """#
    let document = try read(text)
    func told(_ code: Diagnostic.Code, _ line: Int, _ uid: String, _ property: String) -> Bool {
      document.diagnostics.contains {
        $0.code == code && $0.line == line && $0.uid == uid && $0.property == property && !$0.repair.isEmpty
      }
    }
    #expect(told(.missingStart, 2, "none", "start"))
    #expect(told(.unknownZone, 3, "bad", "timeZone"))
    #expect(told(.badValue, 4, "bad", "duration"))
    #expect(told(.outOfRange, 4, "bad", "priority"))
    #expect(told(.badValue, 4, "bad", "color"))
    #expect(told(.unknownValue, 4, "bad", "recurrenceRules"))
    #expect(told(.badTime, 5, "bad", "recurrenceOverrides"))
    #expect(told(.badValue, 5, "bad", "recurrenceOverrides"))
    #expect(document.diagnostics.contains { $0.code == .missingUID })
    #expect(document.calendars[0].count == 2)
    let written = document.jsCalendar()
    for part in ["Nowhere/At all", "\"long\"", "1e300", "nocolour", "sometimes", "someday", "\"none\""] {
      #expect(written.contains(part), "\(part)")
    }
    #expect(throws: ICSError.self) {
      try ICSDocument(jsCalendar: Array(text.utf8), options: ICSOptions(isStrict: true))
    }
  }

  @Test("Randomly changed texts are read, written and read again with the same result")
  func mutations() throws {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "\"", "{", "}", "[", "]", ",", ":", "null", "true", "1e999", "-1", "99999999999999999999", "\\u0000",
      "\\",
      "/", "~1", "P1D", "2020-01-08T09:00:00", "Europe/Paris", "\"@type\":\"Location\",", "\r\nX:1",
    ]
    var readings = 0
    let count = rounds(125)
    for round in 0..<count {
      var bytes = Array(JSCalendarExamples.all[round % JSCalendarExamples.all.count].text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
        case 2: bytes.insert(contentsOf: Array(pieces.randomElement(using: &random)!.utf8), at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: end)
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      guard let document = try? ICSDocument(jsCalendar: bytes, options: options) else { continue }
      readings += 1
      let text = document.jsCalendar(uids: .seeded(3))
      let again = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
      #expect(try plainJSON(again.jsCalendar(uids: .seeded(3))) == plainJSON(text))
      #expect(!document.text.contains("\nX:1"))
      #expect(
        try ICSDocument(parsing: document.text).calendars.map(\.count) == document.calendars.map(\.count))
    }
    #expect(readings > count / 5)
  }

  @Test("A calendar without events and to-dos is written with its METHOD, with and without journals")
  func methods() throws {
    let entry = ["BEGIN:VJOURNAL", "UID:j", "DTSTAMP:20260101T000000Z", "SUMMARY:s", "END:VJOURNAL"]
    for body in [[], entry] {
      let text = calendar(["METHOD:PUBLISH", "NAME:n"] + body)
      let document = try ICSDocument(parsing: text)
      let again = try ICSDocument(jsCalendar: Array(document.jsCalendar(uids: .seeded(3)).utf8))
      #expect(again.calendars.map(\.method) == ["PUBLISH"])
      #expect(again.calendars[0].items.map(\.summary) == document.calendars[0].items.map(\.summary))
    }
  }

  @Test("Objects of one calendar with different methods are written with them again")
  func differingMethods() throws {
    func event(_ uid: String, _ more: String) -> String {
      """
      {"@type":"Event","uid":"\(uid)","updated":"2020-01-01T00:00:00Z","start":"2020-01-01T09:00:00"\(more)}
      """
    }
    for methods in [["request", "cancel"], ["request", ""], ["X-Mine", "x-mine"], ["publish", "publish"]] {
      let objects = zip(["a", "b"], methods).map { uid, method in
        event(uid, method.isEmpty ? "" : ",\"method\":\"\(method)\"")
      }
      let text = """
        {"@type":"Group","uid":"g","updated":"2020-01-01T00:00:00Z","entries":[\(objects.joined(separator: ","))]}
        """
      let document = try read(text)
      let isCommon = methods[0] == methods[1]
      #expect(document.calendars.map(\.method) == [isCommon ? methods[0].uppercased() : ""])
      for read in [document, try ICSDocument(parsing: document.text, options: options)] {
        #expect(try plainJSON(read.jsCalendar()) == plainJSON(text), "\(read.jsCalendar())")
      }
    }
  }

  @Test(
    "JSCalendar begins with an object or with an array of objects",
    arguments: [
      ("{", true), (" [\n{", true), ("\u{FEFF}{", true), ("[", false), ("[[{", false), ("[]{", false),
      ("[\"vcalendar\",[{", false), ("BEGIN:VCALENDAR", false), ("", false),
    ])
  func matches(text: String, isJSCalendar: Bool) {
    #expect(JSCalendarDocument.matches(Array(text.utf8)) == isJSCalendar)
  }

  @Test("Wide objects and many overrides of a large series are read in linear time, up to the limits")
  func growth() throws {
    let members = (0..<1500).map { "\"m\($0)\":{\"a\":1}" }.joined(separator: ",")
    let head = #"{"@type":"Event","uid":"1","updated":"2020-01-01T00:00:00Z","start":"2020-01-01T09:00:00""#
    let wide = head + "," + members + "}"
    #expect(try plainJSON(read(wide).jsCalendar()) == plainJSON(wide))
    let keys = (0..<300).map { day in
      "\"\(CivilDate(uncheckedDaysSinceEpoch: 18_000 + day))T09:00:00\":{\"title\":\"x\"}"
    }
    let overrides =
      head + #","recurrenceRules":[{"frequency":"daily"}],"m":{"#
      + (0..<200).map { "\"m\($0)\":1" }
      .joined(separator: ",") + "},\"recurrenceOverrides\":{" + keys.joined(separator: ",") + "}}"
    var limits = ICSLimits.standard
    limits.values = 1000
    let document = try ICSDocument(jsCalendar: Array(overrides.utf8), options: ICSOptions(limits: limits))
    #expect(document.diagnostics.contains { $0.severity == .error })
    #expect(document.calendars[0].count < 150)
  }
}

extension Item {
  /// The item in the one form that JSCalendar has for its content.
  fileprivate func comparable(in main: Item?) -> Item {
    var item = self
    let start = item.start ?? item.todo?.due
    let changed = item.lastModified ?? item.stamp ?? item.created ?? Instant(secondsSinceEpoch: 0)
    item.lastModified = changed
    item.stamp = item.stamp ?? changed
    if kind == .event, let start {
      let end = item.extent.end(from: start)
      item.extent = .duration(
        .seconds(end.instant(in: start.zone ?? .utc).seconds(since: start.instant(in: start.zone ?? .utc))))
    }
    if let start {
      item.recurrence.rules = item.recurrence.rules.map { $0.conforming(to: start) }
      item.recurrence.exclusionRules = item.recurrence.exclusionRules.map { $0.conforming(to: start) }
    }
    item.recurrence.exceptions = []
    item.recurrence.additions = []
    item.recurrenceID = nil
    for index in item.alarms.indices {
      if item.alarms[index].details == summary { item.alarms[index].details = "" }
      if item.alarms[index].summary == summary { item.alarms[index].summary = "" }
    }
    // Another zone under the name of one's own has the same times where it is used.
    if let zoned = start, zoned.zone?.name == "Fictitious" { item.start = .utc(zoned.instant(in: .utc)) }
    item.relations.sort { $0.target < $1.target }
    item.categories = item.categories.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    item.unmodelled.properties.sort { ($0.name.uppercased(), $0.value) < ($1.name.uppercased(), $1.value) }
    item.unmodelled.components = item.unmodelled.components.map(\.ordered).sorted { $0.name < $1.name }
    for index in item.unmodelled.properties.indices {
      item.unmodelled.properties[index].name = item.unmodelled.properties[index].name.uppercased()
      item.unmodelled.properties[index].parameters.removeAll { $0.name == "VALUE" }
    }
    return item
  }
}

extension Component {
  /// An object has no order.
  fileprivate var ordered: Component {
    var ordered = self
    ordered.properties.sort { ($0.name, $0.value) < ($1.name, $1.value) }
    ordered.components = components.map(\.ordered)
    return ordered
  }
}

private func dumped(_ item: Item) -> String {
  var calendar = EventCalendar()
  calendar.insert(item)
  return ICSDocument([calendar]).text
}
