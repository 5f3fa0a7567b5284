public import AlmanacEvents

/// How a piece of text looks on a terminal (ECMA-48 SGR).
public struct ANSIStyle: Sendable, Hashable {
  /// The text's colour; nil is the terminal's own, or on a background black or white, whichever reads better
  /// on it as the depth shows it.
  public var foreground: CalendarColor?
  /// The colour behind the text; nil is the terminal's own.
  public var background: CalendarColor?
  public var isBold: Bool
  public var isDim: Bool
  public var isUnderlined: Bool
  /// Foreground and background exchanged.
  public var isReversed: Bool

  public init(
    foreground: CalendarColor? = nil, background: CalendarColor? = nil, bold: Bool = false, dim: Bool = false,
    underlined: Bool = false, reversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    isBold = bold
    isDim = dim
    isUnderlined = underlined
    isReversed = reversed
  }

  /// The terminal's own look, for which nothing is written.
  public static let plain = ANSIStyle()
  public static let bold = ANSIStyle(bold: true)
  public static let dim = ANSIStyle(dim: true)
  public static let underlined = ANSIStyle(underlined: true)
  public static let reversed = ANSIStyle(reversed: true)

  /// Text in a colour.
  public static func text(_ color: CalendarColor) -> ANSIStyle { ANSIStyle(foreground: color) }

  /// Readable text on a colour.
  public static func filled(_ color: CalendarColor) -> ANSIStyle { ANSIStyle(background: color) }

  /// The sequence that turns the style on after a reset; empty if there is nothing to turn on.
  func opening(at depth: ColorDepth) -> String {
    guard depth != .none, self != .plain else { return "" }
    var parameters: [String] = []
    if isBold { parameters.append("1") }
    if isDim { parameters.append("2") }
    if isUnderlined { parameters.append("4") }
    if isReversed { parameters.append("7") }
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
