import CommandLineKit
import Testing

@Suite("Journals, attendees and alarms through the commands")
struct ItemPartsTests {
  private func shown(_ desk: Desk, _ uid: String) throws -> ReadJSON {
    try ReadJSON(try desk.run("show", uid, "--format", "json").output)["item"]
  }

  @Test("a note is added, on a day or on none, listed, shown, changed and taken away")
  func journals() throws {
    let desk = try Desk()
    #expect(
      try desk.run(
        "add", "journal", "Sunny", "--at", "2026-03-04", "--note", "At last", "--category", "Diary"
      ).lines
        == ["item-0"])
    #expect(try desk.run("add", "journal", "Idea").lines == ["item-1"])
    let items = try desk.items(until: "2026-03-08").filter { $0["kind"].string == "journal" }
    #expect(items.compactMap { $0["start"].string } == ["2026-03-04"])
    #expect(try desk.run("list", "--kind", "journal").lines.filter { $0.contains("✎") }.count == 2)
    #expect(try desk.run("show", "item-0").lines.first == "✎ Sunny")
    #expect(try shown(desk, "item-0")["description"].string == "At last")
    #expect(try desk.run("edit", "item-0", "--at", "2026-03-05", "--status", "final").status == .done)
    #expect(try shown(desk, "item-0")["start"].string == "2026-03-05")
    #expect(try AlmanacRun("validate", desk.path).output.isEmpty)
    #expect(try desk.content.contains("BEGIN:VJOURNAL"))
    #expect(try desk.run("delete", "item-0", "--yes").status == .done)
    #expect(try desk.run("show", "item-0").status == .refused)
  }

  @Test(
    "properties that a note cannot have are refused, and nothing is written",
    arguments: [
      (["--alarm", "5m"], "misplaced_alarm"), (["--for", "1h", "--at", "2026-03-04"], "misplaced_duration"),
      (["--location", "Room"], "misplaced_location"),
    ])
  func refusedJournals(arguments: [String], code: String) throws {
    let folder = try TemporaryFolder()
    let run = try AlmanacRun(
      ["add", "journal", "Idea"] + arguments + ["-c", folder.path("c.ics"), "--format", "json"])
    #expect(run.status == .refused)
    #expect(try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string } == [code])
    #expect(try folder.names.isEmpty)
  }

  @Test("participants are set, found and changed; those who answered keep their answers")
  func attendees() throws {
    let desk = try Desk()
    _ = try desk.run(
      "add", "event", "Review", "--at", "2026-03-04T10:00", "--attendee", "Ana <ana@example.org>",
      "--attendee",
      "bob@example.org", "--organizer", "Eva <eva@example.org>")
    #expect(
      try shown(desk, "item-0")["attendees"].array.compactMap(\.string) == [
        "mailto:ana@example.org", "mailto:bob@example.org",
      ])
    #expect(try shown(desk, "item-0")["organizer"].string == "mailto:eva@example.org")
    let text = try desk.content.replacing("CN=Ana:", with: "CN=Ana;PARTSTAT=ACCEPTED:")
    #expect(text != (try desk.content))
    _ = try desk.folder.file("calendar.ics", text)
    #expect(
      try desk.run("show", "item-0").lines.contains {
        $0.hasPrefix("attendee") && $0.hasSuffix("Ana <ana@example.org>, accepted")
      })
    #expect(try desk.run("list", "--attendee", "BOB@example.org").output.contains("Review"))
    #expect(try desk.run("list", "--attendee", "Bob <bob@example.org>").output.contains("Review"))
    #expect(try desk.run("list", "--attendee", "eva@example.org").output.contains("Review"))
    #expect(try !desk.run("list", "--attendee", "zoe@example.org").output.contains("Review"))
    _ = try desk.run("edit", "item-0", "--attendee", "ana@example.org", "--attendee", "cyd@example.org")
    let lines = try desk.run("show", "item-0").lines.filter { $0.hasPrefix("attendee") }
    #expect(
      lines.count == 2 && lines.first?.hasSuffix(", accepted") == true && lines.last?.contains("cyd") == true)
    #expect(try desk.run("edit", "item-0", "--attendee", "").status == .done)
    #expect(try shown(desk, "item-0")["attendees"].array.isEmpty)
    #expect(try desk.run("add", "event", "X", "--at", "2026-03-04", "--attendee", "nobody").status == .usage)
    #expect(try AlmanacRun("validate", desk.path).output.isEmpty)
  }

  @Test("alarms are set, shown and replaced; those of a to-do count from when it is due")
  func alarms() throws {
    let desk = try Desk()
    _ = try desk.run("add", "event", "Talk", "--at", "2026-03-04T10:00", "--alarm", "15m", "--alarm", "1d")
    _ = try desk.run("add", "todo", "Form", "--at", "2026-03-04T10:00", "--alarm", "1h")
    #expect(
      try shown(desk, "item-0")["alarms"].array.compactMap { $0["offset"].string } == [
        "-PT15M", "-P1D",
      ])
    #expect(try desk.content.contains("TRIGGER;RELATED=END:-PT1H"))
    #expect(try desk.run("edit", "item-0", "--alarm", "5m").status == .done)
    #expect(try desk.run("show", "item-0").lines.filter { $0.hasPrefix("alarm") }.count == 1)
    #expect(try desk.content.contains("TRIGGER:-PT5M"))
    #expect(try !desk.content.contains("TRIGGER:-PT15M"))
  }

  @Test("a list is of categories, of a text, of kinds")
  func filtered() throws {
    func names(_ arguments: String...) throws -> [String] {
      let run = try AlmanacRun(
        ["list", "--from", "2026-03-02", "--until", "2026-03-31", "--format", "json", "-c", "-"] + arguments,
        input: Sample.course)
      return try ReadJSON(run.output)["items"].array.compactMap { $0["uid"].string?.prefix { $0 != "@" } }
        .map(String.init)
    }
    // The moved instance has no category.
    #expect(try names("--category", "maths") == ["algebra", "algebra", "algebra"])
    #expect(try names("--category", "art", "--category", "lectures").count == 3)
    #expect(try names("--text", "setmana") == ["holidays"])
    #expect(try names("--text", "AULA 3").count == 3)
    #expect(try names("--kind", "todo").isEmpty)
    let undated = try AlmanacRun("list", "--kind", "todo", "-c", "-", input: Sample.course)
    #expect(undated.output.contains("Essay") && !undated.output.contains("lgebra"))
  }
}
