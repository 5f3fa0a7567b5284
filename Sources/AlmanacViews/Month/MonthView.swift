public import AlmanacEvents
public import AlmanacTime

/// A month as a grid of whole weeks, with the days of the neighbouring months filled in.
///
/// ```swift
/// let march = MonthView(of: YearMonth(2026, 3), showing: [course], in: zurich, firstWeekday: .monday, today: today)
/// for week in march.weeks {
///   for day in week.days { print(day.date, day.color ?? .white, day.items.count) }
/// }
/// ```
public struct MonthView: Sendable, Hashable {
  public let month: YearMonth
  public let zone: Zone
  public let options: ViewOptions
  public let today: CivilDate?
  public let selected: CivilDate?
  /// The calendars that are shown, in the order by which items name them.
  public let calendars: [CalendarLabel]
  public let weeks: [Week]

  /// One row of the grid.
  public struct Week: Sendable, Hashable, Identifiable {
    /// By the numbering that the options choose.
    public let number: Int
    /// One cell for each weekday that is not hidden.
    public let days: [DayCell]
    /// The items as bars in lanes, those of one day too; those beyond the maximum of rows are left out.
    public let segments: [Segment]

    /// The first day of the row.
    public var id: CivilDate { days.first?.date ?? .min }

    /// How many lanes the bars take.
    public var laneCount: Int { (segments.map(\.lane).max() ?? -1) + 1 }
  }

  /// The weekdays of every row, in order.
  public var weekdays: [Weekday] { options.weekdays }

  /// Every cell, row by row.
  public var days: [DayCell] { weeks.flatMap(\.days) }

  /// The cell of the selected day, when the grid has it.
  public var selectedDay: DayCell? { selected.flatMap { self[$0] } }

  /// The cell of a day, when the grid has it.
  public subscript(date: CivilDate) -> DayCell? {
    for week in weeks {
      for day in week.days where day.date == date { return day }
    }
    return nil
  }
}

extension MonthView {
  /// A month of occurrences that the caller has queried or made. `days(shown:options:)` says of which days.
  ///
  /// - Parameters:
  ///   - occurrences: In any order; those outside the grid are left out.
  ///   - calendars: What their `calendar` numbers mean, for colours and names.
  ///   - zone: Where dates and floating times happen, and whose days the cells are.
  ///   - firstWeekday: Replaces that of the options.
  /// - Complexity: O(n log n), O(n) for occurrences in order.
  public init(
    of month: YearMonth, occurrences: [Occurrence], calendars: [CalendarLabel] = [], in zone: Zone,
    firstWeekday: Weekday? = nil, today: CivilDate? = nil, selected: CivilDate? = nil,
    options: ViewOptions = .standard
  ) {
    var options = options
    if let firstWeekday { options.firstWeekday = firstWeekday }
    let rows = Self.rows(of: month, options)
    let maker = RowMaker(cells: CellMaker(options: options, today: today, selected: selected))
    self.month = month
    self.zone = zone
    self.options = options
    self.today = today
    self.selected = selected
    self.calendars = calendars
    var reader = ItemReader(zone: zone, labels: calendars, options: options)
    let items = reader.items(occurrences, on: Self.days(shown: month, options: options))
    let numbers = options
    weeks = maker.rows(rows, items: items, month: month).map { row in
      Week(number: numbers.weekNumber(ofRow: row.first), days: row.days, segments: row.segments)
    }
  }

  /// A month of all that happens in calendars.
  public init(
    of month: YearMonth, showing calendars: [EventCalendar], in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, options: ViewOptions = .standard
  ) {
    var options = options
    if let firstWeekday { options.firstWeekday = firstWeekday }
    self.init(
      of: month,
      occurrences: calendars.occurrences(on: Self.days(shown: month, options: options), in: zone, options),
      calendars: calendars.map { CalendarLabel($0) }, in: zone, today: today, selected: selected,
      options: options)
  }

  /// The days that the grid of a month shows, those on hidden weekdays included.
  public static func days(shown month: YearMonth, options: ViewOptions) -> ClosedRange<CivilDate> {
    let rows = rows(of: month, options)
    let first = rows.first ?? month.firstDay
    return first...max(first, (rows.last ?? first).adding(days: 6))
  }

  /// The first day of each row.
  private static func rows(of month: YearMonth, _ options: ViewOptions) -> [CivilDate] {
    let first = month.firstDay.startOfWeek(from: options.firstWeekday)
    let needed = month.lastDay.days(since: first) / 7 + 1
    return (0..<(options.weeks == .six ? 6 : needed)).map { first.adding(days: $0 * 7) }
  }
}
