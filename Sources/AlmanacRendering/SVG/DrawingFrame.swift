internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// What drawings have in common: the words, the colours, and how shapes and texts are placed.
///
/// One reference that every part of a drawing shares: a copy of the renderer for each would cost more than the drawing.
final class DrawingFrame: Sendable {
  let localization: Localization
  let phrases: ViewPhrases
  let text: ItemText
  let ink: Ink
  let drawingWidth: Double
  /// What stands at the foot: that the view is incomplete.
  private let notice: String?
  private let fontFamily: String

  init(_ renderer: SVGRenderer, _ unexpanded: [UnexpandedSeries], in zone: Zone) {
    localization = renderer.localization
    phrases = renderer.phrases
    text = ItemText(localization: localization, phrases: phrases)
    notice = text.notice(unexpanded, in: zone)
    ink = renderer.theme.ink
    drawingWidth = Double(min(max(renderer.width, 280), 100_000))
    fontFamily = renderer.fontFamily
  }

  /// Where a box stands that is `left` from the side on which reading begins.
  func x(_ left: Double, width own: Double) -> Double {
    localization.direction == .leftToRight ? left : drawingWidth - left - own
  }

  /// The document around what is drawn.
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

/// A rectangle, its left side being where reading begins.
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

  /// The head of a picture.
  func heading(_ title: String, margin: Double, on writer: inout MarkupWriter) {
    label(
      title, in: Box(left: margin, top: margin, width: drawingWidth - 2 * margin, height: 30), baseline: 22,
      size: 22, bold: true, on: &writer)
  }

  /// A text on one line within a box, its base line at a height of the box; what has no room is cut.
  func label(
    _ text: String, in box: Box, baseline: Double, size: Double = 12, fill: String? = nil,
    bold: Bool = false, struck: Bool = false, centered: Bool = false, on writer: inout MarkupWriter
  ) {
    let safe = SafeText.singleLine(text)
    var cut = TypeWidth.cut(safe, to: box.width / size * (bold ? 0.9 : 1))
    guard !cut.isEmpty else { return }
    // Among right-to-left text the ellipsis of a Latin title would otherwise stand before it.
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

  /// The number of a day on its colour, with its mark beside it.
  func dayNumber(_ day: DayCell, at box: Box, on writer: inout MarkupWriter) {
    let badge = Box(left: box.left, top: box.top, width: 26, height: 20)
    let isFaint = !day.isInMonth || !day.isValid
    let fill = isFaint ? nil : day.color
    rectangle(
      badge, fill: fill?.hex ?? "none",
      stroke: day.isToday ? ink.text : isFaint ? day.color?.hex ?? "" : "",
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

  /// How many items have no room: in words, or where these have none either, as a number.
  func more(_ count: Int, in box: Box, on writer: inout MarkupWriter) {
    let words = phrases.more(count)
    let isWide = TypeWidth.of(words) * 11 <= box.width
    label(isWide ? words : "+\(count)", in: box, baseline: 13, size: 11, fill: ink.faint, on: &writer)
  }

  /// An item as a dot and a line of text.
  func entry(_ item: ViewItem, _ text: String, in box: Box, on writer: inout MarkupWriter) {
    dot(item.color, isCancelled: item.isCancelled, left: box.left + 2, top: box.top + 4, on: &writer)
    let room = Box(left: box.left + 15, top: box.top, width: box.width - 17, height: box.height)
    label(
      text, in: room, baseline: 12.5, fill: item.isCancelled ? ink.faint : ink.text,
      struck: item.isCancelled, on: &writer)
  }

  /// An item of whole days as a bar over them, with signs where it goes on beyond the row.
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

  /// The colour of an item beside its text; of what does not take place only the outline.
  func dot(
    _ color: CalendarColor, isCancelled: Bool, left: Double, top: Double, on writer: inout MarkupWriter
  ) {
    rectangle(
      Box(left: left, top: top, width: 9, height: 9), fill: isCancelled ? ink.paper : color.hex,
      stroke: ink.faint, strokeWidth: 0.5, radius: 4.5, on: &writer)
  }

  /// What the marks mean.
  func legend(top: Double, left: Double, on writer: inout MarkupWriter) {
    label(
      text.legend,
      in: Box(left: left, top: top, width: drawingWidth - 2 * left, height: 36), baseline: 22, size: 11,
      fill: ink.faint, on: &writer)
  }
}

/// How wide text stands in a sans-serif type, in parts of its size.
///
/// A picture that stands alone does not know which of its fonts will be there. These are widths by classes of letters
/// between those of Noto Sans and DejaVu Sans, two common ones, of which the second is among the widest there are.
enum TypeWidth {
  static func of(_ text: String) -> Double {
    text.reduce(0) { $0 + of($1) }
  }

  /// The text if it fits, else as much of it as does before an ellipsis; nothing where not even that does.
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
    // Letters of other scripts are as wide as the wide ones of Latin.
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
