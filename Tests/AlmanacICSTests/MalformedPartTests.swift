import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Foundation
import Testing

/// What libFuzzer found (see `Fuzzing`), each in its smallest form.
@Suite("Names, values and components that are malformed")
struct MalformedPartTests {
  private func edited(_ text: String) throws -> (made: ICSDocument, read: ICSDocument) {
    var document = try ICSDocument(parsing: text, options: ICSOptions(uids: .seeded(1)))
    var item = try #require(document.calendars[0].items.first { _ in true })
    item.summary = "changed"
    try document.calendars[0].update(item, at: nil)
    return (document, try ICSDocument(parsing: document.bytes, options: ICSOptions(uids: .seeded(1))))
  }

  @Test("A value is read without its control characters, which the text keeps")
  func controlCharacters() throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:2026\u{0}0302T0900\u{7F}00Z", "SUM\u{1}MARY:a\u{0}b"))
    let read = try document.onlyEvent()
    #expect(read.start == .utc(try utc("2026-03-02T09:00")))
    #expect(read.summary == "ab")
    #expect(document.codes.filter { $0 == "control_character" }.count == 2)
    #expect(document.text.contains("SUM\u{1}MARY:a\u{0}b"))
    #expect(try ICSDocument(parsing: document.text(.normalized)).onlyEvent().summary == "ab")
  }

  @Test(
    "An alarm whose TRIGGER cannot be read is not exported, and one whose can is",
    arguments: [
      ("TRIGGER;VALUE=DATE-TIME:-PT15M", false), ("TRIGGER:soon", false), ("TRIGGER:", false),
      ("TRIGGER:-PT15M", true), ("TRIGGER;VALUE=DURATION:-PT15M", true),
      ("TRIGGER;VALUE=DATE-TIME:20260302T080000Z", true), ("TRIGGER:20260302T080000Z", true),
    ])
  func unreadableTrigger(line: String, isReadable: Bool) throws {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:a", line, "END:VALARM"]
    let document = try ICSDocument(
      parsing: event((["DTSTART:20260302T090000Z"] + alarm).joined(separator: "\r\n")))
    #expect(document.codes.contains("incomplete_alarm") == !isReadable)
    #expect(try document.onlyEvent().alarms.isEmpty == !isReadable)
    #expect(document.text(.normalized).contains("VALARM") == isReadable)
    #expect(document.text.contains(line))
  }

  @Test(
    "A BEGIN or END with parameters is neither: written anew it would begin a component",
    arguments: ["BEGIN", "END"])
  func markWithParameters(name: String) throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "\(name);X\u{E9}=1:VEVENT", "SUMMARY:a"))
    #expect(document.codes == ["invalid_name"])
    #expect(try document.onlyEvent().summary == "a")
    let text = document.text(.normalized)
    #expect(try ICSDocument(parsing: text).onlyEvent().summary == "a")
    #expect(!text.contains("\(name);"))
  }

  @Test("Names made by a caller cannot begin or end a line or a component either")
  func madeUpProperties() throws {
    var made = Event("a", at: try utc("2026-03-02T09:00").in(.utc), uid: "1")
    made.unmodelled.properties = [
      Property("END", value: "VEVENT"), Property("BEGIN", value: "VEVENT"),
      Property("X-A:1\r\nEND", value: "VEVENT"), Property("X-GOOD", value: "1\r\nBEGIN:VEVENT"),
    ]
    made.unmodelled.components = [Component("VCALENDAR"), Component("X\r\nY"), Component("X-GOOD")]
    var calendar = EventCalendar()
    calendar.insert(made)
    let text = ICSDocument([calendar]).text
    #expect(text.components(separatedBy: "\r\nBEGIN:VEVENT\r\n").count == 2)
    #expect(text.components(separatedBy: "VCALENDAR").count == 3)
    let read = try ICSDocument(parsing: text).onlyEvent()
    #expect(read.unmodelled.properties.map(\.name) == ["X-GOOD"])
    #expect(read.unmodelled.components.map(\.name) == ["X-GOOD"])
  }

  @Test(
    "A relation of an unknown type is a text, and written anew has the same meaning",
    arguments: ["TEXT", "UID", " a=b"])
  func relationOfOddType(type: String) throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "RELATED-TO;RELTYPE=NEXT;VALUE=\(type):a\\,b"))
    let relations = try document.onlyEvent().relations
    #expect(relations == [Relation("a,b", kind: .next)])
    #expect(try ICSDocument(parsing: document.text(.normalized)).onlyEvent().relations == relations)
  }

  @Test("A parameter without a legal name is reported and skipped")
  func parameterNames() throws {
    let document = try ICSDocument(parsing: event("DTSTART:20260302T090000Z", "X-A;B\u{E9}=1;C=2:3"))
    #expect(document.codes == ["invalid_name"])
    #expect(try document.onlyEvent().unmodelled.properties.first?.parameters == [Parameter("C", "2")])
    #expect(try ICSDocument(jCal: document.jCal.utf8).onlyEvent().unmodelled.properties.first?.value == "3")
  }

  @Test("A component without a legal name is preserved in the text only")
  func componentNames() throws {
    let lines = [
      "BEGIN:V EVENT", "UID:1", "END:V EVENT", "BEGIN:X-B", "BEGIN:\u{E9}", "END:\u{E9}", "END:X-B",
    ]
    let document = try ICSDocument(parsing: calendar(lines))
    #expect(document.codes == ["invalid_name", "invalid_name"])
    #expect(document.text == calendar(lines))
    for text in [document.text(.normalized), try ICSDocument(jCal: document.jCal.utf8).text] {
      #expect(text.contains("BEGIN:X-B\r\nEND:X-B"))
      #expect(!text.contains("V EVENT"))
    }
  }

  @Test("A TZID that ends in quotes ends there, though digits follow a later colon")
  func quotedZone() throws {
    let first = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "X-A;TZID=\"Europe/Madrid\":a;TZID=\"b\":20260310T110000"))
    let again = try ICSDocument(parsing: first.text(.normalized))
    #expect(try again.onlyEvent().unmodelled.properties.first?.value == "a;TZID=\"b\":20260310T110000")
    let inQuotes = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "X-A;P=\"1;TZID=x\":b:20260310"))
    #expect(try inQuotes.onlyEvent().unmodelled.properties.first?.value == "b:20260310")
  }

  @Test("An edit ends the subcomponents that lack their END, so that no later line becomes part of them")
  func unterminated() throws {
    let lines = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "BEGIN:X-A",
      "BEGIN:X-B",
      "BEGIN:VEVENT", "X-C:1", "BEGIN:VEVENT", "UID:2", "DTSTAMP:20260101T000000Z",
      "DTSTART:20260303T090000Z",
      "END:VEVENT",
    ]
    let (made, read) = try edited(calendar(lines))
    #expect(made.calendars[0].items.map(\.uid) == ["1", "2"])
    #expect(read.calendars[0].items.map(\.summary) == ["changed", ""])
    #expect(read.calendars[0].items.map { $0 } == made.calendars[0].items.map { $0 })
  }

  @Test("A lone CR at the end of a file of CRLF ends no line")
  func loneCarriageReturn() throws {
    let text = event("DTSTART:20260302T090000Z", "X-A:1").components(separatedBy: "\r\nEND")[0] + "\r"
    let (_, read) = try edited(text)
    #expect(try read.onlyEvent().summary == "changed")
    #expect(try read.onlyEvent().unmodelled.properties.map(\.value) == ["1"])
  }

  @Test("Alarms that cannot be read do not change places with those that can")
  func alarmOrder() throws {
    let good = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"]
    let bad = ["BEGIN:VALARM", "X-A:1", "TRIGGER no colon", "END:VALARM"]
    let lines =
      ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + bad + good
      + ["END:VEVENT"]
    let (made, read) = try edited(calendar(lines))
    #expect(made.text.contains(bad.joined(separator: "\r\n")))
    #expect(try read.onlyEvent().alarms.count == 1)
    #expect(try read.onlyEvent().unmodelled.components.count == 1)
  }

  @Test("libical prints a VTIMEZONE before its neighbours: its content is kept with it")
  func misplacedZone() throws {
    let lines = [
      "BEGIN:X-OUTER", "BEGIN:X-INNER", "X-A:1", "END:X-INNER", "BEGIN:VTIMEZONE", "X-B:2", "END:VTIMEZONE",
      "END:X-OUTER",
    ]
    let text = try ICSDocument(parsing: calendar(lines)).text(.normalized)
    #expect(text.contains("BEGIN:X-INNER\r\nX-A:1\r\nEND:X-INNER"))
    #expect(text.contains("BEGIN:VTIMEZONE\r\nX-B:2\r\nEND:VTIMEZONE"))
  }

  @Test("A related URI is not a text: its backslashes are preserved")
  func relatedURI() throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "RELATED-TO;VALUE=URI:https://example.org/a\\nb"))
    #expect(try document.onlyEvent().relations.first?.target == "https://example.org/a\\nb")
    #expect(document.text(.normalized).contains("RELATED-TO;VALUE=URI:https://example.org/a\\nb"))
  }

  @Test("An override of no instance overrides none of the later ones")
  func badRecurrenceID() throws {
    let document = try ICSDocument(
      parsing: event("DTSTART:20260302T090000Z", "RECURRENCE-ID;RANGE=THISANDFUTURE:soon"))
    #expect(document.calendars[0].count == 0 && document.unreadUIDs == ["1"])
  }

  @Test("The alarms of a journal entry, which may have none, are preserved")
  func journalAlarm() throws {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"]
    let lines = ["BEGIN:VJOURNAL", "UID:1", "DTSTAMP:20260101T000000Z"] + alarm + ["END:VJOURNAL"]
    let document = try ICSDocument(parsing: calendar(lines))
    #expect(try document.onlyItem().alarms.isEmpty)
    #expect(document.text(.normalized).contains(alarm.joined(separator: "\r\n")))
    #expect(document.codes == ["misplaced_property"])
    let without = try ICSDocument(parsing: calendar(lines.filter { !$0.hasPrefix("TRIGGER") }))
    #expect(without.diagnostics.map { $0.repair } == ["kept in the file, not exported"])
    #expect(!without.text(.normalized).contains("VALARM"))
  }

  @Test(
    "What a normalized text lacks is not called preserved, and the other way round",
    arguments: [
      ["STATUS:COMPLETED"], ["TRANSP:FREE"], ["CLASS:no word"],
      ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:soon", "END:VALARM"],
      ["BEGIN:VALARM", "ACTION:DISPLAY", "END:VALARM"], ["BEGIN:VALARM", "ACTION:NONE", "END:VALARM"],
      ["BEGIN:VALARM", "ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "END:VALARM"],
      ["DUE:20260303T090000Z"], ["ORGANIZER:anna"],
    ])
  func exportedOrNot(lines: [String]) throws {
    let event = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"]
    let document = try ICSDocument(parsing: calendar(event + lines + ["END:VEVENT"]))
    let repair = try #require(document.diagnostics.first).repair
    let isWritten = document.text(.normalized).contains(lines.joined(separator: "\r\n"))
    #expect(repair.hasPrefix("preserved") == isWritten, "\(repair)")
    #expect(repair.hasSuffix("not exported") == !isWritten, "\(repair)")
    let again = try ICSDocument(jCal: document.jCal(.normalized).utf8)
    #expect(again.text(.normalized) == document.text(.normalized))
  }

  @Test("Rules and dates beside a RECURRENCE-ID are preserved and reported as not followed")
  func recurrenceOfInstance() throws {
    let lines = [
      "RRULE:FREQ=WEEKLY", "EXRULE:FREQ=MONTHLY", "RDATE:20260311T100000Z", "EXDATE:20260310T100000Z",
    ]
    let text = event(
      "DTSTART:20260302T090000Z", "RECURRENCE-ID:20260302T080000Z", lines[0], lines[1], lines[2], lines[3])
    let document = try ICSDocument(parsing: text)
    #expect(
      document.diagnostics.map { "\($0.line) \($0.code.rawValue) \($0.property)" }.filter {
        $0.contains("misplaced")
      }
        == [
          "9 misplaced_property RRULE", "10 misplaced_property EXRULE", "11 misplaced_property RDATE",
          "12 misplaced_property EXDATE",
        ])
    for line in lines { #expect(document.text(.normalized).contains(line)) }
  }

  @Test("A file of other components alone is not a calendar", arguments: ["VCARD", "X-BOX"])
  func vCard(name: String) throws {
    let card = "BEGIN:\(name)\r\nVERSION:4.0\r\nFN:Ana\r\nEND:\(name)\r\n"
    let error = #expect(throws: ICSError.self) { try ICSDocument(parsing: card) }
    #expect(error?.code == .notICalendar)
    // Within a calendar, or beside one, such a component is kept.
    let beside = try ICSDocument(parsing: event("DTSTART:20260302T090000Z") + card)
    #expect(try beside.onlyEvent().uid == "1")
    #expect(beside.text.hasSuffix(card))
    #expect(
      try ICSDocument(parsing: calendar(card.split(separator: "\r\n").map(String.init))).calendars.count == 1)
  }

  @Test("The model is the same whatever the order of lines with parameters")
  func parameterOrder() throws {
    let start = "DTSTART:20260310T100000Z"
    let lines = ["DESCRIPTION;X-P=1:a", "RDATE;X-A=1:20260311T100000Z", "SUMMARY;LANGUAGE=de:b"]
    let one = try ICSDocument(parsing: event(start, lines[0], lines[1], lines[2])).onlyEvent()
    let other = try ICSDocument(parsing: event(start, lines[2], lines[1], lines[0])).onlyEvent()
    #expect(one == other)
  }
}

