import AlmanacFoundation
import AlmanacRecurrence
import AlmanacTime
import Testing

/// A rule, its start and its first instances.
struct ScaledExample: CustomTestStringConvertible, Sendable {
  let rule: String
  let start: String
  let instances: String

  init(_ rule: String, from start: String, gives instances: String) {
    self.rule = rule
    self.start = start
    self.instances = instances
  }

  var testDescription: String { rule }
}

@Suite("RFC 7529")
struct RFC7529Tests {
  let calendars = CalendarSystems.foundation

  @Test("Examples of §4.3", arguments: printed)
  func section43(_ example: ScaledExample) throws {
    try expect(example)
  }

  static let printed = [
    ScaledExample(
      "RSCALE=CHINESE;FREQ=YEARLY", from: "20130210", gives: "20130210,20140131,20150219,20160208"),
    ScaledExample(
      "RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13", from: "20130906", gives: "20130906,20140906,20150906"),
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD", from: "20140208",
      gives: "20140208,20150227,20160217,20170306"),
    ScaledExample(
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", from: "20120229", gives: "20120229,20130301,20140301"),
  ]

  // Days and months worked out from printed calendars: 5774, 5776 and 5779 have Adar I; Adar of a common year has 29
  // days; in the Chinese calendar months 9 of 2014, 6 of 2017 and 4 of 2020 are doubled.
  @Test("SKIP moves months that a year does not have, then days", arguments: moved)
  func section41(_ example: ScaledExample) throws {
    try expect(example)
  }

  static let moved = [
    // The start's own leap month is part of what the rule leaves open.
    ScaledExample("RSCALE=HEBREW;FREQ=YEARLY", from: "20140205", gives: "20140205,20160214,20190210"),
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;SKIP=FORWARD", from: "20140205", gives: "20140205,20150224,20160214,20170303"
    ),
    // 5 Shevat, the month before.
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;SKIP=BACKWARD", from: "20140205",
      gives: "20140205,20150125,20160214,20170201"),
    // 30 Adar I becomes 30 Adar, which is not, and then 1 Nisan.
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=30;SKIP=FORWARD", from: "20140302",
      gives: "20140302,20150321,20160310,20170328"),
    ScaledExample(
      "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=4L,6L,9L;BYMONTHDAY=1", from: "20140101",
      gives: "20141024,20170723,20200523"),
    // Pagume 6 in other years: 1 Meskerem, or Pagume 5.
    ScaledExample(
      "RSCALE=ETHIOPIC;FREQ=YEARLY;SKIP=FORWARD", from: "20150911", gives: "20150911,20160911,20170911"),
    ScaledExample(
      "RSCALE=ETHIOPIC;FREQ=YEARLY;SKIP=BACKWARD", from: "20150911", gives: "20150911,20160910,20170910"),
    // The 30th of Hebrew months of 29 days: 1 Kislev 5777 and so on; Heshvan 5777 has 29 days.
    ScaledExample(
      "RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=30;SKIP=FORWARD", from: "20161101",
      gives: "20161101,20161201,20161230"),
  ]

  @Test("A rule of an unknown calendar is ignored")
  func unknownCalendar() throws {
    let rule = try RecurrenceRule("RSCALE=KLINGON;FREQ=YEARLY")
    let start = try CivilDate(2026, 1, 1)
    var iterator = rule.occurrences(from: start, calendars: calendars).makeIterator()
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .unsupportedCalendar)
    #expect(!rule.isSupported(by: calendars))
    let hebrew = try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY")
    #expect(hebrew.occurrences(from: start).first == nil, "no calendar is known unless it is given")
    #expect(hebrew.isSupported(by: calendars) && !hebrew.isSupported(by: .gregorian))
  }

  private func expect(_ example: ScaledExample) throws {
    let rule = try RecurrenceRule(example.rule)
    let expected = try CivilDate.list(example.instances)
    let sequence = rule.occurrences(from: try CivilDate(example.start), calendars: calendars)
    #expect(sequence.prefix(expected.count).dates == expected)
  }
}
