public import AlmanacTime

extension EventCalendar {
  /// Adds an item that obeys the rules, after the others.
  ///
  /// - Parameters:
  ///   - now: When this is done: sets the item's DTSTAMP, CREATED and LAST-MODIFIED. Without it they stay.
  ///   - uids: Gives a UID to an item that has none.
  /// - Throws: `EventError` with every rule that is broken, or code `already_exists`; the calendar is unchanged.
  @discardableResult
  public mutating func add(
    _ item: some CalendarItem, policy: ValidationPolicy = .standard, at now: Instant? = nil,
    uids: UIDSource = .random
  ) throws(EventError) -> CalendarChange {
    var added = item.item
    var reasons = added.violations(policy)
    reasons += violationsInSeries(of: added)
    if !added.uid.isEmpty, number(of: added.id) != nil {
      reasons.append(.init(.alreadyExists, "UID", uid: added.uid, expected: "an identity that is not taken"))
    }
    if let error = EventError(reasons) { throw error }
    if let now {
      added.stamp = now
      added.created = added.created ?? now
      added.lastModified = now
    }
    return insert(added, uids: uids)
  }

  /// Takes in an item as it is, after the others: what reading a file does. Nothing is checked, and one whose
  /// identity is taken stands beside the other (see `Series`).
  ///
  /// - Parameter uids: Gives a UID to an item that has none.
  @discardableResult
  public mutating func insert(_ item: some CalendarItem, uids: UIDSource = .random) -> CalendarChange {
    var inserted = item.item
    if inserted.uid.isEmpty { inserted.uid = newUID(uids, number: store.nextNumber) }
    let step = CalendarChange.Step(number: store.nextNumber, before: nil, after: inserted)
    store.set(step.number, to: inserted)
    return CalendarChange([step])
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
    return CalendarChange(entries.map { .init(number: $0.number, before: nil, after: $0.item) })
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
    reasons += violationsInSeries(of: updated)
    let number = number(of: updated.id)
    if number == nil {
      reasons.append(.init(.notFound, "UID", uid: updated.uid, expected: "an item of the calendar"))
    }
    guard let number, let before = store[number], reasons.isEmpty else {
      throw EventError(reasons)
        ?? EventError(.notFound, "UID", uid: updated.uid, expected: "an item of the calendar")
    }
    updated.revise(before, at: now)
    return replace(number, by: updated)
  }

  /// Removes all items of a UID: the item, or the series with its overrides.
  ///
  /// - Throws: `EventError` with code `not_found`.
  @discardableResult
  public mutating func remove(uid: String) throws(EventError) -> CalendarChange {
    let numbers = store.numbers(uid: uid)
    guard !numbers.isEmpty else {
      throw EventError(.notFound, "UID", uid: uid, expected: "an item of the calendar")
    }
    return remove(numbers)
  }

  /// Removes what stands for one identity and nothing else of its UID: of an override, so that the instance is again as
  /// the series has it; of a UID alone the item without the overrides of its instances.
  ///
  /// An occurrence is taken out of a series by `delete`.
  ///
  /// - Throws: `EventError` with code `not_found`.
  @discardableResult
  public mutating func remove(_ id: ItemID) throws(EventError) -> CalendarChange {
    let entries = store.entries(uid: id.uid)
    let start = series(uid: id.uid)?.main?.anchor
    let key = id.recurrenceID.map { InstanceKey($0, in: start) }
    let own = entries.filter { $0.item.recurrenceID.map { InstanceKey($0, in: start) } == key }
    guard !own.isEmpty else {
      throw EventError(.notFound, "UID", uid: id.uid, expected: "an item of the calendar")
    }
    return remove(own.map { $0.number })
  }

  /// Removes all items that are filed under a category, and the overrides of the series among them; case does not
  /// matter. `items(category:)` says beforehand which carry it.
  @discardableResult
  public mutating func remove(category: String) -> CalendarChange {
    var numbers: Set<Int> = []
    for item in items(category: category) {
      if item.recurrenceID == nil {
        numbers.formUnion(store.numbers(uid: item.uid))
      } else if let number = number(of: item.id) {
        numbers.insert(number)
      }
    }
    return remove(numbers.sorted())
  }
}

extension EventCalendar {
  /// The number of the item that holds for an identity.
  func number(of id: ItemID) -> Int? {
    let entries = store.entries(uid: id.uid)
    if entries.count == 1, id.recurrenceID == nil {
      return entries[0].item.recurrenceID == nil ? entries[0].number : nil
    }
    let (numbers, items) = (entries.map { $0.number }, entries.map { $0.item })
    let winners = Series.winners(items)
    let holding = items.indices.filter { winners[$0] }
    let main = holding.first { items[$0].recurrenceID == nil }
    guard let recurrenceID = id.recurrenceID else { return main.map { numbers[$0] } }
    let start = main.flatMap { items[$0].anchor }
    let key = InstanceKey(recurrenceID, in: start)
    return holding.first { index in items[index].recurrenceID.map { InstanceKey($0, in: start) } == key }
      .map { numbers[$0] }
  }

  /// What an override breaks as one of its series: its recurrence id is of the form of the series' start
  /// (RFC 5545 §3.8.4.4).
  private func violationsInSeries(of item: Item) -> [EventError.Reason] {
    guard let id = item.recurrenceID, !item.uid.isEmpty, let start = series(uid: item.uid)?.main?.anchor,
      id.isDate != start.isDate
    else { return [] }
    let expected = start.isDate ? "a date, as the series' start is" : "a time, as the series' start is"
    return [.init(.mixedTimeForms, "RECURRENCE-ID", uid: item.uid, expected: expected)]
  }

  mutating func replace(_ number: Int, by item: Item) -> CalendarChange {
    let step = CalendarChange.Step(number: number, before: store[number], after: item)
    store.set(number, to: item)
    return CalendarChange([step])
  }

  private mutating func remove(_ numbers: [Int]) -> CalendarChange {
    let steps = numbers.map { CalendarChange.Step(number: $0, before: store[$0], after: nil) }
    var gone: [Passage] = []
    let removed = Set(numbers)
    var seen: Set<String> = []
    for case let item? in steps.map({ $0.before }) where seen.insert(item.uid).inserted {
      let entries = store.entries(uid: item.uid)
      guard entries.allSatisfy({ removed.contains($0.number) }) else { continue }
      gone += Passage.gone(item.uid, in: entries.lazy.compactMap { $0.item.anchor }.first)
    }
    store.set(numbers.map { ($0, nil) })
    return CalendarChange(steps, identities: ItemIdentities(gone))
  }

  /// The first UID of the source, from the item's number on, that is not taken. A source that keeps giving taken
  /// ones is left for random ones, so this ends.
  func newUID(_ source: UIDSource, number: Int, given: Set<String> = []) -> String {
    for attempt in 0...(count + given.count) {
      let uid = source.uid(number: number &+ attempt)
      if !uid.isEmpty, !given.contains(uid), store.numbers(uid: uid).isEmpty { return uid }
    }
    return UIDSource.random.uid(number: number)
  }
}

extension Item {
  /// Marks this as the state that follows another.
  mutating func revise(_ before: Item, at now: Instant?) {
    if let now {
      stamp = now
      lastModified = now
    }
    let matters =
      start != before.start || extent != before.extent || recurrence != before.recurrence
      || status != before.status
    if matters { sequence = Swift.max(sequence, before.sequence &+ 1) }
  }
}
