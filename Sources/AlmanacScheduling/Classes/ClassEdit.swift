public import AlmanacEvents
public import AlmanacTime

/// A change of classes: their new states, and what became of the dates that have another identity now.
///
/// An edit of one date, of it and all later ones, or of all of them comes down to this: see
/// `ClassBook.editing(_:at:scope:uids:change:)`.
public struct ClassEdit: Sendable, Hashable {
  /// The series that are changed or new, as they are now.
  public var series: [ClassSeries]
  /// The UIDs of the series that are no more.
  public var removed: [String]
  /// What each date is called now.
  public var identities: ItemIdentities

  public init(
    _ series: [ClassSeries], removing removed: [String] = [], identities: ItemIdentities = .unchanged
  ) {
    self.series = series
    self.removed = removed
    self.identities = identities
  }
}

/// What a change of classes does to bookings.
public struct ClassEditImpact: Sendable, Hashable {
  /// A booking before and after.
  public struct Affected: Sendable, Hashable {
    public let booking: Booking
    public let from: ClassOccurrence
    /// `nil` when the date is no more.
    public let to: ClassOccurrence?
  }

  /// A booking that now stands beside something else of the member.
  public struct Conflict: Sendable, Hashable {
    public let affected: Affected
    public let items: [BusyTime.Item]
  }

  /// A date that has fewer places now than are taken. The change cannot be made.
  public struct Overbooked: Sendable, Hashable {
    public let occurrence: ClassOccurrence
    public let taken: Int
  }

  /// Bookings whose class takes place at another time.
  public internal(set) var moved: [Affected] = []
  /// Bookings whose class does not take place any more.
  public internal(set) var calledOff: [Affected] = []
  /// Those who waited and have places now.
  public internal(set) var promoted: [Affected] = []
  public internal(set) var conflicts: [Conflict] = []
  public internal(set) var overbooked: [Overbooked] = []
  /// Dates onto which the bookings of two dates would fall. The change cannot be made.
  public internal(set) var merged: [ItemID] = []

  public var isPossible: Bool { overbooked.isEmpty && merged.isEmpty }

  /// Whether no booking is touched.
  public var isEmpty: Bool {
    moved.isEmpty && calledOff.isEmpty && promoted.isEmpty && conflicts.isEmpty && isPossible
  }
}

extension ClassBook {
  /// What a change would do to bookings, before it is made: what `apply` then does.
  public func impact(of edit: ClassEdit, now: Instant, checking context: BookingContext = .open)
    -> ClassEditImpact
  {
    var copy = self
    return copy.perform(edit, now: now, context)
  }

  /// Makes a change of classes; bookings follow their dates.
  ///
  /// - Parameter callingOff: Whether bookings may be called off. Without it such a change is not made.
  /// - Returns: What it did, or, when it is not made, what it would do.
  @discardableResult
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
    let (before, seriesBefore) = (rosters, seriesByUID)
    for uid in edit.removed { seriesByUID[uid] = nil }
    for one in edit.series { seriesByUID[one.uid] = one }

