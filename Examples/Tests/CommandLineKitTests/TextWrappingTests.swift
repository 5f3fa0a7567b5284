import AlmanacRendering
import CommandLineKit
import Testing

@Suite("Text in lines of a width")
struct TextWrappingTests {
  @Test(
    "Wrapping",
    arguments: [
      ("", 5, [""]), ("one two three", 7, ["one two", "three"]),
      ("one two three", 5, ["one", "two", "three"]),
      ("one  two", 3, ["one", "two"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a abcdefgh", 3, ["a", "abc", "def", "gh"]),
      ("first\nsecond line", 6, ["first", "second", "line"]), ("a\r\n\r\nb", 9, ["a", "", "b"]),
      ("half-term week", 9, ["half-term", "week"]), ("half-term week", 6, ["half-", "term", "week"]),
      ("2026-03-02 x", 7, ["2026-03", "-02 x"]), ("日本語です。", 4, ["日本", "語で", "す。"]),
      ("日本語。", 6, ["日本", "語。"]), ("（日本）語", 6, ["（日", "本）語"]), ("日本", 1, ["日", "本"]),
      ("end ", 3, ["end"]), ("  indented", 10, ["  indented"]), ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]),
    ] as [(String, Int, [String])])
  func wrapping(text: String, width: Int, lines: [String]) {
    #expect(DisplayWidth.wrapped(text, to: width) == lines)
  }

  @Test("No line is wider than asked, and only spaces at line ends are lost", arguments: [2, 3, 7, 20, 80])
  func laws(width: Int) {
    let pieces = [
      "a", " ", "  ", "word", "longerword", "-", "e\u{301}", "日", "本語", "（", "）", "。", "👍🏽", "👨‍👩‍👧", "🇨🇭", "\n",
      "\u{1B}[31m", "\u{202E}", "שלום",
    ]
    for step in 1...60 {
      let text = (0..<40).map { pieces[$0 * $0 * step % pieces.count] }.joined()
      let lines = DisplayWidth.wrapped(text, to: width)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width && SafeText.singleLine($0) == $0 })
      let letters = lines.joined().unicodeScalars.filter { $0 != " " }
      #expect(letters.elementsEqual(SafeText.singleLine(text).unicodeScalars.filter { $0 != " " }))
    }
  }
}
