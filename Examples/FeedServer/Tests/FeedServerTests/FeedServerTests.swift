import Almanac
import AlmanacFiles
import AlmanacICS
import Feeds
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A gym with a class, booked by two members, and a server that gives it out.
private final class Gym: Sendable {
  let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID().uuidString.prefix(8))")
  let address: String
  let links: String
  private let process = Process()
  private let log, errors: Pipe
  static let organizer = "gym@example.org"

  /// - Parameter isFolder: Whether the server is given the folder rather than the file in it.
  init(isFolder: Bool = false) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    let rule = RecurrenceRule(.weekly)
    var book = ClassBook([
      ClassSeries("Yoga & more", from: start, lasting: .hours(1), repeating: rule, places: 5, uid: "yoga")
    ])
    let now = start.adding(.days(-1)).instant
    for member in ["ana@example.org", "bob@example.org"] {
      let decision = book.request(.book(member), of: "yoga", at: start.instant, now: now)
      try #require(decision.outcome == .confirmed)
    }
    let calendar = book.calendar(organizer: Organizer(Self.organizer, name: "Gym"), at: now)
    try ICSDocument([calendar]).text(.normalized, at: now)
      .write(to: folder.appending(path: "gym.ics"), atomically: true, encoding: .utf8)
    links = folder.appending(path: "links").path
    (log, errors) = (Pipe(), Pipe())
    process.executableURL = Self.program
    process.arguments = [
      isFolder ? folder.path : folder.appending(path: "gym.ics").path, "--links", links, "--name", "Gym",
      "--zone", "Europe/Madrid",
      "--port", "0",
    ]
    (process.standardOutput, process.standardError) = (log, errors)
    try process.run()
    var line = Data()
    while let byte = try log.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    address = String(decoding: line, as: UTF8.self)
  }

  static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "serve")

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the server.
  ///
  /// - Returns: What it has logged, also as errors.
  func stop() -> String {
    process.terminate()
    return [log, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    .joined()
  }

  func get(
    _ path: String, method: String = "GET", _ headers: [String: String] = [:]
  ) async throws -> (response: HTTPURLResponse, text: String) {
    var request = URLRequest(url: try #require(URL(string: address + path)))
    request.httpMethod = method
    request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    return (try #require(response as? HTTPURLResponse), String(decoding: data, as: UTF8.self))
  }

  /// Runs a program, with the server's address in its environment.
  func run(_ program: String, _ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

@Suite("Feeds over HTTP")
struct FeedServerTests {
  @Test("everybody reads the classes, and never who has booked")
  func classes() async throws {
    let gym = try await Gym()
    let (response, text) = try await gym.get("classes.ics")
    #expect(response.statusCode == 200)
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/calendar; charset=utf-8")
    let calendar = try #require(try ICSDocument(parsing: text).calendars.first)
    #expect(calendar.items.map(\.summary) == ["Yoga & more"])
    for path in ["classes.ics", "month/2026-03"] {
      let (_, text) = try await gym.get(path)
      #expect(text.contains("Yoga"))
      for secret in ["ana@", "bob@", "ATTENDEE", "BOOKING"] { #expect(!text.contains(secret)) }
    }
  }

  @Test("what has not changed is not sent again, and what has is")
  func entityTags() async throws {
    let gym = try await Gym()
    let tag = try #require(
      try await gym.get("classes.ics").response.value(forHTTPHeaderField: "ETag"))
    for known in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
      let (response, text) = try await gym.get("classes.ics", ["If-None-Match": known])
      #expect(response.statusCode == 304 && text.isEmpty)
      #expect(response.value(forHTTPHeaderField: "ETag") == tag)
    }
    #expect(try await gym.get("classes.ics", ["If-None-Match": "\"x\""]).response.statusCode == 200)
    let head = try await gym.get("classes.ics", method: "HEAD")
    #expect(head.response.statusCode == 200 && head.text.isEmpty)
    let file = gym.folder.appending(path: "gym.ics")
    let changed = try String(contentsOf: file, encoding: .utf8).replacing("Yoga", with: "Pilates")
    try changed.write(to: file, atomically: true, encoding: .utf8)
    try await Task.sleep(for: .seconds(1.2))
    let (response, text) = try await gym.get("classes.ics", ["If-None-Match": tag])
    #expect(response.statusCode == 200 && text.contains("Pilates"))
  }

  @Test(
    "a folder of which a file is broken or cut off is given out to nobody, and the log names the file",
    arguments: [
      "not a calendar",
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART:2026",
    ])
  func brokenFile(text: String) async throws {
    let gym = try await Gym(isFolder: true)
    #expect(try await gym.get("classes.ics").response.statusCode == 200)
    let other = gym.folder.appending(path: "other.ics")
    try text.write(to: other, atomically: true, encoding: .utf8)
    try await Task.sleep(for: .seconds(1.2))
    for path in ["classes.ics", "month/2026-03"] {
      let (response, text) = try await gym.get(path)
      #expect(response.statusCode == 500 && !text.contains("Yoga"))
      #expect(response.value(forHTTPHeaderField: "ETag") == nil)
    }
    try FileManager.default.removeItem(at: other)
    #expect(try await gym.get("classes.ics").text.contains("Yoga"))
    #expect(gym.stop().contains("GET /classes.ics 500: \(other.path)"))
  }

  @Test("a member's link leads to the member's own bookings until it is revoked, and is not logged")
  func links() async throws {
    let gym = try await Gym()
    let program = Gym.program.path
    let path = try gym.run(program, "link", "ana@example.org", "--links", gym.links).output
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let token = path.dropFirst("/members/".count).dropLast(".ics".count)
    // 128 bits are 32 hexadecimal digits.
    #expect(token.count >= 32 && token.allSatisfy { $0.isHexDigit })
    let (response, text) = try await gym.get(String(path.dropFirst()))
    #expect(response.statusCode == 200)
    #expect(response.value(forHTTPHeaderField: "Cache-Control")?.contains("private") == true)
    #expect(text.contains("Yoga") && text.contains("ana@example.org") && !text.contains("bob@"))
    let stored = try String(contentsOfFile: gym.links, encoding: .utf8)
    #expect(stored.contains("ana@example.org") && !stored.contains(token))
    let mode = try FileManager.default.attributesOfItem(atPath: gym.links)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try gym.run(program, "revoke", "ana@example.org", "--links", gym.links).output == "1 revoked\n")
    for wrong in [
      String(path.dropFirst()), "members/\(token.dropLast()).ics", "members/.ics", "members/x",
      "members/\(token).ics/x", "members/\(token)",
    ] {
      #expect(try await gym.get(wrong).response.statusCode == 404)
    }
    let log = gym.stop()
    #expect(log.contains("GET /members") && log.contains("404") && !log.contains(token))
  }

  @Test(
    "the links of a member are revoked in whatever case the address is given; where there are none, the exit code says so"
  )
  func revokedByPerson() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "links-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let links = try MemberLinks(folder.appending(path: "links").path)
    let tokens = try ["Ana@Example.org", "mailto:ana@example.org", "bob@example.org"].map {
      try links.add($0)
    }
    #expect(try links.revoke("ana@example.org") == 2)
    #expect(tokens.map { links.member(having: $0) } == [nil, nil, "bob@example.org"])
    for (member, status) in [("BOB@example.org", 0), ("bob@example.org", 1), ("nobody@example.org", 1)] {
      let process = Process()
      process.executableURL = Gym.program
      process.arguments = ["revoke", member, "--links", folder.appending(path: "links").path]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == Int32(status), "\(member)")
    }
  }

  @Test("links that many processes make and revoke at once are all made, and the revoked one is gone")
  func parallelChanges() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "links-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "links").path
    for round in 0..<5 {
      let revoked = try MemberLinks(path).add("eva@example.org")
      let verbs = (0..<8).map { ["link", "m\(round)-\($0)@example.org"] } + [["revoke", "eva@example.org"]]
      let processes = try verbs.shuffled().map { verb in
        let process = Process()
        process.executableURL = Gym.program
        process.arguments = verb + ["--links", path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
      }
      for process in processes {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      #expect(try MemberLinks(path).member(having: revoked) == nil)
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 8 * (round + 1))
    }
  }

  @Test(
    "a link needs a member, and one that is refused changes nothing", arguments: ["", " ", "a\nb", "a\u{1}"])
  func badMember(member: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "links-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let links = try MemberLinks(folder.appending(path: "links").path)
    let token = try links.add("ana@example.org")
    #expect(throws: FileError.self) { try links.add(member) }
    try links.refresh()
    #expect(links.member(having: token) == "ana@example.org")
    #expect(try links.revoke("ana@example.org") == 1)
  }

  @Test("the month is a page; other months and paths are not found")
  func page() async throws {
    let gym = try await Gym()
    let (response, text) = try await gym.get("month/2026-03")
    #expect(response.statusCode == 200 && text.hasPrefix("<!DOCTYPE html>"))
    #expect(text.components(separatedBy: "Yoga &amp; more").count > 5)
    #expect(response.value(forHTTPHeaderField: "Link")?.contains("</month/2026-04>; rel=\"next\"") == true)
    #expect(try await gym.get("month").response.url?.path.hasPrefix("/month/20") == true)
    for path in ["month/2026-13", "month/x", "month/2026-03/x", "roster", "gym.ics", "..%2Fgym.ics"] {
      #expect(try await gym.get(path).response.statusCode == 404, "\(path)")
    }
  }

  @Test("vdirsyncer's HTTP storage reads the feed, and khal shows it")
  func otherPrograms() async throws {
    let gym = try await Gym()
    guard try gym.run("vdirsyncer", "--version").status == 0, try gym.run("khal", "--version").status == 0
    else {
      return
    }
    let folder = gym.folder.path
    try """
    [general]
    status_path = "\(folder)/status/"
    [pair classes]
    a = "here"
    b = "there"
    collections = null
    [storage here]
    type = "filesystem"
    path = "\(folder)/copy/"
    fileext = ".ics"
    [storage there]
    type = "http"
    url = "\(gym.address)classes.ics"
    """.write(toFile: folder + "/vdirsyncer", atomically: true, encoding: .utf8)
    try """
    [calendars]
    [[classes]]
    path = \(folder)/copy
    [locale]
    timeformat = %H:%M
    dateformat = %Y-%m-%d
    longdateformat = %Y-%m-%d
    datetimeformat = %Y-%m-%d %H:%M
    longdatetimeformat = %Y-%m-%d %H:%M
    local_timezone = Europe/Madrid
    default_timezone = Europe/Madrid
    """.write(toFile: folder + "/khal.conf", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder + "/copy", withIntermediateDirectories: true)
    #expect(try gym.run("vdirsyncer", "-c", folder + "/vdirsyncer", "discover", "classes").status == 0)
    #expect(try gym.run("vdirsyncer", "-c", folder + "/vdirsyncer", "sync").status == 0)
    let shown = try gym.run(
      "env", "XDG_DATA_HOME=\(folder)", "XDG_CACHE_HOME=\(folder)", "khal", "-c", folder + "/khal.conf",
      "list",
      "--format", "{start-time} {title}", "2026-03-09", "1d")
    #expect(shown.output.contains("18:00 Yoga & more"), "\(shown.output)")
  }

  @Test("a browser shows the month")
  func browser() async throws {
    let gym = try await Gym()
    guard try gym.run("chromium", "--version").status == 0 else { return }
    let shown = try gym.run(
      "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(gym.folder.path)/browser",
      "--dump-dom", gym.address + "month/2026-03")
    #expect(shown.status == 0 && shown.output.contains("Yoga &amp; more"))
  }
}
