internal import AlmanacTime

/// The cells and bars of consecutive weeks, made from the items of them all.
struct RowMaker {
  let cells: CellMaker

  struct Row {
    let days: [DayCell]
    let segments: [Segment]
  }

  /// - Parameters:
  ///   - starts: The first day of each row, seven days apart.
  ///   - items: In order.
  ///   - month: The one whose days are no neighbours; `nil` when all belong.
  func rows(_ starts: [CivilDate], items: [ViewItem], month: YearMonth?) -> [Row] {
    var positions = starts.map { _ in [Int]() }
    guard let first = starts.first else { return [] }
    for (position, item) in items.enumerated() {
      let from = max(item.days.lowerBound.days(since: first), 0) / 7
      let to = item.days.upperBound.days(since: first).flooredQuotient(7)
      guard from <= min(to, starts.count - 1) else { continue }
      for row in from...min(to, starts.count - 1) { positions[row].append(position) }
    }
    let options = cells.options
    return starts.indices.map { index in
      let dates = options.weekdays.map { starts[index].adding(days: $0.days(after: options.firstWeekday)) }
      return row(dates, positions[index].map { items[$0] }, month: month)
    }
  }

  /// - Parameter dates: Ascending.
  func row(_ dates: [CivilDate], _ items: [ViewItem], month: YearMonth?) -> Row {
    // The last week of the calendar's range has no days after 9999-12-31: such cells repeat it and stay empty.
    let existing = dates.indices.prefix { $0 == 0 || dates[$0] > dates[$0 - 1] }
    var segments = SegmentRow(Array(dates[existing]), options: cells.options)
    var itemsByDay = dates.map { _ in [ViewItem]() }
    for item in items {
      let columns = segments.columns(of: item)
      segments.add(item, over: columns)
      for column in columns { itemsByDay[column].append(item) }
    }
    let days = dates.indices.map { column in
      var cell = cells.cell(
        dates[column],
        isInMonth: existing.contains(column) && (month.map { $0 == dates[column].yearMonth } ?? true),
        items: itemsByDay[column])
      cell.hiddenCount = existing.contains(column) ? segments.hidden[column] : 0
      return cell
    }
    return Row(days: days, segments: segments.segments)
  }
}
