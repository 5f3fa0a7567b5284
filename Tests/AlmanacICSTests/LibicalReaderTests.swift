import AlmanacComponents
import TestSupport
import Testing

@testable import AlmanacICS

@Suite("Values that libical makes of a component's lines")
struct LibicalReaderTests {
  private let lines = [
    "BEGIN:VEVENT",
    "UID:1",
    "X-UNKNOWN:1",
    "DTSTART;TZID=Europe/Zurich;X-A=\"a\",\"b\":20260302T090000",
    "DTEND;VALUE=DATE:20260303",
    "DTSTAMP:20260101T120000Z",
    #"SUMMARY:Algebra\, part 1\nRoom"#,
    #"DESCRIPTION:  C:\temp\x "#,
    "EXDATE;TZID=Europe/Zurich:20260309T090000,bad,20260316T090000",
    "RDATE;VALUE=PERIOD:20260401T100000Z/PT90M,20260402T100000Z/20260402T110000Z",
    "PRIORITY:5",
    "GEO:47.123456789;8.5",
    "DURATION:-P1DT2H3M4S",
    "BEGIN:VALARM",
    "TRIGGER;RELATED=END:-PT15M",
    "END:VALARM",
    "BEGIN:X-BOX",
    "SUMMARY:inner",
    "END:X-BOX",
    "BEGIN:VALARM",
    "TRIGGER;VALUE=DATE-TIME:20260302T080000Z",
    "END:VALARM",
    "nonsense",
    "DUE:32nd of May",
    "SUMMARY:",
    "END:VEVENT",
  ]

