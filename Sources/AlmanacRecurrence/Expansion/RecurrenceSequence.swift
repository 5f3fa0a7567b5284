public import AlmanacTime

extension RecurrenceRule {
  /// The instances of the rule from a wall-clock start.
  ///
  /// UNTIL is compared by digits, a UTC one too; a start in a zone is a `ZonedDateTime`.
  ///
  /// Rules with RSCALE are expanded with the systems of `calendars`; a rule of any other system has no instances.
  public func occurrences(
    from start: CivilDateTime, calendars: CalendarSystems = .gregorian
  ) -> RecurrenceSequence {
    occurrences(from: .floating(start), calendars: calendars)
  }

  /// The instances of the rule from a date, as the midnights of their days. Parts that select times are ignored.
  public func occurrences(from start: CivilDate, calendars: CalendarSystems = .gregorian)
    -> RecurrenceSequence
  {
    occurrences(from: .date(start), calendars: calendars)
  }

  /// The instances of the rule from any start, as wall-clock times of the start's own clock. UNTIL is resolved in the
  /// start's zone.
  public func occurrences(from start: EventTime, calendars: CalendarSystems = .gregorian)
    -> RecurrenceSequence
  {
    RecurrenceSequence(Planner(self, from: start, calendars: calendars).plan())
  }

  /// The latest wall-clock time that UNTIL allows, on the start's own clock.
  ///
  /// A date includes its day; a local time is read in the start's zone; a UTC time on a floating start is compared
  /// by its digits, and on a date by its date.
  func lastTime(for start: EventTime) -> CivilDateTime {
    guard case .until(let until) = end else { return .max }
    let legal = until.conforming(to: start)
    guard case .utc(let utc) = legal, let zone = start.zone else { return legal.digits }
    return zone.lastLocal(notAfter: Instant(secondsSinceEpoch: utc.secondsSinceEpoch))
  }
}

extension Zone {
  /// The latest wall-clock time whose instant, the first one in a fold, is not after another.
  func lastLocal(notAfter instant: Instant) -> CivilDateTime {
    let shown = local(at: instant)
    guard case .fold(let first, let second) = resolve(shown), instant >= second else { return shown }
    // The second pass: everything up to the end of the first pass is before it.
    var change = instant
    for transition in transitions(in: first..<instant.adding(seconds: 1)) { change = transition.instant }
    let offsetBefore = shown.secondsSinceEpoch - first.secondsSinceEpoch
    return CivilDateTime(secondsSinceEpoch: change.secondsSinceEpoch + offsetBefore - 1)
  }
}

/// The instances of a rule from a start, as wall-clock times in order: computed lazily, and found at any distance
/// without iterating.
///
/// All instances match the rule: a start that does not match is not an instance (`RecurrenceExpansion` adds it). The sequence
/// ends with COUNT, with UNTIL, or with the year 9999.
///
/// ```swift
/// let fridays = RecurrenceRule(.weekly, on: [.friday]).occurrences(from: try CivilDateTime("1990-01-05T09:00"))
/// fridays.starting(at: try CivilDateTime("2026-05-01T00:00")).first       // 2026-05-01T09:00:00
/// fridays.next(after: try CivilDateTime("2026-05-01T09:00"))              // 2026-05-08T09:00:00
/// ```
public struct RecurrenceSequence: Sequence, Sendable {
  let plan: ExpansionPlan
  /// The wall-clock seconds of the part of the sequence, both ends included. In any part but the whole, `upTo`
  /// already respects COUNT.
  private(set) var from: Int64
  private(set) var upTo: Int64
  private var isWhole = true
  /// The number of periods that may be tried without finding an instance before the expansion ends with
  /// `ExpansionOutcome.budgetExceeded`.
  public var budget: Int = RecurrenceSequence.defaultBudget

  /// 200 000: more than the days after which the Gregorian calendar repeats, and less than a millisecond of work.
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

  /// The first instance.
  public var first: CivilDateTime? {
    var iterator = makeIterator()
    return iterator.next()
  }
}

extension RecurrenceSequence {
  /// Whether a time is the first instance. No later instance is searched for, which may be thousands of years away.
  func begins(with time: CivilDateTime) -> Bool {
    var iterator = RecurrenceIterator(
      plan, budget: budget, from: plan.start, upTo: time.secondsSinceEpoch, remaining: plan.count)
    return iterator.next() == time
  }

  /// The instances not before a time.
  ///
  /// - Complexity: O(1) in the distance from the start. A rule with COUNT is first counted to its last instance, by
  /// periods.
  public func starting(at time: CivilDateTime) -> RecurrenceSequence {
    occurrences(fromSecond: time.secondsSinceEpoch, upTo: Int64.max)
  }

  /// The instances within a half-open range.
  public func occurrences(in range: Range<CivilDateTime>) -> RecurrenceSequence {
    occurrences(fromSecond: range.lowerBound.secondsSinceEpoch, upTo: range.upperBound.secondsSinceEpoch - 1)
  }

  func occurrences(fromSecond: Int64, upTo end: Int64) -> RecurrenceSequence {
    var part = countResolved()
    part.from = Swift.max(part.from, fromSecond)
    part.upTo = Swift.min(part.upTo, end)
    return part
  }

  /// The same sequence with COUNT replaced by the time of the last instance, so that parts can be formed.
  func countResolved() -> RecurrenceSequence {
    guard isWhole else { return self }
    var resolved = self
    resolved.isWhole = false
    if plan.count > 0, plan.count != Int.max {
      var iterator = RecurrenceIterator(plan, budget: budget)
      // There may be fewer instances than COUNT.
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
    // Search backwards in a range that grows until it contains an instance.
    var length: Int64 = 86_400
    while end >= part.from {
      let begin = Swift.max(part.from, end - length)
      var iterator = part.occurrences(fromSecond: begin, upTo: end).makeIterator()
      if let last = iterator.lastRemaining() { return last }
      if begin == part.from { return nil }
      length *= 4
    }
    return nil
  }

  /// Whether a time is an instance.
  public func contains(_ time: CivilDateTime) -> Bool {
    let second = time.secondsSinceEpoch
    return occurrences(fromSecond: second, upTo: second).first != nil
  }

  /// The number of instances in a half-open range, counted by periods rather than one by one.
  public func count(in range: Range<CivilDateTime>) -> Int {
    var iterator = occurrences(in: range).makeIterator()
    return iterator.countRemaining()
  }

  /// Whether COUNT or UNTIL ends the rule.
  var hasEnd: Bool { plan.count != Int.max || plan.last < CivilDateTime.max.secondsSinceEpoch }

  /// The number of instances, counted by periods; `nil` for a rule without COUNT and UNTIL.
  public var count: Int? {
    guard hasEnd else { return nil }
    var iterator = makeIterator()
    return iterator.countRemaining()
  }

  /// The instance at an index counted from 0, found by counting periods.
  public func occurrence(at index: Int) -> CivilDateTime? {
    guard index >= 0 else { return nil }
    var iterator = makeIterator()
    return iterator.advance(by: index)
  }

  /// An array of the first instances, at most `limit`: several times faster than iterating.
  public func collect(_ limit: Int) -> [CivilDateTime] {
    var iterator = makeIterator()
    var result: [CivilDateTime] = []
    while result.count < limit {
      let size = Swift.min(limit - result.count, 1 << 16)
      let chunk = [CivilDateTime](unsafeUninitializedCapacity: size) { $1 = iterator.fill($0) }
      if result.isEmpty { result = chunk } else { result += chunk }
      if chunk.count < size { break }
    }
    return result
  }
}
