import AlmanacTime
import TestSupport
import Testing

@Suite("Times of day and dates with times")
struct CivilDateTimeTests {
  @Test("Every second of the day has its fields and text")
  func everySecond() throws {
    var mismatches = 0
    for second in stride(from: 0, to: 86_400, by: 7) {
      let time = CivilTime(uncheckedSecondOfDay: second)
      let again = try CivilTime(second / 3600, second % 3600 / 60, second % 60)
      if time != again || time.hour * 3600 + time.minute * 60 + time.second != second { mismatches += 1 }
      if try CivilTime(time.description) != time || CivilTime(time.formatted(.basic)) != time {
        mismatches += 1
      }
    }
    #expect(mismatches == 0)
    for number in extremes where !(0..<86_400).contains(number) {
      #expect(CivilTime(secondOfDay: number) == nil)
      #expect(throws: TimeError.self) { try CivilTime(number) }
      #expect(throws: TimeError.self) { try CivilTime(0, number) }
      #expect(throws: TimeError.self) { try CivilTime(0, 0, number) }
    }
    #expect(CivilTime.midnight < .noon && CivilTime.noon.hour == 12)
  }

  @Test("Date and time split and join before and after 1970")
  func splitting() throws {
    let before = try CivilDateTime(1969, 12, 31, 23, 59, 59)
    #expect(before.secondsSinceEpoch == -1)
    #expect(try before.adding(seconds: 1) == CivilDateTime(1970, 1, 1, 0))
    var random = SeededGenerator(seed: 2)
    for _ in 0..<3000 {
      let value = random.dateTime()
      #expect(CivilDateTime(value.date, value.time) == value)
      #expect(try CivilDateTime(value.description) == value)
      #expect(try CivilDateTime(value.formatted(.basic)) == value)
      let other = random.dateTime()
      #expect(value.adding(seconds: other.seconds(since: value)) == other)
      #expect(value.adding(days: other.date.days(since: value.date)).date == other.date)
    }
  }

  @Test("A duration is added with days of 24 hours")
  func durations() throws {
    let start = try CivilDateTime("2026-03-28T12:00")
    #expect(try start.adding(.days(1)) == CivilDateTime("2026-03-29T12:00"))
    #expect(try start.adding(try CalendarDuration("-P1DT12H1S")) == CivilDateTime("2026-03-26T23:59:59"))
  }

  @Test("Sums beyond the range give its end")
  func saturation() {
    for number in extremes where abs(number.advanced(by: number < 0 ? 1 : 0)) >= 1 << 59 {
      let end: CivilDateTime = number < 0 ? .min : .max
      #expect(CivilDateTime(secondsSinceEpoch: Int64(number)) == end)
      #expect(CivilDateTime.min.adding(seconds: number) == end)
      #expect(CivilDateTime.max.adding(seconds: number) == end)
      #expect(CivilDateTime.max.adding(days: number).date == end.date)
    }
    #expect(CivilDateTime.max.seconds(since: .min) == 631_107_417_599)
  }
}
