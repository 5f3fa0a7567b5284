import AlmanacRecurrence
import AlmanacTime

/// A random rule with a start, and how far to look.
struct ExpansionCase {
  var rule: RecurrenceRule
  let start: CivilDateTime
  let horizon: CivilDateTime

  /// The number of compared instances.
  static let limit = 20

  /// The engine's instances.
  func instances(upTo end: CivilDateTime) -> [CivilDateTime] {
    rule.occurrences(from: start).prefix(Self.limit).filter { $0 <= end }
  }

  var text: String { "RRULE:\(rule) DTSTART:\(start.formatted(.basic))" }
}

extension RuleGenerator {
  /// A rule that RFC 5545 allows, over all parts, with a start that matches it or not.
  mutating func expansionCase(skips: Bool = false) -> ExpansionCase {
    let start = CivilDate(daysSinceEpoch: number(7_000...20_000)).startOfDay
      .adding(seconds: chance(1, in: 3) ? 32_400 : number(0...86_399))
    var rule = RecurrenceRule(one(of: RecurrenceRule.Frequency.allCases))
    rule.interval = chance(1, in: 2) ? 1 : chance(1, in: 8) ? number(11...100) : number(2...10)
    if chance(1, in: 3) { rule.weekStart = weekday() }
    addDays(to: &rule, start: start.date)
    addTimes(to: &rule, start: start.time)
    let given = rule.hasByParts
    if given, chance(1, in: 6) { rule.bySetPosition = positions() }
    let horizon = start.adding(days: horizonDays(rule))
    let end = start.adding(seconds: number(0...horizon.seconds(since: start)))
    switch number(0...2) {
    case 0: rule.end = .count(number(1...30))
    case 1: rule.end = .until(.local(end))
    default: break
    }
    if skips, rule.frequency >= .monthly { makeSkipping(&rule) }
    return ExpansionCase(rule: rule, start: start, horizon: horizon)
  }

  private func horizonDays(_ rule: RecurrenceRule) -> Int {
    switch rule.frequency {
    case .yearly: 366 * 30
    case .monthly: 366 * 15
    case .weekly: 366 * 6
    case .daily: 366 * 4
    case .hourly: 100
    case .minutely: 5
    case .secondly: 1
    }
  }

  private mutating func addDays(to rule: inout RecurrenceRule, start: CivilDate) {
    let frequency = rule.frequency
    // Below a day, limits on days are few and near the start, or the search is long and empty.
    let rare = frequency < .daily
    func wanted(_ generator: inout RuleGenerator) -> Bool { generator.chance(1, in: rare ? 8 : 4) }
    if wanted(&self) { rule.byMonth = values(start.month) { $0.number(1...12) }.map { MonthNumber($0) } }
    if frequency == .yearly, chance(1, in: 4) { rule.byWeekNumber = values(20) { $0.signed(53) } }
    if frequency == .yearly || rare, wanted(&self) {
      rule.byYearDay = values(start.dayOfYear) { $0.signed(366) }
    }
    if frequency != .weekly, wanted(&self) { rule.byMonthDay = values(start.dayOfMonth) { $0.signed(31) } }
    guard chance(1, in: rare ? 6 : 3) else { return }
    let numbered = rule.byWeekNumber.isEmpty && (frequency == .monthly || frequency == .yearly)
    let largest = frequency == .monthly || !rule.byMonth.isEmpty ? 5 : 53
    rule.byDay = values(WeekdayOrdinal(start.weekday)) { generator in
      let ordinal = numbered && generator.chance(1, in: 2) ? generator.signed(largest) : 0
      return WeekdayOrdinal(generator.weekday(), ordinal: ordinal)
    }
  }

  private mutating func addTimes(to rule: inout RecurrenceRule, start: CivilTime) {
    if chance(1, in: 5) { rule.byHour = values(start.hour) { $0.number(0...23) } }
    if chance(1, in: 5) { rule.byMinute = values(start.minute) { $0.number(0...59) } }
    if chance(1, in: 5) { rule.bySecond = values(start.second) { $0.number(0...59) } }
  }

  /// Some values, each once, more often than not with that of the start.
  private mutating func values<Value: Hashable>(
    _ own: Value, _ make: (inout RuleGenerator) -> Value
  ) -> [Value] {
    var values = chance(2, in: 3) ? [own] : []
    for _ in 0..<number(values.isEmpty ? 1...4 : 0...3) {
      let value = make(&self)
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  private mutating func positions() -> [Int] {
    values(1) { $0.chance(1, in: 2) ? $0.signed(5) : $0.signed(40) }
  }

  private mutating func makeSkipping(_ rule: inout RecurrenceRule) {
    rule.calendarScale = "GREGORIAN"
    rule.skip = one(of: [.forward, .backward])
    rule.byWeekNumber = []
    rule.byDay = rule.byDay.map { WeekdayOrdinal($0.weekday) }
    if !rule.byYearDay.isEmpty {
      rule.byMonth = []
      rule.byMonthDay = []
    }
  }
}

extension RecurrenceRule {
  var hasByParts: Bool {
    !(bySecond.isEmpty && byMinute.isEmpty && byHour.isEmpty && byDay.isEmpty && byMonthDay.isEmpty
      && byYearDay.isEmpty && byWeekNumber.isEmpty && byMonth.isEmpty)
  }

  var hasTimes: Bool { !(bySecond.isEmpty && byMinute.isEmpty && byHour.isEmpty) }
  var hasOrdinals: Bool { byDay.contains { $0.ordinal != 0 } }
  var choosesDays: Bool { !(byDay.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty) }
  var limitsDays: Bool { choosesDays || !byMonth.isEmpty || !byWeekNumber.isEmpty }
}
