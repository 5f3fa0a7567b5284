import CommandLineKit
import Foundation
import Testing

/// RFC 7529 §4.1 lets a program show only the first date of a series that counts by a calendar it does not know. The other dates are
/// not known, so nothing is offered from then on.
@Suite("Series that count by an unknown calendar")
struct UnknownCalendarTests {
  private let calendar = Sample.calendar(
    Sample.event(
      "k", ":20260105T080000Z", "Feast", "DTEND:20260105T160000Z\nRRULE:RSCALE=KLINGON;FREQ=DAILY\n"))

  private func run(_ arguments: String..., day: String, hasInternational: Bool = false) throws -> AlmanacRun {
    let clock = ["--zone", "UTC", "--now", "2026-01-01T00:00", "--from", day, "--days", "1", "-c", "-"]
    return try AlmanacRun(arguments + clock, input: calendar, hasInternational: hasInternational)
  }

  @Test("no time is offered from the first date on, and the answer says so")
  func slots() throws {
    for (day, isKnown) in [("2026-01-04", true), ("2026-01-05", false), ("2026-01-06", false)] {
      let run = try run("slots", "--for", "8h", "--format", "json", day: day)
      #expect(run.status == (isKnown ? .done : .badData), "\(day): \(run.errors)")
      // Before its first date nothing of the series takes time.
      let ends = try ReadJSON(run.output)["slots"].array.strings("end")
      let free = ends.filter { $0 <= "2026-01-05T08:00:01" }
      #expect(ends == (isKnown ? ends : free) && ends.isEmpty == (day == "2026-01-06"), "\(day): \(ends)")
      #expect(run.errors.contains { $0.contains("k (Feast): repeats by the calendar KLINGON") } == !isKnown)
    }
    let reasons = try ReadJSON(run("slots", "--for", "8h", "--format", "json", day: "2026-01-06").output)[
      "reasons"]
    #expect(reasons.array.strings("code") == ["unsupported_calendar"])
  }

  @Test("lists and views show the first date, and end with 65 from then on")
  func listings() throws {
    for command in ["list", "busy"] {
      #expect(try run(command, day: "2026-01-04").status == .done, "\(command)")
      #expect(try run(command, day: "2026-01-05").status == .badData, "\(command)")
    }
    let list = try run("list", "--format", "json", day: "2026-01-05")
    #expect(try ReadJSON(list.output)["items"].array.count == 1)
    #expect(try ReadJSON(list.output)["incomplete"].array.strings("uid") == ["k"])
    let busy = try run("busy", "--format", "json", day: "2026-01-05")
    #expect(try ReadJSON(busy.output)["busy"].array.strings("kind") == ["busy", "unknown"])
    for command in ["month", "week", "day", "year", "now"] {
      let run = try AlmanacRun([command, "-c", "-", "--now", "2026-01-05T09:00"], input: calendar)
      #expect(run.status == .badData, "\(command)")
    }
  }

  @Test("alarms of such a series may be missing, of others none are")
  func alarms() throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM\n"
    let withAlarm = calendar.replacing("END:VEVENT", with: alarm.replacing("\n", with: "\r\n") + "END:VEVENT")
    let list = ["alarms", "list", "-c", "-", "--now", "2026-01-06T00:00"]
    #expect(try AlmanacRun(list, input: withAlarm).status == .badData)
    #expect(try AlmanacRun(list, input: calendar).status == .done)
  }

  @Test("the program with calendar systems is asked where it is installed")
  func international() throws {
    #expect(
      try run("slots", "--for", "8h", day: "2026-01-06", hasInternational: true).internationalInput != nil)
    let validate = try AlmanacRun("validate", "-", input: calendar, hasInternational: true)
    #expect(validate.internationalInput != nil)
  }

  @Test("validate names the calendar, in a file and in a folder")
  func validate() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("k.ics", calendar)
    for path in [folder.path("k.ics"), folder.path] {
      let run = try AlmanacRun("validate", path, "--format", "json")
      let found = try ReadJSON(run.output)["diagnostics"].array
      #expect(run.status == .done && found.strings("code") == ["unknown_calendar"])
      #expect(found.first?["message"].string?.contains("KLINGON") == true)
    }
    let known = calendar.replacing("KLINGON", with: "GREGORIAN")
    #expect(try AlmanacRun("validate", "-", input: known).output.isEmpty)
  }
}
