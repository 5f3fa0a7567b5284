internal import AlmanacTime

/// The prepared state of a `RecurrenceExpansion`: the set with its rules counted and its dates sorted.
final class SetPlan: Sendable {
  let set: RecurrenceSet
  let startIsOutOfStep: Bool
  /// The zone of the start; UTC for starts without one.
  let zone: Zone
  let rules: [RecurrenceSequence]
  /// For each rule the last key that a UTC UNTIL allows.
  let lastKeys: [Int64]
  let exclusions: [RecurrenceSequence]
  /// The additions in order of key, and the start where no rule produces it.
  let additions: [KeyedTime]
  let exceptions: ExceptionSet
  /// Whether the set has one rule and nothing else.
  let isSingleRule: Bool

  /// - Parameter includesStart: Whether a start that no rule produces is an instance; COUNT counts it then.
  init(_ set: RecurrenceSet, calendars: CalendarSystems, includesStart: Bool = true) {
    self.set = set
    let start = set.start
    zone = start.zone ?? .utc
    let inStep =
      !includesStart
      || set.recurrence.rules.contains { rule in
        rule.occurrences(from: start, calendars: calendars).begins(with: start.local)
      }
    startIsOutOfStep = !inStep && !set.recurrence.rules.isEmpty
    rules = set.recurrence.rules.map { rule in
      var counted = rule
      if !inStep, case .count(let count) = rule.end {
        // With COUNT=1 the start is the only instance, and none is left for the rule.
        counted.end = count > 1 ? .count(count - 1) : .until(.date(start.date.adding(days: -1)))
      }
      return counted.occurrences(from: start, calendars: calendars).countResolved()
    }
    lastKeys = set.recurrence.rules.map { rule in
      guard case .until(.utc(let until)) = rule.end, start.zone != nil else { return .max }
      return until.secondsSinceEpoch
    }
    exclusions = set.recurrence.exclusionRules.map { rule in
      rule.occurrences(from: start, calendars: calendars).countResolved()
    }
    var additions = set.recurrence.additions.enumerated().map { index, date in
      KeyedTime(date.start, like: start, from: .addition(index))
    }
    if !inStep { additions.append(KeyedTime(start, like: start, from: .start)) }
    additions.sort { ($0.key, $0.source.rank) < ($1.key, $1.source.rank) }
    self.additions = additions
    exceptions = ExceptionSet(set.recurrence.exceptions, like: start)
    isSingleRule = rules.count == 1 && additions.isEmpty && exclusions.isEmpty && exceptions.isEmpty
  }
}

/// The time of one instance in a stream.
struct KeyedTime {
  /// The order and identity of instances: the instant where the start has a zone, else the wall-clock time.
  var key: Int64
  /// The wall-clock time of the rule.
  var local: Int64
  var source = Source.rule

  enum Source: Equatable {
    case rule
    /// The start of the set, where no rule produces it.
    case start
    /// The addition at an index.
    case addition(Int)

    /// The order among equal keys: additions first, as they may have an extent.
    var rank: Int { if case .addition(let index) = self { index } else { Int.max } }
  }
}

extension KeyedTime {
  /// Creates the time of an instance, in the form of the start.
  init(_ time: EventTime, like start: EventTime, from source: Source = .rule) {
    let time = time.conformed(to: start)
    self.init(key: time.seconds, local: time.local.secondsSinceEpoch, source: source)
  }
}

/// EXDATE values: zoned and UTC ones by instant, floating ones by their digits, dates by their day, regardless of the
/// form of the start.
struct ExceptionSet: Sendable {
  private var keys: Set<Int64> = []
  private var locals: Set<Int64> = []
  private var days: Set<Int64> = []

  init(_ exceptions: [EventTime], like start: EventTime) {
    for exception in exceptions {
      switch exception {
      case .date(let date): days.insert(Int64(date.daysSinceEpoch))
      case .floating(let local): locals.insert(local.secondsSinceEpoch)
      case .zoned(let zoned):
        if start.isDate {
          days.insert(Int64(zoned.local.date.daysSinceEpoch))
        } else {
          keys.insert(start.zone == nil ? zoned.local.secondsSinceEpoch : zoned.instant.secondsSinceEpoch)
        }
      }
    }
    if start.isDate { days.formUnion(locals.map { $0.flooredQuotient(86_400) }) }
  }

  var isEmpty: Bool { keys.isEmpty && locals.isEmpty && days.isEmpty }

  /// Whether an instance is excluded.
  func contains(_ time: KeyedTime) -> Bool {
    if isEmpty { return false }
    return keys.contains(time.key) || locals.contains(time.local)
      || days.contains(time.local.flooredQuotient(86_400))
  }
}
