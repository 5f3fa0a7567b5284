import CommandLineKit
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Files that are not calendars, and outputs that are inputs")
struct SpecialFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("a.ics", Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "a")))
  }

  private func makeSparse(_ name: String) throws -> String {
    let path = try folder.file(name, "")
    try #require(truncate(path, 3 << 30) == 0)
    return path
  }

  @Test("a pipe, a link to a device and a file that is too long in a folder cost themselves only")
  func inFolder() throws {
    try #require(mkfifo(folder.path("b.ics"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("c.ics"), withDestinationPath: "/dev/zero")
    _ = try makeSparse("d.ics")
    try #require(mkfifo(folder.path("color"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("displayname"), withDestinationPath: "/dev/zero")
    for (command, status) in [
      (["list", "--from", "2026-03-01"], ProgramStatus.badData), (["edit", "a", "--title", "a"], .done),
    ] {
      let run = try AlmanacRun(command + ["-c", folder.path])
      #expect(run.status == status)
      for name in ["b.ics", "c.ics", "d.ics", "color", "displayname"] {
        #expect(run.errors.count { $0.hasPrefix(folder.path(name) + ": ") } == 1, "\(name)")
      }
    }
    #expect(try AlmanacRun("validate", folder.path).status == .noInput)
  }

  @Test("a device and a file that is too long are refused before they are read")
  func named() throws {
    for path in ["/dev/zero", try makeSparse("long.ics")] {
      for arguments in [
        ["list", "-c", path], ["validate", path], ["import", path, "-c", folder.path("own.ics")],
      ] {
        let run = try AlmanacRun(arguments)
        #expect(run.status == .noInput && run.errors.count == 1)
      }
    }
  }

  @Test("a pipe that the user names is read")
  func pipe() throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let text = try folder.content("a.ics")
    let writer = Thread {
      let pipe = FileHandle(forWritingAtPath: path)
      try? pipe?.write(contentsOf: Data(text.utf8))
      try? pipe?.close()
    }
    writer.start()
    #expect(try AlmanacRun("list", "--from", "2026-03-01", "-c", path).output.contains("a"))
  }

  @Test("a pipe into which no program writes is not waited for without an end")
  func silentPipe() throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let run = try AlmanacRun("list", "-c", path)
    #expect(run.status == .noInput && run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix(path + ": ") == true)
  }

  @Test(
    "a pipe that a program has open is waited for, also longer, and may be empty", arguments: ["BEGIN", ""])
  func slowPipe(text: String) throws {
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let content = text.isEmpty ? "" : try folder.content("a.ics")
    let writer = Thread {
      let pipe = FileHandle(forWritingAtPath: path)
      for part in [content.prefix(40), content.dropFirst(40)] {
        usleep(1_700_000)
        try? pipe?.write(contentsOf: Data(part.utf8))
      }
      try? pipe?.close()
    }
    writer.start()
    let run = try AlmanacRun("list", "--from", "2026-03-01", "-c", path)
    #expect(run.status == (text.isEmpty ? .badData : .done))
  }

  @Test(
    "an output that would overwrite an input is refused, and nothing is changed",
    arguments: [
      ["list", "-c", "DIR/a.ics", "-o", "DIR/a.ics"],
      ["month", "-c", "DIR", "-o", "DIR/a.ics"],
      ["export", "-c", "DIR", "-o", "DIR/all.ics"],
      ["add", "event", "b", "--at", "2026-03-04", "-c", "DIR/a.ics", "-o", "DIR/a.ics"],
      ["import", "DIR/a.ics", "-c", "DIR/own/", "-o", "DIR/a.ics"],
      ["validate", "DIR/a.ics", "-o", "DIR/link.ics"],
      ["list", "-c", "DIR", "-o", "DIR/.almanac-undo"],
      ["convert", "DIR/a.ics", "DIR/a.ics"], ["convert", "DIR/a.ics", "DIR/./link.ics"],
    ])
  func overwriting(arguments: [String]) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.ics"), withDestinationPath: "a.ics")
    let before = try folder.content("a.ics")
    let run = try AlmanacRun(arguments.map { $0.replacing("DIR", with: folder.path) })
    #expect(run.status == .usage && run.errors.count == 1)
    #expect(try folder.content("a.ics") == before)
    #expect(try folder.names.filter { $0 != "own" } == ["a.ics", "link.ics"])
  }

  @Test("an output that a link in a folder leads to is refused, whatever else is found")
  func overwritingLinked() throws {
    try folder.makeFolder("other")
    try folder.makeFolder("root")
    let text = try folder.content("a.ics")
    let path = try folder.file("other/b.ics", text)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("root/link"), withDestinationPath: "../other")
    _ = try folder.file("root/z.ics", text.replacing("20260303", with: "2026"))
    for command in [["list", "-c", folder.path("root")], ["validate", folder.path("root")]] {
      #expect(try AlmanacRun(command + ["-o", path]).status == .usage)
      #expect(try folder.content("other/b.ics") == text)
    }
  }

  @Test("an output that would replace stored training, or a journal, is refused")
  func overwritingTraining() throws {
    let path = folder.path("a.ics")
    let add = ["workout", "machine", "add", "Bench", "--coach", "eva", "-c", path]
    #expect(try AlmanacRun(add).status == .done)
    let before = try folder.content("a.training.json")
    for output in ["a.training.json", ".a.ics.almanac-undo", "a.running-1f.json"] {
      for command in [["workout", "machine", "list"], ["workout", "history"], ["list"]] {
        #expect(try AlmanacRun(command + ["-c", path, "-o", folder.path(output)]).status == .usage)
      }
    }
    #expect(try folder.content("a.training.json") == before)
  }

  @Test("an output beside the calendar is written")
  func besides() throws {
    #expect(
      try AlmanacRun("list", "--from", "2026-03-01", "-c", folder.path, "-o", folder.path("list.txt")).status
        == .done)
    #expect(try folder.content("list.txt").contains("a"))
  }

  @Test("without an output nothing is done")
  func closedOutput() throws {
    let before = try folder.content("a.ics")
    let run = try AlmanacRun(
      ["add", "event", "b", "--at", "2026-03-04", "-c", folder.path("a.ics")],
      terminal: .init(isOpen: false))
    #expect(run.status == .cannotWrite && run.errors.count == 1)
    #expect(try folder.content("a.ics") == before)
    #expect(try folder.names == ["a.ics"])
  }
}
