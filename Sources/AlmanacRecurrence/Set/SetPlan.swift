internal import AlmanacTime

/// What a `RecurrenceExpansion` refers to: the set with its streams decided, made once and never changed.
final class SetPlan: Sendable {
  let set: RecurrenceSet
  let startIsOutOfStep: Bool
  /// Of the start; UTC for starts without one.
  let zone: Zone
  let rules: [RecurrenceSequence]
  /// For each rule the key after which UTC UNTIL allows nothing.
  let lastKeys: [Int64]
  let exclusions: [RecurrenceSequence]
  /// In order of key. The start stands among them unless a rule gives it; its index is -2.
  let additions: [KeyedTime]
  let exceptions: ExceptionSet
  /// One rule and nothing else.
  let isSingleRule: Bool

  init(_ set: RecurrenceSet, calendars: CalendarSystems) {
    self.set = set
    let start = set.start
    zone = start.zone ?? .utc
    let inStep = set.rules.contains { rule in
      rule.occurrences(from: start, calendars: calendars).first == start.local
    }
    startIsOutOfStep = !inStep && !set.rules.isEmpty
    rules = set.rules.map { rule in
      var counted = rule
      if !inStep, case .count(let count) = rule.end {
        // Of one instance that is the start nothing is left for the rule.
        counted.end = count > 1 ? .count(count - 1) : .until(.date(start.date.adding(days: -1)))
      }
      return counted.occurrences(from: start, calendars: calendars).countResolved()
    }
    lastKeys = set.rules.map { rule in
      guard case .until(.utc(let until)) = rule.end, start.zone != nil else { return .max }
      return until.secondsSinceEpoch
    }
    exclusions = set.exclusionRules.map { rule in
      rule.occurrences(from: start, calendars: calendars).countResolved()
    }
    var additions = set.additions.enumerated().map { index, date in
      Self.keyed(date.start, addition: index, like: start)
    }
    if !inStep { additions.append(Self.keyed(start, addition: -2, like: start)) }
    // The start comes after an addition of the same time, which may say more.
    additions.sort { ($0.key, UInt(bitPattern: $0.addition)) < ($1.key, UInt(bitPattern: $1.addition)) }
    self.additions = additions
    exceptions = ExceptionSet(set.exceptions, like: start)
    isSingleRule = rules.count == 1 && additions.isEmpty && exclusions.isEmpty && exceptions.isEmpty
  }

  /// A time as the streams see it: by instant where the start has a zone, else by its digits.
  static func keyed(_ time: EventTime, addition: Int, like start: EventTime) -> KeyedTime {
    guard let zone = start.zone else {
      let local =
        start.isDate ? time.date.startOfDay : (time.isDate ? time.date.at(start.local.time) : time.local)
      return KeyedTime(key: local.secondsSinceEpoch, local: local.secondsSinceEpoch, addition: addition)
    }
    // A date among timed instances is that day at the start's time of day.
    let zoned = time.isDate ? time.date.at(start.local.time).in(zone) : nil
    let instant = zoned?.instant ?? time.instant(in: zone)
    let local = zoned?.local ?? (time.zone == zone || time.zone == nil ? time.local : zone.local(at: instant))
    return KeyedTime(key: instant.secondsSinceEpoch, local: local.secondsSinceEpoch, addition: addition)
  }
}
