import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Alarms far from their occurrence, and limits")
struct DistantAlarmTests {
  private func instant(_ text: String) throws -> Instant { try Instant(text) }

  /// Four hundred series that happen every day at 10:00 from 2018 on, each with an alarm five minutes before.
  private func daily(_ count: Int = 400) throws -> EventCalendar {
    var calendar = EventCalendar()
    for number in 0..<count {
      var event = Event(
        "", from: try Samples.madrid("2018-01-01T10:00"), lasting: .hours(1),
        repeating: RecurrenceRule(.daily), uid: "daily-\(number)")
      event.alarms = [Alarm(.before(.minutes(5)))]
      calendar.insert(event)
    }
    return calendar
  }

  private func far(_ alarm: Alarm) throws -> Event {
    var event = Event("", at: try Samples.madrid("2026-01-01T10:00"), uid: "far")
    event.alarms = [alarm]
    return event
  }

  @Test(
    "an alarm far from its occurrence does not silence the others",
    arguments: [
      Alarm(.after(.days(3650))), Alarm(.before(.days(3650))),
      Alarm(.before(.minutes(5)), repetition: .init(1000, every: .days(7))),
    ])
  func others(_ alarm: Alarm) throws {
    var calendar = try daily()
    calendar.insert(try far(alarm))
    let day = try instant("2026-03-02T00:00:00Z")..<instant("2026-03-03T00:00:00Z")
    let signals = try calendar.alarms(in: day, viewer: Samples.madrid)
    #expect(signals.count == 400)
    #expect(signals.allSatisfy { $0.instant.description == "2026-03-02T08:55:00Z" })
    let next = try calendar.nextAlarms(after: day.lowerBound, count: 2, viewer: Samples.madrid)
    #expect(next == Array(signals.prefix(2)))
    let defaults = DefaultAlarms(timed: [
      Alarm(.before(.minutes(7)), repetition: .init(900, every: .days(30)))
    ])
    calendar.insert(Event("", at: try Samples.madrid("2026-03-02T09:00"), uid: "plain"))
    let withDefaults = try calendar.alarms(in: day, viewer: Samples.madrid, defaults: defaults)
    #expect(withDefaults.count == 401)
    #expect(withDefaults.first?.item.uid == "plain")
  }

  @Test("a series of every minute does not either, and its alarms are not silenced")
  func minutely() throws {
    var calendar = EventCalendar()
    var event = Event(
      "", at: try Samples.madrid("2018-01-01T00:00"), repeating: RecurrenceRule(.minutely), uid: "m")
    event.alarms = [Alarm(.before(.zero))]
    calendar.insert(event)
    var other = Event("", at: try Samples.madrid("2023-12-22T10:30"), uid: "o")
    other.alarms = [Alarm(.after(.days(800)))]
    calendar.insert(other)
    let hour = try instant("2026-03-01T09:00:00Z")..<instant("2026-03-01T10:00:00Z")
    let signals = try calendar.alarms(in: hour, viewer: Samples.madrid)
    #expect(signals.count { $0.item.uid == "m" } == 60)
    // 800 days after 22 December 2023 is 1 March 2026, by the clock at half past ten.
    #expect(signals.first { $0.item.uid == "o" }?.instant.description == "2026-03-01T09:30:00Z")
  }

