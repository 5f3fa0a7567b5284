/// The effect of a change on a calendar's items, as a value: it can be shown, stored, undone and redone.
///
/// ```swift
/// let change = try course.remove(uid: uid)
/// try course.apply(change.inverse)                  // undo
/// try course.apply(change)                          // redo
/// ```
///
/// It refers to items by their identity and state, so it can be applied to another reading of the same file too, and to a
/// copy in which other items were changed.
public struct CalendarChange: Sendable, Hashable {
  /// The effect on one item.
  public struct Step: Sendable, Hashable {
    /// The item's number (see `NumberedItem`) in the calendar on which the change was made. In another calendar the
    /// item may have another number, and is found by its state.
    var number: Int
    /// `nil` when the item is new.
    public internal(set) var before: Item?
    /// `nil` when the item is deleted.
    public internal(set) var after: Item?
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

  /// Creates the change that several make one after the other; without any it is empty.
  ///
  /// - Complexity: O(*n*) in the steps of all of them.
  public init(combining changes: [CalendarChange]) {
    let identities = changes.reduce(ItemIdentities.unchanged) { $0.followed(by: $1.identities) }
    self.init(changes.flatMap { $0.steps }, identities: identities)
  }

  /// The change with one step for each item, from its first state to its last. All steps were made on one calendar.
  package var condensed: CalendarChange {
    var steps: [Step] = []
    var places: [Int: Int] = [:]
    for step in self.steps {
      if let place = places[step.number] {
        steps[place].after = step.after
      } else {
        places[step.number] = steps.count
        steps.append(step)
      }
    }
    return CalendarChange(steps.filter { $0.before != $0.after }, identities: identities)
  }

  /// This change followed by another.
  public func followed(by next: CalendarChange) -> CalendarChange {
    CalendarChange(steps + next.steps, identities: identities.followed(by: next.identities))
  }
}

extension EventCalendar {
  /// Applies a change, or the inverse of one: all of it or nothing.
  ///
  /// The change may have been made on this calendar, on a copy of it or on another reading of the same file. Each item is
  /// found by its identity, wherever it is in the document, and has to be in the state from which the change starts; other
  /// items may have changed. An added item gets its former place if that is free, else it comes last.
  ///
  /// - Throws: `EventError` with code `conflict` for each item that is not in the state from which the change starts,
  ///   and for each that would return to an identity that another item has now. An item that was inserted unchecked may
  ///   share its identity with another item that differs from it.
  /// - Complexity: O(*m* log *n*) for *m* changed items, and O(items of the series) for each series whose items have
  ///   other numbers here than in the calendar on which the change was made. Items are numbered in the order in which
  ///   they are added.
  public mutating func apply(_ change: CalendarChange) throws(EventError) {
    store.set(try ChangeApplication(change, to: store).states())
  }
}

/// The items that a change leaves in a store, where they may have other numbers than where the change was made.
private struct ChangeApplication {
  private let store: ItemStore
  /// The items that the steps leave, by their numbers here.
  private var changed: [Int: Item?] = [:]
  /// The numbers of these items, for later steps of the same item.
  private var made: [DistinctItem: [Int]] = [:]
  /// The numbers of the store's items in the series that were searched so far.
  private var searched: [SeriesID: [DistinctItem: [Int]]] = [:]
  /// The added items that come last, with their places in the change.
  private var last: [(place: Int, number: Int)] = []
  private var reasons: [EventError.Reason] = []

  init(_ change: CalendarChange, to store: ItemStore) {
    self.store = store
    for step in change.steps {
      let number = step.before.map { self.number(of: $0, at: step.number) } ?? newNumber(step.number)
      changed[number] = .some(step.after)
      if let after = step.after { made[DistinctItem(after), default: []].append(number) }
    }
    for step in change.steps where step.before == nil {
      guard let item = step.after, isTaken(item, allowsDuplicate: step.allowsDuplicate) else { continue }
      reasons.append(.init(.conflict, "UID", uid: item.uid, expected: "an unused UID (and RECURRENCE-ID)"))
    }
  }

  /// The items by number.
  func states() throws(EventError) -> [(number: Int, item: Item?)] {
    if let error = EventError(reasons) { throw error }
    let order = last.sorted { ($0.place, $0.number) < ($1.place, $1.number) }
    let numbers = Dictionary(uniqueKeysWithValues: zip(order.map { $0.number }, store.nextNumber...))
    return changed.map { (numbers[$0] ?? $0, $1) }.sorted { $0.number < $1.number }
  }

  private func item(_ number: Int) -> Item? { changed[number] ?? store[number] }

  /// The number of the item in a state; reports a conflict where no item is in it.
  ///
  /// - Parameter place: The number that the item has where the change was made.
  private mutating func number(of state: Item, at place: Int) -> Int {
    if item(place) == state { return place }
    let key = DistinctItem(state)
    if let number = made[key]?.last(where: { item($0) == state }) { return number }
    let id = SeriesID(state)
    let numbers =
      searched[id]
      ?? Dictionary(grouping: store.entries(of: id)) { DistinctItem($0.item) }
      .mapValues { $0.map { $0.number } }
    searched[id] = numbers
    if let number = numbers[key]?.first(where: { changed[$0] == nil }) { return number }
    reasons.append(
      .init(.conflict, uid: state.uid, expected: "the item as it was when the change was made"))
    return place
  }

  /// The number for an added item: its place where that is free, else one after all others.
  private mutating func newNumber(_ place: Int) -> Int {
    if (0..<store.nextNumber).contains(place), item(place) == nil { return place }
    let number = store.nextNumber + last.count
    last.append((place, number))
    return number
  }

  /// Whether an item that the change leaves alone has the identity; where duplicates are allowed, whether it is the same.
  private func isTaken(_ item: Item, allowsDuplicate: Bool) -> Bool {
    let others = store.entries(of: SeriesID(item)).filter { changed[$0.number] == nil }
    return allowsDuplicate
      ? others.contains { $0.item == item } : others.currentItem(for: item.recurrenceID) != nil
  }
}
