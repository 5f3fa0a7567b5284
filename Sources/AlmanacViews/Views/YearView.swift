public import AlmanacEvents
public import AlmanacTime

/// A year as twelve small months; each day has its colour, its number of items and its level in a heat map.
///
/// ```swift
/// let year = YearView(of: 2026, showing: [course], in: madrid, today: today)
/// for month in year.months { for week in month.weeks { draw(week.days) } }
/// ```
public struct YearView: Sendable, Hashable {
  public let year: Int
  public let zone: Zone
  public let options: ViewOptions
  public let today: CivilDate?
  public let selected: CivilDate?
  /// The calendars that are shown.
  public let calendars: [CalendarLabel]
  /// The series that repeat too often to be expanded; days from their first missing instance on are incomplete.
  public let unexpanded: [UnexpandedSeries]
  public let months: [Month]
  /// The greatest number of items that count on one day.
  public let maximumCount: Int

  public struct Month: Sendable, Hashable, Identifiable {
    public let month: YearMonth
    public let weeks: [Week]

    public var id: YearMonth { month }

    /// The number of items that count on its days; an item of several days counts on each.
    public var count: Int { weeks.reduce(0) { $0 + $1.days.reduce(0) { $0 + ($1?.count ?? 0) } } }
  }

  /// One row of a month.
  public struct Week: Sendable, Hashable {
    public let number: Int
    /// The days of the weekdays that are not hidden; `nil` for a day of a neighbouring month.
    public let days: [Day?]
  }

  public struct Day: Sendable, Hashable, Identifiable {
    public let date: CivilDate
    public let isToday: Bool
    public let isSelected: Bool
    /// Whether it is in `ViewOptions.validDays`; other days show nothing.
    public let isValid: Bool
    /// Whether items may be missing; see `unexpanded`.
    public let isIncomplete: Bool
    /// The number of items that count.
    public let count: Int
    public let color: CalendarColor?
    /// The level of the heat map: 0 without items, else 1 … 4 by the share of the fullest day.
    public let level: Int

    public var id: CivilDate { date }

    /// The meaning of the colour, for a sign beside it.
    public var mark: DayMark { DayMark(color) }
  }

  /// The weekdays of every row, from the first one on.
  public var weekdays: [Weekday] { options.weekdays }

  /// The days of the year without hidden weekdays.
  public var days: [Day] { months.flatMap { $0.weeks.flatMap { $0.days.compactMap { $0 } } } }
}

extension YearView {
  /// A year of the items of calendars.
  public init(
    of year: Int, showing calendars: [EventCalendar], in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, options: ViewOptions = .standard
  ) {
    let agenda = calendars.agenda(on: Self.days(of: year), in: zone, options)
    self.init(
      of: year, occurrences: agenda.found, unexpanded: agenda.unexpanded,
      calendars: calendars.map { CalendarLabel($0) }, in: zone, firstWeekday: firstWeekday, today: today,
      selected: selected, options: options)
  }

  /// A year of occurrences from a query or made by the caller.
  ///
  /// - Parameter unexpanded: The series with missing occurrences; see `Agenda`.
  /// - Complexity: O(*n* log *n* + days of the items).
  public init(
    of year: Int, occurrences: [Occurrence], unexpanded: [UnexpandedSeries] = [],
    calendars: [CalendarLabel] = [], in zone: Zone, firstWeekday: Weekday? = nil, today: CivilDate? = nil,
    selected: CivilDate? = nil, options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    let days = Self.days(of: year)
    var reader = ItemReader(zone: zone, labels: calendars, options: options)
    var colors = Array(repeating: [CalendarColor](), count: days.count)
    for item in reader.items(occurrences, on: days) where item.counts {
      for date in item.days.clamped(to: days) where options.isValid(date) {
        colors[date.days(since: days.lowerBound)].append(item.color)
      }
    }
    let maximum = colors.map(\.count).max() ?? 0
    let first = days.lowerBound
    let incomplete = unexpanded.firstDay(in: zone)
    let months = (1...12).map { number in
      Month(YearMonth(first.year, number), options) { date in
        let own = colors[date.days(since: first)]
        return Day(
          date: date, isToday: date == today, isSelected: date == selected,
          isValid: options.isValid(date), isIncomplete: incomplete.map { $0 <= date } ?? false,
          count: own.count, color: options.dayColor.color(of: own),
          level: own.isEmpty ? 0 : (own.count * 4 + maximum - 1) / maximum)
      }
    }
    self.init(
      year: first.year, zone: zone, options: options, today: today, selected: selected, calendars: calendars,
      unexpanded: unexpanded, months: months, maximumCount: maximum)
  }

  private static func days(of year: Int) -> ClosedRange<CivilDate> {
    // A year beyond the calendar's range becomes its first or last.
    let year = YearMonth(year, 1).year
    return YearMonth(year, 1).firstDay...YearMonth(year, 12).lastDay
  }
}

extension YearView.Month {
  fileprivate init(_ month: YearMonth, _ options: ViewOptions, day: (CivilDate) -> YearView.Day) {
    self.month = month
    weeks = options.rowStarts(of: month).map { start in
      YearView.Week(
        number: options.weekNumber(ofRow: start),
        days: options.weekdays.map { weekday in
          let number = start + weekday.days(after: options.firstWeekday)
          let date = CivilDate(daysSinceEpoch: number)
          return date.daysSinceEpoch == number && date.yearMonth == month ? day(date) : nil
        })
    }
  }
}
