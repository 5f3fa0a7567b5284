import AlmanacEvents
import AlmanacTime

extension Ledger {
  /// Changes an occurrence, it and those after it, or all of its series, where it stands; a series of its own that
  /// comes of it stands in the same file, or of a folder in a file of its own.
  ///
  /// - Returns: The item as it was changed, and what was changed by it.
  mutating func edit(
    _ home: Home, _ id: ItemID, _ scope: RecurrenceScope, by edit: ItemEdit, at now: Instant, uids: UIDSource
  ) throws(CommandError) -> (edited: Item, change: CalendarChange) {
    let shown: Item
    do throws(EventError) { shown = try self[home].item(shownAt: id, scope: scope) } catch {
      throw CommandError(error)
    }
    let edited = try edit.applied(to: shown, at: now)
    let ledger = self
    let new = UIDSource { _ in ledger.newUID(uids) }
    let change = try change(home) { (calendar) throws(EventError) in
      try calendar.edit(
        id, scope: scope, at: now, viewer: edit.times.zone, policy: edit.policy, uids: new
      ) { $0 = edited }
    }
    try giveFile(to: change.added.filter { $0.uid != id.uid }, from: home.spot)
    return (edited, change)
  }

  /// Of a folder, moves items of a new UID to a file of their own.
  private mutating func giveFile(to items: [Item], from spot: Spot) throws(CommandError) {
    guard let uid = items.first?.uid, case .folder(let folder) = holdings[spot.holding] else { return }
    _ = try change(spot) { (calendar) throws(EventError) in try calendar.remove(uid: uid) }
    insert([items], into: Shelf(title: folder.title, holding: spot.holding, calendar: 0))
  }
}
