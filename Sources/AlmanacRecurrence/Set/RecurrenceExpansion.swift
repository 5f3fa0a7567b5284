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
  public let set: RecurrenceSet
  /// Whether the start is an instance that no rule produces (RFC 5545 leaves such sets undefined; calendars show
  /// the start).
  public let startIsOutOfStep: Bool
  let zone: Zone
  let rules: [RecurrenceSequence]
  /// For each rule the key after which UTC UNTIL allows nothing.
  let lastKeys: [Int64]
  let exclusions: [RecurrenceSequence]
  /// In order of key. The start stands among them unless a rule gives it; its index is -2.
  let additions: [KeyedTime]
  let exceptions: ExceptionSet

  public init(_ set: RecurrenceSet) {
    self.set = set
    let start = set.start
    zone = start.zone ?? .utc
    let inStep = set.rules.contains { $0.occurrences(from: start).first == start.local }
    startIsOutOfStep = !inStep && !set.rules.isEmpty
    rules = set.rules.map { rule in
      var counted = rule
      if !inStep, case .count(let count) = rule.end { counted.end = .count(count - 1) }
      return counted.occurrences(from: start).countResolved()
    }
    lastKeys = set.rules.map { rule in
      guard case .until(.utc(let until)) = rule.end, start.zone != nil else { return .max }
      return until.secondsSinceEpoch
    }
    exclusions = set.exclusionRules.map { $0.occurrences(from: start).countResolved() }
    var additions = set.additions.enumerated().map { index, date in
      Self.keyed(date.start, addition: index, like: start)
    }
    if !inStep { additions.append(Self.keyed(start, addition: -2, like: start)) }
    additions.sort { ($0.key, $0.addition) < ($1.key, $1.addition) }
    self.additions = additions
    exceptions = ExceptionSet(set.exceptions, like: start)
  }

  /// A time as the streams see it: by instant where the start has a zone, else by its digits.
  static func keyed(_ time: EventTime, addition: Int, like start: EventTime) -> KeyedTime {
    guard let zone = start.zone else {
      let local = start.isDate ? time.date.startOfDay : (time.isDate ? time.date.at(start.local.time) : time.local)
      return KeyedTime(key: local.secondsSinceEpoch, local: local.secondsSinceEpoch, addition: addition)
    }
    // A date among timed instances is that day at the start's time of day.
    let zoned = time.isDate ? time.date.at(start.local.time).in(zone) : nil
    let instant = zoned?.instant ?? time.instant(in: zone)
    let local = zoned?.local ?? (time.zone == zone || time.zone == nil ? time.local : zone.local(at: instant))
    return KeyedTime(key: instant.secondsSinceEpoch, local: local.secondsSinceEpoch, addition: addition)
  }
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
    var last = additions.last
    for (rule, lastKey) in zip(rules, lastKeys) {
      guard rule.hasEnd else { return .endless }
      guard let local = rule.previous(before: CivilDateTime.max.adding(seconds: 1)) else { continue }
      let key = Swift.min(zone.instant(of: local).secondsSinceEpoch, lastKey)
      if key > last?.key ?? .min { last = KeyedTime(key: key, local: local.secondsSinceEpoch) }
    }
    return last.map { .last(instance($0).start) } ?? .empty
  }

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
