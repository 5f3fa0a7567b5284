public import AlmanacEvents
public import AlmanacTime

/// One day: its hours with overlapping items side by side, and above them the items of whole days.
///
/// ```swift
/// let day = DayView(of: today, showing: [course], in: madrid, now: now)
/// for box in day.column.boxes { draw(box.item, at: box.drawn, from: box.leading, to: box.trailing) }
/// ```
public struct DayView: Sendable, Hashable {
  public let date: CivilDate
  /// The cell of the day, with all its items.
  public let cell: DayCell
  public let column: DayColumn
  /// The day as a week of one day.
  package let week: WeekView

  public var zone: Zone { week.zone }
  public var options: ViewOptions { week.options }
  /// The calendars that are shown, by the index in `ViewItem.ID`.
  public var calendars: [CalendarLabel] { week.calendars }
  /// The series that repeat too often to be expanded; days from their first missing instance on are incomplete.
  public var unexpanded: [UnexpandedSeries] { week.unexpanded }
  /// The number of the week by `ViewOptions.weekNumbers`.
  public var weekNumber: Int { week.number }
  /// The items of whole days or of 24 hours and longer.
  public var allDay: [ViewItem] { cell.items.filter(\.isLong) }
  /// The items of `allDay` as bars, each in a lane of its own, up to `ViewOptions.maximumRows`; `cell.hiddenCount` counts
  /// the others.
  public var segments: [Segment] { week.segments }
}

extension DayView {
  /// A day of the items of calendars.
  public init(
    of date: CivilDate, showing calendars: [EventCalendar], in zone: Zone, today: CivilDate? = nil,
    now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let agenda = calendars.agenda(on: date...date, in: zone, options)
    self.init(
      of: date, occurrences: agenda.found, unexpanded: agenda.unexpanded,
      calendars: calendars.map { CalendarLabel($0) }, in: zone, today: today, now: now, options: options)
  }

  /// A day of occurrences from a query or made by the caller.
  ///
  /// - Parameters:
  ///   - occurrences: The occurrences in any order; those on other days are left out.
  ///   - unexpanded: The series with missing occurrences; see `Agenda`.
  ///   - calendars: The names and colours of the calendars, by `Occurrence.calendar`.
  ///   - now: The instant to mark as the present.
  /// - Complexity: O(*n* log *n*).
  public init(
    of date: CivilDate, occurrences: [Occurrence], unexpanded: [UnexpandedSeries] = [],
    calendars: [CalendarLabel] = [], in zone: Zone, today: CivilDate? = nil, now: Instant? = nil,
    options: ViewOptions = .standard
  ) {
    week = WeekView(
      date...date, dates: [date], occurrences: occurrences, unexpanded: unexpanded, calendars: calendars,
      in: zone, today: today, selected: nil, now: now, options: options)
    self.date = date
    cell = week.days[0]
    column = week.columns[0]
  }
}
