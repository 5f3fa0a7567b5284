import CommandLineKit
import Foundation
import Testing

@Suite("import: the imported state of a file")
struct ImportedStateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A series in Madrid with recurrence ids in other forms than its start.
  private let mixed = """
    BEGIN:VEVENT
    UID:s
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Madrid:20260302T090000
    DTEND;TZID=Europe/Madrid:20260302T100000
    RRULE:FREQ=DAILY;COUNT=5
    EXDATE;VALUE=DATE:20260304
    RDATE;VALUE=DATE:20260310
    RDATE:20260311T110000
    SUMMARY:Course
    END:VEVENT
    """
  private let instance = """
    BEGIN:VEVENT
    UID:s
    DTSTAMP:20260101T000000Z
    RECURRENCE-ID:20260303T080000Z
    DTSTART;TZID=Europe/Madrid:20260303T120000
    DTEND;TZID=Europe/Madrid:20260303T130000
    SUMMARY:Moved
    END:VEVENT
    """

  private func outcomes(_ run: AlmanacRun) throws -> [String] {
    #expect(run.status == .done)
    return try ReadJSON(run.output)["imported"].array.compactMap { $0["outcome"].string }
  }

  /// The text of all files of a folder, or of a file.
  private func text(_ name: String) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
    return try files.map { try folder.content(name + "/" + $0) }.joined()
  }

  @Test(
    "RECURRENCE-ID, EXDATE and RDATE get the form of DTSTART, as other programs compare them, in whatever files they come"
  )
  func forms() throws {
    let whole = try folder.file("whole.ics", Sample.calendar(mixed + "\n" + instance))
    let series = try folder.file("series.ics", Sample.calendar(mixed))
    let alone = try folder.file("alone.ics", Sample.calendar(instance))
    for (number, sources) in [[whole], [series, alone]].enumerated() {
      let own = "own\(number)"
      try folder.makeFolder(own)
      for source in sources {
        #expect(try AlmanacRun("import", source, "-c", folder.path(own)).status == .done)
      }
      let text = try text(own)
      for line in [
        "RECURRENCE-ID;TZID=Europe/Madrid:20260303T090000", "EXDATE;TZID=Europe/Madrid:20260304T090000",
        "RDATE;TZID=Europe/Madrid:20260310T090000,20260311T110000",
      ] { #expect(text.contains(line + "\r\n"), "\(sources): \(line)") }
      // A second import changes nothing.
      let again = try AlmanacRun("import", whole, "-c", folder.path(own), "--format", "json")
      #expect(try outcomes(again) == ["unchanged"])
    }
  }

  @Test("a feed that differs in its DTSTAMPs alone writes no file", arguments: ["", "PUBLISH"])
  func stamps(method: String) throws {
    let lines = (method.isEmpty ? "" : "METHOD:\(method)\n") + mixed + "\n" + instance
    let feed = try folder.file("feed.ics", Sample.calendar(lines))
    try folder.makeFolder("own")
    let own = folder.path("own")
    #expect(try outcomes(AlmanacRun("import", feed, "-c", own, "--format", "json")) == ["added"])
    let before = try text("own")
    let later = Sample.calendar(lines).replacing("DTSTAMP:2026", with: "DTSTAMP:2027")
    let again = try AlmanacRun("import", folder.file("feed.ics", later), "-c", own, "--format", "json")
    #expect(try outcomes(again) == ["unchanged"])
    #expect(try text("own") == before)
    // A change of anything else is read, with its DTSTAMP.
    let changed = later.replacing("SUMMARY:Moved", with: "SUMMARY:Moved again")
    let third = try AlmanacRun("import", folder.file("feed.ics", changed), "-c", own, "--format", "json")
    #expect(try outcomes(third) == ["replaced"])
    #expect(try text("own").contains("SUMMARY:Moved again"))
  }

  @Test(
    "the owner's alarms are kept for an invitation, and replaced by those of any other file",
    arguments: [("PUBLISH", "PT15M"), ("REQUEST", "PT15M"), ("", "PT1H")])
  func alarms(method: String, trigger: String) throws {
    func feed(_ title: String, _ stamp: String) throws -> String {
      let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT1H\nEND:VALARM\n"
      let event =
        "BEGIN:VEVENT\nUID:m\nDTSTAMP:\(stamp)\nLAST-MODIFIED:\(stamp)\nDTSTART:20260303T090000Z\n"
        + "ORGANIZER:mailto:boss@example.org\nSUMMARY:\(title)\n\(alarm)END:VEVENT"
      return try folder.file(
        "feed.ics", Sample.calendar((method.isEmpty ? "" : "METHOD:\(method)\n") + event))
    }
    let own = folder.path("own.ics")
    #expect(try AlmanacRun("import", feed("One", "20260101T000000Z"), "-c", own).status == .done)
    let edit = try AlmanacRun("edit", "m", "--alarm", "15m", "-c", own, "--now", "2026-02-01T08:00")
    #expect(edit.status == .done)
    let run = try AlmanacRun("import", feed("Two", "20260301T000000Z"), "-c", own, "--format", "json")
    #expect(try outcomes(run) == ["replaced"])
    let text = try folder.content("own.ics")
    #expect(text.contains("SUMMARY:Two"))
    let triggers = text.components(separatedBy: "\r\n").filter { $0.hasPrefix("TRIGGER") }
    #expect(triggers == ["TRIGGER:-" + trigger])
  }

  /// An item in its stored form, or in the form in which it is sent.
  private func item(
    _ name: String, _ sequence: Int, organizer: String?, method: String = "", _ lines: String...
  ) throws -> String {
    let head =
      (method.isEmpty ? "" : "METHOD:\(method)\n")
      + "BEGIN:VEVENT\nUID:m\nDTSTAMP:202601\(10 + sequence)T000000Z\nSEQUENCE:\(sequence)\n"
    let organizer = organizer.map { "ORGANIZER:mailto:\($0)@example.org\n" } ?? ""
    let body = (lines.isEmpty ? ["ATTENDEE:mailto:ana@example.org"] : lines).map { $0 + "\n" }.joined()
    return try folder.file(
      name, Sample.calendar(head + organizer + body + "DTSTART:20260303T090000Z\nEND:VEVENT"))
  }

  @Test(
    "what others send replaces neither what is mine nor what somebody else organizes; a file that nobody sent does",
    arguments: [
      ("boss", "eve", nil, "other_organizer"), (nil, "eve", nil, "organized_by_me"),
      ("boss", "boss", "boss", "organized_by_me"), ("boss", nil, nil, "missing_property"),
    ] as [(String?, String?, String?, String)], ["REQUEST", "PUBLISH"])
  func takeover(_ states: (own: String?, sent: String?, me: String?, code: String), method: String) throws {
    let own = try item("own.ics", 1, organizer: states.own)
    let before = try folder.content("own.ics")
    let sent = try item("sent.ics", 9, organizer: states.sent, method: method)
    let me = states.me.map { ["--me", $0 + "@example.org"] } ?? []
    let run = try AlmanacRun(["import", sent, "-c", own] + me)
    #expect(run.status == .refused && run.lines == ["refused m: "])
    #expect(run.errors.count == 1 && run.errors[0].contains(states.code), "\(run.errors)")
    #expect(try folder.content("own.ics") == before)
    let json = try ReadJSON(AlmanacRun(["import", sent, "-c", own, "--format", "json"] + me).output)
    let refused = json["imported"].array.flatMap { $0["refused"].array }
    #expect(refused.map { $0["code"].string } == [states.code])
    let backup = try item("backup.ics", 9, organizer: states.sent)
    #expect(try outcomes(AlmanacRun(["import", backup, "-c", own, "--format", "json"] + me)) == ["replaced"])
  }

  @Test(
    "what I sent myself comes back unchanged, and a feed without organizers is replaced by its next state")
  func unorganizedFeed() throws {
    let own = folder.path("own.ics")
    let first = try item("feed.ics", 1, organizer: nil, method: "PUBLISH")
    #expect(try outcomes(AlmanacRun("import", first, "-c", own, "--format", "json")) == ["added"])
    let next = try item("feed.ics", 2, organizer: nil, method: "PUBLISH")
    #expect(try outcomes(AlmanacRun("import", next, "-c", own, "--format", "json")) == ["replaced"])
    let request = try item("request.ics", 3, organizer: nil, method: "REQUEST")
    #expect(try AlmanacRun("import", request, "-c", own).errors.first?.contains("missing_property") == true)
    let alone = folder.path("alone.ics")
    for outcome in ["added", "unchanged"] {
      let run = try AlmanacRun(
        "import", request, "-c", alone, "--me", "boss@example.org", "--format", "json")
      #expect(try outcomes(run) == [outcome])
    }
  }

  @Test(
    "my answer stays when the same revision comes again, with a later DTSTAMP; a new revision asks again",
    arguments: [nil, "ana@example.org"] as [String?])
  func answers(me: String?) throws {
    let own = folder.path("own.ics")
    let me = me.map { ["--me", $0] } ?? []
    func request(_ sequence: Int, _ day: Int) throws -> AlmanacRun {
      let text = try folder.content(
        URL(filePath: item("request.ics", sequence, organizer: "boss", method: "REQUEST")).lastPathComponent)
      let dated = text.replacing("DTSTAMP:202601\(10 + sequence)", with: "DTSTAMP:202601\(day)")
      return try AlmanacRun(
        ["import", folder.file("request.ics", dated), "-c", own, "--format", "json"] + me)
    }
    #expect(try outcomes(request(1, 11)) == ["added"])
    let reply = try AlmanacRun("reply", "m", "--accept", "--me", "ana@example.org", "-c", own)
    #expect(reply.status == .done)
    for (sequence, day, answer) in [(1, 12, "ACCEPTED"), (2, 13, nil)] {
      #expect(try ["replaced", "unchanged"].contains(outcomes(request(sequence, day)).first))
      let line = try folder.content("own.ics").components(separatedBy: "\r\n").first {
        $0.hasPrefix("ATTENDEE")
      }
      #expect(line == "ATTENDEE" + (answer.map { ";PARTSTAT=" + $0 } ?? "") + ":mailto:ana@example.org")
    }
  }

  @Test("an attendee's edit hides no later revision of the organizer; the organizer's own is a new revision")
  func revisions() throws {
    func request(_ sequence: Int, _ hour: Int, _ stamp: String) throws -> String {
      try folder.file(
        "request.ics",
        Sample.calendar(
          "METHOD:REQUEST\nBEGIN:VEVENT\nUID:m\nDTSTAMP:\(stamp)\nSEQUENCE:\(sequence)\n"
            + "DTSTART:20260303T\(hour)0000Z\nORGANIZER:mailto:boss@example.org\n"
            + "ATTENDEE:mailto:ana@example.org\nSUMMARY:Meeting\nEND:VEVENT"))
    }
    let own = folder.path("own.ics")
    func edit(_ more: String...) throws -> String {
      let run = try AlmanacRun(
        ["edit", "m", "--status", "cancelled", "-c", own, "--now", "2026-02-01T08:00"] + more)
      #expect(run.status == .done)
      return try folder.content("own.ics")
    }
    #expect(try AlmanacRun("import", request(1, 10, "20260101T000000Z"), "-c", own).status == .done)
    #expect(try edit("--me", "ana@example.org").contains("SEQUENCE:1\r\n"))
    let moved = try AlmanacRun("import", request(2, 11, "20260115T000000Z"), "-c", own, "--format", "json")
    #expect(try outcomes(moved) == ["replaced"])
    #expect(try folder.content("own.ics").contains("DTSTART:20260303T110000Z"))
    #expect(try edit("--me", "ana@example.org", "--me", "boss@example.org").contains("SEQUENCE:3\r\n"))
  }

  @Test("the owner's address can be set by a variable")
  func me() throws {
    let own = try folder.file(
      "own.ics",
      Sample.calendar(
        Sample.event("m", ":20260303T090000Z", "Meeting", "ORGANIZER:mailto:boss@example.org\n")))
    for (me, sequence) in [("ana@example.org", nil), ("ana@example.org, boss@example.org", "SEQUENCE:1")] {
      let run = try AlmanacRun(
        ["edit", "m", "--at", "2026-03-0\(sequence == nil ? 4 : 5)", "-c", own],
        variables: ["TZ": "Europe/Madrid", "ALMANAC_ME": me])
      #expect(run.status == .done)
      let line = try folder.content("own.ics").components(separatedBy: "\r\n").first {
        $0.hasPrefix("SEQUENCE")
      }
      #expect(line == sequence)
    }
  }

  @Test("UIDs of the same letters in other scalars name two items, in one file or in two")
  func uidsInScalars() throws {
    let events = [("caf\u{E9}", "First"), ("cafe\u{301}", "Second")].map { uid, title in
      Sample.event(uid, ":20260303T090000Z", title)
    }
    let together = try [folder.file("both.ics", Sample.calendar(events.joined(separator: "\n")))]
    let apart = try events.enumerated().map { try folder.file("\($0).ics", Sample.calendar($1)) }
    for (name, files) in [("together", together), ("apart", apart)] {
      try folder.makeFolder(name)
      for file in files {
        let run = try AlmanacRun("import", file, "-c", folder.path(name), "--format", "json")
        #expect(try outcomes(run).allSatisfy { $0 == "added" })
      }
      let text = try text(name)
      #expect(text.contains("SUMMARY:First") && text.contains("SUMMARY:Second"), "\(name)")
    }
  }
}
