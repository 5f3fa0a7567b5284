import CommandLineKit
import Testing

@Suite("Late to-dos")
struct LateTodoTests {
  private func todo(_ uid: String, _ properties: String) -> String {
    "BEGIN:VTODO\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nSUMMARY:\(uid)\n\(properties)\nEND:VTODO"
  }

  /// The items of a command as pairs of UID and the number of missed instances; `nil` for items that are not late.
  private func items(_ arguments: [String], _ components: String...) throws -> [String: Int?] {
    let run = try AlmanacRun(
      arguments + ["-c", "-", "--format", "json"], input: Sample.calendar(components.joined(separator: "\n")))
    #expect(run.status == .done && run.errors.isEmpty)
    return try ReadJSON(run.output)["items"].array.reduce(into: [:]) {
      $0[$1["uid"].string ?? ""] = .some($1["missed"].int.flatMap { $0 > 0 ? $0 : nil })
    }
  }

  @Test("overdue to-dos come first without bounds and are not in ranges that were asked for")
  func single() throws {
    let rent = todo("rent", "DUE;VALUE=DATE:20260220")
    let event = Sample.event("walk", ":20260302T120000", "Walk")
    let calendar = Sample.calendar(rent + "\n" + event)
    for arguments in [[], ["list"], ["list", "--all"], ["today"]] {
      let run = try AlmanacRun(arguments + ["-c", "-"], input: calendar)
      #expect(run.lines.first == "Overdue" && run.lines.dropFirst().first?.contains("rent") == true)
      #expect(run.lines.contains { $0.contains("Walk") })
      let found = try items(arguments, rent, event)
      #expect(found == ["rent": 1, "walk": nil], "\(arguments)")
    }
    #expect(try items(["todo"], rent, event) == ["rent": 1])
    #expect(try items(["list", "--from", "2026-03-01"], rent, event) == ["walk": nil])
    #expect(try items(["list", "2026-03-02"], rent, event) == ["walk": nil])
  }

