import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

@Suite("Availability and policies in a store")
struct AvailabilityCodingTests {
  private func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("round-trip, weekly or stated")
  func roundTrip() throws {
    let madrid = try Zone("Europe/Madrid")
    var office = Availability(
      try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00; sat 22:00-03:00; sun 00:00-24:00"), in: madrid)
    office.overrides[try date("2026-03-25")] = []
    office.overrides[try date("2026-03-26")] = [
      OpeningHours(from: try time("10:00:30"), to: try time("12:00"))
    ]
    office.closures = [ClosedPeriod(on: try date("2026-04-03"), "Good Friday")]
    _ = try stored(office)
    var stated = Availability(
      office.statements(
        uid: "office", from: try date("2026-03-01"), at: Instant(secondsSinceEpoch: 1_770_000_000)),
      in: madrid)
    stated.overrides = office.overrides
    _ = try stored(stated)
    for days: BookingPolicy.BookableDays in [
      .all, .rolling(days: 3), .rollingOpenDays(4), .range(try date("2026-03-01")..<date("2026-04-01")),
    ] {
      _ = try AlmanacSchedulingTests.stored(
        BookingPolicy(
          every: .minutes(20), from: .midnight,
          buffers: Buffers(before: .minutes(5), after: .minutes(10), combination: .adding),
          minimumNotice: .hours(2), bookable: days, dailyLimit: 3, weeklyLimit: 9, firstWeekday: .sunday))
    }
    _ = try AlmanacSchedulingTests.stored(BookingPolicy())
  }

  @Test("have a form that a person can write")
  func form() throws {
    let office: Availability = try read(
      #"""
      {"zone": "Europe/Madrid", "hours": {"mon": ["15:00-19:00", "09:00-13:00"], "sat": ["22:00-03:00"]},
       "overrides": {"2026-03-02": []}, "closures": []}
      """#)
    #expect(office.pattern == .weekly(try WeeklyHours("mon 09:00-13:00,15:00-19:00; sat 22:00-03:00")))
    #expect(office.overrides == [try date("2026-03-02"): []])
  }

  @Test(
    "invalid stored forms are refused, not trapped on",
    arguments: [
      #"{"zone":"Nowhere/At_All","hours":{}}"#, #"{"zone":"UTC"}"#, #"{"zone":"UTC","hours":{"mon":["9"]}}"#,
      #"{"zone":"UTC","hours":{"mon":["25:00-26:00"]}}"#, #"{"zone":"UTC","hours":{"someday":[]}}"#,
      #"{"zone":"UTC","hours":{},"overrides":{"2026-02-30":[]}}"#,
      #"{"zone":"UTC","statements":[{"start":7}]}"#, "[]",
    ])
  func hostile(text: String) {
    #expect(throws: DecodingError.self) { try read(text, as: Availability.self) }
  }

  @Test("a term that is not stated has its default")
  func defaults() throws {
    #expect(try read("{}", as: BookingPolicy.self) == BookingPolicy())
    var policy = BookingPolicy(minimumNotice: .hours(2))
    policy.buffers.after = .minutes(10)
    #expect(
      try read(#"{"minimumNotice":"PT2H","buffers":{"after":"PT10M"}}"#, as: BookingPolicy.self) == policy)
    #expect(try read("{}", as: ClassPolicy.self) == .standard)
    let yoga = try read(
      #"{"uid":"y","title":"Yoga","start":"2026-03-02T18:00:00+01:00[Europe/Madrid]","duration":"PT1H","places":3}"#,
      as: ClassSeries.self)
    let start = try CivilDateTime("2026-03-02T18:00").in(Zone("Europe/Madrid"))
    #expect(yoga == ClassSeries("Yoga", from: start, lasting: .hours(1), places: 3, uid: "y"))
    for text in [#"{"minimumNotice":7}"#, #"{"schema":9}"#, #"{"bookable":{"some":{}}}"#] {
      #expect(throws: DecodingError.self) { try read(text, as: BookingPolicy.self) }
    }
  }

  @Test("absurd numbers of a policy end the work, not the program")
  func absurd() throws {
    let text = #"""
      {"step":"P99999W","anchor":"midnight","buffers":{"before":"P2000000000W","after":"P2000000000W",
       "meeting":"adding"},"minimumNotice":"P2000000000W","bookable":{"rollingOpenDays":{"days":-9}},
       "dailyLimit":-1,"weeklyLimit":-9223372036854775808,"firstWeekday":"MO"}
      """#
    let policy: BookingPolicy = try read(text)
    let madrid = try Zone("Europe/Madrid")
    let grid = try Availability(.always, in: madrid).slots(
      lasting: .hours(1), in: try days("2026-03-02", "2026-03-03", in: madrid), policy: policy,
      at: try instant("2026-03-01T09:00", in: madrid))
    #expect(grid.slots.isEmpty && !grid.unavailable.isEmpty)
    let wrongRange = #"{"range":{"days":["2026-03-02","2026-03-01"]}}"#
    #expect(throws: DecodingError.self) { try read(wrongRange, as: BookingPolicy.BookableDays.self) }
  }
}
