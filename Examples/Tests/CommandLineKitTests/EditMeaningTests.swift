import CommandLineKit
import Foundation
import Testing

@Suite("What the options of an edit mean for series, to-dos, texts and whole days")
struct EditMeaningTests {
  private func refused(_ run: AlmanacRun, _ code: String, _ words: String) {
    #expect(run.status == .refused, "\(run.output)")
    #expect(
      run.errors.count == 1 && run.errors[0].contains(code) && run.errors[0].contains(words), "\(run.errors)")
  }

  @Test("an alarm that shows the title shows the new one, another text stays")
  func alarmText() throws {
    let desk = try Desk(
      Sample.calendar(
        Sample.event(
          "a", ":20260304T120000Z", "Dentist",
          "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nDESCRIPTION:Dentist\nEND:VALARM\n"
            + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1H\nDESCRIPTION:Leave now\nEND:VALARM\n")))
    #expect(try desk.run("edit", "a", "--title", "Car service").status == .done)
    let lines = try desk.content.components(separatedBy: "\r\n").filter { $0.hasPrefix("DESCRIPTION") }
    #expect(lines.sorted() == ["DESCRIPTION:Car service", "DESCRIPTION:Leave now"])
  }

  @Test(
    "the alternate form of a text goes with the text (RFC 5545 §3.2.1), and stays with one that does not change"
  )
  func alternates() throws {
    let html = "DESCRIPTION;ALTREP=\"data:text/html,old\":old\n"
    let place = "LOCATION;ALTREP=\"http://example.org/place\";LANGUAGE=en:Room 1\n"
    let desk = try Desk(Sample.calendar(Sample.event("a", ":20260304T120000Z", "Doctor", html + place)))
    let before = try desk.content
    #expect(try desk.run("edit", "a", "--title", "Dr Who").status == .done)
    #expect(try desk.content.contains("ALTREP=\"data:text/html,old\":old\r\n"))
    #expect(try desk.run("edit", "a", "--note", "new", "--location", "Room 2").status == .done)
    let lines = try desk.content.components(separatedBy: "\r\n")
    #expect(lines.contains("DESCRIPTION:new") && lines.contains("LOCATION;LANGUAGE=en:Room 2"))
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.content == before)
  }

  @Test(
    "--at of a to-do is when it is due; its start stays, and is not after it; hours of work are moved as a whole"
  )
  func dueTime() throws {
    let desk = try Desk(Sample.calendar(""))
    for (name, start, due) in [
      ("Essay", "2026-03-01", "2026-03-20"), ("Call", "2026-03-04T08:00", "2026-03-20T18:00"),
    ] {
      #expect(try desk.run("add", "todo", name, "--start", start, "--due", due).status == .done)
    }
    #expect(try desk.run("edit", "Essay", "--at", "2026-03-25").status == .done)
    #expect(try desk.run("edit", "Call", "--at", "2026-03-21").status == .done)
    let todos = try ReadJSON(try desk.run("todo", "--format", "json").output)["items"].array
    #expect(todos.strings("due").map { $0.prefix(16) } == ["2026-03-21T18:00", "2026-03-25"])
    #expect(todos.strings("begin").map { $0.prefix(16) } == ["2026-03-04T08:00", "2026-03-01"])
    refused(try desk.run("edit", "Essay", "--at", "2026-02-25"), "due_before_start", "--start")
    #expect(try desk.run("add", "todo", "Shift", "--at", "2026-03-05T10:00", "--for", "2h").status == .done)
    #expect(try desk.run("edit", "Shift", "--at", "2026-03-06T11:00").status == .done)
    let shift = try ReadJSON(try desk.run("todo", "--format", "json").output)["items"].array[0]
    #expect(
      shift["begin"].string?.prefix(16) == "2026-03-06T11:00"
        && shift["due"].string?.prefix(16) == "2026-03-06T13:00")
  }

  @Test("--until is the end of an instance, and refused where the end of the series is meant")
  func endOfSeries() throws {
    let desk = try Desk(Sample.calendar(""))
    let before = try desk.content
    let weekly = ["--at", "2026-03-09T09:00", "--repeat", "every monday"]
    refused(
      try desk.run(["add", "event", "Course", "--until", "2026-06-30"] + weekly), "overlapping_instances",
      "until 2026-07-01T00:00:00, after the start of the next one (expected --repeat with until")
    #expect(try desk.content == before)
    #expect(try desk.run(["add", "event", "Course", "--until", "2026-03-09T10:00"] + weekly).status == .done)
    refused(
      try desk.run("edit", "Course", "--until", "2026-06-30"), "overlapping_instances", "every monday until")
    #expect(try desk.run("edit", "Course", "--repeat", "every monday until 2026-03-16").status == .done)
    #expect(try desk.items().strings("start").map { $0.prefix(10) } == ["2026-03-09", "2026-03-16"])
    #expect(try desk.run("edit", "Course", "--repeat", "none").status == .done)
    #expect(try desk.items().count == 1)
    #expect(try desk.run("edit", "Course", "--rrule", "FREQ=WEEKLY;COUNT=3").status == .done)
    #expect(try desk.run("edit", "Course", "--rrule", "none").status == .done)
    #expect(try desk.items().count == 1)
  }

  @Test("a day counted from today moves a series that has begun only from a named instance on")
  func begunSeries() throws {
    let desk = try Desk()
    let before = try desk.content
    func edit(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(
        ["edit", "algebra@example.com"] + arguments + ["-c", desk.path, "--now", "2026-03-12T08:00"],
        variables: ["TZ": "Europe/Madrid"])
    }
    for day in ["tuesday", "tomorrow 11:00"] {
      refused(try edit("--at", day), "which_instance", "--on")
      #expect(try desk.content == before)
    }
    #expect(try edit("--at", "10:00").status == .done)
    #expect(try desk.content.contains("DTSTART;TZID=Europe/Madrid:20260302T100000"))
    #expect(try edit("--on", "2026-03-16", "--scope", "all", "--at", "tuesday").status == .done)
    let starts = try desk.starts("algebra@example.com").map { $0.prefix(10) }
    #expect(starts == ["2026-03-03", "2026-03-10", "2026-03-17", "2026-03-31", "2026-04-07"])
  }

  @Test("a date as --at and as --until makes whole days of an event with times, also of a series")
  func wholeDays() throws {
    let desk = try Desk()
    #expect(
      try desk.run("edit", "exam@example.com", "--at", "2026-03-05", "--until", "2026-03-06").status == .done)
    let lines = try desk.content.components(separatedBy: "\r\n")
    #expect(lines.contains("DTSTART;VALUE=DATE:20260305"))
    let exam = try #require(try desk.items().first { $0["uid"].string == "exam@example.com" })
    #expect(exam["allDay"].bool == true && exam["end"].string == "2026-03-07")
    let all = try desk.run(
      "edit", "algebra@example.com", "--scope", "all", "--at", "2026-03-02", "--until", "2026-03-02")
    #expect(all.status == .done, "\(all.errors)")
    let series = try desk.items().filter {
      $0["uid"].string == "algebra@example.com" && $0["allDay"].bool == true
    }
    #expect(
      series.strings("start").filter { $0 != "2026-03-10" } == [
        "2026-03-02", "2026-03-16", "2026-03-30", "2026-04-06",
      ])
    // A date alone preserves the time of day.
    #expect(try desk.run("add", "event", "Talk", "--at", "2026-03-04T09:00").status == .done)
    #expect(try desk.run("edit", "Talk", "--at", "2026-03-05").status == .done)
    #expect(
      try desk.items().filter { $0["summary"].string == "Talk" }.strings("start").map { $0.prefix(16) } == [
        "2026-03-05T09:00"
      ])
  }

  @Test("a meeting is added as tentative; a repeating to-do that is only due claims no start")
  func additions() throws {
    let desk = try Desk(Sample.calendar(""))
    #expect(
      try desk.run("add", "event", "Client", "--at", "2026-03-04T09:00", "--status", "tentative").status
        == .done)
    #expect(try desk.content.contains("STATUS:TENTATIVE\r\n"))
    refused(
      try desk.run("add", "event", "Client", "--at", "2026-03-04T09:00", "--status", "completed"),
      "unknown_status",
      "another status")
    #expect(
      try desk.run("add", "todo", "Water", "--due", "2026-03-06T20:00", "--repeat", "every day").status
        == .done)
    let water = try desk.run("todo").lines.filter { $0.contains("Water") }
    #expect(water.count == 1 && !water[0].contains("from"))
  }

  @Test("what an item has beyond the members of all is in the JSON of lists, and a field of templates")
  func furtherMembers() throws {
    let desk = try Desk(Sample.calendar(""))
    let add = try desk.run(
      "add", "event", "Talk", "--at", "2026-03-04T09:00", "--note", "Bring\nslides", "--free", "--alarm",
      "15m",
      "--organizer", "boss@example.org", "--attendee", "ana@example.org")
    #expect(add.status == .done)
    let item = try #require(try desk.items().first)
    #expect(item["description"].string == "Bring\nslides" && item["free"].bool == true)
    #expect(item["organizer"].string == "mailto:boss@example.org")
    #expect(item["attendees"].array.compactMap { $0.string } == ["mailto:ana@example.org"])
    #expect(item["alarms"].array.first?["offset"].string == "-PT15M")
    let lines = try desk.run("list", "--from", "2026-03-04", "--format", "{summary}: {description}{url}")
      .lines
    #expect(lines == ["Talk: Bring slides"])
  }

  @Test("an alarm with a sign is refused with the length that is meant")
  func signedAlarm() throws {
    let run = try Desk().run("add", "event", "Talk", "--at", "2026-03-04T09:00", "--alarm=-15m")
    #expect(run.status == .usage && run.errors.contains { $0.contains("expected 15m") }, "\(run.errors)")
  }
}

