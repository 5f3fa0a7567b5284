internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  public enum WeekStyle: String, Sendable, Hashable, CaseIterable {
    /// A row a day with its summary (row U3).
    case rows
    /// The days' hours side by side.
    case hours
  }

  /// The week with its number.
  public func lines(_ view: WeekView, style: WeekStyle = .rows) -> [StyledText] {
    switch style {
    case .rows: [weekTitle(view)] + view.days.map(summaryRow)
    case .hours: [weekTitle(view)] + hourLines(view)
    }
  }

  /// The day's hours, 0 … 24, overlapping items side by side, below what lasts the whole day.
  public func lines(_ view: DayView) -> [StyledText] {
    let grid = HourGrid([view.column], minutes: view.options.hours.slotMinutes, renderer: self)
    let lane = view.allDay.map { item in
      (StyledText(DisplayWidth.padded("", to: grid.left(of: 0))) + line(item, on: view.date))
        .fitted(to: grid.width)
    }
    return [heading(view.date, isToday: view.cell.isToday).fitted(to: grid.width)] + lane + grid.lines
  }

  private func weekTitle(_ view: WeekView) -> StyledText {
    StyledText(phrases.week(view.number), .bold) + StyledText("  \(span(view))", .dim)
  }

  /// The week with its number, and its first and last day.
  func title(_ view: WeekView) -> String { "\(phrases.week(view.number)) · \(span(view))" }

  private func span(_ view: WeekView) -> String {
    guard let first = view.days.first?.date, let last = view.days.last?.date else { return "" }
    let from = first.year == last.year ? localization.date(first, .dayAndMonth) : localization.date(first)
    return "\(from) – \(localization.date(last))"
  }

  /// The day with its mark, and what is on: nothing, the one item or a word for several.
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
    return line.truncated(to: max(width, 20))
  }

  private func hourLines(_ view: WeekView) -> [StyledText] {
    let grid = HourGrid(view.columns, minutes: view.options.hours.slotMinutes, renderer: self)
    var canvas = Canvas(width: grid.width, height: 1 + laneCount(view))
    for (index, day) in view.days.enumerated() {
      canvas.put(dayHeader(day).fitted(to: grid.dayWidth), row: 0, column: grid.left(of: index))
    }
    for segment in view.segments {
      let columns =
        grid.left(of: segment.columns.lowerBound)..<(grid.left(of: segment.columns.upperBound) - 1)
      canvas.put(filledBar(segment, columns.count), row: 1 + segment.lane, column: columns.lowerBound)
    }
    return canvas.lines + grid.lines
  }

  private func laneCount(_ view: WeekView) -> Int {
    (view.segments.map(\.lane).max() ?? -1) + 1
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
