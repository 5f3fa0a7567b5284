public import AlmanacEvents
public import AlmanacTime

/// A month as a grid of whole weeks, with the days of the neighbouring months filled in; or any number of weeks.
///
/// ```swift
/// let march = MonthView(of: YearMonth(2026, 3), showing: [course], in: zurich, firstWeekday: .monday, today: today)
/// for week in march.weeks {
///   for day in week.days { print(day.date, day.color ?? .white, day.items.count) }
/// }
/// ```
public struct MonthView: Sendable, Hashable {
  /// The month that is shown; of a run of weeks that in which its first day lies.
  public let month: YearMonth
  /// Whether it is a run of weeks, all of whose days belong to it.
  public let isRunOfWeeks: Bool
  public let zone: Zone
  public let options: ViewOptions
  public let today: CivilDate?
  public let selected: CivilDate?
  /// The calendars that are shown, in the order by which items name them.
  public let calendars: [CalendarLabel]
  /// The series of which instances are missing, as they repeat too often; from the first of them on the days are
  /// marked as incomplete.
  public let unexpanded: [UnexpandedSeries]
  public let weeks: [Week]

  /// One row of the grid.
  public struct Week: Sendable, Hashable, Identifiable {
    /// By the numbering that the options choose.
    public let number: Int
    /// One cell for each weekday that is not hidden.
    public let days: [DayCell]
    /// The items as bars in lanes, those of one day too; those beyond the maximum of rows are left out.
    public let segments: [Segment]

    /// The first day of the row, as days since 1970-01-01.
    public var id: Int { days.first?.id ?? 0 }

    /// Whether any day of the row exists: not in rows beyond the calendar's ends, which six weeks may have.
    public var exists: Bool { days.contains(where: \.exists) }

    /// How many lanes the bars take.
    public var laneCount: Int { (segments.map(\.lane).max() ?? -1) + 1 }
  }

  /// The weekdays of every row, in order.
  public var weekdays: [Weekday] { options.weekdays }

  /// The cell of every day that exists, row by row.
  public var days: [DayCell] { weeks.flatMap { $0.days.filter(\.exists) } }

  /// The cell of the selected day, when the grid has it.
  public var selectedDay: DayCell? { selected.flatMap { self[$0] } }

  /// The cell of a day, when the grid has it.
  public subscript(date: CivilDate) -> DayCell? {
    for week in weeks {
      for day in week.days where day.date == date && day.exists { return day }
    }
    return nil
  }
}
