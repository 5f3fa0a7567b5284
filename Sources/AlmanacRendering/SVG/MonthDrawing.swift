internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month with a row for each week, days with their numbers on their colours, and items as bars and lines.
struct MonthDrawing {
  let view: MonthView
  let pen: Pen

  private let margin = 16.0
  private let titleHeight = 44.0
  private let headerHeight = 24.0
  private let numberHeight = 28.0
  private let laneHeight = 20.0
  private let weekWidth = 30.0

  var document: String {
    let title = pen.title(view)
    let tops = rowTops
    let bottom = tops.last ?? 0
    return pen.document(title: title, description: pen.summary(view.days), height: bottom + 36) {
      header()
      for (index, week) in view.weeks.enumerated() where week.exists {
        row(week, top: tops[index], height: tops[index + 1] - tops[index])
      }
      pen.legend(top: bottom, left: margin + weekWidth)
    }
  }

  private var columnWidth: Double {
    (pen.drawingWidth - 2 * margin - weekWidth) / Double(max(view.weekdays.count, 1))
  }

  private func left(of column: Int) -> Double { margin + weekWidth + Double(column) * columnWidth }

  /// The top of each row, and the bottom of the last one.
  private var rowTops: [Double] {
    var tops = [margin + titleHeight + headerHeight]
    for week in view.weeks {
      let more = week.days.contains { $0.hiddenCount > 0 } ? 1 : 0
      let lanes = Double(max(week.laneCount + more, 2))
      tops.append((tops.last ?? 0) + numberHeight + lanes * laneHeight + 6)
    }
    return tops
  }

  private func header() {
    for (column, weekday) in view.weekdays.enumerated() {
      pen.label(
        pen.localization.name(of: weekday, columnWidth < 90 ? .short : .long), left: left(of: column),
        y: margin + titleHeight + 15, width: columnWidth, fill: pen.ink.faint, centered: true)
    }
    pen.line()
  }

  private func row(_ week: MonthView.Week, top: Double, height: Double) {
    pen.label(
      "\(week.number)", left: margin, y: top + 18, width: weekWidth - 4, size: 11, fill: pen.ink.faint,
      centered: true)
    let boxes = week.days.indices.map {
      Box(left: left(of: $0), top: top, width: columnWidth, height: height)
    }
    for (day, box) in zip(week.days, boxes) where day.exists { cell(day, box, lanes: week.laneCount) }
    for segment in week.segments { bar(segment, top: top + numberHeight) }
    for (day, box) in zip(week.days, boxes) where day.isSelected { pen.outline(box.inset(by: 2), radius: 4) }
    pen.line()
  }

  /// - Parameter lanes: The number of lanes of the row.
  private func cell(_ day: DayCell, _ box: Box, lanes: Int) {
    pen.group(pen.full(day)) {
      pen.rectangle(
        box, fill: day.isInMonth && day.isValid ? pen.ink.paper : pen.ink.shade, stroke: pen.ink.line)
      pen.dayNumber(day, left: box.left + 5, top: box.top + 5)
      let last = box.top + numberHeight + Double(lanes) * laneHeight
      pen.more(day.hiddenCount, left: box.left + 7, top: last, width: box.width - 10)
    }
  }

  private func bar(_ segment: Segment, top: Double) {
    let item = segment.item
    let box = pen.box(
      of: segment, left: left(of: segment.columns.lowerBound), top: top, columnWidth: columnWidth,
      laneHeight: laneHeight, inset: 4)
    pen.group(pen.full(item)) {
      if item.isAllDay || item.isMultiDay {
        pen.bar(segment, in: box)
      } else {
        // A narrow box has room for the title only.
        let time = box.width < 90 ? "" : item.localStart.time.clock + " "
        pen.entry(item, time + pen.title(item), left: box.left, top: box.top, width: box.width)
      }
    }
  }
}
