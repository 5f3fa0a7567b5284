import CommandLineKit
import Testing

/// Each row is a command line of words separated by blanks, in which `_` means a blank within a word. The files are those
/// of `files`; other names do not exist.
@Suite("Wrong command lines and wrong files: exit code, one line, and the expected form")
struct WrongInvocationTests {
  @Test(
    "a text that names nobody is no person",
    arguments: [
      ["class", "calendar", "--member", "@"], ["session", "list", "--coach", " eva"],
      ["session", "next", "--coach", "@"], ["workout", "history", "--client", "@"],
      ["busy", "--owner", "@"], ["add", "event", "Q", "--at", "2026-03-21 10:00", "--attendee", "@"],
      ["add", "event", "Q", "--at", "2026-03-21 10:00", "--organizer", "mailto:"],
      [
        "class", "add", "Z", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
        "--places", "1", "--instructor", "@",
      ],
    ])
  func nobody(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let run = try AlmanacRun(arguments + ["-c", folder.path("c.ics"), "--now", "2026-03-01T08:00"])
    #expect(run.status == .usage && run.errors.count == 1 && run.output.isEmpty)
    #expect(run.errors.first?.contains("(expected ") == true)
  }

  @Test(
    "of a long argument the middle is not repeated",
    arguments: [["day"], ["month", "--zone"], ["show"], ["add"]])
  func long(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let text = "start" + String(repeating: "e\u{301}", count: 50_000)
    let path = try folder.file("a.ics", Sample.calendar(""))
    let run = try AlmanacRun(arguments + [text, "-c", path, "--now", "2026-03-01T08:00"])
    let line = try #require(run.errors.first)
    #expect(run.status != .done && run.errors.count == 1 && line.utf8.count < 6_000)
    #expect(line.contains("start") && line.contains("…") && line.contains("(expected "))
  }

  @Test("invalid command lines", arguments: WrongInvocationRows.usage.lines)
  func usage(row: String) throws { try check(row, .usage) }

  @Test("a request that the calendar refuses", arguments: WrongInvocationRows.refused.lines)
  func refused(row: String) throws { try check(row, .refused) }

  @Test("content that is not a calendar, or not a rule", arguments: WrongInvocationRows.badData.lines)
  func badData(row: String) throws { try check(row, .badData) }

  @Test("a file that is not there, or is not a file", arguments: WrongInvocationRows.noInput.lines)
  func noInput(row: String) throws { try check(row, .noInput) }

  @Test("a place where nothing can be written", arguments: WrongInvocationRows.cannotWrite.lines)
  func cannotWrite(row: String) throws { try check(row, .cannotWrite) }

  private func check(_ row: String, _ status: ProgramStatus) throws {
    let folder = try TemporaryFolder()
    for (name, content) in Self.files { _ = try folder.file(name, content) }
    try folder.makeFolder("dir")
    let before = try folder.names
    var words = row.split(separator: " ").map { String($0).replacing("_", with: " ") }
    if !Self.takeNoCalendar.contains(words[0]), !words.contains("-c") { words += ["-c", "a.ics"] }
    let others = ["dir", "none.ics", "none.txt", "own.ics", "none/none.ics"]
    let names = Set(Self.files.map { $0.name } + others)
    let run = try AlmanacRun(words.map { names.contains($0) ? folder.path($0) : $0 })
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.errors.count == 1 && run.errors.allSatisfy { !$0.contains("\n") })
    // The system's message about a path needs no expectation.
    let namesPath = [.noInput, .cannotWrite].contains(status)
    let error = run.errors.first ?? ""
    let startsWithPath = error.hasPrefix("/")
    #expect(startsWithPath || error.hasPrefix("almanac: "), "\(error)")
    #expect(namesPath && startsWithPath || error.contains("(expected "), "\(error)")
    #expect(try folder.names == before)
    for (name, content) in Self.files { #expect(try folder.content(name) == content) }
  }

  @Test(
    "a misspelt option or command is named, whatever is wrong besides",
    arguments: [
      ("add Lunch --att tomorrow", "no option --att (expected --at)"),
      ("add event Lunch --att=tomorrow", "no option --att (expected --at)"),
      ("list --frm 2026-03-01", "no option --frm (expected --from)"),
      ("edit a --locatoin Bar --at someday", "no option --locatoin (expected --location)"),
      (
        "add event x --at someday --frobnicate",
        "no option --frobnicate (expected an option that almanac add --help"
      ),
      ("help lsit", "no command lsit (expected list)"),
      ("session bok --coach e", "no command session bok (expected book)"),
      ("alarms lst", "no command alarms lst (expected list)"),
      ("help session bok", "no command session bok (expected book)"),
    ])
  func misspelt(row: String, answer: String) throws {
    let run = try AlmanacRun(row.split(separator: " ").map(String.init))
    #expect(run.status == .usage && run.output.isEmpty && run.errors.count == 1)
    #expect(run.errors.first?.contains(answer) == true, "\(run.errors)")
  }

  private static let takeNoCalendar: Set<String> = [
    "season", "convert", "diff", "merge", "sync", "validate", "expand", "zones", "completions", "frobnicate",
  ]

  static let files: [(name: String, content: String)] = [
    ("a.ics", Sample.calendar(Sample.event("a", ":20260303T090000Z", "Algebra", "RRULE:FREQ=WEEKLY\n"))),
    ("junk.ics", "hello"), ("empty.ics", ""), ("bad.json", "{\"a\":"),
    ("teams.csv", "Alcoyano\nBetis\nCadiz\n"), ("twice.csv", "A\nB\nA\n"), ("open.csv", "A,\"B\nC\n"),
  ]
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map { String($0) } }
}
