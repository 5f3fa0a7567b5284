import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@testable import AlmanacICS
@testable import AlmanacMapping

/// New York changed on 2 April and 29 October 2006; from 2007 on, on the second Sunday of March and the first of
/// November (Energy Policy Act of 2005). A VTIMEZONE with the changes of 2006 alone is right until 4 March 2007 at
/// least: to 11 March both say -05:00.
@Suite("Until when a bounded series needs its VTIMEZONE")
struct BoundedSeriesZoneTests {
  private func newYork2006(_ tzid: String = "Eastern Standard Time", endless: Bool = false) -> [String] {
    let rules = endless ? ["RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4"] : []
    let others = endless ? ["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"] : []
    return ["BEGIN:VTIMEZONE", "TZID:" + tzid]
      + ["BEGIN:DAYLIGHT", "DTSTART:20060402T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400"] + rules
      + ["END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20061029T020000", "TZOFFSETFROM:-0400"]
      + ["TZOFFSETTO:-0500"] + others + ["END:STANDARD", "END:VTIMEZONE"]
  }

  private func document(_ start: String, _ more: [String], endless: Bool = false) throws -> ICSDocument {
    let event =
      ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Eastern Standard Time:" + start]
      + more + ["END:VEVENT"]
    let before = try ICSDocument(parsing: calendar(newYork2006(endless: endless) + event))
    let behind = try ICSDocument(parsing: calendar(event + newYork2006(endless: endless)))
    #expect(before.codes == behind.codes)
    return before
  }

  /// Over before clocks in New York go where the VTIMEZONE does not.
  @Test(
    "A series that is over before its VTIMEZONE and the zone part goes by the name",
    arguments: [
      "RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=WEEKLY;UNTIL=20060708T130000Z",
      // Saturdays from 1 July 2006: the 36th is 3 March, the 37th 10 March 2007, a day before the change.
      "RRULE:FREQ=WEEKLY;COUNT=36", "RRULE:FREQ=WEEKLY;COUNT=37", "RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=37",
      "RRULE:FREQ=WEEKLY;UNTIL=20070310T140000Z", "RRULE:FREQ=DAILY;COUNT=253",
      // The start is a Saturday: it counts beside the Mondays and Fridays, of which 9 March is the 72nd.
      "RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=73", "RRULE:FREQ=MONTHLY;BYDAY=1SA;COUNT=9",
      "RRULE:FREQ=MONTHLY;COUNT=9", "RRULE:FREQ=YEARLY;COUNT=1",
      "RDATE;TZID=Eastern Standard Time:20070310T090000",
      "RDATE;TZID=Eastern Standard Time;VALUE=PERIOD:20070309T090000/PT24H",
    ])
  func over(line: String) throws {
    let document = try document("20060701T090000", [line])
    #expect(document.codes == ["zone_name"])
    #expect(try document.onlyEvent().start.zone?.name == "America/New_York")
  }

  /// On and after 11 March 2007 New York has -04:00, and the VTIMEZONE goes on with -05:00.
  @Test(
    "A series that reaches to where they differ is reported, and the offsets in the file are used",
    arguments: [
      ["RRULE:FREQ=WEEKLY;COUNT=38"], ["RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=38"],
      ["RRULE:FREQ=WEEKLY;UNTIL=20070317T140000Z"], ["RRULE:FREQ=DAILY;COUNT=254"],
      ["RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=74"], ["RRULE:FREQ=MONTHLY;BYDAY=1SA;COUNT=10"],
      ["RRULE:FREQ=MONTHLY;BYDAY=2MO;COUNT=10"], ["RRULE:FREQ=YEARLY;COUNT=2"], ["RRULE:FREQ=WEEKLY"],
      // Beyond the year after the last start that stands in the file.
      ["RRULE:FREQ=YEARLY;INTERVAL=3;COUNT=2"],
      // The first is over; the second, and an RDATE, are not.
      ["RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=37"],
      ["RRULE:FREQ=WEEKLY;COUNT=2", "RDATE;TZID=Eastern Standard Time:20070312T090000"],
      // The last instance starts on 10 March and ends after the change.
      ["DURATION:PT24H", "RRULE:FREQ=WEEKLY;COUNT=37"],
      ["DURATION:PT24H", "RDATE;TZID=Eastern Standard Time:20070310T090000"],
      ["DTEND;TZID=Eastern Standard Time:20060702T090000", "RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=37"],
      // Too much to be counted, it is taken as endless.
      ["RRULE:FREQ=SECONDLY;BYMINUTE=1,3;COUNT=2147483647"],
    ])
  func reaches(lines: [String]) throws {
    let document = try document("20060701T090000", lines)
    #expect(document.codes.contains("zone_differs"), "\(lines)")
    // The definition's own zone.
    #expect(try document.onlyEvent().start.zone?.name == "Eastern Standard Time")
  }

