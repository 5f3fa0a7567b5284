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
    var transaction = try FileTransaction(on: [location], timeout: .zero)
    try transaction.commit(changes, "changed", at: Sample.now)
  }

  @Test("files are made, replaced and removed, and all of it is undone")
  func commits() throws {
    let before = try folder.state
    try commit([
      try change("a.ics", Sample.calendar("a", "A")), try change("b.ics", nil),
      try change("d.ics", Sample.calendar("d", "d")), try change("notes.json", "{}"),
    ])
    let after = try folder.state
    #expect(Set(after.keys) == ["a.ics", "c.ics", "d.ics", "notes.json"])
    #expect(after["a.ics"] == Sample.calendar("a", "A") && after["c.ics"] == before["c.ics"])
    var transaction = try FileTransaction(on: [location], timeout: .zero)
    let undone = try transaction.undo()
    #expect(undone.summary == "changed" && undone.changes.count == 4)
    #expect(try folder.state == before)
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .nothingToUndo)
    #expect(
      try folder.names.filter { ![".almanac.lock", ".almanac-redo"].contains($0) } == [
        "a.ics", "b.ics", "c.ics",
      ])
  }

  @Test(
    "a file with several names has its new content under all of them, and its old one after undo",
    arguments: ["", "A", "A name that is longer than the one before it"])
  func otherNames(summary: String) throws {
    for name in ["a", "b"] {
      try FileManager.default.linkItem(
        atPath: folder.path("\(name).ics"), toPath: folder.path("\(name).name"))
    }
    let before = try folder.state
    let new = Sample.calendar("a", summary)
    var transaction = try FileTransaction(on: [location], timeout: .zero)
    let changes = [try change("a.ics", new), try change("b.ics", nil)]
    try transaction.commit(changes, "changed", at: Sample.now)
    // The removed name comes back as a file of its own, which is said.
    #expect(
      transaction.problems.map { [$0.code.rawValue, $0.path] } == [["unrecorded", folder.path("b.ics")]])
    #expect(try folder.content("a.ics") == new && folder.content("a.name") == new)
    #expect(FileSystem.isSameFile(folder.path("a.ics"), folder.path("a.name")))
    // The removal of one name leaves the other.
    #expect(try folder.state["b.ics"] == nil && folder.content("b.name") == before["b.name"])
    _ = try transaction.undo()
    #expect(try folder.state == before)
    #expect(FileSystem.isSameFile(folder.path("a.ics"), folder.path("a.name")))
    #expect(try folder.names.filter { $0.hasPrefix(".almanac-new-") } == [])
  }

  @Test("two names of one file in a directory are changed as one, in one way")
  func namesOfOneFile() throws {
    try folder.remove("b.ics")
    try FileManager.default.linkItem(atPath: folder.path("a.ics"), toPath: folder.path("b.ics"))
    var transaction = try FileTransaction(on: [location], timeout: .zero)
    let (one, another) = (try change("a.ics", "new"), try change("b.ics", "other"))
    #expect(
      FileError.code { () throws(FileError) in
        try transaction.commit([one, another], "changed", at: Sample.now)
      } == .conflict)
    try transaction.commit([one, try change("b.ics", "new")], "changed", at: Sample.now)
    #expect(try folder.content("a.ics") == "new" && folder.content("b.ics") == "new")
    try transaction.commit([try change("a.ics", nil), try change("b.ics", nil)], "removed", at: Sample.now)
    #expect(try folder.state["a.ics"] == nil && folder.state["b.ics"] == nil)
  }

  @Test("if one file changed on disk, no file is written")
  func conflict() throws {
    let changes = [try change("a.ics", "other"), try change("b.ics", nil), try change("d.ics", "new")]
    try folder.file("b.ics", "foreign")
    let before = try folder.state
    #expect(FileError.code { () throws(FileError) in try commit(changes) } == .conflict)
    #expect(try folder.state == before)
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a file that another program creates first is not overwritten")
  func foreignFile() throws {
    let change = try change("d.ics", "new")
    try folder.file("d.ics", "foreign")
    #expect(FileError.code { () throws(FileError) in try commit([change]) } == .conflict)
    #expect(try folder.content("d.ics") == "foreign")
  }

  @Test("a change of which one file cannot be written is not begun", arguments: [true, false])
  func unwritable(isThere: Bool) throws {
    let name = isThere ? "a.ics" : "d.ics"
    let changes = [try change("b.ics", "B"), try change("c.ics", nil), try change(name, "new")]
    if isThere {
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path(name))
    } else {
      try folder.link(name, to: "nowhere/else/d.ics")
    }
    let before = try ["a.ics", "b.ics", "c.ics"].map { try folder.content($0) }
    #expect(FileError.code { () throws(FileError) in try commit(changes) } == .unwritable)
    #expect(try ["a.ics", "b.ics", "c.ics"].map { try folder.content($0) } == before)
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test(
    "a change of which one file cannot be removed is undone after the others were written",
    .enabled(if: geteuid() != 0, "root may remove everything"))
  func irremovable() throws {
    try folder.makeFolder("inner")
    try folder.file("inner/x.ics", Sample.calendar("x", "x"))
    let changes = [
      try change("inner/x.ics", nil), try change("a.ics", Sample.calendar("a", "A")),
      try change("d.ics", Sample.calendar("d", "d")), try change("b.ics", nil),
    ]
    let before = try ["a.ics", "b.ics", "inner/x.ics"].map { try folder.content($0) }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path("inner"))
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("inner"))
    }
    #expect(FileError.code { () throws(FileError) in try commit(changes) } == .unwritable)
    #expect(try ["a.ics", "b.ics", "inner/x.ics"].map { try folder.content($0) } == before)
    #expect(try folder.names == ["a.ics", "b.ics", "c.ics", "inner"])
  }

  @Test(
    "a file that is no calendar of the location and no companion is not written",
    arguments: ["x.txt", "i/.x.ics"])
  func foreignName(name: String) throws {
    try folder.makeFolder("i")
    let changes = [try change(name, "new")]
    #expect(FileError.code { () throws(FileError) in try commit(changes) } == .outside)
    #expect(try folder.names == ["a.ics", "b.ics", "c.ics", "i"])
  }

  @Test("a change is undone however its paths were spelt")
  func spellings() throws {
    let before = try folder.state
    let parent = FileSystem.parent(of: folder.path)
    try folder.makeFolder(".inner")
    let outside = try TemporaryFolder()
    try outside.link("way", to: folder.path)
    for spelling in ["./a.ics", ".inner/../a.ics", "/a.ics"] {
      try commit([try change(spelling, "new")])
      var transaction = try FileTransaction(on: [location], timeout: .zero)
      #expect(try transaction.undo().changes.count == 1)
      #expect(try folder.state == before && transaction.problems.isEmpty)
    }
    let link = CalendarLocation(outside.path("way") + "/")
    var transaction = try FileTransaction(on: [link], timeout: .zero)
    let path = "\(parent)/\(FileSystem.name(of: folder.path))/a.ics"
    let content = try FileChange.content(of: path)
    try transaction.commit(
      [(0, FileChange(path, in: link, before: content, after: nil))], "gone", at: Sample.now)
    #expect(try folder.names.contains("a.ics") == false)
    #expect(try transaction.undo().changes.count == 1)
    #expect(try folder.state == before)
  }

  @Test("the permissions of a file are preserved", arguments: [0o600, 0o644, 0o660, 0o755])
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
    "the owner of a file is preserved, whichever user changes it",
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

  @Test("temporary files of killed processes are removed; other hidden files are preserved")
  func temporaries() throws {
    try folder.file(".almanac-new-x1", "half")
    try folder.file(".vdirsyncer", "foreign")
    #expect(try DirectoryListing(folder.path).orphans == [folder.path(".almanac-new-x1")])
    _ = try FileTransaction(on: [location], timeout: .zero)
    #expect(try folder.names == [".vdirsyncer", "a.ics", "b.ics", "c.ics"])
  }
}

