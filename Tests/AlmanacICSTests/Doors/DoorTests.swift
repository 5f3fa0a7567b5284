import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Foundation
import TestSupport
import Testing

#if LIBICAL_DOOR
  let doors: [any ValueDoor] = [PureDoor(), LibicalDoor()]
#else
  let doors: [any ValueDoor] = [PureDoor()]
#endif

/// The types of values that a door reads, and how its answers are shown.
enum DoorType: CaseIterable {
  case time, duration, offset, integer, geo, requestStatus

  /// What a door reads, in a form that is not that of iCalendar; `nil` where it accepts nothing.
  func read(_ value: [UInt8], by door: any ValueDoor) -> String? {
    value.withUnsafeBufferPointer { value in
      switch self {
      case .time: door.time(value).map(Self.shown)
      case .duration: door.duration(value).map(Self.shown)
      case .offset: door.offset(value).map(String.init)
      case .integer: door.integer(value).map(String.init)
      case .geo: door.geo(value).map { "\($0.latitude) \($0.longitude)" }
      case .requestStatus: door.requestStatus(value).map { "\($0.code)|\($0.text)|\($0.data)" }
      }
    }
  }

  func read(_ value: String, by door: any ValueDoor) -> String? { read(Array(value.utf8), by: door) }

  /// Whether doors have to read a value: the refusal is that of the pure door.
  func isAccepted(_ value: [UInt8]) -> Bool { read(value, by: PureDoor()) != nil }

  private static func shown(_ time: TimeFields) -> String {
    let date = "\(time.year)-\(time.month)-\(time.day)"
    return time.isDate
      ? date : date + " \(time.hour):\(time.minute):\(time.second)" + (time.isUTC ? " UTC" : "")
  }

  private static func shown(_ length: CalendarDuration) -> String {
    "\(length.isNegative ? "-" : "")\(length.weeks)w \(length.days)d \(length.hours)h \(length.minutes)m "
      + "\(length.seconds)s"
  }
}

func written(by door: any ValueDoor, _ append: (any ValueDoor, inout [UInt8]) -> Void) -> String {
  var line = Array("before:".utf8)
  append(door, &line)
  return String(decoding: line.dropFirst(7), as: UTF8.self)
}

