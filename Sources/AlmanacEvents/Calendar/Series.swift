internal import AlmanacRecurrence
internal import AlmanacTime

/// All items of one kind and UID: the item itself, and the overrides of single instances when it repeats.
///
/// Where a file has several for one identity, the one with the highest SEQUENCE holds, then the latest DTSTAMP,
/// then the one that stands later; the others are kept as superseded (RFC 5545 §3.8.7.4). So is an override that
/// repeats itself, has a lower SEQUENCE than the series, and names no instance of it any more: some programs write
/// an earlier state of the series so.
public struct Series: Sendable, Hashable {
  public let uid: String
  public let kind: Item.Kind
  /// The item without a recurrence id; `nil` when a file has only overrides of a series it does not hold.
  public let main: Item?
  /// In the order of the document.
  public let overrides: [Item]
  /// What lost against another item of the same identity, in the order of the document.
  public let superseded: [Item]

  /// The overrides that name no instance of the series, in the order of the document. They are shown all the same.
  /// Without the series itself, or where it counts by another calendar (RFC 7529), nothing is known of them, and there
  /// are none.
  public var orphans: [Item] {
    guard let instances = main.flatMap(Instances.init) else { return [] }
    return overrides.filter { !instances.contains($0) }
  }

  /// - Parameter items: In the order of the document.
  init(_ id: SeriesID, _ items: [Item]) {
    uid = id.uid
    kind = id.kind
    let winners = Self.winners(items)
    main = items.indices.first { items[$0].recurrenceID == nil && winners[$0] }.map { items[$0] }
    overrides = items.indices.filter { items[$0].recurrenceID != nil && winners[$0] }.map { items[$0] }
    superseded = items.indices.filter { !winners[$0] }.map { items[$0] }
  }

  /// For each item, whether it holds for its identity. Recurrence ids of any form name the instance of the series
  /// that they match.
  static func winners(_ items: [Item]) -> [Bool] {
    let main = holder(of: items.indices.filter { items[$0].recurrenceID == nil }, items)
    let start = main.flatMap { items[$0].anchor }
    var holders: [InstanceKey: Int] = [:]
    var winners = items.map { _ in false }
    if let main { winners[main] = true }
    for (index, item) in items.enumerated() {
      guard let id = item.recurrenceID else { continue }
      let key = InstanceKey(id, in: start)
      if let other = holders[key] {
        if items[other].supersedes(item) { continue }
        winners[other] = false
      }
      holders[key] = index
      winners[index] = true
    }
    if let main { dropOutdated(&winners, items, main: items[main]) }
    return winners
  }

  /// Overrides that are what their instance was before the series was changed.
  private static func dropOutdated(_ winners: inout [Bool], _ items: [Item], main: Item) {
    let earlier = items.indices.filter {
      winners[$0] && items[$0].recurrenceID != nil && !items[$0].recurrence.rules.isEmpty
        && items[$0].sequence < main.sequence
    }
    guard !earlier.isEmpty, let instances = Instances(of: main) else { return }
    for index in earlier where !instances.contains(items[index]) { winners[index] = false }
  }

  private static func holder(of indices: [Int], _ items: [Item]) -> Int? {
    guard var best = indices.first else { return nil }
    for index in indices.dropFirst() where !items[best].supersedes(items[index]) { best = index }
    return best
  }
}

extension Item {
  /// Whether this one holds against a later one of the same identity.
  fileprivate func supersedes(_ later: Item) -> Bool {
    if sequence != later.sequence { return sequence > later.sequence }
    return (stamp ?? .min) > (later.stamp ?? .min)
  }
}

/// The instances of a series, asked for those that overrides name.
private struct Instances {
  let start: EventTime
  let expansion: RecurrenceExpansion

  init?(of main: Item) {
    let rules = main.recurrence.rules + main.recurrence.exclusionRules
    guard let start = main.anchor, rules.allSatisfy({ $0.isSupported(by: .gregorian) }) else { return nil }
    self.start = start
    expansion = RecurrenceExpansion(main.recurrence.set(from: start))
  }

  func contains(_ override: Item) -> Bool {
    override.recurrenceID.map { expansion.contains($0.conformed(to: start)) } ?? true
  }
}

/// By what a recurrence id is recognised: times in a zone by their instant, floating ones by their digits, dates
/// by their day; each in the form of the series' start.
enum InstanceKey: Sendable, Hashable {
  case day(CivilDate)
  case floating(CivilDateTime)
  case instant(Instant)

  /// - Parameter start: Of the series, in whose form a time is recognised.
  init(_ time: EventTime, in start: EventTime?) {
    switch start.map({ time.conformed(to: $0) }) ?? time {
    case .date(let date): self = .day(date)
    case .floating(let local): self = .floating(local)
    case .zoned(let zoned): self = .instant(zoned.instant)
    }
  }
}
