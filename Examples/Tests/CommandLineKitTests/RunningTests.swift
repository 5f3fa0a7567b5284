import CommandLineKit
import Testing

@Suite("Exit codes, messages and files")
struct RunningTests {
  @Test("what a script completes: the names of days in the language, and each category once")
  func completedWords() throws {
    let days = try AlmanacRun("completions", "dates", "--locale", "ca_ES").lines
    #expect(days.contains("demà") && days.contains("dilluns") && !days.contains("març"), "\(days)")
    #expect(Set(days).count == days.count)
    let calendar = Sample.calendar(
      [
        Sample.event("a", ":20260302T120000", "A", "CATEGORIES:food,work\n"),
        Sample.event("b", ":20200302T120000", "B", "CATEGORIES:food\n"),
      ].joined(separator: "\n"))
    let categories = try AlmanacRun("completions", "categories", "-c", "-", input: calendar)
    #expect(categories.lines == ["food", "work"])
    for shell in ["bash", "zsh", "fish"] {
      let script = try AlmanacRun("completions", shell).output
      #expect(
        script.contains("almanac completions dates") && script.contains("almanac completions categories"))
    }
  }

  @Test("a line of an example is whole in the help, and words have their article")
  func helpTexts() throws {
    let notify = try AlmanacRun("notify", "--help").lines
    #expect(
      notify.contains { $0.hasPrefix("ExecStart=") && $0.hasSuffix("'notify-send \"$ALMANAC_SUMMARY\"'") })
    #expect(try AlmanacRun("workout", "exercise", "rename", "--help").output.contains("Rename an exercise."))
    #expect(try AlmanacRun("workout", "routine", "delete", "--help").output.contains("Delete a routine,"))
  }

  @Test("help is output", arguments: [["--help"], ["help", "expand"], ["expand", "--help"]])
  func help(arguments: [String]) throws {
    let run = try AlmanacRun(arguments)
    #expect(run.status == .done)
    #expect(run.output.contains("USAGE"))
    #expect(run.errors.isEmpty)
  }

  @Test(
    "help is of the command that is named",
    arguments: [
      ["help", "add"], ["add", "--help"], ["class"], ["help", "class", "book"], ["class", "book", "-h"],
    ])
  func helpOfCommand(arguments: [String]) throws {
    let run = try AlmanacRun(arguments)
    let name = arguments.filter { $0 != "help" && !$0.hasPrefix("-") }.joined(separator: " ")
    #expect(run.status == .done)
    #expect(run.output.contains("USAGE: almanac \(name) "))
  }

  @Test(
    "the options of every command may precede it",
    arguments: [
      ["month", "2026-03"], ["list", "--from", "2026-03-02", "--", "--days"], ["show", "algebra"],
      ["class", "list"],
      ["frobnicate"],
    ])
  func leadingOptions(command: [String]) throws {
    let folder = try TemporaryFolder()
    let options = [
      "-c", try folder.file("calendar.ics", Sample.course),
      "--calendar=\(try folder.file("b.ics", Sample.course))",
      "--zone", "Europe/Zurich", "--now", "2026-03-02T09:00", "--locale", "ca_ES", "--first-weekday",
      "sunday",
      "--color=always", "--format", "json", "--width", "90", "-o", "-",
    ]
    let words = command.prefix { !$0.hasPrefix("-") }
    let (before, behind) = (
      try AlmanacRun(options + command), try AlmanacRun(words + options + command.dropFirst(words.count))
    )
    #expect(
      before.status == behind.status && before.output == behind.output && before.errors == behind.errors)
    #expect((before.status == .usage) == before.output.isEmpty)
  }

  @Test(
    "a wrong command line is one line and exit code 64",
    arguments: [
      ["frobnicate"], ["expand"], ["expand", "FREQ=DAILY"], ["expand", "--inptu", "x"],
      ["expand", "FREQ=DAILY", "--start", "someday"],
      ["expand", "FREQ=DAILY", "--start", "20260101", "--limit", "-1"],
      ["zones", "--zone", "Mars/Olympus"], ["zones", "--now", "soon"], ["zones", "--format", "xml"],
      ["zones", "--now", "2026-03-02T09:00", "--today", "2026-03-02"], ["zones", "--width", "0"],
      ["zones", "Mars/Olympus"],
      ["completions", "tcsh"], ["--nonsense", "month"], ["-c"],
      ["expand", "FREQ=DAILY", "--start", "20260101", "--from", "2026-13-01"],
    ])
  func usage(arguments: [String]) throws {
    let run = try AlmanacRun(arguments)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.count == 1)
    #expect(run.errors.allSatisfy { $0.hasPrefix("almanac: ") && !$0.contains("\n") })
  }

  @Test("a file that is missing or a folder is exit code 66 and named")
  func noInput() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path("missing.txt"), folder.path] {
      let run = try AlmanacRun("expand", "--input", path)
      #expect(run.status == .noInput)
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.hasPrefix(path + ": ") == true)
    }
  }

  @Test("-o replaces the file as a whole and prints nothing")
  func outputFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("days.txt", "old")
    let run = try AlmanacRun("expand", "FREQ=DAILY;COUNT=2", "--start", "20260101", "-o", path)
    #expect(run.status == .done)
    #expect(run.output.isEmpty)
    #expect(try folder.content("days.txt") == "20260101\n20260102\n")
    #expect(try folder.names == ["days.txt"])
  }

  @Test("a failed command leaves the file unchanged")
  func failedOutput() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("days.txt", "old")
    #expect(try AlmanacRun("expand", "FREQ=X", "--start", "20260101", "-o", path).status == .badData)
    #expect(try AlmanacRun("expand", "--input", folder.path("no"), "-o", path).status == .noInput)
    #expect(try folder.content("days.txt") == "old")
    #expect(try folder.names == ["days.txt"])
  }

  @Test("a place that cannot be written is exit code 73")
  func cannotWrite() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path("no/such/folder.txt"), folder.path] {
      let run = try AlmanacRun("expand", "FREQ=DAILY;COUNT=2", "--start", "20260101", "-o", path)
      #expect(run.status == .cannotWrite)
      #expect(run.errors.first?.hasPrefix(path + ": ") == true)
    }
  }

  @Test("a reader that closed its pipe is not an error")
  func brokenPipe() throws {
    let run = try AlmanacRun(
      "expand", "FREQ=SECONDLY;COUNT=1000000", "--start", "20260101T000000", brokenPipe: true)
    #expect(run.status == .done)
    #expect(run.errors.isEmpty)
  }

  @Test("a reader that closed its pipe does not change the answer: calendars that differ still do")
  func answerInBrokenPipe() throws {
    let folder = try TemporaryFolder()
    let files = try ["a", "b"].map { uid in
      try folder.file("\(uid).ics", Sample.calendar(Sample.event(uid, ":20260303T090000Z", uid, "")))
    }
    let invalid = try folder.file("c.ics", Sample.calendar("BEGIN:VEVENT\nUID:c\nDTSTART:never\nEND:VEVENT"))
    for words in [
      ["diff", files[0], files[1]], ["diff", files[0], files[0]], ["validate", invalid],
      ["validate", files[0]],
      ["show", "no-such", "-c", files[0], "--format", "json"], ["list", "-c", files[0]],
    ] {
      let (read, cut) = (try AlmanacRun(words), try AlmanacRun(words, brokenPipe: true))
      #expect(read.status == cut.status && read.errors == cut.errors, "\(words)")
    }
    #expect(try AlmanacRun(["diff", files[0], files[1]], brokenPipe: true).status == .refused)
  }

  @Test("an empty name of an output says what is expected")
  func emptyOutput() throws {
    for words in [
      ["list", "-o", ""], ["expand", "FREQ=DAILY", "--start", "20260101", "-o", ""], ["convert", "-", ""],
    ] {
      let run = try AlmanacRun(words)
      #expect(run.status == .usage && run.errors.count == 1)
      #expect(run.errors.first?.contains("is empty (expected a file, or - for standard output)") == true)
    }
  }

  @Test("control characters of arguments and files do not reach the terminal")
  func safeMessages() throws {
    let run = try AlmanacRun("expand", "FREQ=\u{1B}[31mX", "--start", "20260101")
    #expect(run.errors.allSatisfy { !$0.contains("\u{1B}") })
    let file = try AlmanacRun("expand", "--input", "/no/\u{1B}[2Jsuch\nfile")
    #expect(file.errors.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
  }

  /// The runs that print a script, by shell.
  private static let scripts = Result {
    try Dictionary(
      uniqueKeysWithValues: ["bash", "zsh", "fish"].map { ($0, try AlmanacRun("completions", $0)) })
  }

  @Test(
    "completion scripts complete values: handles, calendars, zones, files",
    arguments: ["bash", "zsh", "fish"])
  func completedValues(shell: String) throws {
    let script = try #require(try Self.scripts.get()[shell]).output
    for command in ["list --format", "todo --format", "calendars --format", "zones 2>"] {
      #expect(script.contains("almanac \(command)"), "\(command)")
    }
    for value in ["journal", "thursday", "never", "steelblue", "needs-action", "boxed", "medium"] {
      #expect(script.contains(value), "\(value)")
    }
  }

  @Test("completion scripts name the commands", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let run = try #require(try Self.scripts.get()[shell])
    #expect(run.status == .done)
    #expect(run.output.contains("expand") && run.output.contains("first-weekday"))
  }
}

