import Almanac
import AlmanacFoundation
import Foundation
import Testing

@Test("Dates, intervals, zones, rules and errors of Foundation")
func foundationBridge() throws {
  let madrid = try Zone(try #require(TimeZone(identifier: "Europe/Madrid")))
  #expect(try TimeZone(madrid).identifier == "Europe/Madrid")

  // 1 April 2026, 10:00 UTC is noon in Madrid; 1 775 037 600 s by `date -d`.
  let date = Date(timeIntervalSince1970: 1_775_037_600)
  let instant = Instant(date)
  #expect(instant == (try Instant("2026-04-01T10:00:00Z")))
  #expect(Date(instant) == date)
  #expect(instant.in(madrid).local == (try CivilDateTime("2026-04-01T12:00")))
  #expect(CivilDate(date, in: madrid) == (try CivilDate("2026-04-01")))
  let day = CivilDate(.now, in: madrid)
  #expect([day, day.adding(days: 1)].contains(.today(in: madrid)))  // midnight may be between the two

  // A day of 23 hours: clocks go forward on 29 March.
  let sunday = try CivilDate("2026-03-29")
  let range = QueryWindow(days: sunday..<sunday.adding(days: 1), in: madrid).range
  let interval = DateInterval(range)
  #expect(interval.duration == 23 * 3600)
  #expect(Range<Instant>(interval) == range)

  let components = DateComponents(year: 2026, month: 3, day: 29, hour: 9)
  #expect(try CivilDateTime(components) == (try CivilDateTime("2026-03-29T09:00")))
  #expect(DateComponents(sunday).day == 29)

  // The last Friday of a month, three times: both libraries have the same days.
  var rule = RecurrenceRule(.monthly, until: .count(3))
  rule.byDay = [WeekdayOrdinal(.friday, ordinal: -1)]
  let theirs = try Calendar.RecurrenceRule(rule, in: madrid)
  #expect(try RecurrenceRule(theirs) == rule)
  let start = try CivilDateTime("2026-01-30T18:00").in(madrid)
  let days = theirs.recurrences(of: Date(start.instant)).map { CivilDate($0, in: madrid) }
  #expect(days == rule.occurrences(from: start).map(\.local.date))
  #expect(days == [try CivilDate("2026-01-30"), try CivilDate("2026-02-27"), try CivilDate("2026-03-27")])

  // The text of an alert.
  do {
    _ = try CivilDate("2026-02-30")
    Issue.record("read a 30 February")
  } catch {
    #expect(error.localizedDescription.contains("a day from 1 to 28"))
  }
  var calendar = EventCalendar()
  let event = Event("Exam", from: sunday, uid: "exam")
  try calendar.add(event, at: instant)
  do {
    try calendar.add(event, at: instant)
    Issue.record("added twice")
  } catch {
    #expect(!error.localizedDescription.contains("error 1"))
  }
}
