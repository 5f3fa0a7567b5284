import CommandLineKit
import Foundation
import Testing

/// RFC 5545 §3.8.4.4: UID and RECURRENCE-ID together name one instance, wherever it was moved.
@Suite("--on")
struct InstanceNamingTests {
  /// Instances of 26 hours, of which the second was moved by a week.
  static let nights = Sample.calendar(
    series("night", ";TZID=Europe/Madrid:20260302T230000", "DTEND;TZID=Europe/Madrid:20260304T010000\n")
      + override(
        "night", ";TZID=Europe/Madrid:20260303T230000", ";TZID=Europe/Madrid:20260310T230000", "Moved"))

  /// Series of whole days, of hours and of floating hours, each with the second instance moved to the start of the third.
  static let doubles = Sample.calendar(
    [
      ("days", ";VALUE=DATE:202603", ""), ("hours", ";TZID=Europe/Madrid:202603", "T090000"),
      ("float", ":202603", "T090000"),
    ]
    .map { uid, start, time in
      series(uid, "\(start)02\(time)") + override(uid, "\(start)03\(time)", "\(start)04\(time)", "Moved")
    }.joined())

  /// Two changed instances of a series that is not stored, and a to-do of the same UID.
  static let orphans = Sample.calendar(
    override("q", ";TZID=Europe/Madrid:20260303T090000", ";TZID=Europe/Madrid:20260304T090000", "One")
      + override("q", ";TZID=Europe/Madrid:20260310T090000", ";TZID=Europe/Madrid:20260311T090000", "Two")
      + "BEGIN:VTODO\nUID:q\nDTSTAMP:20260101T000000Z\nDUE;VALUE=DATE:20260311\nSUMMARY:Open\nEND:VTODO")

  /// A to-do that is due when another instance starts; a recurrence id in another form; a move of all later instances.
  static let odd = Sample.calendar(
    "BEGIN:VTODO\nUID:due\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260302\nDUE;VALUE=DATE:20260303\n"
      + "RRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Due\nEND:VTODO\n"
      + series("form", ":20260302T080000Z")
      + override("form", ";VALUE=DATE:20260303", ":20260303T100000Z", "Form")
      + series("range", ";TZID=America/New_York:20260302T200000")
      + override(
        "range", ";RANGE=THISANDFUTURE;TZID=America/New_York:20260303T200000",
        ";TZID=America/New_York:20260304T200000", "Later"))

  private static func series(_ uid: String, _ start: String, _ more: String = "") -> String {
    Sample.event(uid, start, "Usual", more + "RRULE:FREQ=DAILY;COUNT=3\n") + "\n"
  }

  private static func override(_ uid: String, _ id: String, _ start: String, _ summary: String) -> String {
    Sample.event(uid, start, summary, "RECURRENCE-ID\(id)\n") + "\n"
  }

  private func show(_ content: String, _ uid: String, on: String, _ more: String...) throws -> AlmanacRun {
    try AlmanacRun(["show", uid, "--on", on, "-c", "-", "--format", "json"] + more, input: content)
  }

  private func shown(_ run: AlmanacRun) throws -> String? {
    try ReadJSON(run.output)["item"]["recurrenceID"].string.map { String($0.prefix(16)) }
  }

