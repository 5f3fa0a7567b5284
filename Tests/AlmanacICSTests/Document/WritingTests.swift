import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

@Suite("Writing documents")
struct WritingTests {
  private let stamp = Instant(secondsSinceEpoch: 1_767_225_600)

  private func lines(_ text: String) -> [String] {
    text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  @Test("Untouched examples are written byte for byte; written anew they have the same meaning")
  func examples() throws {
    for file in try files(in: "Examples/Data") {
      let document = try ICSDocument(parsing: file.bytes)
      #expect(document.bytes == file.bytes)
      guard file.name != "broken.ics" else { continue }
      #expect(document.diagnostics == [], "\(file.name)")
      for text in [document.text(.normalized), ICSDocument(document.calendars).text] {
        let again = try ICSDocument(parsing: text, options: .strict)
        #expect(
          again.calendars.map { Array($0.items) } == document.calendars.map { Array($0.items) },
          "\(file.name)")
        #expect(again.calendars[0].name == document.calendars[0].name)
        #expect(again.text(.normalized) == text)
      }
    }
  }

  @Test("A new calendar is legal and has what RFC 5545 requires")
  func newCalendar() throws {
    var course = EventCalendar(name: "Spring; term", color: CalendarColor(rgb: 0x1BADF8))
    var algebra = Event(
      "Algebra", from: try CivilDateTime("2026-03-02T09:00").in(Zone("Europe/Zurich")), lasting: .minutes(90),
      repeating: RecurrenceRule(.weekly, until: .until(.date(try CivilDate(2026, 6, 30)))),
      color: .steelBlue, uid: "algebra")
    algebra.alarms = [Alarm(.before(.minutes(15)))]
    try course.add(algebra, at: stamp)
    try course.add(Event("Sant Jordi", from: try CivilDate(2026, 4, 23), uid: "jordi"), at: stamp)
    let text = ICSDocument([course]).text
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    let written = lines(text)
    for line in [
      "VERSION:2.0", #"NAME:Spring\; term"#, #"X-WR-CALNAME:Spring\; term"#, "COLOR:deepskyblue",
      "X-APPLE-CALENDAR-COLOR:#1badf8", "TZID:Europe/Zurich", "DTSTART;TZID=Europe/Zurich:20260302T090000",
      "DURATION:PT90M", "RRULE:FREQ=WEEKLY;UNTIL=20260630T215959Z", "DTSTAMP:20260101T000000Z",
      "TRIGGER:-PT15M",
      "DESCRIPTION:Algebra", "DTSTART;VALUE=DATE:20260423", "COLOR:steelblue",
    ] {
      #expect(written.contains(line), "\(line)")
    }
    let read = try ICSDocument(parsing: text, options: .strict)
    #expect(read.calendars[0].color?.hex == "#1badf8")
    #expect(read.calendars[0].items.map(\.summary) == ["Algebra", "Sant Jordi"])
  }

  @Test("An exact colour of an item survives beside the name of its neighbour")
  func exactColor() throws {
    var calendar = EventCalendar()
    let start = try CivilDate(2026, 4, 23)
    try calendar.add(Event("a", from: start, color: CalendarColor(rgb: 0x1BADF8), uid: "1"), at: stamp)
    let text = ICSDocument([calendar]).text
    #expect(lines(text).contains("COLOR:deepskyblue"))
    #expect(try ICSDocument(parsing: text).onlyItem().color?.hex == "#1badf8")
  }

