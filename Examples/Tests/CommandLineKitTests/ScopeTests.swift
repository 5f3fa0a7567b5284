import CommandLineKit
import Foundation
import Testing

@Suite("edit, delete and done over a series")
struct ScopeTests {
  static let uid = "algebra@example.com"

  private static func lines(_ text: String) -> [String] { text.components(separatedBy: "\r\n") }

  @Test("from one instance on a series becomes a new one; unmodelled content is preserved in both")
  func future() throws {
    let desk = try Desk(
      Sample.course.replacing("LOCATION:Aula 3", with: "LOCATION:Aula 3\r\nX-SEAT;X-ROW=4:12"))
    let run = try desk.run(
      "edit", Self.uid, "--on", "2026-03-16", "--scope", "future", "--at", "10:00", "--title", "Anàlisi",
      "--format", "json")
    #expect(run.status == .done && run.errors.isEmpty)
    let value = try ReadJSON(run.output)
    let new = try #require(value["uid"].string)
    #expect(new != Self.uid && value["recurrenceID"].string == "2026-03-16T10:00:00+01:00")
    #expect(try desk.starts(Self.uid) == ["2026-03-02T09:00", "2026-03-10T16:00"])
    #expect(try desk.starts(new) == ["2026-03-16T10:00", "2026-03-30T10:00", "2026-04-06T10:00"])
    let lines = Self.lines(try desk.content)
    #expect(lines.filter { $0 == "X-SEAT;X-ROW=4:12" }.count == 2)
    #expect(lines.contains("RRULE:FREQ=WEEKLY;UNTIL=20260316T075959Z;BYDAY=MO"))
    #expect(lines.contains("EXDATE;TZID=Europe/Madrid:20260323T100000"))
    #expect(
      lines.contains("RELATED-TO;RELTYPE=NEXT:\(new)")
        && lines.contains("RELATED-TO;RELTYPE=FIRST:\(Self.uid)"))
    #expect(lines.filter { $0.hasPrefix("BEGIN:VTIMEZONE") }.count <= 1)
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.content.contains("UID:\(new)") == false)
    #expect(try desk.starts(Self.uid).count == 5)
  }

  @Test("a whole series moves, with its exceptions and overrides")
  func all() throws {
    let desk = try Desk()
    let before = try desk.content
    #expect(
      try desk.run(
        "edit", Self.uid, "--on", "2026-03-16", "--scope", "all", "--at", "2026-03-17T10:00", "--for", "60m"
      ).status == .done)
    #expect(
      try desk.starts(Self.uid) == [
        "2026-03-03T10:00", "2026-03-10T16:00", "2026-03-17T10:00", "2026-03-31T10:00", "2026-04-07T10:00",
      ])
    #expect(Self.lines(try desk.content).contains("RRULE:FREQ=WEEKLY;BYDAY=TU"))
    #expect(try desk.run("edit", Self.uid, "--at", "11:00").status == .done)
    #expect(try desk.starts(Self.uid).first == "2026-03-03T11:00")
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.content == before)
  }

  @Test("an impossible move is refused with the reason; nothing is written")
  func immovable() throws {
    let series = Sample.event(
      "m", ";TZID=Europe/Madrid:20260327T090000", "Last Friday", "RRULE:FREQ=MONTHLY;BYDAY=-1FR\n")
    let desk = try Desk(Sample.calendar(series))
    let before = try desk.content
    let run = try desk.run(
      "edit", "m", "--on", "2026-03-27", "--scope", "all", "--at", "2026-03-28", "--format", "json")
    #expect(run.status == .refused)
    let refusal = try #require(try ReadJSON(run.output)["refused"].array.first)
    #expect(refusal["code"].string == "immovable_part" && refusal["property"].string == "BYDAY")
    #expect(try desk.content == before)
    #expect(
      try desk.run("edit", "m", "--on", "2026-03-27", "--scope", "future", "--at", "10:00").status == .done)
    #expect(
      try desk.starts("m", until: "2026-07-01") == [
        "2026-03-27T10:00", "2026-04-24T10:00", "2026-05-29T10:00", "2026-06-26T10:00",
      ])
  }

  @Test("an instance that was moved is known by its day, and by the very time that it was moved from")
  func moved() throws {
    let desk = try Desk()
    #expect(try desk.run("edit", Self.uid, "--on", "2026-03-10", "--at", "2026-03-11T16:00").status == .done)
    #expect(
      try desk.starts(Self.uid) == [
        "2026-03-02T09:00", "2026-03-11T16:00", "2026-03-16T09:00", "2026-03-30T09:00", "2026-04-06T09:00",
      ])
    #expect(try desk.run("delete", Self.uid, "--on", "2026-03-09", "--yes").status == .refused)
    #expect(try desk.run("delete", Self.uid, "--on", "2026-03-09T09:00", "--yes").status == .done)
    #expect(try desk.starts(Self.uid).count == 4)
    #expect(try desk.run("edit", Self.uid, "--on", "2026-03-09", "--title", "X").status == .refused)
  }

  @Test("another rule from one instance on; a changed instance without a place is named")
  func rule() throws {
    let desk = try Desk()
    let run = try desk.run(
      "edit", Self.uid, "--on", "2026-03-16", "--scope", "future", "--repeat",
      "every monday and friday for 2 weeks", "--format", "json")
    let new = try #require(try ReadJSON(run.output)["uid"].string)
    #expect(try desk.starts(new) == ["2026-03-16T09:00", "2026-03-20T09:00", "2026-03-27T09:00"])
    let all = try desk.run("edit", Self.uid, "--repeat", "every 2 weeks", "--format", "json")
    #expect(
      try ReadJSON(all.output)["gone"].array.compactMap(\.string) == [
        "2026-03-09T09:00:00+01:00"
      ])
    #expect(all.errors.count == 1)
    #expect(
      try desk.run("edit", Self.uid, "--on", "2026-03-16", "--scope", "this", "--repeat", "daily").status
        == .refused)
  }

  @Test("a series is deleted from one instance on, or whole from any")
  func delete() throws {
    let desk = try Desk()
    let run = try desk.run("delete", Self.uid, "--on", "2026-03-16", "--scope", "future", input: "y\n")
    #expect(run.status == .done && run.questions == ["Delete this and all later ones? [y/N] "])
    #expect(try desk.starts(Self.uid) == ["2026-03-02T09:00", "2026-03-10T16:00"])
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.content == Sample.course)
    #expect(try desk.run("delete", Self.uid, "--on", "2026-03-16", "--scope", "all", "--yes").status == .done)
    #expect(try desk.starts(Self.uid).isEmpty)
    #expect(try desk.run("delete", Self.uid, "--scope", "future", "--yes").status == .usage)
    #expect(try desk.run("edit", Self.uid, "--scope", "future", "--title", "X").status == .usage)
  }

  @Test("in a folder the new series has a file of its own")
  func folder() throws {
    let folder = try TemporaryFolder()
    let series = Sample.event("a", ";VALUE=DATE:20260303", "A", "RRULE:FREQ=DAILY;COUNT=5\n")
    _ = try folder.file("a.ics", Sample.calendar(series))
    let before = try folder.content("a.ics")
    let run = try AlmanacRun([
      "edit", "a", "--on", "2026-03-05", "--scope", "future", "--title", "B", "--format", "json", "-c",
      folder.path,
    ])
    let uid = try #require(try ReadJSON(run.output)["uid"].string)
    #expect(try folder.names == [".almanac-undo", "a.ics", "\(uid).ics"].sorted())
    #expect(
      try folder.content("a.ics").contains("COUNT=2") && folder.content("\(uid).ics").contains("COUNT=3"))
    #expect(try AlmanacRun(["undo", "-c", folder.path]).status == .done)
    #expect(try folder.names == ["a.ics"])
    #expect(try folder.content("a.ics") == before)
  }

  @Test("the next instance of a to-do is the next open one")
  func nextTodo() throws {
    let desk = try Desk(
      Sample.calendar(
        "BEGIN:VTODO\nUID:bins\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260303\n"
          + "RRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Bins\nEND:VTODO"))
    #expect(try desk.run("done", "bins").status == .done)
    let run = try desk.run("show", "bins", "--format", "json")
    #expect(try ReadJSON(run.output)["item"]["next"].string == "2026-03-10")
  }

  @Test("a to-do that repeats: one is done, the later ones are another series")
  func todos() throws {
    let desk = try Desk(
      Sample.calendar(
        "BEGIN:VTODO\nUID:bins\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260303\n"
          + "RRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Bins\nEND:VTODO"))
    #expect(try desk.run("done", "bins", "--on", "2026-03-10").status == .done)
    #expect(
      try desk.run("done", "bins", "--on", "2026-03-10").errors.first?.contains("already_closed") == true)
    let run = try desk.run(
      "edit", "bins", "--on", "2026-03-17", "--scope", "future", "--title", "Paper", "--format", "json")
    let new = try #require(try ReadJSON(run.output)["uid"].string)
    #expect(try desk.starts("bins") == ["2026-03-03"] && desk.starts(new) == ["2026-03-17", "2026-03-24"])
    #expect(try desk.run("edit", "bins", "--on", "2026-03-10", "--status", "needs-action").status == .done)
    #expect(try desk.starts("bins") == ["2026-03-03", "2026-03-10"])
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.starts("bins") == ["2026-03-03"])
  }

  /// A series with an instance of its own, which has values that the others get.
  private static let hall = Sample.calendar(
    Sample.event(
      "w", ";TZID=Europe/Madrid:20260323T090000", "W",
      "LOCATION:Hall\nCATEGORIES:A\nRRULE:FREQ=DAILY;COUNT=4\n") + "\n"
      + Sample.event(
        "w", ";TZID=Europe/Madrid:20260324T090000", "W2",
        "LOCATION:Room 5\nCATEGORIES:B\nRECURRENCE-ID;TZID=Europe/Madrid:20260324T090000\n"))

  @Test(
    "an option holds for all instances of the scope, whatever the named one has",
    arguments: ["all", "future"])
  func valueOfTheInstance(scope: String) throws {
    for (options, name, value) in [
      (["--location", "Room 5"], "location", "Room 5"), (["--title", "W2", "--note", "n"], "summary", "W2"),
    ] {
      let desk = try Desk(Self.hall)
      let before = try desk.content
      let run = try desk.run(["edit", "w", "--on", "2026-03-24", "--scope", scope] + options)
      #expect(run.status == .done && run.output.hasPrefix("changed"), "\(run.output)")
      let items = try desk.items()
      let changed = scope == "all" ? items : Array(items.dropFirst())
      #expect(changed.map { $0[name].string } == changed.map { _ in value })
      #expect(items.count == 4 && items[2]["categories"].array.first?.string == "A")
      #expect(try desk.run("undo").status == .done)
      #expect(try desk.content == before)
    }
  }

  @Test("a to-do that repeats by its due time gets a start", arguments: ["all", "future"])
  func startOfDue(scope: String) throws {
    let todo =
      "BEGIN:VTODO\nUID:r\nDTSTAMP:20260101T000000Z\nDUE;VALUE=DATE:20260302\nRRULE:FREQ=WEEKLY\nSUMMARY:R\nEND:VTODO"
    let desk = try Desk(Sample.calendar(todo))
    let run = try desk.run("edit", "r", "--on", "2026-03-09", "--scope", scope, "--start", "2026-03-08")
    #expect(run.status == .done, "\(run.errors)")
    let lines = Self.lines(try desk.content)
    let (start, due) = scope == "all" ? ("20260301", "20260302") : ("20260308", "20260309")
    #expect(lines.contains("DTSTART;VALUE=DATE:\(start)") && lines.contains("DUE;VALUE=DATE:\(due)"))
    let other = try Desk(Sample.calendar(todo))
    #expect(
      try other.run("edit", "r", "--on", "2026-03-09", "--scope", scope, "--due", "2026-03-10").status
        == .done)
    let moved = scope == "all" ? "20260303" : "20260310"
    #expect(Self.lines(try other.content).contains("DUE;VALUE=DATE:\(moved)"))
  }
}
