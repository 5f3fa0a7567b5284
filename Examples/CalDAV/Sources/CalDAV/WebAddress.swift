public import AlmanacSync
internal import Foundation

/// An address of a server that may be asked: https, or http on this machine, without a password in it.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  /// Without user, query and fragment; the path is percent-encoded as it was given.
  let url: URL
  /// The user that the text names; `nil` for none.
  public let user: String?

  /// Reads a URL. One of a published calendar, `webcal://`, is read as https.
  ///
  /// - Throws: `SyncError` with code `bad_url` for a text that is none, `secret_in_url` for one with a password, `insecure` for
  ///   one that is neither https nor on this machine.
  public init(_ text: String) throws(SyncError) {
    guard var parts = URLComponents(string: text), let name = parts.scheme?.lowercased(),
      let scheme = ["http": "http", "https": "https", "webcal": "https"][name],
      let host = parts.host, !host.isEmpty
    else { throw SyncError(.badURL, expected: "a URL such as https://example.org/calendars/work/") }
    user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
    if parts.password != nil {
      throw SyncError(
        .secretInURL, name: host,
        expected:
          "a URL without a password, which other users can see: --user and --password-command, or ~/.netrc")
    }
    (parts.user, parts.fragment, parts.scheme, parts.host) = (nil, nil, scheme, host.lowercased())
    if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    guard let url = parts.url else { throw SyncError(.badURL, name: host, expected: "a URL") }
    self.url = url
    guard isSecure || isLocal else {
      throw SyncError(.insecure, name: "\(self)", expected: "https, as http is for this machine alone")
    }
  }

  private init(_ url: URL, _ user: String?) { (self.url, self.user) = (url, user) }

  public var description: String { url.absoluteString }
  var host: String { url.host() ?? "" }
  var isSecure: Bool { url.scheme == "https" }
  /// The scheme, the host, and the port where the URL has one.
  var server: String { "\(url.scheme ?? "")://\(host)\(url.port.map { ":\($0)" } ?? "")" }
  private var port: Int { url.port ?? (isSecure ? 443 : 80) }

  /// Whether the host is this machine.
  private var isLocal: Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return ["localhost", "::1", "[::1]"].contains(host)
      || numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }

  /// Whether both are one server: scheme, host and port.
  func isSameServer(as other: WebAddress) -> Bool {
    (url.scheme, host, port) == (other.url.scheme, other.host, other.port)
  }

  /// The address that a server names, relative to this one.
  ///
  /// - Throws: As the initializer, and for https that becomes http.
  func resolving(_ reference: String) throws(SyncError) -> WebAddress {
    guard reference.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let resolved = URL(string: reference, relativeTo: url)?.absoluteURL
    else { throw SyncError(.server, name: description, expected: "the address of a resource") }
    let other = try WebAddress(resolved.absoluteString)
    guard other.isSecure || !isSecure else {
      throw SyncError(.insecure, name: "\(other)", expected: "https, as \(host) has")
    }
    return WebAddress(other.url, user)
  }

  /// The address of a redirection, which the server names.
  ///
  /// - Throws: `SyncError` with code `server`, `insecure`.
  func redirected(to reference: String) throws(SyncError) -> WebAddress {
    do throws(SyncError) { return try resolving(reference) } catch {
      if error.code == .insecure { throw error }
      // The address may have a password.
      throw SyncError(
        .server, name: description, expected: "a redirection to a URL of https, without a name and a password"
      )
    }
  }

  /// The parts of the path, decoded; `nil` for a path with `.`, `..`, an empty part or an encoded separator.
  var segments: [String]? {
    let path = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? ""
    return Self.segments(of: path)
  }

  static func segments(of path: String) -> [String]? {
    var segments: [String] = []
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if parts.last?.isEmpty == true { parts = parts.dropLast() }
    for part in parts {
      guard let decoded = part.removingPercentEncoding, !["", ".", ".."].contains(decoded),
        !decoded.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") })
      else { return nil }
      segments.append(decoded)
    }
    return segments
  }

  /// With a slash at the end of its path, as a collection has.
  var asCollection: WebAddress { url.path(percentEncoded: true).hasSuffix("/") ? self : appending("") }

  /// The address of a resource of this collection.
  func resource(_ name: String) -> WebAddress { asCollection.appending(name) }

  /// The same server's address of a path.
  func path(_ path: String) -> WebAddress {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) ?? URLComponents()
    (parts.percentEncodedPath, parts.query) = (path, nil)
    return WebAddress(parts.url ?? url, user)
  }

  private func appending(_ name: String) -> WebAddress {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) ?? URLComponents()
    let start = parts.percentEncodedPath
    parts.percentEncodedPath = (start.hasSuffix("/") ? start : start + "/") + name.percentEncoded
    return WebAddress(parts.url ?? url, user)
  }
}

extension String {
  /// The text encoded as a segment of the path of a URL (RFC 3986 §2.1).
  var percentEncoded: String {
    utf8.reduce(into: "") { encoded, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~@".contains(character) {
        encoded.append(character)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

extension SyncError.Code {
  /// A server does not answer.
  public static let unreachable = SyncError.Code(rawValue: "unreachable")
  /// A server refused a request, or gave an answer that is not what was asked for.
  public static let server = SyncError.Code(rawValue: "server")
  /// The server does not accept the name or the password, or asks for them.
  public static let unauthorized = SyncError.Code(rawValue: "unauthorized")
  /// An address is none of https, or http on this machine.
  public static let insecure = SyncError.Code(rawValue: "insecure")
  /// A server leads to another host, which the user has not allowed.
  public static let otherHost = SyncError.Code(rawValue: "other_host")
  /// An answer is longer than the limit.
  public static let tooLarge = SyncError.Code(rawValue: "too_large")
  /// A text is no URL.
  public static let badURL = SyncError.Code(rawValue: "bad_url")
  /// A name is not that of a host.
  public static let badHost = SyncError.Code(rawValue: "bad_host")
  /// A URL has a password.
  public static let secretInURL = SyncError.Code(rawValue: "secret_in_url")
  /// The URL is of no calendar.
  public static let notACalendar = SyncError.Code(rawValue: "not_a_calendar")
  /// The server does not have this kind of request.
  public static let unsupported = SyncError.Code(rawValue: "unsupported")
}
