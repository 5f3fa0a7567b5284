public import AlmanacTime
public import AlmanacViews
internal import AlmanacEvents

/// Draws views as SVG documents: pictures that stand alone, to be shown, printed or put into pages.
///
/// Whatever text comes from calendars is escaped. Each picture and each item has a title for those who do not see
/// it; what colours tell is told by signs too.
///
/// ```swift
/// let svg = SVGRenderer(localization: .catalan).document(march)
/// ```
public struct SVGRenderer: Sendable, Hashable {
  public var localization: Localization
  public var phrases: ViewPhrases
  /// In user units, which are pixels where nothing else is said; at least 280.
  public var width: Int
  public var fontFamily: String

  public init(
    localization: Localization = .english, width: Int = 1000,
    fontFamily: String = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif"
  ) {
    self.localization = localization
    phrases = ViewPhrases(localization)
    self.width = width
    self.fontFamily = fontFamily
  }

  public func document(_ view: MonthView) -> String {
    MonthDrawing(view: view, frame: self).document
  }

  /// The days' hours side by side.
  public func document(_ view: WeekView) -> String {
    HoursDrawing(view, frame: self).document
  }

  public func document(_ view: DayView) -> String {
    HoursDrawing(view, frame: self).document
  }

  public func document(_ view: YearView) -> String {
    YearDrawing(view: view, frame: self).document
  }
}

extension SVGRenderer {
  var text: ItemText { ItemText(localization: localization, phrases: phrases) }

  var drawingWidth: Double { Double(max(width, 280)) }

  /// Where a box stands that is `left` from the side on which reading begins.
  func x(_ left: Double, width own: Double) -> Double {
    localization.direction == .leftToRight ? left : drawingWidth - left - own
  }

  /// The document around what is drawn.
  func document(title: String, height: Double, draw: (inout MarkupWriter) -> Void) -> String {
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
      writer.element("rect", ["width": "100%", "height": "100%", "fill": Ink.paper])
      writer.line()
      draw(&writer)
    }
    writer.line()
    return writer.output
  }
}

/// The colours of what is drawn around the items; text has a contrast of at least 4.5 on paper.
enum Ink {
  static let paper = "#ffffff"
  static let text = "#1b1f24"
  static let faint = "#656d76"
  static let line = "#d5d9de"
  static let shade = "#f3f5f7"
}

/// A rectangle, its left side being where reading begins.
struct Box {
  var left: Double
  var top: Double
  var width: Double
  var height: Double
}

extension SVGRenderer {
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

  func line(left: Double, width: Double, y: Double, on writer: inout MarkupWriter) {
    let from = x(left, width: width)
    writer.element(
      "path", ["d": "M\(from.markup) \(y.markup)h\(width.markup)", "stroke": Ink.line, "fill": "none"])
  }

  /// A text on one line within a box, its base line at a height of the box; what has no room is cut.
  func label(
    _ text: String, in box: Box, baseline: Double, size: Double = 12, fill: String = Ink.text,
    bold: Bool = false, struck: Bool = false, centered: Bool = false, on writer: inout MarkupWriter
  ) {
    // Characters are about half as wide as the type is high, wide ones as wide.
    let cut = DisplayWidth.truncated(SafeText.singleLine(text), to: Int(box.width / (size * 0.53)))
    guard !cut.isEmpty else { return }
    let left = centered ? box.left + box.width / 2 : box.left
    writer.element(
      "text",
      [
        "x": x(left, width: 0).markup, "y": (box.top + baseline).markup, "font-size": size.markup,
        "fill": fill,
        "font-weight": bold ? "600" : "", "text-anchor": centered ? "middle" : "",
        "text-decoration": struck ? "line-through" : "",
      ], cut)
  }

  /// The number of a day on its colour, with its mark beside it.
  func dayNumber(
    _ date: CivilDate, color: CalendarColor?, mark: DayMark, isFaint: Bool, isToday: Bool, at box: Box,
    on writer: inout MarkupWriter
  ) {
    let badge = Box(left: box.left, top: box.top, width: 26, height: 20)
    let isFilled = color != nil && !isFaint
    rectangle(
      badge, fill: isFilled ? color?.hex ?? "none" : "none",
      stroke: isToday ? Ink.text : isFaint ? color?.hex ?? "" : "",
      strokeWidth: isToday ? 2 : 1, radius: 6, on: &writer)
    label(
      "\(date.dayOfMonth)", in: badge, baseline: 14.5, size: 13,
      fill: isFilled ? color?.contrastingText.hex ?? Ink.text : isFaint ? Ink.faint : Ink.text,
      bold: isToday || mark == .several, centered: true, on: &writer)
    guard mark != .none else { return }
    label(
      Mark.sign(mark), in: Box(left: box.left + 29, top: box.top, width: 14, height: 20), baseline: 15,
      size: 14,
      fill: isFaint ? Ink.faint : Ink.text, bold: true, on: &writer)
  }
}
