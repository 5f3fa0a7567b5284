import AlmanacRecurrence
import AlmanacTime

#if canImport(TestSupport)
  import TestSupport
#endif

/// Random rules, the same for the same seed.
struct RuleGenerator: RandomNumberGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { random.next() }

  mutating func chance(_ part: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &self) < part
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func weekday() -> Weekday { Weekday(daysAfterMonday: number(0...6)) }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  /// An empty list more often than not.
  mutating func list<Value>(_ make: (inout RuleGenerator) -> Value) -> [Value] {
    guard chance(1, in: 4) else { return [] }
    return (0..<number(1...4)).map { _ in make(&self) }
  }

  mutating func signed(_ limit: Int) -> Int { chance(1, in: 3) ? -number(1...limit) : number(1...limit) }

  mutating func date() -> CivilDate { CivilDate(daysSinceEpoch: number(0...40_000)) }

  mutating func dateTime() -> CivilDateTime {
    date().startOfDay.adding(seconds: number(0...86_399))
  }

  /// A rule over all parts, each within its limits; parts need not go together.
  mutating func anyRule() -> RecurrenceRule {
    var rule = RecurrenceRule(one(of: RecurrenceRule.Frequency.allCases))
    if chance(1, in: 2) { rule.interval = number(1...40) }
    rule.end = one(of: [
      .never, .count(number(1...500)), .until(.date(date())), .until(.local(dateTime())),
      .until(.utc(dateTime())),
    ])
    rule.bySecond = list { $0.number(0...60) }
    rule.byMinute = list { $0.number(0...59) }
    rule.byHour = list { $0.number(0...23) }
    rule.byDay = list { WeekdayOrdinal($0.weekday(), ordinal: $0.chance(1, in: 2) ? 0 : $0.signed(53)) }
    rule.byMonthDay = list { $0.signed(31) }
    rule.byYearDay = list { $0.signed(366) }
    rule.byWeekNumber = list { $0.signed(53) }
    rule.bySetPosition = list { $0.signed(366) }
    rule.byMonth = list { MonthNumber($0.number(1...12), isLeap: $0.chance(1, in: 5)) }
    if chance(1, in: 3) { rule.weekStart = weekday() }
    if chance(1, in: 4) { rule.skip = one(of: [.backward, .forward]) }
    if chance(1, in: 4) { rule.calendarScale = one(of: ["GREGORIAN", "CHINESE", "ISLAMIC-CIVIL"]) }
    return rule
  }
}

extension RuleGenerator {
  /// A rule as people make them.
  mutating func plainRule() -> RecurrenceRule {
    var rule = RecurrenceRule(one(of: RecurrenceRule.Frequency.allCases))
    if chance(1, in: 3) { rule.interval = number(1...12) }
    rule.end = one(of: [.never, .count(number(1...50)), .until(.date(date())), .until(.local(dateTime()))])
    switch number(0...6) {
    case 0: rule.byDay = [WeekdayOrdinal(weekday()), WeekdayOrdinal(weekday())]
    case 1: rule.byDay = [WeekdayOrdinal(weekday(), ordinal: one(of: [1, 2, 3, 4, 5, -1, -2]))]
    case 2: rule.byMonthDay = [signed(3), number(1...31)]
    case 3:
      rule.byMonth = [MonthNumber(number(1...12))]
      rule.byMonthDay = [number(1...31)]
    case 4:
      let group: [Weekday] = one(of: [
        [.monday, .tuesday, .wednesday, .thursday, .friday], [.saturday, .sunday],
      ])
      rule.byDay = group.map { WeekdayOrdinal($0) }
      rule.bySetPosition = [one(of: [1, 2, 3, -1, -2])]
    case 5: rule.byYearDay = [signed(3)]
    default: break
    }
    if chance(1, in: 4) { rule.byMonth.append(MonthNumber(number(1...12))) }
    if chance(1, in: 4) { (rule.byHour, rule.byMinute) = ([number(0...23)], [number(0...59)]) }
    return rule
  }
}
