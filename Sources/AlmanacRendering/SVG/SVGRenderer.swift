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
  /// The names, dates and numbers. A change of the language changes `phrases` to those of the language.
  public var localization: Localization {
    didSet { if localization.language != oldValue.language { phrases = ViewPhrases(localization) } }
  }
  /// The words of views, in the localization's language, or in English if the library does not have it.
  public var phrases: ViewPhrases
  /// The width in user units, by default pixels: 280 … 100 000, other values become the nearest of these.
  public var width: Int
  /// The attribute `font-family` of a picture: the fonts in order of preference. None is embedded.
  public var fontFamily: String
  /// The background, by default white for printing.
  public var theme: Theme
  /// Whether months and years have the numbers of their weeks, and weeks their number in the title.
  public var showsWeekNumbers = true
  /// Whether the names and colours of the calendars are listed below a view.
  public var showsCalendars = false
  /// The id of a picture, with which those of its days begin: `april-d-2026-04-01`. By default it has the kind of the view and its
  /// days, as `al-month-2026-04`, so that different views have different ids on one page. Empty for no ids; characters other than
  /// letters, digits, `-`, `_` and `.` are left out.
  ///
  /// ```swift
  /// var renderer = SVGRenderer()
  /// renderer.idPrefix = "coach-ana"       // <a href="#coach-ana-d-2026-03-18">
  /// ```
  public var idPrefix: String?

  /// Creates a renderer with the phrases of a localization, `ViewPhrases(localization)`.
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

  /// The month, with up to eight lanes in a week where the options have no limit. Narrower than 560, it is a grid of its
  /// days above a list of their items.
  public func document(_ view: MonthView, decoration: Decoration = Decoration()) -> String {
    document([view], decoration: decoration)
  }

  /// Several months in one picture, one below the other.
  public func document(_ views: [MonthView], decoration: Decoration = Decoration()) -> String {
    let pen = Pen(
      self, for: views.first { !$0.unexpanded.isEmpty } ?? views.first, id: Self.id(of: views),
      decoration: decoration)
    return MonthsDrawing(views, pen: pen).document
  }

  /// The days' hours side by side, or a row for each day. Several days narrower than 560 are a list of their items.
  public func document(
    _ view: WeekView, style: WeekStyle = .hours, decoration: Decoration = Decoration()
  ) -> String {
    let days = view.days.map { $0.date.description }
    let id = ["al", style == .hours ? "week" : "rows"] + days.prefix(1) + days.dropFirst().suffix(1)
    let pen = Pen(self, for: view, id: id.joined(separator: "-"), decoration: decoration)
    let title = pen.title(view).suffix(showsWeekNumbers ? 2 : 1).joined(separator: " · ")
    return switch style {
    case .hours where pen.isNarrow && view.days.count > 2:
      ListDrawing(days: view.days, title: title, pen: pen).document
    case .hours: HoursDrawing(view, title: title, pen: pen).document
    case .rows: RowsDrawing(view: view, title: title, pen: pen).document
    }
  }

  /// The hours of the day, below its items of whole days or of 24 hours and longer, at any width.
  public func document(_ view: DayView, decoration: Decoration = Decoration()) -> String {
    let pen = Pen(self, for: view, id: "al-day-\(view.date)", decoration: decoration)
    return HoursDrawing(view.week, title: pen.title(view), pen: pen).document
  }

  /// The lanes of resources. Narrower than 560, they are a list.
  public func document(
    _ view: ResourceView, style: ResourceStyle = .columns, decoration: Decoration = Decoration()
  ) -> String {
    let pen = Pen(self, for: view, id: "al-\(style)-\(view.date)", decoration: decoration)
    let title = pen.title(view)
    if pen.isNarrow { return ListDrawing(view, title: title, pen: pen).document }
    return switch style {
    case .columns: HoursDrawing(view.week, title: title, pen: pen).document
    case .timeline: TimelineDrawing(view, title: title, pen: pen).document
    }
  }

  /// The year as small months, up to four side by side as the width allows. A stroke under each day shows its level.
  public func document(_ view: YearView) -> String {
    YearDrawing(view: view, pen: Pen(self, for: view, id: "al-year-\(view.year)")).document
  }

  /// The list, as high as its lines need.
  public func document(_ view: ListView, decoration: Decoration = Decoration()) -> String {
    let id = "al-list-\(view.days.lowerBound)-\(view.days.upperBound)"
    return ListDrawing(view: view, pen: Pen(self, for: view, id: id, decoration: decoration)).document
  }

  /// The chart, with the points of each series in words and each point with its title. Series differ in the shape of
  /// their points and the dashes of their lines too.
  public func document(_ view: ChartView) -> String {
    ChartDrawing(view: view, pen: Pen(self, id: "al-chart-" + MarkupWriter.className(view.title))).document
  }

  /// The id of months: the first one, or the first and the last; of a run of weeks its first and last day.
  private static func id(of views: [MonthView]) -> String {
    guard let first = views.first, let last = views.last else { return "al-month" }
    if first.isRunOfWeeks {
      return "al-weeks-\(first.days.first?.date.description ?? "")-\(last.days.last?.date.description ?? "")"
    }
    return "al-month-\(first.month)" + (views.count > 1 ? "-\(last.month)" : "")
  }
}

extension SVGRenderer {
  /// The background of a picture.
  public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// White, for printing.
    case light
    /// `#15181C`, with light text.
    case dark

    var ink: Ink { self == .light ? .light : .dark }
  }
}
