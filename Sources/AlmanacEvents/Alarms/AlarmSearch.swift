internal import AlmanacRecurrence
public import AlmanacTime

/// A search for the signals of calendars in a window, up to a number.
///
/// For each alarm only those occurrences are visited that can give a signal in the window, so alarms that reach far do not
/// slow down the others.
struct AlarmSearch {
  /// The seconds of the first range that is searched for all alarms, and for the next ones.
  static let (someWeeks, day) = (40 * 86_400, 86_400)

  let window: Range<Instant>
  let viewer: Zone
  let query: OccurrenceQuery
  let defaults: DefaultAlarms
  /// The most signals to find.
  let most: Int
  private let filter: ItemFilter
  private var calendar = 0
  private var copies: [SeriesID: AlarmCopies] = [:]
  private(set) var signals: [AlarmSignal] = []
  /// The number of instances that may still be visited; an alarm may go off so long after them that few are in the window.
  private(set) var work: Int
  /// The series at which `work` was used up.
  private(set) var exhaustingItem: Item?
  /// Whether there are more signals, so that those found need not be the earliest.
  private(set) var isCutShort = false
  /// The excluded series, with the visits of the others; `nil` where all are searched.
  private let excluded: ExcludedSeries?

  init(
    _ window: Range<Instant>, _ viewer: Zone, _ query: OccurrenceQuery, _ defaults: DefaultAlarms, most: Int,
    work: Int, excluding excluded: ExcludedSeries? = nil
  ) {
    self.excluded = excluded
    self.window = window
    self.viewer = viewer
    self.query = query
    self.defaults = defaults
    self.most = most
    self.work = work
    filter = ItemFilter(query)
  }

  /// - Parameter calendar: The place of the calendar among those of the query.
  mutating func search(_ store: ItemStore, calendar: Int) {
    self.calendar = calendar
    copies = [:]
    let (from, upTo) = (window.lowerBound.secondsSinceEpoch, window.upperBound.secondsSinceEpoch)
    for entry in store.alarms.entries(from: from, upTo: upTo) where !isCutShort {
      if let plan = entry.plan?.expanded(by: store.calendarSystems) { search(plan) }
      guard entry.item.hasAlarms, filter.matches(entry.item) else { continue }
      if let times = entry.times {
        let occurrence = Occurrence(entry.item, times, calendar: Int32(clamping: calendar))
        for (index, alarm) in entry.item.alarms.enumerated() { add(alarm, index, of: occurrence) }
      }
      searchInstants(entry.item, store)
    }
    searchDefaults(of: store)
  }

  /// Searches the alarms of a series, unless it is excluded.
  private mutating func search(_ plan: SeriesPlan) {
    guard let excluded, let item = plan.stretches.first?.item else { return searchInstances(plan) }
    let (place, before) = (SeriesPlace(item, calendar), work)
    if excluded.places.contains(place) { return }
    searchInstances(plan)
    excluded.visits[place, default: 0] += before - work
  }

  /// Searches the alarms of the instances of a series.
  private mutating func searchInstances(_ plan: SeriesPlan) {
    guard let reach = plan.reach else { return }
    for (number, stretch) in plan.stretches.enumerated()
    where stretch.item.hasAlarms && filter.matches(stretch.item) {
      let zones = [plan.expansion.set.start.zone ?? viewer] + stretch.item.clocks
      for (index, alarm) in stretch.item.alarms.enumerated() where alarm.canCount(for: stretch.item) {
        for sources in alarm.sources(of: window, within: reach, zones: zones) where !isCutShort {
          let result = plan.occurrences(
            of: number, in: sources.window, viewer: viewer, maximumPassedOver: Swift.max(1, work)
          ) { id, start, end in
            work -= 1
            let times = OccurrenceTimes(from: start, to: end, id: id, of: stretch.item)
            let occurrence = Occurrence(stretch.item, times, calendar: Int32(clamping: calendar))
            work -= add(alarm, index, of: occurrence, numbers: sources.numbers) / 8
            return !isCutShort && work > 0
          }
          // A range is found in the time of some instances.
          work -= result.passedOver + 8
          if work <= 0 { (exhaustingItem, isCutShort) = (stretch.item, true) }
        }
      }
    }
  }

  /// Searches the alarms at an instant. Copies of one alarm go off once.
  private mutating func searchInstants(_ item: Item, _ store: ItemStore) {
    for (index, alarm) in item.alarms.enumerated() {
      guard let instant = alarm.instant else { continue }
      let (times, _) = alarm.pendingTimes(from: instant.in(viewer), in: window)
      if times.isEmpty { continue }
      let series = SeriesID(item)
      let known =
        copies[series] ?? AlarmCopies(in: store.entries(of: series), store.calendarSystems, viewer: viewer)
      copies[series] = known
      if known.isSignalled(alarm, of: item) { add(alarm, index, item, nil, times, isDefault: false) }
    }
  }

  /// Searches the default alarms of items without alarms of their own.
  private mutating func searchDefaults(of store: ItemStore) {
    for (alarms, isDate) in [(defaults.allDay, true), (defaults.timed, false)] {
      for (place, alarm) in alarms.enumerated() {
        guard case .relative(_, let anchor) = alarm.trigger else { continue }
        var query = query
        query.limit = most
        for sources in alarm.sources(of: window, within: .min ... .max) where !isCutShort {
          // An occurrence that ends just when the window begins counts too.
          let from = sources.window.lowerBound.adding(seconds: anchor == .end ? -1 : 0)
          let upTo = sources.window.upperBound
          guard store.index.reaches(beyond: from), store.index.begins(before: upTo) else { continue }
          var collector = OccurrenceCollector(
            query, in: from..<upTo, viewer: viewer, startsOnly: anchor == .start,
            where: { $0.takesDefaults(alarm, isDate: isDate) })
          collector.collect([store], from: calendar)
          let agenda = collector.finish()
          if agenda.isTruncated { isCutShort = true }
          for occurrence in agenda.found {
            add(alarm, place, of: occurrence, numbers: sources.numbers, isDefault: true)
          }
        }
      }
    }
  }

