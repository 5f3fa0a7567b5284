import AlmanacEvents
import AlmanacFiles
import AlmanacSync
import Foundation
import Testing

@Suite("Conflict copies in a directory")
struct ConflictCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func merged(_ names: [String]) throws -> [String: String] {
    let directory = try CalendarDirectory(opening: folder.path)
    let copies = directory.duplicates.flatMap { $0.conflictCopies }
    let pairs = copies.map { (FileSystem.name(of: $0.path), FileSystem.name(of: $0.original)) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(
    "the names that Syncthing, Dropbox, Nextcloud and ownCloud give are those of copies",
    arguments: [
      "a.sync-conflict-20260302-090000-ABCDEFG.ics", "a (Ana's conflicted copy 2026-03-02).ics",
      "a (conflicted copy 2026-03-02 090000).ics", "a_conflict-20260302-090000.ics",
    ])
  func names(copy: String) throws {
    for name in ["a.ics", "b.ics", copy] {
      try folder.file(name, Sample.calendar(name == "b.ics" ? "b" : "a", "x"))
    }
    #expect(try merged([copy]) == [copy: "a.ics"])
  }

  @Test(
    "other files with the same item are no copies, nor is a file with the name of a copy and another item")
  func otherNames() throws {
    for name in ["a", "a2", "conflict", "aconflict", "a-2", "b.sync-conflict-1"] {
      try folder.file("\(name).ics", Sample.calendar("a", name))
    }
    try folder.file("a.sync-conflict-1.ics", Sample.calendar("other", "other"))
    #expect(try merged([]) == [:])
    #expect(try CalendarDirectory(opening: folder.path).duplicates.map { $0.paths.count } == [6])
  }

  @Test(
    "copies are merged into their file and removed; nothing that one of them has is lost, and it is undone"
  )
  func merge() throws {
    try folder.file("a.ics", Sample.calendar("a", "ours", "LOCATION:Here"))
    let copies = ["a.sync-conflict-1.ics", "a.sync-conflict-2.ics"]
    try folder.file(copies[0], Sample.calendar("a", "ours", "DESCRIPTION:First"))
    try folder.file(copies[1], Sample.calendar("a", "ours", "URL:https://example.org/"))
    try folder.file("b.ics", Sample.calendar("b", "b"))
    let before = try folder.state
    var directory = try CalendarDirectory(opening: folder.path)
    let merged = directory.mergeConflictCopies(.newer, uids: .seeded(1))
    #expect(merged.map { FileSystem.name(of: $0.copy.path) } == copies && merged.allSatisfy { $0.isDone })
    try directory.save("merged", at: Sample.now)
    #expect(try folder.state.keys.sorted() == ["a.ics", "b.ics"])
    let text = try folder.content("a.ics")
    for line in ["LOCATION:Here", "DESCRIPTION:First", "URL:https://example.org/", "SUMMARY:ours"] {
      #expect(text.contains(line + "\r\n"))
    }
    #expect(try folder.content("b.ics") == before["b.ics"])
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    _ = try transaction.undo()
    #expect(try folder.state == before)
  }

  @Test("while a conflict is not resolved both files are unchanged")
  func unresolved() throws {
    try folder.file("a.ics", Sample.calendar("a", "ours"))
    try folder.file("a.sync-conflict-1.ics", Sample.calendar("a", "theirs"))
    let before = try folder.state
    var directory = try CalendarDirectory(opening: folder.path)
    let merged = directory.mergeConflictCopies(.ask, uids: .seeded(1))
    #expect(merged.map { $0.isDone } == [false])
    try directory.save("merged", at: Sample.now)
    #expect(try folder.state == before)
  }
}
