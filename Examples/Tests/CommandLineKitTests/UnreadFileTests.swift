import CommandLineKit
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with a calendar that is read, and beside it the real meeting in a file that is not, or not completely.
@Suite("Answers beside files that are not read")
struct UnreadFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("own")
    _ = try folder.file("own/a.ics", Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "Holiday")))
  }

  private static let meeting = [
    "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
    "DTEND:20260302T100000Z", "SUMMARY:Meeting",
  ]

  enum Fault: String, CaseIterable, Sendable {
    case pipe, link, tooLong, overLimits, cutOff, noCalendar
  }

  private func make(_ fault: Fault) throws {
    let path = folder.path("own/b.ics")
    let lines = Self.meeting.joined(separator: "\r\n")
    switch fault {
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .link:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere/b.ics")
    case .tooLong:
      _ = try folder.file("own/b.ics", "")
      try #require(truncate(path, 3 << 30) == 0)
    case .overLimits:
      let comments = (0...10_000).map { "COMMENT:\($0)" }.joined(separator: "\r\n")
      _ = try folder.file("own/b.ics", Sample.calendar("\(lines)\r\n\(comments)\r\nEND:VEVENT"))
    case .cutOff: _ = try folder.file("own/b.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines)\r\n")
    case .noCalendar: _ = try folder.file("own/b.ics", "<html>404</html>")
    }
  }

  @Test(
    "every listing says that it is incomplete, in both forms, and names the file", arguments: Fault.allCases)
  func listings(fault: Fault) throws {
    try make(fault)
    let calendar = ["-c", folder.path("own"), "--zone", "UTC", "--now", "2026-03-02T08:00"]
    for command in [
      ["list"], ["list", "--from", "2026-03-01"], ["month"], ["week"], ["day"], ["year"],
      ["search", "Holiday"], ["busy"], ["slots", "--for", "30m"], ["class", "list"], ["session", "list"],
      ["alarms", "list"],
    ] {
      let text = try AlmanacRun(command + calendar)
      #expect(text.status == .badData, "\(command)")
      #expect(
        text.errors.count { $0.contains("incomplete: ") && $0.contains("own/b.ics") } == 1, "\(command)")
      let json = try AlmanacRun(command + calendar + ["--format", "json"])
      #expect(json.status == .badData, "\(command)")
      let incomplete = try ReadJSON(json.output)["incomplete"].array
      #expect(incomplete.contains { $0["file"].string == folder.path("own/b.ics") }, "\(command)")
    }
    #expect(try AlmanacRun(["list"] + calendar).output.contains("Holiday"))
  }

  @Test("an item without END is shown and reported; where its calendar has an END, nothing is missing")
  func withoutEnd() throws {
    let lines = Self.meeting.joined(separator: "\r\n")
    _ = try folder.file("own/b.ics", Sample.calendar(lines))
    let clock = ["--zone", "UTC", "--now", "2026-03-02T08:00"]
    let run = try AlmanacRun(["list", "-c", folder.path("own")] + clock)
    #expect(run.status == .done && run.output.contains("Meeting") && run.output.contains("Holiday"))
    let found = try AlmanacRun(["validate", folder.path("own"), "--format", "json"])
    let codes = try ReadJSON(found.output)["diagnostics"].array.strings("code")
    #expect(codes.contains("unterminated_component"))
  }

  @Test("no time is offered beside a file that is not read", arguments: Fault.allCases)
  func offers(fault: Fault) throws {
    let own = ["--zone", "UTC", "--now", "2026-03-02T08:00", "--format", "json", "-c", folder.path("own")]
    let book = [
      "session", "book", "--coach", "eva@example.org", "--client", "bob@example.org", "--at",
      "2026-03-05T09:00",
    ]
    #expect(try AlmanacRun(book + own).status == .done)
    let offers = [
      ["slots", "--for", "30m"], ["slots", "--for", "30m", "--explain"],
      ["session", "slots", "eva@example.org", "--for", "30m"],
      ["session", "find", "--with", "eva@example.org", "--with", "bob@example.org"],
    ]
    for command in offers {
      let before = try AlmanacRun(command + own)
      if before.status == .done { #expect(try !ReadJSON(before.output)["slots"].array.isEmpty) }
    }
    try make(fault)
    for command in offers {
      let run = try AlmanacRun(command + own)
      #expect(run.status != .done, "\(command)")
      if run.status == .badData { #expect(try ReadJSON(run.output)["slots"].array.isEmpty, "\(command)") }
    }
    let text = try AlmanacRun("slots", "--for", "30m", "-c", folder.path("own"))
    #expect(text.output.contains("unread"))
  }

  @Test(
    "bookings are refused beside a file that is not read, also one of --with; cancellations are not",
    arguments: Fault.allCases)
  func bookings(fault: Fault) throws {
    let clock = ["--zone", "UTC", "--now", "2026-03-01T08:00"]
    let own = clock + ["-c", folder.path("own")]
    let added = try AlmanacRun(
      [
        "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
        "--places", "9",
      ]
        + own)
    let uid = try #require(added.lines.first)
    let roster = [uid, "--on", "2026-03-02", "--member", "m@example.org"]
    #expect(try AlmanacRun(["class", "book"] + roster + own).status == .done)
    let session = [
      "session", "book", "--coach", "eva@example.org", "--client", "bob@example.org", "--for", "1h", "--at",
    ]
    let booked = try AlmanacRun(session + ["2026-03-03T09:00"] + own)
    let booking = try #require(booked.lines.first)
    try make(fault)
    let state = try folder.content("own/a.ics")
    let other = [uid, "--on", "2026-03-09", "--member", "n@example.org"]
    for command in [
      ["class", "book"] + other, ["class", "book"] + other + ["--until", "2026-04-01"],
      session + ["2026-03-02T09:30"], session + ["2026-03-02T09:30", "--hours", "mon 09:00-13:00"],
      ["session", "move", booking, "--at", "2026-03-02T09:30"],
    ] {
      let run = try AlmanacRun(command + own)
      #expect(run.status == .refused, "\(command)")
      #expect(run.errors.contains { $0.contains("unread: ") && $0.contains("b.ics") }, "\(command)")
      let json = try AlmanacRun(command + own + ["--format", "json"])
      #expect(try ReadJSON(json.output)["refused"].array.first?["code"].string == "unread", "\(command)")
    }
    #expect(try folder.content("own/a.ics") == state)
    #expect(try AlmanacRun(["class", "cancel"] + roster + own).status == .done)
    // The file is one of the calendars of somebody else.
    let elsewhere = clock + ["-c", folder.path("elsewhere/")]
    let with = ["2026-03-02T09:30", "--with", folder.path("own")]
    let run = try AlmanacRun(session + with + elsewhere)
    #expect(run.status == .refused && run.errors.contains { $0.contains("unread: ") })
  }

  @Test("a name or a colour that is not read is reported, and hides no item")
  func properties() throws {
    try #require(mkfifo(folder.path("own/color"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("own/displayname"), withDestinationPath: "/dev/zero")
    let run = try AlmanacRun("list", "--from", "2026-03-01", "-c", folder.path("own"))
    #expect(run.status == .done && run.errors.count == 2)
  }
}
