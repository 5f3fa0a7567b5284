internal import AlmanacEvents
public import AlmanacTime
public import AlmanacViews

/// Draws views as lines of text for terminals, files and pipes.
///
/// A view gives lines of the same widths at every colour depth; marks repeat the meaning of colours. Texts from calendars
/// are made safe to print.
///
/// ```swift
/// var renderer = TextRenderer(localization: .catalan)
/// renderer.colors = .ansi256
/// print(renderer.text(renderer.lines(march)), terminator: "")
/// ```
public struct TextRenderer: Sendable, Hashable {
  /// The names, dates and numbers. A change of the language changes `phrases` to those of the language.
  public var localization: Localization {
    didSet { if localization.language != oldValue.language { phrases = ViewPhrases(localization) } }
  }
  /// The words of views, in the localization's language, or in English if the library does not have it.
  public var phrases: ViewPhrases
  /// The depth at which `text(_:)` writes colours, by default none.
  public var colors: ColorDepth
  /// The terminal's own background, on which coloured text is made light or dark enough to be read.
  public var background: Background
  /// The cells of a line, 1 … 10 000. A grid that is wider even with its narrowest cells is drawn in the compact style: the boxes of a
  /// month as numbers, the hours of a week as rows. That style, a day and resources have a least width, and may exceed it.
  public var width: Int {
    didSet { width = Self.bounded(width) }
  }
  /// Whether the grids of months and years have the numbers of their weeks, by default not.
  public var showsWeekNumbers: Bool
  /// Short names of items by UID, such as those by which commands name them, printed at the end of their lines in lists and
  /// days.
  public var labels: [String: String] = [:]
  /// Whether the lines of items in lists and days have signs: `↻` for an instance of a series, `⏰` for an item with an alarm.
  public var showsSigns = false
  /// The names of the calendars, by their index among those of the view, printed with their items in lists and days; by default
  /// none.
  public var calendarNames: [String] = []

  /// The lightness of a terminal's background.
  public enum Background: String, Sendable, Hashable, CaseIterable {
    /// Coloured text, the reserved red apart, has a lightness of at least 0.68 in OKLCH.
    case dark
    /// Coloured text, the reserved red apart, has a lightness of at most 0.5 in OKLCH.
    case light
    /// Dark or light: coloured text has the same contrast with black and with white, 4.5.
    case unknown
  }

  /// Creates a renderer with the phrases of a localization, `ViewPhrases(localization)`; the width is bounded.
  public init(
    localization: Localization = .english, colors: ColorDepth = .none, background: Background = .unknown,
    width: Int = 80, showsWeekNumbers: Bool = false
  ) {
    self.localization = localization
    phrases = ViewPhrases(localization)
    self.colors = colors
    self.background = background
    self.width = Self.bounded(width)
    self.showsWeekNumbers = showsWeekNumbers
  }

  private static func bounded(_ width: Int) -> Int { min(max(width, 1), 10_000) }

  /// The lines as text to print, each with a line break at its end.
  public func text(_ lines: [StyledText]) -> String {
    lines.reduce(into: "") { $0 += $1.rendered(colors) + "\n" }
  }
}

extension TextRenderer {
  /// A readable form of a colour for text on the terminal's background; the reserved red is unchanged.
  func readable(_ color: CalendarColor) -> CalendarColor {
    guard color != .reservedRed else { return color }
    var own = color.oklch
    switch background {
    case .unknown: return Self.balanced(own)
    case .dark where own.lightness < 0.68: own.lightness = 0.68
    case .light where own.lightness > 0.5: own.lightness = 0.5
    default: return color
    }
    return CalendarColor(own).shown
  }

  /// The colour with the lightness at which its contrast with black is that with white.
  private static func balanced(_ color: OKLCH) -> CalendarColor {
    var color = color
    var (low, high) = (0.0, 1.0)
    for _ in 0..<16 {
      color.lightness = (low + high) / 2
      let shown = CalendarColor(color).shown
      if shown.contrastRatio(with: .black) < shown.contrastRatio(with: .white) {
        low = color.lightness
      } else {
        high = color.lightness
      }
    }
    return CalendarColor(color).shown
  }

  /// The style of text in a readable form of a colour.
  func inked(_ color: CalendarColor) -> ANSIStyle { .text(readable(color)) }
}
