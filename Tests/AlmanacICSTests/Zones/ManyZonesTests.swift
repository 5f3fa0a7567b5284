import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

@Suite("Many zones that a document defines")
struct ManyZonesTests {
  /// A calendar with a zone of its own that changes twice a year from 1600 on, and an event in it.
  private func calendar(_ number: Int) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//example//example//EN
    BEGIN:VTIMEZONE
    TZID:Zone \(number)
    BEGIN:STANDARD
    DTSTART:16000301T020000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY
    END:STANDARD
    BEGIN:STANDARD
    DTSTART:16001001T020000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:\(number)
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Zone \(number):20260702T090000
    SUMMARY:Event
    END:VEVENT
    END:VCALENDAR

    """
  }

  @Test("beyond a million changes of offset, zones are reported and their times read without a zone")
  func limit() throws {
    let count = 650
    let document = try ICSDocument(parsing: (0..<count).map(calendar).joined())
    let starts = document.calendars.flatMap { $0.items }.map { $0.start?.instant(in: .utc) }
    let (inZone, without) = (try Instant("2026-07-02T07:00:00Z"), try Instant("2026-07-02T09:00:00Z"))
    #expect(starts.count == count)
    let read = starts.prefix { $0 == inZone }.count
    #expect(read > 500 && read < count && starts[read...].allSatisfy { $0 == without })
    let reported = document.diagnostics.filter { $0.code == .unknownZone }
    #expect(reported.count == count - read)
  }
}
