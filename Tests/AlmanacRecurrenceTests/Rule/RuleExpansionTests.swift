import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Compares the statements of rules about themselves with their instances.
@Suite("Rules against their instances")
struct RuleExpansionTests {
  /// The first instances within some years, by hours within one: within them no budget is reached.
  private func instances(_ rule: RecurrenceRule, from start: EventTime, days: Int) -> [CivilDateTime] {
    var sequence = rule.occurrences(from: start)
    sequence.budget = 20_000
    let end = start.local.adding(days: days)
    return Array(sequence.prefix { $0 < end }.prefix(200))
  }

  private func expectSame(_ one: RecurrenceRule, _ other: RecurrenceRule, from start: EventTime) {
    let days = one.frequency < .daily || other.frequency < .daily ? 400 : 3_000
    let same = instances(one, from: start, days: days) == instances(other, from: start, days: days)
    #expect(same, "\(one) \(other) \(start)")
  }

  private static let starts: [EventTime] = [
    .floating(CivilDateTime(CivilDate(daysSinceEpoch: 20_514), CivilTime(uncheckedSecondOfDay: 32_400))),
    .date(CivilDate(daysSinceEpoch: 20_514)),
    .floating(CivilDateTime(CivilDate(daysSinceEpoch: 19_782), CivilTime(uncheckedSecondOfDay: 86_399))),
    .date(CivilDate(daysSinceEpoch: 11_016)),
  ]

  /// Rules that differ little from each other are found to be the same only when they give the same.
  @Test(arguments: starts)
  func equivalentRulesGiveTheSame(_ start: EventTime) {
    var random = RuleGenerator(seed: 23)
    let rules = (0..<min(rounds(60), 120)).map { _ in random.closeRule(to: start) }
    var equivalent = 0
    for (index, one) in rules.enumerated() {
      for other in rules[..<index] where one != other && one.isEquivalent(to: other, from: start) {
        equivalent += 1
        expectSame(one, other, from: start)
      }
    }
    #expect(equivalent * 144 > rules.count * rules.count / 2)
  }

  @Test func conformingKeepsTheInstances() throws {
    let zoned = EventTime.zoned(try CivilDateTime(2026, 3, 2, 23, 30).in(Zone("Europe/Madrid")))
    for until in ["20260329", "20260329T233000", "20260329T213000Z", "20261025"] {
      let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=" + until)
      expectSame(rule.conforming(to: zoned), rule, from: zoned)
    }
  }
}

extension RuleGenerator {
  /// A rule of few possibilities, many of which mean the same from a start.
  mutating func closeRule(to start: EventTime) -> RecurrenceRule {
    let (_, month, day) = start.date.fields
    var rule = RecurrenceRule(one(of: [.daily, .weekly, .monthly, .yearly]))
    if !start.isDate && chance(1, in: 8) { rule.frequency = .hourly }
    rule.interval = one(of: [1, 1, 1, 2, 7, 12, 14, 24])
    if chance(1, in: 3) {
      rule.byDay = [WeekdayOrdinal(start.date.weekday, ordinal: one(of: [0, 0, 0, 1, -1]))]
    }
    if chance(1, in: 12) { rule.byDay = Weekday.week(from: .sunday).map { WeekdayOrdinal($0) } }
    if chance(1, in: 4) { rule.byMonthDay = [day] }
    if chance(1, in: 4) { rule.byMonth = [MonthNumber(month)] }
    if chance(1, in: 12) { rule.byMonth = (1...12).map { MonthNumber($0) } }
    if chance(1, in: 5) { rule.byHour = [start.local.time.hour] }
    if chance(1, in: 8) { rule.bySetPosition = [one(of: [1, -1])] }
    if chance(1, in: 4) { rule.weekStart = weekday() }
    return rule
  }
}
