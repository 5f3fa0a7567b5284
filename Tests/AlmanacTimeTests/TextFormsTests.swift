import AlmanacTime
import TestSupport
import Testing

@Suite("Text forms of dates, times and instants")
struct TextFormsTests {
  @Test("The examples of RFC 5545 §3.3.4, §3.3.5 and §3.3.12")
  func rfc5545() throws {
    #expect(try CivilDate("19970714") == CivilDate(1997, 7, 14))
    #expect(try CivilDateTime("19980118T230000") == CivilDateTime(1998, 1, 18, 23))
    #expect(try Instant("19980119T070000Z").secondsSinceEpoch == 885_193_200)
    #expect(try CivilDateTime("19970714T133000") == CivilDateTime(1997, 7, 14, 13, 30))
    #expect(try Instant("19970714T173000Z").secondsSinceEpoch == 868_901_400)
    #expect(try CivilTime("230000") == CivilTime(23))
    #expect(try CivilTime("083000") == CivilTime(8, 30))
    // A leap second is the second before, for those who have none.
    #expect(try Instant("19970630T235960Z") == Instant("19970630T235959Z"))
    #expect(try CivilDateTime(1997, 7, 14, 13, 30).formatted(.basic) == "19970714T133000")
    #expect(try Instant("1997-07-14T17:30:00Z").formatted(.basic) == "19970714T173000Z")
  }

  @Test(
    "The examples of RFC 3339 §5.8, fractions cut off",
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050), ("1996-12-19T16:39:57-08:00", 851_042_397),
      ("1996-12-20T00:39:57Z", 851_042_397), ("1990-12-31T23:59:59Z", 662_687_999),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_173), ("1970-01-01t00:00:00z", 0),
      ("1970-01-01 01:00:00+01", 0), ("19700101T010000+0100", 0), ("1970-01-01T00:00:01+00:00:01", 0),
    ])
  func rfc3339(text: String, seconds: Int64) throws {
    #expect(try Instant(text).secondsSinceEpoch == seconds)
  }

  @Test(
    "Of percent-encoded texts only those with two hexadecimal digits after each % are decoded (RFC 3986 §2.1)",
    arguments: [
      ("a%5D%c3%a9", "a]é"), ("", ""), ("%+5", nil), ("%-0", nil), ("% 5", nil), ("%5", nil), ("%", nil),
      ("%5g", nil), ("%ff", nil),
    ] as [(String, String?)])
  func percentEncoding(text: String, decoded: String?) {
    #expect(Escapes.decoded(text[...]) == decoded)
  }

  @Test("Years before 0 and their signs")
  func years() throws {
    #expect(try CivilDate("-000043-03-15").description == "-000043-03-15")
    #expect(try CivilDate("-0043-03-15") == CivilDate(-43, 3, 15))
    #expect(try CivilDate("+002026-03-02") == CivilDate(2026, 3, 2))
    #expect(try CivilDate("-0000430315") == CivilDate(-43, 3, 15))
    #expect(try CivilDate("0000-01-01").year == 0)
  }

  @Test("Instants round trip through both forms")
  func instants() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let instant = Instant(secondsSinceEpoch: random.dateTime().secondsSinceEpoch)
      #expect(try Instant(instant.description) == instant)
      #expect(try Instant(instant.formatted(.basic)) == instant)
      let offset = random.int(-86_399...86_399)
      let zone = Zone(offset: offset)
      let local = zone.local(at: instant)
      guard local != .min && local != .max else { continue }
      #expect(try Instant("\(local)\(zone.name)") == instant)
    }
  }

  @Test("Parse errors of dates state their offset")
  func dateFaults() {
    let read = { (text: String) throws(TimeError) in try CivilDate(text) }
    expectFault(.syntax, at: 0, "", read)
    expectFault(.syntax, at: 3, "202", read)
    expectFault(.syntax, at: 6, "2026-3-02", read)
    expectFault(.syntax, at: 7, "2026-0302", read)
    expectFault(.syntax, at: 6, "202603-02", read)
    expectFault(.syntax, at: 10, "2026-03-02 ", read)
    expectFault(.syntax, at: 10, "2026-03-02T09:00", read)
    expectFault(.syntax, at: 0, " 2026-03-02", read)
    expectFault(.syntax, at: 0, "２０２６-03-02", read)
    expectFault(.outOfRange, at: 5, "2026-13-01", read)
    expectFault(.outOfRange, at: 4, "20260001", read)
    expectFault(.outOfRange, at: 8, "2026-02-29", read)
    expectFault(.outOfRange, at: 8, "2026-02-00", read)
    expectFault(.outOfRange, at: 0, "+010000-01-01", read)
  }

  @Test("Parse errors of times state their offset")
  func timeFaults() {
    let read = { (text: String) throws(TimeError) in try CivilTime(text) }
    expectFault(.outOfRange, at: 0, "24:00", read)
    expectFault(.outOfRange, at: 3, "09:60", read)
    expectFault(.outOfRange, at: 6, "09:00:61", read)
    expectFault(.outOfRange, at: 4, "090061", read)
    expectFault(.syntax, at: 2, "09", read)
    expectFault(.syntax, at: 5, "09:0030", read)
    expectFault(.syntax, at: 4, "0900:30", read)
    expectFault(.syntax, at: 9, "09:00:00.", read)
    expectFault(.syntax, at: 6, "090000Z", read)
  }

  @Test("Parse errors of dates with times, and of offsets")
  func dateTimeFaults() {
    let civil = { (text: String) throws(TimeError) in try CivilDateTime(text) }
    expectFault(.syntax, at: 10, "2026-03-02", civil)
    expectFault(.syntax, at: 19, "2026-03-02T09:00:00Z", civil)
    expectFault(.outOfRange, at: 11, "2026-03-02T25:00", civil)
    let instant = { (text: String) throws(TimeError) in try Instant(text) }
    expectFault(.syntax, at: 19, "2026-03-02T09:00:00", instant)
    expectFault(.syntax, at: 21, "2026-03-02T09:00:00+1", instant)
    expectFault(.outOfRange, at: 20, "2026-03-02T09:00:00+24:00", instant)
    expectFault(.outOfRange, at: 23, "2026-03-02T09:00:00+01:60", instant)
    expectFault(.syntax, at: 20, "2026-03-02T09:00:00ZZ", instant)
  }

  @Test("Seeded noise is refused or read, never worse")
  func noise() {
    var random = SeededGenerator(seed: 5)
    let alphabet = Array("0123456789-+:TZPWDHMS[].,! =/é\u{0}")
    for _ in 0..<rounds(5_000) {
      let text = String((0..<random.int(0...24)).map { _ in alphabet[random.int(0...alphabet.count - 1)] })
      _ = try? CivilDate(text)
      _ = try? CivilTime(text)
      _ = try? CivilDateTime("2026-03-02T" + text)
      _ = try? YearMonth(text)
      _ = try? WeekDate(text)
      _ = try? Instant("2026-03-02T09:00" + text)
      _ = try? CalendarDuration("P" + text)
      _ = try? ZonedDateTime("2026-03-02T09:00" + text, zones: ZoneDatabase { _ in nil })
      _ = try? Zone(name: "noise", posix: text)
      _ = try? Zone(name: "noise", posix: "AAA0BBB" + text)
    }
  }
}
