public import CalDAV
internal import AlmanacSync
internal import Foundation

/// A CalDAV server on this machine, with its data in a folder, for tests and races.
public final class RunningServer {
  public enum Kind: String, CaseIterable, Sendable { case radicale, xandikos }

  public let kind: Kind
  private let folder: String
  private let port: Int
  private var process: Process?

  /// Starts a server with a user `me` and an empty calendar, in a folder that is removed at its end: in memory where the
  /// system has such a place, as the servers wait for the disk at each change.
  public init(_ kind: Kind) async throws {
    let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    (self.kind, port) = (kind, try Self.freePort())
    folder = "\(memory)/almanac-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("me:x\n".utf8).write(to: URL(filePath: "\(folder)/users"))
    try Data(
      """
      [server]
      hosts = 127.0.0.1:\(port)
      max_connections = 100
      [auth]
      type = htpasswd
      htpasswd_filename = \(folder)/users
      htpasswd_encryption = plain
      delay = 0
      [rights]
      type = owner_only
      [storage]
      filesystem_folder = \(folder)/data
      [web]
      type = none
      """.utf8
    ).write(to: URL(filePath: "\(folder)/radicale.conf"))
    try await start()
    try await calendar().create()
  }

  public var url: String {
    "http://127.0.0.1:\(port)/" + (kind == .radicale ? "me/work/" : "user/calendars/work/")
  }

  public var credentials: Credentials? { kind == .radicale ? Credentials(user: "me", password: "x") : nil }

  /// The calendar, as a client of its own sees it.
  public func calendar() throws -> CalDAVCollection {
    let address = try WebAddress(url)
    return CalDAVCollection(address, WebClient(to: address, credentials: credentials))
  }

  public func start() async throws {
    let arguments: [String] =
      switch kind {
      case .radicale: ["-C", "\(folder)/radicale.conf"]
      case .xandikos: ["-d", "\(folder)/data", "--defaults", "-l", "127.0.0.1", "-p", "\(port)"]
      }
    let made = Process()
    made.executableURL = URL(filePath: "/usr/bin/env")
    made.arguments = [kind.rawValue] + arguments
    (made.standardOutput, made.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try made.run()
    process = made
    let address = try WebAddress("http://127.0.0.1:\(port)/")
    for _ in 0..<200 {
      do {
        _ = try await Discovery(WebClient(to: address)).calendars()
        return
      } catch let error as SyncError where error.code == .unreachable {
        try await Task.sleep(for: .milliseconds(50))
      } catch {
        return
      }
    }
    throw CocoaError(.executableLoad)
  }

  /// Ends the server. One that waits for its clients to close their connections is killed; a lock that Xandikos then leaves in its
  /// repository is removed, as it would refuse every change after the next start.
  public func stop() {
    guard let process else { return }
    process.terminate()
    for _ in 0..<20 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    // Not in the middle of a commit, half of which would stay.
    for _ in 0..<1_000 where process.isRunning && FileManager.default.fileExists(atPath: lock) {
      Thread.sleep(forTimeInterval: 0.001)
    }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    self.process = nil
    try? FileManager.default.removeItem(atPath: lock)
  }

  /// The lock of the calendar's repository in Xandikos.
  private var lock: String { "\(folder)/data/user/calendars/work/.git/index.lock" }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A port that nobody uses at the moment.
  public static func freePort() throws -> Int {
    let pipe = Pipe()
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = [
      "python3", "-c",
      "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
    ]
    python.standardOutput = pipe
    try python.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    guard let port = Int(text.filter { !$0.isWhitespace }) else { throw CocoaError(.executableLoad) }
    return port
  }
}
