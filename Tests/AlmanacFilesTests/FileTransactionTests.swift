import AlmanacEvents
import AlmanacFiles
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Changes of several files are made together")
struct FileTransactionTests {
  private let folder: TemporaryFolder
  private let location: CalendarLocation

  init() throws {
    folder = try TemporaryFolder()
    location = CalendarLocation(folder.path, companions: ["notes.json"])
    for name in ["a", "b", "c"] { try folder.file("\(name).ics", Sample.calendar(name, name)) }
  }

  /// A change of a file from what it has; `nil` removes it.
  private func change(_ name: String, _ after: String?) throws -> (location: Int, change: FileChange) {
    let path = folder.path(name)
    let change = FileChange(
      path, in: location, before: try FileChange.content(of: path), after: after.map { Array($0.utf8) })
    return (0, change)
  }

  private func commit(_ changes: [(location: Int, change: FileChange)]) throws(FileError) {
    var transaction = try FileTransaction(on: [location], patience: .zero)
    try transaction.commit(changes, "changed", at: Sample.now)
  }

  @Test("files are made, replaced and removed, and all of it is taken back")
  func commits() throws {
    let before = try folder.state
    try commit([
      try change("a.ics", Sample.calendar("a", "A")), try change("b.ics", nil),
      try change("d.ics", Sample.calendar("d", "d")), try change("notes.json", "{}"),
    ])
    let after = try folder.state
    #expect(Set(after.keys) == ["a.ics", "c.ics", "d.ics", "notes.json"])
    #expect(after["a.ics"] == Sample.calendar("a", "A") && after["c.ics"] == before["c.ics"])
    var transaction = try FileTransaction(on: [location], patience: .zero)
    let undone = try transaction.undo()
    #expect(undone.summary == "changed" && undone.changes.count == 4)
    #expect(try folder.state == before)
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .nothingToUndo)
    #expect(try folder.names == ["a.ics", "b.ics", "c.ics"])
  }

  @Test("a file that somebody has changed since it was read keeps all others as they are")
  func conflict() throws {
    let changes = [try change("a.ics", "other"), try change("b.ics", nil), try change("d.ics", "new")]
    try folder.file("b.ics", "foreign")
    let before = try folder.state
    #expect(FileError.code { () throws(FileError) in try commit(changes) } == .conflict)
    #expect(try folder.state == before)
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a file that is made meanwhile is not overwritten")
  func foreignFile() throws {
    let change = try change("d.ics", "new")
    try folder.file("d.ics", "foreign")
    #expect(FileError.code { () throws(FileError) in try commit([change]) } == .conflict)
    #expect(try folder.content("d.ics") == "foreign")
  }

  @Test("a change that cannot be written whole is not made", arguments: ["a.ics", "d.ics"])
  func unwritable(name: String) throws {
    try folder.file("a.ics", "old")
    let changes = [try change("b.ics", "B"), try change("c.ics", nil), try change(name, "new")]
    // Moving a file to the place of a directory fails after the others were moved.
    if name == "a.ics" {
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path(name))
    } else {
      try folder.link("d.ics", to: "nowhere/else/d.ics")
    }
    let before = try [folder.content("a.ics"), folder.content("b.ics"), folder.content("c.ics")]
    #expect(FileError.code { () throws(FileError) in try commit(changes) } != nil)
    #expect(try [folder.content("a.ics"), folder.content("b.ics"), folder.content("c.ics")] == before)
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("the permissions of a file stay", arguments: [0o600, 0o644, 0o660, 0o755])
  func permissions(mode: Int) throws {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path("a.ics"))
    try commit([try change("a.ics", "other")])
    let after = try FileManager.default.attributesOfItem(atPath: folder.path("a.ics"))
    #expect(after[.posixPermissions] as? Int == mode)
    let journal = try FileManager.default.attributesOfItem(atPath: folder.path(".almanac-undo"))
    #expect(journal[.posixPermissions] as? Int == 0o600)
  }

  @Test(
    "the owner of a file stays, whoever changes it",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func owner() throws {
    // In a user namespace even root cannot give a file to a user that the namespace lacks.
    if chown(folder.path("a.ics"), 65534, 65534) != 0, errno == EINVAL { return }
    try #require(chown(folder.path("a.ics"), 65534, 65534) == 0)
    try commit([try change("a.ics", "other")])
    let after = try FileManager.default.attributesOfItem(atPath: folder.path("a.ics"))
    #expect(after[.ownerAccountID] as? Int == 65534)
  }

  @Test("links do not lead out of a directory")
  func links() throws {
    let outside = try TemporaryFolder()
    try outside.file("x.ics", "outside")
    try folder.link("x.ics", to: outside.path("x.ics"))
    let change = try change("x.ics", "changed")
    #expect(FileError.code { () throws(FileError) in try commit([change]) } == .outside)
    #expect(try outside.content("x.ics") == "outside")
  }

  @Test("temporaries of killed processes are removed; other hidden files stay")
  func temporaries() throws {
    try folder.file(".almanac-new-x1", "half")
    try folder.file(".vdirsyncer", "foreign")
    #expect(try DirectoryListing(folder.path).hasOrphans)
    _ = try FileTransaction(on: [location], patience: .zero)
    #expect(try folder.names == [".vdirsyncer", "a.ics", "b.ics", "c.ics"])
  }
}

@Suite("One process at a time changes a directory")
struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("root/inner")
    try folder.file("root/inner/a.ics", Sample.calendar("a", "a"))
    try folder.link("link", to: "root/inner")
  }

  @Test(
    "the lock is the same by all paths, and its holder is named",
    arguments: ["root", "root/inner", "root/inner/a.ics", "link", "link/a.ics", "root/../link/"])
  func paths(path: String) throws {
    let location = CalendarLocation(folder.path(path))
    let lock = try FileLock([folder.path("root/inner")], patience: .zero)
    do throws(FileError) {
      _ = try FileTransaction(on: [location], patience: .zero)
      Issue.record("locked twice")
    } catch {
      #expect(error.code == .locked && error.path == folder.path("root/inner"))
      #if os(Linux)
        #expect(error.reason.contains("(process \(getpid()))"))
      #endif
    }
    // Readers are not held up.
    #expect(try CalendarStore([location], for: .reading).calendars.flatMap { $0.summaries } == ["a"])
    lock.release()
    _ = try FileTransaction(on: [location], patience: .zero)
  }

  @Test("a lock that is released is had again, or not where another has it")
  func reacquiring() throws {
    let lock = try FileLock([folder.path("root")], patience: .zero)
    lock.release()
    var other: FileLock? = try FileLock([folder.path("root")], patience: .zero)
    #expect(FileError.code { () throws(FileError) in try lock.acquire() } == .locked)
    other?.release()
    other = nil
    #expect(FileError.code { () throws(FileError) in try lock.acquire() } == nil)
  }
}
