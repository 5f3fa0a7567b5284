internal import AlmanacSync
internal import Foundation
internal import Synchronization

/// A request of HTTP.
struct WebRequest: Sendable {
  var method: String
  var address: WebAddress
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
  var signIn: SignIn?
}

/// An answer of HTTP, whatever its status.
struct WebResponse: Sendable {
  let status: Int
  /// The header fields by their names in lower case.
  let headers: [String: String]
  let body: [UInt8]
  let address: WebAddress
  /// The user whose password was sent; `nil` for none.
  var user: String?

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The error of an answer without what was asked for.
  ///
  /// - Parameter code: Of the error, unless the server wants a name and a password.
  func failure(_ code: SyncError.Code = .server, expected: String) -> SyncError {
    if status == 401 { return .signIn(at: address, as: user, offered: offeredSchemes) }
    let page = isSuccess && isHTML ? "a page of HTML with " : ""
    return SyncError(
      code, name: "\(address)", expected: "\(expected), not \(page)\(Self.text(ofStatus: status, reasons))")
  }

  /// A status with the reasons for it, such as `status 503 (Retry-After: 120)`.
  static func text(ofStatus status: Int, _ reasons: [String]) -> String {
    "status \(status)" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }

  /// Whether the body is a page for people, such as one on which they sign in.
  var isHTML: Bool {
    let type = headers["content-type"]?.lowercased() ?? ""
    let start = String(decoding: body.prefix(100), as: UTF8.self).lowercased()
    return !body.isEmpty
      && (type.hasPrefix("text/html") || type.hasPrefix("application/xhtml") || start.hasPrefix("<html")
        || start.hasPrefix("<!doctype html"))
  }

  /// The schemes by which the server would let a user sign in (RFC 9110 §11.6.1), such as `Digest`.
  var offeredSchemes: [String] {
    (headers["www-authenticate"] ?? "").split(separator: ",").compactMap { part in
      part.split(separator: " ").first.flatMap { $0.contains("=") ? nil : String($0.prefix(30)) }
    }
  }

  /// The reasons that a refusal states beside its status: preconditions, and when to ask again.
  var reasons: [String] {
    preconditions + (headers["retry-after"].map { ["Retry-After: \($0.prefix(60))"] } ?? [])
  }

  /// The names of the preconditions that a refused request has not met, such as `no-uid-conflict` (RFC 4791 §5.3.2.1); empty where
  /// the body names none.
  private var preconditions: [String] {
    guard (400..<500).contains(status), body.count < 1 << 16, let error = Markup(body),
      error.name == .dav("error")
    else { return [] }
    return error.children.prefix(10).map { String($0.name.local.prefix(60)) }
  }

  /// The entity tag; empty where there is none that could be sent back.
  var entityTag: String { (headers["etag"] ?? "").validEntityTag }
}

extension SyncError {
  /// - Parameters:
  ///   - user: The user whose password the server does not accept; `nil` where none was sent.
  ///   - schemes: Those that the server offers.
  static func signIn(at address: WebAddress, as user: String?, offered schemes: [String] = []) -> SyncError {
    var expected = "a name and a password: --user and --password-command, or ~/.netrc"
    if let user { expected = "another name or password than those of \(user)" }
    if !schemes.isEmpty, schemes.allSatisfy({ SignIn.Scheme(offered: $0) == nil }) {
      expected = "a server with Basic or Digest, not \(schemes.joined(separator: ", "))"
    }
    return SyncError(.unauthorized, name: "\(address)", expected: expected)
  }
}

extension String {
  /// The entity tag without blanks around it; empty for one that a header field cannot have.
  var validEntityTag: String {
    let tag = trimmingCharacters(in: .whitespaces)
    return tag.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && tag.utf8.count <= 1024 ? tag : ""
  }
}

/// Requests to a server, with the password for it and for the hosts that the user allows.
public struct WebClient: Sendable {
  /// The limits of answers.
  public struct Limits: Sendable {
    /// The most bytes of an answer.
    public var bytes = 64 << 20
    /// The most bytes of all answers to one list, or to one call that reads several resources.
    public var totalBytes = 256 << 20
    /// The most seconds to connect, and without an answer or with less than 100 bytes of it a second.
    public var seconds = 60.0
    /// The most seconds until the end of an answer.
    public var totalSeconds = 600.0

