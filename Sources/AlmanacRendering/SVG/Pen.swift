internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// Draws a document's shapes and texts, in the words and colours of a renderer.
final class Pen: MarkupWriter, Wording {
  let localization: Localization
  let phrases: ViewPhrases
  let decoration: Decoration
  let ink: Ink
  let drawingWidth: Double
  let showsWeekNumbers: Bool
  /// The id of the picture, with which those of its groups begin; empty for no ids.
  private let id: String
  /// The days whose groups have an id.
  private var identifiedDays: Set<Int> = []
  /// The notice at the foot that the view is incomplete.
  private var notice: String?
  private let fontFamily: String
  /// The calendars whose names and colours are listed at the foot.
  private var calendars: [(name: String, color: CalendarColor)] = []
  /// The colours of filled boxes; a cache.
  private var boxColors: [CalendarColor: BoxColors] = [:]

  /// - Parameter id: The id of the picture, if the renderer has none.
  init(
    _ renderer: SVGRenderer, for view: (any CalendarView)? = nil, id: String,
    decoration: Decoration = Decoration()
  ) {
    localization = renderer.localization
    phrases = renderer.phrases
    ink = renderer.theme.ink
    drawingWidth = Double(min(max(renderer.width, 280), 100_000))
    showsWeekNumbers = renderer.showsWeekNumbers
    fontFamily = renderer.fontFamily
    self.id = renderer.idPrefix.map { $0.filter { $0.isLetter || $0.isNumber || "-_.".contains($0) } } ?? id
    self.decoration = decoration
    super.init(prologue: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    notice = view.flatMap { notice($0) }
    if renderer.showsCalendars, let view { calendars = legend(of: view) }
  }

  /// Whether a picture is too narrow for a month or a week side by side, which becomes a list.
  var isNarrow: Bool { drawingWidth < 560 }

  /// The x coordinate of a box at a distance from the side on which reading begins.
  func x(_ left: Double, width own: Double) -> Double {
    localization.direction == .leftToRight ? left : drawingWidth - left - own
  }

  /// The document with its title as heading and the contents that the closure draws.
  ///
  /// - Parameter heading: The heading, if it is not the title.
  func document(
    title: String, heading: String? = nil, description: String, height: Double, draw: () -> Void
  ) -> String {
    let top = height
    let height = top + (notice == nil ? 0 : 28) + (calendars.isEmpty ? 0 : 28)
    let description = [notice, description].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "id": id,
        "viewBox": "0 0 \(drawingWidth.markup) \(height.markup)",
        "width": drawingWidth.markup, "height": height.markup,
        "role": decoration.link == nil ? "img" : "group", "aria-label": title,
        "xml:lang": localization.language.rawValue, "font-family": fontFamily,
        "direction": localization.direction == .rightToLeft ? "rtl" : "",
      ]
    ) {
      element("title", title)
      element("desc", description)
      line()
      element("rect", ["width": "100%", "height": "100%", "fill": ink.paper.hex])
      line()
      self.heading(heading ?? title, left: 16, y: 38, width: drawingWidth - 32, sizes: 12...22)
      draw()
      listCalendars(top: notice == nil ? top : top + 28)
      if let notice { label(notice, left: 16, y: top + 18, width: drawingWidth - 32, size: 13, bold: true) }
    }
    line()
    return output
  }

  /// Draws the names of calendars with their colours, as many as have room.
  private func listCalendars(top: Double) {
    var left = 16.0
    for calendar in calendars {
      let width = TypeWidth.of(calendar.name) * 12 + 4
      guard left + 16 + width <= drawingWidth - 16 || left == 16 else { return }
      dot(calendar.color, left: left, top: top + 6)
      label(calendar.name, left: left + 16, y: top + 15, width: min(width, drawingWidth - left - 32))
      left += width + 36
    }
  }

  /// The colours of the box of an item.
  func colors(of item: ViewItem) -> BoxColors {
    if item.isCancelled || item.isTentative { return ink.colors(of: item) }
    if let known = boxColors[item.color] { return known }
    let colors = ink.colors(of: item)
    boxColors[item.color] = colors
    return colors
  }
}

