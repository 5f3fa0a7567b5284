public import AlmanacTime

extension RecurrenceRule {
  /// Whether two rules have the same instances from a start, judged by their parts alone.
  ///
  /// `true` is certain. Covered are the order and repetition of values, parts that the start implies, WKST where it
  /// has no effect, the forms of UNTIL, RSCALE=GREGORIAN, and one schedule under several frequencies
  /// (`WEEKLY;BYDAY=MO` and `DAILY;INTERVAL=7` from a Monday). `false` may also mean that only expansion could
  /// decide: COUNT is never compared with UNTIL, nor two UNTILs between the same instances, nor negative numbers with
  /// positive ones, and rules with violations, BYSETPOS, SKIP or another calendar system are compared part by part.
  public func isEquivalent(to other: RecurrenceRule, from start: EventTime) -> Bool {
    spelledOut(from: start) == other.spelledOut(from: start)
  }

  /// The shortest rule that is equivalent from a start in the sense of `isEquivalent(to:from:)`; equivalent rules
  /// have the same one.
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

  /// Candidates for the same schedule under slower frequencies, the preferred last; each has yet to be checked.
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

  /// The rule without the parts whose removal leaves its meaning the same.
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
    Part.selecting.filter { has($0) }.count
  }
}

/// One form for all rules of one meaning. Each step by itself preserves the instances.
extension RecurrenceRule {
  func spelledOut(from start: EventTime) -> RecurrenceRule {
    var rule = conforming(to: start)
    if start.isDate {
      // RFC 5545 §3.3.10: such parts are ignored for dates.
      (rule.bySecond, rule.byMinute, rule.byHour) = ([], [], [])
    }
    rule.sortLists()
    let faults = rule.validate(for: start)
    guard faults.allSatisfy({ $0.code == .untilBeforeStart }) else { return rule }
    if rule.calendarScale == "GREGORIAN" && rule.skip == .omit { rule.calendarScale = nil }
    rule.addImpliedTimes(from: start)
    guard !rule.isScaled else { return rule }
    rule.addImpliedDays(from: start.date)
    if rule.skip == .omit { rule.resolvePositions() }
    if rule.skip == .omit && rule.bySetPosition.isEmpty {
      rule.useSlowerFrequency(from: start.local)
      rule.useDays(from: start.date)
      rule.dropWholeSets()
    }
    if !rule.weekStartMatters { rule.weekStart = .monday }
    return rule
  }

  mutating func sortLists() {
    for part in Part.allCases { self[numbers: part] = Self.sorted(self[numbers: part]) { ($0, 0) } }
    byMonth = Self.sorted(byMonth) { ($0.number, $0.isLeap ? 1 : 0) }
    byDay = Self.sorted(byDay) { ($0.ordinal, $0.weekday.daysAfterMonday) }
    guard byWeekNumber.isEmpty else { return }
    let whole = byDay.filter { $0.ordinal == 0 }
    byDay = byDay.filter { day in day.ordinal == 0 || !whole.contains { $0.weekday == day.weekday } }
  }

  /// The values in ascending order, each once, by a key that is different for different values.
  private static func sorted<Value>(_ values: [Value], by key: (Value) -> (Int, Int)) -> [Value] {
    var result: [Value] = []
    for value in values.sorted(by: { key($0) < key($1) }) {
      if let last = result.last, key(last) == key(value) { continue }
      result.append(value)
    }
    return result
  }

  mutating func addImpliedTimes(from start: EventTime) {
    guard !start.isDate else { return }
    let time = start.local.time
    if frequency > .secondly && bySecond.isEmpty { bySecond = [time.second] }
    if frequency > .minutely && byMinute.isEmpty { byMinute = [time.minute] }
    if frequency > .hourly && byHour.isEmpty { byHour = [time.hour] }
  }

  mutating func addImpliedDays(from start: CivilDate) {
    if frequency == .yearly && byMonth.isEmpty && !byMonthDay.isEmpty && byYearDay.isEmpty
      && byWeekNumber.isEmpty
    {
      byMonth = [MonthNumber(start.month)]
    }
    guard byDay.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty else { return }
    let (_, month, day) = start.fields
    switch frequency {
    case .weekly: byDay = [WeekdayOrdinal(start.weekday)]
    case .monthly: byMonthDay = [day]
    case .yearly where !byWeekNumber.isEmpty: byDay = [WeekdayOrdinal(start.weekday)]
    case .yearly:
      byMonthDay = [day]
      if byMonth.isEmpty { byMonth = [MonthNumber(month)] }
    default: break
    }
  }

