internal import AlmanacEvents
public import AlmanacTime
public import AlmanacViews

/// Draws views as HTML with semantic tables and lists, no script, nothing fetched, legible without colour: a page of its
/// own, or a fragment for a page of the caller's.
///
/// All text from calendars is escaped. Text has a contrast of at least 4.5 on its background (WCAG 2.2 AA), in light and
/// dark, and colours have one of 3 or an edge. Narrower than 560 pixels, months and weeks are lists. All classes begin with `al`,
/// and colours and sizes are custom properties `--al-…`, which the caller's style sheet can set.
///
/// ```swift
/// let renderer = HTMLRenderer(localization: .catalan)
/// let page = renderer.document(march)
/// let part = "<style>\(HTMLRenderer.styleSheet)</style>" + renderer.fragment(march)
/// ```
public struct HTMLRenderer: Sendable, Hashable {
  /// The names, dates and numbers. A change of the language changes `phrases` to those of the language.
  public var localization: Localization {
    didSet { if localization.language != oldValue.language { phrases = ViewPhrases(localization) } }
  }
  /// The words of views, in the localization's language, or in English if the library does not have it.
  public var phrases: ViewPhrases
  /// The colours of pages and fragments, by default those of the reader's system.
  public var theme = Theme.automatic
  /// Whether months have the numbers of their weeks, and weeks their number in the title.
  public var showsWeekNumbers = true
  /// Whether the names and colours of the calendars are listed below a view.
  public var showsCalendars = false

  /// The colours of a page.
  public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// Light or dark, as the reader's system is.
    case automatic = "auto"
    /// Dark text on white, whatever the reader's system is.
    case light
    /// Light text on `#15181c`, whatever the reader's system is.
    case dark
  }

  /// Creates a renderer with the phrases of a localization, `ViewPhrases(localization)`.
  public init(localization: Localization = .english) {
    self.localization = localization
    phrases = ViewPhrases(localization)
  }

  /// The style sheet of all views, for a page with fragments. Each of its rules is for classes that begin with `al`; the margins of
  /// printed sheets are left to the page.
  public static let styleSheet = String(decoding: PackageResources.Page_css.dropLast(), as: UTF8.self)
}

extension HTMLRenderer {
  /// The month, with up to eight lanes in a week where the options have no limit; the others open on request.
  public func document(_ view: MonthView, decoration: Decoration = Decoration()) -> String {
    document([view], decoration: decoration)
  }

  /// Several months on one page.
  public func document(_ views: [MonthView], decoration: Decoration = Decoration()) -> String {
    let page = Page(self, decoration)
    return page.document(views.first.map { page.title($0) } ?? "") { months(views, on: page) }
  }

  /// The days' hours side by side, or a row for each day.
  public func document(
    _ view: WeekView, style: WeekStyle = .hours, decoration: Decoration = Decoration()
  ) -> String {
    let page = Page(self, decoration)
    return page.document(page.title(view).joined(separator: " · ")) { week(view, style, on: page) }
  }

  /// The hours of the day, below its items of whole days or of 24 hours and longer.
  public func document(_ view: DayView, decoration: Decoration = Decoration()) -> String {
    let page = Page(self, decoration)
    return page.document(page.title(view)) { day(view, on: page) }
  }

  /// The lanes of resources as columns or as a timeline.
  public func document(
    _ view: ResourceView, style: ResourceStyle = .columns, decoration: Decoration = Decoration()
  ) -> String {
    let page = Page(self, decoration)
    return page.document(page.title(view)) { resources(view, style, on: page) }
  }

  /// The year as a small table for each month, with the meanings of its marks.
  public func document(_ view: YearView) -> String {
    let page = Page(self)
    return page.document(page.localization.number(view.year)) { year(view, on: page) }
  }

  /// The list, with a heading for each section, or a phrase that it is empty.
  public func document(_ view: ListView, decoration: Decoration = Decoration()) -> String {
    let page = Page(self, decoration)
    return page.document(page.title(view)) { list(view, on: page) }
  }
}

extension HTMLRenderer {
  /// The month as an element for a page of the caller's with `styleSheet`. Its heading is an `h2`.
  public func fragment(_ view: MonthView, decoration: Decoration = Decoration()) -> String {
    Page(self, decoration, isFragment: true).fragment { months([view], on: $0) }
  }

  /// The week as an element for a page of the caller's with `styleSheet`.
  public func fragment(
    _ view: WeekView, style: WeekStyle = .hours, decoration: Decoration = Decoration()
  ) -> String {
    Page(self, decoration, isFragment: true).fragment { week(view, style, on: $0) }
  }

  /// The day as an element for a page of the caller's with `styleSheet`.
  public func fragment(_ view: DayView, decoration: Decoration = Decoration()) -> String {
    Page(self, decoration, isFragment: true).fragment { day(view, on: $0) }
  }

  /// The lanes of resources as an element for a page of the caller's with `styleSheet`.
  public func fragment(
    _ view: ResourceView, style: ResourceStyle = .columns, decoration: Decoration = Decoration()
  ) -> String {
    Page(self, decoration, isFragment: true).fragment { resources(view, style, on: $0) }
  }

  /// The year as an element for a page of the caller's with `styleSheet`.
  public func fragment(_ view: YearView) -> String {
    Page(self, isFragment: true).fragment { year(view, on: $0) }
  }

  /// The list as an element for a page of the caller's with `styleSheet`.
  public func fragment(_ view: ListView, decoration: Decoration = Decoration()) -> String {
    Page(self, decoration, isFragment: true).fragment { list(view, on: $0) }
  }
}

extension HTMLRenderer {
  private func months(_ views: [MonthView], on page: Page) {
    for (index, view) in views.enumerated() {
      let month = MonthPage(view, page: page)
      page.view(
        view, title: page.title(view), height: month.height, isLast: index == views.count - 1,
        body: month.write)
    }
  }

  private func week(_ view: WeekView, _ style: WeekStyle, on page: Page) {
    let title = page.title(view).suffix(showsWeekNumbers ? 2 : 1).joined(separator: " · ")
    switch style {
    case .hours:
      let hours = HoursPage(view, title: title, page: page)
      page.view(view, title: title, height: hours.height, lists: hours.listHeights, body: hours.write)
    case .rows:
      page.view(view, title: title, body: RowsPage(view: view, title: title, page: page).write)
    }
  }

  private func day(_ view: DayView, on page: Page) {
    let title = page.title(view)
    let hours = HoursPage(view.week, title: title, page: page)
    page.view(view, title: title, height: hours.height, lists: hours.listHeights, body: hours.write)
  }

  private func resources(_ view: ResourceView, _ style: ResourceStyle, on page: Page) {
    let title = page.title(view)
    switch style {
    case .columns:
      let hours = HoursPage(view.week, title: title, page: page)
      page.view(view, title: title, height: hours.height, lists: hours.listHeights, body: hours.write)
    case .timeline:
      let timeline = TimelinePage(view, title: title, page: page)
      page.view(view, title: title, height: timeline.height, body: timeline.write)
    }
  }

  private func year(_ view: YearView, on page: Page) {
    page.view(view, title: page.localization.number(view.year)) { YearPage(view: view, page: page).write() }
  }

  private func list(_ view: ListView, on page: Page) {
    page.view(view, title: page.title(view)) { ListPage(view: view, page: page).write() }
  }
}
