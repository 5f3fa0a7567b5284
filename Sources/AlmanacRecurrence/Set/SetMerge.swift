internal import AlmanacTime

/// The streams of a set merged in order of key: rules and additions, each key once, without excluded instances.
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

  /// The number of times that were passed over so far; see `StreamMerge.passedOver`.
  var passedOver: Int { merge?.passedOver ?? 0 }

  mutating func limit(passedOver most: Int) { merge?.maximumPassedOver = most }

  /// Whether a stream ended because a budget was used up.
  var isBudgetExceeded: Bool { single?.outcome == .budgetExceeded || merge?.isBudgetExceeded ?? false }
}

extension SetPlan {
  func stream(_ rule: RecurrenceSequence, lastKey: Int64, from: Int64, upTo: Int64) -> RuleStream {
    let part = from == .min && upTo == .max ? rule : rule.occurrences(fromSecond: from, upTo: upTo)
    return RuleStream(part, zone: zone, lastKey: lastKey)
  }
}

/// The rules, additions and exclusions of a set.
private struct StreamMerge: Sendable {
  private var rules: StreamQueue
  private let additions: [KeyedTime]
  private var additionIndex = 0
  private var exclusions: StreamQueue
  private let exclusionRules: [RecurrenceSequence]
  private let exceptions: ExceptionSet
  private let zone: Zone
  private let upTo: Int64
  /// The number of times that may be passed over in a row, for rules that exclude each other.
  var maximumPassedOver = RecurrenceInstances.maximumPassedOver
  /// The number of times that were passed over so far: those of exclusions, those of exceptions, and those that a further rule
  /// has too. Each of thousands of rules may have every second. Exclusions that are expanded anew count by their work.
  private(set) var passedOver = 0
  private var isExhausted = false

  init(_ plan: SetPlan, from: Int64, upTo: Int64) {
    additions = plan.additions
    exceptions = plan.exceptions
    rules = StreamQueue(
      zip(plan.rules, plan.lastKeys).map { rule, lastKey in
        plan.stream(rule, lastKey: lastKey, from: from, upTo: upTo)
      })
    exclusionRules = plan.exclusions
    exclusions = StreamQueue(
      plan.exclusions.map { plan.stream($0, lastKey: .max, from: from, upTo: upTo) })
    (zone, self.upTo) = (plan.zone, upTo)
  }

  /// Not inlined, so that sets of one rule do not pay for it (measured).
  @inline(never)
  mutating func next() -> KeyedTime? {
    guard !isExhausted else { return nil }
    let most = passedOver + maximumPassedOver
    while passedOver < most, let time = nextMerged() {
      if exceptions.contains(time) {
        passedOver += 1
      } else if !isExcluded(time, countingUpTo: most), passedOver < most {
        return time
      }
    }
    isExhausted = passedOver >= most
    return nil
  }

  var isBudgetExceeded: Bool { isExhausted || rules.isBudgetExceeded }

  /// The earliest time of all streams; streams with the same key advance together. Among equal keys an addition is
  /// returned, as it may have an extent.
  private mutating func nextMerged() -> KeyedTime? {
    var earliest = additionIndex < additions.count ? additions[additionIndex] : nil
    if let first = rules.first, first.key < earliest?.key ?? .max { earliest = first }
    guard let earliest else { return nil }
    var ruleCount = 0
    while rules.first?.key == earliest.key {
      rules.dropFirst()
      ruleCount += 1
    }
    passedOver += Swift.max(0, ruleCount - 1)
    while additionIndex < additions.count, additions[additionIndex].key == earliest.key { additionIndex += 1 }
    return earliest
  }

  /// Expanding a rule anew costs about as much as this many of its times.
  private static let timesPerStart = 16

