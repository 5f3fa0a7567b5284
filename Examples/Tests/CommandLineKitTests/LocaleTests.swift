import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import CommandLineKit
import Testing

@Suite("Regions and suggestions")
struct LocaleTests {
  @Test("the region of --locale orders dates and begins the week")
  func region() throws {
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", "-"], input: Sample.course)
    }
    #expect(try run("day", "--locale", "en_US").lines.first?.hasPrefix("Monday, March 2, 2026") == true)
    #expect(try run("day", "--locale", "en_GB").lines.first?.hasPrefix("Monday, 2 March 2026") == true)
    let american = try run("month", "--locale", "en_US").lines[1]
    #expect(
      american.split(separator: " ").map(String.init) == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    let chosen = try run("month", "--locale", "en_US", "--first-weekday", "monday").lines[1]
    #expect(chosen.split(separator: " ").first == "Mon")
  }

  @Test("for scripts the environment does not begin the week")
  func scripts() throws {
    let variables = ["TZ": "Europe/Madrid", "LANG": "en_US.UTF-8"]
    let json = try AlmanacRun(
      ["month", "-c", "-", "--format", "json"], input: Sample.course, variables: variables)
    let first = try ReadJSON(json.output)["weeks"].array.first?["days"].array.first
    #expect(first?["date"].string == "2026-02-23")
    let text = try AlmanacRun(["month", "-c", "-"], input: Sample.course, variables: variables)
    #expect(text.lines[1].split(separator: " ").first == "Sun")
  }

  @Test("dates within sentences are in the language of the sentences")
  func oneLanguage() throws {
    // A language with names of days alone, as those that locale data adds have.
    var further = Localization.catalan
    further.language = Localization.Language(rawValue: "xx")
    let desk = try Desk(Sample.calendar(""))
    func run(_ arguments: String...) throws -> AlmanacRun {
      let localization = further
      return try AlmanacRun(
        arguments + ["-c", desk.path, "--now", "2026-03-02T08:00", "--locale", "xx"],
        adjust: { $0.international = .here(.gregorian) { _ in (localization, .english) } })
    }
    _ = try run("add", "event", "Lunch", "--at", "2026-03-05T12:00", "--for", "1h")
    let edited = try run("edit", "lunch", "--at", "13:00")
    #expect(edited.lines.first?.contains("Lunch, Thursday, 5 March 2026, 13:00–14:00 (time)") == true)
    let show = try run("show", "lunch").output
    #expect(show.contains("when        Thursday, 5 March 2026") && !show.contains("març"), "\(show)")
    _ = try run("add", "todo", "Bins", "--at", "2026-03-03", "--repeat", "every tuesday")
    let done = try run("done", "bins")
    #expect(done.lines == ["done: Bins, Tuesday, 3 March 2026; next: Tuesday, 10 March 2026"])
    #expect(try run("day", "2026-03-05").output.contains("5 de març"))
  }

  @Test("a misspelt command is answered with the nearest ones")
  func commands() throws {
    let run = try AlmanacRun("mont")
    #expect(run.status == .usage && run.errors.first?.contains("(expected month") == true)
    #expect(try AlmanacRun("frobnicate").status == .usage)
    #expect(try AlmanacRun("version").errors.first?.contains("(expected --version)") == true)
    #expect(try AlmanacRun("--version").status == .done)
  }

  @Test("validate --strict requires a VTIMEZONE for each TZID")
  func definitions() throws {
    func codes(_ calendar: String, _ more: String...) throws -> (ProgramStatus, [String?]) {
      let run = try AlmanacRun(["validate", "-", "--format", "json"] + more, input: calendar)
      return (run.status, try ReadJSON(run.output)["diagnostics"].array.map { $0["code"].string })
    }
    let event = Sample.event("a", ";TZID=\"Europe/Madrid\":20260302T090000", "A")
    let missing = Sample.calendar(event + "\n" + event.replacing("UID:a", with: "UID:b"))
    #expect(try codes(missing) == (.done, []))
    #expect(try codes(missing, "--strict") == (.refused, ["missing_timezone"]))
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Europe/\n Madrid\nBEGIN:STANDARD\nDTSTART:19701025T030000\nTZOFFSETFROM:+0200\n"
      + "TZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nBEGIN:DAYLIGHT\n"
      + "DTSTART:19700329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\nEND:VTIMEZONE\n"
    #expect(try codes(Sample.calendar(zone + event), "--strict") == (.done, []))
    let global = Sample.event("a", ";TZID=/example.org/Europe/Madrid:20260302T090000", "A")
    #expect(try codes(Sample.calendar(global), "--strict").0 == .done)
    // A definition in one calendar object does not count in another.
    #expect(try codes(Sample.calendar(zone + event) + missing, "--strict").1 == ["missing_timezone"])
  }

  @Test("what show, calendars, busy and season plan say is in the language of the output")
  func words() throws {
    let desk = try Desk(
      Sample.calendar(
        name: "Feina",
        Sample.event(
          "dinar", ":20260302T120000", "Dinar",
          "DURATION:PT1H\nSTATUS:TENTATIVE\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nDESCRIPTION:x\nEND:VALARM\n"
        )))
    func run(_ arguments: String...) throws -> String {
      try desk.run(arguments + ["--locale", "ca_ES"]).output
    }
    let show = try run("show", "dinar")
    for words in ["quan ", "15m abans de l’inici", "provisional", "calendari   Feina"] {
      #expect(show.contains(words), "\(show)")
    }
    #expect(try run("calendars").contains("1 esdeveniment"))
    #expect(try run("busy").contains("ocupat provisionalment"))
    let teams = try desk.folder.file("teams.csv", "A\nB\nC\n")
    let season = try AlmanacRun("season", "plan", teams, "--from", "2026-09-05", "--locale", "ca_ES")
    #expect(season.output.contains("  descansa: A"))
  }

  @Test(
    "a text that is not the name of a locale is refused as an option, and is English in the environment",
    arguments: ["é", "日本語", "abcdefghijkl", "azerbaijanian_X", "_", "-"])
  func noLocale(name: String) throws {
    let desk = try Desk(Sample.calendar(Sample.event("a", ":20260302T120000", "A")))
    let run = try desk.run(["month", "--locale", name])
    #expect(run.status == .usage)
    #expect(run.errors == ["almanac: there is no locale \(name) (expected a name such as de_AT)"])
    let month = try AlmanacRun(
      ["month", "2026-03"], variables: ["LC_ALL": name, "TZ": "UTC"], hasInternational: true)
    #expect(month.status == .done && month.internationalInput == nil && month.output.contains("March 2026"))
  }
}
