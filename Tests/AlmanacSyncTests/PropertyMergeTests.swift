import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Three-way merges of one item")
struct PropertyMergeTests {
  @Test("neither the order of parameters nor the case of names is a change (RFC 5545 §3.2, §3.5)")
  func orderOfParameters() throws {
    let base = meeting(["X-A;P=1;Q=2:v", "SUMMARY:Review"])
    let (item, conflicts) = try merged(
      meeting(["X-A;P=1;Q=2:w", "SUMMARY:Review"]), meeting(["x-a;Q=2;P=1:v", "SUMMARY:Theirs"]), base: base)
    #expect(conflicts.isEmpty && item.summary == "Theirs")
    #expect(item.unmodelled.properties.first { $0.name.uppercased() == "X-A" }?.value == "w")
    let changes = CalendarDifference(
      from: try calendar(base), to: try calendar(meeting(["x-a;Q=2;P=1:v", "SUMMARY:Review"])))
    #expect(changes.items.isEmpty)
  }

  @Test("texts that each side changed are both in the result")
  func texts() throws {
    let (item, conflicts) = try merged(meeting(["SUMMARY:Ours"]), meeting(["LOCATION:Theirs"]))
    #expect((item.summary, item.location) == ("Ours", "Theirs"))
    #expect(conflicts.isEmpty)
  }

