internal import AlmanacTime

/// The streams of a set run together: rules and additions merged in order of key, each key once, exclusions left out.
struct SetMerge: Sendable {
  /// A set of one rule and nothing else, which most are.
  private var single: RuleStream?
  private var merge: StreamMerge?

  /// - Parameters:
  ///   - from: No wall-clock time before this one is wanted; additions are given whole.
  ///   - upTo: Nor one after this.
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
  var gaveUp: Bool { single?.outcome == .budgetExceeded || merge?.gaveUp ?? false }
}

extension SetPlan {
  func stream(_ rule: RecurrenceSequence, lastKey: Int64, from: Int64, upTo: Int64) -> RuleStream {
    let part = from == .min && upTo == .max ? rule : rule.occurrences(fromSecond: from, upTo: upTo)
    return RuleStream(part, zone: zone, lastKey: lastKey)
  }
}

/// Several streams, each waiting with its next time.
private struct StreamMerge: Sendable {
  private var rules: [RuleStream]
  private var heads: [KeyedTime?]
  private let additions: [KeyedTime]
  private var additionIndex = 0
  private var exclusions: [RuleStream]
  private var exclusionHeads: [KeyedTime?]
  private let exceptions: ExceptionSet
  /// Of rules that exclude each other so many instances in a row are tried.
  private static let mostExcluded = 1_000_000
  private var patience = mostExcluded

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
    patience = Self.mostExcluded
    while patience > 0, let time = nextMerged() {
      patience -= 1
      if !exceptions.contains(time), !isExcluded(time.key) { return time }
    }
    return nil
  }

  var gaveUp: Bool { patience == 0 || rules.contains { $0.outcome == .budgetExceeded } }

  /// The earliest head of all streams; streams that stand at the same key go on together. Of equal keys an addition
  /// wins, as it may say more.
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
