public import AlmanacEvents
public import AlmanacTime

/// A week, or any run of days: a cell for each day with its summary, and the days' hours side by side.
///
/// ```swift
/// let week = WeekView(of: today, showing: [course], in: madrid, today: today)
/// for day in week.days { print(day.date, day.summary) }        // .nothing, .single(item), .several(3)
/// ```
public struct WeekView: Sendable, Hashable {
  public let zone: Zone
  public let options: ViewOptions
  public let today: CivilDate?
  public let selected: CivilDate?
  /// The calendars that are shown, by the index in `ViewItem.ID`.
  public let calendars: [CalendarLabel]
  /// The series that repeat too often to be expanded; days from their first missing instance on are incomplete.
  public let unexpanded: [UnexpandedSeries]
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

  /// The longest of the columns, as the common axis of the hours (`DayColumn.offset(_:along:)`): an hour that occurs twice
  /// has two lines on it, and a skipped one stays empty.
  public var axis: DayColumn? {
    columns.max { $0.length < $1.length }
  }

  /// The most days of a view.
  public static let maximumDays = 62
}

extension WeekView {
  /// The week of a day, with the items of calendars.
  public init(
    of date: CivilDate, showing calendars: [EventCalendar], in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    self.init(
      days: Self.days(ofWeek: date, firstWeekday: options.firstWeekday), showing: calendars, in: zone,
      today: today, selected: selected, now: now, options: options)
  }

  /// A run of at most `maximumDays` days, with the items of calendars.
  public init(
    days: ClosedRange<CivilDate>, showing calendars: [EventCalendar], in zone: Zone, today: CivilDate? = nil,
    selected: CivilDate? = nil, now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let agenda = calendars.agenda(on: days.cut, in: zone, options)
    self.init(
      days: days, occurrences: agenda.found, unexpanded: agenda.unexpanded,
      calendars: calendars.map { CalendarLabel($0) }, in: zone, today: today, selected: selected, now: now,
      options: options)
  }

  /// A run of at most `maximumDays` days, with occurrences from a query or made by the caller.
  ///
  /// - Parameters:
  ///   - occurrences: The occurrences in any order; those on other days are left out.
  ///   - unexpanded: The series with missing occurrences; see `Agenda`.
  ///   - calendars: The names and colours of the calendars, by `Occurrence.calendar`.
  ///   - now: The instant to mark as the present.
  /// - Complexity: O(*n* log *n*).
  public init(
    days range: ClosedRange<CivilDate>, occurrences: [Occurrence], unexpanded: [UnexpandedSeries] = [],
    calendars: [CalendarLabel] = [], in zone: Zone, today: CivilDate? = nil, selected: CivilDate? = nil,
    now: Instant? = nil, options: ViewOptions = .standard
  ) {
    let weekdays = options.weekdays
    self.init(
      range.cut, dates: range.cut.filter { weekdays.contains($0.weekday) }, occurrences: occurrences,
      unexpanded: unexpanded, calendars: calendars, in: zone, today: today, selected: selected, now: now,
      options: options)
  }

  /// - Parameter dates: The days of the range that are shown.
  init(
    _ range: ClosedRange<CivilDate>, dates: [CivilDate], occurrences: [Occurrence],
    unexpanded: [UnexpandedSeries], calendars: [CalendarLabel], in zone: Zone, today: CivilDate?,
    selected: CivilDate?, now: Instant?, options: ViewOptions
  ) {
    self.zone = zone
    self.options = options
    self.today = today
    self.selected = selected
    self.calendars = calendars
    self.unexpanded = unexpanded
    number = options.weekNumber(ofRow: options.rowStart(of: range.lowerBound))
    var reader = ItemReader(zone: zone, labels: calendars, options: options)
    items = reader.items(occurrences, in: range)
    let maker = RowMaker(
      options: options, today: today, selected: selected, incomplete: unexpanded.firstDay(in: zone))
    let row = maker.row(dates.map(\.daysSinceEpoch), items, month: nil, isBar: \.isLong)
    days = row.days
    segments = row.segments
    let byDay = Self.byDay(items, dates.map { DayColumn.window($0, in: zone, options.hours) })
    columns = zip(dates, byDay).map { date, own in
      DayColumn(
        date, items: options.isValid(date) ? own : [], in: zone, options: options.hours, now: now)
    }
  }

  /// The days of the week of a day; fewer than seven only at the calendar's ends.
  public static func days(ofWeek date: CivilDate, firstWeekday: Weekday) -> ClosedRange<CivilDate> {
    let start = date.daysSinceEpoch - date.weekday.days(after: firstWeekday)
    return CivilDate(daysSinceEpoch: start)...CivilDate(daysSinceEpoch: start + 6)
  }

  /// The items of each day's hours; each item is compared with its own days only.
  private static func byDay(_ items: [ViewItem], _ windows: [Range<Instant>]) -> [[ViewItem]] {
    var byDay = windows.map { _ in [ViewItem]() }
    for item in items where !item.isLong {
      let first = windows.firstIndex { $0.upperBound > item.start } ?? windows.count
      for index in windows[first...].indices.prefix(while: { item.isIn(windows[$0]) }) {
        byDay[index].append(item)
      }
    }
    return byDay
  }
}

extension ClosedRange<CivilDate> {
  /// The first days, up to `WeekView.maximumDays`.
  fileprivate var cut: ClosedRange<CivilDate> {
    lowerBound...Swift.min(upperBound, lowerBound.adding(days: WeekView.maximumDays - 1))
  }
}