  @Test("Written anew, content that is illegal in files is omitted; as read, it is preserved")
  func illegalLeftOut() throws {
    let text = event(
      "DTSTART:20260303T090000Z", "STATUS:MAYBE", "TRANSP:GLASS", "CLASS:", "X-STATUS:MAYBE", "BEGIN:VALARM",
      "ACTION:DISPLAY", "TRIGGER:PT-2H", "DESCRIPTION:never", "END:VALARM", "BEGIN:VALARM", "ACTION:NONE",
      "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "END:VALARM")
    let document = try ICSDocument(parsing: text)
    #expect(document.text == text)
    let normalized = lines(document.text(.normalized))
    for name in ["STATUS", "TRANSP", "CLASS"] { #expect(!normalized.contains { $0.hasPrefix(name) }) }
    #expect(normalized.contains("X-STATUS:MAYBE"))
    // Apple's alarm that does nothing is legal, and keeps others away.
    #expect(normalized.filter { $0.hasPrefix("TRIGGER") } == ["TRIGGER;VALUE=DATE-TIME:19760401T005545Z"])
    #expect(lines(ICSDocument(document.calendars).text).contains("TRIGGER:PT-2H"))
  }

  @Test("The README's code exports the time that it is given as DTSTAMP")
  func readme() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let text = String(decoding: try Data(contentsOf: root.appending(path: "README.md")), as: UTF8.self)
    let lines = [
      #"let now = try Instant("2026-02-20T10:30:00Z")"#, "try course.add(Event(", "at: now)",
      "ICSDocument([course]).text",
    ]
    for line in lines { #expect(text.contains(line), "\(line)") }
    // As it stands there.
    let zurich = try Zone("Europe/Zurich")
    let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(24))
    var course = EventCalendar(name: "Spring term")
    let start = try CivilDateTime("2026-03-02T09:00").in(zurich)
    let now = try Instant("2026-02-20T10:30:00Z")
    try course.add(
      Event("Algebra", from: start, lasting: .minutes(90), repeating: rule, color: .steelBlue), at: now)
    let exported = ICSDocument([course]).text
    #expect(exported.contains("DTSTAMP:20260220T103000Z"))
    #expect(!exported.contains("DTSTAMP:1970"))
    #expect(try ICSDocument(parsing: exported).diagnostics.isEmpty)
  }

  @Test("A new event of its own, without anything ambient, is the same each time")
  func deterministic() throws {
    var calendar = EventCalendar()
    calendar.insert(Event("a", from: try CivilDate(2026, 4, 23), uid: "1"))
    #expect(ICSDocument([calendar]).text == ICSDocument([calendar]).text)
    // It was put in without a time, and none is made up.
    #expect(!ICSDocument([calendar]).text.contains("DTSTAMP"))
    try calendar.add(
      Event("b", from: try CivilDate(2026, 4, 23), uid: "2"), at: Instant("2026-03-02T09:00:00Z"))
    #expect(ICSDocument([calendar]).text.contains("DTSTAMP:20260302T090000Z"))
  }
}

@Suite("Edits in a document that was read")
struct EditingTests {
  private let text = calendar([
    "X-WR-CALNAME:Old", "BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time", "BEGIN:STANDARD",
    "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT",
    "END:VTIMEZONE", "BEGIN:VEVENT", "X-FIRST:1", "uid:a", "DTSTAMP:20260101T000000Z", "SUMMARY:A \\",
    "  folded",
    "DTSTART;TZID=W. Europe Standard Time:20260302T090000",
    "DTEND;TZID=W. Europe Standard Time:20260302T100000",
    "END:VEVENT", "", "BEGIN:VEVENT", "UID:b", "DTSTAMP:20260101T000000Z", "SUMMARY:B",
    "DTSTART:20260303T090000Z",
    "END:VEVENT",
  ])

  private func lines(_ text: String) -> [String] { text.split(separator: "\r\n").map(String.init) }

  private func edited(_ edit: (inout EventCalendar) throws -> Void) throws -> (
    removed: [String], added: [String]
  ) {
    var document = try ICSDocument(parsing: text)
    try edit(&document.calendars[0])
    let (old, new) = (
      text.split(separator: "\r\n").map(String.init), document.text.split(separator: "\r\n").map(String.init)
    )
    let difference = new.difference(from: old)
    let again = try ICSDocument(parsing: document.text)
    #expect(again.calendars == document.calendars)
    return (difference.removals.map(\.line), difference.insertions.map(\.line))
  }

  @Test("One property changes one line")
  func oneProperty() throws {
    let change = try edited { calendar in
      var item = try #require(calendar.item(uid: "b"))
      item.summary = "B changed"
      try calendar.update(item, at: nil)
    }
    #expect(change.removed == ["SUMMARY:B"])
    #expect(change.added == ["SUMMARY:B changed"])
  }

  @Test("An alarm without a text is left alone when the title changes; a new one takes the new title")
  func alarmWithoutText() throws {
    let text = event(
      "DTSTART:20260303T090000Z", "SUMMARY:Old", "BEGIN:VALARM", "TRIGGER:-PT15M", "ACTION:DISPLAY",
      "END:VALARM")
    var document = try ICSDocument(parsing: text)
    var item = try document.onlyItem()
    item.summary = "New"
    try document.calendars[0].update(item, at: nil)
    #expect(document.text == text.replacing("SUMMARY:Old", with: "SUMMARY:New"))
    item.alarms.append(Alarm(.before(.minutes(5))))
    try document.calendars[0].update(item, at: nil)
    let written = lines(document.text)
    #expect(written.filter { $0.hasPrefix("DESCRIPTION") } == ["DESCRIPTION:New"])
    #expect(written.filter { $0.hasPrefix("TRIGGER") } == ["TRIGGER:-PT15M", "TRIGGER:-PT5M"])
  }

  @Test("A moved event keeps the name that the file has for its zone")
  func zoneName() throws {
    let change = try edited { calendar in
      var event = try #require(calendar.item(uid: "a")?.event)
      event.start = .zoned(try CivilDateTime("2026-03-02T08:00").in(Zone("Europe/Berlin")))
      try calendar.update(event, at: nil)
    }
    #expect(change.removed == ["DTSTART;TZID=W. Europe Standard Time:20260302T090000"])
    #expect(
      change.added == ["DTSTART;TZID=W. Europe Standard Time:20260302T080000", "SEQUENCE:1"])
  }

