internal import AlmanacRecurrence
internal import AlmanacTime

/// An item together with the overrides of its instances: all items of one kind and UID.
///
/// Among several items with one identity the current one has the highest SEQUENCE, then the latest LAST-MODIFIED, then the
/// latest DTSTAMP, then the last place in the document; the others are stored as superseded (RFC 5545 §3.8.7.4). An override that repeats, has a
/// lower SEQUENCE than the series and is of no instance of it is also superseded: some programs write an earlier state of
/// the series in this way.
public struct Series: Sendable, Hashable {
  /// The UID of all its items.
  public let uid: String
  /// The kind of all its items.
  public let kind: Item.Kind
  /// The item without a recurrence id; `nil` when a file has only overrides.
  public let main: Item?
  /// The current overrides, in the order of the document.
  public let overrides: [Item]
  /// The items that another one of the same identity replaces, in the order of the document.
  public let superseded: [Item]

  /// The main item, if there is one, and the current overrides: all items without the superseded ones.
  public var items: [Item] { (main.map { [$0] } ?? []) + overrides }

  /// The overrides of no instance of the series, in the order of the document; queries find them nevertheless. Empty
  /// where there is no main item, or where its rules have RSCALE (RFC 7529).
  package var orphans: [Item] {
    guard let instances = main.flatMap(Instances.init) else { return [] }
    return overrides.filter { !instances.contains($0) }
  }

  /// - Parameter items: In the order of the document.
  init(_ id: SeriesID, _ items: [Item]) {
    uid = id.uid
    kind = id.kind
    let isCurrent = Self.areCurrent(items)
    main = items.indices.first { items[$0].recurrenceID == nil && isCurrent[$0] }.map { items[$0] }
    overrides = items.indices.filter { items[$0].recurrenceID != nil && isCurrent[$0] }.map { items[$0] }
    superseded = items.indices.filter { !isCurrent[$0] }.map { items[$0] }
  }

  /// Whether each item is the current one of its identity. A recurrence id of any form names the instance that it matches.
  static func areCurrent(_ items: [Item]) -> [Bool] {
    let main = latest(of: items.indices.filter { items[$0].recurrenceID == nil }, items)
    let start = main.flatMap { items[$0].anchor }
    var current: [InstanceKey: Int] = [:]
    var isCurrent = items.map { _ in false }
    if let main { isCurrent[main] = true }
    for (index, item) in items.enumerated() {
      guard let id = item.recurrenceID else { continue }
      let key = InstanceKey(id, in: start)
      if let other = current[key] {
        if items[other].revision > item.revision { continue }
        isCurrent[other] = false
      }
      current[key] = index
      isCurrent[index] = true
    }
    if let main { dropOutdated(&isCurrent, items, main: items[main]) }
    return isCurrent
  }

  /// Drops overrides made for an earlier revision of the series, which has no such instance any longer.
  private static func dropOutdated(_ isCurrent: inout [Bool], _ items: [Item], main: Item) {
    let earlier = items.indices.filter {
      isCurrent[$0] && items[$0].recurrenceID != nil && !items[$0].recurrence.rules.isEmpty
        && items[$0].sequence < main.sequence
    }
    guard !earlier.isEmpty, let instances = Instances(of: main) else { return }
    for index in earlier where !instances.contains(items[index]) { isCurrent[index] = false }
  }

  private static func latest(of indices: [Int], _ items: [Item]) -> Int? {
    indices.reduce(indices.first) { latest, index in
      latest.map { items[$0].revision > items[index].revision ? $0 : index }
    }
  }
}

/// The instances of a series, for a look-up of those that overrides replace.
private struct Instances {
  let start: EventTime
  let expansion: RecurrenceExpansion

  init?(of main: Item) {
    let rules = main.recurrence.rules + main.recurrence.exclusionRules
    guard let start = main.anchor, rules.allSatisfy({ $0.isSupported(by: .gregorian) }) else { return nil }
    self.start = start
    expansion = RecurrenceExpansion(RecurrenceSet(start: start, main.recurrence))
  }

  func contains(_ override: Item) -> Bool {
    override.recurrenceID.map { expansion.contains($0.conformed(to: start)) } ?? true
  }
}
