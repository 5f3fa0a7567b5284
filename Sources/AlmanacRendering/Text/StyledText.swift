/// One line of text whose pieces have styles, written for terminals of any depth.
///
/// Whatever text is put in is made safe first (``SafeText/singleLine(_:)``): the only escape sequences that
/// come out are the styles'. Each line stands for itself: it begins and ends in the terminal's own look.
///
///     var line = StyledText("Mon 2 ", .bold)
///     line.append("Algebra", .filled(.steelBlue))
///     line.rendered(.ansi256)        // "\u{1B}[1mMon 2 \u{1B}[0m\u{1B}[38;5;16;48;5;67mAlgebra\u{1B}[0m"
///     line.rendered(.none)           // "Mon 2 Algebra"
public struct StyledText: Sendable, Hashable {
  /// A piece of text in one style.
  public struct Run: Sendable, Hashable {
    public internal(set) var text: String
    public internal(set) var style: ANSIStyle
  }

  /// The pieces from left to right, none empty, neighbours of different style.
  public private(set) var runs: [Run] = []

  public init() {}

  public init(_ text: String, _ style: ANSIStyle = .plain) {
    append(text, style)
  }

  /// The text without its styles.
  public var plain: String { runs.map(\.text).joined() }

  /// The cells it takes at any depth.
  public var width: Int { DisplayWidth.of(plain) }

  public var isEmpty: Bool { runs.isEmpty }

  /// Adds text at the end.
  public mutating func append(_ text: String, _ style: ANSIStyle = .plain) {
    appendSafe(SafeText.singleLine(text), style)
  }

  /// Adds the pieces of another line at the end.
  public mutating func append(_ other: StyledText) {
    for run in other.runs { appendSafe(run.text, run.style) }
  }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  private mutating func appendSafe(_ text: String, _ style: ANSIStyle) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }
}

extension StyledText {
  /// The line as a terminal of this depth is to be sent it, without a line break.
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

  /// The line cut to the width as ``DisplayWidth/truncated(_:to:ellipsis:)`` does it; the ellipsis takes the
  /// style of the piece that it cuts.
  public func truncated(to width: Int, ellipsis: String = "…") -> StyledText {
    let whole = plain
    let ellipsis = SafeText.singleLine(ellipsis)
    if DisplayWidth.prefixEnd(of: whole, within: width) == whole.endIndex { return self }
    let cut = DisplayWidth.truncated(whole, to: width, ellipsis: ellipsis)
    let hasEllipsis = DisplayWidth.of(ellipsis) <= width
    var rest = cut.utf8.count - (hasEllipsis ? ellipsis.utf8.count : 0)
    var result = StyledText()
    for run in runs {
      let text = String(decoding: run.text.utf8.prefix(rest), as: UTF8.self)
      result.appendSafe(text, run.style)
      rest -= text.utf8.count
      if text.utf8.count < run.text.utf8.count {
        if hasEllipsis { result.appendSafe(ellipsis, run.style) }
        break
      }
    }
    return result
  }

  /// The line with spaces around it up to the width, in a style of their own.
  public func padded(
    to width: Int, _ alignment: DisplayWidth.Alignment = .left, style: ANSIStyle = .plain
  ) -> StyledText {
    let (before, after) = DisplayWidth.padding(self.width, to: width, alignment)
    var result = StyledText(String(repeating: " ", count: before), style)
    result.append(self)
    result.appendSafe(String(repeating: " ", count: after), style)
    return result
  }

  /// The line truncated or padded to exactly this width.
  public func fitted(
    to width: Int, _ alignment: DisplayWidth.Alignment = .left, style: ANSIStyle = .plain
  ) -> StyledText {
    truncated(to: width).padded(to: width, alignment, style: style)
  }
}

extension StyledText {
  /// The contents of a cell of a grid, truncated or padded to exactly this width; what is written from right to left
  /// stays in it, for one piece after the other.
  func cell(of width: Int, _ alignment: DisplayWidth.Alignment = .left) -> StyledText {
    var guarded = StyledText()
    for run in truncated(to: width).runs { guarded.appendSafe(SafeText.guarded(run.text), run.style) }
    return guarded.padded(to: width, alignment)
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Plain text.
  public init(stringLiteral value: String) { self.init(value) }
}
