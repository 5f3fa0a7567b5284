import CommandLineKit
import Testing

/// `expand --input` with the examples of RFC 5545 §3.8.5.3.
@Suite("expand --input")
struct ExpandBlocksTests {
  @Test("prints each block back with its instances")
  func examples() throws {
    let input = """
      # Every other week on Tuesday and Thursday, for 8 occurrences
      RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH
      DTSTART;TZID=America/New_York:19970902T090000

      RRULE:FREQ=YEARLY;BYDAY=20MO;COUNT=3
      DTSTART:19970519T090000Z
      INSTANCES:of an earlier run

      # Nothing but a comment

      DTSTART;VALUE=DATE:19980901
      RRULE:FREQ=MONTHLY;COUNT=2;

      """
    let run = try AlmanacRun("expand", "--input", "-", input: input)
    #expect(run.status == .done)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        # Every other week on Tuesday and Thursday, for 8 occurrences
        RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH
        DTSTART;TZID=America/New_York:19970902T090000
        INSTANCES:19970902T090000,19970904T090000,19970916T090000,19970918T090000,19970930T090000,19971002T090000,\
        19971014T090000,19971016T090000

        RRULE:FREQ=YEARLY;BYDAY=20MO;COUNT=3
        DTSTART:19970519T090000Z
        INSTANCES:19970519T090000Z,19980518T090000Z,19990517T090000Z

        # Nothing but a comment

        DTSTART;VALUE=DATE:19980901
        RRULE:FREQ=MONTHLY;COUNT=2;
        INSTANCES:19980901,19981001

        """)
  }

  /// The instances of one block, or its error.
  private func result(_ block: String) throws -> String {
    let run = try AlmanacRun("expand", "--input", "-", input: block)
    #expect(run.status == .done)
    return run.lines.last ?? ""
  }

  @Test("adds and takes away dates, times and periods")
  func sets() throws {
    #expect(
      try result(
        """
        RRULE:FREQ=DAILY;COUNT=4
        DTSTART:20260302T090000
        EXDATE:20260303T090000
        EXRULE:FREQ=WEEKLY;BYDAY=TH
        RDATE:20260310T100000,20260302T120000
        """) == "INSTANCES:20260302T090000,20260302T120000,20260304T090000,20260310T100000")
    #expect(
      try result(
        """
        RRULE:FREQ=DAILY;COUNT=2
        DTSTART;TZID=Europe/Madrid:20260302T090000
        RDATE;VALUE=PERIOD:20260301T080000Z/PT1H,20260310T080000Z/20260310T090000Z
        EXDATE:20260303T080000Z
        """) == "INSTANCES:20260301T090000,20260302T090000,20260310T090000")
  }

  @Test("START-AT drops earlier instances and LIMIT later ones; neither moves the rule")
  func window() throws {
    #expect(
      try result(
        """
        RRULE:FREQ=WEEKLY;INTERVAL=2
        DTSTART:20260302
        START-AT:20260310
        LIMIT:2
        """) == "INSTANCES:20260316,20260330")
    #expect(
      try result(
        """
        RRULE:FREQ=DAILY;COUNT=3
        DTSTART;TZID=Europe/Madrid:20260302T090000
        START-AT:20260303T080001Z
        """) == "INSTANCES:20260304T090000")
  }

  @Test("a start out of step is not an instance of the rule, unless it is added", arguments: [1, 2, 3])
  func outOfStep(count: Int) throws {
    let block = "RRULE:FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR;COUNT=\(count)\nDTSTART:19970902T090000\n"
    let fridays = ["19980213T090000", "19980313T090000", "19981113T090000"].prefix(count)
    #expect(try result(block) == "INSTANCES:" + fridays.joined(separator: ","))
    #expect(
      try result(block + "RDATE:19970902T090000")
        == "INSTANCES:" + (["19970902T090000"] + fridays).joined(separator: ","))
    #expect(
      try result(block + "EXDATE:19990101T090000") == "INSTANCES:" + fridays.joined(separator: ","))
  }

  @Test(
    "parts that RFC 5545 ignores are no errors",
    arguments: [
      ("RRULE:FREQ=DAILY;UNTIL=19970903T000000Z", "DTSTART:19970902T090000", "19970902T090000"),
      ("RRULE:FREQ=DAILY;COUNT=1;BYHOUR=9", "DTSTART:19970902", "19970902"),
      ("RRULE:FREQ=DAILY;UNTIL=19970101", "DTSTART:19970902", ""),
      ("rrule:freq=daily;count=1", "dtstart:19970902", "19970902"),
    ])
  func tolerated(rule: String, start: String, instances: String) throws {
    #expect(try result(rule + "\n" + start) == "INSTANCES:" + instances)
  }

  @Test(
    "an error is reported in its block and the next block goes on",
    arguments: [
      ("RRULE:FREQ=HOURLY;COUNT=2\nDTSTART:20260101", "time on date"),
      ("RRULE:FREQ=DAILY;COUNT=2", "DTSTART is missing"),
      ("DTSTART:20260101", "RRULE is missing"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART:20260230", "out of range"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART;TZID=Mars/Olympus:20260201T000000", "unknown zone"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART;TZID=Europe/Madrid:20260201T000000Z", "TZID"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART;VALUE=DATE:20260201T000000", "not a date"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART:20260201\nDTSTART:20260201", "two DTSTART"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART:20260201\nLIMIT:many", "not a number"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART:20260201\nSUMMARY:x", "unknown line SUMMARY"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART:20260201\nnonsense", "no colon"),
      ("RRULE:FREQ=DAILY;COUNT=2\nDTSTART:20260201T000000\nRDATE:20260201T000000/PT1H", "not a period"),
    ])
  func errors(block: String, reason: String) throws {
    let run = try AlmanacRun(
      "expand", "--input", "-", input: block + "\n\nRRULE:FREQ=DAILY;COUNT=1\nDTSTART:20260101\n")
    #expect(run.status == .done)
    let error = run.lines.first { $0.hasPrefix("ERROR: ") }
    #expect(error?.contains(reason) == true, "\(run.output)")
    #expect(run.lines.last == "INSTANCES:20260101")
  }

  @Test("CRLF, a byte order mark, folded lines and blanks in blank lines do not matter")
  func lineEnds() throws {
    let run = try AlmanacRun(
      "expand", "--input", "-",
      input:
        "\u{FEFF}RRULE:FREQ=DAILY;\r\n COUNT=2\r\nDTSTART:20260101\r\n \t\r\nRRULE:FREQ=DAILY;COUNT=1\nDTSTART:20260201"
    )
    #expect(
      run.lines.filter { $0.hasPrefix("INST") } == ["INSTANCES:20260101,20260102", "INSTANCES:20260201"])
  }

  @Test("JSON has the instances with their offset, and the zone beside them")
  func json() throws {
    let run = try AlmanacRun(
      "expand", "--input", "-", "--format", "json",
      input:
        "RRULE:FREQ=DAILY;COUNT=1\nDTSTART;TZID=Europe/Madrid:20260701T090000\n\nRRULE:nonsense\nDTSTART:20260101\n"
    )
    #expect(
      run.output.hasPrefix(
        #"{"version":2,"blocks":[{"line":2,"rules":["FREQ=DAILY;COUNT=1"],"start":"2026-07-01T09:00:00+02:00","#
          + #""zone":"Europe/Madrid","instances":["2026-07-01T09:00:00+02:00"]},{"line":5,"error":""#))
  }

  @Test("an endless rule is cut, and the position of its block reported")
  func endless() throws {
    let run = try AlmanacRun("expand", "--input", "-", input: "\nRRULE:FREQ=DAILY\nDTSTART:20260101\n")
    #expect(run.lines.last?.split(separator: ",").count == 1000)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix("standard input:3: ") == true)
    let limited = try AlmanacRun(
      "expand", "--input", "-", "--limit", "2", input: "RRULE:FREQ=DAILY\nDTSTART:20260101\n")
    #expect(limited.lines.last == "INSTANCES:20260101,20260102")
    #expect(limited.errors.isEmpty)
  }
}
