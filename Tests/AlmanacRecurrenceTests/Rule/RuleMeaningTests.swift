import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

extension RecurrenceRule {
  /// Which the pure layers do not expand.
  fileprivate var isOfAnotherCalendar: Bool { calendarScale != nil && calendarScale != "GREGORIAN" }
}

@Suite("Rules of the same meaning")
struct RuleMeaningTests {
  /// A Monday.
  let start: EventTime
  let date: EventTime

  init() throws {
    start = .floating(try CivilDateTime(2026, 3, 2, 9))
    date = .date(try CivilDate(2026, 3, 2))
  }

  private func instances(_ rule: RecurrenceRule) -> [CivilDateTime] {
    rule.occurrences(from: start).collect(60)
  }

  /// Each line's rules are the same from Monday 2 March 2026 at nine.
  @Test(arguments: [
    [
      "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;INTERVAL=7", "FREQ=DAILY;BYDAY=MO",
      "FREQ=WEEKLY;WKST=SU",
    ],
    ["FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=WEEKLY;BYDAY=WE,MO,WE;WKST=SU", "FREQ=DAILY;BYDAY=WE,MO;BYHOUR=9"],
    ["FREQ=WEEKLY;INTERVAL=2", "FREQ=DAILY;INTERVAL=14", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=TH"],
    [
      "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=2", "FREQ=DAILY;BYMONTHDAY=2",
      "FREQ=MONTHLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12",
      "FREQ=MONTHLY;BYSETPOS=2;BYDAY=MO,TU,WE,TH,FR,SA,SU",
    ],
    ["FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=-1FR;BYMINUTE=0"],
    [
      "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3", "FREQ=MONTHLY;INTERVAL=12",
      "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2",
    ],
    ["FREQ=YEARLY;INTERVAL=3", "FREQ=MONTHLY;INTERVAL=36"],
    ["FREQ=MONTHLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
    [
      "FREQ=DAILY", "FREQ=HOURLY;BYHOUR=9", "FREQ=HOURLY;INTERVAL=24", "FREQ=MINUTELY;INTERVAL=1440",
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "RSCALE=GREGORIAN;FREQ=DAILY",
    ],
    ["FREQ=DAILY;UNTIL=20260630", "FREQ=DAILY;UNTIL=20260630T235959", "FREQ=DAILY;UNTIL=20260630T235959Z"],
    ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13"],
    ["FREQ=DAILY;BYMONTH=1;BYMONTHDAY=6", "FREQ=YEARLY;BYMONTHDAY=6;BYMONTH=1", "FREQ=YEARLY;BYYEARDAY=6"],
    ["FREQ=MONTHLY;BYMONTHDAY=15,1,15", "FREQ=MONTHLY;BYMONTHDAY=1,15"],
    ["FREQ=MONTHLY;BYDAY=1FR,FR", "FREQ=WEEKLY;BYDAY=FR"],
    [
      "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=3,-2", "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-2,3,3;WKST=TU",
      "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=3,-2",
    ],
    // All over before the start.
    [
      "FREQ=DAILY;UNTIL=20200101", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20190301T000000Z",
      "FREQ=MONTHLY;UNTIL=20200101",
    ],
    [
      "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31", "FREQ=YEARLY;BYYEARDAY=-1",
      "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1",
    ],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,-1",
      "FREQ=MONTHLY;BYDAY=FR,TU,WE,TH,MO;BYSETPOS=-1",
    ],
  ])
  func same(_ rules: [String]) throws {
    let first = instances(try RecurrenceRule(rules[0]))
    for text in rules {
      let rule = try RecurrenceRule(text)
      #expect(instances(rule) == first, "\(text)")
      for other in rules {
        #expect(rule.isEquivalent(to: try RecurrenceRule(other), from: start), "\(text) \(other)")
      }
    }
  }

  @Test(arguments: [
    ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU"),
    ("FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=4"),
    ("FREQ=YEARLY;BYMONTHDAY=2", "FREQ=MONTHLY;BYMONTHDAY=2"),
    ("FREQ=YEARLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"),
    ("FREQ=MONTHLY;BYHOUR=9,10;BYDAY=FR;BYSETPOS=1", "FREQ=MONTHLY;BYHOUR=9,10;BYDAY=1FR"),
    ("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=DAILY;BYDAY=MO,TU;BYSETPOS=1"),
    ("FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=2", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=2"),
    ("FREQ=YEARLY;BYMONTH=1,2;BYDAY=MO,TU;BYSETPOS=1", "FREQ=MONTHLY;BYMONTH=1,2;BYDAY=MO,TU;BYSETPOS=1"),
    ("RSCALE=HEBREW;FREQ=YEARLY", "FREQ=YEARLY"),
    ("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "FREQ=MONTHLY;BYMONTHDAY=31"),
  ])
  func different(_ one: String, _ other: String) throws {
    let (one, other) = (try RecurrenceRule(one), try RecurrenceRule(other))
    #expect(!one.isEquivalent(to: other, from: start))
    #expect(one.isOfAnotherCalendar || instances(one) != instances(other))
  }

  @Test func timesMeanNothingForDates() throws {
    let rule = try RecurrenceRule("FREQ=DAILY;BYHOUR=9,10")
    #expect(rule.isEquivalent(to: RecurrenceRule(.daily), from: date))
    #expect(!rule.isEquivalent(to: RecurrenceRule(.daily), from: start))
  }

  /// RFC 5545 §3.3.10: a number before a weekday is for MONTHLY and YEARLY without BYWEEKNO, times of day are ignored
  /// for dates, BYSETPOS occurs beside another BY-part only.
  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=1MO,TU", "FREQ=WEEKLY;BYDAY=MO,TU", "FREQ=WEEKLY;BYDAY=MO,TU"),
    ("FREQ=DAILY;BYDAY=-1FR,FR", "FREQ=DAILY;BYDAY=FR", "FREQ=DAILY;BYDAY=FR"),
    (
      "FREQ=YEARLY;BYWEEKNO=10;BYDAY=1MO", "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=10",
      "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=10"
    ),
    ("FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"),
    ("FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY", "FREQ=MONTHLY"),
    ("FREQ=MONTHLY;BYSETPOS=2", "FREQ=MONTHLY;BYSETPOS=2", "FREQ=MONTHLY;BYSETPOS=2"),
    ("FREQ=WEEKLY;BYMONTHDAY=13", "FREQ=WEEKLY;BYMONTHDAY=13", "FREQ=WEEKLY;BYMONTHDAY=13"),
    ("FREQ=DAILY;BYHOUR=9;BYMINUTE=5", "FREQ=DAILY;BYMINUTE=5;BYHOUR=9", "FREQ=DAILY"),
    ("FREQ=DAILY;BYHOUR=9;BYSETPOS=-1", "FREQ=DAILY;BYHOUR=9;BYSETPOS=-1", "FREQ=DAILY"),
  ])
  func idleParts(_ text: String, _ withTime: String, _ withDate: String) throws {
    let rule = try RecurrenceRule(text)
    #expect(rule.removingIgnoredParts(for: start).description == withTime)
    #expect(rule.removingIgnoredParts(for: date).description == withDate)
  }

  @Test func idlePartsMeanNothing() {
    var random = RuleGenerator(seed: 5)
    for _ in 0..<rounds(400) {
      var rule = random.anyRule()
      if random.chance(1, in: 3) {
        (rule.byDay, rule.byMonthDay, rule.byYearDay, rule.byWeekNumber) = ([], [], [], [])
        (rule.bySecond, rule.byMinute, rule.byHour, rule.byMonth) = ([], [], [], [])
        rule.bySetPosition = [random.signed(2)]
      }
      let time = random.dateTime()
      for start in [EventTime.floating(time), .date(time.date)] {
        let legal = rule.removingIgnoredParts(for: start)
        guard legal != rule else { continue }
        let (mine, theirs) = (legal.occurrences(from: start), rule.occurrences(from: start))
        #expect(mine.collect(20) == theirs.collect(20), "\(rule) from \(start)")
        #expect(legal.removingIgnoredParts(for: start) == legal, "\(rule)")
      }
    }
  }
}
