public import AlmanacSync
internal import Foundation
internal import Synchronization

/// A name and a password as a request has them.
struct SignIn: Sendable {
  /// The schemes of HTTP for that: RFC 7617, RFC 7616.
  enum Scheme: String, Sendable {
    case basic, digest

    /// - Parameter word: As a server has it; `nil` for another scheme.
    init?(offered word: String) { self.init(rawValue: word.lowercased()) }
  }

  let user: String
  let password: String
  let scheme: Scheme
}

/// A name and a password, which is read when it is needed first.
public final class Credentials: Sendable {
  private enum Source: Sendable {
    case password(String)
    case command(String)
  }

  public let user: String
  private let source: Source
  private let known = Mutex<(password: String?, scheme: SignIn.Scheme)>((nil, .basic))

  /// - Parameter passwordCommand: A command line of the shell that prints the password in its first line.
  public init(user: String, passwordCommand: String) {
    (self.user, source) = (user, .command(passwordCommand))
  }

  public init(user: String, password: String) { (self.user, source) = (user, .password(password)) }

  /// The name and the password of a host in a `.netrc` file; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - user: The name, where the caller knows it.
  ///   - netrc: The text of the file: `machine HOST login NAME password WORD`, in which a word may have quotation marks.
  public convenience init?(host: String, user: String?, netrc: String) {
    var words = Self.words(of: netrc)[...]
    var (login, password, isHost): (String?, String?, Bool) = (nil, nil, false)
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if isHost, password != nil, user == nil || login == user {
          words = []
        } else {
          (login, password) = (nil, nil)
          isHost = word == "default" || words.popFirst()?.lowercased() == host
        }
      case "login" where isHost: login = words.popFirst()
      case "password" where isHost: password = words.popFirst()
      default: break
      }
    }
    guard isHost, let name = user ?? login, login == nil || login == name, let password else { return nil }
    self.init(user: name, password: password)
  }

  /// The words of a `.netrc` file, without quotation marks and their escapes, and without macros, each of which ends before an
  /// empty line.
  private static func words(of netrc: String) -> [String] {
    var (words, isMacro): ([String], Bool) = ([], false)
    for line in netrc.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var rest = line.drop { $0.isWhitespace }
      if isMacro {
        isMacro = !rest.isEmpty
        continue
      }
      while let first = rest.first {
        if first == "\"" {
          words.append(quoted(&rest))
        } else {
          let word = rest.prefix { !$0.isWhitespace }
          isMacro = word == "macdef"
          if isMacro { break }
          words.append(String(word))
          rest = rest[word.endIndex...]
        }
        rest = rest.drop { $0.isWhitespace }
      }
    }
    return words
  }

  /// Removes a word in quotation marks from the beginning of a text.
  private static func quoted(_ text: inout Substring) -> String {
    var word = ""
    text.removeFirst()
    while let character = text.popFirst(), character != "\"" {
      word.append(character == "\\" ? text.popFirst() ?? character : character)
    }
    return word
  }

  /// The name and the password, by Basic unless a server wants another scheme. Basic is sent before the server asks, as one that
  /// shows strangers something does not ask.
  ///
  /// - Throws: `SyncError` with code `unauthorized` where the command fails.
  var signIn: SignIn {
    get async throws {
      let (password, scheme) = known.withLock { $0 }
      if let password { return SignIn(user: user, password: password, scheme: scheme) }
      let read: String
      switch source {
      case .password(let text): read = text
      case .command(let line): read = try await Self.output(of: line)
      }
      known.withLock { $0.password = read }
      return SignIn(user: user, password: read, scheme: scheme)
    }
  }

  /// Uses another scheme, which a server has asked for, from now on.
  func use(_ scheme: SignIn.Scheme) { known.withLock { $0.scheme = scheme } }

  /// The first line that a command prints.
  private static func output(of line: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    let failure = SyncError(
      .unauthorized, expected: "a password in the first line that --password-command prints")
    do { try process.runWithSignals() } catch { throw failure }
    let text = String(
      decoding: try pipe.fileHandleForReading.read(upToCount: 1 << 16) ?? Data(), as: UTF8.self)
    try? pipe.fileHandleForReading.close()
    process.waitUntilExit()
    let password = text.prefix { !$0.isNewline }
    guard process.terminationStatus == 0, !password.isEmpty else { throw failure }
    return String(password)
  }
}

/// The hosts to which a password may be sent beside the one that it belongs to, such as those of a provider that has many.
public struct AllowedHosts: Sendable, Hashable {
  private var names: Set<String>

  /// - Throws: `SyncError` with code `bad_host` for a name that is none.
  public init(_ names: some Sequence<String>) throws(SyncError) {
    self.names = Set(names.map { $0.lowercased() })
    for name in self.names where name.isEmpty || URLComponents(string: "https://\(name)/")?.host != name {
      throw SyncError(.badHost, name: name, expected: "the name of a host, such as p01-caldav.example.com")
    }
  }

  /// No other host.
  public init() { names = [] }

  private init(known names: Set<String>) { self.names = names }

  func has(_ host: String) -> Bool { names.contains(host) }

  /// The hosts, with those that a file remembers for a server; those that are new are added to it.
  ///
  /// - Parameter path: A file with a server and a host in each line: `https://example.org p01.example.org`.
  public func remembered(for server: WebAddress, in path: String) throws -> AllowedHosts {
    let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").map(String.init) }
    let known = lines.filter { $0.count == 2 && $0[0] == server.server }.map { $0[1] }
    let new = names.subtracting(known).sorted()
    if !new.isEmpty {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let added = new.map { "\(server.server) \($0)\n" }.joined()
      let start = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
      try Data((start + added).utf8).write(to: URL(filePath: path), options: .atomic)
    }
    return AllowedHosts(known: names.union(known))
  }
}