@Suite("Edits beside broken components")
struct EditsBesideBrokenPartsTests {
  @Test("An alarm keeps its place beside one that cannot be read, and neither is lost")
  func alarms() throws {
    let broken = ["BEGIN:VALARM", "UID:broken", "BEGIN:X Y", "NOTE:inner", "END:VALARM"]
    let good = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"]
    let event = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z"]
    var document = try ICSDocument(parsing: calendar(event + broken + good + ["END:VEVENT"]))
    var item = try document.onlyItem()
    #expect(item.alarms.count == 1)
    item.summary = "changed"
    try document.calendars[0].update(item, at: nil)
    let again = try ICSDocument(parsing: document.text)
    #expect(try again.onlyItem().alarms.count == 1)
    // The END that the inner component lacks is supplied.
    #expect(document.text.contains(broken.dropLast().joined(separator: "\r\n")))
  }
}

@Suite("Words that the model does not have")
struct UnknownWordTests {
  private let lines = [
    "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z", "Status:MAYBE",
    "TRANSP:GLASS",
    "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", "END:VEVENT",
  ]

  @Test("They are preserved as read, and only understood words are written anew")
  func kept() throws {
    let document = try ICSDocument(parsing: calendar(lines))
    let item = try document.onlyItem()
    #expect(item.unmodelled.properties.map(\.value) == ["MAYBE", "GLASS", "TENTATIVE"])
    #expect(document.text == calendar(lines))
    let again = try ICSDocument(parsing: document.text(.normalized)).onlyItem()
    #expect(again.unmodelled.properties.map(\.value) == ["TENTATIVE"])
    #expect(item.status == .tentative && again.status == .tentative)
  }

