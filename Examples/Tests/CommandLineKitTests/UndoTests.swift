import CommandLineKit
import Foundation
import Testing

@Suite("undo")
struct UndoTests {
  @Test("changes are undone separately, to the byte")
  func undo() throws {
    let desk = try Desk()
    var states = [try desk.content]
    for command in [
      ["add", "event", "A", "--at", "2026-03-05"], ["edit", "exam@example.com", "--title", "Exam"],
      ["delete", "--category", "Maths", "--yes"], ["done", "essay@example.com"],
    ] {
      #expect(try AlmanacRun(command + ["-c", desk.path]).status == .done)
      states.append(try desk.content)
    }
    for state in states.dropLast().reversed() {
      #expect(try desk.run("undo").status == .done)
      #expect(try desk.content == state)
    }
    let none = try desk.run("undo")
    #expect(none.status == .refused && none.errors.first?.contains("nothing_to_undo") == true)
    #expect(try desk.folder.names == ["calendar.ics"])
  }

  @Test("a file that was changed since is not undone")
  func foreign() throws {
    let desk = try Desk()
    #expect(try desk.run("done", "essay@example.com").status == .done)
    let changed = try desk.content.replacing("Aula 3", with: "Aula 5")
    _ = try desk.folder.file("calendar.ics", changed)
    let run = try desk.run("undo")
    #expect(run.status == .refused && run.errors.first?.contains("conflict") == true)
    #expect(try desk.content == changed)
  }

  @Test("a file that was made goes again, and a change of two calendars is one")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("new.ics")
    #expect(try AlmanacRun(["add", "event", "A", "--at", "2026-03-05", "-c", path]).status == .done)
    #expect(try AlmanacRun(["undo", "-c", path]).output == "undone: added A\n")
    #expect(try folder.names.isEmpty)
    for name in ["one", "two"] {
      try folder.makeFolder(name)
      let event = Sample.event(name, ";VALUE=DATE:20260303", name, "CATEGORIES:X\n")
      _ = try folder.file("\(name)/\(name).ics", Sample.calendar(event))
    }
    let places = ["-c", folder.path("one"), "-c", folder.path("two/two.ics")]
    let before = try folder.content("two/two.ics")
    #expect(try AlmanacRun(["delete", "--category", "X", "--yes"] + places).status == .done)
    let half = try AlmanacRun(["undo"] + places.prefix(2))
    #expect(half.status == .refused && half.errors.first?.contains("two/two.ics too") == true)
    #expect(try AlmanacRun(["undo"] + places).status == .done)
    #expect(try folder.content("two/two.ics") == before)
    #expect(try folder.content("one/one.ics").contains("UID:one"))
  }

  @Test("a change through a link is the file's, whatever name it is undone by", arguments: [true, false])
  func links(isThere: Bool) throws {
    let folder = try TemporaryFolder()
    let real = folder.path("real.ics")
    if isThere { _ = try folder.file("real.ics", Sample.course) }
    try folder.makeFolder("elsewhere")
    let link = folder.path("elsewhere/link.ics")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../real.ics")
    let before = try folder.names
    for (one, other) in [(link, real), (real, link), (link, link)] {
      #expect(try AlmanacRun("add", "event", "A", "--at", "2026-03-05", "-c", one).status == .done)
      #expect(try folder.content("real.ics").contains("SUMMARY:A"))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../real.ics")
      #expect(try AlmanacRun("undo", "-c", other).output == "undone: added A\n")
      #expect(try folder.names == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")) == ["link.ics"])
      if isThere { #expect(try folder.content("real.ics") == Sample.course) }
    }
  }

  @Test(
    "a link that leads to itself, or to a missing place, is unchanged",
    arguments: ["link.ics", "none/a.ics"])
  func brokenLinks(target: String) throws {
    let folder = try TemporaryFolder()
    let link = folder.path("link.ics")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(try AlmanacRun("add", "event", "A", "--at", "2026-03-05", "-c", link).status == .cannotWrite)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try folder.names == ["link.ics"])
  }

  @Test(
    "a damaged journal is not a journal", arguments: ["", "nonsense", "almanac undo 1\nchange 1 1 99 2\nx"])
  func damaged(journal: String) throws {
    let desk = try Desk()
    _ = try desk.folder.file(".calendar.ics.almanac-undo", journal)
    #expect(try desk.run("undo").status == .refused)
    #expect(try desk.run("done", "essay@example.com").status == .done)
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.content == Sample.course)
  }

  @Test("undo data of a private calendar is not readable by others")
  func privacy() throws {
    let desk = try Desk()
    #expect(try desk.run("delete", "exam@example.com", "--yes").status == .done)
    let journal = desk.folder.path(".calendar.ics.almanac-undo")
    let mode = try FileManager.default.attributesOfItem(atPath: journal)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("a preview is in the language of the person")
  func preview() throws {
    let desk = try Desk(Sample.calendar(""))
    _ = try desk.run("add", "event", "Casa", "--at", "2026-03-06 10:00")
    let run = try desk.run("undo", "--dry-run", "--locale", "ca_ES")
    #expect(run.lines.last?.hasPrefix("  eliminat item-0: Casa, divendres") == true, "\(run.output)")
    #expect(run.lines.last?.hasSuffix("10:00") == true && run.lines.first?.contains(": canviat, ") == true)
  }
}
