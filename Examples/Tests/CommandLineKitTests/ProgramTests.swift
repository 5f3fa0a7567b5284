import CommandLineKit
import Foundation
import Testing

/// Tests of the built programs.
@Suite("Words of other programs")
struct OtherWordsTests {
  @Test(
    "a command of another program is answered by the one that does it",
    arguments: [
      ("find", "search"), ("remove", "delete"), ("new", "add"), ("reschedule", "edit, with --at"),
      ("agenda", "list"),
    ])
  func synonyms(word: String, command: String) throws {
    let run = try AlmanacRun(word, "Lunch")
    #expect(run.status == .usage)
    #expect(run.errors == ["almanac: there is no command \(word) (expected \(command))"])
  }

  @Test("who moves an item in time is told how")
  func move() throws {
    let run = try AlmanacRun("move", "Lunch", "friday")
    #expect(run.status == .usage && run.errors.count == 1)
    #expect(run.errors[0].contains("almanac edit --at moves it in time"), "\(run.errors)")
  }
}

@Suite("The programs")
struct ProgramTests {
  @Test("almanac expands, and becomes its sibling for a calendar that it does not know")
  func program() throws {
    let plain = try Program.almanac.run(["expand", "FREQ=DAILY;COUNT=2", "--start", "20260101"])
    #expect(plain.status == 0)
    #expect(plain.output == "20260101\n20260102\n")
    // RFC 7529 §7: Chinese New Year.
    let scaled = try Program.almanac.run(
      ["expand", "--input", "-"],
      input: "RRULE:RSCALE=CHINESE;FREQ=YEARLY;COUNT=4\nDTSTART;VALUE=DATE:20130210\n")
    #expect(scaled.status == 0)
    #expect(scaled.output.hasSuffix("INSTANCES:20130210,20140131,20150219,20160208\n"))
  }

  @Test("series that count by a calendar it does not know are listed and drawn by the sibling")
  func scaledSeries() throws {
    let folder = try TemporaryFolder()
    let event =
      "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20130210\n"
      + "RRULE:RSCALE=CHINESE;FREQ=YEARLY\nSUMMARY:New Year\nEND:VEVENT"
    let path = try folder.file("year.ics", Sample.calendar(event))
    let list = try Program.almanac.run([
      "list", "-c", path, "--from", "2026-01-01", "--until", "2026-12-31", "--format", "json",
    ])
    let starts = try ReadJSON(list.output)["items"].array.map { $0["start"].string }
    #expect(starts == ["2026-02-17"])
    let month = try Program.almanac.run(["month", "2026-02", "-c", path])
    #expect(month.output.contains(" 17•"))
    let alone = folder.path("almanac")
    try FileManager.default.copyItem(atPath: Program.almanac.path, toPath: alone)
    let told = try Program(path: alone).run([
      "list", "-c", path, "--from", "2013-01-01", "--until", "2013-12-31",
    ])
    #expect(told.status == 65 && told.output.contains("New Year"))
    #expect(told.errors.contains("CHINESE"))
  }

  @Test("and changed, done and asked for free time by it, instance by instance")
  func scaledEdits() throws {
    let folder = try TemporaryFolder()
    // The second of six Hebrew months, of 29, 30, 29, 30 and 29 days, from Adar 5786.
    let days = ["2026-02-19", "2026-03-20", "2026-04-19", "2026-05-18", "2026-06-17", "2026-07-16"]
    func path(_ component: String, _ day: String) throws -> String {
      let lines =
        "BEGIN:\(component)\nUID:1\nDTSTAMP:20260101T000000Z\n\(day);VALUE=DATE:20260219\n"
        + "RRULE:RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=2;COUNT=6\nSUMMARY:Second\nEND:\(component)"
      return try folder.file("month.ics", Sample.calendar(lines))
    }
    func listed(_ path: String) throws -> [String] {
      let list = try Program.almanac.run([
        "list", "-c", path, "--from", "2026-01-01", "--until", "2026-12-31", "--format", "json",
      ])
      return try ReadJSON(list.output)["items"].array.compactMap { $0["start"].string }
    }
    let event = try path("VEVENT", "DTSTART")
    #expect(try listed(event) == days)
    let busy = try Program.almanac.run(["busy", "-c", event, "--from", "2026-01-01", "--until", "2026-12-31"])
    #expect(busy.output.split(separator: "\n").count == 6)
    #expect(try Program.almanac.run(["delete", "1", "--on", days[0], "--yes", "-c", event]).status == 0)
    #expect(try listed(event) == Array(days[1...]))
    let edit = ["edit", "1", "--on", days[3], "--scope", "future", "--title", "X", "-c", event]
    #expect(try Program.almanac.run(edit).status == 0)
    #expect(try listed(event) == Array(days[1...]))
    let todo = try path("VTODO", "DUE")
    for left in (0..<6).reversed() {
      #expect(try Program.almanac.run(["done", "1", "-c", todo]).status == 0)
      #expect(try listed(todo) == Array(days.suffix(left)))
    }
    let alone = folder.path("almanac")
    try FileManager.default.copyItem(atPath: Program.almanac.path, toPath: alone)
    let refused = try Program(path: alone).run([
      "delete", "1", "--on", days[0], "--yes", "-c", try path("VEVENT", "DTSTART"),
    ])
    #expect(refused.status != 0 && refused.errors.contains("HEBREW"))
  }

