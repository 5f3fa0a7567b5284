public import AlmanacEvents
public import AlmanacTime

/// A day with a lane for each resource: rooms, courts, coaches. Renderers draw lanes as columns beside each other, or as the
/// rows of a timeline.
///
/// ```swift
/// let rooms = ResourceView(of: today, showing: calendars, in: madrid)      // by location
/// let coaches = ResourceView(of: today, showing: calendars, in: madrid, lanes: ["Ana", "Pau"]) { item in
///   item.item.attendees.map(\.name)
/// }
/// ```
public struct ResourceView: CalendarView {
  /// The day that is shown.
  public let date: CivilDate
  /// The lanes: those that the caller named, then others by name, last that of items without a resource.
  public let lanes: [Lane]
  /// The lanes as days side by side, with their names as headings.
  package let week: WeekView

  public var context: ViewContext { week.context }
  /// The items that are shown, each once, in order.
  public var items: [ViewItem] { week.items }

  /// The items of one resource.
  public struct Lane: Sendable, Hashable {
    /// The name of the resource; `nil` for the last lane, of items without one.
    public let name: String?
    /// Its hours.
    public let column: DayColumn
    /// Its items of whole days or of 24 hours and longer.
    public let allDay: [ViewItem]
  }
}

extension ResourceView {
  /// Creates the view of a day.
  ///
  /// - Parameters:
  ///   - date: The day to show, also where its weekday is hidden in grids.
  ///   - source: The calendars, or occurrences on the day.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - names: The resources that have a lane in any case, in this order. Others follow alphabetically.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - now: The instant to mark as the present.
  ///   - options: The options of items and hours.
  ///   - resources: The names of the resources of an item, by default its location. An item with several is in each of their
  ///     lanes; one with none is in the last lane.
  /// - Complexity: O(*n* log *n*) in the items in lanes.
  public init(
    of date: CivilDate, showing source: some ViewSource, in zone: Zone, lanes names: [String] = [],
    today: CivilDate? = nil, now: Instant? = nil, options: ViewOptions = .standard,
    resources: (ViewItem) -> [String] = { $0.item.location.isEmpty ? [] : [$0.item.location] }
  ) {
    let day = WeekView(date...date, showing: source, in: zone, today: today, now: now, options: options)
    var own: [String: [ViewItem]] = [:]
    var free: [ViewItem] = []
    for item in day.items {
      let found = Set(resources(item).filter { !$0.isEmpty })
      for name in found { own[name, default: []].append(item) }
      if found.isEmpty { free.append(item) }
    }
    var listed: Set<String> = []
    let first = names.filter { listed.insert($0).inserted }
    let others = own.keys.filter { !listed.contains($0) }
      .alphabetical { AlphabeticalKey($0, in: options.language) }
    let rows =
      (first + others).map { (name: Optional($0), items: own[$0] ?? []) }
      + (free.isEmpty ? [] : [(name: nil, items: free)])
    self.date = date
    week = WeekView(day, lanes: rows, now: now)
    lanes = zip(rows, week.columns).map { row, column in
      Lane(name: row.name, column: column, allDay: row.items.filter { $0.isLong && !$0.isBackground })
    }
  }
}

extension WeekView {
  /// Creates the lanes of a day as days side by side.
  fileprivate init(_ day: WeekView, lanes: [(name: String?, items: [ViewItem])], now: Instant?) {
    let (context, options) = (day.context, day.options)
    let date = day.days.first?.date ?? .min
    let isValid = options.isValid(date)
    let most = min(max(options.maximumLanes ?? .max, 0), ViewItem.maximumPerDay)
    var segments: [Segment] = []
    var cells: [DayCell] = []
    for (column, lane) in lanes.enumerated() {
      let long = isValid ? lane.items.filter { $0.isLong && !$0.isBackground && $0.days.contains(date) } : []
      for (place, item) in long.prefix(most).enumerated() {
        segments.append(
          Segment(
            item: item, columns: column..<column + 1, lane: place,
            continuesBefore: item.days.lowerBound < date, continuesAfter: item.days.upperBound > date))
      }
      cells.append(
        context.cell(
          date.daysSinceEpoch, in: nil, items: lane.items, hidden: Array(long.dropFirst(most))))
    }
    self.init(
      context: context, number: day.number, days: cells,
      columns: lanes.map {
        DayColumn(
          date, items: isValid ? $0.items : [], in: context.zone, options: options.hours, now: now)
      },
      segments: segments, items: day.items, headings: lanes.map(\.name))
  }
}
