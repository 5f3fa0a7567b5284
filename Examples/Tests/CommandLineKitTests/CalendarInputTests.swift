import CommandLineKit
import Foundation
import Testing

@Suite("Where calendars come from")
struct CalendarInputTests {
  private func names(_ run: AlmanacRun) throws -> [String] {
    try ReadJSON(run.output)["items"].array.compactMap { item in
      guard let summary = item["summary"].string, let calendar = item["calendar"].string else { return nil }
      return "\(calendar): \(summary)"
    }
  }

  private func list(_ arguments: String..., variables: [String: String] = [:]) throws -> AlmanacRun {
    try AlmanacRun(
      ["list", "--format", "json", "--from", "2026-03-01"] + arguments,
      variables: variables.merging(["TZ": "Europe/Madrid"]) { one, _ in one })
  }

  private func item(_ uid: String) -> String {
    Sample.calendar(Sample.event(uid, ";VALUE=DATE:20260303", uid))
  }

  @Test("several files, each under its own name or that of its file")
  func files() throws {
    let folder = try TemporaryFolder()
    let one = try folder.file("one.ics", item("a"))
    let two = try folder.file(
      "two.ics", Sample.calendar(name: "Named", Sample.event("b", ";VALUE=DATE:20260304", "b")))
    let run = try list("-c", one, "--calendar", two)
    #expect(try names(run) == ["one: a", "Named: b"])
  }

  @Test("a folder is one calendar, with its name and colour; folders in it are others")
  func folder() throws {
    let folder = try TemporaryFolder()
    for path in ["work", "home"] { try folder.makeFolder(path) }
    _ = try folder.file("work/1.ics", item("a"))
    _ = try folder.file("work/2.ics", item("b"))
    _ = try folder.file("work/displayname", "Work\n")
    _ = try folder.file("work/color", "#008080\n")
    _ = try folder.file("work/notes.txt", "no calendar")
    _ = try folder.file("home/1.ics", item("c"))
    let run = try list("-c", folder.path)
    #expect(run.errors.isEmpty)
    #expect(Set(try names(run)) == ["Work: a", "Work: b", "home: c"])
    let colors = try ReadJSON(run.output)["items"].array.filter { $0["calendar"].string == "Work" }
    #expect(colors.map { $0["color"].string } == ["teal", "teal"])
  }

  @Test("a red of a folder is kept and shown as another colour; an invalid one is reported")
  func folderColors() throws {
    let folder = try TemporaryFolder()
    for (name, color) in [("red", "#FF0000"), ("odd", "colourful")] {
      try folder.makeFolder(name)
      _ = try folder.file("\(name)/1.ics", item(name))
      _ = try folder.file("\(name)/color", color + "\n")
    }
    let run = try list("-c", folder.path)
    #expect(run.status == .done && run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix(folder.path("odd/color") + ":1: ") == true)
    let shown = try ReadJSON(run.output)["items"].array.filter { $0["calendar"].string == "red" }
    #expect(shown.count == 1 && shown.allSatisfy { $0["color"].string != "red" && $0["color"].string != nil })
    #expect(try folder.content("red/color") == "#FF0000\n")
  }

