import AlmanacEvents
import AlmanacRecurrence
import AlmanacICS
import AlmanacTime
import Testing

/// What an .ics says is what it says after a passage through JSCalendar.
@Suite("iCalendar through JSCalendar and back")
struct JSCalendarRoundTripTests {
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

  @Test("A changed instance without a property of its series gets none, though no patch may remove it")
  func lacking() throws {
    let document = try passed(
      series(["CLASS:PRIVATE", "ORGANIZER:mailto:a@x", "RELATED-TO:y"], ["SUMMARY:S"]))
    let series = try #require(document.calendars[0].series(uid: "u"))
    #expect(series.main?.classification == .private && series.main?.relations.count == 1)
    #expect(series.main?.organizer?.address == "mailto:a@x")
    #expect(series.overrides.map(\.classification) == [nil] && series.overrides.map(\.relations) == [[]])
    #expect(series.overrides.map(\.organizer) == [nil])
    #expect(!document.text.contains("X-ALMANAC-WITHOUT"))
    // Another one in place of that of the series, and one more.
    for (instance, relations) in [
      (["RELATED-TO:z"], ["z"]), (["RELATED-TO:y", "RELATED-TO:z"], ["y", "z"]),
    ] {
      let document = try passed(self.series(["RELATED-TO:y"], instance))
      #expect(
        document.calendars[0].series(uid: "u")?.overrides.map { $0.relations.map(\.target) } == [relations])
    }
  }

  @Test("The order of categories stays, in a series and in its changed instances")
  func categories() throws {
    for (main, instance) in [("b,a", "c,a,b"), ("a,b", "b,a"), ("b,a", "b,a"), ("z", "y,x"), ("c,b,a", "b")] {
      let document = try passed(series(["CATEGORIES:\(main)"], ["CATEGORIES:\(instance)"]))
      let series = try #require(document.calendars[0].series(uid: "u"))
      #expect(series.main?.categories.joined(separator: ",") == main)
      #expect(series.overrides.map { $0.categories.joined(separator: ",") } == [instance])
    }
  }

  @Test("RDATE on the start is no changed instance, and no DTSTAMP no change of 1970")
  func datesAndStamps() throws {
    let document = try passed(
      calendar([
        "BEGIN:VEVENT", "UID:u", "DTSTART:20260302T090000Z", "SUMMARY:S",
        "RDATE:20260302T090000Z,20260305T090000Z",
        "END:VEVENT",
      ]))
    let event = try document.onlyEvent()
    #expect(event.lastModified == nil && event.recurrence.rules.isEmpty)
    #expect(
      event.recurrence.additions.map(\.start.description) == ["2026-03-02T09:00:00Z", "2026-03-05T09:00:00Z"])
    for name in ["RECURRENCE-ID", "LAST-MODIFIED", "JSPROP"] { #expect(!document.text.contains(name)) }
  }
}
