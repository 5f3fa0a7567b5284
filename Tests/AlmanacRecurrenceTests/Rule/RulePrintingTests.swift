import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Printing a rule")
struct RulePrintingTests {
  @Test func orderOfParts() throws {
    let text =
      "RSCALE=HEBREW;FREQ=YEARLY;UNTIL=20300101T000000Z;INTERVAL=2;BYSECOND=1;BYMINUTE=2;BYHOUR=3;BYDAY=MO,-1FR;"
      + "BYMONTHDAY=4;BYYEARDAY=5;BYWEEKNO=6;BYMONTH=5L,7;BYSETPOS=-1;WKST=SU;SKIP=BACKWARD"
    let shuffled = text.split(separator: ";").reversed().joined(separator: ";")
    #expect(try RecurrenceRule(shuffled).description == text)
  }

  @Test func defaultsAreLeftOut() throws {
    #expect(
      try RecurrenceRule("SKIP=OMIT;WKST=MO;INTERVAL=1;FREQ=DAILY").description == "FREQ=DAILY")
  }

  @Test("A printed rule is read back as the same rule, over all parts")
  func readingBack() throws {
    var random = RuleGenerator(seed: 1)
    for _ in 0..<rounds(1_250) {
      let rule = random.anyRule()
      let text = rule.description
      #expect(try RecurrenceRule(text) == rule, "\(text)")
      let (repaired, issues) = try RecurrenceRule.repairing(text)
      #expect(repaired == rule && issues.isEmpty, "\(text)")
    }
  }
}
