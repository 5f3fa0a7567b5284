import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("To-dos that are not due in the order of their starts") struct DueOrderTests {
  /// Every day from midnight until one o'clock two days later, and once from two until seven.
  private func calendar() throws -> EventCalendar {
    var todo = Todo("a", from: try CivilDateTime("2026-03-26T00:00").in(.utc), uid: "a")
    todo.due = .zoned(try CivilDateTime("2026-03-28T01:00").in(.utc))
    todo.recurrence = Recurrence(
      [RecurrenceRule(.daily, until: .count(10))],
      additions: [
        RecurrenceDate(.zoned(try CivilDateTime("2026-03-30T02:00").in(.utc)), extent: .duration(.hours(5)))
      ])
    todo.alarms = [Alarm(.before(.minutes(10), .end))]
    var calendar = EventCalendar()
    calendar.insert(todo)
    return calendar
  }

  private func instant(_ text: String) throws -> Instant { try Instant("2026-03-\(text):00Z") }

  @Test("an added PERIOD is found among instances that last longer")
  func period() throws {
    let calendar = try calendar()
    func due(_ from: String, _ upTo: String, limit: Int = 100) throws -> [String] {
      var query = OccurrenceQuery.all
      query.limit = limit
      return try calendar.occurrences(
        in: try instant(from)..<(try instant(upTo)), viewer: .utc, matching: query
      )
      .map { "\($0.start)" }
    }
    let (one, seven) = ("2026-03-30T01:00:00Z", "2026-03-30T07:00:00Z")
    #expect(try due("30T06:00", "30T08:00") == [seven])
    #expect(try due("30T00:00", "31T00:00") == [one, seven])
    #expect(try due("28T00:00", "31T00:00", limit: 4).last == seven)
    let last = calendar.previous(before: try instant("30T23:00"), count: 2, viewer: .utc)
    #expect(last.map { "\($0.start)" } == [seven, one])
    let alarms = try calendar.alarms(in: try instant("30T06:00")..<(try instant("30T08:00")), viewer: .utc)
    #expect(alarms.map { "\($0.instant)" } == ["2026-03-30T06:50:00Z"])
  }
}
