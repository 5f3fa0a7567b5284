import CommandLineKit
import Foundation
import Testing

/// An item whose start or rule cannot be read may be at any time, so no time is free for sure beside it.
@Suite("Items at unknown times")
struct UnknownTimesTests {
  private static let start = ":20260303T090000Z"

  /// Items at unknown times.
  static let unknown = [
    Sample.event("x", ":20260230T090000Z", "No start"),
    Sample.event("x", start, "No rule", "DURATION:PT1H\nRRULE:FREQ=DAYLY\n"),
    Sample.event("x", start, "No addition", "DURATION:PT1H\nRDATE:soon\n"),
    Sample.event("x", start, "No instance", "DURATION:PT1H\nRECURRENCE-ID:soon\n"),
    "BEGIN:VFREEBUSY\nUID:x\nDTSTAMP:20260101T000000Z\nFREEBUSY:soon/PT1H\nEND:VFREEBUSY",
  ]

  /// Items that take no time, at most a known one, or none that was free before.
  static let known = [
    Sample.event("x", ":20260230T090000Z", "Free", "TRANSP:TRANSPARENT\n"),
    Sample.event("x", ":20260230T090000Z", "Cancelled", "STATUS:CANCELLED\n"),
    Sample.event("x", start, "Free", "TRANSP:TRANSPARENT\nRRULE:FREQ=DAYLY\n"),
    Sample.event("x", start, "No length", "DURATION:P99999999999W\n"),
    Sample.event("x", start, "Negative", "DURATION:-PT1H\n"),
    Sample.event("x", start, "Ends first", "DTEND:20260303T080000Z\n"),
    Sample.event("x", start, "No exception", "RRULE:FREQ=DAILY;COUNT=2\nEXDATE:soon\n"),
    "BEGIN:VTODO\nUID:x\nDTSTAMP:20260101T000000Z\nDTSTART:20260303T090000Z\nRRULE:FREQ=DAYLY\nEND:VTODO",
  ]

  private func run(_ arguments: [String], _ items: String...) throws -> AlmanacRun {
    let clock = ["--zone", "UTC", "--now", "2026-03-02T08:00", "-c", "-"]
    return try AlmanacRun(arguments + clock, input: Sample.calendar(items.joined(separator: "\n")))
  }

  private static let slots = ["slots", "--for", "1h", "--from", "2026-03-04", "--days", "1"]

  @Test("no time is offered beside them, and the answer says so", arguments: unknown)
  func offers(item: String) throws {
    let slots = try run(Self.slots + ["--format", "json"], item)
    #expect(slots.status == .badData && slots.errors.contains { $0.contains("incomplete: ") })
    let value = try ReadJSON(slots.output)
    #expect(value["slots"].array.isEmpty && value["incomplete"].array.count == 1)
    #expect(value["reasons"].array.strings("code") == ["unread"])
    let busy = try run(
      ["busy", "--format", "json"], item, Sample.event("y", ":20260304T090000Z", "Y", "DURATION:PT1H\n"))
    #expect(busy.status == .badData)
    #expect(try ReadJSON(busy.output)["incomplete"].array.count == 1)
    #expect(try !ReadJSON(busy.output)["busy"].array.isEmpty)
  }

  @Test("lists show the other items, and report them", arguments: unknown)
  func lists(item: String) throws {
    let list = try run(["list"], item, Sample.event("y", ":20260304T090000Z", "Other"))
    #expect(list.status == .done && list.output.contains("Other") && !list.errors.isEmpty)
  }

  @Test("bookings are refused beside them", arguments: unknown)
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
    #expect(try ReadJSON(with.output)["refused"].array.strings("code") == ["unread"])
    #expect(try AlmanacRun(book + ["-c", other]).status == .refused)
    #expect(try folder.content("other.ics") == Sample.calendar(item))
    #expect(try AlmanacRun(book + ["-c", own]).status == .done)
  }

  @Test(
    "an item whose start is known keeps no other time from being offered, and is reported", arguments: known)
  func lengths(item: String) throws {
    let slots = try run(Self.slots + ["--format", "json"], item)
    #expect(slots.status == .done, "\(slots.errors)")
    #expect(try !ReadJSON(slots.output)["slots"].array.isEmpty)
    #expect(slots.errors.contains { $0.contains("x ") }, "\(item)")
  }

  @Test("a fault of a file is reported once")
  func once() throws {
    let slots = try run(Self.slots, Self.known[5])
    #expect(slots.errors.count == 1 && slots.errors[0].contains("is not after the start"))
  }
}
