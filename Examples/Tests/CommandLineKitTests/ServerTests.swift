import AlmanacSync
import Foundation
import Testing

@testable import CommandLineKit

/// The program for HTTP is tested in its package, `Examples/CalDAV`.
@Suite("Calendars on servers")
struct ServerTests {
  private let folder: TemporaryFolder
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    variables = [
      "TZ": "Europe/Madrid", "PATH": BuiltPrograms.folder.path, "HOME": folder.path,
      "XDG_CONFIG_HOME": folder.path("config"),
    ]
    for name in ["ours", "theirs", "config/almanac"] { try folder.makeFolder(name) }
  }

  private func sync(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(["sync"] + arguments, variables: variables)
  }

  @Test("a URL is shown without the password in it, and names no folder")
  func urls() {
    #expect("http://me:x@y@host/a@b".withoutUserInfo == "http://host/a@b")
    #expect("https://host/a@b".withoutUserInfo == "https://host/a@b")
    #expect(
      HelperRemote.isURL("HTTPS://host/") && !HelperRemote.isURL("http:/x") && !HelperRemote.isURL("a/b"))
    #expect(HelperRemote.isURL("webcal://host/a.ics"))
  }

  @Test("a server that does not answer is named, and a URL comes second")
  func unreachable() throws {
    let url = "http://me@127.0.0.1:1/work"
    let run = try sync(folder.path("ours"), url)
    #expect(run.status == .refused && run.errors.first?.contains("unreachable") == true)
    #expect(run.errors.first?.contains("http://127.0.0.1:1/work") == true)
    // The code stands once.
    #expect(run.errors.first?.split(separator: "unreachable").count == 2)
    #expect(try sync(url, folder.path("ours")).status == .usage)
    #expect(try sync(folder.path("ours"), folder.path("theirs"), "--user", "me").status == .usage)
  }

  @Test(
    "a URL with a password, and one that is neither https nor on this machine, are refused without a request")
  func insecure() throws {
    for (url, code) in [
      ("http://me:secret@127.0.0.1:1/", "secret_in_url"), ("http://example.org/", "insecure"),
    ] {
      let run = try sync(folder.path("ours"), url)
      #expect(run.status == .refused && run.errors.first?.contains(code) == true)
      #expect(!run.errors.joined().contains("secret@"))
    }
  }

  @Test("without the program for HTTP the error says how to build it")
  func noHelper() throws {
    #expect {
      try HelperRemote.program(in: ["/nonexistent", folder.path])
    } throws: { error in
      let error = error as? SyncError
      return error?.code == .noHelper && error?.expected.contains("swift build") == true
    }
    #expect(
      try HelperRemote.program(in: [folder.path, BuiltPrograms.folder.path]).hasPrefix(
        BuiltPrograms.folder.path))
  }

  @Test("the pairs of the configuration are synchronized, all or one by name")
  func pairs() throws {
    for name in ["a", "b"] {
      try folder.makeFolder(name)
      try folder.makeFolder("\(name)-other")
      _ = try AlmanacRun("add", "event", name, "--at", "2026-03-03", "-c", folder.path(name))
    }
    let none = try sync()
    #expect(none.status == .usage && none.errors.first?.contains("config.toml") == true)
    _ = try folder.file(
      "config/almanac/config.toml",
      """
      # Mine
      first-weekday = "monday"
      [sync.a]
      ours = "~/a"
      theirs = '\(folder.path("a-other"))'  # the other one
      [sync.b]
      ours = "\(folder.path("b"))"
      theirs = "~/b-other"
      conflict = "newer"
      """)
    #expect(try sync("b").lines == ["to-theirs b/item-0.ics"])
    #expect(try sync().lines == ["to-theirs a/item-0.ics"])
    #expect(try folder.content("a-other/item-0.ics").contains("SUMMARY:a"))
    #expect(try sync("c").errors.first?.contains("a, b") == true)
  }

  /// Runs the program itself, as `curl` gets its certificates from the environment.
  private func program(_ arguments: String..., trusting certificate: String) throws -> (
    status: Int32, text: String
  ) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = BuiltPrograms.folder.appending(path: "almanac")
    process.arguments = arguments
    process.environment = variables.merging(["PATH": "/usr/bin:/bin", "CURL_CA_BUNDLE": certificate]) { $1 }
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("the pairs of the configuration may be calendars of servers over https, and published calendars")
  func overTLS() throws {
    let server = try TLSServer(in: folder)
    try folder.makeFolder("feed")
    _ = try folder.file(
      "config/almanac/config.toml",
      """
      [sync.work]
      ours = "\(folder.path("ours"))"
      theirs = "\(server.url)/store/"
      user = "me"
      password-command = "echo secret"
      [sync.holidays]
      ours = "\(folder.path("feed"))"
      theirs = "\(server.url)/feed.ics"
      """)
    let untrusted = try program("sync", trusting: "/dev/null")
    #expect(untrusted.status == 1 && untrusted.text.contains("certificate"), "\(untrusted.text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("ours")).isEmpty)
    let first = try program("sync", trusting: server.certificate)
    #expect(first.status == 0, "\(first.text)")
    #expect(try folder.content("ours/a.ics").contains("SUMMARY:A"))
    let feed = try FileManager.default.contentsOfDirectory(atPath: folder.path("feed"))
      .filter { $0.hasSuffix(".ics") }
    #expect(feed.count == 1)

    let edit = try AlmanacRun("edit", "a", "--title", "Local", "-c", folder.path("ours"))
    #expect(edit.status == .done)
    #expect(try program("sync", "work", trusting: server.certificate).text.contains("to-theirs"))
    let other = try program(
      "sync", folder.path("theirs"), server.url + "/store/", trusting: server.certificate)
    #expect(other.status == 0, "\(other.text)")
    #expect(try folder.content("theirs/a.ics").contains("SUMMARY:Local"))

    _ = try AlmanacRun("edit", "a", "--title", "Mine", "-c", folder.path("feed"))
    let refused = try program("sync", "holidays", trusting: server.certificate)
    #expect(refused.status == 1 && refused.text.contains("can only be read"), "\(refused.text)")
    #expect(try folder.content("feed/\(feed[0])").contains("SUMMARY:Mine"))
  }

  @Test(
    "a configuration that is wrong is refused with its line or its key",
    arguments: [
      ("ours = \"x\"", "sync.a"), ("ours = x\ntheirs = \"y\"", ":2:"), ("ours = \"x\"\nours = \"y\"", ":3:"),
      ("ours = \"x\"\ntheirs = \"y\"\npassword = \"z\"", "password"), ("ours = \"x\"\ntheirs = \"y", ":3:"),
      ("ours = \"x\"\ntheirs = \"https://h/\"\nconflict = \"mine\"", "newer"),
      ("ours = [\"x\", \"y\"]\ntheirs = \"z\"", "list"),
      ("ours = \"x\"\ntheirs = \"y\"\nuser = \"me\"", "URL"),
    ])
  func badConfiguration(text: String, part: String) throws {
    _ = try folder.file("config/almanac/config.toml", "[sync.a]\n\(text)\n")
    let run = try sync()
    #expect(run.status == .usage && run.errors.first?.contains(part) == true, "\(run.errors)")
  }
}

/// The server of `liar.py`, which speaks TLS with a certificate of its own and ends with this process.
private final class TLSServer {
  let url: String
  let certificate: String
  private let input = Pipe()

  init(in folder: TemporaryFolder) throws {
    let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
    self.certificate = certificate
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    openssl.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=almanac",
      "-addext",
      "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
    ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    let both = try folder.content("key.pem") + folder.content("certificate.pem")
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    process.arguments = [
      "python3", examples.appending(path: "CalDAV/Tests/CalDAVTests/liar.py").path,
      try folder.file("both.pem", both),
    ]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = "https://127.0.0.1:\(port.filter(\.isNumber))"
  }

  deinit { try? input.fileHandleForWriting.close() }
}
