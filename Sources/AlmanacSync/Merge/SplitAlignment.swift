internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// Aligns the sides of a merge where one of them split a series: the base and the other side are split at the same
/// instance, so that an edit of a later instance, and of the whole series, reaches the new series. Splits of both sides at
/// the same instance become one.
///
/// A split is a new series to which an older one is related by RELATED-TO;RELTYPE=NEXT (RFC 9253 §5). Where both sides changed a
/// series, one that another program split gets this relation.
struct SplitAlignment {
  private(set) var base: EventCalendar
  private(set) var ours: EventCalendar
  private(set) var theirs: EventCalendar
  /// The series that a side split since the base, each with the second parts of both sides.
  private(set) var families: [[ItemID]] = []
  /// The series whose base is not known and of which one side is the first part of a split of the other.
  private var supplied: [ItemID] = []
  /// Whether any calendar was changed.
  private(set) var hasSplits = false
  /// The previous identity of a second part that was renamed to match the last split.
  private var joined: ItemID?
  /// The relations of the sides on which parts were renamed.
  private var relations: [Side: RelationIndex] = [:]

  /// - Parameters:
  ///   - ourChanges: The items and series that our side changed or added.
  ///   - theirChanges: The items and series that the other side changed or added.
  init(
    base: EventCalendar, ours: EventCalendar, theirs: EventCalendar, ourChanges: [ItemID],
    theirChanges: [ItemID]
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    for id in Set(ourChanges).intersection(theirChanges) where base.item(id) == nil {
      supplyBase(of: id, \.ours, \.theirs)
      supplyBase(of: id, \.theirs, \.ours)
    }
    let common = Set(ourChanges).intersection(theirChanges)
    relateForeignSplits(of: common, ourChanges, \.ours)
    relateForeignSplits(of: common, theirChanges, \.theirs)
    let splits =
      Self.splits(in: self.ours, ourChanges, \.ours, \.theirs)
      + Self.splits(in: self.theirs, theirChanges, \.theirs, \.ours)
    families = families(of: splits)
    var waiting = Dictionary(grouping: splits, by: \.whole)
    // A part that was split again waits until the first split is made in the base.
    var wholes = (ourChanges + theirChanges).filter { waiting[$0] != nil && self.base.item($0) != nil }
    while let whole = wholes.popLast() {
      guard let splits = waiting.removeValue(forKey: whole), let part = align(splits) else { continue }
      // The later splits are those of the second part now.
      let rest = splits.filter { $0.newUID != part.uid }.map {
        $0.of(isSplit($0, part, in: $0.side) ? part : whole)
      }
      let joined = joined.flatMap { waiting.removeValue(forKey: $0) } ?? []
      for split in rest + joined.map({ $0.of(part) }) { waiting[split.whole, default: []].append(split) }
      wholes += [whole, part]
    }
    dropSuppliedBases()
  }

  /// Restores what the sides lost of second parts, which the aligned base has under their UIDs.
  mutating func restoreLost() {
    (ours, theirs) = (
      ours.restoringLost(since: base, unlessIn: theirs), theirs.restoringLost(since: base, unlessIn: ours)
    )
  }

  private typealias Side = WritableKeyPath<SplitAlignment, EventCalendar>

  /// A series that one side split, and the UID of its second part.
  private struct Split {
    let whole: ItemID
    let newUID: String
    let side: Side
    let other: Side
    var part: ItemID { ItemID(uid: newUID, kind: whole.kind) }

    func of(_ whole: ItemID) -> Split { Split(whole: whole, newUID: newUID, side: side, other: other) }
  }

  /// Makes the state of one side the base of a series whose base is not known, if the other side is a first part that was
  /// split off it: its relations state so.
  private mutating func supplyBase(of id: ItemID, _ own: Side, _ other: Side) {
    func next(_ item: Item?) -> [String] {
      (item?.relations ?? []).filter { $0.kind == .next }.map(\.target)
    }
    guard let whole = self[keyPath: other].item(id), base.item(id) == nil,
      let part = next(self[keyPath: own].item(id)).first, !next(whole).contains(part)
    else { return }
    // A series that both sides split, at other instances, is the base of neither.
    let later = next(self[keyPath: own].item(ItemID(uid: part, kind: id.kind)))
    guard next(whole).allSatisfy(later.contains) else { return }
    base.insert(self[keyPath: other].items(uid: id.uid, kind: id.kind))
    supplied.append(id)
  }

  /// Removes the supplied bases. Of the second parts the base is the series without changed and removed instances, as these
  /// may have been changed on one side only.
  private mutating func dropSuppliedBases() {
    for id in supplied {
      let parts = (base.item(id)?.relations ?? []).filter { $0.kind == .next }.map(\.target)
      _ = base.replace(uid: id.uid, kind: id.kind, by: [])
      for part in parts {
        var main = base.item(ItemID(uid: part, kind: id.kind))
        main?.recurrence.exceptions = []
        _ = base.replace(uid: part, kind: id.kind, by: [main].compactMap { $0 })
      }
    }
  }

