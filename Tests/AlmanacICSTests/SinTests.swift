import AlmanacICS
import Testing

/// Each sin of the corpus is told with its code, the line on which it stands, the component, the property and what was
/// done. The lines are named by what stands on them.
@Suite("Sins of files, each named")
struct SinTests {
  struct Sin: Sendable, CustomTestStringConvertible {
    let file: String
    let code: String
    /// What stands on the line.
    let line: String
    let uid: String
    let property: String
    /// Words of the repair.
    let repair: String

    init(
      _ file: String, _ code: String, _ line: String, uid: String = "1", _ property: String, _ repair: String
    ) {
      (self.file, self.code, self.line) = (file, code, line)
      (self.uid, self.property, self.repair) = (uid, property, repair)
    }

    var testDescription: String { file }
  }

  private static func own(
    _ file: String, _ code: String, _ line: String, _ property: String, _ repair: String
  ) -> Sin {
    Sin(file, code, line, uid: "\(file)@corpus.example", property, repair)
  }

  static let sins: [Sin] = [
    // Identity.
    Sin("sin-missing-stamp", "missing_stamp", "BEGIN:VEVENT", "DTSTAMP", "none is known"),
    Sin("sin-missing-uid", "missing_uid", "BEGIN:VEVENT", uid: "", "UID", "given a UID"),
    Sin("sin-two-summaries", "repeated_property", "SUMMARY:b", "SUMMARY", "the first is used"),
    // Times.
    Sin("sin-no-start", "missing_start", "BEGIN:VEVENT", "DTSTART", "kept in the file"),
    Sin("sin-impossible", "bad_time", "DTSTART", "DTSTART", "left out"),
    Sin("sin-date-without-value", "time_form", "DTSTART", "DTSTART", "read as 2026-03-10"),
    Sin("sin-dtend-before", "end_not_after_start", "DTEND", "DTEND", "lasting no time"),
    Sin("sin-dtend-equal-date", "end_not_after_start", "DTEND", "DTEND", "lasting one day"),
    own("sin-end-and-duration", "end_and_duration", "DURATION", "DURATION", "left out"),
    own("sin-mixed-forms", "mixed_time_forms", "DTEND", "DTEND", "read as 2026-03-11T00:00:00Z"),
    own(
      "sin-mixed-exceptions", "mixed_time_forms", "EXDATE;VALUE=DATE", "EXDATE", "what begins on that day"),
    own(
      "sin-mixed-exceptions", "mixed_time_forms", "BEGIN:VEVENT", "RECURRENCE-ID", "read as 2026-03-13T10:00"),
    own("sin-date-with-zone", "date_with_zone", "DTSTART", "DTSTART", "TZID passed over"),
    own("sin-date-with-zone", "date_with_zone", "DTEND", "DTEND", "TZID passed over"),
    own("sin-local-created", "not_utc", "CREATED", "CREATED", "read as UTC"),
    own("sin-bad-duration", "bad_value", "DURATION", "DURATION", "left out"),
    Sin("zone-utc-with-tzid", "utc_with_zone", "DTSTART", "DTSTART", "the same instant"),
    // Rules.
    Sin("sin-until-date", "until_value_type", "RRULE", "RRULE", "20260320T235959Z"),
    Sin("sin-until-local", "until_value_type", "RRULE", "RRULE", "20260320T090000Z"),
    Sin("sin-count-and-until", "count_with_until", "RRULE", "RRULE", "COUNT left out"),
    Sin("sin-interval-zero", "out_of_range", "RRULE", "RRULE", "taken as 1"),
    own("sin-bad-rule", "unknown_value", "RRULE", "RRULE", "happens once"),
    // Words and values.
    own("sin-unknown-word", "unknown_value", "STATUS", "STATUS", "kept"),
    own("sin-priority", "out_of_range", "PRIORITY", "PRIORITY", "left out"),
    own("sin-bad-place", "bad_value", "GEO", "GEO", "left out"),
    own("sin-bad-attachment", "bad_value", "ATTACH", "ATTACH", "left out"),
    Sin("sin-red", "reserved_color", "COLOR", "COLOR", "another colour"),
    own("sin-alarm", "incomplete_alarm", "BEGIN:VALARM", "TRIGGER", "never goes off"),
    Sin("sin-repeat-alone", "incomplete_alarm", "BEGIN:VALARM", "REPEAT", "not repeated"),
    // Zones.
    Sin("zone-unknown", "unknown_zone", "DTSTART", "DTSTART", "without a zone"),
    Sin(
      "zone-empty-definition", "bad_time_zone", "BEGIN:VTIMEZONE", uid: "", "",
      "the zone is looked up by its name"),
    Sin("zone-daylight-only", "zone_differs", "BEGIN:VTIMEZONE", uid: "", "TZID", "the name holds"),
    Sin("zone-display-name", "zone_name", "DTSTART", "DTSTART", "Europe/Berlin"),
    Sin("zone-windows-without-definition", "zone_name", "DTSTART", "DTSTART", "America/Los_Angeles"),
    Sin("zone-gmt-offset", "zone_name", "DTSTART", "DTSTART", "+02:00"),
    Sin("zone-microsoft-utc", "zone_name", "DTSTART", "DTSTART", "UTC"),
    // Lines.
    Sin("sin-no-colon", "invalid_name", "this has no colon", "", "passed over"),
    Sin("sin-bare-event", "outside_calendar", "BEGIN:VEVENT", "", "read all the same"),
    Sin("sin-unterminated", "unterminated_component", "BEGIN:VEVENT", "", "read as ended with the calendar"),
    Sin("bytes-latin1", "decoded", "SUMMARY", "SUMMARY", "Windows-1252"),
    Sin("bytes-fold-in-character", "split_character", "SUMMARY", "SUMMARY", "joined"),
  ]

  @Test("Code, line, component, property and repair", arguments: sins)
  func told(sin: Sin) throws {
    let all = try files(in: "Tests/AlmanacICSTests/Corpus")
    let bytes = try #require(all.first { $0.name == sin.file + ".ics" }).bytes
    let document = try ICSDocument(parsing: bytes)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let told = document.diagnostics.filter { $0.code.rawValue == sin.code && $0.property == sin.property }
    let here = told.filter { diagnostic in
      lines.indices.contains(diagnostic.line - 1) && lines[diagnostic.line - 1].hasPrefix(sin.line)
    }
    let found = try #require(here.first, "\(document.diagnostics)")
    #expect(here.count == 1)
    #expect(found.uid == sin.uid)
    #expect(found.repair.contains(sin.repair), "\(found.repair)")
    #expect(!found.message.isEmpty)
  }

  @Test("Every file that sins is among them")
  func complete() throws {
    let named = Set(Self.sins.map(\.file))
    for file in try files(in: "Tests/AlmanacICSTests/Corpus") {
      let document = try ICSDocument(parsing: file.bytes)
      let sins = document.diagnostics.contains { $0.severity > .note } || file.name.hasPrefix("sin-")
      // Lines that are only blank are passed over without a word; a file that is cut off has sins of other files.
      guard sins, !["sin-blank-lines.ics", "sin-truncated.ics"].contains(file.name) else { continue }
      #expect(named.contains(String(file.name.dropLast(4))), "\(file.name)")
    }
  }
}