@Suite("Both doors to typed values")
struct DoorTests {
  @Test(
    "The examples of RFC 5545 §3.3 and §3.8",
    arguments: [
      (DoorType.time, "19970714", "1997-7-14"),
      (.time, "19980118T230000", "1998-1-18 23:0:0"),
      (.time, "19980119T070000Z", "1998-1-19 7:0:0 UTC"),
      (.time, "19970630T235960Z", "1997-6-30 23:59:60 UTC"),
      (.duration, "P15DT5H0M20S", "0w 15d 5h 0m 20s"),
      (.duration, "P7W", "7w 0d 0h 0m 0s"),
      (.duration, "-PT15M", "-0w 0d 0h 15m 0s"),
      (.offset, "-0500", "-18000"),
      (.offset, "+0100", "3600"),
      (.integer, "1234567890", "1234567890"),
      (.integer, "-1234567890", "-1234567890"),
      (.integer, "+1234567890", "1234567890"),
      (.integer, "432109876", "432109876"),
      (.geo, "37.386013;-122.082932", "37.386013 -122.082932"),
      (.requestStatus, "2.0;Success", "2.0|Success|"),
      (
        .requestStatus, "3.1;Invalid property value;DTSTART:96-Apr-01",
        "3.1|Invalid property value|DTSTART:96-Apr-01"
      ),
      (
        .requestStatus, #"2.8; Success\, repeating event ignored;RRULE:FREQ=WEEKLY\;INTERVAL=2"#,
        "2.8| Success, repeating event ignored|RRULE:FREQ=WEEKLY;INTERVAL=2"
      ),
      (.requestStatus, "3.7;Invalid calendar user;ATTENDEE:\n", "3.7|Invalid calendar user|ATTENDEE:"),
    ])
  func examples(type: DoorType, value: String, expected: String) {
    for door in doors { #expect(type.read(value, by: door) == expected, "\(door)") }
  }

  static let edges: [(DoorType, String, String?)] = [
    (.time, "20260230T259961", "2026-2-30 25:99:61"), (.time, "00000000", "0-0-0"),
    (.time, "00000000T000000Z", "0-0-0 0:0:0 UTC"), (.time, "99999999", "9999-99-99"),
    (.integer, "99999999999", "99999999999"), (.integer, "-9223372036854775808", "-9223372036854775808"),
    (.integer, "9223372036854775808", nil), (.geo, "91;-181.5", "91.0 -181.5"), (.geo, ".5;+1.", "0.5 1.0"),
    (.offset, "+2359", "86340"), (.offset, "-235959", "-86399"), (.offset, "+2400", nil),
    (.offset, "+0160", nil), (.offset, "+000060", nil), (.offset, "-0000", nil), (.offset, "-000000", nil),
    (.offset, "-000001", "-1"), (.offset, "+0000", "0"),
    (.duration, "P2147483647D", "0w 2147483647d 0h 0m 0s"),
    (.duration, "P2147483648D", nil), (.duration, "p1w2dt3s", "0w 9d 0h 0m 3s"),
    (.requestStatus, "3.1.12;x", "3.1.12|x|"), (.requestStatus, "02.00;", "02.00||"),
    (.requestStatus, "2;x", nil), (.requestStatus, "2.0", nil), (.requestStatus, "1.2.3.4;x", nil),
  ]

  @Test("Ranges are the caller's business, but where only the door sees the digits", arguments: edges)
  func ranges(type: DoorType, value: String, expected: String?) {
    for door in doors { #expect(type.read(value, by: door) == expected, "\(door)") }
  }

  @Test(
    "Random values: the codecs accept the same values and give the same results", arguments: DoorType.allCases
  )
  func random(type: DoorType) {
    var generator = SeededGenerator(seed: 19)
    var accepted = 0
    let count = rounds(5_000)
    for round in 0..<count {
      let value = randomValue(of: type, &generator)
      let isAccepted = type.isAccepted(value)
      let answers = doors.map { type.read(value, by: $0) }
      accepted += isAccepted ? 1 : 0
      if answers.contains(where: { $0 != answers[0] || ($0 != nil) != isAccepted }) {
        Issue.record("round \(round): \(String(decoding: value, as: UTF8.self)) \(isAccepted) \(answers)")
        return
      }
    }
    // Both sides of the line are met often.
    #expect(count / 5...count * 4 / 5 ~= accepted)
  }

  @Test("The shapes are those of the grammar", arguments: DoorType.allCases)
  func grammar(type: DoorType) throws {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<rounds(1_250) {
      let value = randomValue(of: type, &generator)
      let text = String(decoding: value, as: UTF8.self)
      // A regular expression sees one character in CRLF and in a letter with an accent.
      guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { continue }
      try #expect(type.isAccepted(value) == type.matchesGrammar(text), "\(text)")
    }
  }

  @Test("Values may be read on many threads at once")
  func threads() async {
    let values = DoorType.allCases.map { type in
      var generator = SeededGenerator(seed: 22)
      return (type, (0..<500).map { _ in randomValue(of: type, &generator) })
    }
    @Sendable func answers() -> [String?] {
      values.flatMap { type, values in values.map { type.read($0, by: standardDoor) } }
    }
    let expected = answers()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { answers() == expected } }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}

@Suite("Values written by both doors")
struct DoorWritingTests {
  @Test(
    "Times",
    arguments: [
      (TimeFields(1997, 7, 14), "19970714"), (TimeFields(1998, 1, 18, 23, 0, 0), "19980118T230000"),
      (TimeFields(1998, 1, 19, 7, 0, 0, isUTC: true), "19980119T070000Z"), (TimeFields(0, 1, 1), "00000101"),
      (TimeFields(9999, 12, 31, 23, 59, 59, isUTC: true), "99991231T235959Z"),
      (TimeFields(2026, 99, 98, 97, 96, 95), "20269998T979695"), (TimeFields(2501, 3, 2), "25010302"),
      (TimeFields(10_000, 1, 1, 1, 1, 1, isUTC: true), "100000101T010101Z"),
    ])
  func times(time: TimeFields, expected: String) {
    for door in doors { #expect(written(by: door) { $0.append(time, to: &$1) } == expected, "\(door)") }
  }

  @Test("Random times are written as they are read, and as their digits")
  func randomTimes() throws {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<rounds(5_000) {
      let time = randomTime(&generator)
      let texts = doors.map { written(by: $0) { $0.append(time, to: &$1) } }
      let digits =
        [time.year + 10_000] + [time.month, time.day, time.hour, time.minute, time.second].map { $0 + 100 }
      let padded = digits.map { String(String($0).dropFirst()) }
      let clock = "T" + padded[3...].joined() + (time.isUTC ? "Z" : "")
      let expected = padded[..<3].joined() + (time.isDate ? "" : clock)
      try #require(texts.allSatisfy { $0 == expected }, "\(texts) \(expected)")
      for door in doors {
        try #require(Array(expected.utf8).withUnsafeBufferPointer(door.time) == time, "\(expected) \(door)")
      }
    }
  }

  @Test("Durations: the form of RFC 5545, read as they were")
  func durations() throws {
    var generator = SeededGenerator(seed: 24)
    func part(_ generator: inout SeededGenerator) -> Int {
      generator.once(in: 2) ? 0 : generator.once(in: 20) ? Int(Int32.max) : generator.int(0...99)
    }
    for _ in 0..<rounds(1_250) {
      let duration = CalendarDuration(
        isNegative: generator.once(in: 3), weeks: part(&generator), days: part(&generator),
        hours: part(&generator), minutes: part(&generator), seconds: part(&generator))
      for door in doors {
        let text = written(by: door) { $0.append(duration, to: &$1) }
        try #require(Self.parts(ofDuration: text) == duration.parts, "\(text) \(door)")
        try #require(Array(text.utf8).withUnsafeBufferPointer(door.duration) == duration, "\(text) \(door)")
      }
    }
    let literal = CalendarDuration(isNegative: true, hours: 1, seconds: 30)
    for door in doors { #expect(written(by: door) { $0.append(literal, to: &$1) } == "-PT1H0M30S") }
  }

  /// The sign, the days, hours, minutes and seconds of a duration in the grammar of RFC 5545 §3.3.6; `nil` for any
  /// other text.
  private static func parts(ofDuration text: String) -> [Int]? {
    let grammar =
      /(-)?P(?:(\d+)W|(\d+)D|(?:(\d+)D)?T(?:(\d+)H(?:(\d+)M(?:(\d+)S)?)?|(\d+)M(?:(\d+)S)?|(\d+)S))/
    guard let found = text.wholeMatch(of: grammar)?.output else { return nil }
    func number(_ texts: Substring?...) -> Int { texts.compactMap { $0.flatMap { Int($0) } }.first ?? 0 }
    return [
      found.1 == nil ? 1 : -1, number(found.2) * 7 + number(found.3, found.4), number(found.5),
      number(found.6, found.8), number(found.7, found.9, found.10),
    ]
  }

  @Test(
    "Periods are two values around a slash, each through the door",
    arguments: [
      (RecurrenceDate.Extent.duration(.minutes(330)), "19970101T180000Z/PT330M"),
      (
        .end(.zoned(ZonedDateTime(Instant(secondsSinceEpoch: 852_188_400), in: .utc))),
        "19970101T180000Z/19970102T070000Z"
      ),
    ])
  func periods(extent: RecurrenceDate.Extent, expected: String) {
    // 1997-01-01T18:00:00Z
    let start = EventTime.zoned(ZonedDateTime(Instant(secondsSinceEpoch: 852_141_600), in: .utc))
    for door in doors {
      #expect(TimeWriting.text(of: RecurrenceDate(start, extent: extent), door) == expected)
    }
  }

  @Test("Offsets: the names of zones without their colons, read as they were")
  func offsets() throws {
    for offset in [-86_399, 0, 86_399] + sample(-86_399...86_399, oneIn: 4) {
      let name = Zone.offsetName(offset).filter { $0 != ":" }
      for door in doors {
        let text = written(by: door) { $0.append(offset: offset, to: &$1) }
        try #require(text == name, "\(door)")
        try #require(Array(text.utf8).withUnsafeBufferPointer(door.offset) == offset, "\(text) \(door)")
      }
    }
    for (offset, expected) in [(90_000, "+2500"), (.max, "+255959"), (.min, "-255959"), (-30, "-000030")] {
      for door in doors { #expect(written(by: door) { $0.append(offset: offset, to: &$1) } == expected) }
    }
  }

  @Test("Numbers")
  func numbers() throws {
    var generator = SeededGenerator(seed: 26)
    let edges = [0, -1, .max, .min, Int(Int32.max), Int(Int32.max) + 1, Int(Int32.min), Int(Int32.min) - 1]
    for round in 0..<rounds(5_000) {
      let number = round < edges.count ? edges[round] : generator.int(.min ... .max) >> generator.int(0...63)
      for door in doors {
        let text = written(by: door) { $0.append(number, to: &$1) }
        try #require(text == String(format: "%ld", number), "\(door)")
        try #require(Array(text.utf8).withUnsafeBufferPointer(door.integer) == number, "\(text) \(door)")
      }
    }
  }

  @Test(
    "Places: digits without exponent, as many as tell the number",
    arguments: [
      (41.5, 2.25, "41.5;2.25"), (37.386013, -122.082932, "37.386013;-122.082932"),
      (0, -0.0, "0.0;-0.0"), (1e-7, -1.25e-10, "0.0000001;-0.000000000125"),
      (89.99999999999999, 179.99999999999997, "89.99999999999999;179.99999999999997"),
    ])
  func places(latitude: Double, longitude: Double, expected: String) throws {
    let geo = try Geo(latitude: latitude, longitude: longitude)
    #expect(geo.written == expected)
  }

  @Test("Random places are read as they were written")
  func randomPlaces() throws {
    var generator = SeededGenerator(seed: 27)
    for _ in 0..<rounds(5_000) {
      let scale = generator.once(in: 4) ? 1 / Double(generator.int(1...Int.max)) : 1
      let geo = try Geo(
        latitude: Double(generator.int(-90_000_000...90_000_000)) / 1e6 * scale,
        longitude: Double.random(in: -180...180, using: &generator))
      let text = geo.written
      for door in doors {
        let read = Array(text.utf8).withUnsafeBufferPointer(door.geo)
        try #require(read?.latitude == geo.latitude && read?.longitude == geo.longitude, "\(text) \(door)")
      }
    }
    let tiny = try Geo(latitude: .leastNonzeroMagnitude, longitude: 180)
    let text = tiny.written
    #expect(text.utf8.count > 300)
    for door in doors {
      #expect(Array(text.utf8).withUnsafeBufferPointer(door.geo)?.latitude == .leastNonzeroMagnitude)
    }
  }

  @Test("Statuses of requests, escaped and read as they were")
  func statuses() throws {
    var generator = SeededGenerator(seed: 28)
    func text(_ generator: inout SeededGenerator) -> String {
      (0..<generator.int(0...40)).map { _ in
        generator.one(of: ["a", "é", "🗓", ";", ",", "\\", "\n", " ", "n", ":"])
      }
      .joined()
    }
    for _ in 0..<rounds(5_000) {
      let code = (0..<generator.int(2...3)).map { _ in String(generator.int(0...12)) }.joined(separator: ".")
      let status = RequestStatus(code: code, text: text(&generator), data: text(&generator))
      let value = status.written
      for door in doors {
        try #require(
          Array(value.utf8).withUnsafeBufferPointer(door.requestStatus) == status, "\(value) \(door)")
      }
    }
    // A code from elsewhere, as jCal may have it.
    for code in ["\n2.0", "2;0", "2\\0", "2,0"] {
      let status = RequestStatus(code: code, text: "Success")
      #expect(RequestStatus(written: status.written) == status && !status.written.contains("\n"))
    }
    let literal = RequestStatus(code: "2.8", text: "Success, once", data: "RRULE:FREQ=WEEKLY;INTERVAL=2")
    #expect(literal.written == #"2.8;Success\, once;RRULE:FREQ=WEEKLY\;INTERVAL=2"#)
  }
}

extension CalendarDuration {
  /// The sign, the days, hours, minutes and seconds.
  fileprivate var parts: [Int] {
    [isNegative ? -1 : 1, weeks * 7 + days, hours, minutes, seconds]
  }
}
