public import AlmanacTime

extension EventCalendar {
  /// The alarms that go off within a half-open range of instants, in the order of `AlarmSignal.isBefore`.
  ///
  /// Each occurrence has its own: those that an override moved at their new time, and an override's own alarms in
  /// place of the series'. An alarm at an instant goes off once. What is cancelled or done gives none, nor what has
  /// been acknowledged. Days and weeks before a start count on the clock of the item, whole days and floating times on
  /// the viewer's. A limit of the query is one of signals.
  ///
  /// Copies of an alarm at an instant, which overrides take along from their series, are one alarm: they have its UID,
  /// or are the same in all but that and whether they have been seen. What was put off is of the last instance whose
  /// signal had been seen by then, and is over with it.
  ///
  /// ```swift
  /// for signal in try calendar.alarms(in: now..<now.adding(seconds: 3600), viewer: madrid) {
  ///   print(signal.instant, signal.item.summary)
  /// }
  /// ```
  /// - Parameter defaults: The alarms of items that have none.
  /// - Throws: `EventError` with code `too_many_instances` where there are more signals than `query.budget` and the query
  ///   has no limit.
  public func alarms(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) throws(EventError) -> [AlarmSignal] {
    try CollectionOfOne(self).alarms(in: window, viewer: viewer, matching: query, defaults: defaults)
  }

  /// The first alarms that go off later than an instant, `count` of them whatever the query's limit.
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
  ) throws(EventError) -> [AlarmSignal] {
    let most = Swift.min(Swift.max(0, query.budget), 1 << 32)
    // Some weeks at once, and then ever longer stretches.
    let found = alarms(
      from: window.lowerBound, upTo: window.upperBound, count: query.limit ?? most + 1, length: 40 * 86_400,
      viewer, query, defaults)
    if query.limit == nil, found.count > most {
      throw EventError(
        .tooManyInstances, "VALARM", uid: found[most].item.uid,
        expected: "a range that ends by \(found[most].instant), as \(most) alarms are before it")
    }
    return found
  }

  /// The first alarms that go off in any of the calendars later than an instant. See the same of one.
  public func nextAlarms(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) -> [AlarmSignal] {
    // A day, and then ever longer stretches.
    alarms(
      from: instant.adding(seconds: 1), upTo: .max, count: count, length: 86_400, viewer, query, defaults)
  }

  /// The first signals of a range, stretch by stretch: where there is too much in one, of a shorter one. So the work
  /// is bounded however often something repeats.
  private func alarms(
    from: Instant, upTo: Instant, count: Int, length: Int, _ viewer: Zone, _ query: OccurrenceQuery,
    _ defaults: DefaultAlarms
  ) -> [AlarmSignal] {
    let count = Swift.max(0, Swift.min(count, 1 << 32))
    var (from, length, most) = (from, length, Swift.max(10_000, Swift.min(count, 100_000)))
    var found: [AlarmSignal] = []
    while found.count < count, from < upTo, contains(where: { $0.store.mayAlarm(from: from, defaults) }) {
      let end = Swift.min(from.adding(seconds: length), upTo)
      var search = AlarmSearch(from..<end, viewer, query, defaults, most: most)
      for (number, calendar) in enumerated() { search.search(calendar.store, calendar: number) }
      let covered = end.seconds(since: from)
      if !search.isCutShort {
        found += search.signals.sorted(by: AlarmSignal.isBefore)
        from = end
        length = Swift.min(length, 1 << 60) * 2
      } else if covered > 1 {
        length = Swift.max(1, covered / 8)
      } else {
        most *= 2
      }
    }
    return Array(found.prefix(count))
  }
}

extension ItemStore {
  /// Whether any alarm may go off at an instant or later.
  fileprivate func mayAlarm(from instant: Instant, _ defaults: DefaultAlarms) -> Bool {
    if alarms.entries.summary?.last ?? .min >= instant.secondsSinceEpoch { return true }
    let trail = (defaults.allDay + defaults.timed).compactMap { $0.reach?.upperBound }.max()
    return trail.map { index.reaches(beyond: instant.adding(seconds: -$0 - EventTime.longestDay)) } ?? false
  }
}
