internal import AlmanacRecurrence
internal import AlmanacTime

/// What becomes of the alarms at an instant that both parts of a split series have: each stays with one of them.
///
/// It is the part in whose time it is, or that has the instance whose signal was put off, unless only the other one
/// may give it.
struct AlarmParting {
  /// What the first part loses.
  private(set) var before: [Alarm] = []
  /// What the second part loses.
  private(set) var after: [Alarm] = []

  /// - Parameters:
  ///   - id: Of the first instance of the second part, by the series as it was.
  ///   - viewer: On whose clock dates and floating times are; `nil` when it is not known.
  init(of whole: SeriesParts, _ first: SeriesParts, _ second: SeriesParts, at id: EventTime, viewer: Zone?) {
    let items = second.holding
    guard items.contains(where: { $0.hasInstantAlarms }) else { return }
    let (earlier, later) = (AlarmCopyIndex(first.holding), AlarmCopyIndex(items))
    var met: Set<Alarm> = []
    for alarm in items.lazy.flatMap({ $0.alarms }) {
      guard case .absolute(let instant) = alarm.trigger else { continue }
      var known = alarm
      known.acknowledged = nil
      guard met.insert(known).inserted else { continue }
      let (mine, others) = (earlier.copies(of: alarm), later.copies(of: alarm))
      if mine.isEmpty { continue }
      if !mine.arePending(instant) || !others.arePending(instant) {
        // What has been seen in one part is not to be asked by the other.
        if mine.arePending(instant) { before.append(alarm) }
        if others.arePending(instant) { after.append(alarm) }
        continue
      }
      let isGivenOnce = (mine.giver == nil) != (others.giver == nil)
      let isLater = isGivenOnce ? others.giver != nil : whole.has(alarm, atOrAfter: id, viewer: viewer)
      if isLater { before.append(alarm) } else { after.append(alarm) }
    }
  }
}

extension SeriesParts {
  /// Takes alarms at an instant away, with the copies that overrides have of them. Where that would leave none they
  /// are marked as seen instead, so that defaults do not take their place.
  mutating func drop(_ alarms: [Alarm]) {
    if alarms.isEmpty { return }
    let gone = AlarmCopyIndex([main.item.having(alarms)])
    main.item.drop(gone)
    for index in overrides.indices { overrides[index].item.drop(gone) }
  }

  /// What put off the signal of an instance, or of any from it on, as far as it is known of which.
  func snoozes(of id: EventTime, andLater: Bool, viewer: Zone?) -> [Alarm] {
    main.item.alarms.filter { alarm in
      if alarm.snoozed == nil { return false }
      if andLater { return has(alarm, atOrAfter: id, viewer: viewer) }
      let instances = instances(putOffBy: alarm, viewer: viewer)
      return !instances.isEmpty && instances.allSatisfy { $0.key == id.key }
    }
  }

  fileprivate var holding: [Item] { [main.item] + overrides.lazy.filter { $0.holds }.map { $0.item } }

  /// Whether an alarm at an instant goes off at an instance or later, or puts off the signal of such a one.
  fileprivate func has(_ alarm: Alarm, atOrAfter id: EventTime, viewer: Zone?) -> Bool {
    let instances = instances(putOffBy: alarm, viewer: viewer)
    if !instances.isEmpty { return instances.count { $0.key >= id.key } * 2 > instances.count }
    guard case .absolute(let instant) = alarm.trigger else { return false }
    return instant >= id.instant(in: id.zone ?? viewer ?? .utc)
  }

  /// Of the series without its overrides, the instance whose signal an alarm puts off; several where it matters who
  /// looked and is not known.
  private func instances(putOffBy snooze: Alarm, viewer: Zone?) -> [EventTime] {
    // An override of later instances too may have been answered by itself.
    let item = snooze.snoozed.flatMap { _ in
      holding.first { $0.alarms.contains { $0.isCopy(of: snooze) } }
    }
    guard let (alarm, seen) = item?.alarm(putOffBy: snooze) else { return [] }
    let known = (start.zone ?? viewer).map { [$0] }
    // From one end of the world to the other.
    let viewers = known ?? [Zone(offset: -12 * 3600), .utc, Zone(offset: 14 * 3600)]
    return viewers.compactMap {
      main.item.lastInstance(seen: seen, by: alarm, from: start, systems, viewer: $0)?.conformed(to: start)
    }
  }
}

extension Item {
  fileprivate var hasInstantAlarms: Bool {
    content.fields.extras?.value.alarms.contains { alarm in
      if case .absolute = alarm.trigger { true } else { false }
    } ?? false
  }

  fileprivate func having(_ alarms: [Alarm]) -> Item {
    var item = self
    item.alarms = alarms
    return item
  }

  fileprivate mutating func drop(_ gone: AlarmCopyIndex) {
    guard hasInstantAlarms else { return }
    let old = alarms
    let isGone = old.map { !gone.copies(of: $0).isEmpty }
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
