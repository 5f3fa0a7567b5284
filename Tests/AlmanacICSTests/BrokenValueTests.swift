import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// What libFuzzer found of values that are not as they should be.
@Suite("Times of mixed forms")
struct MixedFormTests {
  @Test("A recurrence id of another form that names no instance is reported as both")
  func orphanOfAnotherForm() throws {
    let document = try ICSDocument(
      parsing: calendar([
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T100000Z",
        "RRULE:FREQ=DAILY;COUNT=2",
        "END:VEVENT", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260305T110000Z",
        "RECURRENCE-ID:20260305T100000", "END:VEVENT",
      ]))
    #expect(document.codes == ["orphan_override", "mixed_time_forms"])
  }

  @Test(
    "A period ends on the clock on which it starts",
    arguments: [
      ("19970101T180000Z/19970102T070000", "19970101T180000Z/19970102T070000Z"),
      ("19970101T180000/19970102T070000Z", "19970101T180000/19970102T070000"),
    ])
  func mixedPeriod(_ written: String, _ legal: String) throws {
    let start = "DTSTART:19961230T020000" + (legal.hasSuffix("Z") ? "Z" : "")
    let document = try ICSDocument(parsing: event(start, "RDATE;VALUE=PERIOD:\(written)"))
    #expect(document.codes == ["mixed_time_forms"])
    #expect(document.text.contains(written))
    let normalized = document.text(.normalized)
    #expect(normalized.contains("RDATE;VALUE=PERIOD:\(legal)\r\n"))
    #expect(try ICSDocument(parsing: normalized).codes == [])
  }
}

@Suite("Times stated several times")
struct RepeatedTimeTests {
  @Test("Each line is preserved once, whichever of them is the first that can be read", arguments: 0...2)
  func repeated(readable: Int) throws {
    var values = ["20260310T1000!0Z", "20260310T10000PLAY"]
    values.insert("20260310T100000Z", at: readable)
    let text = event(values.map { "DTSTART:\($0)" }.joined(separator: "\r\n"))
    let document = try ICSDocument(parsing: text)
    let normalized = document.text(.normalized)
    for value in values { #expect(normalized.ranges(of: "DTSTART:\(value)\r\n").count == 1, "\(value)") }
    let again = try ICSDocument(parsing: normalized)
    #expect(again.calendars[0].items.map(\.start) == document.calendars[0].items.map(\.start))
    #expect(again.text(.normalized) == normalized)
  }

  @Test(
    "An end at the start that is stated again, or before another end, is the same item when it is written and read",
    arguments: ["20260310", "20260311"])
  func endAtStart(second: String) throws {
    let text = event("DTSTART;VALUE=DATE:20260310\r\nDTEND;VALUE=DATE:20260310\r\nDTEND;VALUE=DATE:\(second)")
    let document = try ICSDocument(parsing: text)
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(Array(again.calendars[0].items) == Array(document.calendars[0].items))
    #expect(again.calendars[0].items.map(\.extent) == [.implied])
  }

  @Test(
    "A time that is stated again in another notation is the same item when it is written and read",
    arguments: [
      ["DTSTART:20260310T10:00Z", "DTSTART:20260310T100000Z"],
      ["DTSTART:20260310", "DTSTART;VALUE=DATE:20260310"],
      [
        "DTSTART;TZID=W. Europe Standard Time:20260310T100000", "DTSTART;TZID=Europe/Berlin:20260310T100000",
      ],
      ["DTSTART:20260310T100000Z", "DURATION:PT60M", "DURATION:PT1H"],
    ])
  func otherNotation(lines: [String]) throws {
    let document = try ICSDocument(parsing: event(lines.joined(separator: "\r\n")))
    #expect(document.codes.contains("repeated_property"))
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(Array(again.calendars[0].items) == Array(document.calendars[0].items))
  }
}

@Suite("Periods without a length")
struct EmptyPeriodTests {
  @Test("An item of zero length is not busy, and is reported (RFC 5545 §3.3.9)")
  func freeBusy() throws {
    let document = try ICSDocument(
      parsing: calendar([
        "BEGIN:VFREEBUSY", "UID:1", "DTSTAMP:20260101T000000Z",
        "FREEBUSY:20260310T100000Z/PT0S,20260310T110000Z/PT1H", "END:VFREEBUSY",
      ]))
    #expect(document.codes == ["bad_value"])
    #expect(document.calendars[0].freeBusy[0].periods.map { "\($0.start)" } == ["2026-03-10T11:00:00Z"])
    let normalized = document.text(.normalized)
    #expect(try ICSDocument(parsing: normalized).codes == [])
  }
}

@Suite("Lines that say nothing more")
struct IdleLineTests {
  @Test(
    "Parameters of an empty text, and a second exact colour, are not written anew",
    arguments: [
      ["SUMMARY;LANGUAGE=de:"], ["URL;X-P=1:"], ["RDATE;X-A=1:"], ["X-Z;X-P=1;x-p=2:a"],
      ["X-ALMANAC-COLOR:#4682b5", "X-ALMANAC-COLOR:#123456"],
      ["COLOR:steelblue", "X-ALMANAC-COLOR:#4682b5", "X-ALMANAC-COLOR:#123456"],
    ])
  func idle(_ lines: [String]) throws {
    let whole = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z"] + lines
    let document = try ICSDocument(parsing: calendar(whole + ["END:VEVENT"]))
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(try again.onlyEvent() == document.onlyEvent())
  }
}

@Suite("Times with signs")
struct SignedTimeTests {
  @Test("A signed year is invalid: the time is reported as unreadable")
  func year() throws {
    let lines = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:-0260310T100000Z", "END:VEVENT",
    ]
    let document = try ICSDocument(parsing: calendar(lines))
    #expect(try document.calendars[0].occurrences(in: .min ..< .max, viewer: .utc).isEmpty)
    #expect(document.codes.contains("bad_time"))
    #expect(document.text == calendar(lines))
  }
}

