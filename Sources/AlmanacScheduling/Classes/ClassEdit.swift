internal import AlmanacRecurrence
public import AlmanacEvents
public import AlmanacTime

/// A change of classes: their new states, and the new identities of their dates.
///
/// `ClassBook.editing(_:at:scope:uids:change:)` makes the edit of one date, of that date and later ones, or of all.
public struct ClassEdit: Sendable, Hashable {
  /// The changed and new series in their new states.
  public var series: [ClassSeries]
  /// The UIDs of the removed series.
  public var removed: [String]
  /// The new identity of each date.
  public var identities: ItemIdentities

  /// Creates an edit: `series` in their new states, the UIDs of removed ones, and by default the identities as
  /// before.
  public init(
    _ series: [ClassSeries], removing removed: [String] = [], identities: ItemIdentities = .unchanged
  ) {
    self.series = series
    self.removed = removed
    self.identities = identities
  }
}

/// The effect of a change of classes on bookings.
public struct ClassEditImpact: Sendable, Hashable {
  /// A booking before and after.
  public struct Affected: Sendable, Hashable {
    /// The booking as it was before the change.
    public let booking: Booking
    /// The class on its date before the change.
    public let from: ClassOccurrence
    /// `nil` when the date is removed.
    public let to: ClassOccurrence?
  }

  /// A moved booking that overlaps other commitments of the member.
  public struct Conflict: Sendable, Hashable {
    /// The moved booking, which occupies places.
    public let affected: Affected
    /// The other commitments at the new time: other classes of the book, then those that the context names.
    public let items: [BusyTime.Item]
  }

  /// A new or changed date whose instructor has other commitments then.
  public struct BusyInstructor: Sendable, Hashable {
    /// The class on the date after the change.
    public let occurrence: ClassOccurrence
    /// The other commitments of the instructor: classes of the book, then those that the context names.
    public let items: [BusyTime.Item]
  }

  /// A date with fewer places than are taken; the change cannot be made.
  public struct Overbooked: Sendable, Hashable {
    /// The class on the date with its new number of places.
    public let occurrence: ClassOccurrence
    /// The number of places that bookings occupy, those of holds included.
    public let taken: Int
  }

  /// The bookings whose class takes place at another time.
  public internal(set) var moved: [Affected] = []
  /// The bookings whose class no longer takes place.
  public internal(set) var calledOff: [Affected] = []
  /// The bookings that get places from the waiting list.
  public internal(set) var promoted: [Affected] = []
  /// The moved bookings that overlap other commitments; they do not prevent the change.
  public internal(set) var conflicts: [Conflict] = []
  /// The new and changed dates, from now on and within a year, whose instructor has other commitments; they do not prevent the
  /// change.
  public internal(set) var busyInstructors: [BusyInstructor] = []
  /// The dates with fewer places than bookings occupy; any of them prevents the change.
  public internal(set) var overbooked: [Overbooked] = []
  /// The dates whose bookings would fall on another date with bookings; the change cannot be made.
  public internal(set) var merged: [ItemID] = []

  /// Whether the change can be made: no date is overbooked, and no two dates with bookings become one.
  public var isPossible: Bool { overbooked.isEmpty && merged.isEmpty }

  /// Whether no booking and no other commitment of an instructor is affected.
  public var isEmpty: Bool {
    moved.isEmpty && calledOff.isEmpty && promoted.isEmpty && conflicts.isEmpty && busyInstructors.isEmpty
      && isPossible
  }
}

extension ClassBook {
  /// The effect that `apply(_:callingOff:now:checking:)` with the same arguments would have; the book does not change.
  public func impact(of edit: ClassEdit, now: Instant, checking context: BookingContext = .open)
    -> ClassEditImpact
  {
    var copy = self
    return copy.perform(edit, now: now, context)
  }

  /// Makes a change of classes; bookings follow their dates.
  ///
  /// If `callingOff` is `false`, a change that would call off bookings is not made.
  ///
  /// - Returns: Whether the change was made, and its effect, or the effect that it would have had.
  public mutating func apply(
    _ edit: ClassEdit, callingOff: Bool = true, now: Instant, checking context: BookingContext = .open
  ) -> (isDone: Bool, impact: ClassEditImpact) {
    var copy = self
    let impact = copy.perform(edit, now: now, context)
    let isDone = impact.isPossible && (callingOff || impact.calledOff.isEmpty)
    if isDone { self = copy }
    return (isDone, impact)
  }

