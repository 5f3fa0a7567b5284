public import AlmanacTime

extension EventCalendar {
  /// The alarms that go off within a half-open range of instants, in the order of `AlarmSignal.isBefore`.
  ///
  /// Each occurrence has its own: those that an override moved at their new time, and an override's own alarms in
  /// place of the series'. An alarm at an instant goes off once. What is cancelled or done gives none, nor what has
  /// been acknowledged. Days and weeks before a start count on the clock of the item, whole days and floating times on
  /// the viewer's. At most `query.limit` are given, the earliest ones.
  ///
  /// ```swift
  /// for signal in calendar.alarms(in: now..<now.adding(seconds: 3600), viewer: madrid) {
  ///   print(signal.instant, signal.item.summary)
  /// }
  /// ```
  /// - Parameter defaults: The alarms of items that have none.
  public func alarms(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) -> [AlarmSignal] {
    CollectionOfOne(self).alarms(in: window, viewer: viewer, matching: query, defaults: defaults)
  }

  /// The first alarms that go off later than an instant.
  public func nextAlarms(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) -> [AlarmSignal] {
    CollectionOfOne(self).nextAlarms(
      after: instant, count: count, viewer: viewer, matching: query, defaults: defaults)
  }
}

/// Several calendars together.
extension Collection where Element == EventCalendar {
  /// The alarms that go off in any of the calendars within a half-open range of instants. See the same of one.
  public func alarms(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) -> [AlarmSignal] {
    var signals: [AlarmSignal] = []
    for (number, calendar) in enumerated() {
      var search = AlarmSearch(window, viewer, query, defaults, calendar: number)
      search.search(calendar.store)
      signals += search.signals
    }
    signals.sort(by: AlarmSignal.isBefore)
    return Array(signals.prefix(Swift.max(0, query.limit)))
  }

  /// The first alarms that go off in any of the calendars later than an instant.
  public func nextAlarms(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) -> [AlarmSignal] {
    var found: [AlarmSignal] = []
    var from = instant.adding(seconds: 1)
    // A day, and then ever longer stretches.
    var length = 86_400
    while found.count < count, contains(where: { $0.store.mayAlarm(from: from, defaults) }) {
      let upTo = from.adding(seconds: length)
      let signals = alarms(in: from..<upTo, viewer: viewer, matching: query, defaults: defaults)
      found += signals.prefix(count - found.count)
      from = upTo
      length *= 2
    }
    return found
  }
}

extension ItemStore {
  /// Whether any alarm may go off at an instant or later.
  fileprivate func mayAlarm(from instant: Instant, _ defaults: DefaultAlarms) -> Bool {
    var reach = alarms.reaches.summary ?? AlarmReach.Summary()
    if reach.last >= instant.secondsSinceEpoch { return true }
    if defaults == .none {
      return alarms.occurrences.reaches(beyond: instant.adding(seconds: -reach.trail))
    }
    for alarm in defaults.allDay + defaults.timed { reach.include(alarm) }
    return reach.last >= instant.secondsSinceEpoch
      || index.reaches(beyond: instant.adding(seconds: -reach.trail))
  }
}

/// The signals of one calendar in a window.
private struct AlarmSearch {
  let window: Range<Instant>
  let viewer: Zone
  let query: OccurrenceQuery
  let defaults: DefaultAlarms
  let calendar: Int
  private(set) var signals: [AlarmSignal] = []

  init(
    _ window: Range<Instant>, _ viewer: Zone, _ query: OccurrenceQuery, _ defaults: DefaultAlarms,
    calendar: Int
  ) {
    self.window = window
    self.viewer = viewer
    self.query = query
    self.defaults = defaults
    self.calendar = calendar
  }

  mutating func search(_ store: ItemStore) {
    searchInstants(store)
    var reach = store.alarms.reaches.summary ?? AlarmReach.Summary()
    for alarm in defaults.allDay + defaults.timed { reach.include(alarm) }
    let index = defaults == .none ? store.alarms.occurrences : store.index
    let from = window.lowerBound.adding(seconds: -reach.trail)
    let upTo = window.upperBound.adding(seconds: -reach.lead)
    var collector = OccurrenceCollector(query, in: from..<upTo, viewer: viewer)
    collector.collect(index, of: store)
    for occurrence in collector.finish().occurrences where !occurrence.item.isCancelled {
      let own = occurrence.item.alarms
      let alarms = own.isEmpty ? defaults.alarms(for: occurrence.item) : own
      for (index, alarm) in alarms.enumerated() {
        guard let first = alarm.first(for: occurrence, viewer: viewer, isDefault: own.isEmpty) else {
          continue
        }
        add(alarm, index, first, occurrence.item, occurrence, isDefault: own.isEmpty)
      }
    }
  }

  /// Alarms at an instant. One that an override has from its series goes off once.
  private mutating func searchInstants(_ store: ItemStore) {
    let (from, upTo) = (window.lowerBound.secondsSinceEpoch, window.upperBound.secondsSinceEpoch)
    var items: [Item] = []
    store.alarms.reaches.forEachLeaf(where: { $0.first < upTo && $0.last >= from }) { leaf in
      for index in leaf.indices where leaf[index].summary.first < upTo && leaf[index].summary.last >= from {
        items.append(leaf[index].item)
      }
    }
    let filter = ItemFilter(query)
    for item in items where filter.matches(item) && !item.isCancelled {
      let series =
        item.recurrenceID == nil
        ? [] : store.entries(of: SeriesID(item)).filter { $0.item.recurrenceID == nil }
      for (index, alarm) in item.alarms.enumerated() {
        guard case .absolute(let instant) = alarm.trigger,
          !series.contains(where: { $0.item.alarms.contains(alarm) })
        else { continue }
        add(alarm, index, instant.in(viewer), item, nil, isDefault: false)
      }
    }
  }

  private mutating func add(
    _ alarm: Alarm, _ index: Int, _ first: ZonedDateTime, _ item: Item, _ occurrence: Occurrence?,
    isDefault: Bool
  ) {
    for (instant, repetition) in alarm.pendingTimes(from: first) where window.contains(instant) {
      signals.append(
        AlarmSignal(
          instant: instant, alarm: alarm, item: item, occurrence: occurrence, repetition: repetition,
          isDefault: isDefault, index: index, calendar: calendar))
    }
  }
}
