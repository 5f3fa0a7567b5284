import AlmanacRecurrence
import AlmanacEvents
import AlmanacICS
import TestSupport
import Testing

@testable import AlmanacFiles

/// Files damaged at random, each the same in every run.
@Suite("Damaged files")
struct MutationTests {
  private let folders = ["Tests/AlmanacICSTests/Corpus", "Examples/Data"]

  @Test(
    "After random changes, removals and repetitions reading ends, and the result can be written and read again"
  )
  func mutations() throws {
    var random = SeededGenerator(seed: 5)
    let samples = try folders.flatMap { try files(in: $0) }.filter { $0.bytes.count < 20_000 }
    var readings = 0
    let count = rounds(63)
    for _ in 0..<count {
      let file = samples.randomElement(using: &random)!
      var bytes = file.bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes, &random) }
      readings += try check(bytes, file.name) ? 1 : 0
    }
    #expect(readings > count / 2)
  }

  @Test("A file cut off anywhere is read as far as it goes")
  func truncations() throws {
    var random = SeededGenerator(seed: 6)
    var readings = 0
    let all = try files(in: "Examples/Data")
    for file in all {
      for _ in 0..<rounds(3) {
        let count = Int.random(in: 0...file.bytes.count, using: &random)
        readings += try check(Array(file.bytes.prefix(count)), file.name) ? 1 : 0
      }
    }
    #expect(readings > all.count * rounds(3) / 2)
  }

  /// - Returns: Whether the file can be read.
  private func check(_ bytes: [UInt8], _ name: String) throws -> Bool {
    let options = ICSOptions(uids: .seeded(3))
    guard let document = try? ICSDocument(parsing: bytes, options: options) else { return false }
    let outline = try DocumentOutline(bytes)
    let uids = document.calendars.flatMap { $0.items.map(\.uid) }
    #expect(!outline.statesAllUIDs || Set(uids).isSubset(of: outline.uids), "\(name)")
    let again = try ICSDocument(parsing: document.bytes, options: options)
    #expect(again.calendars == document.calendars, "\(name)")
    let normalized = document.text(.normalized)
    #expect(!normalized.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }, "\(name)")
    guard !document.calendars.isEmpty else { return true }
    let rewritten = try ICSDocument(parsing: normalized, options: options)
    #expect(rewritten.calendars.map(\.count) == document.calendars.map(\.count), "\(name)")
    #expect(
      rewritten.calendars.map { $0.items.map(\.summary) }
        == document.calendars.map { $0.items.map(\.summary) },
      "\(name)")
    return true
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: Array(pieces.randomElement(using: &random)!.utf8), at: place)
    case 3:
      // A line more than once.
      let line = lineRange(around: place, in: bytes)
      bytes.insert(contentsOf: bytes[line], at: line.upperBound)
    case 4: bytes.removeSubrange(lineRange(around: place, in: bytes))
    case 5:
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      bytes.removeSubrange(place..<end)
    default: bytes[place] = Array("0123456789TZ;:=,\\\"".utf8).randomElement(using: &random)!
    }
  }

  private let pieces = [
    "\r\n", "\n ", ":", ";", "\"", ",", "\\", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "END:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\n", "TZID=", "VALUE=DATE", "RRULE:FREQ=SECONDLY\r\n", "99999999", "é", "\u{0}", "Z",
    "BEGIN:VALARM\r\n", "DTSTART:20260230\r\n", "RECURRENCE-ID:20260301T000000Z\r\n", "=", "T", "-",
  ]

  private func lineRange(around place: Int, in bytes: [UInt8]) -> Range<Int> {
    var start = place
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var end = place
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    return start..<min(end + 1, bytes.count)
  }
}

@Suite("Hostile files")
struct HostileTests {
  @Test("Work grows with the bytes: long, deep, wide and repeated")
  func growth() throws {
    let size = isAtLength ? 4 : 1
    let wide = (0..<2250 * size).map { "COMMENT;X-A=\($0):c" }
    let deep = (0..<1250 * size).map { "BEGIN:X-\($0)" }
    let zones = (0..<50 * size).flatMap {
      ["BEGIN:VTIMEZONE", "TZID:z\($0)", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100"]
        + ["TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY", "END:STANDARD", "END:VTIMEZONE"]
    }
    let users = (0..<50 * size).flatMap {
      [
        "BEGIN:VEVENT", "UID:\($0)", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=z\($0):20260301T100000",
        "END:VEVENT",
      ]
    }
    let observances = (0..<225 * size).flatMap { _ in
      ["BEGIN:STANDARD", "DTSTART:00010101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"]
        + ["RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12", "END:STANDARD"]
    }
    let start = "DTSTART:20260301T100000Z"
    for lines in [
      ["BEGIN:VEVENT", "UID:1", start] + wide + ["END:VEVENT"], deep, zones + users,
      ["BEGIN:VTIMEZONE", "TZID:many"] + observances + ["END:VTIMEZONE", "BEGIN:VEVENT", "UID:1"]
        + ["DTSTART;TZID=many:20260301T100000", "END:VEVENT"],
      [
        "BEGIN:VEVENT", "UID:1", start, "SUMMARY:" + String(repeating: "x", count: 500_000 * size),
        "END:VEVENT",
      ],
      ["BEGIN:VEVENT", "UID:1", start, "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "END:VEVENT"],
    ] {
      let document = try ICSDocument(parsing: calendar(lines))
      let again = try ICSDocument(parsing: document.text(.normalized))
      #expect(again.calendars[0].count == document.calendars[0].count)
    }
    let rule = "RRULE:FREQ=DAILY;BYHOUR=" + Array(repeating: "9", count: 50_000 * size).joined(separator: ",")
    let long = try ICSDocument(
      parsing: calendar(["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", start, rule, "END:VEVENT"]))
    #expect(long.codes == ["too_long"])
    #expect(long.calendars[0].items.map(\.recurrence) == [.none])
    #expect(long.text.contains(rule))
    let many = String(repeating: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", count: 5_000 * size)
    #expect(try ICSDocument(parsing: many).calendars.count == 5_000 * size)
  }
}
