public import AlmanacTime

extension RecurrenceSet {
  /// Two sets in place of one: the instances before a time, and those from it on.
  ///
  /// COUNT is divided, other rules end just before the time with UNTIL; each addition and exception goes to its part.
  /// The second set starts at the time if a rule produces it, else with the next instance of a rule. If no rule has an
  /// instance from the time on, it starts at the time, which is then an instance of it even if it was none of this set.
  /// If a rule would have other instances when counted from there, the set starts with an earlier instance and excludes
  /// those before the time. Example: of rules for every second and every third day from 1 March, split at 5 March, the
  /// second set starts on 1 March and excludes 1, 3 and 4 March.
  ///
  /// If there is no instance before the time, the first set consists of its start, which is excluded.
  ///
  /// - Parameters:
  ///   - time: A time in any form; it need not be an instance.
  ///   - calendars: The calendar systems for rules with RSCALE; a rule of any other system has no instances.
  /// - Throws: `RecurrenceViolation` for rules that cannot be counted from any instance near the time.
  public func split(
    at time: EventTime, calendars: CalendarSystems = .gregorian
  ) throws(RecurrenceViolation) -> (before: RecurrenceSet, after: RecurrenceSet) {
    let split = SetSplit(self, at: time, calendars: calendars)
    var (before, after) = (split.firstPart(), try split.secondPart())
    split.correct(&before, &after)
    return (before, after)
  }
}

/// A set and the time at which it is split.
struct SetSplit {
  let plan: SetPlan
  let calendars: CalendarSystems
  /// In the form of the start.
  let time: EventTime
  let key: Int64
  let local: CivilDateTime

  var set: RecurrenceSet { plan.set }

  init(_ set: RecurrenceSet, at time: EventTime, calendars: CalendarSystems) {
    plan = SetPlan(set, calendars: calendars)
    self.calendars = calendars
    self.time = time.conformed(to: set.start)
    key = self.time.seconds
    local = self.time.local
  }

  func key(of time: EventTime) -> Int64 { time.conformed(to: set.start).seconds }

  /// Whether the time is at the start or before it: the first part then has at most additions.
  var isUpToStart: Bool { key(of: set.start) >= key }

  /// The exceptions of one part; those of a whole day may be in both.
  private func exceptions(isAfter: Bool) -> [EventTime] {
    set.recurrence.exceptions.filter { exception in
      guard exception.isDate, !set.start.isDate else { return (key(of: exception) >= key) == isAfter }
      return isAfter ? exception.date >= local.date : exception.date <= local.date
    }
  }
}

// MARK: First part

extension SetSplit {
  func firstPart() -> RecurrenceSet {
    var part = set
    part.recurrence.additions = set.recurrence.additions.filter { key(of: $0.start) < key }
    part.recurrence.exceptions = exceptions(isAfter: false)
    if isUpToStart {
      (part.recurrence.rules, part.recurrence.exclusionRules) = ([], [])
      let first = part.recurrence.additions.min { key(of: $0.start) < key(of: $1.start) }
      part.start = first.map { $0.start.conformed(to: set.start) } ?? set.start
      // A set needs a start; without instances it is excluded.
      if first == nil { part.recurrence.exceptions = [set.start] }
      return part
    }
    part.recurrence.rules = zip(set.recurrence.rules, plan.rules).compactMap { rule, instances in
      ended(rule, instances)
    }
    // A single item has another identity than a series of one instance.
    if !part.recurrence.isRecurring { part.recurrence.additions = [RecurrenceDate(set.start)] }
    return part
  }

  private func ended(_ rule: RecurrenceRule, _ instances: RecurrenceSequence) -> RecurrenceRule? {
    guard instances.occurrences(in: CivilDateTime.min..<local).first != nil else { return nil }
    guard instances.starting(at: local).first != nil else { return rule }
    var ended = rule
    if case .count = rule.end {
      let count = instances.count(in: CivilDateTime.min..<local)
      ended.end = .count(count + (plan.startIsOutOfStep ? 1 : 0))
    } else {
      ended.end = .until(lastMoment)
    }
    return ended
  }

  private var lastMoment: RecurrenceRule.Until {
    switch set.start {
    case .date: .date(local.date.adding(days: -1))
    case .floating: .local(local.adding(seconds: -1))
    case .zoned: .utc(Instant(secondsSinceEpoch: key - 1).utc)
    }
  }
}

// MARK: Second part

extension SetSplit {
  func secondPart() throws(RecurrenceViolation) -> RecurrenceSet {
    var part = set
    part.recurrence.additions = set.recurrence.additions.filter { key(of: $0.start) >= key }
    part.recurrence.exceptions = exceptions(isAfter: true)
    if isUpToStart { return part }
    let firsts = plan.rules.compactMap { $0.starting(at: local).first }
    guard var candidate = firsts.min() else { return withoutRules(part) }
    for _ in 0...Self.maximumTried {
      for isSpelledOut in [false, true] {
        if let started = secondPart(part, from: candidate, isSpelledOut: isSpelledOut) { return started }
      }
      guard let earlier = plan.rules.compactMap({ $0.previous(before: candidate) }).max() else { break }
      candidate = earlier
    }
    throw RecurrenceViolation(
      code: .immovablePart, part: .interval, found: "",
      expected: "another time, or rules that have the same instances when counted from one near it")
  }

