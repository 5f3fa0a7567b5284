import AlmanacEvents
import AlmanacFiles
import AlmanacTime

extension CalendarStore {
  /// Changes an occurrence, it and those after it, or all of its series in their file; a series of its own that
  /// comes of it is in the same file, or of a folder in a file of its own.
  ///
  /// - Parameter me: The addresses of who makes the change.
  /// - Returns: The item as it was changed, and what was changed by it.
  mutating func edit(
    _ place: ItemLocation, _ id: ItemID, _ scope: RecurrenceScope, by edit: ItemEdit, at now: Instant,
    me: Set<String>, uids: UIDSource
  ) throws(CommandError) -> (edited: Item, change: CalendarChange) {
    let shown: Item
    do throws(EventError) { shown = try self[place].item(shownAt: id, scope: scope) } catch {
      throw CommandError(error)
    }
    let edited = try edit.applied(to: shown, at: now)
    let store = self
    let new = UIDSource { _ in store.unusedUID(uids) }
    let change = try makeChange(place) { (calendar) throws(EventError) in
      try calendar.edit(
        id, scope: scope, at: now, by: me, viewer: edit.times.zone, policy: edit.policy, uids: new
      ) { $0 = edited }
    }
    return (edited, change)
  }
}
