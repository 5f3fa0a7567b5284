import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Validating a rule")
struct RuleValidationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let codes: [RecurrenceError.Code]
    var testDescription: String { rule }

    init(_ rule: String, _ codes: RecurrenceError.Code...) {
      self.rule = rule
      self.codes = codes
    }
  }

  @Test(arguments: [
    Case("FREQ=WEEKLY;BYDAY=2MO", .numberedWeekday),
    Case("FREQ=DAILY;BYDAY=-1FR", .numberedWeekday),
    Case("FREQ=HOURLY;BYDAY=MO,1TU", .numberedWeekday),
    Case("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", .numberedWeekdayInWeek),
    Case("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO"),
    Case("FREQ=WEEKLY;BYMONTHDAY=1", .partNotForFrequency),
    Case("FREQ=DAILY;BYMONTHDAY=1"),
    Case("FREQ=DAILY;BYYEARDAY=1", .partNotForFrequency),
    Case("FREQ=WEEKLY;BYYEARDAY=1", .partNotForFrequency),
    Case("FREQ=MONTHLY;BYYEARDAY=1", .partNotForFrequency),
    Case("FREQ=HOURLY;BYYEARDAY=1"),
    Case("FREQ=MONTHLY;BYWEEKNO=1", .partNotForFrequency),
    Case("FREQ=SECONDLY;BYWEEKNO=1", .partNotForFrequency),
    Case("FREQ=MONTHLY;BYSETPOS=1", .positionAlone),
    Case("FREQ=MONTHLY;BYSETPOS=1;BYHOUR=9"),
    Case("FREQ=MONTHLY;BYSETPOS=1;BYMONTH=1"),
    Case("FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO"),
    Case("FREQ=MONTHLY;SKIP=FORWARD", .skipWithoutScale),
    Case("FREQ=MONTHLY;BYMONTH=5L", .monthWithoutScale),
    Case("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTH=13", .monthWithoutScale),
    Case("RSCALE=HEBREW;FREQ=MONTHLY;BYMONTH=5L;SKIP=BACKWARD"),
    Case("RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13"),
    Case(
      "FREQ=WEEKLY;BYMONTHDAY=1;BYYEARDAY=2;BYWEEKNO=3;BYDAY=1MO",
      .numberedWeekday, .partNotForFrequency, .partNotForFrequency, .partNotForFrequency),
  ])
  func combinations(_ example: Case) throws {
    #expect(try RecurrenceRule(example.rule).validate().map(\.code) == example.codes)
  }

  @Test(arguments: RuleSamples.rfc)
  func theStandardsOwnRules(_ text: String) throws {
    #expect(try RecurrenceRule(text).validate().isEmpty)
  }

  @Test func limitsOfRulesMadeInCode() {
    var rule = RecurrenceRule(.yearly, every: 0, until: .count(0))
    rule.bySecond = [61]
    rule.byMinute = [60]
    rule.byHour = [-1]
    rule.byDay = [WeekdayOrdinal(.monday, ordinal: 54)]
    rule.byMonthDay = [0]
    rule.byYearDay = [Int.min]
    rule.byWeekNumber = [54]
    rule.byMonth = [0]
    rule.bySetPosition = [-367]
    let violations = rule.validate()
    let limits = violations.filter { $0.code == .outOfRange }
    #expect(
      limits.map(\.part) == [
        .count, .interval, .bySecond, .byMinute, .byHour, .byDay, .byMonthDay, .byYearDay, .byWeekNumber,
        .byMonth,
        .bySetPosition,
      ])
    rule = RecurrenceRule(.daily)
    rule.calendarScale = "chinese;x"
    #expect(rule.validate().map(\.code) == [.syntax])
  }

  @Test func untilAndTheStart() throws {
    let date = EventTime.date(try CivilDate(2026, 3, 2))
    let floating = EventTime.floating(try CivilDateTime(2026, 3, 2, 9))
    let zoned = EventTime.zoned(try CivilDateTime(2026, 3, 2, 9).in(Zone("Europe/Madrid")))
    let byDate = try RecurrenceRule("FREQ=DAILY;UNTIL=20260630")
    let byLocal = try RecurrenceRule("FREQ=DAILY;UNTIL=20260630T090000")
    let byUTC = try RecurrenceRule("FREQ=DAILY;UNTIL=20260630T070000Z")
    for (start, legal) in [(date, byDate), (floating, byLocal), (zoned, byUTC)] {
      for rule in [byDate, byLocal, byUTC] {
        #expect(rule.validate(for: start).map(\.code) == (rule == legal ? [] : [.untilValueType]))
        let conforming = rule.conforming(to: start)
        #expect(conforming.validate(for: start).isEmpty)
      }
    }
  }

  @Test func untilBeforeTheStart() throws {
    let zoned = EventTime.zoned(try CivilDateTime(2026, 3, 2, 9).in(Zone("Europe/Madrid")))
    let same = try RecurrenceRule("FREQ=DAILY;UNTIL=20260302T080000Z")
    #expect(same.validate(for: zoned).isEmpty)
    let before = try RecurrenceRule("FREQ=DAILY;UNTIL=20260302T075959Z")
    #expect(before.validate(for: zoned).map(\.code) == [.untilBeforeStart])
    let date = EventTime.date(try CivilDate(2026, 3, 2))
    #expect(try RecurrenceRule("FREQ=DAILY;UNTIL=20260302").validate(for: date).isEmpty)
    #expect(
      try RecurrenceRule("FREQ=DAILY;UNTIL=20260301").validate(for: date).map(\.code) == [.untilBeforeStart])
  }

  @Test func timesOnDates() throws {
    let date = EventTime.date(try CivilDate(2026, 3, 2))
    let rule = try RecurrenceRule("FREQ=HOURLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0")
    #expect(rule.validate(for: date).map(\.part) == [.frequency, .bySecond, .byMinute, .byHour])
    #expect(rule.validate(for: .floating(date.local)).isEmpty)
  }

  /// Each form of UNTIL on each form of start; Madrid is one hour ahead of UTC in winter, two in summer.
  @Test func untilConforms() throws {
    let madrid = try Zone("Europe/Madrid")
    let date = EventTime.date(try CivilDate(2026, 3, 2))
    let floating = EventTime.floating(try CivilDateTime(2026, 3, 2, 9))
    let zoned = EventTime.zoned(try CivilDateTime(2026, 3, 2, 9).in(madrid))
    func conforming(_ until: String, _ start: EventTime, zone: Zone = .utc) throws -> String {
      let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=" + until).conforming(to: start, calendarZone: zone)
      return String(rule.description.dropFirst("FREQ=DAILY;UNTIL=".count))
    }
    #expect(try conforming("20260630", zoned) == "20260630T215959Z")
    #expect(try conforming("20261231", zoned) == "20261231T225959Z")
    #expect(try conforming("20260630T090000", zoned) == "20260630T070000Z")
    #expect(try conforming("20260630", floating) == "20260630T235959")
    #expect(try conforming("20260630T070000Z", floating) == "20260630T070000")
    #expect(try conforming("20260630T235959", date) == "20260630")
    #expect(try conforming("20260629T230000Z", date) == "20260629")
    #expect(try conforming("20260629T230000Z", date, zone: madrid) == "20260630")
  }
}
