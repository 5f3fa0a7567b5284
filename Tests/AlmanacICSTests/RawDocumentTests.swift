import AlmanacComponents
import AlmanacMapping
import TestSupport
import AlmanacMapping
import Testing

@testable import AlmanacICS

@Suite("Documents kept as they were read")
struct RawDocumentTests {
  private let text = """
    junk before\r
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    X-WR-CALNAME:a\r
    \r
    BEGIN:VEVENT\r
    UID:1\r
    summary:folded in\r
      an odd way\r
    \tand another\r
    ATTENDEE;CN=A:mailto:a\r
    X-UNKNOWN;A="b":c\r
    ATTENDEE;CN=B:mailto:b\r
    no colon here\r
    BEGIN:VALARM\r
    TRIGGER:-PT15M\r
    END:VALARM\r
    END:VEVENT\r
    BEGIN:VTODO\r
    UID:2\r
    END:VCALENDAR
    """

  private func document() throws -> RawDocument { try RawDocument(Array(text.utf8)) }
  private func string(_ document: RawDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

  @Test("Untouched, the bytes are unchanged")
  func untouched() throws {
    #expect(try string(document()) == text)
    var random = SeededGenerator(seed: 4)
    let pieces = [
      "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "A:1", " x", "", "rubbish", "\t",
      "B;C=\"é\":🗓",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...15, using: &random))
        .map { _ in
          pieces.randomElement(using: &random)! + ["\n", "\r\n", "\n\n"].randomElement(using: &random)!
        }.joined()
      #expect(try string(RawDocument(Array(text.utf8))) == text)
    }
  }

  @Test("Pieces know their calendar and line")
  func pieces() throws {
    let document = try document()
    #expect(
      document.pieces.map(\.kind) == [
        .line, .calendarBegin, .line, .line, .component, .component, .calendarEnd,
      ])
    #expect(document.pieces.map(\.calendar) == [nil, 0, 0, 0, 0, 0, 0])
    #expect(document.pieces.map(\.lineNumber) == [1, 2, 3, 4, 6, 19, 21])
  }

  private func event(_ lines: [String]) throws -> Component {
    let table = try table(["BEGIN:VEVENT"] + lines + ["END:VEVENT"])
    return try #require(table.withElement { $0?.component?.component })
  }

  private func event(_ lines: String...) throws -> Component { try event(lines) }

  @Test("An edit changes the lines that it changes and no other")
  func edit() throws {
    var document = try document()
    let base = try event(
      "UID:1", "SUMMARY:folded in an odd wayand another", "ATTENDEE;CN=A:mailto:a", "ATTENDEE;CN=B:mailto:b")
    try document.edit(
      4, from: base,
      to: event(
        "UID:1", "SUMMARY:folded in an odd wayand another", "ATTENDEE;CN=A:mailto:a",
        "ATTENDEE;CN=C:mailto:c",
        "LOCATION:Room"))
    #expect(
      string(document)
        == text.replacing("ATTENDEE;CN=B:mailto:b", with: "ATTENDEE;CN=C:mailto:c")
        .replacing("BEGIN:VALARM", with: "LOCATION:Room\r\nBEGIN:VALARM"))
    try document.edit(4, from: event("SUMMARY:x", "LOCATION:Room"), to: event("SUMMARY:y"))
    #expect(string(document).contains("UID:1\r\nSUMMARY:y\r\nATTENDEE;CN=A"))
    #expect(!string(document).contains("LOCATION"))
  }

  @Test("Removing one of several lines keeps the others; repairs alone write nothing")
  func removal() throws {
    var document = try document()
    try document.edit(
      4, from: event("ATTENDEE;CN=A:mailto:a", "ATTENDEE;CN=B:mailto:b", "DTSTAMP:20260101T000000Z"),
      to: event("ATTENDEE;CN=B:mailto:b", "DTSTAMP:20260101T000000Z"))
    #expect(string(document) == text.replacing("ATTENDEE;CN=A:mailto:a\r\n", with: ""))
  }

  @Test("Subcomponents are compared whole")
  func subcomponents() throws {
    var document = try document()
    let alarm = ["BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM"]
    let later = ["BEGIN:VALARM", "TRIGGER:-PT30M", "END:VALARM"]
    try document.edit(4, from: event(alarm), to: event(later + alarm))
    #expect(
      string(document)
        == text.replacing(
          "BEGIN:VALARM\r\n", with: "BEGIN:VALARM\r\nTRIGGER:-PT30M\r\nEND:VALARM\r\nBEGIN:VALARM\r\n"))
  }

  @Test("Components are added before the calendar's END, behind the END of all others, and removed")
  func addAndRemove() throws {
    var document = try document()
    document.insert(
      [Array("BEGIN:VEVENT\r\nUID:3\r\nEND:VEVENT\r\n".utf8)], kind: .component,
      at: document.endOfCalendar(0), calendar: 0)
    #expect(
      string(document)
        == text.replacing(
          "END:VCALENDAR", with: "END:VTODO\r\nBEGIN:VEVENT\r\nUID:3\r\nEND:VEVENT\r\nEND:VCALENDAR"))
    document.remove(6)
    document.remove(5)
    #expect(string(document) == text.replacing("BEGIN:VTODO\r\nUID:2\r\n", with: ""))
  }

  @Test("An edited component gets the END it lacked, and the file's own line ends")
  func missingEnd() throws {
    var document = try RawDocument(Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:2\nSUMMARY:x".utf8))
    try document.edit(1, from: event("UID:2", "SUMMARY:x"), to: event("UID:2", "SUMMARY:y"))
    #expect(string(document) == "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:2\nSUMMARY:y\nEND:VEVENT\n")
  }

  @Test("Latin-1 and UTF-16 are written as UTF-8")
  func encodings() throws {
    let latin = Array("BEGIN:VEVENT\nSUMMARY:caf".utf8) + [0xE9] + Array("\nEND:VEVENT\n".utf8)
    #expect(try string(RawDocument(latin)) == "BEGIN:VEVENT\nSUMMARY:café\nEND:VEVENT\n")
  }
}

extension RawDocument {
  fileprivate mutating func edit(_ piece: Int, from base: Component, to edited: Component) {
    edit(piece, from: base, to: edited, door: PureDoor())
  }
}
