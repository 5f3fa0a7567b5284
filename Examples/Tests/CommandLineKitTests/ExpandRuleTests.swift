import CommandLineKit
import Testing

/// `expand RULE --start`: values are RFC 5545's own examples, or follow from the zone's published changes.
@Suite("expand RULE")
struct ExpandRuleTests {
  @Test("gives one occurrence a line, written as the start is")
  func forms() throws {
    let basic = try AlmanacRun("expand", "FREQ=DAILY;COUNT=2", "--start", "19970902T090000")
    #expect(basic.status == .done)
    #expect(basic.lines == ["19970902T090000", "19970903T090000"])
    #expect(basic.errors.isEmpty)
    let extended = try AlmanacRun("expand", "FREQ=DAILY;COUNT=2", "--start", "1997-09-02T09:00")
    #expect(extended.lines == ["1997-09-02T09:00:00", "1997-09-03T09:00:00"])
    let dates = try AlmanacRun("expand", "FREQ=DAILY;COUNT=2", "--start", "2026-02-28")
    #expect(dates.lines == ["2026-02-28", "2026-03-01"])
    let utc = try AlmanacRun("expand", "RRULE:FREQ=DAILY;COUNT=2", "--start", "19970902T090000Z")
    #expect(utc.lines == ["19970902T090000Z", "19970903T090000Z"])
  }

  @Test("a start that does not match the rule is not an occurrence, and COUNT counts matches")
  func outOfStep() throws {
    let run = try AlmanacRun("expand", "FREQ=WEEKLY;BYDAY=WE;COUNT=2", "--start", "2026-03-02")
    #expect(run.lines == ["2026-03-04", "2026-03-11"])
    // In a calendar the start is the first instance (RFC 5545 §3.8.5.3), which the help says.
    let event = Sample.event("w", ";VALUE=DATE:20260302", "W", "RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2\n")
    let list = try AlmanacRun(
      ["list", "-c", "-", "--from", "2026-03-01", "--days", "30", "--format", "{start}"],
      input: Sample.calendar(event))
    #expect(list.lines == ["2026-03-02", "2026-03-04"])
    let help = try AlmanacRun("help", "expand").output.replacing("\n", with: " ")
    #expect(help.contains("A start that does not match the rule is neither printed nor counted by COUNT"))
  }

  @Test(
    "shows the clock of the zone, in a gap the moved time", arguments: ["Europe/Madrid", "Europe/Berlin"])
  func gap(zone: String) throws {
    let run = try AlmanacRun("expand", "FREQ=DAILY;COUNT=3", "--start", "20260328T023000", "--zone", zone)
    #expect(run.lines == ["20260328T023000", "20260329T033000", "20260330T023000"])
  }

  @Test("takes the zone that the start names")
  func ownZone() throws {
    let run = try AlmanacRun(
      "expand", "FREQ=DAILY;COUNT=2", "--start", "2026-03-28T02:30[Europe/Madrid]", "--format", "json")
    #expect(
      run.output
        == #"{"version":2,"rules":["FREQ=DAILY;COUNT=2"],"start":"2026-03-28T02:30:00+01:00","zone":"Europe/Madrid","#
        + #""instances":["2026-03-28T02:30:00+01:00","2026-03-29T03:30:00+02:00"]}"#
        + "\n")
  }

  @Test("--until includes a date and excludes a time; --from includes both")
  func bounds() throws {
    func expand(_ bounds: String...) throws -> [String] {
      let run = try AlmanacRun(
        "expand", "FREQ=DAILY", "--start", "2026-01-01T09:00", bounds[0], bounds[1], "--from", "2026-03-01")
      return run.lines.map { String($0.prefix(10)) }
    }
    #expect(try expand("--until", "2026-03-02") == ["2026-03-01", "2026-03-02"])
    #expect(try expand("--until", "2026-03-02T09:00") == ["2026-03-01"])
    #expect(try expand("--until", "2026-03-02T09:00:01") == ["2026-03-01", "2026-03-02"])
    let from = try AlmanacRun(
      "expand", "FREQ=DAILY;COUNT=2", "--start", "2026-01-01T09:00", "--from", "2026-01-02T09:00")
    #expect(from.lines == ["2026-01-02T09:00:00"])
  }

  @Test("seeks: a window far from the start costs no walk")
  func far() throws {
    let run = try AlmanacRun(
      "expand", "FREQ=SECONDLY", "--start", "19000101T000000", "--from", "99991231T235958")
    #expect(run.lines == ["99991231T235958", "99991231T235959"])
  }

  @Test("cuts an endless rule and reports it")
  func endless() throws {
    let run = try AlmanacRun("expand", "FREQ=DAILY", "--start", "20260101")
    #expect(run.lines.count == 1000)
    #expect(
      run.errors == [
        "almanac: only the first 1000 occurrences are printed (expected --limit or --until for others)"
      ])
    let limited = try AlmanacRun("expand", "FREQ=DAILY", "--start", "20260101", "--limit", "3")
    #expect(limited.lines.count == 3)
    #expect(limited.errors.isEmpty)
  }

  @Test(
    "refuses invalid rules",
    arguments: [
      ("FREQ=FORTNIGHTLY", "unknown value at offset 5"),
      ("COUNT=3", "missing frequency"),
      ("FREQ=DAILY;COUNT=3;UNTIL=20270101", "count with until"),
      ("FREQ=WEEKLY;BYDAY=2MO", "numbered weekday in BYDAY"),
      ("FREQ=MONTHLY;BYWEEKNO=3", "part not for frequency in BYWEEKNO"),
      ("FREQ=YEARLY;BYMONTH=13", "BYMONTH"),
      ("FREQ=DAILY;BYHOUR=24", "out of range"),
      ("FREQ=DAILY;UNTIL=20260631", "until impossible"),
      ("FREQ=DAILY;BYSETPOS=1", "position alone in BYSETPOS"),
      ("FREQ=DAILY;SKIP=FORWARD", "skip without scale"),
    ])
  func invalid(rule: String, reason: String) throws {
    let run = try AlmanacRun("expand", rule, "--start", "20260101T090000")
    #expect(run.status == .badData)
    #expect(run.output.isEmpty)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains(reason) == true, "\(run.errors)")
  }

  @Test(
    "a rule that can never match ends",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    ])
  func impossible(rule: String) throws {
    let run = try AlmanacRun("expand", rule, "--start", "20260101T090000")
    #expect(run.output.isEmpty)
    #expect(run.status == .done || run.status == .badData)
  }
}
