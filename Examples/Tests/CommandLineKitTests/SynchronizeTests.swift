import CommandLineKit
import Foundation
import Testing

@Suite("sync")
struct SynchronizeTests {
  private func calendar(_ uid: String, _ lines: String...) -> String {
    Sample.calendar(
      (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines + [
        "END:VEVENT"
      ]).joined(separator: "\n"))
  }

  /// The visible files of a folder with their contents.
  private func files(_ folder: TemporaryFolder) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try String(contentsOf: URL(filePath: folder.path($0)), encoding: .utf8))
      })
  }

  @Test("edits, new files and deletions of both folders are in both; a second run does nothing")
  func rounds() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try one.file("a.ics", calendar("a", "SUMMARY:S", "LOCATION:L"))
    _ = try one.file("b.ics", calendar("b"))
    _ = try other.file("c.ics", calendar("c"))
    let first = try AlmanacRun("sync", one.path, other.path)
    #expect(first.status == .done && first.lines == ["to-theirs a.ics", "to-theirs b.ics", "to-ours c.ics"])
    #expect(try files(one) == files(other))
    _ = try one.file("a.ics", calendar("a", "SUMMARY:T", "LOCATION:L"))
    _ = try other.file("a.ics", calendar("a", "SUMMARY:S", "LOCATION:M"))
    try FileManager.default.removeItem(atPath: one.path("c.ics"))
    let preview = try AlmanacRun("sync", one.path, other.path, "--dry-run")
    let second = try AlmanacRun("sync", one.path, other.path)
    #expect(second.status == .done && second.lines == ["merged a.ics", "deleted-theirs c.ics"])
    #expect(preview.lines == second.lines)
    #expect(try files(one) == files(other))
    #expect(try files(one).keys.sorted() == ["a.ics", "b.ics"])
    #expect(try files(one)["a.ics"]?.contains("SUMMARY:T") == true)
    #expect(try files(one)["a.ics"]?.contains("LOCATION:M") == true)
    let third = try AlmanacRun("sync", one.path, other.path)
    #expect(third.status == .done && third.output.isEmpty && third.errors.isEmpty)
  }

  @Test("a conflict leaves both files and ends with 1, until it is settled")
  func conflict() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try one.file("a.ics", calendar("a", "SUMMARY:S"))
    _ = try AlmanacRun("sync", one.path, other.path)
    _ = try one.file("a.ics", calendar("a", "SUMMARY:Ours"))
    _ = try other.file("a.ics", calendar("a", "SUMMARY:Theirs"))
    let run = try AlmanacRun("sync", one.path, other.path)
    #expect(run.status == .refused && run.output.isEmpty)
    #expect(run.errors.first?.contains("a: SUMMARY: ours SUMMARY:Ours, theirs SUMMARY:Theirs") == true)
    #expect(try files(one)["a.ics"]?.contains("SUMMARY:Ours") == true)
    let settled = try AlmanacRun("sync", one.path, other.path, "--conflict", "theirs")
    #expect(settled.status == .done)
    #expect(try files(one)["a.ics"]?.contains("SUMMARY:Theirs") == true)
    #expect(try files(one) == files(other))
  }

  @Test("an emptied folder empties the other one only with --yes")
  func emptied() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    for uid in ["a", "b", "c"] { _ = try one.file("\(uid).ics", calendar(uid)) }
    _ = try AlmanacRun("sync", one.path, other.path)
    for uid in ["a", "b", "c"] { try FileManager.default.removeItem(atPath: one.path("\(uid).ics")) }
    #expect(try AlmanacRun("sync", one.path, other.path).status == .refused)
    #expect(try files(other).count == 3)
    #expect(try AlmanacRun("sync", one.path, other.path, "--yes").status == .done)
    #expect(try files(other).isEmpty)
  }

  @Test("undo takes back all that a run changed in a folder")
  func undo() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    for uid in ["a", "b", "c"] { _ = try one.file("\(uid).ics", calendar(uid)) }
    _ = try AlmanacRun("sync", one.path, other.path)
    let before = try files(other)
    _ = try one.file("a.ics", calendar("a", "SUMMARY:T"))
    _ = try one.file("d.ics", calendar("d"))
    try FileManager.default.removeItem(atPath: one.path("b.ics"))
    #expect(try AlmanacRun("sync", one.path, other.path).lines.count == 3)
    #expect(try files(other) == files(one))
    #expect(try AlmanacRun("undo", "-c", other.path).status == .done)
    #expect(try files(other) == before)
  }

  @Test("what is no calendar is left as it is and named, and one folder is not synchronized with itself")
  func problems() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try one.file("a.ics", "<html>")
    let run = try AlmanacRun("sync", one.path, other.path, "--format", "json")
    #expect(run.status == .refused && run.errors.first?.contains("a.ics") == true)
    #expect(try ReadJSON(run.output)["steps"].array.isEmpty)
    #expect(try files(other).isEmpty)
    #expect(try AlmanacRun("sync", one.path, one.path).status == .usage)
    #expect(try AlmanacRun("sync", one.path, one.path("missing")).status != .done)
  }
}
