internal import AlmanacRecurrence
public import AlmanacTime

extension EventCalendar {
  /// Adds a valid item after the others.
  ///
  /// - Parameters:
  ///   - item: The item. It is stamped with `now`, but a CREATED of its own is preserved.
  ///   - policy: Further rules for the item; by default those of tasks for a task.
  ///   - now: The instant of the change, for the item's DTSTAMP, CREATED and LAST-MODIFIED.
  ///   - uids: The source of the UID of an item that has none.
  /// - Throws: `EventError` with every rule that is broken, or code `already_exists`, also where another kind of
  ///   item has the UID; the calendar is unchanged.
  @discardableResult
  public mutating func add(
    _ item: some CalendarItem, policy: ValidationPolicy? = nil, at now: Instant,
    uids: UIDSource = .random
  ) throws(EventError) -> CalendarChange {
    var added = item.item
    added.anchorAlarms()
    var reasons = added.violations(policy)
    let entries = added.uid.isEmpty ? [] : store.entries(uid: added.uid)
    reasons += violations(of: added, among: entries)
    let isOfOtherKind = entries.contains { $0.item.kind != added.kind }
    if isOfOtherKind || entries.currentItem(for: added.recurrenceID) != nil {
      reasons.append(
        .init(.alreadyExists, "UID", uid: added.uid, expected: "an unused UID (and RECURRENCE-ID)"))
    }
    if let error = EventError(reasons) { throw error }
    added.stamp = now
    added.created = added.created ?? now
    added.lastModified = now
    let number = store.nextNumber
    if added.uid.isEmpty { added.uid = newUID(uids, number: number) }
    store.set(number, to: added, among: entries)
    return CalendarChange([.init(number: number, before: nil, after: added)])
  }

  /// Inserts an item unchecked and unchanged after the others, as reading a file does. Several items may have one
  /// identity (see `Series`). An item without DTSTAMP gets none; one without a UID gets one from `uids`.
  @discardableResult
  public mutating func insert(_ item: some CalendarItem, uids: UIDSource = .random) -> CalendarChange {
    insert(CollectionOfOne(item.item), uids: uids)
  }

  /// Creates a calendar of items without a name, as `insert(_:uids:)` adds them.
  public init(items: some Sequence<Item>) {
    self.init()
    insert(items)
  }

  /// Inserts many items unchecked and unchanged after the others and in their order, as reading a file does. Where a
  /// series has many overrides this is faster than one insertion each. Items without a UID get one from `uids`.
  @discardableResult
  public mutating func insert(_ items: some Sequence<Item>, uids: UIDSource = .random) -> CalendarChange {
    var entries: [NumberedItem] = []
    var given: Set<String> = []
    entries.reserveCapacity(items.underestimatedCount)
    for item in items {
      var inserted = item
      let number = store.nextNumber + entries.count
      if inserted.uid.isEmpty {
        inserted.uid = newUID(uids, number: number, given: given)
        given.insert(inserted.uid)
      }
      entries.append(NumberedItem(number: number, item: inserted))
    }
    store.append(entries)
    return CalendarChange(
      entries.map { .init(number: $0.number, before: nil, after: $0.item, allowsDuplicate: true) })
  }