@Suite("An edit of a class or a session obeys the rules of their own commands")
struct EditedBookingTests {
  @Test("a session that was held does not move, but its title changes")
  func heldSession() throws {
    let gym = try Gym()
    let uid = try gym.done("session book --coach eva --client bob --at 2026-03-02T10:00").lines[0]
    let held = try AlmanacRun("session", "complete", uid, "-c", gym.path, "--now", "2026-03-02T11:30")
    #expect(held.status == .done)
    for times in ["--at 2026-03-04T18:00", "--for 2h"] {
      let errors = try gym.refused("edit \(uid) \(times)")
      #expect(errors.count == 1 && errors[0].contains("wrong_state"), "\(errors)")
    }
    try gym.done("edit \(uid) --title Cames")
  }

  @Test("a class does not take its instructor twice, in silence")
  func instructor() throws {
    let gym = try Gym()
    try gym.done(
      "class add Ioga --repeat every_wednesday --at 2026-03-04T18:00 --for 1h --places 3 --instructor nuria")
    try gym.done("session book --coach nuria --client zoe --at 2026-03-04T20:00")
    for scope in ["--on 2026-03-04 --at 20:00", "--on 2026-03-04 --scope future --at 20:00", "--at 20:00"] {
      let errors = try gym.refused("edit Ioga \(scope)")
      #expect(
        errors.count == 1 && errors[0].contains("conflict") && errors[0].contains("class change"), "\(errors)"
      )
    }
    try gym.done("edit Ioga --on 2026-03-04 --at 19:00")
    try gym.done("edit Ioga --title Hatha --on 2026-03-04 --scope future")
  }
}

