import CommandLineKit
import Testing

/// A calendar of two coaches: `session book` books exactly the slots that `session slots` lists on the same terms.
@Suite("session slots")
struct SessionSlotsTests {
  private let folder: TemporaryFolder
  private let path: String

  private static let prepared = PreparedFiles { folder in
    let calendar = ["-c", folder.path("sessions.ics"), "--now", "2026-03-02T08:00"]
    for (coach, client, at) in [
      ("eva@example.org", "bob", "2026-03-03T10:00"), ("fay@example.org", "cyd", "2026-03-03T11:00"),
      ("fay@example.org", "bob", "2026-03-03T12:00"),
    ] {
      let booking = ["session", "book", "--coach", coach, "--client", client, "--at", at]
      try #require(try AlmanacRun(booking + calendar).status == .done)
    }
  }

  init() throws {
    folder = try Self.prepared.copy()
    path = folder.path("sessions.ics")
  }

  private func run(_ arguments: [String], now: String = "2026-03-02T08:00") throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", now])
  }

  private let tuesday = ["--from", "2026-03-03", "--until", "2026-03-03"]
  private let office = ["--hours", "mon-fri 09:00-14:00"]

  private func starts(_ arguments: [String]) throws -> [String] {
    try run(["session", "slots"] + arguments + office + tuesday).lines.map {
      String($0.dropFirst(11).prefix(5))
    }
  }

  @Test("only the sessions of the two count, not other items of the calendar")
  func people() throws {
    #expect(try starts(["--coach", "eva@example.org"]) == ["09:00", "11:00", "12:00", "13:00"])
    #expect(
      try starts(["--coach", "MAILTO:Eva@example.org", "--client", "cyd"]) == ["09:00", "12:00", "13:00"])
    #expect(try starts(["--coach", "eva@example.org", "--client", "bob"]) == ["09:00", "11:00", "13:00"])
    #expect(try starts(["--coach", "fay@example.org"]) == ["09:00", "10:00", "13:00"])
    #expect(try starts(["--coach", "new", "--for", "150m", "--every", "1h"]) == ["09:00", "10:00", "11:00"])
    #expect(try run(["session", "slots", "--coach", ""]).status == .usage)
  }

  @Test("a person who instructs or attends a class has no session meanwhile, and the other way round")
  func classes() throws {
    let added = try run([
      "class", "add", "Spin", "--at", "2026-03-03T09:00", "--for", "1h", "--places", "5", "--instructor",
      "eva@example.org",
    ])
    let uid = try #require(added.lines.first)
    let onTuesday = ["class", "book", uid, "--on", "2026-03-03"]
    #expect(try run(onTuesday + ["--member", "mailto:cyd"]).status == .done)
    #expect(try starts(["--coach", "eva@example.org"]) == ["11:00", "12:00", "13:00"])
    #expect(try starts(["--coach", "fay@example.org", "--client", "cyd"]) == ["10:00", "13:00"])
    let half = ["--at", "2026-03-03T09:30", "--for", "30m"]
    let taught = try run(["session", "book", "--coach", "eva@example.org", "--client", "dan"] + half)
    #expect(taught.status == .refused && taught.errors.count == 1)
    #expect(taught.errors.first?.contains("Spin") == true)
    // A coach sees only the times of other people's classes.
    let visited = try run(["session", "book", "--coach", "gus", "--client", "cyd"] + half)
    #expect(visited.status == .refused && visited.errors.first?.contains("Spin") == false)
    #expect(
      try run(["session", "book", "--coach", "gus", "--client", "dan", "--at", "2026-03-03T09:30"]).status
        == .done)
    let late = try run(onTuesday + ["--member", "dan", "--format", "json"])
    #expect(late.status == .refused && late.output.contains("conflict"))
    #expect(try run(onTuesday + ["--member", "bob"]).status == .done)
  }

  @Test("an end alone is counted from today")
  func endAlone() throws {
    let listed = try run(
      ["session", "slots", "--coach", "eva@example.org", "--explain", "--until", "2026-03-03"] + office)
    #expect(listed.lines.first?.hasPrefix("2026-03-02 09:00") == true)
    #expect(listed.lines.last?.hasPrefix("2026-03-03 13:00") == true)
  }

  @Test(
    "listed slots can be booked with the same options; others are refused with the reasons that were listed",
    arguments: [
      ["--for", "1h"], ["--for", "30m", "--every", "20m", "--buffer", "15m"],
      ["--for", "45m", "--notice", "26h"], ["--for", "1h", "--per-day", "1"],
      ["--for", "1h", "--closed", "2026-03-03"], ["--for", "1h", "--hours-zone", "Europe/London"],
    ])
  func sameTerms(terms: [String]) throws {
    let people = ["--coach", "eva@example.org", "--client", "cyd"]
    let listed = try run(
      ["session", "slots", "--explain", "--format", "json"] + people + terms + office + tuesday)
    let slots = try ReadJSON(listed.output)["slots"].array
    #expect(!slots.isEmpty)
    let before = try folder.content("sessions.ics")
    for slot in slots {
      let start = String(try #require(slot["start"].string).prefix(16))
      let booked = try run(
        ["session", "book", "--at", start, "--format", "json"] + people + terms + office)
      let told = slot["reasons"].array.compactMap { $0["code"].string }
      if slot["available"].bool == true {
        #expect(booked.status == .done)
        _ = try folder.file("sessions.ics", before)
      } else {
        #expect(booked.status == .refused)
        #expect(try ReadJSON(booked.output)["refused"].array.compactMap { $0["code"].string } == told)
      }
    }
    // A free time that is not on the grid.
    let off = try run(
      ["session", "book", "--at", "2026-03-03T13:07", "--format", "json"] + people + terms + office)
    #expect(off.status == .refused)
    #expect(try folder.content("sessions.ics") == before)
  }

  @Test("reasons print instants on the reader's clock, for scripts with their offset")
  func clocks() throws {
    let late = ["session", "cancel", "item-0", "--zone", "America/New_York"]
    let text = try run(late, now: "2026-03-03T10:30")
    #expect(text.status == .refused)
    // Ten in Madrid is four in New York.
    #expect(text.errors.first?.contains("possible only until 2026-03-03 04:00") == true)
    let json = try ReadJSON(try run(late + ["--format", "json"], now: "2026-03-03T10:30").output)
    #expect(
      json["refused"].array.first?["closed"].string == "2026-03-03T04:00:00-05:00")
    let taken = try run(
      [
        "session", "book", "--coach", "fay@example.org", "--client", "dan", "--at", "2026-03-03T06:30",
        "--zone",
      ]
        + ["America/New_York", "--format", "json"])
    let conflict = try #require(try ReadJSON(taken.output)["refused"].array.first?["conflict"])
    #expect(conflict["start"].string == "2026-03-03T06:00:00-05:00")
    let notice = try run(
      ["session", "slots", "--coach", "new", "--notice", "1d", "--explain", "--zone", "Asia/Tokyo"] + office
        + ["--from", "2026-03-02", "--until", "2026-03-03"])
    #expect(notice.lines.contains { $0.contains("had to be booked by 2026-03-01 09:00") })
  }

  @Test("people are the same however their address is written, and a late session is still next")
  func addresses() throws {
    let book = ["session", "book", "--coach", "mailto:EVA@example.org", "--client", "dan", "--at"]
    #expect(try run(book + ["2026-03-03T15:00"]).status == .done)
    let list = try run(["session", "list", "--coach", "Eva@example.org", "--format", "json"])
    #expect(try ReadJSON(list.output)["sessions"].array.count == 2)
    let next = try run(["session", "next", "--format", "json"], now: "2026-03-03T10:10")
    #expect(
      try ReadJSON(next.output)["sessions"].array.compactMap { $0["uid"].string }
        == ["item-0", "item-1", "item-2", "item-3"])
    let over = try run(["session", "next", "--format", "json"], now: "2026-03-03T11:00")
    #expect(
      try ReadJSON(over.output)["sessions"].array.compactMap { $0["uid"].string } == [
        "item-1", "item-2", "item-3",
      ])
  }
}
