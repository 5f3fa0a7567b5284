internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The words and colours of a drawing, the document around it, and the markup of its shapes and texts.
///
/// It is a class so that every part of a drawing shares one, since copies of the renderer would cost more than the
/// drawing.
final class DrawingFrame: Sendable {
  let localization: Localization
  let phrases: ViewPhrases
  let text: ViewText
  let ink: Ink
  let drawingWidth: Double
  /// The notice at the foot that the view is incomplete.
  private let notice: String?
  private let fontFamily: String

  init(_ renderer: SVGRenderer, _ unexpanded: [UnexpandedSeries], in zone: Zone) {
    localization = renderer.localization
    phrases = renderer.phrases
    text = ViewText(localization: localization, phrases: phrases)
    notice = text.notice(unexpanded, in: zone)
    ink = renderer.theme.ink
    drawingWidth = Double(min(max(renderer.width, 280), 100_000))
    fontFamily = renderer.fontFamily
  }

  /// The x coordinate of a box at a distance from the side on which reading begins.
  func x(_ left: Double, width own: Double) -> Double {
    localization.direction == .leftToRight ? left : drawingWidth - left - own
  }

  /// The document with the contents that the closure draws.
  func document(
    title: String, description: String, height: Double, draw: (inout MarkupWriter) -> Void
  ) -> String {
    let top = height
    let height = notice == nil ? top : top + 28
    let description = [notice, description].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    var writer = MarkupWriter(prologue: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    writer.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(drawingWidth.markup) \(height.markup)",
        "width": drawingWidth.markup, "height": height.markup, "role": "img", "aria-label": title,
        "xml:lang": localization.language.rawValue, "font-family": fontFamily,
        "direction": localization.direction == .rightToLeft ? "rtl" : "",
      ]
    ) { writer in
      writer.element("title", title)
      writer.element("desc", description)
      writer.line()
      writer.element("rect", ["width": "100%", "height": "100%", "fill": ink.paper])
      writer.line()
      draw(&writer)
      if let notice {
        let foot = Box(left: 16, top: top, width: drawingWidth - 32, height: 28)
        label(notice, in: foot, baseline: 18, size: 13, bold: true, on: &writer)
      }
    }
    writer.line()
    return writer.output
  }
}

/// A rectangle; `left` is the distance from the side on which reading begins.
struct Box {
  var left: Double
  var top: Double
  var width: Double
  var height: Double
}

extension DrawingFrame {
  func rectangle(
    _ box: Box, fill: String, stroke: String = "", strokeWidth: Double = 1, radius: Double = 0,
    on writer: inout MarkupWriter
  ) {
    writer.element(
      "rect",
      [
        "x": x(box.left, width: box.width).markup, "y": box.top.markup, "width": max(box.width, 0).markup,
        "height": max(box.height, 0).markup, "rx": radius > 0 ? radius.markup : "", "fill": fill,
        "stroke": stroke, "stroke-width": stroke.isEmpty ? "" : strokeWidth.markup,
      ])
  }

  func line(left: Double, width: Double, y: Double, color: String, on writer: inout MarkupWriter) {
    let from = x(left, width: width)
    writer.element("path", ["d": "M\(from.markup) \(y.markup)h\(width.markup)", "stroke": color])
  }

  /// Draws the frame of a selected day.
  func selection(_ box: Box, on writer: inout MarkupWriter) {
    rectangle(box, fill: "none", stroke: ink.text, strokeWidth: 2, radius: 4, on: &writer)
  }

  /// Draws the heading of a picture.
  func heading(_ title: String, margin: Double, on writer: inout MarkupWriter) {
    label(
      title, in: Box(left: margin, top: margin, width: drawingWidth - 2 * margin, height: 30), baseline: 22,
      size: 22, bold: true, on: &writer)
  }

  /// Draws a text on one line in a box, its baseline at a height of the box; a text that is too long is cut.
  func label(
    _ text: String, in box: Box, baseline: Double, size: Double = 12, fill: String? = nil,
    bold: Bool = false, struck: Bool = false, centered: Bool = false, on writer: inout MarkupWriter
  ) {
    let safe = SafeText.singleLine(text)
    var cut = TypeWidth.cut(safe, to: box.width / size * (bold ? 0.9 : 1))
    guard !cut.isEmpty else { return }
    // Without U+200E the ellipsis of a Latin title would be drawn before it in right-to-left text.
    if localization.direction == .rightToLeft, cut != safe, SafeText.guardMark(safe) == nil {
      cut += "\u{200E}"
    }
    let left = centered ? box.left + box.width / 2 : box.left
    writer.element(
      "text",
      [
        "x": x(left, width: 0).markup, "y": (box.top + baseline).markup, "font-size": size.markup,
        "fill": fill ?? ink.text, "font-weight": bold ? "600" : "",
        "text-anchor": centered ? "middle" : "", "text-decoration": struck ? "line-through" : "",
      ], cut)
  }

