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

  @Test("the common state is found with the folders in the other order, and after both were moved together")
  func otherOrder() throws {
    let parent = try TemporaryFolder()
    let names = ["one", "other"]
    for name in names { try parent.makeFolder(name) }
    for uid in ["a", "b", "c"] { _ = try parent.file("one/\(uid).ics", calendar(uid, "SUMMARY:S")) }
    let paths = names.map(parent.path)
    #expect(try AlmanacRun("sync", paths[0], paths[1]).lines.count == 3)
    try FileManager.default.removeItem(atPath: parent.path("one/a.ics"))
    _ = try parent.file("other/b.ics", calendar("b", "SUMMARY:T"))
    let reversed = try AlmanacRun("sync", paths[1], paths[0])
    #expect(reversed.status == .done && reversed.lines == ["deleted-ours a.ics", "to-theirs b.ics"])
    let moved = parent.path("moved")
    try FileManager.default.createDirectory(atPath: moved, withIntermediateDirectories: false)
    for name in names {
      try FileManager.default.moveItem(atPath: parent.path(name), toPath: "\(moved)/\(name)")
    }
    try FileManager.default.removeItem(atPath: "\(moved)/other/b.ics")
    let later = try AlmanacRun("sync", "\(moved)/one", "\(moved)/other")
    #expect(later.status == .done && later.lines == ["deleted-ours b.ics"])
  }

  @Test("a conflict leaves both files and ends with 1, until it is resolved")
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
    let resolved = try AlmanacRun("sync", one.path, other.path, "--conflict", "theirs")
    #expect(resolved.status == .done)
    #expect(try files(one)["a.ics"]?.contains("SUMMARY:Theirs") == true)
    #expect(try files(one) == files(other))
  }

  @Test(
    "an emptied folder empties the other one only with --yes, and so does one that lost most items",
    arguments: [(3, 3), (3, 4), (2, 2), (1, 1)])
  func emptied(count: Int, all: Int) throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    for number in 0..<all { _ = try one.file("\(number).ics", calendar("\(number)")) }
    _ = try AlmanacRun("sync", one.path, other.path)
    for number in 0..<count { try FileManager.default.removeItem(atPath: one.path("\(number).ics")) }
    let refused = try AlmanacRun("sync", one.path, other.path)
    #expect(refused.status == .refused && refused.errors.first?.contains("mass_deletion") == true)
    let preview = try AlmanacRun("sync", one.path, other.path, "--dry-run")
    #expect(preview.status == .refused && preview.lines.count == count)
    #expect(
      preview.errors.map { $0.contains("expected --yes as consent to delete \(count) of \(all)") } == [true])
    #expect(try AlmanacRun("sync", one.path, other.path, "--dry-run", "--yes").errors.isEmpty)
    #expect(try files(other).count == all)
    #expect(try AlmanacRun("sync", one.path, other.path, "--yes").status == .done)
    #expect(try files(other).count == all - count)
  }

  @Test("a file whose name has another form of Unicode on the other side is the same file")
  func formsOfUnicode() throws {
    let (composed, decomposed) = ("caf\u{E9}.ics", "cafe\u{301}.ics")
    let folders = try synchronized([composed: calendar("a"), "b.ics": calendar("b")])
    try FileManager.default.moveItem(
      atPath: folders[1].path(composed), toPath: folders[1].path(decomposed))
    func spelling(_ folder: TemporaryFolder) throws -> [[UInt8]] {
      try files(folder).keys.map { Array($0.utf8) }
    }
    for title in ["New", "Newer"] {
      _ = try folders[0].file(composed, calendar("a", "SUMMARY:\(title)"))
      let run = try AlmanacRun("sync", folders[0].path, folders[1].path)
      #expect(run.status == .done && run.errors.isEmpty, "\(run.errors)")
      #expect(try folders[1].content(decomposed).contains("SUMMARY:\(title)"))
      #expect(try spelling(folders[0]).contains(Array(composed.utf8)))
      #expect(try spelling(folders[1]).contains(Array(decomposed.utf8)))
    }
    // Both spellings in one folder: neither file is touched, whichever edit comes.
    _ = try folders[0].file(decomposed, calendar("c"))
    let both = try AlmanacRun("sync", folders[0].path, folders[1].path)
    #expect(both.status == .refused && both.errors.count == 1)
    #expect(try folders[0].content(composed).contains("SUMMARY:Newer"))
    #expect(try folders[0].content(decomposed).contains("UID:c"))
    #expect(try folders[1].content(decomposed).contains("SUMMARY:Newer"))
  }

  @Test("an item that one side deleted and the other edited is in both afterwards, and the message says so")
  func deletedAndEdited() throws {
    let folders = try synchronized(["a.ics": calendar("a"), "b.ics": calendar("b"), "c.ics": calendar("c")])
    try FileManager.default.removeItem(atPath: folders[0].path("a.ics"))
    _ = try folders[1].file("a.ics", calendar("a", "SUMMARY:Edited"))
    let preview = try sync(folders[0], folders[1], "--dry-run")
    #expect(preview.status == .refused && preview.errors.first?.contains("(expected --conflict ours") == true)
    let run = try sync(folders[0], folders[1])
    #expect(run.status == .refused && run.errors.count == 1)
    #expect(run.errors.first?.contains("a: ours removed, theirs changed; preserved in both") == true)
    for folder in folders { #expect(try files(folder)["a.ics"]?.contains("Edited") == true) }
    let again = try sync(folders[0], folders[1])
    #expect(again.status == .done && again.output.isEmpty && again.errors.isEmpty)
  }

  @Test("a synchronization that was undone is not made again, and redo says so")
  func redone() throws {
    let folders = try synchronized(["a.ics": calendar("a", "SUMMARY:S")])
    _ = try folders[1].file("a.ics", calendar("a", "SUMMARY:T"))
    #expect(try sync(folders[0], folders[1]).status == .done)
    #expect(try AlmanacRun("undo", "-c", folders[0].path).status == .done)
    let redone = try AlmanacRun("redo", "-c", folders[0].path)
    #expect(redone.status == .refused)
    #expect(redone.errors.first?.contains("a synchronization that was undone is not made again") == true)
  }

  @Test(
    "two first runs at once, in opposite order, have one state, so that later edits stay", arguments: 1...3)
  func simultaneous(round: Int) async throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for number in 0..<60 { _ = try folders[0].file("\(number).ics", calendar("\(number)", "SUMMARY:X0")) }
    let paths = folders.map(\.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for order in [paths, paths.reversed()] {
        group.addTask { _ = try AlmanacRun("sync", order[0], order[1]) }
      }
      try await group.waitForAll()
    }
    let states = try folders.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0.path) }
    #expect(states.count { $0.hasSuffix(".json") } == 1)
    _ = try folders[0].file("7.ics", calendar("7", "SUMMARY:X1"))
    #expect(try sync(folders[0], folders[1]).status == .done)
    _ = try folders[0].file("7.ics", calendar("7", "SUMMARY:X0"))
    #expect(try sync(folders[1], folders[0]).status == .done)
    for folder in folders { #expect(try folder.content("7.ics").contains("SUMMARY:X0")) }
  }

  @Test("with the policy both, a conflict of which there is no copy is left, and no side loses anything")
  func bothWithoutCopy() throws {
    func text(_ name: String) -> String {
      calendar("a", "SUMMARY:\(name)").replacing("BEGIN:VEVENT", with: "NAME:\(name)\r\nBEGIN:VEVENT")
    }
    let folders = try synchronized(["a.ics": text("Base")])
    let sides = [text("Ours"), text("Theirs")]
    for (folder, text) in zip(folders, sides) { _ = try folder.file("a.ics", text) }
    let run = try AlmanacRun("sync", folders[0].path, folders[1].path, "--conflict", "both")
    #expect(run.status == .refused)
    let errors = run.errors.joined(separator: "\n")
    #expect(errors.contains("SUMMARY:Theirs, resolved: both, theirs as a copy"))
    #expect(errors.contains("NAME:Theirs (expected --conflict ours, theirs or newer)"))
    #expect(try zip(folders, sides).allSatisfy { try $0.content("a.ics") == $1 })
  }

  @Test("undo reverts all that a run changed in a folder")
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

  private func sync(_ one: TemporaryFolder, _ other: TemporaryFolder, _ more: String...) throws -> AlmanacRun
  {
    try AlmanacRun(["sync", one.path, other.path] + more)
  }

  /// Two folders with the same files.
  private func synchronized(_ files: [String: String]) throws -> [TemporaryFolder] {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for (name, text) in files { _ = try folders[0].file(name, text) }
    _ = try sync(folders[0], folders[1])
    return folders
  }

  @Test(
    "a deletion that is undone in either folder is undone in both",
    arguments: [(0, 0), (0, 1), (1, 0), (1, 1)])
  func undoOfDeletion(deleting: Int, undoing: Int) throws {
    let folders = try synchronized(["a.ics": calendar("a"), "b.ics": calendar("b"), "c.ics": calendar("c")])
    let before = try files(folders[0])
    #expect(try AlmanacRun("delete", "a", "--yes", "-c", folders[deleting].path).status == .done)
    #expect(try sync(folders[0], folders[1]).status == .done)
    for folder in folders { #expect(try files(folder).keys.sorted() == ["b.ics", "c.ics"]) }
    #expect(try AlmanacRun("undo", "-c", folders[undoing].path).status == .done)
    let run = try sync(folders[0], folders[1])
    #expect(run.status == .done && run.errors.first?.contains("a.ics: was deleted, and exists again") == true)
    for folder in folders { #expect(try files(folder) == before) }
    #expect(try sync(folders[0], folders[1]).output.isEmpty)
    // Later deletions are synchronized as usual.
    #expect(try AlmanacRun("delete", "a", "--yes", "-c", folders[1 - undoing].path).status == .done)
    #expect(try sync(folders[0], folders[1]).status == .done)
    for folder in folders { #expect(try files(folder).keys.sorted() == ["b.ics", "c.ics"]) }
  }

  @Test("a deletion that is undone is restored in further folders too")
  func undoInChain() throws {
    let folders = try synchronized(["a.ics": calendar("a"), "b.ics": calendar("b"), "c.ics": calendar("c")])
    let last = try TemporaryFolder()
    func syncAll() throws {
      for _ in 0..<2 {
        #expect(try sync(folders[0], folders[1]).status == .done)
        #expect(try sync(folders[1], last).status == .done)
      }
    }
    try syncAll()
    let before = try files(last)
    #expect(try AlmanacRun("delete", "a", "--yes", "-c", folders[0].path).status == .done)
    try syncAll()
    #expect(try files(last).count == 2)
    #expect(try AlmanacRun("undo", "-c", folders[0].path).status == .done)
    try syncAll()
    for folder in folders + [last] { #expect(try files(folder) == before) }
  }

  @Test("an edit that is undone before and after its synchronization is undone in both folders")
  func undoOfEdit() throws {
    let folders = try synchronized(["a.ics": calendar("a", "SUMMARY:S")])
    let before = try files(folders[0])
    for side in 0...1 {
      for isSynchronized in [false, true] {
        #expect(try AlmanacRun("edit", "a", "--title", "T", "-c", folders[side].path).status == .done)
        if isSynchronized { _ = try sync(folders[0], folders[1]) }
        #expect(try AlmanacRun("undo", "-c", folders[side].path).status == .done)
        #expect(try sync(folders[0], folders[1]).status == .done)
        for folder in folders { #expect(try files(folder) == before) }
      }
    }
  }

  @Test(
    "files that undo reverted are not edits of the other folder: the user decides or they are kept",
    arguments: [0, 1])
  func undoOfSynchronization(side: Int) throws {
    let text = calendar("a", "SUMMARY:S", "LOCATION:L")
    let folders = try synchronized(["a.ics": text, "x.ics": calendar("x")])
    let (mine, others) = (folders[side], folders[1 - side])
    _ = try mine.file("a.ics", calendar("a", "SUMMARY:Mine", "LOCATION:L"))
    _ = try others.file("a.ics", calendar("a", "SUMMARY:S", "LOCATION:Theirs"))
    _ = try others.file("new.ics", calendar("new"))
    #expect(try sync(folders[0], folders[1]).status == .done)
    let merged = try files(others)
    #expect(try AlmanacRun("undo", "-c", mine.path).status == .done)
    #expect(try mine.content("a.ics").contains("LOCATION:L\r\n") && !mine.names.contains("new.ics"))
    let run = try sync(folders[0], folders[1])
    #expect(run.status == .refused)
    #expect(run.errors.first?.contains("LOCATION:Theirs") == true && run.errors.count == 1)
    #expect(try files(others) == merged && mine.names.contains("new.ics"))
    #expect(try sync(folders[0], folders[1], "--conflict", side == 0 ? "theirs" : "ours").status == .done)
    for folder in folders { #expect(try files(folder) == merged) }
    #expect(try sync(folders[0], folders[1]).output.isEmpty)
    // Later edits are synchronized as usual.
    _ = try mine.file("a.ics", calendar("a", "SUMMARY:Mine", "LOCATION:L"))
    #expect(try sync(folders[0], folders[1]).status == .done)
    #expect(try files(others)["a.ics"]?.contains("LOCATION:L\r\n") == true)
  }

  @Test(
    "a conflict copy is reported and preserved, until it is merged into its file", arguments: [false, true])
  func conflictCopies(isFirst: Bool) throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let copy = "a (conflicted copy 2026-03-02).ics"
    _ = try folders[0].file("a.ics", calendar("a", "SUMMARY:S"))
    if !isFirst { _ = try sync(folders[0], folders[1]) }
    _ = try folders[0].file(copy, calendar("a", "SUMMARY:S", "LOCATION:L"))
    let run = try sync(folders[0], folders[1])
    #expect(run.status == .refused)
    #expect(run.errors.first?.contains("\(copy): not synchronized, duplicate") == true)
    #expect(run.errors.first?.contains("merge --copies") == true)
    #expect(try files(folders[1]).keys.sorted() == ["a.ics"])
    #expect(try files(folders[0]).count == 2)
    #expect(try AlmanacRun("merge", "--copies", folders[0].path).status == .done)
    #expect(try sync(folders[0], folders[1]).status == .done)
    for folder in folders { #expect(try files(folder)["a.ics"]?.contains("LOCATION:L") == true) }
  }

  @Test(
    "a file that is not a calendar is unchanged and named, and one folder is not synchronized with itself")
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
