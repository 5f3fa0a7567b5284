import CommandLineKit
import Testing

@Suite("session clients")
struct ClientTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("sessions.ics")
  }

  private func run(_ arguments: String..., now: String = "2026-03-02T08:00", input: String = "") throws
    -> AlmanacRun
  {
    try AlmanacRun(["session"] + arguments + ["-c", path, "--now", now], input: input)
  }

  private func codes(_ run: AlmanacRun) throws -> [String] {
    #expect(run.status == .refused)
    return try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string }
  }

  private func clients(of coach: String = "eva") throws -> [String] {
    try ReadJSON(try run("clients", "list", "--coach", coach, "--format", "json").output)["clients"].array
      .compactMap { $0["client"].string }
  }

  @Test(
    "G1 clients are added, listed with their last training, and kept without a session; G8 to each coach their own"
  )
  func adding() throws {
    #expect(try run("clients", "add", "bob@example.org", "--coach", "eva", "--name", "Bob").status == .done)
    #expect(try run("clients", "add", "ann", "--coach", "eva").status == .done)
    #expect(
      try codes(run("clients", "add", "ann", "--coach", "eva", "--format", "json")) == ["already_a_client"])
    #expect(try clients() == ["ann", "bob@example.org"])
    #expect(try run("clients", "--coach", "fay").lines.count == 1 && clients(of: "fay").isEmpty)
    _ = try run("book", "--coach", "eva", "--client", "bob@example.org", "--at", "2026-03-01T10:00")
    #expect(try run("complete", "item-0").status == .done)
    #expect(
      try run("clients", "--coach", "eva").lines == ["ann  –", "Bob  bob@example.org  2026-03-01 10:00"])
    // The record of a client is not in the agenda, and the file has no faults.
    #expect(try AlmanacRun("list", "-c", path, "--now", "2026-03-02T08:00").output.contains("ann") == false)
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test("the name beside the address of a coach is preserved")
  func nameOfCoach() throws {
    #expect(try run("clients", "add", "ann", "--coach", "Laia Riera <laia@x.example>").status == .done)
    let text = try folder.content("sessions.ics").replacing("\r\n ", with: "")
    #expect(text.contains("ORGANIZER;CN=Laia Riera:mailto:laia@x.example"))
  }

  @Test("sessions are listed with the names of clients, and in JSON with their addresses")
  func names() throws {
    #expect(try run("clients", "add", "angel@x.example", "--coach", "eva", "--name", "Àngel").status == .done)
    _ = try run("book", "--coach", "eva", "--client", "angel@x.example", "--at", "2026-03-05T10:00")
    for listed in [
      try run("list"), try run("next"),
      try run("clients", "remove", "angel@x.example", "--coach", "eva", "--dry-run"),
    ] {
      #expect(listed.lines.first?.contains("eva, Àngel  ") == true && !listed.lines[0].contains("angel@"))
    }
    let json = try ReadJSON(run("list", "--format", "json").output)["sessions"].array
    #expect(json.map { $0["client"].string } == ["angel@x.example"])
  }

  /// Appointments of laia that another program planned: with Zoe and Álvaro once, with Biel on three Mondays.
  private func planAppointments() throws {
    func event(_ name: String, _ day: String, _ more: String = "") -> String {
      let address = name.lowercased().replacing("á", with: "a")
      return """
        BEGIN:VEVENT\r
        UID:\(address)\r
        DTSTAMP:20260101T000000Z\r
        DTSTART;TZID=Europe/Madrid:\(day)T180000\r
        DTEND;TZID=Europe/Madrid:\(day)T190000\r
        \(more)SUMMARY:Training\r
        ORGANIZER;CN=Laia:mailto:laia@x.example\r
        ATTENDEE;CN=\(name);ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:\(address)@x.example\r
        END:VEVENT\r\n
        """
    }
    _ = try folder.file(
      "sessions.ics",
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Other//EN\r\n" + event("Zoe", "20260303")
        + event("Álvaro", "20260304") + event("Biel", "20260223", "RRULE:FREQ=WEEKLY;COUNT=3\r\n")
        + "END:VCALENDAR\r\n")
  }

  @Test(
    "G1 those who have appointments with a coach are clients, by name in the order of the language, and each date is a session"
  )
  func appointments() throws {
    try planAppointments()
    let listed = try ReadJSON(
      run("clients", "list", "--coach", "laia@x.example", "--format", "json").output)["clients"].array
    #expect(listed.map { $0["name"].string } == ["Álvaro", "Biel", "Zoe"])
    #expect(listed.map { $0["client"].string } == ["alvaro@x.example", "biel@x.example", "zoe@x.example"])
    #expect(listed.map { $0["lastTrained"].string } == [nil, "2026-02-23T18:00:00+01:00", nil])
    let sessions = try ReadJSON(
      run("list", "--coach", "laia@x.example", "--format", "json").output)["sessions"].array
    #expect(
      sessions.map { "\(String(($0["start"].string ?? "").prefix(10))) \($0["state"].string ?? "")" } == [
        "2026-02-23 completed", "2026-03-02 scheduled", "2026-03-03 scheduled", "2026-03-04 scheduled",
        "2026-03-09 scheduled",
      ])
    let next = try run("next", "--coach", "laia@x.example", "-n", "1")
    #expect(next.lines.count == 1 && next.lines[0].contains("Biel"))
    #expect(
      try run("clients", "remove", "alvaro@x.example", "--coach", "laia@x.example", "--yes").status == .done)
    #expect(try clients(of: "laia@x.example") == ["biel@x.example", "zoe@x.example"])
  }

  @Test("the future sessions of a removed client are listed first; past ones are preserved")
  func removing() throws {
    _ = try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-01T10:00")
    _ = try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-05T10:00")
    #expect(try run("complete", "item-0").status == .done)
    let before = try folder.content("sessions.ics")
    let asked = try run("clients", "remove", "bob", "--coach", "eva", input: "n\n")
    #expect(asked.status == .refused && asked.questions.count == 1)
    #expect(asked.lines.count == 1 && asked.lines.first?.contains("item-1") == true)
    #expect(try run("clients", "remove", "bob", "--coach", "eva", "--dry-run").status == .done)
    #expect(try folder.content("sessions.ics") == before)
    let done = try run("clients", "remove", "bob", "--coach", "eva", "--yes", "--format", "json")
    #expect(try ReadJSON(done.output)["cancelled"].array.compactMap { $0["uid"].string } == ["item-1"])
    #expect(try clients().isEmpty)
    let sessions = try ReadJSON(try run("list", "--format", "json").output)["sessions"].array
    #expect(sessions.compactMap { $0["state"].string } == ["completed", "cancelled"])
    #expect(
      try codes(run("clients", "remove", "bob", "--coach", "eva", "--format", "json")) == ["not_a_client"])
    // A new booking adds the client again.
    #expect(
      try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-06T10:00").status == .done)
    #expect(try clients() == ["bob"])
    #expect(try run("complete", "item-2", now: "2026-03-06T11:30").status == .done)
    let later = try run("clients", "--coach", "eva", now: "2026-03-09T08:00")
    #expect(later.lines == ["bob  2026-03-06 10:00"])
  }

  @Test("a client who trains just now cannot be removed")
  func running() throws {
    _ = try run("start", "--coach", "eva", "--client", "bob")
    #expect(
      try codes(run("clients", "remove", "bob", "--coach", "eva", "--yes", "--format", "json")) == [
        "wrong_state"
      ])
    #expect(try clients() == ["bob"])
  }
}
