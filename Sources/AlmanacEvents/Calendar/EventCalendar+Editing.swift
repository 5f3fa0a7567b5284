public import AlmanacTime

extension EventCalendar {
  /// Adds an item that obeys the rules, after the others.
  ///
  /// - Parameters:
  ///   - now: When this is done: sets the item's DTSTAMP, CREATED and LAST-MODIFIED.
  ///   - uids: Gives a UID to an item that has none.
  /// - Throws: `EventError` with every rule that is broken, or code `already_exists`, also where another kind of
  ///   item has the UID; the calendar is unchanged.
  @discardableResult
  public mutating func add(
    _ item: some CalendarItem, policy: ValidationPolicy = .standard, at now: Instant,
    uids: UIDSource = .random
  ) throws(EventError) -> CalendarChange {
    var added = item.item
    var reasons = added.violations(policy)
    let entries = added.uid.isEmpty ? [] : store.entries(uid: added.uid)
    reasons += violations(of: added, among: entries)
    let isOfOtherKind = entries.contains { $0.item.kind != added.kind }
    if isOfOtherKind || entries.holder(of: added.recurrenceID) != nil {
      reasons.append(.init(.alreadyExists, "UID", uid: added.uid, expected: "an identity that is not taken"))
    }
    if let error = EventError(reasons) { throw error }
    added.stamp = now
    added.created = added.created ?? now
    added.lastModified = now
    return insert(added, among: entries, uids: uids, mayBeTwin: false)
  }

  /// Takes in an item as it is, after the others: what reading a file does. Nothing is checked, and one whose
  /// identity is taken stands beside the other (see `Series`). Where its DTSTAMP is not known, it is not written either.
  ///
  /// - Parameter uids: Gives a UID to an item that has none.
  @discardableResult
  public mutating func insert(_ item: some CalendarItem, uids: UIDSource = .random) -> CalendarChange {
    insert(item.item, among: store.entries(of: SeriesID(item.item)), uids: uids, mayBeTwin: true)
  }

  /// Takes in many items as they are, after the others and in their order: what reading a file does, at less cost
  /// than one by one where a series has many overrides.
  ///
  /// - Parameter uids: Gives a UID to each item that has none.
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
      entries.map { .init(number: $0.number, before: nil, after: $0.item, mayBeTwin: true) })
  }

  /// Replaces the item of the same identity by a new state of it.
  ///
  /// When, how often or whether it happens is what attendees must know: such a change raises SEQUENCE
  /// (RFC 5546 §2.1.4).
  ///
  /// - Parameter now: When this is done: sets DTSTAMP and LAST-MODIFIED. Without it they stay.
  /// - Throws: `EventError` with every rule that is broken, or code `not_found`; the calendar is unchanged.
  @discardableResult
  public mutating func update(
    _ item: some CalendarItem, policy: ValidationPolicy = .standard, at now: Instant? = nil
  ) throws(EventError) -> CalendarChange {
    var updated = item.item
    var reasons = updated.violations(policy)
    let id = SeriesID(updated)
    let entries = store.entries(of: id)
    reasons += violations(of: updated, among: entries)
    guard let old = entries.holder(of: updated.recurrenceID) else {
      throw EventError(
        reasons, and: .init(.notFound, "UID", uid: updated.uid, expected: "an item of the calendar"))
    }
    if let error = EventError(reasons) { throw error }
    updated.revise(old.item, at: now)
    store.set(old.number, to: updated, of: id, among: entries)
    return CalendarChange([.init(number: old.number, before: old.item, after: updated)])
  }
}

extension EventCalendar {
  /// The number of the item that holds for an identity.
  func number(of id: ItemID) -> Int? {
    store.entries(of: id.series).holder(of: id.recurrenceID)?.number
  }

  /// What an override breaks as one of its series: its recurrence id is of the form of the series' start
  /// (RFC 5545 §3.8.4.4).
  private func violations(of item: Item, among entries: [NumberedItem]) -> [EventError.Reason] {
    guard let id = item.recurrenceID, let start = entries.holder(of: nil)?.item.anchor,
      id.isDate != start.isDate
    else { return [] }
    let expected = start.isDate ? "a date, as the series' start is" : "a time, as the series' start is"
    return [.init(.mixedTimeForms, "RECURRENCE-ID", uid: item.uid, expected: expected)]
  }

  /// - Parameter entries: All items of its series.
  private mutating func insert(
    _ item: Item, among entries: [NumberedItem], uids: UIDSource, mayBeTwin: Bool
  ) -> CalendarChange {
    var (inserted, entries) = (item, entries)
    let number = store.nextNumber
    if inserted.uid.isEmpty {
      inserted.uid = newUID(uids, number: number)
      entries = []
    }
    store.set(number, to: inserted, of: SeriesID(inserted), among: entries)
    return CalendarChange([.init(number: number, before: nil, after: inserted, mayBeTwin: mayBeTwin)])
  }

  mutating func replace(_ number: Int, by item: Item) -> CalendarChange {
    let step = CalendarChange.Step(number: number, before: store[number], after: item)
    store.set(number, to: item)
    return CalendarChange([step])
  }

  /// The first UID of the source, from the item's number on, that is not taken. A source that keeps giving taken
  /// ones is left for random ones, so this ends.
  func newUID(_ source: UIDSource, number: Int, given: Set<String> = []) -> String {
    for attempt in 0...(count + given.count) {
      let uid = source.uid(number: number &+ attempt)
      if !uid.isEmpty, !given.contains(uid), store.entries(uid: uid).isEmpty { return uid }
    }
    return UIDSource.random.uid(number: number)
  }
}

/// All items of a series.
extension [NumberedItem] {
  /// The one that holds for the item itself or for an instance.
  func holder(of recurrenceID: EventTime?) -> NumberedItem? {
    if isEmpty { return nil }
    if count == 1, recurrenceID == nil { return self[0].item.recurrenceID == nil ? self[0] : nil }
    let items = map { $0.item }
    let winners = Series.winners(items)
    let holding = indices.filter { winners[$0] }
    let main = holding.first { items[$0].recurrenceID == nil }
    guard let recurrenceID else { return main.map { self[$0] } }
    let start = main.flatMap { items[$0].anchor }
    let key = InstanceKey(recurrenceID, in: start)
    return holding.first { index in items[index].recurrenceID.map { InstanceKey($0, in: start) } == key }
      .map { self[$0] }
  }
}

extension Item {
  /// Whether nothing was changed of what says when it happens.
  func hasSameTimes(as other: Item) -> Bool {
    let (mine, theirs) = (content, other.content)
    return kind == other.kind && ItemTable.placing.allSatisfy { $0.isEqual(mine, theirs) }
  }

  /// Marks this as the state that follows another.
  mutating func revise(_ before: Item, at now: Instant?) {
    if let now {
      // Never earlier than it was: by the stamp a state is told from those that it superseded.
      stamp = Swift.max(now, before.stamp ?? now)
      lastModified = now
    }
    let (new, old) = (content, before.content)
    let matters = ItemTable.raisingSequence.contains { !$0.isEqual(new, old) }
    if matters { sequence = Swift.max(sequence, before.sequence &+ 1) }
  }
}
