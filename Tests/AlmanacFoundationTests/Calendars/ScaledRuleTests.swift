import AlmanacFoundation
import AlmanacRecurrence
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Rules of other calendars")
struct ScaledRuleTests {
  static let names = ["CHINESE", "HEBREW", "COPTIC", "ISLAMIC-CIVIL", "PERSIAN"]
  static let identifiers: [String: Calendar.Identifier] = [
    "CHINESE": .chinese, "HEBREW": .hebrew, "COPTIC": .coptic, "ISLAMIC-CIVIL": .islamicCivil,
    "PERSIAN": .persian,
  ]

  @Test("Random rules choose the days that filtering every day chooses", arguments: names)
  func filtering(name: String) throws {
    let calendars = CalendarSystems.foundation
    let table = ScaledDaysTable(try #require(Self.identifiers[name]), from: 10_000, through: 16_500)
    var generator = SeededGenerator(seed: 7529)
    for _ in 0..<rounds(13) {
      let rule = ScaledRuleGenerator.rule(name, using: &generator)
      let start = Int.random(in: 11_000...12_000, using: &generator)
      let end = 15_500
      let expected = table.instances(of: rule, from: start, before: end)
      let sequence = rule.occurrences(from: CivilDate(daysSinceEpoch: start), calendars: calendars)
      let window = CivilDate(daysSinceEpoch: start).startOfDay..<CivilDate(daysSinceEpoch: end).startOfDay
      let part = sequence.occurrences(in: window)
      #expect(
        part.map { $0.date.daysSinceEpoch } == expected, "\(rule) from \(CivilDate(daysSinceEpoch: start))")
      // Seeking is dropping.
      let middle = CivilDate(daysSinceEpoch: Int.random(in: start...end, using: &generator))
      let rest = sequence.starting(at: middle.startOfDay).prefix { $0 < window.upperBound }
      #expect(
        rest.map { $0.date.daysSinceEpoch } == expected.filter { $0 >= middle.daysSinceEpoch }, "\(rule)")
      #expect(sequence.count(in: window) == expected.count, "\(rule)")
      #expect(
        sequence.previous(before: middle.startOfDay)?.date.daysSinceEpoch
          == expected.last { $0 < middle.daysSinceEpoch }, "\(rule)")
    }
  }

  @Test("With SKIP no period is missing and the order is ascending", arguments: names)
  func skipKeepsPeriods(name: String) throws {
    let calendars = CalendarSystems.foundation
    for skip in ["FORWARD", "BACKWARD"] {
      for day in [-30, 30] {
        let rule = try RecurrenceRule("RSCALE=\(name);FREQ=MONTHLY;BYMONTHDAY=\(day);SKIP=\(skip)")
        let each = try RecurrenceRule("RSCALE=\(name);FREQ=MONTHLY;BYMONTHDAY=1")
        let start = try CivilDate(2001, 1, 1)
        let window = start.startOfDay..<(try CivilDate(2041, 1, 1).startOfDay)
        let dates = rule.occurrences(from: start, calendars: calendars).occurrences(in: window).dates
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
        let months = each.occurrences(from: start, calendars: calendars).count(in: window)
        // One a month; a 30th moved onto its neighbour is one with it only where that is chosen too.
        #expect((months - 1...months + 1).contains(dates.count), "\(rule)")
      }
    }
  }

  @Test("Times of day, COUNT and UNTIL")
  func timesOfDay() throws {
    let start = try CivilDateTime("2025-09-23T08:00")
    let rule = try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1,10;BYHOUR=8,20;COUNT=6")
    let times = Array(rule.occurrences(from: start, calendars: .foundation)).map(\.description)
    #expect(
      times == [
        "2025-09-23T08:00:00", "2025-09-23T20:00:00", "2025-10-02T08:00:00", "2025-10-02T20:00:00",
        "2026-09-12T08:00:00", "2026-09-12T20:00:00",
      ])
    let last = try RecurrenceRule(
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1,10;BYHOUR=8,20;BYSETPOS=-1;UNTIL=20271231")
    #expect(
      last.occurrences(from: start, calendars: .foundation).map(\.description) == [
        "2025-10-02T20:00:00", "2026-09-21T20:00:00", "2027-10-11T20:00:00",
      ])
  }

  @Test("Hours are limited by the calendar's months: every six hours of Ramadan's first days")
  func hours() throws {
    let start = try CivilDateTime("2025-01-01T00:00")
    let rule = try RecurrenceRule(
      "RSCALE=ISLAMIC-UMALQURA;FREQ=HOURLY;INTERVAL=6;BYMONTH=9;BYMONTHDAY=1,2;COUNT=9")
    let times = Array(rule.occurrences(from: start, calendars: .foundation))
    #expect(times.first?.description == "2025-03-01T00:00:00")
    #expect(times.last?.description == "2026-02-18T00:00:00")
    // An interval that does not fit the day steps one by one.
    let odd = try RecurrenceRule("RSCALE=ISLAMIC-UMALQURA;FREQ=HOURLY;INTERVAL=7;BYMONTH=9;BYMONTHDAY=1")
    let window = start..<(try CivilDateTime("2027-01-01T00:00"))
    let stepped = odd.occurrences(from: start, calendars: .foundation).occurrences(in: window)
    #expect(stepped.allSatisfy { $0.seconds(since: start) % 25_200 == 0 })
    #expect(Set(stepped.map(\.date)) == Set(try CivilDate.list("20250301,20260218")))
  }

  @Test("A leap month that comes once in many centuries ends by budget or calendar, not by waiting")
  func neverMatching() throws {
    let rule = try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=3L;BYMONTHDAY=1")
    var iterator = rule.occurrences(from: try CivilDate(2026, 1, 1), calendars: .foundation).makeIterator()
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .budgetExceeded)
  }
}

