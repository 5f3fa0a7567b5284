internal import AlmanacTime

/// When alarms may go off: so that a question about alarms does not look at what has none, nor at what has them at
/// other times.
///
/// Each item stands for itself, however far its alarms reach. An edit costs O(log n + items of the series).
struct AlarmIndex: Sendable {
  private(set) var entries = OrderedTree<AlarmEntry>()

  /// Puts in the items of many series that have alarms, into an index of nothing.
  mutating func load(_ groups: [[NumberedItem]]) {
    entries = OrderedTree(ContiguousArray(groups.lazy.flatMap { AlarmEntry.entries(of: $0) }))
  }

  mutating func replace(_ old: [NumberedItem], by new: [NumberedItem]) {
    for entry in AlarmEntry.entries(of: old) { entries.remove(entry.key) }
    for entry in AlarmEntry.entries(of: new) { entries.insert(entry) }
  }

  /// Those that may go off within a range of seconds since 1970.
  func entries(from: Int64, upTo: Int64) -> [AlarmEntry] {
    var found: [AlarmEntry] = []
    entries.forEachLeaf(where: { $0.meets(from, upTo) }) { leaf in
      for index in leaf.indices where leaf[index].span.meets(from, upTo) {
        found.append(leaf[index])
      }
    }
    return found
  }
}

/// An item with the alarms that it gives: once, or as a series.
struct AlarmEntry: TreeElement {
  typealias Key = SingleEntry.Key
  typealias Summary = AlarmSpan

  let item: Item
  let number: Int32
  /// When it happens; `nil` for a series, and for what has no time.
  let times: OccurrenceTimes?
  /// Of a series.
  let plan: SeriesPlan?
  /// Whoever looks.
  let span: AlarmSpan

  var key: Key { Key(start: span.first, number: number) }
}

extension AlarmEntry {
  /// What gives alarms among all items of a series.
  static func entries(of group: [NumberedItem]) -> [AlarmEntry] {
    guard group.contains(where: { $0.item.hasAlarms }) else { return [] }
    let placement = SeriesPlacement(group)
    var entries = placement.singles.compactMap { single in
      AlarmEntry(single.item.item, number: single.number, times: single.times)
    }
    if let (plan, number) = placement.series, let series = AlarmEntry(plan, number: Int32(clamping: number)) {
      entries.append(series)
    }
    let timeless = group.indices.filter { group[$0].item.anchor == nil }
    if timeless.isEmpty { return entries }
    let winners = Series.winners(group.map { $0.item })
    for index in timeless where winners[index] {
      let (item, number) = (group[index].item, Int32(clamping: group[index].number))
      if let entry = AlarmEntry(item, number: number, times: nil) { entries.append(entry) }
    }
    return entries
  }

  private init?(_ item: Item, number: Int32, times: OccurrenceTimes?) {
    guard item.hasAlarms else { return nil }
    var span = AlarmSpan(instantsOf: item)
    if let times {
      let occurrence = Occurrence(item, times, calendar: 0)
      // Whoever looks, and on whatever clocks the days are counted.
      for alarm in item.alarms {
        guard let first = alarm.first(for: occurrence, viewer: .utc, isDefault: false) else { continue }
        let from = first.instant.adding(seconds: -EventTime.longestDay)
        span.include(
          from, from.adding(seconds: alarm.interval * alarm.lastRepetition + 2 * EventTime.longestDay))
      }
    }
    guard !span.isEmpty else { return nil }
    self.init(item: item, number: number, times: times, plan: nil, span: span)
  }

  private init?(_ plan: SeriesPlan, number: Int32) {
    let main = plan.stretches[0].item
    var span = AlarmSpan(instantsOf: main)
    if let reach = plan.reach {
      for stretch in plan.stretches where stretch.item.hasAlarms {
        for alarm in stretch.item.alarms { span.include(alarm, of: reach) }
      }
    }
    guard !span.isEmpty else { return nil }
    self.init(item: main, number: number, times: nil, plan: plan, span: span)
  }
}

/// From the earliest signal to the latest, in seconds since 1970: nothing goes off earlier, nothing later.
struct AlarmSpan: TreeSummary {
  private(set) var first = Int64.max
  private(set) var last = Int64.min

  var isEmpty: Bool { last < first }

  /// - Parameter upTo: Not included.
  func meets(_ from: Int64, _ upTo: Int64) -> Bool { first < upTo && last >= from }

  mutating func add(_ entry: AlarmEntry) { merge(entry.span) }

  mutating func merge(_ other: AlarmSpan) {
    first = Swift.min(first, other.first)
    last = Swift.max(last, other.last)
  }
}

extension AlarmSpan {
  /// Of the alarms at an instant.
  fileprivate init(instantsOf item: Item) {
    self.init()
    guard item.hasAlarms else { return }
    for alarm in item.alarms {
      guard case .absolute(let instant) = alarm.trigger, alarm.isPending(instant) else { continue }
      let length = alarm.interval * alarm.lastRepetition
      include(instant, instant.adding(seconds: length == 0 ? 0 : length + EventTime.longestDay))
    }
  }

  fileprivate mutating func include(_ from: Instant, _ upTo: Instant) {
    first = Swift.min(first, from.secondsSinceEpoch)
    last = Swift.max(last, upTo.secondsSinceEpoch)
  }

  /// Of a series' alarm for each occurrence.
  ///
  /// - Parameter series: Wall-clock seconds.
  fileprivate mutating func include(_ alarm: Alarm, of series: ClosedRange<Int64>) {
    guard let reach = alarm.reach else { return }
    let begin = Instant(secondsSinceEpoch: series.lowerBound)
    let end = Instant(secondsSinceEpoch: series.upperBound)
    let upTo =
      end.secondsSinceEpoch == .max ? end : end.adding(seconds: reach.upperBound + EventTime.longestDay)
    include(begin.adding(seconds: reach.lowerBound - EventTime.longestDay), upTo)
  }
}

extension Item {
  /// Whether it has an alarm that can go off.
  var hasAlarms: Bool {
    guard let alarms = content.fields.extras?.value.alarms, !alarms.isEmpty, !isCancelled else {
      return false
    }
    switch self {
    case .event: return true
    case .todo(let todo): return !todo.isClosed && alarms.contains { $0.canCount(for: self) }
    case .journal: return false
    }
  }
}

extension Alarm {
  /// Whether the item has the time that it counts from, if any.
  func canCount(for item: Item) -> Bool {
    guard case .relative(_, let anchor) = trigger else { return true }
    return item.kind == .event || item.kind == .todo && (anchor == .start || item.todo?.due != nil)
  }
}
