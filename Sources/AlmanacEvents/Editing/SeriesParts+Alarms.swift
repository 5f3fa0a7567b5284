internal import AlmanacRecurrence
internal import AlmanacTime

extension SeriesParts {
  /// Takes alarms at an instant away, with the copies that overrides have of them. Where that would leave none they
  /// are marked as seen instead, so that defaults do not take their place.
  mutating func drop(_ alarms: [Alarm]) {
    if alarms.isEmpty { return }
    main.item.drop(alarms)
    for index in overrides.indices { overrides[index].item.drop(alarms) }
  }
}

extension Item {
  /// The alarms at an instant that belong to what is before an instance of the series when it is split there: those
  /// that go off before it starts, and those that put off the signal of an earlier instance.
  func alarms(beforeSplitAt id: EventTime, _ systems: CalendarSystems) -> [Alarm] {
    alarms.filter { belongs($0, atOrAfter: id, systems) == false }
  }

  /// The other ones.
  func alarms(atSplitOrAfter id: EventTime, _ systems: CalendarSystems) -> [Alarm] {
    alarms.filter { belongs($0, atOrAfter: id, systems) == true }
  }

  /// Of a series without its overrides, the instance whose signal an alarm puts off, as far as it can be known.
  func instance(putOffBy snooze: Alarm, _ systems: CalendarSystems) -> EventTime? {
    guard let start = anchor, let (alarm, seen) = alarm(putOffBy: snooze) else { return nil }
    return lastInstance(seen: seen, by: alarm, from: start, systems, viewer: start.zone ?? .utc)
  }

  /// - Returns: `nil` for alarms that each occurrence has.
  private func belongs(_ alarm: Alarm, atOrAfter id: EventTime, _ systems: CalendarSystems) -> Bool? {
    guard case .absolute(let instant) = alarm.trigger else { return nil }
    if let instance = instance(putOffBy: alarm, systems) { return instance.conformed(to: id).key >= id.key }
    return instant >= id.instant(in: id.zone ?? .utc)
  }

  fileprivate mutating func drop(_ gone: [Alarm]) {
    let old = alarms
    let isGone = old.map { alarm in gone.contains { $0.isCopy(of: alarm) } }
    guard isGone.contains(true) else { return }
    alarms = old.indices.filter { !isGone[$0] }.map { old[$0] }
    guard alarms.isEmpty else { return }
    alarms = old.map { alarm in
      var seen = alarm
      if case .absolute(let instant) = alarm.trigger {
        seen.acknowledged = Swift.max(alarm.acknowledged ?? .min, instant)
      }
      return seen
    }
  }
}
