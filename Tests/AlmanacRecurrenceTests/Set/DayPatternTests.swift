import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Patterns of days against the instances of their rules")
struct DayPatternTests {
  static let madrid: Zone = {
    do { return try Zone("Europe/Madrid") } catch { fatalError("no zone database") }
  }()

  static func check(_ set: RecurrenceSet, from block: Int, blocks: Int) -> Bool {
    let expansion = RecurrenceExpansion(set)
    guard let pattern = expansion.dayPattern else { return false }
    for number in 0..<blocks {
      let block = DayPattern.Block(from: block + 64 * number)
      let bits = pattern.cycle.days(in: block)
      var found: [CivilDateTime] = []
      for bit in 0..<64 where bits & (1 << UInt64(bit)) != 0 {
        guard block.first + bit >= pattern.firstDay, block.first + bit <= pattern.lastDay else { continue }
        let date = CivilDate(daysSinceEpoch: block.first + bit)
        let local = date.startOfDay.adding(seconds: Int(pattern.time))
        if !expansion.isExcepted(local) { found.append(local) }
      }
      let start = set.start.local
      let first = CivilDate(daysSinceEpoch: block.first).startOfDay
      let range = first..<first.adding(days: 64)
      if range.contains(start), !found.contains(start), !expansion.isExcepted(start) {
        #expect(expansion.startIsOutOfStep)
        found.insert(start, at: 0)
      }
      let zone = set.start.zone ?? .utc
      let window = zone.instant(of: range.lowerBound)..<zone.instant(of: range.upperBound)
      let expected = expansion.instances(in: window, viewer: .utc).map(\.start.local)
      #expect(found == expected, "\(set.recurrence.rules[0]) from \(set.start) on \(range.lowerBound)")
      if found != expected { return true }
    }
    return true
  }

  @Test(arguments: [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;BYMONTH=1,2;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU", "FREQ=WEEKLY;INTERVAL=5;BYMONTH=3,4;BYDAY=SA,SU",
    "FREQ=WEEKLY;COUNT=26", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=24", "FREQ=MONTHLY;BYMONTHDAY=13",
    "FREQ=MONTHLY;BYMONTHDAY=-1,-31,15", "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=MONTHLY;INTERVAL=18;BYDAY=2MO,2TU,-1MO,-1TU",
    "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=4", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYDAY=MO",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;UNTIL=20300601T000000Z", "FREQ=MONTHLY;BYDAY=5SU",
    // Steps of hours, minutes and seconds that are whole days.
    "FREQ=HOURLY;INTERVAL=24", "FREQ=HOURLY;INTERVAL=168;COUNT=20", "FREQ=HOURLY;INTERVAL=48;BYMINUTE=10",
    "FREQ=MINUTELY;INTERVAL=1440", "FREQ=MINUTELY;INTERVAL=4320;BYSECOND=59", "FREQ=SECONDLY;INTERVAL=172800",
  ])
  func commonRulesHaveAPattern(rule: String) throws {
    for start in ["2020-02-29T02:30:00", "2024-12-30T23:15:00", "2025-01-01T00:00:00"] {
      let local = try CivilDateTime(start)
      for start in [EventTime.floating(local), .zoned(local.in(Self.madrid))] {
        let set = RecurrenceSet(start: start, Recurrence([try RecurrenceRule(rule)]))
        #expect(Self.check(set, from: local.date.daysSinceEpoch - 70, blocks: 70))
      }
    }
  }

  @Test func randomRulesAgreeWhereThereIsAPattern() {
    var generator = RuleGenerator(seed: 11)
    var patterns = 0
    let count = rounds(125)
    for _ in 0..<count {
      var rule = generator.anyRule()
      rule.frequency = generator.one(of: [.daily, .weekly, .monthly, .yearly])
      rule.calendarScale = nil
      if generator.chance(3, in: 4) {
        rule.byWeekNumber = []
        rule.byYearDay = []
        rule.byHour = []
        rule.byMinute = []
        rule.bySecond = []
      }
      if generator.chance(1, in: 2) { rule.bySetPosition = [] }
      let local = generator.dateTime()
      let start: EventTime =
        generator.chance(1, in: 3)
        ? .date(local.date) : generator.chance(1, in: 2) ? .floating(local) : .zoned(local.in(Self.madrid))
      var set = RecurrenceSet(start: start, Recurrence([rule]))
      if generator.chance(1, in: 3) {
        set.recurrence.exceptions = RecurrenceExpansion(set).prefix(5).filter { _ in
          generator.chance(1, in: 2)
        }.map(
          \.start)
      }
      let from = local.date.daysSinceEpoch + generator.number(-100...4000)
      if Self.check(set, from: from, blocks: 5) { patterns += 1 }
    }
    #expect(patterns * 10 > count * 3)
  }

  @Test func randomStepsWithinTheDayAgreeWhereThereIsAPattern() {
    var generator = RuleGenerator(seed: 13)
    var patterns = 0
    for _ in 0..<600 {
      var rule = RecurrenceRule(generator.one(of: [.hourly, .minutely, .secondly]))
      let hours = generator.one(of: [1, 3, 5, 8, 12, 24, 30, 36, 48, 72, 168, 720])
      let perHour = rule.frequency == .hourly ? 1 : rule.frequency == .minutely ? 60 : 3_600
      rule.interval = hours * perHour + (generator.chance(1, in: 6) ? 1 : 0)
      if generator.chance(1, in: 3) { rule.byDay = [WeekdayOrdinal(generator.one(of: Weekday.allCases))] }
      if generator.chance(1, in: 3) {
        rule.byMonth = [MonthNumber(generator.number(1...12)), MonthNumber(3)]
      }
      if generator.chance(1, in: 4) { rule.byMonthDay = [generator.number(1...31), -1, 15] }
      if generator.chance(1, in: 3) { rule.byHour = [generator.number(0...23), generator.number(0...23)] }
      if generator.chance(1, in: 4) { rule.byMinute = [generator.number(0...59)] }
      if generator.chance(1, in: 4) { rule.end = .count(generator.number(1...90)) }
      let local = generator.dateTime()
      let start: EventTime =
        generator.chance(1, in: 2) ? .floating(local) : .zoned(local.in(Self.madrid))
      let set = RecurrenceSet(start: start, Recurrence([rule]))
      let from = local.date.daysSinceEpoch + generator.number(-100...4000)
      if Self.check(set, from: from, blocks: 3) { patterns += 1 }
    }
    #expect(patterns > 60)
  }
}
