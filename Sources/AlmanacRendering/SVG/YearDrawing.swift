internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A year as twelve small months; the length of the stroke under each day shows its level.
struct YearDrawing {
  let view: YearView
  let pen: Pen

  private let margin = 16.0
  private let top = 60.0
  private let gap = 24.0
  private let rowHeight = 26.0
  private let legendHeight = 20.0

  /// The width of the numbers of weeks.
  private var weekWidth: Double { pen.showsWeekNumbers ? 18 : 0 }

  /// The months side by side: as many as have days in which a number has its mark beside it.
  private var perRow: Int { [4, 3, 2].first { monthWidth($0) >= max(202, 7 * 27 + weekWidth) } ?? 1 }

  private var monthWidth: Double { monthWidth(perRow) }

  private func monthWidth(_ perRow: Int) -> Double {
    (pen.drawingWidth - 2 * margin - gap * Double(perRow - 1)) / Double(perRow)
  }

  private var monthHeight: Double { 24 + 20 + 6 * rowHeight + 12 }

  var document: String {
    let rows = (view.months.count + perRow - 1) / perRow
    let bottom = top + Double(rows) * monthHeight
    let entries = legend
    let height = bottom + 36 + Double(entries.last?.row ?? 0) * legendHeight
    return pen.document(title: pen.localization.number(view.year), description: summary, height: height) {
      for (index, month) in view.months.enumerated() {
        let left = margin + Double(index % perRow) * (monthWidth + gap)
        draw(month, left: left, top: top + Double(index / perRow) * monthHeight)
        pen.line()
      }
      for entry in entries { draw(entry, top: bottom + Double(entry.row) * legendHeight) }
    }
  }

  /// The number of items of each month, as the description of the picture.
  private var summary: String {
    let listed = view.months.filter { $0.count > 0 }.map {
      "\(pen.localization.name(ofMonth: $0.month.month)): \($0.count)"
    }
    return listed.isEmpty && !view.days.contains(where: \.isIncomplete)
      ? pen.phrases.nothing : listed.joined(separator: "; ")
  }

  /// The meaning of a sign or of a frame, and its place below the months.
  private struct LegendEntry {
    enum Sign { case mark(DayMark), frame(isDashed: Bool) }

    let sign: Sign
    let text: String
    var left = 0.0
    var row = 0

    var width: Double { TypeWidth.of(text) * 11 + 6 }
  }

  /// The meanings of the signs and frames in use, on as many rows as they need.
  private var legend: [LegendEntry] {
    let days = view.days
    var entries = [DayMark.single, .several].filter { mark in days.contains { $0.mark == mark } }
      .map { LegendEntry(sign: .mark($0), text: pen.meaning($0)) }
    if days.contains(where: \.isToday) {
      entries.append(LegendEntry(sign: .frame(isDashed: false), text: pen.phrases.today))
    }
    if days.contains(where: { $0.isSelected && !$0.isToday }) {
      entries.append(LegendEntry(sign: .frame(isDashed: true), text: pen.phrases.selected))
    }
    var (left, row) = (margin, 0)
    for index in entries.indices {
      if left > margin, left + 20 + entries[index].width > pen.drawingWidth - margin {
        (left, row) = (margin, row + 1)
      }
      (entries[index].left, entries[index].row) = (left, row)
      left += entries[index].width + 30
    }
    return entries
  }

  private func draw(_ entry: LegendEntry, top: Double) {
    switch entry.sign {
    case .mark(let mark):
      pen.label(mark.sign, left: entry.left, y: top + 12, width: 16, bold: true, centered: true)
    case .frame(let isDashed):
      pen.outline(Box(left: entry.left, top: top, width: 16, height: 15), radius: 3, isDashed: isDashed)
    }
    pen.label(
      entry.text, left: entry.left + 20, y: top + 12, width: entry.width, size: 11, fill: pen.ink.faint)
  }

  private func draw(_ month: YearView.Month, left: Double, top: Double) {
    let cell = (monthWidth - weekWidth) / Double(max(view.weekdays.count, 1))
    let first = left + weekWidth
    pen.label(
      pen.localization.name(ofMonth: month.month.month), left: left, y: top + 15, width: monthWidth, size: 14,
      bold: true)
    for (column, weekday) in view.weekdays.enumerated() {
      pen.label(
        pen.localization.name(of: weekday, .narrow), left: first + Double(column) * cell, y: top + 35,
        width: cell, size: 10, fill: pen.ink.faint, centered: true)
    }
    for (row, week) in month.weeks.enumerated() {
      if weekWidth > 0 {
        pen.label(
          pen.localization.number(week.number), left: left - 2, y: top + 57 + Double(row) * rowHeight,
          width: weekWidth - 2, size: 10, fill: pen.ink.faint, centered: true)
      }
      for (column, day) in week.days.enumerated() {
        guard let day else { continue }
        let box = Box(
          left: first + Double(column) * cell + 1, top: top + 42 + Double(row) * rowHeight, width: cell - 2,
          height: rowHeight - 2)
        draw(day, box)
      }
    }
  }

  private func draw(_ day: DayCell, _ box: Box) {
    pen.group(day) {
      // A narrow day has its mark beside its number.
      let numberWidth = 25..<30 ~= box.width ? box.width - 5 : box.width
      let ink = day.color?.contrastingText ?? (day.isValid ? pen.ink.text : pen.ink.faint)
      let fill = day.color ?? (day.isValid ? pen.ink.shade : nil)
      let edge = day.color.map { pen.ink.edge(of: $0) }
      pen.rectangle(box, fill: fill, stroke: edge == fill ? nil : edge, radius: 3)
      pen.label(
        pen.localization.number(day.date.dayOfMonth), left: box.left, y: box.top + 15, width: numberWidth,
        size: 11, fill: ink, bold: day.isToday || day.mark == .several, centered: true)
      if day.count > 0 { drawLevel(of: day, box, ink: ink) }
      if day.isToday {
        pen.rectangle(box.inset(by: 0.5), fill: nil, stroke: pen.ink.paper, strokeWidth: 3, radius: 3)
        pen.outline(box.inset(by: -1.5), radius: 5)
      } else if day.isSelected {
        pen.outline(box, radius: 3, isDashed: true)
      }
    }
  }

  /// Draws the day's mark beside its number, and a stroke below it whose length shows the day's level.
  private func drawLevel(of day: DayCell, _ box: Box, ink: CalendarColor) {
    if box.width >= 25 {
      pen.label(
        day.mark.sign, left: box.left + box.width - 8, y: box.top + 10, width: 7.5, size: 9, fill: ink,
        centered: true)
    }
    let length = (box.width - 8) * Double(view.level(of: day)) / 4
    let left = box.left + (box.width - length) / 2
    pen.rectangle(Box(left: left, top: box.top + box.height - 5, width: length, height: 2), fill: ink)
  }
}
