internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month as a table with the titles of items in its cells; an item of several days is a bar across them.
struct BoxedMonth {
  let view: MonthView
  let renderer: TextRenderer

  var lines: [StyledText] {
    var lines = [title, rule("┌", "┬", "┐"), header]
    for week in view.weeks {
      lines.append(rule("├", "┼", "┤"))
      lines += rows(week)
    }
    return lines + [rule("└", "┴", "┘")]
  }

  private var columns: Int { max(view.weekdays.count, 1) }

  /// The cells for the number of the week and its border.
  private var weekWidth: Int {
    renderer.showsWeekNumbers ? max(2, DisplayWidth.of(renderer.phrases.weekAbbreviation)) + 1 : 0
  }

  private var cellWidth: Int {
    max((renderer.width - 1 - weekWidth) / columns - 1, 5)
  }

  private var totalWidth: Int { weekWidth + columns * (cellWidth + 1) + 1 }

  private var title: StyledText {
    StyledText(renderer.title(view), .bold).cell(of: totalWidth, .center)
  }

  private func rule(_ left: String, _ middle: String, _ right: String) -> StyledText {
    let cell = String(repeating: "─", count: cellWidth)
    var line = Array(repeating: cell, count: columns).joined(separator: middle)
    if weekWidth > 0 { line = String(repeating: "─", count: weekWidth - 1) + middle + line }
    return StyledText(left + line + right, .dim)
  }

  /// A line of the table from the contents of its cells.
  private func row(week: String, _ cells: [StyledText]) -> StyledText {
    var line = StyledText("│", .dim)
    if weekWidth > 0 {
      line.append(DisplayWidth.fitted(week, to: weekWidth - 1, .right) + "│", .dim)
    }
    for cell in cells {
      line.append(cell)
      line.append("│", .dim)
    }
    return line
  }

  private var header: StyledText {
    row(
      week: renderer.phrases.weekAbbreviation,
      renderer.names(of: view.weekdays, in: cellWidth, from: [.long, .short, .narrow]).map {
        StyledText($0, .bold).cell(of: cellWidth, .center)
      })
  }

  private func rows(_ week: MonthView.Week) -> [StyledText] {
    var lines = [row(week: week.exists ? "\(week.number)" : "", week.days.map(number))]
    let lanes = Dictionary(grouping: week.segments) { $0.lane }
    for lane in 0..<max(week.laneCount, 1) {
      lines.append(row(week: "", bars(lanes[lane] ?? [])))
    }
    if week.days.contains(where: { $0.hiddenCount > 0 }) {
      lines.append(
        row(
          week: "",
          week.days.map { day in
            day.hiddenCount > 0 ? renderer.more(day.hiddenCount, in: cellWidth) : blank
          }))
    }
    return lines
  }

  private func number(_ day: DayCell) -> StyledText {
    guard day.exists else { return blank }
    let (open, close) = Mark.brackets(day)
    var cell = StyledText(open, open == " " ? .plain : .bold)
    cell.append(
      DisplayWidth.padded("\(day.date.dayOfMonth)", to: 2, .right) + Mark.sign(day.mark), renderer.style(day))
    cell.append(close, close == " " ? .plain : .bold)
    return cell.cell(of: cellWidth)
  }

  /// The contents of a lane from left to right; a bar of several days is one element, borders included.
  private func bars(_ segments: [Segment]) -> [StyledText] {
    var cells: [StyledText] = []
    var column = 0
    for segment in segments.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      while column < segment.columns.lowerBound {
        cells.append(blank)
        column += 1
      }
      cells.append(bar(segment))
      column = segment.columns.upperBound
    }
    while column < columns {
      cells.append(blank)
      column += 1
    }
    return cells
  }

  private var blank: StyledText { StyledText(String(repeating: " ", count: cellWidth)) }

  private func bar(_ segment: Segment) -> StyledText {
    let width = segment.columns.count * (cellWidth + 1) - 1
    let item = segment.item
    let isBar = item.isAllDay || item.isMultiDay
    return isBar ? renderer.filledBar(segment, width) : timedTitle(item, width)
  }

  private func timedTitle(_ item: ViewItem, _ width: Int) -> StyledText {
    let ink = renderer.inked(item.color)
    // A narrow cell has room for the title only.
    let hasTime = width >= 10
    var line = StyledText(hasTime ? TextRenderer.clock(item.localStart.time) + " " : "", ink)
    line.append(renderer.barTitle(item), item.isCancelled ? .dim : hasTime ? .plain : ink)
    return line.cell(of: width)
  }
}
