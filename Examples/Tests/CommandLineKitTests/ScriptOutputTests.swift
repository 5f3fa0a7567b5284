import AlmanacTime
import CommandLineKit
import Foundation
import Testing

@Suite("Output for scripts and the configuration")
struct ScriptOutputTests {
  @Test("times have an offset, and the zone beside, as ISO 8601 parsers read them")
  func times() throws {
    let run = try AlmanacRun(
      "list", "-c", "-", "--from", "2026-03-01", "--until", "2026-04-30", "--format", "json",
      input: Sample.course)
    let items = try ReadJSON(run.output)["items"].array
    let formatter = ISO8601DateFormatter()
    for item in items where item["allDay"].bool == false {
      for name in ["start", "end"] { #expect(formatter.date(from: item[name].string ?? "") != nil) }
      #expect(item["zone"].string == "Europe/Madrid")
    }
    #expect(items.filter { $0["allDay"].bool == true }.allSatisfy { $0["zone"].isNull })
    // The original start of an instance names it.
    let moved = try #require(items.first { $0["summary"].string == "Àlgebra (moved)" })
    let show = try AlmanacRun(
      "show", "algebra@example.com", "--on", moved["recurrenceID"].string ?? "", "-c", "-", "--format",
      "json",
      input: Sample.course)
    #expect(try ReadJSON(show.output)["item"]["summary"].string == "Àlgebra (moved)")
  }

  @Test(
    "a time in UTC has its zone's name, one without a zone and a date have none",
    arguments: [
      (":20260302T090000Z", "UTC"), (":20260302T090000", nil), (";VALUE=DATE:20260302", nil),
    ])
  func zoneNames(start: String, zone: String?) throws {
    let run = try AlmanacRun(
      "list", "-c", "-", "--format", "json", input: Sample.calendar(Sample.event("a", start, "A")))
    let item = try #require(try ReadJSON(run.output)["items"].array.first)
    #expect(item["zone"].string == zone)
  }

  @Test("rows of tab-separated values have the fields of JSON, without controls")
  func rows() throws {
    let event = Sample.event("a", ":20260302T090000", "Tab\tand \u{1B}[31mred\\nline", "CATEGORIES:x,y\n")
    func run(_ format: String) throws -> AlmanacRun {
      try AlmanacRun("list", "-c", "-", "--format", format, input: Sample.calendar(event))
    }
    let table = try run("tsv").lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(table.count == 2 && table[0].count == table[1].count)
    let row = Dictionary(uniqueKeysWithValues: zip(table[0].map(String.init), table[1].map(String.init)))
    #expect(row["uid"] == "a" && row["categories"] == "x,y" && row["start"] == "2026-03-02T09:00:00")
    #expect(row["summary"]?.contains("\u{1B}") == false)
    let lines = try run(#"{start}\t{{{uid}}}"#).lines
    #expect(lines == ["2026-03-02T09:00:00\t{a}"])
    #expect(try run("{handle}").lines.allSatisfy { $0.count >= 4 })
    #expect(try run("{sumary}").errors.first?.contains("(expected summary)") == true)
    #expect(
      try run("{sumary}").status == .usage && run("{uid").status == .usage && run("tsx").status == .usage)
    #expect(try AlmanacRun("export", "-c", "-", "--format", "tsv", input: Sample.course).status == .usage)
  }

  private func run(_ configuration: String, _ arguments: [String], _ more: [String: String] = [:]) throws
    -> AlmanacRun
  {
    let folder = try TemporaryFolder()
    try folder.makeFolder("almanac")
    _ = try folder.file("almanac/config.toml", configuration.replacing("FOLDER", with: folder.path))
    _ = try folder.file("course.ics", Sample.course)
    _ = try folder.file("other.ics", Sample.calendar(Sample.event("o", ":20260302T120000", "Other")))
    let variables = ["XDG_CONFIG_HOME": folder.path].merging(more) { $1 }
    return try AlmanacRun(arguments, variables: variables)
  }

  private let calendars = """
    zone = "America/New_York"
    first-weekday = "sunday"
    default-calendar = "other"
    [calendars.course]
    path = "FOLDER/course.ics"
    color = "teal"
    name = "Studies"
    [calendars.other]
    path = 'FOLDER/other.ics'
    """

  @Test("the configuration has calendars and a zone; variables and options win")
  func configuration() throws {
    let list = ["list", "--from", "2026-03-02", "--days", "1", "--format", "json"]
    let items = try ReadJSON(try run(calendars, list).output)["items"].array
    #expect(items.map { $0["summary"].string } == ["Àlgebra", "Other"])
    #expect(items.first?["calendar"].string == "Studies" && items.first?["color"].string == "teal")
    let one = try ReadJSON(try run(calendars, list + ["-c", "other"]).output)["items"].array
    #expect(one.map { $0["summary"].string } == ["Other"])
    func setting(_ name: String, _ more: [String: String], _ options: [String] = []) throws -> [String?] {
      let run = try run(calendars, ["config", "--format", "json"] + options, more)
      let found = try ReadJSON(run.output)["settings"].array.first { $0["name"].string == name }
      return [found?["value"].string, found?["source"].string]
    }
    #expect(try setting("zone", [:]) == ["America/New_York", "configuration"])
    #expect(try setting("zone", ["TZ": "Europe/Paris"]) == ["Europe/Paris", "$TZ"])
    #expect(
      try setting("zone", ["TZ": "Europe/Paris"], ["--zone", "Asia/Tokyo"]) == ["Asia/Tokyo", "--zone"])
    #expect(try setting("first-weekday", [:]) == ["sunday", "configuration"])
    #expect(try setting("calendar other", [:]).last == "configuration, for new items")
  }

