internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month with a row for each week, days with their numbers on their colours, and items as bars and lines.
struct MonthDrawing {
  let view: MonthView
  let frame: DrawingFrame

  private let margin = 16.0
  private let titleHeight = 44.0
  private let headerHeight = 24.0
  private let numberHeight = 28.0
  private let laneHeight = 20.0
  private let weekWidth = 30.0

  var document: String {
    let title = frame.text.title(view)
    let tops = rowTops
    return frame.document(
      title: title, description: frame.text.summary(view.days), height: (tops.last ?? 0) + 36
    ) { writer in
      frame.heading(title, margin: margin, on: &writer)
      header(on: &writer)
      for (index, week) in view.weeks.enumerated() {
        row(week, top: tops[index], height: tops[index + 1] - tops[index], on: &writer)
      }
      frame.legend(top: tops.last ?? 0, left: margin + weekWidth, on: &writer)
    }
  }

  private var columnWidth: Double {
    (frame.drawingWidth - 2 * margin - weekWidth) / Double(max(view.weekdays.count, 1))
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

  private func header(on writer: inout MarkupWriter) {
    for (column, weekday) in view.weekdays.enumerated() {
      frame.label(
        frame.localization.name(of: weekday, columnWidth < 90 ? .short : .long),
        in: Box(left: left(of: column), top: margin + titleHeight, width: columnWidth, height: headerHeight),
        baseline: 15, fill: frame.ink.faint, centered: true, on: &writer)
    }
    writer.line()
  }

  private func row(_ week: MonthView.Week, top: Double, height: Double, on writer: inout MarkupWriter) {
    guard week.exists else { return }
    frame.label(
      "\(week.number)", in: Box(left: margin, top: top, width: weekWidth - 4, height: 20), baseline: 18,
      size: 11, fill: frame.ink.faint, centered: true, on: &writer)
    for (column, day) in week.days.enumerated() where day.exists {
      cell(
        day, Box(left: left(of: column), top: top, width: columnWidth, height: height), lanes: week.laneCount,
        on: &writer)
    }
    for segment in week.segments { bar(segment, top: top + numberHeight, on: &writer) }
    for (column, day) in week.days.enumerated() where day.isSelected {
      let inner = Box(left: left(of: column) + 2, top: top + 2, width: columnWidth - 4, height: height - 4)
      frame.selection(inner, on: &writer)
    }
    writer.line()
  }

  /// - Parameter lanes: The number of lanes of the row.
  private func cell(_ day: DayCell, _ box: Box, lanes: Int, on writer: inout MarkupWriter) {
    writer.element("g") { writer in
      writer.element("title", frame.text.day(day.date, count: day.count, isToday: day.isToday))
      frame.rectangle(
        box, fill: day.isInMonth && day.isValid ? frame.ink.paper : frame.ink.shade, stroke: frame.ink.line,
        on: &writer)
      frame.dayNumber(
        day, at: Box(left: box.left + 5, top: box.top + 5, width: box.width, height: 20), on: &writer)
      if day.hiddenCount > 0 {
        let top = box.top + numberHeight + Double(lanes) * laneHeight
        let last = Box(left: box.left + 7, top: top, width: box.width - 10, height: laneHeight)
        frame.more(day.hiddenCount, in: last, on: &writer)
      }
    }
  }

  private func bar(_ segment: Segment, top: Double, on writer: inout MarkupWriter) {
    let item = segment.item
    // A bar that continues reaches the edge of the row.
    let before = segment.continuesBefore ? 0.0 : 4
    let after = segment.continuesAfter ? 0.0 : 4
    let box = Box(
      left: left(of: segment.columns.lowerBound) + before, top: top + Double(segment.lane) * laneHeight,
      width: Double(segment.columns.count) * columnWidth - before - after, height: laneHeight - 3)
    writer.element("g") { writer in
      writer.element("title", frame.text.full(item))
      if item.isAllDay || item.isMultiDay {
        frame.bar(segment, in: box, on: &writer)
      } else {
        // A narrow box has room for the title only.
        let time = box.width < 90 ? "" : TextRenderer.clock(item.localStart.time) + " "
        frame.entry(item, time + frame.text.title(item), in: box, on: &writer)
      }
    }
  }
}
