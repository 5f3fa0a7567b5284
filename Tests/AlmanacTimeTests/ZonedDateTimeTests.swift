import AlmanacTime
import TestSupport
import Testing

@Suite("Zoned times and RFC 9557")
struct ZonedDateTimeTests {
  @Test(
    "The examples of RFC 9557 §4.1 and §3.4",
    arguments: [
      ("1996-12-19T16:39:57-08:00[America/Los_Angeles]", "1996-12-20T00:39:57Z", "America/Los_Angeles"),
      (
        "1996-12-19T16:39:57-08:00[America/Los_Angeles][u-ca=hebrew]", "1996-12-20T00:39:57Z",
        "America/Los_Angeles"
      ),
      ("1996-12-19T16:39:57-08:00[u-ca=hebrew]", "1996-12-20T00:39:57Z", "-08:00"),
      ("1996-12-19T16:39:57-08:00[_foo=bar][_baz=bat]", "1996-12-20T00:39:57Z", "-08:00"),
      ("2022-07-08T00:14:07+02:00[Europe/Paris]", "2022-07-07T22:14:07Z", "Europe/Paris"),
      ("2022-07-08T00:14:07+02:00[!Europe/Paris]", "2022-07-07T22:14:07Z", "Europe/Paris"),
      ("2022-07-08T00:14:07Z[Europe/Paris]", "2022-07-08T00:14:07Z", "Europe/Paris"),
      ("2022-07-08T00:14:07-00:00[Europe/Paris]", "2022-07-08T00:14:07Z", "Europe/Paris"),
      ("2022-07-08T00:14:07-01:00[-01:00]", "2022-07-08T01:14:07Z", "-01:00"),
      ("2022-07-08T00:14:07Z[u-ca=chinese][u-ca=japanese]", "2022-07-08T00:14:07Z", "UTC"),
      ("2022-07-08T00:14:07[Europe/Paris]", "2022-07-07T22:14:07Z", "Europe/Paris"),
      // The offset names the pass of a fold.
      ("2026-10-25T02:30:00+02:00[Europe/Madrid]", "2026-10-25T00:30:00Z", "Europe/Madrid"),
      ("2026-10-25T02:30:00+01:00[Europe/Madrid]", "2026-10-25T01:30:00Z", "Europe/Madrid"),
      // Others round offsets to the minute (-00:14:44).
      ("1890-01-01T00:00:00-00:15[Europe/Madrid]", "1890-01-01T00:14:44Z", "Europe/Madrid"),
      ("1890-01-01T00:00:00-00:14:44[Europe/Madrid]", "1890-01-01T00:14:44Z", "Europe/Madrid"),
    ])
  func examples(text: String, instant: String, zone: String) throws {
    let value = try ZonedDateTime(text)
    #expect(try value.instant == Instant(instant))
    #expect(value.zone.name == zone)
    #expect(try ZonedDateTime(value.description) == value)
  }

  @Test(
    "+ and - are hours of exact time and days of the clock (RFC 5545 §3.3.6), here where a day has 23 hours")
  func durations() throws {
    let before = try CivilDateTime("2026-03-28T12:00").in(Zone("Europe/Madrid"))
    #expect((before + .days(1)).local.time == before.local.time)
    #expect((before + .hours(24)).local.time.hour == 13)
    #expect((before + .days(1)).instant.seconds(since: before.instant) == 23 * 3600)
    #expect(before + .hours(24) - .hours(24) == before && before + .days(3) - .days(3) == before)
  }

  @Test("Parse errors state their offset")
  func faults() {
    let read = { (text: String) throws(TimeError) in try ZonedDateTime(text) }
    expectFault(.outOfRange, at: 19, "2022-07-08T00:14:07+00:00[Europe/Paris]", read)
    expectFault(.outOfRange, at: 19, "2026-03-29T02:30:00+01:00[Europe/Madrid]", read)
    expectFault(.outOfRange, at: 19, "2026-03-02T09:00:00+01:00[+02:00]", read)
    expectFault(.outOfRange, at: 19, "2026-03-02T09:00:00+01:01[Europe/Madrid]", read)
    expectFault(.syntax, at: 21, "2022-07-08T00:14:07Z[!u-ca=chinese][u-ca=japanese]", read)
    expectFault(.syntax, at: 21, "2022-07-08T00:14:07Z[!knort=blargel]", read)
    expectFault(.unknownZone, at: 26, "2022-07-08T00:14:07+02:00[Europe/Nowhere]", read)
    expectFault(.unknownZone, at: 26, "2022-07-08T00:14:07+02:00[../../etc/passwd]", read)
    expectFault(.syntax, at: 19, "2022-07-08T00:14:07", read)
    expectFault(.syntax, at: 33, "2022-07-08T00:14:07Z[Europe/Paris", read)
    expectFault(.syntax, at: 35, "2022-07-08T00:14:07Z[Europe/Paris][Europe/Paris]", read)
    expectFault(.syntax, at: 34, "2022-07-08T00:14:07Z[Europe/Paris] ", read)
  }

  @Test("Seeded values print and read back, in zones with every kind of offset")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 6)
    let zones =
      try ["Europe/Madrid", "Africa/Monrovia", "Australia/Lord_Howe", "Pacific/Apia", "UTC"].map {
        try Zone($0)
      } + [Zone(offset: -3600), Zone(offset: 20_701), Zone(offset: 0, name: "+00:00")]
    for _ in 0..<400 {
      let zone = zones[random.int(0...zones.count - 1)]
      let value = Instant(secondsSinceEpoch: Int64(random.int(-5_000_000_000...20_000_000_000))).in(zone)
      #expect(try ZonedDateTime(value.description) == value)
      #expect(value.in(.utc).in(zone) == value)
    }
  }

  @Test("Days are nominal, hours exact, and 24 hours are not a day")
  func adding() throws {
    let start = try ZonedDateTime("2026-03-28T02:30:00+01:00[Europe/Madrid]")
    #expect(try start.adding(.days(1)).instant == Instant("2026-03-29T01:30:00Z"))
    #expect(try start.adding(.hours(24)).local == CivilDateTime("2026-03-29T03:30"))
    #expect(try start.adding(.weeks(1)).local == CivilDateTime("2026-04-04T02:30"))
    #expect(try start.adding(try CalendarDuration("P1DT1H")).local == CivilDateTime("2026-03-29T04:30"))
    #expect(start.adding(.zero) == start)
  }
}
