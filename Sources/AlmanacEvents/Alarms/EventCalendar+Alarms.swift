public import AlmanacTime

extension CalendarQueryable {
  /// The alarms that go off within a half-open range of instants, in the order of `AlarmSignal.isBefore`.
  ///
  /// Each occurrence has its own signals, at the new time where an override moved it; an override's own alarms replace those of
  /// the series. An alarm at an instant goes off once. Cancelled and completed items and acknowledged alarms are skipped. Days
  /// and weeks before a start are counted in the zone of the item, those of whole days and floating times in the viewer's. A
  /// limit of the query is a limit of signals.
  ///
  /// Copies of an alarm at an instant, which overrides inherit from their series, are one alarm: they have its UID, or are
  /// equal but for UID and acknowledgement. A snooze belongs to the last instance whose signal had gone off by then, and
  /// ends with it.
  ///
  /// ```swift
  /// for signal in try calendar.alarms(in: now..<now.adding(seconds: 3600), viewer: madrid) {
  ///   print(signal.instant, signal.item.summary)
  /// }
  /// ```
  ///
  /// Items without alarms of their own get those of `defaults`.
  ///
  /// - Throws: `EventError` with code `too_many_instances` where there are more signals than `query.budget` and the query
  ///   has no limit, or where far more instances than that have to be visited to find the signals.
  public func alarms(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) throws(EventError) -> [AlarmSignal] {
    let most = Swift.min(Swift.max(0, query.budget), 1 << 32)
    // Some weeks first, then ever longer ranges.
    let found = try alarms(
      from: window.lowerBound, upTo: window.upperBound, count: query.limit ?? most + 1,
      length: AlarmSearch.someWeeks, viewer, query, defaults)
    if query.limit == nil, found.count > most {
      throw EventError(
        .tooManyInstances, "VALARM", uid: found[most].item.uid,
        expected: "a range that ends by \(found[most].instant): there are \(most) alarms before that")
    }
    return found
  }

  /// The first `count` alarms that go off later than an instant; a limit of the query has no effect.
  ///
  /// - Throws: `EventError` with code `too_many_instances` where far more instances than `query.budget` have to be visited
  ///   to find them.
  public func nextAlarms(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all,
    defaults: DefaultAlarms = .none
  ) throws(EventError) -> [AlarmSignal] {
    // A day first, then ever longer ranges.
    try alarms(
      from: instant.adding(seconds: 1), upTo: .max, count: count, length: AlarmSearch.day, viewer, query,
      defaults)
  }

