internal import AlmanacTime

/// Where the items of one UID are: what happens once, and what repeats.
struct SeriesPlacement: Sendable {
  /// The item that happens once, and the overrides that hold.
  private(set) var singles: [Single] = []
  /// `nil` when nothing repeats.
  private(set) var plan: SeriesPlan?

  struct Single: Sendable {
    let item: Item
    let start: EventTime
    let end: EventTime
    let recurrenceID: EventTime?
  }

  /// - Parameter items: All items of a UID, in the order of the document.
  init(_ items: [Item]) {
    let winners = Series.winners(items)
    let holding = items.indices.filter { winners[$0] }.map { items[$0] }
    let main = holding.first { $0.recurrenceID == nil }
    let overrides = holding.filter { $0.recurrenceID != nil }
    let start = main?.anchor
    for override in overrides { addSingle(override, series: start) }
    guard let main, let start else { return }
    if overrides.isEmpty, main.recurrence == .none {
      addSingle(main, series: nil)
    } else {
      plan = SeriesPlan(main, from: start, overrides: overrides)
    }
  }

  private mutating func addSingle(_ item: Item, series: EventTime?) {
    guard let start = item.anchor else { return }
    let times = InstanceShape(item, from: start).times(of: start)
    let id = item.recurrenceID.map { id in series.map { id.conformed(to: $0) } ?? id }
    singles.append(Single(item: item, start: times.start, end: times.end, recurrenceID: id))
  }
}

extension SeriesPlacement {
  func collect(into collector: inout OccurrenceCollector) {
    for single in singles where collector.filter.matches(single.item) {
      _ = collector.add(single.item, from: single.start, to: single.end, id: single.recurrenceID)
    }
    plan?.collect(into: &collector)
  }
}

extension SeriesPlan {
  func collect(into collector: inout OccurrenceCollector) {
    let wanted = stretches.map { collector.filter.matches($0.item) }
    guard wanted.contains(true) else { return }
    occurrences(in: collector.window, viewer: collector.viewer) { index, id, start, end in
      wanted[index] && collector.add(stretches[index].item, from: start, to: end, id: id)
    }
  }
}