  private mutating func perform(_ edit: ClassEdit, now: Instant, _ context: BookingContext) -> ClassEditImpact
  {
    var impact = ClassEditImpact()
    let touched = Set(edit.removed + edit.series.map { $0.uid })
    expireHolds(of: touched, at: now)
    let before = self
    for uid in edit.removed { setSeries(nil, of: uid) }
    for one in edit.series { setSeries(one, of: one.uid) }
    let keys = rosters.keys.filter { touched.contains($0.uid) }.sorted(by: RosterKey.isBefore)
    let announced = before.announced(keys.lazy.compactMap { before.rosters[$0] })
    let names = Dictionary(announced.map { ($1.occurrence.key, $0) }) { first, _ in first }
    let moves = keys.compactMap { key in
      removeRoster(at: key).map { roster in
        var roster = roster
        roster.announce(as: names[key])
        return (key: key, roster: roster, to: before.date(of: key, after: edit, in: self))
      }
    }
    var places: [(from: RosterKey, to: RosterKey, before: Roster)] = []
    for (key, roster, to) in moves {
      guard let to else { continue }
      let place = RosterKey(uid: to.uid, original: to.original.instant)
      if rosters[place] != nil {
        impact.merged.append(roster.occurrence.id)
        continue
      }
      restore(roster, at: place)
      if to.hasKnownPlaces, roster.takenPlaces > to.places, to.status == .scheduled {
        impact.overbooked.append(.init(occurrence: to, taken: roster.takenPlaces))
      }
      places.append((key, place, roster))
    }
    for (key, roster, to) in moves where to == nil {
      if let successor = rosters[key] {
        transferBookings(of: roster, to: successor, at: key, now: now, &impact)
      } else {
        restore(roster, at: key)
        places.append((key, key, roster))
      }
    }
    places.sort { RosterKey.isBefore($0.from, $1.from) }
    // All terms come first: promotions and conflicts are decided against the new ones.
    for (_, place, _) in places { revise(at: place, now: now) }
    for (_, place, roster) in places { promote(roster, at: place, now: now, context, &impact) }
    impact.busyInstructors = busyInstructors(after: edit, of: before, now: now, context)
    return impact
  }

  /// Adds the bookings of a removed date to the roster that now has its key; the active ones are called off.
  private mutating func transferBookings(
    of roster: Roster, to successor: Roster, at place: RosterKey, now: Instant,
    _ impact: inout ClassEditImpact
  ) {
    let events = roster.bookings.enumerated().map { offset, booking in
      let isOn = booking.state.isActive
      if isOn { impact.calledOff.append(.init(booking: booking, from: roster.occurrence, to: nil)) }
      var moved = booking.numbered(successor.bookings.count + offset)
      if isOn { (moved.state, moved.changedAt) = (.calledOff, now) }
      return RosterEvent(number: successor.version + 1 + offset, at: now, .added(moved))
    }
    apply(events, at: place)
  }

  /// Updates a roster to the series' terms for the date; cancels it if the series has no such date.
  private mutating func revise(at place: RosterKey, now: Instant) {
    guard let roster = rosters[place] else { return }
    let to = seriesByUID[place.uid]?.occurrence(at: place.original)
    var terms = to ?? roster.occurrence
    if to == nil { terms.status = .cancelled(reason: "") }
    if terms.status != .scheduled {
      apply(roster.decide(.revise(terms), at: now).events, at: place)
    } else if terms != roster.occurrence {
      apply([RosterEvent(number: roster.version + 1, at: now, .revised(terms))], at: place)
    }
  }