  @Test("an alarm far from its occurrence is found at its time")
  func reached() throws {
    var calendar = try daily(3)
    calendar.insert(try far(Alarm(.after(.days(3650)))))
    // 3650 days after 1 January 2026.
    let day = try instant("2035-12-30T00:00:00Z")..<instant("2035-12-31T00:00:00Z")
    #expect(
      try calendar.alarms(in: day, viewer: Samples.madrid).map { "\($0.item.uid) \($0.instant)" } == [
        "daily-0 2035-12-30T08:55:00Z", "daily-1 2035-12-30T08:55:00Z", "daily-2 2035-12-30T08:55:00Z",
        "far 2035-12-30T09:00:00Z",
      ])
    var weekly = EventCalendar()
    weekly.insert(try far(Alarm(.before(.zero), repetition: .init(1000, every: .days(7)))))
    // The clock shows 10:00 in summer too. 26 weeks after 1 January is 2 July.
    let july = try instant("2026-07-01T00:00:00Z")..<instant("2026-07-08T00:00:00Z")
    let signals = try weekly.alarms(in: july, viewer: Samples.madrid)
    #expect(signals.map { "\($0.repetition) \($0.instant)" } == ["26 2026-07-02T08:00:00Z"])
  }

  @Test("an edit removes the old alarms from the index")
  func edited() throws {
    var calendar = try daily(2)
    var event = try far(Alarm(.after(.days(60))))
    calendar.insert(event)
    // 60 days after 1 January.
    let day = try instant("2026-03-02T00:00:00Z")..<instant("2026-03-03T00:00:00Z")
    #expect(
      try calendar.alarms(in: day, viewer: Samples.madrid).map(\.item.uid) == ["daily-0", "daily-1", "far"])
    event.alarms = [Alarm(.after(.days(61)))]
    try calendar.update(event, at: nil)
    #expect(try calendar.alarms(in: day, viewer: Samples.madrid).map(\.item.uid) == ["daily-0", "daily-1"])
    try calendar.remove(uid: "daily-0")
    #expect(try calendar.alarms(in: day, viewer: Samples.madrid).map(\.item.uid) == ["daily-1"])
    #expect(
      try calendar.nextAlarms(after: day.lowerBound, count: 3, viewer: Samples.madrid).map(\.item.uid) == [
        "daily-1", "daily-1", "far",
      ])
  }

  @Test("a limit is a limit of signals: the earliest of all occurrences are given")
  func limit() throws {
    var calendar = EventCalendar()
    for (uid, start, lead) in [("a", "2026-03-02T10:00", 5), ("b", "2026-03-02T11:00", 120)] {
      var event = Event("", at: try Samples.madrid(start), uid: uid)
      event.alarms = [Alarm(.before(.minutes(lead)))]
      calendar.insert(event)
    }
    let day = try instant("2026-03-02T00:00:00Z")..<instant("2026-03-03T00:00:00Z")
    var query = OccurrenceQuery.all
    query.limit = 1
    let signals = try calendar.alarms(in: day, viewer: Samples.madrid, matching: query)
    #expect(signals.map { "\($0.item.uid) \($0.instant)" } == ["b 2026-03-02T08:00:00Z"])
    let next = try calendar.nextAlarms(
      after: day.lowerBound, count: 3, viewer: Samples.madrid, matching: query)
    #expect(next.map(\.item.uid) == ["b", "a"])
    query.limit = 0
    #expect(try calendar.alarms(in: day, viewer: Samples.madrid, matching: query).isEmpty)
  }

  @Test("work is bounded by the number of signals wanted, however often a series repeats")
  func bounded() throws {
    var calendar = EventCalendar()
    for number in 0..<2 {
      var event = Event(
        "", at: try Samples.madrid("2018-01-01T00:00"), repeating: RecurrenceRule(.secondly),
        uid: "\(number)")
      event.alarms = [
        Alarm(.before(.hours(24 * number)), repetition: .init(100, every: .seconds(number + 1)))
      ]
      calendar.insert(event)
    }
    let always = Instant.min..<Instant.max
    var query = OccurrenceQuery.all
    query.limit = 5
    let signals = try calendar.alarms(in: always, viewer: .utc, matching: query)
    #expect(signals.map(\.item.uid) == ["1", "1", "1", "1", "1"])
    #expect(signals.first?.instant.description == "2017-12-30T23:00:00Z")
    #expect(
      try calendar.nextAlarms(after: try instant("2017-12-30T00:00:00Z"), count: 5, viewer: .utc) == signals)
  }

  @Test("alarms so far from a series of every second that none is found in time end in an error")
  func exhausted() throws {
    var event = Event(
      "", at: try Samples.madrid("2026-01-01T10:00"), repeating: RecurrenceRule(.secondly), uid: "s")
    event.alarms = [Alarm(.before(.days(10_000)), repetition: .init(1_000, every: .days(99)))]
    var calendar = EventCalendar()
    calendar.insert(event)
    let day = try instant("2026-03-02T00:00:00Z")..<instant("2026-03-03T00:00:00Z")
    let query = OccurrenceQuery(limit: 100, budget: 10)
    let error = #expect(throws: EventError.self) {
      try calendar.alarms(in: day, viewer: .utc, matching: query)
    }
    #expect(error?.reasons.map(\.code) == [.tooManyInstances])
    #expect(error?.reasons.first?.uid == "s")
    let next = #expect(throws: EventError.self) {
      try calendar.nextAlarms(after: day.lowerBound, viewer: .utc, matching: query)
    }
    #expect(next?.reasons.map(\.code) == [.tooManyInstances])
  }

  @Test("the end is found where all that is left has been seen, or is without alarms")
  func ends() throws {
    var calendar = EventCalendar()
    var seen = Event(
      "", at: try Samples.madrid("2018-01-01T00:00"), repeating: RecurrenceRule(.minutely), uid: "s")
    seen.alarms = [Alarm(.before(.zero), acknowledged: .max)]
    calendar.insert(seen)
    var chore = Todo(
      "", from: try Samples.madrid("2018-01-01T00:00"), repeating: RecurrenceRule(.minutely), uid: "t")
    chore.alarms = [Alarm(.before(.zero, .end))]
    calendar.insert(chore)
    let defaults = DefaultAlarms(allDay: [Alarm(.before(.hours(6)))], timed: [Alarm(.absolute(.max))])
    let now = try instant("2026-03-02T00:00:00Z")
    #expect(try calendar.nextAlarms(after: now, viewer: .utc, defaults: defaults).isEmpty)
    chore.alarms = []
    try calendar.update(chore, at: nil)
    let ends = DefaultAlarms(timed: [Alarm(.before(.zero, .end))])
    #expect(try calendar.nextAlarms(after: now, viewer: .utc, defaults: ends).isEmpty)
  }

  @Test("with several calendars the occurrence of each signal is from the signal's calendar")
  func calendars() throws {
    let all = [try daily(1), try daily(1)]
    let day = try instant("2026-03-02T00:00:00Z")..<instant("2026-03-03T00:00:00Z")
    let signals = try all.alarms(in: day, viewer: Samples.madrid)
    #expect(signals.map(\.calendar) == [0, 1])
    #expect(signals.map { $0.occurrence?.calendar } == [0, 1])
    #expect(try signals.map(\.occurrence) == all.occurrences(in: day, viewer: Samples.madrid))
  }

  @Test("a series with too many alarms hides none of the others, which are found as without it")
  func available() throws {
    var calendar = try daily(3)
    calendar.insert(try far(Alarm(.after(.days(60)))))
    let days = try instant("2026-03-01T00:00:00Z")..<instant("2026-03-08T00:00:00Z")
    let expected = try calendar.alarms(in: days, viewer: Samples.madrid)
    let all = calendar.availableAlarms(in: days, viewer: Samples.madrid)
    #expect(all.signals == expected && all.unexpanded.isEmpty)
    let next = try calendar.nextAlarms(after: days.lowerBound, count: 5, viewer: Samples.madrid)
    for repetition in [nil, Alarm.Repetition(1000, every: .minutes(1))] {
      var event = Event(
        "S", from: try Samples.madrid("2026-01-01T10:00"), lasting: .hours(1),
        repeating: RecurrenceRule(.secondly), uid: "s")
      event.alarms = [Alarm(.before(.days(1)), repetition: repetition)]
      var other = calendar
      other.insert(event)
      let found = other.availableAlarms(in: days, viewer: Samples.madrid)
      #expect(found.signals == expected && found.unexpanded.map(\.uid) == ["s"])
      #expect(
        !other.nextAvailableAlarms(after: days.lowerBound, count: 5, viewer: Samples.madrid).signals.isEmpty)
    }
    #expect(
      calendar.nextAvailableAlarms(after: days.lowerBound, count: 5, viewer: Samples.madrid).signals == next)
    // A limit that is stated leaves none out.
    var five = OccurrenceQuery.all
    five.limit = 5
    let first = calendar.availableAlarms(in: days, viewer: Samples.madrid, matching: five)
    #expect(first.signals == Array(expected.prefix(5)) && first.isTruncated && first.unexpanded.isEmpty)
  }
}
