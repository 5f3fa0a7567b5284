internal import AlmanacRecurrence
internal import AlmanacTime

/// An index of a calendar's items by time, which queries search instead of the items.
///
/// Items that happen once are sorted by start, in two trees: those with a zone and those whose time depends on the viewer.
/// Series are sorted by pattern and first start, in two trees: those that end and endless ones. An edit costs O(log *n*),
/// and copies share the nodes in which they do not differ.
///
/// Items that happen once are referenced without being counted: an index is only used while the store is alive that
/// contains these items.
struct OccurrenceIndex: Sendable {
  private(set) var zoned = OrderedTree<SingleEntry>()
  private(set) var local = OrderedTree<SingleEntry>()
  private(set) var bounded = OrderedTree<RepeatingEntry>()
  private(set) var endless = OrderedTree<RepeatingEntry>()
  /// The items some of whose times could not be read, which are few.
  private(set) var unread = OrderedTree<UnreadEntry>()
  /// The zones of simple series by number; the first represents the viewer's zone.
  private(set) var zones: [Zone] = [.utc]

  /// The most zones of simple series; series in further zones are not simple.
  private static let maximumZones = 64

  /// Replaces the entries of a series.
  mutating func replace(_ old: SeriesPlacement, by new: SeriesPlacement) {
    let (oldSingles, oldSeries) = entries(old)
    let (singles, series) = entries(new)
    // With many overrides, removing all is faster than comparing.
    let staying = oldSingles.count * singles.count <= 16 ? singles : []
    for single in oldSingles where !staying.contains(where: { $0.replaces(single) }) {
      if single.isLocal { local.remove(single.key) } else { zoned.remove(single.key) }
    }
    if let oldSeries, series.map({ !$0.replaces(oldSeries) }) ?? true {
      if oldSeries.isEndless { endless.remove(oldSeries.key) } else { bounded.remove(oldSeries.key) }
    }
    for single in singles {
      if single.isLocal { local.insert(single) } else { zoned.insert(single) }
    }
    if let series {
      if series.isEndless { endless.insert(series) } else { bounded.insert(series) }
    }
    for entry in old.unread { unread.remove(entry.key) }
    for entry in new.unread { unread.insert(entry) }
  }

  /// Fills an empty index.
  ///
  /// - Parameters:
  ///   - alone: The items that are the only ones of their series.
  ///   - series: The items of each other series.
  mutating func load(_ alone: some Sequence<NumberedItem>, _ series: [[NumberedItem]]) {
    var (zoned, local) = (ContiguousArray<SingleEntry>(), ContiguousArray<SingleEntry>())
    var (bounded, endless) = (ContiguousArray<RepeatingEntry>(), ContiguousArray<RepeatingEntry>())
    var unread = ContiguousArray<UnreadEntry>()
    func add(_ placement: SeriesPlacement) {
      let (singles, series) = entries(placement)
      unread += placement.unread
      for single in singles {
        if single.isLocal { local.append(single) } else { zoned.append(single) }
      }
      guard let series else { return }
      if series.isEndless { endless.append(series) } else { bounded.append(series) }
    }
    for item in alone { add(SeriesPlacement(item)) }
    for items in series { add(SeriesPlacement(items)) }
    self.zoned = OrderedTree(zoned)
    self.local = OrderedTree(local)
    self.bounded = OrderedTree(bounded)
    self.endless = OrderedTree(endless)
    self.unread = OrderedTree(unread)
  }

  private mutating func entries(_ placement: SeriesPlacement) -> (
    singles: [SingleEntry], series: RepeatingEntry?
  ) {
    guard let (plan, number) = placement.series,
      let entry = RepeatingEntry(plan, number: number, zone: { self.number(of: $0) })
    else { return (placement.singles, nil) }
    return (placement.singles + (entry.startOutOfStep(of: plan).map { [$0] } ?? []), entry)
  }

  private mutating func number(of zone: Zone) -> UInt8? {
    for index in zones.indices.dropFirst() where zones[index] == zone { return UInt8(index) }
    guard zones.count < Self.maximumZones else { return nil }
    zones.append(zone)
    return UInt8(zones.count - 1)
  }
}

extension SingleEntry {
  /// Whether inserting this entry replaces the other one.
  fileprivate func replaces(_ other: SingleEntry) -> Bool {
    isLocal == other.isLocal && key == other.key
  }
}

extension RepeatingEntry {
  fileprivate var isEndless: Bool { last == .max }

  /// Whether inserting this entry replaces the other one.
  fileprivate func replaces(_ other: RepeatingEntry) -> Bool {
    isEndless == other.isEndless && key == other.key
  }

  /// The start of a simple series where its rule does not produce it; for other series the plan includes it.
  fileprivate func startOutOfStep(of plan: SeriesPlan) -> SingleEntry? {
    let expansion = plan.expansion
    let start = expansion.set.start
    guard simple != nil, expansion.startIsOutOfStep, !expansion.isExcepted(start.local) else { return nil }
    let times = plan.stretches[0].shape.times(of: start)
    return SingleEntry(item, number: Int(number), from: times.start, to: times.end, id: start)
  }
}
