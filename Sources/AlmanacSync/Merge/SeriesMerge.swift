internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacScheduling
internal import AlmanacTime

/// A three-way merge of an item, or of a series with its overrides, which both sides changed.
///
/// Overrides are matched by the instance that they replace. Where one side has no override of an instance, the instance
/// is taken from its series, so that an edit of the series reaches an override that the other side made.
struct SeriesMerge {
  private let base: SeriesState
  private let ours: SeriesState
  private let theirs: SeriesState
  private(set) var items: [Item] = []
  private(set) var displaced: [DisplacedBooking] = []
  private var main: Item?
  /// The instances that one side deleted and that remain, as the other side changed them.
  private var revived: [EventTime] = []
  /// The series in which instances are named: the base's, without a base ours.
  private let reference: SeriesState

  init(
    _ id: ItemID, base: EventCalendar, ours: EventCalendar, theirs: EventCalendar,
    _ decisions: inout MergeDecisions
  ) {
    self.base = SeriesState(id, in: base)
    self.ours = SeriesState(id, in: ours)
    self.theirs = SeriesState(id, in: theirs)
    reference = self.base.main == nil ? self.ours : self.base
    if self.ours.items.isEmpty || self.theirs.items.isEmpty {
      mergeDeletion(&decisions)
    } else {
      mergeItems(&decisions)
    }
  }

  /// Merges a deletion of the whole on one side with an edit on the other.
  private mutating func mergeDeletion(_ decisions: inout MergeDecisions) {
    let (edited, provisional): (SeriesState, MergeSide) =
      ours.items.isEmpty ? (theirs, .theirs) : (ours, .ours)
    if edited.items.isEmpty || edited.hasSameMeaning(as: base) { return }
    let sides = MergeDecisions.ItemStates(base: base.items, ours: ours.items, theirs: theirs.items)
    let side = decisions.chooseSide(base.id, provisional: provisional, sides)
    items = side == .ours ? ours.items : theirs.items
  }

  private mutating func mergeItems(_ decisions: inout MergeDecisions) {
    let first = decisions.conflicts.count
    main = mergeMain(&decisions)
    let next = decisions.conflicts.count
    var merged: [(original: Item?, item: Item)] = []
    for instance in instances() {
      let count = decisions.conflicts.count
      guard let item = mergeOverride(instance, &decisions) else { continue }
      decisions.setIdentity(from: count, to: item.id)
      merged.append((instance.ours, item))
    }
    decisions.moveAfterOverrides(first..<next)
    main?.removeExceptions(at: revived)
    arrange(merged)
  }

  /// Puts the merged items in the order of our side, followed by those of the other side.
  private mutating func arrange(_ merged: [(original: Item?, item: Item)]) {
    var waiting = Dictionary(grouping: merged.indices) { merged[$0].original?.id }
    var isMainUnplaced = main != nil
    let superseded = [base, ours, theirs].map { Set($0.superseded) }
    let removed = superseded[0].subtracting(superseded[2])
    for item in ours.items {
      if isMainUnplaced, let main, item == ours.main {
        items.append(main)
        isMainUnplaced = false
      } else if let place = waiting[item.id]?.first, merged[place].original == item {
        items.append(merged[place].item)
        waiting[item.id] = nil
      } else if superseded[1].contains(item), !removed.contains(item) {
        items.append(item)
      }
    }
    if isMainUnplaced, let main { items.append(main) }
    items += waiting.values.joined().sorted().map { merged[$0].item }
    items += theirs.superseded.filter { !superseded[0].contains($0) && !superseded[1].contains($0) }
  }

  private mutating func mergeMain(_ decisions: inout MergeDecisions) -> Item? {
    if let mine = ours.main, let others = theirs.main {
      let group = GroupStates(base: base.main, ours: mine, theirs: others)
      return merged(base.main, mine, others, group, &decisions)
    }
    // A side that has only overrides did not delete the series.
    return ours.main ?? theirs.main
  }
}

/// Overrides.
extension SeriesMerge {
  /// The overrides of one instance.
  private struct Instance {
    /// The recurrence id in the reference, or where that has no such instance in the series of the override.
    let id: EventTime
    var base: Item?
    var ours: Item?
    var theirs: Item?
  }

