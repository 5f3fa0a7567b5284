internal import AlmanacTime

extension RecurrenceRule {
  /// The rule whose instances from the moved start are those of this rule, each moved by the same distance.
  ///
  /// Times of day, weekdays and days of the month or the year move too; COUNT is unchanged, and so is UNTIL where the rule
  /// still ends with the same instance. A move that no rule expresses is refused: the last Friday a day later is not the last
  /// Saturday, and the day after the 31st is no fixed day of the month. The result is compared with this rule over 2000
  /// instances.
  ///
  /// ```swift
  /// let mondays = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
  /// try mondays.moved(by: StartMove(from: monday, to: tuesday))         // FREQ=WEEKLY;BYDAY=TU
  /// ```
  ///
  /// - Parameter move: From the start of the rule to the new one.
  /// - Throws: `RecurrenceViolation` with code `immovable_part`, naming the part.
  public func moved(by move: StartMove) throws(RecurrenceViolation) -> RecurrenceRule {
    if move.isIdentity { return self }
    var rule = self
    let days = try rule.moveTimes(by: move)
    try rule.moveDays(by: days, to: move.to.date)
    if !agrees(with: rule, by: move) {
      // Rules for several days of every second week also depend on the first day of their weeks.
      rule.weekStart = weekStart.advanced(by: days ?? 0)
      guard agrees(with: rule, by: move) else { throw immovable(mostSpecificPart) }
    }
    rule.end = movedEnd(of: rule, by: move)
    return rule
  }

  private static let compared = 2000

  /// Whether another rule has the moved instances from the new start, apart from its end.
  private func agrees(with other: RecurrenceRule, by move: StartMove) -> Bool {
    let mine = endless.occurrences(from: move.from).collect(Self.compared)
    let others = other.endless.occurrences(from: move.to).collect(Self.compared)
    // Near the year 9999 one may end earlier.
    guard mine.isEmpty == others.isEmpty else { return false }
    return zip(mine, others).allSatisfy { move.moved(move.from.with(local: $0)).local == $1 }
  }

  func immovable(_ part: Part) -> RecurrenceViolation {
    RecurrenceViolation(
      code: .immovablePart, part: part, found: "",
      expected: "a move that a rule can express, which \(part.name) of \(self) prevents, or another rule")
  }

  /// The part that an error names: the most specific of those that select days.
  private var mostSpecificPart: Part {
    let years: [Part] = [.bySetPosition, .byWeekNumber, .byYearDay]
    let parts = years + (hasNumberedWeekdays ? [.byDay] : []) + [.byMonthDay, .byMonth, .byDay]
    return parts.first { has($0) } ?? .frequency
  }

  package var endless: RecurrenceRule { modified(self) { $0.end = .never } }
}

// MARK: Times of day

extension RecurrenceRule {
  /// Moves the parts that select times.
  ///
  /// - Returns: The days by which instances move; `nil` when they differ in that.
  fileprivate mutating func moveTimes(by move: StartMove) throws(RecurrenceViolation) -> Int? {
    if move.to.isDate || move.from.isDate {
      if move.to.isDate, !move.from.isDate {
        if frequency < .daily { throw immovable(.frequency) }
        for part in Part.times where self[numbers: part].count > 1 { throw immovable(part) }
      }
      // Times have no meaning for a date (RFC 5545 §3.3.10).
      (bySecond, byMinute, byHour) = ([], [], [])
      return move.days
    }
    let time = move.from.local.time
    var later: Int? = move.seconds
    later = try carry(later, into: .bySecond, of: 60, .secondly, own: time.second)
    later = try carry(later, into: .byMinute, of: 60, .minutely, own: time.minute)
    return try carry(later, into: .byHour, of: 24, .hourly, own: time.hour)
  }