@Suite("Marks, owners and permissions of files")
struct FileOwnershipTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] { try folder.file("\(name).ics", Sample.calendar(name, name)) }
  }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(folder.path(name), &status) == 0)
    return status
  }

  private func remove(_ names: String...) throws(FileError) {
    let location = CalendarLocation(folder.path)
    var transaction = try FileTransaction(on: [location], timeout: .zero)
    var changes: [(location: Int, change: FileChange)] = []
    for name in names {
      let path = folder.path(name)
      changes.append(
        (0, FileChange(path, in: location, before: try FileChange.content(of: path), after: nil)))
    }
    try transaction.commit(changes, "removed", at: Sample.now)
  }

  private func undo() throws {
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    _ = try transaction.undo()
  }

  @Test("a file that is marked read-only is not removed, nor is any other file of the change")
  func readOnly() throws {
    chmod(folder.path("b.ics"), 0o444)
    let before = try folder.state
    #expect(FileError.code { () throws(FileError) in try remove("a.ics", "b.ics") } == .unwritable)
    #expect(try folder.state == before)
    #expect(try folder.names.filter { $0 != ".almanac-undo" } == ["a.ics", "b.ics"])
  }

  @Test(
    "undo restores the permissions, the owner and the group of a removed file",
    arguments: [0o600, 0o640, 0o666, 0o200])
  func undone(mode: Int) throws {
    chmod(folder.path("a.ics"), mode_t(mode))
    // Only root may give files away.
    let isRoot = geteuid() == 0
    if isRoot { try #require(chown(folder.path("a.ics"), 1234, 2345) == 0) }
    let before = try (status("a.ics"), folder.content("a.ics"))
    if mode & 0o400 == 0, !isRoot { return }
    try remove("a.ics")
    try undo()
    let after = try status("a.ics")
    #expect(try folder.content("a.ics") == before.1)
    #expect(
      after.st_mode == before.0.st_mode && after.st_uid == before.0.st_uid && after.st_gid == before.0.st_gid)
  }

  @Test("a removal that a killed process began is undone with the permissions")
  func interrupted() throws {
    chmod(folder.path("a.ics"), 0o640)
    let before = try folder.state
    try remove("a.ics", "b.ics")
    let journal = try folder.content(".almanac-undo")
    try folder.file(".almanac-undo", journal.replacing("settled", with: "pending", maxReplacements: 1))
    try folder.file("b.ics", Sample.calendar("b", "b"))
    _ = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    #expect(try folder.state == before)
    #expect(try status("a.ics").st_mode & 0o7777 == 0o640)
  }

  @Test("a journal gives a file no right to run as another user")
  func journal() throws {
    try remove("a.ics")
    let journal = try folder.content(".almanac-undo")
    #expect(
      journal.contains("\nmode 644 ") || journal.contains("\nmode 664 ") || journal.contains("\nmode 600 "))
    let line = try #require(journal.split(separator: "\n").first { $0.hasPrefix("mode ") })
    let ids = line.split(separator: " ").suffix(2).joined(separator: " ")
    try folder.file(".almanac-undo", journal.replacing(line, with: "mode 6755 \(ids)"))
    try undo()
    #expect(try status("a.ics").st_mode & 0o7777 == 0o755)
  }
}
