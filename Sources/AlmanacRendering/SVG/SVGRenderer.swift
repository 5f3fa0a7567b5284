internal import AlmanacEvents
public import AlmanacTime
public import AlmanacViews

/// Draws views as SVG documents: pictures that stand alone, to be shown, printed or put into pages.
///
/// Whatever text comes from calendars is escaped. Each picture has a title and a description that tells what is on,
/// for those who do not see it, and each item a title; what colours tell is told by signs too. Text has a contrast of
/// at least 4.5 on what is behind it (WCAG 2.2 AA) in both themes.
///
/// ```swift
/// let svg = SVGRenderer(localization: .catalan).document(march)
/// ```
public struct SVGRenderer: Sendable, Hashable {
  public var localization: Localization
  public var phrases: ViewPhrases
  /// In user units, which are pixels where nothing else is said; less than 280 is taken as 280, more than 100 000 as that.
  public var width: Int
  public var fontFamily: String
  public var theme: Theme

  public init(
    localization: Localization = .english, width: Int = 1000,
    fontFamily: String = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif", theme: Theme = .light
  ) {
    self.localization = localization
    phrases = ViewPhrases(localization)
    self.width = width
    self.fontFamily = fontFamily
    self.theme = theme
  }

  public func document(_ view: MonthView) -> String {
    MonthDrawing(view: view, frame: DrawingFrame(self, view.unexpanded, in: view.zone)).document
  }

  /// The days' hours side by side, or a row a day (row U3).
  public func document(_ view: WeekView, style: WeekStyle = .hours) -> String {
    let frame = DrawingFrame(self, view.unexpanded, in: view.zone)
    return switch style {
    case .hours: HoursDrawing(SideBySide(view, text: frame.text), frame: frame).document
    case .rows: RowsDrawing(view: view, frame: frame).document
    }
  }

  public func document(_ view: DayView) -> String {
    let frame = DrawingFrame(self, view.unexpanded, in: view.zone)
    return HoursDrawing(SideBySide(view, text: frame.text), frame: frame).document
  }

  public func document(_ view: YearView) -> String {
    YearDrawing(view: view, frame: DrawingFrame(self, view.unexpanded, in: view.zone)).document
  }

  /// As high as its lines need.
  public func document(_ view: ListView) -> String {
    ListDrawing(view: view, frame: DrawingFrame(self, view.unexpanded, in: view.zone)).document
  }
}

extension SVGRenderer {
  /// What a picture is drawn on.
  public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// White, as paper is: the one for printing.
    case light
    case dark

    var ink: Ink {
      switch self {
      case .light: .light
      case .dark: .dark
      }
    }
  }
}

/// The colours of what is drawn around the items; text has a contrast of at least 4.5 on paper and on shade.
struct Ink: Sendable {
  let paper: String
  let text: String
  let faint: String
  let line: String
  /// Of the lines between hours.
  let slot: String
  /// What is not in the month, not valid or not open.
  let shade: String

  static let light = Ink(
    paper: 0xffffff, text: 0x1b1f24, faint: 0x59636e, line: 0xd5d9de, slot: 0xeceef0, shade: 0xf3f5f7)
  static let dark = Ink(
    paper: 0x15181c, text: 0xe8eaed, faint: 0xa3abb5, line: 0x3a4048, slot: 0x262b31, shade: 0x1e2227)

  private init(paper: UInt32, text: UInt32, faint: UInt32, line: UInt32, slot: UInt32, shade: UInt32) {
    func hex(_ value: UInt32) -> String { CalendarColor(rgb: value).hex }
    self.paper = hex(paper)
    self.text = hex(text)
    self.faint = hex(faint)
    self.line = hex(line)
    self.slot = hex(slot)
    self.shade = hex(shade)
  }
}
