import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

/// Times that cannot be read are neither lost on their way from file to file nor taken for others.
@Suite("Times that cannot be read")
struct UnreadTimesTests {
  private static let series = event("m", "DTSTART:20260310T100000Z", "RRULE:FREQ=DAILY;COUNT=5")

  /// Lines that cannot be read, or not completely, beside a start.
  static let lines = [
    "RRULE:FREQ=DAYLY", "RRULE:FREQ=WEEKLY;BYDAY=MON,WED", "RDATE:soon", "EXDATE:soon",
    "RDATE;VALUE=PERIOD:20260312T100000Z/soon", "DURATION:1 hour", "DURATION:-PT1H", "DTEND:soon",
    "DTEND:20260309T100000Z", "DTSTART:20260311T100000Z",
  ]

  @Test("they are written from the model, and read as they were", arguments: lines)
  func written(line: String) throws {
    let text = file(event("a", "DTSTART:20260310T100000Z", line))
    for style in [ICSDocument.Style.asRead, .normalized] {
      let copy = ICSDocument([try calendar(text)]).text(style)
      #expect(copy.contains(line + "\r\n"))
      #expect(try calendar(copy).item(uid: "a")?.hasUnreadTimes ?? false)
      #expect(ICSDocument([try calendar(copy)]).text(style) == copy)
    }
  }

  @Test("of a list those that can be read are")
  func lists() throws {
    let text = file(event("a", "DTSTART:20260310T100000Z", "RDATE:20260311T100000Z,soon"))
    let item = try #require(try calendar(text).item(uid: "a"))
    #expect(item.recurrence.additions.count == 1)
    let unread = item.unmodelled.properties.map { $0.value }
    #expect(unread == ["soon"])
  }

  @Test("an edit of the same property replaces them, another leaves them")
  func edits() throws {
    func edited(_ line: String, _ change: (inout Item) -> Void) throws -> String {
      var document = try ICSDocument(parsing: file(event("a", "DTSTART:20260310T100000Z", line)))
      let id = ItemID(uid: "a", kind: .event)
      try document.calendars[0].edit(id, scope: .all, at: now) { change(&$0) }
      return document.text
    }
    let rule = try edited("RRULE:FREQ=DAYLY") { $0.recurrence = Recurrence(RecurrenceRule(.daily)) }
    #expect(!rule.contains("DAYLY") && rule.contains("RRULE:FREQ=DAILY\r\n"))
    let length = try edited("DURATION:1 hour") { $0.extent = .duration(.hours(2)) }
    #expect(!length.contains("1 hour") && length.contains("DURATION:PT2H\r\n"))
    let end = try edited("DTEND:soon") { $0.extent = .duration(.hours(2)) }
    #expect(!end.contains("soon") && end.contains("DURATION:PT2H\r\n"))
    #expect(try edited("RRULE:FREQ=DAYLY") { $0.summary = "Title" }.contains("RRULE:FREQ=DAYLY\r\n"))
  }

  @Test("instances that may be missing are reported by queries, as busy time too")
  func queries() throws {
    let unread = try calendar(file(event("a", "DTSTART:20260310T100000Z", "RRULE:FREQ=DAYLY")))
    let week = try Instant("2026-03-12T00:00:00Z")..<(try Instant("2026-03-19T00:00:00Z"))
    let agenda = unread.agenda(in: week, viewer: .utc)
    #expect(agenda.unexpanded.map(\.unreadProperty) == ["RRULE"] && agenda.found.isEmpty)
    #expect(throws: EventError.self) { try unread.occurrences(in: week, viewer: .utc) }
    let before = try Instant("2026-03-02T00:00:00Z")..<(try Instant("2026-03-09T00:00:00Z"))
    #expect(unread.agenda(in: before, viewer: .utc).unexpanded.isEmpty)
  }

  @Test("a change of an instance that cannot be read is not taken for the series", arguments: [true, false])
  func instances(isFirst: Bool) throws {
    let change = event("m", "DTSTART:20260311T120000Z", "RECURRENCE-ID:soon", "SEQUENCE:9")
    let text = isFirst ? file(change, Self.series) : file(Self.series, change)
    let document = try ICSDocument(parsing: text)
    #expect(document.calendars[0].items.map(\.isRecurring) == [true])
    #expect(document.unreadUIDs == ["m"] && document.importedSeries.isEmpty && document.text == text)
    let merge = CalendarMerge(
      base: try calendar(file(Self.series)),
      ours: try calendar(
        file(event("m", "DTSTART:20260310T100000Z", "RRULE:FREQ=DAILY;COUNT=5", "LOCATION:Home"))),
      theirs: document.calendars[0])
    #expect(
      merge.calendar.items.map(\.location) == ["Home"] && merge.calendar.items.allSatisfy(\.isRecurring))
  }

  /// Components of messages about an instance that cannot be read.
  static let components = [
    ("CANCEL", ["RECURRENCE-ID:soon"]), ("REQUEST", ["RECURRENCE-ID:soon", "DTSTART:20260311T150000Z"]),
    ("CANCEL", ["RECURRENCE-ID:soon", "DTSTART:20260311T150000Z"]), ("ADD", ["DTSTART:soon"]),
    ("CANCEL", ["RECURRENCE-ID;TZID=Nowhere/Here:20260311T100000"]),
  ]

  @Test("a message about an instance that cannot be read changes nothing", arguments: components)
  func messages(method: String, lines: [String]) throws {
    let people = ["ORGANIZER:mailto:boss@example.org", "ATTENDEE:mailto:ana@example.org"]
    var mine = try calendar(
      file(
        ["BEGIN:VEVENT", "UID:m", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z"] + people
          + ["RRULE:FREQ=DAILY;COUNT=5", "END:VEVENT"]))
    let before = mine
    let text = messageText(
      method, "VEVENT", ["UID:m", "DTSTAMP:20260201T000000Z", "SEQUENCE:2"] + people + lines)
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    let receipt = mine.receive(message, me: ["mailto:ana@example.org"], at: now)
    #expect(!receipt.isAccepted && message.uid == "m" && mine == before)
  }

  @Test("the series of a feed of which a change cannot be read stays as it is here")
  func refresh() throws {
    var (record, mine) = (FeedRecord(), EventCalendar())
    let feed = try ICSDocument(parsing: file(Self.series))
    try mine.apply(FeedRefresh(of: feed, record: record, in: mine), recordedIn: &record, at: now)
    let before = mine
    let broken = try ICSDocument(
      parsing: file(Self.series, event("m", "DTSTART:20260311T120000Z", "RECURRENCE-ID:soon")))
    try mine.apply(FeedRefresh(of: broken, record: record, in: mine), recordedIn: &record, at: now)
    #expect(mine == before && mine.count == 1)
  }
}
