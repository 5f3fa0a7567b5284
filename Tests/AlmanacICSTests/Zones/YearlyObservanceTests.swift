import AlmanacRecurrence
import AlmanacTime
import Testing

@testable import AlmanacICS
@testable import AlmanacMapping

/// A rule of the form `Mm.w.d/time` with hours beyond a day, or before it, moves the weekday to a run of seven days that
/// starts elsewhere than a week of the month does.
@Suite("The yearly rules of a VTIMEZONE")
struct YearlyObservanceTests {
  /// A zone of which there is nothing but the footer's rule.
  private func zone(_ posix: String) throws -> Zone {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let counts = [UInt8](repeating: 0, count: 16) + [0, 0, 0, 1, 0, 0, 0, 4]
    let block = header + counts + [0, 0, 0, 0, 0, 0] + Array("LMT\0".utf8)
    return try Zone(name: "Private", tzif: block + block + Array("\n\(posix)\n".utf8))
  }

  @Test(
    "The weekday within its run of seven days",
    arguments: [
      // Cairo: Thursday 25–31 October at 24:00 is Friday 26 October – 1 November, from 67 to 61 days before the end.
      ("M10.5.4/24", "FREQ=YEARLY;BYDAY=FR;BYYEARDAY=-67,-66,-65,-64,-63,-62,-61"),
      // Gaza: the Thursday of 22–28 October and 50 hours: Saturday 24–30 October, 02:00.
      ("M10.4.4/50", "FREQ=YEARLY;BYDAY=SA;BYMONTHDAY=24,25,26,27,28,29,30;BYMONTH=10"),
      ("M10.1.0", "FREQ=YEARLY;BYDAY=1SU;BYMONTH=10"), ("M10.2.0", "FREQ=YEARLY;BYDAY=2SU;BYMONTH=10"),
      ("M10.5.0", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"), ("M9.5.0", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=9"),
      // Godthab: an hour before midnight at the start of Sunday.
      ("M10.5.0/-1", "FREQ=YEARLY;BYDAY=SA;BYMONTHDAY=24,25,26,27,28,29,30;BYMONTH=10"),
      // The eve of the first Sunday: 31 August – 6 September, 122 to 116 days before the end.
      ("M9.1.0/-1", "FREQ=YEARLY;BYDAY=SA;BYYEARDAY=-123,-122,-121,-120,-119,-118,-117"),
      ("J300", "FREQ=YEARLY;BYMONTHDAY=27;BYMONTH=10"),
      // The end of February, counted from the month's end and from its start.
      ("M2.5.0", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=2"),
      ("M2.5.4/24", "FREQ=YEARLY;BYDAY=FR;BYYEARDAY=-312,-311,-310,-309,-308,-307,-306"),
      ("M2.4.4/48", "FREQ=YEARLY;BYDAY=SA;BYYEARDAY=55,56,57,58,59,60,61"),
      ("M1.5.4/48", "FREQ=YEARLY;BYDAY=SA;BYYEARDAY=27,28,29,30,31,32,33"),
      // Thursday 25–31 December at 24:00: Friday 26 December – 1 January.
      ("M12.5.4/24", "FREQ=YEARLY;BYDAY=FR;BYYEARDAY=-6,-5,-4,-3,-2,-1,1"),
    ])
  func run(end: String, rule: String) throws {
    let yearly = try #require(try zone("AAA-2BBB,M6.5.0,\(end)").yearlyObservances)
    let rules = yearly.filter(\.isDaylight).flatMap(\.rules).map(\.description)
    #expect(rules == ["FREQ=YEARLY;BYDAY=-1SU;BYMONTH=6"])
    #expect(yearly.filter { !$0.isDaylight }.flatMap(\.rules).map(\.description) == [rule])
  }

  @Test("Changes that follow no yearly rule are not read as one")
  func none() throws {
    // Day 299, from 0, is 27 October, and the 26th in leap years.
    #expect(try zone("AAA-2BBB,M3.5.0,299").yearlyObservances == nil)
  }
}
