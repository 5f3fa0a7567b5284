import AlmanacRecurrence
import AlmanacTime
import CommandLineKit
import Testing

@Suite("A rule from English words")
struct RuleEnglishTests {
  @Test(arguments: [
    ("every monday and wednesday until 2026-06-30", "FREQ=WEEKLY;UNTIL=20260630;BYDAY=MO,WE"),
    ("daily", "FREQ=DAILY"),
    ("Every Day", "FREQ=DAILY"),
    ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
    ("every two weeks", "FREQ=WEEKLY;INTERVAL=2"),
    ("fortnightly on tue", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
    ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("weekdays at 9", "FREQ=WEEKLY;BYMINUTE=0;BYHOUR=9;BYDAY=MO,TU,WE,TH,FR"),
    ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU"),
    ("EVERY MONDAY.", "FREQ=WEEKLY;BYDAY=MO"),
    ("mondays", "FREQ=WEEKLY;BYDAY=MO"),
    ("every other friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
    ("every other day", "FREQ=DAILY;INTERVAL=2"),
    ("every third day", "FREQ=DAILY;INTERVAL=3"),
    ("every second day", "FREQ=DAILY;INTERVAL=2"),
    ("every second", "FREQ=SECONDLY"),
    ("every 30 seconds", "FREQ=SECONDLY;INTERVAL=30"),
    ("weekly on mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
    ("every fri, mon", "FREQ=WEEKLY;BYDAY=MO,FR"),
    ("every month on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("every month on day 15", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("monthly on the 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
    ("every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("every month on the last friday", "FREQ=MONTHLY;BYDAY=-1FR"),
    ("on the last friday of every month, 24 times", "FREQ=MONTHLY;COUNT=24;BYDAY=-1FR"),
    ("on the first and third tuesday of every month", "FREQ=MONTHLY;BYDAY=1TU,3TU"),
    ("every first monday", "FREQ=MONTHLY;BYDAY=1MO"),
    ("every first monday of the month", "FREQ=MONTHLY;BYDAY=1MO"),
    ("every second friday of the month", "FREQ=MONTHLY;BYDAY=2FR"),
    ("every 3 months on the second-to-last sunday", "FREQ=MONTHLY;INTERVAL=3;BYDAY=-2SU"),
    ("on the last weekday of every month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
    ("every year on 6 january", "FREQ=YEARLY;BYMONTHDAY=6;BYMONTH=1"),
    ("every year on january 6th", "FREQ=YEARLY;BYMONTHDAY=6;BYMONTH=1"),
    ("every 6 january", "FREQ=YEARLY;BYMONTHDAY=6;BYMONTH=1"),
    ("every june 1 and december 1", "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=6,12"),
    ("yearly on the fourth thursday of november", "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11"),
    ("every january", "FREQ=YEARLY;BYMONTH=1"),
    ("every day in july and august", "FREQ=DAILY;BYMONTH=7,8"),
    ("every 3 months", "FREQ=MONTHLY;INTERVAL=3"),
    ("quarterly", "FREQ=MONTHLY;INTERVAL=3"),
    ("every hour", "FREQ=HOURLY"),
    ("every 15 minutes", "FREQ=MINUTELY;INTERVAL=15"),
    ("every tuesday for 10 times", "FREQ=WEEKLY;COUNT=10;BYDAY=TU"),
    ("every tuesday at 6pm, 10 times", "FREQ=WEEKLY;COUNT=10;BYMINUTE=0;BYHOUR=18;BYDAY=TU"),
    ("every day at 9:30 am and 5:30 pm", "FREQ=DAILY;BYMINUTE=30;BYHOUR=9,17"),
    ("every day at 12am", "FREQ=DAILY;BYMINUTE=0;BYHOUR=0"),
    ("every day at noon", "FREQ=DAILY;BYMINUTE=0;BYHOUR=12"),
    ("every day until 30 june 2026", "FREQ=DAILY;UNTIL=20260630"),
    ("every day until 30.6.26", "FREQ=DAILY;UNTIL=20260630"),
    ("every day until June 30, 2026", "FREQ=DAILY;UNTIL=20260630"),
    ("until 2026-06-30 every day", "FREQ=DAILY;UNTIL=20260630"),
    ("every day until 2026-06-30T17:00", "FREQ=DAILY;UNTIL=20260630T170000"),
    ("every day until 30 june 2026 at 17:00 utc", "FREQ=DAILY;UNTIL=20260630T170000Z"),
    ("every year on the 100th day of the year", "FREQ=YEARLY;BYYEARDAY=100"),
  ])
  func phrases(_ text: String, _ expected: String) throws {
    #expect(try RecurrenceRule(english: text).description == expected)
  }

  @Test func lengthsCountFromTheStart() throws {
    let start = try CivilDate(2026, 3, 2)
    #expect(
      try RecurrenceRule(english: "every monday for 6 weeks", from: start).end
        == .until(.date(CivilDate(2026, 4, 12))))
    #expect(
      try RecurrenceRule(english: "daily for 2 months", from: start).end
        == .until(.date(CivilDate(2026, 5, 1))))
    #expect(throws: RecurrenceError.self) { try RecurrenceRule(english: "every monday for 6 weeks") }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let code: RecurrenceError.Code
    let offset: Int
    var testDescription: String { text }

    init(_ text: String, _ code: RecurrenceError.Code, at offset: Int) {
      self.text = text
      self.code = code
      self.offset = offset
    }
  }

  @Test(arguments: [
    Refusal("", .missingFrequency, at: 0),
    Refusal("every", .syntax, at: 5),
    Refusal("every blue moon", .syntax, at: 6),
    Refusal("every monday untli 2026-06-30", .syntax, at: 13),
    Refusal("every monday until friday", .syntax, at: 19),
    Refusal("every monday until 31 june 2026", .syntax, at: 19),
    Refusal("every second friday", .ambiguous, at: 6),
    Refusal("every 0 weeks", .outOfRange, at: 6),
    Refusal("every day every week", .contradiction, at: 16),
    Refusal("every month on friday", .contradiction, at: 15),
    Refusal("every week on the 15th", .contradiction, at: 14),
    Refusal("every year on the first monday", .contradiction, at: 14),
    Refusal("every monday 3 times until 2026-01-01", .contradiction, at: 27),
    Refusal("every year on 30 february", .outOfRange, at: 14),
    Refusal("on 6 january and 7 march", .contradiction, at: 3),
    Refusal("every day at 25:00", .syntax, at: 13),
    Refusal("every day at 09:00 and 17:30", .contradiction, at: 13),
    Refusal("every hour at 9", .contradiction, at: 14),
    Refusal("on the 99th of every month", .outOfRange, at: 3),
    Refusal("every day for 99999999999 times", .syntax, at: 14),
    Refusal("10 times", .missingFrequency, at: 8),
  ])
  func refused(_ refusal: Refusal) {
    let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(english: refusal.text) }
    #expect(error?.code == refusal.code)
    #expect(error?.offset == refusal.offset)
  }

  @Test func anyWordsAreReadOrRefused() {
    var random = RuleGenerator(seed: 11)
    let words = [
      "every", "other", "first", "last", "2", "15th", "monday", "weekday", "month", "months", "year", "of",
      "the",
      "on", "in", "at", "until", "2026-06-30", "june", "30", "2026", "9", "09:00", "pm", "10", "times", "for",
      "weeks", "day", "and", ",", "second", "é", "daily", "weekend", "999999999", "utc", "0", "days", "once",
    ]
    for _ in 0..<30_000 {
      let text = (0..<random.number(0...9)).map { _ in random.one(of: words) }.joined(separator: " ")
      guard let rule = try? RecurrenceRule(english: text) else { continue }
      #expect(rule.validate().isEmpty, "\(text)")
    }
  }

  /// The description of a rule, read back, is the rule.
  @Test func wordsReadBackAreTheRule() throws {
    var random = RuleGenerator(seed: 5)
    let start = EventTime.floating(try CivilDateTime(2026, 3, 2, 9))
    var read = 0
    for index in 0..<8_000 {
      let rule = index.isMultiple(of: 4) ? random.anyRule() : random.plainRule()
      let words = rule.description(in: .english)
      guard let again = try? RecurrenceRule(english: words) else {
        #expect(words.contains("("), "\(rule): \(words)")
        continue
      }
      read += 1
      let instances = [again, rule].map { $0.occurrences(from: start).collect(500) }
      #expect(instances[0] == instances[1] && again.end == rule.end, "\(rule): \(words): \(again)")
    }
    #expect(read > 2_000)
  }

  @Test(
    "an end without a year is the nearest from the start, in every form of a date",
    arguments: [
      ("until 30 nov", "2026-11-30"), ("until november", "2026-11-30"), ("until friday", "2026-03-06"),
      ("until the 15th", "2026-03-15"), ("until 30 jan at 9", "2027-01-30"),
    ])
  func nearestEnd(text: String, last: String) throws {
    let rule = try RecurrenceRule(english: "every weekday \(text)", from: CivilDate(2026, 3, 2))
    #expect(rule.description.contains("UNTIL=\(last.replacing("-", with: ""))"))
  }
}
