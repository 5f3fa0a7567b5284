public import AlmanacTime

/// A move of the starts of a series by a distance on the wall clock, possibly to another form or another zone.
///
/// Between times the distance is that of the digits, so that 09:00 stays 09:00 across a change of clocks. To dates
/// and from dates whole days are counted, and a time of day is that of `to`.
///
/// ```swift
/// let move = StartMove(from: monday, to: .zoned(try CivilDateTime("2026-03-03T10:00").in(madrid)))
/// move.moved(nextMonday)            // the next Tuesday at 10:00
/// ```
public struct StartMove: Sendable, Hashable {
  /// A start before the move: any one of the series.
  public let from: EventTime
  /// The same start after the move, possibly in another form or another zone.
  public let to: EventTime

  /// Creates the move by which one start becomes another.
  public init(from: EventTime, to: EventTime) {
    self.from = from
    self.to = to
  }

  /// The move from `to` to `from`. After a move to dates it sets every time to the time of day of `from`.
  public var inverse: StartMove { StartMove(from: to, to: from) }

  /// Whether both times have the same form and the same zone.
  package var hasSameForm: Bool { from.hasSameForm(as: to) && from.zone == to.zone }

  /// Whether the move changes no time.
  public var isIdentity: Bool { hasSameForm && from.local == to.local }

  /// Seconds on the wall clock, every day having 86 400.
  var seconds: Int { to.local.seconds(since: from.local) }

  var days: Int { to.date.days(since: from.date) }

  /// A time moved. One of another form or zone than `from` retains its own unless the move changes the form.
  public func moved(_ time: EventTime) -> EventTime {
    if isIdentity { return time }
    if hasSameForm { return time.with(local: time.local.adding(seconds: seconds)) }
    if to.isDate { return .date(time.date.adding(days: days)) }
    if from.isDate { return to.with(local: to.local.adding(days: time.date.days(since: from.date))) }
    return to.with(local: to.local.adding(seconds: time.local.seconds(since: from.local)))
  }
}

#if !hasFeature(Embedded)
  /// Coded as `from` and `to`.
  extension StartMove: Codable {}
#endif

extension RecurrenceSet {
  /// The set whose instances are those of this one, each moved: rules, additions and exceptions move too.
  ///
  /// A date that excludes all instances of its day becomes their exclusions one by one.
  ///
  /// - Parameter move: A move from any time of the form of the set's start.
  /// - Throws: `RecurrenceViolation` with code `immovable_part`, naming the part of a rule.
  public func moved(by move: StartMove) throws(RecurrenceViolation) -> RecurrenceSet {
    if move.isIdentity { return self }
    let own = StartMove(from: start, to: move.moved(start))
    let move = { (rule: RecurrenceRule) throws(RecurrenceViolation) in try rule.moved(by: own) }
    var moved = Recurrence(
      try recurrence.rules.map(move), exclusionRules: try recurrence.exclusionRules.map(move),
      additions: recurrence.additions.map { $0.moved(by: own) })
    for exception in recurrence.exceptions {
      let excluded = instances(excludedBy: exception)
      if let rule = recurrence.rules.first, excluded.count > Self.maximumPerDay {
        throw rule.immovable(.frequency)
      }
      moved.exceptions += excluded.map { own.moved($0) }
    }
    return RecurrenceSet(start: own.to, moved)
  }

  /// The most instances of one day that are excluded one by one: every minute.
  package static let maximumPerDay = 1440

  /// The times that an exception excludes, in the form of the start.
  package func instances(excludedBy exception: EventTime) -> [EventTime] {
    guard exception.isDate, !start.isDate else { return [instance(at: exception)] }
    let found = RecurrenceExpansion(withoutExceptions).starts(on: exception)
    return found.isEmpty ? [exception.conformed(to: start)] : found
  }

  private var withoutExceptions: RecurrenceSet {
    var whole = self
    whole.recurrence.exceptions = []
    return whole
  }

  /// A recurrence id in the form of the start, with the digits that the set has for it.
  ///
  /// An instance at a time that clocks skip, such as 02:30, has that time as its recurrence id; other programs write 03:30, which
  /// the clocks show then, or UTC.
  package func instance(at id: EventTime) -> EventTime {
    let id = id.conformed(to: start)
    guard case .zoned(let time) = id, time.zone.skippedTime(at: time.instant) != nil else { return id }
    let second = time.instant..<time.instant.adding(seconds: 1)
    let found = RecurrenceExpansion(withoutExceptions).instances(in: second, viewer: time.zone)
    return found.lazy.map { $0.start }.first { $0.instant(in: time.zone) == time.instant } ?? id
  }
}

extension RecurrenceDate {
  /// The date moved, its own length unchanged; a move between times and dates drops it.
  fileprivate func moved(by move: StartMove) -> RecurrenceDate {
    let old = start.conformed(to: move.from)
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
