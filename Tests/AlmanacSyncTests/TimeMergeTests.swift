import AlmanacRecurrence
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

  /// The schedule of a side and the same in the notation of another program.
  struct Notation: Sendable {
    let base: [String]
    let restated: [String]
    let changed: [String]

    init(_ base: String, _ restated: String, changed: String) {
      func lines(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
      (self.base, self.restated, self.changed) = (lines(base), lines(restated), lines(changed))
    }

    static let all: [Notation] = {
      let (start, later) = (
        "DTSTART;TZID=Europe/Zurich:20260302T100000", "DTSTART;TZID=Europe/Zurich:20260302T120000"
      )
      let (end, laterEnd) = (
        "DTEND;TZID=Europe/Zurich:20260302T110000", "DTEND;TZID=Europe/Zurich:20260302T130000"
      )
      let rule = "RRULE:FREQ=WEEKLY;COUNT=10"
      let (exception, other) = (
        "EXDATE;TZID=Europe/Zurich:20260309T100000", "EXDATE;TZID=Europe/Zurich:20260316T100000"
      )
      return [
        // The length of a series, beside another start and another length.
        Notation(
          "\(start) DURATION:PT1H \(rule)", "\(start) \(end) \(rule)",
          changed: "\(later) DURATION:PT1H \(rule)"),
        Notation(
          "\(start) \(end) \(rule)", "\(start) DURATION:PT1H \(rule)", changed: "\(later) \(laterEnd) \(rule)"
        ),
        Notation(
          "\(start) \(end) \(rule)", "\(start) DURATION:PT60M \(rule)",
          changed: "\(start) DURATION:PT2H \(rule)"),
        // Exceptions and added dates.
        Notation(
          "\(start) \(end) \(rule) \(exception)", "\(start) \(end) \(rule) EXDATE:20260309T090000Z",
          changed: "\(later) \(laterEnd) \(rule) EXDATE;TZID=Europe/Zurich:20260309T120000"),
        Notation(
          "\(start) \(end) \(rule) \(exception)", "\(start) \(end) \(rule) EXDATE:20260309T090000Z",
          changed: "\(start) \(end) \(rule)"),
        Notation(
          "\(start) \(end) \(rule) \(exception) \(other)", "\(start) \(end) \(rule) \(other) \(exception)",
          changed: "\(later) \(laterEnd) \(rule)"),
        Notation(
          "\(start) \(end) \(rule) RDATE;TZID=Europe/Zurich:20260310T100000",
          "\(start) \(end) \(rule) RDATE:20260310T090000Z", changed: "\(later) \(laterEnd) \(rule)"),
        // Parts of a rule that its start implies.
        Notation(
          "\(start) \(end) RRULE:FREQ=WEEKLY;UNTIL=20260501T080000Z",
          "\(start) \(end) RRULE:FREQ=WEEKLY;UNTIL=20260501T080000Z;BYDAY=MO;WKST=MO;INTERVAL=1",
          changed: "\(later) \(laterEnd) RRULE:FREQ=WEEKLY;UNTIL=20260501T100000Z"),
        Notation(
          "\(start) \(end) RRULE:FREQ=WEEKLY;BYDAY=MO,WE",
          "\(start) \(end) RRULE:FREQ=WEEKLY;BYDAY=WE,MO;WKST=SU",
          changed: "\(start) \(end) RRULE:FREQ=WEEKLY;BYDAY=MO"),
        Notation(
          "\(start) \(end) RRULE:FREQ=MONTHLY", "\(start) \(end) RRULE:FREQ=MONTHLY;BYMONTHDAY=2",
          changed: "\(later) \(laterEnd) RRULE:FREQ=MONTHLY"),
        Notation(
          "\(start) \(end) RRULE:FREQ=YEARLY", "\(start) \(end) RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2",
          changed: "\(later) \(laterEnd) RRULE:FREQ=YEARLY"),
        // The zone of a single event.
        Notation(
          "\(start) \(end)", "DTSTART:20260302T090000Z DTEND:20260302T100000Z",
          changed: "\(later) \(laterEnd)"),
        Notation(
          "\(start) \(end)", "DTSTART:20260302T090000Z DURATION:PT1H", changed: "\(start) \(laterEnd)"),
      ]
    }()
  }

  @Test("the same schedule in another notation is no change", arguments: Notation.all)
  func notation(of schedule: Notation) throws {
    func item(_ lines: [String]) -> String {
      file(["BEGIN:VEVENT", "UID:m", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
    }
    let (changed, restated) = (item(schedule.changed), item(schedule.restated + ["LOCATION:L"]))
    let expected = try #require(try calendar(changed).item(uid: "m")?.event)
    for sides in [(changed, restated), (restated, changed)] {
      let (item, conflicts) = try merged(sides.0, sides.1, base: item(schedule.base))
      let event = try #require(item.event)
      #expect(conflicts.isEmpty && event.location == "L")
      #expect(event.start == expected.start && event.end == expected.end)
      #expect(event.recurrence == expected.recurrence)
    }
  }

  @Test("a due time in place of a length, and in UTC, is no change")
  func notationOfDueTimes() throws {
    func todo(_ lines: String...) -> String {
      file(["BEGIN:VTODO", "UID:m", "DTSTAMP:20260101T000000Z"] + lines + ["END:VTODO"])
    }
    let (start, due) = (
      "DTSTART;TZID=Europe/Zurich:20260302T100000", "DUE;TZID=Europe/Zurich:20260302T110000"
    )
    for (base, restated, changed) in [
      (todo(start, "DURATION:PT1H"), todo(start, due, "LOCATION:L"), todo(start, "DURATION:PT3H")),
      (todo(due), todo("DUE:20260302T100000Z", "LOCATION:L"), todo("DUE;TZID=Europe/Zurich:20260302T130000")),
    ] {
      let expected = try #require(try calendar(changed).item(uid: "m")?.todo?.due)
      for sides in [(changed, restated), (restated, changed)] {
        let (item, conflicts) = try merged(sides.0, sides.1, base: base)
        #expect(conflicts.isEmpty && item.location == "L" && item.todo?.due == expected)
      }
    }
  }

  /// A series in UTC has another wall-clock time after a change of clocks; so has an exact length of a nominal day. A week
  /// that starts on Sunday is another one where every second week counts.
  @Test(
    "another schedule is no other notation, though its first instance is the same",
    arguments: [
      (
        "DTSTART;TZID=Europe/Zurich:20260302T100000 RRULE:FREQ=DAILY",
        "DTSTART:20260302T090000Z RRULE:FREQ=DAILY"
      ),
      (
        "DTSTART;TZID=Europe/Zurich:20260302T100000 DURATION:P1D RRULE:FREQ=DAILY",
        "DTSTART;TZID=Europe/Zurich:20260302T100000 DURATION:PT24H RRULE:FREQ=DAILY"
      ),
      (
        "DTSTART;TZID=Europe/Zurich:20260302T100000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU",
        "DTSTART;TZID=Europe/Zurich:20260302T100000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU"
      ),
      (
        "DTSTART;TZID=Europe/Zurich:20260302T100000 RRULE:FREQ=YEARLY",
        "DTSTART;TZID=Europe/Zurich:20260302T100000 RRULE:FREQ=YEARLY;BYMONTHDAY=2"
      ),
    ])
  func otherSchedule(base: String, other: String) throws {
    func item(_ lines: String) -> String {
      file(
        ["BEGIN:VEVENT", "UID:m", "DTSTAMP:20260101T000000Z"] + lines.split(separator: " ").map(String.init)
          + ["END:VEVENT"])
    }
    let moved = "DTSTART;TZID=Europe/Zurich:20260303T100000 RRULE:FREQ=DAILY"
    let (_, conflicts) = try merged(item(moved), item(other), base: item(base))
    #expect(conflicts.map(\.property) == ["DTSTART"])
  }
}
