internal import AlmanacTime

/// The streams of a set merged in order of key: rules and additions, each key once, without exclusions.
struct SetMerge: Sendable {
  /// A set of one rule and nothing else, which most are.
  private var single: RuleStream?
  private var merge: StreamMerge?

  /// - Parameters:
  ///   - from: The first wall-clock second of the rules' instances; additions are included in full.
  ///   - upTo: The last one.
  init(_ plan: SetPlan, from: Int64, upTo: Int64) {
    if plan.isSingleRule {
      single = plan.stream(plan.rules[0], lastKey: plan.lastKeys[0], from: from, upTo: upTo)
    } else {
      merge = StreamMerge(plan, from: from, upTo: upTo)
    }
  }

  mutating func next() -> KeyedTime? {
    if merge == nil { return single?.next() }
    return merge?.next()
  }

  /// Whether a stream ended because a budget was used up.
  var isBudgetExceeded: Bool { single?.outcome == .budgetExceeded || merge?.isBudgetExceeded ?? false }
}

extension SetPlan {
  func stream(_ rule: RecurrenceSequence, lastKey: Int64, from: Int64, upTo: Int64) -> RuleStream {
    let part = from == .min && upTo == .max ? rule : rule.occurrences(fromSecond: from, upTo: upTo)
    return RuleStream(part, zone: zone, lastKey: lastKey)
  }
}

/// Several streams, each with its next time.
private struct StreamMerge: Sendable {
  private var rules: [RuleStream]
  private var heads: [KeyedTime?]
  private let additions: [KeyedTime]
  private var additionIndex = 0
  private var exclusions: [RuleStream]
  private var exclusionHeads: [KeyedTime?]
  private let exceptions: ExceptionSet
  /// The number of instances that may be excluded in a row, for rules that exclude each other.
  private static let mostExcluded = 1_000_000
  private var excludedBudget = mostExcluded

  init(_ plan: SetPlan, from: Int64, upTo: Int64) {
    additions = plan.additions
    exceptions = plan.exceptions
    rules = zip(plan.rules, plan.lastKeys).map { rule, lastKey in
      plan.stream(rule, lastKey: lastKey, from: from, upTo: upTo)
    }
    exclusions = plan.exclusions.map { plan.stream($0, lastKey: .max, from: from, upTo: upTo) }
    heads = []
    exclusionHeads = []
    for index in rules.indices { heads.append(rules[index].next()) }
    for index in exclusions.indices { exclusionHeads.append(exclusions[index].next()) }
  }

  mutating func next() -> KeyedTime? {
    excludedBudget = Self.mostExcluded
    while excludedBudget > 0, let time = nextMerged() {
      excludedBudget -= 1
      if !exceptions.contains(time), !isExcluded(time.key) { return time }
    }
    return nil
  }

  var isBudgetExceeded: Bool { excludedBudget == 0 || rules.contains { $0.outcome == .budgetExceeded } }

  /// The earliest head of all streams; streams with the same key advance together. Among equal keys an addition is
  /// returned, as it may have an extent.
  private mutating func nextMerged() -> KeyedTime? {
    var earliest = additionIndex < additions.count ? additions[additionIndex] : nil
    for case let head? in heads where head.key < earliest?.key ?? .max { earliest = head }
    guard let earliest else { return nil }
    for index in heads.indices where heads[index]?.key == earliest.key { heads[index] = rules[index].next() }
    while additionIndex < additions.count, additions[additionIndex].key == earliest.key { additionIndex += 1 }
    return earliest
  }

  private mutating func isExcluded(_ key: Int64) -> Bool {
    var excluded = false
    for index in exclusions.indices {
      while let head = exclusionHeads[index], head.key < key {
        exclusionHeads[index] = exclusions[index].next()
      }
      if exclusionHeads[index]?.key == key { excluded = true }
    }
    return excluded
  }
}

/// The instances of one rule in order of their keys.
///
/// Wall-clock times are in order, and so are their instants, except that a time in a gap is moved forward and may
/// then be later than, or equal to, times that follow it.
struct RuleStream {
  private var iterator: RecurrenceIterator
  private var cursor: ZoneCursor
  /// Sorted times around a gap, the next one last.
  private var waiting: [KeyedTime] = []
  /// Later keys are left out.
  private let lastKey: Int64

  /// - Parameter zone: The zone of the start; UTC for starts without one, whose keys are wall-clock times.
  init(_ sequence: RecurrenceSequence, zone: Zone, lastKey: Int64 = .max) {
    iterator = sequence.makeIterator()
    cursor = ZoneCursor(zone)
    self.lastKey = lastKey
  }

  var outcome: ExpansionOutcome { iterator.outcome }

  mutating func next() -> KeyedTime? {
    if !waiting.isEmpty { return waiting.removeLast() }
    guard let local = iterator.next() else { return nil }
    let wall = local.secondsSinceEpoch
    let key = cursor.instant(of: local).secondsSinceEpoch
    if cursor.settled.contains(wall) { return key <= lastKey ? KeyedTime(key: key, local: wall) : nil }
    return nextAroundGap(local, key)
  }

  /// Sorts all times up to the last that a time moved out of the gap can reach.
  ///
  /// Among equal instants the one is returned whose digits the clock shows.
  @inline(never)
  private mutating func nextAroundGap(_ local: CivilDateTime, _ key: Int64) -> KeyedTime? {
    guard let gap = cursor.gap(at: local) else { return KeyedTime(key: key, local: local.secondsSinceEpoch) }
    let end = gap.upperBound + (gap.upperBound - gap.lowerBound)
    var times = [KeyedTime(key: key, local: local.secondsSinceEpoch)]
    while let next = iterator.next() {
      let key = cursor.instant(of: next).secondsSinceEpoch
      times.append(KeyedTime(key: key, local: next.secondsSinceEpoch))
      if next.secondsSinceEpoch >= end { break }
    }
    times.sort { ($0.key, $1.local) < ($1.key, $0.local) }
    for time in times where time.key <= lastKey && waiting.last?.key != time.key { waiting.append(time) }
    waiting.reverse()
    return waiting.popLast()
  }
}
