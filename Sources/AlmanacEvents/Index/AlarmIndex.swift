internal import AlmanacTime

/// An index of items by the times at which their alarms may go off.
///
/// Each item has an entry of its own, so alarms that reach far do not slow down the others. An edit costs
/// O(log *n* + items of the series).
struct AlarmIndex: Sendable {
  private(set) var entries = OrderedTree<AlarmEntry>()

  /// Fills an empty index with the items of many series.
  mutating func load(_ groups: [[NumberedItem]]) {
    entries = OrderedTree(ContiguousArray(groups.lazy.flatMap { AlarmEntry.entries(of: $0) }))
  }

  mutating func replace(_ old: [NumberedItem], by new: [NumberedItem]) {
    for entry in AlarmEntry.entries(of: old) { entries.remove(entry.key) }
    for entry in AlarmEntry.entries(of: new) { entries.insert(entry) }
  }

  /// The entries whose alarms may go off within a half-open range of seconds since 1970.
  func entries(from: Int64, upTo: Int64) -> [AlarmEntry] {
    var found: [AlarmEntry] = []
    entries.forEachLeaf(where: { $0.overlaps(from, upTo) }) { leaf in
      for index in leaf.indices where leaf[index].span.overlaps(from, upTo) {
        found.append(leaf[index])
      }
    }
    return found
  }
}

/// An item with alarms: one that happens once, or the main item of a series.
struct AlarmEntry: TreeElement {
  typealias Key = SingleEntry.Key
  typealias Summary = AlarmSpan

  let item: Item
  let number: Int32
  /// The times of an item that happens once; `nil` for a series, and for an item without a time.
  let times: OccurrenceTimes?
  /// The plan of a series.
  let plan: SeriesPlan?
  /// The bounds of all signals, for any viewer.
  let span: AlarmSpan

  var key: Key { Key(start: span.first, number: number) }
}

extension AlarmEntry {
  /// The entries of all items of a series.
  static func entries(of group: [NumberedItem]) -> [AlarmEntry] {
    guard group.contains(where: { $0.item.hasAlarms }) else { return [] }
    let placement = SeriesPlacement(group)
    var entries = placement.singles.compactMap { single in
      AlarmEntry(single.item.item, number: single.number, times: single.times)
    }
    if let (plan, number) = placement.series,
      let series = AlarmEntry(plan.stretches[0].item, number: Int32(clamping: number), plan: plan)
    {
      entries.append(series)
    }
    let timeless = group.indices.filter { group[$0].item.anchor == nil }
    if timeless.isEmpty { return entries }
    let isCurrent = Series.areCurrent(group.map { $0.item })
    return entries
      + timeless.filter { isCurrent[$0] }.compactMap {
        AlarmEntry(group[$0].item, number: Int32(clamping: group[$0].number))
      }
  }

  /// - Returns: `nil` where no alarm can go off.
  private init?(_ item: Item, number: Int32, times: OccurrenceTimes? = nil, plan: SeriesPlan? = nil) {
    var span = AlarmSpan(instantsOf: item)
    if let times, item.hasAlarms {
      let occurrence = Occurrence(item, times, calendar: 0)
      // The margins cover every viewer and every zone in which days are counted.
      for alarm in item.alarms {
        guard let first = alarm.first(for: occurrence, viewer: .utc, isDefault: false) else { continue }
        let from = first.instant.adding(seconds: -EventTime.longestDay)
        span.include(
          from, from.adding(seconds: alarm.interval * alarm.lastRepetition + 2 * EventTime.longestDay))
      }
    }
    if let plan, let reach = plan.reach {
      for stretch in plan.stretches where stretch.item.hasAlarms {
        for alarm in stretch.item.alarms { span.include(alarm, of: reach) }
      }
    }
    if span.isEmpty { return nil }
    (self.item, self.number, self.times, self.plan, self.span) = (item, number, times, plan, span)
  }
}

/// Bounds of signals in seconds since 1970, both included.
struct AlarmSpan: TreeSummary {
  private(set) var first = Int64.max
  private(set) var last = Int64.min

  var isEmpty: Bool { last < first }

  /// - Parameter upTo: The end of the range, not included.
  func overlaps(_ from: Int64, _ upTo: Int64) -> Bool { first < upTo && last >= from }

  mutating func add(_ entry: AlarmEntry) { merge(entry.span) }

  mutating func merge(_ other: AlarmSpan) {
    first = Swift.min(first, other.first)
    last = Swift.max(last, other.last)
  }
}

extension AlarmSpan {
  /// The bounds of an item's alarms at an instant.
  fileprivate init(instantsOf item: Item) {
    self.init()
    guard item.hasAlarms else { return }
    for alarm in item.alarms {
      guard let instant = alarm.instant, alarm.isPending(instant) else { continue }
      let length = alarm.interval * alarm.lastRepetition
      include(instant, instant.adding(seconds: length == 0 ? 0 : length + EventTime.longestDay))
    }
  }

  fileprivate mutating func include(_ from: Instant, _ upTo: Instant) {
    first = Swift.min(first, from.secondsSinceEpoch)
    last = Swift.max(last, upTo.secondsSinceEpoch)
  }

  /// Includes the signals of an alarm for all occurrences of a series.
  ///
  /// - Parameter series: The bounds of the occurrences in wall-clock seconds.
  fileprivate mutating func include(_ alarm: Alarm, of series: ClosedRange<Int64>) {
    guard let reach = alarm.reach else { return }
    let begin = Instant(secondsSinceEpoch: series.lowerBound)
    let end = Instant(secondsSinceEpoch: series.upperBound)
    include(
      begin.adding(seconds: reach.lowerBound - EventTime.longestDay),
      end.adding(seconds: reach.upperBound + EventTime.longestDay))
  }
}

extension Item {
  /// Whether the item has an alarm that can go off.
  var hasAlarms: Bool {
    let alarms = content.extras.alarms
    guard !alarms.isEmpty, !isCancelled else { return false }
    switch self {
    case .event: return true
    case .todo(let todo): return !todo.isClosed && alarms.contains { $0.canCount(for: self) }
    case .journal: return false
    }
  }
}

extension Alarm {
  /// Whether the item has the time from which the alarm counts, if any.
  func canCount(for item: Item) -> Bool {
    guard case .relative(_, let anchor) = trigger else { return true }
    return item.kind == .event || item.kind == .todo && (anchor == .start || item.todo?.due != nil)
  }
}
