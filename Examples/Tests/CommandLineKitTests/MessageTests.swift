import CommandLineKit
import Foundation
import Testing

@Suite("import --as-message, reply and messages")
struct MessageTests {
  let folder: TemporaryFolder
  let now = "2026-02-20T09:00"

  init() throws {
    folder = try TemporaryFolder()
  }

  func message(_ method: String, _ lines: String, name: String = "message.ics") throws -> String {
    try folder.file(
      name,
      Sample.calendar(
        "METHOD:\(method)\nBEGIN:VEVENT\nUID:m\nORGANIZER:mailto:boss@example.org\n\(lines)\nEND:VEVENT"))
  }

  func request(_ sequence: Int = 1, _ hour: String = "09") throws -> String {
    try message(
      "REQUEST",
      "DTSTAMP:2026020\(sequence)T000000Z\nSEQUENCE:\(sequence)\nDTSTART:20260303T\(hour)0000Z\nDURATION:PT1H\n"
        + "SUMMARY:Meeting\nATTENDEE;RSVP=TRUE:mailto:ana@example.org\nATTENDEE:mailto:bob@example.org")
  }

  func receive(_ file: String, into own: String, me: String, _ more: String...) throws -> AlmanacRun {
    try AlmanacRun(
      ["import", file, "--as-message", "--me", me, "-c", folder.path(own), "--now", now] + more)
  }

  @Test(
    "an invitation is received, answered, and the answer recorded by the organizer", arguments: [".ics", ""])
  func dialogue(suffix: String) throws {
    let (own, theirs) = ("ana" + suffix, "boss" + suffix)
    if suffix.isEmpty { for name in [own, theirs] { try folder.makeFolder(name) } }
    let invitation = try request()
    #expect(try AlmanacRun("import", invitation, "-c", folder.path(theirs)).status == .done)
    let received = try receive(invitation, into: own, me: "ana@example.org")
    #expect(received.status == .done && received.lines == ["accepted METHOD:REQUEST m: Meeting"])
    let reply = try AlmanacRun(
      "reply", "m", "--accept", "--me", "ana@example.org", "-c", folder.path(own), "--now", now)
    #expect(reply.status == .done)
    #expect(reply.output.contains("METHOD:REPLY\r\n") && reply.output.contains("PARTSTAT=ACCEPTED"))
    #expect(!reply.output.contains("bob@example.org"))
    let answer = try folder.file("reply.ics", reply.output)
    let recorded = try receive(
      answer, into: theirs, me: "boss@example.org", "--from", "ana@example.org", "--format", "json")
    #expect(recorded.status == .done)
    let result = try ReadJSON(recorded.output)["received"].array
    #expect(result.map { $0["accepted"].bool } == [true] && result.map { $0["changed"].bool } == [true])
    let stored = try AlmanacRun("export", "-c", folder.path(theirs)).output.replacing("\r\n ", with: "")
    let lines = stored.components(separatedBy: "\r\n").filter { $0.hasSuffix(":mailto:ana@example.org") }
    #expect(lines.count == 1 && lines.first?.contains("PARTSTAT=ACCEPTED") == true)
    // Undone, the answer may be recorded again.
    #expect(try AlmanacRun("undo", "-c", folder.path(theirs)).status == .done)
    #expect(try AlmanacRun("export", "-c", folder.path(theirs)).output.contains("PARTSTAT=ACCEPTED") == false)
  }

  @Test("a message that is not accepted changes nothing, and the reason is printed")
  func refusals() throws {
    let own = "ana.ics"
    #expect(try receive(request(2), into: own, me: "ana@example.org").status == .done)
    let before = try folder.content(own)
    let late = try receive(request(1), into: own, me: "ana@example.org")
    #expect(late.status == .refused && late.lines == ["refused METHOD:REQUEST m: Meeting"])
    #expect(late.errors.first?.contains("m: stale") == true)
    let forged = try receive(request(3), into: own, me: "ana@example.org", "--from", "eve@example.org")
    #expect(forged.errors.first?.contains("wrong_sender") == true && forged.status == .refused)
    #expect(try folder.content(own) == before)
    let nobody = try AlmanacRun("import", try request(3), "--as-message", "-c", folder.path(own))
    #expect(nobody.status == .usage && nobody.errors.first?.contains("--me") == true)
    let plain = try folder.file("plain.ics", Sample.course)
    #expect(try receive(plain, into: own, me: "ana@example.org").status == .refused)
  }

