import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Repairing a rule as programs write it")
struct RuleRepairTests {
  struct Repair: Sendable, CustomTestStringConvertible {
    let text: String
    let result: String
    let codes: [RecurrenceError.Code]
    var testDescription: String { text }

    init(_ text: String, _ result: String, _ codes: RecurrenceError.Code...) {
      self.text = text
      self.result = result
      self.codes = codes
    }
  }

  @Test(arguments: [
    Repair("FREQ=DAILY;UNTIL=20260630T2359Z", "FREQ=DAILY;UNTIL=20260630T235900Z", .untilForm),
    Repair("FREQ=DAILY;UNTIL=20260630T23Z", "FREQ=DAILY;UNTIL=20260630T230000Z", .untilForm),
    Repair("FREQ=DAILY;UNTIL=2026-06-30", "FREQ=DAILY;UNTIL=20260630", .untilForm),
    Repair("FREQ=DAILY;UNTIL=2026-6-3", "FREQ=DAILY;UNTIL=20260603", .untilForm),
    Repair("FREQ=DAILY;UNTIL=20260630T", "FREQ=DAILY;UNTIL=20260630", .untilForm),
    Repair("FREQ=DAILY;UNTIL=20260630T235959.000Z", "FREQ=DAILY;UNTIL=20260630T235959Z", .untilForm),
    Repair("FREQ=DAILY;UNTIL=2026-06-30T23:59:59Z", "FREQ=DAILY;UNTIL=20260630T235959Z", .untilForm),
    Repair("FREQ=DAILY;UNTIL=2026-06-30 23:59:59", "FREQ=DAILY;UNTIL=20260630T235959", .untilForm),
    Repair("FREQ=DAILY;UNTIL=20260630235959", "FREQ=DAILY;UNTIL=20260630T235959", .untilForm),
    Repair(
      "FREQ=DAILY;UNTIL=20260630T235959+0200", "FREQ=DAILY;UNTIL=20260630T215959Z", .untilForm, .untilZone),
    Repair(
      "FREQ=DAILY;UNTIL=2026-07-01T01:00:00+02:00", "FREQ=DAILY;UNTIL=20260630T230000Z", .untilForm,
      .untilZone),
    Repair(
      "FREQ=DAILY;UNTIL=TZID=Europe/Madrid:20260630T235959", "FREQ=DAILY;UNTIL=20260630T235959",
      .untilForm, .untilZone),
    Repair(
      "FREQ=DAILY;UNTIL=20260630T235959[Europe/Madrid]", "FREQ=DAILY;UNTIL=20260630T235959",
      .untilForm, .untilZone),
    Repair("FREQ=DAILY;UNTIL=20260631", "FREQ=DAILY;UNTIL=20260630", .untilImpossible),
    Repair("FREQ=DAILY;UNTIL=20260630T240000Z", "FREQ=DAILY;UNTIL=20260701T000000Z", .untilImpossible),
    Repair("FREQ=DAILY;UNTIL=20260630T256199Z", "FREQ=DAILY;UNTIL=20260630T235959Z", .untilImpossible),
    Repair("FREQ=DAILY;UNTIL=forever", "FREQ=DAILY", .untilForm),
    Repair("FREQ=DAILY;UNTIL=", "FREQ=DAILY", .emptyValue),
    Repair("FREQ=DAILY;COUNT=5;UNTIL=20260630", "FREQ=DAILY;UNTIL=20260630", .countWithUntil),
    Repair("FREQ=DAILY;UNTIL=20260630;COUNT=5", "FREQ=DAILY;UNTIL=20260630", .countWithUntil),
    Repair("FREQ=DAILY;INTERVAL=0", "FREQ=DAILY", .outOfRange),
    Repair("FREQ=DAILY;INTERVAL=-3", "FREQ=DAILY", .outOfRange),
    Repair("FREQ=DAILY;COUNT=0", "FREQ=DAILY", .outOfRange),
    Repair("FREQ=DAILY;COUNT=-1", "FREQ=DAILY", .outOfRange),
    Repair("FREQ=WEEKLY;BYDAY=MO, WE ,FR", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
    Repair("FREQ=WEEKLY;BYDAY=MO,,FR,", "FREQ=WEEKLY;BYDAY=MO,FR", .emptyValue, .emptyValue),
    Repair("FREQ=MONTHLY;BYDAY=0MO,1 TU", "FREQ=MONTHLY;BYDAY=MO,1TU", .outOfRange),
    Repair("FREQ=WEEKLY;BYDAY=MO,Holiday", "FREQ=WEEKLY;BYDAY=MO", .syntax),
    Repair("FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY", .emptyValue),
    Repair("FREQ=MONTHLY;BYMONTHDAY=15,32,0", "FREQ=MONTHLY;BYMONTHDAY=15", .outOfRange, .outOfRange),
    Repair("FREQ=WEEKLY;BYDAY=MO;BYDAY=WE", "FREQ=WEEKLY;BYDAY=MO,WE", .repeatedPart),
    Repair("FREQ=WEEKLY;INTERVAL=2;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2", .repeatedPart),
    Repair("FREQ=DAILY;X-EVOLUTION-ENDDATE=20260630T000000", "FREQ=DAILY", .unknownPart),
    Repair("FREQ=WEEKLY;WKST=SUN", "FREQ=WEEKLY", .unknownValue),
    Repair("FREQ=YEARLY;SKIP=MAYBE", "FREQ=YEARLY", .unknownValue),
    Repair("FREQ=YEARLY;RSCALE=A B;BYMONTH=13", "FREQ=YEARLY", .syntax, .outOfRange),
    Repair(" RRULE: FREQ = WEEKLY ; COUNT = 3 \r\n", "FREQ=WEEKLY;COUNT=3"),
    Repair("FREQ=DAILY;nonsense", "FREQ=DAILY", .syntax),
    Repair(
      "FREQ=WEEKLY\\;COUNT=10\\;BYDAY=MO\\,WE", "FREQ=WEEKLY;COUNT=10;BYDAY=MO,WE", .syntax, .syntax, .syntax),
  ])
  func repaired(_ repair: Repair) throws {
    let (rule, issues) = try RecurrenceRule.repairing(repair.text)
    #expect(rule.description == repair.result)
    #expect(issues.map(\.code) == repair.codes)
    #expect(issues.allSatisfy { $0.offset <= repair.text.utf8.count && !$0.repair.isEmpty })
  }

  @Test func issuesSayWhereAndWhat() throws {
    let issue = try #require(try RecurrenceRule.repairing("FREQ=MONTHLY;BYMONTHDAY=15,32").issues.first)
    #expect(issue.part == .byMonthDay)
    #expect(issue.offset == 27)
    #expect(
      issue.description
        == "out_of_range at offset 27: BYMONTHDAY is 32; expected 1 to 31, or -31 to -1; ignored")
  }

