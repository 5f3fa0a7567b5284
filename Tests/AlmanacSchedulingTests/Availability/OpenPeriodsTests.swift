import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Availability")
struct OpenPeriodsTests {
  let madrid: Zone
  let office: Availability

  init() throws {
    madrid = try Zone("Europe/Madrid")
    office = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: madrid)
  }

  private func open(_ availability: Availability, _ from: String, _ to: String) throws -> [String] {
    try availability.openPeriods(in: days(from, to, in: availability.zone)).map { period in
      let start = period.lowerBound.in(availability.zone).local
      return "\(start) +\(period.upperBound.seconds(since: period.lowerBound) / 60)"
    }
  }

  @Test("has the hours of each weekday, on the wall clock also across a change of clocks")
  func weekly() throws {
    #expect(
      try open(office, "2026-03-27", "2026-03-31") == [
        "2026-03-27T09:00:00 +240", "2026-03-27T15:00:00 +240", "2026-03-30T09:00:00 +240",
        "2026-03-30T15:00:00 +240",
      ])
  }

  @Test("free periods are the minutes that are open and not busy", arguments: 1...UInt64(rounds(5)))
  func free(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let week = try days("2026-03-26", "2026-03-31", in: madrid)
    let periods = (0..<random.int(0...12)).map { _ in
      let start = week.lowerBound.adding(seconds: random.int(-60...7200) * 60)
      let kind: BusyKind = random.once(in: 4) ? .free : random.one(of: [.busy, .tentative])
      return BusyTime.Item(start..<start.adding(seconds: random.int(0...600) * 60), kind: kind)
    }
    func isIn(_ instant: Instant, _ ranges: [Range<Instant>]) -> Bool {
      ranges.contains { $0.contains(instant) }
    }
    let (free, open) = (office.freePeriods(in: week, around: BusyTime(periods)), office.openPeriods(in: week))
    let taken = periods.filter { $0.kind != .free }.map { $0.interval }
    for minute in 0..<(5 * 1440) {
      let instant = week.lowerBound.adding(seconds: minute * 60)
      #expect(isIn(instant, free) == (isIn(instant, open) && !isIn(instant, taken)))
    }
    #expect(zip(free, free.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }

  @Test("an override is of its date in the schedule's own zone, wherever one looks from")
  func overrides() throws {
    let auckland = try Zone("Pacific/Auckland")
    var shop = Availability(try WeeklyHours("mon-sun 09:00-17:00"), in: auckland)
    shop.overrides[try date("2026-06-10")] = [OpeningHours(from: try time("12:00"), to: try time("14:00"))]
    shop.overrides[try date("2026-06-11")] = []
    #expect(
      try open(shop, "2026-06-09", "2026-06-13") == [
        "2026-06-09T09:00:00 +480", "2026-06-10T12:00:00 +120", "2026-06-12T09:00:00 +480",
      ])
  }

  @Test("a closure removes the time that it covers, overrides included")
  func closures() throws {
    var closed = office
    closed.overrides[try date("2026-03-28")] = [.wholeDay]
    closed.closures = [
      ClosedPeriod(on: try date("2026-03-27"), "Works"),
      ClosedPeriod(from: try CivilDateTime("2026-03-28T10:00"), to: try CivilDateTime("2026-03-28T22:00")),
    ]
    #expect(
      try open(closed, "2026-03-27", "2026-03-29") == [
        "2026-03-28T00:00:00 +600", "2026-03-28T22:00:00 +120",
      ])
  }

  @Test(
    "hours around a change of clocks are those on the clock",
    arguments: [
      // Madrid skips 02:00–03:00 on 29 March and shows it twice on 25 October.
      ("Europe/Madrid", "2026-03-29", "sun 00:00-06:00", "2026-03-29T00:00:00 +300"),
      ("Europe/Madrid", "2026-03-29", "sun 02:30-06:00", "2026-03-29T03:00:00 +180"),
      ("Europe/Madrid", "2026-10-25", "sun 00:00-06:00", "2026-10-25T00:00:00 +420"),
      // Lord Howe changes by half an hour: 02:00 → 02:30 on 4 October, 02:00 → 01:30 on 5 April.
      ("Australia/Lord_Howe", "2026-10-04", "sun 00:00-06:00", "2026-10-04T00:00:00 +330"),
      ("Australia/Lord_Howe", "2026-04-05", "sun 00:00-06:00", "2026-04-05T00:00:00 +390"),
      ("Asia/Kathmandu", "2026-04-05", "sun 00:00-06:00", "2026-04-05T00:00:00 +360"),
    ])
  func clockChanges(zone: String, day: String, hours: String, expected: String) throws {
    let availability = Availability(try WeeklyHours(hours), in: try Zone(zone))
    let next = try date(day).adding(days: 1).description
    #expect(try open(availability, day, next) == [expected])
  }

  @Test("hours over midnight belong to the day on which they begin")
  func nights() throws {
    let bar = Availability(try WeeklyHours("fri 22:00-04:00"), in: madrid)
    #expect(try open(bar, "2026-03-27", "2026-03-28") == ["2026-03-27T22:00:00 +120"])
    #expect(try open(bar, "2026-03-28", "2026-03-29") == ["2026-03-28T00:00:00 +240"])
  }

  @Test("becomes VAVAILABILITY and means the same again")
  func statements() throws {
    var schedule = office
    schedule.overrides[try date("2026-03-25")] = [
      OpeningHours(from: try time("12:00"), to: try time("14:00"))
    ]
    schedule.overrides[try date("2026-03-26")] = []
    schedule.closures = [ClosedPeriod(on: try date("2026-04-03"), "Good Friday")]
    let statements = schedule.statements(
      uid: "office", from: try date("2026-03-04"), at: Instant(secondsSinceEpoch: 1_770_000_000))
    let read = Availability(statements, in: madrid)
    let window = try days("2026-03-04", "2026-06-01", in: madrid)
    #expect(read.openPeriods(in: window) == schedule.openPeriods(in: window))
    #expect(
      Set(statements.flatMap { $0.windows.map { $0.uid } }).count == statements.flatMap { $0.windows }.count)
  }

  @Test("the statement of the highest priority applies (RFC 7953 §4)")
  func priorities() throws {
    let usual = office.statements(
      uid: "usual", from: try date("2026-01-01"), at: Instant(secondsSinceEpoch: 1_770_000_000))
    let night = AvailabilityStatement(
      uid: "night", from: .zoned(try zoned("2026-03-04T00:00", madrid)),
      extent: .end(.zoned(try zoned("2026-03-05T00:00", madrid))), priority: 5,
      windows: [
        .init(
          from: try zoned("2026-03-04T20:00", madrid), extent: .duration(.hours(3)))
      ])
    let read = Availability(usual + [night], in: madrid)
    #expect(
      try open(read, "2026-03-03", "2026-03-05") == [
        "2026-03-03T09:00:00 +240", "2026-03-03T15:00:00 +240", "2026-03-04T20:00:00 +180",
      ])
    // Time outside all statements is open.
    #expect(
      try open(Availability([night], in: madrid), "2026-03-03", "2026-03-04") == ["2026-03-03T00:00:00 +1440"]
    )
  }
}
