import CommandLineKit
import Foundation
import Testing

@Suite("done and edit")
struct EditTests {
  @Test("a to-do is completed once, other items are not")
  func done() throws {
    let desk = try Desk()
    #expect(try desk.run("done", "essay@example.com").status == .done)
    let lines = try desk.content.components(separatedBy: "\r\n")
    for line in ["STATUS:COMPLETED", "COMPLETED:20260302T070000Z", "PERCENT-COMPLETE:100"] {
      #expect(lines.contains(line))
    }
    #expect(try desk.run("done", "essay@example.com").errors.first?.contains("already_closed") == true)
    // Named by the UID, and by the title.
    for name in ["exam@example.com", "読書会"] {
      let event = try desk.run("done", name)
      #expect(event.status == .refused && event.errors.first?.contains("not_a_todo: 読書会 is an event") == true)
      #expect(event.errors.first?.contains("--status cancelled") == true)
    }
    #expect(try desk.run("done", "nobody").status == .refused)
  }

  @Test("for a to-do that repeats the next open instance is completed")
  func doneInstance() throws {
    let desk = try Desk(
      Sample.calendar(
        "BEGIN:VTODO\nUID:bins\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260303\n"
          + "RRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Bins\nEND:VTODO"))
    #expect(try desk.starts("bins") == ["2026-03-03", "2026-03-10", "2026-03-17", "2026-03-24"])
    #expect(try desk.run("done", "bins").status == .done)
    #expect(try desk.run("done", "bins", "--on", "2026-03-17").status == .done)
    #expect(try desk.starts("bins") == ["2026-03-10", "2026-03-24"])
    #expect(try desk.run("done", "bins").status == .done)
    #expect(try desk.run("done", "bins").status == .done)
    #expect(try desk.run("done", "bins").status == .refused)
  }

  @Test("U7 a task says so in the file, and stays one that obeys the rules, unless told otherwise")
  func taskRules() throws {
    let desk = try Desk()
    let added = try desk.run(
      "add", "task", "Lliurament", "--at", "2026-03-04T12:00", "--item-color", "teal", "--format", "json")
    let uid = try #require(try ReadJSON(added.output)["uid"].string)
    #expect(try desk.content.contains("X-ALMANAC-KIND:TASK\r\n"))
    let wrong = [
      (["--title", "2n lliurament"], "leading_digit"), (["--title", " "], "empty_name"),
      (["--item-color", "coral"], "reserved_color"),
      (["--title", "3r", "--item-color", "indianred"], "leading_digit"),
    ]
    for (options, code) in wrong {
      let before = try desk.content
      let run = try desk.run(["edit", uid] + options)
      #expect(run.status == .refused && run.errors.first?.contains(code) == true, "\(run.errors)")
      #expect(try desk.content == before)
    }
    #expect(try desk.run("edit", uid, "--title", "Segon lliurament", "--location", "2").status == .done)
    #expect(try desk.run("edit", uid, "--no-task", "--title", "2n lliurament").status == .done)
    #expect(try !desk.content.contains("TASK"))
    #expect(try desk.run("edit", uid, "--title", "3r lliurament").status == .done)
  }

  @Test("a single instance without its series is changed and completed by its UID")
  func loneInstance() throws {
    let instance =
      "BEGIN:VEVENT\nUID:lone\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:20260310T090000Z\n"
      + "DTSTART:20260310T100000Z\nSUMMARY:Invited once\nEND:VEVENT\n"
    let todo =
      "BEGIN:VTODO\nUID:chore\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID;VALUE=DATE:20260310\n"
      + "DUE;VALUE=DATE:20260310\nSUMMARY:Once\nEND:VTODO"
    let desk = try Desk(Sample.calendar(instance + todo))
    #expect(try desk.run("edit", "lone", "--title", "Known").status == .done)
    let lines = try desk.content.components(separatedBy: "\r\n")
    #expect(lines.filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:Known", "SUMMARY:Once"])
    #expect(lines.contains("RECURRENCE-ID:20260310T090000Z"))
    #expect(try desk.run("done", "chore").status == .done)
    #expect(try desk.content.contains("STATUS:COMPLETED"))
  }

