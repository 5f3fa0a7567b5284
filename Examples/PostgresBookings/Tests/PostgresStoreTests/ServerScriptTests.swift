import Foundation
import PostgresStore
import Testing

@Suite("The script that starts a server")
struct ServerScriptTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "db-\(UUID().uuidString.prefix(8))"
  )
  .path

  private func run(_ arguments: String...) throws -> (status: Int32, errors: String) {
    // A file, since other processes that are started meanwhile may hold the end of a pipe open.
    let errors = URL(filePath: folder + ".errors")
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    let process = Process()
    process.executableURL = URL(filePath: Server.script)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
  }

  @Test(
    "only the owner can open the socket; at the end of a process the server ends, and only a folder that the script made goes",
    .timeLimit(.minutes(60)), arguments: [true, false])
  func cleaning(isThere: Bool) async throws {
    let file = folder + "/mine"
    if isThere {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
      try Data("x".utf8).write(to: URL(filePath: file))
    }
    let user = Process()
    user.executableURL = URL(filePath: "/bin/sleep")
    user.arguments = ["600"]
    try user.run()
    try #require(try run("start", folder, "\(user.processIdentifier)").status == 0)
    let socket = folder + "/.s.PGSQL.5432"
    let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    let rows = try await ConnectionPool("host=\(folder) user=postgres dbname=postgres", size: 1).run {
      try $0.execute("SELECT 1").rows
    }
    #expect(rows == [["1"]])
    // It has the signals of this thread, which may block others.
    kill(user.processIdentifier, SIGKILL)
    user.waitUntilExit()
    let end = isThere ? socket : folder
    while FileManager.default.fileExists(atPath: end) { try await Task.sleep(for: .milliseconds(100)) }
    #expect(FileManager.default.fileExists(atPath: file) == isThere)
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test(
    "a folder that the server's user cannot enter is named, and is left as it was", arguments: ["", "/data"])
  func closedFolder(name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer {
      chmod(folder, 0o700)
      try? FileManager.default.removeItem(atPath: folder)
    }
    // Root's own for root, whose server is another user's; nobody's for others.
    chmod(folder, geteuid() == 0 ? 0o700 : 0)
    let (status, errors) = try run("start", folder + name)
    #expect(status != 0 && errors.contains(folder + name))
    chmod(folder, 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
