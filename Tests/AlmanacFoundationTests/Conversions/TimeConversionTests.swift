import AlmanacFoundation
import AlmanacComponents
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Dates and times to and from Foundation")
struct TimeConversionTests {
  @Test("Instants are whole seconds, rounded down, within the range")
  func instants() {
    #expect(Instant(Date(timeIntervalSince1970: 1.9)) == Instant(secondsSinceEpoch: 1))
    #expect(Instant(Date(timeIntervalSince1970: -0.1)) == Instant(secondsSinceEpoch: -1))
    #expect(Instant(.distantFuture) == Instant(secondsSinceEpoch: 64_092_211_200))
    #expect(Instant(Date(timeIntervalSince1970: .infinity)) == .max)
    #expect(Instant(Date(timeIntervalSince1970: -1e300)) == .min)
    #expect(Instant(Date(timeIntervalSince1970: .nan)) == .min)
    #expect(Date(Instant(secondsSinceEpoch: 86_400)) == Date(timeIntervalSince1970: 86_400))
  }

  @Test("Today is the date on the clocks of a zone; intervals are half-open ranges; errors state themselves")
  func short() throws {
    for name in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      let zone = try Zone(name)
      let before = Instant(Date()).in(zone).local.date
      let today = CivilDate.today(in: zone)
      #expect((before...Instant(Date()).in(zone).local.date).contains(today))
    }
    let moment = try Date(Instant("2026-03-02T11:00:00Z"))
    #expect(try CivilDate(moment, in: Zone("Pacific/Kiritimati")) == CivilDate("2026-03-03"))
    #expect(try CivilDate(moment, in: Zone("Pacific/Pago_Pago")) == CivilDate("2026-03-02"))
    let range = try Instant("2026-03-02T08:00:00Z")..<Instant("2026-03-02T09:00:00Z")
    #expect(DateInterval(range).duration == 3600 && Range(DateInterval(range)) == range)
    let error = #expect(throws: TimeError.self) { try YearMonth(2026, 13) }
    #expect(error.map { ($0 as any Error).localizedDescription } == error?.description)
    let document: any Error = ICSError(.tooManyLines, line: 9, expected: "at most 8 lines")
    #expect(document.localizedDescription == "line 9: too_many_lines (expected at most 8 lines)")
  }

  @Test("Foundation's calendar computes the same digits as civil arithmetic")
  func digits() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try TimeZone(Zone("Europe/Madrid"))
    let zone = try Zone("Europe/Madrid")
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &generator)))
      let components = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
      let local = zone.local(at: Instant(date))
      #expect(try CivilDateTime(components) == local)
      #expect(DateComponents(local) == components)
      #expect(try YearMonth(components) == local.date.yearMonth)
    }
  }

  @Test("Components of other calendars are read by them")
  func otherCalendars() throws {
    var components = DateComponents(calendar: Calendar(identifier: .hebrew), year: 5786, month: 1, day: 1)
    #expect(try CivilDate(components) == CivilDate(2025, 9, 23))
    components.day = 31
    #expect(throws: ConversionError.self) { try CivilDate(components) }
    #expect(throws: ConversionError.self) { try YearMonth(components) }
  }

  @Test("Errors are named")
  func faults() {
    func fault(_ components: DateComponents) -> ConversionError? {
      do throws(ConversionError) {
        _ = try CivilDateTime(components)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault(DateComponents(month: 1, day: 1, hour: 1))?.field == "year")
    #expect(fault(DateComponents(year: 2026, month: 2, day: 30, hour: 1))?.code == .outOfRange)
    #expect(fault(DateComponents(year: 2026, month: 2, day: 3))?.field == "hour")
    #expect(fault(DateComponents(year: 2026, month: 2, day: 3, hour: 24))?.code == .outOfRange)
    #expect(fault(DateComponents(year: .max, month: 2, day: 3, hour: 2))?.field == "year")
    #expect(fault(DateComponents(era: 0, year: 1, month: 2, day: 29, hour: 2)) == nil, "1 BC is a leap year")
  }

  @Test(
    "Zones by name and by offset", arguments: ["Europe/Madrid", "Asia/Kathmandu", "America/St_Johns", "UTC"])
  func zones(name: String) throws {
    let foundation = try #require(TimeZone(identifier: name))
    let zone = try Zone(foundation)
    for second in stride(from: 0, to: 2_000_000_000, by: 12_345_678) {
      let date = Date(timeIntervalSince1970: Double(second))
      #expect(zone.offset(at: Instant(date)) == foundation.secondsFromGMT(for: date))
    }
    #expect(
      try TimeZone(zone).secondsFromGMT(for: .distantPast) == foundation.secondsFromGMT(for: .distantPast))
  }

  @Test("A zone that the database lacks gets Foundation's transitions")
  func transitions() throws {
    let foundation = try #require(TimeZone(identifier: "Europe/Madrid"))
    let zone = try Zone(foundation, in: ZoneDatabase { _ in nil })
    let known = try Zone("Europe/Madrid")
    #expect(zone.name == "Europe/Madrid")
    for second in stride(from: -2_000_000_000, to: 4_000_000_000, by: 9_876_543) {
      let instant = Instant(secondsSinceEpoch: Int64(second))
      #expect(zone.offset(at: instant) == known.offset(at: instant))
    }
    let fixed = try Zone(try #require(TimeZone(secondsFromGMT: 19_800)), in: ZoneDatabase { _ in nil })
    #expect(fixed.fixedOffset == 19_800)
    #expect(try TimeZone(Zone(offset: -12_600)).secondsFromGMT() == -12_600)
    #expect(throws: ConversionError.self) { try TimeZone(Zone(offset: 60, name: "Nowhere/Land")) }
  }

  @Test("Weekdays")
  func weekdays() {
    for (number, weekday) in zip(
      1..., [Weekday.sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday])
    {
      #expect(Weekday(sundayBased: number) == weekday)
      #expect(weekday.sundayBased == number)
      #expect(Weekday(Locale.Weekday(weekday)) == weekday)
    }
  }
}
