import AlmanacRecurrence
import AlmanacTime
import Testing

@Test("A rule alone: the next ten times in a zone, added and excluded dates, text")
func recurrenceAlone() throws {
  let newYork = try Zone("America/New_York")
  let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,TH")
  #expect(rule == RecurrenceRule(.weekly, on: [.tuesday, .thursday]))
  #expect(try RecurrenceRule(rule.description) == rule)

  // A lesson at nine since 2020; the next ten from Friday, 6 March 2026 on. Clocks change on Sunday, the 8th.
  let start = try CivilDateTime("2020-01-07T09:00").in(newYork)
  let after = try Instant("2026-03-06T12:00:00Z")
  let next = rule.occurrences(from: start, after: after).prefix(10)
  #expect(next.map { $0.local.date.dayOfMonth } == [10, 12, 17, 19, 24, 26, 31, 2, 7, 9])
  #expect(next.allSatisfy { $0.local.time == (try? CivilTime(9)) })
  #expect(rule.occurrences(from: start, after: after).first?.instant == (try Instant("2026-03-10T13:00:00Z")))

  // Without the 12th, and on Saturday the 14th at eleven too.
  var recurrence = Recurrence(rule)
  recurrence.exceptions = [.zoned(try CivilDateTime("2026-03-12T09:00").in(newYork))]
  recurrence.additions = [RecurrenceDate(.zoned(try CivilDateTime("2026-03-14T11:00").in(newYork)))]
  let expansion = RecurrenceExpansion(RecurrenceSet(start: .zoned(start), recurrence))
  let two = try Instant("2026-03-08T04:00:00Z")..<Instant("2026-03-22T04:00:00Z")
  #expect(
    expansion.instances(in: two, viewer: newYork).map(\.start.local).map(\.date.dayOfMonth) == [
      10, 14, 17, 19,
    ])
  #expect(
    expansion.next(after: after, viewer: newYork)?.start.local == (try CivilDateTime("2026-03-10T09:00")))

  // Text of others, repaired; text that is wrong says where.
  let (repaired, issues) = try RecurrenceRule.repairing("FREQ=MONTHLY;INTERVAL=0;BYDAY=-1FR")
  #expect(repaired.description == "FREQ=MONTHLY;BYDAY=-1FR")
  #expect(issues.count == 1)
  do throws(RecurrenceError) {
    _ = try RecurrenceRule("FREQ=WEEKLY;BYDAY=XX")
    Issue.record("read an unknown weekday")
  } catch {
    #expect(error.code == .syntax)
    #expect(error.offset == "FREQ=WEEKLY;BYDAY=".count)
  }
  #expect(repaired.description(in: .english) == "on the last Friday of every month")

  // An end that the rule states: 31 March is the last Tuesday.
  var ending = rule
  ending.end = .until(.date(try CivilDate("2026-03-31")))
  #expect(
    ending.occurrences(from: start, after: after).map { $0.local.date.dayOfMonth } == [
      10, 12, 17, 19, 24, 26, 31,
    ])
  #expect(ending.description == "FREQ=WEEKLY;UNTIL=20260331;BYDAY=TU,TH")
}
