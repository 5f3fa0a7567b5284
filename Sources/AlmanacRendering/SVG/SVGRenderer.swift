public import AlmanacTime
public import AlmanacViews

/// Draws views as independent SVG documents, to be shown, printed or embedded in pages.
///
/// All text from calendars is escaped. Each picture has a title and a description of its items, for screen readers, and
/// each item a title; signs repeat the meaning of colours. Text has a contrast of at least 4.5 on its background (WCAG
/// 2.2 AA) in both themes.
///
/// ```swift
/// let svg = SVGRenderer(localization: .catalan).document(march)
/// ```
public struct SVGRenderer: Sendable, Hashable {
  public var localization: Localization
  public var phrases: ViewPhrases
  /// The width in user units, by default pixels: 280 … 100 000, other values become the nearest of these.
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
    MonthDrawing(view: view, pen: Pen(self, for: view)).document
  }

  /// The days' hours side by side, or a row for each day.
  public func document(_ view: WeekView, style: WeekStyle = .hours) -> String {
    let pen = Pen(self, for: view)
    let title = pen.title(view).joined(separator: " · ")
    return switch style {
    case .hours: HoursDrawing(view, title: title, pen: pen).document
    case .rows: RowsDrawing(view: view, title: title, pen: pen).document
    }
  }

  public func document(_ view: DayView) -> String {
    let pen = Pen(self, for: view)
    return HoursDrawing(view.week, title: pen.title(view), pen: pen).document
  }

  public func document(_ view: YearView) -> String {
    YearDrawing(view: view, pen: Pen(self, for: view)).document
  }

  /// The list, as high as its lines need.
  public func document(_ view: ListView) -> String {
    ListDrawing(view: view, pen: Pen(self, for: view)).document
  }

  /// The chart, with the points of each series in words and each point with its title. Series differ in the shape of
  /// their points and the dashes of their lines too.
  public func document(_ view: ChartView) -> String {
    ChartDrawing(view: view, pen: Pen(self)).document
  }
}

extension SVGRenderer {
  /// The background of a picture.
  public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// White, for printing.
    case light
    case dark

    var ink: Ink { self == .light ? .light : .dark }
  }
}

/// The colours of everything but the items; text has a contrast of at least 4.5 on `paper` and on `shade`.
struct Ink: Sendable {
  let paper: String
  let text: String
  let faint: String
  let line: String
  /// The colour of the lines between hours.
  let slot: String
  /// The background of days outside the month, of invalid days and of closed hours.
  let shade: String
  /// The colours of the series of a chart.
  let series: [String]

  static let light = Ink(
    paper: "#ffffff", text: "#1b1f24", faint: "#59636e", line: "#d5d9de", slot: "#eceef0", shade: "#f3f5f7",
    series: ["#2463a8", "#8a5500", "#3f6f12", "#7a3e9d"])
  static let dark = Ink(
    paper: "#15181c", text: "#e8eaed", faint: "#a3abb5", line: "#3a4048", slot: "#262b31", shade: "#1e2227",
    series: ["#7db8f0", "#e0a84e", "#9ccc65", "#c79be8"])
}
