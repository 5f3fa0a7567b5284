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

  var totalWidth: Int { weekWidth + columns * (cellWidth + 1) + 1 }

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
    var lines = [
      row(
        week: week.exists ? SafeText.guarded(renderer.localization.number(week.number)) : "",
        week.days.map { renderer.number($0).cell(of: cellWidth) })
    ]
    let lanes = Dictionary(grouping: week.segments) { $0.lane }
    for lane in 0..<max(week.laneCount, 1) { lines.append(row(week: "", bars(lanes[lane] ?? [], of: week))) }
    if week.days.contains(where: { $0.hiddenCount > 0 }) {
      let counts = week.days.map(\.hiddenCount)
      lines.append(row(week: "", counts.map { $0 > 0 ? renderer.more($0, in: cellWidth) : blank }))
    }
    return lines
  }

  /// The contents of a lane from left to right; a bar of several days is one element, borders included.
  private func bars(_ segments: [Segment], of week: MonthView.Week) -> [StyledText] {
    var cells: [StyledText] = []
    var column = 0
    for segment in segments.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      for _ in column..<segment.columns.lowerBound { cells.append(blank) }
      cells.append(bar(segment, isOutside: week.days[segment.columns].allSatisfy { !$0.isInMonth }))
      column = segment.columns.upperBound
    }
    for _ in column..<columns { cells.append(blank) }
    return cells
  }

  private var blank: StyledText { StyledText(DisplayWidth.padded("", to: cellWidth)) }

  /// - Parameter isOutside: Whether all its days are those of a neighbouring month.
  private func bar(_ segment: Segment, isOutside: Bool) -> StyledText {
    let width = segment.columns.count * (cellWidth + 1) - 1
    let item = segment.item
    if item.isAllDay || item.isMultiDay { return renderer.filledBar(segment, width, isOutside: isOutside) }
    let ink = isOutside ? .dim : renderer.inked(item.color)
    // A narrow cell has room for the title only.
    let start = renderer.start(item)
    let hasTime = width >= DisplayWidth.of(start) + 5
    var line = StyledText(hasTime ? start + " " : "", ink)
    line.append(renderer.labelledTitle(item), item.isCancelled || isOutside ? .dim : hasTime ? .plain : ink)
    return line.cell(of: width)
  }
}
