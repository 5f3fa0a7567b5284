import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Merges of defaults, of partly completed to-dos, and of acknowledgements")
struct MeaningMergeTests {
  /// RFC 5545 §3.2.3, §3.2.12, §3.2.16, §3.2.17; KDE writes them all.
  @Test("the defaults of an attendee's parameters are no change")
  func parameterDefaults() throws {
    let defaults = ";CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE"
    func item(_ attendee: String, _ lines: String...) -> String {
      meeting(["ATTENDEE\(attendee):mailto:ana@example.org"] + lines)
    }
    let answered = item(";CUTYPE=ROOM;PARTSTAT=ACCEPTED")
    for written in [defaults, ";CN=Ana" + defaults] {
      let resaved = item(written, "DESCRIPTION:D")
      for sides in [(answered, resaved), (resaved, answered)] {
        let (item, conflicts) = try merged(sides.0, sides.1, base: item(""), .newer)
        let ana = try #require(item.attendees.first)
        #expect(conflicts.isEmpty && item.attendees.count == 1 && item.details == "D")
        #expect(
          ana.status == .accepted && ana.kind == .room && ana.name == (written == defaults ? "" : "Ana"))
      }
    }
    // A value in place of which a side leaves out the parameter has become the default.
    let (item, conflicts) = try merged(
      item(";CN=Ana;ROLE=CHAIR"), item(";PARTSTAT=DECLINED"), base: item(";ROLE=CHAIR"))
    #expect(conflicts.isEmpty && item.attendees.map(\.role) == [nil])
    #expect(item.attendees.map(\.status) == [.declined] && item.attendees.map(\.name) == ["Ana"])
  }

  @Test("an item that one side only restated has no edit that a deletion on the other would lose")
  func restatedDeletion() throws {
    let base = meeting(["ATTENDEE:mailto:ana@example.org"])
    let restated = meeting(
      [
        "DTSTART:20260302T090000Z", "DURATION:PT1H", "TRANSP:OPAQUE",
        "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org",
      ], without: ["DTEND"])
    let merge = try Sides(base: base, ours: file(), theirs: restated).merged()
    #expect(merge.conflicts.isEmpty && merge.calendar.count == 0)
  }

  private func todo(_ lines: String...) -> String {
    file(["BEGIN:VTODO", "UID:m", "DTSTAMP:20260101T000000Z", "SUMMARY:S"] + lines + ["END:VTODO"])
  }

  @Test(
    "a to-do that one side completed is complete, even if the other only started it",
    arguments: MergePolicy.allCases)
  func doneAgainstProgress(policy: MergePolicy) throws {
    let done = todo("STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20260302T090000Z")
    let begun = todo("STATUS:IN-PROCESS", "PERCENT-COMPLETE:50", "LAST-MODIFIED:20270101T000000Z")
    for base in [todo(), todo("STATUS:IN-PROCESS", "PERCENT-COMPLETE:20")] {
      for sides in [(done, begun), (begun, done)] {
        let (item, conflicts) = try merged(sides.0, sides.1, base: base, policy)
        #expect(conflicts.isEmpty && item.todo?.status == .completed && item.todo?.percentComplete == 100)
        #expect(item.todo?.completed == (try Instant("2026-03-02T09:00:00Z")))
      }
    }
  }

  @Test("a to-do that one side did and the other cancelled, or reopened, is one conflict")
  func doneAgainstClosed() throws {
    let done = todo("STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20260302T090000Z")
    let again = todo("STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20260303T090000Z")
    for (base, other, mine) in [
      (todo(), todo("STATUS:CANCELLED"), done),
      (again, todo("STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:10"), done),
    ] {
      let (item, conflicts) = try merged(mine, other, base: base, .theirs)
      #expect(conflicts.map(\.property) == ["STATUS"])
      #expect(item.todo?.isCompleted == false && item.todo?.completed == nil)
      #expect(conflicts.first?.ours.count == 3)
    }
  }

  @Test("the status of one side and the percentage of the other are both in the result")
  func progress() throws {
    let (item, conflicts) = try merged(
      todo("STATUS:IN-PROCESS"), todo("STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:30"),
      base: todo("STATUS:NEEDS-ACTION"))
    #expect(conflicts.isEmpty && item.todo?.status == .inProcess && item.todo?.percentComplete == 30)
  }

  /// RFC 9074 §6; the X- properties are those of Thunderbird.
  @Test("the later acknowledgement of an alarm is in the result")
  func acknowledgements() throws {
    func item(_ alarm: [String], _ lines: String...) -> String {
      file(
        ["BEGIN:VEVENT", "UID:m", "DTSTART:20260302T090000Z"] + lines
          + ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:D", "TRIGGER:-PT5M"] + alarm
          + ["END:VALARM", "END:VEVENT"])
    }
    let first = item(
      ["ACKNOWLEDGED:20260302T094500Z"], "X-MOZ-LASTACK:20260302T094500Z", "X-MOZ-GENERATION:9")
    let later = item(
      ["ACKNOWLEDGED:20260302T094700Z"], "X-MOZ-LASTACK:20260302T094700Z", "X-MOZ-GENERATION:10")
    let known = item(
      ["ACKNOWLEDGED:20260301T094500Z"], "X-MOZ-LASTACK:20260301T094500Z", "X-MOZ-GENERATION:8")
    for (base, earlier) in [(item([]), first), (known, first), (known, item([], "X-OTHER:1"))] {
      for sides in [(earlier, later), (later, earlier)] {
        let (item, conflicts) = try merged(sides.0, sides.1, base: base)
        #expect(conflicts.isEmpty)
        #expect(item.alarms.map(\.acknowledged) == [try Instant("2026-03-02T09:47:00Z")])
        let values = item.unmodelled.properties.filter { $0.name.hasPrefix("X-MOZ") }.map(\.value)
        #expect(values.sorted() == ["10", "20260302T094700Z"])
      }
    }
  }

  /// RFC 9253 §8.2 and RFC 9073 §6.6 allow several of each.
  @Test(
    "properties that an item may have several times are added on both sides",
    arguments: ["LINK", "STRUCTURED-DATA"])
  func lists(name: String) throws {
    let parameters =
      name == "LINK" ? ";VALUE=URI;LINKREL=related" : ";VALUE=URI;FMTTYPE=a/b;SCHEMA=\"http://s\""
    let (one, two) = (
      "\(name)\(parameters):http://example.org/1", "\(name)\(parameters):http://example.org/2"
    )
    for sides in [(one, two), (two, one)] {
      let (item, conflicts) = try merged(meeting([sides.0]), meeting([sides.1]))
      #expect(conflicts.isEmpty)
      let values = item.unmodelled.properties.all(named: name).map(\.value)
      #expect(values.sorted() == ["http://example.org/1", "http://example.org/2"])
    }
    let (item, conflicts) = try merged(meeting([]), meeting([one, "DESCRIPTION:D"]), base: meeting([one]))
    #expect(conflicts.isEmpty && item.unmodelled.properties.all(named: name).isEmpty && item.details == "D")
  }

  @Test("another order of unmodelled lines is no change beside a deletion")
  func unmodelledOrder() throws {
    let series = ["DTSTART:20260302T090000Z", "RRULE:FREQ=DAILY;COUNT=8"]
    func text(_ lines: [String], _ exception: String? = nil) -> String {
      let main = ["BEGIN:VEVENT", "UID:m"] + series + [exception].compactMap { $0 } + ["END:VEVENT"]
      let override =
        ["BEGIN:VEVENT", "UID:m", "RECURRENCE-ID:20260303T090000Z", "DTSTART:20260303T110000Z"] + lines
        + ["END:VEVENT"]
      return file(main, lines.isEmpty ? [] : override)
    }
    let base = text(["X-KEEP:1", "X-FOO:bar"])
    let (own, deleted) = (text(["X-FOO:bar", "X-KEEP:1"]), text([], "EXDATE:20260303T090000Z"))
    for (ours, theirs) in [(own, deleted), (deleted, own)] {
      let merge = try Sides(base: base, ours: ours, theirs: theirs).merged()
      #expect(merge.conflicts.isEmpty && merge.calendar.count == 1)
    }
    let changed = text(["X-FOO:bar", "X-KEEP:2"])
    #expect(try Sides(base: base, ours: changed, theirs: deleted).merged().conflicts.count == 1)
  }
}
