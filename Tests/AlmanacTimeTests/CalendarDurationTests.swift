import AlmanacTime
import TestSupport
import Testing

@Suite("Durations")
struct CalendarDurationTests {
  /// RFC 5545 §3.3.6, §3.8.6.3 and common forms: nominal days, exact seconds.
  @Test(
    "The forms of RFC 5545",
    arguments: [
      ("P15DT5H0M20S", 15, 18_020), ("P7W", 49, 0), ("PT15M", 0, 900), ("-PT30M", 0, -1800), ("P1D", 1, 0),
      ("PT1H30M", 0, 5400), ("+P2DT0H0M0S", 2, 0), ("PT0S", 0, 0), ("-P1W", -7, 0), ("p1dt1s", 1, 1),
      ("PT1H30S", 0, 3630), ("P1W2DT3H", 9, 10_800), ("P2147483647D", 2_147_483_647, 0),
    ])
  func forms(text: String, days: Int, seconds: Int) throws {
    let duration = try CalendarDuration(text)
    #expect(duration.nominalDays == days)
    #expect(duration.exactSeconds == seconds)
    #expect(duration.civilSeconds == days * 86_400 + seconds)
  }

  @Test("Printed durations match the grammar of RFC 5545")
  func printing() throws {
    #expect(CalendarDuration.minutes(90).description == "PT90M")
    #expect(CalendarDuration.zero.description == "PT0S")
    #expect(CalendarDuration(days: 1, hours: 2).description == "P1DT2H")
    #expect(CalendarDuration(hours: 1, seconds: 30).description == "PT1H0M30S")
    #expect(CalendarDuration(isNegative: true, weeks: 1, days: 2).description == "-P9D")
    #expect((-CalendarDuration.weeks(2)).description == "-P2W")
    #expect(CalendarDuration.weeks(-2) == -CalendarDuration.weeks(2))
    #expect(CalendarDuration.weeks(1) != .days(7))
    // dur-value of §3.3.6: weeks alone; days; times whose units leave none out between the first and the last.
    let grammar =
      /[+-]?P(\d+W|\d+D(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?|T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))/
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      let part = { (random: inout SeededGenerator) in
        random.int(0...2) == 0 ? random.int(0...Int(Int32.max)) : random.int(0...1)
      }
      let duration = CalendarDuration(
        isNegative: random.int(0...1) == 1, weeks: part(&random), days: part(&random), hours: part(&random),
        minutes: part(&random), seconds: part(&random))
      let text = duration.description
      #expect(text.wholeMatch(of: grammar) != nil, "\(text)")
      #expect(try CalendarDuration(text) == duration)
      #expect(duration.civilSeconds == -(-duration).civilSeconds)
    }
  }

  @Test("Parse errors state their offset")
  func faults() {
    let read = { (text: String) throws(TimeError) in try CalendarDuration(text) }
    expectFault(.syntax, at: 0, "", read)
    expectFault(.syntax, at: 0, "1D", read)
    expectFault(.syntax, at: 1, "P", read)
    expectFault(.syntax, at: 2, "-P", read)
    expectFault(.syntax, at: 2, "PT", read)
    expectFault(.syntax, at: 4, "P1DT", read)
    expectFault(.syntax, at: 2, "P1", read)
    expectFault(.syntax, at: 4, "P1D1W", read)
    expectFault(.syntax, at: 5, "PT1S1M", read)
    expectFault(.syntax, at: 2, "P1H", read)
    expectFault(.syntax, at: 3, "PT1.5H", read)
    expectFault(.syntax, at: 3, "P1D ", read)
    expectFault(.outOfRange, at: 1, "P2147483648D", read)
    expectFault(.outOfRange, at: 2, "PT99999999999999999999999999S", read)
  }

  @Test("Parts are bounded, and no sum of them overflows")
  func extremeParts() {
    for number in extremes {
      for duration in [
        CalendarDuration.weeks(number), .days(number), .hours(number), .minutes(number), .seconds(number),
        CalendarDuration(civilSeconds: number), CalendarDuration(Duration.seconds(Int64(number))),
        CalendarDuration(weeks: number, days: number, hours: number, minutes: number, seconds: number),
      ] {
        #expect(duration.weeks <= Int(Int32.max) && duration.days <= Int(Int32.max))
        #expect(duration.isZero == (duration.civilSeconds == 0))
        #expect((-duration).nominalDays == -duration.nominalDays)
        _ = CivilDateTime.max.adding(duration)
        _ = CivilDateTime.min.adding(duration)
        _ = Zone.utc.local(at: Instant(secondsSinceEpoch: .max)).in(.utc).adding(duration)
      }
    }
  }

  @Test("Parts that count backwards are not dropped")
  func signs() {
    #expect(CalendarDuration(days: -1) == .days(-1) && CalendarDuration(weeks: -2).description == "-P2W")
    #expect(CalendarDuration(isNegative: true, hours: -3) == .hours(3))
    #expect(CalendarDuration(days: -1, hours: -2).description == "-P1DT2H")
    #expect(CalendarDuration(hours: 1, minutes: -15).exactSeconds == 2700)
    #expect(CalendarDuration(hours: -1, minutes: 15).exactSeconds == -2700)
    #expect(CalendarDuration(days: 1, hours: -1).civilSeconds == 82_800)
    #expect(-CalendarDuration.zero == .zero)
    #expect(CalendarDuration.seconds(4_102_444_800).exactSeconds == 4_102_444_800)
    #expect(CalendarDuration.minutes(-4_102_444_801).exactSeconds == -4_102_444_801 * 60)
  }

  @Test("Civil and exact lengths fall into parts")
  func conversion() {
    #expect(CalendarDuration(civilSeconds: 90_061).description == "P1DT1H1M1S")
    #expect(CalendarDuration(civilSeconds: -3600).description == "-PT1H")
    #expect(CalendarDuration(Duration.seconds(90_000)).description == "PT25H")
    #expect(CalendarDuration(Duration.milliseconds(-1500)).description == "-PT1S")
  }
}