    public init() {}
  }

  public let credentials: Credentials?
  let hosts: AllowedHosts
  private let transport: Transport
  /// The server that the user named, to which the password belongs.
  let home: WebAddress

  /// - Parameters:
  ///   - home: The address that the user named.
  ///   - credentials: `nil` for requests without a name and a password.
  ///   - hosts: Other hosts that are sent the password too, over https.
  public init(
    to home: WebAddress, credentials: Credentials? = nil, allowing hosts: AllowedHosts = AllowedHosts(),
    limits: Limits = Limits()
  ) {
    (self.home, self.credentials, self.hosts) = (home, credentials, hosts)
    transport = Transport(limits)
  }

  /// Makes a request. A redirection is an answer like any other.
  ///
  /// - Throws: `SyncError` with code `unreachable`, `too_large`, `other_host`, and those of the password.
  func send(_ request: WebRequest) async throws -> WebResponse {
    guard let credentials else { return try await answer(to: request) }
    // Also where no password would be sent: the answers of another host are not those of the server.
    try requireAllowed(request.address)
    var request = request
    let signIn = try await credentials.signIn
    request.signIn = signIn
    let response = try await answer(to: request)
    let offered = response.offeredSchemes.compactMap { SignIn.Scheme(offered: $0) }
    guard response.status == 401, let other = offered.first, !offered.contains(signIn.scheme) else {
      return response
    }
    credentials.use(other)
    request.signIn = try await credentials.signIn
    return try await answer(to: request)
  }

  /// Makes some of several requests, on one connection, up to the first that is refused or not answered; at least the first, unless
  /// it has to be made alone.
  ///
  /// - Returns: The answers in the order of the requests. A redirection, and a question for another scheme, is an answer like any
  ///   other.
  func sendSome(_ requests: [WebRequest]) async throws -> [Result<WebResponse, any Error>] {
    var requests = requests
    if let credentials {
      let signIn = try await credentials.signIn
      for index in requests.indices {
        try requireAllowed(requests[index].address)
        requests[index].signIn = signIn
      }
    }
    return try await transport.send(requests)
  }

  private func answer(to request: WebRequest) async throws -> WebResponse {
    var response = try await transport.send(request)
    response.user = request.signIn?.user
    try AnswerSum.current?.add(response)
    return response
  }

  /// Makes several requests whose answers together have at most `Limits.totalBytes`; later ones end with code `too_large`.
  func limitingAnswers<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await AnswerSum.$current.withValue(AnswerSum(transport.limits.totalBytes), operation: body)
  }

  /// Makes a request, and follows redirections: those of a change only where they are for any method (307, 308), and to no other
  /// host that the user has not allowed.
  func follow(_ request: WebRequest) async throws -> WebResponse {
    var request = request
    let isChange = ["PUT", "DELETE"].contains(request.method)
    for _ in 0..<6 {
      let response = try await send(request)
      guard (isChange ? [307, 308] : [301, 302, 303, 307, 308]).contains(response.status),
        let place = response.headers["location"]
      else { return response }
      request.address = try response.address.redirected(to: place)
      if isChange { try requireAllowed(request.address) }
    }
    throw SyncError(.server, name: "\(request.address)", expected: "at most five redirections")
  }

  /// - Throws: `SyncError` with code `other_host`, which names the option that allows a host.
  func requireAllowed(_ address: WebAddress) throws(SyncError) {
    if address.isSameServer(as: home)
      || address.isSecure && hosts.has(address.host)
    {
      return
    }
    throw SyncError(
      .otherHost, name: "\(address)",
      expected: "the server \(home.server)"
        + (address.isSecure ? ", or --allow-host \(address.host) to send the password there too" : ""))
  }
}

/// The bytes of the answers to the requests of one task.
private final class AnswerSum: Sendable {
  @TaskLocal static var current: AnswerSum?
  private let limit: Int
  private let bytes = Mutex(0)

  init(_ limit: Int) { self.limit = limit }

  func add(_ response: WebResponse) throws(SyncError) {
    let sum = bytes.withLock { bytes in
      bytes += response.body.count
      return bytes
    }
    guard sum > limit else { return }
    throw SyncError(
      .tooLarge, name: "\(response.address)", expected: "answers of at most \(limit) bytes together")
  }
}
