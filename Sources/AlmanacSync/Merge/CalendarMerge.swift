public import AlmanacEvents

/// A three-way merge of calendars: everything that one side changed since the base is in the result; what both changed
/// differently is a conflict, settled by a policy or left to be settled.
///
/// ```swift
/// var merge = CalendarMerge(base: stored, ours: edited, theirs: fetched, policy: .newer)
/// for conflict in merge.conflicts { print(conflict.id, conflict.property) }
/// ```
/// Lists are merged entry by entry: attendees by address, alarms by UID (else by action and trigger), categories and dates
/// as sets. Texts are values. Start, end and rules are one value where a side changed the start or a rule. An edit wins
/// over a deletion, which is reported. SEQUENCE, DTSTAMP and LAST-MODIFIED are the newest of both sides.
///
/// An edit of a single instance follows its series: into the second part where the other side split the series, and
/// to the new time where it moved the series.
public struct CalendarMerge: Sendable, Hashable {
  /// The result: our calendar with the changes of the other side.
  public var calendar: EventCalendar
  /// The conflicts, settled ones included, in the order of the items.
  public private(set) var conflicts: [MergeConflict]

  /// - Parameters:
  ///   - base: The state from which both sides started; an empty calendar where it is not known, so that nothing is
  ///     deleted.
  ///   - uids: The source of the UIDs of items that `both` copies.
  /// - Complexity: O(*n*) in the number of items.
  public init(
    base: EventCalendar, ours: EventCalendar, theirs: EventCalendar, policy: MergePolicy = .ask,
    uids: UIDSource = .random
  ) {
    var decisions = MergeDecisions(policy)
    var (touched, ourChanges) = (base.changedSeries(to: theirs), base.changedSeries(to: ours))
    let sides = SplitAlignment(
      base: base, ours: ours, theirs: theirs, ourChanges: ourChanges, theirChanges: touched)
    if sides.hasSplits {
      touched = sides.base.changedSeries(to: sides.theirs)
      ourChanges = sides.base.changedSeries(to: sides.ours)
    }
    let changedByBoth = Set(ourChanges)
    var merged: [ItemID: [Item]] = [:]
    for id in touched {
      merged[id] =
        changedByBoth.contains(id)
        ? SeriesMerge(id, base: sides.base, ours: sides.ours, theirs: sides.theirs, &decisions).items
        : sides.theirs.items(uid: id.uid, kind: id.kind)
    }
    calendar = merged.isEmpty ? sides.ours : Self.calendar(sides.ours, merged, touched)
    for field in CalendarField.all { Self.merge(field, base, &calendar, theirs, &decisions) }
    conflicts = decisions.conflicts
    for copy in decisions.copies {
      var item = copy.alone(at: nil)
      if copy.recurrenceID == nil { item.recurrence = copy.recurrence }
      item.uid = ""
      calendar.insert(item, uids: uids)
    }
  }

  /// The conflicts that the policy did not settle.
  public var unsettled: [MergeConflict] { conflicts.filter { $0.settlement == nil } }

  /// Our calendar with merged items in the places of its own; new ones come last.
  private static func calendar(
    _ ours: EventCalendar, _ merged: [ItemID: [Item]], _ order: [ItemID]
  ) -> EventCalendar {
    var waiting = merged.mapValues { $0[...] }
    var items: [Item] = []
    items.reserveCapacity(ours.count)
    for item in ours.items {
      guard let rest = waiting[item.id.series] else {
        items.append(item)
        continue
      }
      // The merged items are in our order; those of which ours lack are new.
      guard let place = rest.firstIndex(where: { $0.id == item.id }) else { continue }
      items.append(rest[place])
      waiting[item.id.series]?.remove(at: place)
    }
    for id in order { items += waiting[id] ?? [] }
    return ours.with(items: items)
  }

  private static func merge(
    _ field: CalendarField, _ base: EventCalendar, _ ours: inout EventCalendar, _ theirs: EventCalendar,
    _ decisions: inout MergeDecisions
  ) {
    if field.isEqual(ours, theirs) || field.isEqual(base, theirs) { return }
    if field.isEqual(base, ours) { return field.copy(theirs, &ours) }
    let before = ours
    guard let merge = field.merge else {
      let side = decisions.side(field.name, base: base, ours: before, theirs: theirs)
      if side == .theirs { field.copy(theirs, &ours) }
      return
    }
    merge(base, &ours, theirs) { key, remaining in
      decisions.side(
        field.name, key: key, remaining: remaining, base: base, ours: before, theirs: theirs)
    }
  }
}
