internal import AlmanacEvents
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
    page(title: text.title(view)) { MonthPage(view: view, renderer: self).write(on: &$0) }
  }

  /// The days' hours side by side, or a row a day (row U3).
  public func document(_ view: WeekView, style: WeekStyle = .hours) -> String {
    page(title: text.title(view)) { writer in
      switch style {
      case .hours: HoursPage(view, renderer: self).write(on: &writer)
      case .rows: RowsPage(view: view, renderer: self).write(on: &writer)
      }
    }
  }

  public func document(_ view: DayView) -> String {
    page(title: localization.date(view.date, .full)) { HoursPage(view, renderer: self).write(on: &$0) }
  }

  public func document(_ view: YearView) -> String {
    page(title: "\(view.year)") { YearPage(view: view, renderer: self).write(on: &$0) }
  }

  public func document(_ view: ListView) -> String {
    page(title: text.title(view)) { ListPage(view: view, renderer: self).write(on: &$0) }
  }
}

extension HTMLRenderer {
  var text: ItemText { ItemText(localization: localization, phrases: phrases) }

  private func page(title: String, body: (inout MarkupWriter) -> Void) -> String {
    var writer = MarkupWriter(prologue: "<!DOCTYPE html>\n")
    writer.element(
      "html",
      [
        "lang": localization.language.rawValue, "dir": localization.direction == .rightToLeft ? "rtl" : "ltr",
      ]
    ) { writer in
      writer.element("head") { writer in
        writer.element("meta", ["charset": "utf-8"])
        writer.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        writer.element("title", title)
        writer.style(StyleSheet.rules)
      }
      writer.line()
      writer.element("body") { writer in
        writer.element("main") { writer in
          writer.element("h1", title)
          body(&writer)
        }
      }
    }
    writer.line()
    return writer.output
  }

  /// The colours of an item, as a style attribute.
  func fill(_ color: CalendarColor) -> String {
    "background:\(color.hex);color:\(color.contrastingText.hex)"
  }

  /// What a table is, for those who go from table to table.
  func caption(_ title: String, on writer: inout MarkupWriter) {
    writer.element("caption") { $0.element("span", ["class": "hidden"], title) }
  }

  /// What the marks of days mean.
  func legend(on writer: inout MarkupWriter) {
    let words = [DayMark.single, .several].map { "\(Mark.sign($0)) \(text.meaning($0))" }
    writer.element("p", ["class": "legend faint"], words.joined(separator: "\u{A0}\u{A0} "))
  }

  /// The number of a day on its colour, with its mark and what that means.
  func dayNumber(_ date: CivilDate, color: CalendarColor?, mark: DayMark, on writer: inout MarkupWriter) {
    writer.element(
      "time", ["datetime": date.description, "class": "number", "style": color.map(fill) ?? ""],
      "\(date.dayOfMonth)")
    guard mark != .none else { return }
    writer.element("span", ["class": "mark", "aria-hidden": "true"], Mark.sign(mark))
    writer.element("span", ["class": "hidden"], " \(text.meaning(mark))")
  }

  /// An item as a line of a list.
  func line(_ item: ViewItem, on day: CivilDate?, on writer: inout MarkupWriter) {
    writer.element("span", ["class": "dot", "style": "background:\(item.color.hex)"]) { _ in }
    writer.element("span", ["class": "time"], text.time(item, on: day) + " ")
    title(item, on: &writer)
    let rest = [item.item.location] + text.notes(item, on: day)
    for part in rest where !part.isEmpty {
      writer.element("span", ["class": "faint"]) { writer in
        writer.text(" · ")
        writer.element("bdi", part)
      }
    }
  }

  /// An item's title, whose own direction of writing does not turn what stands around it.
  func title(_ item: ViewItem, on writer: inout MarkupWriter) {
    writer.element("bdi", ["class": item.isCancelled ? "title cancelled" : "title"], text.title(item))
  }
}
