import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

@Suite("Rules and dates as JSON")
struct RecurrenceCodingTests {
  @Test(
    "rules are the value of an RRULE",
    arguments: [
      "FREQ=WEEKLY;COUNT=24;BYDAY=MO,WE", "FREQ=YEARLY;UNTIL=19970902T090000Z;BYDAY=SU;BYMONTH=1",
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTHDAY=8;BYMONTH=5L;SKIP=FORWARD",
    ])
  func rules(_ text: String) throws {
    let rules = try JSONDecoder().decode([RecurrenceRule].self, from: Data("[\"\(text)\"]".utf8))
    #expect(rules == [try RecurrenceRule(text)])
    #expect(String(decoding: try JSONEncoder().encode(rules), as: UTF8.self) == "[\"\(text)\"]")
  }

  @Test("added dates are their start, periods an object")
  func dates() throws {
    let text = """
      ["2026-03-02",{"start":"2026-03-02T09:00:00Z","duration":"PT2H"},\
      {"start":"2026-03-02T09:00:00","end":"2026-03-02T10:00:00"}]
      """
    let dates = try JSONDecoder().decode([RecurrenceDate].self, from: Data(text.utf8))
    let nine = try CivilDateTime("2026-03-02T09:00")
    #expect(
      dates == [
        RecurrenceDate(.date(nine.date)),
        RecurrenceDate(.zoned(nine.in(.utc)), extent: .duration(.hours(2))),
        RecurrenceDate(.floating(nine), extent: .end(.floating(nine.adding(seconds: 3600)))),
      ])
    #expect(try JSONDecoder().decode([RecurrenceDate].self, from: JSONEncoder().encode(dates)) == dates)
  }

  @Test("the error of an invalid rule has its offset and what is accepted")
  func faults() throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode([RecurrenceRule].self, from: Data(#"["FREQ=NEVER"]"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map { $0.intValue } == [0])
    #expect(context.debugDescription.contains("expected"))
  }
}