  @Test("Where a file has several names for a zone, each event keeps its own")
  func severalNames() throws {
    func lines(_ uid: String, _ tzid: String) -> [String] {
      [
        "BEGIN:VEVENT", "UID:" + uid, "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\(tzid):20260302T090000",
        "END:VEVENT",
      ]
    }
    var document = try ICSDocument(
      parsing: calendar(
        lines("a", "Eastern Standard Time") + lines("b", "America/New_York") + lines("c", "US/Eastern")))
    for uid in ["a", "b", "c"] {
      var event = try #require(document.calendars[0].item(uid: uid)?.event)
      event.start = .zoned(try event.start.local.adding(seconds: 3600).in(#require(event.start.zone)))
      try document.calendars[0].update(event, at: nil)
    }
    for tzid in ["Eastern Standard Time", "America/New_York", "US/Eastern"] {
      #expect(document.text.contains("DTSTART;TZID=\(tzid):20260302T100000\r\n"))
    }
  }

  @Test("A new event in a zone that the file lacks brings its VTIMEZONE")
  func newZone() throws {
    let change = try edited { calendar in
      let start = try CivilDateTime("2026-03-02T08:00").in(Zone("Asia/Tokyo"))
      try calendar.add(Event("C", at: start, uid: "c"), at: Instant(secondsSinceEpoch: 0))
    }
    #expect(change.removed == [])
    #expect(change.added.contains("TZID:Asia/Tokyo"))
    #expect(change.added.contains("DTSTART;TZID=Asia/Tokyo:20260302T080000"))
  }

  @Test("New lines end as those of the file do", arguments: ["\r\n", "\n", "\r"])
  func lineEndings(_ ending: String) throws {
    var document = try ICSDocument(parsing: text.replacing("\r\n", with: ending))
    let start = try CivilDateTime("2026-03-02T08:00").in(Zone("Asia/Tokyo"))
    let name = String(repeating: "long ", count: 30) + "name"
    try document.calendars[0].add(Event(name, at: start, uid: "c"), at: Instant(secondsSinceEpoch: 0))
    var more = EventCalendar(name: "More")
    more.insert(Event("D", at: start, uid: "d"))
    document.calendars.append(more)
    let scalars = document.text.unicodeScalars
    let ends = ending.unicodeScalars
    #expect(scalars.contains("\r") == ends.contains("\r") && scalars.contains("\n") == ends.contains("\n"))
    let written = document.text.replacing(ending, with: "\r\n")
    for line in ["TZID:Asia/Tokyo", "UID:c", "NAME:More", "UID:d"] { #expect(lines(written).contains(line)) }
    let read = try ICSDocument(parsing: document.text).calendars
    #expect(read.flatMap { $0.items.map(\.summary) }.suffix(3) == ["B", name, "D"])
  }

  @Test("The zone that X-WR-TIMEZONE names is defined when a new event is the first to use it")
  func zoneOfCalendar() throws {
    for name in ["Europe/Paris", "Romance Standard Time"] {
      var document = try ICSDocument(parsing: calendar(["X-WR-TIMEZONE:\(name)"]))
      let start = try CivilDateTime("2026-03-02T08:00").in(Zone("Europe/Paris"))
      try document.calendars[0].add(Event("C", at: start, uid: "c"), at: Instant(secondsSinceEpoch: 0))
      let written = lines(document.text)
      #expect(written.contains("DTSTART;TZID=Europe/Paris:20260302T080000"))
      #expect(written.contains("TZID:Europe/Paris"))
    }
  }

  @Test("A removed event leaves all other lines")
  func removal() throws {
    let change = try edited { try $0.remove(uid: "a") }
    #expect(change.added == [])
    #expect(change.removed.contains("uid:a"))
    #expect(change.removed.count == 9)
  }

  @Test("A renamed calendar changes its name's line and adds that of RFC 7986")
  func rename() throws {
    let change = try edited { $0.name = "New" }
    #expect(change.removed == ["X-WR-CALNAME:Old"])
    #expect(change.added.sorted() == ["NAME:New", "X-WR-CALNAME:New"])
  }

  @Test(
    "What the model passed over of an end or a length goes when the start moves, and stays as long as it does not",
    arguments: ["DTEND:20260302T080000Z", "DTEND:soon", "DURATION:-PT1H"])
  func repairedEnd(_ line: String) throws {
    var document = try ICSDocument(parsing: event("DTSTART:20260302T090000Z", line))
    var moved = try document.onlyEvent()
    #expect(moved.end == moved.start)
    moved.summary = "New"
    try document.calendars[0].update(moved, at: nil)
    #expect(document.text.contains(line))
    moved.start = .utc(try Instant("20260302T070000Z"))
    try document.calendars[0].update(moved, at: nil)
    #expect(!document.text.contains(line))
    #expect(try ICSDocument(parsing: document.text).onlyEvent().end == moved.start)
  }

  @Test("A series that moves takes its changed instances along, each in its place, line by line")
  func movedSeries() throws {
    let series = [
      "BEGIN:VEVENT", "UID:s", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
      "RRULE:FREQ=DAILY;COUNT=5",
      "END:VEVENT",
    ]
    let override = [
      "BEGIN:VEVENT", "X-FIRST:kept", "SUMMARY:Other", "DTSTART:20260304T120000Z", "UID:s",
      "RECURRENCE-ID:20260304T090000Z", "DTSTAMP:20260101T000000Z", "END:VEVENT",
    ]
    let other = [
      "BEGIN:VEVENT", "UID:b", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "END:VEVENT",
    ]
    var document = try ICSDocument(parsing: calendar(series + override + other))
    let start = EventTime.utc(try Instant("20260302T100000Z"))
    try document.calendars[0].edit(ItemID(uid: "s"), scope: .all, at: nil) { $0.move(to: start) }
    let moved = [
      "BEGIN:VEVENT", "X-FIRST:kept", "SUMMARY:Other", "DTSTART:20260304T120000Z", "UID:s",
      "RECURRENCE-ID:20260304T100000Z", "DTSTAMP:20260101T000000Z", "END:VEVENT",
    ]
    #expect(document.text.contains((moved + other).joined(separator: "\r\n")))
  }

  /// RESOURCES after RFC 5545 §3.8.1.10.
  @Test("In lists of several lines each text keeps the parameters of its line")
  func listParameters() throws {
    let lines = [
      "CATEGORIES;LANGUAGE=en:Sport,Leisure", "CATEGORIES:Plain", "CATEGORIES;LANGUAGE=de:Spaß",
      "RESOURCES:EASEL,PROJECTOR", "RESOURCES;LANGUAGE=fr:Nettoyeur haute pression",
    ]
    var document = try ICSDocument(
      parsing: calendar(
        ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines + [
          "END:VEVENT"
        ]))
    let jCal = try ICSDocument(jCal: document.jCal.utf8)
    let jsCalendar = try ICSDocument(jsCalendar: document.jsCalendar().utf8)
    for other in [document, jCal, jsCalendar] {
      let written = self.lines(other.text(.normalized))
      #expect(written.filter { $0.hasPrefix("CATEGORIES") || $0.hasPrefix("RESOURCES") } == lines)
    }
    var event = try document.onlyEvent()
    event.categories.removeFirst()
    event.categories.append("New")
    try document.calendars[0].update(event, at: nil)
    let written = self.lines(document.text).filter { $0.hasPrefix("CATEGORIES") }
    #expect(
      written == [
        "CATEGORIES;LANGUAGE=en:Leisure", "CATEGORIES:Plain", "CATEGORIES;LANGUAGE=de:Spaß", "CATEGORIES:New",
      ])
  }

  @Test("A zero that is stated is stated again, in every form; one that is not is not")
  func zeros() throws {
    let lines = ["PRIORITY:0", "SEQUENCE:0"]
    let document = try ICSDocument(parsing: event("DTSTART:20260302T090000Z", lines[0], lines[1]))
    let jCal = try ICSDocument(jCal: document.jCal.utf8)
    let jsCalendar = try ICSDocument(jsCalendar: document.jsCalendar().utf8)
    for text in [document, jCal, jsCalendar].map({ $0.text(.normalized) }) {
      for line in lines { #expect(text.contains("\r\n" + line + "\r\n")) }
    }
    let silent = try ICSDocument(parsing: event("DTSTART:20260302T090000Z")).text(.normalized)
    #expect(!silent.contains("PRIORITY") && !silent.contains("SEQUENCE"))
  }

  @Test("Calendars can be added and removed")
  func calendars() throws {
    var document = try ICSDocument(parsing: text)
    var more = EventCalendar(name: "More")
    more.insert(Event("C", from: try CivilDate(2026, 3, 1), uid: "c"))
    document.calendars.append(more)
    #expect(document.text.hasPrefix(text))
    #expect(try ICSDocument(parsing: document.text).calendars.map(\.name) == ["Old", "More"])
    try document.calendars[1].remove(uid: "c")
    #expect(try ICSDocument(parsing: document.text).calendars[1].count == 0)
    document.calendars.removeLast()
    #expect(document.text == text)
  }
}

extension CollectionDifference.Change {
  fileprivate var line: ChangeElement {
    switch self {
    case .insert(_, let element, _), .remove(_, let element, _): element
    }
  }
}
