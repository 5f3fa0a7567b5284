import CommandLineKit
import Foundation
import Testing

/// A folder is one calendar: items of one UID in several files are one series.
@Suite("Series with parts in several files of a folder")
struct ScatteredSeriesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("a.ics", Sample.calendar(Self.series))
    _ = try folder.file("b.ics", Sample.calendar(Self.moved))
  }

  /// A series from Monday to Friday at 9, but on Wednesday at 15.
  private static let series = Sample.event("s", ":20260302T090000", "Lesson", "RRULE:FREQ=DAILY;COUNT=5\n")
  private static let moved = Sample.event(
    "s", ":20260304T150000", "Moved", "RECURRENCE-ID:20260304T090000\n")

  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", folder.path, "--now", "2026-03-01T10:00"])
  }

  private func listed() throws -> [String] {
    let list = try run("list", "--from", "2026-03-01", "--days", "14", "--format", "json")
    return try ReadJSON(list.output)["items"].array.map {
      "\(($0["start"].string ?? "").dropFirst(8).prefix(5)) \($0["summary"].string ?? "")"
    }
  }

  @Test("an instance is changed in its own file")
  func this() throws {
    let before = try folder.content("a.ics")
    #expect(try listed() == ["02T09 Lesson", "03T09 Lesson", "04T15 Moved", "05T09 Lesson", "06T09 Lesson"])
    #expect(try run("edit", "s", "--on", "2026-03-04", "--title", "Late").status == .done)
    #expect(try listed() == ["02T09 Lesson", "03T09 Lesson", "04T15 Late", "05T09 Lesson", "06T09 Lesson"])
    #expect(try folder.content("a.ics") == before)
    #expect(try run("edit", "s", "--on", "2026-03-05", "--title", "Late").status == .done)
    #expect(try listed() == ["02T09 Lesson", "03T09 Lesson", "04T15 Late", "05T09 Late", "06T09 Lesson"])
    #expect(try folder.content("a.ics").contains("RECURRENCE-ID:20260305T090000"))
  }

  @Test("an instance that was moved is deleted, and restored in its file")
  func delete() throws {
    let before = try (folder.content("a.ics"), folder.content("b.ics"))
    #expect(try run("delete", "s", "--on", "2026-03-04T09:00", "--yes").status == .done)
    #expect(try listed() == ["02T09 Lesson", "03T09 Lesson", "05T09 Lesson", "06T09 Lesson"])
    #expect(try folder.content("a.ics").contains("EXDATE:20260304T090000"))
    #expect(try folder.names == [".almanac-undo", "a.ics"])
    #expect(try run("undo").status == .done)
    #expect(try (folder.content("a.ics"), folder.content("b.ics")) == before)
  }

  @Test(
    "from one instance on it becomes a series of its own, whole", arguments: ["2026-03-03", "2026-03-04"])
  func future(date: String) throws {
    let run = try run(
      "edit", "s", "--on", date, "--scope", "future", "--location", "Aula 3", "--format", "json")
    let uid = try #require(try ReadJSON(run.output)["uid"].string)
    #expect(try listed() == ["02T09 Lesson", "03T09 Lesson", "04T15 Moved", "05T09 Lesson", "06T09 Lesson"])
    #expect(try folder.names == [".almanac-undo", "a.ics", "\(uid).ics"].sorted())
    #expect(try self.run("delete", "s", "--on", "2026-03-02", "--scope", "future", "--yes").status == .done)
    #expect(try listed().count == (date == "2026-03-03" ? 4 : 3))
  }

  @Test("a series moves with what is in the other file")
  func all() throws {
    #expect(try run("edit", "s", "--at", "2026-03-03T10:00").status == .done)
    #expect(try listed() == ["03T10 Lesson", "04T10 Lesson", "04T15 Moved", "06T10 Lesson", "07T10 Lesson"])
    #expect(try folder.content("b.ics").contains("RECURRENCE-ID:20260305T100000"))
    #expect(try folder.content("a.ics").contains("RECURRENCE-ID") == false)
  }

  @Test("an edit in the other file is made there; then the next instance is meant")
  func done() throws {
    let finished = Sample.event(
      "s", ":20260302T150000", "First", "RECURRENCE-ID:20260302T090000\nSTATUS:COMPLETED\n")
    for (name, content) in [("a.ics", Self.series), ("b.ics", finished)] {
      _ = try folder.file(name, Sample.calendar(content.replacing("VEVENT", with: "VTODO")))
    }
    let done = try run("done", "s", "--format", "json")
    #expect(try ReadJSON(done.output)["recurrenceID"].string == "2026-03-03T09:00:00")
    #expect(try run("done", "s", "--on", "2026-03-02").errors.first?.contains("already_closed") == true)
    #expect(try listed() == ["04T09 Lesson", "05T09 Lesson", "06T09 Lesson"])
  }

  @Test("with the series that is filed under a category its changed instances go")
  func category() throws {
    _ = try folder.file("a.ics", Sample.calendar(Self.series.replacing("RRULE", with: "CATEGORIES:X\nRRULE")))
    #expect(try run("delete", "--category", "X", "--yes").status == .done)
    #expect(try listed().isEmpty && folder.names == [".almanac-undo"])
  }

  @Test("an imported series takes the place of all its parts")
  func importing() throws {
    let source = try TemporaryFolder()
    let whole = Sample.calendar(Self.series.replacing("Lesson", with: "New") + "\n" + Self.moved)
    let run = try run("import", try source.file("s.ics", whole), "--format", "json")
    #expect(try ReadJSON(run.output)["imported"].array.map { $0["outcome"].string } == ["replaced"])
    #expect(try listed() == ["02T09 New", "03T09 New", "04T15 Moved", "05T09 New", "06T09 New"])
    #expect(try folder.content("b.ics") == Sample.calendar(Self.moved))
    #expect(try self.run("edit", "s", "--title", "Newer").status == .done)
  }

  @Test("an item that two files have is refused, naming the files, and both are unchanged")
  func ambiguous() throws {
    let other = Sample.event("s", ":20260302T090000", "Copy", "SEQUENCE:1\nCATEGORIES:Maths\n")
    _ = try folder.file("b.ics", Sample.calendar(other))
    let new = Sample.event("s", ":20260302T090000", "New", "SEQUENCE:2\n")
    let elsewhere = try TemporaryFolder()
    let source = try elsewhere.file("s.ics", Sample.calendar(new))
    let before = try ["a.ics", "b.ics"].map(folder.content)
    let commands = [
      ["edit", "s", "--title", "X"], ["delete", "s", "--yes"], ["delete", "--category", "maths", "--yes"],
      ["delete", "s", "--dry-run"], ["import", source], ["import", "--dry-run", source],
    ]
    for command in commands {
      let run = try AlmanacRun(command + ["-c", folder.path])
      #expect(run.status == .refused && run.errors.count == 1, "\(command)")
      for part in ["ambiguous", "a.ics", "b.ics"] { #expect(run.errors.first?.contains(part) == true) }
    }
    #expect(try ["a.ics", "b.ics"].map(folder.content) == before)
    // One of the files can be named.
    #expect(try AlmanacRun("delete", "s", "--yes", "-c", folder.path("b.ics")).status == .done)
    #expect(try folder.content("a.ics") == before[0])
    #expect(try run("edit", "s", "--title", "X").status == .done)
  }

  @Test("of an item that two files have export writes the latest state, and names the files")
  func exporting() throws {
    _ = try folder.file(
      "b.ics", Sample.calendar(Sample.event("s", ":20260302T090000", "Copy", "SEQUENCE:1\n")))
    let run = try run("export")
    #expect(run.output.components(separatedBy: "UID:s\r\n").count == 2)
    #expect(run.output.contains("SUMMARY:Copy\r\n") && run.status == .done)
    for part in ["a.ics", "b.ics"] { #expect(run.errors.first?.contains(part) == true) }
  }

  @Test("where one of two files is a conflict copy, the refusal says that these can be merged")
  func conflictCopy() throws {
    _ = try folder.file("a (conflicted copy 2026-03-01).ics", Sample.calendar(Self.series))
    let run = try run("delete", "s", "--yes")
    #expect(run.status == .refused && run.errors.first?.contains("conflict copies") == true)
    #expect(try AlmanacRun("merge", "--copies", folder.path).status == .done)
    #expect(try self.run("delete", "s", "--yes").status == .done)
  }
}
