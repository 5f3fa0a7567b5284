import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Calendar systems of an expansion")
struct CalendarSystemTests {
  /// Thirteen months of 28 days; the Gregorian 1 January 1970, a Thursday, is the first day of year 0.
  static let fourWeeks = CalendarSystem(name: "X-Four-Weeks") { day in
    let year = day.flooredQuotient(364)
    return CalendarYear(
      number: year, monthsBefore: year * 13, firstDay: year * 364,
      months: (1...13).map { (MonthNumber($0), 28) })
  }

  private func days(_ text: String, from start: Int = 0, _ count: Int) throws -> [Int] {
    let rule = try RecurrenceRule("RSCALE=X-FOUR-WEEKS;\(text)")
    let calendars = CalendarSystems([Self.fourWeeks])
    let sequence = rule.occurrences(from: CivilDate(daysSinceEpoch: start), calendars: calendars)
    return sequence.prefix(count).map { $0.date.daysSinceEpoch }
  }

  @Test("Periods are the calendar's")
  func periods() throws {
    #expect(try days("FREQ=YEARLY", 3) == [0, 364, 728])
    #expect(try days("FREQ=MONTHLY", from: 5, 3) == [5, 33, 61])
    #expect(try days("FREQ=MONTHLY;INTERVAL=14", 3) == [0, 392, 784])
    #expect(try days("FREQ=YEARLY;INTERVAL=1000", 3) == [0, 364_000, 728_000])
    #expect(try days("FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=-1", 2) == [363, 727])
    #expect(try days("FREQ=YEARLY;BYYEARDAY=364,-364", 3) == [0, 363, 364])
    #expect(try days("FREQ=DAILY;INTERVAL=3;BYMONTH=2;BYMONTHDAY=1,2,3", 3) == [30, 393, 756])
    // 1 January 1970 was a Thursday, and so every year of whole weeks begins with one.
    #expect(try days("FREQ=MONTHLY;BYDAY=1MO", 2) == [4, 32])
    #expect(try days("FREQ=YEARLY;BYDAY=52WE", 2) == [363, 727])
    #expect(try days("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", 2) == [361, 725])
    #expect(try days("FREQ=WEEKLY;INTERVAL=2;BYMONTH=2;BYDAY=FR", 2) == [29, 43])
  }