  @Test("an attendee's request is received as the organizer's only where the attendees agreed on it")
  func newOrganizer() throws {
    let own = "ana.ics"
    #expect(try receive(request(1), into: own, me: "ana@example.org").status == .done)
    let text = try folder.content("message.ics")
      .replacing("ORGANIZER:mailto:boss@example.org", with: "ORGANIZER:mailto:bob@example.org")
      .replacing("SEQUENCE:1", with: "SEQUENCE:2").replacing("DTSTAMP:20260201", with: "DTSTAMP:20260210")
      .replacing("Meeting", with: "Bob's meeting")
    let update = try folder.file("update.ics", text)
    let refused = try receive(update, into: own, me: "ana@example.org")
    #expect(refused.status == .refused && refused.errors.first?.contains("other_organizer") == true)
    let agreed = try receive(
      update, into: own, me: "ana@example.org", "--from", "bob@example.org", "--new-organizer",
      "mailto:Bob@example.org")
    #expect(agreed.lines == ["accepted METHOD:REQUEST m: Bob's meeting"])
    #expect(try folder.content(own).contains("ORGANIZER:mailto:bob@example.org"))
    let plain = try AlmanacRun("import", update, "--new-organizer", "bob@example.org")
    #expect(plain.status == .usage && plain.errors.first?.contains("--as-message") == true)
  }

  @Test("the owner's alarm and note do not make the organizer's next message stale")
  func attendeesEdit() throws {
    let own = "ana.ics"
    #expect(try receive(request(1), into: own, me: "ana@example.org").status == .done)
    let edit = try AlmanacRun(
      "edit", "m", "--alarm", "15m", "--category", "work", "--me", "ana@example.org", "-c", folder.path(own),
      "--now",
      now)
    #expect(edit.status == .done)
    let text = try folder.content("message.ics")
      .replacing("DTSTAMP:20260201", with: "DTSTAMP:20260210").replacing("Meeting", with: "Renamed")
    let update = try receive(folder.file("update.ics", text), into: own, me: "ana@example.org")
    #expect(update.lines == ["accepted METHOD:REQUEST m: Renamed"])
    let stored = try folder.content(own)
    #expect(stored.contains("TRIGGER:-PT15M") && stored.contains("SUMMARY:Renamed"))
  }

  @Test("who acts for the organizer is believed where I say so")
  func actingForOthers() throws {
    let own = "ana.ics"
    _ = try request(1)
    let text = try folder.content("message.ics").replacing(
      "ORGANIZER:", with: "ORGANIZER;SENT-BY=\"mailto:eve@example.org\":")
    let invitation = try folder.file("sent-by.ics", text)
    let refused = try receive(invitation, into: own, me: "ana@example.org", "--from", "eve@example.org")
    #expect(refused.status == .refused && refused.errors.first?.contains("wrong_sender") == true)
    let trusted = try receive(
      invitation, into: own, me: "ana@example.org", "--from", "eve@example.org", "--trust",
      "Eve <EVE@example.org>")
    #expect(trusted.lines == ["accepted METHOD:REQUEST m: Meeting"])
    let plain = try AlmanacRun("import", invitation, "--trust", "eve@example.org")
    #expect(plain.status == .usage && plain.errors.first?.contains("--as-message") == true)
  }

