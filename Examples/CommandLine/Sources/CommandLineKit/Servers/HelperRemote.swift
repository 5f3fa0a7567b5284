import AlmanacFiles
import AlmanacSync
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A collection at a URL as a side of a synchronization, by way of a program that makes the requests: `almanac-remote-http`,
/// beside this one or in PATH. So this one is not linked to what HTTP takes, and starts without it.
final class HelperRemote: SyncRemote {
  private let address: RemoteAddress
  private let program: String
  private let helper: Mutex<Platform.Helper>

  /// Whether a text is a URL, rather than a folder.
  static func isURL(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "webcal"].contains(scheme) && text.dropFirst(scheme.count).hasPrefix("://")
  }

  /// Starts the program and opens the collection.
  ///
  /// - Throws: `SyncError` with code `no_helper` where the program is missing, and those of the program.
  init(_ address: RemoteAddress, path: String) throws(SyncError) {
    self.address = address
    let own = Platform.executable.flatMap { own in own.lastIndex(of: "/").map { String(own[..<$0]) } }
    program = try Self.program(in: [own].compactMap { $0 } + path.split(separator: ":").map(String.init))
    do throws(FileError) {
      helper = Mutex(try Platform.start(program))
    } catch {
      throw SyncError(.noHelper, name: program, expected: "a program that can be started: \(error)")
    }
    guard case .opened = try reply(to: .open(address)) else { throw unexpected }
  }

  deinit { helper.withLock { $0.end() } }

  /// The program in the first of some folders that has it.
  static func program(in folders: [String]) throws(SyncError) -> String {
    let name = "almanac-remote-http"
    guard let folder = folders.first(where: { Platform.isExecutable("\($0)/\(name)") }) else {
      throw SyncError(
        .noHelper, name: name,
        expected: "this program beside almanac or in PATH, as the package Examples/CalDAV builds it: "
          + "swift build -c release --product \(name)")
    }
    return "\(folder)/\(name)"
  }

  var readsBackWrites: Bool { true }

  var hasOneUIDPerResource: Bool { true }

  func list() throws -> [String: String] {
    guard case .listed(let tokens) = try reply(to: .list) else { throw unexpected }
    return tokens
  }

  func read(_ name: String) async throws -> SyncResource {
    guard let result = await readAll([name]).first else { throw unexpected }
    return try result.get()
  }

  func readAll(_ names: [String]) async -> [Result<SyncResource, any Error>] {
    var results: [Result<SyncResource, any Error>] = []
    var bytes = 0
    // So many that an answer is not longer than need be.
    for start in stride(from: 0, to: names.count, by: 100) {
      let part = Array(names[start..<min(start + 100, names.count)])
      do throws(SyncError) {
        guard case .read(let found) = try reply(to: .read(part)), found.count == part.count else {
          throw unexpected
        }
        for result in found {
          switch result {
          case .resource(let resource):
            bytes += resource.bytes.count
            guard bytes <= 256 << 20 else {
              throw SyncError(.tooLarge, name: address.url, expected: "at most 256 MB of changes at a time")
            }
            results.append(.success(resource))
          case .failed(let error): results.append(.failure(error))
          }
        }
      } catch {
        return results + repeatElement(.failure(error), count: names.count - results.count)
      }
    }
    return results
  }

  func makeAll(_ changes: [SyncChange]) async -> [Result<String?, any Error>] {
    do throws(SyncError) {
      guard case .changed(let results) = try reply(to: .change(changes)), !results.isEmpty else {
        throw unexpected
      }
      return results.map { result in
        switch result {
        case .made(let token): .success(token)
        case .failed(let error): .failure(error)
        }
      }
    } catch {
      return [.failure(error)]
    }
  }

  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    try await change(SyncChange(name: name, bytes: bytes, token: token)) ?? ""
  }

  func delete(_ name: String, having token: String) async throws {
    _ = try await change(SyncChange(name: name, bytes: nil, token: token))
  }

  private func change(_ change: SyncChange) async throws -> String? {
    guard let result = await makeAll([change]).first else { throw unexpected }
    return try result.get()
  }

  private func reply(to call: RemoteCall) throws(SyncError) -> RemoteReply {
    guard let line = try? JSONEncoder().encode(call) else { throw unexpected }
    let answer = helper.withLock { $0.answer(to: Array(line)) }
    guard let answer, let reply = try? JSONDecoder().decode(RemoteReply.self, from: Data(answer)) else {
      throw unexpected
    }
    if case .failed(let error) = reply { throw error }
    return reply
  }

  private var unexpected: SyncError {
    SyncError(.noHelper, name: program, expected: "an answer of this version, and no end before it")
  }
}

extension SyncError.Code {
  /// The program that makes the requests is missing, or has ended.
  static let noHelper = SyncError.Code(rawValue: "no_helper")
  /// The answers of a server are longer than the limit.
  static let tooLarge = SyncError.Code(rawValue: "too_large")
}

extension String {
  /// A URL without the name and the password before its host.
  var withoutUserInfo: String {
    guard let scheme = firstRange(of: "://") else { return self }
    let rest = self[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@") else { return self }
    return String(self[..<scheme.upperBound] + rest[at...].dropFirst())
  }
}