  @Test("done completes the instance that lists show first, also where one was moved")
  func doneMoved() throws {
    for (day, present) in [("2026-02-20", "2026-03-10"), ("2026-02-27", "2026-02-10")] {
      let desk = try Desk(Sample.calendar(""))
      func run(_ arguments: String...) throws -> AlmanacRun { try desk.run(arguments) }
      #expect(
        try run("add", "todo", "Bins", "--at", "2026-02-20", "--repeat", "every week").status == .done)
      #expect(try run("edit", "bins", "--on", day, "--at", present).status == .done)
      let todo = try ReadJSON(run("todo", "--format", "json").output)["items"].array.first
      let shown = try #require(todo?["recurrenceID"].string)
      let done = try ReadJSON(run("done", "bins", "--format", "json").output)
      #expect(done["recurrenceID"].string == shown, "\(day) is on \(present)")
    }
  }

  @Test("are in pictures and pages as in text, with the number of what comes later")
  func pictures() throws {
    let calendar = Sample.calendar(
      [
        todo("rent", "DUE:20260228T120000"), todo("plants", "DTSTART:20260223T090000\nRRULE:FREQ=DAILY"),
        Sample.event("walk", ":20260302T120000", "Walk"), Sample.event("far", ":20260402T120000", "Far"),
      ].joined(separator: "\n"))
    for format in ["svg", "html"] {
      for by in ["day", "week", "month", "category"] {
        let run = try AlmanacRun("list", "--by", by, "-c", "-", "--format", format, input: calendar)
        #expect(run.status == .done)
        let places = try [">Overdue<", "☐\u{A0}plants · 7 missed<", "☐\u{A0}rent<", ">Walk<", ">+1 more<"].map
        {
          try #require(run.output.firstRange(of: $0), "\($0) \(format)").lowerBound
        }
        #expect(places == places.sorted())
      }
      let late = try AlmanacRun("list", "--overdue", "-c", "-", "--format", format, input: calendar)
      #expect(late.output.contains("☐\u{A0}plants · 7 missed<") && !late.output.contains("Walk"))
      let bounded = try AlmanacRun(
        "list", "--from", "2026-03-02", "-c", "-", "--format", format, input: calendar)
      #expect(!bounded.output.contains("Overdue") && !bounded.output.contains(" more<"))
    }
  }

  @Test(
    "a language has all phrases of lists of to-dos or none",
    arguments: [
      "ar", "ca", "da", "de", "es", "fr", "he", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "zh",
      "fi",
    ])
  func languages(language: String) throws {
    let calendar = Sample.calendar(
      [
        todo("1", "DTSTART:20260223T090000\nDUE:20260223T100000\nRRULE:FREQ=DAILY"),
        todo("2", "DTSTART:20260304T090000\nDUE:20260305T090000"),
      ].joined(separator: "\n"))
    let run = try AlmanacRun(["todo", "-c", "-", "--locale", language], input: calendar)
    #expect(run.status == .done)
    let english = ["Overdue", "missed", "from "].map { run.output.contains($0) }
    let empty = try AlmanacRun(
      ["list", "-c", "-", "--locale", language], input: Sample.calendar(todo("3", "STATUS:COMPLETED")))
    let isEnglish = empty.output.contains("Nothing on")
    #expect(english == Array(repeating: isEnglish, count: 3), "\(run.output) \(empty.output)")
  }

  @Test("with --all what is done is listed too; a line that is cut keeps its handle")
  func allAndHandles() throws {
    let folder = try TemporaryFolder()
    let title = String(repeating: "long ", count: 20)
    let path = try folder.file(
      "t.ics",
      Sample.calendar(
        ["a", "b"].map { uid in
          "BEGIN:VTODO\r\nUID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:\(title)\(uid)\r\n"
            + (uid == "a" ? "STATUS:COMPLETED\r\n" : "DUE;VALUE=DATE:20260201\r\n") + "END:VTODO\r\n"
        }.joined()))
    let run = try AlmanacRun("todo", "--all", "--width", "40", "-c", path, "--now", "2026-03-02T08:00")
    let items = run.lines.filter { $0.contains("long") }
    #expect(items.count == 2 && items.allSatisfy { $0.count <= 40 })
    for line in items {
      let handle = line.split(separator: " ").last.map(String.init) ?? ""
      #expect(try AlmanacRun("show", handle, "-c", path, "--now", "2026-03-02T08:00").status == .done)
    }
    #expect(try AlmanacRun("todo", "-c", path, "--now", "2026-03-02T08:00").lines.count == 2)
  }

  @Test("a due day is late after its end in the viewer's zone, a due time at once")
  func limits() throws {
    let day = todo("day", "DUE;VALUE=DATE:20260302")
    let timed = todo("timed", "DUE:20260302T080000Z")
    func late(_ now: String, _ zone: String) throws -> [String: Int?] {
      try items(["todo", "--now", now, "--zone", zone], day, timed)
    }
    #expect(try late("2026-03-02T08:59:59", "Europe/Madrid") == ["day": nil, "timed": nil])
    #expect(try late("2026-03-02T09:00:00", "Europe/Madrid") == ["day": nil, "timed": 1])
    #expect(try late("2026-03-02T23:59:59", "Europe/Madrid") == ["day": nil, "timed": 1])
    #expect(try late("2026-03-03T00:00:00", "Europe/Madrid") == ["day": 1, "timed": 1])
    #expect(try late("2026-03-02T23:59:59Z", "America/New_York") == ["day": nil, "timed": 1])
  }

  @Test("a series is one line with the number of missed instances, of which done ones are none")
  func series() throws {
    // 1 February to 1 March are 29 days; the instance of 2 March has its whole day.
    let plants = todo("plants", "DTSTART:20260201T090000\nRRULE:FREQ=DAILY")
    #expect(try items(["list"], plants).count == 1)
    #expect(try items(["todo"], plants) == ["plants": 29])
    let done = todo("plants", "RECURRENCE-ID:20260205T090000\nDTSTART:20260205T090000\nSTATUS:COMPLETED")
    #expect(try items(["todo"], plants, done) == ["plants": 28])
    let due = todo("report", "DTSTART:20260223T090000\nDUE:20260223T100000\nRRULE:FREQ=WEEKLY")
    #expect(try items(["todo", "--now", "2026-03-02T10:00"], due) == ["report": 2])
    #expect(try items(["todo", "--now", "2026-03-02T09:59"], due) == ["report": 1])
    let text = try AlmanacRun("todo", "-c", "-", input: Sample.calendar(plants))
    #expect(text.lines.contains { $0.contains("29 missed") })
  }

  @Test("a to-do without a due time that could be begun earlier is listed, but is not overdue")
  func begun() throws {
    let start = todo("start", "DTSTART;VALUE=DATE:20260220")
    for command in [[], ["list"], ["todo"]] {
      let run = try AlmanacRun(command + ["-c", "-", "--format", "json"], input: Sample.calendar(start))
      let item = try ReadJSON(run.output)["items"].array.first
      #expect(item?["uid"].string == "start" && item?["overdue"].bool == false, "\(command)")
      let text = try AlmanacRun(command + ["-c", "-"], input: Sample.calendar(start)).output
      #expect(text.contains("☐ start") && !text.contains("Overdue"), "\(command)")
      #expect(text.contains("20 Feb"), "\(command): \(text)")
    }
  }

  @Test("a series that repeats without measure hides no other to-do and ends no list")
  func manyInstances() throws {
    let often = todo("often", "DTSTART:20100101T000000\nRRULE:FREQ=MINUTELY")
    let rent = todo("rent", "DUE;VALUE=DATE:19990220")
    let run = try AlmanacRun("todo", "-c", "-", input: Sample.calendar(often + "\n" + rent))
    #expect(run.status == .done)
    #expect(run.lines.contains { $0.contains("10000+ missed") } && run.lines.contains { $0.contains("rent") })
  }

  @Test("without bounds a list has a week and the number of later items, each series once")
  func week() throws {
    let calendar = Sample.calendar(
      Sample.event("in", ":20260308T120000", "In") + "\n" + Sample.event("out", ":20260309T000000", "Out")
        + "\n" + Sample.event("series", ";VALUE=DATE:20260401", "Series", "RRULE:FREQ=DAILY\n"))
    let json = try ReadJSON(try AlmanacRun("list", "-c", "-", "--format", "json", input: calendar).output)
    #expect(json["items"].array.map { $0["uid"].string } == ["in"] && json["later"].int == 2)
    let text = try AlmanacRun("list", "-c", "-", input: calendar)
    #expect(text.lines.last?.hasPrefix("+2 more") == true)
  }

  @Test("today is shown also if it is empty, with the next items after it")
  func today() throws {
    let calendar = Sample.calendar(
      (3...20).map { Sample.event("e\($0)", ":202603\($0 < 10 ? "0" : "")\($0)T120000", "E\($0)") }
        .joined(separator: "\n"))
    let run = try AlmanacRun(["-c", "-"], input: calendar)
    #expect(run.lines.prefix(2) == ["Monday, 2 March 2026  today", "  Nothing on"])
    #expect(run.lines.count { $0.contains("●") } == 5)
    let empty = try AlmanacRun(
      [], variables: ["XDG_DATA_HOME": "/nowhere/at/all", "TZ": "Europe/Madrid"])
    #expect(empty.status == .done && empty.output.contains("/nowhere/at/all/almanac"))
  }

  @Test("every command has the same to-dos overdue, a series once with the number of missed instances")
  func oneRule() throws {
    let todos = [
      todo("due", "DUE;VALUE=DATE:20260220"), todo("start", "DTSTART;VALUE=DATE:20260220"),
      todo("series", "DTSTART;VALUE=DATE:20260216\nRRULE:FREQ=WEEKLY"),
      todo("today", "DUE;VALUE=DATE:20260302"),
      todo("noon", "DUE:20260302T120000"),
    ]
    let calendar = Sample.calendar(todos.joined(separator: "\n"))
    for command in [[], ["list"], ["list", "--all"], ["todo"], ["list", "--overdue"], ["search", "e"]] {
      let run = try AlmanacRun(command + ["-c", "-", "--format", "json"], input: calendar)
      let late = try ReadJSON(run.output)["items"].array.filter { $0["overdue"].bool == true }
      // The series is of 16 and 23 February: the instance of 2 March has its day.
      #expect(
        late.map { $0["uid"].string } == ["series", "due"] && late.map { $0["missed"].int } == [2, 1],
        "\(command)")
    }
    for (uid, missed) in [("due", 1), ("start", 0), ("series", 2), ("today", 0), ("noon", 0)] {
      let item = try ReadJSON(
        try AlmanacRun("show", uid, "-c", "-", "--format", "json", input: calendar).output)["item"]
      #expect(item["overdue"].bool == (missed > 0) && item["missed"].int == missed, "\(uid)")
    }
    let lines = try AlmanacRun("list", "--overdue", "-c", "-", input: calendar).lines
    #expect(lines.count == 3 && lines.contains { $0.contains("series") && $0.contains("2 missed") })
    let range = try AlmanacRun("list", "--overdue", "--from", "2026-02-20", "-c", "-", input: calendar)
    #expect(range.lines.contains { $0.contains("series") } && !range.output.contains("2 missed"))
  }

  @Test("an instance without a due time is listed until the end of its day, then as late")
  func begunInstance() throws {
    let pills = Sample.calendar(todo("pills", "DTSTART;TZID=Europe/Madrid:20260302T100000\nRRULE:FREQ=DAILY"))
    func start(_ now: String) throws -> String? {
      let run = try AlmanacRun(["todo", "-c", "-", "--format", "json", "--now", now], input: pills)
      return try ReadJSON(run.output)["items"].array.first?["start"].string?.prefix(10).description
    }
    for now in ["2026-03-02T09:59", "2026-03-02T10:30", "2026-03-02T23:59", "2026-03-03T00:30"] {
      #expect(try start(now) == "2026-03-02", "\(now)")
      let show = try AlmanacRun(["show", "pills", "-c", "-", "--format", "json", "--now", now], input: pills)
      let next = try ReadJSON(show.output)["item"]["next"].string?.prefix(10).description
      #expect(next == now.prefix(10).description, "\(now)")
    }
    let done = todo(
      "pills",
      "RECURRENCE-ID;TZID=Europe/Madrid:20260302T100000\nDTSTART;TZID=Europe/Madrid:20260302T100000\nSTATUS:COMPLETED"
    )
    let calendar = pills.replacing(
      "END:VCALENDAR", with: done.replacing("\n", with: "\r\n") + "\r\nEND:VCALENDAR")
    let run = try AlmanacRun(
      ["todo", "-c", "-", "--format", "json", "--now", "2026-03-02T10:30"], input: calendar)
    #expect(try ReadJSON(run.output)["items"].array.first?["start"].string?.prefix(10) == "2026-03-03")
  }
}
