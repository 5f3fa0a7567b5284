import AlmanacICS
import Testing

/// Each fault of the corpus is reported with its code, line, component and property, and with what was
/// done. Lines are identified by their beginnings.
@Suite("Errors in files, each with its code, line, component, property and repair")
struct FaultyFileTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let file: String
    let code: String
    /// The beginning of the line.
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
  ) -> Fault {
    Fault(file, code, line, uid: "\(file)@corpus.example", property, repair)
  }

  static let faults: [Fault] = [
    // Identity.
    Fault("sin-missing-stamp", "missing_stamp", "BEGIN:VEVENT", "DTSTAMP", "read without it"),
    Fault("sin-missing-uid", "missing_uid", "BEGIN:VEVENT", uid: "", "UID", "given a UID"),
    Fault("sin-two-summaries", "repeated_property", "SUMMARY:b", "SUMMARY", "the first is used"),
    // Times.
    Fault("sin-no-start", "missing_start", "BEGIN:VEVENT", "DTSTART", "kept in the file"),
    Fault("sin-impossible", "bad_time", "DTSTART", "DTSTART", "ignored"),
    Fault("sin-date-without-value", "time_form", "DTSTART", "DTSTART", "read as 2026-03-10"),
    Fault("sin-dtend-before", "end_not_after_start", "DTEND", "DTEND", "lasting no time"),
    Fault("sin-dtend-equal-date", "end_not_after_start", "DTEND", "DTEND", "lasting one day"),
    own("sin-end-and-duration", "end_and_duration", "DURATION", "DURATION", "ignored"),
    own("sin-mixed-forms", "mixed_time_forms", "DTEND", "DTEND", "read as 2026-03-11T00:00:00Z"),
    own(
      "sin-mixed-exceptions", "mixed_time_forms", "EXDATE;VALUE=DATE", "EXDATE",
      "instances that begin on that day"),
    own(
      "sin-mixed-exceptions", "mixed_time_forms", "BEGIN:VEVENT", "RECURRENCE-ID", "read as 2026-03-13T10:00"),
    own("sin-date-with-zone", "date_with_zone", "DTSTART", "DTSTART", "TZID ignored"),
    own("sin-date-with-zone", "date_with_zone", "DTEND", "DTEND", "TZID ignored"),
    own("sin-local-created", "not_utc", "CREATED", "CREATED", "read as UTC"),
    own("sin-bad-duration", "bad_value", "DURATION", "DURATION", "ignored"),
    Fault("zone-utc-with-tzid", "utc_with_zone", "DTSTART", "DTSTART", "the same instant"),
    // Rules.
    Fault("sin-until-date", "until_value_type", "RRULE", "RRULE", "20260320T235959Z"),
    Fault("sin-until-local", "until_value_type", "RRULE", "RRULE", "20260320T090000Z"),
    Fault("sin-count-and-until", "count_with_until", "RRULE", "RRULE", "COUNT ignored"),
    Fault("sin-interval-zero", "out_of_range", "RRULE", "RRULE", "read as 1"),
    own("sin-bad-rule", "unknown_value", "RRULE", "RRULE", "happens once"),
    // Words and values.
    own("sin-unknown-word", "unknown_value", "STATUS", "STATUS", "not exported"),
    own("sin-priority", "out_of_range", "PRIORITY", "PRIORITY", "ignored"),
    own("sin-bad-place", "bad_value", "GEO", "GEO", "ignored"),
    own("sin-bad-attachment", "bad_value", "ATTACH", "ATTACH", "ignored"),
    Fault("sin-red", "reserved_color", "COLOR", "COLOR", "another colour"),
    own("sin-alarm", "incomplete_alarm", "BEGIN:VALARM", "TRIGGER", "never goes off, not exported"),
    Fault("sin-repeat-alone", "incomplete_alarm", "BEGIN:VALARM", "REPEAT", "not repeated"),
    // Zones.
    Fault("zone-unknown", "unknown_zone", "DTSTART", "DTSTART", "without a zone"),
    Fault(
      "zone-empty-definition", "bad_time_zone", "BEGIN:VTIMEZONE", uid: "", "",
      "the zone is looked up by its name"),
    Fault(
      "zone-daylight-only", "zone_differs", "BEGIN:VTIMEZONE", uid: "", "TZID",
      "the zone of that name is used"),
    Fault("zone-display-name", "zone_name", "DTSTART", "DTSTART", "Europe/Berlin"),
    Fault("zone-windows-without-definition", "zone_name", "DTSTART", "DTSTART", "America/Los_Angeles"),
    Fault("zone-gmt-offset", "zone_name", "DTSTART", "DTSTART", "+02:00"),
    Fault("zone-microsoft-utc", "zone_name", "DTSTART", "DTSTART", "UTC"),
    // Lines.
    Fault("sin-no-colon", "invalid_name", "this has no colon", "", "ignored"),
    Fault("sin-bare-event", "outside_calendar", "BEGIN:VEVENT", "", "read nevertheless"),
    Fault(
      "sin-unterminated", "unterminated_component", "BEGIN:VEVENT", "", "read as ended with the calendar"),
    Fault("bytes-latin1", "decoded", "SUMMARY", "SUMMARY", "Windows-1252"),
    Fault("bytes-fold-in-character", "split_character", "SUMMARY", "SUMMARY", "joined"),
  ]

  @Test("Code, line, component, property and repair", arguments: faults)
  func reported(fault: Fault) throws {
    let all = try files(in: "Tests/AlmanacICSTests/Corpus")
    let bytes = try #require(all.first { $0.name == fault.file + ".ics" }).bytes
    let document = try ICSDocument(parsing: bytes)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let reported = document.diagnostics.filter {
      $0.code.rawValue == fault.code && $0.property == fault.property
    }
    let here = reported.filter { diagnostic in
      lines.indices.contains(diagnostic.line - 1) && lines[diagnostic.line - 1].hasPrefix(fault.line)
    }
    let found = try #require(here.first, "\(document.diagnostics)")
    #expect(here.count == 1)
    #expect(found.uid == fault.uid)
    #expect(found.repair.contains(fault.repair), "\(found.repair)")
    #expect(!found.message.isEmpty)
  }

  @Test("Every faulty file is among them")
  func complete() throws {
    let named = Set(Self.faults.map(\.file))
    for file in try files(in: "Tests/AlmanacICSTests/Corpus") {
      let document = try ICSDocument(parsing: file.bytes)
      let isFaulty = document.diagnostics.contains { $0.severity > .note } || file.name.hasPrefix("sin-")
      // Lines that are only blank are skipped without a diagnostic; a truncated file has the faults of other files.
      guard isFaulty, !["sin-blank-lines.ics", "sin-truncated.ics"].contains(file.name) else { continue }
      #expect(named.contains(String(file.name.dropLast(4))), "\(file.name)")
    }
  }
}
