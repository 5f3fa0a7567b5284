import CommandLineKit
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("One process at a time changes a file")
struct LockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("root/inner")
    let text = Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "a", "CATEGORIES:X\n"))
    _ = try folder.file("root/inner/a.ics", text)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "root/inner")
  }

  @Test(
    "whatever path leads to a file, its folder is locked, and the wait has an end",
    arguments: [
      "root", "root/inner", "root/inner/a.ics", "link", "link/a.ics",
    ])
  func paths(path: String) throws {
    let holder = open(folder.path("root/inner/.almanac.lock"), O_RDWR | O_CREAT, 0o600)
    defer { close(holder) }
    try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
    for arguments in [["edit", "a", "--title", "b"], ["undo"], ["add", "event", "b", "--at", "2026-03-04"]] {
      let run = try AlmanacRun(arguments + ["-c", folder.path(path)])
      #expect(run.status == .cannotWrite)
      #expect(run.errors.count == 1 && run.errors.first?.contains("/root/inner: Another process") == true)
    }
    #expect(try AlmanacRun("list", "--from", "2026-03-01", "-c", folder.path(path)).status == .done)
    #expect(flock(holder, LOCK_UN) == 0)
    #expect(try AlmanacRun("edit", "a", "--title", "b", "-c", folder.path(path)).status == .done)
  }

  @Test("other processes can work while a question is on the screen; their changes are not overwritten")
  func questions() throws {
    let path = folder.path("root")
    let other = Mutex<ProgramStatus?>(nil)
    let run = try AlmanacRun(
      ["delete", "--category", "X", "-c", path], input: "y\n",
      whileAsking: {
        let run = try? AlmanacRun("edit", "a", "--title", "Other", "-c", path)
        other.withLock { $0 = run?.status }
      })
    #expect(other.withLock { $0 } == .done)
    #expect(run.status == .refused && run.errors.first?.contains("conflict") == true)
    #expect(try folder.content("root/inner/a.ics").contains("SUMMARY:Other"))
    let calm = try AlmanacRun(["delete", "--category", "X", "-c", path], input: "y\n")
    #expect(calm.status == .done)
  }
}