  @Test("a language that the library does not know is ICU's")
  func locale() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("course.ics", Sample.course)
    let arguments = ["list", "-c", path, "--from", "2026-03-16", "--days", "1"]
    let dutch = try Program.almanac.run(arguments + ["--locale", "nl_NL"])
    #expect(
      dutch.output.hasPrefix("maandag, 16 maart 2026") || dutch.output.hasPrefix("maandag 16 maart 2026"))
    let swedish = try Program.almanac.run(
      arguments, variables: ["LC_ALL": "", "LC_TIME": "", "LANG": "sv_SE.UTF-8"])
    #expect(swedish.output.lowercased().hasPrefix("måndag"))
    let plain = try Program.almanac.run(
      arguments, variables: ["LC_ALL": "", "LC_TIME": "", "LANG": "C.UTF-8"])
    #expect(plain.output.hasPrefix("Monday, 16 March 2026"))
  }

  @Test("without its sibling almanac reports what is missing")
  func alone() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path("almanac")
    try FileManager.default.copyItem(atPath: Program.almanac.path, toPath: copy)
    let run = try Program(path: copy).run(["expand", "RSCALE=HEBREW;FREQ=YEARLY", "--start", "20260101"])
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix(folder.path("AlmanacInternational") + ": "))
  }

  @Test("a name that is not UTF-8 is refused before anything is written, and named exactly in a folder")
  func namesNotUTF8() throws {
    let folder = try TemporaryFolder()
    let shell = Program(path: "/bin/sh")
    func run(_ command: String) throws -> (status: Int32, output: String, errors: String) {
      let script =
        "name=$(printf 'a\\351'); cd '\(folder.path)'; almanac='\(Program.almanac.path)'; \(command)"
      return try shell.run(["-c", script])
    }
    _ = try folder.file("base.ics", Sample.course)
    for command in [
      "\"$almanac\" export -c base.ics -o \"$name.ics\"",
      "\"$almanac\" add event X --at 2026-03-02 -c \"$name.ics\"",
      "ALMANAC_CALENDAR=\"$name.ics\" \"$almanac\" add event X --at 2026-03-02",
    ] {
      let run = try run(command)
      #expect(run.status == 64 && run.errors.contains("a\\xe9.ics is not UTF-8"), "\(run.errors)")
      #expect(try folder.names == ["base.ics"])
    }
    let list = try run("cp base.ics \"$name.ics\" && \"$almanac\" list -c . --from 2026-03-02")
    #expect(list.status == 65 && list.output.contains("Àlgebra"))
    #expect(list.errors.contains("./a\\xe9.ics: The name is not UTF-8"), "\(list.errors)")
  }

  @Test(
    "a file of an editor that is too long, a pipe or gone is a refusal with the reason",
    arguments: [
      ("head -c 3000000 /dev/zero > \"$1\"", "1048576"), ("rm \"$1\"; mkfifo \"$1\"", "Not a regular file"),
      ("rm \"$1\"", "No such file"),
    ])
  func editors(script: String, reason: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("course.ics", Sample.course)
    let editor = try folder.file("editor.sh", script + "\n")
    let run = try Program.almanac.run(
      ["edit", "exam@example.com", "-i", "-c", path], variables: ["VISUAL": "sh \(editor)", "LC_ALL": "C"])
    #expect(run.status == 1 && run.errors.lowercased().contains(reason.lowercased()), "\(run.errors)")
    #expect(try folder.content("course.ics") == Sample.course)
  }

  @Test("exit codes reach the shell")
  func exitCodes() throws {
    #expect(try Program.almanac.run(["expand", "FREQ=X", "--start", "20260101"]).status == 65)
    #expect(try Program.almanac.run(["expand", "--nonsense"]).status == 64)
    #expect(try Program.almanac.run(["expand", "--input", "/no/such/file"]).status == 66)
  }

  @Test("a full disk is an error, a closed pipe is not")
  func output() throws {
    let shell = Program(path: "/bin/sh")
    let endless = "'\(Program.almanac.path)' expand FREQ=SECONDLY --start 20260101T000000 --limit 1000000"
    let head = try shell.run(["-c", "trap '' PIPE; { \(endless); echo $? >&2; } | head -n 1"])
    #expect(head.output == "20260101T000000\n")
    #expect(head.errors == "0\n")
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let full = try shell.run(["-c", "\(endless) > /dev/full"])
    #expect(full.status == 73)
  }

  @Test(
    "almanac starts without the data of ICU",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/ldd")))
  func libraries() throws {
    let libraries = try Program(path: "/usr/bin/ldd").run([Program.almanac.path]).output
    #expect(!libraries.contains("FoundationInternationalization"))
    #expect(!libraries.contains("libFoundation.so"))
  }
}

/// A program that can be run.
struct Program {
  let path: String

  /// The program beside the bundle of the tests.
  static let almanac: Program = {
    let starts = [Bundle.main.bundlePath, CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
    for start in starts {
      var folder = URL(filePath: start)
      for _ in 0..<4 {
        let candidate = folder.appending(path: "almanac").path
        if FileManager.default.isExecutableFile(atPath: candidate), !folder.path.hasSuffix("/usr/bin") {
          var isFolder: ObjCBool = false
          _ = FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder)
          if !isFolder.boolValue { return Program(path: candidate) }
        }
        folder.deleteLastPathComponent()
      }
    }
    return Program(path: "almanac")
  }()

  func run(
    _ arguments: [String], input: String = "", variables: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let output = try folder.file("output", "")
    let errors = try folder.file("errors", "")
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: try folder.file("input", input)))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.content("output"), try folder.content("errors"))
  }
}
