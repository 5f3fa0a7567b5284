import AlmanacEvents
import AlmanacJSCalendar
import AlmanacTime
import Testing

@Suite("Offsets in the TimeZones of JSCalendar")
struct ZoneOffsetFormTests {
  @Test(
    "An offset has a sign and colons (RFC 8984 §4.7.2); a rule with another is reported, not guessed at",
    arguments: [
      ("+01:00", true), ("-00:30", true), ("+01:00:30", true), ("0100", false), ("+0100", false),
      ("01:00", false), ("+1", false), ("+1:00", false), ("", false),
    ])
  func form(offset: String, isRead: Bool) throws {
    let json = """
      {"@type":"Event","uid":"a","updated":"2020-01-02T18:23:04Z","title":"x","start":"2020-01-15T13:00:00",
       "timeZone":"/x","timeZones":{"/x":{"@type":"TimeZone","tzId":"x","standard":[{"@type":"TimeZoneRule",
       "start":"1970-01-01T00:00:00","offsetFrom":"\(offset)","offsetTo":"\(offset)"}]}}}
      """
    let document = try JSCalendarDocument(parsing: Array(json.utf8))
    #expect(document.diagnostics.contains { $0.code == .badTimeZone } != isRead)
    let item = try #require(document.calendars.flatMap { Array($0.items) }.first)
    #expect((item.start?.zone != nil) == isRead)
  }
}
