internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// Writes the document around a view, and the markup of days and items, in the words of a renderer.
final class Page: MarkupWriter, Wording {
  let localization: Localization
  let phrases: ViewPhrases
  let decoration: Decoration
  let renderer: HTMLRenderer
  private let isFragment: Bool
  /// The attributes of colours, each in the place of its colour unless another has it; a cache.
  private var looks: [Look?] = Array(repeating: nil, count: 61)
  /// The days of bars in words; a cache, as they are the same in each cell.
  private var ranges: [ClosedRange<CivilDate>: String] = [:]

  /// The attributes of a colour.
  final class Look {
    let color: CalendarColor
    /// The declarations of the colour and that of a text on it; none for the reserved red, which has a class.
    let style: String
    /// The declaration of the colour.
    let fill: String
    /// The classes of a colour that needs an edge on light or on dark ground, and of the reserved red.
    let classes: String
    /// The element of a dot.
    let dot: MarkupWriter

    init(_ color: CalendarColor) {
      self.color = color
      let pale = MarkupWriter.classes([
        "al-pale": !Ink.light.isDistinct(color), "al-deep": !Ink.dark.isDistinct(color),
      ])
      let edges = pale.isEmpty ? "" : " " + pale
      fill = "--al-fill:\(color.hex)"
      dot = MarkupWriter(prologue: "")
      dot.element("i", ["class": "al-dot" + edges, "style": fill]) {}
      let isReserved = color == .reservedRed
      style = isReserved ? "" : "\(fill);--al-on:\(color.contrastingText.hex)"
      classes = isReserved ? edges + " al-red" : edges
    }
  }

  init(_ renderer: HTMLRenderer, _ decoration: Decoration = Decoration(), isFragment: Bool = false) {
    localization = renderer.localization
    phrases = renderer.phrases
    self.renderer = renderer
    self.decoration = decoration
    self.isFragment = isFragment
    super.init(prologue: isFragment ? "" : "<!DOCTYPE html>\n")
  }

  private var themeClasses: String {
    switch renderer.theme {
    case .automatic: "al"
    case .light: "al al-light"
    case .dark: "al al-dark"
    }
  }

  private var direction: String { localization.direction == .rightToLeft ? "rtl" : "ltr" }

  /// The page with the views that the closure writes.
  func document(_ title: String, views: () -> Void) -> String {
    // The ground of the root is that of the whole window, also below a short page. That of the body is not, since its size is contained.
    element("html", ["lang": localization.language.rawValue, "dir": direction, "class": themeClasses]) {
      element("head") {
        element("meta", ["charset": "utf-8"])
        element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        element("title", title)
        style(HTMLRenderer.styleSheet + "\n@page{margin:1cm}")
      }
      line()
      element("body", class: "al-page") {
        element("main") { views() }
      }
    }
    line()
    return output
  }

  /// The views that the closure writes, without a page around them.
  func fragment(views: (Page) -> Void) -> String {
    element("div", ["class": themeClasses, "lang": localization.language.rawValue, "dir": direction]) {
      views(self)
    }
    line()
    return output
  }

  /// Writes a view with its heading, below it a notice if the view is incomplete, and the names of its calendars.
  ///
  /// - Parameters:
  ///   - height: The height of the body relative to the size of the font, for which a printed sheet has room; `nil` for one of any
  ///     height.
  ///   - lists: The heights of a list below the hours on wide and on narrow paper.
  ///   - isLast: Whether no other view with the same calendars is below it.
  func view(
    _ view: some CalendarView, title: String, height: Double? = nil,
    lists: (wide: Double, narrow: Double) = (0, 0), isLast: Bool = true, body: () -> Void
  ) {
    let calendars = renderer.showsCalendars && isLast ? legend(of: view) : []
    // The heading, and the calendars below, of which five are on a line.
    let others = 4.5 + (calendars.isEmpty ? 0 : Double(calendars.count / 5) * 1.5 + 3)
    var style = height.map { "--al-em:\(($0 + others + (view.unexpanded.isEmpty ? 0 : 4)).markup)" }
    if lists.narrow > 0 { style? += ";--al-wide:\(lists.wide.markup);--al-narrow:\(lists.narrow.markup)" }
    element("section", ["class": "al-view", "style": style ?? ""]) {
      element(isFragment ? "h2" : "h1", class: "al-title", title)
      if let notice = notice(view) {
        element("p", ["role": "alert"]) { element("strong", notice) }
      }
      body()
      write(calendars)
    }
  }