  /// Replaces the item of the same identity by a new state of it.
  ///
  /// If the organizer makes the change, new times, a new recurrence or a new status raise SEQUENCE, as attendees have
  /// to be informed (RFC 5546 §2.1.4), and new times also ask them again whether they take part (§3.2.2.1). An
  /// attendee's change raises neither SEQUENCE nor DTSTAMP, since the organizer's next update would look outdated.
  ///
  /// - Parameters:
  ///   - item: The new state. It replaces the item of its kind, UID and RECURRENCE-ID.
  ///   - policy: Further rules for what the new state changes; by default those of tasks for a task.
  ///   - now: The instant of the change, for LAST-MODIFIED and the organizer's DTSTAMP; `nil` leaves them unchanged.
  ///   - me: The calendar addresses of the person who makes the change. If one of them is the organizer's, or the item
  ///     has no organizer, the change is the organizer's; otherwise, also with no addresses, it is an attendee's.
  /// - Throws: `EventError` with every rule that is broken, or code `not_found`; the calendar is unchanged.
  @discardableResult
  public mutating func update(
    _ item: some CalendarItem, policy: ValidationPolicy? = nil, at now: Instant?,
    by me: Set<String> = []
  ) throws(EventError) -> CalendarChange {
    var updated = item.item
    let entries = store.entries(of: SeriesID(updated))
    let current = entries.currentItem(for: updated.recurrenceID)
    var reasons = updated.violations(.standard)
    reasons += updated.violations(policy ?? updated.ownPolicy, ofChangesSince: current?.item)
    reasons += violations(of: updated, among: entries)
    guard let old = current else {
      throw EventError(
        reasons, and: .init(.notFound, "UID", uid: updated.uid, expected: "an item of the calendar"))
    }
    if let error = EventError(reasons) { throw error }
    updated.revise(old.item, at: now, by: me)
    store.set(old.number, to: updated, among: entries)
    return CalendarChange([.init(number: old.number, before: old.item, after: updated)])
  }

  /// The number of the current item of an identity.
  func number(of id: ItemID) -> Int? {
    store.entries(of: id.series).currentItem(for: id.recurrenceID)?.number
  }

  /// The faults of an override as part of its series: its recurrence id has to have the form of the series' start
  /// (RFC 5545 §3.8.4.4).
  private func violations(of item: Item, among entries: [NumberedItem]) -> [EventError.Reason] {
    guard let id = item.recurrenceID, let start = entries.currentItem(for: nil)?.item.anchor,
      id.isDate != start.isDate
    else { return [] }
    let expected = start.isDate ? "a date, as the series' start is" : "a time, as the series' start is"
    return [.init(.mixedTimeForms, "RECURRENCE-ID", uid: item.uid, expected: expected)]
  }

  /// The first free UID of the source, from the item's number on; a random one where a source gives none that is free.
  func newUID(_ source: UIDSource, number: Int, given: Set<String> = []) -> String {
    source.freeUID(from: number, taken: count + given.count) {
      !given.contains($0) && store.entries(uid: $0).isEmpty
    }
  }
}

// MARK: Look-up among all items of a series

extension [NumberedItem] {
  /// The current item of the series itself, or of an instance.
  func currentItem(for recurrenceID: EventTime?) -> NumberedItem? {
    if isEmpty { return nil }
    if count == 1, recurrenceID == nil { return self[0].item.recurrenceID == nil ? self[0] : nil }
    let (main, overrides) = currentItems
    guard let recurrenceID else { return main }
    let start = main?.item.anchor
    let key = InstanceKey(recurrenceID, in: start)
    return overrides.first { $0.item.instanceKey(in: start) == key }
  }

  /// The current items, in the order of the document.
  var currentItems: (main: NumberedItem?, overrides: [NumberedItem]) {
    let isCurrent = Series.areCurrent(map { $0.item })
    let current = indices.filter { isCurrent[$0] }.map { self[$0] }
    let main = current.first { $0.item.recurrenceID == nil }
    return (main, current.filter { $0.item.recurrenceID != nil })
  }
}

extension Item {
  /// Whether both items have the same identity, times and rules, and lack the same ones.
  func hasSameSchedule(as other: Item) -> Bool {
    let (mine, theirs) = (content, other.content)
    return kind == other.kind && ItemTable.scheduling.allSatisfy { $0.isEqual(mine, theirs) }
      && mine.extras.unreadTimes == theirs.extras.unreadTimes
  }
}

// MARK: Removing items

extension EventCalendar {
  /// Removes all items of a UID: the item, or the series with its overrides. Without a kind, items of all kinds are
  /// removed.
  ///
  /// - Throws: `EventError` with code `not_found`.
  @discardableResult
  public mutating func remove(uid: String, kind: Item.Kind? = nil) throws(EventError) -> CalendarChange {
    var entries = store.entries(uid: uid)
    if let kind { entries.removeAll { $0.item.kind != kind } }
    guard let first = entries.first else { throw .noItem(uid) }
    if entries.allSatisfy({ $0.item.kind == first.item.kind }) {
      return remove([Removal(removed: entries, all: entries)])
    }
    let kinds = Item.Kind.allCases.map { kind in entries.filter { $0.item.kind == kind } }
    return remove(kinds.lazy.filter { !$0.isEmpty }.map { Removal(removed: $0, all: $0) })
  }

