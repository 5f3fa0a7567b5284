internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// Months one below the other.
struct MonthsDrawing {
  private let months: [MonthDrawing]
  private let pen: Pen

  private let titleHeight = 60.0

  init(_ views: [MonthView], pen: Pen) {
    self.pen = pen
    months = views.map { MonthDrawing($0, pen: pen) }
  }

  var document: String {
    let description = months.map { pen.summary($0.view.days) }.joined(separator: "; ")
    let heights = months.map(\.height)
    let height = heights.reduce(0, +) + Double(max(months.count, 1)) * titleHeight
    let titles = months.map { pen.title($0.view) }
    let title = months.count > 1 ? "\(titles[0]) – \(titles[months.count - 1])" : titles.first ?? ""
    return pen.document(
      title: title, heading: titles.first ?? "", description: description, height: height + 36
    ) {
      var top = 0.0
      for (index, month) in months.enumerated() {
        if index > 0 {
          pen.label(titles[index], left: 16, y: top + 38, width: pen.drawingWidth - 32, size: 22, bold: true)
        }
        month.draw(top: top + titleHeight)
        top += titleHeight + heights[index]
      }
      pen.legend(top: top, left: 16)
    }
  }
}

/// A month with a row for each week, days with their numbers on their colours, and items as bars and lines.
struct MonthDrawing {
  let view: MonthView
  private let pen: Pen
  private let margin: Double
  private let weekWidth: Double
  private let columnWidth: Double

  private let headerHeight = 24.0
  private let numberHeight = 30.0
  private let laneHeight = 20.0

  init(_ view: MonthView, pen: Pen) {
    self.view = view.fitted(lanes: 8)
    self.pen = pen
    margin = 16
    weekWidth = pen.showsWeekNumbers ? (pen.isNarrow ? 22 : 30) : 0
    columnWidth = (pen.drawingWidth - 2 * margin - weekWidth) / Double(max(view.weekdays.count, 1))
  }

  /// The height from the names of the weekdays to the bottom.
  var height: Double {
    guard pen.isNarrow else { return (rowTops.last ?? 0) + 4 }
    return headerHeight + Double(view.weeks.count) * narrowRow + (narrowList?.height ?? 0) + 12
  }

  func draw(top: Double) {
    header(top: top)
    if pen.isNarrow { return drawNarrow(top: top + headerHeight) }
    let tops = rowTops
    for (index, week) in view.weeks.enumerated() where week.exists {
      row(week, top: top + tops[index], height: tops[index + 1] - tops[index])
    }
  }

  private func left(of column: Int) -> Double { margin + weekWidth + Double(column) * columnWidth }

  /// The top of each row below the top of the header, and the bottom of the last one. Rows of few items are as high as others
  /// of few items.
  private var rowTops: [Double] {
    var tops = [headerHeight]
    let least = min(max(Int(columnWidth / 30), 2), 4)
    for week in view.weeks {
      let more = week.days.contains { $0.hiddenCount > 0 } ? 1 : 0
      let ground = week.days.contains { $0.hiddenCount == 0 && !$0.background.isEmpty } ? 1 : 0
      let lanes = Double(max(week.laneCount + max(more, ground), least))
      tops.append((tops.last ?? 0) + numberHeight + lanes * laneHeight + 6)
    }
    return tops
  }

  private func header(top: Double) {
    let names = Localization.Width.fitting(view.weekdays, in: pen.localization, width: columnWidth / 12)
    for (column, name) in names.enumerated() {
      pen.label(
        name, left: left(of: column), y: top + 15, width: columnWidth, fill: pen.ink.faint, centered: true)
    }
    pen.line()
  }

  private func weekNumber(_ week: MonthView.Week, top: Double) {
    guard weekWidth > 0 else { return }
    pen.label(
      pen.localization.number(week.number), left: margin - 4, y: top + 19, width: weekWidth, size: 11,
      fill: pen.ink.faint, centered: true)
  }

