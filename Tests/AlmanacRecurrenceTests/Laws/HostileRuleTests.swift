import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Rules that a file may hold to make a program hang or crash: each question ends, with a typed outcome, and no value
/// makes anything trap.
@Suite("Hostile rules")
struct HostileRuleTests {
  /// Asks everything that a sequence can be asked.
  private func askAll(_ rule: RecurrenceRule, from start: CivilDateTime) {
    let sequence = rule.occurrences(from: start)
    var iterator = sequence.makeIterator()
    var last: CivilDateTime?
    for _ in 0..<50 {
      guard let time = iterator.next() else {
        #expect(iterator.outcome != .running, "\(rule)")
        break
      }
      #expect(time >= start && last.map { $0 < time } ?? true, "\(rule)")
      last = time
    }
    // A COUNT is turned into a last instance once.
    let part = sequence.starting(at: .min)
    for time in [CivilDateTime.min, start.adding(days: 20_000), .max] {
      _ = part.next(after: time)
      _ = part.previous(before: time)
      _ = part.contains(time)
      _ = part.starting(at: time).collect(3)
    }
    _ = part.count(in: start..<start.adding(days: 40))
    _ = sequence.occurrence(at: Int.max)
  }

  private static let start = try? CivilDateTime(2026, 1, 31, 9, 30, 15)

  @Test("A sequence stores no list of the instances of a day, however many there are")
  func dense() throws {
    let start = try #require(Self.start)
    func every(_ part: String, _ count: Int) -> String {
      part + "=" + (0..<count).map(String.init).joined(separator: ",")
    }
    let clock = [every("BYHOUR", 24), every("BYMINUTE", 60), every("BYSECOND", 60)].joined(separator: ";")
    let rules = try [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;" + clock, "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29",
      "FREQ=MINUTELY;BYSECOND=0,15,30,45;BYMONTH=2;BYMONTHDAY=29",
    ].map { try RecurrenceRule($0) }
    // With lists they would need a gigabyte, or several.
    let all = (0..<(isAtLength ? 9_999 : 1_800)).map { rules[$0 % 3].occurrences(from: start) }
    let days = try (CivilDateTime(2028, 2, 29, 0, 0, 0), CivilDateTime(2032, 2, 29, 0, 0, 0))
    for (sequence, times) in zip(all.suffix(3), [86_400, 86_400, 5760]) {
      #expect(sequence.next(after: start) == days.0)
      #expect(sequence.next(after: days.0.adding(seconds: 86_399)) == days.1)
      #expect(sequence.count(in: days.0..<days.0.adding(days: 1)) == times)
    }
  }

