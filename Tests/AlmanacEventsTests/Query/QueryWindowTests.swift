import AlmanacEvents
import AlmanacTime
import Testing

@Suite struct QueryWindowTests {
  @Test("U9 No bounds: the current week; only a start: the next 30 days; only an end: the 30 days before it")
  func leftOutBoundsHaveDefaults() throws {
    let now = try Samples.march("26T12:00")
    func days(_ from: EventTime?, _ to: EventTime?) throws -> [String] {
      let range = try QueryWindow(from: from, to: to, now: now, in: Samples.madrid, firstWeekday: .monday)
        .range
      return [range.lowerBound, range.upperBound].map { "\($0.in(Samples.madrid).local)" }
    }
    #expect(try days(nil, nil) == ["2026-03-23T00:00:00", "2026-03-30T00:00:00"])
    let day = EventTime.date(try CivilDate(2026, 3, 20))
    #expect(try days(day, nil) == ["2026-03-20T00:00:00", "2026-04-19T00:00:00"])
    #expect(try days(nil, day) == ["2026-02-18T00:00:00", "2026-03-20T00:00:00"])
    #expect(
      try days(day, .date(try CivilDate(2026, 3, 21))) == ["2026-03-20T00:00:00", "2026-03-21T00:00:00"])
    let error = #expect(throws: EventError.self) { try days(day, day) }
    #expect(error?.codes == [.endNotAfterStart])
    let sunday = QueryWindow(weekOf: now, in: Samples.madrid, firstWeekday: .sunday).range.lowerBound
    #expect(sunday == (try Samples.march("22T00:00")))
  }
}
