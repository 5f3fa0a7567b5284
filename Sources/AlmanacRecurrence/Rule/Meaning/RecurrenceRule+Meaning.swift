public import AlmanacTime

extension RecurrenceRule {
  /// Whether two rules give the same instances from a start, as far as their parts tell.
  ///
  /// `true` is certain. Understood are the order and repetition of values, parts that the start implies, WKST where
  /// it means nothing, the forms of UNTIL, RSCALE=GREGORIAN, and one schedule under several frequencies
  /// (`WEEKLY;BYDAY=MO` and `DAILY;INTERVAL=7` from a Monday). `false` may also mean that only expansion could tell:
  /// COUNT is never compared with UNTIL, nor two UNTILs between the same instances, nor negative numbers with
  /// positive ones, and rules with violations, BYSETPOS, SKIP or another calendar system are compared part by part.
  public func isEquivalent(to other: RecurrenceRule, from start: EventTime) -> Bool {
    spelledOut(from: start) == other.spelledOut(from: start)
  }

  /// The shortest rule that gives the same instances from a start by what `isEquivalent(to:from:)` understands;
  /// equivalent rules have the same one.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=DAILY;BYDAY=WE,MO,WE;BYHOUR=9")
  /// rule.normalized(from: .floating(try CivilDateTime("2026-03-02T09:00")))    // FREQ=WEEKLY;BYDAY=MO,WE
  /// ```
  public func normalized(from start: EventTime) -> RecurrenceRule {
    let meaning = spelledOut(from: start)
    var best = meaning.shortened(from: start, meaning: meaning)
    for candidate in meaning.otherFrequencies() where candidate.spelledOut(from: start) == meaning {
      let candidate = candidate.shortened(from: start, meaning: meaning)
      if candidate.partCount <= best.partCount { best = candidate }
    }
    return best
  }

  /// The same schedule under slower frequencies, the most telling last; each has yet to be checked.
  private func otherFrequencies() -> [RecurrenceRule] {
    let slower: [Frequency] =
      byMonth.isEmpty ? [.yearly, .monthly, .weekly] : [.monthly, .yearly, .weekly]
    return slower.filter { $0 > frequency }.map { slow in
      var rule = self
      rule.frequency = slow
      if slow == .weekly && interval % 7 == 0 { rule.interval = interval / 7 }
      return rule
    }
  }

  /// Without the parts that change nothing.
  private func shortened(from start: EventTime, meaning: RecurrenceRule) -> RecurrenceRule {
    var rule = self
    for part in Part.allCases {
      var shorter = rule
      shorter.remove(part)
      if shorter != rule && shorter.spelledOut(from: start) == meaning { rule = shorter }
    }
    return rule
  }

  private mutating func remove(_ part: Part) {
    switch part {
    case .byDay: byDay = []
    case .byMonth: byMonth = []
    case .weekStart: weekStart = .monday
    case .calendarScale where skip == .omit && !isScaled: calendarScale = nil
    default: self[numbers: part] = []
    }
  }

  private var partCount: Int {
    let numbers = Part.allCases.filter { !self[numbers: $0].isEmpty }.count
    return numbers + (byDay.isEmpty ? 0 : 1) + (byMonth.isEmpty ? 0 : 1)
  }
}