@Suite("Handing over to the program that knows calendar systems")
struct HandOverTests {
  @Test("a rule of another calendar is handed over, with what was read of standard input")
  func runInternational() throws {
    let rule = "RSCALE=CHINESE;FREQ=YEARLY;COUNT=1"
    let single = try AlmanacRun("expand", rule, "--start", "20130210", hasInternational: true)
    #expect(single.internationalInput == .some(nil))
    #expect(single.output.isEmpty)
    let input = "RRULE:FREQ=DAILY;COUNT=1\nDTSTART:20260101\n\nRRULE:\(rule)\nDTSTART:20130210\n"
    let blocks = try AlmanacRun("expand", "--input", "-", input: input, hasInternational: true)
    #expect(blocks.internationalInput == .some(Array(input.utf8)))
    #expect(blocks.output.isEmpty)
  }

  @Test(
    "calendars that have the Gregorian days are not handed over",
    arguments: ["GREGORIAN", "BUDDHIST", "JAPANESE"])
  func stays(scale: String) throws {
    let run = try AlmanacRun(
      "expand", "RSCALE=\(scale);FREQ=YEARLY;COUNT=1", "--start", "20130210", hasInternational: true)
    #expect(run.internationalInput == nil)
    #expect(run.lines == ["20130210"])
  }

  @Test("a failure to hand over is reported")
  func failure() throws {
    let run = try AlmanacRun(
      "expand", "RSCALE=HEBREW;FREQ=YEARLY", "--start", "20130210", hasInternational: true)
    #expect(run.status == .noInput)
    #expect(run.errors.first?.contains("AlmanacInternational") == true)
  }

  @Test("a calendar that no program knows is an error")
  func unknown() throws {
    let run = try AlmanacRun("expand", "RSCALE=KLINGON;FREQ=YEARLY", "--start", "20130210")
    #expect(run.status == .badData)
    #expect(run.errors.first?.contains("KLINGON") == true)
    let blocks = try AlmanacRun(
      "expand", "--input", "-", input: "RRULE:RSCALE=KLINGON;FREQ=YEARLY\nDTSTART:20130210\n")
    #expect(blocks.status == .done)
    #expect(blocks.lines.last?.hasPrefix("ERROR: the calendar KLINGON is not known") == true)
  }
}