  @Test("A word of the model replaces them")
  func replaced() throws {
    var document = try ICSDocument(parsing: calendar(lines))
    var event = try document.onlyEvent()
    event.status = .confirmed
    event.transparency = .opaque
    try document.calendars[0].update(event, at: nil)
    for text in [document.text, document.text(.normalized)] {
      let statements = text.split(whereSeparator: \.isNewline).map { $0.uppercased() }
        .filter { $0.hasPrefix("STATUS") || $0.hasPrefix("TRANSP") }
      #expect(statements.sorted() == ["STATUS:CONFIRMED", "TRANSP:OPAQUE"])
    }
  }
}

@Suite("Calendars that state nothing")
struct EmptyHeaderTests {
  @Test("An empty NAME or DESCRIPTION leaves the word to the property that was used before it")
  func older() throws {
    let document = try ICSDocument(
      parsing: calendar([
        "NAME:", "X-WR-CALNAME:Universitat", "X-WR-CALDESC:Segon semestre", "DESCRIPTION:", "BEGIN:VEVENT",
        "UID:1",
        "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z", "END:VEVENT",
      ]))
    #expect(document.calendars[0].name == "Universitat")
    #expect(document.calendars[0].details == "Segon semestre")
    let normalized = document.text(.normalized)
    #expect(try ICSDocument(parsing: normalized).text(.normalized) == normalized)
  }

