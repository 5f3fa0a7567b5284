public import AlmanacEvents
public import AlmanacScheduling
internal import AlmanacTime

/// A three-way merge of calendars: everything that one side changed since the base is in the result; what both changed
/// differently is a conflict, resolved by a policy or left to be resolved.
///
/// ```swift
/// var merge = CalendarMerge(base: stored, ours: edited, theirs: fetched, policy: .newer)
/// for conflict in merge.conflicts { print(conflict.id, conflict.property) }
/// ```
/// Lists are merged entry by entry: attendees by address, alarms by UID (else by action and trigger), categories and
/// dates as sets. A text is merged as a whole, not line by line; so are start, end and rules together if a side changed
/// the start or a rule. An edit takes precedence over a deletion, which is reported. SEQUENCE, DTSTAMP and
/// LAST-MODIFIED are the newest of both sides.
///
/// An edit of a single instance follows its series: into the second part where the other side split the series, and
/// to the new time where it moved the series. If one side split a series and both changed it differently, every policy but
/// ``MergePolicy/ask`` uses the series, its second parts and its overrides of one side alone. ``MergePolicy/both`` copies those
/// of the other side beside them. A class is an exception, as the bookings of both sides are merged.
///
/// The bookings of a class are merged by `Roster.merging`: no more places are granted than there are, and people whom
/// another program accepted beyond them are moved to the waiting list, even if only one side changed the class. The clients of
/// a group session are merged alike: who joined first has a place.
///
/// If a side has none of a vendor's X- properties, or none of its X- parameters, in any item, a program that does not know
/// them has dropped those of the base; they are restored, unless both sides lack them. So where a side has a single item,
/// removing all X- properties of a vendor from it is undone.
public struct CalendarMerge: Sendable, Hashable {
  /// The result: our calendar with the changes of the other side.
  public var calendar: EventCalendar
  /// The conflicts, resolved ones included, in the order of the items.
  public private(set) var conflicts: [MergeConflict]

  /// The bookings of classes and group sessions that a side had granted, or another program had accepted, and that do not fit in
  /// the merged one.
  public private(set) var displaced: [DisplacedBooking] = []

  /// - Parameters:
  ///   - base: The state from which both sides started; an empty calendar where it is not known, so that nothing is
  ///     deleted.
  ///   - ours: Our calendar, to which the changes of the other side are added.
  ///   - theirs: The calendar of the other side.
  ///   - policy: The way in which conflicts are resolved; by default none is.
  ///   - uids: The source of the UIDs of items that `both` copies.
  ///   - me: The calendar addresses of the person whose calendar is merged: where each side received a revision of an item that
  ///     somebody else organizes (RFC 5546 §2.1.4), the later one is taken, without the reminders and other parts that are the attendee's.
  /// - Complexity: O(*n*) in the number of items.
  public init(
    base: EventCalendar, ours: EventCalendar, theirs: EventCalendar, policy: MergePolicy = .ask,
    uids: UIDSource = .random, by me: Set<String> = []
  ) {
    self.init(base: base, ours: ours, theirs: theirs, policy, uids, by: me, copied: [])
  }

  /// - Parameters:
  ///   - copied: Items that an earlier merge may have copied: a second copy is not made.
  ///   - isRestored: Whether the sides have what they lost since the base.
  ///   - renamed: Zones that a file names by a region of several zones, such as "Romance Standard Time".
  init(
    base: EventCalendar, ours: EventCalendar, theirs: EventCalendar, _ policy: MergePolicy, _ uids: UIDSource,
    by me: Set<String>, copied: [Item], isRestored: Bool = false, renamed: Set<Zone> = []
  ) {
    var decisions = MergeDecisions(policy, by: me)
    var (ours, theirs) = (ours, theirs)
    if !isRestored {
      (ours, theirs) = (
        ours.restoringLost(since: base, unlessIn: theirs), theirs.restoringLost(since: base, unlessIn: ours)
      )
    }
    var (theirChanges, ourChanges) = (base.changedSeries(to: theirs), base.changedSeries(to: ours))
    let ourZones = ZoneAlignment(of: ours, to: base, in: ourChanges, renamed: renamed)
    let theirZones = ZoneAlignment(of: theirs, to: base, in: theirChanges, renamed: renamed)
    if !ourZones.isEmpty || !theirZones.isEmpty {
      (ours, theirs) = (ourZones.aligned(ours), theirZones.aligned(theirs))
      (theirChanges, ourChanges) = (base.changedSeries(to: theirs), base.changedSeries(to: ours))
    }
    var sides = SplitAlignment(
      base: base, ours: ours, theirs: theirs, ourChanges: ourChanges, theirChanges: theirChanges)
    if sides.hasSplits {
      sides.restoreLost()
      theirChanges = sides.base.changedSeries(to: sides.theirs)
      ourChanges = sides.base.changedSeries(to: sides.ours)
    }
    var merged = MergedSeries(sides, theirChanges, Set(ourChanges), &decisions)
    let divided = merged.settleDivided(sides, among: [base, ours, theirs], &decisions)
    displaced = merged.displaced
    calendar = merged.inserted(in: sides.ours)
    Self.mergeHeader(base, &calendar, theirs, &decisions)
    displaced += calendar.moveExcessBookingsToWaitlist(of: merged.order + ourChanges)
    conflicts = decisions.conflicts
    if policy == .both {
      let added = ourChanges.filter { base.items(uid: $0.uid, kind: $0.kind).isEmpty }
      let possible = copied + added.flatMap { ours.items(uid: $0.uid, kind: $0.kind) }
      for parts in divided { insertCopies(of: parts, unlessIn: possible, uids) }
      insertCopies(decisions.copies, of: sides.theirs, unlessIn: possible, uids)
    }
    calendar = ourZones.restored(calendar)
  }

