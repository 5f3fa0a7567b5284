public import AlmanacTime

/// One instance of a recurrence set.
public struct RecurrenceInstance: Sendable, Hashable {
  /// When it starts, in the form of the set's start. In a gap `local` keeps the digits of the rule, which are the
  /// recurrence id, and `instant` is moved by the gap.
  public let start: EventTime
  /// The end of an instance that was added as a PERIOD.
  public let extent: RecurrenceDate.Extent?

  public init(start: EventTime, extent: RecurrenceDate.Extent? = nil) {
    self.start = start
    self.extent = extent
  }
}

/// A recurrence set made ready once, to be asked often: the instances in order of time, lazily, or those of a window
/// at no cost for the distance from the start.
///
/// ```swift
/// let expansion = RecurrenceExpansion(set)
/// for instance in expansion.prefix(10) { print(instance.start) }
/// for instance in expansion.instances(in: weekStart..<weekEnd, viewer: madrid) { … }
/// ```
public struct RecurrenceExpansion: Sendable {
  let plan: SetPlan

  /// - Parameter calendars: The systems by which rules with RSCALE may count; a rule of any other has no instances.
  public init(_ set: RecurrenceSet, calendars: CalendarSystems = .gregorian) {
    plan = SetPlan(set, calendars: calendars)
  }

  public var set: RecurrenceSet { plan.set }

  /// Whether the start is an instance that no rule produces (RFC 5545 leaves such sets undefined; calendars show
  /// the start).
  public var startIsOutOfStep: Bool { plan.startIsOutOfStep }
}

/// Where the instances of a set end.
public enum RecurrenceBound: Sendable, Hashable {
  /// There are none.
  case empty
  /// None starts later than this.
  case last(EventTime)
  /// They go on for ever.
  case endless
}

extension RecurrenceExpansion {
  /// A time by which the last instance has started, exceptions not considered.
  ///
  /// A rule with COUNT or UNTIL is counted by periods.
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
  /// The instance that a stream's time stands for.
  func instance(_ time: KeyedTime) -> RecurrenceInstance {
    if time.addition >= 0 {
      let addition = set.additions[time.addition]
      return RecurrenceInstance(start: eventTime(time), extent: addition.extent)
    }
    return RecurrenceInstance(start: eventTime(time), extent: nil)
  }

  private func eventTime(_ time: KeyedTime) -> EventTime {
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: time.local)
    switch set.start {
    case .date: return .date(local.date)
    case .floating: return .floating(local)
    case .zoned(let start):
      return .zoned(
        ZonedDateTime(unchecked: local, in: start.zone, at: Instant(secondsSinceEpoch: time.key)))
    }
  }
}
