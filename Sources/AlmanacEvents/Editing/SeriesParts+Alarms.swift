internal import AlmanacRecurrence
internal import AlmanacTime

/// The division of the alarms at an instant between the parts of a split series: each alarm stays in one of them.
///
/// A snooze stays in the part with the instance whose signal it postpones; any other alarm at an instant stays in the part
/// whose time range contains it. If only one of the parts has an item that can give the signal, the alarm stays there.
struct AlarmSplit {
  /// The alarms that the first part loses.
  private(set) var removedFromFirst: [Alarm] = []
  /// The alarms that the second part loses.
  private(set) var removedFromSecond: [Alarm] = []

  /// - Parameters:
  ///   - id: The recurrence id of the second part's first instance in the whole series.
  ///   - viewer: The zone in which dates and floating times are read; `nil` when it is not stated.
  init(of split: SplitSeries, at id: EventTime, viewer: Zone?) {
    let items = split.after.currentItems
    guard items.contains(where: { $0.hasAbsoluteAlarms }) else { return }
    let (earlier, later) = (AlarmCopyIndex(split.before.currentItems), AlarmCopyIndex(items))
    var visited: Set<Alarm> = []
    for alarm in items.lazy.flatMap({ $0.alarms }) {
      guard let instant = alarm.instant else { continue }
      var unanswered = alarm
      unanswered.acknowledged = nil
      guard visited.insert(unanswered).inserted else { continue }
      let (mine, others) = (earlier.copies(of: alarm), later.copies(of: alarm))
      if mine.isEmpty { continue }
      if !mine.arePending(instant) || !others.arePending(instant) {
        // An alarm that was acknowledged in one part does not go off in the other.
        if mine.arePending(instant) { removedFromFirst.append(alarm) }
        if others.arePending(instant) { removedFromSecond.append(alarm) }
        continue
      }
      let hasOneSource = (mine.source == nil) != (others.source == nil)
      let isLater =
        hasOneSource ? others.source != nil : split.whole.has(alarm, atOrAfter: id, viewer: viewer)
      if isLater { removedFromFirst.append(alarm) } else { removedFromSecond.append(alarm) }
    }
  }
}

extension SeriesParts {
  /// Removes alarms at an instant together with their copies in overrides. An item that would have no alarm left gets
  /// them acknowledged instead, so that default alarms do not replace them.
  mutating func drop(_ alarms: [Alarm]) {
    if alarms.isEmpty { return }
    var having = main.item
    having.alarms = alarms
    let gone = AlarmCopyIndex([having])
    main.item.drop(gone)
    for index in overrides.indices { overrides[index].item.drop(gone) }
  }

  /// The snoozes that put off the signal of an instance, or with `andLater` of that instance or a later one. If no zone
  /// is known, a snooze of a single instance is among them only if it belongs to that instance in every zone.
  func snoozes(of id: EventTime, andLater: Bool, viewer: Zone?) -> [Alarm] {
    main.item.alarms.filter { alarm in
      if alarm.snoozed == nil { return false }
      if andLater { return has(alarm, atOrAfter: id, viewer: viewer) }
      let instances = instances(putOffBy: alarm, viewer: viewer)
      return !instances.isEmpty && instances.allSatisfy { key($0) == key(id) }
    }
  }

  fileprivate var currentItems: [Item] {
    [main.item] + overrides.lazy.filter { $0.isCurrent }.map { $0.item }
  }

  /// Whether a snooze puts off the signal of an instance or of a later one; of another alarm, whether it goes off when
  /// the instance starts or later.
  fileprivate func has(_ alarm: Alarm, atOrAfter id: EventTime, viewer: Zone?) -> Bool {
    let instances = instances(putOffBy: alarm, viewer: viewer)
    // If no zone is known, the instance may differ by zone: that of most zones is assumed.
    if !instances.isEmpty { return instances.count { key($0) >= key(id) } * 2 > instances.count }
    guard let instant = alarm.instant else { return false }
    return instant >= id.instant(in: id.zone ?? viewer ?? .utc)
  }

  /// The instance, by the rules alone, whose signal a snooze puts off; several where that depends on the viewer's zone,
  /// which is not stated.
  private func instances(putOffBy snooze: Alarm, viewer: Zone?) -> [EventTime] {
    // The alarm of an override with RANGE=THISANDFUTURE may have been acknowledged separately.
    let item = snooze.snoozed.flatMap { _ in
      currentItems.first { $0.alarms.contains { $0.isCopy(of: snooze) } }
    }
    guard let (alarm, acknowledgedAt) = item?.alarm(putOffBy: snooze) else { return [] }
    let known = (start.zone ?? viewer).map { [$0] }
    // The zones furthest from UTC, and UTC.
    let viewers = known ?? [Zone(offset: -12 * 3600), .utc, Zone(offset: 14 * 3600)]
    return viewers.compactMap {
      main.item.lastInstance(acknowledgedAt: acknowledgedAt, by: alarm, from: start, systems, viewer: $0)?
        .conformed(to: start)
    }
  }
}

extension Item {
  fileprivate var hasAbsoluteAlarms: Bool {
    content.extras.alarms.contains { $0.instant != nil }
  }

  fileprivate mutating func drop(_ gone: AlarmCopyIndex) {
    guard hasAbsoluteAlarms else { return }
    let old = alarms
    let isGone = old.map { !gone.copies(of: $0).isEmpty }
    guard isGone.contains(true) else { return }
    alarms = old.indices.filter { !isGone[$0] }.map { old[$0] }
    guard alarms.isEmpty else { return }
    alarms = old.map { alarm in
      var acknowledged = alarm
      if let instant = alarm.instant {
        acknowledged.acknowledged = Swift.max(alarm.acknowledged ?? .min, instant)
      }
      return acknowledged
    }
  }
}
