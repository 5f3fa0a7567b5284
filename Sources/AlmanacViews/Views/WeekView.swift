public import AlmanacEvents
public import AlmanacTime

/// A week, or any run of days: a row a day with its summary, and the days' hours side by side.
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
  /// The calendars that are shown, in the order by which items name them.
  public let calendars: [CalendarLabel]
  /// The series of which instances are missing, as they repeat too often; from the first of them on the days are
  /// marked as incomplete.
  public let unexpanded: [UnexpandedSeries]
  /// The number of the week in which the first day lies.
  public let number: Int
  /// One cell a day, those on hidden weekdays left out.
  public let days: [DayCell]
  /// The hours of the days, in the same order.
  public let columns: [DayColumn]
  /// Above the hours: the bars of whole days and of what lasts a day or longer.
  public let segments: [Segment]
  /// Every item that is shown, once, in order.
  public let items: [ViewItem]

  /// The longest of the columns, along which the hours of all are drawn (`DayColumn.offset(_:along:)`): an hour that
  /// clocks show twice has two lines, and one that they skip stays empty.
  public var axis: DayColumn? {
    columns.max { $0.length < $1.length }
  }

  /// How many days a view has at most.
  public static let maximumDays = 62
}

extension WeekView {
  /// The week in which a day lies, of all that happens in calendars.
  public init(
    of date: CivilDate, showing calendars: [EventCalendar], in zone: Zone, firstWeekday: Weekday? = nil,
    today: CivilDate? = nil, selected: CivilDate? = nil, now: Instant? = nil,
    options: ViewOptions = .standard
  ) {
    let options = options.beginning(on: firstWeekday)
    self.init(
      days: Self.days(ofWeek: date, firstWeekday: options.firstWeekday), showing: calendars, in: zone,
      today: today, selected: selected,
      now: now, options: options)
  }

  /// A run of days, of all that happens in calendars; cut after `maximumDays`.
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

  /// A run of days of occurrences that the caller has queried or made; cut after `maximumDays`.
  ///
  /// - Parameters:
  ///   - occurrences: In any order; those on none of the days are left out.
  ///   - unexpanded: The series of which occurrences are missing; see `Agenda`.
  ///   - calendars: What their `calendar` numbers mean, for colours and names.
  ///   - now: Where the present is marked.
  /// - Complexity: O(n log n).
  public init(
    days range: ClosedRange<CivilDate>, occurrences: [Occurrence], unexpanded: [UnexpandedSeries] = [],
    calendars: [CalendarLabel] = [], in zone: Zone, today: CivilDate? = nil, selected: CivilDate? = nil,
    now: Instant? = nil,
    options: ViewOptions = .standard
  ) {
    let weekdays = options.weekdays
    let dates = range.cut.filter { weekdays.contains($0.weekday) }
    var reader = ItemReader(zone: zone, labels: calendars, options: options)
    let cells = CellMaker(
      options: options, today: today, selected: selected, unexpanded: unexpanded, zone: zone)
    let hours = ColumnMaker(zone: zone, options: options.hours, now: now)
    let items = reader.items(occurrences, in: range.cut)
    let numbers = dates.map(\.daysSinceEpoch)
    var days = RowMaker(cells: cells).row(numbers, items, month: nil).days
    self.zone = zone
    self.options = options
    self.today = today
    self.selected = selected
    self.calendars = calendars
    self.unexpanded = unexpanded
    number = options.weekNumber(ofRow: options.rowStart(of: range.lowerBound))
    self.items = items
    var long = SegmentRow(numbers, options: options)
    for item in items where item.isLong { long.add(item, over: long.columns(of: item)) }
    segments = long.segments
    for index in days.indices { days[index].hiddenCount = long.hidden[index] }
    self.days = days
    let byDay = Self.byDay(items, dates, hours)
    columns = dates.indices.map { index in
      hours.column(dates[index], items: options.isValid(dates[index]) ? byDay[index] : [])
    }
  }

  /// The week in which a day lies; shorter than seven days only at the calendar's ends.
  public static func days(ofWeek date: CivilDate, firstWeekday: Weekday) -> ClosedRange<CivilDate> {
    let start = date.daysSinceEpoch - date.weekday.days(after: firstWeekday)
    return CivilDate(daysSinceEpoch: start)...CivilDate(daysSinceEpoch: start + 6)
  }

  /// The items of each day's hours, found by their days rather than each day asking all of them.
  private static func byDay(_ items: [ViewItem], _ dates: [CivilDate], _ hours: ColumnMaker) -> [[ViewItem]] {
    let windows = dates.map { hours.window($0) }
    var byDay = dates.map { _ in [ViewItem]() }
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
  /// At most as many days as a week view has.
  fileprivate var cut: ClosedRange<CivilDate> {
    lowerBound...Swift.min(upperBound, lowerBound.adding(days: WeekView.maximumDays - 1))
  }
}
