internal import AlmanacRecurrence
internal import AlmanacTime

/// Which item of a series gives an alarm at an instant: what is made of an instance takes along copies of the series'
/// alarms, which are one alarm.
final class AlarmCopies {
  private let main: Item?
  /// Those that hold, the series itself before its overrides.
  private let items: [Item]
  private let index: AlarmCopyIndex
  private let systems: CalendarSystems
  private let viewer: Zone
  /// Of alarms that were put off, by their UID; once found.
  private var givers: [String: Item?] = [:]
  /// Of what was put off of overrides alone.
  private var firsts: [Alarm: Item?] = [:]

  /// - Parameter entries: All items of a series, in the order of the document.
  init(in entries: [NumberedItem], _ systems: CalendarSystems, viewer: Zone) {
    let all = entries.map { $0.item }
    let winners = Series.winners(all)
    let holding = all.indices.filter { winners[$0] }.map { all[$0] }
    main = holding.first { $0.recurrenceID == nil }
    items = (main.map { [$0] } ?? []) + holding.filter { $0.recurrenceID != nil }
    index = AlarmCopyIndex(items)
    self.systems = systems
    self.viewer = viewer
  }

  /// Whether an item's alarm at an instant, which it has not seen, goes off. Of copies the first does, unless one of
  /// them has been seen.
  func gives(_ alarm: Alarm, of item: Item) -> Bool {
    if let target = alarm.snoozed, let snoozed = item.alarms.first(where: { $0.uid == target }) {
      if case .absolute = snoozed.trigger {
        return isFirst(item, with: snoozed) && isPending(alarm)
      }
      if let seen = snoozed.acknowledged { return gives(alarm, of: item, putOff: snoozed, at: seen) }
    }
    return isFirst(item, with: alarm) && isPending(alarm)
  }

  private func isFirst(_ item: Item, with alarm: Alarm) -> Bool {
    index.copies(of: alarm).giver.map { items[$0].recurrenceID == item.recurrenceID } ?? false
  }

  private func isPending(_ alarm: Alarm) -> Bool {
    guard case .absolute(let instant) = alarm.trigger else { return true }
    return index.copies(of: alarm).arePending(instant)
  }
}

/// What was put off is of one instance: the last one whose signal had been seen by then.
extension AlarmCopies {
  private func gives(_ snooze: Alarm, of item: Item, putOff alarm: Alarm, at seen: Instant) -> Bool {
    guard let main else { return wasSeen(alarm, of: item, at: seen) && isFirst(item, with: snooze) }
    guard main.alarms.contains(where: { $0.isCopy(of: snooze) }) else {
      // The series has been answered since, or the override alone was put off.
      let answered = main.alarms.first { $0.uid == alarm.uid }?.acknowledged
      return isLater(snooze, than: answered)
        && first(with: snooze).map { $0.recurrenceID == item.recurrenceID } ?? false
    }
    let known = givers[alarm.uid] ?? giver(of: snooze)
    givers[alarm.uid] = .some(known)
    return known.map { $0.recurrenceID == item.recurrenceID } ?? false
  }

  /// Of overrides with copies of what was put off of one of them, the first whose own signal had been seen.
  private func first(with snooze: Alarm) -> Item? {
    if let known = firsts[snooze] { return known }
    let first = items.first { item in
      guard item.hasAlarms, item.alarms.contains(where: { $0.isCopy(of: snooze) }),
        let (alarm, seen) = item.alarm(putOffBy: snooze)
      else { return false }
      return wasSeen(alarm, of: item, at: seen)
    }
    firsts[snooze] = .some(first)
    return first
  }

  /// Whether its occurrence's own signal was among those that had been seen.
  private func wasSeen(_ alarm: Alarm, of item: Item, at seen: Instant) -> Bool {
    guard let anchor = item.anchor else { return true }
    let times = InstanceShape(item, from: anchor).times(of: anchor)
    let occurrence = Occurrence(item, from: times.start, to: times.end, recurrenceID: item.recurrenceID)
    return alarm.first(for: occurrence, viewer: viewer, isDefault: false).map { $0.instant <= seen } ?? true
  }

