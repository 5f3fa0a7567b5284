import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Three-way merges of start, end and rules")
struct TimeMergeTests {
  @Test("start, end and rules are one value where one of them changed", arguments: MergePolicy.allCases)
  func schedule(policy: MergePolicy) throws {
    let ours = meeting(["DTSTART:20260303T090000Z", "DTEND:20260303T100000Z"])
    let theirs = meeting(["DTEND:20260302T110000Z", "SEQUENCE:4", "SUMMARY:Longer"])
    let (item, conflicts) = try merged(ours, theirs, base: meeting(), policy)
    #expect(conflicts.map(\.property) == ["DTSTART"])
    #expect((conflicts.first?.resolution == nil) == (policy == .ask))
    let event = try #require(item.event)
    let isTheirs = policy == .theirs || policy == .newer
    #expect(event.start.date.description == (isTheirs ? "2026-03-02" : "2026-03-03"))
    #expect(event.end.local.description == (isTheirs ? "2026-03-02T11:00:00" : "2026-03-03T10:00:00"))
    #expect(event.summary == "Longer")
    #expect(event.sequence == 4)
  }

  @Test("a rule that one side changed and an exception of the other are one conflict")
  func ruleAgainstException() throws {
    func series(_ rule: String, _ lines: String...) -> String {
      meeting(["RRULE:FREQ=\(rule);COUNT=9"] + lines)
    }
    for more in ["EXDATE:20260303T090000Z", "RDATE:20260401T090000Z"] {
      let (item, conflicts) = try merged(series("WEEKLY"), series("DAILY", more), base: series("DAILY"))
      #expect(conflicts.map(\.property) == ["DTSTART"])
      #expect(item.recurrence.exceptions.isEmpty && item.recurrence.additions.isEmpty)
    }
  }

  @Test("exceptions are a set where neither the start nor a rule changed")
  func exceptions() throws {
    func series(_ lines: String...) -> String { meeting(["RRULE:FREQ=DAILY;COUNT=9"] + lines) }
    let (item, conflicts) = try merged(
      series("EXDATE:20260303T090000Z"), series("EXDATE:20260304T090000Z", "RDATE:20260401T090000Z"),
      base: series())
    #expect(item.recurrence.exceptions.map(\.date.description) == ["2026-03-03", "2026-03-04"])
    #expect(item.recurrence.additions.count == 1)
    #expect(conflicts.isEmpty)
  }

  @Test(
    "an end that a program states where it was implied, or in place of a length, is no change",
    arguments: [
      (["DTSTART;VALUE=DATE:20260520"], "DTEND;VALUE=DATE:20260521", ["DTSTART;VALUE=DATE:20260320"]),
      (
        ["DTSTART;VALUE=DATE:20260520", "DURATION:P2D"], "DTEND;VALUE=DATE:20260522",
        ["DTSTART;VALUE=DATE:20260320", "DURATION:P2D"]
      ),
      (
        ["DTSTART:20260520T090000Z", "DURATION:PT1H"], "DTEND:20260520T100000Z",
        ["DTSTART:20260320T090000Z", "DURATION:PT1H"]
      ),
    ])
  func restatedEnd(base: [String], end: String, moved: [String]) throws {
    func item(_ lines: [String]) -> String {
      file(["BEGIN:VEVENT", "UID:m", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
    }
    let restated = item([base[0], end, "SUMMARY:Renamed"])
    for (ours, theirs) in [(restated, item(moved)), (item(moved), restated)] {
      let (merge, conflicts) = try merged(ours, theirs, base: item(base))
      #expect(conflicts.isEmpty)
      let expected = try #require(try calendar(item(moved)).item(uid: "m")?.event)
      let event = try #require(merge.event)
      #expect(event.start == expected.start && event.end == expected.end && event.summary == "Renamed")
    }
  }

  @Test(
    "a longer end beside another start is a conflict, and so is an exact end of a series in place of a nominal length"
  )
  func changedEnd() throws {
    func item(_ lines: String...) -> String {
      file(["BEGIN:VEVENT", "UID:m", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
    }
    let (start, moved) = ("DTSTART;VALUE=DATE:20260520", "DTSTART;VALUE=DATE:20260320")
    let longer = try merged(item(start, "DTEND;VALUE=DATE:20260522"), item(moved), base: item(start))
    #expect(longer.conflicts.map(\.property) == ["DTSTART"])
    let (zoned, later) = (
      "DTSTART;TZID=Europe/Madrid:20260327T120000", "DTSTART;TZID=Europe/Madrid:20260327T130000"
    )
    let rule = "RRULE:FREQ=DAILY;COUNT=3"
    let exact = try merged(
      item(zoned, rule, "DTEND;TZID=Europe/Madrid:20260328T120000"), item(later, rule, "DURATION:P1D"),
      base: item(zoned, rule, "DURATION:P1D"))
    #expect(exact.conflicts.map(\.property) == ["DTSTART"])
  }
}
