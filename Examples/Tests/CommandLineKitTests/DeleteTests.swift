import CommandLineKit
import Foundation
import Testing

@Suite("delete")
struct DeleteTests {
  @Test("deleted items are listed, and confirmed")
  func confirmation() throws {
    let desk = try Desk()
    for answer in ["", "n\n", "\n"] {
      let run = try desk.run("delete", "exam@example.com", input: answer)
      #expect(run.status == .refused && run.questions == ["Delete this? [y/N] "])
      #expect(run.lines.count == 1 && run.output.contains("読書会"))
      #expect(run.errors.first?.hasPrefix("almanac: not_confirmed: ") == true)
      #expect(try desk.content == Sample.course)
    }
    #expect(try desk.run("delete", "exam@example.com", input: "y\n").status == .done)
    #expect(try desk.starts("exam@example.com").isEmpty)
  }

  @Test("a dry run changes nothing and does not ask")
  func dryRun() throws {
    let desk = try Desk()
    let run = try desk.run("delete", "algebra@example.com", "--dry-run", "--format", "json")
    #expect(run.status == .done && run.questions.isEmpty)
    let value = try ReadJSON(run.output)
    #expect(value["dryRun"].bool == true && value["items"].array.count == 2)
    #expect(try desk.content == Sample.course)
    #expect(try desk.folder.names == ["calendar.ics"])
  }

  @Test("a category is removed with the changed instances of its series; the rest is preserved byte for byte")
  func category() throws {
    let desk = try Desk()
    #expect(try desk.run("delete", "--category", "maths", "--yes").status == .done)
    let rest = Sample.course.components(separatedBy: "BEGIN:VEVENT\r\nUID:algebra")
    #expect(
      try desk.content == rest[0]
        + rest[2].components(separatedBy: "END:VEVENT\r\n").dropFirst().joined(separator: "END:VEVENT\r\n"))
    #expect(try desk.run("delete", "--category", "maths", "--yes").status == .refused)
  }

  @Test("one instance of a series")
  func instance() throws {
    let desk = try Desk()
    #expect(try desk.run("delete", "algebra@example.com", "--on", "2026-03-16", "--yes").status == .done)
    #expect(try desk.run("delete", "algebra@example.com", "--on", "2026-03-10", "--yes").status == .done)
    #expect(
      try desk.starts("algebra@example.com") == ["2026-03-02T09:00", "2026-03-30T09:00", "2026-04-06T09:00"])
    #expect(try desk.run("delete", "algebra@example.com", "--on", "2026-03-16", "--yes").status == .refused)
  }

  @Test("in a folder the item's file goes")
  func folder() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.ics", Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "a")))
    _ = try folder.file("b.ics", Sample.calendar(Sample.event("b", ";VALUE=DATE:20260303", "b")))
    #expect(try AlmanacRun(["delete", "a", "--yes", "-c", folder.path]).status == .done)
    #expect(try folder.names == [".almanac-undo", "b.ics"])
    #expect(try AlmanacRun(["undo", "-c", folder.path]).status == .done)
    #expect(try folder.names.filter { !$0.hasPrefix(".") } == ["a.ics", "b.ics"])
  }

  @Test("an unknown UID is refused, a command line without one is wrong")
  func unknown() throws {
    let desk = try Desk()
    let run = try desk.run("delete", "nobody", "--yes", "--format", "json")
    #expect(run.status == .refused)
    #expect(try ReadJSON(run.output)["refused"].array.first?["code"].string == "not_found")
    #expect(try desk.run("delete", "--yes").status == .usage)
    #expect(try desk.run("delete", "a", "--category", "b").status == .usage)
    #expect(try AlmanacRun(["delete", "a", "--yes", "-c", desk.folder.path("none.ics")]).status == .noInput)
  }
}