  @Test("Each line has its own values, whatever stands around it")
  func values() throws {
    let table = try table(lines)
    var reader = LibicalReader()
    reader.parse(table)
    #expect(reader.text(ofLine: 1, in: table) == "1")
    #expect(reader.valueCount(ofLine: 2) == 0)
    #expect(reader.time(ofLine: 3) == LibicalTime(year: 2026, month: 3, day: 2, hour: 9))
    #expect(reader.time(ofLine: 4) == LibicalTime(year: 2026, month: 3, day: 3, isDate: true))
    #expect(reader.time(ofLine: 5) == LibicalTime(year: 2026, month: 1, day: 1, hour: 12, isUTC: true))
    #expect(reader.text(ofLine: 6, in: table) == "Algebra, part 1\nRoom")
    #expect(reader.text(ofLine: 7, in: table) == #"  C:\temp\x "#)
    #expect(reader.valueCount(ofLine: 8) == 3)
    #expect(reader.time(ofLine: 8, 0)?.day == 9)
    #expect(reader.time(ofLine: 8, 1) == nil)
    #expect(reader.rejection(ofLine: 8, 1)?.contains("EXDATE") == true)
    #expect(reader.time(ofLine: 8, 2)?.day == 16)
    #expect(
      reader.period(ofLine: 9, 0)
        == LibicalPeriod(
          start: LibicalTime(year: 2026, month: 4, day: 1, hour: 10, isUTC: true),
          extent: .duration(LibicalDuration(minutes: 90))))
    #expect(
      reader.period(ofLine: 9, 1)?.extent
        == .end(LibicalTime(year: 2026, month: 4, day: 2, hour: 11, isUTC: true)))
    #expect(reader.integer(ofLine: 10) == 5)
    #expect(reader.geo(ofLine: 11)?.latitude == 47.123456789)
    #expect(
      reader.duration(ofLine: 12)
        == LibicalDuration(isNegative: true, days: 1, hours: 2, minutes: 3, seconds: 4))
    #expect(reader.duration(ofLine: 14) == LibicalDuration(isNegative: true, minutes: 15))
    #expect(reader.text(ofLine: 17, in: table) == "inner")
    #expect(reader.time(ofLine: 20)?.isUTC == true)
    #expect(reader.rejection(ofLine: 22) == nil)
    #expect(reader.rejection(ofLine: 23)?.isEmpty == false)
    #expect(reader.text(ofLine: 24, in: table) == "")
    #expect(reader.time(ofLine: 999) == nil)
  }

  @Test("Every known property has its value read at its own line, alone or among rejected ones")
  func everyProperty() throws {
    for property in KnownProperty.allCases {
      let table = try table([
        "BEGIN:VEVENT", "DUE:bad", "\(property.text):20260101", "UID:last", "END:VEVENT",
      ])
      var reader = LibicalReader()
      reader.parse(table)
      #expect(reader.text(ofLine: 3, in: table) == "last", "\(property)")
      #expect(table.withBytes { KnownProperty.named($0.name(of: table.lines[2])) } == property)
    }
    #expect(
      try table(["BEGIN:X", "DtStArT:1", "END:X"]).withBytes { bytes in KnownProperty.dtstart } == .dtstart)
  }

  @Test(
    "A type that a property cannot have moves no value to another line",
    arguments: [
      "BINARY", "BOOLEAN", "CAL-ADDRESS", "DATE", "DATE-TIME", "DURATION", "FLOAT", "INTEGER", "PERIOD",
      "RECUR",
      "TEXT", "TIME", "URI", "UTC-OFFSET", "X-TYPE", "",
    ])
  func foreignTypes(type: String) throws {
    let values = [
      "20260101", "20260101T100000", "20260101T100000Z/PT1H", "PT1H", "1", "a,b", "mailto:a@example.org",
    ]
    for property in KnownProperty.allCases {
      for value in values {
        let table = try table([
          "BEGIN:VEVENT", "\(property.text);VALUE=\(type):\(value)", "PRIORITY:7", "SUMMARY:last",
          "END:VEVENT",
        ])
        var reader = LibicalReader()
        reader.parse(table)
        #expect(reader.integer(ofLine: 2) == 7, "\(property)")
        #expect(reader.text(ofLine: 3, in: table) == "last", "\(property)")
      }
    }
  }

  @Test("Lists of more than 500 values are read whole")
  func longLists() throws {
    let dates = (0..<1200).map { "20260\(100 + $0 % 28 + 1)" }.joined(separator: ",")
    let table = try table(["BEGIN:VEVENT", "EXDATE;VALUE=DATE:" + dates, "CATEGORIES:a\\,b,,c", "END:VEVENT"])
    var reader = LibicalReader()
    reader.parse(table)
    #expect(reader.valueCount(ofLine: 1) == 1200)
    #expect(
      reader.time(ofLine: 1, 1199) == LibicalTime(year: 2026, month: 1, day: 1199 % 28 + 1, isDate: true))
    #expect(reader.valueCount(ofLine: 2) == 2)
  }

  @Test("Ordinary text means the same to libical as to Almanac")
  func text() throws {
    var random = SeededGenerator(seed: 21)
    let pieces = [
      "a", "b ", "\\n", "\\,", "\\;", "\\\\", ":", ";", "é", "🗓", "\"", "'", "\t", "日本", "^", "\\N", "\\t",
      " ",
    ]
    var reader = LibicalReader()
    for _ in 0..<2000 {
      let value = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      let table = try table(["BEGIN:VEVENT", "SUMMARY:" + value, "END:VEVENT"])
      reader.parse(table)
      #expect(reader.text(ofLine: 1, in: table) == TextValue.unescaped(value), "\(value)")
    }
  }

  @Test("Hostile lines leave libical standing")
  func hostile() throws {
    var random = SeededGenerator(seed: 99)
    let names = KnownProperty.allCases.map(\.text) + ["X-A", "BEGIN", "END", "RRULE"]
    let pieces = [
      "20260101", "T", "000000", "Z", "/", "P", "PT1H", "-", "99999999999999999999", ",", ";", "=", "FREQ=",
      "BYDAY=",
      "SECONDLY", "%s%n", "\\", "\"", "VALUE", ":", "\u{0}", "🗓", " ", "UNTIL=", "INTERVAL=-1", "TRUE", "1.5",
    ]
    var reader = LibicalReader()
    for _ in 0..<4000 {
      func text(_ limit: Int) -> String {
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in pieces.randomElement(using: &random)! }
          .joined()
      }
      let inside =
        (0..<4).map { _ in "\(names.randomElement(using: &random)!);\(text(3)):\(text(8))" }
        + [
          "\(names.randomElement(using: &random)!);VALUE=\(["DATE", "PERIOD", "BINARY", "URI"].randomElement(using: &random)!):\(text(6))"
        ]
      let table = try table(["BEGIN:VEVENT"] + inside + ["END:VEVENT"])
      reader.parse(table)
      for index in table.lines.indices {
        _ = (reader.time(ofLine: index), reader.period(ofLine: index), reader.duration(ofLine: index))
        _ = (reader.integer(ofLine: index), reader.geo(ofLine: index))
        _ = (reader.rejection(ofLine: index), reader.text(ofLine: index, in: table))
      }
    }
  }

  @Test("Many tasks parse at once")
  func concurrency() async throws {
    let table = try table(lines)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var reader = LibicalReader()
          var sum = 0
          for _ in 0..<200 {
            reader.parse(table)
            sum += reader.time(ofLine: 3)?.day ?? 0
          }
          return sum
        }
      }
      for await sum in group { #expect(sum == 400) }
    }
  }
}