  @Test("one bad file of a folder does not cost the others")
  func badFileInFolder() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("bad.ics", "nothing")
    _ = try folder.file("good.ics", item("a"))
    let run = try list("-c", folder.path)
    #expect(run.status == .badData)
    #expect(try names(run).count == 1)
    #expect(run.errors.count == 2 && run.errors.first?.contains("/bad.ics:1: ") == true)
  }

  @Test("without an option the variables decide; the default place may be missing")
  func places() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("almanac")
    let file = try folder.file("almanac/1.ics", item("a"))
    #expect(
      try names(try list(variables: ["ALMANAC_CALENDAR": file, "XDG_DATA_HOME": "/nowhere"])) == ["1: a"])
    #expect(try names(try list(variables: ["XDG_DATA_HOME": folder.path])) == ["almanac: a"])
    try folder.makeFolder(".local/share/almanac")
    _ = try folder.file(".local/share/almanac/2.ics", item("b"))
    #expect(try names(try list(variables: ["HOME": folder.path])) == ["almanac: b"])
    let missing = try list(variables: ["XDG_DATA_HOME": folder.path("none")])
    #expect(missing.status == .done && missing.errors.isEmpty)
    #expect(try list(variables: ["ALMANAC_CALENDAR": folder.path("none")]).status == .noInput)
  }

  @Test(
    "the first item makes a missing folder, with its parents, unless the path has the ending of a file",
    arguments: ["work", "new/work", "new/calendars.d/work"])
  func firstItem(path: String) throws {
    let add = ["add", "event", "Lunch", "--at", "2026-03-03T12:00"]
    for isVariable in [true, false] {
      let folder = try TemporaryFolder()
      func run(_ words: [String]) throws -> AlmanacRun {
        let path = folder.path(path)
        return try AlmanacRun(
          words + (isVariable ? [] : ["-c", path]),
          variables: ["TZ": "Europe/Madrid"].merging(isVariable ? ["ALMANAC_CALENDAR": path] : [:]) { $1 })
      }
      #expect(try run(["list"]).status == .noInput)
      #expect(try run(add + ["--dry-run"]).status == .done)
      #expect(try folder.names.isEmpty)
      let added = try run(add)
      #expect(added.status == .done, "\(added.errors)")
      let uid = try #require(added.lines.first)
      #expect(try folder.content("\(path)/\(uid).ics").contains("SUMMARY:Lunch"))
      #expect(try run(["list", "--from", "2026-03-01"]).output.contains("Lunch"))
    }
    let folder = try TemporaryFolder()
    #expect(try AlmanacRun(add + ["-c", folder.path("work.ics")]).status == .done)
    #expect(try folder.content("work.ics").contains("SUMMARY:Lunch"))
  }

  @Test("a configured calendar that is not there yet is empty, and is made by the first item")
  func configured() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".config/almanac")
    _ = try folder.file(".config/almanac/config.toml", "[calendars.work]\npath = \"~/calendars/work\"\n")
    func run(_ words: String...) throws -> AlmanacRun {
      try AlmanacRun(words, variables: ["TZ": "Europe/Madrid", "HOME": folder.path])
    }
    for command in ["today", "list", "calendars"] { #expect(try run(command).status == .done) }
    #expect(try run("today").output.contains("There is no calendar yet"))
    let uid = try #require(try run("add", "event", "Lunch", "--at", "2026-03-03T12:00").lines.first)
    #expect(try folder.content("calendars/work/\(uid).ics").contains("SUMMARY:Lunch"))
  }

  @Test(
    "a file that is missing, empty or no iCalendar ends with its exit code and one line",
    arguments: [
      (nil, ProgramStatus.noInput), ("", .badData), ("\n\n", .badData),
      ("{\"not\": \"iCalendar\"}\n", .badData),
    ] as [(String?, ProgramStatus)])
  func badInput(content: String?, status: ProgramStatus) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("calendar.ics")
    if let content { _ = try folder.file("calendar.ics", content) }
    for command in [["month"], ["list"]] {
      let run = try AlmanacRun(command + ["-c", path])
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      #expect(run.errors.count == 1 && run.errors.first?.hasPrefix(path + ":") == true, "\(run.errors)")
    }
    #expect(try AlmanacRun(["convert", path, "-"]).status == status)
    #expect(try AlmanacRun(["validate", path]).status == status)
  }

  @Test("a broken component among good ones is reported, and the good ones are shown")
  func brokenComponent() throws {
    let calendar = Sample.calendar(
      Sample.event("good1", ";VALUE=DATE:20260302", "One") + "\n"
        + Sample.event("broken", ":someday", "Broken") + "\n"
        + Sample.event("good2", ";VALUE=DATE:20260303", "Two"))
    let run = try AlmanacRun(
      ["list", "-c", "-", "--from", "2026-03-01", "--format", "json"], input: calendar)
    #expect(run.status == .done)
    #expect(try ReadJSON(run.output)["items"].array.map { $0["uid"].string } == ["good1", "good2"])
    #expect(!run.errors.isEmpty)
    #expect(run.errors.allSatisfy { $0.hasPrefix("standard input:") && $0.contains("broken") })
  }

  @Test("escape sequences in titles do not reach the terminal", arguments: ["month", "list"])
  func safety(command: String) throws {
    let calendar = Sample.calendar(Sample.event("x", ";VALUE=DATE:20260316", "A\u{1B}]0;pwned\u{7}B\u{9B}2J"))
    let run = try AlmanacRun(
      [command, "-c", "-", "--today", "2026-03-16", "--color", "always"], input: calendar)
    #expect(run.output.contains("A"))
    #expect(
      !run.output.contains("\u{1B}]") && !run.output.contains("\u{7}") && !run.output.contains("\u{9B}"))
  }

  @Test("an item without a UID has the same one in each run")
  func determinism() throws {
    let calendar = Sample.calendar("BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260303\nSUMMARY:x\nEND:VEVENT")
    let run = {
      try AlmanacRun(["list", "-c", "-", "--from", "2026-03-01", "--format", "json"], input: calendar).output
    }
    #expect(try run() == run())
  }
}
