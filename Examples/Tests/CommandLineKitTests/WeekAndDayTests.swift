import CommandLineKit
import Testing

@Suite("week, day and year")
struct WeekAndDayTests {
  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(
      arguments + ["-c", "-", "--now", "2026-03-16T10:10"], input: Sample.course,
      variables: ["TZ": "Europe/Madrid"])
  }

  @Test("week has a row a day as text and the hours in pictures, or what is asked for")
  func styles() throws {
    let rows = try run("week")
    #expect(rows.status == .done)
    #expect(rows.lines.count == 8 && rows.lines[1].contains("several tasks"))
    let hours = try run("week", "--style", "hours")
    #expect(hours.lines.contains { $0.contains("┌") } && !hours.output.contains("several tasks"))
    for format in ["svg", "html"] {
      let grid = try run("week", "--format", format)
      #expect(grid.output.contains("09:00") && !grid.output.contains(">several tasks"))
      let list = try run("week", "--format", format, "--style", "rows")
      #expect(list.output.contains(">several tasks"))
    }
  }

  @Test("hours are the requested ones, with the clocks of further zones")
  func hours() throws {
    let day = try run("day", "--hours", "9-11", "--also", "Asia/Tokyo", "--also", "UTC")
    #expect(day.lines.dropFirst().first?.hasPrefix("CET   JST   UTC") == true)
    let clocks = day.lines.filter { $0.contains("│") || $0.contains("▶") }.map { String($0.prefix(17)) }
    #expect(clocks.filter { $0.contains(":") } == ["09:00 17:00 08:00", "10:00 18:00 09:00"])
    #expect(day.lines.contains { $0.contains("▶") })
    #expect(try run("week", "--hours", "11-9").status == .usage)
    // The grammar of slots: from the first hour to the last.
    #expect(
      try run("day", "--hours", "mon-fri 9:30-13,15-18:15; sat 10-14").output
        == run("day", "--hours", "9-19").output)
    #expect(
      try run("slots", "--for", "1h", "--hours", "9-11").output
        == run("slots", "--for", "1h", "--hours", "mon-sun 09:00-11:00").output)
    #expect(try run("day", "--also", "Atlantis").status == .usage)
  }

  /// RFC 5545 §3.2.12: the answers of an attendee.
  @Test(
    "what I declined is not shown, and what I have not accepted is dashed", arguments: ["$ALMANAC_ME", "me"])
  func answers(source: String) throws {
    let folder = try TemporaryFolder()
    let events = ["DECLINED", "NEEDS-ACTION", "TENTATIVE", "ACCEPTED"].enumerated().map { number, answer in
      Sample.event(
        answer, ":2026031\(6 + number / 3)T1\(number)0000", "\(answer.lowercased()) by me",
        "ORGANIZER:mailto:boss@example.org\nATTENDEE;PARTSTAT=\(answer):mailto:me@example.org\n")
    }
    let path = try folder.file("c.ics", Sample.calendar(events.joined(separator: "\n")))
    try folder.makeFolder("almanac")
    _ = try folder.file("almanac/config.toml", source == "me" ? "me = [\"Me@example.org\"]\n" : "")
    func run(_ arguments: String...) throws -> String {
      var variables = ["TZ": "Europe/Madrid", "XDG_CONFIG_HOME": folder.path]
      if source != "me" { variables["ALMANAC_ME"] = "other@example.org,me@example.org" }
      let run = try AlmanacRun(
        arguments + ["-c", path, "--now", "2026-03-16T09:10", "--width", "1000"], variables: variables)
      #expect(run.status == .done && run.errors.isEmpty)
      return run.output
    }
    for view in [["week"], ["month"], ["day"], ["list"], ["today"], ["week", "--style", "rows"]] {
      for format in view == ["today"] ? ["text", "json"] : ["text", "svg", "html", "json"] {
        let output = try view.count > 1 ? run("week", "--style", "rows") : run(view[0], "--format", format)
        #expect(!output.contains("declined by me"), "\(view) \(format)")
      }
    }
    #expect(try run("week", "--format", "svg").contains("? tentative by me"))
    #expect(try run("week", "--format", "html").contains("?\u{A0}needs-action by me"))
    #expect(try run("month", "--format", "svg").matches(of: /stroke-dasharray/).count >= 2)
    // Two that count on Monday, one on Tuesday: the declined one does not.
    let month = try ReadJSON(run("month", "--format", "json"))["weeks"].array
    let counts = month.flatMap { $0["days"].array }.compactMap { $0["count"].int }.filter { $0 > 0 }
    #expect(counts == [2, 1])
    #expect(try !run("now", "--format", "json").contains("DECLINED"))
    // It is found where it is asked for.
    #expect(try run("search", "declined").contains("declined by me"))
  }

  @Test("month --rows hides the other rows and counts them")
  func rows() throws {
    let month = try run("month", "--style", "boxed", "--rows", "0", "--width", "120")
    #expect(month.lines.contains { $0.contains("+2 more") })
    #expect(try run("month", "--rows", "-1").status == .usage)
  }

  @Test("a year marks today by a sign of its own, and the calendar's ends are views like any other")
  func yearAndEnds() throws {
    #expect(try run("year", "2026").output.contains("16⊕"))
    let last = try run("month", "9999-12")
    #expect(last.lines.filter { $0.contains("31") }.count == 1)
    for command in ["week", "day"] { #expect(try run(command, "9999-12-31").status == .done) }
    #expect(try run("list", "--from", "9999-12-30", "--until", "9999-12-31").status == .done)
  }

  @Test("items without room beside many others are at their hour")
  func crowdedHours() throws {
    let folder = try TemporaryFolder()
    let many = (0..<100).map { Sample.event("m\($0)", ":20260302T090000", "M\($0)", "DURATION:PT2H\n") }
    let real = Sample.event("real", ":20260302T100000", "Surgery", "DURATION:PT1H\n")
    let path = try folder.file("a.ics", Sample.calendar((many + [real]).joined(separator: "\n")))
    for arguments in [["day", "2026-03-02"], ["week", "2026-03-02", "--style", "hours"]] {
      let run = try AlmanacRun(arguments + ["-c", path, "--width", "80"])
      let at = run.lines.filter { $0.hasPrefix("10:00") }
      #expect(run.output.contains("Surgery") || at.contains { $0.contains("┌S") }, "\(arguments)")
      // The other items at nine o'clock are shown or counted there.
      let nine = try #require(run.lines.first { $0.hasPrefix("09:00") })
      #expect(nine.contains("+\(100 - nine.count { $0 == "┌" })"), "\(nine)")
    }
  }

  @Test("what I declined, at any of my addresses, takes no time")
  func busyByAnswers() throws {
    let folder = try TemporaryFolder()
    let events = ["me@example.org", "Me@work.example", "eva@example.org"].enumerated().map { number, person in
      Sample.event(
        "e\(number)", ":20260316T1\(number)0000", "Meeting",
        "DURATION:PT1H\nORGANIZER:mailto:boss@example.org\nATTENDEE;PARTSTAT=DECLINED:mailto:\(person)\n")
    }
    let path = try folder.file("c.ics", Sample.calendar(events.joined(separator: "\n")))
    func run(_ me: String, _ arguments: String...) throws -> [String] {
      let options = ["-c", path, "--now", "2026-03-16T09:10", "--from", "2026-03-16", "--days", "1"]
      return try AlmanacRun(arguments + options, variables: ["TZ": "Europe/Madrid", "ALMANAC_ME": me]).lines
    }
    let both = "Me <me@example.org>, me@work.example"
    #expect(try run("", "busy") == ["2026-03-16 10:00–13:00  busy"])
    #expect(try run("me@example.org", "busy") == ["2026-03-16 11:00–13:00  busy"])
    #expect(try run(both, "busy") == ["2026-03-16 12:00–13:00  busy"])
    #expect(try run(both, "busy", "--owner", "eva@example.org") == ["2026-03-16 10:00–12:00  busy"])
    #expect(try run(both, "slots", "--for", "1h", "--hours", "10-13").count == 2)
  }

  @Test("each of my addresses may have a name before it; a text that names nobody is refused")
  func namedMe() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("almanac")
    func me(_ text: String, _ variable: String = "") throws -> (ProgramStatus, String) {
      _ = try folder.file("almanac/config.toml", "me = [\(text)]\n")
      let run = try AlmanacRun(
        ["config", "-c", "x.ics"],
        variables: ["TZ": "Europe/Madrid", "XDG_CONFIG_HOME": folder.path, "ALMANAC_ME": variable])
      let line = run.lines.first { $0.hasPrefix("me ") } ?? ""
      return (run.status, line.dropFirst(2).trimmingPrefix { $0 == " " }.description)
    }
    #expect(try me("\"Puig, Ana <ana@example.org>\"").1.hasPrefix("ana@example.org "))
    #expect(try me("", "Ana <ana@example.org>, x@y.z").1.hasPrefix("ana@example.org, x@y.z "))
    #expect(try me("\"Eva\"").1.hasPrefix("Eva "))
    for wrong in ["ana@example.org bob@example.org", "Ana <ana@example.org"] {
      #expect(try me("\"\(wrong)\"").0 == .usage && me("", wrong).0 == .usage, "\(wrong)")
    }
  }
}
