internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// The week with its number, as rows or as hours side by side.
  public func lines(_ view: WeekView, style: WeekStyle = .rows) -> [StyledText] {
    let notice = noticeLines(view.unexpanded, in: view.zone)
    return switch style {
    case .rows: [weekTitle(view)] + view.days.map(summaryRow) + notice
    case .hours: [weekTitle(view)] + hourLines(view) + notice
    }
  }

  /// The day's hours with overlapping items side by side, below the items of whole days.
  public func lines(_ view: DayView) -> [StyledText] {
    let grid = HourGrid([view.column], in: view.zone, options: view.options.hours, renderer: self)
    var heading = heading(view.date, isToday: view.cell.isToday)
    if view.cell.items.isEmpty, !view.cell.isIncomplete { heading.append("  \(phrases.nothing)", .dim) }
    let hidden = view.cell.hiddenCount
    var lane = view.segments.map { line($0.item, on: view.date) }
    if hidden > 0 { lane.append(StyledText(phrases.more(hidden), .dim)) }
    let blank = StyledText(DisplayWidth.padded("", to: grid.left(of: 0)))
    let above = [heading] + lane.map { blank + $0 } + (grid.zoneNames.map { [$0] } ?? [])
    return above.map { $0.cell(of: grid.width) } + grid.lines + noticeLines(view.unexpanded, in: view.zone)
  }

  private func weekTitle(_ view: WeekView) -> StyledText {
    StyledText(phrases.week(view.number), .bold) + StyledText("  \(span(view))", .dim)
  }

  /// The week with its number, and its first and last day.
  func title(_ view: WeekView) -> String { "\(phrases.week(view.number)) · \(span(view))" }

  private func span(_ view: WeekView) -> String {
    guard let first = view.days.first?.date, let last = view.days.last?.date else { return "" }
    return span(first, last)
  }

  /// The first and the last day, with one year where both have the same.
  func span(_ first: CivilDate, _ last: CivilDate) -> String {
    let from = first.year == last.year ? localization.date(first, .dayAndMonth) : localization.date(first)
    return first == last ? localization.date(last) : "\(from) – \(localization.date(last))"
  }

  /// The day with its mark and its summary: nothing, the one item or a phrase for several.
  private func summaryRow(_ day: DayCell) -> StyledText {
    let (open, close) = Mark.brackets(day)
    let column = Weekday.allCases.map { DisplayWidth.of(localization.name(of: $0, .short)) }.max() ?? 0
    var line = StyledText(
      DisplayWidth.padded(localization.name(of: day.date.weekday, .short), to: column) + " ", .bold)
    line.append(open)
    line.append(
      DisplayWidth.padded("\(day.date.dayOfMonth)", to: 2, .right) + Mark.sign(day.mark), style(day))
    line.append(close + " ")
    switch day.summary {
    case .nothing: break
    case .single(let item):
      line.append(time(item, on: day.date) + " ")
      line.append(self.line(item, on: day.date))
    case .several(let count):
      line.append(phrases.several, inked(day.color ?? .reservedRed))
      line.append(" (\(count))", .dim)
    }
    if day.isIncomplete { line.append(" ! \(phrases.incomplete)", .bold) }
    return line.truncated(to: max(width, 20))
  }

  private func hourLines(_ view: WeekView) -> [StyledText] {
    let grid = HourGrid(view.columns, in: view.zone, options: view.options.hours, renderer: self)
    let lanes = view.segments.laneCount
    let hidesSome = view.days.contains { $0.hiddenCount > 0 }
    var canvas = Canvas(width: grid.width, height: 1 + lanes + (hidesSome ? 1 : 0))
    if let names = grid.zoneNames { canvas.put(names, row: 0, column: 0) }
    for (index, day) in view.days.enumerated() {
      canvas.put(dayHeader(day).cell(of: grid.dayWidth), row: 0, column: grid.left(of: index))
    }
    for (index, day) in view.days.enumerated() where day.hiddenCount > 0 {
      canvas.put(more(day.hiddenCount, in: grid.dayWidth), row: 1 + lanes, column: grid.left(of: index))
    }
    for segment in view.segments {
      let columns =
        grid.left(of: segment.columns.lowerBound)..<(grid.left(of: segment.columns.upperBound) - 1)
      canvas.put(filledBar(segment, columns.count), row: 1 + segment.lane, column: columns.lowerBound)
    }
    return canvas.lines + grid.lines
  }

  private func dayHeader(_ day: DayCell) -> StyledText {
    let (open, close) = Mark.brackets(day)
    var header = StyledText(localization.name(of: day.date.weekday, .short) + " ", .bold)
    header.append(open)
    header.append("\(day.date.dayOfMonth)" + Mark.sign(day.mark), style(day))
    header.append(close)
    return header
  }
}
