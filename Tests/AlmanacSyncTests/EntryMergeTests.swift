import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Three-way merges of attendees, alarms and other entries of lists")
struct EntryMergeTests {
  private func alarm(_ lines: String...) -> [String] {
    ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Soon"] + lines + ["END:VALARM"]
  }

  @Test("of an alarm one side changes the time, the other the text; merging again changes nothing")
  func alarmInTwoParts() throws {
    func item(_ minutes: Int, _ text: String) -> String {
      meeting([
        "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT\(minutes)M", "DESCRIPTION:\(text)", "END:VALARM",
      ])
    }
    let (base, ours, theirs, both) = (item(10, "x"), item(10, "ours"), item(70, "x"), item(70, "ours"))
    for sides in [(ours, theirs), (theirs, ours), (both, theirs), (ours, both), (both, both)] {
      for policy in [MergePolicy.ask, .newer] {
        let (merged, conflicts) = try merged(sides.0, sides.1, base: base, policy)
        #expect(conflicts.isEmpty)
        #expect(merged.alarms.map(\.trigger) == [.before(.minutes(70))])
        #expect(merged.alarms.map(\.details) == ["ours"])
      }
    }
  }

  @Test("an alarm to which both sides gave a UID goes off once, also when one of them changed its time")
  func alarmWithTwoIdentities() throws {
    func item(_ minutes: Int = 5, _ uid: String? = nil) -> String {
      meeting(
        ["BEGIN:VALARM"] + (uid.map { ["UID:\($0)"] } ?? [])
          + ["ACTION:DISPLAY", "TRIGGER:-PT\(minutes)M", "DESCRIPTION:x", "END:VALARM"])
    }
    for (ours, theirs, minutes) in [
      (item(5, "o"), item(5, "t"), 5), (item(7), item(5, "t"), 7), (item(5, "o"), item(9), 9),
      (item(), item(5, "t"), 5),
    ] {
      let (merged, conflicts) = try merged(ours, theirs, base: item())
      #expect(conflicts.isEmpty)
      #expect(merged.alarms.map(\.trigger) == [.before(.minutes(minutes))])
    }
  }

