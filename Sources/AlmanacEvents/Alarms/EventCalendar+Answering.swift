public import AlmanacTime

/// What somebody does about an alarm that went off (RFC 9074 §6 and §7).
extension EventCalendar {
  /// Marks an alarm as seen: it and its repetitions are over for all occurrences up to then. The alarm of a snooze
  /// goes away, and what it put off is over.
  ///
  /// An item that had only default alarms gets them as its own, so that what was seen can be written down.
  ///
  /// - Parameters:
  ///   - now: When it was seen; a signal of later is seen too.
  ///   - defaults: Those with which the signal was found.
  ///   - uids: Where an alarm has no identity, it gets one.
  /// - Throws: `EventError` with code `not_found` for an item that is gone, `conflict` for an alarm that is.
  @discardableResult
  public mutating func acknowledge(
    _ signal: AlarmSignal, at now: Instant, defaults: DefaultAlarms = .none, uids: UIDSource = .random
  ) throws(EventError) -> CalendarChange {
    try answer(signal, at: now, defaults, uids) { alarms, index in
      alarms[index].acknowledge(signal, at: now)
      Self.dropSnooze(index, &alarms) { $0.acknowledge(signal, at: now) }
    }
  }

  /// Puts an alarm off: it is seen, and another one at an instant, related to it by `SNOOZE`, takes its place. Put off
  /// again, there is still only one. All instances of a series share its alarm, which has one snooze at a time: that of
  /// the instance last answered.
  ///
  /// - Throws: `EventError` with code `not_found` for an item that is gone, `conflict` for an alarm that is,
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
    guard let number = number(of: signal.item.id), var item = store[number] else {
      throw EventError(.notFound, "UID", uid: signal.item.uid, expected: "an item of the calendar")
    }
    var alarms = item.alarms
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
    return replace(number, by: item)
  }

  /// Takes away a snooze that is over, once what it put off has been answered.
  private static func dropSnooze(_ index: Int, _ alarms: inout [Alarm], _ answer: (inout Alarm) -> Void) {
    guard let target = alarms[index].snoozed else { return }
    for other in alarms.indices where alarms[other].uid == target { answer(&alarms[other]) }
    alarms.remove(at: index)
  }

  /// A UID that none of the alarms has. A source that keeps giving taken ones is left for random ones.
  private static func freeUID(_ source: UIDSource, _ alarms: [Alarm]) -> String {
    for attempt in 0...alarms.count {
      let uid = source.uid(number: alarms.count + attempt)
      if !uid.isEmpty, !alarms.contains(where: { $0.uid == uid }) { return uid }
    }
    return UIDSource.random.uid(number: alarms.count)
  }
}

extension Alarm {
  /// The UID of the alarm that this one repeats later; `nil` when it is no snooze.
  public var snoozed: String? { relations.first { $0.kind == .snooze }?.target }

  fileprivate mutating func acknowledge(_ signal: AlarmSignal, at now: Instant) {
    acknowledged = Swift.max(acknowledged ?? .min, Swift.max(now, signal.instant))
  }
}