  /// Gives free places to the waiting list, and adds the date's bookings to the impact.
  private mutating func promote(
    _ before: Roster, at place: RosterKey, now: Instant, _ context: BookingContext,
    _ impact: inout ClassEditImpact
  ) {
    guard let roster = roster(of: place.uid, at: place.original) else { return }
    let terms = roster.occurrence
    let to = seriesByUID[place.uid]?.occurrence(at: place.original)
    let isMoved = terms.start.instant != before.occurrence.start.instant || terms.end != before.occurrence.end
    let checking = checking(context, at: now, except: place)
    for booking in before.bookings where booking.state.isActive {
      let affected = ClassEditImpact.Affected(booking: booking, from: before.occurrence, to: to)
      if terms.status != .scheduled {
        impact.calledOff.append(affected)
      } else if isMoved {
        impact.moved.append(affected)
        let items = booking.state.takesPlaces ? checking.commitments(booking.member, terms.interval) : []
        if !items.isEmpty { impact.conflicts.append(.init(affected: affected, items: items)) }
      }
    }
    let decision = roster.decide(.settle, at: now, checking: checking)
    for number in decision.promoted {
      impact.promoted.append(.init(booking: before.bookings[number], from: before.occurrence, to: to))
    }
    apply(decision.events, at: place)
  }

  /// The dates that an edit made or changed whose instructor has other commitments.
  private func busyInstructors(
    after edit: ClassEdit, of before: ClassBook, now: Instant, _ context: BookingContext
  ) -> [ClassEditImpact.BusyInstructor] {
    let touched = Set(edit.removed + edit.series.map { $0.uid }).compactMap { before.seriesByUID[$0] }
    let dates = edit.series.flatMap { series in
      series.datesToCompare(with: before.seriesByUID[series.uid], now: now).filter { date in
        date.status == .scheduled && !date.instructor.isEmpty
          && !touched.contains {
            $0.occurrence(at: date.original.instant).map(date.hasSameInstructorAndTime(as:)) ?? false
          }
      }
    }
    var busy: [PersonKey: BusyTime] = [:]
    for (person, dates) in Dictionary(grouping: dates, by: { PersonKey($0.instructor) }) {
      let starts = dates.map { $0.interval.lowerBound }, ends = dates.map { $0.interval.upperBound }
      guard let first = starts.min(), let last = ends.max(), first < last else { continue }
      let name = dates[0].instructor
      busy[person] = BusyTime(
        commitments(of: name, in: first..<last, at: now) + context.commitments(name, first..<last))
    }
    return dates.sorted(by: ClassOccurrence.isBefore).compactMap { date in
      let items = busy[PersonKey(date.instructor)]?.items(overlapping: date.interval) ?? []
      let others = items.filter { $0.id != date.id }
      return others.isEmpty ? nil : .init(occurrence: date, items: others)
    }
  }

  /// Ends the holds that are over in the rosters of some classes, so that a change affects no such booking.
  private mutating func expireHolds(of uids: Set<String>, at now: Instant) {
    for (key, roster) in rosters where uids.contains(key.uid) {
      let over = roster.bookings.filter { $0.state.isActive && !$0.state.at(now).isActive }
      let events = over.enumerated().map { offset, booking in
        RosterEvent(
          number: roster.version + 1 + offset, at: now, .changed(booking: booking.number, to: .expired))
      }
      apply(events, at: key)
    }
  }

  private mutating func removeRoster(at key: RosterKey) -> Roster? {
    for booking in rosters[key]?.bookings ?? [] { keysOfMember[PersonKey(booking.member)]?.remove(key) }
    return rosters.removeValue(forKey: key)
  }

  /// The date that a date becomes; `nil` when it is removed.
  private func date(of key: RosterKey, after edit: ClassEdit, in edited: ClassBook) -> ClassOccurrence? {
    guard let old = seriesByUID[key.uid], let id = edit.identities[old.identity(of: key.original)],
      let series = edited.seriesByUID[id.uid]
    else { return nil }
    return series.occurrence(at: id.recurrenceID?.instant(in: series.zone) ?? series.start.instant)
  }
}

extension ClassOccurrence {
  /// Whether another class takes place at the same time with the same instructor.
  fileprivate func hasSameInstructorAndTime(as other: ClassOccurrence) -> Bool {
    other.status == .scheduled && other.interval == interval
      && PersonKey.areSame(other.instructor, instructor)
  }
}

