internal import AlmanacEvents
public import AlmanacTime

/// A month as a grid of whole weeks with days of the neighbouring months, or a run of weeks.
///
/// ```swift
/// let march = MonthView(of: try YearMonth(2026, 3), showing: [course], in: zurich, firstWeekday: .monday, today: today)
/// for week in march.weeks {
///   for day in week.days { print(day.date, day.color ?? .white, day.items.count) }
/// }
/// ```
public struct MonthView: CalendarView {
  /// The month that is shown, or the month of the first day of a run of weeks.
  public let month: YearMonth
  /// Whether it is a run of weeks, in which no day belongs to a neighbouring month.
  public let isRunOfWeeks: Bool
  public private(set) var context: ViewContext
  /// The rows of the grid from the top: four to six of a month, 1…60 of a run of weeks.
  public private(set) var weeks: [Week]

  /// One row of the grid.
  public struct Week: Sendable, Hashable, Identifiable {
    /// The number of the week by `ViewOptions.weekNumbers`.
    public let number: Int
    /// One cell for each weekday that is not hidden.
    public let days: [DayCell]
    /// The items as bars in lanes, those of one day included, up to `ViewOptions.maximumLanes`.
    public let segments: [Segment]

    /// The first day of the row, as days since 1970-01-01.
    public var id: Int { days.first?.id ?? 0 }

    /// Whether any day of the row exists; of six rows, some may lie beyond the calendar's ends.
    public var exists: Bool { days.contains(where: \.exists) }

    /// The number of lanes.
    public var laneCount: Int { segments.laneCount }
  }

  /// The weekdays of every row, from the first one on.
  public var weekdays: [Weekday] { options.weekdays }

  /// The cell of every day that exists, row by row.
  public var days: [DayCell] { weeks.flatMap { $0.days.filter(\.exists) } }

  /// The cost of its days in a budget such as `ViewOptions.budget`: 1 for each item of a day, plus 1 for each 256 bytes of
  /// the item's texts, and 1 for ten instances of series that were passed over, being excluded or outside the month. A program
  /// that shows many months stops at a budget for all of them.
  public var cost: Int {
    days.reduce(context.skipped / 10) { sum, day in day.items.reduce(sum) { $0 + $1.item.weight } }
  }

  /// The cell of the selected day; `nil` outside the grid.
  public var selectedDay: DayCell? { selected.flatMap { self[$0] } }

  /// The cell of a day; `nil` outside the grid.
  public subscript(date: CivilDate) -> DayCell? {
    weeks.lazy.flatMap { $0.days }.first { $0.date == date && $0.exists }
  }
}

extension MonthView {
  /// Creates the view of a month.
  ///
  /// - Parameters:
  ///   - month: The month, whose weeks are filled up with days of the neighbouring months.
  ///   - source: The calendars, or occurrences on the days of `days(shown:options:)`.
  ///   - zone: The zone of the cells' days, and of dates and floating times.
  ///   - firstWeekday: The first weekday, in place of that of the options.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - selected: The day to mark as selected; `nil` for none.
  ///   - options: The options of rows, cells and items.
  /// - Complexity: O(*n* log *n*), O(*n*) for occurrences in order.
  public init(
    of month: YearMonth, showing source: some ViewSource, in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    self.init(
      month, rows: Self.rows(of: month, options), showing: source, in: zone, today: today, selected: selected,
      options: options)
  }

  /// Creates the view of a run of weeks.
  ///
  /// - Parameters:
  ///   - count: The number of weeks, 1 … 60.
  ///   - date: A day of the first week.
  ///   - source: The calendars, or occurrences on the days of `days(shown:from:options:)`.
  ///   - zone: The zone of the cells' days, and of dates and floating times.
  ///   - firstWeekday: The first weekday, in place of that of the options.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - selected: The day to mark as selected; `nil` for none.
  ///   - options: The options of rows, cells and items.
  /// - Complexity: O(*n* log *n*), O(*n*) for occurrences in order.
  public init(
    weeks count: Int, from date: CivilDate, showing source: some ViewSource, in zone: Zone,
    firstWeekday: Weekday? = nil, today: CivilDate? = nil, selected: CivilDate? = nil,
    options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    self.init(
      nil, rows: Self.rows(count, from: date, options), showing: source, in: zone, today: today,
      selected: selected, options: options)
  }

  /// - Parameters:
  ///   - month: The month; `nil` for a run of weeks.
  ///   - rows: The first day of each row.
  private init(
    _ month: YearMonth?, rows: [Int], showing source: some ViewSource, in zone: Zone, today: CivilDate?,
    selected: CivilDate?, options: ViewOptions
  ) {
    let days = Self.days(ofRows: rows)
    var builder = ItemBuilder(
      source, on: days, in: zone, today: today, selected: selected, options: options)
    self.month = month ?? days.lowerBound.yearMonth
    isRunOfWeeks = month == nil
    context = builder.context
    let made = context.rows(rows, items: builder.items(), month: month)
    weeks = zip(rows, made).map { first, row in
      Week(number: options.weekNumber(ofRow: first), days: row.days, segments: row.segments)
    }
  }
}

extension MonthView {
  /// The view with at most so many lanes in each week, for a drawing; unchanged where the options have a limit.
  ///
  /// - Complexity: O(1) where no week has more, else O(*n*) in the items of such weeks.
  package func fitted(lanes limit: Int) -> MonthView {
    guard options.maximumLanes == nil, weeks.contains(where: { $0.laneCount > limit }) else { return self }
    var view = self
    view.context.options.maximumLanes = limit
    for (index, week) in weeks.enumerated() where week.laneCount > limit {
      let row = context.fitted(week.days, week.segments, lanes: limit)
      view.weeks[index] = Week(number: week.number, days: row.days, segments: row.segments)
    }
    return view
  }

  /// The days that the grid of a month shows, those on hidden weekdays included.
  public static func days(shown month: YearMonth, options: ViewOptions) -> ClosedRange<CivilDate> {
    days(ofRows: rows(of: month, options))
  }

  /// The days that a run of weeks shows, those on hidden weekdays included.
  public static func days(
    shown weeks: Int, from date: CivilDate, options: ViewOptions
  ) -> ClosedRange<CivilDate> {
    days(ofRows: rows(weeks, from: date, options))
  }

  /// The first day of each row, as days since 1970-01-01; it may lie beyond the calendar's ends.
  private static func rows(of month: YearMonth, _ options: ViewOptions) -> [Int] {
    options.weeks == .six ? rows(6, from: month.firstDay, options) : options.rowStarts(of: month)
  }

  private static func rows(_ count: Int, from date: CivilDate, _ options: ViewOptions) -> [Int] {
    let first = options.rowStart(of: date)
    return (0..<min(max(count, 1), 60)).map { first + $0 * 7 }
  }

  private static func days(ofRows rows: [Int]) -> ClosedRange<CivilDate> {
    let first = rows.first ?? 0
    let last = max(rows.last ?? first, first) + 6
    return CivilDate(daysSinceEpoch: first)...CivilDate(daysSinceEpoch: last)
  }
}
