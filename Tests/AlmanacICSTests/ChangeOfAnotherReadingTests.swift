import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// A change that was made on one reading of a file applies to another one, and changes its text in the same way.
@Suite("Changes of another reading of a file") struct ChangeOfAnotherReadingTests {
  static let text = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN",
    "BEGIN:VEVENT", "UID:lunch", "DTSTAMP:20260101T000000Z", "DTSTART:20260303T130000Z", "SEQUENCE:1",
    "SUMMARY:Lunch", "END:VEVENT",
    "BEGIN:VEVENT", "UID:algebra", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Madrid:20260302T090000",
    "DURATION:PT90M", "RRULE:FREQ=DAILY;COUNT=20", "SUMMARY:Algebra", "X-ROOM:12", "END:VEVENT",
    "BEGIN:VEVENT", "UID:algebra", "DTSTAMP:20260101T000000Z",
    "RECURRENCE-ID;TZID=Europe/Madrid:20260304T090000", "DTSTART;TZID=Europe/Madrid:20260304T120000",
    "DURATION:PT90M", "SUMMARY:Algebra, moved", "END:VEVENT",
    "BEGIN:VEVENT", "UID:lunch", "DTSTAMP:20260101T000000Z", "DTSTART:20260303T140000Z", "SEQUENCE:2",
    "SUMMARY:Lunch, later", "END:VEVENT",
    "END:VCALENDAR", "",
  ].joined(separator: "\r\n")

  static let now = Instant(secondsSinceEpoch: 1_772_000_000)

  static let edits: [@Sendable (inout EventCalendar) throws -> CalendarChange] = [
    { calendar in
      let id = ItemID(uid: "algebra", recurrenceID: .zoned(try at("2026-03-10T09:00")))
      return try calendar.edit(id, scope: .thisAndFuture, at: now, uids: .seeded(1)) {
        $0.location = "Room 7"
      }
    },
    { calendar in
      let id = ItemID(uid: "algebra", recurrenceID: .zoned(try at("2026-03-04T09:00")))
      return try calendar.delete(id, scope: .this, at: now)
    },
    { try $0.edit(ItemID(uid: "lunch"), scope: .all, at: now) { $0.summary = "Dinner" } },
    { try $0.remove(uid: "lunch") },
  ]

  static func at(_ text: String) throws -> ZonedDateTime { try CivilDateTime(text).in(Zone("Europe/Madrid")) }

  @Test(arguments: edits.indices)
  func apply(_ edit: Int) throws {
    var first = try ICSDocument(parsing: Self.text)
    let change = try Self.edits[edit](&first.calendars[0])
    #expect(first.text != Self.text)
    var second = try ICSDocument(parsing: Self.text)
    try second.calendars[0].apply(change)
    #expect(second.text == first.text)
    // A reading of the changed file.
    var third = try ICSDocument(parsing: first.text)
    try third.calendars[0].apply(change.inverse)
    let items = try ICSDocument(parsing: Self.text).calendars[0].items
    #expect(Set(third.calendars[0].items) == Set(items))
    // A file in which somebody else changed the items.
    let stale = Self.text.replacing("SUMMARY:", with: "SUMMARY:Other ")
    var other = try ICSDocument(parsing: stale)
    let error = #expect(throws: EventError.self) { try other.calendars[0].apply(change) }
    #expect(error?.reasons.first?.code == .conflict)
    #expect(other.text == stale)
  }
}
