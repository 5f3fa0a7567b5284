internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// Draws a document's shapes and texts, in the words and colours of a renderer.
final class Pen: MarkupWriter, Wording {
  let localization: Localization
  let phrases: ViewPhrases
  let ink: Ink
  let drawingWidth: Double
  /// The notice at the foot that the view is incomplete.
  private var notice: String?
  private let fontFamily: String

  init(_ renderer: SVGRenderer, for view: (any CalendarView)? = nil) {
    localization = renderer.localization
    phrases = renderer.phrases
    ink = renderer.theme.ink
    drawingWidth = Double(min(max(renderer.width, 280), 100_000))
    fontFamily = renderer.fontFamily
    super.init(prologue: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    notice = view.flatMap { notice($0) }
  }

  /// The x coordinate of a box at a distance from the side on which reading begins.
  func x(_ left: Double, width own: Double) -> Double {
    localization.direction == .leftToRight ? left : drawingWidth - left - own
  }

  /// The document with its title as heading and the contents that the closure draws.
  func document(title: String, description: String, height: Double, draw: () -> Void) -> String {
    let top = height
    let height = notice == nil ? top : top + 28
    let description = [notice, description].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(drawingWidth.markup) \(height.markup)",
        "width": drawingWidth.markup, "height": height.markup, "role": "img", "aria-label": title,
        "xml:lang": localization.language.rawValue, "font-family": fontFamily,
        "direction": localization.direction == .rightToLeft ? "rtl" : "",
      ]
    ) {
      element("title", title)
      element("desc", description)
      line()
      element("rect", ["width": "100%", "height": "100%", "fill": ink.paper])
      line()
      label(title, left: 16, y: 38, width: drawingWidth - 32, size: 22, bold: true)
      draw()
      if let notice { label(notice, left: 16, y: top + 18, width: drawingWidth - 32, size: 13, bold: true) }
    }
    line()
    return output
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
  func group(_ title: String, draw: () -> Void) {
    element("g") {
      element("title", title)
      draw()
    }
  }

  func rectangle(
    _ box: Box, fill: String, stroke: String = "", strokeWidth: Double = 1, radius: Double = 0,
    isDashed: Bool = false
  ) {
    element(
      "rect",
      [
        "x": x(box.left, width: box.width).markup, "y": box.top.markup, "width": max(box.width, 0).markup,
        "height": max(box.height, 0).markup, "rx": radius > 0 ? radius.markup : "", "fill": fill,
        "stroke": stroke, "stroke-width": stroke.isEmpty ? "" : strokeWidth.markup,
        "stroke-dasharray": isDashed ? "3 2" : "",
      ])
  }

  /// Draws the frame of today or of a selected day.
  func outline(_ box: Box, radius: Double, isDashed: Bool = false) {
    rectangle(box, fill: "none", stroke: ink.text, strokeWidth: 2, radius: radius, isDashed: isDashed)
  }

  func line(left: Double, width: Double, y: Double, color: String) {
    element("path", ["d": "M\(x(left, width: width).markup) \(y.markup)h\(width.markup)", "stroke": color])
  }

  /// Draws a text on one line, cut to the width.
  ///
  /// - Parameter y: The height of the baseline.
  func label(
    _ text: String, left: Double, y: Double, width: Double, size: Double = 12, fill: String? = nil,
    bold: Bool = false, struck: Bool = false, centered: Bool = false
  ) {
    let safe = SafeText.singleLine(text)
    var cut = TypeWidth.cut(safe, to: width / size * (bold ? 0.9 : 1))
    guard !cut.isEmpty else { return }
    // Without U+200E the ellipsis of a Latin title would be drawn before it in right-to-left text.
    if localization.direction == .rightToLeft, cut != safe, SafeText.guardMark(safe) == nil {
      cut += "\u{200E}"
    }
    element(
      "text",
      [
        "x": x(centered ? left + width / 2 : left, width: 0).markup, "y": y.markup, "font-size": size.markup,
        "fill": fill ?? ink.text, "font-weight": bold ? "600" : "",
        "text-anchor": centered ? "middle" : "", "text-decoration": struck ? "line-through" : "",
      ], cut)
  }

  /// Draws the number of a day on its colour, with its mark beside it.
  func dayNumber(_ day: DayCell, left: Double, top: Double) {
    let isFaint = !day.isInMonth || !day.isValid
    let fill = isFaint ? nil : day.color
    rectangle(
      Box(left: left, top: top, width: 26, height: 20), fill: fill?.hex ?? "none",
      stroke: day.isToday ? ink.text : isFaint ? day.color?.hex ?? "" : "",
      strokeWidth: day.isToday ? 2 : 1, radius: 6)
    label(
      "\(day.date.dayOfMonth)", left: left, y: top + 14.5, width: 26, size: 13,
      fill: fill?.contrastingText.hex ?? (isFaint ? ink.faint : ink.text),
      bold: day.isToday || day.mark == .several, centered: true)
    guard day.mark != .none else { return }
    label(
      day.mark.sign, left: left + 29, y: top + 15, width: 14, size: 14,
      fill: isFaint ? ink.faint : ink.text, bold: true)
  }

