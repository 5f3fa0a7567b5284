internal import AlmanacTime

/// Where the items that have alarms are, and how far their alarms reach: so that a question about alarms does not
/// look at what has none.
struct AlarmIndex: Sendable {
  /// All items of each series that has alarms.
  private(set) var occurrences = OccurrenceIndex()
  private(set) var reaches = OrderedTree<AlarmReach>()

  /// Puts in the items of many series that have alarms, into an index of nothing.
  mutating func load(_ groups: [[NumberedItem]]) {
    occurrences.load(groups.lazy.map { SeriesPlacement($0) })
    let entries = groups.joined().filter { $0.item.hasAlarms }.sorted { $0.number < $1.number }
    reaches = OrderedTree(ContiguousArray(entries.map { AlarmReach($0) }))
  }

  mutating func replace(_ old: [NumberedItem], by new: [NumberedItem]) {
    let (hadAlarms, hasAlarms) = (old.contains { $0.item.hasAlarms }, new.contains { $0.item.hasAlarms })
    guard hadAlarms || hasAlarms else { return }
    occurrences.replace(
      hadAlarms ? SeriesPlacement(old) : .none, by: hasAlarms ? SeriesPlacement(new) : .none)
    for entry in old where entry.item.hasAlarms { reaches.remove(entry.number) }
    for entry in new where entry.item.hasAlarms { reaches.insert(AlarmReach(entry)) }
  }
}

/// An item that has alarms.
struct AlarmReach: TreeElement {
  let key: Int
  let item: Item
  let summary: Summary

  init(_ entry: NumberedItem) {
    key = entry.number
    item = entry.item
    var summary = Summary()
    for alarm in entry.item.alarms { summary.include(alarm, of: entry.item) }
    self.summary = summary
  }

  struct Summary: TreeSummary {
    /// Seconds from an occurrence to its earliest signal and to its latest.
    private(set) var lead = 0
    private(set) var trail = 0
    /// Of alarms at an instant: the first signal, and the end of the last one's repetitions.
    private(set) var first = Int64.max
    private(set) var last = Int64.min

    mutating func add(_ element: AlarmReach) { merge(element.summary) }

    mutating func merge(_ other: Summary) {
      lead = Swift.min(lead, other.lead)
      trail = Swift.max(trail, other.trail)
      first = Swift.min(first, other.first)
      last = Swift.max(last, other.last)
    }

    /// - Parameter item: A to-do is found where it is due, and its alarms may count from where it starts.
    mutating func include(_ alarm: Alarm, of item: Item? = nil) {
      if let reach = alarm.reach {
        let length = item?.todo?.start.flatMap { start in item.map { InstanceShape($0, from: start).reach } }
        lead = Swift.min(lead, reach.lowerBound - (length ?? 0))
        trail = Swift.max(trail, reach.upperBound)
      }
      guard case .absolute(let instant) = alarm.trigger else { return }
      let times = alarm.pendingTimes(from: instant.in(.utc))
      guard let last = times.last else { return }
      first = Swift.min(first, instant.secondsSinceEpoch)
      self.last = Swift.max(self.last, last.instant.secondsSinceEpoch)
    }
  }
}

extension Item {
  /// Whether it has an alarm that can go off: an endless series of others would be searched without end.
  var hasAlarms: Bool {
    guard let alarms = content.fields.extras?.value.alarms, !alarms.isEmpty, !isCancelled else {
      return false
    }
    switch self {
    case .event: return true
    case .todo(let todo):
      return !todo.isClosed && (todo.due != nil || alarms.contains { !$0.isRelativeToEnd })
    case .journal: return false
    }
  }
}

extension Alarm {
  fileprivate var isRelativeToEnd: Bool {
    if case .relative(_, to: .end) = trigger { true } else { false }
  }
}
