import CommandLineKit
import Testing

@Suite("To-dos, alarms and changes in daily use")
struct DailyUseTests {
  private let desk: Desk

  init() throws { desk = try Desk(Sample.calendar("")) }

  private func lines() throws -> [String] {
    try desk.content.split(separator: "\r\n").map(String.init)
  }

  @Test("a to-do has a start, a due time and a priority apart")
  func startAndDue() throws {
    #expect(
      try desk.run(
        "add", "todo", "Report", "--start", "2026-03-04", "--due", "2026-03-06", "--priority", "high"
      ).status == .done)
    let stored = try lines()
    #expect(stored.contains("DTSTART;VALUE=DATE:20260304") && stored.contains("DUE;VALUE=DATE:20260306"))
    #expect(stored.contains("PRIORITY:1"))
    let todo = try ReadJSON(try desk.run("todo", "--format", "json").output)["items"].array.first
    #expect(todo?["due"].string == "2026-03-06" && todo?["priority"].int == 1)
    #expect(try desk.run("todo").lines.first?.contains("!!!") == true)
    #expect(try desk.run("edit", "report", "--due", "2026-03-09").status == .done)
    #expect(try lines().contains("DUE;VALUE=DATE:20260309"))
    #expect(try lines().contains("DTSTART;VALUE=DATE:20260304"))
  }

  @Test("a to-do that repeats has its due time beside the start that a rule needs")
  func dueAndRepeating() throws {
    _ = try desk.run("add", "todo", "Tax", "--due", "2026-03-04 12:00")
    #expect(try desk.run("edit", "tax", "--repeat", "every month").status == .done)
    func times() throws -> [String] {
      try lines().filter { $0.hasPrefix("DTSTART;") || $0.hasPrefix("DUE") }.map {
        $0.replacing(";TZID=Europe/Madrid", with: "")
      }.sorted()
    }
    #expect(try times() == ["DTSTART:20260304T120000", "DUE:20260304T120000"])
    let todo = try ReadJSON(try desk.run("todo", "--format", "json").output)["items"].array.first
    #expect(todo?["due"].string?.prefix(16) == "2026-03-04T12:00")
    // Late at its due time, as without the rule.
    for (now, isLate) in [("2026-03-04T11:59", false), ("2026-03-04T12:00", true)] {
      let run = try AlmanacRun(["todo", "-c", desk.path, "--now", now, "--format", "json"])
      #expect(try ReadJSON(run.output)["items"].array.first?["overdue"].bool == isLate)
    }
    #expect(try desk.run("edit", "tax", "--due", "13:00").status == .done)
    #expect(try times() == ["DTSTART:20260304T130000", "DUE:20260304T130000"])
    #expect(try desk.run("edit", "tax", "--repeat", "never").status == .done)
    #expect(try times() == ["DTSTART:20260304T130000", "DUE:20260304T130000"])
    _ = try desk.run("delete", "tax", "--yes")
    for due in ["2026-03-04 12:00", "2026-03-04"] {
      _ = try desk.run("add", "todo", "Rent", "--due", due, "--repeat", "every month")
      #expect(try times().count == 2 && AlmanacRun("validate", desk.path).output.isEmpty)
      #expect(try desk.run("edit", "rent", "--title", "Loan").status == .done)
      _ = try desk.run("delete", "loan", "--yes")
    }
  }

  @Test(
    "times of a to-do that contradict each other are refused",
    arguments: [
      (["--start", "2026-03-06", "--due", "2026-03-04"], "due_before_start"),
      (["--start", "2026-03-04T09:00", "--due", "2026-03-06"], "different_forms"),
    ])
  func contradictions(options: [String], code: String) throws {
    let run = try desk.run(["add", "todo", "X", "--format", "json"] + options)
    #expect(run.status == .refused)
    #expect(try ReadJSON(run.output)["refused"].array.first?["code"].string == code)
    let event = try desk.run("add", "event", "X", "--start", "2026-03-06", "--format", "json")
    #expect(event.status == .refused)
  }

  @Test("alarms before, at the start and at a time, and none")
  func alarms() throws {
    _ = try desk.run(
      "add", "event", "Train", "--at", "2026-03-05T10:00", "--alarm", "15m", "--alarm", "start", "--alarm",
      "2026-03-04T20:00")
    let stored = try lines()
    #expect(stored.contains("TRIGGER:-PT15M"))
    #expect(stored.contains { $0 == "TRIGGER:PT0S" || $0 == "TRIGGER:-PT0S" })
    // 20:00 in Madrid is 19:00 UTC in winter.
    #expect(stored.contains("TRIGGER;VALUE=DATE-TIME:20260304T190000Z"))
    let run = try desk.run("edit", "train", "--alarm", "none")
    #expect(run.lines.first?.hasSuffix("(alarms)") == true)
    #expect(try !lines().contains("BEGIN:VALARM"))
    #expect(
      try desk.run("add", "event", "X", "--at", "2026-03-05", "--alarm", "none", "--alarm", "5m").status
        == .usage)
    #expect(try desk.run("add", "event", "X", "--at", "2026-03-05", "--alarm", "soon").status == .usage)
  }

  @Test("an event that is free takes no time, until it is busy again")
  func free() throws {
    _ = try desk.run("add", "event", "Fair", "--at", "2026-03-05T10:00", "--for", "1h", "--free")
    #expect(try lines().contains("TRANSP:TRANSPARENT"))
    let range = ["--from", "2026-03-05", "--until", "2026-03-05", "--format", "json"]
    #expect(try ReadJSON(try desk.run(["busy"] + range).output)["busy"].array.isEmpty)
    _ = try desk.run("edit", "fair", "--busy")
    #expect(try ReadJSON(try desk.run(["busy"] + range).output)["busy"].array.count == 1)
    #expect(try desk.run("add", "todo", "X", "--free").status == .refused)
  }

  @Test("edit says what changed and when the item is now, done also what comes next")
  func reports() throws {
    _ = try desk.run("add", "event", "Lunch", "--at", "2026-03-05T12:00", "--for", "1h")
    let edited = try desk.run("edit", "lunch", "--at", "13:00", "--location", "Bar")
    #expect(edited.lines == ["changed item-0: Lunch, Thursday, 5 March 2026, 13:00–14:00 (time, place)"])
    _ = try desk.run("add", "todo", "Bins", "--at", "2026-03-03", "--repeat", "every tuesday")
    let done = try desk.run("done", "bins")
    #expect(
      done.lines == ["done: Bins, Tuesday, 3 March 2026; next: Tuesday, 10 March 2026"])
  }

  @Test("redo makes again what was undone, until something else changes")
  func redo() throws {
    #expect(try desk.run("redo").status != .done)
    _ = try desk.run("add", "event", "One", "--at", "2026-03-05")
    let one = try desk.content
    _ = try desk.run("add", "event", "Two", "--at", "2026-03-06")
    let two = try desk.content
    _ = try desk.run("undo")
    _ = try desk.run("undo")
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
    #expect(try desk.run("redo", "--dry-run").output.contains("One"))
    #expect(try desk.run("redo").lines == ["redone: added One"])
    #expect(try desk.content == one)
    #expect(try desk.run("redo").status == .done)
    #expect(try desk.content == two)
    #expect(try desk.run("redo").status != .done)
    // A redone change can be undone, and a new one ends the redo history.
    _ = try desk.run("undo")
    #expect(try desk.content == one)
    _ = try desk.run("add", "event", "Three", "--at", "2026-03-07")
    #expect(try desk.run("redo").status != .done)
    #expect(try desk.content.contains("SUMMARY:Three"))
  }

  @Test("an item moves with its changed instances, and back with undo")
  func move() throws {
    let folder = try TemporaryFolder()
    let course = try folder.file("course.ics", Sample.course)
    try folder.makeFolder("work")
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", course, "-c", folder.path("work"), "--now", "2026-03-02T08:00"])
    }
    func all(_ path: String) throws -> [String?] {
      let list = try AlmanacRun("list", "-c", path, "--from", "2026-03-01", "--format", "json")
      return try ReadJSON(list.output)["items"].array.filter { $0["uid"].string == "algebra@example.com" }
        .map { $0["start"].string }
    }
    let before = try all(course)
    #expect(try run("move", "algebra@example.com", "--to", "work").status == .done)
    #expect(try all(course).isEmpty && all(folder.path("work")) == before && !before.isEmpty)
    #expect(try run("move", "algebra@example.com", "--to", "work").status == .refused)
    #expect(try run("move", "algebra@example.com", "--to", "nowhere").status == .usage)
    #expect(try run("undo").status == .done)
    #expect(try all(course) == before && all(folder.path("work")).isEmpty)
    #expect(try folder.content("course.ics") == Sample.course)
  }

  @Test(
    "a copy has a UID of its own and the changed instances of its series, in the same calendar or another")
  func copy() throws {
    let folder = try TemporaryFolder()
    let course = try folder.file("course.ics", Sample.course)
    try folder.makeFolder("work")
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", course, "-c", folder.path("work"), "--now", "2026-03-02T08:00"])
    }
    func all(_ path: String, _ uid: String) throws -> [String?] {
      let list = try AlmanacRun("list", "-c", path, "--from", "2026-03-01", "--format", "json")
      return try ReadJSON(list.output)["items"].array.filter { $0["uid"].string == uid }
        .flatMap { [$0["start"].string, $0["summary"].string] }
    }
    let before = try all(course, "algebra@example.com")
    #expect(try run("copy", "algebra@example.com", "--to", "work").lines == ["item-0"])
    #expect(try all(folder.path("work"), "item-0") == before && !before.isEmpty)
    #expect(try all(course, "algebra@example.com") == before)
    #expect(try run("copy", "algebra@example.com").lines == ["item-1"])
    #expect(try all(course, "item-1") == before)
    #expect(try run("undo").status == .done && run("undo").status == .done)
    #expect(try folder.content("course.ics") == Sample.course && all(folder.path("work"), "item-0").isEmpty)
    #expect(try run("copy", "algebra@example.com", "--to", "nowhere").status == .usage)
    #expect(try run("copy", "nothing").status == .refused)
  }

  @Test("to-dos that are done are deleted together, open ones and series stay")
  func deleteDone() throws {
    #expect(try desk.run("delete", "--done", "--yes").status == .refused)
    for title in ["One", "Two", "Three"] { _ = try desk.run("add", "todo", title) }
    _ = try desk.run("add", "todo", "Bins", "--at", "2026-03-03", "--repeat", "every tuesday")
    for title in ["one", "bins"] { #expect(try desk.run("done", title).status == .done) }
    _ = try desk.run("edit", "two", "--status", "cancelled")
    let preview = try desk.run("delete", "--done", "--dry-run")
    #expect(preview.output.contains("One") && preview.output.contains("Two"))
    #expect(try lines().contains("SUMMARY:One"))
    #expect(try desk.run("delete", "--done", "--yes").status == .done)
    let left = try lines().filter { $0.hasPrefix("SUMMARY:") }
    #expect(Set(left) == ["SUMMARY:Three", "SUMMARY:Bins"])
    _ = try desk.run("undo")
    #expect(try lines().contains("SUMMARY:One") && lines().contains("SUMMARY:Two"))
    #expect(try desk.run("delete", "--done", "one").status == .usage)
  }

  @Test("now shows what goes on and the next event; calendars their names and counts")
  func now() throws {
    let now = try AlmanacRun(
      "now", "-c", "-", "--now", "2026-03-02T10:00", "--format", "json", input: Sample.course)
    let json = try ReadJSON(now.output)
    #expect(json["items"].array.map { $0["uid"].string } == ["algebra@example.com"])
    #expect(json["next"].array.map { $0["summary"].string } == ["Àlgebra (moved)"])
    let calendars = try AlmanacRun("calendars", "-c", "-", "--format", "json", input: Sample.course)
    let course = try ReadJSON(calendars.output)["calendars"].array.first
    #expect(course?["name"].string == "Course" && course?["events"].int == 3 && course?["todos"].int == 1)
  }
}
