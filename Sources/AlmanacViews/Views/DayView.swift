public import AlmanacEvents
public import AlmanacTime

/// One day: its hours with overlapping items side by side, and above them what lasts the whole day.
///
/// ```swift
/// let day = DayView(of: today, showing: [course], in: madrid, now: now)
/// for box in day.column.boxes { draw(box.item, at: box.drawn, from: box.leading, to: box.trailing) }
/// ```
public struct DayView: Sendable, Hashable {
  public let date: CivilDate
  public let zone: Zone
  public let options: ViewOptions
  /// The calendars that are shown, in the order by which items name them.
  public let calendars: [CalendarLabel]
  /// The series of which instances are missing, as they repeat too often; from the first of them on the days are
  /// marked as incomplete.
  public let unexpanded: [UnexpandedSeries]
  /// By the numbering that the options choose.
  public let weekNumber: Int
  /// The day as grids show it, with all its items.
  public let cell: DayCell
  /// Whole days, and what lasts a day or longer.
  public let allDay: [ViewItem]
  public let column: DayColumn

  /// What lasts the whole day as bars, each in a lane of its own; `cell.hiddenCount` tells of those beyond the maximum
  /// of rows.
  public var segments: [Segment] {
    allDay.prefix(allDay.count - cell.hiddenCount).enumerated().map { lane, item in
      Segment(
        item: item, columns: 0..<1, lane: lane, continuesBefore: item.days.lowerBound < date,
        continuesAfter: item.days.upperBound > date)
    }
  }
}

extension DayView {
  /// A day of all that happens in calendars.
  public init(
    of date: CivilDate, showing calendars: [EventCalendar], in zone: Zone, today: CivilDate? = nil,
    now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let agenda = calendars.agenda(on: date...date, in: zone, options)
    self.init(
      of: date, occurrences: agenda.found, unexpanded: agenda.unexpanded,
      calendars: calendars.map { CalendarLabel($0) }, in: zone, today: today, now: now, options: options)
  }

  /// A day of occurrences that the caller has queried or made.
  ///
  /// - Parameters:
  ///   - occurrences: In any order; those on other days are left out.
  ///   - unexpanded: The series of which occurrences are missing; see `Agenda`.
  ///   - calendars: What their `calendar` numbers mean, for colours and names.
  ///   - now: Where the present is marked.
  /// - Complexity: O(n log n), however many overlap.
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
