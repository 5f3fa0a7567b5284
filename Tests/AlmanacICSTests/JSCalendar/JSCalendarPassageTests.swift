import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// What an .ics says is what it says after a passage through JSCalendar.
@Suite("iCalendar through JSCalendar and back")
struct JSCalendarPassageTests {
  private let options = ICSOptions(uids: .seeded(1))

  /// The document after the passage, read from its text.
  private func passed(_ text: String) throws -> ICSDocument {
    let json = try ICSDocument(parsing: text, options: options).jsCalendar(uids: .seeded(2))
    let document = try ICSDocument(jsCalendar: Array(json.utf8), options: options)
    return try ICSDocument(parsing: document.text, options: options)
  }

  /// A series of four days and its second instance, with more lines each.
  private func series(_ main: [String], _ instance: [String]) -> String {
    calendar(
      ["BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + main
        + ["RRULE:FREQ=DAILY;COUNT=4", "END:VEVENT"]
        + [
          "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20260303T090000Z",
          "DTSTART:20260303T100000Z",
        ] + instance + ["END:VEVENT"])
  }

  @Test("A relation of a changed instance stays beside an organizer of its own")
  func relationBesideOrganizer() throws {
    let document = try passed(series(["ORGANIZER:mailto:a@x"], ["ORGANIZER:mailto:b@x", "RELATED-TO:z"]))
    let series = try #require(document.calendars[0].series(uid: "u"))
    #expect(series.main?.relations == [])
    #expect(series.overrides.map(\.relations) == [[Relation("z", kind: .parent)]])
    #expect(series.overrides.map { $0.organizer?.address } == ["mailto:b@x"])
  }
}
