internal import AlmanacComponents
internal import AlmanacRecurrence
internal import AlmanacTime

/// The choice of the item of a series that gives an alarm at an instant. Overrides inherit copies of the series' alarms;
/// all copies are one alarm, which goes off once.
final class AlarmCopies {
  private let main: Item?
  /// The current items, the main item first.
  private let items: [Item]
  private let index: AlarmCopyIndex
  private let systems: CalendarSystems
  private let viewer: Zone
  /// The results of `source(of:)` by the UID of the alarm that was put off.
  private var sources: [String: Item?] = [:]
  /// The results of `first(with:)`.
  private var firsts: [Alarm: Item?] = [:]

  /// - Parameter entries: All items of a series, in the order of the document.
  init(in entries: [NumberedItem], _ systems: CalendarSystems, viewer: Zone) {
    let (main, overrides) = entries.currentItems
    self.main = main?.item
    items = ((main.map { [$0] } ?? []) + overrides).map { $0.item }
    index = AlarmCopyIndex(items)
    self.systems = systems
    self.viewer = viewer
  }

  /// Whether an item's pending alarm at an instant gives a signal. Of several copies the first one does, unless any of them has
  /// been acknowledged.
  func isSignalled(_ alarm: Alarm, of item: Item) -> Bool {
    if let target = alarm.snoozed, let snoozed = item.alarms.first(where: { $0.uid == target }) {
      if snoozed.instant != nil { return isFirst(item, with: snoozed) && isPending(alarm) }
      if let acknowledgedAt = snoozed.acknowledged {
        return isSignalled(alarm, of: item, putOff: snoozed, at: acknowledgedAt)
      }
    }
    return isFirst(item, with: alarm) && isPending(alarm)
  }

  private func isFirst(_ item: Item, with alarm: Alarm) -> Bool {
    index.copies(of: alarm).source.map { items[$0].recurrenceID == item.recurrenceID } ?? false
  }

  private func isPending(_ alarm: Alarm) -> Bool {
    alarm.instant.map { index.copies(of: alarm).arePending($0) } ?? true
  }
}

/// A snooze belongs to one instance: the last one whose signal had gone off when it was acknowledged.
extension AlarmCopies {
  private func isSignalled(_ snooze: Alarm, of item: Item, putOff alarm: Alarm, at acknowledgedAt: Instant)
    -> Bool
  {
    guard let main else {
      return wasSignalled(alarm, of: item, at: acknowledgedAt) && isFirst(item, with: snooze)
    }
    guard main.alarms.contains(where: { $0.isCopy(of: snooze) }) else {
      // The alarm of the series has been acknowledged since, or that of the override alone was put off.
      let answered = main.alarms.first { $0.uid == alarm.uid }?.acknowledged
      return isLater(snooze, than: answered)
        && first(with: snooze).map { $0.recurrenceID == item.recurrenceID } ?? false
    }
    let known = sources[alarm.uid] ?? source(of: snooze)
    sources[alarm.uid] = .some(known)
    return known.map { $0.recurrenceID == item.recurrenceID } ?? false
  }

  /// The first override whose own signal had gone off, among those with copies of a snooze that the series does not have.
  private func first(with snooze: Alarm) -> Item? {
    if let known = firsts[snooze] { return known }
    let first = items.first { item in
      guard item.hasAlarms, item.alarms.contains(where: { $0.isCopy(of: snooze) }),
        let (alarm, acknowledgedAt) = item.alarm(putOffBy: snooze)
      else { return false }
      return wasSignalled(alarm, of: item, at: acknowledgedAt)
    }
    firsts[snooze] = .some(first)
    return first
  }

  /// Whether the signal of an item's own occurrence had gone off by an instant.
  private func wasSignalled(_ alarm: Alarm, of item: Item, at acknowledgedAt: Instant) -> Bool {
    guard let anchor = item.anchor else { return true }
    let times = InstanceShape(item, from: anchor).times(of: anchor)
    let occurrence = Occurrence(item, from: times.start, to: times.end, recurrenceID: item.recurrenceID)
    return alarm.first(for: occurrence, viewer: viewer, isDefault: false).map { $0.instant <= acknowledgedAt }
      ?? true
  }

  private func isLater(_ snooze: Alarm, than answered: Instant?) -> Bool {
    guard let instant = snooze.instant, let answered else { return true }
    return instant > answered
  }

  /// The item of the instance whose alarm was put off; `nil` when it is cancelled or done, or was moved so that its own
  /// signal is still to come.
  private func source(of snooze: Alarm) -> Item? {
    guard let main, let (alarm, acknowledgedAt) = main.alarm(putOffBy: snooze) else { return main }
    if main.recurrence == .none && items.count == 1 {
      return wasSignalled(alarm, of: main, at: acknowledgedAt) ? main : nil
    }
    guard let start = main.anchor else { return main }
    guard
      let instance = main.lastInstance(
        acknowledgedAt: acknowledgedAt, by: alarm, from: start, systems, viewer: viewer)
    else {
      return nil
    }
    let key = InstanceKey(instance, in: start)
    let override = items.first { $0.instanceKey(in: start) == key }
    guard let override else { return main }
    if override.isCancelled || override.todo?.isClosed ?? false { return nil }
    guard let own = override.alarms.first(where: { $0.uid == alarm.uid }) else { return main }
    if !wasSignalled(own, of: override, at: acknowledgedAt) { return nil }
    return own.acknowledged.map { $0 >= acknowledgedAt } ?? false ? override : main
  }
}