  /// The element of a heading below that of the view.
  var subheading: StaticString { isFragment ? "h3" : "h2" }

  /// Writes the names of calendars on their colours.
  private func write(_ calendars: [(name: String, color: CalendarColor)]) {
    if calendars.isEmpty { return }
    element("ul", class: "al-calendars") {
      for calendar in calendars {
        element("li") {
          dot(calendar.color)
          element("bdi", calendar.name)
        }
      }
    }
  }
}

extension Page {
  func look(_ color: CalendarColor) -> Look {
    let place = Int(color.rgb) % looks.count
    if let known = looks[place], known.color == color { return known }
    let look = Look(color)
    looks[place] = look
    return look
  }

  /// An offset in percent of an axis of hours.
  func percent(_ seconds: Int, of axis: DayColumn?) -> String {
    (Double(seconds) * 100 / Double(max(axis?.length ?? 1, 1))).markup
  }

  /// Writes a table with a caption for screen readers.
  func table(_ name: StaticString, caption: String, rows: () -> Void) {
    element("table", class: name) {
      element("caption") { element("span", class: "al-hidden", caption) }
      rows()
    }
  }

  /// Writes the head of a table, with one row.
  func tableHead(cells: () -> Void) {
    element("thead") { element("tr", content: cells) }
  }

  /// Writes the meanings of the marks of days.
  func writeLegend() {
    element("p", class: "al-legend al-faint", markLegend)
  }

  /// Writes the element of a day, whose classes show its state.
  ///
  /// - Parameters:
  ///   - name: The name of the element.
  ///   - own: A further class.
  ///   - other: Whether the day is not in the view's range.
  ///   - label: The name of the day where days are below each other.
  func dayElement(
    _ name: StaticString, _ day: DayCell, _ own: String = "", scope: String = "", other: Bool = false,
    title: String = "", label: String = "", content: () -> Void
  ) {
    let classes = Self.classes([
      own: !own.isEmpty, "al-other": other, "al-today": day.isToday, "al-selected": day.isSelected,
      "al-busy": !day.items.isEmpty,
    ])
    element(
      name,
      [
        "scope": scope, "class": classes, "title": title, "data-label": label,
        "aria-current": day.isToday ? "date" : "",
      ],
      content: content)
  }

  /// Writes the number of a day on its colour, with its mark and the meaning of the mark.
  func dayNumber(_ day: DayCell) {
    let look = day.color.map(look)
    element(
      "time",
      [
        "datetime": day.date.description,
        "class": "al-number" + (look.map { " al-filled" + $0.classes } ?? ""),
        "style": look?.style ?? "",
      ],
      localization.number(day.date.dayOfMonth))
    guard day.mark != .none else { return }
    element("span", ["class": "al-mark", "role": "img", "aria-label": meaning(day.mark)], day.mark.sign)
  }

  /// Writes a colour as a dot.
  func dot(_ color: CalendarColor) {
    append(look(color).dot)
  }

  /// Writes the word for today, which is seen where it has room.
  func todayWord() {
    element("span", class: "al-now-word", phrases.today)
  }

  /// Writes an item as a line of a list.
  ///
  /// - Parameters:
  ///   - dated: The first day and the time with it, where no heading says the day.
  ///   - hasDot: Whether its element has the dot.
  func line(_ item: ViewItem, on day: CivilDate?, dated: (CivilDate, String)? = nil, hasDot: Bool = false) {
    if !hasDot { dot(item.color) }
    element("span", class: "al-time") {
      if let (date, words) = dated {
        element("time", ["datetime": date.description], words)
      } else {
        text(timeOrDays(item, on: day))
      }
      literal(" ")
    }
    writeTitle(item)
    func detail(_ part: String) {
      element("span", class: "al-faint") {
        literal(" · ")
        element("bdi", part)
      }
    }
    if !item.item.location.isEmpty { detail(item.item.location) }
    for remark in remarks(item, on: day) { detail(remark) }
  }

  /// The time of a bar where days are below each other: the days of one of whole days, and where it began earlier, that it
  /// continues.
  func narrowTime(_ item: ViewItem, _ time: String, on day: CivilDate) -> String {
    guard item.isMultiDay else { return item.isAllDay ? "" : time }
    if item.isAllDay {
      if let known = ranges[item.days] { return known }
      let range = localization.dates(item.days, .dayAndMonth)
      ranges[item.days] = range
      return range
    }
    return item.days.lowerBound < day ? "\(time) · \(phrases.continued)" : time
  }

