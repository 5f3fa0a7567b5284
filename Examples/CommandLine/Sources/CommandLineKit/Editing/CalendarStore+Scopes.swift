import AlmanacEvents
import AlmanacFiles
import AlmanacTime

extension CalendarStore {
  /// Changes an occurrence, it and later ones, or all of its series. If the series is split, the new series is added to the
  /// same file, or in a folder to a file of its own.
  ///
  /// - Parameter me: The addresses of the person who makes the change.
  /// - Returns: The changed item, and the change of the calendar.
  mutating func edit(
    _ location: ItemLocation, _ id: ItemID, _ scope: RecurrenceScope, by edit: ItemEdit, at now: Instant,
    me: Set<String>, uids: UIDSource
  ) throws(CommandError) -> (edited: Item, change: CalendarChange) {
    let shown: Item
    do throws(EventError) { shown = try self[location].item(shownAt: id, scope: scope) } catch {
      throw CommandError(error)
    }
    let edited = try edit.applied(to: shown, at: now)
    let store = self
    let new = UIDSource { _ in store.unusedUID(uids) }
    let change = try makeChange(location) { (calendar) throws(EventError) in
      try calendar.edit(
        id, scope: scope, at: now, by: me, viewer: edit.times.zone, policy: edit.policy, uids: new
      ) { $0 = edited }
    }
    return (edited, change)
  }
}
