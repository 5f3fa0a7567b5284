import Testing
import TestSupport

@testable import AlmanacComponents

@Suite("Limits and hostile input")
struct LimitsTests {
  private func calendar(_ inside: String) -> String {
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(inside)\nEND:VEVENT\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n"
  }

  @Test("Too many bytes or lines end the reading with an error")
  func document() throws {
    #expect(throws: ICSError(.tooManyBytes, line: 0, limit: 10)) {
      try read("X-A:12345678", limits: ICSLimits(bytes: 10))
    }
    #expect(throws: ICSError(.tooManyLines, line: 5, limit: 4)) {
      try read("A:1\nA:2\nA:3\nA:4\nA:5\n", limits: ICSLimits(lines: 4))
    }
    #expect(try read("A:1\nA:2\nA:3\n", limits: ICSLimits(lines: 4)).lines.count == 3)
  }

  @Test("A component beyond its limits is refused without effect on its neighbours")
  func component() throws {
    let cases: [(String, ICSLimits, Diagnostic.Code)] = [
      (String(repeating: "A:1\n", count: 20), ICSLimits(properties: 10), .tooManyProperties),
      ("SUMMARY:" + String(repeating: "x", count: 200), ICSLimits(lineLength: 100), .lineTooLong),
      (
        "SUMMARY:" + String(repeating: "x\n ", count: 200), ICSLimits(lineLength: 100), .lineTooLong
      ),
      (
        String(repeating: "BEGIN:X\n", count: 9) + String(repeating: "END:X\n", count: 9),
        ICSLimits(depth: 5),
        .tooDeep
      ),
    ]
    for (inside, limits, code) in cases {
      let reading = try read(calendar(inside), limits: limits)
      #expect(
        reading.items.map(\.item) == [.calendarBegin, .refusedComponent, .component, .calendarEnd],
        "\(code)")
      #expect(reading.codes == [code])
    }
  }

  @Test("A line with too many parameters is skipped; its component is read")
  func parameters() throws {
    let line = "A" + String(repeating: ";B=1", count: 20) + ":1"
    let reading = try read(calendar(line), limits: ICSLimits(parameters: 10))
    #expect(reading.items.map(\.item) == [.calendarBegin, .component, .component, .calendarEnd])
    #expect(reading.codes == [.tooManyParameters])
    #expect(!reading.lines.contains { $0.name == "A" })
  }

  @Test("A refused component retains its own UID, wherever it occurs, and no UID of a subcomponent")
  func refusedUID() throws {
    let deep = String(repeating: "BEGIN:X\n", count: 9) + "UID:x\n" + String(repeating: "END:X\n", count: 9)
    for inside in ["UID:me\n" + deep, deep + "UID:me", deep + "ui\n d:me"] {
      let reading = try read(calendar(inside), limits: ICSLimits(depth: 5))
      #expect(reading.lines.map(\.value) == ["me", "1"], "\(inside)")
    }
    #expect(try read(calendar(deep), limits: ICSLimits(depth: 5)).lines.map(\.value) == ["1"])
  }

  @Test("Within the limits nothing is refused")
  func justWithin() throws {
    let inside = "A" + String(repeating: ";B=1", count: 10) + ":1"
    #expect(try read(calendar(inside), limits: ICSLimits(parameters: 10)).components.count == 2)
    let nested = String(repeating: "BEGIN:X\n", count: 4) + String(repeating: "END:X\n", count: 4)
    #expect(try read(calendar(nested), limits: ICSLimits(depth: 5)).components.count == 2)
  }

  @Test("Deep nesting, unterminated or with wrong ENDs, is read in one pass")
  func deepNesting() throws {
    let count = isAtLength ? 150_000 : 20_000
    for inside in [
      String(repeating: "BEGIN:X\n", count: 2 * count),
      String(repeating: "BEGIN:X\n", count: count) + String(repeating: "END:Y\n", count: count),
      String(repeating: "END:Y\n", count: 2 * count),
    ] {
      let reading = try read("BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + inside)
      #expect(reading.items.first?.item == .calendarBegin)
      // One of each code that leaves a gap is stored beyond the limit.
      #expect(reading.findings.count <= ICSLimits.standard.diagnostics + 6)
    }
  }

  @Test("Lines of megabytes, folded or not, and hundreds of thousands of blank lines")
  func longLines() throws {
    let count = isAtLength ? 1_000_000 : 200_000
    let long = "DESCRIPTION:" + String(repeating: "x", count: 10 * count)
    #expect(try read(calendar(long)).components.first?[1].utf8.count == long.utf8.count)
    let folded = "DESCRIPTION:" + String(repeating: "0123456789\n ", count: count)
    #expect(try read(calendar(folded)).components.first?[1].utf8.count == 12 + 10 * count)
    let blank = "X-A:1" + String(repeating: "\n", count: count) + "X-B:2"
    #expect(try read(blank).lines.count == 2)
    let quotes = "X-A" + String(repeating: ";B=\"", count: 50_000) + ":1"
    #expect(try read(quotes).items.count == 1)
  }

  @Test("Zero bytes and other control characters are reported and never end a line")
  func zeroBytes() throws {
    let reading = try read("X-A:a\u{0}b\u{1B}c\n\u{0}\nX-B:2\n")
    #expect(reading.lines.map(\.name) == ["X-A", "X-B"])
    #expect(reading.codes.filter { $0 == .controlCharacter }.count == 2)
    #expect(TextValue.unescaped(reading.lines[0].value) == "abc")
  }

  @Test("Empty documents and documents without a component")
  func rubbish() throws {
    #expect(try read("").items.isEmpty)
    #expect(try read("\n\r\n \t\n").items.isEmpty)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<rounds(500) {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = try read(bytes)
    }
  }
}