  /// The first signals of a range, which is searched in shorter ranges. One with too many signals is made shorter, so
  /// the work is bounded however often a series repeats.
  ///
  /// - Parameters:
  ///   - length: The seconds of the first range.
  ///   - excluded: The series that are not searched; `nil` to search all.
  func alarms(
    from: Instant, upTo: Instant, count: Int, length: Int, _ viewer: Zone, _ query: OccurrenceQuery,
    _ defaults: DefaultAlarms, excluding excluded: ExcludedSeries? = nil
  ) throws(EventError) -> [AlarmSignal] {
    let count = Swift.max(0, Swift.min(count, 1 << 32))
    var (from, length, most) = (from, length, Swift.max(10_000, Swift.min(count, 100_000)))
    // Ranges are tried several times, and most alarms find a signal for each instance that they visit.
    var work = 10 * Swift.max(10_000, Swift.min(Swift.max(query.budget, count), 1 << 32))
    var found: [AlarmSignal] = []
    while found.count < count, from < upTo,
      queriedCalendars.contains(where: { $0.store.mayAlarm(from: from, defaults) })
    {
      let end = Swift.min(from.adding(seconds: length), upTo)
      var search = AlarmSearch(
        from..<end, viewer, query, defaults, most: most, work: work, excluding: excluded)
      for (number, calendar) in queriedCalendars.enumerated() {
        search.search(calendar.store, calendar: number)
      }
      work = search.work
      if let item = search.exhaustingItem {
        throw EventError(
          .tooManyInstances, "VALARM", uid: item.uid,
          expected: "a range ending by \(from), an alarm nearer its event, or a rule that repeats less often")
      }
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

// MARK: Acknowledging and snoozing an alarm (RFC 9074 §6 and §7)

extension EventCalendar {
  /// Acknowledges an alarm: it and its repetitions end for all occurrences up to then. A snooze is removed, and the alarm
  /// that it put off is acknowledged.
  ///
  /// An item that had only default alarms gets them as its own, to store the acknowledgement.
  ///
  /// - Parameters:
  ///   - signal: A signal of the alarm. If the alarm has changed since, it is found by its UID.
  ///   - now: The instant of the acknowledgement; a later signal is acknowledged too.
  ///   - defaults: The default alarms with which the signal was found.
  ///   - uids: The source of the UID of an alarm that has none.
  /// - Throws: `EventError` with code `not_found` where the item no longer exists, `conflict` where the alarm does not.
  @discardableResult
  public mutating func acknowledge(
    _ signal: AlarmSignal, at now: Instant, defaults: DefaultAlarms = .none, uids: UIDSource = .random
  ) throws(EventError) -> CalendarChange {
    try answer(signal, at: now, defaults, uids) { alarms, index in
      alarms[index].acknowledge(signal, at: now)
      Self.dropSnooze(index, &alarms) { $0.acknowledge(signal, at: now) }
    }
  }

  /// Puts an alarm off: acknowledges it and adds an alarm at an instant that is related to it by `SNOOZE`. An alarm has
  /// one snooze at a time, and all instances of a series share the alarm: the snooze is that of the instance
  /// acknowledged last.
  ///
  /// - Throws: `EventError` with code `not_found` where the item no longer exists, `conflict` where the alarm does not,
  ///   `out_of_range` for an instant that is not later than `now`.
  @discardableResult
  public mutating func snooze(
    _ signal: AlarmSignal, until instant: Instant, at now: Instant, defaults: DefaultAlarms = .none,
    uids: UIDSource = .random
  ) throws(EventError) -> CalendarChange {
    guard instant > now else {
      throw EventError(.outOfRange, "TRIGGER", uid: signal.item.uid, expected: "an instant later than \(now)")
    }
    return try answer(signal, at: now, defaults, uids) { alarms, index in
      var later = alarms[index]
      later.trigger = .absolute(instant)
      later.acknowledged = nil
      later.repetition = nil
      later.unmodelled = Unmodelled()
      alarms[index].acknowledge(signal, at: now)
      if alarms[index].snoozed != nil {
        Self.dropSnooze(index, &alarms) { $0.acknowledge(signal, at: now) }
      } else {
        later.relations = [Relation(alarms[index].uid, kind: .snooze)]
        alarms.removeAll { $0.snoozed == later.snoozed }
      }
      later.uid = Self.freeUID(uids, alarms)
      alarms.append(later)
    }
  }

  private mutating func answer(
    _ signal: AlarmSignal, at now: Instant, _ defaults: DefaultAlarms, _ uids: UIDSource,
    _ change: (inout [Alarm], Int) -> Void
  ) throws(EventError) -> CalendarChange {
    guard let number = number(of: signal.item.id), let before = store[number] else {
      throw .noItem(signal.item.uid)
    }
    var (item, alarms) = (before, before.alarms)
    if alarms.isEmpty, signal.isDefault { alarms = defaults.alarms(for: item) }
    let isInPlace = alarms.indices.contains(signal.index) && alarms[signal.index] == signal.alarm
    guard
      let index = isInPlace
        ? signal.index
        : alarms.firstIndex(where: { $0 == signal.alarm || !$0.uid.isEmpty && $0.uid == signal.alarm.uid })
    else {
      throw EventError(.conflict, "VALARM", uid: item.uid, expected: "the alarm as it was when it was found")
    }
    if alarms[index].uid.isEmpty { alarms[index].uid = Self.freeUID(uids, alarms) }
    change(&alarms, index)
    item.alarms = alarms
    item.lastModified = now
    store.set(number, to: item)
    return CalendarChange([.init(number: number, before: before, after: item)])
  }

  /// Removes a snooze once the alarm that it put off has been acknowledged.
  private static func dropSnooze(_ index: Int, _ alarms: inout [Alarm], _ answer: (inout Alarm) -> Void) {
    guard let target = alarms[index].snoozed else { return }
    for other in alarms.indices where alarms[other].uid == target { answer(&alarms[other]) }
    alarms.remove(at: index)
  }

  /// A UID that none of the alarms has: one of the source, or a random one where the source gives none that is free.
  private static func freeUID(_ source: UIDSource, _ alarms: [Alarm]) -> String {
    source.freeUID(from: alarms.count, taken: alarms.count) { uid in !alarms.contains { $0.uid == uid } }
  }
}

extension Alarm {
  /// The UID of the alarm that this one repeats later; `nil` when it is not a snooze.
  public var snoozed: String? { relations.first { $0.kind == .snooze }?.target }

  fileprivate mutating func acknowledge(_ signal: AlarmSignal, at now: Instant) {
    acknowledged = Swift.max(acknowledged ?? .min, Swift.max(now, signal.instant))
  }
}