  @Test("A refresh interval that is not a duration has no effect and is preserved")
  func intervals() throws {
    let document = try ICSDocument(
      parsing: calendar([
        "REFRESH-INTERVAL;VALUE=DURATION:often", "X-PUBLISHED-TTL:soon", "X-PUBLISHED-TTL:later",
        "BEGIN:VEVENT",
        "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z", "END:VEVENT",
      ]))
    #expect(document.codes == ["bad_value"])
    #expect(document.calendars[0].refreshInterval == nil)
    let normalized = document.text(.normalized)
    #expect(normalized.contains("X-PUBLISHED-TTL:soon") && normalized.contains("X-PUBLISHED-TTL:later"))
    #expect(!normalized.contains("REFRESH-INTERVAL"))
    #expect(try ICSDocument(parsing: normalized).text(.normalized) == normalized)
  }

  @Test("A URL with VALUE=TEXT is read as a text")
  func textURL() throws {
    for (written, read) in [("https://x.org/a\\,b", "https://x.org/a,b"), ("\\", "\\"), ("a\\nb \\n", "ab")] {
      let document = try ICSDocument(
        parsing: calendar([
          "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z",
          "URL;VALUE=TEXT:" + written, "END:VEVENT",
        ]))
      #expect(try document.onlyItem().url == read)
      let again = try ICSDocument(jCal: document.jCal.utf8)
      #expect(try again.onlyItem().url == read)
      #expect(try ICSDocument(parsing: document.text(.normalized)).onlyItem().url == read)
    }
  }
}
