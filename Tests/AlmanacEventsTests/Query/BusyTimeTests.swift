import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Row U9's windows, free and busy, conflicts, orphans.
@Suite struct BusyTimeTests {
  static func at(_ text: String) throws -> Instant { try Samples.madrid("2026-03-\(text)").instant }

  static func event(_ name: String, _ from: String, _ to: String, status: Event.Status? = nil) throws -> Event
  {
    var event = Event(
      name, from: try Samples.madrid("2026-03-\(from)"), to: try Samples.madrid("2026-03-\(to)"), uid: name)
    event.status = status
    return event
  }

  @Test("U9 No bounds: the current week; only a start: the next 30 days; only an end: the 30 days before it")
  func leftOutBoundsHaveDefaults() throws {
    let now = try Self.at("26T12:00")
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
    #expect(sunday == (try Self.at("22T00:00")))
  }

  @Test func busyTimeIsMergedAndTentativeTimeApart() throws {
    var calendar = EventCalendar()
    calendar.insert(try Self.event("a", "02T09:00", "02T10:00"))
    calendar.insert(try Self.event("b", "02T09:30", "02T11:00"))
    calendar.insert(try Self.event("c", "02T11:00", "02T11:30"))
    calendar.insert(try Self.event("t", "02T10:30", "02T13:00", status: .tentative))
    calendar.insert(try Self.event("x", "02T15:00", "02T16:00", status: .cancelled))
    var free = try Self.event("f", "02T17:00", "02T18:00")
    free.transparency = .transparent
    calendar.insert(free)
    var declined = try Self.event("d", "02T19:00", "02T20:00")
    declined.attendees = [Attendee("mailto:ana@example.org", status: .declined)]
    calendar.insert(declined)
    calendar.insert(try Self.event("late", "02T23:00", "03T01:00"))
    let window = try Self.at("02T09:15")..<Self.at("03T00:00")
    let busy = try [
      BusyPeriod(from: Self.at("02T09:15"), to: Self.at("02T11:30")),
      BusyPeriod(from: Self.at("02T11:30"), to: Self.at("02T13:00"), .tentative),
      BusyPeriod(from: Self.at("02T23:00"), to: Self.at("03T00:00")),
    ]
    #expect(try calendar.busyPeriods(in: window, viewer: .utc, of: "MAILTO:Ana@example.org") == busy)
    #expect(try calendar.busyPeriods(in: window, viewer: .utc).count == 4)
  }

  @Test func conflictsAreThePairsThatShareTime() throws {
    var calendar = EventCalendar()
    for (name, from, to) in [
      ("a", "02T09:00", "02T12:00"), ("b", "02T10:00", "02T10:30"), ("c", "02T10:30", "02T11:00"),
      ("d", "02T12:00", "02T13:00"), ("e", "02T12:00", "02T12:00"),
    ] { calendar.insert(try Self.event(name, from, to)) }
    let window = try Self.at("02T00:00")..<Self.at("03T00:00")
    let pairs = try calendar.conflicts(in: window, viewer: .utc).map {
      $0.first.item.uid + $0.second.item.uid
    }
    #expect(pairs == ["ab", "ac", "de"])
  }

  @Test func anOverrideOfNoInstanceIsReported() throws {
    var calendar = EventCalendar()
    let series = Event(
      "S", from: try CivilDate(2026, 3, 2), repeating: RecurrenceRule(.weekly, until: .count(3)), uid: "s")
    calendar.insert(series)
    for day in [9, 10] {
      var override = Event("on the \(day)th", from: try CivilDate(2026, 3, day), uid: "s")
      override.recurrenceID = .date(try CivilDate(2026, 3, day))
      calendar.insert(override)
    }
    #expect(calendar.series(uid: "s")?.orphans.map(\.summary) == ["on the 10th"])
  }

  /// A rule that takes away every instance of another does not keep the caller waiting.
  @Test(.timeLimit(.minutes(1))) func rulesThatExcludeEachOtherEnd() throws {
    var event = Event(
      "Never", from: try Samples.madrid("2026-03-02T09:00"), repeating: RecurrenceRule(.secondly))
    event.recurrence.exclusionRules = [RecurrenceRule(.secondly)]
    var calendar = EventCalendar()
    calendar.insert(event)
    let window = try Self.at("02T00:00")..<Instant.max
    let agenda = calendar.agenda(in: window, viewer: .utc)
    #expect(agenda.found.isEmpty)
    // It is not known that there is none.
    #expect(agenda.unexpanded.map { $0.from } == [window.lowerBound])
    #expect(calendar.next(after: window.lowerBound, viewer: .utc).isEmpty)
  }
}