extension ClassSeries {
  /// The dates from now on, within a year, that may differ from those of a former state of the series.
  fileprivate func datesToCompare(with before: ClassSeries?, now: Instant) -> [ClassOccurrence] {
    if var same = before {
      (same.changes, same.closures) = (changes, closures)
      if same == self, let before, closures.starts(with: before.closures) {
        let originals = Set(changes.keys).union(before.changes.keys)
        return originals.filter { changes[$0] != before.changes[$0] && $0 >= now }
          .compactMap { occurrence(at: $0) }
      }
    }
    let start = Swift.max(now, self.start.instant)
    return occurrences(in: start..<start.adding(seconds: 366 * 86_400))
  }

  /// The identity of a date; that of a class that runs once is its UID alone.
  func identity(of original: Instant) -> ItemID {
    let isRecurring = recurrence.isRecurring
    return ItemID(
      uid: uid, recurrenceID: isRecurring ? recurrenceSet.instance(at: .zoned(original.in(zone))) : nil)
  }
}

extension ClassBook {
  /// Returns an edit that closes a period for a class; `nil` if the book has no such class. Nothing changes until it is
  /// applied.
  ///
  /// If `sparingBooked` is `true`, the dates that have bookings take place nevertheless; otherwise their bookings are
  /// called off.
  public func closing(_ period: ClosedPeriod, of uid: String, sparingBooked: Bool = false) -> ClassEdit? {
    seriesByUID[uid] == nil ? nil : closing(period, sparingBooked: sparingBooked) { $0.uid == uid }
  }

  /// Returns an edit that closes a period for each class that satisfies a predicate, such as all classes of a place on a
  /// holiday. Nothing changes until it is applied.
  ///
  /// If `sparingBooked` is `true`, the dates that have bookings take place nevertheless; otherwise their bookings are
  /// called off, also on dates that an earlier edit spared.
  ///
  /// - Complexity: O(*classes* · log *classes* + *dates with bookings or changes*).
  public func closing(
    _ period: ClosedPeriod, sparingBooked: Bool = false, where isClosed: (ClassSeries) -> Bool
  ) -> ClassEdit {
    var closing = seriesByUID.filter { isClosed($0.value) }
    for uid in closing.keys {
      closing[uid]?.endExemptions(in: period)
      closing[uid]?.closures.append(period)
    }
    for (key, roster) in rosters where sparingBooked {
      guard let series = closing[key.uid] else { continue }
      let occurrence = roster.occurrence
      let isBooked = occurrence.status == .scheduled && roster.bookings.contains { $0.state.isActive }
      guard isBooked, period.seconds(in: series.zone).overlaps(occurrence.interval.seconds) else { continue }
      closing[key.uid]?.changes[key.original, default: ClassChange()].ignoresClosures = true
    }
    return ClassEdit(closing.sorted { $0.key < $1.key }.map { $0.value })
  }
}

extension ClassSeries {
  /// Makes closures apply again to the dates in a period that take place in spite of them.
  fileprivate mutating func endExemptions(in period: ClosedPeriod) {
    let closed = period.seconds(in: zone)
    for (original, change) in changes where change.ignoresClosures {
      guard occurrence(at: original)?.interval.seconds.overlaps(closed) ?? false else { continue }
      let remaining = modified(change) { $0.ignoresClosures = false }
      changes[original] = remaining == ClassChange() ? nil : remaining
    }
  }

  /// Returns an edit that gives one date a change of its own; `nil` makes the date like the others. Nothing changes
  /// until it is applied.
  public func changing(_ original: Instant, _ change: ClassChange?) -> ClassEdit {
    var changed = self
    changed.changes[original] = change
    return ClassEdit([changed])
  }

  /// Returns an edit that makes one date take place: like the others, or with a change of its own. A date in a closed period
  /// is open then. Nothing changes until it is applied.
  public func opening(_ original: Instant, _ change: ClassChange? = nil) -> ClassEdit {
    let opened = modified(change ?? ClassChange()) { $0.cancellation = nil }
    let edit = changing(original, opened == ClassChange() ? nil : opened)
    guard case .closed? = edit.series.first?.occurrence(at: original)?.status else { return edit }
    return changing(original, modified(opened) { $0.ignoresClosures = true })
  }
}
