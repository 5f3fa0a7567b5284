internal import AlmanacRecurrence
internal import AlmanacTime

/// Where everything in a calendar is: what a query goes through instead of the items.
///
/// What happens once stands by its start, apart by whose clock decides; series stand by their first start, apart by
/// whether they end. An edit costs O(log n), and copies share what they have in common.
struct OccurrenceIndex: Sendable {
  private(set) var zoned = OrderedTree<SingleEntry>()
  private(set) var local = OrderedTree<SingleEntry>()
  private(set) var bounded = OrderedTree<RepeatingEntry>()
  private(set) var endless = OrderedTree<RepeatingEntry>()
  /// The zones of simple series by number. The first stands for the viewer's.
  private(set) var zones: [Zone] = [.utc]

  /// Series in further zones are not simple.
  private static let mostZones = 64

  mutating func insert(_ placement: SeriesPlacement) {
    for single in placement.singles { insert(single) }
    guard let (plan, number) = placement.series else { return }
    guard let entry = RepeatingEntry(plan, number: number, zone: { self.number(of: $0) }) else { return }
    if let start = entry.startOutOfStep(of: plan) { insert(start) }
    if entry.last == .max { endless.insert(entry) } else { bounded.insert(entry) }
  }

  mutating func remove(_ placement: SeriesPlacement) {
    for single in placement.singles { remove(single) }
    guard let (plan, number) = placement.series else { return }
    guard let entry = RepeatingEntry(plan, number: number, zone: { self.number(of: $0) }) else { return }
    if let start = entry.startOutOfStep(of: plan) { remove(start) }
    if entry.last == .max { endless.remove(entry.key) } else { bounded.remove(entry.key) }
  }

  private mutating func insert(_ entry: SingleEntry) {
    if entry.isLocal { local.insert(entry) } else { zoned.insert(entry) }
  }

  private mutating func remove(_ entry: SingleEntry) {
    if entry.isLocal { local.remove(entry.key) } else { zoned.remove(entry.key) }
  }

  private mutating func number(of zone: Zone) -> UInt8? {
    for index in zones.indices.dropFirst() where zones[index] == zone { return UInt8(index) }
    guard zones.count < Self.mostZones else { return nil }
    zones.append(zone)
    return UInt8(zones.count - 1)
  }
}

extension RepeatingEntry {
  /// The start of a simple series when its rule does not produce it; of others the plan gives it.
  fileprivate func startOutOfStep(of plan: SeriesPlan) -> SingleEntry? {
    let expansion = plan.expansion
    let start = expansion.set.start
    guard simple != nil, expansion.startIsOutOfStep, !expansion.isExcepted(start.local) else { return nil }
    let times = plan.stretches[0].shape.times(of: start)
    return SingleEntry(item, number: Int(number), from: times.start, to: times.end, id: start)
  }
}
