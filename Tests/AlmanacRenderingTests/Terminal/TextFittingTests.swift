import AlmanacRendering
import TestSupport
import Testing

@Suite("Truncating, padding and cleaning text")
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
    for text in sampleTexts(rounds(400)).map(SafeText.singleLine) {
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
    "Cleaning",
    arguments: [
      ("plain ~", "plain ~"), ("tab\there", "tab here"), ("a\r\nb\nc\rd", "a b c d"), ("a\n\rb", "a  b"),
      ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"), ("\u{9B}31m\u{85}", "\u{FFFD}31m "),
      ("\u{0}\u{7}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{202E}b\u{202C}c\u{2067}d\u{2069}", "abcd"),
      ("a\u{61C}b\u{E0041}c\u{E007F}", "abc"),
      ("א\u{200F}!", "א\u{200F}!"), ("1\u{200F}2\u{61C} a", "12 a"), ("👨‍👩‍👧 日本", "👨‍👩‍👧 日本"),
      ("x\u{2028}y\u{2029}z", "x y z"),
    ])
  func cleaning(text: String, expected: String) {
    #expect(SafeText.singleLine(text) == expected)
  }

  @Test("Cleaned text is inert and unchanged when cleaned again")
  func cleaningLaws() {
    for text in sampleTexts(rounds(750)) {
      let safe = SafeText.singleLine(text)
      #expect(isInert(safe))
      #expect(SafeText.singleLine(safe) == safe)
      #expect(SafeText.lines(text).allSatisfy(isInert))
    }
  }
}