  @Test("a cancellation is preserved, and plain import of an older invitation does not undo it")
  func cancellation() throws {
    let own = "ana.ics"
    #expect(try receive(request(1), into: own, me: "ana@example.org").status == .done)
    let cancel = try message(
      "CANCEL",
      "DTSTAMP:20260210T000000Z\nSEQUENCE:2\nSTATUS:CANCELLED\nATTENDEE:mailto:ana@example.org",
      name: "cancel.ics")
    let refused = try AlmanacRun("import", cancel, "-c", folder.path(own))
    #expect(refused.status == .refused && refused.errors.first?.contains("--as-message") == true)
    #expect(try receive(cancel, into: own, me: "ana@example.org").status == .done)
    #expect(try AlmanacRun("import", try request(1), "-c", folder.path(own)).status == .done)
    let text = try folder.content(own)
    #expect(text.contains("STATUS:CANCELLED") && text.contains("SEQUENCE:2"))
  }

  @Test("a question for the present state is answered on the output")
  func refresh() throws {
    let own = folder.path("boss.ics")
    #expect(try AlmanacRun("import", try request(), "-c", own).status == .done)
    let question = try message(
      "REFRESH", "DTSTAMP:20260210T000000Z\nATTENDEE:mailto:ana@example.org", name: "refresh.ics")
    let run = try receive(question, into: "boss.ics", me: "boss@example.org")
    #expect(run.status == .done && run.output.contains("METHOD:REQUEST\r\n"))
    #expect(run.output.contains("SUMMARY:Meeting\r\n"))
  }

