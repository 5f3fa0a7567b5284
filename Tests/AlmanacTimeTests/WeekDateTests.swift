import AlmanacTime
import Testing

@Suite("Weekdays and weeks")
struct WeekDateTests {
  @Test(
    "ISO week dates around New Year",
    arguments: [
      ("2005-01-01", "2004-W53-6"), ("2005-01-02", "2004-W53-7"), ("2005-12-31", "2005-W52-6"),
      ("2006-01-01", "2005-W52-7"), ("2006-01-02", "2006-W01-1"), ("2007-12-30", "2007-W52-7"),
      ("2007-12-31", "2008-W01-1"), ("2008-12-28", "2008-W52-7"), ("2008-12-29", "2009-W01-1"),
      ("2009-12-31", "2009-W53-4"), ("2010-01-03", "2009-W53-7"), ("2010-01-04", "2010-W01-1"),
      ("-009999-01-01", "-009999-W01-1"), ("9999-12-31", "9999-W52-5"),
    ])
  func iso(date: String, week: String) throws {
    let weekDate = WeekDate(try CivilDate(date))
    #expect(weekDate.description == week)
    #expect(try WeekDate(week) == weekDate)
    #expect(try WeekDate(week).date.description == date)
  }

  /// Week 1 found by counting days, from the definition.
  private func firstDayByCounting(_ year: Int, _ rule: WeekRule) -> Int {
    let newYear = Gregorian.days(year: year, month: 1, day: 1)
    for start in newYear - 6...newYear + 6
    where Gregorian.weekdayIndex(ofDay: start) == rule.firstWeekday.daysAfterMonday {
      let daysInYear = (start..<start + 7).filter { $0 >= newYear }.count
      if daysInYear >= rule.minimalDays { return start }
    }
    return Int.min
  }

  @Test("Any first weekday and minimal days: week 1 by counting, and there and back")
  func anyRule() throws {
    for first in Weekday.allCases {
      for minimal in 1...7 {
        let rule = WeekRule(firstWeekday: first, minimalDays: minimal)
        for year in [-9999, -401, -1, 0, 1, 1999, 2000, 2004, 2026, 2027, 2032, 9999] {
          #expect(rule.firstDay(ofYear: year) == firstDayByCounting(year, rule))
          let length = firstDayByCounting(year + 1, rule) - firstDayByCounting(year, rule)
          #expect(rule.weeks(inYear: year) * 7 == length)
        }
        for day in stride(from: 20_440, to: 20_460, by: 1) {  // around New Year 2026
          let date = CivilDate(daysSinceEpoch: day)
          let week = WeekDate(date, rule: rule)
          #expect(week.date == date)
          #expect(week.weekday == date.weekday)
          let again = try WeekDate(year: week.year, week: week.week, weekday: week.weekday, rule: rule)
          #expect(again == week)
          #expect(try WeekDate(week.description, rule: rule) == week)
        }
        for date in [CivilDate.min, CivilDate.max] {
          let week = WeekDate(date, rule: rule)
          #expect(week.date == date)
          #expect(try WeekDate(week.description, rule: rule) == week)
        }
      }
    }
  }

  @Test("Minimal days outside a week are the nearest within")
  func bounds() {
    #expect(WeekRule(firstWeekday: .sunday, minimalDays: 0).minimalDays == 1)
    #expect(WeekRule(firstWeekday: .sunday, minimalDays: .max).minimalDays == 7)
    for year in extremes {
      #expect([52, 53].contains(WeekRule.iso.weeks(inYear: year)))
      _ = WeekRule.iso.firstDay(ofYear: year)
    }
  }

  @Test("A week that the year does not have is refused, so is a day outside the calendar")
  func refusals() throws {
    #expect(throws: TimeError.self) { try WeekDate(year: 2027, week: 53, weekday: .monday) }
    #expect(throws: TimeError.self) { try WeekDate(year: 2026, week: 0, weekday: .monday) }
    #expect(throws: TimeError.self) { try WeekDate(year: 9999, week: 52, weekday: .saturday) }
    #expect(throws: TimeError.self) { try WeekDate(year: -10_000, week: 52, weekday: .sunday) }
    #expect(throws: TimeError.self) { try WeekDate(year: .max, week: 1, weekday: .monday) }
    #expect(throws: TimeError.self) { try WeekDate(year: .min, week: 1, weekday: .monday) }
    let read = { (text: String) throws(TimeError) in try WeekDate(text) }
    #expect(try WeekDate("2026W537") == WeekDate("2026-W53-7"))
    expectFault(.outOfRange, at: 6, "2027-W53-1", read)
    expectFault(.outOfRange, at: 9, "2026-W53-8", read)
    expectFault(.outOfRange, at: 9, "2026-W53-0", read)
    expectFault(.syntax, at: 8, "2026-W531", read)
    expectFault(.syntax, at: 5, "2026-53-1", read)
    expectFault(.syntax, at: 10, "2026-W53-7 ", read)
  }

  @Test("Weekdays count round the week")
  func weekdays() {
    #expect(Weekday.week(from: .sunday).map { $0.code } == ["SU", "MO", "TU", "WE", "TH", "FR", "SA"])
    for first in Weekday.allCases {
      for second in Weekday.allCases {
        #expect(first.advanced(by: second.days(after: first)) == second)
        #expect((0...6).contains(second.days(after: first)))
      }
      #expect(Weekday(code: first.code) == first)
      #expect(Weekday(code: first.code.lowercased()) == first)
      for days in extremes { #expect(first.advanced(by: days).advanced(by: -(days % 7)) == first) }
    }
    for wrong in ["", "M", "MON", "XX", "1MO", "M\u{D}", "\u{17F}u"] { #expect(Weekday(code: wrong) == nil) }
    #expect(Weekday(daysAfterMonday: -1) == .sunday && Weekday(daysAfterMonday: 7) == .monday)
  }
}