extension Item {
  /// The alarm that a snooze puts off, with the instant up to which it is acknowledged.
  func alarm(putOffBy snooze: Alarm) -> (alarm: Alarm, acknowledgedAt: Instant)? {
    guard let target = snooze.snoozed, let alarm = alarms.first(where: { $0.uid == target }),
      let acknowledgedAt = alarm.acknowledged
    else { return nil }
    return (alarm, acknowledgedAt)
  }

  /// The last instance by the rules alone whose signal had gone off by an instant.
  func lastInstance(
    acknowledgedAt: Instant, by alarm: Alarm, from start: EventTime, _ systems: CalendarSystems, viewer: Zone
  ) -> EventTime? {
    guard case .relative(let offset, let anchor) = alarm.trigger else { return nil }
    let plan = SeriesPlan(self, from: start, overrides: [], calendars: systems)
    guard let reach = plan.reach else { return nil }
    let shape = plan.stretches[0].shape
    let slack = 2 * EventTime.longestDay
    let length = anchor == .end ? Swift.max(0, shape.reach - slack) : 0
    let begin = Instant(secondsSinceEpoch: reach.lowerBound).adding(seconds: -slack)
    var upTo = acknowledgedAt.adding(seconds: slack - offset.civilSeconds - length)
    /// The first instance of a range, if its signal had gone off.
    func firstSignalled(from: Instant, upTo: Instant) -> EventTime? {
      let instances = plan.expansion.instances(in: from..<upTo, viewer: viewer)
      guard let id = instances.first(where: { _ in true })?.start else { return nil }
      let times = shape.times(of: id)
      let occurrence = Occurrence(self, from: times.start, to: times.end, recurrenceID: id)
      let signal = alarm.first(for: occurrence, viewer: viewer, isDefault: false)
      return signal.map { $0.instant <= acknowledgedAt } ?? false ? id : nil
    }
    // The search goes back in growing steps to an instance, then halves the rest: few of many instances are visited.
    var (last, step): (EventTime?, Int) = (nil, 1)
    while upTo > begin {
      let from = upTo.adding(seconds: -step)
      last = firstSignalled(from: from, upTo: upTo)
      if last != nil { break }
      (upTo, step) = (from, Swift.min(step, 1 << 60) * 2)
    }
    guard var last else { return nil }
    var from = last.instant(in: viewer)
    while upTo.seconds(since: from) > 1 {
      let middle = from.adding(seconds: upTo.seconds(since: from) / 2)
      if let later = firstSignalled(from: middle, upTo: upTo) {
        (last, from) = (later, Swift.max(middle, later.instant(in: viewer)))
      } else {
        upTo = middle
      }
    }
    return last
  }
}

/// An index of the alarms at an instant of some items, to find all copies of one.
struct AlarmCopyIndex {
  /// The copies of one alarm.
  struct Copies {
    /// The index of the first item whose copy can go off.
    var source: Int?
    var isEmpty = true
    /// The latest acknowledgement of any copy.
    var acknowledgedAt: Instant?

    func arePending(_ first: Instant) -> Bool { acknowledgedAt.map { first > $0 } ?? true }

    fileprivate mutating func add(_ alarm: Alarm, of item: Item, at place: Int) {
      if source == nil, item.hasAlarms { source = place }
      isEmpty = false
      acknowledgedAt = alarm.acknowledged.map { Swift.max($0, acknowledgedAt ?? .min) } ?? acknowledgedAt
    }

    fileprivate mutating func merge(_ other: Copies) {
      source = [source, other.source].compactMap { $0 }.min()
      isEmpty = isEmpty && other.isEmpty
      acknowledgedAt = [acknowledgedAt, other.acknowledgedAt].compactMap { $0 }.max()
    }
  }

  private struct Name: Hashable {
    let trigger: Alarm.Trigger
    let uid: String
  }

  private var named: [Name: Copies] = [:]
  /// Copies by their content without the UID.
  private var alike: [Alarm: Copies] = [:]
  /// The copies without a UID, by content.
  private var unnamed: [Alarm: Copies] = [:]

  init(_ items: [Item]) {
    for (place, item) in items.enumerated() {
      for alarm in item.alarms {
        guard alarm.instant != nil else { continue }
        let content = alarm.content
        alike[content, default: Copies()].add(alarm, of: item, at: place)
        if alarm.uid.isEmpty {
          unnamed[content, default: Copies()].add(alarm, of: item, at: place)
        } else {
          named[Name(trigger: alarm.trigger, uid: alarm.uid), default: Copies()].add(
            alarm, of: item, at: place)
        }
      }
    }
  }

  /// - Parameter alarm: An alarm at an instant.
  func copies(of alarm: Alarm) -> Copies {
    if alarm.uid.isEmpty { return alike[alarm.content] ?? Copies() }
    var copies = named[Name(trigger: alarm.trigger, uid: alarm.uid)] ?? Copies()
    if !unnamed.isEmpty, let others = unnamed[alarm.content] { copies.merge(others) }
    return copies
  }
}

extension Alarm {
  /// Whether both are copies of one alarm at an instant: by UID, else by content.
  func isCopy(of other: Alarm) -> Bool {
    guard trigger == other.trigger else { return false }
    if !uid.isEmpty, !other.uid.isEmpty { return uid == other.uid }
    return content == other.content
  }

  /// The alarm without UID and acknowledgement.
  var content: Alarm {
    var content = self
    (content.uid, content.acknowledged) = ("", nil)
    let own: [PropertyName] = [.uid, .acknowledged]
    content.unmodelled.parameters.removeAll { kept in own.contains { $0.text == kept.property } }
    return content
  }
}
