import CommandLineKit
import Foundation
import Testing

@Suite("Dates in arguments")
struct DateArgumentTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("calendar.ics")
  }

  /// Runs a command on a Thursday afternoon.
  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", "2026-11-26T15:00"])
  }

  private func start(_ at: String, _ arguments: String...) throws -> String? {
    let uid = try #require(
      try AlmanacRun(["add", "event", "E", "--at", at, "-c", path, "--now", "2026-11-26T15:00"] + arguments)
        .lines.first)
    return try ReadJSON(try run("show", uid, "--format", "json").output)["item"]["start"].string
  }

  @Test("one parser reads them in every command")
  func everywhere() throws {
    for (text, date) in [
      ("tomorrow 9:30", "2026-11-27T09:30"), ("friday 10:00", "2026-11-27T10:00"),
      ("next friday", "2026-12-04"),
      ("in 3 days", "2026-11-29"), ("+3d", "2026-11-29"), ("9am", "2026-11-27T09:00"),
      ("16:00", "2026-11-26T16:00"),
      ("24 nov", "2027-11-24"), ("24.11.2026", "2026-11-24"), ("2026-11-24", "2026-11-24"),
      ("2026-11-24 9:15", "2026-11-24T09:15"), ("2026-11-24 10:00", "2026-11-24T10:00"),
    ] {
      #expect(try start(text)?.hasPrefix(date) == true, "\(text)")
    }
    #expect(try run("month", "december").output.contains("December 2026"))
    #expect(try run("day", "friday").output.contains("27 November 2026"))
    #expect(try run("week", "next monday").output == run("week", "2026-11-30").output)
    #expect(
      try run("list", "--from", "tomorrow", "--until", "in 1 week").output
        == run("list", "--from", "2026-11-27", "--until", "2026-12-03").output)
    #expect(
      try run("month", "--selected", "24 dec").output == run("month", "--selected", "2026-12-24").output)
  }

  @Test("what was understood is said, unless it was exact; a time alone is today's or tomorrow's")
  func echo() throws {
    _ = try start("2026-11-24")
    #expect(try run("day", "friday").errors == ["almanac: friday: Friday, 27 November 2026"])
    #expect(try run("day", "2026-11-27").errors.isEmpty)
    #expect(
      try run("add", "event", "E", "--at", "10:00").errors == [
        "almanac: 10:00: Friday, 27 November 2026, 10:00"
      ])
    #expect(
      try run("add", "event", "E", "--at", "16:30").errors.first?.contains("Thursday, 26 November 2026")
        == true)
  }

  @Test("the words are those of the locale, then English; weeks begin as stated")
  func languages() throws {
    #expect(try start("mañana 9:30", "--locale", "es_ES")?.hasPrefix("2026-11-27T09:30") == true)
    #expect(try start("tomorrow 9:30", "--locale=es_ES")?.hasPrefix("2026-11-27T09:30") == true)
    #expect(try start("nächsten Freitag um 10 Uhr", "--locale", "de")?.hasPrefix("2026-12-04T10:00") == true)
    let run = try run("day", "mar 3", "--locale", "it")
    #expect(run.status == .usage && run.errors.first?.contains("two meanings") == true)
    #expect(
      try self.run("day", "next sunday", "--first-weekday", "sunday").output
        == self.run("day", "2026-11-29").output)
  }

  @Test(
    "what is not a date is refused, with the forms that are",
    arguments: [
      "tomorow", "friday 25:00", "32 nov", "mar 3 4", "tomorrow 12-13", "friday 28 november", "2026-13-01",
      "",
      String(repeating: "1 ", count: 200),
    ])
  func refused(text: String) throws {
    let run = try run("add", "event", "E", "--at", text)
    #expect(
      run.status == .usage && run.errors.count == 1 && run.errors[0].contains("(expected "), "\(run.errors)")
    #expect(try folder.names.isEmpty)
  }
}
