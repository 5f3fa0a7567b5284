internal import AlmanacSync
internal import Dispatch
internal import Foundation

/// Requests of HTTP, which the program `curl` makes: it checks certificates, has the proxies that the system is set to, and
/// is ended where an answer becomes too long.
///
/// `URLSession` does none of that well on Linux (Swift 6.3): it takes in gigabytes before a task that is cancelled stops, and
/// ends the program where a connection breaks before the answer.
struct Transport: Sendable {
  let limits: WebClient.Limits

  init(_ limits: WebClient.Limits) { self.limits = limits }

  /// Makes a request.
  func send(_ request: WebRequest) async throws -> WebResponse {
    try await withCheckedThrowingContinuation { continuation in
      // It waits for a program, and has a thread for that.
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            let body = try request.body.map { try PrivateFile($0) }
            let values = body == nil ? [] : [("data-binary", "@/dev/fd/4")]
            let output = try run(settings(request, values: values), body, for: request)
            guard output.status == 0, let response = WebResponse(output.bytes, of: request) else {
              throw output.failure(of: request)
            }
            return try requireSize(response, of: request)
          })
      }
    }
  }

  /// Makes some of several requests, one after the other on one connection: as many as fit in a run of curl, up to the first that
  /// is refused (status 400 or more) or not answered.
  ///
  /// - Returns: The answers in the order of the requests; none where not even the first fits.
  func send(_ requests: [WebRequest]) async throws -> [Result<WebResponse, any Error>] {
    let boundary = UUID().uuidString
    var (part, text): ([WebRequest], String) = ([], "fail-early\n")
    for request in requests {
      guard let section = section(request, endingWith: boundary) else { break }
      if text.utf8.count + section.utf8.count > 50_000 { break }
      text += (part.isEmpty ? "" : "next\n") + section
      part.append(request)
    }
    if part.isEmpty { return [] }
    return try await withCheckedThrowingContinuation { [part, text] continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try answers(to: part, in: try run(text, for: part[0]), dividedBy: boundary)
          })
      }
    }
  }

  /// The settings of one of several requests; `nil` for a body that is no text, which has to be in a file.
  private func section(_ request: WebRequest, endingWith boundary: String) -> String? {
    var values = [("write-out", "\n\(boundary) %{exitcode}\n")]
    if let body = request.body {
      // At the beginning it is the name of a file.
      guard body.first != UInt8(ascii: "@"), !body.contains(0),
        let text = String(validating: body, as: UTF8.self)
      else { return nil }
      values.append(("data-binary", text))
    }
    return settings(request, ["fail-with-body"], values: values)
  }

  private func answers(
    to requests: [WebRequest], in output: Output, dividedBy boundary: String
  ) throws -> [Result<WebResponse, any Error>] {
    var rest = output.bytes[...]
    var answers: [Result<WebResponse, any Error>] = []
    while answers.count < requests.count, let end = rest.firstRange(of: Array("\n\(boundary) ".utf8)) {
      let request = requests[answers.count]
      let code = String(decoding: rest[end.upperBound...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      let response = WebResponse(Array(rest[..<end.lowerBound]), of: request)
      // 22 is that of a status of 400 or more.
      if let response, code == "0" || code == "22" {
        answers.append(Result { try requireSize(response, of: request) })
      } else {
        answers.append(.failure(output.failure(of: request)))
      }
      rest = rest[end.upperBound...].drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    if answers.isEmpty, let first = requests.first { throw output.failure(of: first) }
    return answers
  }

  private func requireSize(_ response: WebResponse, of request: WebRequest) throws(SyncError) -> WebResponse {
    if response.body.count > limits.bytes { throw tooLarge(request) }
    return response
  }

  private func tooLarge(_ request: WebRequest) -> SyncError {
    SyncError(
      .tooLarge, name: "\(request.method) \(request.address)",
      expected: "an answer of at most \(limits.bytes) bytes")
  }

  /// The output of a run of curl.
  private struct Output {
    let bytes: [UInt8]
    let errors: String
    let status: Int32

    func failure(of request: WebRequest) -> SyncError {
      if status == 127 { return SyncError(.unreachable, name: "curl", expected: "this program in PATH") }
      let lines = errors.split(separator: "\n")
      // The last one of several requests failed.
      let reason = (lines.last { $0.hasPrefix("curl: ") } ?? lines.first).map(String.init)
      return SyncError(
        .unreachable, name: "\(request.method) \(request.address)",
        expected: "an answer, not “\(reason ?? "no answer of HTTP")”")
    }
  }

  /// Runs curl.
  ///
  /// - Parameters:
  ///   - settings: Those of all requests.
  ///   - body: The file of descriptor 4.
  ///   - first: The request that an error names.
  private func run(_ settings: String, _ body: PrivateFile? = nil, for first: WebRequest) throws -> Output {
    let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "sh", body?.path ?? ""]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    // The settings have the password, and other users can see the arguments of a program. A pipe takes so much at once.
    let settings = Array((settings + "\n").utf8)
    guard settings.count < 60_000 else {
      throw SyncError(
        .tooLarge, name: "\(first.method) \(first.address)", expected: "a header of at most 60000 bytes")
    }
    try input.fileHandleForWriting.write(contentsOf: Data(settings))
    try process.runWithSignals()
    var bytes: [UInt8] = []
    // Beside the body there is the header.
    let limit = limits.bytes + 1 << 18
    while bytes.count <= limit, let part = try output.fileHandleForReading.read(upToCount: 1 << 16),
      !part.isEmpty
    {
      bytes += part
    }
    // The end of the input ends curl, if it still runs.
    if bytes.count > limit { try input.fileHandleForWriting.close() }
    try output.fileHandleForReading.close()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    if bytes.count > limit { throw tooLarge(first) }
    return Output(bytes: bytes, errors: text, status: process.terminationStatus)
  }

  /// Runs curl with the settings in its input up to an empty line, and with the file of the first argument as descriptor 4;
  /// the file is removed at once. When the input ends, because the program that has the other end of the pipe was killed,
  /// curl is ended.
  private static let script = """
    settings=
    while IFS= read -r line && [ -n "$line" ]; do
      settings="$settings$line
    "
    done
    exec 3<&0
    if [ -n "$1" ]; then
      exec 4<"$1"
      rm -f "$1"
    fi
    printf '%s' "$settings" | curl --disable --config - 3<&- &
    request=$!
    { read -r line <&3; kill "$request"; } >/dev/null 2>&1 4<&- &
    watch=$!
    exec 3<&- 4<&-
    wait "$request"
    status=$?
    kill "$watch"
    exit "$status"
    """

  /// The settings of curl for a request.
  ///
  /// - Parameters:
  ///   - flags: Further ones without a value.
  ///   - values: Further ones with a value, which may have several lines.
  private func settings(
    _ request: WebRequest, _ flags: [String] = [], values: [(String, String)]
  ) -> String {
    var lines = [
      ("url", "\(request.address)"), ("request", request.method), ("user-agent", "almanac"),
      ("header", "Expect:"),
      ("proto", "=http,https"), ("max-time", "\(limits.totalSeconds)"),
      ("connect-timeout", "\(limits.seconds)"),
      // A server that says almost nothing for so long is given up.
      ("speed-limit", "100"), ("speed-time", "\(Int(max(1, limits.seconds)))"),
    ]
    // Requests to this machine are not encrypted, so they must not pass through a proxy on another one.
    if !request.address.isSecure { lines.append(("noproxy", "*")) }
    lines += request.headers.map { ("header", "\($0.name): \($0.value)") }
    var flags =
      flags + ["silent", "show-error", "include", "suppress-connect-headers", "globoff", "path-as-is"]
    if let signIn = request.signIn {
      flags.append(signIn.scheme.rawValue)
      lines.append(("user", "\(signIn.user):\(signIn.password)"))
    }
    let all = lines.map { ($0, $1.filter { !$0.isNewline }) } + values
    return (flags + all.map { "\($0) = \"\(Self.quoted($1))\"" }).map { $0 + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, character in
      switch character {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\"", "\\":
        quoted += "\\"
        quoted.unicodeScalars.append(character)
      default: quoted.unicodeScalars.append(character)
      }
    }
  }
}

extension Process {
  /// Starts the program, which can be ended by signals. It has the signals of the thread that starts it, and threads of Dispatch
  /// block all of them; a shell would even wait for ever for a program that ends, since it waits for the signal of that.
  func runWithSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

extension WebResponse {
  /// Parses the header and the body; `nil` if there is no header. Interim answers (1xx) are skipped, and the question of a server
  /// that wants Digest, whose body curl leaves out.
  init?(_ bytes: [UInt8], of request: WebRequest) {
    let isDigest = request.signIn?.scheme == .digest
    var rest = bytes[...]
    while true {
      guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
      rest = rest[end.upperBound...]
      if (100..<200).contains(status) || status == 401 && isDigest && rest.starts(with: "HTTP/".utf8) {
        continue
      }
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let (name, value) = (line[..<colon].lowercased(), line[colon...].dropFirst())
        // A server may have a field for each scheme.
        let before = name == "www-authenticate" ? headers[name].map { $0 + ", " } : nil
        headers[name] = (before ?? "") + value.trimmingCharacters(in: .whitespaces)
      }
      self.init(status: status, headers: headers, body: Array(rest), address: request.address)
      return
    }
  }
}

/// A file that only this user can read, and that is removed with its owner, if it is still there.
private final class PrivateFile {
  let path = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)").path

  init(_ bytes: [UInt8]) throws {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard descriptor >= 0 else {
      throw SyncError(.unreachable, name: path, expected: "a folder for temporary files")
    }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(bytes))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
