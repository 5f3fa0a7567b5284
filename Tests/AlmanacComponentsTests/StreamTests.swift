import Testing
import TestSupport

@testable import AlmanacComponents

@Suite("Reading in parts")
struct StreamTests {
  private let text = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    SUMMARY:Zürich 予定 \r
     🗓 und so weiter\r
    BEGIN:VALARM\r
    END:VALARM\r
    END:VEVENT\r
    \r
    BEGIN:VTODO\r
    SUMMARY:x\r
    X-LAST:1\r
    \r
     2\r
    BEGIN:VTODO\r
    END:VCALENDAR\r
    BEGIN:VCALENDAR\r
    X-WR-CALNAME:b\r
    BEGIN:VEVENT\r
    """

  private func readInParts(_ bytes: [UInt8], size: () -> Int) throws -> Reading {
    var stream = ContentStream()
    var reading = Reading()
    var table = LineTable()
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + size())
      stream.append(Array(bytes[position..<end]))
      position = end
      while let item = try stream.next(into: &table) { reading.add(item, table) }
    }
    stream.finish()
    while let item = try stream.next(into: &table) { reading.add(item, table) }
    reading.findings = stream.takeFindings()
    return reading
  }

  @Test("Parts divided at any byte yield the items of the whole document")
  func anyCut() throws {
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var latin: [UInt8] = Array(text.replacing("ü", with: "u").utf8)
    latin.insert(0xE9, at: 60)
    var random = SeededGenerator(seed: 8)
    for bytes in [Array(text.utf8), [0xFF, 0xFE] + utf16, latin, Array(text.replacing("\r", with: "").utf8)] {
      let whole = try read(bytes)
      for size in [3, 4, 7, 16, 50, 200, 1000, 0] {
        let parts = try readInParts(bytes) { size == 0 ? Int.random(in: 3...90, using: &random) : size }
        #expect(parts.items.map(\.item) == whole.items.map(\.item), "\(size)")
        #expect(parts.items.map(\.lines) == whole.items.map(\.lines), "\(size)")
        #expect(parts.numbers == whole.numbers, "\(size)")
        #expect(parts.codes == whole.codes, "\(size)")
      }
    }
  }

  @Test("Memory is bound by the largest item, not by the document")
  func bounded() throws {
    var stream = ContentStream(limits: ICSLimits(bytes: 100_000))
    var table = LineTable()
    let event = Array("BEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\n".utf8)
    var components = 0
    stream.append(Array("BEGIN:VCALENDAR\r\n".utf8))
    for _ in 0..<50_000 {
      stream.append(event)
      while let item = try stream.next(into: &table) { components += item == .component ? 1 : 0 }
    }
    stream.finish()
    while let item = try stream.next(into: &table) { components += item == .component ? 1 : 0 }
    #expect(components == 50_000)
  }
}
