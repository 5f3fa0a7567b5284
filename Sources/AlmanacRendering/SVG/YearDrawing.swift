internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A year as twelve small months; the length of the stroke under each day shows its level.
struct YearDrawing {
  let view: YearView
  let frame: DrawingFrame

  private let margin = 16.0
  private let top = 60.0
  private let gap = 24.0
  private let rowHeight = 26.0

  private var perRow: Int { frame.drawingWidth >= 900 ? 4 : frame.drawingWidth >= 620 ? 3 : 2 }

  private var monthWidth: Double {
    (frame.drawingWidth - 2 * margin - gap * Double(perRow - 1)) / Double(perRow)
  }

  private var monthHeight: Double { 24 + 20 + 6 * rowHeight + 12 }

  var document: String {
    let rows = (view.months.count + perRow - 1) / perRow
    let bottom = top + Double(rows) * monthHeight
    return frame.document(
      title: "\(view.year)", description: frame.text.summary(view.months), height: bottom + 36
    ) { writer in
      frame.heading("\(view.year)", margin: margin, on: &writer)
      for (index, month) in view.months.enumerated() {
        let left = margin + Double(index % perRow) * (monthWidth + gap)
        draw(month, left: left, top: top + Double(index / perRow) * monthHeight, on: &writer)
        writer.line()
      }
      legend(top: bottom, on: &writer)
    }
  }

  /// Draws the meanings of the signs and frames in use.
  private func legend(top: Double, on writer: inout MarkupWriter) {
    var left = margin
    func entry(_ sign: String, _ text: String, _ writer: inout MarkupWriter) {
      let box = Box(left: left, top: top, width: 16, height: 15)
      frame.label(sign, in: box, baseline: 12, size: 12, bold: true, centered: true, on: &writer)
      let width = TypeWidth.of(text) * 11 + 6
      frame.label(
        text, in: Box(left: left + 20, top: top, width: width, height: 15), baseline: 12, size: 11,
        fill: frame.ink.faint, on: &writer)
      left += width + 30
    }
    let days = view.days
    if days.contains(where: { $0.mark == .single }) {
      entry(Mark.sign(.single), frame.phrases.single, &writer)
    }
    if days.contains(where: { $0.mark == .several }) {
      entry(Mark.sign(.several), frame.phrases.several, &writer)
    }
    if days.contains(where: \.isToday) {
      outline(Box(left: left, top: top, width: 16, height: 15), isDashed: false, on: &writer)
      entry("", frame.phrases.today, &writer)
    }
    if days.contains(where: { $0.isSelected && !$0.isToday }) {
      outline(Box(left: left, top: top, width: 16, height: 15), isDashed: true, on: &writer)
      entry("", frame.phrases.selected, &writer)
    }
  }

  /// Draws the frame of today, or dashed that of the selected day.
  private func outline(_ box: Box, isDashed: Bool, on writer: inout MarkupWriter) {
    writer.element(
      "rect",
      [
        "x": frame.x(box.left, width: box.width).markup, "y": box.top.markup, "width": box.width.markup,
        "height": box.height.markup, "rx": "3", "fill": "none", "stroke": frame.ink.text, "stroke-width": "2",
        "stroke-dasharray": isDashed ? "3 2" : "",
      ])
  }

  private func draw(_ month: YearView.Month, left: Double, top: Double, on writer: inout MarkupWriter) {
    let cell = monthWidth / Double(max(view.weekdays.count, 1))
    frame.label(
      frame.localization.name(ofMonth: month.month.month),
      in: Box(left: left, top: top, width: monthWidth, height: 22), baseline: 15, size: 14, bold: true,
      on: &writer)
    for (column, weekday) in view.weekdays.enumerated() {
      frame.label(
        frame.localization.name(of: weekday, .narrow),
        in: Box(left: left + Double(column) * cell, top: top + 22, width: cell, height: 18), baseline: 13,
        size: 10, fill: frame.ink.faint, centered: true, on: &writer)
    }
    for (row, week) in month.weeks.enumerated() {
      for (column, day) in week.days.enumerated() {
        guard let day else { continue }
        draw(
          day,
          Box(
            left: left + Double(column) * cell + 1, top: top + 42 + Double(row) * rowHeight, width: cell - 2,
            height: rowHeight - 2), on: &writer)
      }
    }
  }

  private func draw(_ day: YearView.Day, _ box: Box, on writer: inout MarkupWriter) {
    writer.element("g") { writer in
      writer.element("title", frame.text.day(day.date, count: day.count, isToday: day.isToday))
      let ink = day.color?.contrastingText.hex ?? (day.isValid ? frame.ink.text : frame.ink.faint)
      frame.rectangle(
        box, fill: day.color?.hex ?? (day.isValid ? frame.ink.shade : "none"), radius: 3, on: &writer)
      frame.label(
        "\(day.date.dayOfMonth)", in: box, baseline: 15, size: 11, fill: ink,
        bold: day.isToday || day.mark == .several, centered: true, on: &writer)
      if day.level > 0 { fullness(day, box, ink: ink, on: &writer) }
      if day.isToday || day.isSelected { outline(box, isDashed: !day.isToday, on: &writer) }
    }
  }

  /// Draws the day's mark beside its number, and a stroke below it whose length shows the day's level.
  private func fullness(_ day: YearView.Day, _ box: Box, ink: String, on writer: inout MarkupWriter) {
    let corner = Box(left: box.left + box.width - 10, top: box.top, width: 9, height: 10)
    frame.label(Mark.sign(day.mark), in: corner, baseline: 9, size: 9, fill: ink, centered: true, on: &writer)
    let length = (box.width - 8) * Double(day.level) / 4
    let stroke = Box(
      left: box.left + (box.width - length) / 2, top: box.top + box.height - 5, width: length, height: 2)
    frame.rectangle(stroke, fill: ink, on: &writer)
  }
}
