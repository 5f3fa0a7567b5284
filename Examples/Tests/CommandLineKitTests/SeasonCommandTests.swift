import CommandLineKit
import Foundation
import Testing

@Suite("season plan and season dates")
struct SeasonCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func plan(_ teams: String, _ more: String...) throws -> AlmanacRun {
    try AlmanacRun(["season", "plan", folder.file("teams.csv", teams), "--from", "2026-09-05"] + more)
  }

  private static let teams = "# the teams\nAlcoyano\n\nBetis, Park\nCadiz,Park\nDepor\n"

  @Test("a season from a list of teams, as text, JSON and iCalendar")
  func season() throws {
    let season = try plan(
      Self.teams, "--rest", "4", "--meeting", "Betis,Cadiz:2026-09-12/2026-09-13", "--format", "json")
    let rounds = try ReadJSON(season.output)["rounds"].array
    #expect(rounds.count == 6)
    let matches = rounds.flatMap { $0["matches"].array }
    #expect(matches.count == 12)
    let derby = rounds[1]["matches"].array.filter {
      Set([$0["home"].string, $0["away"].string]) == ["Betis", "Cadiz"]
    }
    #expect(derby.count == 1 && derby[0]["venue"].string == "Park")
    #expect(try plan(Self.teams, "--single").lines.count == 9)
    let ics = try plan(Self.teams, "--ics", "--kick-off", "18:00", "--for", "2h")
    #expect(ics.output.contains("X-ALMANAC-KIND:FIXTURE"))
  }

  @Test("a file that is not UTF-8, or has one team in two spellings, is refused with the line")
  func badTeams() throws {
    let path = try folder.file("bytes.csv", "")
    try Data(Array("Alcoyano\n".utf8) + [0xFF, 0xFE, 0x0A]).write(to: URL(filePath: path))
    let bytes = try AlmanacRun("season", "plan", path, "--from", "2026-09-05")
    #expect(bytes.status == .badData)
    #expect(bytes.errors.first?.contains("bytes.csv:2: ") == true)
    let spelled = try plan("Betis\nDepor\nbetis\n")
    #expect(spelled.status == .badData)
    #expect(spelled.errors.first?.contains("teams.csv:3: ") == true)
  }

  @Test("the fewest constraints that cannot hold together are the refusals")
  func conflict() throws {
    let never = try plan(
      Self.teams, "--not-home", "Betis:2026-09-05/2026-09-06", "--not-home", "Cadiz:2026-09-05/2026-09-06",
      "--meeting", "Betis,Cadiz:2026-09-05/2026-09-06", "--not-home", "Depor:2026-09-12", "--rest", "2")
    #expect(never.status == .refused)
    #expect(never.errors.count == 3)
    #expect(never.errors[0].contains("Betis has no home match"))
    #expect(never.errors[2].contains("Betis meets Cadiz"))
    // A team can be away three times in succession.
    let away = try plan(Self.teams, "--not-home", "Betis:2026-09-05/2026-09-20")
    #expect(away.status == .done)
  }

  @Test("one ground for all is refused at once, unless it has several matches a day; a second one is used")
  func grounds() throws {
    let hall = "A,Hall\nB,Hall\nC,Hall\nD,Hall\n"
    let refused = try plan(hall, "--round-days", "1", "--single")
    #expect(refused.status == .refused)
    #expect(refused.errors[0].contains("venue_capacity: Hall has one match a day"))
    #expect(try plan(hall, "--round-days", "1", "--single", "--capacity", "Hall:2").status == .done)
    let two = try plan("A,Hall,Park\nB,Hall\nC,Park,Hall\nD,Hall,Park\n", "--round-days", "1", "--single")
    #expect(two.status == .done)
    #expect(two.output.contains("Park"))
  }

  @Test("a search that is given up is a refusal, and --steps lets it go on")
  func steps() throws {
    let terms = ["--not-home", "Betis:2026-09-05", "--not-meeting", "Betis,Cadiz:2026-09-05/2026-09-20"]
    let few = try AlmanacRun(
      ["season", "plan", folder.file("teams.csv", Self.teams), "--from", "2026-09-05", "--steps", "2"] + terms
    )
    #expect(few.status == .refused)
    #expect(few.errors[0].contains("budget_exceeded") && few.errors[0].contains("--steps"))
    // More constraints than the fewest, without the advice to do without any of them.
    let teams = (0..<20).map { "T\($0)\n" }.joined()
    let meetings = ["T0,T1", "T0,T2", "T4,T5"].flatMap { ["--meeting", "\($0):2026-09-05"] }
    func conflict(steps: String) throws -> AlmanacRun {
      try AlmanacRun(
        ["season", "plan", folder.file("teams.csv", teams), "--from", "2026-09-05", "--steps", steps]
          + meetings)
    }
    let unreduced = try conflict(steps: "500")
    #expect(unreduced.status == .refused && unreduced.errors.count == 3)
    #expect(unreduced.errors.allSatisfy { $0.contains("more --steps") && !$0.contains("a season without") })
    let fewest = try conflict(steps: "1000000")
    #expect(fewest.errors.count == 2)
    #expect(fewest.errors.allSatisfy { $0.contains("a season without one of these 2") })
  }

  @Test("the team that has the bye is named")
  func byes() throws {
    let text = try plan("A\nB\nC\n", "--single")
    #expect(text.lines.filter { $0.hasPrefix("  bye: ") }.sorted() == ["  bye: A", "  bye: B", "  bye: C"])
    let json = try ReadJSON(plan("A\nB\nC\n", "--single", "--format", "json").output)
    #expect(
      json["rounds"].array.flatMap { $0["byes"].array.map { $0.string ?? "" } }.sorted() == ["A", "B", "C"])
  }

  @Test("quoted fields, a byte order mark and line breaks of other systems are read; faults have their line")
  func files() throws {
    let season = try plan(
      "\u{FEFF}Betis\r\n\"Real, Madrid\",Bernabeu\r\n\"The \"\"Blues\"\"\" , \"Park\"\r\n#x\r\n\"Cadiz\"",
      "--single",
      "--not-home", "Betis:2026-09-05/2026-09-06", "--meeting",
      "\"Real, Madrid\",Cadiz:2026-09-05/2026-09-06",
      "--format", "json")
    #expect(season.status == .done, "\(season.errors)")
    let matches = try ReadJSON(season.output)["rounds"].array.flatMap { $0["matches"].array }
    #expect(
      Set(matches.map { $0["home"].string ?? "" }).union(matches.map { $0["away"].string ?? "" })
        == ["Betis", "Real, Madrid", "The \"Blues\"", "Cadiz"])
    for (text, line) in [
      ("A\nB\nA\n", 3), ("A\n\"B\n\nC\n", 2), ("A\n\"B\"x\n", 2), ("A\n,P\n", 2), ("A,P,P\n", 1),
    ] {
      let run = try plan(text)
      #expect(run.status == .badData)
      #expect(run.errors[0].contains("teams.csv:\(line): "), "\(run.errors)")
    }
  }

  @Test("an error names the constraint and the unknown name")
  func errors() throws {
    let team = try plan(Self.teams, "--rest", "2", "--not-home", "Sevilla:2026-09-05")
    #expect(team.status == .usage)
    #expect(team.errors[0].contains("“Sevilla” in “Sevilla has no home match on 2026-09-05”"))
    let late = try AlmanacRun([
      "season", "plan", folder.file("teams.csv", Self.teams), "--from", "9999-12-20",
    ])
    #expect(late.errors[0].contains("days before 9999-12-31"))
  }

  @Test("the days for a postponed match, and why others are none")
  func dates() throws {
    let ics = try folder.file("season.ics", plan(Self.teams, "--ics", "--rest", "2").output)
    let rounds = try ReadJSON(plan(Self.teams, "--format", "json", "--rest", "2").output)["rounds"].array
    let first = try #require(rounds[0]["matches"].array.first)
    func dates(_ more: String...) throws -> AlmanacRun {
      try AlmanacRun(
        [
          "season", "dates", folder.path("teams.csv"), "--season", ics, "--match",
          "\(first["home"].string ?? ""),\(first["away"].string ?? "")", "--rest", "2",
        ] + more)
    }
    let free = try dates("--from", "2026-09-05", "--until", "2026-09-13")
    #expect(free.lines.map { String($0.prefix(10)) } == (5...9).map { "2026-09-0\($0)" })
    let all = try dates("--from", "2026-09-05", "--until", "2026-09-13", "--explain", "--format", "json")
    let days = try ReadJSON(all.output)["dates"].array
    #expect(days.count == 9)
    #expect(days.last?["broken"].array.contains { $0["code"].string == "rest" } == true)
    let none = try dates("--from", "2026-09-12", "--until", "2026-09-13")
    #expect(none.status == .refused)
    #expect(none.errors[0].contains("rest: 2 days of rest between two matches of a team"))
    let unknown = try AlmanacRun([
      "season", "dates", folder.file("others.csv", "Sevilla\nValencia\n"), "--season", ics, "--match",
      "\(first["home"].string ?? ""),\(first["away"].string ?? "")", "--from", "2026-09-05", "--until",
      "2026-09-06",
    ])
    #expect(unknown.status == .usage)
    #expect(
      unknown.errors[0].contains(
        "not_found (expected a team of the plan instead of “\(first["home"].string ?? "")”: Sevilla, Valencia"
      ))
    // A derby stays in its days.
    let derby = try dates(
      "--from", "2026-09-05", "--until", "2026-09-09", "--meeting",
      "\(first["home"].string ?? ""),\(first["away"].string ?? ""):2026-09-06")
    #expect(derby.lines.map { String($0.prefix(10)) } == ["2026-09-06"])
  }

  @Test("a month of a constraint is all of it, the nearest from the first day of the season")
  func months() throws {
    func refusals(_ days: String) throws -> [String] {
      let run = try plan(Self.teams, "--not-home", "Betis:\(days)", "--round-days", "1", "--rest", "1")
      return run.errors.filter { !$0.contains("Betis:\(days): ") }
    }
    let stated = try refusals("2026-09-01/2026-12-31")
    #expect(!stated.isEmpty)
    #expect(try refusals("2026-09/2026-12") == stated && refusals("september/december") == stated)
    #expect(
      try plan(Self.teams, "--not-home", "Betis:september").errors.first
        == "almanac: Betis:september: Tuesday, 1 September 2026 – Wednesday, 30 September 2026")
    let later = try plan(Self.teams, "--not-home", "Betis:2026-09", "--now", "2026-03-02T08:00")
    #expect(
      try plan(Self.teams, "--not-home", "Betis:september", "--now", "2027-03-02T08:00").output
        == later.output)
  }

  @Test("a kick-off is a time as it is typed elsewhere", arguments: ["9pm", "21:00", "9:00pm"])
  func kickOffs(text: String) throws {
    #expect(try plan(Self.teams, "--kick-off", text).output.contains(" 21:00 "))
    #expect(try plan(Self.teams, "--kick-off", "tomorrow").status == .usage)
  }

  @Test("a name with a comma may be quoted or not where a name or two are expected")
  func commas() throws {
    let teams = "\"Betis, B\"\nCadiz\nDepor\nElche\n"
    for (name, pair) in [("Betis, B", "Betis, B,Cadiz"), ("\"Betis, B\"", "\"Betis, B\",Cadiz")] {
      let run = try plan(
        teams, "--not-home", "\(name):2026-09-05", "--meeting", "\(pair):2026-09-12/2026-09-13", "--format",
        "json")
      let matches = try ReadJSON(run.output)["rounds"].array[1]["matches"].array
      #expect(matches.contains { Set([$0["home"].string, $0["away"].string]) == ["Betis, B", "Cadiz"] })
    }
    #expect(try plan(teams, "--meeting", "Betis, C,Cadiz:2026-09-12").status == .usage)
  }

  @Test("for scripts a row is a match; --ics has no other form")
  func rows() throws {
    let rows = try plan(Self.teams, "--format", "tsv").lines
    #expect(rows.count == 13 && rows[0] == "round\tdate\thome\taway\tvenue")
    let lines = try plan(Self.teams, "--format", "{round} {home}").lines
    #expect(lines.count == 12 && lines[0].hasPrefix("1 "))
    #expect(try plan(Self.teams, "--ics", "--format", "json").status == .usage)
  }
}