  @Test("attendees are merged by address, however it is spelled")
  func attendees() throws {
    let base = meeting(["ATTENDEE:mailto:ana@example.org", "ATTENDEE:mailto:bob@example.org"])
    let ours = meeting([
      "ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:Ana@Example.org", "ATTENDEE:mailto:bob@example.org",
      "ATTENDEE:mailto:cleo@example.org",
    ])
    let theirs = meeting(["ATTENDEE:mailto:ana@example.org", "ATTENDEE:mailto:dan@example.org"])
    let (item, conflicts) = try merged(ours, theirs, base: base)
    #expect(
      item.attendees.map { PersonKey($0.address) }
        == ["ana", "cleo", "dan"].map {
          PersonKey("\($0)@example.org")
        })
    #expect(item.attendees.first?.status == .accepted)
    #expect(conflicts.isEmpty)
  }

  // RFC 7986 §6.2
  @Test("an attendee with another address is the same one by EMAIL")
  func attendeesWithMail() throws {
    let base = meeting(["ATTENDEE:mailto:ana@example.org", "ATTENDEE:mailto:bob@example.org"])
    let rewritten = meeting([
      "ATTENDEE;EMAIL=Ana@example.org:/principals/ana/", "ATTENDEE;EMAIL=bob@example.org:urn:uuid:1",
    ])
    let answered = meeting([
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org", "ATTENDEE:mailto:bob@example.org",
    ])
    let removed = meeting(["ATTENDEE:mailto:bob@example.org"])
    for (states, count) in [([rewritten, answered], 2), ([rewritten, removed], 1)] {
      for (ours, theirs) in [(states[0], states[1]), (states[1], states[0])] {
        let (item, conflicts) = try merged(ours, theirs, base: base)
        #expect(conflicts.isEmpty && item.attendees.count == count)
        #expect(item.attendees.last?.address == "urn:uuid:1")
        if count == 2 { #expect(item.attendees[0].status == .accepted) }
      }
    }
    // Two people at one address of mail are two.
    let two = meeting(["ATTENDEE;EMAIL=a@example.org:urn:uuid:1", "ATTENDEE;EMAIL=a@example.org:urn:uuid:2"])
    #expect(try merged(two, meeting(["SUMMARY:New"]), base: meeting()).item.attendees.count == 2)
  }

  @Test("an attendee whom both changed is a conflict of that attendee alone")
  func attendeeConflict() throws {
    func people(_ ana: String, _ bob: String) -> String {
      meeting([
        "ATTENDEE;PARTSTAT=\(ana):mailto:ana@example.org", "ATTENDEE;PARTSTAT=\(bob):mailto:bob@example.org",
      ])
    }
    let base = people("NEEDS-ACTION", "NEEDS-ACTION")
    let sides = (people("ACCEPTED", "NEEDS-ACTION"), people("DECLINED", "TENTATIVE"))
    let (item, conflicts) = try merged(sides.0, sides.1, base: base)
    #expect(item.attendees.map(\.status) == [.accepted, .tentative])
    #expect(conflicts.map(\.property) == ["ATTENDEE"])
    #expect(conflicts.map(\.key) == ["ana@example.org"])
    #expect(conflicts.first?.ours == ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org"])
    #expect(conflicts.first?.theirs == ["ATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.org"])
    #expect(conflicts.first?.resolution == nil)
    #expect(
      try merged(sides.0, sides.1, base: base, .theirs).item.attendees.map(\.status) == [
        .declined, .tentative,
      ])
  }

  @Test("different parts of one attendee and of one attachment that the sides changed are both in the result")
  func partsOfEntries() throws {
    func item(_ attendee: String, _ attachment: String) -> String {
      meeting([
        "ATTENDEE\(attendee):mailto:ana@example.org", "ATTENDEE:mailto:bob@example.org",
        "ATTACH\(attachment):https://example.org/a",
      ])
    }
    let base = item(";ROLE=CHAIR;X-A=1;RSVP=TRUE", ";FMTTYPE=text/plain")
    let ours = item(";ROLE=CHAIR;X-A=1;PARTSTAT=ACCEPTED", ";FMTTYPE=text/plain;X-SIZE=3")
    let theirs = item(";CN=Ana;X-B=2;X-A=1;RSVP=TRUE", ";FMTTYPE=text/html")
    for sides in [(ours, theirs), (theirs, ours)] {
      let (item, conflicts) = try merged(sides.0, sides.1, base: base)
      #expect(conflicts.isEmpty)
      let ana = try #require(item.attendees.first)
      #expect(ana.status == .accepted && ana.name == "Ana" && ana.role == nil && !ana.wantsReply)
      #expect(ana.parameters.map(\.name).sorted() == ["X-A", "X-B"])
      #expect(item.attendees.count == 2 && item.attachments.count == 1)
      let text = ICSDocument([calendar(having: item)]).text.replacing("\r\n ", with: "")
      #expect(text.contains("FMTTYPE=text/html") && text.contains("X-SIZE=3"))
    }
  }

  @Test(
    "an alarm of which one side changed the trigger and the other the text has both",
    arguments: [true, false])
  func partsOfAlarms(isNamed: Bool) throws {
    func reminded(_ lines: [String], _ more: [String] = []) -> String {
      let own = isNamed ? ["UID:a"] : []
      return file(
        ["BEGIN:VEVENT", "UID:m", "DTSTART:20260302T090000Z", "BEGIN:VALARM", "ACTION:DISPLAY"] + own + lines
          + ["END:VALARM"] + more + ["END:VEVENT"])
    }
    let base = reminded(["TRIGGER:-PT5M", "DESCRIPTION:Soon"])
    let ours = reminded(["TRIGGER:-PT20M", "DESCRIPTION:Soon"], alarm("TRIGGER:-P1D", "UID:b"))
    let theirs = reminded(["TRIGGER:-PT5M", "DESCRIPTION:Go", "X-SOUND:bell", "REPEAT:2", "DURATION:PT1M"])
    for sides in [(ours, theirs), (theirs, ours)] {
      let (item, conflicts) = try merged(sides.0, sides.1, base: base)
      #expect(conflicts.isEmpty)
      let alarms = item.alarms.sorted { $0.details < $1.details }
      #expect(alarms.map(\.details) == ["Go", "Soon"])
      #expect(alarms.map(\.trigger) == [.before(.minutes(20)), .before(.days(1))])
      #expect(alarms.first?.repetition?.count == 2)
      #expect(alarms.first?.unmodelled.properties.map(\.name) == ["X-SOUND"])
    }
  }

  @Test("a part that both sides changed differently is a conflict of the entry, resolved later as a whole")
  func partConflict() throws {
    func item(_ parameters: String) -> String { meeting(["ATTENDEE\(parameters):mailto:ana@example.org"]) }
    let sides = Sides(
      base: item(";CN=Ana"), ours: item(";CN=Anna;PARTSTAT=ACCEPTED"), theirs: item(";CN=Anne;ROLE=CHAIR"))
    var merge = try sides.merged()
    #expect(merge.unresolved.map(\.property) == ["ATTENDEE"])
    let conflict = try #require(merge.unresolved.first)
    #expect(merge.calendar.item(uid: "m")?.attendees.map(\.name) == ["Anna"])
    merge.calendar.resolve(conflict, as: .theirs)
    #expect(merge.calendar.item(uid: "m")?.attendees.map(\.name) == ["Anne"])
    #expect(merge.calendar.item(uid: "m")?.attendees.map(\.role) == [.chair])
  }

  @Test("alarms are merged by UID, else by action and trigger")
  func alarms() throws {
    func reminded(_ alarms: [String]...) -> String {
      file(["BEGIN:VEVENT", "UID:m", "DTSTART:20260302T090000Z"] + alarms.joined() + ["END:VEVENT"])
    }
    let (named, plain) = (alarm("UID:a", "TRIGGER:-PT5M"), alarm("TRIGGER:-PT10M"))
    let (item, conflicts) = try merged(
      reminded(alarm("UID:a", "TRIGGER:-PT6M"), plain),
      reminded(named, plain, alarm("TRIGGER:-P1D")), base: reminded(named, plain))
    #expect(
      item.alarms.map(\.trigger)
        == [.before(.minutes(6)), .before(.minutes(10)), .before(.days(1))])
    #expect(conflicts.isEmpty)
  }

  @Test("parameters of the organizer are merged one by one; another address is a conflict of the whole")
  func organizer() throws {
    func item(_ organizer: String) -> String { meeting(["ORGANIZER\(organizer)"]) }
    let base = item(";CN=Ana:mailto:ana@example.org")
    let ours = item(";CN=Anna:mailto:ana@example.org")
    let theirs = item(";CN=Ana;SENT-BY=\"mailto:bob@example.org\":mailto:ana@example.org")
    for sides in [(ours, theirs), (theirs, ours)] {
      let (item, conflicts) = try merged(sides.0, sides.1, base: base)
      #expect(conflicts.isEmpty)
      #expect(item.organizer?.name == "Anna" && item.organizer?.sentBy == "mailto:bob@example.org")
    }
    let moved = item(";CN=Ana:mailto:cleo@example.org")
    let (_, conflicts) = try merged(moved, item(":mailto:dan@example.org"), base: base)
    #expect(conflicts.map { $0.property + $0.key } == ["ORGANIZER"])
    var merge = try Sides(base: base, ours: ours, theirs: meeting(without: ["ORGANIZER"])).merged()
    #expect(merge.calendar.item(uid: "m")?.organizer?.name == "Anna")
    merge.calendar.resolve(try #require(merge.conflicts.first), as: .theirs)
    #expect(try #require(merge.calendar.item(uid: "m")).organizer == nil)
  }

  @Test("a resolved entry of a list changes no other entry, and repeated ones are resolved separately")
  func entries() throws {
    func reminded(_ texts: String...) -> String {
      file(
        ["BEGIN:VEVENT", "UID:m", "DTSTART:20260302T090000Z"]
          + texts.flatMap {
            ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:\($0)", "END:VALARM"]
          }
          + ["END:VEVENT"])
    }
    var merge = try Sides(
      base: reminded("a", "b"), ours: reminded("a1", "b1"), theirs: reminded("a2", "b2")
    ).merged()
    #expect(merge.unresolved.map(\.entryNumber) == [1, 2])
    #expect(Set(merge.unresolved.map(\.key)).count == 1)
    let second = try #require(merge.unresolved.last)
    merge.calendar.resolve(second, as: .theirs)
    #expect(merge.calendar.item(uid: "m")?.alarms.map(\.details) == ["a1", "b2"])
  }
}
