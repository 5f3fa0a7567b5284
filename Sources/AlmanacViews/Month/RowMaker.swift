internal import AlmanacTime

/// The cells and bars of consecutive weeks, made from the items of them all.
struct RowMaker {
  let cells: CellMaker

  struct Row {
    let days: [DayCell]
    let segments: [Segment]
  }

  /// - Parameters:
  ///   - starts: The first day of each row, seven days apart, as days since 1970-01-01.
  ///   - items: In order.
  ///   - month: The one whose days are no neighbours; `nil` when all belong.
  func rows(_ starts: [Int], items: [ViewItem], month: YearMonth?) -> [Row] {
    var positions = starts.map { _ in [Int]() }
    guard let first = starts.first else { return [] }
    for (position, item) in items.enumerated() {
      let from = max(item.days.lowerBound.daysSinceEpoch - first, 0) / 7
      let to = (item.days.upperBound.daysSinceEpoch - first).flooredQuotient(7)
      guard from <= min(to, starts.count - 1) else { continue }
      for row in from...min(to, starts.count - 1) { positions[row].append(position) }
    }
    let options = cells.options
    return starts.indices.map { index in
      let days = options.weekdays.map { starts[index] + $0.days(after: options.firstWeekday) }
      return row(days, positions[index].map { items[$0] }, month: month)
    }
  }

  /// - Parameter numbers: The days, ascending, as days since 1970-01-01.
  func row(_ numbers: [Int], _ items: [ViewItem], month: YearMonth?) -> Row {
    var segments = SegmentRow(numbers, options: cells.options)
    var itemsByDay = numbers.map { _ in [ViewItem]() }
    for item in items {
      let columns = segments.columns(of: item)
      segments.add(item, over: columns)
      for column in columns { itemsByDay[column].append(item) }
    }
    let days = numbers.indices.map { column in
      var cell = cells.cell(numbers[column], in: month, items: itemsByDay[column])
      cell.hiddenCount = segments.hidden[column]
      return cell
    }
    return Row(days: days, segments: segments.segments)
  }
}
