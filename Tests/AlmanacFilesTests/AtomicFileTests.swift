import AlmanacFiles
import Foundation
import Testing

#if canImport(Glibc)
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

  @Test("a file that is given up leaves nothing", arguments: [true, false])
  func givenUp(isDiscarded: Bool) throws {
    let path = try folder.file("a.txt", "old")
    var file: AtomicFile? = try AtomicFile(path)
    try file?.write(Array("new".utf8))
    if isDiscarded { file?.discard() } else { file = nil }
    #expect(try folder.names == ["a.txt"] && folder.content("a.txt") == "old")
  }

  @Test("other threads make files with the permissions that the process gives to all")
  func permissions() async throws {
    let folder = folder
    let expected = try Self.mode(folder.path("first"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<500 { try AtomicFile(folder.path("a\(number)")).discard() }
      }
      group.addTask {
        for number in 0..<5000 {
          let mode = try Self.mode(folder.path("b\(number)"))
          #expect(mode == expected)
        }
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
