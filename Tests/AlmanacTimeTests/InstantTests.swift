import AlmanacTime
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

  @Test("An instant beyond the calendar is shown as its end")
  func beyond() {
    #expect(Instant(secondsSinceEpoch: .max).description == "9999-12-31T23:59:59Z")
    #expect(Instant(secondsSinceEpoch: .min).description == "-009999-01-01T00:00:00Z")
    #expect(Instant.max.in(Zone(offset: 3600)).local == .max)
    #expect(Instant.min.in(Zone(offset: -3600)).local == .min)
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
