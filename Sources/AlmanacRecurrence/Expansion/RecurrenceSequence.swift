public import AlmanacTime

/// The instances of a rule from a start, as wall-clock times in order: lazy, and sought without walking.
///
/// Only what matches the rule is there: a start that the rule does not produce is no instance
/// (`RecurrenceSet` adds it). The sequence ends with COUNT, with UNTIL, or with the year 9999.
///
/// ```swift
/// let fridays = RecurrenceRule(.weekly, on: [.friday]).occurrences(from: try CivilDateTime("1990-01-05T09:00"))
/// fridays.starting(at: try CivilDateTime("2026-05-01T00:00")).first       // 2026-05-01T09:00:00
/// fridays.next(after: try CivilDateTime("2026-05-01T09:00"))              // 2026-05-08T09:00:00
/// ```
public struct RecurrenceSequence: Sequence, Sendable {
  let plan: ExpansionPlan
  /// The part that is looked at, in seconds: nothing before and nothing after, and COUNT already applied.
  private(set) var from: Int64
  private(set) var upTo: Int64
  private var isWhole = true
  /// How many periods may be tried without finding an instance before the expansion gives up.
  public var budget: Int = RecurrenceSequence.defaultBudget

  /// More than the days after which the Gregorian calendar repeats itself: less than a millisecond.
  public static let defaultBudget = 200_000

  init(_ plan: ExpansionPlan) {
    self.plan = plan
    from = plan.start
    upTo = plan.last
  }

  public func makeIterator() -> RecurrenceIterator {
    RecurrenceIterator(
      plan, budget: budget, from: from, upTo: upTo, remaining: isWhole ? plan.count : Int.max)
  }

  public var underestimatedCount: Int { 0 }

  /// The first instance.
  public var first: CivilDateTime? {
    var iterator = makeIterator()
    return iterator.next()
  }
}

extension RecurrenceSequence {
  /// The instances not before a time.
  ///
  /// It costs the same near and far. A rule with COUNT is first counted to its last instance, by periods.
  public func starting(at time: CivilDateTime) -> RecurrenceSequence {
    occurrences(fromSecond: time.secondsSinceEpoch, upTo: Int64.max)
  }

  /// The instances within a half-open range.
  public func occurrences(in range: Range<CivilDateTime>) -> RecurrenceSequence {
    occurrences(
      fromSecond: range.lowerBound.secondsSinceEpoch, upTo: range.upperBound.secondsSinceEpoch - 1)
  }

  func occurrences(fromSecond: Int64, upTo end: Int64) -> RecurrenceSequence {
    var part = countResolved()
    part.from = Swift.max(part.from, fromSecond)
    part.upTo = Swift.min(part.upTo, end)
    return part
  }

  /// The same with COUNT turned into the time of the last instance, so that any part can be looked at.
  func countResolved() -> RecurrenceSequence {
    guard isWhole else { return self }
    var resolved = self
    resolved.isWhole = false
    if plan.count > 0, plan.count != Int.max {
      var iterator = RecurrenceIterator(plan, budget: budget)
      // Fewer instances than COUNT says: all there are.
      if let last = iterator.advance(by: plan.count - 1) { resolved.upTo = last.secondsSinceEpoch }
    }
    return resolved
  }

  /// The first instance after a time.
  public func next(after time: CivilDateTime) -> CivilDateTime? {
    occurrences(fromSecond: time.secondsSinceEpoch + 1, upTo: Int64.max).first
  }

  /// The last instance before a time.
  public func previous(before time: CivilDateTime) -> CivilDateTime? {
    let part = countResolved()
    let end = Swift.min(time.secondsSinceEpoch - 1, part.upTo)
    // Look back over a stretch that grows until it holds an instance.
    var stretch: Int64 = 86_400
    while end >= part.from {
      let begin = Swift.max(part.from, end - stretch)
      var iterator = part.occurrences(fromSecond: begin, upTo: end).makeIterator()
      if let last = iterator.lastOfRest() { return last }
      if begin == part.from { return nil }
      stretch *= 4
    }
    return nil
  }

  /// Whether a time is an instance.
  public func contains(_ time: CivilDateTime) -> Bool {
    let second = time.secondsSinceEpoch
    return occurrences(fromSecond: second, upTo: second).first != nil
  }

  /// How many instances a half-open range holds, counted by periods rather than one by one.
  public func count(in range: Range<CivilDateTime>) -> Int {
    var iterator = occurrences(in: range).makeIterator()
    return iterator.countRest()
  }

  /// Whether COUNT or UNTIL ends the rule.
  var hasEnd: Bool { plan.count != Int.max || plan.last < CivilDateTime.max.secondsSinceEpoch }

  /// How many instances there are; `nil` for a rule that has no end of its own.
  public var count: Int? {
    guard hasEnd else { return nil }
    var iterator = makeIterator()
    return iterator.countRest()
  }

  /// The instance at an index counted from 0, found by counting periods.
  public func occurrence(at index: Int) -> CivilDateTime? {
    guard index >= 0 else { return nil }
    var iterator = makeIterator()
    return iterator.advance(by: index)
  }

  /// The first instances, at most so many, written into an array at once: several times faster than one by one.
  public func collect(_ limit: Int) -> [CivilDateTime] {
    var iterator = makeIterator()
    var result: [CivilDateTime] = []
    while result.count < limit {
      let wanted = Swift.min(limit - result.count, 1 << 16)
      let chunk = [CivilDateTime](unsafeUninitializedCapacity: wanted) { $1 = iterator.fill($0) }
      if result.isEmpty { result = chunk } else { result += chunk }
      if chunk.count < wanted { break }
    }
    return result
  }
}