  /// The number of instances before the time that are tried as a start.
  private static let maximumTried = 400

  /// The second part, which starts at the time, of the additions that EXRULE does not exclude.
  private func withoutRules(_ part: RecurrenceSet) -> RecurrenceSet {
    var whole = set
    whole.recurrence.exceptions = []
    let expansion = RecurrenceExpansion(whole, calendars: calendars)
    var part = part
    (part.recurrence.rules, part.recurrence.exclusionRules) = ([], [])
    part.recurrence.additions = part.recurrence.additions.filter { expansion.contains($0.start) }
    part.start = time
    if part.recurrence.additions.isEmpty { part.recurrence.additions = [RecurrenceDate(time)] }
    return part
  }

  /// The second part from a start; `nil` when a rule has other instances from there.
  private func secondPart(
    _ part: RecurrenceSet, from local: CivilDateTime, isSpelledOut: Bool
  ) -> RecurrenceSet? {
    var part = part
    part.start = set.start.with(local: local)
    (part.recurrence.rules, part.recurrence.exclusionRules) = ([], [])
    var isInStep = false
    for (rule, instances) in zip(set.recurrence.rules, plan.rules)
    where instances.starting(at: self.local).first != nil {
      guard let started = restarted(rule, instances, at: part.start, isSpelledOut) else { return nil }
      let own = started.occurrences(from: part.start, calendars: calendars)
      if own.first == local { isInStep = true }
      part.recurrence.exceptions += own.occurrences(in: local..<Swift.max(local, self.local)).collect(
        Self.maximumTried
      )
      .map { set.start.with(local: $0) }
      part.recurrence.rules.append(started)
    }
    for (rule, instances) in zip(set.recurrence.exclusionRules, plan.exclusions)
    where instances.starting(at: self.local).first != nil {
      guard let started = restarted(rule, instances, at: part.start, isSpelledOut) else { return nil }
      part.recurrence.exclusionRules.append(started)
    }
    return isInStep ? part : nil
  }

  private func restarted(
    _ rule: RecurrenceRule, _ instances: RecurrenceSequence, at start: EventTime, _ isSpelledOut: Bool
  ) -> RecurrenceRule? {
    var restarted = isSpelledOut ? rule.withImpliedParts(from: set.start) : rule
    let endless = restarted.endless.occurrences(from: start, calendars: calendars)
    let original = rule.endless.occurrences(from: set.start, calendars: calendars).starting(at: local)
    guard endless.starting(at: local).collect(Self.compared) == original.collect(Self.compared) else {
      return nil
    }
    if case .count = rule.end, let last = instances.previous(before: .max) {
      restarted.end = .count(endless.count(in: start.local..<last.adding(seconds: 1)))
    }
    return restarted
  }

  private static let compared = 500
}

extension RecurrenceRule {
  /// The rule with the day and the time of day that its start implies.
  fileprivate func withImpliedParts(from start: EventTime) -> RecurrenceRule {
    var rule = self
    if !start.isDate {
      let time = start.local.time
      if frequency > .secondly && bySecond.isEmpty { rule.bySecond = [time.second] }
      if frequency > .minutely && byMinute.isEmpty { rule.byMinute = [time.minute] }
      if frequency > .hourly && byHour.isEmpty { rule.byHour = [time.hour] }
    }
    let (_, month, day) = start.date.fields
    return rule.implyingDays(month: MonthNumber(month), day: day, weekday: start.date.weekday)
  }
}

// MARK: Around a change of clocks

extension SetSplit {
  /// Moves instances near a change of clocks to their side one by one, as the order of digits differs there from that
  /// of instants.
  func correct(_ before: inout RecurrenceSet, _ after: inout RecurrenceSet) {
    let margin = 2 * 86_400
    let at = Instant(secondsSinceEpoch: key)
    let near = at.adding(seconds: -margin)..<at.adding(seconds: margin)
    guard let zone = set.start.zone, zone.transitions(in: near).first(where: { _ in true }) != nil else {
      return
    }
    let all = starts(of: set, in: near)
    correct(&before, to: all.filter { key(of: $0) < key }, in: near)
    correct(&after, to: all.filter { key(of: $0) >= key }, in: near)
  }

  private func starts(of set: RecurrenceSet, in range: Range<Instant>) -> [EventTime] {
    RecurrenceExpansion(set, calendars: calendars).instances(in: range, viewer: .utc).map { $0.start }
  }

  private func correct(_ part: inout RecurrenceSet, to expected: [EventTime], in range: Range<Instant>) {
    let found = starts(of: part, in: range)
    let expectedKeys = Set(expected.map { key(of: $0) })
    let foundKeys = Set(found.map { key(of: $0) })
    part.recurrence.exceptions += found.filter { !expectedKeys.contains(key(of: $0)) }
    part.recurrence.additions += expected.filter { !foundKeys.contains(key(of: $0)) }.map {
      RecurrenceDate($0)
    }
  }
}
