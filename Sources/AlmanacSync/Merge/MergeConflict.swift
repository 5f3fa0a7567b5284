public import AlmanacEvents
internal import AlmanacTime

/// One of the two sides of a merge.
public enum MergeSide: String, Sendable, Hashable, CaseIterable, Codable {
  case ours, theirs
}

extension MergeSide {
  /// The side whose state a merge has: the only one that changed it, and ours where both have the same; `nil` where both
  /// changed it differently.
  ///
  /// - Parameter isEqual: Whether two of the states are equal: 0 is that of the base, 1 ours, 2 that of the other side.
  init?(changed isEqual: (Int, Int) -> Bool) {
    if isEqual(1, 2) || isEqual(0, 2) {
      self = .ours
    } else if isEqual(0, 1) {
      self = .theirs
    } else {
      return nil
    }
  }

  /// The side whose state a merge has, of states that may be absent.
  init?<State>(changed states: [State?], _ isEqual: (State, State) -> Bool) {
    self.init { one, other in
      guard let one = states[one], let other = states[other] else {
        return states[one] == nil && states[other] == nil
      }
      return isEqual(one, other)
    }
  }
}

/// The way in which a merge resolves what both sides changed differently.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable, Codable {
  /// Our state.
  case ours
  /// The state of the other side.
  case theirs
  /// The state of the newer item: by SEQUENCE, LAST-MODIFIED and DTSTAMP, else by the bytes of the conflicting state, so
  /// that both sides come to the same result. An edit takes precedence over a deletion.
  case newer
  /// Our state, and the other item beside it under a new UID, a series with its overrides. An edit takes precedence over a deletion.
  case both
  /// Nothing is resolved: our state, or the edit of an edit and a deletion, remains for now.
  case ask
}

/// A property that both sides of a merge changed differently, or an item that one side changed and the other deleted.
///
/// ```swift
/// for conflict in merge.unresolved { merge.calendar.resolve(conflict, as: .theirs) }
/// ```
public struct MergeConflict: Sendable, Hashable, Codable {
  var schema = StoredSchema()

  /// The item; `nil` for the calendar's own properties.
  public internal(set) var id: ItemID?
  /// The iCalendar name of the property or component: `SUMMARY`, `VALARM`. `DTSTART` also covers the end and the
  /// rules, which are one value where a start or a rule changed; `STATUS` also covers the progress of a to-do that is
  /// closed in any state; `X-` is unmodelled content. Empty where one side deleted the item.
  public let property: String
  /// The key of the entry of a list, such as the address of an attendee; empty for a single value.
  public let key: String
  /// The number of the entry among those of that key, counted from 1; 1 for a single value.
  public let occurrence: Int
  /// The content lines of the base, not folded; empty where it has none.
  public let base: [String]
  /// The content lines of our side; empty where it has none.
  public let ours: [String]
  /// The content lines of the other side; empty where it has none.
  public let theirs: [String]
  /// The side whose state the policy chose; `nil` for an unresolved conflict.
  public internal(set) var resolution: MergeSide?
  /// The states from which a later resolution takes the property.
  let states: States

  private enum CodingKeys: String, CodingKey {
    case schema, id, property, key, occurrence, base, ours, theirs, states
    /// The stored key of `resolution`.
    case resolution = "settlement"
  }

  enum States: Sendable, Hashable, Codable {
    /// One item on each side, or where one side deleted a series all its items on the other.
    case items(base: [Item], ours: [Item], theirs: [Item])
    /// Without their items.
    case calendars(base: EventCalendar, ours: EventCalendar, theirs: EventCalendar)
  }
}

extension MergeConflict {
  var entry: EntryKey { EntryKey(text: key, number: occurrence) }

  /// Whether both are about the same property or entry of the same item.
  func hasSameSubject(as other: MergeConflict) -> Bool {
    id == other.id && property == other.property && entry == other.entry
  }
}

/// Collects the conflicts of a merge and resolves them by a policy.
struct MergeDecisions {
  let policy: MergePolicy
  private(set) var conflicts: [MergeConflict] = []
  /// The items of the other side that are copied beside ours.
  private(set) var copies: [Item] = []
  private var copied: Set<ItemID> = []
  private var text = FieldText()

  init(_ policy: MergePolicy) {
    self.policy = policy
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
  struct Sides {
    let base: [Item]
    let ours: [Item]
    let theirs: [Item]
  }

  /// Chooses between an edit and a deletion of an item or of a series.
  ///
  /// - Parameter remaining: The side that is used until the conflict is resolved.
  mutating func side(_ id: ItemID, remaining: MergeSide, _ sides: Sides) -> MergeSide {
    let fields = (MergeUnit.schedule.fields + MergeUnit.contents.flatMap(\.fields))
    return side(id, "", .whole, remaining: remaining, sides) { text in
      [sides.base, sides.ours, sides.theirs].map { items in
        items.first.map { item in fields.flatMap { text.lines(of: $0, in: item) } } ?? []
      }
    }
  }

  /// Chooses a state of one property of an item.
  ///
  /// - Parameter lines: Returns the lines of the base, of our side and of the other side.
  mutating func side(
    _ id: ItemID, _ property: String, _ key: EntryKey, remaining: MergeSide = .ours, _ sides: Sides,
    lines: (inout FieldText) -> [[String]]
  ) -> MergeSide {
    let stated = lines(&text)
    if policy == .both, let other = sides.theirs.first, !sides.ours.isEmpty,
      copied.insert(other.id).inserted
    {
      copies.append(other)
    }
    return decide(
      MergeConflict(
        id: id, property: property, key: key.text, occurrence: key.number, base: stated[0], ours: stated[1],
        theirs: stated[2], resolution: nil,
        states: .items(base: sides.base, ours: sides.ours, theirs: sides.theirs)),
      remaining, sides.ours.first?.revision, sides.theirs.first?.revision)
  }

  /// Chooses a state of a property of the calendar itself.
  mutating func side(
    _ property: String, _ key: EntryKey, remaining: MergeSide = .ours, _ header: HeaderStates
  ) -> MergeSide {
    let (one, another) = (header.lines(property, key, .ours), header.lines(property, key, .theirs))
    return decide(
      MergeConflict(
        id: nil, property: property, key: key.text, occurrence: key.number,
        base: one.before.isEmpty ? another.before : one.before, ours: one.after, theirs: another.after,
        resolution: nil, states: .calendars(base: header.base, ours: header.ours, theirs: header.theirs)),
      remaining, header.ours.lastModified ?? .min, header.theirs.lastModified ?? .min)
  }

  private mutating func decide<Order: Comparable>(
    _ conflict: MergeConflict, _ remaining: MergeSide, _ ours: Order?, _ theirs: Order?
  ) -> MergeSide {
    var conflict = conflict
    switch policy {
    case .ours: conflict.resolution = .ours
    case .theirs: conflict.resolution = .theirs
    case .ask: break
    case .both: conflict.resolution = remaining
    case .newer:
      conflict.resolution = Self.newer(ours, theirs, conflict.ours, conflict.theirs) ?? remaining
    }
    conflicts.append(conflict)
    return conflict.resolution ?? remaining
  }

  /// The newer side, of equal revisions the one with the greater lines; `nil` where one side has no state.
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
    let own = property == "X-" ? changes : changes.filter { $0.name == property }
    let entry = own.filter { $0.key == key.text }
    let found = entry.isEmpty && property != "X-" ? own : entry
    return (found.flatMap(\.before), found.flatMap(\.after))
  }
}
