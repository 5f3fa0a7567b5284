package import AlmanacTime

extension RecurrenceSet {
  /// The set whose instances are those of this one, each moved likewise: rules, additions and exceptions go along.
  ///
  /// A date that excludes all instances of its day becomes their exclusion one by one.
  ///
  /// - Parameter move: From any time of the set's form; it says how far.
  /// - Throws: `RecurrenceViolation` with code `immovable_part`, naming the part of a rule.
  public func moved(by move: StartMove) throws(RecurrenceViolation) -> RecurrenceSet {
    if move.isNone { return self }
    let own = StartMove(from: start, to: move.moved(start))
    var moved = RecurrenceSet(start: own.to)
    moved.rules = try rules.map { (rule) throws(RecurrenceViolation) in try rule.moved(by: own) }
    moved.exclusionRules = try exclusionRules.map { (rule) throws(RecurrenceViolation) in
      try rule.moved(by: own)
    }
    moved.additions = additions.map { $0.moved(by: own) }
    for exception in exceptions {
      let excluded = instances(excludedBy: exception)
      if let rule = rules.first, excluded.count > Self.mostOfADay { throw rule.immovable(.frequency) }
      moved.exceptions += excluded.map { own.moved($0) }
    }
    return moved
  }

  /// Instances of one day that are excluded one by one: every minute.
  package static let mostOfADay = 1440

  /// The times that an exception takes away, in the form of the start.
  package func instances(excludedBy exception: EventTime) -> [EventTime] {
    guard exception.isDate, !start.isDate else { return [exception.stated(like: start)] }
    var whole = self
    whole.exceptions = []
    let zone = start.zone ?? .utc
    let day = zone.instant(of: exception.local)..<zone.instant(of: exception.local.adding(days: 1))
    let found = RecurrenceExpansion(whole).instances(in: day, viewer: .utc)
      .prefix(Self.mostOfADay + 1).map { $0.start }
    return found.isEmpty ? [exception.stated(like: start)] : found
  }
}

extension RecurrenceDate {
  /// With a length of its own as long as before; a move between times and dates has none to keep.
  fileprivate func moved(by move: StartMove) -> RecurrenceDate {
    let old = start.stated(like: move.from)
    let new = move.moved(old)
    guard let extent, old.isDate == new.isDate else { return RecurrenceDate(new) }
    guard case .end(let end) = extent else { return RecurrenceDate(new, extent: extent) }
    if case .zoned(let old) = old, case .zoned(let new) = new, case .zoned(let end) = end {
      let length = end.instant.seconds(since: old.instant)
      return RecurrenceDate(
        .zoned(new), extent: .end(.zoned(new.instant.adding(seconds: length).in(new.zone))))
    }
    let length = end.local.seconds(since: old.local)
    return RecurrenceDate(new, extent: .end(new.with(local: new.local.adding(seconds: length))))
  }
}

extension EventTime {
  /// The instance that a time names in a set that starts so: a date is that day at the start's time of day.
  func stated(like start: EventTime) -> EventTime {
    let keyed = SetPlan.keyed(self, addition: -1, like: start)
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: keyed.local)
    guard case .zoned(let zoned) = start else { return start.with(local: local) }
    return .zoned(
      ZonedDateTime(unchecked: local, in: zoned.zone, at: Instant(secondsSinceEpoch: keyed.key)))
  }
}
