import AlmanacTime
import Foundation
import Testing

@Suite("Times as JSON")
struct TimeCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test("each value is one text of its standard")
  func texts() throws {
    let madrid = try Zone("Europe/Madrid")
    let nine = try CivilDateTime("2026-03-02T09:00")
    #expect(try json(nine.date) == "\"2026-03-02\"")
    #expect(try json(nine.time) == "\"09:00:00\"")
    #expect(try json(nine) == "\"2026-03-02T09:00:00\"")
    #expect(try json(YearMonth("2026-03")) == "\"2026-03\"")
    #expect(try json(Instant("2026-03-02T09:00:00+01:00")) == "\"2026-03-02T08:00:00Z\"")
    #expect(try json(CalendarDuration.minutes(90)) == "\"PT90M\"")
    #expect(try json([Weekday.monday, .sunday]) == "[\"MO\",\"SU\"]")
    #expect(try json(madrid) == "\"Europe/Madrid\"")
    #expect(try json(nine.in(madrid)) == "\"2026-03-02T09:00:00+01:00[Europe/Madrid]\"")
    #expect(try json(EventTime.utc(Instant("2026-03-02T08:00:00Z"))) == "\"2026-03-02T08:00:00Z\"")
  }

  @Test(
    "the three forms of an event's time round-trip",
    arguments: [
      "2026-03-02", "2026-03-02T09:00:00", "2026-03-02T09:00:00Z", "2026-03-02T09:00:00+01:00[Europe/Madrid]",
      "2026-10-25T02:30:00+01:00[Europe/Madrid]", "2026-03-02T09:00:00+05:30[+05:30]",
    ])
  func forms(_ text: String) throws {
    let time = try read(EventTime.self, "\"\(text)\"")
    #expect(time.description == text)
    #expect(try json(time) == "\"\(text)\"")
  }

  @Test("a time in a gap is coded with its digits")
  func gap() throws {
    let time = try CivilDateTime("2026-03-29T02:30").in(Zone("Europe/Madrid"))
    let back = try read(ZonedDateTime.self, json(time))
    #expect(back == time)
    #expect(back.local == time.local)
  }

  @Test("a zone that is not in the database is read with its name and instant")
  func unknownZone() throws {
    let own = Zone(offset: 3600, name: "Our clocks")
    let time = try CivilDateTime("2026-03-02T09:00").in(own)
    let back = try read(EventTime.self, json(EventTime.zoned(time)))
    #expect(back == .zoned(time))
    #expect(throws: DecodingError.self) { try read(Zone.self, "\"Our clocks\"") }
  }

  @Test("zones come from the decoder's database")
  func database() throws {
    let decoder = JSONDecoder()
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Madrid")))
    decoder.userInfo[.zoneDatabase] = ZoneDatabase { $0 == "Home/Town" ? bytes : nil }
    let time = try decoder.decode(
      EventTime.self, from: Data("\"2026-07-01T09:00:00+02:00[Home/Town]\"".utf8))
    #expect(time.zone?.hasSameRules(as: try Zone("Europe/Madrid")) == true)
  }

  @Test("an instant beyond the calendar is a number")
  func instants() throws {
    for instant in [Instant(secondsSinceEpoch: .max), Instant(secondsSinceEpoch: .min), .min, .max] {
      #expect(try read(Instant.self, json(instant)) == instant)
    }
  }

  @Test(
    "errors state the coding path",
    arguments: [#"["2026-02-30"]"#, #"["2026-03-02T25:00:00"]"#, "[7]", #"["2026-03-02T09:00:00+01:0"]"#])
  func faults(_ text: String) throws {
    let error = try #require(throws: DecodingError.self) { try read([EventTime].self, text) }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context):
      #expect(context.codingPath.map { $0.intValue } == [0])
    default: Issue.record("\(error)")
    }
  }
}
