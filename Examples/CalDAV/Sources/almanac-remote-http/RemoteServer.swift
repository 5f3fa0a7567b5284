import AlmanacSync
import CalDAV
import Foundation

/// Answers the calls of another program about one collection.
struct RemoteServer {
  let variables: [String: String]
  private var opened: OpenedRemote?

  init(variables: [String: String]) { self.variables = variables }

  static func run() async throws {
    endWithReader()
    var server = RemoteServer(variables: ProcessInfo.processInfo.environment)
    while let line = readLine() {
      let reply: RemoteReply
      do {
        reply = await server.reply(to: try JSONDecoder().decode(RemoteCall.self, from: Data(line.utf8)))
      } catch {
        reply = .failed(SyncError(.unsupported, expected: "a call that this version knows: \(error)"))
      }
      try FileHandle.standardOutput.write(contentsOf: try JSONEncoder().encode(reply) + [0x0A])
    }
  }

  /// Ends the program when nobody reads its replies any more, also within a request: its caller was killed.
  private static func endWithReader() {
    Thread.detachNewThread {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) < 0, errno == EINTR {}
      if output.revents & Int16(POLLERR | POLLHUP) != 0 { _exit(1) }
    }
  }

  mutating func reply(to call: RemoteCall) async -> RemoteReply {
    do {
      if case .open(let address) = call {
        opened = nil
        opened = try await OpenedRemote(address, variables: variables)
        return .opened
      }
      guard let opened else { throw SyncError(.unsupported, expected: "the call “open” first") }
      return try await reply(to: call, of: opened)
    } catch {
      return .failed(Self.reason(error))
    }
  }

  private func reply(to call: RemoteCall, of opened: OpenedRemote) async throws -> RemoteReply {
    switch call {
    case .open: return .opened
    case .list:
      let tokens = try await opened.remote.list()
      opened.store()
      return .listed(tokens)
    case .read(let names):
      let results = await opened.remote.readAll(names)
      opened.forgetListing()
      return .read(
        results.map { result in
          switch result {
          case .success(let resource): .resource(resource)
          case .failure(let error): .failed(Self.reason(error))
          }
        })
    case .change(let changes):
      let results = await opened.remote.makeAll(changes)
      opened.forgetListing()
      return .changed(
        results.map { result in
          do { return .made(token: try result.get()) } catch { return .failed(Self.reason(error)) }
        })
    }
  }

  private static func reason(_ error: any Error) -> SyncError {
    error as? SyncError ?? SyncError(.server, expected: "no fault of the program: \(error)")
  }
}
