internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

extension EventCalendar {
  /// Resolves a conflict of a merge in its result: the property, or the entry of a list, gets the state of one side, and an
  /// item that one side deleted is restored or removed.
  ///
  /// The items may have changed since the merge; nothing else of them changes. Resolving a conflict again replaces the
  /// earlier decision. If the item was deleted since, only a conflict of an edit and a deletion can be resolved, in
  /// favour of the edit: the item is inserted again.
  ///
  /// - Complexity: O(log *n* + overrides) for an item; O(*n*) where the start of a series with overrides moves.
  public mutating func resolve(_ conflict: MergeConflict, as side: MergeSide) {
    switch conflict.states {
    case .items(let base, let ours, let theirs):
      resolve(conflict, chosen: side == .ours ? ours : theirs, among: base + ours + theirs)
    case .calendars(let base, let ours, let theirs):
      let field = CalendarField.all.first { $0.name == conflict.property }
      field?.resolve([base, ours, theirs], as: side, &self, conflict.entry)
    }
  }

  private mutating func resolve(_ conflict: MergeConflict, chosen: [Item], among states: [Item]) {
    guard let id = conflict.id else { return }
    if conflict.property.isEmpty { return chosen.isEmpty ? drop(id) : restore(id, chosen) }
    guard var item = item(id), let chosen = chosen.first else { return }
    if conflict.entry == .whole {
      let start = item.anchor
      if let unit = MergeUnit.named(conflict.property, of: states) {
        unit.copy(chosen.content, to: &item)
        item.unmodelled.replaceParameters(of: unit, by: chosen.unmodelled)
      }
      if id.recurrenceID == nil, let start, let moved = item.anchor, moved != start {
        moveOverrides(of: id, by: StartMove(from: start, to: moved))
      }
    } else if let field = ItemTable.fields.first(where: { $0.name == conflict.property }),
      case .entries(let entries) = field.merge
    {
      var base: Item?
      if field.name == ComponentKind.alarm.name, case .items(let items, _, _) = conflict.states {
        base = items.first
      }
      item.resolve(conflict.entry, of: entries, as: chosen, since: base)
    } else {
      item.resolveUnmodelled(conflict.entry, as: chosen, among: states)
    }
    put(item)
  }
}

extension EventCalendar {
  /// Moves the overrides of a series with its start; an override at the time of its instance stays at that time.
  private mutating func moveOverrides(of id: ItemID, by move: StartMove) {
    guard items(uid: id.uid, kind: id.kind).contains(where: { $0.recurrenceID != nil }) else { return }
    self = with(
      items: items.map { item in
        guard item.id.series == id, let instance = item.recurrenceID?.conformed(to: move.from) else {
          return item
        }
        return item.placed(at: move.moved(instance), from: instance)
      })
  }

  /// Removes an item with its overrides, or an instance of a series.
  private mutating func drop(_ id: ItemID) {
    guard id.recurrenceID != nil else {
      _ = try? remove(uid: id.uid, kind: id.kind)
      return
    }
    if (try? delete(id, scope: .this, at: nil)) == nil { _ = try? remove(id) }
  }

  /// Inserts the items of an identity again, unless it is there.
  private mutating func restore(_ id: ItemID, _ items: [Item]) {
    guard item(id) == nil else { return }
    if let instance = id.recurrenceID, var main = item(ItemID(uid: id.uid, kind: id.kind)) {
      main.removeExceptions(at: [instance])
      put(main)
    }
    insert(
      items.map { item in
        guard let instance = id.recurrenceID, let former = item.recurrenceID else { return item }
        return item.placed(at: instance, from: former)
      })
  }
}

extension Item {
  /// Gives the entry of a key the state of another item.
  ///
  /// - Parameter base: The item by whose alarms those without a UID are identified; `nil` for other entries.
  fileprivate mutating func resolve(
    _ key: EntryKey, of entries: ItemEntries, as other: Item, since base: Item?
  ) {
    let items = [content, other.content]
    var keys = items.map(entries.keys)
    if let base {
      let identities = AlarmIdentities(base: base.alarms, sides: [alarms, other.alarms])
      keys = Array(identities.keys([entries.keys(base.content)] + keys).dropFirst())
    }
    let lists = zip(items, keys).map { content, keys in keys.indices.map { (content: content, index: $0) } }
    entries.assign(lists[0].resolving(key, keys: keys[0], as: lists[1], keys: keys[1]), &content)
  }

  /// Gives an unmodelled part the state of another item.
  ///
  /// - Parameter states: The states of the conflict, on which the keys depend.
  fileprivate mutating func resolveUnmodelled(_ key: EntryKey, as other: Item, among states: [Item]) {
    let parts = ([self, other] + states).map(\.unmodelled.parts)
    let keys = UnmodelledPart.keys(parts)
    unmodelled = Unmodelled(parts[0].resolving(key, keys: keys[0], as: parts[1], keys: keys[1]))
  }
}
