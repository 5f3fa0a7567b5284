import AlmanacEvents
import AlmanacTime
import Testing

@Suite struct QueryWindowTests {
  @Test("The last representable day and its week have their items")
  func lastDay() throws {
    let day = CivilDate.max
    var calendar = EventCalendar()
    calendar.insert(Event("A", from: day, uid: "a"))
    calendar.insert(Event("B", at: day.at(try CivilTime(10)).in(.utc), uid: "b"))
    #expect(try calendar.occurrences(on: day, viewer: .utc).map { $0.item.uid } == ["a", "b"])
    let noon = day.at(try CivilTime(12)).in(.utc).instant
    let week = QueryWindow(weekOf: noon, in: .utc, firstWeekday: .monday)
    #expect(try calendar.occurrences(in: week.range, viewer: .utc).count == 2)
    let open = try QueryWindow(from: .date(day), now: noon, in: .utc, firstWeekday: .monday)
    #expect(try calendar.occurrences(in: open.range, viewer: .utc).count == 2)
  }

  @Test(
    "days are those of the viewer's clocks, also where a day has 23 hours; colours are those of the calendar too"
  )
  func days() throws {
    let madrid = Samples.madrid
    var (work, home) = (EventCalendar(name: "Work"), EventCalendar(name: "Home"))
    home.color = .teal
    for (uid, start) in [
      ("late", "2026-03-28T23:30"), ("early", "2026-03-29T00:00"), ("last", "2026-03-29T23:59"),
    ] {
      work.insert(Event(uid, from: try Samples.madrid(start), lasting: .minutes(1), uid: uid))
    }
    let lunch = try Samples.madrid("2026-03-30T12:00")
    work.insert(Event("navy", from: lunch, lasting: .hours(1), color: .navy, uid: "navy"))
    home.insert(Event("lunch", from: lunch, lasting: .hours(1), uid: "lunch"))
    let calendars = [work, home]
    let sunday = try CivilDate("2026-03-29")
    #expect(try calendars.occurrences(on: sunday, viewer: madrid).map { $0.item.uid } == ["early", "last"])
    let found = try calendars.occurrences(in: sunday..<sunday.adding(days: 2), viewer: madrid)
    let colors = Dictionary(uniqueKeysWithValues: found.map { ($0.item.uid, calendars.color(of: $0)) })
    #expect(colors == ["early": nil, "last": nil, "navy": .navy, "lunch": .teal])
    let early = try #require(found.first)
    #expect([EventCalendar]().color(of: early) == nil)
  }

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