  @Test(
    "many messages in one file have the effect that they have one after the other",
    arguments: ["own.ics", "own"])
  func manyMessages(_ own: String) throws {
    if !own.hasSuffix(".ics") { try folder.makeFolder(own) }
    func component(_ uid: String, _ kind: String, _ lines: String) -> String {
      "BEGIN:\(kind)\nUID:\(uid)\nORGANIZER:mailto:boss@example.org\n\(lines)\nEND:\(kind)\n"
    }
    func calendar(_ method: String, _ components: [String]) -> String {
      Sample.calendar("METHOD:\(method)\n" + components.joined())
    }
    let invited = "ATTENDEE;RSVP=TRUE:mailto:ana@example.org"
    let (start, end) = ("DTSTART:20260303T090000Z", "DTSTAMP:20260201T000000Z")
    let cancellation = "SEQUENCE:1\nSTATUS:CANCELLED\nDTSTAMP:20260202T000000Z\n\(invited)"
    let text =
      calendar("CANCEL", [component("m1", "VEVENT", cancellation)])
      + calendar(
        "REQUEST",
        (0..<3).map { component("m\($0)", "VEVENT", "SUMMARY:M\($0)\n\(start)\n\(end)\n\(invited)") }
          + [component("m0", "VTODO", "SUMMARY:T0\n\(end)\n\(invited)")])
    let run = try receive(folder.file("many.ics", text), into: own, me: "ana@example.org")
    #expect(
      run.lines == [
        "accepted METHOD:REQUEST m0: M0", "accepted METHOD:REQUEST m1: M1", "accepted METHOD:REQUEST m2: M2",
        "accepted METHOD:REQUEST m0: T0", "accepted METHOD:CANCEL m1: M1",
      ])
    let stored = try AlmanacRun("export", "-c", folder.path(own)).output
    #expect(stored.components(separatedBy: "BEGIN:VEVENT").count == 4)
    #expect(stored.components(separatedBy: "STATUS:CANCELLED").count == 2 && stored.contains("SUMMARY:T0"))
    // The same again, and all of it back.
    let before = try AlmanacRun("export", "-c", folder.path(own)).output
    #expect(try receive(folder.file("many.ics", text), into: own, me: "ana@example.org").errors.count == 1)
    #expect(try AlmanacRun("export", "-c", folder.path(own)).output == before)
    #expect(try AlmanacRun("undo", "-c", folder.path(own)).status == .done)
    #expect(try AlmanacRun("export", "-c", folder.path(own)).output.contains("UID:m") == false)
  }

  @Test("an added instance that is received again is accepted, and changes nothing")
  func additionAgain() throws {
    #expect(try receive(request(1), into: "own.ics", me: "ana@example.org").status == .done)
    let addition = try message(
      "ADD", "DTSTAMP:20260210T000000Z\nSEQUENCE:2\nDTSTART:20260305T090000Z\nDURATION:PT1H\nSUMMARY:Meeting")
    for isChanged in [true, false] {
      let run = try receive(addition, into: "own.ics", me: "ana@example.org", "--format", "json")
      let received = try ReadJSON(run.output)["received"].array
      #expect(run.status == .done && run.errors.isEmpty)
      #expect(
        received.map { $0["accepted"].bool } == [true] && received.map { $0["changed"].bool } == [isChanged])
    }
  }

  @Test("what a new revision of a series takes from its dates is reported, and no more")
  func replacedDates() throws {
    let lines =
      "DTSTAMP:20260201T000000Z\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nSUMMARY:Weekly\n"
      + "ATTENDEE;RSVP=TRUE:mailto:ana@example.org"
    #expect(try receive(message("REQUEST", lines), into: "own.ics", me: "ana@example.org").status == .done)
    for (day, stamp) in [("09", "03"), ("16", "04")] {
      let moved = lines.replacing("20260201", with: "202602\(stamp)").replacing(
        "RRULE:FREQ=WEEKLY", with: "SEQUENCE:1"
      )
      .replacing("DTSTART:20260302T09", with: "RECURRENCE-ID:202603\(day)T090000Z\nDTSTART:202603\(day)T12")
      #expect(try receive(message("REQUEST", moved), into: "own.ics", me: "ana@example.org").status == .done)
    }
    let answer = try AlmanacRun(
      "reply", "m", "--accept", "--on", "2026-03-09", "--me", "ana@example.org", "-c", folder.path("own.ics"),
      "--now", now)
    #expect(answer.status == .done)
    let revision = lines.replacing("20260201", with: "20260210").replacing(
      "SUMMARY", with: "SEQUENCE:2\nSUMMARY")
    let run = try receive(message("REQUEST", revision), into: "own.ics", me: "ana@example.org")
    #expect(run.status == .done && run.errors.count == 2)
    #expect(run.errors.map { $0.contains("your answer or alarms") } == [true, false])
    #expect(run.errors.allSatisfy { $0.contains("as in the series again") })
  }

  @Test("a counter-proposal is printed with each property that is another one")
  func counter() throws {
    let own = "boss.ics"
    #expect(try AlmanacRun("import", try request(), "-c", folder.path(own)).status == .done)
    let proposal = try message(
      "COUNTER",
      "DTSTAMP:20260210T000000Z\nSEQUENCE:1\nDTSTART:20260303T100000Z\nDTEND:20260303T113000Z\n"
        + "SUMMARY:Longer\nLOCATION:Room 2\nCOMMENT:Please\nATTENDEE:mailto:ana@example.org")
    let run = try receive(proposal, into: own, me: "boss@example.org")
    #expect(
      run.lines == [
        "proposed METHOD:COUNTER m: Meeting", "  DTSTART:20260303T100000Z", "  DTEND:20260303T113000Z",
        "  SUMMARY:Longer", "  LOCATION:Room 2", "  Please",
      ])
    let text = try receive(proposal, into: own, me: "boss@example.org", "--format", "json").output
    let proposals = try ReadJSON(text)["received"].array.flatMap { $0["proposals"].array }
    #expect(proposals.map { $0["start"].string } == ["2026-03-03T10:00:00Z"])
    let changes = proposals.flatMap { $0["changes"].array }
    #expect(changes.map { $0["name"].string } == ["DTSTART", "DTEND", "SUMMARY", "LOCATION"])
    #expect(changes.last?["after"].array.map { $0.string } == ["LOCATION:Room 2"])
  }

  @Test("busy time that cannot be stored does not keep the invitation beside it from being received")
  func busyTimeBesideInvitation() throws {
    try folder.makeFolder("own")
    let busy =
      "BEGIN:VFREEBUSY\nUID:f\nORGANIZER:mailto:boss@example.org\nDTSTAMP:20260219T000000Z\n"
      + "DTSTART:20260303T000000Z\nDTEND:20260304T000000Z\nEND:VFREEBUSY"
    let item =
      "BEGIN:VEVENT\nUID:p\nORGANIZER:mailto:boss@example.org\nDTSTAMP:20260201T000000Z\n"
      + "DTSTART:20260303T090000Z\nSUMMARY:Open day\nEND:VEVENT\n"
    let both = try folder.file("both.ics", Sample.calendar("METHOD:PUBLISH\n" + item + busy))
    let run = try receive(both, into: "own", me: "ana@example.org")
    #expect(run.status == .refused)
    #expect(run.lines == ["refused METHOD:PUBLISH f: busy time", "accepted METHOD:PUBLISH p: Open day"])
    #expect(run.errors.count == 1 && run.errors.first?.contains("a folder cannot store") == true)
    let backwards = try folder.file(
      "backwards.ics", Sample.calendar("METHOD:PUBLISH\n" + busy.replacing("20260304", with: "20260302")))
    let refused = try receive(backwards, into: "own.ics", me: "ana@example.org")
    #expect(refused.errors.first?.components(separatedBy: "end_not_after_start").count == 2)
  }

  @Test("a question for busy time is answered from all calendars, and the answer is stored in a file")
  func busyTime() throws {
    let (mine, more, folders) = (folder.path("mine.ics"), folder.path("more.ics"), folder.path("f"))
    try folder.makeFolder("f")
    for (path, hour) in [(mine, "09"), (more, "11")] {
      let run = try AlmanacRun(
        "add", "event", "Work", "--at", "2026-03-03T\(hour):00", "--for", "1h", "--zone", "UTC", "-c", path)
      #expect(run.status == .done, "\(run.errors)")
    }
    let head = "BEGIN:VFREEBUSY\nUID:q\nORGANIZER:mailto:boss@example.org\nDTSTAMP:20260219T000000Z\n"
    let range =
      "DTSTART:20260303T000000Z\nDTEND:20260304T000000Z\nATTENDEE:mailto:ana@example.org\nEND:VFREEBUSY"
    let question = try folder.file("q.ics", Sample.calendar("METHOD:REQUEST\n" + head + range))
    let run = try AlmanacRun(
      "import", question, "--as-message", "--me", "ana@example.org", "-c", mine, "-c", more, "--now", now,
      "--zone", "UTC")
    #expect(run.status == .done, "\(run.errors)")
    #expect(run.lines.first == "accepted METHOD:REQUEST q: busy time")
    let periods = "FREEBUSY:20260303T090000Z/20260303T100000Z,20260303T110000Z/20260303T120000Z"
    #expect(run.output.replacing("\r\n ", with: "").contains(periods))
    let text = run.output[(try #require(run.output.firstRange(of: "BEGIN:VCALENDAR"))).lowerBound...]
    let answer = try folder.file("r.ics", String(text))
    let unasked = try receive(answer, into: "boss.ics", me: "boss@example.org", "--from", "ana@example.org")
    #expect(unasked.status == .refused && unasked.errors.first?.contains("not_asked") == true)
    #expect(try receive(question, into: "boss.ics", me: "boss@example.org").status == .done)
    let stored = try receive(answer, into: "boss.ics", me: "boss@example.org", "--from", "ana@example.org")
    #expect(stored.status == .done && stored.lines == ["accepted METHOD:REPLY q: busy time"])
    #expect(try folder.content("boss.ics").replacing("\r\n ", with: "").contains(periods))
    let busy = try AlmanacRun(
      "busy", "--from", "2026-03-03", "--until", "2026-03-04", "-c", folder.path("boss.ics"), "--zone", "UTC")
    #expect(busy.lines.count == 2, "\(busy.lines)")
    let refused = try AlmanacRun(
      "import", answer, "--as-message", "--me", "boss@example.org", "-c", folders, "--now", now)
    #expect(refused.status == .refused && refused.errors.first?.contains("busy time") == true)
  }

  @Test("a member who declines by a message asks the class to cancel the booking")
  func classes() throws {
    let path = folder.path("gym.ics")
    for arguments in [
      [
        "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
        "--places", "1", "--organizer", "gym@example.org",
      ], ["class", "book", "item-0", "--on", "2026-03-02", "--member", "ana@example.org"],
    ] { #expect(try AlmanacRun(arguments + ["-c", path, "--now", now]).status == .done) }
    func reply(at stamp: String) throws -> String {
      try folder.file(
        "decline.ics",
        Sample.calendar(
          "METHOD:REPLY\nBEGIN:VEVENT\nUID:item-0/20260302T170000Z\nDTSTAMP:\(stamp)\n"
            + "ORGANIZER:mailto:gym@example.org\nATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.org\nEND:VEVENT"
        ))
    }
    // A reply to an earlier booking arrives again.
    let old = try AlmanacRun(
      "import", reply(at: "20260219T000000Z"), "--as-message", "--me", "gym@example.org", "-c", path, "--now",
      now)
    #expect(old.status == .refused && old.errors.first?.contains("stale") == true)
    let reply = try reply(at: "20260220T100000Z")
    let run = try AlmanacRun(
      [
        "import", reply, "--as-message", "--me", "gym@example.org", "-c", path, "--now", now, "--format",
        "json",
      ])
    #expect(run.status == .done)
    #expect(try ReadJSON(run.output)["cancelled"].array.map { $0["member"].string } == ["ana@example.org"])
    let roster = try AlmanacRun(
      ["class", "roster", "item-0", "--on", "2026-03-02", "-c", path, "--now", now, "--format", "json"])
    #expect(try ReadJSON(roster.output)["rosters"].array.flatMap { $0["members"].array }.isEmpty)
    // The same reply is delivered twice.
    let again = try AlmanacRun(
      "import", reply, "--as-message", "--me", "gym@example.org", "-c", path, "--now", now)
    #expect(again.status == .done && again.errors.isEmpty)
  }

  @Test("one instance is answered, and a meeting delegated")
  func instanceAndDelegate() throws {
    let own = folder.path("own.ics")
    let series = try message(
      "REQUEST",
      "DTSTAMP:20260201T000000Z\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nSUMMARY:Weekly\n"
        + "ATTENDEE;RSVP=TRUE:mailto:ana@example.org")
    #expect(try receive(series, into: "own.ics", me: "ana@example.org").status == .done)
    let one = try AlmanacRun(
      "reply", "m", "--decline", "--on", "2026-03-09", "--me", "ana@example.org", "-c", own, "--now", now)
    #expect(one.output.contains("RECURRENCE-ID:20260309T090000Z\r\n"))
    #expect(one.output.contains("PARTSTAT=DECLINED"))
    let left = try AlmanacRun(
      "reply", "m", "--delegate", "bob@example.org", "--me", "ana@example.org", "-c", own, "--now", now,
      "--format", "json")
    #expect(try ReadJSON(left.output)["answer"].string == "DELEGATED")
    let messages = try ReadJSON(left.output)["messages"].array
    #expect(messages.map { $0["method"].string } == ["REPLY", "REQUEST"])
    for answers in [[], ["--accept", "--delegate", "cleo@example.org"]] {
      let arguments = ["reply", "m", "--me", "ana@example.org", "-c", own]
      #expect(try AlmanacRun(arguments + answers).status == .usage)
    }
    let entry = try folder.file(
      "entry.ics",
      Sample.calendar(
        "BEGIN:VJOURNAL\nUID:j\nORGANIZER:mailto:boss@example.org\nATTENDEE:mailto:ana@example.org\nEND:VJOURNAL"
      ))
    let journal = try AlmanacRun("reply", "j", "--accept", "--me", "ana@example.org", "-c", entry)
    #expect(journal.status == .refused && journal.errors.first?.contains("an event or a to-do") == true)
    let uninvited = try AlmanacRun("reply", "m", "--accept", "--me", "eve@example.org", "-c", own)
    #expect(uninvited.status == .refused && uninvited.errors.first?.contains("not_invited") == true)
    // The line states once what is expected.
    let said = uninvited.errors.first?.components(separatedBy: "one of your addresses among the attendees")
    #expect(said?.count == 2)
  }
}