  /// Inserts copies of items of the other side.
  ///
  /// - Parameter possible: Items among which the copies may be already.
  private mutating func insertCopies(
    _ copies: [Item], of theirs: EventCalendar, unlessIn possible: [Item], _ uids: UIDSource
  ) {
    let series = Set(copies.filter { $0.recurrenceID == nil }.map(\.id))
    for copy in copies {
      let isSeries = copy.recurrenceID == nil
      if !isSeries, series.contains(copy.id.series) { continue }
      let item = isSeries ? copy : copy.asInstance(nil)
      let isMade = possible.contains {
        $0.uid != copy.uid && $0.kind == copy.kind && $0.hasSameContent(as: item)
      }
      if isMade { continue }
      let overrides = isSeries ? theirs.series(uid: copy.uid, kind: copy.kind)?.overrides ?? [] : []
      insertCopy(of: item, overrides, uids)
    }
  }

  /// Inserts an item and overrides of it under a new UID. Nobody is booked twice: the copy has no bookings.
  private mutating func insertCopy(of item: Item, _ overrides: [Item], _ uids: UIDSource) {
    var copy = item
    copy.uid = ""
    guard let uid = calendar.insert(copy, uids: uids).added.first?.uid else { return }
    calendar.insert(
      overrides.map { override in
        var copy = RosterStates(base: nil, ours: override, theirs: override, of: item)?.ours ?? override
        copy.uid = uid
        return copy
      })
  }

  /// Inserts the parts of a split series under new UIDs, by which they are related as before.
  ///
  /// - Parameters:
  ///   - parts: The items of each part.
  ///   - possible: Items among which the parts may be copied already.
  private mutating func insertCopies(of parts: [[Item]], unlessIn possible: [Item], _ uids: UIDSource) {
    let parts = parts.filter { !$0.isEmpty }
    func unrelated(_ item: Item) -> Item {
      var item = item
      item.relations = []
      return item
    }
    let isMade = parts.joined().allSatisfy { item in
      possible.contains {
        $0.uid != item.uid && $0.kind == item.kind && $0.recurrenceID == item.recurrenceID
          && unrelated($0).hasSameContent(as: unrelated(item))
      }
    }
    if isMade { return }
    var new: [String: String] = [:]
    var copies: [Item] = []
    for part in parts {
      for item in part {
        var copy = item
        copy.uid = new[item.uid] ?? ""
        guard let added = calendar.insert(copy, uids: uids).added.first else { continue }
        new[item.uid] = added.uid
        copies.append(added)
      }
    }
    for var copy in copies where !copy.relations.isEmpty {
      for index in copy.relations.indices {
        let target = copy.relations[index].target
        copy.relations[index].target = new[target] ?? target
      }
      calendar.put(copy)
    }
  }

  /// The conflicts that the policy did not resolve.
  public var unresolved: [MergeConflict] { conflicts.filter { $0.resolution == nil } }

  private static func mergeHeader(
    _ base: EventCalendar, _ ours: inout EventCalendar, _ theirs: EventCalendar,
    _ decisions: inout MergeDecisions
  ) {
    let before = ours
    var header: HeaderStates?
    func states() -> HeaderStates {
      let states = header ?? HeaderStates(base: base, ours: before, theirs: theirs)
      header = states
      return states
    }
    for field in CalendarField.all where !field.isEqual(before, theirs) && !field.isEqual(base, theirs) {
      if field.isEqual(base, before) {
        field.copy(theirs, &ours)
      } else if let merge = field.merge {
        merge([base, before, theirs], &ours) { key, provisional in
          decisions.chooseSide(field.name, key, provisional: provisional, states())
        }
      } else if decisions.chooseSide(field.name, .whole, states()) == .theirs {
        field.copy(theirs, &ours)
      }
    }
  }
}

