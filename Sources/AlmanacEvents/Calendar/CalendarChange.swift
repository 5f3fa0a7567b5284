/// What a change did to a calendar's items, as a value: it can be shown, kept, undone and done again.
///
/// ```swift
/// let change = try course.remove(uid: uid)
/// try course.apply(change.inverse)                  // undo
/// try course.apply(change)                          // redo
/// ```
public struct CalendarChange: Sendable, Hashable {
  /// What happened to one item.
  public struct Step: Sendable, Hashable {
    /// The item's place in the document.
    let number: Int
    /// `nil` when the item is new.
    public let before: Item?
    /// `nil` when the item is gone.
    public let after: Item?
    /// Whether the item may stand beside another of its identity, as one that a file brought in may.
    var mayBeTwin = false
  }

  /// In the order in which they are done.
  public private(set) var steps: [Step]
  /// What items and occurrences are called now.
  public private(set) var identities: ItemIdentities

  init(_ steps: [Step] = [], identities: ItemIdentities = .unchanged) {
    self.steps = steps
    self.identities = identities
  }

  /// Whether nothing happened.
  public var isEmpty: Bool { steps.isEmpty }

  /// The change that takes this one back.
  public var inverse: CalendarChange {
    CalendarChange(
      steps.reversed().map {
        Step(number: $0.number, before: $0.after, after: $0.before, mayBeTwin: $0.mayBeTwin)
      },
      identities: identities.inverse)
  }

  /// The items as they were that are gone or changed.
  public var removed: [Item] { steps.compactMap { $0.before } }

  /// The items as they are that are new or changed.
  public var added: [Item] { steps.compactMap { $0.after } }

  /// The items as they were that are no more, under no other UID either: what a new rule has no place for, as well as
  /// what was deleted.
  public var gone: [Item] {
    steps.compactMap { step in
      guard let before = step.before, step.after == nil else { return nil }
      return identities[before.id].map { $0.uid != before.uid } ?? false ? nil : before
    }
  }

  /// This change, then another.
  public func followed(by next: CalendarChange) -> CalendarChange {
    CalendarChange(steps + next.steps, identities: identities.followed(by: next.identities))
  }
}

extension EventCalendar {
  /// Does a change that was made on this state of the calendar, or takes one back: all of it or nothing.
  ///
  /// - Throws: `EventError` with code `conflict` for each item that is not as the change found it, and for each that
  ///   would come back to an identity that another has taken since.
  public mutating func apply(_ change: CalendarChange) throws(EventError) {
    var reasons: [EventError.Reason] = []
    // What a step leaves is what a later one of the same item finds.
    var states: [Int: Item?] = [:]
    for step in change.steps {
      let found = states[step.number] ?? store[step.number]
      states[step.number] = step.after
      if found == step.before { continue }
      let uid = step.before?.uid ?? step.after?.uid ?? ""
      reasons.append(.init(.conflict, uid: uid, expected: "the item as it was when the change was made"))
    }
    for step in change.steps where step.before == nil && !step.mayBeTwin {
      guard let item = step.after, isTaken(item, besides: states) else { continue }
      reasons.append(.init(.conflict, "UID", uid: item.uid, expected: "an identity that is not taken"))
    }
    if let error = EventError(reasons) { throw error }
    store.set(change.steps.map { ($0.number, $0.after) })
  }

  /// Whether an item other than those that are changed has the identity.
  private func isTaken(_ item: Item, besides states: [Int: Item?]) -> Bool {
    let others = store.entries(of: SeriesID(item)).filter { states[$0.number] == nil }
    return others.holder(of: item.recurrenceID) != nil
  }
}
