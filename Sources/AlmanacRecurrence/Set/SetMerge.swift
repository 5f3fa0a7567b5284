internal import AlmanacTime

/// The streams of a set run together: rules and additions merged in order of key, each key once, exclusions left out.
struct SetMerge: Sendable {
  private var first: RuleStream?
  private var others: [RuleStream] = []
  private var firstHead: KeyedTime?
  private var otherHeads: [KeyedTime?] = []
  private let additions: [KeyedTime]
  private var additionIndex: Int
  private var exclusions: [RuleStream] = []
  private var exclusionHeads: [KeyedTime?] = []
  private let exceptions: ExceptionSet
  private let isSimple: Bool

  /// - Parameters:
  ///   - from: No wall-clock time before this one is wanted; additions are given whole.
  ///   - upTo: Nor one after this.
  init(_ expansion: RecurrenceExpansion, from: Int64, upTo: Int64) {
    func stream(_ sequence: RecurrenceSequence, _ lastKey: Int64) -> RuleStream {
      let part = from == .min && upTo == .max ? sequence : sequence.occurrences(fromSecond: from, upTo: upTo)
      return RuleStream(part, zone: expansion.zone, lastKey: lastKey)
    }
    additions = expansion.additions
    additionIndex = 0
    exceptions = expansion.exceptions
    isSimple =
      expansion.rules.count == 1 && additions.isEmpty && expansion.exclusions.isEmpty && exceptions.isEmpty
    first = expansion.rules.first.map { stream($0, expansion.lastKeys[0]) }
    guard !isSimple else { return }
    firstHead = first?.next()
    for index in expansion.rules.indices.dropFirst() {
      others.append(stream(expansion.rules[index], expansion.lastKeys[index]))
    }
    otherHeads = others.indices.map { others[$0].next() }
    exclusions = expansion.exclusions.map { stream($0, .max) }
    exclusionHeads = exclusions.indices.map { exclusions[$0].next() }
  }

  mutating func next() -> KeyedTime? {
    if isSimple { return first?.next() }
    while let time = nextMerged() {
      if !exceptions.contains(time), !isExcluded(time.key) { return time }
    }
    return nil
  }

  /// The earliest head of all streams; streams that stand at the same key go on together. Of equal keys an added
  /// PERIOD wins, as it says more.
  private mutating func nextMerged() -> KeyedTime? {
    var earliest = firstHead
    for head in otherHeads { earliest = Self.earlier(earliest, head) }
    let addition = additionIndex < additions.count ? additions[additionIndex] : nil
    earliest = Self.earlier(addition, earliest)
    guard let earliest else { return nil }
    if firstHead?.key == earliest.key { firstHead = first?.next() }
    for index in otherHeads.indices where otherHeads[index]?.key == earliest.key {
      otherHeads[index] = others[index].next()
    }
    while additionIndex < additions.count, additions[additionIndex].key == earliest.key { additionIndex += 1 }
    return earliest
  }

  private static func earlier(_ one: KeyedTime?, _ other: KeyedTime?) -> KeyedTime? {
    guard let one else { return other }
    guard let other else { return one }
    return other.key < one.key ? other : one
  }

  private mutating func isExcluded(_ key: Int64) -> Bool {
    var excluded = false
    for index in exclusions.indices {
      while let head = exclusionHeads[index], head.key < key { exclusionHeads[index] = exclusions[index].next() }
      if exclusionHeads[index]?.key == key { excluded = true }
    }
    return excluded
  }
}
