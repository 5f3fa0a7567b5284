import CommandLineKit
import Testing

@Suite("busy and slots")
struct AvailabilityTests {
  private let calendar = Sample.calendar(
    [
      Sample.event(
        "a", ";TZID=Europe/Madrid:20260302T090000", "A", "DTEND;TZID=Europe/Madrid:20260302T103000\n"),
      Sample.event("b", ";TZID=Europe/Madrid:20260302T100000", "B", "DURATION:PT1H\n"),
      Sample.event("c", ";TZID=Europe/Madrid:20260302T120000", "C", "DURATION:PT1H\nSTATUS:CANCELLED\n"),
      Sample.event("d", ";TZID=Europe/Madrid:20260302T150000", "D", "DURATION:PT1H\nTRANSP:TRANSPARENT\n"),
      Sample.event("e", ";TZID=Europe/Madrid:20260303T090000", "E", "DURATION:PT1H\nSTATUS:TENTATIVE\n"),
    ].joined(separator: "\n"))

  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", "-", "--now", "2026-03-02T08:00"], input: calendar)
  }

  @Test("what overlaps is one period; cancelled and free items take no time")
  func busy() throws {
    let run = try run("busy", "--format", "json")
    #expect(run.status == .done)
    let value = try ReadJSON(run.output)
    #expect(value["version"].int == 2)
    #expect(value["from"].string == "2026-03-02T00:00:00+01:00")
    #expect(value["until"].string == "2026-03-09T00:00:00+01:00")
    let periods = value["busy"].array.map { [$0["start"].string, $0["end"].string, $0["kind"].string] }
    #expect(
      periods == [
        ["2026-03-02T09:00:00+01:00", "2026-03-02T11:00:00+01:00", "busy"],
        [
          "2026-03-03T09:00:00+01:00", "2026-03-03T10:00:00+01:00",
          "busy-tentative",
        ],
      ])
  }

  @Test("busy time is cut at the bounds")
  func bounds() throws {
    let run = try run("busy", "--from", "2026-03-02T10:00", "--until", "2026-03-02T10:15")
    #expect(run.lines == ["2026-03-02 10:00–10:15  busy"])
    #expect(try self.run("busy", "--from", "2026-03-10").lines.count == 1)
  }

  @Test("slots are in opening hours without busy time")
  func slots() throws {
    let run = try run(
      "slots", "--for", "1h", "--every", "30m", "--hours", "mon-fri 09:00-13:00", "--until", "2026-03-02",
      "--from", "2026-03-02")
    #expect(
      run.lines == [
        "2026-03-02 11:00–12:00", "2026-03-02 11:30–12:30", "2026-03-02 12:00–13:00",
      ])
  }

  @Test("with reasons: what is free without them is free with them, and buffers and notice count")
  func explained() throws {
    let arguments = [
      "slots", "--for", "30m", "--hours", "mon 08:00-13:00", "--buffer", "15m", "--notice", "1h", "--from",
      "2026-03-02", "--days", "1", "--format", "json", "-c", "-", "--now", "2026-03-02T07:30",
    ]
    let free = try ReadJSON(try AlmanacRun(arguments, input: calendar).output)["slots"].array
    let all = try ReadJSON(try AlmanacRun(arguments + ["--explain"], input: calendar).output)["slots"].array
    #expect(free.compactMap { $0["start"].string?.prefix(16).suffix(5) } == ["11:30", "12:00", "12:30"])
    #expect(all.count == 10)
    #expect(
      all.filter { $0["available"].bool == true }.compactMap { $0["start"].string }
        == free.compactMap { $0["start"].string })
    let codes = all.map { $0["reasons"].array.compactMap { $0["code"].string } }
    // One item lasts from 09:00 to 10:30, another from 10:00 to 11:00; each has a buffer of a quarter of an hour.
    #expect(
      codes == [
        ["too_late"], ["buffer"], ["conflict"], ["conflict", "buffer"], ["conflict", "conflict"],
        ["buffer", "conflict"], ["buffer"], [], [], [],
      ])
  }

  @Test("other people's calendars, closures, hours elsewhere and limits count")
  func terms() throws {
    let folder = try TemporaryFolder()
    let room = try folder.file(
      "room.ics",
      Sample.calendar(Sample.event("r", ";TZID=Europe/Madrid:20260303T110000", "R", "DURATION:PT1H\n")))
    func starts(_ more: String...) throws -> [String] {
      let arguments = [
        "slots", "--for", "1h", "--hours", "mon-wed 10:00-13:00", "--from", "2026-03-03", "--days", "2",
        "--format", "json", "-c", "-", "--now", "2026-03-02T07:30",
      ]
      let run = try AlmanacRun(arguments + more, input: calendar)
      return try ReadJSON(run.output)["slots"].array.compactMap { $0["start"].string }.map {
        String($0.prefix(13).suffix(5))
      }
    }
    #expect(try starts() == ["03T10", "03T11", "03T12", "04T10", "04T11", "04T12"])
    #expect(try starts("--with", room) == ["03T10", "03T12", "04T10", "04T11", "04T12"])
    for closed in ["2026-03-04/2026-03-08", "4-8 march", "wednesday/sunday"] {
      #expect(try starts("--closed", closed) == ["03T10", "03T11", "03T12"])
    }
    #expect(try starts("--closed", "2026-03").isEmpty && starts("--closed", "march").isEmpty)
    #expect(try starts("--ahead", "1") == ["03T10", "03T11", "03T12"])
    #expect(try starts("--open-days-ahead", "2").count == 6)
    #expect(try starts("--per-day", "0") == [])
    // Ten in Athens is nine in Madrid, when the tentative event is.
    #expect(try starts("--hours-zone", "Europe/Athens") == ["03T10", "03T11", "04T09", "04T10", "04T11"])
    #expect(try starts("--hours-zone", "Europe/Athens", "--ignore-tentative").first == "03T09")
  }

  @Test(
    "a wrong command line",
    arguments: [
      ["slots"], ["slots", "--for", "0m"], ["slots", "--for", "30m", "--hours", "someday 9-10"],
      ["busy", "--from", "2026-03-05", "--until", "2026-03-01"], ["busy", "--days", "0"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try AlmanacRun(arguments + ["-c", "-"], input: calendar).status == .usage)
  }
}

