import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// RFC 5545 §3.6.3: a journal entry may have several descriptions.
@Suite("Journal entries of which the first description is empty")
struct EmptyDescriptionTests {
  private let lines = [
    "BEGIN:VJOURNAL", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260311", "DESCRIPTION:",
    "DESCRIPTION:Second", "END:VJOURNAL",
  ]

  @Test("The next description does not replace it, written anew or edited")
  func second() throws {
    let document = try ICSDocument(parsing: calendar(lines))
    let item = try document.onlyItem()
    #expect(item.details.isEmpty)
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(try again.onlyItem().details.isEmpty)
    #expect(again.text.contains("\r\nDESCRIPTION:\r\nDESCRIPTION:Second\r\n"))
  }

  @Test("A description that is emptied keeps its line")
  func emptied() throws {
    var stated = lines
    stated[4] = "DESCRIPTION:First"
    var document = try ICSDocument(parsing: calendar(stated))
    var item = try document.onlyItem()
    item.details = ""
    try document.calendars[0].update(item, at: nil)
    #expect(try ICSDocument(parsing: document.text).onlyItem().details.isEmpty)
    #expect(document.text == calendar(lines))
  }
}

@Suite("Components around an edited one")
struct LinesAroundEditTests {
  private let event = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z"]

  @Test("A byte order mark and blank lines stay as they are, also before a line that changes or goes")
  func marksAndBlankLines() throws {
    let mark = "\u{FEFF}"
    let lines =
      event + ["", "SUMMARY:A", "LOCATION:B", "", "", "COMMENT:C", "", "END:VEVENT", "", ""]
    let text = mark + lines.joined(separator: "\n")
    var document = try ICSDocument(parsing: Array(text.utf8))
    #expect(document.bytes.elementsEqual(text.utf8))
    var item = try document.onlyItem()
    (item.summary, item.location, item.comments) = ("D", "", ["E"])
    try document.calendars[0].update(item, at: nil)
    let expected = text.replacing("SUMMARY:A", with: "SUMMARY:D").replacing("LOCATION:B\n", with: "")
      .replacing("COMMENT:C", with: "COMMENT:E")
    #expect(String(decoding: document.bytes, as: UTF8.self).replacing("SEQUENCE:1\n", with: "") == expected)
    _ = try document.calendars[0].remove(uid: "1", kind: .event)
    #expect(document.bytes.starts(with: Array((mark + "BEGIN:VCALENDAR").utf8)))
  }

  @Test("Without their last component, components outside of any calendar become a calendar without items")
  func lastOfBareComponents() throws {
    for before in ["", "nothing that anybody understands\n"] {
      try removeLast(before)
    }
  }

