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

  private static let calendar = PreparedFiles { folder in
    try folder.makeFolder("own")
    _ = try folder.file("own/a.ics", Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "Holiday")))
  }

  init() throws { folder = try Self.calendar.copy() }

  private static let meeting = [
    "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
    "DTEND:20260302T100000Z", "SUMMARY:Meeting",
  ]

  enum Fault: String, CaseIterable, Sendable {
    case pipe, link, tooLong, overLimits, cutOff, noCalendar

    /// The commands that are run beside the file: of those that read it alike the first, and all beside one that is read
    /// quickly.
    func commands(of all: [[String]]) -> [[String]] { self == .noCalendar ? all : Array(all.prefix(1)) }
  }

  private func make(_ fault: Fault, in folder: TemporaryFolder) throws {
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
    try make(fault, in: folder)
    let calendar = ["-c", folder.path("own"), "--zone", "UTC", "--now", "2026-03-02T08:00"]
    for command in fault.commands(of: [
      ["list"], ["list", "--from", "2026-03-01"], ["month"], ["week"], ["day"], ["year"],
      ["search", "Holiday"], ["busy"], ["slots", "--for", "30m"], ["class", "list"], ["session", "list"],
      ["alarms", "list"],
    ]) {
      let json = try AlmanacRun(command + calendar + ["--format", "json"])
      let incomplete = try ReadJSON(json.output)["incomplete"].array
      #expect(incomplete.contains { $0["file"].string == folder.path("own/b.ics") }, "\(command)")
      // The text of each listing is the same for each fault.
      let text = try fault == .noCalendar ? [AlmanacRun(command + calendar)] : []
      for run in [json] + text {
        #expect(run.status == .badData, "\(command)")
        #expect(
          run.errors.count { $0.contains("incomplete: ") && $0.contains("own/b.ics") } == 1, "\(command)")
      }
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

  private static let offers = [
    ["slots", "--for", "30m"], ["slots", "--for", "30m", "--explain"],
    ["session", "slots", "--coach", "eva@example.org", "--for", "30m"],
    ["session", "find", "--people", "eva@example.org,bob@example.org", "--within", "1w"],
  ]

  private static func offer(_ command: [String], in folder: TemporaryFolder) throws -> AlmanacRun {
    try AlmanacRun(
      command + ["--zone", "UTC", "--now", "2026-03-02T08:00", "--format", "json", "-c", folder.path("own")])
  }

  /// The calendar with a session, in which each command offers times.
  private static let offering = PreparedFiles(from: calendar) { folder in
    let book = [
      "session", "book", "--coach", "eva@example.org", "--client", "bob@example.org", "--at",
      "2026-03-05T09:00",
    ]
    try #require(try offer(book, in: folder).status == .done)
    for command in offers {
      let run = try offer(command, in: folder)
      try #require(run.status == .done, "\(command): \(run.errors)")
      try #require(try !ReadJSON(run.output)["slots"].array.isEmpty, "\(command)")
    }
  }

  @Test("no time is offered beside a file that is not read", arguments: Fault.allCases)
  func offers(fault: Fault) throws {
    let folder = try Self.offering.copy()
    try make(fault, in: folder)
    for command in fault.commands(of: Self.offers) {
      let run = try Self.offer(command, in: folder)
      #expect([.badData, .refused].contains(run.status), "\(command): \(run.errors)")
      #expect(try ReadJSON(run.output)["slots"].array.isEmpty, "\(command)")
    }
    let text = try AlmanacRun("slots", "--for", "30m", "-c", folder.path("own"))
    #expect(text.output.contains("unread"))
  }

  private static let clock = ["--zone", "UTC", "--now", "2026-03-01T08:00"]
  private static let roster = ["item-0", "--on", "2026-03-02", "--member", "m@example.org"]
  private static let session = [
    "session", "book", "--coach", "eva@example.org", "--client", "bob@example.org", "--for", "1h", "--at",
  ]

  /// The calendar with a booked class, `item-0`, and a session, `item-1`.
  private static let booked = PreparedFiles(from: calendar) { folder in
    let own = clock + ["-c", folder.path("own")]
    let yoga = [
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
      "--places", "9",
    ]
    try #require(try AlmanacRun(yoga + own).lines.first == "item-0")
    try #require(try AlmanacRun(["class", "book"] + roster + own).status == .done)
    try #require(try AlmanacRun(session + ["2026-03-03T09:00"] + own).lines.first == "item-1")
  }

  @Test(
    "bookings are refused beside a file that is not read, also one of --with; cancellations are not",
    arguments: Fault.allCases)
  func bookings(fault: Fault) throws {
    let folder = try Self.booked.copy()
    let own = Self.clock + ["-c", folder.path("own")]
    try make(fault, in: folder)
    let state = try folder.content("own/a.ics")
    let other = ["item-0", "--on", "2026-03-09", "--member", "n@example.org"]
    for command in fault.commands(of: [
      ["class", "book"] + other, ["class", "book"] + other + ["--until", "2026-04-01"],
      Self.session + ["2026-03-02T09:30"], Self.session + ["2026-03-02T09:30", "--hours", "mon 09:00-13:00"],
      ["session", "move", "item-1", "--at", "2026-03-02T09:30"],
    ]) {
      let json = try AlmanacRun(command + own + ["--format", "json"])
      #expect(try ReadJSON(json.output)["refused"].array.first?["code"].string == "unread", "\(command)")
      // The refusal of each command is the same for each fault.
      let text = try fault == .noCalendar ? [AlmanacRun(command + own)] : []
      for run in [json] + text {
        #expect(run.status == .refused, "\(command)")
        #expect(run.errors.contains { $0.contains("unread: ") && $0.contains("b.ics") }, "\(command)")
      }
    }
    #expect(try folder.content("own/a.ics") == state)
    #expect(try AlmanacRun(["class", "cancel"] + Self.roster + own).status == .done)
    // The file is one of the calendars of somebody else.
    let elsewhere = Self.clock + ["-c", folder.path("elsewhere/")]
    let with = ["2026-03-02T09:30", "--with", folder.path("own")]
    let run = try AlmanacRun(Self.session + with + elsewhere)
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
