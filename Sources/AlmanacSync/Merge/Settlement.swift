public import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

extension EventCalendar {
  /// Settles a conflict of a merge in its result: the property, or the entry of a list, gets the state of one side, and an
  /// item that one side deleted is there or not.
  ///
  /// The items may have changed since the merge; nothing else of them changes. Settling a conflict again replaces the
  /// earlier decision. Where the item is gone, only the state with which it would return has an effect: the item is
  /// inserted.
  ///
  /// - Complexity: O(log *n* + overrides) for an item; O(*n*) where the start of a series with overrides moves.
  public mutating func settle(_ conflict: MergeConflict, as side: MergeSide) {
    switch conflict.states {
    case .items(_, let ours, let theirs):
      settle(conflict, chosen: side == .ours ? ours : theirs)
    case .calendars(_, let ours, let theirs):
      let chosen = side == .ours ? ours : theirs
      CalendarField.all.first { $0.name == conflict.property }?.settle(chosen, &self, conflict.key)
    }
  }

  private mutating func settle(_ conflict: MergeConflict, chosen: [Item]) {
    guard let id = conflict.id else { return }
    if conflict.property.isEmpty { return chosen.isEmpty ? drop(id) : restore(id, chosen) }
    guard var item = item(id), let chosen = chosen.first else { return }
    if conflict.key.isEmpty {
      let start = item.anchor
      MergeUnit.named(conflict.property)?.copy(chosen.content, to: &item)
      if id.recurrenceID == nil, let start, let moved = item.anchor, moved != start {
        moveOverrides(of: id, by: StartMove(from: start, to: moved))
      }
    } else if let field = ItemTable.fields.first(where: { $0.name == conflict.property }),
      case .entries(let entries) = field.merge
    {
      item.setEntry(conflict.key, entries, from: chosen)
    } else {
      item.setUnmodelled(conflict.key, from: chosen)
    }
    put(item)
  }
}

extension EventCalendar {
  /// Moves the overrides of a series with its start; those in the place of their instance stay in it.
  private mutating func moveOverrides(of id: ItemID, by move: StartMove) {
    guard items(uid: id.uid, kind: id.kind).contains(where: { $0.recurrenceID != nil }) else { return }
    self = with(
      items: items.map { item in
        guard item.id.series == id, let instance = item.recurrenceID?.conformed(to: move.from) else {
          return item
        }
        let target = move.moved(instance)
        var moved = item.start == instance ? item.starting(at: target) : item
        moved.recurrenceID = target
        return moved
      })
  }

  /// Removes an item with its overrides, or an instance of a series.
  private mutating func drop(_ id: ItemID) {
    guard id.recurrenceID != nil else {
      _ = try? remove(uid: id.uid, kind: id.kind)
      return
    }
    if (try? delete(id, scope: .this)) == nil { _ = try? remove(id) }
  }

  /// Inserts the items of an identity again, unless it is there.
  private mutating func restore(_ id: ItemID, _ items: [Item]) {
    guard item(id) == nil else { return }
    if let instance = id.recurrenceID, var main = item(ItemID(uid: id.uid, kind: id.kind)) {
      let start = main.anchor
      main.recurrence.exceptions.removeAll {
        InstanceKey($0, in: start) == InstanceKey(instance, in: start)
      }
      put(main)
    }
    insert(items)
  }
}

extension Item {
  /// Replaces the entry of a key by that of another item, or removes it where that has none.
  fileprivate mutating func setEntry(_ key: String, _ entries: ItemEntries, from other: Item) {
    let (mine, others) = (entries.keys(content), entries.keys(other.content))
    let chosen = others.firstIndex(of: key).map { (content: other.content, index: $0) }
    var places = mine.indices.map { (content: content, index: $0) }
    if let place = mine.firstIndex(of: key) {
      places.replaceSubrange(place...place, with: [chosen].compactMap { $0 })
    } else if let chosen {
      places.append(chosen)
    }
    entries.assign(places, &content)
  }

  /// Replaces a part that the model has no place for by that of another item, or removes it where that has none.
  fileprivate mutating func setUnmodelled(_ key: String, from other: Item) {
    var parts = unmodelled.parts
    let others = other.unmodelled.parts
    let keys = UnmodelledPart.keys([parts, others])
    let chosen = keys[1].firstIndex(of: key).map { others[$0] }
    if let place = keys[0].firstIndex(of: key) {
      parts.replaceSubrange(place...place, with: [chosen].compactMap { $0 })
    } else if let chosen {
      parts.append(chosen)
    }
    unmodelled = Unmodelled(parts)
  }
}