  private func row(_ week: MonthView.Week, top: Double, height: Double) {
    weekNumber(week, top: top)
    let boxes = week.days.indices.map {
      Box(left: left(of: $0), top: top, width: columnWidth, height: height)
    }
    for (day, box) in zip(week.days, boxes) where day.exists { cell(day, box, lanes: week.laneCount) }
    for segment in week.segments { bar(segment, of: week, top: top + numberHeight) }
    for (day, box) in zip(week.days, boxes) where day.isSelected { pen.outline(box.inset(by: 2), radius: 4) }
    pen.line()
  }

  private func ground(_ day: DayCell) -> CalendarColor {
    if day.isToday { return pen.ink.tint }
    guard day.isInMonth, day.isValid else { return pen.ink.shade }
    return day.background.first.map { pen.ink.ground(of: $0.color) } ?? pen.ink.paper
  }

  /// - Parameter lanes: The number of lanes of the row.
  private func cell(_ day: DayCell, _ box: Box, lanes: Int) {
    pen.group(day) {
      pen.rectangle(box, fill: ground(day), stroke: pen.ink.line)
      pen.dayNumber(day, left: box.left + 7, top: box.top + 6)
      let room = box.width - 60
      if day.isToday, TypeWidth.of(pen.phrases.today) * 11 <= room * 0.9 {
        pen.label(pen.phrases.today, left: box.left + 54, y: box.top + 20, width: room, size: 11, bold: true)
      }
    }
    if let item = day.background.first, day.hiddenCount == 0 {
      pen.group(item, pen.full(item)) {
        pen.label(
          pen.name(item.item), left: box.left + 7, y: box.top + box.height - 7, width: box.width - 12,
          size: 10)
      }
    }
    pen.more(
      day.hidden, on: day.date, left: box.left + 7, top: box.top + numberHeight + Double(lanes) * laneHeight,
      width: box.width - 10)
  }

  private func bar(_ segment: Segment, of week: MonthView.Week, top: Double) {
    let item = segment.item
    let box = pen.box(
      of: segment, left: left(of: segment.columns.lowerBound), top: top, columnWidth: columnWidth,
      laneHeight: laneHeight, inset: 4)
    let isOutside = week.days[segment.columns].allSatisfy { !$0.isInMonth }
    pen.group(item, pen.full(item)) {
      if item.isAllDay || item.isMultiDay {
        pen.bar(segment, in: box, isOutside: isOutside)
      } else {
        // A narrow box has room for the title only.
        let time = box.width < 90 ? "" : pen.start(item) + " "
        let (title, marks) = pen.decoration.titleAndMarks(item, in: pen)
        pen.entry(
          item, title, after: time, tail: marks, left: box.left, top: box.top, width: box.width,
          isFaint: isOutside)
      }
    }
  }
}

// MARK: Narrow pictures

extension MonthDrawing {
  private var narrowRow: Double { 40 }

  /// The items of the days of the month, below its grid.
  private var narrowList: ListDrawing? {
    let days = view.days.filter { $0.isInMonth && !$0.items.isEmpty }
    return days.isEmpty ? nil : ListDrawing(days: days, title: "", pen: pen)
  }

  private func drawNarrow(top: Double) {
    for (index, week) in view.weeks.enumerated() where week.exists {
      let top = top + Double(index) * narrowRow
      weekNumber(week, top: top + 2)
      for (column, day) in week.days.enumerated() where day.exists {
        let box = Box(left: left(of: column), top: top, width: columnWidth, height: narrowRow)
        pen.group(day) {
          pen.rectangle(box, fill: ground(day), stroke: pen.ink.line)
          pen.dayNumber(day, left: box.left + max((columnWidth - 32) / 2, 3), top: top + 10, width: 22)
        }
        if day.isSelected { pen.outline(box.inset(by: 2), radius: 4) }
      }
      pen.line()
    }
    narrowList?.draw(top: top + Double(view.weeks.count) * narrowRow + 12)
  }
}

extension Localization.Width {
  /// The names of weekdays in the widest form that fits.
  static func fitting(
    _ weekdays: [Weekday], in localization: Localization, width: Double
  ) -> [String] {
    let forms = [Self.long, .short, .narrow].map { form in
      weekdays.map { localization.name(of: $0, form) }
    }
    return forms.first { $0.allSatisfy { TypeWidth.of($0) <= width - 0.5 } } ?? forms.last ?? []
  }
}