  private mutating func relateForeignSplits(of series: Set<ItemID>, _ changes: [ItemID], _ side: Side) {
    guard series.contains(where: { base.item($0)?.isRecurring ?? false }) else { return }
    let foreign = ForeignSplits(of: changes, in: self[keyPath: side], since: base)
    for whole in changes where series.contains(whole) {
      guard let part = foreign.secondPart(of: whole) else { continue }
      var items = self[keyPath: side].items(uid: whole.uid, kind: whole.kind)
      guard let main = items.firstIndex(where: { $0.recurrenceID == nil }) else { continue }
      items[main].relations.append(Relation(part.uid, kind: .next))
      _ = self[keyPath: side].replace(uid: whole.uid, kind: whole.kind, by: items)
    }
  }

  private static func splits(
    in calendar: EventCalendar, _ changes: [ItemID], _ own: Side, _ other: Side
  ) -> [Split] {
    changes.flatMap { id -> [Split] in
      let next = calendar.item(id)?.relations.filter { $0.kind == .next } ?? []
      return next.map { Split(whole: id, newUID: $0.target, side: own, other: other) }
    }
  }

  /// The series of splits that were made since the base and whose second part is on the side that made it.
  private func families(of splits: [Split]) -> [[ItemID]] {
    let new = splits.filter { base.item($0.part) == nil && self[keyPath: $0.side].item($0.part) != nil }
    let ids = new.flatMap { [$0.whole, $0.part] }.uniqued { $0 }
    let places = Dictionary(firstOf: zip(ids, ids.indices))
    var sets = DisjointSets(count: ids.count)
    for split in new {
      if let whole = places[split.whole], let part = places[split.part] { sets.join(whole, part) }
    }
    return sets.groups.map { $0.map { ids[$0] } }
  }

  /// Whether a side relates the second part of a split to a series.
  private func isSplit(_ split: Split, _ whole: ItemID, in side: Side) -> Bool {
    let relations = self[keyPath: side].item(whole)?.relations ?? []
    return relations.contains { $0.kind == .next && $0.target == split.newUID }
  }

  /// Makes the earliest of the splits of a series in the calendars that lack it.
  ///
  /// - Returns: The second part; `nil` where there is no split to be made.
  private mutating func align(_ splits: [Split]) -> ItemID? {
    guard let whole = splits.first.map({ SeriesState($0.whole, in: base) }) else { return nil }
    let found = splits.compactMap { split -> (split: Split, instance: EventTime)? in
      let (part, calendar) = (split.part, self[keyPath: split.side])
      guard base.item(part) == nil, calendar.item(part) != nil || self[keyPath: split.other].item(part) == nil
      else { return nil }
      return Self.firstInstance(of: whole, after: SeriesState(split.whole, in: calendar)).map { (split, $0) }
    }
    // The least UID of splits at one instance remains, whichever side made it.
    let earliest = found.min {
      (whole.key($0.instance), $0.split.newUID) < (whole.key($1.instance), $1.split.newUID)
    }
    guard let (split, instance) = earliest else { return nil }
    hasSplits = true
    joined = nil
    join(split, at: instance, split.other)
    let part = split.part
    for path in [\.base, split.other] where !isMade(split, in: path) {
      let state = SeriesState(split.whole, in: self[keyPath: path])
      let id = state.corresponding(instance, in: whole)
      // A side that ended the series before the split has deleted the second part.
      if state.hasEnded(before: id) { continue }
      var calendar = self[keyPath: path]
      // After an interrupted synchronization the second part may be here already, while the series still has its
      // instances. If it is as on the other side, it is removed, and the split makes it again.
      let sides = [calendar, self[keyPath: split.side]].map { $0.items(uid: part.uid, kind: part.kind) }
      if sides[0] == sides[1] {
        calendar = calendar.with(items: calendar.items.filter { $0.uid != part.uid || $0.kind != part.kind })
      }
      let first = ItemID(uid: split.whole.uid, kind: split.whole.kind, recurrenceID: id)
      // A series that cannot be split there keeps its edits.
      // One that deleted all instances before keeps only the second part.
      let keepsSecondPart = path == split.other
      guard
        (try? calendar.split(first, newUID: part.uid, allowingNothingBefore: keepsSecondPart)) != nil
      else { continue }
      self[keyPath: path] = calendar
      relations[path]?.add(part, in: calendar)
    }
    if self[keyPath: split.side].item(part) == nil { dropSecondPart(part, of: split.whole, split.other) }
    return base.item(part) == nil ? nil : part
  }