@Suite("Names of calendars in the configuration")
struct ConfiguredNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["x/cal", "y/cal", "almanac"] { try folder.makeFolder(name) }
    _ = try folder.file(
      "z.ics", Sample.calendar(name: "Club", Sample.event("c", ":20260304T120000Z", "Match")))
    _ = try folder.file("x/cal/a.ics", Sample.calendar(Sample.event("a", ":20260304T100000Z", "School")))
    _ = try folder.file(
      "almanac/config.toml",
      """
      [calendars.Mum]
      path = "\(folder.path)/x/cal"
      [calendars.Dad]
      path = "\(folder.path)/y/cal"
      [calendars.third]
      path = "\(folder.path)/z.ics"
      """)
  }

  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(
      arguments + ["--now", "2026-03-02T08:00"],
      variables: ["XDG_CONFIG_HOME": folder.path, "HOME": folder.path, "TZ": "Europe/Madrid"])
  }

  @Test(
    "a calendar that has only the name of its file or folder is shown by the name that the configuration gives it"
  )
  func shown() throws {
    let listed = try ReadJSON(try run("calendars", "--format", "json").output)["calendars"].array
    #expect(listed.strings("name") == ["Dad", "Mum", "Club"])
    #expect(
      try run("list", "--from", "2026-03-04", "--format", "{summary} {calendar}").lines == [
        "School Mum", "Match Club",
      ])
    #expect(try run("add", "event", "Dinner", "--at", "2026-03-05T20:00", "--in", "dad").status == .done)
    #expect(try folder.path(under: "y/cal").count == 1)
    let other = try run("add", "event", "Dinner", "--at", "2026-03-05T20:00", "--in", "Aunt")
    #expect(other.errors.first?.contains("expected one of: Dad, Mum, Club") == true, "\(other.errors)")
    #expect(try run("list", "-c", "mum", "--from", "2026-03-04", "--format", "{summary}").lines == ["School"])
  }
}

extension TemporaryFolder {
  /// The names of the calendar files in a folder of this one.
  fileprivate func path(under name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).filter { $0.hasSuffix(".ics") }
  }
}
