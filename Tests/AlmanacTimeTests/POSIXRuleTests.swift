import AlmanacTime
import TestSupport
import Testing

@Suite("POSIX rules")
struct POSIXRuleTests {
  /// The transitions of one year, as texts of instants.
  private func transitions(_ rule: String, in year: Int) throws -> [String] {
    let zone = try Zone(name: "Test", posix: rule)
    let range =
      try Instant("\(CivilDate(year, 1, 1))T00:00Z")..<Instant("\(CivilDate(year + 1, 1, 1))T00:00Z")
    return zone.transitions(in: range).map { $0.instant.description }
  }

  @Test(
    "Each form of a yearly date",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
      // The rule in use where none is written.
      ("EST5EDT", ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"]),
      ("EST5EDT,M3.2.0,M11.1.0", ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"]),
      ("AAA0BBB,J60/0,J365/0", ["2026-03-01T00:00:00Z", "2026-12-30T23:00:00Z"]),
      ("AAA0BBB,59/0,364/0", ["2026-03-01T00:00:00Z", "2026-12-30T23:00:00Z"]),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),  // Dublin
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),  // Nuuk
      ("IST-2IDT,M3.4.4/26,M10.5.0", ["2026-03-27T00:00:00Z", "2026-10-24T23:00:00Z"]),  // over 24 h
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"]),
      ("UTC0", []),
    ])
  func forms(rule: String, instants: [String]) throws {
    #expect(try transitions(rule, in: 2026) == instants)
    #expect(try Zone(name: "Test", posix: rule).posixRule == rule)
  }

  @Test("29 February counts in the zero-based form only")
  func leapYears() throws {
    #expect(try transitions("AAA0BBB,J60/0,J365/0", in: 2028).first == "2028-03-01T00:00:00Z")
    #expect(try transitions("AAA0BBB,59/0,364/0", in: 2028).first == "2028-02-29T00:00:00Z")
  }

  @Test("Daylight saving all year is one offset without transitions (RFC 8536 §3.3.1)")
  func allYear() throws {
    for rule in ["XXX3EDT4,0/0,J365/23", "EST5EDT,0/0,J365/25"] {
      let zone = try Zone(name: "Test", posix: rule)
      #expect(try transitions(rule, in: 2026) == [])
      for text in ["1900-01-01T00:00Z", "2026-01-01T03:00Z", "2026-07-01T00:00Z", "9000-12-31T23:59:59Z"] {
        #expect(try zone.offset(at: Instant(text)) == -4 * 3600)
        #expect(try zone.phase(at: Instant(text)).isDaylight)
      }
      #expect(try zone.nextTransition(after: Instant("1970-01-01T00:00Z")) == nil)
    }
  }

  @Test("The rule applies 400 years later and earlier, to the second, and far from any table")
  func eras() throws {
    let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
    let zone = try Zone(name: "Test", posix: rule)
    let era = 146_097 * 86_400
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let instant = Instant(secondsSinceEpoch: Int64(random.int(0...era)))
      for eras in [-24, -10, -1, 1, 2, 19, 1_000_000] {
        #expect(zone.offset(at: instant) == zone.offset(at: instant.adding(seconds: eras * era)))
      }
      let local = instant.utc
      let moved = local.adding(seconds: 5 * era)
      #expect(zone.instant(of: moved).seconds(since: zone.instant(of: local)) == 5 * era)
    }
    for year in stride(from: -9998, through: 9998, by: 371) {
      // The last Sundays of March and October, found by hand.
      let days = try [3, 10].map { (month) throws in
        var day = try YearMonth(year, month).lastDay
        while day.weekday != .sunday { day = day.adding(days: -1) }
        return "\(day)T01:00:00Z"
      }
      #expect(try transitions(rule, in: year) == days)
    }
  }

  @Test(
    "Seeded rules as Python has them", .enabled(if: Oracle.hasPython, "python3 with zoneinfo is not here"))
  func python() throws {
    // A zone file that has nothing but the rule: each line is the rule, an instant, its offset and label. The
    // zero-based form is left out: CPython reads it a day early (the C library, compared below, does not).
    let script = #"""
      import io, random, struct, zoneinfo
      from datetime import datetime, timedelta, timezone
      rng = random.Random(11)
      def clock(low, high):
          seconds = rng.choice([rng.randint(low, high) * 3600, rng.randint(low * 3600, high * 3600)])
          sign, size = '-' if seconds < 0 else rng.choice(['', '+']), abs(seconds)
          text = sign + str(size // 3600)
          if size % 3600: text += ':%02d' % (size // 60 % 60)
          if size % 60: text += ':%02d' % (size % 60)
          return text
      def day(low, high):
          month = rng.randint(low, high)
          if rng.randint(0, 1): return 'M%d.%d.%d' % (month, rng.randint(1, 5), rng.randint(0, 6))
          return 'J%d' % (month * 30)
      for _ in range(300):
          one, two = day(2, 5), day(7, 10)
          if rng.randint(0, 1): one, two = two, one
          rule = 'AAA%s<+BB>%s,%s/%s,%s/%s' % (clock(-14, 14), clock(-14, 14), one, clock(-99, 99), two, clock(-99, 99))
          block = lambda: b'TZif3' + bytes(15) + struct.pack('>6l', 0, 0, 0, 0, 1, 4) + bytes(6) + b'LMT' + bytes(1)
          zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(block() + block() + b'\n' + rule.encode() + b'\n'), key='T')
          for _ in range(25):
              time = rng.randint(-60000000000, 200000000000)
              shown = (datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=time)).astimezone(zone)
              print(rule, time, int(shown.utcoffset().total_seconds()), shown.tzname())
      """#
    let lines = Oracle.lines(Oracle.python(script))
    #expect(lines.count == 7500)
    var zone = Zone.utc
    for line in lines {
      if zone.posixRule != String(line[0]) { zone = try Zone(name: "Test", posix: String(line[0])) }
      let phase = zone.phase(at: Instant(secondsSinceEpoch: try #require(Int64(line[1]))))
      #expect(phase.offset == Int(line[2]) && phase.abbreviation == line[3], "\(line)")
    }
  }

  @Test("The zero-based form as the C library has it", .enabled(if: Oracle.hasDate, "GNU date is not here"))
  func zeroBased() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<40 {
      let rule =
        "AAA\(random.int(-12...12))BBB\(random.int(-12...12)),\(random.int(30...150))/\(random.int(0...23)),"
        + "\(random.int(200...330))/\(random.int(0...23))"
      let zone = try Zone(name: "Test", posix: rule)
      let time = random.int(0...4_000_000_000)
      let printed = Oracle.output("env", ["TZ=\(rule)", "date", "-d", "@\(time)", "+%Y-%m-%dT%H:%M:%S %Z"])
      let instant = Instant(secondsSinceEpoch: Int64(time))
      let expected = "\(zone.local(at: instant)) \(zone.phase(at: instant).abbreviation)\n"
      #expect(printed == Array(expected.utf8), "\(rule) at \(time)")
    }
  }

  @Test("Parse errors state their offset")
  func faults() {
    let read = { (text: String) throws(TimeError) in try Zone(name: "Test", posix: text) }
    expectFault(.syntax, at: 0, "", read)
    expectFault(.syntax, at: 2, "AB3", read)
    expectFault(.syntax, at: 3, "ABC", read)
    expectFault(.syntax, at: 1, "<ABC3", read)
    expectFault(.outOfRange, at: 3, "ABC25", read)
    expectFault(.outOfRange, at: 3, "ABC1:60", read)
    expectFault(.syntax, at: 8, "AAA0BBB,", read)
    expectFault(.syntax, at: 14, "AAA0BBB,M3.5.0", read)
    expectFault(.outOfRange, at: 9, "AAA0BBB,M13.5.0,M10.5.0", read)
    expectFault(.outOfRange, at: 11, "AAA0BBB,M3.6.0,M10.5.0", read)
    expectFault(.outOfRange, at: 9, "AAA0BBB,J0,J365", read)
    expectFault(.outOfRange, at: 10, "AAA0BBB,0,366", read)
    expectFault(.outOfRange, at: 15, "AAA0BBB,M3.5.0/168,M10.5.0", read)
    expectFault(.syntax, at: 22, "AAA0BBB,M3.5.0,M10.5.0x", read)
    expectFault(.outOfRange, at: 3, "ABC99999999999999999999", read)
  }
}
