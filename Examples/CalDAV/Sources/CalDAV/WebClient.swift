internal import AlmanacSync
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A request of HTTP.
struct WebRequest: Sendable {
  var method: String
  var address: WebAddress
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
}

/// An answer of HTTP, whatever its status.
struct WebResponse: Sendable {
  let status: Int
  /// The header fields by their names in lower case.
  let headers: [String: String]
  let body: [UInt8]
  let address: WebAddress

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The entity tag; empty where there is none that could be sent back.
  var entityTag: String { (headers["etag"] ?? "").validEntityTag }
}

extension String {
  /// The entity tag without blanks around it; empty for one that a header field cannot have.
  var validEntityTag: String {
    let tag = trimmingCharacters(in: .whitespaces)
    return tag.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && tag.utf8.count <= 1024 ? tag : ""
  }
}

/// Requests to a server, with the password for it and for the hosts that the user allows.
///
/// `URLSession` makes them: it is part of the toolchain, so nothing more has to be built, checks certificates, and gives the
/// parts of an answer as they arrive, so that one that is too long is not read to its end. It follows no redirection here.
public struct WebClient: Sendable {
  /// The limits of answers.
  public struct Limits: Sendable {
    /// The most bytes of an answer.
    public var bytes = 64 << 20
    /// The most seconds without a byte, and until the end of an answer.
    public var seconds = 60.0
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
    var request = request
    if let credentials {
      // Also where no password would be sent: the answers of another host are not those of the server.
      try requireAllowed(request.address)
      request.headers.append(("Authorization", try await credentials.basic))
    }
    return try await transport.send(request)
  }

  /// Makes a request that changes nothing, and follows redirections.
  func get(_ request: WebRequest) async throws -> WebResponse {
    var request = request
    for _ in 0..<6 {
      let response = try await send(request)
      guard [301, 302, 303, 307, 308].contains(response.status), let place = response.headers["location"] else {
        return response
      }
      request.address = try response.address.resolving(place)
    }
    throw SyncError(.server, name: "\(request.address)", expected: "at most five redirections")
  }

  private func requireAllowed(_ address: WebAddress) throws(SyncError) {
    if address.isSameServer(as: home) || address.isSecure && (address.host == home.host || hosts.has(address.host)) {
      return
    }
    throw SyncError(
      .otherHost, name: "\(address)",
      expected: address.isSecure
        ? "the host \(home.host), or --allow-host \(address.host) to send the password there too"
        : "the host \(home.host)")
  }
}

/// The session, and the requests that run.
private final class Transport: NSObject, URLSessionDataDelegate, Sendable {
  private struct Running {
    let request: WebRequest
    let continuation: CheckedContinuation<WebResponse, any Error>
    var body: [UInt8] = []
    var isTooLarge = false
    var isChallenged = false
  }

  private let running = Mutex<[ObjectIdentifier: Running]>([:])
  private let session = Mutex<URLSession?>(nil)
  private let limits: WebClient.Limits

  init(_ limits: WebClient.Limits) { self.limits = limits }

  func send(_ request: WebRequest) async throws -> WebResponse {
    var made = URLRequest(url: request.address.url)
    made.httpMethod = request.method
    made.timeoutInterval = limits.seconds
    for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
    made.httpBody = request.body.map { Data($0) }
    let task = shared.dataTask(with: made)
    let key = ObjectIdentifier(task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        running.withLock { $0[key] = Running(request: request, continuation: continuation) }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }

  private var shared: URLSession {
    session.withLock { session in
      let made = session ?? newSession()
      session = made
      return made
    }
  }

  private func newSession() -> URLSession {
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = limits.seconds
    settings.timeoutIntervalForResource = limits.totalSeconds
    settings.httpCookieAcceptPolicy = .never
    settings.httpShouldSetCookies = false
    settings.urlCache = nil
    // Small servers have few connections for everybody.
    settings.httpMaximumConnectionsPerHost = 1
    settings.httpAdditionalHeaders = ["User-Agent": "almanac"]
    settings.urlCredentialStorage = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: settings, delegate: self, delegateQueue: nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // Certificates are checked as always; 401 is an answer like any other, although the session calls it an error.
    let method = challenge.protectionSpace.authenticationMethod
    let isPassword = [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest].contains(method)
    if isPassword { running.withLock { $0[ObjectIdentifier(task)]?.isChallenged = true } }
    completionHandler(isPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isTooLarge = response.expectedContentLength > Int64(limits.bytes)
    if isTooLarge { running.withLock { $0[ObjectIdentifier(dataTask)]?.isTooLarge = true } }
    completionHandler(isTooLarge ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = running.withLock { running in
      guard let count = running[ObjectIdentifier(dataTask)]?.body.count else { return false }
      if count + data.count > limits.bytes {
        running[ObjectIdentifier(dataTask)]?.isTooLarge = true
        return true
      }
      running[ObjectIdentifier(dataTask)]?.body += data
      return false
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let done = running.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
    done.continuation.resume(with: Result { try response(to: done, of: task, error) })
  }

  private func response(
    to done: Running, of task: URLSessionTask, _ error: (any Error)?
  ) throws(SyncError) -> WebResponse {
    let name = "\(done.request.method) \(done.request.address)"
    if done.isTooLarge {
      throw SyncError(.tooLarge, name: name, expected: "an answer of at most \(limits.bytes) bytes")
    }
    if done.isChallenged {
      return WebResponse(status: 401, headers: [:], body: [], address: done.request.address)
    }
    guard error == nil, let response = task.response as? HTTPURLResponse else {
      let reason = error?.localizedDescription ?? "no answer"
      throw SyncError(.unreachable, name: name, expected: "an answer, not “\(reason)”")
    }
    var headers: [String: String] = [:]
    for case (let field as String, let value as String) in response.allHeaderFields {
      headers[field.lowercased()] = value
    }
    // An answer that ends before the length that it states.
    if let stated = headers["content-length"].flatMap({ Int($0) }), headers["content-encoding"] == nil,
      done.request.method != "HEAD", response.statusCode != 304, stated != done.body.count
    {
      throw SyncError(.unreachable, name: name, expected: "\(stated) bytes, not \(done.body.count)")
    }
    return WebResponse(
      status: response.statusCode, headers: headers, body: done.body, address: done.request.address)
  }
}