/// A rectangle; `left` is the distance from the side on which reading begins.
struct Box {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  /// The rectangle within a margin on each side.
  func inset(by margin: Double) -> Box {
    Box(left: left + margin, top: top + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}

extension Pen {
  /// Draws a group of shapes with a title, for tooltips and screen readers.
  func group(_ title: String, _ attributes: Attributes = [:], draw: () -> Void) {
    element("g", attributes) {
      element("title", title)
      draw()
    }
  }

  /// Draws the group of items of a day that are not drawn, with their names as its title.
  func group(
    hidden items: [ViewItem], on day: CivilDate, _ attributes: Attributes = ["class": "al-more"],
    draw: () -> Void
  ) {
    element("g", attributes) {
      element("title") {
        var names = EscapedText(writer: self)
        write(hidden: items, on: day, to: &names)
      }
      draw()
    }
  }

  /// Draws the group of a day, with its date, classes for its state and, unless it is of another month, its id.
  func group(_ day: DayCell, draw: () -> Void) {
    let classes = Self.classes([
      "al-day": true, "al-other": !day.isInMonth || !day.isValid, "al-today": day.isToday,
      "al-selected": day.isSelected,
    ])
    let date = day.date.description
    let isIdentified = !id.isEmpty && day.isInMonth && identifiedDays.insert(day.id).inserted
    group(
      full(day), ["class": classes, "id": isIdentified ? "\(id)-d-\(date)" : "", "data-date": date],
      draw: draw)
  }

  /// Draws the group of an item, within a link where the caller has one for it.
  func group(_ item: ViewItem, _ title: String, draw: () -> Void) {
    func group() {
      element(
        "g",
        attributes: {
          attribute("class") { writeClasses(item, decoration) }
          writeIdentity(item)
        }
      ) {
        element("title", title)
        draw()
      }
    }
    guard let link = decoration.safeLink(item) else { return group() }
    element("a", ["href": link], content: group)
  }

  func rectangle(
    _ box: Box, fill: CalendarColor?, stroke: CalendarColor? = nil, strokeWidth: Double = 1,
    radius: Double = 0,
    isDashed: Bool = false
  ) {
    emptyElement("rect") {
      attribute("x", x(box.left, width: box.width))
      attribute("y", box.top)
      attribute("width", max(box.width, 0))
      attribute("height", max(box.height, 0))
      if radius > 0 { attribute("rx", radius) }
      attribute("fill", fill?.hex ?? "none")
      if let stroke {
        attribute("stroke", stroke.hex)
        attribute("stroke-width", strokeWidth)
      }
      if isDashed { attribute("stroke-dasharray") { literal("3 2") } }
    }
  }

  /// Draws the box of an item; its edge is within it.
  func rectangle(_ box: Box, _ colors: BoxColors, radius: Double = 3) {
    let isFilled = colors.edge == colors.fill
    rectangle(
      isFilled ? box : box.inset(by: 0.5), fill: colors.fill, stroke: isFilled ? nil : colors.edge,
      radius: radius, isDashed: colors.isDashed)
  }

  /// Draws the frame of today or of a selected day.
  func outline(_ box: Box, radius: Double, isDashed: Bool = false) {
    rectangle(box, fill: nil, stroke: ink.text, strokeWidth: 2, radius: radius, isDashed: isDashed)
  }

  func line(left: Double, width: Double, y: Double, color: CalendarColor) {
    element(
      "path", ["d": "M\(x(left, width: width).markup) \(y.markup)h\(width.markup)", "stroke": color.hex])
  }

  /// Draws a text on one line, cut to the width.
  ///
  /// - Parameters:
  ///   - text: The text, which has its own direction of writing.
  ///   - lead: The text before it in the direction of the picture, such as a time.
  ///   - tail: The text after it in the direction of the picture, such as a time or marks, in favour of which the rest is cut.
  ///   - y: The height of the baseline.
  ///   - struck: Whether the text is struck through, without what is before and after it.
  func label(
    _ text: String, after lead: String = "", tail: String = "", left: Double, y: Double, width: Double,
    size: Double = 12,
    fill: CalendarColor? = nil, bold: Bool = false, struck: Bool = false, centered: Bool = false
  ) {
    let lead = SafeText.singleLine(lead)
    let (whole, tail) = (lead + SafeText.singleLine(text), SafeText.singleLine(tail))
    let room = width / size * (bold ? 0.9 : 1)
    let head = tail.isEmpty ? "" : TypeWidth.cut(whole, to: room - TypeWidth.of(tail))
    let (cut, end) = head.isEmpty ? (TypeWidth.cut(whole, to: room), "") : (head, tail)
    guard !cut.isEmpty else { return }
    let own =
      lead.isEmpty
      ? cut : cut.utf8.starts(with: lead.utf8) ? String(cut.utf8.dropFirst(lead.utf8.count)) ?? "" : ""
    let isAlone = lead.isEmpty && end.isEmpty
    element(
      "text",
      attributes: {
        attribute("x", x(centered ? left + width / 2 : left, width: 0))
        attribute("y", y)
        attribute("font-size", size)
        attribute("fill", (fill ?? ink.text).hex)
        if bold { attribute("font-weight") { literal("600") } }
        if centered { attribute("text-anchor") { literal("middle") } }
        if struck && isAlone { attribute("text-decoration") { literal("line-through") } }
      }
    ) {
      self.text(own.isEmpty ? cut : lead)
      if !own.isEmpty { part(own, isBesideOthers: !end.isEmpty, struck: struck && !isAlone) }
      self.text(end)
    }
  }

  /// Draws a heading in the largest of some sizes in which it has room.
  func heading(_ text: String, left: Double, y: Double, width: Double, sizes: ClosedRange<Double>) {
    // Slightly less than the room, which is computed in another order.
    let size = width * 0.899 / max(TypeWidth.of(text), 1)
    label(
      text, left: left, y: y, width: width, size: min(max(size, sizes.lowerBound), sizes.upperBound),
      bold: true)
  }

  /// Draws texts after each other on one line, cut to the width, each of which has its own direction of writing.
  ///
  /// - Parameter struck: Whether the first one is struck through.
  func label(
    _ parts: [String], left: Double, y: Double, width: Double, size: Double = 12, fill: CalendarColor? = nil,
    struck: Bool = false
  ) {
    let cut = TypeWidth.cut(parts.joined(), to: width / size)
    guard !cut.isEmpty else { return }
    element(
      "text",
      [
        "x": x(left, width: 0).markup, "y": y.markup, "font-size": size.markup,
        "fill": (fill ?? ink.text).hex,
        "text-decoration": struck && parts.count == 1 ? "line-through" : "",
      ]
    ) {
      var rest = Substring(cut)
      for (index, text) in parts.enumerated() where !rest.isEmpty {
        let isWhole = rest.utf8.starts(with: text.utf8)
        let isBesideOthers = parts.count > 1
        part(
          isWhole ? text : String(rest), isBesideOthers: isBesideOthers,
          struck: struck && index == 0 && isBesideOthers)
        rest = isWhole ? Substring(rest.utf8.dropFirst(text.utf8.count)) : ""
      }
    }
  }

  /// Writes a text, isolated if its direction is not that of the picture: numbers at its start, and the ellipsis at its end, follow
  /// the direction of its letters.
  ///
  /// - Parameters:
  ///   - isBesideOthers: Whether letters of the other direction within it would join those of the text beside it.
  ///   - struck: Whether it is struck through, unlike the text beside it.
  private func part(_ text: String, isBesideOthers: Bool = false, struck: Bool = false) {
    if struck {
      return element("tspan", ["text-decoration": "line-through"]) {
        part(text, isBesideOthers: isBesideOthers)
      }
    }
    let direction = SafeText.direction(of: text) ?? localization.direction
    let isMixed = isBesideOthers && SafeText.hasLetters(in: text, against: localization.direction)
    guard direction != localization.direction || isMixed else { return self.text(text) }
    isolated(text, direction == .rightToLeft)
  }

  /// Draws the number of items of a day that are not shown, in words where they fit, with their names as its title.
  func more(_ items: [ViewItem], on day: CivilDate, left: Double, top: Double, width: Double) {
    if items.isEmpty { return }
    let words = more(items.count) { TypeWidth.of($0) * 11 <= width }
    group(hidden: items, on: day) {
      label(words, left: left, y: top + 13, width: width, size: 11, fill: ink.faint)
    }
  }

  /// Draws the meanings of the marks.
  func legend(top: Double, left: Double) {
    label(markLegend, left: left, y: top + 22, width: drawingWidth - 2 * left, size: 11, fill: ink.faint)
  }

  /// The items of each day in words, as the description of a picture.
  func summary(_ days: [DayCell]) -> String {
    let texts = days.filter { !$0.items.isEmpty }.map { day in
      var text = localization.date(day.date, .weekdayAndDay) + ": "
      write(day.items, most: day.items.count - day.hiddenCount, separator: ", ", to: &text) {
        $1 += listed($0, on: day.date)
      }
      return text
    }
    return texts.isEmpty && !days.contains(where: \.isIncomplete)
      ? phrases.nothing : texts.joined(separator: "; ")
  }
}