  @Test("a configured calendar may be missing below HOME: the others are read, and the first item makes it")
  func missingCalendars() throws {
    let configuration = "[calendars.a]\npath = \"~/cal2/a\"\n[calendars.b]\npath = \"~/cal2/b.ics\"\n"
    let folder = try TemporaryFolder()
    let home = ["HOME": folder.path]
    let today = try run(configuration, [], home)
    #expect(today.status == .done && today.output.contains("There is no calendar yet"))
    #expect(try run(configuration, ["list", "-c", "a"], home).status == .done)
    #expect(
      try run(configuration, ["add", "event", "E", "--at", "2026-03-05", "--in", "b"], home).status == .done)
    #expect(try folder.content("cal2/b.ics").contains("SUMMARY:E"))
    #expect(try run(configuration, ["list", "2026-03-05"], home).output.contains("E"))
    let elsewhere = configuration.replacing("~/", with: "/nowhere/")
    #expect(try run(elsewhere, ["list"], home).status != .done)
  }

  @Test("a folder has the name and the colour that the configuration states, in every list")
  func configuredFolder() throws {
    let folder = try TemporaryFolder()
    let event = Sample.event("walk", ":20260302T120000", "Walk")
    let todo =
      "BEGIN:VTODO\nUID:rent\nDTSTAMP:20260101T000000Z\nSUMMARY:Rent\nDUE;VALUE=DATE:20260302\nEND:VTODO"
    for name in ["home", "almanac"] { try folder.makeFolder(name) }
    _ = try folder.file("home/walk.ics", Sample.calendar(event))
    _ = try folder.file("home/rent.ics", Sample.calendar(todo))
    _ = try folder.file(
      "almanac/config.toml",
      "[calendars.home]\npath = \"\(folder.path)/home\"\ncolor = \"steelblue\"\nname = \"House\"\n")
    for command in [["list", "--days", "1"], ["todo"], ["day", "2026-03-02"], ["search", "r"]] {
      let run = try AlmanacRun(
        command + ["--format", "json", "--now", "2026-03-02T08:00"],
        variables: ["XDG_CONFIG_HOME": folder.path])
      let items = try ReadJSON(run.output)["items"].array
      #expect(!items.isEmpty, "\(command)")
      for item in items {
        #expect(item["calendar"].string == "House" && item["color"].string == "steelblue", "\(command)")
      }
    }
  }

  @Test("a wrong configuration is reported with its file, and help is there all the same")
  func wrongConfiguration() throws {
    for text in [
      "[é]", "[.a]", "[[[", "zone = \"UTC\"\n[=a]", "[", "zonne = \"UTC\"", "zone = 3", "zone =",
      "zone = \"Nowhere\"", "[calendars.a]\ncolor = \"teal\"",
    ] {
      let run = try run(text, ["list"])
      #expect(run.status == .usage && run.errors.count == 1)
      #expect(run.errors.first?.contains("config.toml") == true, "\(text)")
      #expect(try self.run(text, ["--help"]).status == .done)
    }
  }

  @Test("$ALMANAC_CALENDAR has several paths")
  func severalPaths() throws {
    let folder = try TemporaryFolder()
    let paths = [
      try folder.file("a.ics", Sample.course), try folder.file("b.ics", Sample.calendar("")),
    ]
    let run = try AlmanacRun(
      ["calendars", "--format", "json"], variables: ["ALMANAC_CALENDAR": paths.joined(separator: ":")])
    #expect(try ReadJSON(run.output)["calendars"].array.map { $0["path"].string } == paths)
  }

  @Test("rows of items have the same fields in every list, whatever is in it")
  func fields() throws {
    let calendar = Sample.calendar(
      Sample.event("a", ":20260302T093000", "Lunch", "DURATION:PT4H\n")
        + "\nBEGIN:VTODO\nUID:b\nDTSTAMP:20260101T000000Z\nSUMMARY:Rent\nPRIORITY:1\nDUE;VALUE=DATE:20260220\nEND:VTODO"
    )
    func run(_ command: String, _ format: String) throws -> [String] {
      try AlmanacRun(
        command.split(separator: " ").map(String.init)
          + ["--format", format, "-c", "-", "--now", "2026-03-02T10:00"], input: calendar
      ).lines
    }
    let header = try #require(try run("list", "tsv").first)
    for command in ["list 2026-03-02", "list --from 2026-02-01", "todo", "search e", "now", "list --overdue"]
    {
      #expect(try run(command, "tsv").first == header, "\(command)")
    }
    let template = "{uid} {due} {priority} {overdue} {missed}"
    for command in ["list", "todo", "list --overdue"] {
      #expect(try run(command, template).first == "b 2026-02-20 1 true 1", "\(command)")
    }
    #expect(try run("list --from 2026-02-20 --days 1", template) == ["b 2026-02-20 1 true 0"])
  }

  @Test("alarms are data")
  func alarms() throws {
    let alarms = [":-PT15M", ";RELATED=END:-P1D", ";VALUE=DATE-TIME:20260301T080000Z"].map {
      "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER\($0)\nEND:VALARM\n"
    }
    let calendar = Sample.calendar(
      Sample.event("a", ":20260302T093000Z", "Lunch", "DURATION:PT1H\n" + alarms.joined()))
    let run = try AlmanacRun("show", "a", "-c", "-", "--format", "json", input: calendar)
    let read = try ReadJSON(run.output)["item"]["alarms"].array.map {
      [$0["action"].string, $0["offset"].string, $0["from"].string, $0["at"].string]
    }
    #expect(
      read == [
        ["display", "-PT15M", "start", nil], ["display", "-P1D", "end", nil],
        ["display", nil, nil, "2026-03-01T08:00:00Z"],
      ])
  }

  @Test("a calendar is named as almanac calendars lists it, or as the configuration does")
  func names() throws {
    let list = ["list", "--from", "2026-03-02", "--days", "1", "--format", "{summary}"]
    for name in ["course", "Studies"] {
      #expect(try run(calendars, list + ["-c", name]).lines == ["Àlgebra"])
      let added = try run(calendars, ["add", "event", "X", "--at", "2026-03-02", "--in", name])
      #expect(added.status == .done, "\(added.errors)")
      #expect(try run(calendars, ["move", "o", "--to", name]).status == .done)
    }
    let unknown = try run(calendars, ["move", "o", "--to", "Nowhere"])
    #expect(unknown.status == .usage && unknown.errors.first?.contains("Studies") == true)
    // Without a configuration, of the usual calendars.
    let folder = try TemporaryFolder()
    try folder.makeFolder("almanac")
    _ = try folder.file("almanac/displayname", "Home")
    _ = try folder.file("almanac/o.ics", Sample.calendar(Sample.event("o", ":20260302T120000", "Other")))
    let variables = ["XDG_DATA_HOME": folder.path]
    let named = try AlmanacRun(list + ["-c", "Home"], variables: variables)
    #expect(named.lines == ["Other"], "\(named.errors)")
    #expect(try AlmanacRun(list + ["-c", "Nowhere"], variables: variables).status == .noInput)
  }

  @Test("notify runs the command at each alarm once, with its values in the environment")
  func notify() throws {
    let folder = try TemporaryFolder()
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nDESCRIPTION:Go\nEND:VALARM\n"
    let path = try folder.file(
      "a.ics", Sample.calendar(Sample.event("a", ":20260302T091500", "$(touch x); Train", alarm)))
    let log = Log()
    let start = try Instant("2026-03-02T08:00:00Z")
    let run = try AlmanacRun(
      ["notify", "--command", "say", "-c", path],
      adjust: { environment in
        environment.runCommand = { command, variables in
          log.add("\(command) \(variables["ALMANAC_SUMMARY"] ?? "") \(variables["ALMANAC_START"] ?? "")")
          return 0
        }
        environment.clock = { start.adding(seconds: log.seconds) }
        environment.pause = { seconds in
          log.wait(seconds)
          return log.seconds < 3_600
        }
      })
    #expect(run.status == .done)
    #expect(log.lines == ["say $(touch x); Train 2026-03-02T09:15:00"])
    let once = try AlmanacRun(
      [
        "notify", "--once", "--since", "2026-03-02T09:00", "--now", "2026-03-02T09:05", "-c", path,
        "--format",
        "json",
      ])
    #expect(try ReadJSON(once.output)["uid"].string == "a")
  }

  @Test("a series of every second silences no other alarm, and is reported")
  func stranger() throws {
    let folder = try TemporaryFolder()
    func alarm(_ lines: String) -> String {
      "\(lines)BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n"
    }
    let stranger = Sample.event(
      "a", ":20260302T090000Z", "X",
      alarm("DURATION:PT1S\nRRULE:FREQ=SECONDLY\n") + "TRIGGER:-P1D\nREPEAT:1000\nDURATION:PT1M\nEND:VALARM\n"
    )
    let meeting = Sample.event("r", ":20260302T080500Z", "Real", alarm("") + "TRIGGER:-PT6M\nEND:VALARM\n")
    let path = try folder.file("strange.ics", Sample.calendar(stranger + "\n" + meeting))
    for command in [
      ["notify", "--once", "--since", "2026-03-02T07:58"],
      ["alarms", "list", "--from", "2026-03-02T07:58", "--until", "2026-03-02T08:00"],
    ] {
      let run = try AlmanacRun(command + ["-c", path, "--zone", "UTC", "--now", "2026-03-02T08:00"])
      #expect(run.status == .badData && run.output.contains("Real"), "\(run.output.prefix(500))")
      #expect(run.errors.count == 1 && run.errors[0].contains("a (X): "), "\(run.errors)")
    }
  }
}