  private func isLater(_ snooze: Alarm, than answered: Instant?) -> Bool {
    guard case .absolute(let instant) = snooze.trigger, let answered else { return true }
    return instant > answered
  }

  /// The item that stands for the instance whose alarm was put off; `nil` when it is cancelled or done, or was moved so
  /// that its own signal is still to come.
  private func giver(of snooze: Alarm) -> Item? {
    guard let main, let (alarm, seen) = main.alarm(putOffBy: snooze) else { return main }
    if main.recurrence == .none && items.count == 1 {
      return wasSeen(alarm, of: main, at: seen) ? main : nil
    }
    guard let start = main.anchor else { return main }
    guard let instance = main.lastInstance(seen: seen, by: alarm, from: start, systems, viewer: viewer) else {
      return nil
    }
    let key = InstanceKey(instance, in: start)
    let override = items.first { $0.recurrenceID.map { InstanceKey($0, in: start) } == key }
    guard let override else { return main }
    if override.isCancelled || override.todo?.isClosed ?? false { return nil }
    guard let own = override.alarms.first(where: { $0.uid == alarm.uid }) else { return main }
    if !wasSeen(own, of: override, at: seen) { return nil }
    return own.acknowledged.map { $0 >= seen } ?? false ? override : main
  }
}

extension Item {
  /// The alarm that another one puts off, and when it had been seen.
  func alarm(putOffBy snooze: Alarm) -> (alarm: Alarm, seen: Instant)? {
    guard let target = snooze.snoozed, let alarm = alarms.first(where: { $0.uid == target }),
      let seen = alarm.acknowledged
    else { return nil }
    return (alarm, seen)
  }

  /// Of a series without its overrides, the last instance whose signal had been seen at an instant.
  func lastInstance(
    seen: Instant, by alarm: Alarm, from start: EventTime, _ systems: CalendarSystems, viewer: Zone
  ) -> EventTime? {
    guard case .relative(let offset, let anchor) = alarm.trigger else { return nil }
    let plan = SeriesPlan(self, from: start, overrides: [], calendars: systems)
    guard let reach = plan.reach else { return nil }
    let shape = plan.stretches[0].shape
    let slack = 2 * EventTime.longestDay
    let length = anchor == .end ? Swift.max(0, shape.reach - slack) : 0
    let begin = Instant(secondsSinceEpoch: reach.lowerBound).adding(seconds: -slack)
    var upTo = seen.adding(seconds: slack - offset.civilSeconds - length)
    /// The first instance of a stretch of time, if its signal had been seen.
    func firstSeen(from: Instant, upTo: Instant) -> EventTime? {
      let instances = plan.expansion.instances(in: from..<upTo, viewer: viewer)
      guard let id = instances.first(where: { _ in true })?.start else { return nil }
      let times = shape.times(of: id)
      let occurrence = Occurrence(self, from: times.start, to: times.end, recurrenceID: id)
      let signal = alarm.first(for: occurrence, viewer: viewer, isDefault: false)
      return signal.map { $0.instant <= seen } ?? false ? id : nil
    }
    // Ever further back, as far as the distance of instances, and then ever closer: however many there are, few are
    // looked at.
    var (last, step): (EventTime?, Int) = (nil, 1)
    while upTo > begin {
      let from = upTo.adding(seconds: -step)
      last = firstSeen(from: from, upTo: upTo)
      if last != nil { break }
      (upTo, step) = (from, Swift.min(step, 1 << 60) * 2)
    }
    guard var last else { return nil }
    var from = last.instant(in: viewer)
    while upTo.seconds(since: from) > 1 {
      let middle = from.adding(seconds: upTo.seconds(since: from) / 2)
      if let later = firstSeen(from: middle, upTo: upTo) {
        (last, from) = (later, Swift.max(middle, later.instant(in: viewer)))
      } else {
        upTo = middle
      }
    }
    return last
  }
}
