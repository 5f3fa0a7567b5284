import AlmanacRendering
import Testing

@Suite("Truncating, padding, wrapping and cleaning text")
struct TextFittingTests {
  @Test(
    "Truncation keeps whole graphemes",
    arguments: [
      ("Algebra", 7, "Algebra"), ("Algebra", 6, "Algeb…"), ("Algebra", 1, "…"), ("Algebra", 0, ""),
      ("Algebra", -3, ""), ("", 0, ""), ("Mon Tue", 5, "Mon…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
      ("日本語", 4, "日…"), ("日本語", 2, "…"), ("cafe\u{301} x", 5, "cafe\u{301}…"),
      ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("🇨🇭🇪🇸", 3, "🇨🇭…"),
    ])
  func truncation(text: String, width: Int, expected: String) {
    #expect(DisplayWidth.truncated(text, to: width) == expected)
  }

  @Test("Padding on either side")
  func padding() {
    #expect(DisplayWidth.padded("日", to: 5) == "日   ")
    #expect(DisplayWidth.padded("日", to: 5, .right) == "   日")
    #expect(DisplayWidth.padded("日", to: 5, .center) == " 日  ")
    #expect(DisplayWidth.padded("日本", to: 3) == "日本")
    #expect(DisplayWidth.padded("x", to: -1) == "x")
  }

  @Test("Fitted text is exactly as wide as asked for, truncated text at most")
  func fitted() {
    for text in sampleTexts(1_500).map(SafeText.singleLine) {
      for width in [0, 1, 2, 3, 7, 20, 80] {
        for alignment in DisplayWidth.Alignment.allCases {
          #expect(DisplayWidth.of(DisplayWidth.fitted(text, to: width, alignment)) == width)
        }
        let truncated = DisplayWidth.truncated(text, to: width)
        #expect(DisplayWidth.of(truncated) <= width)
        if DisplayWidth.of(text) <= width { #expect(truncated == text) }
      }
    }
  }

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

  @Test("No wrapped line is wider than asked, unsafe, or loses anything but spaces")
  func wrappingLaws() {
    for text in sampleTexts(1_500) {
      for width in [2, 3, 7, 20, 80] {
        let lines = DisplayWidth.wrapped(text, to: width)
        for line in lines {
          #expect(DisplayWidth.of(line) <= width)
          #expect(isInert(line))
        }
        let kept = lines.joined().unicodeScalars.filter { $0 != " " }
        let given = SafeText.singleLine(text).unicodeScalars.filter { $0 != " " }
        #expect(kept.elementsEqual(given))
      }
    }
  }

  @Test(
    "Cleaning",
    arguments: [
      ("plain ~", "plain ~"), ("tab\there", "tab here"), ("a\r\nb\nc\rd", "a b c d"), ("a\n\rb", "a  b"),
      ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"), ("\u{9B}31m\u{85}", "\u{FFFD}31m "),
      ("\u{0}\u{7}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{202E}b\u{202C}c\u{2067}d\u{2069}", "abcd"),
      ("א\u{200F}!", "א\u{200F}!"), ("👨‍👩‍👧 日本", "👨‍👩‍👧 日本"), ("x\u{2028}y\u{2029}z", "x y z"),
    ])
  func cleaning(text: String, expected: String) {
    #expect(SafeText.singleLine(text) == expected)
  }

  @Test("Cleaned text is inert and stays as it is when cleaned again")
  func cleaningLaws() {
    for text in sampleTexts(3_000) {
      let safe = SafeText.singleLine(text)
      #expect(isInert(safe))
      #expect(SafeText.singleLine(safe) == safe)
      #expect(SafeText.lines(text).allSatisfy(isInert))
    }
  }
}