  @Test("several instances without their series are distinguished by a date")
  func severalLoneInstances() throws {
    let instances = ["10", "17"].map {
      "BEGIN:VEVENT\nUID:lone\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:202603\($0)T090000Z\n"
        + "DTSTART:202603\($0)T100000Z\nSUMMARY:On \($0)\nEND:VEVENT"
    }
    let desk = try Desk(Sample.calendar(instances.joined(separator: "\n")))
    let outcome = try desk.run("edit", "lone", "--title", "Known")
    #expect(outcome.status == .refused)
    #expect(outcome.errors.first?.contains("--on") == true)
    #expect(try desk.run("edit", "lone", "--on", "2026-03-17", "--title", "Known").status == .done)
    let titles = try desk.content.components(separatedBy: "\r\n").filter { $0.hasPrefix("SUMMARY") }
    #expect(titles == ["SUMMARY:On 10", "SUMMARY:Known"])
  }

  @Test("an item is moved and keeps its length and its zone; everything else is unchanged")
  func move() throws {
    let desk = try Desk()
    #expect(
      try desk.run("edit", "exam@example.com", "--at", "2026-03-17", "--location", "Aula 1").status == .done)
    let item = try #require(try desk.items().first { $0["uid"].string == "exam@example.com" })
    #expect(item["start"].string == "2026-03-17T12:00:00+01:00")
    #expect(item["end"].string == "2026-03-17T14:00:00+01:00")
    #expect(item["location"].string == "Aula 1" && item["color"].string == "orchid")
    #expect(try desk.run("edit", "exam@example.com", "--at", "15:30", "--zone", "UTC").status == .done)
    #expect(try desk.starts("exam@example.com") == ["2026-03-17T16:30"])
    #expect(try desk.content.contains("SEQUENCE:2"))
    #expect(try desk.run("edit", "holidays@example.com", "--at", "2026-04-01").status == .done)
    #expect(try desk.starts("holidays@example.com") == ["2026-04-01"])
    #expect(try desk.content.contains("DTEND;VALUE=DATE:20260409"))
  }

  /// 17:00 in Madrid is 16:00 in UTC and 11:00 in New York.
  @Test("an end is read in the zone of the start, and written in that of the item")
  func until() throws {
    let zoned = ";TZID=America/New_York:20260302T090000"
    let items: [(item: String, start: String, end: String)] = [
      (
        Sample.event("e", zoned, "E", "DTEND;TZID=America/New_York:20260302T100000\n"),
        ";TZID=America/New_York:20260302T110000", ";TZID=America/New_York:20260302T120000"
      ),
      (Sample.event("e", ":20260302T090000Z", "E"), ":20260302T160000Z", ":20260302T170000Z"),
      (Sample.event("e", ":20260302T090000", "E", "DURATION:PT1H\n"), ":20260302T170000", ":20260302T180000"),
    ]
    for (item, start, end) in items {
      for (kind, name) in [("VEVENT", "DTEND"), ("VTODO", "DUE")] {
        for until in ["18:00", "2026-03-02T18:00", "2026-03-02T17:00Z"] {
          // A date has no instant.
          if until.hasSuffix("Z"), end == ":20260302T180000" { continue }
          let content = item.replacing("VEVENT", with: kind).replacing("DTEND", with: name)
          let desk = try Desk(Sample.calendar(content))
          let run = try desk.run("edit", "e", "--at", "2026-03-02T17:00", "--until", until)
          #expect(run.status == .done, "\(run.errors)")
          let lines = try desk.content.components(separatedBy: "\r\n")
          #expect(
            lines.contains("DTSTART" + start) && lines.contains(name + end), "\(kind) \(until) \(lines)")
        }
      }
    }
    let desk = try Desk(Sample.calendar(Sample.event("e", ";VALUE=DATE:20260302", "E")))
    let typed = try desk.run("edit", "e", "--at", "2026-03-02T09:00[America/New_York]", "--until", "10:00")
    #expect(typed.status == .done)
    #expect(try desk.content.contains("DTEND;TZID=America/New_York:20260302T100000"))
  }

  @Test("an item in floating time gets a floating end, in each scope")
  func floatingUntil() throws {
    let series = Sample.event("e", ":20260302T090000", "E", "DURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\n")
    for kind in ["VEVENT", "VTODO"] {
      let desk = try Desk(Sample.calendar(series.replacing("VEVENT", with: kind)))
      for (date, scope) in [("2026-03-03", "this"), ("2026-03-04", "future"), ("2026-03-02", "all")] {
        let run = try desk.run("edit", "e", "--on", date, "--scope", scope, "--until", "10:30")
        #expect(run.status == .done, "\(run.errors)")
      }
      let items = try desk.items(until: "2026-03-06")
      #expect(items.compactMap { $0["end"].string } == (2...5).map { "2026-03-0\($0)T10:30:00" })
      let lines = try desk.content.components(separatedBy: "\r\n")
      for day in 2...4 { #expect(lines.contains("DTSTART:2026030\(day)T090000")) }
    }
    let due = "BEGIN:VTODO\nUID:d\nDTSTAMP:20260101T000000Z\nDUE:20260302T090000\nSUMMARY:D\nEND:VTODO"
    let desk = try Desk(Sample.calendar(due))
    #expect(try desk.run("edit", "d", "--until", "10:30").status == .done)
    #expect(try desk.content.contains("DUE:20260302T103000"))
  }

  /// A series in UTC would run an hour late in summer.
  @Test("an offset selects the instant, and a name the zone")
  func offsets() throws {
    for at in ["2026-03-02T09:00Z", "2026-03-02T10:00+01:00", "2026-03-02T04:00-05:00[America/New_York]"] {
      let desk = try Desk()
      #expect(try desk.run("edit", "algebra@example.com", "--at", at, "--zone", "UTC").status == .done)
      let zone = at.hasSuffix("]") ? "America/New_York:20260302T040000" : "Europe/Madrid:20260302T100000"
      #expect(try desk.content.contains("DTSTART;TZID=\(zone)"))
    }
  }

  @Test("one instance of a series is changed separately, once and again")
  func instance() throws {
    let desk = try Desk()
    let uid = "algebra@example.com"
    #expect(
      try desk.run("edit", uid, "--on", "2026-03-16", "--at", "10:00", "--title", "Late").status == .done)
    #expect(try desk.run("edit", uid, "--on", "2026-03-10", "--title", "Moved again").status == .done)
    #expect(try desk.run("edit", uid, "--on", "2026-03-16", "--for", "30m").status == .done)
    let items = try desk.items().filter { $0["uid"].string == uid }
    #expect(
      items.compactMap { $0["summary"].string } == ["Àlgebra", "Moved again", "Late", "Àlgebra", "Àlgebra"])
    #expect(items[2]["start"].string == "2026-03-16T10:00:00+01:00")
    #expect(items[2]["end"].string == "2026-03-16T10:30:00+01:00")
    #expect(items[2]["recurrenceID"].string == "2026-03-16T09:00:00+01:00")
    #expect(try desk.run("edit", uid, "--on", "2026-03-16", "--repeat", "daily").status == .refused)
  }

  @Test("a whole series gets another rule, or happens once")
  func rule() throws {
    let desk = try Desk()
    let uid = "algebra@example.com"
    #expect(try desk.run("edit", uid, "--repeat", "every monday until 2026-03-16").status == .done)
    #expect(try desk.starts(uid) == ["2026-03-02T09:00", "2026-03-10T16:00", "2026-03-16T09:00"])
    #expect(try desk.run("edit", uid, "--repeat", "never").status == .done)
    #expect(try desk.starts(uid) == ["2026-03-02T09:00"])
  }

  /// 9 March, 20:00 in New York is 10 March, 01:00 in Madrid.
  @Test("an edit without effect is reported as such, and nothing is written")
  func unchanged() throws {
    let content = Sample.calendar(
      Sample.event("r", ";TZID=America/New_York:20260302T200000", "R", "RRULE:FREQ=WEEKLY;COUNT=4\n"))
    let desk = try Desk(content)
    let future = ["edit", "r", "--on", "2026-03-10", "--scope", "future", "--at", "2026-03-10"]
    for arguments in [future, ["edit", "r", "--title", "R"]] {
      let run = try AlmanacRun(arguments + ["-c", desk.path])
      #expect(run.status == .done && run.lines == ["unchanged r: R"])
      let json = try AlmanacRun(arguments + ["-c", desk.path, "--format", "json"])
      #expect(try ReadJSON(json.output)["changed"].bool == false)
    }
    #expect(try desk.content == content)
    let changed = try desk.run("edit", "r", "--title", "S", "--format", "json")
    #expect(try ReadJSON(changed.output)["changed"].bool == true)
  }

  @Test(
    "invalid edits are refused, and nothing is written",
    arguments: [
      (["--item-color", "red"], "reserved_color"), (["--title", " "], "empty_name"),
      (["--until", "11:00"], "end_not_after_start"), (["--status", "completed"], "unknown_status"),
    ])
  func refused(arguments: [String], code: String) throws {
    let desk = try Desk()
    let run = try AlmanacRun(["edit", "exam@example.com", "-c", desk.path] + arguments)
    #expect(run.status == .refused && run.errors.first?.contains(code) == true, "\(run.errors)")
    #expect(try desk.content == Sample.course)
    #expect(try desk.run("edit", "exam@example.com").status == .usage)
  }

  @Test(
    "none, or an empty text, removes what an item has, and adds nothing",
    arguments: [
      ("--location", "Bar", "LOCATION"), ("--note", "Card", "DESCRIPTION"),
      ("--category", "food", "CATEGORIES"),
      ("--status", "tentative", "STATUS"), ("--item-color", "teal", "COLOR"), ("--alarm", "15m", "TRIGGER"),
      ("--priority", "high", "PRIORITY"), ("--attendee", "ana@example.org", "ATTENDEE"),
      ("--organizer", "ana@example.org", "ORGANIZER"),
    ])
  func none(option: String, value: String, property: String) throws {
    let desk = try Desk(Sample.calendar(Sample.event("e", ":20260305T120000Z", "Lunch")))
    func has() throws -> Bool { try desk.content.contains("\r\n\(property)") }
    let isText = !["--status", "--item-color", "--alarm", "--priority"].contains(option)
    #expect(try desk.run("edit", "e", option, value).status == .done && has())
    let edited = try desk.content
    for none in ["none", "NONE"] + (isText ? [""] : []) {
      _ = try desk.folder.file("calendar.ics", edited)
      let run = try desk.run("edit", "e", option, none)
      #expect(try run.status == .done && !has(), "\(run.errors)")
      guard option != "--status" else { continue }
      #expect(try desk.run("add", "event", "New", "--at", "2026-03-06T10:00", option, none).status == .done)
      #expect(try !has())
    }
  }

  @Test("none stands alone", arguments: ["--category", "--alarm"])
  func noneAlone(option: String) throws {
    let desk = try Desk()
    #expect(try desk.run("edit", "exam@example.com", option, "none", option, "5m").status == .usage)
  }

  /// Two days, 5 and 6 March, stay two days.
  @Test("whole days that get a time of day keep their days, and the last one ends as new events do")
  func wholeDaysAtATime() throws {
    let event = Sample.event("trip", ";VALUE=DATE:20260305", "Trip", "DTEND;VALUE=DATE:20260307\n")
    func ends(_ options: [String], _ content: String) throws -> (line: String?, run: AlmanacRun) {
      let desk = try Desk(Sample.calendar(content))
      let run = try desk.run(["edit", "trip"] + options)
      return (try desk.content.components(separatedBy: "\r\n").first { $0.hasPrefix("DTEND") }, run)
    }
    let (end, run) = try ends(["--at", "2026-03-10 10:00"], event)
    #expect(end == "DTEND;TZID=Europe/Madrid:20260311T110000")
    #expect(run.errors.count == 1 && run.errors[0].contains("1h") && run.errors[0].contains("--for"))
    #expect(run.lines.first?.contains("10:00 – Wednesday, 11 March 2026, 11:00 (time)") == true)
    let day = Sample.event("trip", ";VALUE=DATE:20260305", "Trip")
    #expect(try ends(["--at", "10:00"], day).line == "DTEND;TZID=Europe/Madrid:20260305T110000")
    let stated = try ends(["--at", "10:00", "--until", "10:30"], day)
    #expect(stated.line == "DTEND;TZID=Europe/Madrid:20260305T103000" && stated.run.errors.isEmpty)
    // A time alone, and a day alone, change no form.
    #expect(try ends(["--at", "2026-03-12"], event).line == "DTEND;VALUE=DATE:20260314")
  }

  @Test("a rule that does not produce the start is said, as add says it")
  func unmatchedStart() throws {
    let desk = try Desk(Sample.calendar(""))
    // A Tuesday.
    let added = try desk.run("add", "event", "E", "--at", "2026-03-03", "--repeat", "every friday")
    #expect(added.errors.first?.contains("does not match 2026-03-03") == true)
    #expect(try desk.run("edit", "e", "--repeat", "every tuesday").errors.isEmpty)
    #expect(try desk.run("edit", "e", "--repeat", "every friday").errors == added.errors)
    #expect(try desk.run("edit", "e", "--title", "F").errors.isEmpty)
  }
}