  @Test(
    "A number beyond the largest is reported with it; an interval is clamped, so that the rule does not repeat daily"
  )
  func tooLarge() throws {
    for number in ["99999999999", "2147483648", "18446744073709551616"] {
      let (rule, issues) = try RecurrenceRule.repairing("FREQ=DAILY;INTERVAL=\(number)")
      #expect(issues.map(\.message) == ["INTERVAL is \(number); expected 1 to 2147483647"])
      #expect(issues.map(\.repair) == ["read as 2147483647"])
      let set = RecurrenceSet(start: .date(try CivilDate(2026, 3, 2)), Recurrence([rule]))
      #expect(Array(RecurrenceExpansion(set).prefix(3)).count == 1)
      let count = try RecurrenceRule.repairing("FREQ=DAILY;COUNT=\(number)")
      #expect(count.issues.map(\.message) == ["COUNT is \(number); expected 1 to 2147483647"])
      #expect(count.rule.end == .never)
      let error = #expect(throws: RecurrenceError.self) {
        try RecurrenceRule("FREQ=DAILY;INTERVAL=\(number)")
      }
      #expect(error?.expected == "1 to 2147483647 in INTERVAL, not \(number)")
    }
    #expect(
      try RecurrenceRule.repairing("FREQ=DAILY;INTERVAL=0").issues.map(\.message)
        == ["INTERVAL is 0; expected 1 or more"])
  }

  @Test(
    "of COUNT and UNTIL the one that can be read is used, and nothing else is reported",
    arguments: [
      ("FREQ=DAILY;COUNT=5;UNTIL=soon", "FREQ=DAILY;COUNT=5", ["until_form at 25: ignored"]),
      ("FREQ=DAILY;UNTIL=soon;COUNT=5", "FREQ=DAILY;COUNT=5", ["until_form at 17: ignored"]),
      ("FREQ=DAILY;COUNT=0;UNTIL=20260630", "FREQ=DAILY;UNTIL=20260630", ["out_of_range at 17: ignored"]),
      (
        "FREQ=DAILY;COUNT=0;UNTIL=soon", "FREQ=DAILY",
        ["out_of_range at 17: ignored", "until_form at 25: ignored"]
      ),
      ("FREQ=DAILY;UNTIL=soon", "FREQ=DAILY", ["until_form at 17: ignored: no end"]),
      ("FREQ=DAILY;COUNT=0", "FREQ=DAILY", ["out_of_range at 17: ignored: no end"]),
      (
        "FREQ=DAILY;COUNT=5;UNTIL=20260630", "FREQ=DAILY;UNTIL=20260630",
        ["count_with_until at 11: COUNT ignored"]
      ),
      (
        "FREQ=DAILY;UNTIL=20260630;COUNT=5", "FREQ=DAILY;UNTIL=20260630",
        ["count_with_until at 26: COUNT ignored"]
      ),
    ] as [(String, String, [String])])
  func ends(_ text: String, _ result: String, _ reports: [String]) throws {
    let (rule, issues) = try RecurrenceRule.repairing(text)
    #expect(rule.description == result)
    #expect(issues.map { "\($0.code.rawValue) at \($0.offset): \($0.repair)" } == reports)
  }

  @Test(arguments: ["", "COUNT=3", "FREQ=SOMETIMES", "MO"])
  func nothingToRepairFrom(_ text: String) {
    #expect(throws: RecurrenceError.self) { try RecurrenceRule.repairing(text) }
  }
}
