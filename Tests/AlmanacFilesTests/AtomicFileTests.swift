import AlmanacFiles
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import CExtendedAttributes
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A file that is replaced as a whole")
struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("until the end the file is as it was; after it, it is closed once and for all")
  func ends() throws {
    let path = try folder.file("a.txt", "old")
    let file = try AtomicFile(path)
    try file.write(Array("new".utf8))
    #expect(try folder.content("a.txt") == "old")
    try file.commit()
    #expect(try folder.content("a.txt") == "new")
    // The system gives the number of the closed file to the next one, which is not to be closed too.
    let others = (0..<8).map { _ in open(path, O_RDONLY) }
    defer { for other in others { close(other) } }
    file.discard()
    #expect(others.allSatisfy { fcntl($0, F_GETFD) >= 0 })
    #expect(FileError.code { () throws(FileError) in try file.write([1]) } == .unwritable)
    #expect(FileError.code { () throws(FileError) in try file.commit() } == .unwritable)
    #expect(try folder.content("a.txt") == "new" && folder.names == ["a.txt"])
  }

  @Test("who reads a file of the program while it is replaced reads the old or the new one")
  func readWhileReplaced() async throws {
    let path = try folder.file("a.txt", "0")
    await withTaskGroup { group in
      group.addTask { for number in 0...500 { try? AtomicFile.write(Array("\(number)".utf8), to: path) } }
      group.addTask {
        do throws(FileError) {
          for _ in 0...20_000 {
            #expect(Int(String(decoding: try FileSystem.read(path, .own), as: UTF8.self)) != nil)
          }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
  }

  @Test("a file that is given up leaves nothing", arguments: [true, false])
  func givenUp(isDiscarded: Bool) throws {
    let path = try folder.file("a.txt", "old")
    var file: AtomicFile? = try AtomicFile(path)
    try file?.write(Array("new".utf8))
    if isDiscarded { file?.discard() } else { file = nil }
    #expect(try folder.names == ["a.txt"] && folder.content("a.txt") == "old")
  }

  @Test("the next output removes the temporary file of a killed process, and none that is being written")
  func killed() throws {
    let running = try AtomicFile(folder.path("running.txt"))
    try running.write(Array("running".utf8))
    let temporary = try #require(try folder.names.first)
    // The beginning of its name is that of all, and a killed process holds no lock.
    let left = try folder.file(String(temporary.dropLast()) + "-left", "half")
    for name in [".almanac-undo", ".almanac-mine", "almanac.txt"] { try folder.file(name, "precious") }
    let target = try folder.file("target", "precious")
    try folder.link(temporary + "-link", to: "target")
    try AtomicFile.write(Array("done".utf8), to: folder.path("done.txt"))
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(try folder.content("target") == "precious" && target == folder.path("target"))
    for name in [".almanac-undo", ".almanac-mine", "almanac.txt"] {
      #expect(try folder.content(name) == "precious")
    }
    try running.commit()
    #expect(try folder.content("running.txt") == "running" && folder.content("done.txt") == "done")
  }

  /// A combining mark after the slash, names of several bytes a character, and a decomposed name.
  @Test(
    "a file is made under the very name that was given, and no other",
    arguments: ["план.ics", "日.ics", "🎂.ics", "cafe\u{301}.ics", "\u{301}x.ics", "Märzfür.ics"])
  func names(name: String) throws {
    for directory in ["", "deep/", "deep/er/"] {
      if directory != "" { try folder.makeFolder(directory) }
      let other = try folder.file("x.txt", "precious")
      if directory == "deep/er/" { try folder.file("deep/\(name)", "precious") }
      let file = try AtomicFile(folder.path(directory + name))
      try file.write(Array("new".utf8))
      try file.commit()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(directory))
      #expect(names.contains { $0.utf8.elementsEqual(name.utf8) })
      #expect(try folder.content(directory + name) == "new")
      #expect(try folder.content("x.txt") == "precious" && other == folder.path("x.txt"))
      if directory == "deep/er/" { #expect(try folder.content("deep/\(name)") == "precious") }
      #expect(FileSystem.name(of: folder.path(directory + name)).utf8.elementsEqual(name.utf8))
      #expect(
        FileSystem.parent(of: folder.path(directory + name)).utf8.elementsEqual(
          folder.path(directory).utf8.dropLast()))
    }
  }

  #if canImport(Glibc)
    /// The list `user::rw- user:1234:rw- group::--- mask::rw- other::---` as Linux stores it: a version, then tag, permissions
    /// and id of each entry.
    private static let list: [UInt8] = {
      let entries: [(UInt16, UInt16, UInt32)] = [
        (1, 6, .max), (2, 6, 1234), (4, 0, .max), (0x10, 6, .max), (0x20, 0, .max),
      ]
      func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
      }
      return bytes(UInt32(2)) + entries.flatMap { bytes($0) + bytes($1) + bytes($2) }
    }()

    private static func attribute(_ name: String, of path: String) -> [UInt8]? {
      var value = [UInt8](repeating: 0, count: 256)
      let length = lgetxattr(path, name, &value, value.count)
      return length < 0 ? nil : Array(value.prefix(length))
    }

    @Test("a file keeps its access control list and its attributes, and gets none from its folder")
    func accessControl() throws {
      let access = "system.posix_acl_access"
      let path = try folder.file("a.txt", "old")
      let plain = try folder.file("b.txt", "old")
      chmod(plain, 0o640)
      guard setxattr(path, access, Self.list, Self.list.count, 0) == 0 else { return }
      setxattr(path, "user.comment", "x", 1, 0)
      // The default list of the folder gives user 1234 rights.
      #expect(setxattr(folder.path, "system.posix_acl_default", Self.list, Self.list.count, 0) == 0)
      try AtomicFile.write(Array("new".utf8), to: path)
      try AtomicFile.write(Array("new".utf8), to: plain)
      #expect(Self.attribute(access, of: path) == Self.list)
      #expect(Self.attribute("user.comment", of: path).map { $0 == Array("x".utf8) } ?? true)
      #expect(Self.attribute(access, of: plain) == nil)
      let modes = [path, plain].map { path in
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
      }
      #expect(modes == [0o660, 0o640])
    }
  #endif

  @Test("other threads make files with the permissions that the process gives to all")
  func permissions() async throws {
    let folder = folder
    let expected = try Self.mode(folder.path("first"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<rounds(125) { try AtomicFile(folder.path("a\(number)")).discard() }
      }
      group.addTask {
        var modes: Set<Int> = []
        for number in 0..<rounds(1_250) { modes.insert(try Self.mode(folder.path("b\(number)"))) }
        #expect(modes == [expected])
      }
      try await group.waitForAll()
    }
    try AtomicFile.write([], to: folder.path("last"))
    let last = try FileManager.default.attributesOfItem(atPath: folder.path("last"))
    #expect(last[.posixPermissions] as? Int == expected)
  }

  /// The permissions of a file that is made.
  private static func mode(_ path: String) throws -> Int {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o666)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var status = stat()
    try #require(fstat(descriptor, &status) == 0)
    return Int(status.st_mode & 0o777)
  }
}