/// The commands that were run and the time that was waited, in one thread.
private final class Log: @unchecked Sendable {
  private(set) var lines: [String] = []
  private(set) var seconds = 0

  func add(_ line: String) { lines.append(line) }
  func wait(_ seconds: Int) { self.seconds += seconds }

  @Test("a change prints its row; one with a field that it lacks is not made")
  func fieldsOfChanges() throws {
    let folder = try TemporaryFolder()
    let file = ["-c", folder.path("gym.ics"), "--now", "2026-03-20T10:00"]
    func run(_ line: String, _ format: String) throws -> AlmanacRun {
      try AlmanacRun(line.split(separator: " ").map(String.init) + file + ["--format", format])
    }
    let added = try run(
      "class add Spin --rrule FREQ=WEEKLY --at 2026-03-24T18:00 --for 1h --places 2", "{uid}")
    let uid = try #require(added.lines.first)
    #expect(
      try run("class book \(uid) --on 2026-03-24 --member ana", "{member} {outcome}").lines == [
        "ana confirmed"
      ])
    #expect(try run("class cancel \(uid) --on 2026-03-24 --member ana", "tsv").lines.count == 2)
    #expect(
      try run("session book --any-of eva --client ana --at 2026-03-27T10:00", "{coach}").lines == ["eva"])
    let unknown = try run("session book --coach eva --client bob --at 2026-03-28T10:00", "{nope}")
    // As `list`, which exits 64; a script that reads the row would otherwise run the change again.
    #expect(unknown.status == .usage && unknown.errors.first?.contains("no field nope") == true)
    #expect(try run("session list --coach eva", "{client}").lines == ["ana"])
  }

  @Test(
    "a template with an unknown field changes nothing",
    arguments: [
      ["add", "event", "New", "--at", "2026-03-05"], ["add", "New friday 9:00"],
      ["edit", "foo", "--title", "Bar"],
      ["delete", "foo", "--yes"], ["copy", "foo"], ["done", "bins"],
      ["session", "book", "--coach", "eva", "--client", "ana", "--at", "2026-03-27T10:00"],
      [
        "class", "add", "Spin", "--rrule", "FREQ=WEEKLY", "--at", "2026-03-24T18:00", "--for", "1h",
        "--places", "2",
      ],
    ])
  func unknownFieldOfChange(command: [String]) throws {
    let todo = "BEGIN:VTODO\nUID:b\nDTSTAMP:20260101T000000Z\nSUMMARY:Bins\nEND:VTODO"
    let desk = try Desk(Sample.calendar(Sample.event("a", ":20260302T090000Z", "Foo") + "\n" + todo))
    let before = try desk.content
    let run = try desk.run(command + ["--format", "{nope}"])
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.errors.last?.contains("no field nope") == true, "\(run.errors)")
    #expect(try desk.content == before)
    #expect(try desk.run(command + ["--format", "{uid}"]).status == .done)
    #expect(try desk.content != before)
  }

  @Test("the row of a change has the fields that the item has in lists")
  func itemOfChange() throws {
    let desk = try Desk(Sample.calendar(""))
    let fields = "{uid} {start} {summary} {location} {categories} {calendar} {overdue}"
    func row(_ arguments: String...) throws -> String {
      let run = try desk.run(arguments + ["--format", fields])
      #expect(run.status == .done && run.errors.isEmpty, "\(run.errors)")
      return run.lines.joined()
    }
    func listed() throws -> String { try row("list", "--from", "2026-03-01", "--days", "30") }
    let added = try row(
      "add", "event", "Lunch", "--at", "2026-03-05T12:00", "--location", "Bar", "--category", "food",
      "--alarm",
      "15m")
    #expect(try added == listed() && added.contains("Lunch Bar food calendar"))
    let edited = try row("edit", "lunch", "--at", "2026-03-06T13:00")
    #expect(try edited == listed() && edited.contains("2026-03-06T13:00"))
    _ = try desk.run("delete", "lunch", "--yes")
    let todo = try row("add", "todo", "Rent", "--at", "2026-03-05")
    #expect(try todo == listed())
    #expect(try row("done", "rent").contains("2026-03-05 Rent"))
  }

  @Test("an unknown field is refused also where no item is, and rows are among the formats")
  func unknownFields() throws {
    let empty = Sample.calendar("")
    for command in ["list", "now", "todo"] {
      let run = try AlmanacRun(command, "-c", "-", "--format", "{nope}", input: empty)
      #expect(run.status == .usage && run.errors.first?.contains("no field nope") == true, "\(command)")
      #expect(
        try AlmanacRun(command, "-c", "-", "--format", "{summary}{overdue}", input: empty).status == .done)
    }
    let html = try AlmanacRun("today", "-c", "-", "--format", "html", input: empty)
    #expect(html.errors.first?.contains("text or json or tsv or a template") == true)
    let unknown = try AlmanacRun("show", "lunch", "-c", "-", input: empty)
    #expect(unknown.errors.first?.contains("handle") == true)
  }
}