  /// Removes the items of one identity alone: an override, so that its instance follows the rules again, or without a
  /// recurrence id the main item without its overrides.
  ///
  /// To remove an occurrence from a series, use `delete`.
  ///
  /// - Throws: `EventError` with code `not_found`.
  @discardableResult
  public mutating func remove(_ id: ItemID) throws(EventError) -> CalendarChange {
    let entries = store.entries(of: id.series)
    let start = entries.currentItem(for: nil)?.item.anchor
    let key = id.recurrenceID.map { InstanceKey($0, in: start) }
    let own = entries.filter { $0.item.instanceKey(in: start) == key }
    guard !own.isEmpty else { throw .noItem(id.uid) }
    return remove([Removal(removed: own, all: entries)])
  }

  /// Removes all items of a category; case does not matter. `items(category:)` lists them beforehand.
  @discardableResult
  public mutating func remove(category: String) -> CalendarChange {
    remove(removals(category: category))
  }

  /// The items that `remove(category:)` removes, in the order of the document; case does not matter.
  ///
  /// The current state decides (see ``Series``): superseded states are removed with it, and overrides with their
  /// series.
  ///
  /// - Complexity: O(*n*).
  public func items(category: String) -> [Item] {
    removals(category: category).flatMap { $0.removed }.sorted { $0.number < $1.number }.map { $0.item }
  }
}

/// The items of one series that are removed.
private struct Removal {
  let removed: [NumberedItem]
  /// All items of the series.
  let all: [NumberedItem]
}

extension EventCalendar {
  /// The removals for a category, in order of the first item of each series.
  private func removals(category: String) -> [Removal] {
    let folded = category.caseFolded
    func isFiled(_ item: Item) -> Bool { item.categories.contains { $0.caseFolded == folded } }
    var visited: Set<SeriesID> = []
    return store.lazy.filter { isFiled($0.item) }.compactMap { filed in
      let id = SeriesID(filed.item)
      guard visited.insert(id).inserted else { return nil }
      let entries = store.entries(of: id)
      if entries.count == 1 { return Removal(removed: entries, all: entries) }
      let (main, overrides) = entries.currentItems
      if let main, isFiled(main.item) { return Removal(removed: entries, all: entries) }
      let start = main?.item.anchor
      let keys = Set(overrides.lazy.filter { isFiled($0.item) }.compactMap { $0.item.instanceKey(in: start) })
      let removed = entries.filter { $0.item.instanceKey(in: start).map(keys.contains) ?? false }
      return removed.isEmpty ? nil : Removal(removed: removed, all: entries)
    }
  }

  private mutating func remove(_ removals: [Removal]) -> CalendarChange {
    var removed = removals.flatMap { $0.removed }
    let mappings = removals.flatMap { $0.mappings(calendarSystems) }
    if let only = removed.first, removed.count == 1 {
      store.set(only.number, to: nil, among: removals[0].all)
    } else {
      removed.sort { $0.number < $1.number }
      store.set(removed.map { ($0.number, nil) })
    }
    return CalendarChange(
      removed.map { .init(number: $0.number, before: $0.item, after: nil) },
      identities: ItemIdentities(mappings))
  }
}

extension Removal {
  /// The identities that are gone.
  func mappings(_ systems: CalendarSystems) -> [IdentityMapping] {
    guard let id = all.first.map({ SeriesID($0.item) }) else { return [] }
    if removed.count == all.count {
      return IdentityMapping.gone(id, in: all.lazy.compactMap { $0.item.anchor }.first)
    }
    let numbers = Set(removed.map { $0.number })
    let main = all.currentItem(for: nil)
    let start = main?.item.anchor
    if let main, numbers.contains(main.number) {
      let staying = all.filter { !numbers.contains($0.number) }.compactMap { $0.item.recurrenceID }
      return staying.map { .kept(id, at: $0) } + IdentityMapping.gone(id, in: start)
    }
    // An instance that the rules produce is still there; others existed only as overrides.
    let expansion = main.flatMap { main in
      start.map { RecurrenceExpansion(RecurrenceSet(start: $0, main.item.recurrence), calendars: systems) }
    }
    let ids = removed.compactMap { $0.item.recurrenceID }
    return ids.filter { !(expansion?.contains($0) ?? false) }.map { .gone(id, at: $0, in: start ?? $0) }
  }
}

