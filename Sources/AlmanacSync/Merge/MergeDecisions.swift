internal import AlmanacEvents
internal import AlmanacTime

/// Collects the conflicts of a merge, which `ItemMerge`, `SeriesMerge` and `CalendarMerge` find, and resolves them by a
/// policy.
struct MergeDecisions {
  let policy: MergePolicy
  /// The person whose calendar both sides have; empty where nobody is known.
  let me: Set<PersonKey>
  private(set) var conflicts: [MergeConflict] = []
  /// The items of the other side that are copied beside ours.
  private(set) var copies: [Item] = []
  private var copied: Set<ItemID> = []
  private var text = FieldText()

  init(_ policy: MergePolicy, by me: Set<String>) {
    self.policy = policy
    self.me = Set(me.map { PersonKey($0) })
  }

  /// Moves conflicts of a series behind those of its overrides: a later resolution of its start moves the overrides.
  mutating func moveAfterOverrides(_ range: Range<Int>) {
    let moved = conflicts[range]
    conflicts.removeSubrange(range)
    conflicts += moved
  }

  /// Sets the identity of the conflicts from an index on to that of the override in the merged series.
  mutating func setIdentity(from first: Int, to id: ItemID) {
    for index in first..<conflicts.count { conflicts[index].id = id }
  }

  /// The items of the base, of our side and of the other side: one of each, or where one side deleted a series all its
  /// items on the other.
  struct ItemStates {
    let base: [Item]
    let ours: [Item]
    let theirs: [Item]
  }

  /// Chooses between an edit and a deletion of an item or of a series.
  ///
  /// - Parameter provisional: The side that is used until the conflict is resolved.
  mutating func chooseSide(_ id: ItemID, provisional: MergeSide, _ states: ItemStates) -> MergeSide {
    let fields = (MergeUnit.schedule.fields + MergeUnit.contents.flatMap(\.fields))
    return chooseSide(id, "", .whole, provisional: provisional, states) { text in
      [states.base, states.ours, states.theirs].map { items in
        items.first.map { item in fields.flatMap { text.lines(of: $0, in: item) } } ?? []
      }
    }
  }

  /// The side whose state of a split series the policy uses as a whole: of the newer states the one with the newest item; with
  /// `both` ours. A side that has nothing of it is not used, unless the policy names that. `nil` if nothing is resolved.
  ///
  /// - Parameter family: The items of our side and of the other side, of all parts.
  mutating func side(of family: (ours: [Item], theirs: [Item])) -> MergeSide? {
    let provisional: MergeSide = family.ours.isEmpty ? .theirs : .ours
    switch policy {
    case .ask: return nil
    case .ours, .theirs: return policy.side
    case .both: return provisional
    case .newer:
      let sides = [family.ours, family.theirs]
      let revisions = sides.map { $0.map(\.revision).max() }
      let fields = MergeUnit.schedule.fields + MergeUnit.contents.flatMap(\.fields)
      let lines = sides.map { items in
        items.map { item in
          ([item.id.description] + fields.flatMap { text.lines(of: $0, in: item) }).joined(separator: "\n")
        }.sorted()
      }
      return Self.newer(revisions[0], revisions[1], lines[0], lines[1]) ?? provisional
    }
  }

  /// Resolves the conflicts of a split series as the side that the policy uses as a whole. Nothing of it is copied by itself.
  mutating func settle(_ family: [ItemID], as side: MergeSide) {
    let parts = Set(family)
    for index in conflicts.indices where conflicts[index].id.map({ parts.contains($0.series) }) ?? false {
      conflicts[index].resolution = side
    }
    copies.removeAll { parts.contains($0.id.series) }
  }

  /// Records a series of which the policy uses one side as a whole, where the result of the merge would be another.
  ///
  /// - Parameter states: The items of the base, of our side and of the other side.
  mutating func settle(_ states: [[Item]], as side: MergeSide, insteadOf merged: [Item]) {
    let chosen = states[side.index]
    guard let id = chosen.first?.id.series, !states.contains(where: \.isEmpty),
      merged.count != chosen.count || !zip(merged, chosen).allSatisfy({ $0.hasSameContent(as: $1) })
    else { return }
    _ = chooseSide(id, provisional: side, ItemStates(base: states[0], ours: states[1], theirs: states[2]))
  }

