internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// The week with its number, as rows or as hours side by side.
  public func lines(_ view: WeekView, style: WeekStyle = .rows) -> [StyledText] {
    let grid = style == .hours ? HourGrid(view, renderer: self) : nil
    let hours = grid.flatMap { $0.width > width ? nil : hourLines(view, on: $0) }
    return [cut(heading(title(view)))] + (hours ?? view.days.map(summaryRow)) + noticeLines(view)
  }

  /// The day's hours with overlapping items side by side, below the items of whole days.
  public func lines(_ view: DayView) -> [StyledText] {
    let grid = HourGrid(view.week, renderer: self)
    var heading = heading(view.date, isToday: view.cell.isToday)
    if view.cell.items.isEmpty, !view.cell.isIncomplete { heading.append("  \(phrases.nothing)", .dim) }
    var lane = view.segments.map {
      StyledText(edge(of: $0.item, on: view.date)) + line($0.item, on: view.date)
    }
    if view.cell.hiddenCount > 0 { lane.append(StyledText(more(view.cell.hiddenCount), .dim)) }
    let blank = StyledText(DisplayWidth.padded("", to: grid.left(of: 0)))
    let above = [heading] + lane.map { blank + $0 } + (grid.zoneNames.map { [$0] } ?? [])
    return above.map { $0.cell(of: grid.width) } + grid.lines + noticeLines(view)
  }

  /// The time with which an item of several days begins or ends on a day, and a space after it; empty on the days between and for
  /// whole days.
  private func edge(of item: ViewItem, on day: CivilDate) -> String {
    let isEdge = item.days.lowerBound == day || item.days.upperBound == day
    return item.isAllDay || !isEdge ? "" : time(item, on: day) + " "
  }

  /// The lanes of resources as columns of hours.
  public func lines(_ view: ResourceView) -> [StyledText] {
    guard !view.lanes.isEmpty else {
      return [heading(view.date, isToday: view.date == view.today), StyledText(phrases.nothing, .dim)]
    }
    let grid = HourGrid(view.week, renderer: self)
    return [heading(view.date, isToday: view.date == view.today)] + hourLines(view.week, on: grid)
      + noticeLines(view)
  }

  /// The day with its mark and its summary: nothing, the one item, or a phrase for several and as many of their titles as fit.
  private func summaryRow(_ day: DayCell) -> StyledText {
    let column = Weekday.allCases.map { DisplayWidth.of(localization.name(of: $0, .short)) }.max() ?? 0
    let name = DisplayWidth.padded(localization.name(of: day.date.weekday, .short), to: column)
    var line = StyledText(name + " ", .bold) + number(day) + " "
    switch day.summary {
    case .nothing: break
    case .single(let item):
      line.append(time(item, on: day.date) + " ")
      line.append(self.line(item, on: day.date))
    case .several(let count):
      line.append(phrases.several, inked(day.color ?? .reservedRed))
      line.append(" (\(localization.number(count)))", .dim)
      let titles = day.items.named.map {
        startAndTitle($0, SafeText.guarded(labelledTitle($0)), on: day.date)
      }
      line.append("  " + titles.joined(separator: " · "))
    }
    if day.isIncomplete { line.append(" ! \(phrases.incomplete)", .bold) }
    return cut(line)
  }

  private func hourLines(_ view: WeekView, on grid: HourGrid) -> [StyledText] {
    let view = view.fitted(lanes: 8)
    let lanes = view.segments.laneCount
    var canvas = Canvas(width: grid.width, height: 1 + lanes + (view.hasHiddenItems ? 1 : 0))
    if let names = grid.zoneNames { canvas.put(names, row: 0, column: 0) }
    for (index, day) in view.days.enumerated() {
      let left = grid.left(of: index)
      let name = StyledText(localization.name(of: day.date.weekday, .short) + " ", .bold)
      let own = self.heading(view, index).map { StyledText(SafeText.guarded($0), .bold) }
      canvas.put((own ?? name + number(day, to: 1)).cell(of: grid.dayWidth), row: 0, column: left)
      if day.hiddenCount > 0 {
        canvas.put(more(day.hiddenCount, in: grid.dayWidth), row: 1 + lanes, column: left)
      }
    }
    for segment in view.segments {
      let left = grid.left(of: segment.columns.lowerBound)
      let width = grid.left(of: segment.columns.upperBound) - 1 - left
      canvas.put(filledBar(segment, width), row: 1 + segment.lane, column: left)
    }
    return canvas.lines + grid.lines
  }
}
