import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Reading a rule")
struct RuleParsingTests {
  @Test func everyPart() throws {
    let rule = try RecurrenceRule(
      "RRULE:SKIP=FORWARD;RSCALE=chinese;WKST=SU;BYSETPOS=1,-1;BYMONTH=1,5L,13;BYWEEKNO=20,-1;BYYEARDAY=1,-366;"
        + "BYMONTHDAY=31,-31;BYDAY=MO,1FR,+2TU,-53SU;BYHOUR=0,23;BYMINUTE=59;BYSECOND=60;INTERVAL=10;COUNT=7;"
        + "FREQ=yearly")
    #expect(rule.frequency == .yearly)
    #expect(rule.end == .count(7))
    #expect(rule.interval == 10)
    #expect(rule.bySecond == [60])
    #expect(rule.byMinute == [59])
    #expect(rule.byHour == [0, 23])
    #expect(
      rule.byDay == [
        WeekdayOrdinal(.monday), WeekdayOrdinal(.friday, ordinal: 1), WeekdayOrdinal(.tuesday, ordinal: 2),
        WeekdayOrdinal(.sunday, ordinal: -53),
      ])
    #expect(rule.byMonthDay == [31, -31])
    #expect(rule.byYearDay == [1, -366])
    #expect(rule.byWeekNumber == [20, -1])
    #expect(rule.byMonth == [1, MonthNumber(5, isLeap: true), 13])
    #expect(rule.bySetPosition == [1, -1])
    #expect(rule.weekStart == .sunday)
    #expect(rule.skip == .forward)
    #expect(rule.calendarScale == "CHINESE")
  }

  @Test func untilInItsThreeForms() throws {
    #expect(
      try RecurrenceRule("FREQ=DAILY;UNTIL=20260630").end == .until(.date(CivilDate(2026, 6, 30))))
    #expect(
      try RecurrenceRule("FREQ=DAILY;UNTIL=20260630T235959").end
        == .until(.local(CivilDateTime(2026, 6, 30, 23, 59, 59))))
    #expect(
      try RecurrenceRule("FREQ=DAILY;UNTIL=20260630t215959z").end
        == .until(.utc(CivilDateTime(2026, 6, 30, 21, 59, 59))))
  }

  @Test(arguments: [
    "FREQ=DAILY;", ";;FREQ=DAILY", "freq=Daily;;", "rrule:FREQ=DAILY", "FREQ=DAILY;INTERVAL=01",
  ])
  func harmlessForms(_ text: String) throws {
    #expect(try RecurrenceRule(text) == RecurrenceRule(.daily))
  }

  /// The rules of RFC 5545 §3.8.5.3, as corrected by its errata, and those of RFC 7529 are all legal; they
  /// are printed as they are there, but for the order of parts.
  @Test(arguments: RuleSamples.rfc)
  func rulesOfTheStandards(_ text: String) throws {
    let rule = try RecurrenceRule(text)
    let parts = Set(
      text.split(separator: ";").filter { $0 != "WKST=MO" && $0 != "INTERVAL=1" && $0 != "SKIP=OMIT" })
    #expect(Set(rule.description.split(separator: ";")) == parts)
    #expect(try RecurrenceRule(rule.description) == rule)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
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
    Fault("", .missingFrequency, at: 0),
    Fault("INTERVAL=2", .missingFrequency, at: 10),
    Fault("FREQ=FORTNIGHTLY", .unknownValue, at: 5),
    Fault("FREQ=DAILY;X-FOO=1", .unknownPart, at: 11),
    Fault("FREQ=DAILY;BYHOUR=" + String(repeating: "1,", count: 8_192), .tooLong, at: 16_384),
    Fault("FREQ=DAILY;BYEASTER=0", .unknownPart, at: 11),
    Fault("FREQ=DAILY;COUNT", .syntax, at: 11),
    Fault("FREQ=DAILY;COUNT=", .emptyValue, at: 17),
    Fault("FREQ=DAILY;COUNT=0", .outOfRange, at: 17),
    Fault("FREQ=DAILY;COUNT=-1", .syntax, at: 17),
    Fault("FREQ=DAILY;COUNT=99999999999999999999999", .outOfRange, at: 17),
    Fault("FREQ=DAILY;INTERVAL=0", .outOfRange, at: 20),
    Fault("FREQ=DAILY;INTERVAL=2x", .syntax, at: 21),
    Fault("FREQ=DAILY;FREQ=DAILY", .repeatedPart, at: 11),
    Fault("FREQ=DAILY;COUNT=2;UNTIL=20260101", .countWithUntil, at: 19),
    Fault("FREQ=DAILY;BYSECOND=61", .outOfRange, at: 20),
    Fault("FREQ=DAILY;BYMINUTE=60", .outOfRange, at: 20),
    Fault("FREQ=DAILY;BYHOUR=1,24", .outOfRange, at: 20),
    Fault("FREQ=DAILY;BYHOUR=1,", .emptyValue, at: 20),
    Fault("FREQ=MONTHLY;BYMONTHDAY=0", .outOfRange, at: 24),
    Fault("FREQ=MONTHLY;BYMONTHDAY=32", .outOfRange, at: 24),
    Fault("FREQ=YEARLY;BYYEARDAY=367", .outOfRange, at: 22),
    Fault("FREQ=YEARLY;BYWEEKNO=-54", .outOfRange, at: 21),
    Fault("FREQ=YEARLY;BYMONTH=13", .outOfRange, at: 20),
    Fault("FREQ=YEARLY;BYMONTH=-1", .syntax, at: 20),
    Fault("FREQ=YEARLY;BYSETPOS=0", .outOfRange, at: 21),
    Fault("FREQ=WEEKLY;BYDAY=XX", .syntax, at: 18),
    Fault("FREQ=WEEKLY;BYDAY=MO TU", .syntax, at: 18),
    Fault("FREQ=WEEKLY;BYDAY=MO, TU", .syntax, at: 21),
    Fault("FREQ=MONTHLY;BYDAY=0MO", .outOfRange, at: 19),
    Fault("FREQ=MONTHLY;BYDAY=-MO", .syntax, at: 20),
    Fault("FREQ=MONTHLY;BYDAY=54MO", .outOfRange, at: 19),
    Fault("FREQ=WEEKLY;WKST=1", .unknownValue, at: 17),
    Fault("FREQ=YEARLY;SKIP=YES", .unknownValue, at: 17),
    Fault("FREQ=YEARLY;RSCALE=A B", .syntax, at: 20),
    Fault("FREQ=DAILY;UNTIL=2026-06-30", .untilForm, at: 17),
    Fault("FREQ=DAILY;UNTIL=tomorrow", .untilForm, at: 17),
    Fault("FREQ=DAILY;UNTIL=20260631", .untilImpossible, at: 17),
    Fault("FREQ=DAILY;UNTIL=20260630T240000Z", .untilImpossible, at: 17),
    Fault("FREQ=DAILY;UNTIL=20260630T235959+0200", .untilForm, at: 17),
    Fault(" FREQ=DAILY", .unknownPart, at: 0),
  ])
  func refused(_ fault: Fault) {
    let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(fault.text) }
    #expect(error?.code == fault.code)
    #expect(error?.offset == fault.offset)
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = RuleGenerator(seed: 7)
    let pieces = [
      "FREQ", "=", ";", ",", "DAILY", "UNTIL", "2026", "0630", "T", "Z", "-", "+", "BYDAY", "MO",
      "99999999999999",
      "COUNT", " ", "é", "RRULE:", "BYMONTH", "5L", "L", "INTERVAL", "TZID=", ":", "[", "24", ".", "\u{0}",
    ]
    for _ in 0..<rounds(5_000) {
      let text = (0..<random.number(0...14)).map { _ in random.one(of: pieces) }.joined()
      let strict = try? RecurrenceRule(text)
      let loose = try? RecurrenceRule.repairing(text)
      if let strict {
        #expect(loose?.rule == strict, "\(text)")
        #expect(loose?.issues.isEmpty == true, "\(text)")
      }
      if let loose { #expect((try? RecurrenceRule(loose.rule.description)) == loose.rule, "\(text)") }
    }
  }
}