  /// Chooses a state of one property of an item.
  ///
  /// - Parameter lines: Returns the lines of the base, of our side and of the other side.
  mutating func chooseSide(
    _ id: ItemID, _ property: String, _ key: EntryKey, provisional: MergeSide = .ours, _ states: ItemStates,
    lines: (inout FieldText) -> [[String]]
  ) -> MergeSide {
    let lines = lines(&text)
    if policy == .both, let other = states.theirs.first, !states.ours.isEmpty,
      copied.insert(other.id).inserted
    {
      copies.append(other)
    }
    return decide(
      MergeConflict(
        id: id, property: property, key: key.text, entryNumber: key.number, base: lines[0], ours: lines[1],
        theirs: lines[2], resolution: nil,
        states: .items(base: states.base, ours: states.ours, theirs: states.theirs)),
      provisional, states.ours.first?.revision, states.theirs.first?.revision)
  }

  /// Chooses a state of a property of the calendar itself, of which there is no copy: the policy `both` leaves the conflict.
  mutating func chooseSide(
    _ property: String, _ key: EntryKey, provisional: MergeSide = .ours, _ header: HeaderStates
  ) -> MergeSide {
    let (one, another) = (header.lines(property, key, .ours), header.lines(property, key, .theirs))
    return decide(
      MergeConflict(
        id: nil, property: property, key: key.text, entryNumber: key.number,
        base: one.before.isEmpty ? another.before : one.before, ours: one.after, theirs: another.after,
        resolution: nil, states: .calendars(base: header.base, ours: header.ours, theirs: header.theirs)),
      provisional, header.ours.lastModified ?? .min, header.theirs.lastModified ?? .min)
  }

  /// Chooses between two notations of the same state, so that both sides choose the same one.
  mutating func notation(_ states: ItemStates, _ lines: (inout FieldText) -> [[String]]) -> MergeSide {
    let lines = lines(&text)
    return Self.newer(states.ours.first?.revision, states.theirs.first?.revision, lines[1], lines[2]) ?? .ours
  }

  private mutating func decide<Order: Comparable>(
    _ conflict: MergeConflict, _ provisional: MergeSide, _ ours: Order?, _ theirs: Order?
  ) -> MergeSide {
    var conflict = conflict
    switch policy {
    case .ours, .theirs: conflict.resolution = policy.side
    case .ask: break
    case .both: conflict.resolution = conflict.id == nil ? nil : provisional
    case .newer:
      conflict.resolution = Self.newer(ours, theirs, conflict.ours, conflict.theirs) ?? provisional
    }
    conflicts.append(conflict)
    return conflict.resolution ?? provisional
  }

  /// The newer side; of equal revisions the side whose lines come later in byte order, so that both sides choose the same.
  /// `nil` where one side has no state.
  private static func newer<Order: Comparable>(
    _ ours: Order?, _ theirs: Order?, _ one: [String], _ another: [String]
  ) -> MergeSide? {
    guard let ours, let theirs else { return nil }
    if ours != theirs { return ours > theirs ? .ours : .theirs }
    let (mine, others) = (one.joined(separator: "\n"), another.joined(separator: "\n"))
    return mine.utf8.lexicographicallyPrecedes(others.utf8) ? .theirs : .ours
  }
}

extension EntryKey {
  /// The key of a single value.
  static let whole = EntryKey(text: "", number: 1)
}

/// The properties of a calendar in the three states of a merge, without items.
struct HeaderStates {
  let base: EventCalendar
  let ours: EventCalendar
  let theirs: EventCalendar
  private let ourChanges: [PropertyChange]
  private let theirChanges: [PropertyChange]

  init(base: EventCalendar, ours: EventCalendar, theirs: EventCalendar) {
    self.base = base.with(items: [])
    self.ours = ours.with(items: [])
    self.theirs = theirs.with(items: [])
    ourChanges = CalendarDifference(from: self.base, to: self.ours).properties
    theirChanges = CalendarDifference(from: self.base, to: self.theirs).properties
  }

  /// The lines of a property, or of one entry of a list, in the base and on a side.
  func lines(_ property: String, _ key: EntryKey, _ side: MergeSide) -> (before: [String], after: [String]) {
    let changes = side == .ours ? ourChanges : theirChanges
    let own = property == MergeUnit.unmodelledName ? changes : changes.filter { $0.name == property }
    let entry = own.filter { $0.key == key.text }
    let found = entry.isEmpty && property != MergeUnit.unmodelledName ? own : entry
    return (found.flatMap(\.before), found.flatMap(\.after))
  }
}
