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

@Suite("convert and validate")
struct ConvertTests {
  @Test("the written calendar is the same, in lines that end in CRLF")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("in.ics", Sample.course)
    let target = folder.path("out.ics")
    #expect(try AlmanacRun(["convert", source, target]).status == .done)
    let text = try folder.content("out.ics")
    #expect(text.replacing("\r\n", with: "").contains("\n") == false)
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
    let list = { path in
      try AlmanacRun(["list", "-c", path, "--format", "json", "--from", "2026-01-01", "--days", "365"]).output
    }
    #expect(try list(source) == list(target))
    let again = try AlmanacRun(["convert", target, "-"])
    #expect(again.output == text)
    let validation = try AlmanacRun(["validate", target])
    #expect(validation.output.isEmpty && validation.errors.isEmpty)
  }

  @Test("jCal round-trips")
  func jCal() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("in.ics", Sample.course)
    let json = folder.path("out.json")
    #expect(try AlmanacRun(["convert", source, json]).status == .done)
    // RFC 7265 §3.2: an array of a name, properties and components.
    let value = try ReadJSON(try folder.content("out.json"))
    #expect(value.array.first?.string == "vcalendar" && value.array.count == 3)
    let back = folder.path("back.ics")
    #expect(try AlmanacRun(["convert", json, back]).status == .done)
    let list = { path in
      try AlmanacRun(["list", "-c", path, "--format", "json", "--from", "2026-01-01", "--days", "365"]).output
    }
    #expect(try list(source) == list(back))
    #expect(
      try AlmanacRun(["export", "-c", source, "--format", "json"]).output == folder.content("out.json"))
  }

  @Test("errors in jCal are reported with their line in the file, and the rest is read")
  func brokenJCal() throws {
    let text = #"""
      ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","-//T//T//EN"]],[
       ["vevent",[["uid",{},"text","a@x"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],
        ["dtstart",{},"date","2026-03-02"],
        ["summary",{},"text"],
        ["priority",{},"integer","abc"],
        ["location",{},"text","Hall"]],[]]]]
      """#
    let folder = try TemporaryFolder()
    let file = try folder.file("in.json", "\u{FEFF}" + text)
    let validation = try AlmanacRun(["validate", file])
    #expect(validation.status == .done && validation.lines.count == 2)
    #expect(validation.lines.first?.hasPrefix("\(file):4: error bad_property: a@x SUMMARY: ") == true)
    #expect(validation.lines.last?.hasPrefix("\(file):5: ") == true)
    #expect(validation.lines.last?.contains("a@x PRIORITY: ") == true)
    let conversion = try AlmanacRun(["convert", file, "-"])
    #expect(conversion.status == .done && conversion.output.contains("\r\nLOCATION:Hall\r\n"))
    #expect(conversion.errors.count == 2)
    #expect(zip(conversion.errors, 4...5).allSatisfy { $0.hasPrefix("\(file):\($1): ") })
  }

  /// An event that cannot be read beside a good one, in each of the three formats.
  private static let unreadable = [
    (
      "in.ics",
      Sample.calendar(
        Sample.event("bad", ":20260230T100000Z", "Bad") + "\n"
          + Sample.event("good", ":20260302T100000Z", "Good"))
    ),
    (
      "in.json",
      #"""
      ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","-//T//T//EN"]],[
       ["vevent",[["uid",{},"text","bad"],["dtstart",{},"date","soon"]],[]],
       ["vevent",[["uid",{},"text","good"],["dtstart",{},"date","2026-03-02"]],[]]]]
      """#
    ),
    (
      "in.jscal",
      #"""
      {"@type":"Group","uid":"g","entries":[
       {"@type":"Event","uid":"bad","start":"soon"},{"@type":"Event","uid":"good","start":"2026-03-02T09:00:00"}]}
      """#
    ),
  ]

  @Test(
    "an item that cannot be read ends a conversion, an export and an import with 65, and the others are written"
  )
  func unreadableItem() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.unreadable {
      let file = try folder.file(name, text)
      for arguments in [
        ["convert", file, "-"], ["convert", file, "-", "--format", "json"], ["export", "-c", file],
        ["export", "--feed", "-c", file], ["import", file, "-c", folder.path("own-\(name).ics")],
      ] {
        let run = try AlmanacRun(arguments)
        #expect(run.status == .badData, "\(arguments)")
        #expect(run.output.contains("good") && run.errors.contains { $0.contains("bad") }, "\(arguments)")
      }
      for target in ["out.ics", "out.json", "out.jscal"] {
        #expect(try AlmanacRun("convert", file, folder.path(target)).status == .badData)
        #expect(try folder.content(target).contains("good"))
      }
      try folder.makeFolder("folder-\(name)")
      _ = try folder.file("folder-\(name)/a.ics", text)
      #expect(try AlmanacRun("export", "-c", folder.path("folder-\(name)")).status == .badData)
    }
  }

  @Test("a legal message whose event has no start is converted")
  func messageWithoutStart() throws {
    let text = Sample.calendar(
      "METHOD:REFRESH\nBEGIN:VEVENT\nUID:m\nDTSTAMP:20260101T000000Z\nORGANIZER:mailto:b@x.org\n"
        + "ATTENDEE:mailto:a@x.org\nEND:VEVENT")
    let run = try AlmanacRun("convert", "-", "-", input: text)
    #expect(run.status == .done && run.errors.isEmpty && run.output.contains("UID:m"))
  }

  @Test("what a conversion leaves out is reported, line by line, and ends with 0")
  func losses() throws {
    let lines = ["GEO:abc", "COLOR:nonsense", "SUMMARY:again", "PRIORITY:12"]
    let event = Sample.event("a", ":20260302T100000Z", "A", lines.map { $0 + "\n" }.joined())
    let run = try AlmanacRun("convert", "-", "-", input: Sample.calendar(event))
    #expect(run.status == .done && run.errors.count == lines.count, "\(run.errors)")
    for (number, name) in ["GEO", "COLOR", "SUMMARY", "PRIORITY"].enumerated() {
      #expect(run.errors.contains { $0.hasPrefix("standard input:\(9 + number): a \(name): ") }, "\(name)")
    }
    #expect(try AlmanacRun("convert", "-", "-", input: Sample.course).errors.isEmpty)
  }

  @Test("a JSON file that is not a calendar is refused with its line", arguments: ["convert", "validate"])
  func noJCal(command: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("in.json", "\n" + #"["vcard",[],[]]"#)
    let run = try AlmanacRun([command, file] + (command == "convert" ? ["-"] : []))
    #expect(run.status == .badData && run.output.isEmpty)
    #expect(run.errors.count == 1 && run.errors[0].hasPrefix("\(file):2: this is not jCal (expected "))
  }

  @Test(
    "JSCalendar round-trips", arguments: ["jscal", "jscal.json", "jscalendar"])
  func jsCalendar(suffix: String) throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("in.ics", Sample.course)
    let written = folder.path("out.\(suffix)")
    #expect(try AlmanacRun(["convert", source, written]).status == .done)
    // RFC 8984 §5.3: a Group with entries.
    let value = try ReadJSON(try folder.content("out.\(suffix)"))
    #expect(value["@type"].string == "Group" && !value["entries"].array.isEmpty)
    let back = folder.path("back.ics")
    #expect(try AlmanacRun(["convert", written, back]).status == .done)
    let list = { path in
      try AlmanacRun(["list", "-c", path, "--format", "json", "--from", "2026-01-01", "--days", "365"]).output
    }
    #expect(try list(source) == list(back))
    #expect(try list(source) == list(written))
  }

  @Test("a file keeps its form when it is changed", arguments: ["jscal", "json"])
  func kept(suffix: String) throws {
    let folder = try TemporaryFolder()
    let calendar = folder.path("c.\(suffix)")
    #expect(try AlmanacRun(["convert", try folder.file("in.ics", Sample.course), calendar]).status == .done)
    let added = try AlmanacRun(["add", "event", "Extra lesson", "--at", "2026-03-03", "-c", calendar])
    #expect(added.status == .done, "\(added.errors)")
    let text = try folder.content("c.\(suffix)")
    #expect(text.hasPrefix(suffix == "json" ? "[" : "{") && text.contains("Extra lesson"))
    #expect(
      try AlmanacRun(["list", "-c", calendar, "--from", "2026-03-03", "--days", "1"]).output.contains("Extra")
    )
  }

  @Test("validate reads JSCalendar and reports its lines; a JSON file of another kind is refused")
  func validateJSCalendar() throws {
    let text = #"""
      {"@type":"Event","uid":"a","updated":"2026-01-01T00:00:00Z",
       "start":"2026-03-02T09:00:00","duration":"long"}
      """#
    let run = try AlmanacRun(["validate", "-"], input: text)
    #expect(run.status == .done)
    #expect(
      run.lines.count == 1 && run.output.hasPrefix("standard input:2:") && run.output.contains("duration"))
    #expect(try AlmanacRun(["validate", "-"], input: #"{"a":1}"#).status != .done)
  }

  @Test("validate reports items that several files of a folder have, and leftovers of killed processes")
  func folderFindings() throws {
    let folder = try TemporaryFolder()
    for name in ["a.ics", "a (conflicted copy).ics", "b.ics"] {
      let uid = String(name.prefix(1))
      _ = try folder.file(name, Sample.calendar(Sample.event(uid, ";VALUE=DATE:20260303", name)))
    }
    _ = try folder.file(".almanac-new-x1", "half a fi")
    let run = try AlmanacRun("validate", folder.path, "--format", "json")
    #expect(run.status == .done && run.errors.isEmpty)
    let found = try ReadJSON(run.output)["diagnostics"].array
    #expect(found.compactMap { $0["code"].string } == ["duplicate_uid", "orphan_temporary"])
    #expect(found.map { $0["uid"].string } == ["a", ""])
    // The copy is named, not the original.
    let names = ["a (conflicted copy).ics", ".almanac-new-x1"]
    #expect(found.compactMap { $0["file"].string } == names.map { folder.path($0) })
    // The next change removes the temporary file; the duplicate stays.
    #expect(try AlmanacRun("edit", "b", "--title", "B", "-c", folder.path).status == .done)
    let journal = try folder.content(".almanac-undo")
    _ = try folder.file(".almanac-undo", journal.replacing("settled", with: "pending"))
    let interrupted = try AlmanacRun("validate", folder.path).lines
    #expect(interrupted.count == 2 && interrupted.first?.contains("warning interrupted_change: ") == true)
    _ = try folder.file(".almanac-undo", journal)
    let lines = try AlmanacRun("validate", folder.path).lines
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains("duplicate_uid") })
  }

  @Test("validate reports each diagnostic with its position")
  func validate() throws {
    let calendar = Sample.calendar(
      Sample.event("end", ";VALUE=DATE:20260303", "x", "DTEND;VALUE=DATE:20260301\n") + "\n"
        + Sample.event("start", ":someday", "y"))
    let run = try AlmanacRun(["validate", "-", "--format", "json"], input: calendar)
    #expect(run.status == .done)
    let diagnostics = try ReadJSON(run.output)["diagnostics"].array
    #expect(try ReadJSON(run.output)["version"].int == 2)
    #expect(
      diagnostics.allSatisfy {
        $0.keys == ["file", "severity", "code", "line", "uid", "property", "message", "repair"]
      })
    #expect(Set(diagnostics.compactMap { $0["uid"].string }) == ["end", "start"])
    // Line numbers are those of an editor.
    let lines = calendar.components(separatedBy: "\r\n")
    for diagnostic in diagnostics where diagnostic["code"].string != "missing_start" {
      let line = lines[(diagnostic["line"].int ?? 1) - 1]
      #expect(line.hasPrefix(diagnostic["property"].string ?? "?"))
    }
    let text = try AlmanacRun(["validate", "-"], input: calendar)
    #expect(text.lines.count == diagnostics.count)
    #expect(text.lines.allSatisfy { $0.hasPrefix("standard input:") })
    #expect(try AlmanacRun(["validate", "-", "--strict"], input: calendar).status == .refused)
    // Its events have a TZID without a VTIMEZONE.
    #expect(try AlmanacRun(["validate", "-", "--strict"], input: Sample.course).status == .refused)
    let floating = Sample.calendar(Sample.event("a", ":20260302T090000", "A"))
    #expect(try AlmanacRun(["validate", "-", "--strict"], input: floating).status == .done)
  }

  @Test("validate reads every file of a folder and of those in it, and names them")
  func validateFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["work", "home"] { try folder.makeFolder(name) }
    _ = try folder.file("work/good.ics", Sample.course)
    let bad = try folder.file("work/bad.ics", Sample.calendar(Sample.event("a", ":someday", "x")))
    let red = try folder.file("work/color", "#FF0000\n")
    let odd = try folder.file("home/color", "colourful\n")
    let run = try AlmanacRun("validate", folder.path, "--format", "json")
    #expect(run.status == .done && run.errors.isEmpty)
    let found = try ReadJSON(run.output)["diagnostics"].array
    #expect(Set(found.compactMap { $0["file"].string }) == [bad, red, odd])
    let ofColors = found.filter { $0["file"].string?.hasSuffix("color") == true }
    #expect(ofColors.compactMap { $0["code"].string } == ["bad_value", "reserved_color"])
    let text = try AlmanacRun("validate", folder.path)
    #expect(text.lines.count == found.count)
    #expect(text.lines.contains { $0.hasPrefix(red + ":1: note reserved_color: #FF0000 is a red") })
    #expect(try AlmanacRun("validate", folder.path, "--strict").status == .refused)
  }

  @Test("the report on a folder with a broken file is written to a file all the same")
  func validateIntoFile() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\nEND:VEVENT\nEND:VCALENDAR\n")
    _ = try folder.file("broken.ics", "{\"not\": \"iCalendar\"}\n")
    let reports = try TemporaryFolder()
    let shown = try AlmanacRun("validate", folder.path)
    let written = try AlmanacRun("validate", folder.path, "-o", reports.path("report.txt"))
    #expect(shown.status == .badData && written.status == .badData && written.errors == shown.errors)
    #expect(!shown.output.isEmpty)
    #expect(try reports.content("report.txt") == shown.output)
    // Without a report the file is not created.
    #expect(
      try AlmanacRun("validate", folder.path("broken.ics"), "-o", reports.path("none.txt")).status == .badData
    )
    #expect(try reports.names == ["report.txt"])
  }

  @Test(
    "a file of a folder that cannot be read is reported, the others are validated, and it is exit code 65")
  func validateBrokenFolder() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.ics", "nothing")
    _ = try folder.file("b.ics", Sample.calendar(Sample.event("b", ":someday", "x")))
    let run = try AlmanacRun("validate", folder.path)
    #expect(run.status == .badData)
    #expect(run.errors.count == 1 && run.errors.first?.hasPrefix(folder.path("a.ics") + ":1: ") == true)
    #expect(!run.lines.isEmpty && run.lines.allSatisfy { $0.hasPrefix(folder.path("b.ics") + ":") })
  }
}
