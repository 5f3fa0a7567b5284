import AlmanacSync
import Foundation
import Testing

@testable import CalDAV

@Suite("The password during a request", .serialized, .timeLimit(.minutes(60)))
struct PasswordTests {
  /// A proxy is another machine, and http is for this one alone.
  @Test("a request to this machine is sent to no proxy")
  func proxy() async throws {
    let (liar, proxy) = (try Liar(), try Liar())
    setenv("http_proxy", proxy.url, 1)
    defer { unsetenv("http_proxy") }
    #expect(try await liar.collection("honest").list().count == 2)
    unsetenv("http_proxy")
    #expect(try await proxy.received().count == 1)
  }

  /// The arguments of each process, as every user can read them on Linux.
  private func argumentsOfAll() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.compactMap {
      try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
    }
  }

  @Test("a server that says a byte now and then is given up")
  func drip() async throws {
    let client = try Liar().client("drip/", seconds: 2)
    await #expect {
      try await CalDAVCollection(client.home, client).list()
    } throws: {
      ($0 as? SyncError)?.code == .unreachable
    }
  }

  @Test(
    "after the end of the program no file has the password, and no request goes on",
    arguments: [SIGINT, SIGTERM, SIGKILL, 0])
  func killed(signal: Int32) async throws {
    let liar = try Liar()
    let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "almanac-remote-http")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": folder, "HOME": folder, "XDG_STATE_HOME": folder + "/state"]) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let address = RemoteAddress("\(liar.url)/drip/", user: "me", passwordCommand: "echo secret")
    try input.fileHandleForWriting.write(
      contentsOf: try JSONEncoder().encode(RemoteCall.open(address)) + [0x0A])
    while try await !liar.received().contains(where: { $0.contains("/drip/") && $0.contains("Basic") }) {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(try argumentsOfAll().contains { $0.contains("curl") && !$0.contains("secret") })
    #expect(try !argumentsOfAll().contains { $0.contains("curl") && $0.contains("secret") })
    if signal == 0 {
      // As where the program that had started it was killed.
      try input.fileHandleForWriting.close()
      try output.fileHandleForReading.close()
    } else {
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    while try await !liar.received().contains("closed by the client") {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
