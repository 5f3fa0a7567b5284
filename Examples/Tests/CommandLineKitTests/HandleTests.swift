import CommandLineKit
import Testing

@Suite("Handles")
struct HandleTests {
  /// To-dos whose UIDs share forty characters, as those of Outlook do.
  private func todos(_ uids: [String]) -> String {
    Sample.calendar(
      uids.map {
        "BEGIN:VTODO\nUID:\($0)\nDTSTAMP:20260101T000000Z\nSUMMARY:To do \($0.suffix(8))\nEND:VTODO"
      }
      .joined(separator: "\n"))
  }

  private func handles(_ calendar: String) throws -> [String] {
    let run = try AlmanacRun("todo", "-c", "-", input: calendar)
    return run.lines.compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  @Test("handles have four letters or more, none begins with another, and none could be shorter")
  func shortest() throws {
    var generator = SeededGenerator(seed: 26)
    let shared = String(repeating: "040000008200E00074C5", count: 2)
    let uids = Set(
      (0..<rounds(1_000)).map { _ in shared + String(UInt64.random(in: 0 ... .max, using: &generator)) })
    let calendar = todos(uids.sorted())
    let handles = try handles(calendar).sorted()
    #expect(handles.count == uids.count && Set(handles).count == uids.count)
    #expect(handles.contains { $0.count > 4 })
    #expect(handles.allSatisfy { $0.count >= 4 && $0.allSatisfy { $0.isLowercase } })
    #expect(zip(handles, handles.dropFirst()).allSatisfy { !$1.hasPrefix($0) })
    for (index, handle) in handles.enumerated() where handle.count > 4 {
      let shorter = handle.dropLast()
      let neighbours = [index - 1, index + 1].filter { handles.indices.contains($0) }
      #expect(neighbours.contains { handles[$0].hasPrefix(shorter) }, "\(handle)")
    }
    var shown: Set<String> = []
    let some = handles.prefix(rounds(5))
    for handle in some {
      let run = try AlmanacRun("show", handle, "-c", "-", "--format", "json", input: calendar)
      shown.insert(try ReadJSON(run.output)["item"]["uid"].string ?? "")
    }
    #expect(shown.count == some.count && shown.isSubset(of: uids))
  }

  @Test("an item is named by its UID, else by its handle, else by a title that it alone has")
  func order() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.ics", todos(["first", "second"]))
    let handles = try handles(folder.content("a.ics"))
    // An item whose UID is the handle of another.
    _ = try folder.file("a.ics", todos(["first", "second", handles[0], handles[1]]))
    func uid(_ name: String) throws -> String? {
      let run = try AlmanacRun("show", name, "-c", path, "--format", "json")
      return try ReadJSON(run.output)["item"]["uid"].string
    }
    #expect(try uid(handles[0]) == handles[0] && uid(handles[1]) == handles[1])
    #expect(try uid("first") == "first")
    #expect(try uid("TO DO second") == "second")
  }

  @Test("commands take handles and titles and change that item alone")
  func commands() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("desk")
    for uid in ["one", "two", "three"] { _ = try folder.file("desk/\(uid).ics", todos([uid])) }
    let path = folder.path("desk")
    func run(_ arguments: String...) throws -> AlmanacRun { try AlmanacRun(arguments + ["-c", path]) }
    let search = try run("search", "two")
    let handle = try #require(search.lines.first?.split(separator: " ").first.map(String.init))
    #expect(try run("edit", handle, "--title", "Changed").status == .done)
    #expect(try folder.content("desk/two.ics").contains("SUMMARY:Changed"))
    #expect(try run("done", "changed").status == .done)
    #expect(try folder.content("desk/two.ics").contains("STATUS:COMPLETED"))
    #expect(try run("delete", "to do one", "--yes").status == .done)
    #expect(try !folder.names.isEmpty && run("show", "one").status == .refused)
    #expect(try folder.content("desk/three.ics") == todos(["three"]))
  }

  @Test("a title that several items have is refused with the candidates")
  func ambiguous() throws {
    let calendar = Sample.calendar(
      Sample.event("a", ":20260302T090000", "Lunch") + "\n" + Sample.event("b", ":20260303T090000", "Lunch"))
    let run = try AlmanacRun("show", "lunch", "-c", "-", "--format", "json", input: calendar)
    #expect(run.status == .refused)
    let refusal = try ReadJSON(run.output)["refused"].array.first
    #expect(refusal?["code"].string == "ambiguous")
    #expect(Set(refusal?["candidates"].array.compactMap { $0["uid"].string } ?? []) == ["a", "b"])
    let missing = try AlmanacRun("show", "nothing such", "-c", "-", input: calendar)
    #expect(missing.status == .refused && missing.errors.first?.contains("not_found") == true)
  }

  @Test("the sessions of a coach and classes are named by their titles too")
  func classes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("classes.ics")
    func run(_ arguments: String...) throws -> AlmanacRun { try AlmanacRun(arguments + ["-c", path]) }
    _ = try run(
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "18:00", "--for", "1h", "--places", "2")
    #expect(try run("class", "book", "yoga", "--on", "2026-03-09", "--member", "ana").status == .done)
    #expect(try run("class", "roster", "yoga", "--on", "2026-03-09").output.contains("ana"))
  }

  @Test(
    "each listing shows handles where they are asked for, and has them for scripts",
    arguments: [
      "list", "now", "week", "week --style hours --width 160", "day", "month",
      "month --style boxed --width 160",
      "alarms", "list --overdue",
    ])
  func listings(command: String) throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nDESCRIPTION:x\nEND:VALARM\n"
    let calendar = Sample.calendar(
      Sample.event("a", ":20260302T093000", "Lunch", "DURATION:PT4H\n" + alarm)
        + "\nBEGIN:VTODO\nUID:b\nDTSTAMP:20260101T000000Z\nSUMMARY:Rent\nDUE;VALUE=DATE:20260220\nEND:VTODO")
    func run(_ more: String...) throws -> AlmanacRun {
      try AlmanacRun(
        command.split(separator: " ").map(String.init) + more + ["-c", "-", "--now", "2026-03-02T09:00"],
        input: calendar)
    }
    let uid = command == "list --overdue" ? "b" : "a"
    let show = try AlmanacRun("show", uid, "-c", "-", "--format", "json", input: calendar)
    let handle = try #require(try ReadJSON(show.output)["item"]["handle"].string)
    #expect(handle.count >= 4 && handle.allSatisfy { $0.isLowercase })
    #expect(try run("--handles").output.contains(handle))
    #expect(try run().output.contains(handle) == false)
    #expect(try run("--format", "json").output.contains("\"uid\":\"\(uid)\",\"handle\":\"\(handle)\""))
  }
}
