import AlmanacTime
import TestSupport
import Testing

@Suite("Instants and event times")
struct InstantTests {
  @Test("Adding is monotone up to the ends of Int64, and differences do not wrap")
  func saturation() {
    let ends = [Int64.min, Int64.min + 1, -1, 0, 1, Int64.max - 1, Int64.max]
    for seconds in ends {
      let instant = Instant(secondsSinceEpoch: seconds)
      for number in extremes {
        let sum = instant.adding(seconds: number)
        #expect(number < 0 ? sum <= instant : sum >= instant)
      }
      for other in ends.map({ Instant(secondsSinceEpoch: $0) }) {
        #expect((instant.seconds(since: other) < 0) == (instant < other))
      }
    }
    #expect(Instant.max.seconds(since: .min) == 631_107_417_599)
  }

  @Test("Adding a duration and the difference are inverse, with days of 24 hours", arguments: 1...20)
  func arithmetic(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let start = try Instant("2026-03-28T23:30:00Z")
    #expect(
      start + .days(1) == start.adding(seconds: 86_400) && start - .hours(1) == start.adding(seconds: -3600))
    let seconds = Int.random(in: -1_000_000_000...1_000_000_000, using: &random)
    let length = CalendarDuration.seconds(seconds)
    #expect(((start + length) - start).exactSeconds == seconds && (start + length) - length == start)
    let hours = Int.random(in: -1_000_000...1_000_000, using: &random)
    #expect((start + .hours(hours)) - start == .hours(hours))
    var moved = start
    moved += length
    #expect(moved == start + length)
    #expect(Instant(secondsSinceEpoch: .max) + .hours(1) == Instant(secondsSinceEpoch: .max))
  }

  /// 1900 to 2100 is 73 049 days.
  @Test("The difference of distant instants is exact")
  func distant() throws {
    let (first, last) = (try Instant("1900-01-01T00:00:00Z"), try Instant("2100-01-01T00:00:01Z"))
    #expect((last - first).exactSeconds == 73_049 * 86_400 + 1)
    #expect((first - last).exactSeconds == -(73_049 * 86_400 + 1))
  }

  @Test("Times of different zones are in the order of their instants, and equal only where nothing differs")
  func zonedOrder() throws {
    let (madrid, tokyo) = (try Zone("Europe/Madrid"), try Zone("Asia/Tokyo"))
    let noon = try CivilDateTime("2026-03-02T12:00")
    #expect(noon.in(tokyo) < noon.in(madrid))
    let (here, there) = (noon.in(madrid), noon.in(madrid).in(tokyo))
    #expect(here.instant == there.instant && here != there)
    #expect((here < there) != (there < here) && !(here < here))
  }

  @Test("An instant beyond the calendar is shown as its end")
  func beyond() {
    #expect(Instant(secondsSinceEpoch: .max).description == "9999-12-31T23:59:59Z")
    #expect(Instant(secondsSinceEpoch: .min).description == "-009999-01-01T00:00:00Z")
    #expect(Instant.max.in(Zone(offset: 3600)).local == .max)
    #expect(Instant.min.in(Zone(offset: -3600)).local == .min)
  }

  @Test("An empty range is in the window at whose start it is, not in that at whose end it is")
  func windows() {
    func range(_ from: Int64, _ to: Int64) -> Range<Instant> {
      Instant(secondsSinceEpoch: from)..<Instant(secondsSinceEpoch: to)
    }
    let window = range(10, 20)
    for inside in [(10, 10), (15, 15), (19, 19), (5, 11), (10, 20), (19, 30), (5, 30)] as [(Int64, Int64)] {
      #expect(range(inside.0, inside.1).overlapsOrBegins(in: window), "\(inside)")
    }
    for outside in [(9, 9), (20, 20), (5, 10), (20, 30)] as [(Int64, Int64)] {
      #expect(!range(outside.0, outside.1).overlapsOrBegins(in: window), "\(outside)")
    }
    #expect(!range(5, 30).overlapsOrBegins(in: range(10, 10)))
  }

  @Test("The gaps of ranges within a range")
  func gaps() {
    #expect([1..<3, 2..<2, 3..<5, 7..<9].gaps(in: 0..<10) == [0..<1, 5..<7, 9..<10])
    #expect([0..<5, 1..<2].gaps(in: 0..<5).isEmpty && [Range<Int>]().gaps(in: 0..<5) == [0..<5])
  }

  @Test("The three forms of an event's time")
  func eventTimes() throws {
    let madrid = try Zone("Europe/Madrid")
    let nine = try CivilDateTime("2026-03-28T09:00")
    let date = EventTime.date(nine.date)
    let floating = EventTime.floating(nine)
    let zoned = EventTime.zoned(nine.in(madrid))
    #expect(date.isDate && !floating.isDate && zoned.zone == madrid && floating.zone == nil)
    #expect(try date.instant(in: madrid) == Instant("2026-03-27T23:00:00Z"))
    #expect(try floating.instant(in: .utc) == Instant("2026-03-28T09:00:00Z"))
    #expect(try zoned.instant(in: .utc) == Instant("2026-03-28T08:00:00Z"))
    // A nominal day has the same clock across the change of 29 March, 24 hours do not.
    #expect(try zoned.adding(.days(1)).local == CivilDateTime("2026-03-29T09:00"))
    #expect(try zoned.adding(.hours(24)).local == CivilDateTime("2026-03-29T10:00"))
    #expect(try floating.adding(.hours(24)).local == CivilDateTime("2026-03-29T09:00"))
    #expect(date.adding(.hours(47)) == .date(try CivilDate("2026-03-29")))
    #expect(date.adding(.hours(-1)) == .date(try CivilDate("2026-03-27")))
    #expect(date.with(local: nine.adding(days: 2)) == .date(try CivilDate("2026-03-30")))
    #expect(zoned.with(local: nine.adding(days: 1)) == zoned.adding(.days(1)))
    #expect(
      [date, floating, zoned, .utc(zoned.instant(in: .utc))].map { $0.description } == [
        "2026-03-28", "2026-03-28T09:00:00", "2026-03-28T09:00:00+01:00[Europe/Madrid]",
        "2026-03-28T08:00:00Z",
      ])
  }
}
