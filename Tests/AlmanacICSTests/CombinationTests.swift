import AlmanacEvents
import AlmanacICS
import TestSupport
import Testing

/// Lines that are legal, odd and broken, in random company: what one of them says must not depend on the others.
@Suite("Random combinations of properties")
struct CombinationTests {
  private static let times = [
    "20260310T100000Z", "20260310T100000", "20260310", "20260311T093000", "20260230T100000", "soon", "",
    "20260329T023000",
    "20261025T023000", "99990310T100000Z",
  ]
  private static let forms = [
    "", "", ";TZID=Europe/Madrid", ";TZID=Nowhere", ";VALUE=DATE", ";TZID=Europe/Madrid;VALUE=DATE",
    ";VALUE=DATE-TIME",
    ";TZID=", ";X-A=1", ";VALUE=PERIOD",
  ]
  private static let texts = ["", "a", "a\\, b", "a;b", "a\\nb", "é", "\"q\"", "^n", "a:b"]
  private static let parameters = [
    "", "", ";LANGUAGE=de", ";ALTREP=\"cid:1\"", ";X-P=\"a,b\"", ";X-P=^n^'",
  ]
  private static let timed = [
    "DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "EXDATE", "RDATE", "CREATED", "LAST-MODIFIED", "COMPLETED",
    "DTSTAMP",
  ]
  private static let worded = [
    "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "CATEGORIES", "RESOURCES", "URL", "X-Z",
    "RELATED-TO",
  ]
  private static let others = [
    ["DURATION:PT1H"], ["DURATION:-PT5M"], ["DURATION:soon"], ["RRULE:FREQ=DAILY;COUNT=3"],
    ["RRULE:FREQ=WEEKLY;UNTIL=20260401"], ["RRULE:COUNT=3"], ["EXRULE:FREQ=MONTHLY"], ["STATUS:CONFIRMED"],
    ["STATUS:x"], ["CLASS:PRIVATE"], ["TRANSP:x"], ["GEO:1.5;2.5"], ["GEO:x"], ["PRIORITY:1"],
    ["PRIORITY:10"],
    ["SEQUENCE:0"], ["COLOR:red"], ["COLOR:steelblue"], ["X-ALMANAC-COLOR:#4682b5"], ["COLOR:"],
    ["ATTENDEE;CN=a:mailto:a@example.org"], ["ATTENDEE;PARTSTAT=x:a@example.org"],
    ["ORGANIZER;CN=\"a, b\":mailto:b@example.org"],
    ["ATTACH:https://example.org/a"], ["ATTACH;ENCODING=BASE64;VALUE=BINARY:AAEC"],
    ["CONFERENCE;VALUE=URI:https://example.org"],
    ["REQUEST-STATUS:2.0;Ok"], ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"], ["nonsense"],
    ["RDATE:20260311T100000Z/PT1H"],
    ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:a", "END:VALARM"],
    ["REQUEST-STATUS;LANGUAGE=de:2.0;Gut"], ["FREEBUSY;X-P=1:20260310T100000Z/PT1H,soon"],
    ["BUSYTYPE;X-P=1:"], ["BUSYTYPE;X-P=2:BUSY"],
    ["BEGIN:VALARM", "ACTION;X-P=1:DISPLAY", "TRIGGER;X-P=2:soon", "TRIGGER;X-P=3:-PT5M", "END:VALARM"],
    [
      "BEGIN:VALARM", "TRIGGER;RELATED=x;X-P=1:20260310T100000Z", "REPEAT;X-P=2:2",
      "DESCRIPTION;LANGUAGE=de:", "SUMMARY;LANGUAGE=de:a", "UID;X-P=3:", "ACKNOWLEDGED;X-P=4:soon",
      "DESCRIPTION:b", "ACTION;X-P=5:", "END:VALARM",
    ],
    ["BEGIN:VALARM", "ACTION:AUDIO", "END:VALARM"], ["BEGIN:X-C", "X-D;X-P=1:a\\nb", "END:X-C"],
    ["BEGIN:VLOCATION", "UID:l", "NAME:Hall", "END:VLOCATION"],
  ]

  private func lines(_ random: inout SeededGenerator) -> [String] {
    func any<Element>(_ choices: [Element], _ random: inout SeededGenerator) -> Element {
      choices[Int.random(in: choices.indices, using: &random)]
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return [any(Self.timed, &random) + any(Self.forms, &random) + ":" + any(Self.times, &random)]
    case 1:
      return [any(Self.worded, &random) + any(Self.parameters, &random) + ":" + any(Self.texts, &random)]
    default: return any(Self.others, &random)
    }
  }

  private func component(_ random: inout SeededGenerator) -> [String] {
    let names = ["VEVENT", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"]
    let name = names[Int.random(in: names.indices, using: &random)]
    var body = ["UID:\(Int.random(in: 1...2, using: &random))", "DTSTAMP:20260101T000000Z"]
    if Bool.random(using: &random) { body.append("DTSTART:20260310T090000Z") }
    for _ in 0..<Int.random(in: 1...6, using: &random) { body += lines(&random) }
    return ["BEGIN:" + name] + body + ["END:" + name]
  }

  @Test("As read, written anew and edited, each keeps its meaning", arguments: 1...12)
  func combinations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var edits = 0
    let count = rounds(13)
    for _ in 0..<count {
      let components = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in component(&random) }
      let text = calendar(components)
      let document = try ICSDocument(parsing: text)
      #expect(document.text == text)
      let normalized = document.text(.normalized)
      let again = try ICSDocument(parsing: normalized).text(.normalized)
      #expect(
        again.split(separator: "\r\n").sorted() == normalized.split(separator: "\r\n").sorted(), "\(text)")
      edits += try edit(document, text)
    }
    #expect(edits * 5 > count * 2)
  }

  /// Edits each item that a calendar accepts; returns the number of edits.
  private func edit(_ document: ICSDocument, _ text: String) throws -> Int {
    var count = 0
    for item in document.calendars[0].items where document.calendars[0].item(item.id) == item {
      var (changed, edited) = (item, document)
      changed.summary = "changed; by, the\ntest"
      // Some items break rules, alone or beside their series, and are refused.
      guard (try? edited.calendars[0].update(changed, at: nil)) != nil else { continue }
      count += 1
      let read = try ICSDocument(parsing: edited.bytes).calendars[0]
      #expect(read.items.map(\.summary) == edited.calendars[0].items.map(\.summary), "\(text)")
      #expect(read.items.map(\.location) == document.calendars[0].items.map(\.location), "\(text)")
    }
    return count
  }
}