@Suite("Pictures")
struct PictureTests {
  @Test(
    "views are available as SVG and HTML, with the names in them escaped",
    arguments: [
      ["month", "2026-03"], ["week", "2026-03-02"], ["day", "2026-03-02"], ["year", "2026"],
      ["list", "--from", "2026-03-02"],
    ])
  func pictures(arguments: [String]) throws {
    let calendar = Sample.calendar(Sample.event("a", ":20260302T090000", "A <b> & c", "DURATION:PT2H\n"))
    for form in ["svg", "html"] {
      let run = try AlmanacRun(arguments + ["-c", "-", "--format", form], input: calendar)
      #expect(run.status == .done && run.errors.isEmpty)
      #expect(
        run.output.contains(form == "svg" ? "<svg" : "<!DOCTYPE html>") && !run.output.contains("A <b>"))
    }
  }

  @Test("what is not a view has no picture")
  func none() throws {
    let run = try AlmanacRun(["search", "a", "--format", "svg", "-c", "-"], input: Sample.course)
    #expect(run.status == .usage)
  }

  @Test("views take the address of the viewer, whose declined invitations are hidden")
  func identity() throws {
    let calendar = Sample.calendar(
      """
      BEGIN:VEVENT
      UID:party
      DTSTAMP:20260101T000000Z
      DTSTART:20260310T090000
      SUMMARY:Party
      ORGANIZER:mailto:bo@example.org
      ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org
      ATTENDEE;PARTSTAT=DECLINED:mailto:cid@example.org
      END:VEVENT
      """)
    for view in [
      ["month", "2026-03"], ["week", "2026-03-10"], ["day", "2026-03-10"], ["list", "--from", "2026-03-10"],
    ] {
      func page(_ more: String...) throws -> String {
        try AlmanacRun(view + ["--format", "html", "-c", "-"] + more, input: calendar).output
      }
      #expect(try page("--me", "ana@example.org").contains("?\u{A0}Party"))
      #expect(try page().contains("Party") && !page().contains("?\u{A0}Party"))
      #expect(try !page("--me", "cid@example.org").contains("Party"))
    }
  }
}