  /// Draws the number of a day on its colour, with its mark beside it.
  func dayNumber(_ day: DayCell, at box: Box, on writer: inout MarkupWriter) {
    let badge = Box(left: box.left, top: box.top, width: 26, height: 20)
    let isFaint = !day.isInMonth || !day.isValid
    let fill = isFaint ? nil : day.color
    rectangle(
      badge, fill: fill?.hex ?? "none", stroke: day.isToday ? ink.text : isFaint ? day.color?.hex ?? "" : "",
      strokeWidth: day.isToday ? 2 : 1, radius: 6, on: &writer)
    label(
      "\(day.date.dayOfMonth)", in: badge, baseline: 14.5, size: 13,
      fill: fill?.contrastingText.hex ?? (isFaint ? ink.faint : ink.text),
      bold: day.isToday || day.mark == .several, centered: true, on: &writer)
    guard day.mark != .none else { return }
    label(
      Mark.sign(day.mark), in: Box(left: box.left + 29, top: box.top, width: 14, height: 20), baseline: 15,
      size: 14, fill: isFaint ? ink.faint : ink.text, bold: true, on: &writer)
  }

  /// Draws the number of hidden items, in words where they fit.
  func more(_ count: Int, in box: Box, on writer: inout MarkupWriter) {
    let words = phrases.more(count)
    let isWide = TypeWidth.of(words) * 11 <= box.width
    label(isWide ? words : "+\(count)", in: box, baseline: 13, size: 11, fill: ink.faint, on: &writer)
  }

  /// Draws an item as a dot and a line of text.
  func entry(_ item: ViewItem, _ text: String, in box: Box, on writer: inout MarkupWriter) {
    dot(item.color, isCancelled: item.isCancelled, left: box.left + 2, top: box.top + 4, on: &writer)
    let room = Box(left: box.left + 15, top: box.top, width: box.width - 17, height: box.height)
    label(
      text, in: room, baseline: 12.5, fill: item.isCancelled ? ink.faint : ink.text,
      struck: item.isCancelled, on: &writer)
  }

  /// Draws an item of whole days as a bar, with signs where it continues beyond the row.
  func bar(_ segment: Segment, in box: Box, on writer: inout MarkupWriter) {
    let item = segment.item
    rectangle(
      box, fill: item.isCancelled ? ink.paper : item.color.hex,
      stroke: item.isCancelled ? ink.faint : item.color.hex, radius: 3, on: &writer)
    let words = (segment.continuesBefore ? "‹ " : "") + text.title(item)
    let room = Box(left: box.left + 5, top: box.top, width: box.width - 20, height: box.height)
    let fill = item.isCancelled ? ink.faint : item.color.contrastingText.hex
    label(words, in: room, baseline: 12.5, fill: fill, struck: item.isCancelled, on: &writer)
    if segment.continuesAfter {
      let end = Box(left: box.left + box.width - 13, top: box.top, width: 12, height: box.height)
      label("›", in: end, baseline: 12.5, fill: fill, on: &writer)
    }
  }

  /// Draws the colour of an item as a dot; a cancelled item has an outline only.
  func dot(
    _ color: CalendarColor, isCancelled: Bool, left: Double, top: Double, on writer: inout MarkupWriter
  ) {
    rectangle(
      Box(left: left, top: top, width: 9, height: 9), fill: isCancelled ? ink.paper : color.hex,
      stroke: ink.faint, strokeWidth: 0.5, radius: 4.5, on: &writer)
  }

  /// Draws the meanings of the marks.
  func legend(top: Double, left: Double, on writer: inout MarkupWriter) {
    label(
      text.legend,
      in: Box(left: left, top: top, width: drawingWidth - 2 * left, height: 36), baseline: 22, size: 11,
      fill: ink.faint, on: &writer)
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
    var used = 0.0
    var end = text.startIndex
    for index in text.indices {
      used += of(text[index])
      if used > room {
        let head = text[..<end].trimmingTrailingSpaces
        return head.isEmpty ? "" : head + "…"
      }
      if used + ellipsis <= room { end = text.index(after: index) }
    }
    return text
  }

  private static let ellipsis = 0.85

  private static func of(_ character: Character) -> Double {
    if let ascii = character.asciiValue { return widths[Int(ascii)] }
    let cells = DisplayWidth.of(character)
    // Letters of other scripts count like wide Latin ones.
    return cells > 1 ? 1.1 : cells == 1 ? 0.61 : 0
  }

  private static let widths: [Double] = (0..<128).map { value in
    switch UInt8(value) {
    case UInt8(ascii: "i"), UInt8(ascii: "j"), UInt8(ascii: "l"), UInt8(ascii: "'"), UInt8(ascii: "|"): 0.3
    case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "I"): 0.33
    case UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "-"):
      0.41
    case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "@"),
      UInt8(ascii: "%"):
      0.95
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 0.71
    default: 0.59
    }
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
