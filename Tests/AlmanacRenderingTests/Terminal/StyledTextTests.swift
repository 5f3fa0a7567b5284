import AlmanacEvents
import AlmanacRendering
import Testing

@Suite("Styled text for terminals of any depth")
struct StyledTextTests {
  private static func style(_ base: ANSIStyle = .plain, _ change: (inout ANSIStyle) -> Void) -> ANSIStyle {
    var style = base
    change(&style)
    return style
  }

  @Test("SGR sequences by ECMA-48 and xterm")
  func sequences() {
    let line = StyledText("Mon ", .bold) + StyledText("Algebra", .text(.steelBlue)) + " end"
    #expect(line.rendered(.none) == "Mon Algebra end")
    #expect(line.rendered(.trueColor) == "\u{1B}[1mMon \u{1B}[0m\u{1B}[38;2;70;130;180mAlgebra\u{1B}[0m end")
    let red = StyledText("2", .text(.reservedRed))
    #expect(red.rendered(.ansi256) == "\u{1B}[38;5;196m2\u{1B}[0m")
    #expect(red.rendered(.ansi16) == "\u{1B}[91m2\u{1B}[0m")
    let all = Self.style(.filled(.white)) {
      $0.foreground = .black
      ($0.isBold, $0.isDim, $0.isUnderlined, $0.isReversed) = (true, true, true, true)
    }
    #expect(StyledText("x", all).rendered(.ansi16) == "\u{1B}[1;2;4;7;30;107mx\u{1B}[0m")
    #expect(StyledText("x", all).rendered(.ansi256) == "\u{1B}[1;2;4;7;38;5;16;48;5;231mx\u{1B}[0m")
  }

  @Test("Text on a colour is black or white, readable at every depth")
  func filled() {
    #expect(
      StyledText("x", .filled(CalendarColor(.navy))).rendered(.trueColor)
        == "\u{1B}[38;2;255;255;255;48;2;0;0;128mx\u{1B}[0m")
    #expect(StyledText("x", .filled(CalendarColor(.yellow))).rendered(.ansi16) == "\u{1B}[30;103mx\u{1B}[0m")
    for color in Self.styles.compactMap(\.background) {
      for depth in ColorDepth.allCases {
        let shown = depth.nearest(to: color)
        #expect(shown.contrastRatio(with: shown.contrastingText) >= 4.5)
        #expect(shown.isRed == color.isRed)
      }
    }
  }

  @Test("Neighbours of one style are one run, empty text is none")
  func merging() {
    var line = StyledText("a", .bold)
    line.append("")
    line.append("b", .bold)
    line.append("", .dim)
    line.append("c")
    #expect(line.runs.map(\.text) == ["ab", "c"])
    #expect(line == StyledText("ab", .bold) + "c")
    #expect(StyledText("").isEmpty)
    #expect(StyledText("").rendered(.trueColor) == "")
  }

  @Test("Every depth shows the same text; only styles escape, and each is turned off")
  func discipline() {
    for line in Self.lines {
      #expect(line.rendered(.none) == line.plain)
      #expect(isInert(line.plain))
      for depth in ColorDepth.allCases {
        let (text, open) = Self.withoutSGR(line.rendered(depth))
        #expect(text == line.plain)
        #expect(DisplayWidth.of(text) == line.width)
        #expect(!open)
      }
    }
  }

  @Test("Is truncated as plain text is, with its styles")
  func fitting() {
    for line in Self.lines {
      for width in [0, 1, 2, 5, 11, 40] {
        #expect(line.truncated(to: width).plain == DisplayWidth.truncated(line.plain, to: width))
      }
    }
    let line = StyledText("one ", .bold) + StyledText("two", .dim)
    #expect(line.truncated(to: 6) == StyledText("one ", .bold) + StyledText("t…", .dim))
    #expect(line.truncated(to: 4) == StyledText("one…", .bold))
  }

  @Test("Text from files cannot bring sequences of its own")
  func hostile() {
    let line: StyledText = "\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m\nnext"
    for depth in ColorDepth.allCases { #expect(isInert(line.rendered(depth))) }
  }

  static let styles: [ANSIStyle] = [
    .plain, .bold, .dim, style { $0.isUnderlined = true }, style { $0.isReversed = true }, .text(.teal),
    .text(.reservedRed), .filled(.steelBlue),
    .filled(.reservedRed), .filled(CalendarColor(.yellow)), .filled(.gray), .filled(CalendarColor(.navy)),
    style(.text(.gold)) { $0.isBold = true },
  ]

  static let lines: [StyledText] = {
    let texts = sampleTexts(600)
    return stride(from: 0, to: texts.count, by: 3).map { index in
      var line = StyledText()
      for offset in 0..<3 { line.append(texts[index + offset], styles[(index + offset * 5) % styles.count]) }
      return line
    }
  }()

  /// The text between SGR sequences, and whether a style is on at its end.
  static func withoutSGR(_ line: String) -> (text: String, open: Bool) {
    var text = String.UnicodeScalarView()
    var (open, parameters) = (false, nil as String?)
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" {
        parameters = ""
      } else if let sofar = parameters {
        if scalar == "m" {
          open = sofar != "[0"
          parameters = nil
        } else {
          parameters = sofar + String(scalar)
        }
      } else {
        text.append(scalar)
      }
    }
    return (String(text), open)
  }
}
