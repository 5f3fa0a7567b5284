import CommandLineKit
import Foundation
import Testing

@Suite("session")
struct SessionTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("sessions.ics")
  }

  private func run(_ arguments: String..., now: String = "2026-03-02T08:00") throws -> AlmanacRun {
    try AlmanacRun(["session"] + arguments + ["-c", path, "--now", now])
  }

  private func book(_ coach: String, _ client: String, _ at: String, _ more: String...) throws -> AlmanacRun {
    try AlmanacRun(
      [
        "session", "book", "--coach", coach, "--client", client, "--at", at, "-c", path, "--now",
        "2026-03-02T08:00",
      ]
        + more)
  }

  private func sessions(_ arguments: String...) throws -> [ReadJSON] {
    let run = try AlmanacRun(
      ["session"] + arguments + ["-c", path, "--now", "2026-03-02T08:00", "--format", "json"])
    return try ReadJSON(run.output)["sessions"].array
  }

  @Test("a session lasts an hour by default; neither coach nor client can be booked twice at once")
  func booking() throws {
    #expect(try book("eva", "bob@example.org", "2026-03-03T10:00", "--place", "Gym").lines == ["item-0"])
    for (coach, client, at) in [
      ("eva", "cyd", "2026-03-03T10:30"), ("fay", "bob@example.org", "2026-03-03T09:30"),
      ("eva", "cyd", "2026-03-03T10:00"),
    ] {
      let run = try book(coach, client, at, "--format", "json")
      #expect(run.status == .refused)
      #expect(try ReadJSON(run.output)["refused"].array.first?["code"].string == "conflict")
    }
    #expect(try book("eva", "cyd", "2026-03-03T11:00", "--for", "30m").status == .done)
    #expect(try book("fay", "cyd", "2026-03-03T10:00").status == .done)
    let all = try sessions("list")
    #expect(
      all.map {
        "\($0["coach"].string ?? "") \($0["client"].string ?? "") \($0["end"].string?.prefix(16) ?? "")"
      } == [
        "eva bob@example.org 2026-03-03T11:00", "fay cyd 2026-03-03T11:00", "eva cyd 2026-03-03T11:30",
      ])
    #expect(all.first?["place"].string == "Gym")
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test("sessions that lost their marks in another program are listed, moved and cancelled as before")
  func withoutMarks() throws {
    _ = try AlmanacRun(
      "session", "book", "--coach", "eva@example.org", "--client", "bob@example.org", "--at",
      "2026-03-03T10:00", "-c", path, "--now", "2026-03-02T08:00")
    let before = try run("list", "--format", "json").output
    let lines = try folder.content("sessions.ics").replacing("\r\n ", with: "").components(
      separatedBy: "\r\n")
    let kept = lines.filter { !$0.hasPrefix("X-") && !$0.hasPrefix("CONCEPT") }
    #expect(kept.count < lines.count)
    _ = try folder.file("sessions.ics", kept.joined(separator: "\r\n"))
    // An appointment is a session of its organizer, if that is a coach.
    #expect(try sessions("list").isEmpty)
    #expect(try run("list", "--coach", "eva@example.org", "--format", "json").output == before)
    _ = try book("eva@example.org", "cyd@example.org", "2026-03-05T10:00")
    #expect(try sessions("list").count == 2)
    #expect(try run("move", "item-0", "--at", "2026-03-03T12:00").status == .done)
    #expect(try sessions("list").first?["start"].string?.prefix(16) == "2026-03-03T12:00")
    #expect(try run("cancel", "item-0").status == .done)
    #expect(try sessions("list").first?["state"].string?.hasPrefix("cancelled") == true)
  }

  @Test("a session keeps its length when it is moved, whether its file has an end or a duration")
  func lengthOfStoredEnd() throws {
    _ = try book("eva@example.org", "bob@example.org", "2026-03-03T10:00")
    let stored = try folder.content("sessions.ics").replacing(
      "DURATION:PT1H", with: "DTEND;TZID=Europe/Madrid:20260303T110000")
    #expect(stored.contains("DTEND"))
    for at in ["2026-03-03T10:30", "2026-03-03T09:00", "2026-03-03T13:00"] {
      _ = try folder.file("sessions.ics", stored)
      #expect(try run("move", "item-0", "--at", at).status == .done)
      let end = at.replacing("T", with: " ").suffix(5).prefix(2)
      let session = try #require(try sessions("list").first)
      #expect(session["start"].string?.prefix(16) == at.prefix(16))
      #expect(session["end"].string?.dropFirst(11).prefix(2) == "\((Int(end) ?? 0) + 1)".suffix(2))
      #expect(session["end"].string?.dropFirst(14).prefix(2) == at.suffix(2))
    }
  }

  @Test("invitations of others are no sessions, and a move invents no answer")
  func answers() throws {
    let others = Sample.calendar(
      """
      BEGIN:VEVENT
      UID:boss
      DTSTAMP:20260101T000000Z
      DTSTART;TZID=Europe/Madrid:20260303T100000
      DURATION:PT1H
      SUMMARY:Budget
      ORGANIZER:mailto:boss@example.org
      ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:eva@example.org
      END:VEVENT
      """)
    _ = try folder.file("sessions.ics", others)
    _ = try book("eva@example.org", "bob@example.org", "2026-03-05T10:00")
    #expect(try sessions("list").count == 1)
    let before = try folder.content("sessions.ics")
    #expect(try run("move", "boss", "--at", "2026-03-03T12:00").status == .refused)
    #expect(try folder.content("sessions.ics") == before)
    let own = try #require(try sessions("list").first?["uid"].string)
    for answer in ["NEEDS-ACTION", "TENTATIVE", "DECLINED"] {
      _ = try folder.file("sessions.ics", before.replacing("PARTSTAT=ACCEPTED", with: "PARTSTAT=\(answer)"))
      #expect(try run("move", own, "--at", "2026-03-06T12:00").status == .done)
      #expect(try folder.content("sessions.ics").contains("PARTSTAT=NEEDS-ACTION:mailto:bob"))
    }
  }

  @Test("the next session, of one coach or all")
  func next() throws {
    _ = try book("eva", "bob", "2026-03-04T10:00")
    _ = try book("eva", "bob", "2026-03-03T10:00")
    _ = try book("fay", "cyd", "2026-03-03T09:00")
    _ = try book("eva", "bob", "2026-03-01T10:00")
    #expect(try sessions("next", "--coach", "eva").compactMap { $0["uid"].string } == ["item-1", "item-0"])
    #expect(try sessions("next", "-n", "1").compactMap { $0["uid"].string } == ["item-2"])
    #expect(try run("next", "--coach", "nobody").lines.count == 1)
  }

  @Test("moved, cancelled, completed")
  func changes() throws {
    _ = try book("eva", "bob", "2026-03-03T10:00")
    _ = try book("eva", "bob", "2026-03-03T12:00")
    #expect(try run("move", "item-0", "--at", "12:30").status == .refused)
    #expect(try run("move", "item-0", "--at", "15:00").status == .done)
    #expect(
      try sessions("list").compactMap { $0["start"].string?.prefix(16) } == [
        "2026-03-03T12:00", "2026-03-03T15:00",
      ])
    #expect(try run("cancel", "item-1").status == .done)
    #expect(try run("cancel", "item-1").status == .refused)
    #expect(try run("complete", "item-0").status == .refused)
    let done = try run("complete", "item-0", now: "2026-03-03T15:40")
    #expect(done.status == .done)
    let states = try sessions("list").map {
      "\($0["state"].string ?? "") \($0["end"].string?.prefix(16) ?? "")"
    }
    #expect(states == ["cancelled 2026-03-03T13:00", "completed 2026-03-03T15:40"])
    #expect(try run("clients", "--coach", "eva").lines == ["bob  2026-03-03 15:00"])
    #expect(try run("cancel", "nobody").errors.first?.contains("no_such_session") == true)
  }

  @Test("an appointment of which a server dropped the marks of a session is named as such")
  func plainAppointment() throws {
    _ = try folder.file(
      "sessions.ics",
      Sample.calendar(
        Sample.event(
          "plain", ";TZID=Europe/Madrid:20260303T100000", "Bob",
          "ORGANIZER:mailto:eva@x.org\nATTENDEE:mailto:bob@x.org\n")))
    let run = try run("move", "plain", "--at", "12:00")
    #expect(run.status == .refused)
    let fault = try #require(run.errors.first)
    #expect(fault.contains("only of an appointment") && fault.contains("edit"))
  }

  @Test("a wrong or incomplete time")
  func times() throws {
    #expect(try book("eva", "bob", "2026-03-03").errors.first?.contains("missing_time") == true)
    #expect(try book("eva", "bob", "2026-03-33T10:00").status == .usage)
    #expect(try folder.names.isEmpty)
  }

  @Test("a change of a session keeps other programs' properties")
  func foreignLines() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.ics")
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", path, "--now", "2026-03-10T08:00"])
    }
    let booked = try run(
      "session", "book", "--coach", "m@x.it", "--client", "a@y.it", "--at", "2026-03-12T10:00")
    let uid = try #require(booked.lines.first)
    let own = ["CONTACT:desk", "COMMENT:bring x-rays", "TRANSP:TRANSPARENT"]
    let text = try folder.content("s.ics").replacingOccurrences(
      of: "STATUS:CONFIRMED", with: "STATUS:TENTATIVE"
    )
    .replacingOccurrences(of: "END:VEVENT", with: (own + ["END:VEVENT"]).joined(separator: "\r\n"))
    _ = try folder.file("s.ics", text)
    #expect(try run("session", "edit", uid, "--place", "P").status == .done)
    #expect(try run("session", "move", uid, "--at", "2026-03-13T10:00").status == .done)
    let after = try folder.content("s.ics")
    for line in own + ["STATUS:TENTATIVE", "LOCATION:P", "DTSTART;TZID=Europe/Madrid:20260313T100000"] {
      #expect(after.contains(line + "\r\n"), "\(line)")
    }
  }

  @Test("a title that another program gave a session is preserved when it is moved")
  func renamed() throws {
    #expect(try book("eva", "bob@example.org", "2026-03-03T10:00").status == .done)
    let text = try folder.content("sessions.ics")
    #expect(text.contains("SUMMARY:bob@example.org\r\n"))
    _ = try folder.file("sessions.ics", text.replacing("SUMMARY:bob@example.org", with: "SUMMARY:Legs"))
    #expect(try run("move", "item-0", "--at", "2026-03-04T11:00").status == .done)
    let moved = try folder.content("sessions.ics")
    #expect(moved.contains("SUMMARY:Legs\r\n") && moved.contains("20260304T110000"))
    #expect(try sessions("list", "--days", "7").map { $0["title"].string } == ["Legs"])
  }

  @Test("a client's refusal is shown and preserved, and is no answer to another time")
  func declined() throws {
    #expect(try book("eva", "bob@example.org", "2026-03-03T10:00").status == .done)
    let text = try folder.content("sessions.ics").replacing("\r\n ", with: "")
    _ = try folder.file("sessions.ics", text.replacing("PARTSTAT=ACCEPTED", with: "PARTSTAT=DECLINED"))
    #expect(try run("list").output.contains("declined by bob@example.org"))
    #expect(try run("edit", "item-0", "--place", "Room 2").status == .done)
    #expect(try folder.content("sessions.ics").contains("PARTSTAT=DECLINED"))
    #expect(
      try sessions("list").map { $0["declined"].array.compactMap { $0.string } } == [["bob@example.org"]])
    #expect(try run("move", "item-0", "--at", "2026-03-04T11:00").status == .done)
    let moved = try folder.content("sessions.ics")
    #expect(moved.contains("PARTSTAT=NEEDS-ACTION") && !moved.contains("DECLINED"))
    #expect(try sessions("list").map { $0["declined"].array.count } == [0])
  }

  @Test(
    "an appointment of a coach who has no other session takes the coach's time, and goes to others with the coach's sessions"
  )
  func appointmentOnly() throws {
    let others = Sample.calendar(
      """
      BEGIN:VEVENT
      UID:once
      DTSTAMP:20260101T000000Z
      DTSTART:20260303T120000Z
      DTEND:20260303T130000Z
      SUMMARY:Once
      ORGANIZER:mailto:eva@example.org
      ATTENDEE;PARTSTAT=ACCEPTED:mailto:leo@example.org
      END:VEVENT
      """)
    _ = try folder.file("sessions.ics", others)
    func run(_ arguments: [String]) throws -> AlmanacRun {
      try AlmanacRun(["session"] + arguments + ["-c", path, "--now", "2026-03-02T08:00", "--zone", "UTC"])
    }
    func hasNoon(_ options: [String]) throws -> Bool {
      let hour = ["--from", "2026-03-03T12:00", "--until", "2026-03-03T13:00"]
      return try run(["slots"] + hour + options).output.contains("12:00–13:00")
    }
    #expect(try !hasNoon(["--coach", "eva@example.org"]))
    #expect(try !hasNoon(["--any-of", "eva@example.org", "--client", "bob@example.org"]))
    #expect(try hasNoon(["--coach", "mia@example.org"]))
    let at = ["--at", "2026-03-03T12:00"]
    #expect(
      try run(["book", "--coach", "eva@example.org", "--client", "bob@example.org"] + at).status == .refused)
    #expect(
      try run(["book", "--any-of", "eva@example.org", "--client", "bob@example.org"] + at).status == .refused)
    let given = try run([
      "reassign", "eva@example.org", "--to", "mia@example.org", "--from", "2026-03-03", "--dry-run",
    ])
    #expect(given.lines.first?.hasSuffix("eva@example.org → mia@example.org") == true)
    #expect(
      try run(["book", "--coach", "mia@example.org", "--client", "bob@example.org"] + at).status == .done)
    let taken = try run([
      "reassign", "mia@example.org", "--to", "eva@example.org", "--from", "2026-03-03", "--dry-run",
    ])
    #expect(!taken.output.contains("→"))
  }

  @Test("sessions are listed beside an appointment that repeats too often to be, which is reported")
  func hostileAppointment() throws {
    let others = Sample.calendar(
      """
      BEGIN:VEVENT
      UID:hostile
      DTSTAMP:20260101T000000Z
      DTSTART:20000303T120000Z
      DURATION:PT1S
      RRULE:FREQ=SECONDLY
      SUMMARY:Hostile
      ORGANIZER:mailto:mia@example.org
      ATTENDEE:mailto:leo@example.org
      END:VEVENT
      BEGIN:VEVENT
      UID:once
      DTSTAMP:20260101T000000Z
      DTSTART:20260303T120000Z
      DTEND:20260303T130000Z
      SUMMARY:Once
      ORGANIZER:mailto:eva@example.org
      ATTENDEE;PARTSTAT=ACCEPTED:mailto:leo@example.org
      END:VEVENT
      """)
    _ = try folder.file("sessions.ics", others)
    for command in [["list"], ["next"], ["clients", "list"]] {
      let run = try AlmanacRun(
        ["session"] + command + ["--coach", "eva@example.org", "-c", path, "--now", "2026-03-02T08:00"])
      #expect(run.status == .done && run.output.contains("leo@example.org"))
      #expect(run.errors.count == 1 && run.errors[0].contains("hostile: the dates of repeating appointments"))
    }
  }

  @Test("repeating appointments of the same calendar take time of those who attend them")
  func repeating() throws {
    let others = Sample.calendar(
      """
      BEGIN:VEVENT
      UID:weekly
      DTSTAMP:20260101T000000Z
      DTSTART;TZID=Europe/Madrid:20260306T073000
      DURATION:PT1H
      RRULE:FREQ=WEEKLY
      SUMMARY:Rehab
      ORGANIZER:mailto:eva@example.org
      ATTENDEE;PARTSTAT=ACCEPTED:mailto:nuria@example.org
      ATTENDEE;PARTSTAT=DECLINED:mailto:cyd@example.org
      END:VEVENT
      """)
    _ = try folder.file("sessions.ics", others)
    let refused = try book("eva@example.org", "bob@example.org", "2026-03-13T07:30")
    #expect(
      refused.status == .refused && refused.errors.first?.contains("eva@example.org is busy: Rehab") == true)
    #expect(try book("leo@example.org", "nuria@example.org", "2026-03-13T08:00").status == .refused)
    #expect(try book("leo@example.org", "cyd@example.org", "2026-03-13T08:00").status == .done)
    #expect(try book("eva@example.org", "bob@example.org", "2026-03-13T08:30").status == .done)
    let slots = try run(
      "slots", "--coach", "eva@example.org", "--from", "2026-03-20", "--until", "2026-03-20")
    #expect(slots.lines.count > 10)
    #expect(!slots.lines.contains { $0.contains(" 07:00–") || $0.contains(" 08:00–") })
  }

  @Test("edit and copy book nobody twice; other properties of what overlaps already change")
  func changedAsItem() throws {
    _ = try book("eva", "bob", "2026-03-03T10:00")
    _ = try book("eva", "cyd", "2026-03-03T12:00")
    func almanac(_ words: String...) throws -> AlmanacRun {
      try AlmanacRun(words + ["-c", path, "--now", "2026-03-02T08:00", "--format", "json"])
    }
    let before = try folder.content("sessions.ics")
    for run in [
      try almanac("edit", "item-1", "--at", "2026-03-03 10:30"), try almanac("edit", "item-0", "--for", "3h"),
      try almanac("copy", "item-0"),
    ] {
      #expect(run.status == .refused)
      let codes = try ReadJSON(run.output)["refused"].array.strings("code")
      #expect(Set(codes) == ["conflict"])
    }
    #expect(try folder.content("sessions.ics") == before)
    #expect(try almanac("edit", "item-1", "--at", "2026-03-03 11:00").status == .done)
    #expect(try almanac("edit", "item-1", "--title", "Legs").status == .done)
    #expect(try run("cancel", "item-0").status == .done)
    #expect(try almanac("copy", "item-0").status == .done)
    #expect(try almanac("edit", "item-1", "--at", "2026-03-03 10:00").status == .done)
  }

  @Test("an empty list says whose appointments are no sessions")
  func otherOrganizers() throws {
    _ = try folder.file(
      "sessions.ics",
      Sample.calendar(
        Sample.event(
          "a", ";TZID=Europe/Madrid:20260303T100000", "Legs",
          "DURATION:PT1H\nORGANIZER:mailto:eva@example.org\nATTENDEE:mailto:bob@example.org\n")))
    for command in ["list", "next"] {
      let empty = try run(command)
      #expect(empty.errors.count == 1 && empty.errors.first?.contains("--coach eva@example.org") == true)
      let named = try run(command, "--coach", "eva@example.org")
      #expect(named.errors.isEmpty && named.lines.count == 1)
    }
  }
}
