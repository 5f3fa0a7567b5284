public import AlmanacTime

/// One day: its hours with overlapping items side by side, and above them the items of whole days.
///
/// ```swift
/// let day = DayView(of: today, showing: [course], in: madrid, now: now)
/// for box in day.column.boxes { draw(box.item, at: box.drawn, from: box.leading, to: box.trailing) }
/// ```
public struct DayView: CalendarView {
  /// The day as a week of one day.
  package let week: WeekView

  /// The day that is shown.
  public var date: CivilDate { cell.date }
  /// The cell of the day, with all its items.
  public var cell: DayCell { week.days[0] }
  /// The hours of the day, with its items shorter than 24 hours as boxes.
  public var column: DayColumn { week.columns[0] }
  public var context: ViewContext { week.context }
  /// The number of the week by `ViewOptions.weekNumbers`.
  public var weekNumber: Int { week.number }
  /// The items of whole days or of 24 hours and longer.
  public var allDay: [ViewItem] { cell.items.filter(\.isLong) }
  /// The items of `allDay` as bars, each in a lane of its own, up to `ViewOptions.maximumLanes`; `cell.hiddenCount` counts
  /// the others.
  public var segments: [Segment] { week.segments }
}

extension DayView {
  /// Creates the view of a day.
  ///
  /// - Parameters:
  ///   - date: The day to show, also where its weekday is hidden in grids.
  ///   - source: The calendars, or occurrences on the day.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - now: The instant to mark as the present.
  ///   - options: The options of items and hours.
  /// - Complexity: O(*n* log *n*).
  public init(
    of date: CivilDate, showing source: some ViewSource, in zone: Zone, today: CivilDate? = nil,
    now: Instant? = nil, options: ViewOptions = .standard
  ) {
    week = WeekView(date...date, showing: source, in: zone, today: today, now: now, options: options)
  }
}
