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
      case .hours: HoursPage(view, title: title, page: page).write()
      case .rows: RowsPage(view: view, title: title, page: page).write()
      }
    }
  }

  public func document(_ view: DayView) -> String {
    let page = Page(self)
    let title = page.title(view)
    return page.document(title, of: view) { HoursPage(view.week, title: title, page: page).write() }
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
        style(StyleSheet.rules)
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

  /// Writes the meanings of the marks of days.
  func writeLegend() {
    element("p", ["class": "legend faint"], markLegend)
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

/// The style sheet of every page, light and dark, for screens and paper.
enum StyleSheet {
  static let rules = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--faint:#59636e;--line:#d5d9de;--slot:#eceef0;--shade:#f3f5f7;--closed:#1b1f240d}
    @media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e8eaed;--faint:#a3abb5;--line:#3a4048;--slot:#262b31;--shade:#1e2227;--closed:#ffffff0f}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.35 system-ui,'Noto Sans','DejaVu Sans',sans-serif}
    main{max-width:72rem;margin:auto;padding:1rem}
    h1{font-size:1.5rem;margin:.2rem 0 .8rem;overflow-wrap:anywhere}
    h2{font-size:1.05rem;margin:1.2rem 0 .3rem;overflow-wrap:anywhere}
    table{border-collapse:collapse;table-layout:fixed;width:100%}
    th{font-weight:600;color:var(--faint);padding:.3rem;overflow:hidden}
    th.week{width:2.2rem;font-weight:400;font-size:.8rem;vertical-align:top}
    td{border:1px solid var(--line);vertical-align:top;padding:.3rem 0;position:relative}
    td.other{background:var(--shade)}
    td.selected{outline:2px solid var(--ink);outline-offset:-2px}
    ul,ol{list-style:none;margin:0;padding:0}
    .number{display:inline-block;min-width:1.7em;text-align:center;border-radius:.45em;margin-inline-start:.25rem;padding:.05em .2em}
    .today .number{font-weight:700;box-shadow:0 0 0 2px var(--ink)}
    .mark{font-weight:700;margin-inline-start:.35em}
    .month li{height:1.4em;margin:.1rem .2rem;padding:0 .3em;font-size:.85rem;display:flex;align-items:baseline}
    .month .title,.lane .title{min-width:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
    .month .dot{flex:none}
    .month .bar .title{flex:none;max-width:calc(var(--span,1)*100%);position:relative;z-index:1}
    .clock{margin-inline-end:.35em}
    .legend{font-size:.8rem}
    .bar{border-radius:.25em}
    .month li.before{margin-inline-start:-1px;border-start-start-radius:0;border-end-start-radius:0}
    .month li.after{margin-inline-end:-1px;border-start-end-radius:0;border-end-end-radius:0}
    .dot{display:inline-block;width:.65em;height:.65em;border-radius:50%;margin-inline-end:.35em;box-shadow:0 0 0 .5px var(--faint)}
    .time,.faint,.more{color:var(--faint)}
    .cancelled,.cancelled .title{color:var(--faint);text-decoration:line-through}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .list li{padding:.2rem 0;overflow-wrap:anywhere}
    .list .time{display:inline-block;min-width:7.5em}
    .rows th{width:13rem;text-align:start;color:var(--ink);white-space:nowrap}
    .rows td,.rows th{border:1px solid var(--line);padding:.35rem .6rem;overflow-wrap:anywhere}
    .rows tr.selected{outline:2px solid var(--ink);outline-offset:-2px}
    .rows tr.other{background:var(--shade)}
    .hours td{padding:0}
    .hours th{font-weight:400}
    .hours .today{font-weight:700;color:var(--ink)}
    .hours th.selected{outline:2px solid var(--ink);outline-offset:-2px;border-radius:.25em}
    .hours td.day{background-image:var(--lines)}
    .hours td.more{padding:0 .45rem;font-size:.8rem}
    .closed,.gap{position:absolute;inset-inline:0;background:var(--closed)}
    .gap{background:var(--line)}
    .hours .axis{position:relative;padding:0;vertical-align:bottom;overflow:visible;border:0}
    .clocks{display:flex;inset-inline:0;font-size:.75rem;color:var(--faint)}
    .clocks>*{width:3.4rem;padding-inline-end:.4rem;text-align:end;text-decoration:none}
    .axis div[style]{position:absolute}
    .hours li{position:absolute;overflow:hidden;border-radius:.25em;padding:.05rem .35rem;font-size:.8rem;line-height:1.25;border:1px solid var(--paper)}
    .hours li .time,.hours li .faint{color:inherit;display:block}
    .lane li{position:static;margin:.1rem;display:flex}
    .lane li.before{margin-inline-start:0;border-start-start-radius:0;border-end-start-radius:0}
    .lane li.after{margin-inline-end:0;border-start-end-radius:0;border-end-end-radius:0}
    .lane li.before::before{content:'‹';margin-inline-end:.35em}
    .lane li.after::after{content:'›';margin-inline-start:auto;padding-inline-start:.35em}
    .hours ol .title{display:block;overflow-wrap:anywhere}
    .hours li.cancelled{border-color:var(--faint);background:var(--paper)}
    .hours ol .more{background:var(--shade);border-color:var(--faint);overflow:visible}
    .more summary{list-style:none;cursor:pointer;color:var(--ink);overflow:hidden}
    .more ul{position:absolute;inset-inline-end:0;z-index:2;width:max-content;max-width:16rem;max-height:20rem;overflow:auto;background:var(--paper);border:1px solid var(--faint);border-radius:.25em}
    .hours .more li{position:static;color:var(--ink);border:0}
    .hours .more li>*{display:inline}
    .hours .more .dot{display:inline-block}
    .hours .lane th{font-size:.75rem;padding:.1rem .2rem;text-align:end}
    .now{position:absolute;inset-inline:0;height:2px;background:var(--ink)}
    .now::before{content:'';position:absolute;inset-inline-start:-4px;top:-3px;width:8px;height:8px;border-radius:50%;background:var(--ink)}
    .year{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.2rem;align-items:start}
    .year td{border:0;padding:.08rem;text-align:center}
    .year th{font-weight:400;font-size:.75rem;padding:0}
    .year caption{font-weight:600;text-align:start;padding-bottom:.2rem}
    .year .number{margin:0;width:100%;font-size:.8rem}
    .year sup{position:absolute;line-height:1;font-weight:700}
    .year .number{position:relative}
    @media print{body{font-size:10px;-webkit-print-color-adjust:exact;print-color-adjust:exact}main{max-width:none;padding:0}}
    """
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
    if view.undated.isEmpty { return }
    section(page.phrases.undated, view.undated) { entry in
      page.dot(entry.color)
      page.text(entry.item.summary)
    }
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
