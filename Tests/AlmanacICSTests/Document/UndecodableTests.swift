import AlmanacEvents
import AlmanacICS
import Testing

/// Programs that do not know which encoding they write put several in one file.
@Suite("Lines that are no text in any encoding")
struct UndecodableTests {
  /// A GBK title in a file of UTF-8, and a UTF-8 character cut short.
  private static let title: [UInt8] =
    Array("SUMMARY:".utf8) + [0xC8, 0xD5, 0xB1, 0xBE] + Array(" 日\r\n".utf8)
  private static let note: [UInt8] = Array("DESCRIPTION:bad ".utf8) + [0xE6, 0x97] + Array(" and 日\r\n".utf8)

  private static func file(_ summaryOfSecond: String = "B") -> [UInt8] {
    let first = "BEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260310T100000Z\r\n"
    let second = "BEGIN:VEVENT\r\nUID:b\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260311T100000Z\r\n"
    return Array(("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + first).utf8) + title + note
      + Array("END:VEVENT\r\n\(second)SUMMARY:\(summaryOfSecond)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
  }

  @Test("They are read as U+FFFD, reported, and written back unchanged")
  func untouched() throws {
    var document = try ICSDocument(parsing: Self.file())
    #expect(document.bytes == Self.file())
    #expect(document.diagnostics.filter { $0.code.rawValue == "undecodable" }.count == 2)
    let read = document.calendars[0]
    #expect(read.item(uid: "a")?.summary == "\u{FFFD}ձ\u{FFFD} 日")
    #expect(try ICSDocument(parsing: document.text).calendars == document.calendars)
    var other = try #require(read.item(uid: "b"))
    other.summary = "C"
    try document.calendars[0].update(other, at: nil)
    #expect(document.bytes == Self.file("C"))
    #expect(try ICSDocument(parsing: document.bytes).calendars[0].item(uid: "a") == read.item(uid: "a"))
  }

  @Test("An edit of their item leaves those that it does not change")
  func beside() throws {
    var document = try ICSDocument(parsing: Self.file())
    var item = try #require(document.calendars[0].item(uid: "a"))
    item.summary = "Japan"
    try document.calendars[0].update(item, at: nil)
    let expected = Self.file().split(separator: UInt8(ascii: "\n")).map(Array.init)
    let lines = document.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    #expect(lines.contains(Array(Self.note.dropLast())) && !lines.contains(Array(Self.title.dropLast())))
    #expect(lines.filter { !expected.contains($0) } == [Array("SUMMARY:Japan\r".utf8)])
    #expect(document.text.contains("SUMMARY:Japan") && document.text.contains("DESCRIPTION:bad \u{FFFD}"))
  }

  @Test("A list in such a line is unchanged, and an added value gets a line of its own")
  func list() throws {
    let line = Array("CATEGORIES:\u{e9}".utf8) + [0xFF]
    let head = "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260310T100000Z\r\n"
    let end = Array("END:VEVENT\r\n".utf8)
    var document = try ICSDocument(parsing: Array(head.utf8) + line + Array("\r\n".utf8) + end)
    var item = try document.onlyItem()
    item.categories.append("b")
    try document.calendars[0].update(item, at: nil)
    #expect(document.bytes == Array(head.utf8) + line + Array("\r\nCATEGORIES:b\r\n".utf8) + end)
  }

  @Test("A byte order mark is not a part of the first line, which reads the same without it")
  func mark() throws {
    let name = Array("X-A:caf".utf8) + [0xE9] + Array("\r\n".utf8)
    let marked = try ICSDocument(parsing: [0xEF, 0xBB, 0xBF] + name + Self.file())
    let plain = try ICSDocument(parsing: name + Self.file())
    #expect(marked.bytes == [0xEF, 0xBB, 0xBF] + plain.bytes && marked.diagnostics == plain.diagnostics)
    #expect(marked.text == plain.text)
    #expect(try ICSDocument(parsing: marked.bytes).bytes == marked.bytes)
  }

  @Test("also the first line behind a byte order mark")
  func first() throws {
    let rest = Array("\r\n".utf8) + Self.file()
    let line = Array("X-\u{e9}".utf8) + [0xFF] + Array(":1".utf8)
    let document = try ICSDocument(parsing: [0xEF, 0xBB, 0xBF] + line + rest)
    #expect(document.bytes == [0xEF, 0xBB, 0xBF] + line + rest)
  }
}