  @Test("Days of instances that are counted do not use up the budget")
  func countingOverCenturies() throws {
    let start = try CivilDateTime("2026-09-12T09:00")
    let far = try CivilDateTime("2511-10-07T11:00")
    let calendars = CalendarSystems([.hebrew])
    let endless = try RecurrenceRule("RSCALE=HEBREW;FREQ=HOURLY;INTERVAL=7;BYMONTH=1")
    #expect(
      endless.occurrences(from: start, calendars: calendars).dropFirst(50_000).first { _ in true } == far)
    #expect(endless.occurrences(from: start, calendars: calendars).occurrence(at: 50_000) == far)
    var counted = endless
    counted.end = .count(50_001)
    #expect(counted.occurrences(from: start, calendars: calendars).next(after: far) == nil)
    // SKIP moves a leap month as a whole, so that its days are counted as others.
    let leap = try RecurrenceRule("RSCALE=HEBREW;FREQ=HOURLY;INTERVAL=7;BYMONTH=5L;SKIP=FORWARD")
      .occurrences(from: start, calendars: calendars)
    #expect(leap.occurrence(at: 20_000) == leap.dropFirst(20_000).first { _ in true })
  }

  @Test("SKIP moves days that the calendar lacks")
  func skip() throws {
    #expect(try days("FREQ=MONTHLY;BYMONTHDAY=29;SKIP=FORWARD", 3) == [28, 56, 84])
    #expect(try days("FREQ=MONTHLY;BYMONTHDAY=29;SKIP=BACKWARD", 3) == [27, 55, 83])
    #expect(try days("FREQ=YEARLY;BYMONTH=2L;BYMONTHDAY=1;SKIP=FORWARD", 2) == [56, 420])
    #expect(try days("FREQ=YEARLY;BYMONTH=2L;BYMONTHDAY=1;SKIP=BACKWARD", 2) == [28, 392])
    // After the last month comes the next year's first.
    #expect(try days("FREQ=YEARLY;BYMONTH=13L;BYMONTHDAY=1;SKIP=FORWARD", 2) == [364, 728])
    #expect(try days("FREQ=YEARLY;BYYEARDAY=365;SKIP=FORWARD", 2) == [364, 728])
    #expect(try days("FREQ=YEARLY;BYYEARDAY=365;SKIP=BACKWARD", 2) == [363, 727])
  }

  /// The Gregorian calendar under a name for which an expansion asks the system.
  static let gregorianTwin = CalendarSystem(name: "X-GREGORIAN") { day in
    let year = CivilDate(daysSinceEpoch: day).year
    return CalendarYear(
      number: year, monthsBefore: year * 12, firstDay: Gregorian.days(year: year, month: 1, day: 1),
      months: (1...12).map { (MonthNumber($0), Gregorian.daysInMonth(year, $0)) })
  }

  private func compareWithTwin(_ rule: RecurrenceRule, from start: CivilDateTime) {
    var (rule, twin) = (rule, rule)
    rule.calendarScale = "GREGORIAN"
    twin.calendarScale = "X-GREGORIAN"
    let year = start..<start.adding(days: 1500)
    let expected = rule.occurrences(from: start).occurrences(in: year)
    var found = twin.occurrences(from: start, calendars: CalendarSystems([Self.gregorianTwin]))
    found.budget = 100_000_000
    let instances = Array(found.occurrences(in: year).prefix(40))
    #expect(instances == Array(expected.prefix(40)), "\(rule) from \(start)")
  }

  @Test(
    "Ordinals count within the year unless BYMONTH is given; MONTHLY is limited by days and weeks of the year",
    arguments: [
      "FREQ=YEARLY;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=10MO", "FREQ=MONTHLY;BYDAY=MO;BYYEARDAY=1,2,3,4,5,6,7",
      "FREQ=MONTHLY;BYDAY=TU;BYWEEKNO=10,20",
    ])
  func limitsOfMonths(rule: String) throws {
    compareWithTwin(try RecurrenceRule(rule), from: try CivilDateTime("2026-03-02T09:00"))
  }

  @Test("A system with the Gregorian months has the Gregorian instances")
  func twinOfTheGregorianCalendar() {
    var generator = RuleGenerator(seed: 29)
    for _ in 0..<rounds(50) { compareWithTwin(generator.anyRule(), from: generator.dateTime()) }
  }

  @Test("A system that ends, repeats a year or has gaps ends the rule")
  func brokenSystems() throws {
    let start = CivilDate(daysSinceEpoch: 0)
    let rule = try RecurrenceRule("RSCALE=X-FOUR-WEEKS;FREQ=YEARLY")
    let ending = CalendarSystem(name: "X-FOUR-WEEKS") {
      $0 < 1000 ? Self.fourWeeks.year(containing: $0) : nil
    }
    let stuck = CalendarSystem(name: "X-FOUR-WEEKS") { _ in Self.fourWeeks.year(containing: 0) }
    let gapped = CalendarSystem(name: "X-FOUR-WEEKS") { day in
      let year = day.flooredQuotient(400)
      return CalendarYear(
        number: year, monthsBefore: year * 13, firstDay: year * 400,
        months: (1...13).map { (MonthNumber($0), 28) })
    }
    for (system, count) in [(ending, 3), (stuck, 1), (gapped, 1)] {
      var iterator = rule.occurrences(from: start, calendars: CalendarSystems([system])).makeIterator()
      for _ in 0..<count { #expect(iterator.next() != nil) }
      #expect(iterator.next() == nil)
      #expect(iterator.outcome == .finished)
    }
  }

  @Test("Impossible years are refused")
  func impossibleYears() {
    #expect(CalendarYear(number: 1, monthsBefore: 0, firstDay: 0, months: []) == nil)
    #expect(CalendarYear(number: 1, monthsBefore: 0, firstDay: 0, months: [(1, 63)]) == nil)
    #expect(CalendarYear(number: 1, monthsBefore: 0, firstDay: 0, months: [(2, 30), (1, 30)]) == nil)
    #expect(CalendarYear(number: 1, monthsBefore: 0, firstDay: .max, months: [(1, 30)]) == nil)
    #expect(CalendarYear(number: .min, monthsBefore: 0, firstDay: 0, months: [(1, 30)]) == nil)
    #expect(
      CalendarYear(number: 1, monthsBefore: 0, firstDay: 0, months: (1...13).map { (MonthNumber($0), 31) })
        == nil)
  }

  @Test("Names are found in either case; calendars of Gregorian months need no system")
  func names() throws {
    let systems = CalendarSystems([Self.fourWeeks, .hebrew])
    #expect(systems["x-four-weeks"]?.name == "X-FOUR-WEEKS")
    #expect(systems["ISO8601"] == nil && systems.supports("iso8601") && !systems.supports("CHINESE"))
    let rule = try RecurrenceRule("RSCALE=ROC;FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=10;COUNT=2")
    #expect(
      rule.occurrences(from: try CivilDate(2026, 1, 1)).map { $0.date.description } == [
        "2026-10-10", "2027-10-10",
      ])
  }
}

