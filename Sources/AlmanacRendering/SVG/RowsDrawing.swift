internal import AlmanacTime
internal import AlmanacViews

/// A week with a row a day that tells nothing, its one item or that there are several.
struct RowsDrawing {
  let view: WeekView
  let frame: DrawingFrame

  private let margin = 16.0
  private let top = 60.0
  private let rowHeight = 34.0

  var document: String {
    let title = frame.text.title(view)
    let bottom = top + Double(view.days.count) * rowHeight
    return frame.document(
      title: title, description: frame.text.summary(view.days), height: bottom + 36
    ) { writer in
      frame.heading(title, margin: margin, on: &writer)
      for (index, day) in view.days.enumerated() {
        row(day, top: top + Double(index) * rowHeight, on: &writer)
        writer.line()
      }
      frame.legend(top: bottom, left: margin, on: &writer)
    }
  }

  private var nameWidth: Double {
    let names = Weekday.allCases.map { TypeWidth.of(frame.localization.name(of: $0, width)) }
    return (names.max() ?? 0) * 13 + 20
  }

  private var width: Localization.Width { frame.drawingWidth < 500 ? .short : .long }

  private func row(_ day: DayCell, top: Double, on writer: inout MarkupWriter) {
    let wide = frame.drawingWidth - 2 * margin
    writer.element("g") { writer in
      writer.element("title", frame.text.day(day.date, count: day.count, isToday: day.isToday))
      frame.rectangle(
        Box(left: margin, top: top, width: wide, height: rowHeight),
        fill: day.isValid ? frame.ink.paper : frame.ink.shade, stroke: frame.ink.line, on: &writer)
      if day.isSelected {
        frame.rectangle(
          Box(left: margin + 2, top: top + 2, width: wide - 4, height: rowHeight - 4), fill: "none",
          stroke: frame.ink.text, strokeWidth: 2, radius: 4, on: &writer)
      }
      frame.label(
        frame.localization.name(of: day.date.weekday, width),
        in: Box(left: margin + 10, top: top, width: nameWidth, height: rowHeight), baseline: 21.5, size: 13,
        bold: day.isToday, on: &writer)
      frame.dayNumber(
        day, at: Box(left: margin + nameWidth, top: top + 7, width: 40, height: 20), on: &writer)
      let left = margin + nameWidth + 52
      summary(
        day, in: Box(left: left, top: top + 9, width: wide + margin - left - 6, height: 20), on: &writer)
    }
  }

  private func summary(_ day: DayCell, in box: Box, on writer: inout MarkupWriter) {
    switch day.summary {
    case .nothing: break
    case .single(let item):
      frame.entry(item, frame.text.full(item, on: day.date), in: box, on: &writer)
    case .several(let count):
      frame.label("\(frame.phrases.several) (\(count))", in: box, baseline: 12.5, bold: true, on: &writer)
    }
  }
}
