public import AlmanacTime

/// A week, or any run of days: a cell for each day with its summary, and the days' hours side by side.
///
/// ```swift
/// let week = WeekView(of: today, showing: [course], in: madrid, today: today)
/// for day in week.days { print(day.date, day.summary) }        // .nothing, .single(item), .several(3)
/// ```
public struct WeekView: CalendarView {
  public let context: ViewContext
  /// The number of the week of the first day.
  public let number: Int
  /// The cells of the days, without hidden weekdays.
  public let days: [DayCell]
  /// The hours of the days, in the order of `days`.
  public let columns: [DayColumn]
  /// The bars above the hours, of items of whole days or of 24 hours and longer.
  public let segments: [Segment]
  /// The items that are shown, each once, in order.
  public let items: [ViewItem]
  /// The names of the columns, if they are the resources of one day; `nil` for that of items without one.
  package let headings: [String?]?

  /// The longest of the columns, as the common axis of the hours (`DayColumn.offset(_:along:)`): an hour that occurs twice
  /// has two lines on it, and a skipped one stays empty.
  public var axis: DayColumn? {
    columns.max { $0.length < $1.length }
  }

  /// The most days of a view.
  public static let maximumDays = 62
}

extension WeekView {
  /// Creates the view of the week of a day.
  ///
  /// - Parameters:
  ///   - date: A day of the week.
  ///   - source: The calendars, or occurrences on the days of `days(ofWeek:firstWeekday:)`.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - firstWeekday: The first weekday, in place of that of the options.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - selected: The day to mark as selected; `nil` for none.
  ///   - now: The instant to mark as the present.
  ///   - options: The options of days, items and hours.
  /// - Complexity: O(*n* log *n*).
  public init(
    of date: CivilDate, showing source: some ViewSource, in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    self.init(
      days: Self.days(ofWeek: date, firstWeekday: options.firstWeekday), showing: source, in: zone,
      today: today, selected: selected, now: now, options: options)
  }

  /// Creates the view of a run of days.
  ///
  /// - Parameters:
  ///   - range: The days, of which the first `maximumDays` are shown.
  ///   - source: The calendars, or occurrences on these days.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - selected: The day to mark as selected; `nil` for none.
  ///   - now: The instant to mark as the present.
  ///   - options: The options of days, items and hours.
  /// - Complexity: O(*n* log *n*).
  public init(
    days range: ClosedRange<CivilDate>, showing source: some ViewSource, in zone: Zone,
    today: CivilDate? = nil, selected: CivilDate? = nil, now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let last = min(range.upperBound, range.lowerBound.adding(days: Self.maximumDays - 1))
    let weekdays = options.weekdays
    self.init(
      range.lowerBound...last, isShown: { weekdays.contains($0.weekday) }, showing: source, in: zone,
      today: today, selected: selected, now: now, options: options)
  }

  /// - Parameter isShown: Whether a day of the range has a cell.
  init(
    _ range: ClosedRange<CivilDate>, isShown: (CivilDate) -> Bool = { _ in true },
    showing source: some ViewSource, in zone: Zone, today: CivilDate?, selected: CivilDate? = nil,
    now: Instant?, options: ViewOptions
  ) {
    var builder = ItemBuilder(
      source, on: range, in: zone, today: today, selected: selected, options: options)
    context = builder.context
    number = options.weekNumber(ofRow: options.rowStart(of: range.lowerBound))
    items = builder.items(includingHidden: true)
    headings = nil
    let dates = range.filter(isShown)
    let row = context.row(dates.map(\.daysSinceEpoch), items, month: nil, isBar: \.isLong)
    days = row.days
    segments = row.segments
    let byDay = Self.byDay(items, dates.map { DayColumn.window($0, in: zone) })
    columns = zip(dates, byDay).map { date, own in
      DayColumn(
        date, items: options.isValid(date) ? own : [], in: zone, options: options.hours, now: now)
    }
  }

  init(
    context: ViewContext, number: Int, days: [DayCell], columns: [DayColumn], segments: [Segment],
    items: [ViewItem], headings: [String?]
  ) {
    self.context = context
    self.number = number
    self.days = days
    self.columns = columns
    self.segments = segments
    self.items = items
    self.headings = headings
  }

  /// The view with at most so many lanes, for a drawing; unchanged where the options have a limit.
  package func fitted(lanes limit: Int) -> WeekView {
    guard options.maximumLanes == nil, segments.laneCount > limit else { return self }
    let row = context.fitted(days, segments, lanes: limit)
    return WeekView(
      context: context, number: number, days: row.days, columns: columns, segments: row.segments,
      items: items, headings: headings)
  }

  /// The days of the week of a day; fewer than seven only at the calendar's ends.
  public static func days(ofWeek date: CivilDate, firstWeekday: Weekday) -> ClosedRange<CivilDate> {
    let start = date.daysSinceEpoch - date.weekday.days(after: firstWeekday)
    return CivilDate(daysSinceEpoch: start)...CivilDate(daysSinceEpoch: start + 6)
  }

  /// The items of each day's hours; each item is compared with its own days only.
  private static func byDay(_ items: [ViewItem], _ windows: [Range<Instant>]) -> [[ViewItem]] {
    var byDay = windows.map { _ in [ViewItem]() }
    for item in items where !item.isLong || item.isBackground {
      let first = windows.firstIndex { $0.upperBound > item.start } ?? windows.count
      // A day that the clocks of the zone skip has no time, but items go on after it.
      for index in windows[first...].indices.prefix(while: { windows[$0].isEmpty || item.isIn(windows[$0]) })
      where !windows[index].isEmpty {
        byDay[index].append(item)
      }
    }
    return byDay
  }
}