  /// The instances of which any side has an override: in our order, then in that of the other side.
  private func instances() -> [Instance] {
    var found: [Instance] = []
    var places: [InstanceKey: Int] = [:]
    let start = reference.start ?? theirs.start
    func add(_ state: SeriesState, _ path: WritableKeyPath<Instance, Item?>) {
      for item in state.overrides {
        guard let own = item.recurrenceID else { continue }
        let id = reference.corresponding(own, in: state)
        let key = InstanceKey(id, in: start)
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

  private mutating func mergeOverride(_ instance: Instance, _ decisions: inout MergeDecisions) -> Item? {
    let id = instance.id
    if let mine = instance.ours, let others = instance.theirs {
      let origin = instance.base ?? base.instance(at: id)
      return placed(mergedDate(origin, mine, others, &decisions), from: ours)
    }
    guard let edited = instance.ours ?? instance.theirs else { return nil }
    let (state, other) = instance.ours == nil ? (theirs, ours) : (ours, theirs)
    let shown = other.instance(at: other.corresponding(id, in: reference))
    let origin = base.instance(at: id)
    if instance.base == nil, let shown {
      return placed(edited.following(shown, since: origin), from: state)
    }
    let isShown = base.main == nil ? mainHasInstance(id) : origin == nil
    if instance.base == nil, main != nil, !isShown, let ended = edited.endingDateOfClass(of: state.main) {
      // The other side ended the class before this date, or gave it other days.
      return placed(calledOff(edited, as: ended, since: origin), from: state)
    }
    if instance.base == nil, origin == nil || main == nil { return placed(edited, from: state) }
    if let base = instance.base, isUnedited(edited, of: state, since: base, at: id) { return nil }
    let isOurs = instance.ours != nil
    if let base = instance.base, let shown {
      // The other side removed the override.
      let sides = isOurs ? (edited, shown) : (shown, edited)
      return placed(mergedDate(base, sides.0, sides.1, &decisions), from: ours)
    }
    // The other side has closed it too, by beginning the to-do with the next instance.
    if edited.todo?.isClosed ?? false, other.isEnd(of: reference), other.begins(after: id) {
      return placed(edited, from: state)
    }
    let sides = MergeDecisions.ItemStates(
      base: [instance.base ?? origin].compactMap { $0 }, ours: isOurs ? [edited] : [],
      theirs: isOurs ? [] : [edited])
    let side = decisions.chooseSide(edited.id, provisional: isOurs ? .ours : .theirs, sides)
    guard (side == .ours) == isOurs else { return nil }
    var kept = placed(edited, from: state)
    if let id = edited.recurrenceID, let target = kept.recurrenceID {
      kept = edited.placed(at: target, from: id)
    }
    revived += [kept.recurrenceID].compactMap { $0 }
    return kept
  }

  /// Whether an override is as in the base, or has the changes of its series alone.
  private func isUnedited(_ override: Item, of state: SeriesState, since base: Item, at id: EventTime) -> Bool
  {
    if override.hasSameMeaning(as: base) { return true }
    guard let shown = state.instance(at: state.corresponding(id, in: reference)) else { return false }
    var followed = base.following(shown, since: self.base.instance(at: id))
    followed.recurrenceID = override.recurrenceID
    return override.hasSameMeaning(as: followed)
  }

  /// The merged override, with the bookings of both sides where it is a date of a class.
  private mutating func mergedDate(
    _ base: Item?, _ ours: Item, _ theirs: Item, _ decisions: inout MergeDecisions
  ) -> Item {
    let rosters = RosterStates(base: base, ours: ours, theirs: theirs, of: main)
    return merged(base, ours, theirs, rosters, &decisions)
  }

  /// The merged item, its bookings by decision.
  ///
  /// - Parameter bookings: The states without bookings; `nil` for an item that has none.
  private mutating func merged(
    _ base: Item?, _ ours: Item, _ theirs: Item, _ bookings: (some BookingStates)?,
    _ decisions: inout MergeDecisions
  ) -> Item {
    guard let bookings else { return ItemMerge(base: base, ours: ours, theirs: theirs, &decisions).merged }
    var item = ItemMerge(base: bookings.base, ours: bookings.ours, theirs: bookings.theirs, &decisions).merged
    displaced += bookings.merge(into: &item).map { DisplacedBooking(id: item.id, booking: $0) }
    return item
  }

  /// Whether the merged series has an instance, named as in the reference.
  private func mainHasInstance(_ id: EventTime) -> Bool {
    guard let main, let start = main.anchor else { return false }
    let target = start == ours.start ? ours : start == theirs.start ? theirs : reference
    let own = target.corresponding(id, in: reference).conformed(to: start)
    return RecurrenceExpansion(RecurrenceSet(start: start, main.recurrence), calendars: target.calendars)
      .contains(own)
  }

  /// A date that its class no longer has, with its bookings called off.
  private mutating func calledOff(_ date: Item, as ended: Item, since base: Item?) -> Item {
    guard let rosters = RosterStates(base: base, ours: date, theirs: ended, of: main) else { return ended }
    var item = rosters.theirs
    displaced += rosters.merge(into: &item).map { DisplacedBooking(id: item.id, booking: $0) }
    return item
  }

  /// An override with the recurrence id that it has in the merged series.
  private func placed(_ item: Item, from state: SeriesState) -> Item {
    guard let start = main?.anchor, start != state.start, let id = item.recurrenceID else { return item }
    let target = start == ours.start ? ours : start == theirs.start ? theirs : state
    var placed = item
    let instance = target.corresponding(reference.corresponding(id, in: state), in: reference)
    placed.recurrenceID = instance.hasSameForm(as: start) ? instance : instance.conformed(to: start)
    return placed
  }
}

extension Item {
  /// The override with the series' changes of its instance, except in values and entries of lists that the override changes. Its
  /// range and its revision are its own.
  ///
  /// - Parameters:
  ///   - shown: The instance as the changed series shows it.
  ///   - origin: The instance as the base shows it; without it nothing is changed.
  func following(_ shown: Item, since origin: Item?) -> Item {
    guard var origin, origin.content != shown.content else { return self }
    var shown = shown
    (origin.overridesFuture, shown.overridesFuture) = (overridesFuture, overridesFuture)
    var decisions = MergeDecisions(.ours, by: [])
    var item = ItemMerge(base: origin, ours: self, theirs: shown, &decisions).merged
    item.content.fields.sequence = content.fields.sequence
    (item.stamp, item.created, item.lastModified) = (stamp, created, lastModified)
    return item
  }
}