  /// Removes a second part that no side has: it is in another file, or was deleted. Instances of it that the other side
  /// changed are then changed instances of the series.
  private mutating func dropSecondPart(_ part: ItemID, of whole: ItemID, _ other: Side) {
    let former = Set(supplied.contains(whole) ? [] : base.items(uid: part.uid, kind: part.kind))
    let changed = self[keyPath: other].items(uid: part.uid, kind: part.kind).filter {
      $0.recurrenceID != nil && !former.contains($0)
    }
    for item in changed {
      for (path, state) in [(\.base, try? base.item(inEffectAt: item.id)), (other, item)] {
        guard var state else { continue }
        (state.uid, state.recurrenceID) = (whole.uid, item.recurrenceID)
        self[keyPath: path].insert([state])
      }
    }
    for path in [\.base, other] {
      _ = self[keyPath: path].replace(uid: part.uid, kind: part.kind, by: [])
    }
  }

  /// Whether a side has both parts of a split; after an interrupted synchronization it may have the second part and the
  /// unshortened series.
  private func isMade(_ split: Split, in side: Side) -> Bool {
    self[keyPath: side].item(split.part) != nil
      && isSplit(split, split.whole, in: side)
  }

  /// The first instance of a series after the last one of its shortened state.
  static func firstInstance(of whole: SeriesState, after cut: SeriesState) -> EventTime? {
    guard let first = cut.start else { return nil }
    let last: EventTime
    switch cut.expansion?.bound {
    case .last(let time): last = time
    case nil: last = first
    default: return nil
    }
    let reference = whole.corresponding(last, in: cut)
    let key = whole.key(reference)
    return whole.first(from: reference) { $0 > key }
  }

  /// Gives the second part that the other side split off at the same instance the same UID.
  private mutating func join(_ split: Split, at instance: EventTime, _ other: Side) {
    let whole = SeriesState(split.whole, in: base)
    let cut = SeriesState(split.whole, in: self[keyPath: other])
    for relation in cut.main?.relations ?? [] where relation.kind == .next && relation.target != split.newUID
    {
      let part = ItemID(uid: relation.target, kind: split.whole.kind)
      guard base.item(part) == nil, self[keyPath: other].item(part) != nil,
        let own = Self.firstInstance(of: whole, after: cut),
        whole.key(own) == whole.key(instance)
      else { continue }
      var index = relations[other] ?? RelationIndex(self[keyPath: other])
      index.rename(part, to: split.newUID, in: &self[keyPath: other])
      relations[other] = index
      joined = part
      return
    }
  }
}

/// The items and series of a calendar by the UIDs to which they are related.
private struct RelationIndex {
  private var related: [String: Set<ItemID>] = [:]

  /// - Complexity: O(*n*).
  init(_ calendar: EventCalendar) {
    for item in calendar.items { add(item) }
  }

  private mutating func add(_ item: Item) {
    for relation in item.relations { related[relation.target, default: []].insert(item.id.series) }
  }

  /// Adds a new series.
  mutating func add(_ series: ItemID, in calendar: EventCalendar) {
    for item in calendar.items(uid: series.uid, kind: series.kind) { add(item) }
  }

  /// Gives a series another UID, which the relations to it have then.
  ///
  /// - Complexity: O(log *n* + items of the series and of those that are related to it).
  mutating func rename(_ series: ItemID, to uid: String, in calendar: inout EventCalendar) {
    change(series, in: &calendar) { $0.uid = uid }
    let new = ItemID(uid: uid, kind: series.kind)
    for target in Set(calendar.items(uid: uid, kind: series.kind).flatMap(\.relations).map(\.target))
    where related[target]?.remove(series) != nil {
      related[target]?.insert(new)
    }
    for other in related.removeValue(forKey: series.uid) ?? [] {
      change(other, in: &calendar) { item in
        for index in item.relations.indices where item.relations[index].target == series.uid {
          item.relations[index].target = uid
        }
      }
      related[uid, default: []].insert(other)
    }
  }

  private func change(_ series: ItemID, in calendar: inout EventCalendar, _ body: (inout Item) -> Void) {
    var items = calendar.items(uid: series.uid, kind: series.kind)
    for index in items.indices { body(&items[index]) }
    _ = calendar.replace(uid: series.uid, kind: series.kind, by: items)
  }
}

/// Numbers from 0 in sets that are joined.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  /// Joins the sets of two numbers.
  mutating func join(_ one: Int, _ other: Int) {
    let (first, second) = (root(one), root(other))
    parents[max(first, second)] = min(first, second)
  }

  /// The sets in the order of their least numbers.
  var groups: [[Int]] {
    var sets = self
    let groups = Dictionary(grouping: parents.indices) { sets.root($0) }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}
