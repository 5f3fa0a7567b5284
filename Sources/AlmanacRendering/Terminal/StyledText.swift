public import AlmanacEvents

/// One line of styled text, for terminals of any colour depth.
///
/// All text is made safe (``SafeText/singleLine(_:)``): the only escape sequences in the output are those of the styles.
/// Each line begins and ends in the terminal's own style.
///
///     var line = StyledText("Mon 2 ", .bold)
///     line.append("Algebra", .filled(.steelBlue))
///     line.rendered(.ansi256)        // "\u{1B}[1mMon 2 \u{1B}[0m\u{1B}[38;5;16;48;5;67mAlgebra\u{1B}[0m"
///     line.rendered(.none)           // "Mon 2 Algebra"
public struct StyledText: Sendable, Hashable {
  /// A piece of text in one style.
  public struct Run: Sendable, Hashable {
    /// The text, never empty, safe to print.
    public internal(set) var text: String
    /// The style of the whole piece.
    public internal(set) var style: ANSIStyle
  }

  /// The pieces from left to right, none empty, neighbours of different style.
  public private(set) var runs: [Run] = []
  /// The bytes at the end of the last piece that remain where the line is cut.
  private var tail = 0

  /// Creates an empty line.
  public init() {}

  /// Creates a line of one style, by default the terminal's own. An empty text is an empty line.
  public init(_ text: String, _ style: ANSIStyle = .plain) {
    append(text, style)
  }

  /// The text without its styles.
  public var plain: String { runs.map(\.text).joined() }

  /// The number of cells, the same at any depth.
  public var width: Int { DisplayWidth.of(plain) }

  /// Whether the line has no text; spaces are text.
  public var isEmpty: Bool { runs.isEmpty }

  /// Adds text at the end.
  public mutating func append(_ text: String, _ style: ANSIStyle = .plain) {
    appendSafe(SafeText.singleLine(text), style)
  }

  /// Adds text at the end that remains where the line is cut to a width, such as a short name of an item.
  public mutating func append(tail text: String, _ style: ANSIStyle = .plain) {
    let safe = SafeText.singleLine(text)
    appendSafe(safe, style)
    tail = safe.utf8.count
  }

  /// Adds the pieces of another line at the end.
  public mutating func append(_ other: StyledText) {
    for run in other.runs { appendSafe(run.text, run.style) }
    if !other.isEmpty { tail = other.tail }
  }

  /// Joins two lines. Neighbouring pieces of the same style become one.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  private mutating func appendSafe(_ text: String, _ style: ANSIStyle) {
    guard !text.isEmpty else { return }
    tail = 0
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }
}

extension StyledText {
  /// The line with the escape sequences for a terminal of this depth, without a line break.
  public func rendered(_ depth: ColorDepth) -> String {
    var output = ""
    for run in runs {
      let opening = run.style.opening(at: depth)
      output += opening
      output += run.text
      if !opening.isEmpty { output += ANSIStyle.reset }
    }
    return output
  }

  /// The line cut to the width as `DisplayWidth.truncated(_:to:)` does it; the ellipsis has the style of the piece that is
  /// cut. Its tail remains if the line has half of the width beside it.
  package func truncated(to width: Int) -> StyledText {
    // No grapheme has more cells than bytes.
    if runs.reduce(0, { $0 + $1.text.utf8.count }) <= width { return self }
    let whole = plain
    let cut = DisplayWidth.truncated(whole, to: width)
    if cut == whole { return self }
    if let (head, end, style) = divided {
      let room = width - DisplayWidth.of(end)
      guard room < width / 2 else {
        var result = head.truncated(to: room)
        result.append(tail: end, style)
        return result
      }
    }
    let ellipsis = width > 0 ? DisplayWidth.ellipsis : ""
    var rest = cut.utf8.count - ellipsis.utf8.count
    var result = StyledText()
    for run in runs {
      let text = String(decoding: run.text.utf8.prefix(rest), as: UTF8.self)
      result.appendSafe(text, run.style)
      rest -= text.utf8.count
      if text.utf8.count < run.text.utf8.count {
        result.appendSafe(ellipsis, run.style)
        break
      }
    }
    return result
  }

  /// The line without its tail, and the tail with its style; `nil` without one.
  private var divided: (head: StyledText, tail: String, style: ANSIStyle)? {
    guard tail > 0, let last = runs.last else { return nil }
    var head = StyledText()
    for run in runs.dropLast() { head.appendSafe(run.text, run.style) }
    head.appendSafe(String(decoding: last.text.utf8.dropLast(tail), as: UTF8.self), last.style)
    return (head, String(decoding: last.text.utf8.suffix(tail), as: UTF8.self), last.style)
  }

