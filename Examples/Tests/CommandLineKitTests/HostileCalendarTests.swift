import CommandLineKit
import Foundation
import Testing

/// Small calendars that need excessive computation; see the folder `Hostile`.
@Suite("Hostile calendars")
struct HostileCalendarTests {
  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Hostile/\(name)").path
  }

  /// Twenty events that repeat each second, and an ordinary one.
  private func run(_ arguments: String..., file: String? = nil) throws -> AlmanacRun {
    try AlmanacRun(
      arguments + [
        "-c", file ?? Self.path("hide20.ics"), "-c", Self.path("hide20-real.ics"), "--zone", "UTC", "--now",
        "2026-03-02T08:00",
      ])
  }

  /// The first of the twenty, with a duration.
  private func opaque(in folder: TemporaryFolder) throws -> String {
    let text = String(decoding: try Data(contentsOf: URL(filePath: Self.path("hide20.ics"))), as: UTF8.self)
    let one = text.prefix(upTo: try #require(text.firstRange(of: "END:VEVENT")).upperBound)
    return try folder.file(
      "opaque.ics", one.replacingOccurrences(of: "TRANSPARENT", with: "OPAQUE") + "\nEND:VCALENDAR\n")
  }

  @Test("items of zero length do not block slots nor count as busy")
  func transparent() throws {
    let busy = try run("busy", "--from", "2026-03-02", "--until", "2026-03-02")
    #expect(busy.status == .done && busy.errors.isEmpty)
    #expect(busy.lines == ["2026-03-02 18:00–19:00  busy"])
    let slots = try run("slots", "--for", "1h", "--hours", "mon-fri 16:00-20:00", "--until", "2026-03-02")
    #expect(slots.status == .done && slots.errors.isEmpty)
    #expect(slots.lines.map { $0.dropFirst(11).prefix(5) } == ["16:00", "17:00", "19:00"])
  }

  @Test("a day shows the real items, and a note that it is incomplete")
  func day() throws {
    let list = try run("list", "--from", "2026-03-02", "--days", "1", "--by", "category", "--text", "x")
    #expect(list.status == .badData)
    #expect(list.errors.count == 6)
    #expect(
      list.errors[0].contains("h0 (X): has too many instances or days; those from 2026-03-02T01:23:20 on are")
    )
    #expect(list.errors[5].contains("15 more items lack instances or days"))
    #expect(list.lines.last == "! incomplete: 2 March 2026 01:23:20 → X, X, X, +17 more")
  }

  @Test("several months share the budget of an answer, and those after it are named")
  func months() throws {
    let run = try run("month", "2026-03", "-n", "6", "--budget", "500", "--format", "json")
    #expect(run.status == .badData && !run.errors.isEmpty)
    let days = try ReadJSON(run.output)["months"].array.flatMap { $0["weeks"].array }.flatMap {
      $0["days"].array
    }
    let titles = days.flatMap { $0["items"].array }.map { $0["summary"].string }
    #expect(titles.contains("Surgery"))
    #expect(titles.count { $0 == "X" } <= 500)
    let cut = run.errors.filter { $0.contains("the months from 2026-04 on are not shown") }
    #expect(cut.count == 1)
  }

  @Test("alarms are listed up to a limit of their texts, and the first that is not is named")
  func alarmTexts() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "a.ics",
      Sample.calendar(
        Sample.event(
          "a", ":20260302T090000Z", "A",
          "RRULE:FREQ=MINUTELY\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nDESCRIPTION:"
            + String(repeating: "d", count: 1 << 20) + "\nEND:VALARM\n")))
    let run = try AlmanacRun(
      "alarms", "list", "--days", "7", "--format", "json", "-c", file, "--zone", "UTC", "--now",
      "2026-03-02T08:00")
    #expect(run.status == .badData && run.errors.count == 1)
    #expect(run.errors[0].contains("there are more than 15 alarms"))
    #expect(try ReadJSON(run.output)["alarms"].array.count == 15)
  }

  @Test("with a larger budget more instances are expanded")
  func budget() throws {
    let options = ["--from", "2026-03-02", "--days", "1", "--text", "x", "--budget"]
    func known(_ budget: String) throws -> String? {
      let run = try AlmanacRun(
        ["list", "-c", Self.path("hide20.ics"), "--zone", "UTC", "--format", "json"] + options + [budget])
      return try ReadJSON(run.output)["incomplete"].array.first?["from"].string
    }
    #expect(try known("200") == "2026-03-02T00:00:10Z")
    #expect(try known("20000") == "2026-03-02T00:16:40Z")
    for wrong in ["0", "-1", "many", "99999999999999999999"] {
      let run = try AlmanacRun(["list"] + options + [wrong])
      #expect(run.status == .usage && run.errors.count == 1)
    }
  }

  @Test("a class of every second is listed as far as it can be, and the rest is reported")
  func offers() throws {
    let folder = try TemporaryFolder()
    let lines = "DURATION:PT1S\nX-ALMANAC-KIND:CLASS\nX-ALMANAC-PLACES:3\nRRULE:FREQ=SECONDLY\n"
    let event = Sample.event("c", ":20260302T090000Z", "Spin", lines)
    let file = try folder.file("c.ics", Sample.calendar(event))
    let run = try AlmanacRun(
      "class", "offers", "--member", "ana", "-c", file, "--now", "2026-03-02T08:00", "--zone", "UTC")
    #expect(run.status == .badData && run.errors.count == 1)
    #expect(run.lines.count == 50_000)
    #expect(run.errors[0].hasPrefix("almanac: c (Spin): has too many instances"))
  }

  @Test("the first of too many alarms are listed, and the rest is reported")
  func alarms() throws {
    let folder = try TemporaryFolder()
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nDESCRIPTION:x\nEND:VALARM\n"
    let file = try folder.file(
      "a.ics",
      Sample.calendar(Sample.event("a", ":20260302T090000Z", "Drip", "RRULE:FREQ=SECONDLY\n" + alarm)))
    let run = try AlmanacRun("alarms", "--from", "2026-03-02", "--days", "1", "-c", file, "--zone", "UTC")
    #expect(run.status == .badData && run.errors.count == 1 && run.lines.count == 10_000)
    #expect(run.errors[0].contains("those from 2026-03-02 11:46 on"))
    let few = try AlmanacRun(
      "alarms", "--from", "2026-03-02", "--days", "1", "-c", file, "--zone", "UTC", "-n", "3")
    #expect(few.status == .done && few.lines.count == 3)
  }

  @Test("time of unknown availability is not offered")
  func unknown() throws {
    let folder = try TemporaryFolder()
    let file = try opaque(in: folder)
    let slots = try run("slots", "--for", "1h", "--until", "2026-03-02", file: file)
    #expect(slots.status == .badData && slots.errors.count == 1)
    #expect(slots.lines.contains { $0.contains("too_many_instances") })
  }
}