  /// Exclusion rules are expanded anew, at most once for each time, where they have produced more earlier times than that costs.
  ///
  /// - Parameter most: The number of times passed over at which the search ends.
  private mutating func isExcluded(_ time: KeyedTime, countingUpTo most: Int) -> Bool {
    let patience = passedOver + Self.timesPerStart * (exclusionRules.count + 64)
    while passedOver < most, let first = exclusions.first, first.key < time.key {
      if passedOver == patience {
        passedOver += Self.timesPerStart * startExclusions(before: time)
      } else {
        exclusions.dropFirst()
        passedOver += 1
      }
    }
    return exclusions.first?.key == time.key
  }

  /// Expands the exclusion rules whose next times are before a time anew, from the first time on that may be equal to it.
  ///
  /// - Returns: The number of rules.
  private mutating func startExclusions(before time: KeyedTime) -> Int {
    let key = Instant(secondsSinceEpoch: time.key)
    var start = time.local
    for transition in zone.transitions(in: key.adding(seconds: -Zone.longestShift)..<key.adding(seconds: 1)) {
      let before = Int64(zone.offset(at: transition.instant.adding(seconds: -1)))
      let onset = transition.instant.secondsSinceEpoch
      // Times in a gap are moved forward by its length.
      if time.key < onset + Int64(transition.phase.offset) - before {
        start = Swift.min(start, onset + before)
      }
    }
    return exclusions.replaceStreams(before: time.key) { index in
      RuleStream(exclusionRules[index].occurrences(fromSecond: start, upTo: upTo), zone: zone)
    }
  }
}

/// The streams of several rules in order of their next times, so that a set of thousands of rules costs each instance
/// only the rules that produce it.
///
/// - Complexity: O(log *n*) comparisons for each time, in the number of streams.
private struct StreamQueue: Sendable {
  private var streams: [RuleStream]
  /// The next time of each stream as a binary heap: the head at an index comes before those at twice the index plus one
  /// and plus two.
  private var heads: [Head] = []

  private struct Head: Sendable {
    let time: KeyedTime
    let stream: Int

    /// Whether it comes first: by key, then by rule.
    func isBefore(_ other: Head) -> Bool { (time.key, stream) < (other.time.key, other.stream) }
  }

  init(_ streams: [RuleStream]) {
    self.streams = streams
    for index in streams.indices {
      if let time = self.streams[index].next() { heads.append(Head(time: time, stream: index)) }
    }
    heads.sort { $0.isBefore($1) }
  }

  /// The earliest time.
  var first: KeyedTime? { heads.first?.time }

  var isBudgetExceeded: Bool { streams.contains { $0.outcome == .budgetExceeded } }

  /// Replaces the streams whose next times are before a key.
  ///
  /// - Returns: Their number.
  mutating func replaceStreams(before key: Int64, by stream: (_ index: Int) -> RuleStream) -> Int {
    let indexes = heads.filter { $0.time.key < key }.map { $0.stream }
    heads.removeAll { $0.time.key < key }
    for index in indexes {
      streams[index] = stream(index)
      if let time = streams[index].next() { heads.append(Head(time: time, stream: index)) }
    }
    heads.sort { $0.isBefore($1) }
    return indexes.count
  }

  /// Replaces the earliest time by the next one of its stream.
  mutating func dropFirst() {
    guard let head = heads.first, let last = heads.last else { return }
    if let time = streams[head.stream].next() {
      heads[0] = Head(time: time, stream: head.stream)
    } else {
      heads[0] = last
      heads.removeLast()
    }
    var (place, child) = (0, 1)
    while child < heads.count {
      if child + 1 < heads.count, heads[child + 1].isBefore(heads[child]) { child += 1 }
      guard heads[child].isBefore(heads[place]) else { return }
      heads.swapAt(place, child)
      (place, child) = (child, 2 * child + 1)
    }
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
  /// Later keys are skipped.
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
    if cursor.uniformRange.contains(wall) { return key <= lastKey ? KeyedTime(key: key, local: wall) : nil }
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