@Suite("Meetings in properties of programs' own")
struct MeetingTests {
  @Test("An escaped line break is not a part of where to meet, and what is no address says nothing")
  func lineBreak() throws {
    let document = try ICSDocument(
      parsing: calendar([
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z",
        "X-GOOGLE-CONFERENCE:https://meet.example/abc\\n", "X-MICROSOFT-SKYPETEAMSMEETINGURL:see: the\\nchat",
        "END:VEVENT",
      ]))
    let expected = ["https://meet.example/abc"]
    #expect(try document.onlyItem().conferences.map(\.uri) == expected)
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(try again.onlyItem().conferences.map(\.uri) == expected)
  }
}

@Suite("Whole days that end badly")
struct WholeDayEndTests {
  @Test(
    "An end before the start and a negative duration do not count, for Outlook's whole days too",
    arguments: ["DTEND;TZID=Europe/Berlin:20260303T000000", "DTEND:20260303T101500Z", "DURATION:-PT1H"])
  func badEnd(_ line: String) throws {
    let document = try ICSDocument(
      parsing: calendar([
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20260604T000000",
        line,
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "END:VEVENT",
      ]))
    let event = try document.onlyItem()
    #expect(try event.start == .date(CivilDate("2026-06-04")))
    #expect(event.extent == .implied)
    #expect(document.codes.contains("end_not_after_start") || document.codes.contains("out_of_range"))
    let again = try ICSDocument(parsing: document.text(.normalized)).onlyItem()
    #expect(again.start == event.start && again.extent == event.extent)
  }
}

@Suite("Repeated parameters")
struct RepeatedParameterTests {
  @Test("The first one is the type of an attachment, and is the only one that is rewritten")
  func attachment() throws {
    let line = "ATTACH;VALUE=X-OTHER;VALUE=BINARY;ENCODING=BASE32;ENCODING=BASE64:cid:1"
    let document = try ICSDocument(
      parsing: calendar([
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z", line, "END:VEVENT",
      ]))
    let expected = [AttachedFile(.uri("cid:1"))]
    #expect(try document.onlyItem().attachments == expected)
    #expect(try ICSDocument(parsing: document.text(.normalized)).onlyItem().attachments == expected)
    #expect(document.text.contains(line))
  }
}

@Suite("Events without a start")
struct StartlessEventTests {
  private let lines = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:when?", "END:VEVENT"]

  @Test("They stay in the text; normalized, only a calendar with a METHOD may hold them (RFC 5545 §3.6.1)")
  func withoutStart() throws {
    let plain = try ICSDocument(parsing: calendar(lines))
    #expect(plain.codes == ["missing_start"])
    #expect(plain.text == calendar(lines))
    #expect(!plain.text(.normalized).contains("VEVENT"))
    let asked = try ICSDocument(parsing: calendar(["METHOD:REFRESH"] + lines))
    #expect(asked.text(.normalized).contains("SUMMARY:when?"))
  }

  @Test("One whose start cannot be read is nowhere legal")
  func badStart() throws {
    let bad = ["METHOD:PUBLISH"] + lines.dropLast() + ["DTSTART:soon", "END:VEVENT"]
    let document = try ICSDocument(parsing: calendar(bad))
    #expect(document.text == calendar(bad))
    #expect(!document.text(.normalized).contains("VEVENT"))
  }
}
