import CommandLineKit
import Foundation
import Testing

/// An item some of whose times cannot be read may be at any of them, so no time is free for sure beside it.
@Suite("Items at unknown times")
struct UnknownTimesTests {
  private static let start = ":20260303T090000Z"
  private static let hour = "DURATION:PT1H\n"

  /// Items that are not shown, as their start, or the instance that they change, cannot be read; and busy time.
  static let hidden = [
    Sample.event("x", ":20260230T090000Z", "No start"),
    Sample.event("x", start, "No instance", hour + "RECURRENCE-ID:soon\n"),
    "BEGIN:VFREEBUSY\nUID:x\nDTSTAMP:20260101T000000Z\nFREEBUSY:soon/PT1H\nEND:VFREEBUSY",
  ]

  /// Series of which instances are missing.
  static let incomplete = [
    "RRULE:FREQ=DAYLY", "RRULE:FREQ=WEEKLY;BYDAY=TUE,WED", "RRULE:FREQ=WEEKLY;BYDAY=\"TU,WE\"",
    "RRULE:FREQ=WEEKLY;BYDAY=TU WE", "RRULE:FREQ=WEEKLY;BYDAYS=TU,WE", "RRULE:FREQ=MONTHLY;BYMONTHDAY=4.",
    "RRULE:FREQ=YEARLY;BYMONTH=March", "RRULE:FREQ=WEEKLY;FREQ=DAILY", "RDATE:soon",
    "RDATE;VALUE=PERIOD:20260304T090000Z/soon",
  ].map { Sample.event("x", start, "Series", hour + $0 + "\n") }

  /// Events on the day that is asked for, which are shown, but may take other time than that.
  static let doubtful =
    [
      "DURATION:1 hour", "DURATION:-PT1H", "DURATION:P1M", "DURATION:PT99999999999999999999H", "DURATION:",
      "DTEND:soon", "DTEND:", "DTEND:20260304T080000Z", "DTEND;VALUE=DATE:20260304",
      "DTEND;TZID=Nowhere/Here:20260304T080000", "DTSTART:20260304T110000Z\nDURATION:PT1H",
    ].map { Sample.event("x", ":20260304T090000Z", "Event", $0 + "\n") }
    + [";TZID=Nowhere/Here:20260304T090000", ";TZID=:20260304T090000"].map {
      Sample.event("x", $0, "Event", hour)
    }

  /// Items that take no time, at most a known one, or none that was free before.
  static let known = [
    Sample.event("x", ":20260230T090000Z", "Free", "TRANSP:TRANSPARENT\n"),
    Sample.event("x", ":20260230T090000Z", "Cancelled", "STATUS:CANCELLED\n"),
    Sample.event("x", start, "Free", "TRANSP:TRANSPARENT\nRRULE:FREQ=DAYLY\n"),
    Sample.event("x", start, "The day before", "DURATION:P99999999999W\n"),
    Sample.event("x", ":20260305T090000Z", "The day after", "DURATION:-PT1H\n"),
    Sample.event("x", start, "No exception", "RRULE:FREQ=DAILY;COUNT=2\nEXDATE:soon\n"),
    "BEGIN:VTODO\nUID:x\nDTSTAMP:20260101T000000Z\nDTSTART:20260303T090000Z\nRRULE:FREQ=DAYLY\nEND:VTODO",
  ]

  private func run(_ arguments: [String], _ items: String...) throws -> AlmanacRun {
    let clock = ["--zone", "UTC", "--now", "2026-03-02T08:00", "-c", "-"]
    return try AlmanacRun(arguments + clock, input: Sample.calendar(items.joined(separator: "\n")))
  }

  private static let slots = [
    "slots", "--for", "1h", "--every", "1h", "--from", "2026-03-04", "--days", "1", "--hours",
    "mon-sun 09:00-13:00",
  ]

  @Test("no time is offered beside them, and the answer says so", arguments: hidden + incomplete)
  func offers(item: String) throws {
    let slots = try run(Self.slots + ["--format", "json"], item)
    #expect(slots.status == .badData && !slots.errors.isEmpty)
    let value = try ReadJSON(slots.output)
    #expect(value["slots"].array.isEmpty && value["incomplete"].array.count == 1)
    #expect(value["reasons"].array.strings("code") == ["unread"])
    let busy = try run(
      ["busy", "--format", "json"], item, Sample.event("y", ":20260304T090000Z", "Y", Self.hour))
    #expect(busy.status == .badData)
    #expect(try ReadJSON(busy.output)["incomplete"].array.count == 1)
    #expect(try !ReadJSON(busy.output)["busy"].array.isEmpty)
  }

  @Test(
    "the time from the start of an event on is not offered where its end or its zone is not known",
    arguments: doubtful)
  func doubts(item: String) throws {
    let slots = try run(Self.slots + ["--format", "json"], item)
    #expect(slots.status == .badData)
    let value = try ReadJSON(slots.output)
    #expect(value["slots"].array.isEmpty && value["incomplete"].array.count == 1, "\(item)")
    let list = try run(["list"], item)
    #expect(list.status == .done && list.output.contains("Event"))
  }