  /// Writes the element of an item with its identity, its classes and its colours.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - classes: Further classes, with a space before each.
  ///   - style: Further declarations.
  ///   - time: The time where days are below each other.
  ///   - isFilled: Whether it has the colour of the item as its ground.
  ///   - hasDot: Whether it has a dot in the colour of the item, which the style sheet draws.
  func itemElement(
    _ item: ViewItem, _ classes: String = "", name: StaticString = "li", style: String = "",
    title: String = "",
    time: String = "", isFilled: Bool = true, hasDot: Bool = false, content: () -> Void
  ) {
    let look = look(item.color)
    let filled = isFilled && !item.isCancelled
    element(
      name,
      attributes: {
        writeStyle(style, filled ? look.style : hasDot ? look.fill : "")
        attribute("title", title)
        attribute("data-time", time)
        attribute("class") {
          literal("al-item ")
          writeClasses(item, decoration)
          literal(composed: classes)
          if filled { literal(" al-filled") }
          if filled || hasDot { literal(composed: look.classes) }
        }
        writeIdentity(item)
      }, content: content)
  }

  private func writeStyle(_ style: String, _ own: String) {
    if style.isEmpty, own.isEmpty { return }
    attribute("style") {
      literal(composed: style)
      if !style.isEmpty, !own.isEmpty { literal(";") }
      literal(composed: own)
    }
  }

  /// Writes an item that is the ground of its day, or of some hours.
  func background(_ item: ViewItem, on day: CivilDate, style: String = "") {
    element(
      "div",
      attributes: {
        attribute("class") {
          literal("al-ground ")
          writeClasses(item, decoration)
        }
        writeStyle(style, look(item.color).style)
        attribute("title", full(item, on: day))
        writeIdentity(item)
      }
    ) { element("bdi", class: "al-title", name(item.item)) }
  }

  /// Writes an item's title, whose direction of writing does not affect the text around it, within its link if it has one.
  ///
  /// - Parameter isHidden: Whether it is for screen readers only.
  func writeTitle(_ item: ViewItem, isHidden: Bool = false) {
    let (title, marks) = decoration.titleAndMarks(item, in: self)
    func write() {
      element(
        "bdi",
        attributes: {
          attribute("class") {
            literal("al-title")
            if isHidden { literal(" al-hidden") }
            if item.isCancelled { literal(" al-struck") }
          }
        }
      ) {
        text(title)
        text(marks)
      }
    }
    guard !isHidden, let link = decoration.safeLink(item) else { return write() }
    element("a", ["class": "al-link", "href": link], content: write)
  }

  /// Writes the title of a box, its time and its place. The style sheet shows what has room: the title first, then the start, the
  /// end and the place.
  func boxText(_ item: ViewItem, on day: CivilDate) {
    element("div", class: "al-text") {
      writeTitle(item)
      text(" ")
      element("span", class: "al-time") {
        for part in timeParts(item, on: day) { element("span", part) }
      }
      if !item.item.location.isEmpty {
        text(" ")
        element("bdi", class: "al-place", item.item.location)
      }
    }
  }

  /// Writes a number of items, and their list, which the number opens.
  ///
  /// - Parameters:
  ///   - isShort: Whether there is no room for words.
  ///   - hasNames: Whether there may be room for titles below the number.
  ///   - style: The declarations of an item of the list.
  func more(
    _ items: [ViewItem], on day: CivilDate, isShort: Bool = false, hasNames: Bool = false,
    style: (ViewItem) -> String = { _ in "" }
  ) {
    let named = items.named
    // The list is beside the element that opens, so that the style sheet can show it where nothing opens, as on paper.
    element("details") {
      element(
        "summary",
        attributes: {
          attribute("title") {
            var names = EscapedText(writer: self)
            write(items, most: 20, to: &names) { writeTitle(of: $0, to: &$1) }
          }
        }
      ) {
        text(isShort ? "+" + localization.number(items.count) : more(items.count))
        if hasNames {
          element("span", ["class": "al-names", "aria-hidden": "true"]) {
            for title in listed(items, { decoration.title($0, in: self) }) { element("bdi", title) }
          }
        }
      }
    }
    // The browser scrolls a long list; keys reach it.
    element("ul", ["tabindex": "0"]) {
      for item in named {
        itemElement(item, style: style(item), isFilled: false, hasDot: true) {
          line(item, on: day, hasDot: true)
        }
      }
      let further = items.count - named.count
      if further > 0 { element("li", class: "al-faint", more(further)) }
    }
  }
}