  /// The line as a cell of a grid, truncated or padded to exactly this width; right-to-left text in it does not affect the
  /// cells beside it.
  func cell(of width: Int, _ alignment: DisplayWidth.Alignment = .left) -> StyledText {
    var guarded = StyledText()
    for run in truncated(to: width).runs { guarded.appendSafe(SafeText.guarded(run.text), run.style) }
    let (before, after) = DisplayWidth.padding(guarded.width, to: width, alignment)
    var cell = StyledText(DisplayWidth.padded("", to: before))
    cell.append(guarded)
    cell.appendSafe(DisplayWidth.padded("", to: after), .plain)
    return cell
  }
}

extension Sequence<StyledText> {
  /// The lines one after the other as one line, with plain text between them.
  func joined(separator: String) -> StyledText {
    var line = StyledText()
    for (index, part) in enumerated() {
      if index > 0 { line.append(separator) }
      line.append(part)
    }
    return line
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Creates plain text.
  public init(stringLiteral value: String) { self.init(value) }
}

/// The style of a piece of text on a terminal (ECMA-48 SGR).
public struct ANSIStyle: Sendable, Hashable {
  /// The text's colour; `nil` is the terminal's own, or on a background the one of black and white that reads better.
  public var foreground: CalendarColor?
  /// The colour behind the text; `nil` is the terminal's own.
  public var background: CalendarColor?
  /// Whether the text is bold (SGR 1).
  public var isBold = false
  /// Whether the text is faint (SGR 2).
  public var isDim = false
  /// Whether the text is underlined (SGR 4).
  public var isUnderlined = false
  /// Foreground and background exchanged.
  public var isReversed = false

  /// The terminal's own style, for which nothing is written.
  public static let plain = ANSIStyle()
  /// Bold text in the terminal's own colours, as of headings.
  public static let bold = ANSIStyle(isBold: true)
  /// Faint text in the terminal's own colours, as of remarks and legends.
  public static let dim = ANSIStyle(isDim: true)

  /// Text in a colour.
  public static func text(_ color: CalendarColor) -> ANSIStyle { ANSIStyle(foreground: color) }

  /// Readable text on a colour.
  public static func filled(_ color: CalendarColor) -> ANSIStyle { ANSIStyle(background: color) }

  /// The sequence that turns the style on after a reset; empty if there is nothing to turn on.
  func opening(at depth: ColorDepth) -> String {
    guard depth != .none, self != .plain else { return "" }
    let attributes = [(isBold, "1"), (isDim, "2"), (isUnderlined, "4"), (isReversed, "7")]
    var parameters = attributes.filter { $0.0 }.map { $0.1 }
    let text = foreground ?? background.map { depth.nearest(to: $0).contrastingText }
    if let text { parameters.append(Self.parameter(text, at: depth, base: 30)) }
    if let background { parameters.append(Self.parameter(background, at: depth, base: 40)) }
    return "\u{1B}[" + parameters.joined(separator: ";") + "m"
  }

  /// The sequence that turns every style off.
  static let reset = "\u{1B}[0m"

  /// - Parameter base: 30 for the foreground, 40 for the background.
  private static func parameter(_ color: CalendarColor, at depth: ColorDepth, base: Int) -> String {
    switch depth {
    case .none: return ""
    case .ansi16:
      let index = Int(color.ansi16)
      return String(index < 8 ? base + index : base + 60 + index - 8)
    case .ansi256: return "\(base + 8);5;\(color.xterm256)"
    case .trueColor: return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}

/// The number of colours of a terminal, by which styles are written for it.
///
/// `.none` writes no escape sequence at all, for files, pipes and `NO_COLOR`.
public enum ColorDepth: String, Sendable, Hashable, CaseIterable {
  /// No escape sequences; bold and faint text are plain too.
  case none
  /// The eight colours of ECMA-48 and their bright forms: SGR 30–37, 40–47, 90–97, 100–107.
  case ansi16
  /// xterm's palette of 256 colours: SGR 38;5 and 48;5.
  case ansi256
  /// 24-bit colours: SGR 38;2 and 48;2.
  case trueColor

  /// A colour as this depth shows it, with xterm's default palette; unchanged where no colours are shown.
  ///
  /// The result is a red exactly when the colour is one: red is reserved at every depth.
  package func nearest(to color: CalendarColor) -> CalendarColor {
    switch self {
    case .none, .trueColor: color
    case .ansi16: CalendarColor(xterm256: color.ansi16)
    case .ansi256: CalendarColor(xterm256: color.xterm256)
    }
  }
}