  /// `BYDAY=FR;BYSETPOS=-1` of a month is `BYDAY=-1FR`, and positions among all days are days of the month.
  private mutating func resolvePositions() {
    guard !bySetPosition.isEmpty, byWeekNumber.isEmpty, byYearDay.isEmpty else { return }
    if frequency == .yearly && interval == 1 && byMonth.count == 1 { frequency = .monthly }
    let timesADay = Part.times.filter { self[numbers: $0].count > 1 }.count
    guard frequency == .monthly, byMonthDay.isEmpty, !hasNumberedWeekdays, timesADay == 0 else { return }
    if byDay.count == 7, bySetPosition.allSatisfy({ (-31...31).contains($0) }) {
      (byMonthDay, byDay, bySetPosition) = (bySetPosition, [], [])
    } else if byDay.count == 1, bySetPosition.allSatisfy({ (-5...5).contains($0) }) {
      byDay = byDay.flatMap { day in bySetPosition.map { WeekdayOrdinal(day.weekday, ordinal: $0) } }
      bySetPosition = []
    }
  }

  /// Replaces SECONDLY, MINUTELY and HOURLY by the slowest of MINUTELY, HOURLY and DAILY with the same schedule, and
  /// MONTHLY by YEARLY where the schedule is the same.
  private mutating func useSlowerFrequency(from start: CivilDateTime) {
    replace(.secondly, by: .minutely, of: 60, .bySecond, start.time.second)
    replace(.minutely, by: .hourly, of: 60, .byMinute, start.time.minute)
    if byYearDay.isEmpty { replace(.hourly, by: .daily, of: 24, .byHour, start.time.hour) }
    let month = MonthNumber(start.date.month)
    if frequency == .monthly && interval % 12 == 0 && (byMonth.isEmpty || byMonth.contains(month)) {
      frequency = .yearly
      interval /= 12
      byMonth = [month]
    }
  }

  /// Replaces a frequency by the next slower one, whose periods are of `length` of its own: `MINUTELY;BYMINUTE=0,30` is
  /// `HOURLY` with the same list, and `MINUTELY;INTERVAL=120` is `HOURLY;INTERVAL=2`.
  private mutating func replace(
    _ fast: Frequency, by slow: Frequency, of length: Int, _ part: Part, _ value: Int
  ) {
    // The meaning of second 60 may differ between the two.
    guard frequency == fast, part != .bySecond || !bySecond.contains(60) else { return }
    if interval == 1 && !self[numbers: part].isEmpty {
      frequency = slow
    } else if interval % length == 0 && self[numbers: part].isEmpty {
      frequency = slow
      interval /= length
      self[numbers: part] = [value]
    }
  }

  /// Replaces YEARLY, MONTHLY and WEEKLY by DAILY, or YEARLY by MONTHLY, where the other parts then select the same
  /// days.
  private mutating func useDays(from start: CivilDate) {
    if interval == 1 && byWeekNumber.isEmpty && byYearDay.isEmpty && frequency > .daily {
      if !hasNumberedWeekdays {
        frequency = .daily
      } else if !byMonth.isEmpty && byMonthDay.isEmpty {
        // A number counts within the month both times.
        frequency = .monthly
      }
    }
    let own = WeekdayOrdinal(start.weekday)
    if frequency == .weekly && byDay == [own] && interval <= Int(Int32.max) / 7 {
      frequency = .daily
      interval *= 7
      byDay = []
    }
    if frequency == .daily && interval % 7 == 0 && (byDay.isEmpty || byDay.contains(own)) {
      byDay = interval == 7 ? [own] : []
      if interval == 7 { interval = 1 }
    }
  }

  /// Removes lists that contain every value.
  private mutating func dropWholeSets() {
    guard frequency <= .daily else { return }
    if byDay.count == 7 && !hasNumberedWeekdays { byDay = [] }
    if byMonth.count == 12 && !isScaled { byMonth = [] }
  }

  private var weekStartMatters: Bool {
    !byWeekNumber.isEmpty || (frequency == .weekly && (interval > 1 || !bySetPosition.isEmpty))
  }
}