  /// - Returns: The number of signals that were tried and are not in the window.
  @discardableResult
  private mutating func add(
    _ alarm: Alarm, _ index: Int, of occurrence: Occurrence,
    numbers: ClosedRange<Int> = 0...Alarm.maximumRepetitions, isDefault: Bool = false
  ) -> Int {
    guard let first = alarm.first(for: occurrence, viewer: viewer, isDefault: isDefault) else { return 0 }
    let (times, tried) = alarm.pendingTimes(from: first, in: window, numbers: numbers)
    add(alarm, index, occurrence.item, occurrence, times, isDefault: isDefault)
    return tried
  }

  private mutating func add(
    _ alarm: Alarm, _ index: Int, _ item: Item, _ occurrence: Occurrence?,
    _ times: [(instant: Instant, repetition: Int)], isDefault: Bool
  ) {
    if signals.count + times.count > most { isCutShort = true }
    if isCutShort { return }
    for (instant, repetition) in times {
      signals.append(
        AlarmSignal(
          instant: instant, alarm: alarm, item: item, occurrence: occurrence, repetition: repetition,
          isDefault: isDefault, index: index, calendar: calendar))
    }
  }
}

/// A series of one of the calendars of a search.
struct SeriesPlace: Sendable, Hashable {
  let calendar: Int
  let series: SeriesID

  init(_ item: Item, _ calendar: Int) { (self.calendar, series) = (calendar, SeriesID(item)) }
}

/// The series that searches exclude, and the number of instances that they visited of the others.
final class ExcludedSeries {
  fileprivate(set) var visits: [SeriesPlace: Int] = [:]
  private(set) var places: Set<SeriesPlace> = []

  /// - Returns: Whether the series was not excluded before.
  func insert(_ place: SeriesPlace) -> Bool { places.insert(place).inserted }

  /// Excludes the series with at least `count` visited instances, or else those with the most, and resets the counters.
  ///
  /// - Returns: The series that were not excluded before.
  func excludeMostVisited(from count: Int) -> [SeriesPlace] {
    let least = Swift.min(count, visits.values.max() ?? 0)
    let found = visits.filter { $0.value >= least }.keys.filter(insert)
    visits = [:]
    return found
  }
}

extension Item {
  /// The zones in which an item states its times.
  fileprivate var clocks: [Zone] {
    guard case .end(let end) = extent else { return [clock].compactMap { $0 } }
    return [clock, end.zone].compactMap { $0 }
  }

  /// Whether the item has no alarms of its own and a default alarm applies to it.
  fileprivate func takesDefaults(_ alarm: Alarm, isDate: Bool) -> Bool {
    if isCancelled || todo?.isClosed ?? false { return false }
    return content.extras.alarms.isEmpty && (moment?.isDate ?? false) == isDate
      && alarm.canCount(for: self)
  }
}

/// One time at which an alarm goes off.
public struct AlarmSignal: Sendable, Hashable {
  /// The instant at which the alarm goes off.
  public let instant: Instant
  /// The alarm as the item, or the list of defaults, states it.
  public let alarm: Alarm
  /// The item whose alarm it is; the override where one replaces the instance.
  public let item: Item
  /// The occurrence of which it reminds; `nil` for an alarm at an instant, which goes off once in a series.
  public let occurrence: Occurrence?
  /// 0 for the first signal, then the number of the repetition.
  public let repetition: Int
  /// Whether it is a default alarm, of an item without alarms of its own.
  public let isDefault: Bool
  /// The index of the alarm among the item's, or among the defaults.
  public let index: Int
  /// The place of its calendar among those of the query, counted from 0.
  public let calendar: Int

  /// The order in which signals are listed: by instant; then by UID, kind and occurrence; then by the places of calendar,
  /// item, alarm and repetition.
  public static func isBefore(_ one: AlarmSignal, _ other: AlarmSignal) -> Bool {
    if one.instant != other.instant { return one.instant < other.instant }
    if let isBefore = one.item.uid.isBefore(other.item.uid) { return isBefore }
    return one.place < other.place
  }

  /// An alarm at an instant has no occurrence: the main item comes before its overrides.
  private var place: (String, Int64, Int, Int64, Int, Int) {
    (
      item.kind.rawValue, occurrence?.recurrenceID?.seconds ?? .min, calendar,
      item.recurrenceID?.seconds ?? .min, index, repetition
    )
  }
}

/// Alarms for items that have none of their own: one list for items of whole days, one for items at times.
public struct DefaultAlarms: Sendable, Hashable {
  /// Alarms for items whose start, or due time where there is no start, is a date; empty for none.
  public var allDay: [Alarm]
  /// Alarms for items whose start, or due time where there is no start, is a time; empty for none.
  public var timed: [Alarm]

  /// Creates lists of default alarms. Queries ignore alarms at an instant in them: a default counts from a start or
  /// an end.
  public init(allDay: [Alarm] = [], timed: [Alarm] = []) {
    self.allDay = allDay
    self.timed = timed
  }

  /// No default alarms; the default of queries.
  public static let none = DefaultAlarms()

  /// The default alarms of an item.
  public func alarms(for item: some CalendarItem) -> [Alarm] {
    item.item.moment?.isDate ?? false ? allDay : timed
  }
}