  private func codes(_ run: AlmanacRun) throws -> [String] {
    try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string }
  }

  @Test("every instance is named by the key that JSON has of it", arguments: [nights, doubles, orphans, odd])
  func everyKey(content: String) throws {
    for zone in ["Europe/Madrid", "Asia/Tokyo"] {
      let list = try AlmanacRun(
        [
          "list", "-c", "-", "--from", "2026-03-01", "--until", "2026-03-20", "--format", "json", "--zone",
          zone,
        ],
        input: content)
      let items = try ReadJSON(list.output)["items"].array
      #expect(items.count >= 3)
      for item in items {
        let key = try #require(item["recurrenceID"].string ?? item["start"].string)
        let run = try show(
          content, item["uid"].string ?? "", on: key, "--kind", item["kind"].string ?? "", "--zone", zone)
        let found = try ReadJSON(run.output)["item"]
        for name in ["recurrenceID", "start", "summary"] {
          #expect(found[name].string == item[name].string, "\(key) \(name) \(run.errors)")
        }
      }
    }
  }

  @Test("an original start goes before an instance that goes on then")
  func original() throws {
    let desk = try Desk(Self.nights)
    #expect(try desk.run("delete", "night", "--on", "2026-03-03T23:00", "--yes").status == .done)
    #expect(try desk.starts("night") == ["2026-03-02T23:00", "2026-03-04T23:00"])
    #expect(try desk.run("delete", "night", "--on", "2026-03-03T22:00", "--yes").status == .done)
    #expect(try desk.starts("night") == ["2026-03-04T23:00"])
  }

  @Test("of a day, one that only goes on is doubtful where one of that very day was moved away")
  func movedAway() throws {
    let run = try show(Self.nights, "night", on: "2026-03-03")
    #expect(try codes(run) == ["ambiguous"])
    #expect(try shown(show(Self.nights, "night", on: "2026-03-05")) == "2026-03-04T23:00")
    #expect(try codes(show(Self.doubles, "hours", on: "2026-03-03")) == ["not_on_date"])
  }

  @Test("a full key is taken, and what is shown then too is told of by its own")
  func fullKey() throws {
    let desk = try Desk(Self.doubles)
    let ordinary = try desk.run("delete", "days", "--on", "2026-03-04", "--yes")
    #expect(ordinary.status == .done)
    #expect(ordinary.errors.count == 1 && ordinary.errors.first?.contains("Moved") == true)
    #expect(ordinary.errors.first?.contains("2026-03-03") == true)
    #expect(
      try desk.items().filter { $0["uid"].string == "days" }.map { $0["summary"].string } == [
        "Usual", "Moved",
      ])
    let moved = try desk.run("delete", "days", "--on", "2026-03-03", "--yes")
    #expect(moved.status == .done && moved.errors.isEmpty)
    #expect(try desk.starts("days") == ["2026-03-02"])
    let key = "2026-03-04T09:00:00+01:00[Europe/Madrid]"
    #expect(try desk.run("edit", "hours", "--on", key, "--title", "Named").status == .done)
    let titles = try desk.items().filter { $0["uid"].string == "hours" }.compactMap { $0["summary"].string }
    #expect(titles.sorted() == ["Moved", "Named", "Usual"])
  }

  @Test(
    "an ambiguous name is refused, and both candidates are listed",
    arguments: ["2026-03-04T09:00", "2026-03-04"])
  func twins(on: String) throws {
    let run = try show(Self.doubles, "hours", on: on)
    #expect(run.status == .refused)
    #expect(try codes(run) == ["ambiguous"])
    let candidates = try #require(try ReadJSON(run.output)["refused"].array.first)["candidates"].array
    #expect(
      candidates.compactMap { $0["recurrenceID"].string }.sorted() == [
        "2026-03-03T09:00:00+01:00", "2026-03-04T09:00:00+01:00",
      ])
    for command in [["edit", "--title", "X"], ["delete", "--yes"]] {
      let desk = try Desk(Self.doubles)
      let run = try AlmanacRun(command + ["hours", "--on", on, "-c", desk.path])
      #expect(run.status == .refused && run.errors.first?.contains("ambiguous") == true)
      #expect(try desk.content == Self.doubles)
    }
  }

  @Test("for an event and a to-do of one UID --kind decides; only to-dos can be completed")
  func kinds() throws {
    let desk = try Desk(Self.orphans)
    let deleteAll = ["delete", "--scope", "all", "--yes"]
    for command in [["edit", "--title", "X"], ["delete", "--yes"], deleteAll, ["show"]] {
      let run = try AlmanacRun(command + ["q", "--on", "2026-03-11", "-c", desk.path])
      #expect(run.status == .refused && run.errors.first?.contains("--kind event or todo") == true)
    }
    #expect(try desk.run("edit", "q", "--title", "X").errors.first?.contains("ambiguous") == true)
    #expect(try desk.content == Self.orphans)
    #expect(
      try desk.run("edit", "q", "--on", "2026-03-11", "--kind", "event", "--title", "X").status == .done)
    #expect(try desk.run("done", "q").lines.first?.hasPrefix("done: Open") == true)
    #expect(try desk.run("done", "q", "--on", "2026-03-11").errors.first?.contains("already_closed") == true)
    let titles = try desk.content.components(separatedBy: "\r\n").filter { $0.hasPrefix("SUMMARY") }
    #expect(titles == ["SUMMARY:One", "SUMMARY:X", "SUMMARY:Open"])
    #expect(try desk.run("delete", "q", "--kind", "todo", "--yes").status == .done)
    #expect(try !desk.content.contains("VTODO") && desk.content.contains("SUMMARY:One"))
    #expect(try desk.run("delete", "--category", "x", "--kind", "todo", "--yes").status == .usage)
  }

  @Test("an event and a to-do of one UID may be in files of their own")
  func kindsInFiles() throws {
    let folder = try TemporaryFolder()
    let event = Sample.event("q", ";VALUE=DATE:20260303", "Exam")
    _ = try folder.file("a.ics", Sample.calendar(event))
    _ = try folder.file("b.ics", Sample.calendar(event.replacing("VEVENT", with: "VTODO")))
    let edit = try AlmanacRun("edit", "q", "--title", "X", "-c", folder.path)
    #expect(edit.errors.first?.contains("--kind event or todo") == true)
    #expect(try AlmanacRun("done", "q", "-c", folder.path).status == .done)
    #expect(try folder.content("b.ics").contains("STATUS:COMPLETED"))
    #expect(try AlmanacRun("delete", "q", "--kind", "event", "--yes", "-c", folder.path).status == .done)
    #expect(try folder.names == [".almanac-undo", "b.ics"])
  }

  @Test("for a series without its main item only instances are changed", arguments: ["future", "all"])
  func missingSeries(scope: String) throws {
    let desk = try Desk(Self.orphans)
    let edit = try desk.run("edit", "q", "--on", "2026-03-04", "--scope", scope, "--title", "X")
    #expect(edit.status == .refused && edit.errors.first?.contains("only changed instances") == true)
    if scope == "future" {
      let delete = try desk.run("delete", "q", "--on", "2026-03-04", "--scope", scope, "--yes")
      #expect(delete.status == .refused && delete.errors.first?.contains("only changed instances") == true)
    }
    #expect(try desk.content == Self.orphans)
  }

  /// The third instance starts at a time that the clocks skip, when the second one is due.
  @Test("a to-do at a skipped time is named by its recurrence id", arguments: ["P1D", "PT23H", "PT5H"])
  func gap(length: String) throws {
    let desk = try Desk(
      Sample.calendar(
        "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Madrid:20260327T023000\n"
          + "DURATION:\(length)\nRRULE:FREQ=DAILY;COUNT=4\nSUMMARY:T\nEND:VTODO"))
    let ids = try desk.items().compactMap { $0["recurrenceID"].string }
    try #require(ids.count == 4)
    #expect(try desk.items().map { $0["begin"].string } == ids)
    #expect(try desk.run("delete", "t", "--on", ids[2], "--scope", "this", "--yes").status == .done)
    #expect(try desk.items().compactMap { $0["recurrenceID"].string } == [ids[0], ids[1], ids[3]])
  }
}
