public import AlmanacEvents
internal import AlmanacTime

/// One of the two sides of a merge.
public enum MergeSide: String, Sendable, Hashable, CaseIterable, Codable {
  /// Our side, such as the calendar on this computer.
  case ours
  /// The other side, such as that of a server or of another file.
  case theirs
}

extension MergeSide {
  /// The index of its state in a list of those of the base, of our side and of the other side.
  var index: Int { self == .ours ? 1 : 2 }

  /// The side whose state a merge uses: the one that changed it; ours if both made the same change or neither made one;
  /// `nil` if both changed it differently.
  ///
  /// - Parameter isEqual: Whether two states are equal, by their indices: 0 for the base, 1 for our side, 2 for the
  ///   other side.
  init?(ofChange isEqual: (Int, Int) -> Bool) {
    if isEqual(1, 2) || isEqual(0, 2) {
      self = .ours
    } else if isEqual(0, 1) {
      self = .theirs
    } else {
      return nil
    }
  }

  /// The side whose state a merge uses, of states that may be absent, in the order base, ours, theirs.
  init?<State>(ofChange states: [State?], _ isEqual: (State, State) -> Bool) {
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
  /// Our state. Of a series that a side split it is all of ours; see ``CalendarMerge``.
  case ours
  /// The state of the other side. Of a series that a side split it is all of theirs; see ``CalendarMerge``.
  case theirs
  /// The state of the newer item: by SEQUENCE, LAST-MODIFIED and DTSTAMP, else by the bytes of the conflicting state, so
  /// that both sides come to the same result. An edit takes precedence over a deletion. Of a series that a side split it is
  /// all of the side with the newest item; see ``CalendarMerge``.
  case newer
  /// Our state, and the other item beside it under a new UID, a series with its overrides. An edit takes precedence over a deletion.
  /// A conflict of a calendar's own property, or of a component that is no item, of which there is no copy, is not resolved.
  case both
  /// Nothing is resolved: our state is used for now; between an edit and a deletion, the edit.
  case ask
}

extension MergePolicy {
  /// The side whose state it uses, whatever that is; `nil` for other policies.
  var side: MergeSide? { MergeSide(rawValue: rawValue) }
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
  /// closed in any state; `X-` is unmodelled content. Empty where one side deleted the item, and for a series as a whole.
  public let property: String
  /// The key of the entry of a list, such as the address of an attendee; empty for a single value.
  public let key: String
  /// The number of the entry among those of that key, counted from 1; 1 for a single value.
  public let entryNumber: Int
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
    case schema, id, property, key, base, ours, theirs, states
    /// The stored keys of `entryNumber` and `resolution`.
    case entryNumber = "occurrence"
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
  var entry: EntryKey { EntryKey(text: key, number: entryNumber) }

  /// Whether both are about the same property or entry of the same item.
  func hasSameSubject(as other: MergeConflict) -> Bool {
    id == other.id && property == other.property && entry == other.entry
  }
}