  @Test(
    "an attendee's devices take the later of two revisions of the organizer whole, with the attendee's own reminders",
    arguments: [10, 12])
  func revisions(hour: Int) throws {
    func invitation(_ sequence: Int, _ hour: Int, _ lines: [String] = []) throws -> EventCalendar {
      let event =
        [
          "BEGIN:VEVENT", "UID:m", "DTSTAMP:2026010\(sequence + 1)T000000Z", "DTSTART:20260302T\(hour)0000Z",
          "SEQUENCE:\(sequence)", "ORGANIZER:mailto:ann@example.org", "ATTENDEE:mailto:ben@example.org",
        ] + lines + ["END:VEVENT"]
      return try #require(try ICSDocument(parsing: file(event)).calendars.first)
    }
    let reminder = ["BEGIN:VALARM", "UID:r", "ACTION:AUDIO", "TRIGGER:-PT5M", "END:VALARM"]
    let (base, early, late) = (
      try invitation(0, 10), try invitation(1, 11, reminder), try invitation(2, hour)
    )
    for (ours, theirs) in [(early, late), (late, early)] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs, by: ["Ben@example.org"])
      let item = try #require(merge.calendar.item(uid: "m"))
      #expect(merge.conflicts.isEmpty && item.sequence == 2 && item.alarms.count == 1)
      #expect(item.start?.local.time.hour == hour)
      // The organizer's own devices made two edits, of which neither replaces the other.
      let own = CalendarMerge(base: base, ours: ours, theirs: theirs, by: ["ann@example.org"])
      #expect(own.conflicts.isEmpty == (hour == 10))
    }
  }

  @Test(
    "a default that one side states or leaves out is no change",
    arguments: [
      ("PRIORITY:0", "PRIORITY:5"), ("TRANSP:OPAQUE", "TRANSP:TRANSPARENT"),
      ("CLASS:PUBLIC", "CLASS:PRIVATE"),
    ])
  func defaults(stated: String, changed: String) throws {
    for (base, other) in [([], [stated]), ([stated], []), ([changed], [stated])] {
      let mine = base == [changed] ? [] : [changed]
      for isOurs in [true, false] {
        let (item, conflicts) = try merged(
          meeting(isOurs ? mine : other), meeting(isOurs ? other : mine), base: meeting(base))
        #expect(conflicts.isEmpty)
        var calendar = EventCalendar()
        calendar.insert(item)
        #expect(ICSDocument([calendar]).text.contains(changed) == !mine.isEmpty)
      }
    }
  }

  @Test("a to-do that one side completed is completed, though the other side states that nothing is done")
  func undone() throws {
    func todo(_ lines: String...) -> String {
      file(["BEGIN:VTODO", "UID:m", "DTSTAMP:20260101T000000Z", "SUMMARY:S"] + lines + ["END:VTODO"])
    }
    let (item, conflicts) = try merged(
      todo("STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20260301T090000Z"),
      todo("STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0", "DESCRIPTION:D"), base: todo())
    #expect(conflicts.isEmpty && item.todo?.status == .completed && item.todo?.percentComplete == 100)
    #expect(item.details == "D")
  }

  @Test("categories are a set")
  func sets() throws {
    let (item, conflicts) = try merged(
      meeting(["CATEGORIES:work,weekly,ours"]), meeting(["CATEGORIES:theirs,weekly"]))
    #expect(Set(item.categories) == ["weekly", "ours", "theirs"])
    #expect(conflicts.isEmpty)
  }

  @Test(
    "the newer state is that of the higher SEQUENCE, then LAST-MODIFIED, then DTSTAMP, then the greater bytes"
  )
  func newer() throws {
    func state(_ title: String, _ sequence: Int, _ modified: Int, _ stamp: Int) -> String {
      meeting([
        "SUMMARY:\(title)", "SEQUENCE:\(sequence)", "LAST-MODIFIED:2026010\(modified)T000000Z",
        "DTSTAMP:2026010\(stamp)T000000Z",
      ])
    }
    for (winner, loser) in [((2, 1, 1), (1, 9, 9)), ((1, 2, 1), (1, 1, 9)), ((1, 1, 2), (1, 1, 1))] {
      let (one, other) = (
        state("A", winner.0, winner.1, winner.2), state("B", loser.0, loser.1, loser.2)
      )
      #expect(try merged(one, other, .newer).item.summary == "A")
      #expect(try merged(other, one, .newer).item.summary == "A")
    }
    let (one, other) = (state("A", 1, 1, 1), state("B", 1, 1, 1))
    #expect(try merged(one, other, .newer).item.summary == "B")
    #expect(try merged(other, one, .newer).item.summary == "B")
  }

  @Test("without a base, exceptions of two states with equal rules are added up; other rules are a conflict")
  func exceptionsWithoutBase() throws {
    func document(_ rule: String, _ days: [String]) throws -> ICSDocument {
      let exceptions = days.map { "EXDATE:202603\($0)T090000Z\r\n" }.joined()
      return try ICSDocument(
        parsing: Array(
          ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:q\r\nDTSTAMP:20260101T000000Z\r\n"
            + "DTSTART:20260302T090000Z\r\nRRULE:\(rule)\r\n\(exceptions)END:VEVENT\r\nEND:VCALENDAR\r\n")
            .utf8))
    }
    let weekly = "FREQ=WEEKLY;COUNT=9"
    let sides = try [document(weekly, ["09", "16"]), document(weekly, ["09", "23"])]
    for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let merge = DocumentMerge(base: nil, ours: one, theirs: other, policy: .newer)
      #expect(merge.conflicts.isEmpty)
      let exceptions = try #require(merge.document.calendars[0].item(uid: "q")).recurrence.exceptions
      #expect(Set(exceptions.map { "\($0)".prefix(10) }) == ["2026-03-09", "2026-03-16", "2026-03-23"])
    }
    let other = try document("FREQ=DAILY;COUNT=9", ["09"])
    #expect(
      DocumentMerge(base: nil, ours: sides[0], theirs: other).conflicts.map(\.conflict.property) == [
        "DTSTART"
      ])
  }

  @Test("a text has the parameters of the side whose text it is")
  func parametersOfTexts() throws {
    func item(_ text: String, _ page: String) -> String {
      meeting(["DESCRIPTION;ALTREP=\"https://example.org/\(page)\":\(text)", "X-MOOD:\(page)"])
    }
    func description(of calendar: EventCalendar) -> String? {
      ICSDocument([calendar]).text.split(separator: "\r\n").first { $0.hasPrefix("DESCRIPTION") }.map(
        String.init)
    }
    let base = item("A", "a")
    for (ours, theirs, text) in [
      (("B", "a"), ("A", "c"), ("B", "a")), (("A", "c"), ("B", "a"), ("B", "a")),
      (("B", "b"), ("A", "a"), ("B", "b")), (("A", "a"), ("B", "b"), ("B", "b")),
    ] {
      let merge = try Sides(base: base, ours: item(ours.0, ours.1), theirs: item(theirs.0, theirs.1)).merged()
      #expect(merge.conflicts.isEmpty)
      let expected = "DESCRIPTION;ALTREP=\"https://example.org/\(text.1)\":\(text.0)"
      #expect(description(of: merge.calendar) == expected)
    }
    let sides = Sides(base: base, ours: item("B", "b"), theirs: item("C", "c"))
    var merge = try sides.merged()
    #expect(merge.conflicts.map(\.property) == ["DESCRIPTION", "X-"])
    #expect(merge.conflicts.map(\.key) == ["", "X-MOOD"])
    #expect(description(of: merge.calendar) == "DESCRIPTION;ALTREP=\"https://example.org/b\":B")
    merge.calendar.resolve(merge.conflicts[0], as: .theirs)
    let theirs = "DESCRIPTION;ALTREP=\"https://example.org/c\":C"
    #expect(description(of: merge.calendar) == theirs)
    #expect(description(of: try sides.merged(.theirs).calendar) == theirs)
  }

  @Test("kept properties, parameters and components of both sides are in the result")
  func unmodelled() throws {
    func item(_ lines: String...) -> String {
      file(["BEGIN:VEVENT", "UID:m", "DTSTART:20260302T090000Z"] + lines + ["END:VEVENT"])
    }
    let base = item("SUMMARY:S", "LOCATION:L", "X-ONE:1", "X-MANY:a", "X-MANY:b")
    let ours = item(
      "SUMMARY;LANGUAGE=ca:S", "LOCATION:L", "X-ONE:2", "X-MANY:a", "X-MANY:b", "X-MANY:c",
      "BEGIN:X-C", "UID:1", "END:X-C")
    let theirs = item(
      "SUMMARY:S", "LOCATION;ALTREP=\"cid:1\":L", "X-ONE:1", "X-MANY:b", "X-NEW:3", "BEGIN:X-C", "UID:2",
      "END:X-C")
    let (merge, conflicts) = try merged(ours, theirs, base: base)
    #expect(conflicts.isEmpty)
    let kept = merge.unmodelled
    #expect(
      kept.properties.map { "\($0.name) \($0.value)" }.sorted() == [
        "X-MANY b", "X-MANY c", "X-NEW 3", "X-ONE 2",
      ])
    #expect(kept.components.compactMap { $0.first("UID")?.value }.sorted() == ["1", "2"])
    #expect(kept.parameters.map(\.property).sorted() == ["LOCATION", "SUMMARY"])
  }

  @Test(
    "a notation of a default is the same whichever side has it",
    arguments: [
      "SEQUENCE:0", "PRIORITY:0", "TRANSP:OPAQUE", "CLASS:PUBLIC",
      "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org",
    ])
  func symmetricNotation(line: String) throws {
    let name = String(line.prefix { $0 != ":" && $0 != ";" })
    let plain = name == "ATTENDEE" ? ["ATTENDEE:mailto:ana@example.org"] : []
    for base in [meeting(plain), meeting([line]), meeting()] {
      let (one, other) = (meeting([line, "LOCATION:Room 2"]), meeting(plain + ["SUMMARY:Title"]))
      let (first, second) = (try merged(one, other, base: base), try merged(other, one, base: base))
      #expect(first.conflicts.isEmpty && second.conflicts.isEmpty)
      #expect(differences(calendar(having: first.item), calendar(having: second.item)) == [])
      #expect((first.item.summary, first.item.location) == ("Title", "Room 2"))
    }
  }

  @Test("the revision is the newest of both sides")
  func revision() throws {
    let (item, _) = try merged(
      meeting(["SUMMARY:Ours", "SEQUENCE:2", "DTSTAMP:20260301T000000Z"]),
      meeting(["LOCATION:Theirs", "SEQUENCE:1", "LAST-MODIFIED:20260302T000000Z", "DTSTAMP:20260302T000000Z"])
    )
    #expect(item.sequence == 2)
    #expect(item.stamp?.description == "2026-03-02T00:00:00Z")
    #expect(item.lastModified?.description == "2026-03-02T00:00:00Z")
  }

  @Test("a text that both changed is resolved by the policy, and can be resolved later")
  func resolution() throws {
    let ours = meeting(["SUMMARY:Ours", "LAST-MODIFIED:20260301T000000Z"])
    let theirs = meeting(["SUMMARY:Theirs", "LAST-MODIFIED:20260302T000000Z"])
    let sides = Sides(base: meeting(), ours: ours, theirs: theirs)
    for (policy, title) in zip(MergePolicy.allCases, ["Ours", "Theirs", "Theirs", "Ours", "Ours"]) {
      let merge = try sides.merged(policy)
      #expect(merge.calendar.item(uid: "m")?.summary == title)
      #expect(merge.conflicts.map(\.property) == ["SUMMARY"])
      #expect(merge.unresolved.isEmpty == (policy != .ask))
      #expect(merge.calendar.count == (policy == .both ? 2 : 1))
      #expect(merge.calendar.items.contains { $0.summary == "Theirs" } == (policy != .ours && policy != .ask))
    }
    var merge = try sides.merged()
    let conflict = try #require(merge.unresolved.first)
    #expect(
      (conflict.base, conflict.ours, conflict.theirs) == (
        ["SUMMARY:Review"], ["SUMMARY:Ours"], ["SUMMARY:Theirs"]
      ))
    merge.calendar.resolve(conflict, as: .theirs)
    #expect(merge.calendar.item(uid: "m")?.summary == "Theirs")
    merge.calendar.resolve(conflict, as: .ours)
    #expect(merge.calendar.item(uid: "m")?.summary == "Ours")
  }

  @Test(
    "an item deleted by one side and edited by the other is a conflict, and the edit is used",
    arguments: [true, false])
  func deletion(isOurs: Bool) throws {
    let edited = meeting(["SUMMARY:Edited"])
    let sides = Sides(base: meeting(), ours: isOurs ? edited : file(), theirs: isOurs ? file() : edited)
    for policy in [MergePolicy.ask, .newer, .both] {
      let merge = try sides.merged(policy)
      #expect(merge.calendar.items.map(\.summary) == ["Edited"])
      #expect(merge.conflicts.map(\.property) == [""])
    }
    #expect(try sides.merged(isOurs ? .theirs : .ours).calendar.count == 0)
    var merge = try sides.merged()
    let conflict = try #require(merge.unresolved.first)
    merge.calendar.resolve(conflict, as: isOurs ? .theirs : .ours)
    #expect(merge.calendar.count == 0)
    merge.calendar.resolve(conflict, as: isOurs ? .ours : .theirs)
    #expect(merge.calendar.items.map(\.summary) == ["Edited"])
  }

  @Test("a deletion is no conflict where the other side changed DTSTAMP alone")
  func restamped() throws {
    let merge = try Sides(
      base: meeting(), ours: file(), theirs: meeting(["DTSTAMP:20270101T000000Z"])
    ).merged()
    #expect(merge.calendar.count == 0)
    #expect(merge.conflicts.isEmpty)
  }

  @Test("without a base nothing is deleted")
  func withoutBase() throws {
    let merge = try Sides(
      base: file(), ours: file(event("a", "DTSTART:20260302", "SUMMARY:A", "CATEGORIES:x")),
      theirs: file(
        event("a", "DTSTART:20260302", "SUMMARY:A", "CATEGORIES:y"), event("b", "DTSTART:20260302"))
    ).merged()
    #expect(merge.calendar.items.map(\.uid) == ["a", "b"])
    #expect(merge.calendar.item(uid: "a")?.categories == ["x", "y"])
    #expect(merge.conflicts.isEmpty)
  }

  @Test(
    "a to-do that both sides did is done since the earlier time, which is not a conflict",
    arguments: [false, true])
  func doneTwice(isSwapped: Bool) throws {
    func todo(_ lines: String...) -> String {
      file(["BEGIN:VTODO", "UID:m", "DTSTAMP:20260101T000000Z", "SUMMARY:S"] + lines + ["END:VTODO"])
    }
    let sides = ["09", "08"].map { todo("STATUS:COMPLETED", "COMPLETED:20260301T\($0)0000Z") }
    let (item, conflicts) = try merged(sides[isSwapped ? 1 : 0], sides[isSwapped ? 0 : 1], base: todo())
    let earlier = try Instant("2026-03-01T08:00:00Z")
    #expect(conflicts.isEmpty && item.todo?.completed == earlier)
  }

  @Test("an X- property of which one side removed the other value is resolved separately")
  func repeatedExtensions() throws {
    let base = meeting(["X-MANY:a", "X-MANY:b", "X-MOOD:calm"])
    let merge = try Sides(
      base: base, ours: meeting(["X-MANY:a", "X-MOOD:tense"]), theirs: meeting(["X-MANY:b", "X-MOOD:glad"])
    ).merged()
    let conflict = try #require(merge.unresolved.first { $0.ours == ["X-MOOD:tense"] })
    var calendar = merge.calendar
    calendar.resolve(conflict, as: .theirs)
    let values = calendar.item(uid: "m")?.unmodelled.properties.map(\.value)
    #expect(
      values
        == merge.calendar.item(uid: "m")?.unmodelled.properties.map {
          $0.name == "X-MOOD" ? "glad" : $0.value
        })
    #expect(values?.contains("glad") == true)
  }

  @Test("a resolved entry of the calendar's own list is that entry alone, also where a side removed it")
  func calendarEntries() throws {
    func listed(_ lines: String...) -> String {
      file().replacing("VERSION:2.0\r\n", with: (["VERSION:2.0"] + lines).joined(separator: "\r\n") + "\r\n")
    }
    var merge = try Sides(
      base: listed("X-A:1", "X-B:1"), ours: listed("X-A:2", "X-B:2"), theirs: listed("X-B:3", "X-C:1")
    ).merged()
    func values() -> [String] { merge.calendar.unmodelled.properties.map { "\($0.name)=\($0.value)" } }
    #expect(values() == ["X-A=2", "X-B=2", "X-C=1"])
    let removed = try #require(merge.unresolved.first { $0.theirs.isEmpty })
    #expect(removed.ours == ["X-A:2"])
    merge.calendar.resolve(removed, as: .theirs)
    #expect(values() == ["X-B=2", "X-C=1"])
    merge.calendar.resolve(removed, as: .ours)
    #expect(values() == ["X-B=2", "X-C=1", "X-A=2"])
  }
}