  private func removeLast(_ before: String) throws {
    let text = before + (event + ["END:VEVENT", ""]).joined(separator: "\n")
    var document = try ICSDocument(parsing: text)
    let change = try document.calendars[0].remove(uid: "1", kind: .event)
    #expect(
      document.text.hasPrefix(before + "BEGIN:VCALENDAR\nVERSION:2.0\n") && !document.text.contains("\r"))
    #expect(try ICSDocument(parsing: document.text).calendars[0].count == 0)
    try document.calendars[0].apply(change.inverse)
    #expect(try ICSDocument(parsing: document.text).calendars[0].items.map(\.uid) == ["1"])
  }

  @Test("A component added after one without END does not become part of it")
  func withoutEnd() throws {
    let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + event
    for inner in [
      ["SUMMARY:a"], ["BEGIN:VTIMEZONE", "TZID:a", "END:VTIMEZONE"], ["BEGIN:VALARM", "TRIGGER:PT0S"],
    ] {
      var document = try ICSDocument(parsing: (head + inner).joined(separator: "\r\n"))
      #expect(document.calendars[0].count == 1)
      try document.calendars[0].add(
        Event("new", from: try CivilDate("2026-03-11"), uid: "2"),
        at: Instant(secondsSinceEpoch: 1_767_225_600))
      let again = try ICSDocument(parsing: document.text)
      #expect(again.calendars.flatMap { $0.items.map(\.uid) } == ["1", "2"])
      #expect(document.text.hasPrefix((head + inner).joined(separator: "\r\n")))
    }
  }

  @Test("The lines after a removed item do not become part of one without END")
  func withoutEndBeforeWhatGoes() throws {
    let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + event
    let second = [
      "BEGIN:VEVENT", "UID:2", "DTSTAMP:20260101T000000Z", "DTSTART:20260311T100000Z", "END:VEVENT",
    ]
    let rest = ["COLOR:blue", "X-WR-CALNAME:mine", "END:VCALENDAR", ""]
    var document = try ICSDocument(parsing: (head + second + rest).joined(separator: "\r\n"))
    try document.calendars[0].remove(uid: "2", kind: .event)
    let again = try ICSDocument(parsing: document.text).calendars[0]
    #expect(again.name == "mine" && again.color?.description == "blue" && again.count == 1)
    #expect(document.text == (head + ["END:VEVENT"] + rest).joined(separator: "\r\n"))
  }

  @Test("A new alarm comes after the others, wherever one is that never goes off")
  func alarmsBesideABrokenOne() throws {
    func alarm(_ lines: String...) -> [String] {
      ["BEGIN:VALARM", "ACTION:DISPLAY"] + lines + ["END:VALARM"]
    }
    let broken = alarm("DESCRIPTION:never")
    let first = alarm("TRIGGER;RELATED=START:-PT1H", "DESCRIPTION:first", "DURATION:PT0S", "DURATION:PT0S")
    var document = try ICSDocument(parsing: calendar(event + broken + first + ["END:VEVENT"]))
    var item = try document.onlyItem()
    #expect(item.alarms.count == 1)
    item.alarms.append(Alarm(.before(.minutes(10)), details: "second"))
    try document.calendars[0].update(item, at: nil)
    let again = try ICSDocument(parsing: document.text).onlyItem()
    #expect(again.alarms.map(\.details) == ["first", "second"])
    #expect(document.text.contains((broken + first).joined(separator: "\r\n")))
  }
}

@Suite("Parameters of several texts of one property")
struct TextParameterTests {
  @Test("They are removed and moved with their text", arguments: ["COMMENT", "CONTACT"])
  func owners(property: String) throws {
    let lines = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z",
      "\(property);LANGUAGE=ca:u", "\(property):dos", "\(property);LANGUAGE=de:drei", "END:VEVENT",
    ]
    func written(_ change: ([String]) -> [String]) throws -> [String] {
      var document = try ICSDocument(parsing: calendar(lines))
      var item = try document.onlyItem()
      if property == "COMMENT" {
        item.comments = change(item.comments)
      } else {
        item.contacts = change(item.contacts)
      }
      try document.calendars[0].update(item, at: nil)
      for text in [document.text, document.text(.normalized)] {
        let again = try ICSDocument(parsing: text).onlyItem()
        #expect(again.comments == item.comments && again.contacts == item.contacts)
      }
      return document.text.split(separator: "\r\n").map(String.init).filter { $0.hasPrefix(property) }
    }
    #expect(try written { Array($0.dropFirst()) } == ["\(property):dos", "\(property);LANGUAGE=de:drei"])
    #expect(try written { ["new"] + $0 } == ["\(property):new"] + lines[4...6])
    #expect(
      try written { Array($0.reversed()) } == ["\(property);LANGUAGE=de:drei", "\(property):dos", lines[4]])
  }
}

@Suite("A component whose END is missing, in an edited document")
struct SuppliedEndTests {
  @Test(
    "Its END is supplied with the name of its BEGIN",
    arguments: ["X-KIND", "x-kind", "VEVENT\u{F2}s", "VEVENT\u{DF}"])
  func name(name: String) throws {
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:\(name)\r\nX-A:b\r\nEND:VCALENDAR\r\n"
    var document = try ICSDocument(parsing: text)
    try document.calendars[0].add(
      Event("added", from: CivilDate("2026-03-10"), uid: "added"), at: Instant("2026-03-01T00:00:00Z"))
    let again = try ICSDocument(parsing: document.text)
    #expect(try again.onlyItem().summary == "added")
    #expect(document.text.contains("BEGIN:\(name)\r\nX-A:b\r\nEND:"))
  }
}
