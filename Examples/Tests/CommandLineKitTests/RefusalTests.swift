import CommandLineKit
import Testing

@Suite("Refusals of every command")
struct RefusalTests {
  @Test(
    "a refusal is one line with what was expected, and one value for scripts",
    arguments: [
      ["show", "nobody"], ["edit", "nobody", "--title", "x"], ["delete", "nobody", "--yes"],
      ["delete", "--category", "nothing"], ["done", "nobody"], ["done", "exam@example.com"],
      ["add", "task", "x", "--at", "09:00"],
      ["class", "book", "nobody", "--on", "2026-03-02", "--member", "x"],
      ["class", "cancel", "nobody", "--on", "2026-03-02", "--member", "x"],
      ["class", "roster", "nobody", "--on", "2026-03-02"], ["class", "change", "nobody", "--places", "3"],
      ["class", "end", "nobody", "--before", "2026-03-02"],
      ["class", "close", "nobody", "--from", "2026-03-02", "--until", "2026-03-02"],
      ["session", "cancel", "nobody"], ["session", "move", "nobody", "--at", "10:00"],
      ["session", "complete", "nobody"], ["session", "edit", "nobody", "--note", "x"],
      ["session", "start", "nobody"], ["session", "clients", "remove", "nobody", "--coach", "eva"],
    ])
  func refused(arguments: [String]) throws {
    let desk = try Desk()
    let before = try desk.content
    let text = try AlmanacRun(arguments + ["-c", desk.path])
    #expect(text.status == .refused && text.output.isEmpty)
    #expect(text.errors.count == 1)
    #expect(
      text.errors.allSatisfy { $0.hasPrefix("almanac: ") && $0.contains(" (expected ") }, "\(text.errors)")
    let json = try AlmanacRun(arguments + ["-c", desk.path, "--format", "json"])
    #expect(json.status == .refused && json.errors == text.errors)
    let value = try ReadJSON(json.output)
    #expect(value["version"].int == 2 && value["refused"].array.count == 1)
    #expect(value["refused"].array.allSatisfy { $0["code"].string?.isEmpty == false })
    #expect(try desk.content == before)
  }

  @Test(
    "what goes is not asked for twice: scripts get one value, the refusal",
    arguments: [
      ["delete", "algebra@example.com"], ["delete", "--category", "maths"],
      ["session", "clients", "remove", "bob", "--coach", "eva"],
    ])
  func notConfirmed(arguments: [String]) throws {
    let desk = try Desk()
    _ = try desk.run("session", "book", "--coach", "eva", "--client", "bob", "--at", "2026-03-05T10:00")
    let before = try desk.content
    let run = try AlmanacRun(arguments + ["-c", desk.path, "--now", "2026-03-02T08:00", "--format", "json"])
    #expect(run.status == .refused && run.questions.count == 1)
    #expect(try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string } == ["not_confirmed"])
    #expect(try desk.content == before)
  }

  @Test(
    "a missing calendar is exit code 66, also for commands that only read",
    arguments: [
      ["month"], ["week"], ["day"], ["year"], ["list"], ["search", "x"], ["show", "x"], ["export"], ["busy"],
      ["slots", "--for", "30m"], ["session", "list"], ["session", "next"],
      ["session", "clients", "--coach", "eva"], ["class", "list"], ["class", "calendar"],
      ["class", "roster", "x", "--on", "2026-03-02"],
    ])
  func missing(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("none.ics")
    let run = try AlmanacRun(arguments + ["-c", path])
    #expect(run.status == .noInput && run.output.isEmpty)
    #expect(run.errors.count == 1 && run.errors.first?.hasPrefix(path + ": ") == true)
    #expect(try folder.names.isEmpty)
  }

  @Test(
    "a calendar that cannot be made is exit code 73, whatever makes it",
    arguments: [
      ["add", "event", "x", "--at", "2026-03-02"], ["add", "journal", "x"],
      ["session", "book", "--coach", "eva", "--client", "bob", "--at", "2026-03-05T10:00"],
      ["session", "clients", "add", "bob", "--coach", "eva"],
      ["class", "add", "Yoga", "--at", "18:00", "--for", "1h", "--places", "3"],
    ])
  func cannotWrite(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("none/calendar.ics")
    let run = try AlmanacRun(arguments + ["-c", path])
    #expect(run.status == .cannotWrite && run.output.isEmpty)
    #expect(run.errors.count == 1 && run.errors.first?.hasPrefix(path + ": ") == true)
  }
}
