import AlmanacFiles
import AlmanacSync

/// An HTTP request, made by `curl`: no HTTP library is linked, and names, certificates and proxies are those that the
/// system is configured with.
struct WebRequest: Sendable {
  var method: String
  var url: String
  var headers: [String] = []
  var body: [UInt8]?

  /// Makes the request and waits for the response. Passwords are read from the URL or from `~/.netrc`.
  ///
  /// - Throws: ``SyncError`` with code `unreachable` if there is no response.
  func response() throws -> WebResponse {
    // The settings are passed on standard input, as other users can see the arguments of a process.
    var settings = [
      ("url", url), ("request", method), ("max-time", "300"), ("header", "Expect:"),
    ]
    settings += headers.map { ("header", $0) }
    if body != nil { settings.append(("data-binary", "@/dev/fd/3")) }
    let lines = settings.map { "\($0) = \"\(Self.quoted($1))\"\n" }
    let flags = ["silent", "show-error", "include", "suppress-connect-headers", "netrc-optional"]
    let config = flags.map { $0 + "\n" } + lines
    let done = try Platform.run(
      ["curl", "--disable", "--config", "-"], input: Array(config.joined().utf8), extra: body ?? [])
    guard done.status == 0, let response = WebResponse(done.output) else {
      let reason = String(decoding: done.errors, as: UTF8.self).split(separator: "\n").first ?? "no answer"
      throw SyncError(
        .unreachable, name: "\(method) \(withoutPassword)", expected: "an answer, not \(reason)")
    }
    return response
  }

  /// The URL without the password, for messages.
  private var withoutPassword: String { url.withoutUserInfo }

  private static func quoted(_ text: String) -> String {
    text.reduce(into: "") { quoted, character in
      if character == "\"" || character == "\\" { quoted.append("\\") }
      if !character.isNewline { quoted.append(character) }
    }
  }
}

extension SyncError.Code {
  /// A server does not answer.
  static let unreachable = SyncError.Code(rawValue: "unreachable")
  /// A server refused a request.
  static let server = SyncError.Code(rawValue: "server")
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

/// An HTTP response.
struct WebResponse: Sendable {
  let status: Int
  /// The header fields by their names in lower case; the last one if several have the same name.
  private(set) var headers: [String: String] = [:]
  let body: [UInt8]

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Parses a response; `nil` if it has no header.
  init?(_ bytes: [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard let head = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
    self.status = status
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[colon...].dropFirst().drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    body = Array(bytes[head.upperBound...])
  }
}
