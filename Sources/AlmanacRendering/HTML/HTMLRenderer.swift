public import AlmanacTime
public import AlmanacViews

/// Draws views as HTML: one file with semantic tables and lists, no script, nothing fetched, legible without colour.
///
/// Whatever text comes from calendars is escaped. Text has a contrast of at least 4.5 on what is behind it (WCAG 2.2
/// AA), in light and dark.
///
/// ```swift
/// let page = HTMLRenderer(localization: .catalan).document(march)
/// ```
public struct HTMLRenderer: Sendable, Hashable {
  public var localization: Localization
  public var phrases: ViewPhrases

  public init(localization: Localization = .english) {
    self.localization = localization
    phrases = ViewPhrases(localization)
  }

  public func document(_ view: MonthView) -> String {
    let frame = PageFrame(self, view.unexpanded, in: view.zone)
    return frame.page(title: frame.text.title(view)) { MonthPage(view: view, frame: frame).write(on: &$0) }
  }

  /// The days' hours side by side, or a row a day (row U3).
  public func document(_ view: WeekView, style: WeekStyle = .hours) -> String {
    let frame = PageFrame(self, view.unexpanded, in: view.zone)
    return frame.page(title: frame.text.title(view)) { writer in
      switch style {
      case .hours: HoursPage(SideBySide(view, text: frame.text), frame: frame).write(on: &writer)
      case .rows: RowsPage(view: view, frame: frame).write(on: &writer)
      }
    }
  }

  public func document(_ view: DayView) -> String {
    let frame = PageFrame(self, view.unexpanded, in: view.zone)
    return frame.page(title: frame.text.title(view)) {
      HoursPage(SideBySide(view, text: frame.text), frame: frame).write(on: &$0)
    }
  }

  public func document(_ view: YearView) -> String {
    let frame = PageFrame(self, view.unexpanded, in: view.zone)
    return frame.page(title: "\(view.year)") { YearPage(view: view, frame: frame).write(on: &$0) }
  }

  public func document(_ view: ListView) -> String {
    let frame = PageFrame(self, view.unexpanded, in: view.zone)
    return frame.page(title: frame.text.title(view)) { ListPage(view: view, frame: frame).write(on: &$0) }
  }
}
