import AlmanacRendering
import Testing

@Suite("The width of text on a terminal")
struct DisplayWidthTests {
  @Test("The reference was read whole")
  func reference() {
    #expect(WcwidthReference.runs.count == 497)
    #expect(WcwidthReference.strings.count == 100)
  }

  @Test("Code points are as wide as wcwidth computes")
  func codePoints() {
    var runs = WcwidthReference.runs[...]
    var wrong: [String] = []
    for value in UInt32(0x20)...0x10FFFF {
      while let run = runs.first, run.codePoints.upperBound < value { runs.removeFirst() }
      let run = runs.first.flatMap { $0.codePoints.contains(value) ? $0 : nil }
      // Above the planes in use, and inside long runs, a sample will do.
      let isEdge = run.map { value == $0.codePoints.lowerBound || value == $0.codePoints.upperBound } ?? false
      guard
        value < 0x3400 || (0xA000..<0xAC00).contains(value) || (0xD7B0..<0x20000).contains(value)
          || (0xE0000..<0xE1100).contains(value) || value % 61 == 0 || isEdge
      else { continue }
      guard !(0x7F..<0xA0).contains(value), let scalar = Unicode.Scalar(value) else { continue }
      let expected = run?.width ?? 1
      let width = DisplayWidth.of("x\(scalar)") - 1
      if width != expected { wrong.append("\(String(value, radix: 16)): \(width), not \(expected)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(60))")
  }

  @Test(
    "Words and emoji sequences take the cells that wcwidth gives them", arguments: WcwidthReference.strings)
  func strings(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
    #expect(text.reduce(0) { $0 + DisplayWidth.of($1) } == width)
  }

  @Test("Controls have no width")
  func controls() {
    #expect(DisplayWidth.of("") == 0)
    #expect(DisplayWidth.of("\u{0}\t\r\n\u{1B}\u{7F}") == 0)
    #expect(DisplayWidth.of("\u{80}\u{9F}é") == 1)
  }

  @Test("ASCII: a cell a character")
  func ascii() {
    #expect(DisplayWidth.of("Algebra, room 12 ~") == 18)
    #expect(DisplayWidth.of("ab cd".dropFirst()) == 4)
  }
}
