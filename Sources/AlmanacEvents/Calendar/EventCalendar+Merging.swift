internal import AlmanacRecurrence
internal import AlmanacTime

/// Access of a merge to the items of a calendar, unchecked and without a new revision.
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

  /// Splits a series before an instance, as an edit of the instance and those after it does. SEQUENCE and the other
  /// properties of revision do not change.
  ///
  /// - Throws: `EventError` with code `not_found` where there is no such series or nothing before the instance, or
  ///   `immovable_part` where the rules cannot be divided.
  package mutating func split(_ id: ItemID, newUID: String) throws(EventError) {
    guard let parts = SeriesParts(store.entries(of: id.series), systems: calendarSystems), !parts.isSingle,
      let instance = id.recurrenceID?.conformed(to: parts.start), parts.hasOccurrence(before: instance)
    else {
      throw EventError(.notFound, "RECURRENCE-ID", uid: id.uid, expected: "a later instance of a series")
    }
    var split = try parts.split(at: instance, newUID: newUID)
    split.before.link(&split.after)
    var changes: [(number: Int, item: Item?)] = []
    var next = store.nextNumber
    for part in [split.before.main] + split.before.overrides + [split.after.main] + split.after.overrides {
      changes.append((part.number ?? next, part.item))
      if part.number == nil { next += 1 }
    }
    changes += split.before.dropped.compactMap { part in part.number.map { ($0, nil) } }
    store.set(changes)
  }
}
