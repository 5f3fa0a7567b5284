import AlmanacSync
import Foundation
import Testing

@testable import CalDAV

@Suite("A server that lies", .serialized)
struct LyingServerTests {
  private let liar: Liar
  init() throws { liar = try Liar() }

  @Test(
    "an honest list is read, and one that is not complete, or names what is not in the collection, is an error"
  )
  func lists() async throws {
    #expect(try await liar.collection("honest").list() == ["a.ics": "\"a.ics\"", "b.ics": "\"b.ics\""])
    let lies = [
      "truncated", "twice", "outside", "dots", "encoded-dots", "encoded-slash", "host", "laughs", "file",
      "deep",
      "html", "full", "error",
    ]
    for lie in lies {
      await #expect("\(lie)") {
        try await liar.collection(lie).list()
      } throws: {
        ($0 as? SyncError)?.code == .server
      }
    }
    await #expect {
      try await liar.collection("short").list()
    } throws: {
      ($0 as? SyncError)?.code == .unreachable
    }
  }

  @Test(
    "a resource whose name is not UTF-8, or has a control character, has the name that its address has, and is read",
    arguments: [("latin", "caf%E9.ics"), ("newline", "new%0Aline.ics")])
  func oddName(kind: String, name: String) async throws {
    let collection = try liar.collection(kind)
    #expect(try await collection.list() == ["a.ics": "\"a.ics\"", name: "1"])
    #expect(try await collection.read(name).bytes.starts(with: "BEGIN:VCALENDAR".utf8))
    #expect(try await liar.received().contains { $0.hasPrefix("GET /\(kind)/\(name) ") })
  }

  // RFC 6578 §3.7: a client may always ask for all.
  @Test("the listing is not continued once it is found to lack a resource that is there")
  func forgottenResource() async throws {
    let client = try liar.client("forgets/")
    let known = CollectionListing(tokens: ["b.ics": "\"b.ics\""], syncToken: "1", ctag: nil)
    let collection = CalDAVCollection(client.home, client, since: known)
    #expect(try await collection.list() == known.tokens)
    #expect(collection.currentListing?.syncToken == "2")
    #expect(await collection.readAll(["a.ics"]).count == 1)
    #expect(collection.currentListing == nil)
    #expect(try await collection.list().count == 2)
  }

  @Test("an error states what the server answered, and whether it was sent a password")
  func reasons() async throws {
    let variables = ["HOME": "/nowhere", "XDG_STATE_HOME": "/nowhere"]
    for (path, user, text) in [
      ("down", nil, "status 503 (Retry-After: 120)"), ("strict", "me", "those of me"),
      ("strict", nil, "--password-command"), ("odd/f.ics", nil, "a redirection"),
      ("secret/f.ics", nil, "a redirection"), ("bearer", "me", "a server with Basic or Digest, not Bearer"),
      ("html/", nil, "not a page of HTML"), ("nothing", nil, "the URL of a calendar"),
      ("nothing-207", nil, "the URL of a calendar"),
    ] as [(String, String?, String)] {
      let address = RemoteAddress(
        "\(liar.url)/\(path)", user: user, passwordCommand: user.map { _ in "echo x" })
      await #expect("\(path)") {
        _ = try await OpenedRemote(address, variables: variables).remote.list()
      } throws: {
        "\($0)".contains(text) && !"\($0)".contains("pw")
      }
    }
  }

  @Test("a server that wants Digest gets it after the first answer, and an error names a wrong password")
  func digest() async throws {
    #expect(try await liar.collection("digest").list().count == 2)
    #expect(try await liar.received().count { $0.contains("Basic") } == 1)
    let home = try liar.client("digest/").home
    let wrong = WebClient(to: home, credentials: Credentials(user: "me", password: "wrong"))
    await #expect {
      try await CalDAVCollection(home, wrong).list()
    } throws: {
      ($0 as? SyncError)?.code == .unauthorized && "\($0)".contains("those of me")
    }
  }

  @Test("an answer without an end stops at the limit, without its bytes in memory")
  func huge() async throws {
    func peak() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    let before = peak()
    await #expect {
      try await liar.collection("huge").list()
    } throws: {
      ($0 as? SyncError)?.code == .tooLarge
    }
    await #expect {
      try await liar.collection("huge").read("a.ics")
    } throws: {
      ($0 as? SyncError)?.code == .tooLarge
    }
    // The answer would be ten gigabytes long.
    #expect(peak() - before < 500_000)
  }

  @Test("the answers to one list, and to one call that reads several resources, are limited together")
  func sums() async throws {
    let small = try liar.client("store/", total: 1_000)
    let collection = CalDAVCollection(small.home, small)
    let names = (0..<5).flatMap { _ in ["a.ics", "b.ics"] }
    #expect(await collection.readAll(["a.ics"]).allSatisfy { (try? $0.get()) != nil })
    let results = await collection.readAll(names)
    #expect(results.count == names.count)
    #expect(
      results.contains { result in
        if case .failure(let error as SyncError) = result { error.code == .tooLarge } else { false }
      })
    let none = try liar.client("honest/", total: 100)
    await #expect {
      try await CalDAVCollection(none.home, none).list()
    } throws: {
      ($0 as? SyncError)?.code == .tooLarge
    }
  }

  @Test(
    "a redirection to another host is not followed with the password, nor one to http, nor one without an end"
  )
  func redirections() async throws {
    let other = try Liar()
    let port = other.url.split(separator: ":").last ?? ""
    for (path, code) in [
      ("to", SyncError.Code.otherHost), ("to-\(port)", .otherHost), ("downgrade", .insecure),
      ("loop", .server),
    ] {
      await #expect("\(path)") {
        try await liar.collection(path).list()
      } throws: {
        ($0 as? SyncError)?.code == code
      }
    }
    #expect(try await other.received().allSatisfy { !$0.contains("Basic") })
  }

  @Test("another host at which a user's calendars are is named, with the option that allows it")
  func otherHome() async throws {
    let address = RemoteAddress("\(liar.url)/home/", user: "me", passwordCommand: "echo x")
    let variables = ["HOME": "/nowhere", "XDG_STATE_HOME": "/nowhere"]
    await #expect {
      _ = try await OpenedRemote(address, variables: variables)
    } throws: {
      ($0 as? SyncError)?.code == .otherHost && "\($0)".contains("--allow-host localhost")
    }
  }

  @Test("another port of the same host is another server, unless the host is allowed")
  func otherPort() async throws {
    let credentials = Credentials(user: "me", password: "secret")
    let (home, other) = (try WebAddress("https://127.0.0.1:1/"), try WebAddress("https://127.0.0.1:2/"))
    for (hosts, code) in [([], SyncError.Code.otherHost), (["127.0.0.1"], .unreachable)] {
      let client = WebClient(to: home, credentials: credentials, allowing: try AllowedHosts(hosts))
      await #expect {
        try await client.send(WebRequest(method: "GET", address: other))
      } throws: {
        ($0 as? SyncError)?.code == code
      }
    }
  }

  /// A key and a certificate for a name that nobody signed but themselves, in a file.
  private func makeCertificate(for name: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString).pem").path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=almanac"]
      + ["-addext", "subjectAltName=\(name)", "-keyout", path, "-out", path + ".crt"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let both = try Data(contentsOf: URL(filePath: path)) + Data(contentsOf: URL(filePath: path + ".crt"))
    try both.write(to: URL(filePath: path))
    return path
  }

  @Test("a certificate that is not trusted, or is for another name, is refused before the password is sent")
  func certificates() async throws {
    let (own, other) = (try makeCertificate(for: "IP:127.0.0.1"), try makeCertificate(for: "DNS:example.org"))
    defer {
      unsetenv("CURL_CA_BUNDLE")
      for path in [own, other] {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + ".crt")
      }
    }
    for (certificate, trusted, isAccepted) in [(own, nil, false), (other, other, false), (own, own, true)] {
      if let trusted { setenv("CURL_CA_BUNDLE", trusted + ".crt", 1) }
      let liar = try Liar(certificate: certificate)
      if isAccepted {
        #expect(try await liar.collection("honest").list().count == 2)
        #expect(try await liar.received().contains { $0.contains("Basic") })
      } else {
        await #expect {
          try await liar.collection("honest").list()
        } throws: {
          ($0 as? SyncError)?.code == .unreachable && "\($0)".lowercased().contains("certificate")
        }
        setenv("CURL_CA_BUNDLE", certificate + ".crt", 1)
        if trusted == nil { #expect(try await liar.received().allSatisfy { !$0.contains("Basic") }) }
        unsetenv("CURL_CA_BUNDLE")
      }
    }
  }

  @Test(
    "resources at another host, by address or by redirection of a write, are reached over https once it is allowed"
  )
  func otherPlaces() async throws {
    let certificate = try makeCertificate(for: "DNS:localhost,IP:127.0.0.1")
    setenv("CURL_CA_BUNDLE", certificate + ".crt", 1)
    defer {
      unsetenv("CURL_CA_BUNDLE")
      for path in [certificate, certificate + ".crt"] { try? FileManager.default.removeItem(atPath: path) }
    }
    let other = try Liar(certificate: certificate)
    let port = other.url.split(separator: ":").last ?? ""
    func collection(_ kind: String, allowing hosts: [String]) throws -> CalDAVCollection {
      let home = try WebAddress("\(liar.url)/\(kind)-\(port)/")
      let credentials = Credentials(user: "me", password: "secret")
      return CalDAVCollection(
        home, WebClient(to: home, credentials: credentials, allowing: try AllowedHosts(hosts)))
    }
    let text = try await other.collection("store").read("b.ics").bytes
    let before = try await other.received().count
    func isRefused(_ error: any Error) -> Bool {
      (error as? SyncError)?.code == .otherHost && "\(error)".contains("--allow-host localhost")
    }
    await #expect { try await collection("hrefs", allowing: []).list() } throws: { isRefused($0) }
    await #expect {
      try await collection("put", allowing: []).write(text, to: "n.ics", replacing: nil)
    } throws: {
      isRefused($0)
    }
    // The request that counts.
    #expect(try await other.received().count == before + 1)
    let listed = try collection("hrefs", allowing: ["localhost"])
    #expect(try await listed.list() == ["a.ics": "1"])
    #expect(try await listed.read("a.ics").bytes.isEmpty == false)
    let written = try collection("put", allowing: ["localhost"])
    #expect(try await written.write(text, to: "n.ics", replacing: nil) == written.read("n.ics").token)
    #expect(try await other.collection("store").read("n.ics").bytes == text)
  }

  @Test("a host that is allowed is remembered for its server")
  func allowedHosts() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hosts-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (home, path) = (try WebAddress("https://caldav.icloud.com/"), folder + "/almanac/allowed-hosts")
    #expect(!(try AllowedHosts().remembered(for: home, in: path).has("p1-caldav.icloud.com")))
    _ = try AllowedHosts(["P1-caldav.icloud.com"]).remembered(for: home, in: path)
    #expect(try AllowedHosts().remembered(for: home, in: path).has("p1-caldav.icloud.com"))
    for other in ["https://example.org/", "https://caldav.icloud.com:8443/"] {
      let hosts = try AllowedHosts().remembered(for: try WebAddress(other), in: path)
      #expect(!hosts.has("p1-caldav.icloud.com"))
    }
  }

  @Test(
    "a host that no URL can have is refused",
    arguments: ["", "two words", "https://a.org/", "a.org:8443", "a/b"])
  func badHost(name: String) {
    #expect {
      try AllowedHosts([name])
    } throws: {
      ($0 as? SyncError)?.code == .badHost
    }
  }

  @Test("an entity tag that is missing or wrong never stands for another state")
  func tags() async throws {
    let bytes = Array("x".utf8)
    #expect(try await liar.collection("silent").write(bytes, to: "a.ics", replacing: nil) == "")
    #expect(try await liar.collection("tag").write(bytes, to: "a.ics", replacing: nil) == "\"wrong\"")
    for token in ["", "*", "\"a\"\r\nX: y"] {
      await #expect {
        try await liar.collection("tag").write(bytes, to: "a.ics", replacing: token)
      } throws: {
        ($0 as? SyncError)?.code == .conflict
      }
      await #expect {
        try await liar.collection("tag").delete("a.ics", having: token)
      } throws: {
        ($0 as? SyncError)?.code == .conflict
      }
    }
    let methods = try await liar.received().map { $0.prefix { $0 != " " } }
    #expect(methods.count { $0 == "PUT" } == 2 && !methods.contains("DELETE"))
  }

  @Test("a published calendar is read again only if it has changed, and never written")
  func subscription() async throws {
    let client = try liar.client("feed.ics")
    let first = Subscription(client.home, client)
    let tokens = try await first.list()
    #expect(Array(tokens.keys) == ["a.ics"])
    let again = Subscription(client.home, client, since: first.currentListing)
    #expect(try await again.list() == tokens)
    #expect(String(decoding: try await again.read("a.ics").bytes, as: UTF8.self).contains("SUMMARY:A"))
    await #expect {
      try await again.write([], to: "a.ics", replacing: tokens["a.ics"])
    } throws: {
      ($0 as? SyncError)?.code == .refused
    }
    let conditions = try await liar.received().filter { $0.contains("feed") }.map {
      $0.split(separator: " ").last
    }
    #expect(conditions == ["-", "\"1\"", "-"])
  }

  @Test("a URL is https or on this machine, without a password, and a path leads nowhere else")
  func addresses() throws {
    for (text, code) in [
      ("http://example.org/", SyncError.Code.insecure), ("http://127.0.0.1.example.org/", .insecure),
      ("https://me:x@example.org/", .secretInURL), ("ftp://example.org/", .badURL), ("/work", .badURL),
      ("http://[::2]/", .insecure),
    ] {
      #expect("\(text)") { try WebAddress(text) } throws: { ($0 as? SyncError)?.code == code }
    }
    for text in ["https://me@EXAMPLE.org", "http://localhost:5232/", "http://127.0.0.1/x", "http://[::1]:1/"]
    {
      #expect(throws: Never.self) { try WebAddress(text) }
    }
    #expect(try WebAddress("https://me@example.org").user == "me")
    #expect("\(try WebAddress("webcal://example.org/a.ics"))" == "https://example.org/a.ics")
    for path in ["/a/../b", "/a//b", "/a/%2e%2E/b", "/a/b%2Fc", "/a/%00"] {
      #expect(WebAddress.segments(of: path) == nil)
    }
    #expect(WebAddress.segments(of: "/a%20b/c%C3%BC/") == ["a b", "cü"])
  }

  @Test("a password comes from a command, or from the lines of a host in .netrc")
  func passwords() async throws {
    let command = Credentials(user: "me", passwordCommand: "printf 'a b\\nnot this'")
    #expect(try await command.signIn.password == "a b")
    for wrong in ["exit 1", "true", "echo x; exit 3"] {
      await #expect {
        try await Credentials(user: "me", passwordCommand: wrong).signIn
      } throws: {
        ($0 as? SyncError)?.code == .unauthorized
      }
    }
    let netrc =
      "machine a.org login ana password one\nmachine b.org\n login bob\n password two\nmachine b.org login eve password three"
    #expect(Credentials(host: "b.org", user: nil, netrc: netrc)?.user == "bob")
    #expect(
      try await Credentials(host: "b.org", user: "eve", netrc: netrc)?.signIn.password == "three")
    #expect(Credentials(host: "c.org", user: nil, netrc: netrc) == nil)
    #expect(Credentials(host: "a.org", user: "bob", netrc: netrc) == nil)
    // As Python's netrc reads it.
    let macro = "macdef init\ncd /pub\nmachine a.org login macro password nope\n\n"
    #expect(
      try await Credentials(
        host: "a.org", user: nil, netrc: macro + #"machine a.org login joe password "se \"cr\" et""#)?.signIn
        .password == "se \"cr\" et")
  }
}
