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
  public let zone: Zone
  public let options: ViewOptions
  /// The calendars that are shown, by the index in `ViewItem.ID`.
  public let calendars: [CalendarLabel]
  /// The series that repeat too often to be expanded; days from their first missing instance on are incomplete.
  public let unexpanded: [UnexpandedSeries]
  /// The number of the week by `ViewOptions.weekNumbers`.
  public let weekNumber: Int
  /// The cell of the day, with all its items.
  public let cell: DayCell
  /// The items of whole days or of 24 hours and longer.
  public let allDay: [ViewItem]
  public let column: DayColumn

  /// The items of `allDay` as bars, each in a lane of its own, up to `ViewOptions.maximumRows`; `cell.hiddenCount` counts
  /// the others.
  public var segments: [Segment] {
    allDay.prefix(allDay.count - cell.hiddenCount).enumerated().map { lane, item in
      Segment(
        item: item, columns: 0..<1, lane: lane, continuesBefore: item.days.lowerBound < date,
        continuesAfter: item.days.upperBound > date)
    }
  }
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
    var reader = ItemReader(zone: zone, labels: calendars, options: options)
    let items = reader.items(occurrences, in: date...date)
    let onDay = items.filter { $0.days.contains(date) }
    self.date = date
    self.zone = zone
    self.options = options
    self.calendars = calendars
    self.unexpanded = unexpanded
    weekNumber = options.weekNumber(ofRow: options.rowStart(of: date))
    var cell = CellMaker(options: options, today: today, selected: nil, unexpanded: unexpanded, zone: zone)
      .cell(date.daysSinceEpoch, in: nil, items: onDay)
    let allDay = cell.items.filter(\.isLong)
    cell.hiddenCount = max(allDay.count - max(options.maximumRows ?? .max, 0), 0)
    self.cell = cell
    self.allDay = allDay
    column = ColumnMaker(zone: zone, options: options.hours, now: now)
      .column(date, items: options.isValid(date) ? items : [])
  }
}