  @Test("lists show the other items, and report them", arguments: hidden)
  func lists(item: String) throws {
    let list = try run(["list"], item, Sample.event("y", ":20260304T090000Z", "Other"))
    #expect(list.status == .done && list.output.contains("Other") && !list.errors.isEmpty)
  }

  @Test(
    "views with series of which instances are missing say so, as for an unknown calendar",
    arguments: incomplete)
  func views(item: String) throws {
    for command in ["list", "month", "week"] {
      let view = try run([command], item)
      #expect(view.status == .badData && view.errors.contains { $0.contains("cannot be read") }, "\(command)")
    }
  }

  @Test("bookings are refused beside them", arguments: hidden + incomplete + doubtful)
  func bookings(item: String) throws {
    let folder = try TemporaryFolder()
    let own = folder.path("own.ics")
    let other = try folder.file("other.ics", Sample.calendar(item))
    let book = [
      "session", "book", "--coach", "eva@example.org", "--client", "bob@example.org", "--at",
      "2026-03-04T09:00", "--zone", "UTC", "--now", "2026-03-02T08:00",
    ]
    let with = try AlmanacRun(book + ["-c", own, "--with", other, "--format", "json"])
    #expect(with.status == .refused)
    #expect(try ReadJSON(with.output)["refused"].array.strings("code").contains("unread"))
    #expect(try AlmanacRun(book + ["-c", other]).status == .refused)
    #expect(try folder.content("other.ics") == Sample.calendar(item))
    #expect(try AlmanacRun(book + ["-c", own]).status == .done)
  }

  @Test("what they lack goes with them to another file", arguments: incomplete + doubtful)
  func copies(item: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.ics", Sample.calendar(item))
    try FileManager.default.createDirectory(atPath: folder.path("c"), withIntermediateDirectories: false)
    let clock = ["--zone", "UTC", "--now", "2026-03-02T08:00"]
    let stored = folder.path("c")
    #expect(try AlmanacRun(["import", file, "-c", stored] + clock).status == .done)
    // In iCalendar written anew a zone that is not known is missing, which ends with 65.
    let converted = folder.path(Self.doubtful.contains(item) ? "b.jscal" : "b.ics")
    #expect(try AlmanacRun(["convert", file, converted] + clock).status != .noInput)
    for path in [stored, converted] {
      let slots = try AlmanacRun(Self.slots + ["-c", path, "--format", "json"] + clock)
      #expect(slots.status == .badData, "\(path) \(item)")
      #expect(try ReadJSON(slots.output)["slots"].array.isEmpty, "\(path) \(item)")
    }
  }

  @Test("an item that takes none of the time that is asked for is no obstacle", arguments: known)
  func harmless(item: String) throws {
    let slots = try run(Self.slots + ["--format", "json"], item)
    #expect(slots.status == .done, "\(slots.errors)")
    #expect(try !ReadJSON(slots.output)["slots"].array.isEmpty)
    #expect(slots.errors.contains { $0.contains("x ") }, "\(item)")
  }

  /// Members of a JSCalendar event because of which its times are not known.
  static let members = [
    #""recurrenceRules":"FREQ=WEEKLY""#, #""recurrenceRules":["FREQ=WEEKLY"]"#,
    #""recurrenceRules":[{"@type":"RecurrenceRule","frequency":"weeekly"}]"#,
    #""recurrenceRules":[{"@type":"RecurrenceRule","frequency":"weekly","byDay":[{"day":"xx"}]}]"#,
    #""recurrenceRule":{"frequency":"weekly"}"#, #""recurrenceOverrides":["2026-03-04T09:00:00"]"#,
    #""recurrenceOverrides":{"soon":{}}"#,
    #""recurrenceOverrides":{"2026-03-04T09:00:00":{"duration":"soon"}}"#,
  ]

  @Test("JSCalendar: the same", arguments: members)
  func jsCalendar(member: String) throws {
    let folder = try TemporaryFolder()
    let event = #"{"@type":"Event","uid":"x","updated":"2026-01-01T00:00:00Z","start":"2026-02-25T09:00:00""#
    let rest = #","timeZone":"Etc/UTC","duration":"PT1H","title":"X","# + member + "}"
    let file = try folder.file("a.jscal", #"{"@type":"Group","uid":"g","entries":["# + event + rest + "]}")
    let clock = ["--zone", "UTC", "--now", "2026-03-02T08:00"]
    try FileManager.default.createDirectory(atPath: folder.path("c"), withIntermediateDirectories: false)
    _ = try AlmanacRun(["import", file, "-c", folder.path("c")] + clock)
    for path in [file, folder.path("c")] {
      let slots = try AlmanacRun(Self.slots + ["-c", path, "--format", "json"] + clock)
      #expect(slots.status == .badData, "\(path)")
      #expect(try ReadJSON(slots.output)["slots"].array.isEmpty, "\(path)")
    }
  }
}