  @Test("Days of numbered weeks in 400 years, of which 71 have a 53rd week")
  func numberedWeeks() throws {
    let first = try CivilDateTime(2000, 1, 1, 9, 0, 0)
    let cycle = first..<(try CivilDateTime(2400, 1, 1, 9, 0, 0))
    for (rule, count) in [
      ("FREQ=DAILY;BYWEEKNO=53", 71 * 7), ("FREQ=DAILY;BYWEEKNO=1", 400 * 7),
      ("FREQ=DAILY;BYWEEKNO=-1", 400 * 7),
      ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH", 71), ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH", 400),
      ("FREQ=HOURLY;INTERVAL=24;BYWEEKNO=53", 71 * 7), ("FREQ=WEEKLY;BYWEEKNO=53;BYDAY=TH", 71),
    ] {
      let sequence = try RecurrenceRule(rule).occurrences(from: first)
      #expect(sequence.count(in: cycle) == count, "\(rule)")
      #expect(sequence.occurrences(in: cycle).collect(5_000).count == count, "\(rule)")
    }
  }

  @Test(
    "Rules that rarely match: the leap days among every n-th day, every n-th week, every n-th hour",
    arguments: 2...9)
  func leapDays(interval: Int) throws {
    let first = try CivilDateTime(1901, 1, 1, 0, 0, 0)
    let end = try CivilDateTime(2401, 1, 1, 0, 0, 0)
    let leapYears = stride(from: 1904, through: 2400, by: 4).filter { $0 % 100 != 0 || $0 % 400 == 0 }
    let days = try leapYears.map { try CivilDate($0, 2, 29).daysSinceEpoch - first.date.daysSinceEpoch }
    func times(_ rule: String) throws -> [CivilDateTime] {
      try RecurrenceRule("\(rule);INTERVAL=\(interval);BYMONTH=2;BYMONTHDAY=29").occurrences(from: first)
        .occurrences(in: first..<end).collect(3_000)
    }
    func starts(_ days: [Int]) -> [CivilDateTime] { days.map { first.adding(days: $0) } }
    #expect(try times("FREQ=DAILY") == starts(days.filter { $0 % interval == 0 }))
    // 1 January 1901 is a Tuesday: its week began a day earlier.
    let inWeek = days.filter { ($0 + 1) / 7 % interval == 0 }
    #expect(try times("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU") == starts(inWeek))
    let hours = starts(days).flatMap { day in (0..<24).map { day.adding(seconds: $0 * 3600) } }
    let inHour = hours.filter { $0.seconds(since: first) / 3600 % interval == 0 }
    #expect(try times("FREQ=HOURLY") == inHour)
  }

  @Test(
    "A COUNT of positions in every so many hours, more than a day of them",
    arguments: [25, 31, 48, 49, 8_761])
  func countOverDays(interval: Int) throws {
    let start = try CivilDateTime(1970, 1, 1, 0, 0, 0)
    let parts = "FREQ=HOURLY;INTERVAL=\(interval);BYMINUTE=0,10,20,30;BYSETPOS=-1,2"
    for count in [2, 9_999, 12_000] {
      let (periods, second) = (count - 1).quotientAndRemainder(dividingBy: 2)
      let last = start.adding(seconds: periods * interval * 3600 + (second == 0 ? 600 : 1800))
      let sequence = try RecurrenceRule("\(parts);COUNT=\(count)").occurrences(from: start)
      #expect(sequence.occurrence(at: count - 1) == last)
      #expect(sequence.occurrence(at: count) == nil)
      #expect(sequence.next(after: last) == nil && sequence.previous(before: .max) == last)
    }
    // Of the hours of a day that the steps reach, two.
    let periods = Swift.min(20_000, 60_000_000 / interval)
    let hours = (0..<periods).map { $0 * interval }.filter { [3, 7].contains($0 % 24) }
    let limited = try RecurrenceRule("FREQ=HOURLY;INTERVAL=\(interval);BYHOUR=3,7").occurrences(from: start)
    for index in [0, hours.count / 2, hours.count - 1] where !hours.isEmpty {
      #expect(limited.occurrence(at: index) == start.adding(seconds: hours[index] * 3600))
    }
    #expect(limited.count(in: start..<start.adding(seconds: periods * interval * 3600)) == hours.count)
  }

  @Test("A COUNT that ends within a day of seconds ends at that second")
  func countWithinDay() throws {
    // The days that count begin on Monday, 5 January 1970, two in each week.
    let start = try CivilDateTime(1970, 1, 1, 0, 0, 0)
    let monday = try CivilDateTime(1970, 1, 5, 0, 0, 0)
    for count in [86_401, 100_000, 172_800, 172_801, 10_000_000] {
      let rule = try RecurrenceRule("FREQ=SECONDLY;COUNT=\(count);BYDAY=MO,TU")
      let (days, second) = (count - 1).quotientAndRemainder(dividingBy: 86_400)
      let last = monday.adding(days: days / 2 * 7 + days % 2).adding(seconds: second)
      let sequence = rule.occurrences(from: start)
      #expect(sequence.occurrence(at: count - 1) == last)
      #expect(sequence.occurrence(at: count) == nil)
      #expect(sequence.next(after: last) == nil && sequence.previous(before: .max) == last)
    }
  }

  @Test("Rules that never match end at every frequency", arguments: RecurrenceRule.Frequency.allCases)
  func neverMatching(frequency: RecurrenceRule.Frequency) throws {
    let start = try #require(Self.start)
    for interval in [1, 7, 86_399, Int(Int32.max)] {
      for change in Self.impossible {
        var rule = RecurrenceRule(frequency, every: interval)
        change(&rule)
        var iterator = rule.occurrences(from: start).makeIterator()
        #expect(iterator.next() == nil, "\(rule)")
        #expect(iterator.outcome != .running, "\(rule)")
        #expect(iterator.next() == nil, "\(rule)")
      }
    }
  }

  private static let impossible: [@Sendable (inout RecurrenceRule) -> Void] = [
    { rule in
      rule.byMonth = [2]
      rule.byMonthDay = [30, 31]
    },
    { rule in
      rule.byMonth = [4]
      rule.byMonthDay = [-31]
    },
    { rule in
      rule.byMonth = [1]
      rule.byYearDay = [200]
      // BYYEARDAY may be skipped where it is not allowed.
      rule.byMonthDay = [32]
    },
    { rule in
      rule.byHour = [24]
      rule.byMinute = [60]
      rule.bySecond = [61]
    },
    { rule in
      rule.byMonth = [2]
      rule.byMonthDay = [30]
      rule.byHour = [3]
      rule.byMinute = [7]
      rule.bySecond = [11]
    },
    { rule in
      rule.byDay = [WeekdayOrdinal(.monday)]
      rule.bySetPosition = [400]
      rule.byMonthDay = [0]
    },
  ]

  @Test("Counts and intervals of any size", arguments: RecurrenceRule.Frequency.allCases)
  func hugeNumbers(frequency: RecurrenceRule.Frequency) throws {
    let start = try #require(Self.start)
    let numbers = [Int.min, 0, 7, 2_000_000_000, Int.max].flatMap { [($0, Int.min), ($0, 2_000_000_000)] }
    for (interval, count) in sample(numbers, oneIn: 2, seed: UInt64(frequency.rawValue)) {
      var rule = RecurrenceRule(frequency, every: interval, until: .count(count))
      askAll(rule, from: start)
      rule.byHour = [3, 9]
      rule.byMinute = [1, 30]
      askAll(rule, from: start)
      rule.byDay = [WeekdayOrdinal(.friday), WeekdayOrdinal(.monday)]
      rule.bySetPosition = [1, -1]
      askAll(rule, from: start)
    }
  }

  @Test("Values outside all limits, given to the rule directly", arguments: RecurrenceRule.Frequency.allCases)
  func extremeValues(frequency: RecurrenceRule.Frequency) throws {
    let start = try #require(Self.start)
    let numbers = [Int.min, -1_000, -54, 0, 1, 61, 400, Int.max]
    for skip in sample([RecurrenceRule.Skip.omit, .forward], oneIn: 2, seed: UInt64(frequency.rawValue)) {
      var rule = RecurrenceRule(frequency)
      rule.skip = skip
      rule.bySecond = numbers
      rule.byMinute = numbers
      rule.byHour = numbers
      rule.byMonthDay = numbers
      if skip == .omit { askAll(rule, from: start) }
      rule.byYearDay = numbers
      rule.byWeekNumber = numbers
      rule.byMonth = numbers.map { MonthNumber($0) }
      rule.byDay = numbers.map { WeekdayOrdinal(.sunday, ordinal: $0) }
      rule.bySetPosition = numbers
      askAll(rule, from: start)
    }
  }

  @Test("Full lists, and lists of thousands", arguments: RecurrenceRule.Frequency.allCases)
  func fullLists(frequency: RecurrenceRule.Frequency) throws {
    let start = try #require(Self.start)
    var rule = RecurrenceRule(frequency, every: 7, until: .count(2_000_000_000))
    rule.bySecond = Array(0...60)
    rule.byMinute = Array(0...59)
    rule.byHour = Array(0...23)
    rule.byMonth = (1...12).map { MonthNumber($0) }
    rule.byMonthDay = Array(-31...31)
    if frequency == .yearly { rule.byYearDay = Array(-366...366) }
    rule.byDay = Weekday.allCases.map { WeekdayOrdinal($0) }
    askAll(rule, from: start)
    rule.bySetPosition = Array(-5_000...5_000)
    askAll(rule, from: start)
  }

  @Test("Starts at both ends of the calendar", arguments: RecurrenceRule.Frequency.allCases)
  func endsOfTheCalendar(frequency: RecurrenceRule.Frequency) {
    let starts = [CivilDateTime.min, .max, CivilDate.max.startOfDay]
    let cases = starts.flatMap { [($0, 1), ($0, Int(Int32.max))] }
    for (start, interval) in sample(cases, oneIn: 2, seed: UInt64(frequency.rawValue)) {
      var rule = RecurrenceRule(frequency, every: interval)
      askAll(rule, from: start)
      rule.byWeekNumber = [1, 53, -1]
      rule.weekStart = .friday
      askAll(rule, from: start)
      rule.byWeekNumber = []
      rule.byMonthDay = [31, -31]
      rule.skip = .forward
      askAll(rule, from: start)
      rule.byHour = [0, 23]
      rule.end = .until(.utc(.max))
      rule.skip = .backward
      askAll(rule, from: start)
    }
  }

  @Test("Random rules that RFC 5545 does not allow", arguments: 1...4)
  func notAllowed(seed: UInt64) {
    var generator = RuleGenerator(seed: 500 + seed)
    for _ in 0..<15 { askAll(generator.anyRule(), from: generator.dateTime()) }
  }

  @Test("A budget of the caller's ends a search early")
  func budget() throws {
    // The 30th second of minutes that are 61 seconds apart on 29 February at noon: rare, and found by stepping.
    var rule = RecurrenceRule(.secondly, every: 86_399)
    rule.byMonth = [2]
    rule.byMonthDay = [29]
    rule.byHour = [12]
    rule.byMinute = [0]
    rule.bySecond = [0]
    var sequence = rule.occurrences(from: try #require(Self.start))
    sequence.budget = 10
    var iterator = sequence.makeIterator()
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .budgetExceeded)
  }
}
