internal import AlmanacSync
internal import Dispatch
internal import Foundation

/// One request of HTTP, which the program `curl` makes: it checks certificates, has the proxies that the system is set to, and
/// is ended where an answer becomes too long.
///
/// `URLSession` does none of that well on Linux (Swift 6.3): it takes in gigabytes before a task that is cancelled stops, and
/// ends the program where a connection breaks before the answer.
struct Transport: Sendable {
  let limits: WebClient.Limits

  init(_ limits: WebClient.Limits) { self.limits = limits }

  func send(_ request: WebRequest) async throws -> WebResponse {
    try await withCheckedThrowingContinuation { continuation in
      // It waits for a program, and has a thread for that.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try run(request) })
      }
    }
  }

  private func run(_ request: WebRequest) throws -> WebResponse {
    let name = "\(request.method) \(request.address)"
    let body = try request.body.map { try PrivateFile($0) }
    let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "sh", body?.path ?? ""]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    // The settings have the password, and other users can see the arguments of a program. A pipe takes so much at once.
    let settings = Array(settings(request).utf8)
    guard settings.count < 60_000 else {
      throw SyncError(.tooLarge, name: name, expected: "a header of at most 60000 bytes")
    }
    try input.fileHandleForWriting.write(contentsOf: Data(settings))
    try process.runWithSignals()
    var bytes: [UInt8] = []
    var isTooLarge = false
    // Beside the body there is the header.
    while let part = try output.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty {
      bytes += part
      if bytes.count > limits.bytes + 1 << 18 {
        isTooLarge = true
        break
      }
    }
    // The end of the input ends curl, if it still runs.
    if isTooLarge { try input.fileHandleForWriting.close() }
    try output.fileHandleForReading.close()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let response = isTooLarge ? nil : WebResponse(bytes, of: request)
    if isTooLarge || response.map({ $0.body.count > limits.bytes }) == true {
      throw SyncError(.tooLarge, name: name, expected: "an answer of at most \(limits.bytes) bytes")
    }
    if process.terminationStatus == 127 {
      throw SyncError(.unreachable, name: "curl", expected: "this program in PATH")
    }
    guard process.terminationStatus == 0, let response else {
      let reason = text.split(separator: "\n").first.map(String.init) ?? "no answer of HTTP"
      throw SyncError(.unreachable, name: name, expected: "an answer, not “\(reason)”")
    }
    return response
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

  /// The settings of curl, and an empty line.
  private func settings(_ request: WebRequest) -> String {
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
    if request.body != nil { lines.append(("data-binary", "@/dev/fd/4")) }
    var flags = ["silent", "show-error", "include", "suppress-connect-headers", "globoff", "path-as-is"]
    if let signIn = request.signIn {
      flags.append(signIn.scheme.rawValue)
      lines.append(("user", "\(signIn.user):\(signIn.password)"))
    }
    return (flags + lines.map { "\($0) = \"\(Self.quoted($1))\"" }).map { $0 + "\n" }.joined() + "\n"
  }

  private static func quoted(_ text: String) -> String {
    text.reduce(into: "") { quoted, character in
      if character == "\"" || character == "\\" { quoted.append("\\") }
      if !character.isNewline { quoted.append(character) }
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
