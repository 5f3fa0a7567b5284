import CommandLineKit
import Foundation
import Testing

@Suite("import: previews and feeds")
struct FeedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("own")
  }

  private func event(_ uid: String, _ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines
      + ["END:VEVENT"]).joined(separator: "\n")
  }

  private func feed(_ components: String...) throws -> String {
    try folder.file("feed.ics", Sample.calendar(components.joined(separator: "\n")))
  }

  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", folder.path("own")])
  }

  private var files: [String: String] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("own"))
      return Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.content("own/" + $0)) })
    }
  }

  private var calendars: [String] { get throws { try files.keys.filter { $0.hasSuffix(".ics") }.sorted() } }

  @Test("a dry run shows what would be added, changed and ignored, with the properties, and writes nothing")
  func preview() throws {
    _ = try run("import", feed(event("a", "SUMMARY:A"), event("b", "SUMMARY:B", "SEQUENCE:2")))
    let before = try files
    let source = try feed(
      event("a", "SUMMARY:A new", "SEQUENCE:1"), event("b", "SUMMARY:B old"), event("c", "SUMMARY:C"))
    let preview = try run("import", source, "--dry-run")
    #expect(try preview.status == .done && files == before)
    #expect(
      preview.lines == [
        "replaced a: A new", "~ event a A new", "  + SEQUENCE:1", "  - SUMMARY:A", "  + SUMMARY:A new",
        "older b: B old", "added c: C",
      ])
    let json = try ReadJSON(run("import", source, "--dry-run", "--format", "json").output)
    #expect(try json["dryRun"].bool == true && files == before)
    let names = json["imported"].array.first?["changes"].array.first?["properties"].array
    #expect(names?.compactMap { $0["name"].string }.sorted() == ["SEQUENCE", "SUMMARY"])
    let made = try run("import", source)
    #expect(made.lines == preview.lines.filter { !$0.hasPrefix("~") && !$0.hasPrefix(" ") })
    let after = try files
    #expect(try run("import", source).lines == ["unchanged a: A new", "older b: B old", "unchanged c: C"])
    #expect(try files == after)
  }

  @Test("a dry run creates no folder")
  func previewOfMissing() throws {
    let missing = folder.path("missing") + "/"
    let run = try AlmanacRun("import", feed(event("a", "SUMMARY:A")), "--dry-run", "-c", missing)
    #expect(run.status == .done && run.lines == ["added a: A"])
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test("a refresh removes items that the feed dropped; items added or changed here are preserved")
  func refresh() throws {
    _ = try run("import", folder.file("mine.ics", Sample.calendar(event("mine"))))
    let names = ["a", "b", "c", "d"]
    let first = try run("import", "--refresh", feed(names.map { event($0) }.joined(separator: "\n")))
    #expect(first.status == .done)
    #expect(try calendars == ["a.ics", "b.ics", "c.ics", "d.ics", "mine.ics"])
    let state = try files
    _ = try run("import", "--refresh", folder.path("feed.ics"))
    #expect(try files == state)
    #expect(try run("edit", "b", "--title", "Mine now").status == .done)
    let second = try run("import", "--refresh", feed(event("a"), event("d")))
    #expect(second.lines == ["unchanged a: ", "unchanged d: ", "removed c: "])
    #expect(second.errors.count == 1 && second.errors[0].contains("b: gone from the feed"))
    #expect(try calendars == ["a.ics", "b.ics", "d.ics", "mine.ics"])
    #expect(try run("undo").status == .done)
    #expect(try calendars == ["a.ics", "b.ics", "c.ics", "d.ics", "mine.ics"])
    #expect(try run("import", "--refresh", folder.path("feed.ics")).lines.last == "removed c: ")
  }

  @Test(
    "the owner's alarms and notes are preserved when the feed changes something else, however late they were added"
  )
  func localEdits() throws {
    _ = try run("import", "--refresh", feed(event("a", "SUMMARY:Match")))
    let edit = try run("edit", "a", "--alarm", "15m", "--note", "Bring water", "--now", "2026-02-01T08:00")
    #expect(edit.status == .done)
    let later = event("a", "SUMMARY:Final").replacing("20260101T", with: "20260102T")
    #expect(try run("import", "--refresh", feed(later)).lines == ["replaced a: Final"])
    let text = try folder.content("own/a.ics")
    for line in ["SUMMARY:Final", "DESCRIPTION:Bring water", "TRIGGER:-PT15M"] {
      #expect(text.contains(line + "\r\n"), "\(text)")
    }
    let state = try files
    #expect(try run("import", "--refresh", folder.path("feed.ics")).lines == ["unchanged a: Final"])
    #expect(try files == state)
  }

  @Test("a series deleted here is reported as such, and a property changed on both sides with both values")
  func deletedAndChanged() throws {
    _ = try run("import", "--refresh", feed(event("a", "SUMMARY:A"), event("b", "SUMMARY:B")))
    #expect(try run("delete", "a", "--yes").status == .done)
    let again = try run("import", "--refresh", folder.path("feed.ics"))
    #expect(again.status == .done && again.lines == ["deleted_here a: A", "unchanged b: B"])
    #expect(try calendars == ["b.ics"])
    #expect(try run("edit", "b", "--title", "Mine", "--now", "2026-02-01T08:00").status == .done)
    let later = event("b", "SUMMARY:Theirs").replacing("20260101T", with: "20260301T")
    let changed = try run("import", "--refresh", feed(event("a", "SUMMARY:A"), later))
    #expect(changed.status == .done && changed.lines == ["deleted_here a: A", "replaced b: Theirs"])
    #expect(changed.errors.count == 1)
    let conflict = "b: SUMMARY: ours SUMMARY:Mine, theirs SUMMARY:Theirs, resolved: theirs"
    #expect(changed.errors.first?.contains(conflict) == true)
    #expect(try run("import", "--refresh", folder.path("feed.ics")).errors.isEmpty)
  }

  @Test("an item of two feeds is removed when both lack it")
  func twoFeeds() throws {
    func refresh(_ name: String, _ uids: String...) throws -> AlmanacRun {
      let file = try folder.file(name, Sample.calendar(uids.map { event($0) }.joined(separator: "\n")))
      return try run("import", "--refresh", file)
    }
    _ = try refresh("one.ics", "a", "b", "c")
    #expect(try refresh("other.ics", "a", "d", "e").lines.first == "unchanged a: ")
    #expect(try refresh("one.ics", "b", "c").status == .done)
    #expect(try calendars == ["a.ics", "b.ics", "c.ics", "d.ics", "e.ics"])
    #expect(try refresh("other.ics", "d", "e").lines.last == "removed a: ")
    #expect(try calendars == ["b.ics", "c.ics", "d.ics", "e.ics"])
  }

  @Test("a file with a new DTSTAMP alone replaces nothing that was edited here, which is reported")
  func downloadedAgain() throws {
    _ = try run("import", feed(event("a", "SUMMARY:A"), event("b", "SUMMARY:B")))
    _ = try run("edit", "a", "--title", "Mine", "--note", "n", "--alarm", "15m")
    let before = try files
    let text = try folder.content("feed.ics").replacing("DTSTAMP:20260101", with: "DTSTAMP:20260401")
    let again = try run("import", folder.file("feed.ics", text))
    #expect(again.status == .done && again.lines == ["edited_here a: Mine", "unchanged b: B"])
    #expect(again.errors.count == 1 && again.errors.first?.contains("a: not replaced") == true)
    #expect(try files.filter { $0.key.hasSuffix(".ics") } == before.filter { $0.key.hasSuffix(".ics") })
    let later = text.replacing("SUMMARY:A", with: "SEQUENCE:1\r\nSUMMARY:A new")
    #expect(
      try run("import", folder.file("feed.ics", later)).lines == ["replaced a: A new", "unchanged b: B"])
    #expect(try files["a.ics"]?.contains("BEGIN:VALARM") == true)
  }

  @Test(
    "a refresh brings the feed's changes of an item that was imported before, and undo names what is removed")
  func importedBefore() throws {
    _ = try run("import", feed(event("a", "SUMMARY:A"), event("b"), event("c")))
    _ = try run("edit", "a", "--note", "n", "--now", "2026-02-01T08:00")
    func state(_ month: Int, _ lines: String) throws -> String {
      try feed(
        event("a", "SUMMARY:A" + lines).replacing("20260101T", with: "20260\(month)01T"), event("b"),
        event("d"))
    }
    let first = try run("import", "--refresh", state(4, "\nLOCATION:New"))
    #expect(first.status == .done && first.lines.first == "replaced a: A" && first.errors.isEmpty)
    #expect(try files["a.ics"]?.contains("LOCATION:New") == true)
    let second = try run("import", "--refresh", state(5, "\nLOCATION:Newer"))
    #expect(second.lines.first == "replaced a: A" && second.errors.isEmpty)
    #expect(try files["a.ics"]?.contains("DESCRIPTION:n") == true)
    let removal = try run("import", "--refresh", "--yes", feed(event("b")))
    #expect(removal.lines == ["unchanged b: ", "removed d: "])
    #expect(try run("undo").output.contains("removed 1 that is gone from"))
    #expect(try calendars == ["a.ics", "b.ics", "c.ics", "d.ics"])
  }

  @Test("an empty feed and one that is cut off remove nothing without --yes")
  func guarded() throws {
    _ = try run("import", "--refresh", feed(event("a"), event("b"), event("c")))
    let before = try files
    let cutOff = Sample.calendar(event("a") + "\n" + event("b")).components(separatedBy: "END:VCALENDAR")[0]
    for (source, code) in [(Sample.calendar(""), "mass_deletion"), (cutOff, "cut_off")] {
      let path = try folder.file("feed.ics", source)
      let refused = try run("import", "--refresh", path)
      #expect(refused.status == .refused && refused.errors.contains { $0.contains(code) })
      #expect(try files == before)
      let preview = try run("import", "--refresh", path, "--dry-run")
      #expect(preview.status == .refused && preview.lines.contains("removed c: "))
      #expect(preview.errors.contains { $0.contains(code) })
      #expect(try run("import", "--refresh", path, "--dry-run", "--yes").status == .done)
      #expect(try files == before)
    }
    #expect(try run("import", "--refresh", folder.path("feed.ics"), "--yes").status == .done)
    #expect(try calendars == ["a.ics", "b.ics"])
  }

  @Test(
    "a file that is cut off replaces no whole item by half of one without --yes", arguments: ["", "REQUEST"])
  func half(method: String) throws {
    let people = ["ORGANIZER:mailto:boss@example.org", "ATTENDEE:mailto:ana@example.org"]
    func text(_ day: Int) -> String {
      let lines = people + ["DTSTAMP:2026010\(day)T000000Z", "SUMMARY:Whole"]
      let item = (["BEGIN:VEVENT", "UID:a", "DTSTART:20260302T090000Z"] + lines + ["END:VEVENT"])
      return Sample.calendar((method.isEmpty ? "" : "METHOD:\(method)\n") + item.joined(separator: "\n"))
    }
    _ = try run("import", folder.file("whole.ics", text(1)))
    let before = try files
    let half = try folder.file("half.ics", text(2).components(separatedBy: "SUMMARY")[0])
    let options = method.isEmpty ? [] : ["--as-message", "--me", "ana@example.org"]
    let refused = try AlmanacRun(["import", half, "-c", folder.path("own")] + options)
    #expect(refused.status == .refused && refused.errors.contains { $0.contains("cut_off") })
    #expect(try files == before)
    #expect(try AlmanacRun(["import", half, "--yes", "-c", folder.path("own")] + options).status == .done)
  }

  @Test("more than half of a feed's items are removed only with --yes")
  func much() throws {
    _ = try run("import", "--refresh", feed(event("a"), event("b"), event("c"), event("d")))
    let refused = try run("import", "--refresh", feed(event("a")))
    #expect(refused.status == .refused && refused.errors.contains { $0.contains("mass_deletion") })
    #expect(try calendars.count == 4)
    #expect(try run("import", "--refresh", feed(event("a"), event("b"))).status == .done)
    #expect(try calendars == ["a.ics", "b.ics"])
  }

  @Test("two feeds do not remove items of one another; the name of a feed is its SOURCE, or is stated")
  func sources() throws {
    for name in ["one", "two"] {
      let lines = "SOURCE;VALUE=URI:https://example.org/\(name).ics\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\n"
      let source = try folder.file("feed.ics", Sample.calendar(lines + event(name)))
      let json = try ReadJSON(run("import", "--refresh", source, "--format", "json").output)
      #expect(json["refreshInterval"].string == "PT6H" && json["removed"].array.isEmpty)
      #expect(json["nextRefresh"].string?.hasSuffix("Z") == true)
      // A refresh by hand is made before it is due.
      let again = try run("import", "--refresh", source, "--now", "2026-03-01T08:00", "--zone", "UTC")
      #expect(again.lines == ["unchanged \(name): ", "next refresh from 2026-03-01T14:00:00Z"])
    }
    _ = try run("import", "--refresh", feed(event("three"), event("five")), "--source", "third")
    let replacing = try feed(event("four"))
    let refused = try run("import", "--refresh", replacing, "--source", "third")
    #expect(refused.status == .refused && refused.errors.contains { $0.contains("mass_deletion") })
    #expect(try run("import", "--refresh", replacing, "--source", "third", "--yes").status == .done)
    #expect(try calendars == ["four.ics", "one.ics", "two.ics"])
    #expect(try run("import", "--refresh", "a.ics", "b.ics").status == .usage)
    #expect(try run("import", "--source", "x", "a.ics").status == .usage)
  }

  @Test(
    "a refresh that was cut off is undone before the records are read, so that the next one makes all of it")
  func interrupted() throws {
    _ = try run("import", "--refresh", feed(event("a"), event("b")), "--source", "f")
    let before = try files
    let next = try feed(event("a", "SUMMARY:New", "SEQUENCE:1"), event("c"))
    #expect(try run("import", "--refresh", next, "--source", "f").status == .done)
    let after = try files.filter { !$0.key.hasPrefix(".") }
    // Killed before anything was removed or replaced but the records.
    for name in ["a.ics", "b.ics"] { _ = try folder.file("own/" + name, try #require(before[name])) }
    let journal = try folder.content("own/.almanac-undo")
    _ = try folder.file(
      "own/.almanac-undo", journal.replacing("settled", with: "pending", maxReplacements: 1))
    let preview = try run("import", "--refresh", next, "--source", "f", "--dry-run")
    #expect(preview.lines.filter { !$0.hasPrefix(" ") && !$0.hasPrefix("~") }.count == 3)
    let run = try run("import", "--refresh", next, "--source", "f")
    #expect(run.status == .done && run.errors.count == 1)
    #expect(run.errors.first?.contains("an interrupted change was undone") == true)
    #expect(run.lines == ["replaced a: New", "added c: ", "removed b: "])
    #expect(try files.filter { !$0.key.hasPrefix(".") } == after)
  }

  @Test("a series of a feed that was split in a folder gets the feed's changes in both parts")
  func split() throws {
    func series(_ lines: String) throws -> String {
      try feed(event("s", "RRULE:FREQ=WEEKLY;COUNT=6", "SUMMARY:Series", lines))
    }
    _ = try run("import", "--refresh", series("PRIORITY:1"), "--source", "f")
    let edit = try run("edit", "s", "--on", "2026-03-16", "--scope", "future", "--title", "Later")
    #expect(try edit.status == .done && calendars.count == 2)
    _ = try run("import", "--refresh", series("SEQUENCE:1\nLOCATION:Hall"), "--source", "f")
    let parts = try files.filter { $0.key.hasSuffix(".ics") }.values
    #expect(parts.count == 2 && parts.allSatisfy { $0.contains("LOCATION:Hall") })
    let list = try ReadJSON(
      run("list", "--from", "2026-03-01", "--until", "2026-04-30", "--format", "json").output)
    #expect(
      list["items"].array.map { $0["summary"].string } == [
        "Series", "Series", "Later", "Later", "Later", "Later",
      ])
  }

  @Test(
    "a feed is the same text whenever it is written, and has a tag; a part of it has the changes since a date"
  )
  func publishing() throws {
    _ = try run("import", feed(event("b", "SUMMARY:B"), event("a", "SUMMARY:A")))
    func export(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(
        ["export"] + arguments + ["-c", folder.path("own")], now: "2026-03-0\(arguments.count)T00:00:00Z")
    }
    let feed = try export("--feed")
    #expect(try export("--feed", "--width", "80").output == feed.output)
    let tag = try export("--entity-tag").output
    #expect(tag.count == 67 && tag.hasPrefix("\""))
    #expect(try run("edit", "a", "--title", "New", "--now", "2026-03-05T08:00").status == .done)
    #expect(try export("--entity-tag").output != tag)
    let part = try export("--since", "2026-03-05").output
    #expect(part.contains("UID:a\r\n") && !part.contains("UID:b\r\n"))
    #expect(try export("--feed", "--format", "json").status == .usage)
  }
}
