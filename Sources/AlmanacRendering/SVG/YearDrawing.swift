internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A year: twelve small months; under each day a stroke whose length tells how full it is.
struct YearDrawing {
  let view: YearView
  let frame: SVGRenderer

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

  private func legend(top: Double, on writer: inout MarkupWriter) {
    let words = [(DayMark.single, frame.phrases.single), (.several, frame.phrases.several)]
    let told = words.map { "\(Mark.sign($0.0)) \($0.1)" }.joined(separator: "   ")
    frame.label(
      told, in: Box(left: margin, top: top, width: frame.drawingWidth - 2 * margin, height: 36), baseline: 18,
      size: 11, fill: frame.ink.faint, on: &writer)
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
        size: 10,
        fill: frame.ink.faint, centered: true, on: &writer)
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
        box, fill: day.color?.hex ?? (day.isValid ? frame.ink.shade : "none"), stroke: day.isToday || day.isSelected ? frame.ink.text : "",
        strokeWidth: 2,
        radius: 3, on: &writer)
      frame.label(
        "\(day.date.dayOfMonth)", in: box, baseline: 15, size: 11, fill: ink, bold: day.mark == .several,
        centered: true, on: &writer)
      guard day.level > 0 else { return }
      let stroke = Box(
        left: box.left + 4, top: box.top + box.height - 5, width: (box.width - 8) * Double(day.level) / 4,
        height: 2)
      frame.rectangle(stroke, fill: ink, on: &writer)
    }
  }
}
