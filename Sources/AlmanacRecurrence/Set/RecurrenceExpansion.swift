public import AlmanacTime

/// One instance of a recurrence set.
public struct RecurrenceInstance: Sendable, Hashable {
  /// The start, in the form of the set's start. In a gap `local` has the digits of the rule, which are the recurrence
  /// id, and `instant` is moved by the gap.
  public let start: EventTime
  /// The end, of an instance that was added as a PERIOD.
  public let extent: RecurrenceDate.Extent?
}

/// The instances of a recurrence set in order of time, all lazily or those of a window, prepared once for many
/// queries.
///
/// A window is found in the same time at any distance from the start.
///
/// ```swift
/// let expansion = RecurrenceExpansion(set)
/// for instance in expansion.prefix(10) { print(instance.start) }
/// for instance in expansion.instances(in: weekStart..<weekEnd, viewer: madrid) { … }
/// ```
public struct RecurrenceExpansion: Sendable {
  let plan: SetPlan

  /// Creates the expansion of a set. Rules with RSCALE are expanded with the systems of `calendars`; a rule of any
  /// other system has no instances.
  public init(_ set: RecurrenceSet, calendars: CalendarSystems = .gregorian) {
    plan = SetPlan(set, calendars: calendars)
  }

  /// The set that is expanded, as it was passed to the initializer.
  public var set: RecurrenceSet { plan.set }

  /// Whether the start is an instance that no rule produces (RFC 5545 leaves such sets undefined; calendars show
  /// the start).
  public var startIsOutOfStep: Bool { plan.startIsOutOfStep }
}

/// The end of the instances of a set.
public enum RecurrenceBound: Sendable, Hashable {
  /// The set has no instances.
  case empty
  /// No instance starts later than this.
  case last(EventTime)
  /// The instances have no end.
  case endless
}

extension RecurrenceExpansion {
  /// The start of the last instance, or a later time, as exceptions are not considered.
  public var bound: RecurrenceBound {
    var last = plan.additions.last
    for (rule, lastKey) in zip(plan.rules, plan.lastKeys) {
      guard rule.hasEnd else { return .endless }
      guard let local = rule.previous(before: CivilDateTime.max.adding(seconds: 1)) else { continue }
      let key = Swift.min(plan.zone.instant(of: local).secondsSinceEpoch, lastKey)
      if key > last?.key ?? .min { last = KeyedTime(key: key, local: local.secondsSinceEpoch) }
    }
    return last.map { .last(plan.instance($0).start) } ?? .empty
  }
}

extension SetPlan {
  /// The instance of a stream's time.
  func instance(_ time: KeyedTime) -> RecurrenceInstance {
    var extent: RecurrenceDate.Extent?
    if case .addition(let index) = time.source { extent = set.recurrence.additions[index].extent }
    return RecurrenceInstance(start: eventTime(time), extent: extent)
  }

  private func eventTime(_ time: KeyedTime) -> EventTime {
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: time.local)
    switch set.start {
    case .date: return .date(local.date)
    case .floating: return .floating(local)
    case .zoned(let start):
      return .zoned(ZonedDateTime(unchecked: local, in: start.zone, at: Instant(secondsSinceEpoch: time.key)))
    }
  }
}

extension RecurrenceExpansion: Sequence {
  /// All instances from the start on, in order of time.
  public func makeIterator() -> RecurrenceInstances {
    RecurrenceInstances(plan)
  }

  /// The instances that start within a half-open range of instants.
  ///
  /// Dates and floating times happen on the viewer's clock.
  ///
  /// - Complexity: O(1) in the distance from the start.
  public func instances(in window: Range<Instant>, viewer: Zone) -> RecurrenceInstances {
    RecurrenceInstances(plan, in: window, viewer: viewer)
  }

  /// The instances that start at an instant or later.
  public func instances(from instant: Instant, viewer: Zone) -> RecurrenceInstances {
    instances(in: instant..<Instant(secondsSinceEpoch: Int64.max), viewer: viewer)
  }

  /// The first instance that starts after an instant; `nil` where there is none.
  ///
  /// - Complexity: O(1) in the distance from the start.
  public func next(after instant: Instant, viewer: Zone) -> RecurrenceInstance? {
    var later = instances(from: instant.adding(seconds: 1), viewer: viewer)
    return later.next()
  }

  /// The instants at which the instances start, in order, without making an `EventTime` of each: several times as fast.
  public func instants(viewer: Zone = .utc) -> RecurrenceInstants {
    let merge = SetMerge(plan, from: .min, upTo: .max)
    return RecurrenceInstants(merge: merge, viewer: set.start.zone == nil ? viewer : nil)
  }

  /// Whether a time is an instance: zoned times are compared by instant, floating ones by digits, dates by day.
  public func contains(_ time: EventTime) -> Bool {
    let instant = Instant(secondsSinceEpoch: time.conformed(to: plan.set.start).seconds)
    return instances(in: instant..<instant.adding(seconds: 1), viewer: .utc).contains {
      $0.start.instant(in: .utc) == instant
    }
  }

