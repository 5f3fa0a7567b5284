public import AlmanacTime

/// A year as twelve small months; each day has its colour, its number of items and its level in a heat map.
///
/// ```swift
/// let year = YearView(of: 2026, showing: [course], in: madrid, today: today)
/// for month in year.months { for week in month.weeks { draw(week.days) } }
/// ```
public struct YearView: CalendarView {
  /// The year that is shown, -9999…9999.
  public let year: Int
  public let context: ViewContext
  /// The months from January to December.
  public let months: [Month]
  /// The greatest number of items that count on one day.
  public let maximumCount: Int

  /// One small month of the year.
  public struct Month: Sendable, Hashable, Identifiable {
    /// The month of the year.
    public let month: YearMonth
    /// The rows with a day of the month, from the top: four to six.
    public let weeks: [Week]

    public var id: YearMonth { month }

    /// The cells of its days without hidden weekdays.
    public var days: [DayCell] { weeks.flatMap { $0.days.compactMap { $0 } } }

    /// The number of items that count on its days; an item of several days counts on each.
    public var count: Int { days.reduce(0) { $0 + $1.count } }
  }

  /// One row of a month.
  public struct Week: Sendable, Hashable {
    /// The number of the week by `ViewOptions.weekNumbers`.
    public let number: Int
    /// The cells of the weekdays that are not hidden; `nil` for a day of a neighbouring month.
    public let days: [DayCell?]
  }

  /// The weekdays of every row, from the first one on.
  public var weekdays: [Weekday] { options.weekdays }

  /// The cells of the year without hidden weekdays.
  public var days: [DayCell] { months.flatMap(\.days) }

  /// The level of a day in a heat map: 0 without items that count, else 1 … 4 by the share of the fullest day.
  public func level(of day: DayCell) -> Int {
    let most = max(maximumCount, day.count)
    return most == 0 ? 0 : (day.count * 4 + most - 1) / most
  }
}

extension YearView {
  /// Creates the view of a year.
  ///
  /// - Parameters:
  ///   - year: The year; one beyond the calendar's ends becomes the first or the last.
  ///   - source: The calendars, or occurrences in the year.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - firstWeekday: The first weekday, in place of that of the options.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - selected: The day to mark as selected; `nil` for none.
  ///   - options: The options of rows, cells and items.
  /// - Complexity: O(*n* log *n* + days of the items).
  public init(
    of year: Int, showing source: some ViewSource, in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    let year = YearMonth(clampingYear: year, 1).year
    let days = YearMonth(clampingYear: year, 1).firstDay...YearMonth(clampingYear: year, 12).lastDay
    var builder = ItemBuilder(source, on: days, in: zone, today: today, selected: selected, options: options)
    var items = Array(repeating: [ViewItem](), count: days.count)
    for item in builder.items() {
      for date in item.days.clamped(to: days) { items[date.days(since: days.lowerBound)].append(item) }
    }
    self.year = year
    context = builder.context
    months = (1...12).map { [context] number in
      Month(YearMonth(clampingYear: year, number), context) { items[$0.days(since: days.lowerBound)] }
    }
    maximumCount = months.reduce(0) { max($0, $1.days.map(\.count).max() ?? 0) }
  }
}

extension YearView.Month {
  fileprivate init(_ month: YearMonth, _ context: ViewContext, items: (CivilDate) -> [ViewItem]) {
    let options = context.options
    self.month = month
    weeks = options.rowStarts(of: month).map { start in
      YearView.Week(
        number: options.weekNumber(ofRow: start),
        days: options.weekdays.map { weekday in
          let number = start + weekday.days(after: options.firstWeekday)
          let date = CivilDate(daysSinceEpoch: number)
          guard date.daysSinceEpoch == number, date.yearMonth == month else { return nil }
          return context.cell(number, in: nil, items: items(date))
        })
    }
  }
}
