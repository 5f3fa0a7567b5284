internal import AlmanacEvents
public import AlmanacTime
public import AlmanacViews

/// Draws views as HTML: one file with semantic tables and lists, no script, nothing fetched, legible without colour.
///
/// All text from calendars is escaped. Text has a contrast of at least 4.5 on its background (WCAG 2.2 AA), in light and
/// dark.
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
    let page = Page(self)
    return page.document(page.title(view), of: view) { MonthPage(view: view, page: page).write() }
  }

  /// The days' hours side by side, or a row for each day.
  public func document(_ view: WeekView, style: WeekStyle = .hours) -> String {
    let page = Page(self)
    let title = page.title(view).joined(separator: " · ")
    return page.document(title, of: view) {
      switch style {
      case .hours: HoursPage(view: view, title: title, page: page).write()
      case .rows: RowsPage(view: view, title: title, page: page).write()
      }
    }
  }

  public func document(_ view: DayView) -> String {
    let page = Page(self)
    let title = page.title(view)
    return page.document(title, of: view) { HoursPage(view: view.week, title: title, page: page).write() }
  }

  public func document(_ view: YearView) -> String {
    let page = Page(self)
    return page.document("\(view.year)", of: view) { YearPage(view: view, page: page).write() }
  }

  public func document(_ view: ListView) -> String {
    let page = Page(self)
    return page.document(page.title(view), of: view) { ListPage(view: view, page: page).write() }
  }
}

/// Writes the document around a view, and the markup of days and items, in the words of a renderer.
final class Page: MarkupWriter, Wording {
  let localization: Localization
  let phrases: ViewPhrases

  init(_ renderer: HTMLRenderer) {
    localization = renderer.localization
    phrases = renderer.phrases
    super.init(prologue: "<!DOCTYPE html>\n")
  }

  /// The document with the contents that the closure writes, below a notice if the view is incomplete.
  func document(_ title: String, of view: some CalendarView, body: () -> Void) -> String {
    let direction = localization.direction == .rightToLeft ? "rtl" : "ltr"
    element("html", ["lang": localization.language.rawValue, "dir": direction]) {
      element("head") {
        element("meta", ["charset": "utf-8"])
        element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        element("title", title)
        style(Self.styleSheet)
      }
      line()
      element("body") {
        element("main") {
          element("h1", title)
          if let notice = notice(view) {
            element("p", ["role": "alert"]) { element("strong", notice) }
          }
          body()
        }
      }
    }
    line()
    return output
  }
}

extension Page {
  /// The rules of Page.css without the line break at its end: light and dark, for screens and paper.
  private static let styleSheet = String(decoding: PackageResources.Page_css.dropLast(), as: UTF8.self)

  /// The colours of an item, as a style attribute.
  func fill(_ color: CalendarColor) -> String {
    "background:\(color.hex);color:\(color.contrastingText.hex)"
  }

  /// The colours of an item that is not cancelled.
  func fill(_ item: ViewItem) -> String { item.isCancelled ? "" : fill(item.color) }

  /// Writes a table with a caption for screen readers.
  func table(_ name: String, caption: String, rows: () -> Void) {
    element("table", ["class": name]) {
      element("caption") { element("span", ["class": "hidden"], caption) }
      rows()
    }
  }

  /// Writes the head of a table, with one row.
  func tableHead(cells: () -> Void) {
    element("thead") { element("tr", content: cells) }
  }

  /// Writes the meanings of the marks of days.
  func writeLegend() {
    element("p", ["class": "legend faint"], markLegend)
  }

  /// Writes the element of a day, whose classes show its state.
  ///
  /// - Parameter other: Whether the day is not in the view's range.
  func dayElement(
    _ name: String, _ day: DayCell, scope: String = "", other: Bool = false, title: String = "",
    content: () -> Void
  ) {
    let classes = Self.classes(["other": other, "today": day.isToday, "selected": day.isSelected])
    element(
      name,
      ["scope": scope, "class": classes, "title": title, "aria-current": day.isToday ? "date" : ""],
      content: content)
  }

  /// Writes the number of a day on its colour, with its mark and the meaning of the mark.
  func dayNumber(_ day: DayCell) {
    element(
      "time",
      ["datetime": day.date.description, "class": "number", "style": day.color.map(fill) ?? ""],
      "\(day.date.dayOfMonth)")
    guard day.mark != .none else { return }
    element("span", ["class": "mark", "aria-hidden": "true"], day.mark.sign)
    element("span", ["class": "hidden"], " \(meaning(day.mark))")
  }

  /// Writes the colour of an item as a dot.
  func dot(_ color: CalendarColor) {
    element("span", ["class": "dot", "style": "background:\(color.hex)"]) {}
  }

  /// Writes an item as a line of a list.
  func line(_ item: ViewItem, on day: CivilDate?) {
    dot(item.color)
    element("span", ["class": "time"], timeOrDays(item, on: day) + " ")
    writeTitle(item)
    for part in details(item, on: day) {
      element("span", ["class": "faint"]) {
        text(" · ")
        element("bdi", part)
      }
    }
  }

  /// Writes an item's title, whose direction of writing does not affect the text around it.
  ///
  /// - Parameter isHidden: Whether it is for screen readers only.
  func writeTitle(_ item: ViewItem, isHidden: Bool = false) {
    let look = isHidden ? "hidden" : item.isCancelled ? "title cancelled" : "title"
    element("bdi", ["class": look], title(item))
  }
}

/// A list with a heading for each section and its items below.
struct ListPage {
  let view: ListView
  let page: Page

  func write() {
    if view.isEmpty { page.element("p", ["class": "faint"], page.phrases.nothing) }
    for section in view.sections {
      self.section(page.heading(section.key).joined(separator: " · "), section.entries) {
        entry($0, section.key)
      }
      page.line()
    }
    if !view.undated.isEmpty {
      section(page.phrases.undated, view.undated) { entry in
        page.dot(entry.color)
        page.text(entry.item.summary)
      }
    }
    if let more = page.continuation(of: view) { page.element("p", ["class": "faint"], more) }
  }

  private func section<Entry>(_ heading: String, _ entries: [Entry], line: (Entry) -> Void) {
    page.element("section") {
      page.element("h2", heading)
      page.element("ul", ["class": "list"]) {
        for entry in entries { page.element("li") { line(entry) } }
      }
    }
  }

  private func entry(_ entry: ListView.Entry, _ key: ListView.Key) {
    if case .day = key { return page.line(entry.item, on: entry.day) }
    if !entry.item.isMultiDay {
      let day = page.localization.date(entry.day, .weekdayAndDay)
      page.element("time", ["datetime": entry.day.description], day)
      page.text(" ")
    }
    page.line(entry.item, on: nil)
  }
}
