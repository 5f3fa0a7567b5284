import AlmanacEvents
import Testing

@testable import AlmanacICS

@Suite("Components printed by libical")
struct LibicalPrinterTests {
  @Test("Typed values, in the order given; what libical would change goes as it is")
  func values() throws {
    var event = LibicalPrinter()
    event.begin("VEVENT")
    event.add(.uid, [], .text("1"))
    event.add(.dtstamp, [], .time(LibicalTime(year: 2026, month: 1, day: 1, hour: 12, isUTC: true)))
    event.add(
      .dtstart, [Parameter("TZID", ["Europe/Zurich"])],
      .time(LibicalTime(year: 2026, month: 3, day: 2, hour: 9)))
    event.add(
      .dtend, [Parameter("VALUE", ["DATE"])],
      .time(LibicalTime(year: 2026, month: 3, day: 3, isDate: true)))
    event.add(.summary, [Parameter("LANGUAGE", ["de"])], .text("a, b; c\\d\ne"))
    event.add(.description, [], .text(" blanks "))
    event.add(.location, [], .text(""))
    event.add(.priority, [], .integer(5))
    event.add(.categories, [], .raw(#"a\,b,c"#))
    event.add(.url, [], .address("http://example.org/?a=1,2;b"))
    event.add(
      .attendee,
      [Parameter("CN", [#"A "B" C"#]), Parameter("MEMBER", ["mailto:a", "mailto:b"])],
      .address("mailto:x@example.org"))
    event.add(.organizer, [Parameter("CN", ["Zoë, X"])], .address("mailto:z@example.org"))
    event.add(line: "X-THING;A=^^:1,2")
    event.begin("VALARM")
    event.add(.trigger, [], .raw("-PT15M"))
    event.end()
    event.begin("VLOCATION")
    event.add(.name, [], .text("Room 12"))
    event.end()
    event.end()
    #expect(
      try unfolded(event.take()) == [
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T120000Z", "DTSTART;TZID=Europe/Zurich:20260302T090000",
        "DTEND;VALUE=DATE:20260303", #"SUMMARY;LANGUAGE=de:a\, b\; c\\d\ne"#, "DESCRIPTION: blanks ",
        "LOCATION:",
        "PRIORITY:5", #"CATEGORIES:a\,b,c"#, "URL:http://example.org/?a=1,2;b",
        #"ATTENDEE;CN="A ^'B^' C";MEMBER="mailto:a","mailto:b":mailto:x@example.org"#,
        #"ORGANIZER;CN="Zoë, X":mailto:z@example.org"#, "X-THING;A=^^:1,2", "BEGIN:VALARM", "TRIGGER:-PT15M",
        "END:VALARM", "BEGIN:VLOCATION", "NAME:Room 12", "END:VLOCATION", "END:VEVENT",
      ])
  }

  @Test("Lines are folded at 75 octets and end with CRLF")
  func folding() throws {
    var event = LibicalPrinter()
    event.begin("VEVENT")
    event.add(.summary, [], .text(String(repeating: "é€🗓", count: 100)))
    event.add(line: "X-A:" + String(repeating: "🗓€é", count: 100))
    event.end()
    let text = String(decoding: event.take(), as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.unicodeScalars.contains("\u{FFFD}") })
  }

  @Test("Nothing given can begin another line")
  func injection() throws {
    let evil = "x\r\nATTENDEE:mailto:evil@example.org\rEND:VEVENT\n\u{0}"
    var event = LibicalPrinter()
    event.begin("VEVENT")
    event.add(.summary, [Parameter("LANGUAGE", [evil])], .text(evil))
    event.add(.description, [], .text(evil))
    event.add(.url, [], .address(evil))
    event.add(.rrule, [], .raw(evil))
    event.add(line: evil)
    event.begin("X-" + evil)
    event.add(line: evil)
    event.end()
    event.end()
    let lines = try unfolded(event.take())
    #expect(lines.count == 10)
    #expect(!lines.contains { $0.hasPrefix("ATTENDEE") })
  }

  @Test("libical parses what is read and prints what is written: it is counted")
  func counters() throws {
    let (parses, prints) = (LibicalLibrary.parseCount, LibicalLibrary.printCount)
    var reader = LibicalReader()
    for _ in 0..<3 { reader.parse(try table(["BEGIN:VEVENT", "UID:1", "END:VEVENT"])) }
    #expect(LibicalLibrary.parseCount >= parses + 3)
    var event = OutputComponent("VEVENT")
    event.components = [OutputComponent("VALARM"), OutputComponent("X-PART")]
    for _ in 0..<4 { _ = event.printed() }
    #expect(LibicalLibrary.printCount >= prints + 12)
  }
}