  /// Draws the number of hidden items of a day, in words where they fit.
  func more(_ count: Int, left: Double, top: Double, width: Double) {
    guard count > 0 else { return }
    let words = more(count) { TypeWidth.of($0) * 11 <= width }
    label(words, left: left, y: top + 13, width: width, size: 11, fill: ink.faint)
  }

  /// Draws an item as a dot and a line of text.
  func entry(_ item: ViewItem, _ text: String, left: Double, top: Double, width: Double) {
    dot(item.color, isCancelled: item.isCancelled, left: left + 2, top: top + 4)
    label(
      text, left: left + 15, y: top + 12.5, width: width - 17,
      fill: item.isCancelled ? ink.faint : ink.text, struck: item.isCancelled)
  }

  /// The place of a bar in a row of days; one that continues reaches the edge of the row.
  func box(
    of segment: Segment, left: Double, top: Double, columnWidth: Double, laneHeight: Double, inset: Double
  ) -> Box {
    let before = segment.continuesBefore ? 0 : inset
    let after = segment.continuesAfter ? 0 : inset
    return Box(
      left: left + before, top: top + Double(segment.lane) * laneHeight,
      width: Double(segment.columns.count) * columnWidth - before - after, height: laneHeight - 3)
  }

  /// Draws an item of whole days as a bar, with signs where it continues beyond the row.
  func bar(_ segment: Segment, in box: Box) {
    let item = segment.item
    rectangle(
      box, fill: item.isCancelled ? ink.paper : item.color.hex,
      stroke: item.isCancelled ? ink.faint : item.color.hex, radius: 3)
    let fill = item.isCancelled ? ink.faint : item.color.contrastingText.hex
    label(
      (segment.continuesBefore ? "‹ " : "") + title(item), left: box.left + 5, y: box.top + 12.5,
      width: box.width - 20, fill: fill, struck: item.isCancelled)
    if segment.continuesAfter {
      label("›", left: box.left + box.width - 13, y: box.top + 12.5, width: 12, fill: fill)
    }
  }

  /// Draws the colour of an item as a dot; a cancelled item has an outline only.
  func dot(_ color: CalendarColor, isCancelled: Bool, left: Double, top: Double) {
    rectangle(
      Box(left: left, top: top, width: 9, height: 9), fill: isCancelled ? ink.paper : color.hex,
      stroke: ink.faint, strokeWidth: 0.5, radius: 4.5)
  }

  /// Draws the meanings of the marks.
  func legend(top: Double, left: Double) {
    label(markLegend, left: left, y: top + 22, width: drawingWidth - 2 * left, size: 11, fill: ink.faint)
  }

  /// The items of each day in words, as the description of a picture.
  func summary(_ days: [DayCell]) -> String {
    let texts = days.filter { !$0.items.isEmpty }.map { day in
      let items = listed(day.items, most: day.items.count - day.hiddenCount) {
        timeOrDays($0, on: day.date) + " " + title($0)
      }
      return "\(localization.date(day.date, .weekdayAndDay)): \(items.joined(separator: ", "))"
    }
    return texts.isEmpty && !days.contains(where: \.isIncomplete)
      ? phrases.nothing : texts.joined(separator: "; ")
  }
}

/// The estimated width of text in a sans-serif font, relative to the font size.
///
/// The font of a picture is unknown until it is shown. These widths by classes of letters are between those of Noto Sans
/// and DejaVu Sans, which is among the widest fonts.
enum TypeWidth {
  static func of(_ text: String) -> Double {
    text.reduce(0) { $0 + of($1) }
  }

  /// The text if it fits, else as much of it as fits before an ellipsis; empty where nothing fits.
  static func cut(_ text: String, to room: Double) -> String {
    if text.end(within: room, by: of) == text.endIndex { return text }
    let head = text.beginning(within: room - ellipsis, by: of)
    return head.isEmpty ? "" : head + "…"
  }

  private static let ellipsis = 0.85

  private static func of(_ character: Character) -> Double {
    if let ascii = character.asciiValue { return widths[Int(ascii)] }
    let cells = DisplayWidth.of(character)
    // Letters of other scripts count like wide Latin ones.
    return cells > 1 ? 1.1 : cells == 1 ? 0.61 : 0
  }

  private static let widths: [Double] = (0..<128).map { value in
    switch Character(Unicode.Scalar(UInt8(value))) {
    case "i", "j", "l", "'", "|": 0.3
    case " ", ".", ",", "I": 0.33
    case "f", "t", "r", ":", ";", "(", ")", "[", "]", "-": 0.41
    case "m", "w", "M", "W", "@", "%": 0.95
    case "A"..."Z": 0.71
    default: 0.59
    }
  }
}
