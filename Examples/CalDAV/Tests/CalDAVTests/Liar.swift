import AlmanacSync
import Foundation
import Testing

@testable import CalDAV

/// The server of `liar.py`, which ends with this process.
final class Liar: Sendable {
  let url: String
  private let input: Pipe

  /// - Parameter certificate: The path of a key and a certificate, with which it speaks TLS.
  init(certificate: String? = nil) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "liar.py").path
    let (process, output) = (Process(), Pipe())
    input = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script] + (certificate.map { [$0] } ?? [])
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port.filter(\.isNumber))"
  }

  deinit { try? input.fileHandleForWriting.close() }

  func client(
    _ path: String, limit: Int = 1 << 20, total: Int = 256 << 20, seconds: Double = 20
  ) throws -> WebClient {
    var limits = WebClient.Limits()
    (limits.bytes, limits.totalBytes, limits.seconds) = (limit, total, seconds)
    return WebClient(
      to: try WebAddress("\(url)/\(path)"), credentials: Credentials(user: "me", password: "secret"),
      limits: limits)
  }

  func collection(_ name: String) throws -> CalDAVCollection {
    let client = try client("\(name)/")
    return CalDAVCollection(client.home, client)
  }

  /// The requests that the server has received: method, path, Authorization, If-None-Match.
  func received() async throws -> [String] {
    try await text("received").split(separator: "\n").map(String.init)
  }

  /// The number of connections, with that of this question.
  func connections() async throws -> Int? { Int(try await text("connections")) }

  private func text(_ path: String) async throws -> String {
    let client = WebClient(to: try WebAddress("\(url)/\(path)"))
    return String(
      decoding: try await client.send(WebRequest(method: "GET", address: client.home)).body, as: UTF8.self)
  }
}
