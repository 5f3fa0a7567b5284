import CommandLineKit
import Foundation
import Testing

@Suite("class: changed from a date on, as a whole, ended")
struct ClassScopeTests {
  private let folder: TemporaryFolder
  private let path: String
  private let yoga = "item-0"

  /// Mondays and Wednesdays at 18:00 from 25 February on; c is booked then, a and b a week later.
  private static let prepared = PreparedFiles { folder in
    let calendar = ["-c", folder.path("gym.ics"), "--now", "2026-02-24T09:00"]
    let yoga = [
      "class", "add", "Yoga", "--repeat", "every monday and wednesday", "--at", "18:00", "--for", "1h",
      "--places", "2",
    ]
    try #require(try AlmanacRun(yoga + calendar).lines == ["item-0"])
    for (member, date) in [("c", "2026-02-25"), ("a", "2026-03-04"), ("b", "2026-03-04")] {
      let booking = ["class", "book", "item-0", "--on", date, "--member", member]
      try #require(try AlmanacRun(booking + calendar).lines == ["confirmed: Yoga, \(date)"])
    }
  }

  init() throws {
    folder = try Self.prepared.copy()
    path = folder.path("gym.ics")
  }

  private func run(_ arguments: String..., input: String = "") throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", "2026-02-24T09:00"], input: input)
  }

  private func roster(_ uid: String, _ date: String) throws -> (start: String?, members: [String]) {
    let run = try run("class", "roster", uid, "--on", date, "--format", "json")
    let roster = try ReadJSON(run.output)["rosters"].array.first
    return (
      roster?["start"].string.map { String($0.prefix(16)) },
      roster?["members"].array.compactMap { $0["member"].string } ?? []
    )
  }

  private func codes(_ run: AlmanacRun) throws -> [String] {
    #expect(run.status == .refused)
    return try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string }
  }

  @Test("from a date on it becomes a class of its own, which its bookings follow; shown first, then undone")
  func future() throws {
    let text = try folder.content("gym.ics").replacing(
      "SUMMARY:Yoga", with: "X-OTHER;A=1:kept\r\nSUMMARY:Yoga")
    _ = try folder.file("gym.ics", text)
    let words = ["class", "change", yoga, "--on", "2026-03-02", "--scope", "future", "--at", "19:00"]
    func change(_ more: String...) throws -> AlmanacRun {
      try AlmanacRun(words + more + ["-c", path, "--now", "2026-02-24T09:00"])
    }
    #expect(try codes(change("--places", "1", "--format", "json")) == ["places_taken"])
    let preview = try change("--title", "Late yoga", "--places", "5", "--dry-run")
    #expect(
      preview.lines == ["a", "b"].map { "\($0) (Yoga, 2026-03-04 18:00): moved to 2026-03-04 19:00" })
    #expect(try folder.content("gym.ics") == text)
    let done = try change("--title", "Late yoga", "--places", "5", "--format", "json")
    #expect(done.status == .done)
    let value = try ReadJSON(done.output)
    #expect(value["newUID"].string == "item-1" && value["moved"].array.count == 2)
    #expect(value["calledOff"].array.isEmpty && value["conflicts"].array.isEmpty)
    #expect(try roster(yoga, "2026-02-25").members == ["c"])
    #expect(
      try codes(run("class", "roster", yoga, "--on", "2026-03-04", "--format", "json")) == ["not_a_class_day"]
    )
    let late = try roster("item-1", "2026-03-04")
    #expect(late.start == "2026-03-04T19:00" && late.members == ["a", "b"])
    let classes = try ReadJSON(try run("class", "list", "--format", "json").output)["classes"].array
    #expect(classes.compactMap { $0["title"].string } == ["Late yoga", "Yoga"])
    #expect(classes.compactMap { $0["places"].int } == [5, 2])
    let content = try folder.content("gym.ics")
    #expect(
      content.contains("RELATED-TO;RELTYPE=NEXT:item-1")
        && content.contains("RELATED-TO;RELTYPE=FIRST:item-0"))
    // Properties of other programs are in both classes, and in each changed date as before.
    let kept = { (text: String) in text.components(separatedBy: "X-OTHER;A=1:kept").count }
    #expect(kept(content) == kept(text) + 1)
    #expect(try run("undo").status == .done)
    #expect(try folder.content("gym.ics") == text)
  }

  @Test("a whole class moves with all its dates and bookings")
  func all() throws {
    let moved = try run(
      "class", "change", yoga, "--on", "2026-03-04", "--scope", "all", "--at", "2026-03-05T20:00")
    #expect(moved.status == .done && moved.lines.count == 3)
    #expect(try roster(yoga, "2026-02-26").members == ["c"])
    let thursday = try roster(yoga, "2026-03-05")
    #expect(thursday.start == "2026-03-05T20:00" && thursday.members == ["a", "b"])
    #expect(try run("class", "change", yoga, "--at", "07:30", "--title", "Early").status == .done)
    #expect(try roster(yoga, "2026-03-05").start == "2026-03-05T07:30")
    #expect(try run("class", "list").lines.first?.contains("Early") == true)
  }

  @Test("an ended class calls later bookings off after asking, and does not forget them")
  func end() throws {
    let before = try folder.content("gym.ics")
    let asked = try run("class", "end", yoga, "--before", "2026-03-03", input: "n\n")
    #expect(asked.lines == ["a", "b"].map { "\($0) (Yoga, 2026-03-04 18:00): called off" })
    #expect(asked.status == .refused && asked.questions.count == 1)
    #expect(
      try codes(run("class", "end", yoga, "--before", "2026-03-03", "--format", "json")) == ["not_confirmed"])
    #expect(try folder.content("gym.ics") == before)
    #expect(try run("class", "end", yoga, "--before", "2026-03-03", "--yes").status == .done)
    #expect(
      try codes(run("class", "book", yoga, "--on", "2026-03-04", "--member", "d", "--format", "json"))
        == ["not_a_class_day"])
    #expect(try run("class", "book", yoga, "--on", "2026-03-02", "--member", "d").status == .done)
    let stats = try run("class", "stats", "--member", "a", "--format", "json")
    #expect(try ReadJSON(stats.output)["statistics"].array.first?["made"].int == 1)
    let found = try ReadJSON(try AlmanacRun("validate", path, "--format", "json").output)["diagnostics"].array
    #expect(found.compactMap { $0["code"].string } == ["orphan_override"])
    #expect(
      try codes(run("class", "end", yoga, "--before", "2026-03-03", "--format", "json")) == [
        "not_a_class_day"
      ])
  }

  @Test("a class that ends before its first date is removed; its bookings are preserved")
  func gone() throws {
    #expect(try run("class", "end", yoga, "--before", "2026-02-01", "--yes").status == .done)
    #expect(
      try codes(run("class", "end", yoga, "--before", "2026-02-01", "--format", "json")) == ["no_such_class"])
    let stats = try run("class", "stats", "--member", "c", "--format", "json")
    #expect(try ReadJSON(stats.output)["statistics"].array.first?["made"].int == 1)
  }

  @Test("a date whose changes were reverted is written as if it had never been changed")
  func restore() throws {
    let before = try folder.content("gym.ics")
    #expect(try run("class", "change", yoga, "--on", "2026-03-09", "--instructor", "Bea").status == .done)
    #expect(try folder.content("gym.ics") != before)
    #expect(try run("class", "change", yoga, "--on", "2026-03-09", "--restore").status == .done)
    #expect(try folder.content("gym.ics") == before)
  }

  @Test("of a folder the new class has a file of its own")
  func vdir() throws {
    let dir = try TemporaryFolder()
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", dir.path, "--now", "2026-02-24T09:00"])
    }
    _ = try run(
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "18:00", "--for", "1h", "--places", "2")
    #expect(
      try run("class", "change", yoga, "--on", "2026-03-09", "--scope", "future", "--places", "4").status
        == .done)
    #expect(try dir.names.filter { $0.hasSuffix(".ics") } == ["item-0.ics", "item-1.ics"])
  }

  @Test("edit refuses to lose bookings, and moves a series with them")
  func editedAsItem() throws {
    let before = try folder.content("gym.ics")
    let whole = try self.run("edit", yoga, "--rrule", "FREQ=WEEKLY;BYDAY=TU", "--format", "json")
    #expect(try codes(whole) == ["booked"])
    let lost = try ReadJSON(whole.output)["refused"].array.first?["bookings"].array ?? []
    #expect(lost.strings("member") == ["a", "b"])
    let future = try run(
      "edit", yoga, "--on", "2026-03-02", "--scope", "future", "--rrule", "FREQ=WEEKLY;BYDAY=TU")
    #expect(future.status == .refused && future.errors.first?.contains("a (2026-03-04)") == true)
    #expect(try folder.content("gym.ics") == before)
    #expect(try run("edit", yoga, "--at", "19:00").status == .done)
    #expect(try roster(yoga, "2026-03-04").members == ["a", "b"])
  }

  @Test("a copy would have the bookings too, and is refused until there are none")
  func copied() throws {
    #expect(try codes(run("copy", yoga, "--format", "json")) == ["booked"])
    for (member, date) in [("c", "2026-02-25"), ("a", "2026-03-04"), ("b", "2026-03-04")] {
      #expect(try run("class", "cancel", yoga, "--on", date, "--member", member).status == .done)
    }
    #expect(try run("copy", yoga).status == .done)
  }

  @Test("delete shows the bookings that go with a class, a date of it, or it and later ones")
  func deleted() throws {
    func calledOff(_ more: String...) throws -> [String] {
      let words = ["delete", yoga] + more + ["--dry-run", "-c", path, "--now", "2026-02-26T09:00"]
      let json = try ReadJSON(try AlmanacRun(words + ["--format", "json"]).output)["calledOff"].array
      #expect(
        try AlmanacRun(words).lines.suffix(json.count)
          == json.strings("member").map { "\($0) (Yoga, 2026-03-04 18:00): called off" })
      return json.strings("member")
    }
    #expect(try calledOff() == ["a", "b"])
    #expect(try calledOff("--on", "2026-03-04") == ["a", "b"])
    #expect(try calledOff("--on", "2026-03-02", "--scope", "future") == ["a", "b"])
    #expect(try calledOff("--on", "2026-03-02").isEmpty)
  }
}