@Suite("SKIP in the Gregorian calendar")
struct GregorianSkipTests {
  private func dates(_ text: String, from start: String, _ count: Int) throws -> [String] {
    let rule = try RecurrenceRule("RSCALE=GREGORIAN;\(text)")
    return rule.occurrences(from: try CivilDateTime(start)).prefix(count).map(\.description)
  }

  // 2020 and 2026 have a week 53; RFC 7529 §4.1 lists weeks that a year does not have among what SKIP is for.
  @Test("Week 53 moves to the neighbouring week")
  func weeks() throws {
    #expect(
      try dates("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;SKIP=FORWARD", from: "2020-01-01T09:00", 3) == [
        "2020-12-28T09:00:00", "2022-01-03T09:00:00", "2023-01-02T09:00:00",
      ])
    #expect(
      try dates("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;SKIP=BACKWARD", from: "2020-01-01T09:00", 3) == [
        "2020-12-28T09:00:00", "2021-12-27T09:00:00", "2022-12-26T09:00:00",
      ])
    #expect(
      try dates("FREQ=YEARLY;BYWEEKNO=-53;BYDAY=MO;SKIP=BACKWARD", from: "2020-01-10T09:00", 2) == [
        "2020-12-28T09:00:00", "2021-12-27T09:00:00",
      ])
    #expect(
      try dates("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", from: "2020-01-01T09:00", 2) == [
        "2020-12-28T09:00:00", "2026-12-28T09:00:00",
      ])
  }

  @Test("A day reached twice is one instance at each of its times")
  func severalTimes() throws {
    #expect(
      try dates("FREQ=YEARLY;BYYEARDAY=1,366;BYHOUR=9,17;SKIP=FORWARD", from: "2021-01-01T09:00", 4) == [
        "2021-01-01T09:00:00", "2021-01-01T17:00:00", "2022-01-01T09:00:00", "2022-01-01T17:00:00",
      ])
  }

  @Test("Parts that only limit have no dates to move", arguments: ["DAILY", "WEEKLY", "HOURLY"])
  func limits(frequency: String) throws {
    let day = frequency == "WEEKLY" ? "BYYEARDAY=366;BYDAY=MO,TU,WE,TH,FR,SA,SU" : "BYYEARDAY=366"
    let moved = try dates("FREQ=\(frequency);\(day);SKIP=BACKWARD", from: "2021-01-01T09:00", 1)
    #expect(moved.first?.hasPrefix("2024-12-31") == true)
  }
}
