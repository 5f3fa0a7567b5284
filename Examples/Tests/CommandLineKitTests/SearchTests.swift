import CommandLineKit
import Testing

@Suite("show and search")
struct SearchTests {
  @Test("search finds names, notes, places and categories, a series once")
  func search() throws {
    func uids(_ text: String) throws -> [String] {
      let run = try AlmanacRun("search", text, "-c", "-", "--format", "json", input: Sample.course)
      return try ReadJSON(run.output)["items"].array.compactMap { $0["uid"].string }
    }
    #expect(try uids("àlgebra") == ["algebra@example.com", "algebra@example.com"])
    #expect(try uids("aula") == ["algebra@example.com"])
    #expect(try uids("lecture") == ["algebra@example.com"])
    #expect(try uids("essay") == ["essay@example.com"])
    #expect(try uids("読書") == ["exam@example.com"])
    #expect(try uids("nothing like it").isEmpty)
    let text = try AlmanacRun("search", "a", "-c", "-", input: Sample.course)
    #expect(text.lines.count == 4 && text.lines.allSatisfy { $0.hasSuffix("@example.com") })
  }

  @Test("search compares categories as it compares names, by case folding")
  func foldedCategories() throws {
    let street = "BEGIN:VTODO\nUID:x\nDTSTAMP:20260105T000000Z\nSUMMARY:Plan\nCATEGORIES:Straße\nEND:VTODO"
    for text in ["straße", "STRASSE", "RASS"] {
      let run = try AlmanacRun("search", text, "-c", "-", input: Sample.calendar(street))
      #expect(run.lines.first?.contains("☐ Plan") == true, "\(text)")
    }
  }

  @Test("show prints a series, or the instance of a day")
  func show() throws {
    func show(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(["show", "algebra@example.com", "-c", "-"] + arguments, input: Sample.course)
    }
    let whole = try ReadJSON(try show("--format", "json", "--today", "2026-03-17").output)["item"]
    #expect(whole["recurrenceID"].isNull && whole["rules"].array.first?.string == "FREQ=WEEKLY;BYDAY=MO")
    #expect(whole["next"].string == "2026-03-30T09:00:00+02:00")
    let moved = try ReadJSON(try show("--on", "2026-03-10", "--format", "json").output)["item"]
    #expect(moved["recurrenceID"].string == "2026-03-09T09:00:00+01:00")
    #expect(moved["start"].string == "2026-03-10T16:00:00+01:00")
    #expect(try show().output.contains("every Monday"))
    let none = try show("--on", "2026-03-09")
    #expect(none.status == .refused && none.errors.first?.contains("2026-03-10") == true)
    #expect(try AlmanacRun("show", "nobody", "-c", "-", input: Sample.course).status == .refused)
  }

  @Test("of several items with one identity only the current one is found and listed")
  func superseded() throws {
    func version(_ sequence: Int, _ stamp: String, _ summary: String) -> String {
      "BEGIN:VTODO\nUID:x\nDTSTAMP:\(stamp)\nSEQUENCE:\(sequence)\nSUMMARY:\(summary)\nEND:VTODO"
    }
    let calendar = Sample.calendar(
      [
        version(1, "20260105T000000Z", "Plan A"), version(2, "20260101T000000Z", "Plan B"),
        version(2, "20260102T000000Z", "Plan C"), version(0, "20260109T000000Z", "Plan D"),
      ].joined(separator: "\n"))
    for command in [["search", "plan"], ["list"], ["delete", "x", "--dry-run"]] {
      let folder = try TemporaryFolder()
      let path = try folder.file("c.ics", calendar)
      let run = try AlmanacRun(command + ["-c", path])
      #expect(run.status == .done)
      #expect(run.output.contains("Plan C"))
      for other in ["Plan A", "Plan B", "Plan D"] { #expect(!run.output.contains(other), "\(command)") }
    }
  }

  @Test(
    "to-dos have a mark of their own, done ones another; for a repeating one the done instances are listed")
  func marks() throws {
    let desk = try Desk()
    #expect(
      try desk.run("add", "todo", "Bins", "--at", "2026-03-03", "--rrule", "FREQ=WEEKLY").status == .done)
    #expect(try desk.run("add", "todo", "Letter").status == .done)
    #expect(try desk.run("done", "item-0").status == .done)
    #expect(try desk.run("done", "item-0", "--on", "2026-03-17").status == .done)
    let bins = try desk.run("show", "item-0")
    #expect(bins.lines.first == "☐ Bins")
    #expect(bins.lines.filter { $0.contains("☑") }.count == 2)
    #expect(bins.lines.contains { $0.hasPrefix("done") && $0.contains("☑ 2026-03-03") })
    let json = try ReadJSON(try desk.run("show", "item-0", "--format", "json").output)["item"]
    #expect(json["done"].array.compactMap(\.string) == ["2026-03-03", "2026-03-17"])
    #expect(try desk.run("show", "item-0", "--on", "2026-03-17").lines.first == "☑ Bins")
    #expect(try desk.run("search", "bins").lines.filter { $0.contains("☑ Bins") }.count == 2)
    #expect(try desk.run("list").lines.contains("  ☐ Letter"))
    #expect(try desk.run("done", "item-1").status == .done)
    #expect(try desk.run("show", "item-1").lines.first == "☑ Letter")
    #expect(
      try desk.run("show", "item-1").lines.contains {
        $0.hasPrefix("done") && $0.contains("2026-03-02 08:00")
      })
    #expect(try desk.run("search", "letter").lines.first?.contains("☑ Letter") == true)
    #expect(
      try AlmanacRun("search", "読書", "-c", "-", input: Sample.course).lines.first?.contains("● ") == true)
  }

  @Test("search does not depend on accents")
  func accents() throws {
    let event = Sample.event("zurich", ";VALUE=DATE:20260303", "Cafè à Zürich")
    for text in ["cafe", "zurich", "ZÜRICH"] {
      let run = try AlmanacRun("search", text, "-c", "-", input: Sample.calendar(event))
      #expect(run.lines.count == 1 && run.lines[0].contains("Cafè"), "\(text)")
    }
  }

  @Test("lines are not wider than the output")
  func widths() throws {
    let title = "A rather long title of an event that goes on and on until nothing is left to say about it"
    let event = Sample.event("long", ";VALUE=DATE:20260303", title)
    for command in [["search", "title"], ["show", "long"]] {
      let run = try AlmanacRun(command + ["-c", "-", "--width", "40"], input: Sample.calendar(event))
      #expect(run.status == .done && run.lines.allSatisfy { $0.count <= 40 }, "\(run.output)")
    }
    let list = try AlmanacRun(
      ["list", "--locale", "pt_BR", "--width", "40", "--from", "2026-03-03", "-c", "-"],
      input: Sample.calendar(event))
    #expect(list.lines.first?.contains("2026") == true && list.lines.allSatisfy { $0.count <= 40 })
  }
}
