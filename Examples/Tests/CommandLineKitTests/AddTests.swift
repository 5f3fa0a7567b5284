import CommandLineKit
import Foundation
import Testing

@Suite("add")
struct AddTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("calendar.ics")
  }

  private func add(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(["add"] + arguments + ["-c", path, "--today", "2026-03-02"])
  }

  private func listed(_ arguments: String...) throws -> [ReadJSON] {
    let run = try AlmanacRun(
      ["list", "-c", path, "--format", "json", "--today", "2026-03-02"]
        + (arguments.isEmpty ? ["--all"] : arguments))
    #expect(run.errors.isEmpty)
    return try ReadJSON(run.output)["items"].array
  }

  @Test("a preview says what would be added, and adds nothing")
  func dryRun() throws {
    let preview = try add("Lunch with Ana tomorrow 12-13", "--dry-run")
    #expect(
      preview.lines == ["would be added: Lunch with Ana: Tuesday, 3 March 2026, 12:00–13:00"]
        && preview.errors.isEmpty)
    let series = try add(
      "event", "Yoga", "--at", "2026-03-03T09:00", "--repeat", "every tuesday", "--dry-run")
    #expect(series.lines.first?.contains("09:00 · every Tuesday") == true)
    let json = try ReadJSON(try add("todo", "Rent", "--dry-run", "--format", "json").output)
    #expect(
      json["dryRun"].bool == true && json["item"]["summary"].string == "Rent" && json["uid"].string == nil)
    // A preview is refused for the reasons of an addition.
    #expect(try add("task", "Lunch", "--dry-run").status == .refused)
    #expect(try folder.names.isEmpty)
  }

  @Test("an event is added to a new file with all that was given, and its UID is printed")
  func event() throws {
    let run = try add(
      "event", "Dinner; with", "Ana", "--at", "2026-03-05T20:30", "--for", "1h30m", "--item-color", "Teal",
      "--category", "Friends", "--category", "Food, drink", "--location", "Can Culleretes", "--note",
      "Bring\nwine",
      "--alarm", "45m")
    #expect(run.status == .done && run.errors.isEmpty)
    #expect(run.lines == ["item-0"])
    let item = try #require(try listed().first)
    #expect(item["uid"].string == "item-0")
    #expect(item["summary"].string == "Dinner; with Ana")
    #expect(item["start"].string == "2026-03-05T20:30:00+01:00")
    #expect(item["end"].string == "2026-03-05T22:00:00+01:00")
    #expect(item["color"].string == "teal")
    #expect(item["categories"].array.compactMap(\.string) == ["Friends", "Food, drink"])
    let lines = try folder.content("calendar.ics").components(separatedBy: "\r\n")
    for line in [
      "DTSTART;TZID=Europe/Madrid:20260305T203000", "SUMMARY:Dinner\\; with Ana", "DESCRIPTION:Bring\\nwine",
      "CATEGORIES:Friends,Food\\, drink", "TRIGGER:-PT45M",
    ] { #expect(lines.contains(line)) }
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test("every reason of an event is reported, those of its rule with the others")
  func everyReason() throws {
    let ends = ["--at", "2026-03-05T10:00", "--until", "2026-03-05T09:00", "--item-color", "red"]
    for (more, codes) in [
      ([], ["reserved_color", "end_not_after_start"]),
      (
        ["--rrule", "FREQ=WEEKLY;BYMONTHDAY=1"],
        ["reserved_color", "end_not_after_start", "part_not_for_frequency"]
      ),
    ] {
      let run = try AlmanacRun(["add", "event", "E", "-c", path, "--format", "json"] + ends + more)
      #expect(try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string } == codes)
    }
    #expect(try folder.names.isEmpty)
  }

  @Test(
    "a task that breaks rules is refused with every reason, and nothing is written",
    arguments: [
      (
        ["1st essay", "--at", "2026-03-05", "--item-color", "crimson"],
        [
          "leading_digit", "missing_time", "reserved_color",
        ]
      ),
      (["", "--at", "09:00"], ["empty_name", "missing_date"]),
      (["Essay"], ["missing_date", "missing_time"]),
      (
        ["1x", "--at", "2026-03-05T10:00", "--until", "2026-03-05T09:00", "--item-color", "red"],
        ["leading_digit", "reserved_color", "end_not_after_start"]
      ),
      (["٣ essays", "--at", "2026-03-05T10:00"], ["leading_digit"]),
      (["Essay", "--at", "2026-03-05T10:00", "--item-color", "#ff0101"], ["reserved_color"]),
    ] as [([String], [String])])
  func refusedTask(arguments: [String], codes: [String]) throws {
    let text = try AlmanacRun(["add", "task"] + arguments + ["-c", path])
    #expect(text.status == .refused && text.output.isEmpty)
    #expect(text.errors.count == codes.count)
    #expect(zip(text.errors, codes).allSatisfy { $0.hasPrefix("almanac: \($1): ") })
    let json = try AlmanacRun(["add", "task"] + arguments + ["-c", path, "--format", "json"])
    #expect(json.status == .refused)
    let value = try ReadJSON(json.output)
    #expect(value["version"].int == 2)
    #expect(value["refused"].array.compactMap { $0["code"].string } == codes)
    #expect(value["refused"].array.allSatisfy { $0["message"].string?.isEmpty == false })
    #expect(try folder.names.isEmpty)
  }

  @Test("events and to-dos need a name and take no red")
  func refusedOthers() throws {
    for kind in ["event", "todo"] {
      let run = try add(kind, " ", "--at", "2026-03-05", "--item-color", "red")
      #expect(run.status == .refused && run.errors.count == 2)
    }
    #expect(try add("event", "1st", "--at", "2026-03-05").status == .done)
  }

  @Test("rules in English and as iCalendar has them give the same")
  func rules() throws {
    let english = "every monday and wednesday until 2026-03-11"
    #expect(try add("event", "A", "--at", "2026-03-02T18:00", "--repeat", english).status == .done)
    let rule = "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260311T225959Z"
    #expect(try add("event", "B", "--at", "2026-03-02T18:00", "--rrule", rule).status == .done)
    let items = try listed()
    for name in ["A", "B"] {
      #expect(
        items.filter { $0["summary"].string == name }.compactMap { $0["start"].string?.prefix(10) } == [
          "2026-03-02", "2026-03-04", "2026-03-09", "2026-03-11",
        ])
    }
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test("a time of day alone is of the first day that the rule gives from today on")
  func timeWithRule() throws {
    #expect(
      try add("event", "Choir", "--at", "19:00", "--repeat", "every friday").status == .done)
    #expect(
      try add("todo", "Water", "--at", "08:00", "--repeat", "every monday").status == .done)
    let items = try listed("--days", "7")
    #expect(
      items.compactMap { $0["start"].string?.prefix(16) } == ["2026-03-02T08:00", "2026-03-06T19:00"])
    #expect(
      try add("event", "Choir", "--at", "19:00", "--rrule", "FREQ=DAILY;UNTIL=20260101").status != .done)
  }

  @Test("a rule that cannot be is refused or a wrong command line")
  func badRules() throws {
    #expect(try add("event", "A", "--at", "2026-03-02", "--repeat", "every blursday").status == .usage)
    #expect(try add("event", "A", "--at", "2026-03-02", "--rrule", "FREQ=OFTEN").status == .usage)
    let numbered = try add("event", "A", "--at", "2026-03-02", "--rrule", "FREQ=WEEKLY;BYDAY=2MO")
    #expect(numbered.status == .refused)
    #expect(numbered.errors.first?.hasPrefix("almanac: numbered_weekday: ") == true)
    #expect(try folder.names.isEmpty)
  }

  @Test("a start that the rule does not give, or that clocks skip, is reported")
  func warnings() throws {
    let odd = try add("event", "A", "--at", "2026-03-03T10:00", "--repeat", "every monday")
    #expect(odd.status == .done && odd.errors.count == 1)
    let gap = try add("event", "B", "--at", "2026-03-29T02:30")
    #expect(gap.status == .done && gap.errors.count == 1)
    let items = try listed()
    #expect(items.contains { $0["start"].string == "2026-03-29T03:30:00+02:00" })
  }

  @Test(
    "a series that begins at a time that the clocks skip has that time on its other days",
    arguments: [
      ["add", "event", "B", "--at", "2026-03-29T02:30", "--for", "1h", "--repeat", "every sunday"],
      ["add", "todo", "B", "--at", "2026-03-29T02:30", "--repeat", "every sunday"],
      ["class", "add", "B", "--at", "02:30", "--for", "1h", "--places", "2", "--repeat", "every sunday"],
    ])
  func skippedStart(arguments: [String]) throws {
    let run = try AlmanacRun(arguments + ["-c", path, "--now", "2026-03-27T08:00"])
    #expect(run.status == .done && run.errors.contains { $0.contains("clocks skip 02:30") })
    #expect(try folder.content("calendar.ics").contains("TZID=Europe/Madrid:20260329T023000"))
    let list = try AlmanacRun(
      "list", "--from", "2026-03-29", "--days", "15", "-c", path, "--format", "json", "--now",
      "2026-03-27T08:00")
    let starts = try ReadJSON(list.output)["items"].array.compactMap { $0["start"].string }
    #expect(
      starts == ["2026-03-29T03:30:00+02:00", "2026-04-05T02:30:00+02:00", "2026-04-12T02:30:00+02:00"])
  }

  @Test("whole days: the last one is included; to-dos: when they are due")
  func forms() throws {
    #expect(try add("event", "Trip", "--at", "2026-03-05", "--until", "2026-03-07").status == .done)
    #expect(try add("todo", "Pay", "--at", "2026-03-06", "--alarm", "1d").status == .done)
    #expect(try add("todo", "Some day").status == .done)
    #expect(try add("event", "Soon", "--at", "tomorrow 18:00", "--until", "19:15").status == .done)
    let items = try listed()
    let named = { (name: String) in items.first { $0["summary"].string == name } }
    #expect(named("Trip")?["end"].string == "2026-03-08")
    #expect(named("Pay")?["start"].string == "2026-03-06")
    #expect(named("Some day")?["start"].isNull == true)
    #expect(named("Soon")?["start"].string == "2026-03-03T18:00:00+01:00")
    #expect(named("Soon")?["end"].string == "2026-03-03T19:15:00+01:00")
    #expect(try folder.content("calendar.ics").contains("TRIGGER;RELATED=END:-P1D"))
  }

  @Test("a to-do with a length prints when it is due, except for days that follow the clock of each instance")
  func lengthOfTodo() throws {
    func lines() throws -> [String] {
      try folder.content("calendar.ics").components(separatedBy: "\r\n").filter {
        $0.hasPrefix("DUE") || $0.hasPrefix("DURATION")
      }
    }
    #expect(try add("todo", "Tax", "--at", "2026-03-28T10:00", "--for", "1d2h").status == .done)
    #expect(try lines() == ["DUE;TZID=Europe/Madrid:20260329T120000"])
    let edit = try AlmanacRun("edit", "item-0", "--for", "2h", "-c", path, "--today", "2026-03-02")
    #expect(edit.status == .done)
    #expect(try lines() == ["DUE;TZID=Europe/Madrid:20260328T120000"])
    let moved = try AlmanacRun("edit", "item-0", "--at", "11:00", "-c", path, "--today", "2026-03-02")
    #expect(moved.status == .done)
    #expect(try lines() == ["DUE;TZID=Europe/Madrid:20260328T130000"])
    #expect(try AlmanacRun("delete", "item-0", "-c", path, "--yes").status == .done)
    #expect(try add("todo", "Move", "--at", "2026-03-28", "--for", "2d").status == .done)
    #expect(try lines() == ["DUE;VALUE=DATE:20260330"])
    #expect(try AlmanacRun("delete", "item-0", "-c", path, "--yes").status == .done)
    #expect(
      try add("todo", "Bins", "--at", "2026-03-28T10:00", "--for", "1d", "--repeat", "every saturday").status
        == .done)
    #expect(try lines() == ["DURATION:P1D"])
  }

  @Test(
    "an end that does not go with its start is refused",
    arguments: [
      ["2026-03-05T10:00", "--until", "09:00"], ["2026-03-05", "--for", "3h"],
      ["2026-03-05T10:00", "--until", "2026-03-04"], ["2026-03-05", "--until", "2026-03-01"],
    ])
  func badEnd(arguments: [String]) throws {
    let run = try AlmanacRun(["add", "event", "A", "-c", path, "--at"] + arguments)
    #expect(run.status == .refused && run.errors.count == 1)
    #expect(try folder.names.isEmpty)
  }

  @Test(
    "a wrong command line writes nothing",
    arguments: [
      ["event", "A", "--at", "2026-13-01"], ["event", "A", "--at", "2026-02-30"], ["event"], ["party", "A"],
      ["event", "A", "--at", "2026-03-05T25:00"], ["event", "A", "--at", "2026-03-05", "--for", "1x"],
      ["event", "A", "--at", "2026-03-05", "--for", "0m"], ["event", "A", "--at", "sometime"],
      ["event", "A", "--at", "2026-03-05", "--item-color", "reddish"],
      ["event", "A", "--at", "2026-03-05", "--for", "1h", "--until", "10:00"],
      ["event", "A", "--at", "2026-03-05", "--repeat", "daily", "--rrule", "FREQ=DAILY"],
      ["event", "A", "--at", "2026-03-05", "--in", "Nowhere"],
    ])
  func usage(arguments: [String]) throws {
    let run = try AlmanacRun(["add"] + arguments + ["-c", path])
    #expect(run.status == .usage && run.output.isEmpty && run.errors.count == 1)
    #expect(try folder.names.isEmpty)
  }

  @Test("a last day of an event with a time of day is included, and a day that clocks skip is said")
  func lastDays() throws {
    let desk = try Desk()
    #expect(
      try desk.run("add", "event", "Fair", "--at", "2026-03-03 10:00", "--until", "friday").status == .done)
    let fair = try ReadJSON(try desk.run("show", "item-0", "--format", "json").output)["item"]
    #expect(fair["end"].string?.prefix(16) == "2026-03-07T00:00")
    #expect(
      try desk.run("add", "todo", "Essay", "--at", "2026-03-03 10:00", "--until", "2026-03-04").status
        == .done)
    let essay = try ReadJSON(try desk.run("show", "item-1", "--format", "json").output)["item"]
    #expect(essay["due"].string?.prefix(16) == "2026-03-05T00:00")
    // Samoa had no 30 December 2011.
    let skipped = try desk.run("add", "event", "A", "--at", "2011-12-30 10:00", "--zone", "Pacific/Apia")
    #expect(skipped.errors.first?.contains("clocks skip 2011-12-30") == true)
    let list = try desk.run("list", "2011-12-30", "--zone", "Pacific/Apia")
    #expect(list.status == .usage && list.errors.first?.contains("there is no 2011-12-30") == true)
  }
}
