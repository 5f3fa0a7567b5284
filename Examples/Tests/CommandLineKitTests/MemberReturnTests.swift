import CommandLineKit
import Foundation
import Testing

@Suite("class calendar --member, and back by import")
struct MemberReturnTests {
  private let folder: TemporaryFolder
  private let path: String

  /// A class on Mondays with one place; on two dates ana has it, and bob is on the waiting list.
  private static let prepared = PreparedFiles { folder in
    let calendar = ["-c", folder.path("gym.ics"), "--now", "2026-02-24T09:00"]
    let yoga = [
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
      "--places", "1", "--organizer", "gym@example.org",
    ]
    try #require(try AlmanacRun(yoga + calendar).status == .done)
    for member in ["ana@example.org", "bob@example.org"] {
      for date in ["2026-03-02", "2026-03-09"] {
        let booking = ["class", "book", "item-0", "--on", date, "--member", member, "--waitlist"]
        try #require(try AlmanacRun(booking + calendar).status == .done)
      }
    }
  }

  init() throws {
    folder = try Self.prepared.copy()
    path = folder.path("gym.ics")
  }

  private func run(_ arguments: String..., now: String = "2026-02-24T09:00") throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", now])
  }

  private func roster(_ date: String) throws -> [String] {
    let run = try run("class", "roster", "item-0", "--on", date, "--format", "json")
    return try ReadJSON(run.output)["rosters"].array.flatMap { $0["members"].array }.map {
      "\($0["member"].string ?? "") \($0["state"].string ?? "")"
    }
  }

  /// Ana's calendar after a change of the events of a date.
  private func own(_ day: String, _ change: (String) -> String) throws -> String {
    let exported = try run("class", "calendar", "--member", "ana@example.org").output
    let parts = exported.replacing("\r\n ", with: "").components(separatedBy: "BEGIN:VEVENT")
    let end = "END:VCALENDAR\r\n"
    let events = parts.dropFirst().map { "BEGIN:VEVENT" + $0.replacing(end, with: "") }
    let changed = events.map { $0.contains(":\(day)T180000") ? change($0) : $0 }
    return try folder.file("ana.ics", parts[0] + changed.joined() + end)
  }

  @Test("K5 a booking that is removed from the member's calendar is cancelled, and who waits has the place")
  func removed() throws {
    let file = try own("20260302") { _ in "" }
    let run = try run("import", file, "--format", "json")
    #expect(run.status == .done)
    let result = try ReadJSON(run.output)
    #expect(result["imported"].array.isEmpty)
    #expect(
      result["cancelled"].array.map { [$0["uid"].string, $0["on"].string, $0["member"].string] } == [
        ["item-0", "2026-03-02", "ana@example.org"]
      ])
    #expect(
      result["cancelled"].array.first?["promoted"].array.compactMap { $0.string } == ["bob@example.org"])
    #expect(try roster("2026-03-02") == ["bob@example.org confirmed"])
    #expect(try roster("2026-03-09").first == "ana@example.org confirmed")
    // No item is added, and no further request is made.
    #expect(try folder.content("gym.ics").contains("UID:item-0/") == false)
    let before = try folder.content("gym.ics")
    #expect(try self.run("import", file).output.isEmpty)
    #expect(try folder.content("gym.ics") == before)
  }

  @Test("K5 a booking that is declined in the member's calendar is cancelled")
  func declined() throws {
    let file = try own("20260309") { $0.replacing("PARTSTAT=ACCEPTED", with: "PARTSTAT=DECLINED") }
    #expect(
      try run("import", file).lines == [
        "cancelled: Yoga, 2026-03-09, ana@example.org; got a place: bob@example.org"
      ])
    #expect(try roster("2026-03-09") == ["bob@example.org confirmed"])
    #expect(try roster("2026-03-02").count == 2)
  }

  @Test("K5 a booking that is moved in the member's calendar is reported, and changes no roster")
  func moved() throws {
    let before = try folder.content("gym.ics")
    let rosters = [try roster("2026-03-02"), try roster("2026-03-09")]
    let moves = [
      ("20260302T20", "20260302T21", "removed, which cancels"),
      ("20260316T18", "20260316T19", "class book --on 2026-03-16"),
    ]
    for (start, end, expected) in moves {
      let file = try own("20260302") {
        $0.replacing(":20260302T18", with: ":\(start)").replacing(":20260302T19", with: ":\(end)")
      }
      let run = try run("import", file)
      #expect(run.status == .refused && run.output.isEmpty && run.errors.count == 1)
      #expect(run.errors.first?.contains("Yoga, 2026-03-02T18:00:00, ana@example.org") == true)
      #expect(run.errors.first?.contains("the time of a class is the class's") == true)
      #expect(run.errors.first?.contains(expected) == true)
      let json = try self.run("import", file, "--format", "json")
      #expect(try ReadJSON(json.output)["refused"].array.map { $0["code"].string } == ["class_time"])
      #expect(try folder.content("gym.ics") == before)
      #expect([try roster("2026-03-02"), try roster("2026-03-09")] == rosters)
    }
  }

  @Test("K5 another end alone is reported as well", arguments: ["DTEND", "DURATION"])
  func lengthened(property: String) throws {
    let before = try folder.content("gym.ics")
    let file = try own("20260302") { event in
      let lines = event.components(separatedBy: "\r\n").map { line in
        guard line.hasPrefix("DTEND") else { return line }
        return property == "DTEND" ? line.replacing(":20260302T19", with: ":20260302T20") : "DURATION:PT2H"
      }
      return lines.joined(separator: "\r\n")
    }
    let run = try run("import", file)
    #expect(run.status == .refused && run.output.isEmpty && run.errors.count == 1)
    #expect(run.errors.first?.contains("not made to end at 2026-03-02T20:00:00: Yoga") == true)
    let json = try self.run("import", file, "--format", "json")
    #expect(try ReadJSON(json.output)["refused"].array.map { $0["code"].string } == ["class_time"])
    #expect(try folder.content("gym.ics") == before)
  }

  @Test("K5 a booking whose event cannot be read is not cancelled")
  func unreadable() throws {
    let rosters = try roster("2026-03-02")
    let file = try own("20260302") { $0.replacing(":20260302T18", with: ":20260302T28") }
    let run = try run("import", file)
    #expect(run.output.isEmpty && run.errors.contains { $0.contains("one component is not imported") })
    #expect(try roster("2026-03-02") == rosters)
  }

  @Test("K5 a cancellation that comes too late is refused, as any other")
  func late() throws {
    let file = try own("20260302") { _ in "" }
    let run = try run("import", file, "--format", "json", now: "2026-03-02T18:30")
    let cancelled = try ReadJSON(run.output)["cancelled"].array
    #expect(cancelled.map { $0["outcome"].string } == ["refused"])
    #expect(cancelled.first?["reasons"].array.map { $0.string } == ["too_late"])
    #expect(run.status == .refused)
    #expect(run.errors.count == 1)
    let reason = "not cancelled: Yoga, 2026-03-02, ana@example.org: too_late: "
    #expect(run.errors.first?.contains(reason) == true)
    let text = try self.run("import", file, now: "2026-03-02T18:30")
    #expect(text.status == .refused && text.output.isEmpty && text.errors == run.errors)
    #expect(try roster("2026-03-02").first == "ana@example.org confirmed")
  }

  @Test("K5 an empty calendar cancels bookings only with --yes")
  func emptied() throws {
    let exported = try run("class", "calendar", "--member", "ana@example.org").output
    let lines = exported.components(separatedBy: "BEGIN:VEVENT")
    let file = try folder.file("ana.ics", lines[0] + "END:VCALENDAR\r\n")
    let before = try folder.content("gym.ics")
    let refused = try run("import", file)
    #expect(refused.status == .refused && refused.output.isEmpty)
    #expect(refused.errors.first?.contains("mass_deletion") == true)
    #expect(refused.errors.first?.contains("2 bookings") == true)
    #expect(try folder.content("gym.ics") == before)
    let preview = try run("import", file, "--dry-run")
    #expect(preview.status == .refused && preview.lines.count == 2)
    #expect(preview.errors.first?.contains("mass_deletion") == true)
    #expect(try run("import", file, "--yes").lines.count == 2)
    #expect(try roster("2026-03-02") == ["bob@example.org confirmed"])
  }

  @Test("K5 files of one event each cancel nothing, and what they lack only with --yes")
  func filesOfOneEvent() throws {
    let exported = try run("class", "calendar", "--member", "ana@example.org").output
    let parts = exported.replacing("\r\n ", with: "").components(separatedBy: "BEGIN:VEVENT").dropFirst()
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:other\r\nBEGIN:VEVENT"
    let files = try parts.enumerated().map { number, part in
      let end = part.hasSuffix("END:VCALENDAR\r\n") ? "" : "END:VCALENDAR\r\n"
      return try folder.file("event-\(number).ics", head + part + end)
    }
    #expect(files.count == 2)
    let before = try folder.content("gym.ics")
    let both = try AlmanacRun(["import"] + files + ["-c", path, "--now", "2026-02-24T09:00"])
    #expect(both.status == .done && both.output.isEmpty && both.errors.isEmpty)
    let one = try run("import", files[0])
    #expect(one.status == .done && one.output.isEmpty && one.errors.count == 1)
    #expect(one.errors.first?.contains("Yoga, 2026-03-09") == true)
    #expect(try folder.content("gym.ics") == before)
    #expect(try run("import", files[0], "--yes").lines.count == 1)
    #expect(try roster("2026-03-09") == ["bob@example.org confirmed"])
    #expect(try roster("2026-03-02").count == 2)
  }

  @Test(
    "K5 a calendar from before the class was moved or split adds nothing, and a removed booking is cancelled")
  func movedClass() throws {
    let unchanged = try own("20260302") { $0 }
    let file = try folder.file("before.ics", try String(contentsOfFile: unchanged, encoding: .utf8))
    let without = try own("20260309") { _ in "" }
    #expect(try run("class", "change", "item-0", "--at", "19:00", "--yes").status == .done)
    let split = try run(
      "class", "change", "item-0", "--on", "2026-03-09", "--scope", "future", "--title", "Power", "--yes")
    #expect(split.status == .done)
    let before = try folder.content("gym.ics")
    let same = try run("import", file)
    #expect(same.status == .done && same.output.isEmpty && same.errors.isEmpty)
    #expect(try folder.content("gym.ics") == before)
    #expect(
      try run("import", without).lines == [
        "cancelled: Power, 2026-03-09, ana@example.org; got a place: bob@example.org"
      ])
    #expect(try folder.content("gym.ics").contains("UID:item-0/") == false)
  }

  @Test(
    "K5 after a class moved by whole weeks, a removed booking is the one that is cancelled, also after a split"
  )
  func movedByWeeks() throws {
    #expect(
      try run(
        "class", "change", "item-0", "--on", "2026-03-02", "--at", "2026-03-09T18:00", "--scope", "all",
        "--yes"
      ).status == .done)
    let exported = try run("class", "calendar", "--member", "ana@example.org").output
    #expect(
      try run(
        "class", "change", "item-0", "--on", "2026-03-09", "--scope", "future", "--title", "Power", "--yes"
      )
      .status == .done)
    let parts = exported.replacing("\r\n ", with: "").components(separatedBy: "BEGIN:VEVENT")
    let end = "END:VCALENDAR\r\n"
    let kept = parts.dropFirst().filter { !$0.contains(":20260309T180000") }
    #expect(kept.count == 1)
    let file = try folder.file(
      "ana.ics", parts[0] + kept.map { "BEGIN:VEVENT" + $0.replacing(end, with: "") }.joined() + end)
    #expect(
      try run("import", file).lines == [
        "cancelled: Power, 2026-03-09, ana@example.org; got a place: bob@example.org"
      ])
    #expect(try run("import", file).output.isEmpty)
  }

  @Test("K5 the UID of a booking outlives a move by edit, which knows no classes")
  func movedByEdit() throws {
    let unchanged = try own("20260302") { $0 }
    let before = try String(contentsOfFile: unchanged, encoding: .utf8)
    #expect(try run("edit", "item-0", "--at", "19:00", "--me", "gym@example.org").status == .done)
    let after = try run("class", "calendar", "--member", "ana@example.org").output
    func uids(_ text: String) -> [String] {
      text.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }.sorted()
    }
    #expect(uids(after) == uids(before) && after.contains("T190000"))
  }

  @Test("K5 bookings of a class that is gone are not added to the calendars of the place")
  func deletedClass() throws {
    let file = try own("20260302") { $0 }
    _ = try run(
      "class", "add", "Judo", "--repeat", "every friday", "--at", "2026-03-06T18:00", "--for", "1h",
      "--places", "1")
    #expect(try run("delete", "item-0", "--yes").status == .done)
    let before = try folder.content("gym.ics")
    let run = try run("import", file)
    #expect(run.status == .refused && run.output.isEmpty && run.errors.count == 2)
    #expect(run.errors.allSatisfy { $0.contains("not imported: a booking of a class") })
    #expect(try folder.content("gym.ics") == before)
  }

  @Test("K5 the bookings of two places in one calendar are imported in each place, which decides on its own")
  func twoPlaces() throws {
    let club = folder.path("club.ics")
    func atClub(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", club, "--now", "2026-02-24T09:00"])
    }
    _ = try atClub(
      "class", "add", "Boxing", "--repeat", "every friday", "--at", "2026-03-06T18:00", "--for", "1h",
      "--places", "1", "--organizer", "club@example.org")
    // The class of the gym has that UID.
    _ = try folder.file("club.ics", folder.content("club.ics").replacing("item-0", with: "boxing"))
    _ = try atClub("class", "book", "boxing", "--on", "2026-03-06", "--member", "ana@example.org")
    let exported = try run("class", "calendar", "--member", "ana@example.org", "-c", club).output
    let file = try folder.file("ana.ics", exported.replacing("PARTSTAT=ACCEPTED", with: "PARTSTAT=DECLINED"))
    let inGym = try run("import", file)
    #expect(inGym.status == .done && inGym.lines.count == 2)
    #expect(inGym.errors.map { $0.contains("Boxing") } == [true])
    let inClub = try atClub("import", file)
    #expect(inClub.status == .done && inClub.lines.map { $0.contains("Boxing") } == [true])
    #expect(inClub.errors.count == 2)
    #expect(try roster("2026-03-02") == ["bob@example.org confirmed"])
  }

  @Test("K5 a removed booking that the class does not have is reported")
  func unknown() throws {
    let before = try folder.content("gym.ics")
    #expect(
      try run("class", "book", "item-0", "--on", "2026-03-16", "--member", "ana@example.org").status == .done)
    let file = try own("20260316") { _ in "" }
    _ = try folder.file("gym.ics", before)
    let run = try run("import", file)
    #expect(run.status == .refused && run.output.isEmpty && run.errors.count == 1)
    let reason = "not cancelled: Yoga, 2026-03-16T18:00:00: no such booking is known"
    #expect(run.errors.first?.contains(reason) == true)
    #expect(try folder.content("gym.ics") == before)
    let json = try self.run("import", file, "--format", "json")
    #expect(try ReadJSON(json.output)["refused"].array.map { $0["code"].string } == ["no_booking"])
  }

  @Test("K5 where another program dropped the list of bookings, a removed one is named and stays")
  func stripped() throws {
    let text = try own("20260302") { _ in "" }
    let kept = try String(contentsOfFile: text, encoding: .utf8)
      .components(separatedBy: "\r\n").filter { !$0.hasPrefix("X-ALMANAC") }
    let file = try folder.file("ana.ics", kept.joined(separator: "\r\n"))
    let run = try run("import", file)
    #expect(run.status == .done)
    #expect(run.errors.count == 1 && run.errors[0].contains("stays: Yoga, 2026-03-02"))
    #expect(try roster("2026-03-02").first == "ana@example.org confirmed")
    let elsewhere = try AlmanacRun("import", file, "-c", folder.path("personal.ics"))
    #expect(elsewhere.status == .done && elsewhere.errors.isEmpty)
  }

  @Test("K5 in a calendar without the class, a member's bookings are events like any others")
  func elsewhere() throws {
    let file = try own("20260302") { $0 }
    let personal = folder.path("personal.ics")
    let run = try AlmanacRun("import", file, "-c", personal, "--now", "2026-02-24T09:00")
    #expect(run.lines.count == 2 && run.lines.allSatisfy { $0.hasPrefix("added item-0/") })
  }
}
