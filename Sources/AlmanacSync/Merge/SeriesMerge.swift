internal import AlmanacEvents
internal import AlmanacTime

/// A three-way merge of an item, or of a series with its overrides, which both sides changed.
///
/// Overrides are matched by the instance that they replace. Where one side has no override of an instance, it states of
/// the instance what its series states, so that an edit of the series reaches an override that the other side made.
struct SeriesMerge {
  private let base: SeriesState
  private let ours: SeriesState
  private let theirs: SeriesState
  private(set) var items: [Item] = []
  private var main: Item?
  /// The instances that one side deleted and that remain, as the other side changed them.
  private var revived: [EventTime] = []

  init(
    _ id: ItemID, base: EventCalendar, ours: EventCalendar, theirs: EventCalendar,
    _ decisions: inout MergeDecisions
  ) {
    self.base = SeriesState(id, in: base)
    self.ours = SeriesState(id, in: ours)
    self.theirs = SeriesState(id, in: theirs)
    if self.ours.items.isEmpty || self.theirs.items.isEmpty {
      mergeDeletion(&decisions)
    } else {
      mergeItems(&decisions)
    }
  }

  /// Merges a deletion of the whole on one side with an edit on the other.
  private mutating func mergeDeletion(_ decisions: inout MergeDecisions) {
    let (edited, remaining): (SeriesState, MergeSide) = ours.items.isEmpty ? (theirs, .theirs) : (ours, .ours)
    if edited.items.isEmpty || edited.hasSameContent(as: base) { return }
    let side = decisions.side(
      base.id, remaining: remaining, base: base.items, ours: ours.items, theirs: theirs.items)
    items = side == .ours ? ours.items : theirs.items
  }

  private mutating func mergeItems(_ decisions: inout MergeDecisions) {
    let first = decisions.conflicts.count
    main = mergedMain(&decisions)
    let next = decisions.conflicts.count
    var merged: [(original: Item?, item: Item)] = []
    for instance in instances() {
      guard let item = mergedOverride(instance, &decisions) else { continue }
      merged.append((instance.ours, item))
    }
    decisions.postpone(first..<next)
    if !revived.isEmpty, let start = main?.anchor {
      let keys = Set(revived.map { InstanceKey($0, in: start) })
      main?.recurrence.exceptions.removeAll { keys.contains(InstanceKey($0, in: start)) }
    }
    // In the order of our side.
    var waiting = merged[...]
    var isWaiting = main != nil
    for item in ours.items {
      if isWaiting, let main, item == ours.main {
        items.append(main)
        isWaiting = false
      } else if let place = waiting.firstIndex(where: { $0.original == item }) {
        items.append(waiting[place].item)
        waiting.remove(at: place)
      } else if ours.superseded.contains(item), !isRemoved(superseded: item) {
        items.append(item)
      }
    }
    if isWaiting, let main { items.append(main) }
    items += waiting.map(\.item)
    items += theirs.superseded.filter { !base.superseded.contains($0) && !ours.superseded.contains($0) }
  }

  private func isRemoved(superseded item: Item) -> Bool {
    base.superseded.contains(item) && !theirs.superseded.contains(item)
  }

  private func mergedMain(_ decisions: inout MergeDecisions) -> Item? {
    if let mine = ours.main, let others = theirs.main {
      return ItemMerge(base: base.main, ours: mine, theirs: others, &decisions).merged
    }
    // A side with overrides alone deleted no series.
    return ours.main ?? theirs.main
  }
}

/// Overrides.
extension SeriesMerge {
  /// The overrides of one instance.
  private struct Instance {
    /// The recurrence id in the base's series, or where that has no such instance in the series of the override.
    let id: EventTime
    var base: Item?
    var ours: Item?
    var theirs: Item?
  }

  /// The instances of which any side has an override: in our order, then in that of the other side.
  private func instances() -> [Instance] {
    var found: [Instance] = []
    var places: [InstanceKey: Int] = [:]
    let reference = base.start ?? ours.start ?? theirs.start
    func add(_ state: SeriesState, _ path: WritableKeyPath<Instance, Item?>) {
      for item in state.overrides {
        guard let own = item.recurrenceID else { continue }
        let id = base.corresponding(own, in: state)
        let key = InstanceKey(id, in: reference)
        if let place = places[key] {
          found[place][keyPath: path] = item
        } else {
          places[key] = found.count
          var instance = Instance(id: id)
          instance[keyPath: path] = item
          found.append(instance)
        }
      }
    }
    add(ours, \.ours)
    add(theirs, \.theirs)
    add(base, \.base)
    return found
  }

  private mutating func mergedOverride(_ instance: Instance, _ decisions: inout MergeDecisions) -> Item? {
    let id = instance.id
    if let mine = instance.ours, let others = instance.theirs {
      let origin = instance.base ?? base.instance(at: id)
      let merged = ItemMerge(base: origin, ours: mine, theirs: others, &decisions).merged
      return placed(merged, from: ours)
    }
    guard let edited = instance.ours ?? instance.theirs else { return nil }
    let (state, other) = instance.ours == nil ? (theirs, ours) : (ours, theirs)
    let shown = other.instance(at: other.corresponding(id, in: base))
    let origin = base.instance(at: id)
    if instance.base == nil, let shown {
      return placed(edited.following(shown, since: origin), from: state)
    }
    if instance.base == nil, origin == nil || main == nil { return placed(edited, from: state) }
    if let base = instance.base, edited.hasSameContent(as: base) { return nil }
    let isOurs = instance.ours != nil
    if let base = instance.base, let shown {
      // The other side gave the instance back to the series.
      let sides = isOurs ? (edited, shown) : (shown, edited)
      let merged = ItemMerge(base: base, ours: sides.0, theirs: sides.1, &decisions).merged
      return placed(merged, from: ours)
    }
    let side = decisions.side(
      edited.id, remaining: isOurs ? .ours : .theirs, base: [instance.base ?? origin].compactMap { $0 },
      ours: isOurs ? [edited] : [], theirs: isOurs ? [] : [edited])
    guard (side == .ours) == isOurs else { return nil }
    let remaining = placed(edited, from: state)
    revived += [remaining.recurrenceID].compactMap { $0 }
    return remaining
  }

  /// An override with the recurrence id that it has in the merged series.
  private func placed(_ item: Item, from state: SeriesState) -> Item {
    guard let start = main?.anchor, start != state.start, let id = item.recurrenceID else { return item }
    let target = start == ours.start ? ours : start == theirs.start ? theirs : state
    var placed = item
    placed.recurrenceID = target.corresponding(base.corresponding(id, in: state), in: base)
    return placed
  }
}

extension Item {
  /// The override with the changes that the series made to its instance, except to what the override states itself.
  ///
  /// - Parameters:
  ///   - shown: The instance as the changed series shows it.
  ///   - origin: The instance as the base shows it; without it nothing is changed.
  fileprivate func following(_ shown: Item, since origin: Item?) -> Item {
    guard let origin else { return self }
    var item = self
    let times = MergeUnit.schedule
    for unit in [times] + MergeUnit.contents where unit.isEqual(origin.content, content) {
      unit.copy(shown.content, to: &item)
    }
    return item
  }
}
