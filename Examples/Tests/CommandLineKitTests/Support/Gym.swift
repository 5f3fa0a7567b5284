import CommandLineKit
import Testing

/// A calendar of sessions that commands make and change, on Sunday, 1 March 2026, 9:00 in Madrid.
///
/// A command line is one text of words separated by blanks, in which `_` means a blank within a word.
struct Gym {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    let folder = try TemporaryFolder()
    try Self.makeCalendar(in: folder)
    self.init(in: folder)
  }

  /// The calendar in files that were prepared.
  init(_ files: PreparedFiles) throws { self.init(in: try files.copy()) }

  private init(in folder: TemporaryFolder) {
    self.folder = folder
    path = folder.path("sessions.ics")
  }

  private static func makeCalendar(in folder: TemporaryFolder) throws {
    _ = try folder.file(
      "sessions.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Gym\r\nEND:VCALENDAR\r\n")
  }

  /// The files after command lines that succeed.
  static func prepared(_ lines: String...) -> PreparedFiles {
    PreparedFiles { folder in
      try makeCalendar(in: folder)
      for line in lines { try #require(try Gym(in: folder).run(line).status == .done) }
    }
  }

  func run(
    _ line: String, at now: String = "2026-03-01T09:00", input: String = ""
  ) throws -> AlmanacRun {
    let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
    return try AlmanacRun(words + ["-c", path, "--now", now], input: input)
  }

  /// A run that is to succeed.
  @discardableResult
  func done(
    _ line: String, at now: String = "2026-03-01T09:00", input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AlmanacRun {
    let run = try run(line, at: now, input: input)
    #expect(run.status == .done, "\(run.errors)", sourceLocation: sourceLocation)
    return run
  }

  /// The messages of a run that is to be refused without a change of the calendar.
  func refused(
    _ line: String, _ status: ProgramStatus = .refused, at now: String = "2026-03-01T09:00",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let before = try? content
    let run = try run(line, at: now)
    #expect(run.status == status, "\(run.output)", sourceLocation: sourceLocation)
    #expect((try? content) == before, sourceLocation: sourceLocation)
    return run.errors
  }

  func json(_ line: String, at now: String = "2026-03-01T09:00") throws -> ReadJSON {
    try ReadJSON(try run(line + " --format json", at: now).output)
  }

  /// The people and things of each session, by start.
  var sessions: [String] {
    get throws {
      try json("session list")["sessions"].array.map { session in
        let things = session["resources"].array.compactMap { $0["name"].string }
        let clients = session["clients"].array.compactMap { $0.string }
        return ([session["coach"].string ?? ""] + clients + things).joined(separator: " ")
      }
    }
  }

  var content: String { get throws { try folder.content("sessions.ics") } }
}

extension [ReadJSON] {
  /// The texts of one key of each value.
  func strings(_ key: String) -> [String] { compactMap { $0[key].string } }
}
