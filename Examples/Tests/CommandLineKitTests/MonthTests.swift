import CommandLineKit
import Testing

@Suite("month")
struct MonthTests {
  private func month(_ arguments: String..., variables: [String: String] = [:], isTerminal: Bool = false)
    throws
    -> AlmanacRun
  {
    try AlmanacRun(
      ["month", "2026-03", "-c", "-", "--today", "2026-03-16"] + arguments, input: Sample.course,
      variables: variables.merging(["TZ": "Europe/Madrid"]) { one, _ in one },
      terminal: .init(showsOutput: isTerminal, columns: 100))
  }

  @Test("shows whole weeks from Monday, a dot for one item, + for several, today in brackets and listed")
  func text() throws {
    let run = try month("--week-numbers")
    #expect(run.status == .done)
    #expect(
      run.lines.prefix(8).map { $0.split(separator: " ").joined(separator: " ") } == [
        "March 2026", "Wk Mon Tue Wed Thu Fri Sat Sun", "9 23 24 25 26 27 28 1", "10 2• 3 4 5 6 7 8",
        "11 9 10• 11 12 13 14 15", "12 [16+] 17 18 19 20 21 22", "13 23 24 25 26 27 28 29",
        "14 30+ 31• 1• 2• 3• 4• 5•",
      ])
    #expect(
      run.lines.contains { $0.contains("09:00–10:30") && $0.contains("Àlgebra") && $0.contains("Aula 3") })
    #expect(run.lines.contains { $0.contains("12:00–14:00") && $0.contains("読書会") })
  }

  @Test("lists the selected day")
  func selected() throws {
    let run = try month("--selected", "2026-03-10")
    #expect(run.lines.contains { $0.contains("<10•>") && $0.contains(" 9 ") })
    #expect(run.lines.last?.contains("Àlgebra (moved)") == true)
    #expect(run.lines.last?.contains("16:00–17:30") == true)
  }

  @Test("colours only add: without them the text is the same", arguments: ["compact", "boxed"])
  func colors(style: String) throws {
    let plain = try month("--style", style, "--color", "never")
    let colored = try month("--style", style, "--color", "always")
    #expect(colored.output.contains("\u{1B}["))
    #expect(!plain.output.contains("\u{1B}"))
    #expect(colored.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
  }

  @Test(
    "the option, NO_COLOR, CLICOLOR_FORCE, TERM=dumb and the terminal decide in this order",
    arguments: [
      (["--color", "always"], ["NO_COLOR": "1", "TERM": "dumb"], false, true),
      (["--color", "never"], ["CLICOLOR_FORCE": "1"], true, false),
      ([], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
      ([], ["NO_COLOR": ""], true, true),
      ([], ["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
      ([], ["CLICOLOR_FORCE": "0"], false, false),
      ([], ["TERM": "dumb"], true, false),
      ([], ["TERM": "xterm"], true, true),
      ([], [:], false, false),
    ] as [([String], [String: String], Bool, Bool)])
  func precedence(options: [String], variables: [String: String], isTerminal: Bool, isColored: Bool) throws {
    let run = try AlmanacRun(
      ["month", "2026-03", "-c", "-"] + options, input: Sample.course, variables: variables,
      terminal: .init(showsOutput: isTerminal))
    #expect(run.output.contains("\u{1B}[") == isColored)
  }

  @Test(
    "a terminal's depth decides how colours are written",
    arguments: [
      (["TERM": "xterm"], "\u{1B}[30;101m"), (["TERM": "xterm-256color"], ";5;"),
      (["COLORTERM": "truecolor"], ";2;"),
    ])
  func depth(variables: [String: String], sequence: String) throws {
    let run = try month(variables: variables, isTerminal: true)
    #expect(run.output.contains(sequence))
  }

  @Test("several months are one page or picture", arguments: ["svg", "html"])
  func several(format: String) throws {
    let run = try month("-n", "2", "--format", format)
    #expect(run.status == .done)
    #expect(run.output.contains("March 2026") && run.output.contains("April 2026"))
    #expect(run.output.ranges(of: format == "svg" ? "<svg" : "<html").count == 1)
  }

  @Test("pages and pictures of several calendars have their names", arguments: ["svg", "html"])
  func legend(format: String) throws {
    let folder = try TemporaryFolder()
    let files = try ["Course", "Team"].map { name in
      try folder.file(
        "\(name).ics", Sample.course.replacing("Course", with: name))
    }
    let common = ["month", "2026-03", "--today", "2026-03-16", "--format", format]
    let both = try AlmanacRun(common + ["-c", files[0], "-c", files[1]])
    #expect(both.output.contains(">Course<") && both.output.contains(">Team<"))
    #expect(!(try AlmanacRun(common + ["-c", files[0]])).output.contains(">Course<"))
  }

  @Test("JSON has the keys that scripts rely on")
  func json() throws {
    let run = try month("--format", "json", "--selected", "2026-03-10")
    let json = try ReadJSON(run.output)
    #expect(json["version"].int == 2)
    #expect(json["month"].string == "2026-03")
    #expect(json["weeks"].array.map { $0["number"].int } == [9, 10, 11, 12, 13, 14])
    let days = json["weeks"].array.flatMap { $0["days"].array }
    #expect(days.count == 42)
    #expect(days.first?["date"].string == "2026-02-23")
    #expect(days.filter { $0["inMonth"].bool == true }.count == 31)
    #expect(days.filter { $0["today"].bool == true }.map { $0["date"].string } == ["2026-03-16"])
    #expect(days.filter { $0["selected"].bool == true }.map { $0["date"].string } == ["2026-03-10"])
    // Days with several items are red: an exam beside a lecture, and a lecture in the holidays.
    #expect(
      days.filter { $0["color"].string == "red" }.map { $0["date"].string } == ["2026-03-16", "2026-03-30"])
    #expect(days.allSatisfy { ($0["count"].int ?? 0) == $0["items"].array.count })
    #expect(days.allSatisfy { $0["color"].isNull == ($0["count"].int == 0) })
    #expect(days.first { $0["date"].string == "2026-03-02" }?["color"].string == "steelblue")
    #expect(days.first { $0["date"].string == "2026-03-09" }?["count"].int == 0)
    #expect(days.first { $0["date"].string == "2026-03-23" }?["count"].int == 0)
  }

  @Test("an item is shown with its times in its own zone")
  func item() throws {
    let days = try ReadJSON(try month("--format", "json", "--zone", "UTC").output)["weeks"].array
      .flatMap { $0["days"].array }
    let moved = days.first { $0["date"].string == "2026-03-10" }?["items"].array.first
    #expect(
      moved?.keys.isSuperset(of: [
        "uid", "kind", "summary", "start", "end", "allDay", "recurrenceID", "status", "color", "categories",
        "location", "calendar",
      ]) == true)
    #expect(moved?["uid"].string == "algebra@example.com")
    #expect(moved?["start"].string == "2026-03-10T16:00:00+01:00")
    #expect(moved?["end"].string == "2026-03-10T17:30:00+01:00")
    #expect(moved?["recurrenceID"].string == "2026-03-09T09:00:00+01:00")
    #expect(moved?["calendar"].string == "Course")
    let holidays = days.first { $0["date"].string == "2026-04-05" }?["items"].array.first
    #expect(holidays?["start"].string == "2026-03-30")
    #expect(holidays?["end"].string == "2026-04-07")
    #expect(holidays?["allDay"].bool == true)
    #expect(holidays?["recurrenceID"].isNull == true)
  }

  @Test(
    "a number is a month, with a year after it or the nearest",
    arguments: [
      ("3", "March 2026"), ("2", "February 2027"), ("12", "December 2026"), ("3/2027", "March 2027"),
    ])
  func numbers(text: String, heading: String) throws {
    #expect(
      try AlmanacRun("month", text, "--now", "2026-03-27T08:00", "-c", "-", input: Sample.course).output
        .contains(heading))
    for wrong in ["13", "2027"] {
      #expect(
        try AlmanacRun("month", wrong, "--now", "2026-03-27T08:00", "-c", "-", input: Sample.course).status
          == .usage)
    }
  }

  @Test("pictures have the numbers of weeks unless they are hidden, text if they are shown")
  func weekNumbers() throws {
    func month(_ options: String...) throws -> String {
      try AlmanacRun(
        ["month", "2026-03", "--now", "2026-03-27T08:00", "-c", "-"] + options, input: Sample.course
      ).output
    }
    #expect(try month("--format", "svg") == month("--format", "svg", "--week-numbers"))
    #expect(try month("--format", "svg") != month("--format", "svg", "--no-week-numbers"))
    #expect(try month() == month("--no-week-numbers") && month() != month("--week-numbers"))
  }

  @Test("without an argument it is the current month; other first days and languages are available")
  func options() throws {
    let run = try AlmanacRun(
      ["month", "-c", "-", "--first-weekday", "sunday", "--locale", "ca_ES", "-n", "2"], input: Sample.course,
      now: "2026-03-16T12:00:00Z")
    let lines = run.lines.map { $0.split(separator: " ").joined(separator: " ").lowercased() }
    #expect(lines.first == "març 2026" || lines.first == "març del 2026" || lines.first == "març de 2026")
    #expect(lines.dropFirst().first?.hasPrefix("dg") == true)
    #expect(lines.contains { $0.hasPrefix("abril") })
  }

  @Test("--day-color differing leaves a day of one colour in it")
  func dayColor() throws {
    let two = Sample.calendar(
      color: "teal",
      Sample.event("1", ";VALUE=DATE:20260303", "A") + "\n" + Sample.event("2", ";VALUE=DATE:20260303", "B"))
    func color(_ policy: String) throws -> String? {
      let run = try AlmanacRun(
        "month", "2026-03", "-c", "-", "--format", "json", "--day-color", policy, input: two)
      let days = try ReadJSON(run.output)["weeks"].array.flatMap { $0["days"].array }
      return days.first { $0["date"].string == "2026-03-03" }?["color"].string
    }
    #expect(try color("multiple") == "red")
    #expect(try color("differing") == "teal")
  }
}