  /// Moves the values of a part by a number of its units.
  ///
  /// - Returns: The number of next larger units carried; `nil` when it differs from value to value.
  private mutating func carry(
    _ shift: Int?, into part: Part, of base: Int, _ unit: Frequency, own: Int
  ) throws(RecurrenceViolation) -> Int? {
    let values = self[numbers: part]
    guard let shift else {
      if !values.isEmpty || frequency > unit { throw immovable(part) }
      return nil
    }
    if shift.flooredRemainder(base) == 0 { return shift.flooredQuotient(base) }
    // All values of the unit are instances.
    if values.isEmpty && frequency <= unit { return nil }
    if values.contains(where: { !(0..<base).contains($0) }) { throw immovable(part) }
    let old = values.isEmpty ? [own] : values
    if !values.isEmpty { self[numbers: part] = old.map { ($0 + shift).flooredRemainder(base) }.sorted() }
    let carried = old.map { ($0 + shift).flooredQuotient(base) }
    guard let first = carried.first else { return nil }
    if carried.allSatisfy({ $0 == first }) { return first }
    if frequency > unit { throw immovable(part) }
    return nil
  }
}

// MARK: Days

extension RecurrenceRule {
  /// Moves the parts that select days.
  ///
  /// - Parameter days: `nil` when the distance differs from instance to instance.
  fileprivate mutating func moveDays(by days: Int?, to start: CivilDate) throws(RecurrenceViolation) {
    if days == 0 { return }
    let bound: [Part] = [.byMonth, .byMonthDay, .byYearDay, .byWeekNumber].filter { has($0) }
    guard let days else {
      if let part = bound.first ?? (byDay.isEmpty ? nil : .byDay) { throw immovable(part) }
      return
    }
    if isScaled { throw immovable(.calendarScale) }
    if frequency < .daily, let part = bound.first { throw immovable(part) }
    byDay = try byDay.map { (day) throws(RecurrenceViolation) in try moved(day, by: days) }
    if frequency == .yearly, byMonth.count == 1, byMonthDay.count <= 1, byDay.isEmpty, byYearDay.isEmpty {
      byMonth = [MonthNumber(start.month)]
      if !byMonthDay.isEmpty { byMonthDay = [start.dayOfMonth] }
      return
    }
    try move(.byMonthDay, by: days, upTo: 31)
    try move(.byYearDay, by: days, upTo: 366)
  }

  /// A weekday moved by days: the second Friday is the first one a week later; no other ordinal can be moved.
  private func moved(_ day: WeekdayOrdinal, by days: Int) throws(RecurrenceViolation) -> WeekdayOrdinal {
    guard day.ordinal != 0 else { return WeekdayOrdinal(day.weekday.advanced(by: days)) }
    let ordinal = day.ordinal + days / 7
    guard days % 7 == 0, ordinal.signum() == day.ordinal.signum(), abs(ordinal) <= 53 else {
      throw immovable(.byDay)
    }
    return WeekdayOrdinal(day.weekday, ordinal: ordinal)
  }

  private mutating func move(_ part: Part, by days: Int, upTo last: Int) throws(RecurrenceViolation) {
    var moved: [Int] = []
    for value in self[numbers: part] {
      let (sum, overflow) = value.addingReportingOverflow(days)
      guard !overflow, sum.signum() == value.signum(), (-last...last).contains(sum) else {
        throw immovable(part)
      }
      moved.append(sum)
    }
    self[numbers: part] = moved
  }
}

// MARK: The end

extension RecurrenceRule {
  /// The end with which the moved rule has the same last instance: the present one where it does.
  private func movedEnd(of rule: RecurrenceRule, by move: StartMove) -> End {
    guard case .until(let until) = end else { return end }
    let stated = move.moved(move.from.with(local: lastTime(for: move.from))).local
    let moved = Until.local(stated).conforming(to: move.to)
    guard let last = last(from: move.from) else { return .until(moved) }
    let target = move.moved(move.from.with(local: last)).local
    for candidate in [until.conforming(to: move.to), moved] {
      var ended = rule
      ended.end = .until(candidate)
      if ended.last(from: move.to) == target { return ended.end }
    }
    return .until(Until.local(target).conforming(to: move.to))
  }

  /// The last instance as a set sees it: one in a gap happens later than its digits and may be after UNTIL.
  private func last(from start: EventTime) -> CivilDateTime? {
    let instances = occurrences(from: start)
    var last = instances.previous(before: .max)
    guard case .until(.utc(let until)) = end, let zone = start.zone else { return last }
    while let local = last, zone.instant(of: local).secondsSinceEpoch > until.secondsSinceEpoch {
      last = instances.previous(before: local)
    }
    return last
  }
}