    let keys = before.keys.filter { touched.contains($0.uid) }.sorted(by: Key.isBefore)
    for key in keys { forget(key) }
    var places: [(from: Key, to: Key)] = []
    var vanished: [Key] = []
    for key in keys {
      guard let roster = before[key] else { continue }
      let target = seriesBefore[key.uid].flatMap { edit.identities[$0.identity(of: key.original)] }
        .flatMap { self.key($0) }
      guard let to = target.flatMap({ seriesByUID[$0.uid]?.occurrence(at: $0.original) }) else {
        vanished.append(key)
        continue
      }
      let place = Key(uid: to.uid, original: to.original.instant)
      if rosters[place] != nil {
        impact.merged.append(roster.occurrence.id)
        continue
      }
      restore(roster, at: place)
      if roster.takenPlaces > to.places, to.status == .scheduled {
        impact.overbooked.append(.init(occurrence: to, taken: roster.takenPlaces))
      }
      places.append((key, place))
    }
    for key in vanished {
      guard let roster = before[key] else { continue }
      if rosters[key] != nil {
        hand(roster, to: key, now: now, &impact)
      } else {
        restore(roster, at: key)
        places.append((key, key))
      }
    }
    places.sort { Key.isBefore($0.from, $1.from) }
    // All terms first, so that whoever is given a place or is in conflict is so with what holds afterwards.
    for (_, place) in places { revise(at: place, now: now) }
    for (from, place) in places {
      guard let roster = before[from] else { continue }
      fill(roster, at: place, now: now, context, &impact)
    }
    return impact
  }

  /// Hands what became of the bookings of a date that is no more to the roster that has its place now: they are called
  /// off, but not forgotten.
  private mutating func hand(_ roster: Roster, to place: Key, now: Instant, _ impact: inout ClassEditImpact) {
    guard let heir = rosters[place] else { return }
    let events = roster.bookings.enumerated().map { offset, booking in
      let isOn = booking.state.isActive
      if isOn { impact.calledOff.append(.init(booking: booking, from: roster.occurrence, to: nil)) }
      let kept = Booking(
        number: heir.bookings.count + offset, member: booking.member, places: booking.places,
        channel: booking.channel, state: isOn ? .calledOff : booking.state, madeAt: booking.madeAt,
        changedAt: isOn ? now : booking.changedAt)
      return RosterEvent(number: heir.version + 1 + offset, at: now, .added(kept))
    }
    apply(events, at: place)
  }

  /// The terms that the series now gives a date, bookings being as they are unless it does not take place.
  private mutating func revise(at place: Key, now: Instant) {
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

  /// Gives places to those who wait, and says what became of the bookings.
  private mutating func fill(
    _ before: Roster, at place: Key, now: Instant, _ context: BookingContext, _ impact: inout ClassEditImpact
  ) {
    guard let roster = rosters[place] else { return }
    let terms = roster.occurrence
    let to = seriesByUID[place.uid]?.occurrence(at: place.original)
    let isMoved = terms.start.instant != before.occurrence.start.instant || terms.end != before.occurrence.end
    let checking = checking(context, except: place)
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

  private mutating func forget(_ key: Key) {
    for booking in rosters[key]?.bookings ?? [] { keysOfMember[PersonKey(booking.member)]?.remove(key) }
    rosters[key] = nil
  }

  private mutating func restore(_ roster: Roster, at key: Key) {
    rosters[key] = roster
    for booking in roster.bookings { keysOfMember[PersonKey(booking.member), default: []].insert(key) }
  }
}

extension ClassBook {
  /// By what a roster is kept for a date of this name.
  private func key(_ id: ItemID) -> Key? {
    guard let series = seriesByUID[id.uid] else { return nil }
    return Key(uid: id.uid, original: id.recurrenceID?.instant(in: series.zone) ?? series.start.instant)
  }
}

extension ClassSeries {
  /// What a date is called; a class that runs once goes by its UID alone.
  func identity(of original: Instant) -> ItemID {
    ItemID(uid: uid, recurrenceID: recurrence.isRecurring ? .zoned(original.in(zone)) : nil)
  }
}

extension ClassBook {
  /// The change that closes a period for a class; `nil` for one that is not here.
  ///
  /// - Parameter sparingBooked: Whether the dates that have bookings take place nevertheless. Otherwise their bookings
  ///   are called off: `impact` names them.
  public func closing(_ period: ClosedPeriod, of uid: String, sparingBooked: Bool = false) -> ClassEdit? {
    guard var series = seriesByUID[uid] else { return nil }
    series.closures.append(period)
    let closed = period.seconds(in: series.zone)
    for (key, roster) in rosters where sparingBooked && key.uid == uid {
      let occurrence = roster.occurrence
      let isBooked = occurrence.status == .scheduled && roster.bookings.contains { $0.state.isActive }
      guard isBooked, closed.overlaps(occurrence.interval.seconds) else { continue }
      series.changes[key.original, default: ClassChange()].ignoresClosures = true
    }
    return ClassEdit([series])
  }
}

extension ClassSeries {
  /// The change of one date; `nil` makes it as always.
  public func changing(_ original: Instant, _ change: ClassChange?) -> ClassEdit {
    var changed = self
    changed.changes[original] = change
    return ClassEdit([changed])
  }
}
