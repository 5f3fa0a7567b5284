import AlmanacContentLines
import Testing

@testable import AlmanacICS

@Suite("Components printed by libical")
struct LibicalComponentTests {
  @Test("Typed values, in the order given; what libical would change goes as it is")
  func values() throws {
    var event = LibicalComponent(named: "VEVENT")
    event.add(.uid, [], .text("1"))
    event.add(.dtstamp, [], .time(LibicalTime(year: 2026, month: 1, day: 1, hour: 12, isUTC: true)))
    event.add(
      .dtstart, [ContentParameter("TZID", ["Europe/Zurich"])],
      .time(LibicalTime(year: 2026, month: 3, day: 2, hour: 9)))
    event.add(
      .dtend, [ContentParameter("VALUE", ["DATE"])],
      .time(LibicalTime(year: 2026, month: 3, day: 3, isDate: true)))
    event.add(.summary, [ContentParameter("LANGUAGE", ["de"])], .text("a, b; c\\d\ne"))
    event.add(.description, [], .text(" blanks "))
    event.add(.location, [], .text(""))
    event.add(.priority, [], .integer(5))
    event.add(.categories, [], .raw(#"a\,b,c"#))
    event.add(.url, [], .address("http://example.org/?a=1,2;b"))
    event.add(
      .attendee,
      [ContentParameter("CN", [#"A "B" C"#]), ContentParameter("MEMBER", ["mailto:a", "mailto:b"])],
      .address("mailto:x@example.org"))
    event.add(.organizer, [ContentParameter("CN", ["Zoë, X"])], .address("mailto:z@example.org"))
    event.add(line: "X-THING;A=^^:1,2")
    var alarm = LibicalComponent(named: "VALARM")
    alarm.add(.trigger, [], .raw("-PT15M"))
    event.add(alarm)
    var place = LibicalComponent(named: "VLOCATION")
    place.add(.name, [], .text("Room 12"))
    event.add(place)
    #expect(
      try unfolded(event.printed()) == [
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T120000Z", "DTSTART;TZID=Europe/Zurich:20260302T090000",
        "DTEND;VALUE=DATE:20260303", #"SUMMARY;LANGUAGE=de:a\, b\; c\\d\ne"#, "DESCRIPTION: blanks ",
        "LOCATION:",
        "PRIORITY:5", #"CATEGORIES:a\,b,c"#, "URL:http://example.org/?a=1,2;b",
        #"ATTENDEE;CN=A ^'B^' C;MEMBER="mailto:a","mailto:b":mailto:x@example.org"#,
        #"ORGANIZER;CN="Zoë, X":mailto:z@example.org"#, "X-THING;A=^^:1,2", "BEGIN:VALARM", "TRIGGER:-PT15M",
        "END:VALARM", "BEGIN:VLOCATION", "NAME:Room 12", "END:VLOCATION", "END:VEVENT",
      ])
  }

  @Test("Lines are folded at 75 octets and end with CRLF")
  func folding() throws {
    var event = LibicalComponent(named: "VEVENT")
    event.add(.summary, [], .text(String(repeating: "é€🗓", count: 100)))
    event.add(line: "X-A:" + String(repeating: "🗓€é", count: 100))
    let text = String(decoding: event.printed(), as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.unicodeScalars.contains("\u{FFFD}") })
  }

  @Test("Nothing given can begin another line")
  func injection() throws {
    let evil = "x\r\nATTENDEE:mailto:evil@example.org\rEND:VEVENT\n\u{0}"
    var event = LibicalComponent(named: "VEVENT")
    event.add(.summary, [ContentParameter("LANGUAGE", [evil])], .text(evil))
    event.add(.description, [], .text(evil))
    event.add(.url, [], .address(evil))
    event.add(.rrule, [], .raw(evil))
    event.add(line: evil)
    var inner = LibicalComponent(named: "X-" + evil)
    inner.add(line: evil)
    event.add(inner)
    let lines = try unfolded(event.printed())
    #expect(lines.count == 10)
    #expect(!lines.contains { $0.hasPrefix("ATTENDEE") })
  }

  @Test("libical parses what is read and prints what is written: it is counted")
  func counters() throws {
    let (parses, prints) = (LibicalLibrary.parseCount, LibicalLibrary.printCount)
    var reader = LibicalReader()
    for _ in 0..<3 { reader.parse(try table(["BEGIN:VEVENT", "UID:1", "END:VEVENT"])) }
    _ = LibicalComponent(named: "VEVENT").printed()
    #expect(LibicalLibrary.parseCount >= parses + 3)
    #expect(LibicalLibrary.printCount >= prints + 1)
  }
}
