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
