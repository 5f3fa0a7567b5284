internal import AlmanacRecurrence
internal import AlmanacTime

/// Taking items away.
extension EventCalendar {
  /// Removes all items of a UID: the item, or the series with its overrides.
  ///
  /// - Parameter kind: Where it is open, everything of the UID goes, whatever its kind.
  /// - Throws: `EventError` with code `not_found`.
  @discardableResult
  public mutating func remove(uid: String, kind: Item.Kind? = nil) throws(EventError) -> CalendarChange {
    var entries = store.entries(uid: uid)
    if let kind { entries.removeAll { $0.item.kind != kind } }
    guard let first = entries.first else {
      throw EventError(.notFound, "UID", uid: uid, expected: "an item of the calendar")
    }
    if entries.allSatisfy({ $0.item.kind == first.item.kind }) {
      return remove([Removal(taken: entries, among: entries)])
    }
    let kinds = Item.Kind.allCases.map { kind in entries.filter { $0.item.kind == kind } }
    return remove(kinds.lazy.filter { !$0.isEmpty }.map { Removal(taken: $0, among: $0) })
  }

  /// Removes what stands for one identity and nothing else of its UID: of an override, so that the instance is again as
  /// the series has it; without a recurrence id the item without the overrides of its instances.
  ///
  /// An occurrence is taken out of a series by `delete`.
  ///
  /// - Throws: `EventError` with code `not_found`.
  @discardableResult
  public mutating func remove(_ id: ItemID) throws(EventError) -> CalendarChange {
    let entries = store.entries(of: id.series)
    let start = entries.holder(of: nil)?.item.anchor
    let key = id.recurrenceID.map { InstanceKey($0, in: start) }
    let own = entries.filter { $0.item.recurrenceID.map { InstanceKey($0, in: start) } == key }
    guard !own.isEmpty else {
      throw EventError(.notFound, "UID", uid: id.uid, expected: "an item of the calendar")
    }
    return remove([Removal(taken: own, among: entries)])
  }

  /// Removes all items that are filed under a category; case does not matter. `items(category:)` tells beforehand which
  /// these are.
  @discardableResult
  public mutating func remove(category: String) -> CalendarChange {
    remove(removals(category: category))
  }

  /// What goes when all items that are filed under a category are removed, in the order of the document; case does not
  /// matter.
  ///
  /// What counts is the state that holds (see ``Series``): with it go those that it superseded, and with a series its
  /// overrides. O(n).
  public func items(category: String) -> [Item] {
    removals(category: category).flatMap { $0.taken }.sorted { $0.number < $1.number }.map { $0.item }
  }
}

/// What goes of a series.
private struct Removal {
  let taken: [NumberedItem]
  /// All there is.
  let among: [NumberedItem]
}

extension EventCalendar {
  /// In order of the first item of each series that is filed there.
  private func removals(category: String) -> [Removal] {
    let folded = category.caseFolded
    func isFiled(_ item: Item) -> Bool { item.categories.contains { $0.caseFolded == folded } }
    var known: Set<SeriesID> = []
    return store.lazy.filter { isFiled($0.item) }.compactMap { filed in
      let id = SeriesID(filed.item)
      guard known.insert(id).inserted else { return nil }
      let entries = store.entries(of: id)
      if entries.count == 1 { return Removal(taken: entries, among: entries) }
      let winners = Series.winners(entries.map { $0.item })
      let holding = entries.indices.filter { winners[$0] }.map { entries[$0].item }
      let main = holding.first { $0.recurrenceID == nil }
      if let main, isFiled(main) { return Removal(taken: entries, among: entries) }
      let start = main?.anchor
      let keys = Set(
        holding.lazy.filter(isFiled).compactMap { $0.recurrenceID.map { InstanceKey($0, in: start) } })
      let taken = entries.filter {
        $0.item.recurrenceID.map { keys.contains(InstanceKey($0, in: start)) } ?? false
      }
      return taken.isEmpty ? nil : Removal(taken: taken, among: entries)
    }
  }

  private mutating func remove(_ removals: [Removal]) -> CalendarChange {
    var taken = removals.flatMap { $0.taken }
    let passages = removals.flatMap { $0.passages(calendarSystems) }
    if let only = taken.first, taken.count == 1 {
      store.set(only.number, to: nil, of: SeriesID(only.item), among: removals[0].among)
    } else {
      taken.sort { $0.number < $1.number }
      store.set(taken.map { ($0.number, nil) })
    }
    return CalendarChange(
      taken.map { .init(number: $0.number, before: $0.item, after: nil) },
      identities: ItemIdentities(passages))
  }
}

extension Removal {
  /// What is called nothing any more.
  func passages(_ systems: CalendarSystems) -> [Passage] {
    guard let id = among.first.map({ SeriesID($0.item) }) else { return [] }
    if taken.count == among.count {
      return Passage.gone(id, in: among.lazy.compactMap { $0.item.anchor }.first)
    }
    let numbers = Set(taken.map { $0.number })
    let main = among.holder(of: nil)
    let start = main?.item.anchor
    if let main, numbers.contains(main.number) {
      let staying = among.filter { !numbers.contains($0.number) }.compactMap { $0.item.recurrenceID }
      return staying.map { .kept(id, at: $0) } + Passage.gone(id, in: start)
    }
    // An instance of the series is as the series has it; others were nothing but their overrides.
    let expansion = main.flatMap { main in
      start.map { RecurrenceExpansion(main.item.recurrence.set(from: $0), calendars: systems) }
    }
    let ids = taken.compactMap { $0.item.recurrenceID }
    return ids.filter { !(expansion?.contains($0) ?? false) }.map { .gone(id, at: $0, in: start ?? $0) }
  }
}
