/// The effect of a change on a calendar's items, as a value: it can be shown, stored, undone and redone.
///
/// ```swift
/// let change = try course.remove(uid: uid)
/// try course.apply(change.inverse)                  // undo
/// try course.apply(change)                          // redo
/// ```
public struct CalendarChange: Sendable, Hashable {
  /// The effect on one item.
  public struct Step: Sendable, Hashable {
    /// The item's number in the store.
    let number: Int
    /// `nil` when the item is new.
    public let before: Item?
    /// `nil` when the item is gone.
    public let after: Item?
    /// Whether another item may have the same identity, as in imported files.
    var allowsDuplicate = false
  }

  /// The effects in the order in which they happen.
  public private(set) var steps: [Step]
  /// The new identities of items and occurrences.
  public private(set) var identities: ItemIdentities

  package init(_ steps: [Step] = [], identities: ItemIdentities = .unchanged) {
    self.steps = steps
    self.identities = identities
  }

  /// Whether the change has no effect.
  public var isEmpty: Bool { steps.isEmpty }

  /// The change that undoes this one.
  public var inverse: CalendarChange {
    CalendarChange(
      steps.reversed().map {
        Step(number: $0.number, before: $0.after, after: $0.before, allowsDuplicate: $0.allowsDuplicate)
      },
      identities: identities.inverse)
  }

  /// The previous states of the items that were removed or changed.
  public var removed: [Item] { steps.compactMap { $0.before } }

  /// The new states of the items that were added or changed.
  public var added: [Item] { steps.compactMap { $0.after } }

  /// The previous states of the items that no longer exist under any UID: deleted ones, and overrides of instances that a
  /// new rule does not produce.
  public var gone: [Item] {
    steps.compactMap { step in
      guard let before = step.before, step.after == nil else { return nil }
      return identities[before.id].map { $0.uid != before.uid } ?? false ? nil : before
    }
  }

  /// This change followed by another.
  public func followed(by next: CalendarChange) -> CalendarChange {
    CalendarChange(steps + next.steps, identities: identities.followed(by: next.identities))
  }
}

extension EventCalendar {
  /// Applies a change that was made on this state of the calendar, or the inverse of one: all of it or nothing.
  ///
  /// - Throws: `EventError` with code `conflict` for each item that is not in the state from which the change starts, and
  ///   for each that would return to an identity that another item has now.
  public mutating func apply(_ change: CalendarChange) throws(EventError) {
    var reasons: [EventError.Reason] = []
    // A later step of the same item starts from the state that an earlier one leaves.
    var states: [Int: Item?] = [:]
    for step in change.steps {
      let found = states[step.number] ?? store[step.number]
      states[step.number] = step.after
      if found == step.before { continue }
      let uid = step.before?.uid ?? step.after?.uid ?? ""
      reasons.append(.init(.conflict, uid: uid, expected: "the item as it was when the change was made"))
    }
    for step in change.steps where step.before == nil && !step.allowsDuplicate {
      guard let item = step.after, isTaken(item, besides: states) else { continue }
      reasons.append(.init(.conflict, "UID", uid: item.uid, expected: "an identity that is not taken"))
    }
    if let error = EventError(reasons) { throw error }
    store.set(change.steps.map { ($0.number, $0.after) })
  }

  /// Whether an item other than those that are changed has the identity.
  private func isTaken(_ item: Item, besides states: [Int: Item?]) -> Bool {
    let others = store.entries(of: SeriesID(item)).filter { states[$0.number] == nil }
    return others.currentItem(for: item.recurrenceID) != nil
  }
}