// MARK: Changes of a merge, unchecked and without a new revision

extension EventCalendar {
  /// All items of a UID and kind, superseded ones included, in the order of the document.
  ///
  /// - Complexity: O(log *n* + items of the series).
  package func items(uid: String, kind: Item.Kind) -> [Item] {
    store.entries(of: SeriesID(uid: uid, kind: kind)).map { $0.item }
  }

  /// The calendar with other items in place of its own.
  ///
  /// - Complexity: O(*m* log *m*) in the number of new items.
  package func with(items: [Item]) -> EventCalendar {
    var calendar = self
    calendar.store = ItemStore()
    calendar.calendarSystems = calendarSystems
    calendar.insert(items)
    return calendar
  }

  /// Replaces the item of the same identity, or inserts the item where there is none.
  ///
  /// - Complexity: O(log *n* + items of the series).
  package mutating func put(_ item: Item) {
    if let number = number(of: item.id) { store.set(number, to: item) } else { insert(item) }
  }

  /// Replaces all items of a UID and kind by other states of them, which may have another UID, unchecked and without a new
  /// revision. An item of the same recurrence id stays in its place; new items come last.
  ///
  /// - Complexity: O(log *n* + items of the series).
  package mutating func replace(uid: String, kind: Item.Kind, by items: [Item]) -> CalendarChange {
    var waiting = Dictionary(grouping: items.indices) { items[$0].recurrenceID }.mapValues { $0[...] }
    var steps: [CalendarChange.Step] = []
    for entry in store.entries(of: SeriesID(uid: uid, kind: kind)) {
      let after = waiting[entry.item.recurrenceID]?.popFirst().map { items[$0] }
      if after != entry.item { steps.append(.init(number: entry.number, before: entry.item, after: after)) }
    }
    let first = store.nextNumber
    steps += waiting.values.joined().sorted().enumerated().map {
      .init(number: first + $0, before: nil, after: items[$1], allowsDuplicate: true)
    }
    store.set(steps.map { ($0.number, $0.after) })
    return CalendarChange(steps)
  }

  /// Splits a series before an instance, as an edit of the instance and those after it does. SEQUENCE and the other
  /// properties of revision do not change.
  ///
  /// - Parameter allowingNothingBefore: Whether a series all of whose instances before are deleted is split too, or one that
  ///   begins with the instance: only the second part remains then.
  /// - Throws: `EventError` with code `not_found` where there is no such series or nothing before the instance, or
  ///   `immovable_part` where the rules cannot be divided.
  package mutating func split(_ id: ItemID, newUID: String, allowingNothingBefore: Bool = false)
    throws(EventError)
  {
    guard let parts = SeriesParts(store.entries(of: id.series), systems: calendarSystems), !parts.isSingle,
      let instance = id.recurrenceID?.conformed(to: parts.start),
      case let hasFirstPart = parts.hasOccurrence(before: instance), hasFirstPart || allowingNothingBefore
    else {
      throw EventError(.notFound, "RECURRENCE-ID", uid: id.uid, expected: "a later instance of a series")
    }
    var (before, after) = (parts, parts.renamed(newUID))
    if parts.key(instance) > parts.key(parts.start) {
      let split = try parts.split(at: instance, newUID: newUID)
      (before, after) = (split.before, split.after)
    }
    before.relate(to: &after)
    let kept = [before.main] + before.overrides
    let changes =
      kept.map { ($0.number, hasFirstPart ? $0.item : nil) } + before.dropped.map { ($0.number, nil) }
    store.set(changes.compactMap { number, item in number.map { ($0, item) } })
    insert(([after.main] + after.overrides).map { $0.item })
  }
}