/// The series that the other side changed, merged with our changes of them.
private struct MergedSeries {
  /// The series in the order of the other side's changes.
  private(set) var order: [ItemID]
  private(set) var displaced: [DisplacedBooking] = []
  private var items: [ItemID: [Item]] = [:]

  init(
    _ sides: SplitAlignment, _ theirChanges: [ItemID], _ ourChanges: Set<ItemID>,
    _ decisions: inout MergeDecisions
  ) {
    order = theirChanges
    for id in order {
      guard ourChanges.contains(id) else {
        items[id] = sides.theirs.items(uid: id.uid, kind: id.kind)
        continue
      }
      let series = SeriesMerge(id, base: sides.base, ours: sides.ours, theirs: sides.theirs, &decisions)
      items[id] = series.items
      displaced += series.displaced
    }
  }

  /// Takes all parts of a series that a side split from one side, where both sides changed it differently; the bookings of classes
  /// are merged instead.
  ///
  /// - Parameter states: The base, our calendar and the other one.
  /// - Returns: The other side's parts of each series that is taken from our side.
  mutating func settleDivided(
    _ sides: SplitAlignment, among states: [EventCalendar], _ decisions: inout MergeDecisions
  ) -> [[[Item]]] {
    let disputed = Set(decisions.conflicts.compactMap { $0.id?.series })
    var replaced: [[[Item]]] = []
    for family in sides.families where family.contains(where: disputed.contains) {
      if family.contains(where: { id in states.contains { $0.hasClass(id) } }) { continue }
      let parts = family.map { id in states.map { $0.items(uid: id.uid, kind: id.kind) } }
      guard let side = decisions.side(of: (parts.flatMap { $0[1] }, parts.flatMap { $0[2] })) else {
        continue
      }
      order += family.filter { items[$0] == nil }
      for (id, part) in zip(family, parts) {
        let former = items[id] ?? sides.ours.items(uid: id.uid, kind: id.kind)
        decisions.settle(part, as: side, insteadOf: former)
        items[id] = part[side.index]
      }
      decisions.settle(family, as: side)
      if side == .ours { replaced.append(parts.map { $0[2] }) }
    }
    return replaced
  }

  /// Our calendar with the merged items in the places of its own; new ones come last.
  func inserted(in ours: EventCalendar) -> EventCalendar {
    if items.isEmpty { return ours }
    let merging = Set(order)
    var waiting = Dictionary(grouping: items.values.joined(), by: \.id).mapValues { $0[...] }
    var merged: [Item] = []
    merged.reserveCapacity(ours.count)
    for item in ours.items {
      if !merging.contains(item.id.series) {
        merged.append(item)
      } else if let next = waiting[item.id]?.popFirst() {
        merged.append(next)
      }
    }
    for item in order.flatMap({ items[$0] ?? [] }) {
      if let next = waiting[item.id]?.popFirst() { merged.append(next) }
    }
    return ours.with(items: merged)
  }
}

/// A booking of a class, or of a client of a group session, that one side of a merge had granted, or another program had
/// accepted, and that has no place in the result: it waits because no place was left, is cancelled because a session, which has no
/// waiting list, has none left, expired because the member has an earlier booking, or is called off because the class or the
/// session does not take place.
public struct DisplacedBooking: Sendable, Hashable {
  /// The class on its date, or the session.
  public let id: ItemID
  /// The booking in its new state.
  public let booking: Booking
}

extension EventCalendar {
  /// Whether a series is a class.
  fileprivate func hasClass(_ id: ItemID) -> Bool {
    items(uid: id.uid, kind: id.kind).contains { $0.almanacKind == "CLASS" }
  }

  /// Moves people whom another program accepted beyond the number of places to the waiting list.
  ///
  /// - Parameter changed: The series that may have such people.
  mutating func moveExcessBookingsToWaitlist(of changed: [ItemID]) -> [DisplacedBooking] {
    var displaced: [DisplacedBooking] = []
    for id in changed {
      guard let series = series(uid: id.uid, kind: id.kind) else { continue }
      for var item in series.overrides {
        let waiting = item.moveExcessBookingsToWaitlist(of: series.main)
        if waiting.isEmpty { continue }
        put(item)
        displaced += waiting.map { DisplacedBooking(id: item.id, booking: $0) }
      }
    }
    return displaced
  }
}
