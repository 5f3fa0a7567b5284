import CommandLineKit
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders that come from strangers, with a foreign journal or with links out of the folder.
@Suite("Untrusted journals and links")
struct JournalTrustTests {
  private let root: TemporaryFolder

  init() throws {
    root = try TemporaryFolder()
    try root.makeFolder("calendar/inner")
    try root.makeFolder("victim")
    _ = try root.file("victim/authorized_keys", "mine\n")
    _ = try root.file("calendar/a.ics", Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "a")))
  }

  private var folder: String { root.path("calendar") }

  private func victims() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path("victim")).sorted()
      + [root.content("victim/authorized_keys")]
  }

  /// A journal of one change to one file.
  private func journal(_ path: String, version: Int = 2) -> String {
    let states = version == 2 ? "22 1 -1 0" : "-1 0"
    let head = version == 2 ? "almanac undo 2 settled" : "almanac undo 1"
    return "\(head)\nchange 1772438400 1 1 5\nhello\nfile 0 0 22 \(states) \(path.utf8.count)\n\(path)\n"
      + "ssh-ed25519 AAAA evil\n\n"
  }

  @Test(
    "a journal with paths that are not calendars of the folder is not used",
    arguments: [
      "../victim/authorized_keys", "/tmp/almanac-evil.ics", "../victim/a.ics", "inner/../../victim/a.ics",
      "./a.ics",
      ".profile", "inner/.git/x.ics", "notes.txt", "", "inner//x.ics",
    ])
  func paths(path: String) throws {
    let before = try victims()
    for text in [journal(path), journal(path, version: 1)] {
      _ = try root.file("calendar/.almanac-undo", text)
      for arguments in [["undo"], ["undo", "--dry-run"]] {
        let run = try AlmanacRun(arguments + ["-c", folder])
        #expect(run.status == .refused && run.output.isEmpty)
        #expect(run.errors.count == 2 && run.errors.allSatisfy { !$0.contains("hello") })
      }
    }
    #expect(try victims() == before)
    #expect(try root.names == ["calendar", "victim"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        ".almanac-undo", "a.ics", "inner",
      ])
  }

  @Test("the journal of a stranger that was seen to write outside writes nothing")
  func hostile() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Hostile/undo-write.journal")
    _ = try root.file("calendar/.almanac-undo", String(decoding: try Data(contentsOf: source), as: UTF8.self))
    let before = try victims()
    #expect(try AlmanacRun("undo", "-c", folder).status == .refused)
    #expect(try victims() == before)
  }

  @Test(
    "a journal that is a link is not used, and its target is not written", arguments: ["undo", "add"])
  func linkedJournal(command: String) throws {
    let victim = root.path("victim/journal")
    _ = try root.file("victim/journal", journal("a.ics"))
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/.almanac-undo", withDestinationPath: "../victim/journal")
    let arguments = command == "add" ? ["add", "event", "b", "--at", "2026-03-05"] : ["undo"]
    let run = try AlmanacRun(arguments + ["-c", folder])
    #expect(run.status == (command == "add" ? .done : .refused))
    #expect(run.errors.first?.contains(".almanac-undo") == true)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == journal("a.ics"))
    #expect(try root.content("calendar/a.ics").contains("SUMMARY:a"))
  }

  @Test(
    "the journal of another user is not used", .enabled(if: geteuid() == 0, "only root can give files away"))
  func foreignJournal() throws {
    #expect(try AlmanacRun("edit", "a", "--title", "A", "-c", folder).status == .done)
    try #require(chown(folder + "/.almanac-undo", 65534, 65534) == 0)
    #expect(try AlmanacRun("undo", "-c", folder).status == .refused)
    #expect(try root.content("calendar/a.ics").contains("SUMMARY:A"))
  }

  @Test("undo shows its effect by file and item, without the journal's own words")
  func preview() throws {
    #expect(try AlmanacRun("add", "event", "New", "--at", "2026-03-05", "-c", folder).status == .done)
    #expect(try AlmanacRun("edit", "a", "--title", "A", "-c", folder).status == .done)
    let path = folder + "/.almanac-undo"
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing("changed A", with: "destroyed")
    try Data(text.utf8).write(to: URL(filePath: path))
    let before = try root.content("calendar/a.ics")
    let preview = try AlmanacRun("undo", "--dry-run", "-c", folder)
    #expect(preview.lines.first?.hasPrefix(folder + "/a.ics: changed, ") == true)
    #expect(preview.lines.dropFirst() == ["  changed a: a, Tuesday, 3 March 2026"])
    #expect(try root.content("calendar/a.ics") == before)
    #expect(try AlmanacRun("undo", "-c", folder).status == .done)
    let second = try AlmanacRun("undo", "--dry-run", "-c", folder, "--format", "json")
    let file = try #require(try ReadJSON(second.output)["files"].array.first)
    #expect(file["path"].string == folder + "/item-0.ics" && file["effect"].string == "removed")
    #expect(file["items"].array.map { $0["summary"].string } == ["New"])
    #expect(try root.content("calendar/item-0.ics").contains("SUMMARY:New"))
  }

  @Test("changes of a calendar whose name begins with a dot are undone too")
  func hiddenFile() throws {
    let path = root.path("calendar/.hidden.ics")
    let text = try root.content("calendar/a.ics")
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(try AlmanacRun("edit", "a", "--title", "A", "-c", path).status == .done)
    #expect(try AlmanacRun("undo", "-c", path).status == .done)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("each of two users has a journal", .enabled(if: geteuid() == 0, "only root can give files away"))
  func twoUsers() throws {
    #expect(try AlmanacRun("edit", "a", "--title", "A", "-c", folder).status == .done)
    let journal = try root.content("calendar/.almanac-undo")
    try #require(chown(folder + "/.almanac-undo", 65534, 65534) == 0)
    #expect(try AlmanacRun("edit", "a", "--title", "B", "-c", folder).errors.isEmpty)
    #expect(try AlmanacRun("undo", "-c", folder).status == .done)
    #expect(try root.content("calendar/a.ics").contains("SUMMARY:A"))
    #expect(try root.content("calendar/.almanac-undo") == journal)
  }

  @Test("deletions in two calendars are two changes")
  func deletions() throws {
    let other = try root.file("b.ics", Sample.calendar(Sample.event("b", ";VALUE=DATE:20260303", "b")))
    let before = try root.content("b.ics")
    #expect(try AlmanacRun("delete", "a", "--yes", "-c", folder).status == .done)
    #expect(try AlmanacRun("delete", "b", "--yes", "-c", other).status == .done)
    #expect(try AlmanacRun("undo", "-c", folder, "-c", other).output == "undone: deleted b\n")
    #expect(try root.content("b.ics") == before)
    #expect(FileManager.default.fileExists(atPath: folder + "/a.ics") == false)
  }

  @Test("a calendar that is named twice is changed once")
  func overlapping() throws {
    _ = try root.file(
      "calendar/inner/b.ics", Sample.calendar(Sample.event("b", ":20260303T090000", "b", "CATEGORIES:X\n")))
    let places = ["-c", folder, "-c", folder + "/inner"]
    #expect(try AlmanacRun(["delete", "--category", "X", "--yes"] + places).status == .done)
    #expect(try AlmanacRun(["undo"] + places).status == .done)
    #expect(try root.content("calendar/inner/b.ics").contains("UID:b"))
  }

  @Test("a link that leads nowhere is not a place for a new item")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/item-0.ics", withDestinationPath: "../victim/new.ics")
    #expect(try AlmanacRun("add", "event", "New", "--at", "2026-03-05", "-c", folder).status == .done)
    #expect(try victims() == ["authorized_keys", "mine\n"])
    #expect(try root.content("calendar/item-0-2.ics").contains("SUMMARY:New"))
  }

  @Test(
    "files that links lead to outside of the folder are read and not written",
    arguments: [
      "link.ics", "linked/link.ics",
    ])
  func linksOut(name: String) throws {
    let outside = Sample.calendar(Sample.event("out", ";VALUE=DATE:20260303", "Outside"))
    _ = try root.file("victim/link.ics", outside)
    let isFolder = name.contains("/")
    try FileManager.default.createSymbolicLink(
      atPath: folder + (isFolder ? "/linked" : "/link.ics"),
      withDestinationPath: isFolder ? "../victim" : "../victim/link.ics")
    let list = try AlmanacRun("list", "--from", "2026-03-01", "-c", folder)
    #expect(list.output.contains("Outside"))
    for arguments in [["edit", "out", "--title", "x"], ["delete", "out", "--yes"]] {
      let run = try AlmanacRun(arguments + ["-c", folder])
      #expect(run.status == .cannotWrite && run.errors.count == 1)
      #expect(run.errors.first?.hasPrefix(folder + "/" + name) == true)
    }
    #expect(try root.content("victim/link.ics") == outside)
    // A file that the user names may be a link.
    let named = folder + "/" + name
    #expect(try AlmanacRun("edit", "out", "--title", "Mine", "-c", named).status == .done)
    #expect(try root.content("victim/link.ics").contains("SUMMARY:Mine"))
  }

  @Test("stored training does not follow a link out of the folder")
  func training() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/training.json", withDestinationPath: "../victim/training.json")
    let run = try AlmanacRun("workout", "machine", "add", "Bench", "--coach", "eva", "-c", folder)
    #expect(run.status == .cannotWrite)
    #expect(try victims() == ["authorized_keys", "mine\n"])
  }
}
