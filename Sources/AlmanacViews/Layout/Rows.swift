internal import AlmanacEvents
internal import AlmanacTime

/// The cells and bars of a row of days.
struct Row {
  let days: [DayCell]
  let segments: [Segment]
}

/// The making of rows and cells.
extension ViewContext {
  /// Consecutive weeks, from the items of all of them.
  ///
  /// - Parameters:
  ///   - starts: The first day of each row, seven days apart, as days since 1970-01-01.
  ///   - items: The items in order.
  ///   - month: The month that is shown; `nil` where all days belong.
  func rows(_ starts: [Int], items: [ViewItem], month: YearMonth?) -> [Row] {
    guard let first = starts.first else { return [] }
    var own = starts.map { _ in [ViewItem]() }
    for item in items {
      let from = max(item.days.lowerBound.daysSinceEpoch - first, 0) / 7
      let to = min((item.days.upperBound.daysSinceEpoch - first).flooredQuotient(7), starts.count - 1)
      guard from <= to else { continue }
      for row in from...to { own[row].append(item) }
    }
    let offsets = options.weekdays.map { $0.days(after: options.firstWeekday) }
    return zip(starts, own).map { start, items in row(offsets.map { start + $0 }, items, month: month) }
  }

  /// - Parameters:
  ///   - numbers: The days as days since 1970-01-01, ascending, at most 62.
  ///   - isBar: Whether an item is a bar of the row; others are in cells only.
  func row(
    _ numbers: [Int], _ items: [ViewItem], month: YearMonth?, isBar: (ViewItem) -> Bool = { _ in true }
  ) -> Row {
    var segments = SegmentRow(numbers, options: options)
    var itemsByDay = numbers.map { _ in [ViewItem]() }
    for item in items {
      let columns = segments.columns(of: item)
      if isBar(item) { segments.add(item, over: columns) }
      for column in columns { itemsByDay[column].append(item) }
    }
    let days = numbers.indices.map { column in
      cell(numbers[column], in: month, items: itemsByDay[column], hidden: segments.hidden[column])
    }
    return Row(days: days, segments: segments.segments)
  }

  /// A row with at most so many lanes, for a drawing: items in further lanes are hidden, or sliced where the options say so.
  func fitted(_ days: [DayCell], _ segments: [Segment], lanes limit: Int) -> Row {
    let (shown, further) = (segments.filter { $0.lane < limit }, segments.filter { $0.lane >= limit })
    if options.overflow == .sliced, further.contains(where: { $0.columns.count > 1 }) {
      var options = options
      options.maximumLanes = limit
      var row = SegmentRow(days.map(\.id), options: options)
      for segment in segments { row.add(segment.item, over: segment.columns) }
      return Row(days: hiding(row.hidden, in: days), segments: row.segments)
    }
    var hidden = days.map { _ in [ViewItem]() }
    for segment in further {
      for column in segment.columns { hidden[column].append(segment.item) }
    }
    return Row(days: hiding(hidden, in: days), segments: shown)
  }

  private func hiding(_ items: [[ViewItem]], in days: [DayCell]) -> [DayCell] {
    zip(days, items).map { day, items in
      var day = day
      day.hidden = items + day.hidden
      return day
    }
  }

  /// The cell of a day, coloured by `options.dayColor`.
  ///
  /// - Parameter number: The day as days since 1970-01-01; it may lie beyond the calendar.
  func cell(_ number: Int, in month: YearMonth?, items: [ViewItem], hidden: [ViewItem] = []) -> DayCell {
    let date = CivilDate(daysSinceEpoch: number)
    let exists = date.daysSinceEpoch == number
    let isValid = exists && options.isValid(date)
    let shown = isValid ? items : []
    var colors: [CalendarColor] = []
    var markers: [CalendarColor] = []
    for item in shown where item.countsForColor {
      colors.append(item.color)
      if !markers.contains(item.color) { markers.append(item.color) }
    }
    return DayCell(
      date: date, exists: exists, isInMonth: exists && (month.map { $0 == date.yearMonth } ?? true),
      isToday: exists && date == today, isSelected: exists && date == selected, isValid: isValid,
      isIncomplete: isValid && (incompleteFrom.map { $0 <= date } ?? false), items: shown,
      count: colors.count,
      color: options.dayColor.color(of: colors), markers: markers, hidden: isValid ? hidden : [], id: number)
  }
}
