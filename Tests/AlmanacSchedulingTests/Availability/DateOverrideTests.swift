import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// Hours of dates replace the hours that begin on the date, whatever way the usual hours are given.
@Suite("Hours of single dates")
struct DateOverrideTests {
  let madrid: Zone
  let nights: Availability

  init() throws {
    madrid = try Zone("Europe/Madrid")
    nights = Availability(try WeeklyHours("fri,sat 22:00-02:00; sun 10:00-12:00"), in: madrid)
  }

  /// The same hours as statements.
  private func stated(_ schedule: Availability, from first: String = "2026-03-02") throws -> Availability {
    Availability(
      schedule.statements(uid: "s", from: try date(first), at: Instant(secondsSinceEpoch: 1_770_000_000)),
      in: schedule.zone)
  }

  private func open(_ availability: Availability, _ from: String, _ to: String) throws -> [String] {
    try availability.openPeriods(in: days(from, to, in: availability.zone)).map { period in
      let (start, end) = (period.lowerBound.in(availability.zone), period.upperBound.in(availability.zone))
      return "\(start.local)/\(end.local)"
    }
  }

  @Test("closing a date keeps the previous night open, and closes its own night to the end")
  func nightsOver() throws {
    for var schedule in [nights, try stated(nights)] {
      schedule.overrides[try date("2026-03-07")] = []
      #expect(
        try open(schedule, "2026-03-06", "2026-03-09") == [
          "2026-03-06T22:00:00/2026-03-07T02:00:00", "2026-03-08T10:00:00/2026-03-08T12:00:00",
        ])
      schedule.overrides = [
        try date("2026-03-06"): [OpeningHours(from: try time("18:00"), to: try time("20:00"))]
      ]
      #expect(
        try open(schedule, "2026-03-06", "2026-03-08") == [
          "2026-03-06T18:00:00/2026-03-06T20:00:00", "2026-03-07T22:00:00/2026-03-08T00:00:00",
        ])
      // Looked at from after midnight the night before still belongs to its date.
      schedule.overrides = [try date("2026-03-06"): []]
      #expect(try open(schedule, "2026-03-07", "2026-03-08") == ["2026-03-07T22:00:00/2026-03-08T00:00:00"])
    }
  }

  @Test("so it is in the nights in which the clocks change")
  func clockChanges() throws {
    for var schedule in [nights, try stated(nights, from: "2026-01-05")] {
      for changing in ["2026-03-29", "2026-10-25"] {
        let sunday = try date(changing)
        schedule.overrides = [sunday: [OpeningHours(from: .midnight, to: try time("05:00"))]]
        let before = "\(sunday.adding(days: -1))T00:00:00/\(sunday.adding(days: -1))T02:00:00"
        let night = "\(sunday.adding(days: -1))T22:00:00/\(sunday)T05:00:00"
        #expect(
          try open(schedule, "\(sunday.adding(days: -1))", "\(sunday.adding(days: 1))") == [before, night])
        schedule.overrides = [sunday.adding(days: -1): []]
        #expect(
          try open(schedule, "\(sunday.adding(days: -1))", "\(sunday.adding(days: 1))") == [
            before, "\(sunday)T10:00:00/\(sunday)T12:00:00",
          ])
      }
    }
  }

  /// Clocks that skipped midnight: Toronto's from 23:30 to 00:30, Samoa's all of 2011-12-30.
  @Test(
    "hours that begin where the clocks skip midnight are their date's, stated or weekly",
    arguments: [
      ("America/Toronto", "1919-03-30", "23:40", "02:00", "1919-03-31T00:30", "1919-03-31T02:00"),
      ("Pacific/Apia", "2011-12-30", "22:00", "03:00", "2011-12-31T00:00", "2011-12-31T03:00"),
    ])
  func skippedMidnight(
    zone: String, changing: String, from: String, to: String, opens: String, closes: String
  ) throws {
    let zone = try Zone(zone)
    let changing = try date(changing)
    let hours = OpeningHours(from: try time(from), to: try time(to))
    let weekly = Availability(WeeklyHours(on: Weekday.allCases, [hours]), in: zone)
    let first = changing.adding(days: -20)
    let days = changing.adding(days: -3)..<changing.adding(days: 5)
    let night = try Set(0..<60).map { try instant(opens, in: zone).adding(seconds: $0 * 600) }
      .filter { try $0 < instant(closes, in: zone) }
    /// Every ten minutes.
    func open(_ schedule: Availability, closing day: CivilDate?) -> Set<Instant> {
      var schedule = schedule
      if let day { schedule.overrides[day] = [] }
      let window = QueryWindow(days: days, in: zone).range
      return schedule.openPeriods(in: window).reduce(into: []) { result, period in
        result.formUnion(
          (0...200).map { period.lowerBound.adding(seconds: $0 * 600) }.filter { $0 < period.upperBound })
      }
    }
    // Through the text of a file, too.
    var calendar = EventCalendar()
    calendar.availabilities = weekly.statements(
      uid: "night", from: first, at: Instant(secondsSinceEpoch: 1_770_000_000))
    let document = try ICSDocument(parsing: ICSDocument([calendar]).text)
    let read = try #require(document.calendars.first).availabilities
    for schedule in [weekly, Availability(calendar.availabilities, in: zone), Availability(read, in: zone)] {
      let all = open(schedule, closing: nil)
      #expect(all == open(weekly, closing: nil) && all.isSuperset(of: night))
      #expect(open(schedule, closing: changing) == all.subtracting(night))
      // Closing the neighbours leaves it.
      for days in [-1, 1] {
        #expect(open(schedule, closing: changing.adding(days: days)).isSuperset(of: night))
      }
    }
  }

  @Test("time outside all statements, and a window of several days, belong to each date")
  func longTime() throws {
    var free = Availability([], in: madrid)
    free.overrides[try date("2026-03-04")] = []
    #expect(
      try open(free, "2026-03-03", "2026-03-06") == [
        "2026-03-03T00:00:00/2026-03-04T00:00:00", "2026-03-05T00:00:00/2026-03-06T00:00:00",
      ])
    let fair = AvailabilityStatement(
      uid: "fair",
      windows: [
        .init(
          from: try zoned("2026-03-03T08:00", madrid),
          extent: .end(.zoned(try zoned("2026-03-06T18:00", madrid))))
      ])
    var week = Availability([fair], in: madrid)
    week.overrides[try date("2026-03-04")] = []
    #expect(
      try open(week, "2026-03-01", "2026-03-08") == [
        "2026-03-03T08:00:00/2026-03-04T00:00:00", "2026-03-05T00:00:00/2026-03-06T18:00:00",
      ])
  }

  @Test("starts of stated hours are counted from where a window begins, wherever one looks from")
  func grid() throws {
    let schedule = try stated(Availability(try WeeklyHours("mon-sun 09:10-13:00"), in: madrid))
    let window = try instant("2026-03-04T10:00", in: madrid)..<instant("2026-03-04T13:00", in: madrid)
    let grid = try schedule.slots(lasting: .minutes(40), in: window, at: .min)
    #expect(grid.clock == ["10:30", "11:10", "11:50"])
    var closed = schedule
    closed.overrides[try date("2026-03-04")] = []
    let refused = try closed.slots(lasting: .minutes(40), in: window, at: .min)
    #expect(
      refused.slots.isEmpty
        && refused.unavailable.map { $0.slot }.clock == ["10:30", "11:10", "11:50", "12:30"])
    #expect(refused.unavailable.allSatisfy { $0.reasons.map { $0.code } == ["outside_hours"] })
  }

  @Test(
    "weekly hours and the same hours as statements agree under any hours of dates", arguments: UInt64(1)...12)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try Zone(
      random.one(of: ["Europe/Madrid", "Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu"]))
    func hours() throws -> [OpeningHours] {
      // Apart from each other, so that each is a window of its own.
      let early = OpeningHours(
        from: try time("0\(random.int(4...7)):30"), to: try time("1\(random.int(0...2)):00"))
      let night = OpeningHours(
        from: try time("2\(random.int(0...3)):15"), to: try time("0\(random.int(0...4)):00"))
      return random.one(of: [[], [early], [night], [early, night]])
    }
    var weekly = WeeklyHours()
    for weekday in Weekday.allCases { weekly[weekday] = try hours() }
    var schedule = Availability(weekly, in: zone)
    let first = try date("2026-02-02")
    var other = Availability(
      schedule.statements(uid: "s", from: first, at: Instant(secondsSinceEpoch: 1_770_000_000)), in: zone)
    for _ in 0..<random.int(1...6) {
      let day = try date(
        random.one(of: ["2026-03-06", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-30"])
      )
      .adding(days: random.int(0...4))
      schedule.overrides[day] = try hours()
    }
    other.overrides = schedule.overrides
    let window = QueryWindow(days: first.adding(days: 2)..<first.adding(days: 300), in: zone).range
    #expect(other.openPeriods(in: window) == schedule.openPeriods(in: window))
    // And they stay so when they go out and come back.
    let back = Availability(
      other.statements(uid: "t", from: first, at: Instant(secondsSinceEpoch: 1_770_000_000)), in: zone)
    #expect(back.openPeriods(in: window) == schedule.openPeriods(in: window))
  }
}
