public import AlmanacEvents
internal import AlmanacTime

/// One of the two sides of a merge.
public enum MergeSide: String, Sendable, Hashable, CaseIterable, Codable {
  case ours, theirs
}

/// The way in which a merge settles what both sides changed differently.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable, Codable {
  /// Our state.
  case ours
  /// The state of the other side.
  case theirs
  /// The state of the newer item: by SEQUENCE, LAST-MODIFIED and DTSTAMP, else by the bytes of the conflicting state, so
  /// that both sides come to the same result. An edit is newer than a deletion.
  case newer
  /// Our state, and the other item beside it under a new UID. Of an edit and a deletion the edit.
  case both
  /// Nothing is settled: our state, or of an edit and a deletion the edit, remains for now.
  case ask
}

/// A property that both sides of a merge changed differently, or an item that one side changed and the other deleted.
///
/// ```swift
/// for conflict in merge.unsettled { merge.calendar.settle(conflict, as: .theirs) }
/// ```
public struct MergeConflict: Sendable, Hashable, Codable {
  /// The item; `nil` for the calendar's own properties.
  public let id: ItemID?
  /// The iCalendar name of the property or component: `SUMMARY`, `VALARM`. `DTSTART` also stands for the end and the
  /// rules, which are one value where a start or a rule changed; `X-` for content that the model has no place for. Empty
  /// where one side deleted the item.
  public let property: String
  /// The key of the entry of a list, such as the address of an attendee; empty for a single value.
  public let key: String
  /// The content lines of the base, not folded; empty where it has none.
  public let base: [String]
  /// The content lines of our side; empty where it has none.
  public let ours: [String]
  /// The content lines of the other side; empty where it has none.
  public let theirs: [String]
  /// The side whose state the policy chose; `nil` for an unsettled conflict.
  public let settlement: MergeSide?
  /// The states from which a later settlement takes the property.
  let states: States

  enum States: Sendable, Hashable, Codable {
    /// One item on each side, or where one side deleted a series all its items on the other.
    case items(base: [Item], ours: [Item], theirs: [Item])
    /// Without their items.
    case calendars(base: EventCalendar, ours: EventCalendar, theirs: EventCalendar)
  }
}

/// Collects the conflicts of a merge and settles them by a policy.
struct MergeDecisions {
  let policy: MergePolicy
  private(set) var conflicts: [MergeConflict] = []
  /// The items of the other side that stay beside ours.
  private(set) var copies: [Item] = []
  private var copied: Set<ItemID> = []
  private var text = FieldText()

  init(_ policy: MergePolicy) {
    self.policy = policy
  }

  /// Moves conflicts of a series behind those of its overrides: a later settlement of its start moves the overrides.
  mutating func postpone(_ range: Range<Int>) {
    let postponed = conflicts[range]
    conflicts.removeSubrange(range)
    conflicts += postponed
  }

  /// Chooses between an edit and a deletion of an item or of a series.
  ///
  /// - Parameter remaining: The side that remains without a decision.
  mutating func side(
    _ id: ItemID, remaining: MergeSide, base: [Item], ours: [Item], theirs: [Item]
  ) -> MergeSide {
    let fields = (MergeUnit.schedule.fields + MergeUnit.contents.flatMap(\.fields))
    return side(id, "", key: "", remaining: remaining, base: base, ours: ours, theirs: theirs) { text, item in
      fields.flatMap { text.lines(of: $0, in: item) }
    }
  }

  /// Chooses a state of one property of an item.
  mutating func side(
    _ id: ItemID, _ property: String, key: String = "", remaining: MergeSide = .ours,
    base: Item?, ours: Item, theirs: Item, lines: (inout FieldText, Item) -> [String]
  ) -> MergeSide {
    side(
      id, property, key: key, remaining: remaining, base: [base].compactMap { $0 }, ours: [ours],
      theirs: [theirs], lines: lines)
  }

  private mutating func side(
    _ id: ItemID, _ property: String, key: String, remaining: MergeSide,
    base: [Item], ours: [Item], theirs: [Item], lines: (inout FieldText, Item) -> [String]
  ) -> MergeSide {
    let stated = [base, ours, theirs].map { items in items.first.map { lines(&text, $0) } ?? [] }
    let settlement: MergeSide?
    switch policy {
    case .ours: settlement = .ours
    case .theirs: settlement = .theirs
    case .ask: settlement = nil
    case .both:
      settlement = remaining
      if let other = theirs.first, !ours.isEmpty, copied.insert(other.id).inserted { copies.append(other) }
    case .newer:
      let revisions = (ours.first.map { Revision($0) }, theirs.first.map { Revision($0) })
      settlement = Self.newer(revisions.0, revisions.1, stated[1], stated[2]) ?? remaining
    }
    conflicts.append(
      MergeConflict(
        id: id, property: property, key: key, base: stated[0], ours: stated[1], theirs: stated[2],
        settlement: settlement, states: .items(base: base, ours: ours, theirs: theirs)))
    return settlement ?? remaining
  }

  /// Chooses a state of a property of the calendar itself.
  mutating func side(
    _ property: String, key: String = "", remaining: MergeSide = .ours,
    base: EventCalendar, ours: EventCalendar, theirs: EventCalendar
  ) -> MergeSide {
    let states = [base, ours, theirs].map { $0.with(items: []) }
    let changes = (
      CalendarDifference(from: states[0], to: states[1]).properties,
      CalendarDifference(from: states[0], to: states[2]).properties
    )
    func lines(_ changes: [PropertyChange]) -> (before: [String], after: [String]) {
      let own = changes.filter { $0.name == property && (key.isEmpty || $0.key == key) }
      return (own.flatMap(\.before), own.flatMap(\.after))
    }
    let (one, another) = (lines(changes.0), lines(changes.1))
    let settlement: MergeSide?
    switch policy {
    case .ours: settlement = .ours
    case .theirs: settlement = .theirs
    case .ask: settlement = nil
    case .both: settlement = remaining
    case .newer:
      settlement = Self.newer(
        ours.lastModified ?? .min, theirs.lastModified ?? .min, one.after, another.after)
    }
    conflicts.append(
      MergeConflict(
        id: nil, property: property, key: key, base: one.before, ours: one.after, theirs: another.after,
        settlement: settlement, states: .calendars(base: states[0], ours: states[1], theirs: states[2])))
    return settlement ?? remaining
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