  @Test("A rule that a VTIMEZONE had for 2006 does not count against what is over by then")
  func endlessRules() throws {
    #expect(
      try document("20060701T090000", ["RRULE:FREQ=WEEKLY;COUNT=20"], endless: true).codes == ["zone_name"])
    #expect(
      try document("20060701T090000", ["RRULE:FREQ=WEEKLY"], endless: true).codes.contains("zone_differs"))
  }

  @Test("It does not matter on how many tasks a file is read")
  func tasks() async throws {
    for (last, isTold) in [("COUNT=37", false), ("COUNT=38", true)] {
      var lines = newYork2006()
      for number in 0..<500 {
        let rule =
          number == 499 ? "RRULE:FREQ=WEEKLY;BYDAY=SA;" + last : "RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=3"
        lines += [
          "BEGIN:VEVENT", "UID:\(number)", "DTSTAMP:20260101T000000Z",
          "DTSTART;TZID=Eastern Standard Time:20060701T090000", rule,
          "SUMMARY:" + String(repeating: "x", count: 600), "END:VEVENT",
        ]
      }
      let text = calendar(lines)
      let one = try ICSDocument(parsing: text)
      let several = try await DocumentReader.read(Array(text.utf8), .standard, tasks: 4)
      #expect(one.diagnostics == several.diagnostics)
      #expect(one.codes.contains("zone_differs") == isTold)
    }
  }

  @Test(
    "A definition written for a bounded series is read without a diagnostic",
    arguments: [
      ("Europe/Berlin", "19950701"), ("America/New_York", "20060701"), ("America/Sao_Paulo", "20180701"),
      ("Asia/Tehran", "20220701"), ("Europe/Moscow", "20140701"), ("America/Mexico_City", "20220701"),
      ("Africa/Cairo", "20220701"), ("Africa/Casablanca", "20260701"),
    ])
  func ownExport(zone: String, day: String) throws {
    let rules = [
      "RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=WEEKLY;BYDAY=MO,SA;COUNT=50", "RRULE:FREQ=DAILY;COUNT=200",
      "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=5", "RRULE:FREQ=WEEKLY;UNTIL=\(day.prefix(4))0901T070000Z",
      "RDATE;TZID=\(zone):\(day.prefix(4))1101T090000",
      "RRULE:FREQ=WEEKLY;COUNT=2\r\nRRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=30",
    ]
    for rule in rules {
      let start = "DTSTART;TZID=\(zone):\(day)T090000"
      let first = try ICSDocument(parsing: event(start, "DURATION:P3D", rule))
      let again = try ICSDocument(parsing: ICSDocument(first.calendars).text)
      #expect(again.text.contains("TZID:" + zone))
      #expect(!again.codes.contains("zone_differs"), "\(rule) \(again.text)")
    }
  }

  @Test("Even steps end where the expansion ends")
  func steps() throws {
    var random = SeededGenerator(seed: 8)
    let zone = try Zone("Europe/Berlin")
    for _ in 0..<3000 {
      let start = CivilDateTime(secondsSinceEpoch: Int64.random(in: 0..<4_000_000_000, using: &random)).in(
        zone)
      var rule = RecurrenceRule(RecurrenceRule.Frequency.allCases.randomElement(using: &random) ?? .daily)
      let count = Int.random(in: 1...400, using: &random)
      rule.interval = Int.random(in: 1...5, using: &random)
      rule.end = .count(count)
      if Bool.random(using: &random), rule.frequency == .weekly {
        rule.byDay = [WeekdayOrdinal(start.local.date.weekday)]
      }
      let step = rule.lastStep(of: count, from: start.local)
      #expect((step == nil) == (rule.frequency >= .monthly && start.local.date.fields.day > 28))
      guard let step else { continue }
      let all = rule.occurrences(from: .zoned(start)).collect(count)
      #expect(all.last == step, "\(rule) from \(start)")
    }
  }
}
