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

@Suite("One process at a time changes a directory")
struct DirectoryLockTests {
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
    let lock = try DirectoryLock([folder.path("root/inner")], timeout: .zero)
    do throws(FileError) {
      _ = try FileTransaction(on: [location], timeout: .zero)
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
    _ = try FileTransaction(on: [location], timeout: .zero)
  }

  @Test(
    "a process that may only read a directory cannot lock it, and a process that was killed does not keep it locked"
  )
  func readers() throws {
    let path = folder.path("root/inner")
    try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: path)
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    try #require(flock(reader, LOCK_EX | LOCK_NB) == 0)
    let file = folder.path("root/inner/.almanac.lock")
    try Data().write(to: URL(filePath: file))
    let lock = try DirectoryLock([path], timeout: .zero)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o660)
    lock.release()
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("a copied file of a lock that others may read is replaced, so that they cannot hold it")
  func copiedFile() throws {
    let file = folder.path("root/inner/.almanac.lock")
    let reader = open(file, O_RDWR | O_CREAT, 0o600)
    defer { close(reader) }
    fchmod(reader, 0o644)
    try #require(flock(reader, LOCK_SH | LOCK_NB) == 0)
    let lock = try DirectoryLock([folder.path("root/inner")], timeout: .zero)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode.map { $0 & 0o044 } == 0)
    lock.release()
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("reading removes the file of a lock that a killed process left, and not that of a lock that is held")
  func unheldFiles() throws {
    for (directory, read) in [("root", "root"), ("root/inner", "root"), ("root/inner", "root/inner/a.ics")] {
      let file = folder.path(directory + "/.almanac.lock")
      let holder = open(file, O_RDWR | O_CREAT, 0o600)
      try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
      _ = try CalendarStore([CalendarLocation(folder.path(read))], for: .reading)
      #expect(FileManager.default.fileExists(atPath: file))
      close(holder)
      _ = try CalendarStore([CalendarLocation(folder.path(read))], for: .reading)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test("what stands in place of the file of a lock is reported")
  func noLockFile() throws {
    for make in [{ try folder.makeFolder($0) }, { try folder.link($0, to: "a.ics") }]
      as [(String) throws -> Void]
    {
      try make("root/inner/.almanac.lock")
      do throws(FileError) {
        _ = try DirectoryLock([folder.path("root/inner")], timeout: .zero)
        Issue.record("locked")
      } catch {
        #expect(error.code == .unwritable && error.path == folder.path("root/inner/.almanac.lock"))
      }
      try FileManager.default.removeItem(atPath: folder.path("root/inner/.almanac.lock"))
    }
    #expect(try folder.content("root/inner/a.ics").contains("UID:a"))
  }

  @Test("what has another name, or is a pipe, in place of the file of a lock is reported and stays as it was")
  func otherNames() throws {
    let file = folder.path("root/inner/.almanac.lock")
    let secret = try folder.file("secret", "secret")
    chmod(secret, 0o640)
    for make in [{ link(secret, file) }, { mkfifo(file, 0o600) }] {
      try #require(make() == 0)
      let code = FileError.code { () throws(FileError) in
        _ = try DirectoryLock([folder.path("root/inner")], timeout: .zero)
      }
      #expect(code == .unwritable)
      try folder.remove("root/inner/.almanac.lock")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: secret)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try folder.content("secret") == "secret")
  }

  @Test("a file with names in several directories has one lock, by whichever name it is reached")
  func namesElsewhere() throws {
    try folder.makeFolder("other")
    try #require(link(folder.path("root/inner/a.ics"), folder.path("other/b.ics")) == 0)
    for first in ["root", "root/inner/a.ics"] {
      for second in ["other", "other/b.ics"] {
        let held = try FileTransaction(on: [CalendarLocation(folder.path(first))], timeout: .zero)
        do throws(FileError) {
          _ = try FileTransaction(on: [CalendarLocation(folder.path(second))], timeout: .zero)
          Issue.record("locked twice")
        } catch {
          #expect(error.code == .locked && error.path == folder.path("other/b.ics"))
          #if os(Linux)
            #expect(error.reason.contains("(process \(getpid()))"))
          #endif
        }
        held.lock.release()
        _ = try FileTransaction(on: [CalendarLocation(folder.path(second))], timeout: .zero)
      }
    }
    // Both names in one transaction are one file.
    let both = ["root", "other"].map { CalendarLocation(folder.path($0)) }
    var store = try CalendarStore(both, for: .changing(timeout: .zero))
    for position in store.positions(uid: "a") {
      _ = try store.change(position) { (calendar) throws(EventError) in try calendar.rename("a", "Changed") }
    }
    #expect(try store.save("", at: Sample.now))
    #expect(try folder.content("other/b.ics") == folder.content("root/inner/a.ics"))
  }

  @Test("of very many files with names elsewhere those are locked that are changed, and no change is lost")
  func manyNamesElsewhere() throws {
    try folder.makeFolder("other")
    for number in 0..<150 {
      let file = try folder.file("root/\(number).ics", Sample.calendar("\(number)", "Before"))
      try #require(link(file, folder.path("other/\(number).ics")) == 0)
    }
    let locations = ["root", "other"].map { CalendarLocation(folder.path($0)) }
    var stores = try locations.map { (location) throws(FileError) in
      try CalendarStore([location], for: .changing(timeout: .zero))
    }
    for index in stores.indices {
      for position in stores[index].positions(uid: "7") {
        _ = try stores[index].change(position) { (calendar) throws(EventError) in
          try calendar.rename("7", "Change \(index)")
        }
      }
    }
    #expect(try stores[0].save("", at: Sample.now))
    #expect(FileError.code { () throws(FileError) in try stores[1].save("", at: Sample.now) } != nil)
    #expect(try folder.content("other/7.ics").contains("Change 0"))
    #expect(try folder.content("root/7.ics").contains("Change 0"))
  }

  #if canImport(Glibc)
    @Test(
      "a directory that is mounted in two places has one lock and is one location",
      .enabled(if: geteuid() == 0, "only root may mount"))
    func mounted() throws {
      try folder.makeFolder("one")
      try folder.makeFolder("two")
      let paths = ["two", "one"].map { folder.path($0) }
      // In a container even root may not mount.
      guard mount(paths[1], paths[0], nil, UInt(MS_BIND), nil) == 0 else { return }
      defer { umount(paths[0]) }
      try folder.file("one/a.ics", Sample.calendar("a", "A"))
      let lock = try DirectoryLock(paths, timeout: .zero)
      #expect(
        FileError.code { () throws(FileError) in _ = try DirectoryLock([paths[1]], timeout: .zero) }
          == .locked)
      lock.release()
      let store = try CalendarStore(paths.map { CalendarLocation($0) }, for: .changing(timeout: .zero))
      #expect(store.locations.map { $0.path } == [paths[0]])
    }
  #endif

  @Test("a lock can be acquired again by its owner, and other processes still wait for it")
  func acquiringTwice() throws {
    let lock = try DirectoryLock([folder.path("root")], timeout: .zero)
    try lock.acquire()
    let code = FileError.code { () throws(FileError) in
      _ = try DirectoryLock(lock.directories, timeout: .zero)
    }
    #expect(code == .locked)
    lock.release()
    _ = try DirectoryLock([folder.path("root")], timeout: .zero)
  }

  @Test("a released lock can be acquired again unless another process holds it")
  func reacquiring() throws {
    let lock = try DirectoryLock([folder.path("root")], timeout: .zero)
    lock.release()
    var other: DirectoryLock? = try DirectoryLock([folder.path("root")], timeout: .zero)
    #expect(FileError.code { () throws(FileError) in try lock.acquire() } == .locked)
    other?.release()
    other = nil
    #expect(FileError.code { () throws(FileError) in try lock.acquire() } == nil)
  }

  @Test(
    "while others lock and unlock a directory, a lock is had or waited for, and the file of a lock is never taken for another"
  )
  func rivals() async throws {
    let directory = folder.path("root/inner")
    await withTaskGroup { group in
      for _ in 1...4 {
        group.addTask {
          do throws(FileError) {
            for _ in 1...300 { try DirectoryLock([directory], timeout: .seconds(60)).release() }
          } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    #expect(try folder.names == ["link", "root"])
  }
}