/// Rules of all shapes that a period of days can have, without SKIP.
enum ScaledRuleGenerator {
  static func rule(_ name: String, using generator: inout SeededGenerator) -> RecurrenceRule {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &generator)]
    }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    func numbers(_ limit: Int, signed: Bool = true) -> [Int] {
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        Int.random(in: 1...limit, using: &generator) * (signed && chance(40) ? -1 : 1)
      }
    }
    var rule = RecurrenceRule(pick([.yearly, .yearly, .monthly, .monthly, .weekly, .daily]))
    rule.calendarScale = name
    rule.interval = chance(50) ? 1 : Int.random(in: 2...14, using: &generator)
    rule.weekStart = pick(Weekday.allCases)
    if chance(50) {
      rule.byMonth = numbers(name == "COPTIC" ? 13 : 12, signed: false).map {
        MonthNumber($0, isLeap: chance(20))
      }
    }
    let usesWeeks = rule.frequency == .yearly && rule.interval == 1 && chance(25)
    if usesWeeks { rule.byWeekNumber = numbers(55) }
    if rule.frequency != .weekly, chance(45) { rule.byMonthDay = numbers(30) }
    // Days of the month in a YEARLY rule are those of the start's month unless months are named.
    if rule.frequency == .yearly, !rule.byMonthDay.isEmpty, rule.byMonth.isEmpty { rule.byMonth = [1, 7] }
    if rule.frequency == .yearly, !usesWeeks, rule.byMonthDay.isEmpty, chance(30) {
      rule.byYearDay = numbers(385)
    }
    if chance(50) {
      let counts = rule.frequency >= .monthly && !usesWeeks
      let limit = rule.frequency == .monthly || !rule.byMonth.isEmpty ? 5 : 55
      rule.byDay = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let ordinal = Int.random(in: 1...limit, using: &generator) * (chance(40) ? -1 : 1)
        return WeekdayOrdinal(pick(Weekday.allCases), ordinal: counts && chance(50) ? ordinal : 0)
      }
    }
    if rule.frequency >= .weekly, chance(25) { rule.bySetPosition = numbers(4) }
    return rule
  }
}
