import AlmanacComponents
import AlmanacEvents
import AlmanacTime
import Foundation
import TestSupport
import Testing

@testable import AlmanacICS

@Suite("Content that libical would lose survives in the tree")
struct ProtectedLinesTests {
  /// The lines of a component, read into a tree and written again.
  private func passed(_ lines: [String]) throws -> [String] {
    var writer = LineWriter()
    writer.write(try tree(lines))
    return try unfolded(writer.bytes)
  }

  private func tree(_ lines: [String]) throws -> Component {
    try #require(try table(lines).withElement { $0?.component?.component })
  }

  @Test(
    "Lost or altered by libical 3.0.16",
    arguments: [
      #"CATEGORIES:a\,b,c"#, #"RESOURCES:x\;y,z\\"#, "EXDATE:20260101T000000Z,20260102T000000Z",
      "RDATE;VALUE=PERIOD:20260101T000000Z/PT1H,20260102T000000Z/20260102T010000Z",
      #"ATTENDEE;MEMBER="mailto:a@x","mailto:b@x":mailto:c@x"#,
      #"ATTENDEE;DELEGATED-TO="mailto:a@x","mailto:b@x":mailto:c@x"#,
      "LINK;LINKREL=SOURCE;VALUE=URI:http://x",
      "STRUCTURED-DATA;FMTTYPE=application/ld+json;VALUE=TEXT:{}", "x-lower:case", "Some-Iana-Thing:1",
      "X-A;B=a^^b^nc^'d:v", "ATTENDEE;CN=A^^B:mailto:x", #"X-A:a\,b\;c\\d\Ne\xf;g,h"#,
      "GEO:48.12345678901;2.000000001",
      "SUMMARY:", "X-EMPTY:", "SUMMARY:  blanks  ", "PRIORITY:abc", "DURATION:PT", "DURATION:P7D",
      "DTSTART:20260230T256199", "REQUEST-STATUS:2.0;Success;x",
      "RRULE:FREQ=DAILY;X-FOO=1;COUNT=2;INTERVAL=1",
      "TRIGGER;VALUE=WRONG:nonsense", "X-ALMANAC-LINE:=x=", "X-ALMANAC-COMPONENT:=VEVENT=",
      "CLASS:public",
      "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAECAw==", "BOOL;VALUE=BOOLEAN:TRUE", #"SUMMARY:tail\"#, "X-A:=",
      "COMMENT:日本語🗓",
    ])
  func line(line: String) throws {
    let lines = ["BEGIN:VEVENT", line, "UID:1", line, "END:VEVENT"]
    // What has carets is written in quotes.
    if !line.contains("^") { #expect(try passed(lines) == lines) }
    #expect(try tree(passed(lines)) == tree(lines))
  }

  @Test("Nested components that libical drops, beside those it supports")
  func components() throws {
    let lines = [
      "BEGIN:VEVENT", "UID:1", "BEGIN:PARTICIPANT", "UID:2", "BEGIN:VLOCATION", "NAME:x", "END:VLOCATION",
      "END:PARTICIPANT", "BEGIN:VALARM", "ACTION:DISPLAY", "BEGIN:X-INNER", "END:X-INNER", "END:VALARM",
      "BEGIN:X-BOX", "X-A:1", "END:X-BOX", "BEGIN:VRESOURCE", "END:VRESOURCE", "END:VEVENT",
    ]
    #expect(try passed(lines) == lines)
    #expect(try passed(["BEGIN:X-TOP", "A:1", "END:X-TOP"]) == ["BEGIN:X-TOP", "A:1", "END:X-TOP"])
  }

  @Test("Whatever a program puts into an item, no text of it begins a line", arguments: [false, true])
  func controls(keepsProperty: Bool) throws {
    let evil = "a\r\nX-EVIL:1\nX-EVIL:2\u{7F}\u{0}"
    let parameters = [Parameter("X-P\r\nX-EVIL", evil)]
    var event = Event(evil, from: try CivilDate(2026, 3, 10), uid: evil)
    (event.details, event.location, event.url, event.categories) = (evil, evil, evil, [evil, evil])
    (event.resources, event.comments, event.contacts) = ([evil], [evil], [evil])
    (event.concepts, event.referenceIDs) = ([evil], [evil])
    event.classification = Classification(rawValue: evil)
    event.organizer = Organizer(evil, name: evil, sentBy: evil, parameters: parameters)
    event.attendees = [Attendee(evil, name: evil, groups: [evil], parameters: parameters)]
    event.relations = [Relation(evil, kind: .init(rawValue: evil), parameters: parameters)]
    event.attachments = [AttachedFile(.uri(evil), mediaType: evil, parameters: parameters)]
    event.images = [AttachedImage(AttachedFile(.uri(evil)), displays: [.init(rawValue: evil)])]
    event.conferences = [Conference(evil, features: [.init(rawValue: evil)], label: evil)]
    event.requestStatuses = [RequestStatus(code: evil, text: evil, data: evil, parameters: parameters)]
    event.alarms = [Alarm(.before(.minutes(5)), action: .init(rawValue: evil))]
    if keepsProperty {
      event.unmodelled.properties = [Property("X-KEPT", parameters: parameters, value: evil)]
    }
    var calendar = EventCalendar()
    calendar.insert([Item.event(event)])
    let text = ICSDocument([calendar]).text
    #expect(text.contains("BEGIN:VEVENT") && text.contains("REQUEST-STATUS"))
    let lines = text.components(separatedBy: .newlines)
    #expect(lines.filter { $0.hasPrefix("X-EVIL") } == [])
    #expect(
      !text.unicodeScalars.contains {
        $0.value < 0x20 && !"\r\n".unicodeScalars.contains($0) || $0 == "\u{7F}"
      })
  }

  @Test("Lists of thousands of values, hundreds of parameters, lines of a megabyte")
  func cutShort() throws {
    let dates = (0..<3000).map { "2026010\($0 % 9 + 1)T000000Z" }.joined(separator: ",")
    let parameters = (0..<99).map { ";X-P\($0)=\($0)" }.joined()
    let lines = [
      "BEGIN:VEVENT", "EXDATE:" + dates,
      "CATEGORIES:" + Array(repeating: "x", count: 2000).joined(separator: ","),
      "X-A\(parameters):1", "DESCRIPTION:" + String(repeating: "é", count: 500_000), "END:VEVENT",
    ]
    #expect(try passed(lines) == lines)
  }

  @Test("Random lines survive")
  func random() throws {
    var random = SeededGenerator(seed: 77)
    let pieces = [
      "a", " ", "\t", ":", ";", ",", "\"", "^", "\\", "\\n", "=", "é", "🗓", "END", "X-ALMANAC-LINE:",
    ]
    for _ in 0..<1500 {
      let value = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      let lines = ["BEGIN:VEVENT", "X-A:" + value, "SUMMARY:" + value, "END:VEVENT"]
      #expect(try passed(lines) == lines)
    }
  }
}
