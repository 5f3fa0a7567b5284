import CommandLineKit
import Foundation
import Testing

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