  /// The starts on a date of the start's zone, at most one more than `RecurrenceSet.maximumPerDay`.
  package func starts(on date: EventTime) -> [EventTime] {
    let zone = set.start.zone ?? .utc
    let start = zone.instant(of: date.local)
    let day = start..<Swift.max(start, zone.instant(of: date.local.adding(days: 1)))
    return instances(in: day, viewer: .utc).prefix(RecurrenceSet.maximumPerDay + 1).map { $0.start }
  }
}

/// The instances of a set within a window, in order of time.
public struct RecurrenceInstances: Sequence, IteratorProtocol, Sendable {
  private let plan: SetPlan
  private var merge: SetMerge
  private var cursor: ZoneCursor?
  private var window = Int64.min..<Int64.max

  fileprivate init(_ plan: SetPlan) {
    self.plan = plan
    merge = SetMerge(plan, from: .min, upTo: .max)
  }

  fileprivate init(_ plan: SetPlan, in window: Range<Instant>, viewer: Zone) {
    self.plan = plan
    self.window = window.lowerBound.secondsSinceEpoch..<window.upperBound.secondsSinceEpoch
    let zoned = plan.set.start.zone != nil
    if !zoned { cursor = ZoneCursor(viewer) }
    let zone = zoned ? plan.zone : viewer
    merge = SetMerge(
      plan, from: zone.wallClockBound(at: window.lowerBound, direction: -1),
      upTo: zone.wallClockBound(at: window.upperBound, direction: 1))
  }

  public mutating func next() -> RecurrenceInstance? {
    while let time = merge.next() {
      let local = CivilDateTime(uncheckedSecondsSinceEpoch: time.local)
      let instant = cursor?.instant(of: local).secondsSinceEpoch ?? time.key
      if window.contains(instant) { return plan.instance(time) }
      // Only around a gap of the viewer's clock may a later time be earlier.
      if instant >= window.upperBound, cursor == nil { return nil }
    }
    return nil
  }

  /// Whether the instances ended because rules found none for as long as their budgets allow, or because a million times in a
  /// row were passed over – excluded ones, those of exclusion rules, and those that a further rule has too –, not because there
  /// are none.
  public var isBudgetExceeded: Bool { merge.isBudgetExceeded }

  /// The most times that may be passed over in a row, for rules that exclude each other.
  package static let maximumPassedOver = 1_000_000

  /// The number of times that were passed over so far.
  package var passedOver: Int { merge.passedOver }

  /// Allows fewer times to be passed over in a row, where many series share a budget.
  package mutating func limit(passedOver most: Int) { merge.limit(passedOver: most) }
}

/// The instants at which the instances of a set start.
public struct RecurrenceInstants: Sequence, IteratorProtocol, Sendable {
  fileprivate var merge: SetMerge
  /// The zone on whose clock dates and floating times happen; `nil` where the set has its own.
  fileprivate let viewer: Zone?

  public mutating func next() -> Instant? {
    guard let time = merge.next() else { return nil }
    if let viewer { return viewer.instant(of: CivilDateTime(uncheckedSecondsSinceEpoch: time.local)) }
    return Instant(secondsSinceEpoch: time.key)
  }
}

// MARK: A rule alone, in a zone

extension RecurrenceRule {
  /// The instances of the rule from a start in a zone, as times in that zone: 09:00 stays 09:00 when clocks change.
  ///
  /// All of them match the rule, so that a start that does not match is none of them. A time that the zone skips moves
  /// forward by the gap; of two equal instants one remains.
  ///
  /// ```swift
  /// let lessons = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,TH")
  /// let start = try CivilDateTime("2020-01-07T09:00").in(newYork)
  /// for lesson in lessons.occurrences(from: start, after: now).prefix(10) { print(lesson) }
  /// ```
  ///
  /// - Parameters:
  ///   - start: The first time at which the rule may occur, and the zone.
  ///   - instant: The instant after which the instances start; `nil` for all of them.
  ///   - calendars: The calendar systems of rules with RSCALE; a rule of any other system has no instances.
  /// - Complexity: O(1) in the distance from the start.
  public func occurrences(
    from start: ZonedDateTime, after instant: Instant? = nil, calendars: CalendarSystems = .gregorian
  ) -> ZonedOccurrences {
    let set = RecurrenceSet(start: .zoned(start), Recurrence(self))
    let plan = SetPlan(set, calendars: calendars, includesStart: false)
    guard let instant else { return ZonedOccurrences(RecurrenceInstances(plan)) }
    let later = instant.adding(seconds: 1)..<Instant(secondsSinceEpoch: Int64.max)
    return ZonedOccurrences(RecurrenceInstances(plan, in: later, viewer: start.zone))
  }
}

/// The times of a rule in a zone, in order and computed lazily. It may be endless.
///
/// They also end after ``RecurrenceSequence/defaultBudget`` periods in a row without one. ``RecurrenceInstances`` and
/// ``RecurrenceIterator`` report that.
public struct ZonedOccurrences: Sequence, IteratorProtocol, Sendable {
  private var instances: RecurrenceInstances

  fileprivate init(_ instances: RecurrenceInstances) { self.instances = instances }

  public mutating func next() -> ZonedDateTime? {
    guard case .zoned(let time)? = instances.next()?.start else { return nil }
    return time
  }

  /// The first of the times; `nil` where there is none.
  public var first: ZonedDateTime? {
    var rest = self
    return rest.next()
  }
}
